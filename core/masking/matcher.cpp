// SPDX-License-Identifier: MPL-2.0
#include "core/masking/matcher.h"

#include <algorithm>
#include <utility>

namespace planlens::masking {

namespace {

constexpr std::size_t longestPiece = 64;

bool isLetterOrDigit(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte >= 0x80;
}
bool isInWord(char c) {
    return isLetterOrDigit(c) || c == '_';
}
bool isBase64(char c) {
    return (static_cast<unsigned char>(c) < 0x80 && isLetterOrDigit(c)) || c == '+' || c == '/' || c == '-' || c == '_';
}

/// Taken from the middle, because many keys start or end with the same characters.
std::string_view pieceOf(std::string_view text) {
    return text.size() <= longestPiece ? text : text.substr((text.size() - longestPiece) / 2, longestPiece);
}

} // namespace

std::vector<Span> merged(std::vector<Span> spans) {
    std::ranges::sort(spans, {}, &Span::begin);
    std::vector<Span> apart;
    for (const Span& span : spans)
        if (!apart.empty() && span.begin < apart.back().end)
            apart.back().end = std::max(apart.back().end, span.end);
        else
            apart.push_back(span);
    return apart;
}

Matcher::Matcher(std::vector<Pattern> patterns)
    : m_patterns(std::move(patterns)) {
    std::sort(m_patterns.begin(), m_patterns.end());
    m_patterns.erase(std::unique(m_patterns.begin(), m_patterns.end()), m_patterns.end());
    std::vector<std::pair<std::string_view, Piece>> sorted;
    for (std::uint32_t i = 0; i < m_patterns.size(); ++i)
        if (const std::string_view piece = pieceOf(m_patterns[i].text); !piece.empty())
            sorted.push_back({piece, {i, std::uint32_t(piece.data() - m_patterns[i].text.data())}});
    std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [text, piece] : sorted)
        m_pieces.push_back(piece);

    struct Range {
        std::size_t begin, end;
    };
    m_nodes.emplace_back();
    std::vector<Range> ranges{{0, sorted.size()}}; // of the pieces below each node
    for (std::uint32_t at = 0; at < m_nodes.size(); ++at) {
        const std::size_t depth = m_nodes[at].depth;
        auto [begin, end] = ranges[at];
        std::size_t ending = begin;
        while (ending < end && sorted[ending].first.size() == depth)
            ++ending;
        m_nodes[at].piece = std::uint32_t(begin);
        m_nodes[at].pieceCount = std::uint32_t(ending - begin);
        m_nodes[at].nearestEnd = ending > begin ? at : m_nodes[m_nodes[at].fail].nearestEnd;
        m_nodes[at].firstChild = std::uint32_t(m_nodes.size());
        while (ending < end) {
            const char byte = sorted[ending].first[depth];
            std::size_t last = ending;
            while (last < end && sorted[last].first[depth] == byte)
                ++last;
            Node child;
            child.depth = std::uint32_t(depth + 1);
            child.byte = static_cast<unsigned char>(byte);
            // The failure link of a child leads to a node closer to the root, whose children exist already.
            child.fail = at == 0 ? 0 : next(m_nodes[at].fail, child.byte);
            if (at == 0)
                m_first[child.byte] = std::uint32_t(m_nodes.size());
            m_nodes.push_back(child);
            ranges.push_back({ending, last});
            ++m_nodes[at].childCount;
            ending = last;
        }
    }
}

std::uint32_t Matcher::childOf(std::uint32_t node, unsigned char byte) const {
    if (node == 0)
        return m_first[byte];
    const auto first = m_nodes.begin() + m_nodes[node].firstChild;
    const auto last = first + m_nodes[node].childCount;
    const auto found = std::lower_bound(first, last, byte,
                                        [](const Node& child, unsigned char wanted) { return child.byte < wanted; });
    return found != last && found->byte == byte ? std::uint32_t(found - m_nodes.begin()) : 0;
}

std::uint32_t Matcher::next(std::uint32_t node, unsigned char byte) const {
    for (;; node = m_nodes[node].fail)
        if (const std::uint32_t child = childOf(node, byte); child != 0 || node == 0)
            return child;
}

Span Matcher::checked(const Piece& piece, std::size_t length, std::string_view text, std::size_t end) const {
    const Pattern& pattern = m_patterns[piece.pattern];
    const std::size_t before = length + piece.offset;
    if (before > end)
        return {};
    Span span{end - before, end - before + pattern.text.size()};
    if (span.end > text.size() ||
        (pattern.text.size() > length && text.substr(span.begin, pattern.text.size()) != pattern.text))
        return {};
    switch (pattern.where) {
    case Pattern::Where::Anywhere:
        break;
    case Pattern::Where::Word:
        if ((span.begin > 0 && isInWord(text[span.begin - 1])) || (span.end < text.size() && isInWord(text[span.end])))
            return {};
        break;
    case Pattern::Where::Base64:
        if (span.begin > 0 && isBase64(text[span.begin - 1]))
            --span.begin;
        if (span.end < text.size() && isBase64(text[span.end]))
            ++span.end;
        break;
    }
    return span;
}

template <typename Visit>
void Matcher::search(std::string_view text, Visit visit) const {
    if (m_nodes.size() < 2)
        return;
    std::uint32_t node = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        node = next(node, static_cast<unsigned char>(text[at]));
        for (std::uint32_t nearestEnd = m_nodes[node].nearestEnd; nearestEnd != 0;
             nearestEnd = m_nodes[m_nodes[nearestEnd].fail].nearestEnd)
            for (std::uint32_t i = 0; i < m_nodes[nearestEnd].pieceCount; ++i)
                if (const Span span =
                        checked(m_pieces[m_nodes[nearestEnd].piece + i], m_nodes[nearestEnd].depth, text, at + 1);
                    span.end > 0 && !visit(span))
                    return;
    }
}

std::vector<Span> Matcher::spans(std::string_view text) const {
    std::vector<Span> found;
    search(text, [&](const Span& span) {
        found.push_back(span);
        return true;
    });
    return merged(std::move(found));
}

bool Matcher::isIn(std::string_view text) const {
    bool isFound = false;
    search(text, [&](const Span&) {
        isFound = true;
        return false;
    });
    return isFound;
}

} // namespace planlens::masking

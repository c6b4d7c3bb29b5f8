// SPDX-License-Identifier: MPL-2.0
#include "core/masking/respaced.h"

#include "core/masking/forms.h"

#include <array>

namespace planlens::masking {

namespace {

constexpr std::array<bool, 256> special = [] {
    std::array<bool, 256> table{};
    for (const char c : {' ', '\t', '\n', '\r', '\v', '\f', '\\'})
        table[static_cast<unsigned char>(c)] = true;
    return table;
}();
bool isSpecial(char c) {
    return special[static_cast<unsigned char>(c)];
}

/// Returns the position of the next byte that counts, or the end.
std::size_t nextCounted(std::string_view text, std::size_t at) {
    while (at < text.size() && isSpecial(text[at])) {
        if (text[at] != '\\') {
            ++at;
            continue;
        }
        while (at < text.size() && text[at] == '\\') // nested texts have several
            ++at;
        if (at < text.size() && (text[at] == 'n' || text[at] == 'r' || text[at] == 't'))
            ++at;
    }
    return at;
}

std::size_t endOfRun(std::string_view text, std::size_t at) {
    while (at < text.size() && !isSpecial(text[at]))
        ++at;
    return at;
}

std::string withoutSpace(std::string_view text) {
    std::string counted;
    counted.reserve(text.size());
    for (std::size_t at = nextCounted(text, 0); at < text.size();) {
        const std::size_t end = endOfRun(text, at);
        counted.append(text, at, end - at);
        at = nextCounted(text, end);
    }
    return counted;
}

/// Converts ranges of a text without white space to those of the text, in one pass.
class Positions {
public:
    explicit Positions(std::string_view text)
        : m_text(text)
        , m_begin(nextCounted(text, 0))
        , m_end(endOfRun(text, m_begin)) {}

    /// `position` is a byte that counts, and not before that of the previous call.
    std::size_t of(std::size_t position) {
        while (position - m_counted >= m_end - m_begin) {
            m_counted += m_end - m_begin;
            m_begin = nextCounted(m_text, m_end);
            m_end = endOfRun(m_text, m_begin);
        }
        return m_begin + (position - m_counted);
    }

private:
    std::string_view m_text;
    std::size_t m_begin, m_end; // of the current run of bytes that count
    std::size_t m_counted = 0;  // bytes before the run
};

void addForms(const std::string& secret, std::vector<Pattern>& patterns) {
    std::string plain = withoutSpace(secret);
    if (plain.size() < longRespaced)
        return;
    const bool hasPercent = secret.find('%') != std::string::npos;
    for (const std::string& form : escapedForms(secret))
        if (hasPercent || form.find('%') == std::string::npos) // URLs have no white space
            patterns.push_back({withoutSpace(form), Pattern::Where::Anywhere});
    patterns.push_back({std::move(plain), Pattern::Where::Anywhere});
    for (std::string& form : hexForms(secret))
        patterns.push_back({std::move(form), Pattern::Where::Anywhere});
    for (std::string& form : base64Forms(secret))
        patterns.push_back({std::move(form), Pattern::Where::Base64});
}

} // namespace

RespacedMatcher::RespacedMatcher(const std::vector<std::string>& secrets) {
    std::vector<Pattern> patterns;
    for (const std::string& secret : secrets)
        addForms(secret, patterns);
    if (!patterns.empty())
        m_matcher.emplace(std::move(patterns));
}

std::vector<Span> RespacedMatcher::spans(std::string_view text) const {
    if (!m_matcher || text.size() < longRespaced)
        return {};
    std::vector<Span> found = m_matcher->spans(withoutSpace(text));
    Positions positions(text);
    for (Span& span : found) {
        span.begin = positions.of(span.begin);
        span.end = positions.of(span.end - 1) + 1;
        while (span.begin > 0 && text[span.begin - 1] == '\\') // they escape the first byte
            --span.begin;
    }
    return found;
}

bool RespacedMatcher::isIn(std::string_view text) const {
    return m_matcher && text.size() >= longRespaced && m_matcher->isIn(withoutSpace(text));
}

} // namespace planlens::masking

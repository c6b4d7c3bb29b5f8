// SPDX-License-Identifier: MPL-2.0
#include "core/diff/sequence.h"

#include <algorithm>
#include <unordered_map>

namespace planlens::diff {

namespace {

constexpr std::size_t mostCells = 1 << 20; // of the table of lengths

void addByTable(std::span<const std::uint32_t> before, std::span<const std::uint32_t> after, std::size_t offset,
                std::vector<Match>& matches) {
    const std::size_t width = after.size() + 1;
    std::vector<std::uint32_t> lengths((before.size() + 1) * width, 0); // for the suffixes at each pair of positions
    for (std::size_t b = before.size(); b-- > 0;)
        for (std::size_t a = after.size(); a-- > 0;)
            lengths[b * width + a] = before[b] == after[a]
                                         ? lengths[(b + 1) * width + a + 1] + 1
                                         : std::max(lengths[(b + 1) * width + a], lengths[b * width + a + 1]);
    for (std::size_t b = 0, a = 0; b < before.size() && a < after.size();) {
        if (before[b] == after[a])
            matches.push_back({offset + b++, offset + a++});
        else if (lengths[(b + 1) * width + a] >= lengths[b * width + a + 1])
            ++b;
        else
            ++a;
    }
}

/// Adds the longest increasing sequence of elements that are unique on each side, extended by equal elements directly
/// before and after its members.
void addByAnchors(std::span<const std::uint32_t> before, std::span<const std::uint32_t> after, std::size_t offset,
                  std::vector<Match>& matches) {
    struct Place {
        std::size_t countBefore = 0, countAfter = 0, after = 0;
    };
    std::unordered_map<std::uint32_t, Place> places;
    for (const std::uint32_t id : before)
        ++places[id].countBefore;
    for (std::size_t a = 0; a < after.size(); ++a) {
        Place& place = places[after[a]];
        ++place.countAfter;
        place.after = a;
    }
    std::vector<Match> unique;
    for (std::size_t b = 0; b < before.size(); ++b)
        if (const Place& place = places[before[b]]; place.countBefore == 1 && place.countAfter == 1)
            unique.push_back({b, place.after});
    std::vector<std::size_t> ends; // by length: the last element of such a sequence
    std::vector<std::size_t> previous(unique.size());
    for (std::size_t i = 0; i < unique.size(); ++i) {
        const auto at =
            std::lower_bound(ends.begin(), ends.end(), unique[i].after,
                             [&](std::size_t end, std::size_t position) { return unique[end].after < position; });
        previous[i] = at == ends.begin() ? i : *(at - 1);
        if (at == ends.end())
            ends.push_back(i);
        else
            *at = i;
    }
    std::vector<Match> anchors;
    if (!ends.empty())
        for (std::size_t i = ends.back();; i = previous[i]) {
            anchors.push_back(unique[i]);
            if (previous[i] == i)
                break;
        }
    std::reverse(anchors.begin(), anchors.end());
    anchors.push_back({before.size(), after.size()});
    std::size_t b = 0, a = 0;
    for (const Match& anchor : anchors) {
        for (; b < anchor.before && a < anchor.after && before[b] == after[a]; ++b, ++a)
            matches.push_back({offset + b, offset + a});
        std::size_t tail = 0;
        while (anchor.before - tail > b && anchor.after - tail > a &&
               before[anchor.before - tail - 1] == after[anchor.after - tail - 1])
            ++tail;
        for (; tail > 0; --tail)
            matches.push_back({offset + anchor.before - tail, offset + anchor.after - tail});
        if (anchor.before < before.size())
            matches.push_back({offset + anchor.before, offset + anchor.after});
        b = anchor.before + 1;
        a = anchor.after + 1;
    }
}

enum class Letter { Word, Space, Other };

Letter letterOf(char c) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || c == '_' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z'))
        return Letter::Word; // includes all non-ASCII bytes, so that no character is split
    return c == ' ' || c == '\t' || c == '\r' ? Letter::Space : Letter::Other;
}

std::vector<std::string_view> wordsOf(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t start = 0; start < text.size();) {
        std::size_t end = start + 1;
        if (const Letter letter = letterOf(text[start]); letter != Letter::Other)
            while (end < text.size() && letterOf(text[end]) == letter)
                ++end;
        words.push_back(text.substr(start, end - start));
        start = end;
    }
    return words;
}

} // namespace

std::vector<Match> commonSequence(std::span<const std::uint32_t> before, std::span<const std::uint32_t> after) {
    std::vector<Match> matches;
    std::size_t head = 0;
    while (head < before.size() && head < after.size() && before[head] == after[head]) {
        matches.push_back({head, head});
        ++head;
    }
    std::size_t tail = 0;
    while (before.size() - tail > head && after.size() - tail > head &&
           before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    const auto middleBefore = before.subspan(head, before.size() - head - tail);
    const auto middleAfter = after.subspan(head, after.size() - head - tail);
    if (!middleBefore.empty() && !middleAfter.empty()) {
        if (middleAfter.size() <= mostCells / middleBefore.size())
            addByTable(middleBefore, middleAfter, head, matches);
        else
            addByAnchors(middleBefore, middleAfter, head, matches);
    }
    for (; tail > 0; --tail)
        matches.push_back({before.size() - tail, after.size() - tail});
    return matches;
}

std::vector<Match> commonSequence(std::span<const std::string_view> before, std::span<const std::string_view> after) {
    std::unordered_map<std::string_view, std::uint32_t> known;
    const auto idsOf = [&](std::span<const std::string_view> texts) {
        std::vector<std::uint32_t> ids;
        ids.reserve(texts.size());
        for (const std::string_view text : texts)
            ids.push_back(known.try_emplace(text, static_cast<std::uint32_t>(known.size())).first->second);
        return ids;
    };
    const std::vector<std::uint32_t> first = idsOf(before);
    const std::vector<std::uint32_t> second = idsOf(after);
    return commonSequence(first, second);
}

WordDifference compareWords(std::string_view before, std::string_view after) {
    const std::vector<std::string_view> wordsBefore = wordsOf(before);
    const std::vector<std::string_view> wordsAfter = wordsOf(after);
    const std::vector<Match> matches = commonSequence(wordsBefore, wordsAfter);
    std::size_t common = 0;
    for (const Match& match : matches)
        if (letterOf(wordsBefore[match.before].front()) != Letter::Space)
            common += wordsBefore[match.before].size();
    if (common * 4 < std::min(before.size(), after.size()))
        return {};
    WordDifference difference;
    const auto collect = [&](std::string_view text, const std::vector<std::string_view>& words, auto position,
                             std::vector<Span>& spans) {
        std::size_t next = 0;
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (next < matches.size() && position(matches[next]) == i) {
                ++next;
                continue;
            }
            const auto start = static_cast<std::size_t>(words[i].data() - text.data());
            if (!spans.empty() && spans.back().start + spans.back().length == start)
                spans.back().length += words[i].size();
            else
                spans.push_back({start, words[i].size()});
        }
    };
    collect(
        before, wordsBefore, [](const Match& match) { return match.before; }, difference.before);
    collect(
        after, wordsAfter, [](const Match& match) { return match.after; }, difference.after);
    return difference;
}

} // namespace planlens::diff

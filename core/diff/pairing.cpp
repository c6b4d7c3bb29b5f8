// SPDX-License-Identifier: MPL-2.0
#include "core/diff/pairing.h"

#include "core/diff/sequence.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <unordered_map>

namespace planlens::diff {

namespace {

constexpr std::size_t mostComparisons = 1 << 16; // between unmatched elements

/// Member names that identify an element, most reliable first.
constexpr std::array<std::string_view, 17> identities{
    "id",          "key",  "name",           "arn",         "sid",      "Sid",   "Id",     "Key", "Name", "uuid",
    "device_name", "path", "container_path", "rule_number", "priority", "index", "Subject"};

bool isIdentity(const JsonNode* node) {
    return node &&
           ((node->kind == JsonNode::Kind::String && !node->text.empty()) || node->kind == JsonNode::Kind::Number);
}

/// Whether the member exists in all elements and has different values.
bool identifies(std::string_view name, std::span<const JsonNode> elements) {
    std::vector<const JsonNode*> found;
    for (const JsonNode& element : elements) {
        const JsonNode* member = isObject(&element) ? element.find(name) : nullptr;
        if (!isIdentity(member))
            return false;
        found.push_back(member);
    }
    std::sort(found.begin(), found.end(), [](const JsonNode* a, const JsonNode* b) { return a->text < b->text; });
    return std::adjacent_find(found.begin(), found.end(),
                              [](const JsonNode* a, const JsonNode* b) { return a->text == b->text; }) == found.end();
}

/// Returns the most reliable member name that identifies the elements of both sides.
std::string_view commonIdentity(std::span<const JsonNode> before, std::span<const JsonNode> after) {
    if (before.empty() || after.empty())
        return {};
    for (const std::string_view name : identities)
        if (identifies(name, before) && identifies(name, after))
            return name;
    return {};
}

/// Whether a member is null, false or empty: a default, which does not help to identify an object.
bool isDefault(const JsonNode* node) {
    if (isNull(node))
        return true;
    switch (node->kind) {
    case JsonNode::Kind::Null:
        return true;
    case JsonNode::Kind::Bool:
        return !node->truth;
    case JsonNode::Kind::Number:
        return false;
    case JsonNode::Kind::String:
        return node->text.empty();
    case JsonNode::Kind::Array:
    case JsonNode::Kind::Object:
        return node->elements.empty();
    }
    return false;
}

/// Whether an object contains other objects. A configuration block with blocks rarely is an element of a set.
bool hasBlocks(const JsonNode& node) {
    return isObject(&node) && std::ranges::any_of(node.elements, [](const JsonNode& member) {
               return member.kind == JsonNode::Kind::Object ||
                      (member.kind == JsonNode::Kind::Array && !member.elements.empty() &&
                       isObject(&member.elements.front()));
           });
}

/// Whether two objects are equal in more than half of their members, ignoring those that are defaults on both sides.
bool isSimilar(const JsonNode& before, const JsonNode& after, std::size_t& common) {
    common = 0;
    std::size_t all = 0;
    std::size_t b = 0, a = 0;
    while (b < before.keys.size() || a < after.keys.size()) {
        const int order = b == before.keys.size()  ? 1
                          : a == after.keys.size() ? -1
                                                   : before.keys[b].compare(after.keys[a]);
        const JsonNode* first = order <= 0 ? &before.elements[b++] : nullptr;
        const JsonNode* second = order >= 0 ? &after.elements[a++] : nullptr;
        if (isDefault(first) && isDefault(second))
            continue;
        ++all;
        common += first && second && *first == *second;
    }
    return common * 2 > all;
}

/// Whether two texts have more than half of the longer one in common, at their beginnings and ends.
bool isSimilar(const std::string& before, const std::string& after) {
    const std::size_t shorter = std::min(before.size(), after.size());
    std::size_t common = 0, atEnd = 0;
    while (common < shorter && before[common] == after[common])
        ++common;
    while (common + atEnd < shorter && before[before.size() - 1 - atEnd] == after[after.size() - 1 - atEnd])
        ++atEnd;
    return (common + atEnd) * 2 > std::max(before.size(), after.size());
}

/// Pairs the unmatched elements of both sides by similarity, most similar first.
template <typename Found>
void pairAlike(std::span<const JsonNode> before, std::span<const JsonNode> after,
               const std::vector<std::size_t>& leftBefore, const std::vector<std::size_t>& leftAfter, Found found) {
    if (leftBefore.empty() || leftAfter.size() > mostComparisons / leftBefore.size())
        return;
    struct Candidate {
        std::size_t common, before, after;
    };
    std::vector<Candidate> candidates;
    for (const std::size_t b : leftBefore)
        for (const std::size_t a : leftAfter)
            if (std::size_t common = 0;
                isObject(&before[b]) && isObject(&after[a]) && isSimilar(before[b], after[a], common))
                candidates.push_back({common, b, a});
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& x, const Candidate& y) { return x.common > y.common; });
    for (const Candidate& candidate : candidates)
        found(candidate.before, candidate.after);
}

std::vector<std::uint32_t>
idsOf(std::span<const JsonNode> elements,
      std::unordered_map<std::size_t, std::vector<std::pair<const JsonNode*, std::uint32_t>>>& known,
      std::uint32_t& next) {
    std::vector<std::uint32_t> ids;
    ids.reserve(elements.size());
    for (const JsonNode& element : elements) {
        auto& same = known[element.hash];
        const auto it = std::find_if(same.begin(), same.end(), [&](const auto& one) { return *one.first == element; });
        ids.push_back(it != same.end() ? it->second : next);
        if (it == same.end())
            same.emplace_back(&element, next++);
    }
    return ids;
}

struct Ids {
    std::vector<std::uint32_t> before, after;
    std::vector<std::uint32_t> sortedBefore, sortedAfter;
};

Ids idsOf(std::span<const JsonNode> before, std::span<const JsonNode> after) {
    std::unordered_map<std::size_t, std::vector<std::pair<const JsonNode*, std::uint32_t>>> known;
    std::uint32_t next = 0;
    Ids ids;
    ids.before = idsOf(before, known, next);
    ids.after = idsOf(after, known, next);
    ids.sortedBefore = ids.before;
    ids.sortedAfter = ids.after;
    std::ranges::sort(ids.sortedBefore);
    std::ranges::sort(ids.sortedAfter);
    return ids;
}

/// Handles the elements between two common elements of a list.
void addGap(std::span<const JsonNode> before, std::span<const JsonNode> after, const Ids& ids, std::size_t firstBefore,
            std::size_t endBefore, std::size_t firstAfter, std::size_t endAfter, std::string_view identity,
            std::vector<Pair>& pairs) {
    const auto isOnBothSides = [&](std::size_t b, std::size_t a) { // moved, and not changed to another value
        return std::ranges::binary_search(ids.sortedAfter, ids.before[b]) ||
               std::ranges::binary_search(ids.sortedBefore, ids.after[a]);
    };
    std::vector<std::size_t> partner(endBefore - firstBefore, Pair::nowhere);
    // Pairs by identity as far as the order allows.
    std::size_t a = firstAfter;
    for (std::size_t b = firstBefore; b < endBefore && a < endAfter; ++b) {
        const bool isText = before[b].kind == JsonNode::Kind::String;
        if (!isObject(&before[b]) && !isText)
            continue;
        const std::size_t last = std::min(endAfter, a + 64);
        for (std::size_t candidate = a; candidate < last; ++candidate) {
            std::size_t common = 0;
            const bool isSame = before[b].kind == after[candidate].kind && !isOnBothSides(b, candidate) &&
                                (isText             ? isSimilar(before[b].text, after[candidate].text)
                                 : identity.empty() ? isSimilar(before[b], after[candidate], common)
                                                    : *before[b].find(identity) == *after[candidate].find(identity));
            if (!isSame)
                continue;
            partner[b - firstBefore] = candidate;
            a = candidate + 1;
            break;
        }
    }
    std::size_t b = firstBefore;
    a = firstAfter;
    while (b < endBefore || a < endAfter) {
        std::size_t nextBefore = b;
        while (nextBefore < endBefore && partner[nextBefore - firstBefore] == Pair::nowhere)
            ++nextBefore;
        const std::size_t nextAfter = nextBefore < endBefore ? partner[nextBefore - firstBefore] : endAfter;
        bool isEven = nextBefore - b == nextAfter - a;
        for (std::size_t i = 0; isEven && b + i < nextBefore; ++i)
            isEven = !isOnBothSides(b + i, a + i);
        while (b < nextBefore) {
            pairs.push_back({b++, isEven ? a : Pair::nowhere});
            a += isEven;
        }
        while (a < nextAfter)
            pairs.push_back({Pair::nowhere, a++});
        if (b < endBefore)
            pairs.push_back({b++, a++});
    }
}

} // namespace

std::string_view identityOf(std::span<const JsonNode> elements) {
    for (const std::string_view name : identities)
        if (!elements.empty() && identifies(name, elements))
            return name;
    return {};
}

bool differInOrderOnly(std::span<const JsonNode> before, std::span<const JsonNode> after) {
    if (before.size() != after.size())
        return false;
    const Ids ids = idsOf(before, after);
    return ids.before != ids.after && ids.sortedBefore == ids.sortedAfter;
}

std::vector<Pair> pairSet(std::span<const JsonNode> before, std::span<const JsonNode> after) {
    const Ids ids = idsOf(before, after);
    std::vector<std::size_t> partner(before.size(), Pair::nowhere);
    std::vector<bool> isTaken(after.size(), false);
    const auto take = [&](std::size_t b, std::size_t a) {
        if (partner[b] != Pair::nowhere || isTaken[a])
            return;
        partner[b] = a;
        isTaken[a] = true;
    };
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> places;
    for (std::size_t a = after.size(); a-- > 0;)
        places[ids.after[a]].push_back(a);
    for (std::size_t b = 0; b < before.size(); ++b)
        if (auto& same = places[ids.before[b]]; !same.empty()) {
            take(b, same.back());
            same.pop_back();
        }
    const std::string_view identity = commonIdentity(before, after);
    if (!identity.empty()) {
        std::map<std::string_view, std::size_t> byIdentity;
        for (std::size_t a = 0; a < after.size(); ++a)
            byIdentity.emplace(after[a].find(identity)->text, a);
        for (std::size_t b = 0; b < before.size(); ++b)
            if (const auto it = byIdentity.find(before[b].find(identity)->text); it != byIdentity.end())
                take(b, it->second);
    } else {
        std::vector<std::size_t> leftBefore, leftAfter;
        for (std::size_t b = 0; b < before.size(); ++b)
            if (partner[b] == Pair::nowhere)
                leftBefore.push_back(b);
        for (std::size_t a = 0; a < after.size(); ++a)
            if (!isTaken[a])
                leftAfter.push_back(a);
        pairAlike(before, after, leftBefore, leftAfter, take);
    }
    std::vector<Pair> pairs;
    for (std::size_t b = 0; b < before.size(); ++b)
        pairs.push_back({b, partner[b]});
    for (std::size_t a = 0; a < after.size(); ++a)
        if (!isTaken[a])
            pairs.push_back({Pair::nowhere, a});
    return pairs;
}

std::vector<Pair> pairUnordered(std::span<const JsonNode> before, std::span<const JsonNode> after) {
    if (before.size() == 1 && after.size() == 1 && hasBlocks(before.front()) && hasBlocks(after.front()))
        return {{0, 0}};
    std::vector<std::size_t> partner(after.size(), Pair::nowhere);
    std::vector<std::size_t> removed;
    for (const Pair& pair : pairSet(before, after))
        if (pair.after == Pair::nowhere)
            removed.push_back(pair.before);
        else
            partner[pair.after] = pair.before;
    std::vector<Pair> pairs;
    std::size_t next = 0; // of the removed ones
    for (std::size_t a = 0; a < after.size(); ++a) {
        for (; next < removed.size() && partner[a] != Pair::nowhere && removed[next] < partner[a]; ++next)
            pairs.push_back({removed[next], Pair::nowhere});
        pairs.push_back({partner[a], a});
    }
    for (; next < removed.size(); ++next)
        pairs.push_back({removed[next], Pair::nowhere});
    return pairs;
}

std::vector<Pair> pairList(std::span<const JsonNode> before, std::span<const JsonNode> after) {
    const Ids ids = idsOf(before, after);
    const std::string_view identity = commonIdentity(before, after);
    std::vector<Match> matches = commonSequence(ids.before, ids.after);
    matches.push_back({before.size(), after.size()});
    std::vector<Pair> pairs;
    std::size_t b = 0, a = 0;
    for (const Match& match : matches) {
        addGap(before, after, ids, b, match.before, a, match.after, identity, pairs);
        if (match.before < before.size())
            pairs.push_back({match.before, match.after});
        b = match.before + 1;
        a = match.after + 1;
    }
    return pairs;
}

} // namespace planlens::diff

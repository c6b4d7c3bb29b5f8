// SPDX-License-Identifier: MPL-2.0
#include "core/diff/pairing.h"

#include "core/diff/identity.h"
#include "core/diff/sequence.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

namespace planlens::diff {

namespace {

constexpr std::size_t mostComparisons = 1 << 16; // between unmatched elements

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

/// Whether two objects are equal in more than half of their members, ignoring those that are defaults on both sides. If
/// both have a name, it must be the same; half of the members is then enough.
bool isSimilar(const JsonNode& before, const JsonNode& after, std::size_t& common) {
    common = 0;
    const JsonNode *nameBefore = nameOf(before), *nameAfter = nameOf(after);
    const bool areNamed = nameBefore && nameAfter;
    if (areNamed && !(*nameBefore == *nameAfter))
        return false;
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
    return common * 2 > all || (areNamed && common * 2 == all);
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
            std::size_t endBefore, std::size_t firstAfter, std::size_t endAfter, const Identity* identity,
            std::vector<Pair>& pairs) {
    const auto isOnBothSides = [&](std::size_t b, std::size_t a) { // moved, and not changed to another value
        return std::ranges::binary_search(ids.sortedAfter, ids.before[b]) ||
               std::ranges::binary_search(ids.sortedBefore, ids.after[a]);
    };
    // An element that is identified differently may be renamed, but only where it stays.
    const auto isSameOrInPlace = [&](std::size_t b, std::size_t a) {
        return b == a || !identity || identity->valueOf(before[b]) == identity->valueOf(after[a]);
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
                                (isText      ? isSimilar(before[b].text, after[candidate].text)
                                 : !identity ? isSimilar(before[b], after[candidate], common)
                                             : identity->valueOf(before[b]) == identity->valueOf(after[candidate]));
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
            isEven = !isOnBothSides(b + i, a + i) && isSameOrInPlace(b + i, a + i);
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

/// Sorts pairs by the elements after, each old one without a partner before the element that follows it on its side.
std::vector<Pair> inOrderAfter(std::span<const Pair> found, std::size_t countAfter) {
    std::vector<Pair> partner(countAfter);
    std::vector<std::size_t> removed;
    for (const Pair& pair : found)
        if (pair.after == Pair::nowhere)
            removed.push_back(pair.before);
        else
            partner[pair.after] = pair;
    std::vector<Pair> pairs;
    std::size_t next = 0; // of the removed ones
    for (const Pair& pair : partner) {
        for (; next < removed.size() && pair.before != Pair::nowhere && removed[next] < pair.before; ++next)
            pairs.push_back({removed[next], Pair::nowhere});
        pairs.push_back(pair);
    }
    for (; next < removed.size(); ++next)
        pairs.push_back({removed[next], Pair::nowhere});
    return pairs;
}

/// Pairs removed elements with equal added ones. Null is not paired, because it may stand for an unknown value.
void joinMoved(std::vector<Pair>& pairs, std::span<const JsonNode> before, std::span<const JsonNode> after) {
    std::unordered_map<std::size_t, std::vector<Pair*>> added; // by hash, last first
    for (auto it = pairs.rbegin(); it != pairs.rend(); ++it)
        if (it->before == Pair::nowhere && !isNull(&after[it->after]))
            added[after[it->after].hash].push_back(&*it);
    for (Pair& pair : pairs) {
        if (pair.after != Pair::nowhere || !added.contains(before[pair.before].hash))
            continue;
        std::vector<Pair*>& equal = added[before[pair.before].hash];
        if (equal.empty() || !(before[pair.before] == after[equal.back()->after]))
            continue;
        equal.back()->before = pair.before;
        equal.back()->isMoved = true;
        equal.pop_back();
        pair.before = Pair::nowhere;
    }
    std::erase(pairs, Pair());
}

/// Pairs elements without a partner that have something in common, if all others stay where they are.
void joinAtSamePosition(std::vector<Pair>& pairs, std::span<const JsonNode> before, std::span<const JsonNode> after) {
    const bool areInPlace =
        before.size() == after.size() && std::ranges::all_of(pairs, [](const Pair& pair) {
            return pair.before == pair.after || pair.before == Pair::nowhere || pair.after == Pair::nowhere;
        });
    if (!areInPlace)
        return;
    pairs.clear();
    for (std::size_t i = 0; i < before.size(); ++i) {
        std::size_t common = 0;
        if (before[i] == after[i] || isSimilar(before[i], after[i], common) || common > 0) {
            pairs.push_back({i, i});
        } else {
            pairs.push_back({i, Pair::nowhere});
            pairs.push_back({Pair::nowhere, i});
        }
    }
}

} // namespace

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
    const Identity* identity = commonIdentity(before, after);
    if (identity) {
        std::map<std::string, std::size_t> byIdentity;
        for (std::size_t a = 0; a < after.size(); ++a)
            byIdentity.emplace(*identity->valueOf(after[a]), a);
        for (std::size_t b = 0; b < before.size(); ++b)
            if (const auto it = byIdentity.find(*identity->valueOf(before[b])); it != byIdentity.end())
                take(b, it->second);
    }
    if (!identity || identity->kind() != Identity::Kind::Member) { // ports and destinations may change
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
    if (before.size() == 1 && after.size() == 1 && !differInPorts(before.front(), after.front()))
        return {{0, 0}};
    return inOrderAfter(pairSet(before, after), after.size());
}

std::vector<Pair> pairArray(std::span<const JsonNode> before, std::span<const JsonNode> after) {
    const auto isOfObjects = [](std::span<const JsonNode> elements) {
        return std::ranges::all_of(elements, [](const JsonNode& element) { return isObject(&element); });
    };
    if (isOfObjects(before) && isOfObjects(after)) {
        std::vector<Pair> pairs = pairUnordered(before, after);
        if (!commonIdentity(before, after))
            joinAtSamePosition(pairs, before, after);
        return pairs;
    }
    return pairListWithMoves(before, after);
}

std::vector<Pair> pairListWithMoves(std::span<const JsonNode> before, std::span<const JsonNode> after) {
    std::vector<Pair> pairs = pairList(before, after);
    joinMoved(pairs, before, after);
    return inOrderAfter(pairs, after.size());
}

bool hasOtherOrder(std::span<const Pair> pairs) {
    std::vector<std::size_t> positions;
    for (const Pair& pair : pairs)
        if (pair.before != Pair::nowhere && pair.after != Pair::nowhere)
            positions.push_back(pair.before);
    return !std::ranges::is_sorted(positions);
}

std::vector<Pair> pairList(std::span<const JsonNode> before, std::span<const JsonNode> after) {
    const Ids ids = idsOf(before, after);
    const Identity* identity = commonIdentity(before, after);
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

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/json_node.h"

#include <span>
#include <vector>

namespace planlens::diff {

/// An element of a list or set before and after the change. A position is `nowhere` if the element has no partner.
struct Pair {
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
    std::size_t before = nowhere;
    std::size_t after = nowhere;
    bool isMoved = false; // the elements around it keep their order
    bool operator==(const Pair&) const = default;
};

/// Pairs set elements by identity: equal elements first, then objects by what identifies all elements of both sides
/// (id, key, name and similar, in this order), then objects that are equal in more than half of their members, not
/// counting members that are empty or false on both sides. Elements that both sides identify differently are never
/// paired. Sorted by the elements before, then new ones.
std::vector<Pair> pairSet(std::span<const JsonNode> before, std::span<const JsonNode> after);
/// Pairs list elements by a longest common subsequence. Between common elements, objects are paired by identity if the
/// order allows it; the remaining ones if both sides have the same number, those that are identified differently only
/// at the same position. In the order of both lists.
std::vector<Pair> pairList(std::span<const JsonNode> before, std::span<const JsonNode> after);
/// As above, and equal elements wherever they are: these have moved. In the order of the elements after.
std::vector<Pair> pairListWithMoves(std::span<const JsonNode> before, std::span<const JsonNode> after);

/// Pairs the elements of a sequence that may be a list or a set as those of a set, but the only elements of both sides
/// in any case, because most lists of one element are blocks. Only rules for different ports are different elements. In
/// the order of the elements after, each old one without a partner before the element that follows it on its side.
std::vector<Pair> pairUnordered(std::span<const JsonNode> before, std::span<const JsonNode> after);
/// Pairs the elements of an array in JSON or YAML, whose order often has no meaning: objects as above, other elements
/// as those of a list with moves.
std::vector<Pair> pairArray(std::span<const JsonNode> before, std::span<const JsonNode> after);
/// Whether elements of both sides have another order.
bool hasOtherOrder(std::span<const Pair> pairs);

/// Whether both have the same elements, equally often, in different order.
bool differInOrderOnly(std::span<const JsonNode> before, std::span<const JsonNode> after);

} // namespace planlens::diff

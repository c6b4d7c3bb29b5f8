// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/json_node.h"

#include <span>
#include <vector>

namespace planlens::diff {

/// An element of a list or set before and what it is after; one of the positions is `nowhere` where it has no partner.
struct Pair {
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
    std::size_t before = nowhere;
    std::size_t after = nowhere;
    bool operator==(const Pair&) const = default;
};

/// Elements of sets by who they are: the same ones first, then objects by a member that identifies all of its side (id,
/// key, name and the like, in this order), then objects that are alike in more than half of what either has. Nothing
/// that both sides identify differently is paired. In the order of the elements before, then new ones.
std::vector<Pair> pairSet(std::span<const JsonNode> before, std::span<const JsonNode> after);
/// Elements of lists by a longest common subsequence. Between common ones, objects are paired by who they are where
/// that keeps the order, and what is left where it is the same number on both sides. In the order of both lists.
std::vector<Pair> pairList(std::span<const JsonNode> before, std::span<const JsonNode> after);

/// The member by which all elements of a list or set can be told apart; empty where there is none.
std::string_view identityOf(std::span<const JsonNode> elements);
/// Whether both have the same elements, as often, in another order.
bool differInOrderOnly(std::span<const JsonNode> before, std::span<const JsonNode> after);

} // namespace planlens::diff

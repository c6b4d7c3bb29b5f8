// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace planlens::diff {

/// Two equal elements, by their positions.
struct Match {
    std::size_t before, after;
    bool operator==(const Match&) const = default;
};

/// Returns a longest common subsequence of two sequences of ids, in order. If a full comparison would take too long,
/// elements that are unique on both sides serve as anchors; elements that occur several times may then be missing.
std::vector<Match> commonSequence(std::span<const std::uint32_t> before, std::span<const std::uint32_t> after);
/// As above, for texts.
std::vector<Match> commonSequence(std::span<const std::string_view> before, std::span<const std::string_view> after);

/// A range of a text, in bytes.
struct Span {
    std::size_t start, length;
    bool operator==(const Span&) const = default;
};
/// The words that differ between two versions of a line. Empty on both sides if they have almost nothing in common,
/// because everything would then be highlighted.
struct WordDifference {
    std::vector<Span> before, after;
    bool operator==(const WordDifference&) const = default;
};
WordDifference compareWords(std::string_view before, std::string_view after);

} // namespace planlens::diff

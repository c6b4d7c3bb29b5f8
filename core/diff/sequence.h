// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace planlens::diff {

/// Two elements that are the same, by their positions.
struct Match {
    std::size_t before, after;
    bool operator==(const Match&) const = default;
};

/// A longest common subsequence of two sequences of ids, in order. Where comparing all with all would take too long,
/// what is there just once on both sides anchors it, so that it may miss some of what is there several times.
std::vector<Match> commonSequence(std::span<const std::uint32_t> before, std::span<const std::uint32_t> after);
/// The same for texts.
std::vector<Match> commonSequence(std::span<const std::string_view> before, std::span<const std::string_view> after);

/// A part of a text, in bytes.
struct Span {
    std::size_t start, length;
    bool operator==(const Span&) const = default;
};
/// The words of two versions of a line that differ. Empty on both sides where hardly anything is common, for then
/// everything does.
struct WordDifference {
    std::vector<Span> before, after;
    bool operator==(const WordDifference&) const = default;
};
WordDifference compareWords(std::string_view before, std::string_view after);

} // namespace planlens::diff

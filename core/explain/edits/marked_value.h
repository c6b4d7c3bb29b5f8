// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

#include <optional>
#include <string>
#include <vector>

namespace planlens::explain {

/// Texts and a number that hardly occur in configurations. If an expression is evaluated with one of them in place of a
/// part, its value shows where that part is used. The short text is a single character, for values whose length is
/// limited or compared; the first and the last one are before and behind most others in sorted lists.
inline const std::string markerText = "planlensprobe";
inline const std::string shortMarkerText = "\xEE\x80\x80"; // U+E000
inline const std::string firstMarkerText = "!planlensprobe", lastMarkerText = "~planlensprobe";
constexpr std::int64_t markerNumber = 918'273'645;

/// Returns a value with markers for its texts, and with other numbers, far enough from these for rounded quotients.
values::Value withOtherParts(const values::Value& value, const std::string& marker = markerText);

/// Whether a value that an edit makes may agree with the parts that `before` and `after` have in common, if the edited
/// part were yet another one. `made` is that value, and `marked` the one that results from withOtherParts() with the
/// same marker.
bool mayBeEqual(const values::Value& before, const values::Value& after, const values::Value& made,
                const values::Value& marked, const std::string& marker = markerText);

/// The text that markers in a value stand for, derived from the previous value. Other parts are not compared.
struct Solved {
    bool hasMarker = false;
    bool isPossible = true; // whether a text in place of the markers makes the previous value
    std::optional<std::string> text;
};
Solved solveMarked(const values::Value& made, const std::string& marker, const values::Value& before);

/// Returns numbers in place of the present one that may make the previous value: the one for which the marker stands,
/// the one that follows if the value is linear in the number, and the one that changes a length as much. `next` is the
/// value with the number increased by one.
std::vector<values::Number> solvedNumbers(const values::Number& now, const Solved& solved,
                                          const std::optional<values::Value>& next, const values::Value& before,
                                          const values::Value& after);

/// Returns words in the texts of a value that are in none of another one. At most four.
std::vector<std::string> lostWords(const values::Value& before, const values::Value& after);

/// As solveMarked(), for a set of texts, several of which can have markers: returns the texts that make one of them an
/// element of the previous set. At most eight.
std::vector<std::string> solvedInSet(const values::Value& made, const std::string& marker, const values::Value& before);

} // namespace planlens::explain

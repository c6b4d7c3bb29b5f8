// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/action.h"

#include <string>
#include <string_view>
#include <vector>

namespace planlens::diff {

/// A line of a text that is created, deleted or unchanged.
struct Line {
    plans::Action action = plans::Action::NoOp;
    std::string text;
    bool operator==(const Line&) const = default;
};

/// Returns the line changes between two versions of a text.
std::vector<Line> compareLines(std::string_view before, std::string_view after);

/// Returns "CRLF → LF" or "LF → CRLF" if all lines of a text get other ends; empty if not, or if a text has no or mixed
/// line ends.
std::string lineEndsChange(std::string_view before, std::string_view after);
/// Removes the carriage returns at the ends of lines.
void removeReturns(std::vector<std::string_view>& lines);

} // namespace planlens::diff

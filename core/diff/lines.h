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

} // namespace planlens::diff

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/action.h"

#include <string>
#include <string_view>
#include <vector>

namespace planlens::diff {

/// A line of a text that is created, deleted or kept.
struct Line {
    plans::Action action = plans::Action::NoOp;
    std::string text;
    bool operator==(const Line&) const = default;
};

/// What happens to the lines of a text between two versions of it.
std::vector<Line> compareLines(std::string_view before, std::string_view after);

} // namespace planlens::diff

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/change.h"
#include "core/report/text/text_options.h"

#include <string>

namespace planlens::report {

/// What a change is part of: what the plan is going to do, or what was found to have happened.
enum class Cause { Proposed, Drift };

/// The comment lines above a change that say what happens and why; each ends with a line break.
std::string changeComment(const plans::ResourceInstanceChange& change, Cause cause, Color color);

} // namespace planlens::report

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/change.h"
#include "core/report/text/text_options.h"

#include <string>

namespace planlens::report {

/// Whether a change is proposed by the plan or was detected as drift.
enum class Cause { Proposed, Drift };

/// Returns the comment lines above a change that state the action and its reason; each ends with a line break.
std::string changeComment(const plans::ResourceInstanceChange& change, Cause cause, Color color);

} // namespace planlens::report

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/text/text_options.h"

#include <string>

namespace planlens::plans {
struct Plan;
}
namespace planlens::report {

/// Returns a plan as printed by `show PLAN`: drift, planned actions, totals and output changes, or why there is nothing
/// to do. Ends with a line break.
std::string planText(const plans::Plan& plan, const TextOptions& options = {});

} // namespace planlens::report

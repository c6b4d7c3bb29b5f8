// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cost/plan_costs.h"
#include "ui/basics/session_types.h"

#include <filesystem>
#include <memory>

namespace planlens::plans {
struct Plan;
}
namespace planlens::configs {
struct Config;
}

namespace planlens::session {

/// Returns the costs of a plan from the estimate that the request adds. Null without one, or if it cannot be read,
/// which is reported as a warning and does not prevent planning.
std::shared_ptr<const cost::PlanCosts> costsOf(const Request& request, const plans::Changes& changes,
                                               diags::Diagnostics& diagnostics);

/// Writes the JSON of a plan, with its sensitive values, to a file that only this user can read. Returns the reason if
/// it cannot be written, otherwise an empty text. Blocks.
QString savePlanJson(const plans::Plan& plan, const configs::Config& config, const std::filesystem::path& file);

} // namespace planlens::session

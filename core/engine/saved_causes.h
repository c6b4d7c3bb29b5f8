// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <memory>
#include <stop_token>

namespace planlens::plans {
struct Plan;
}
namespace planlens::configs {
struct Config;
}
namespace planlens::engine {

/// Adds the causes and the recorded references, which saved plans do not contain, to a plan that was read from a file:
/// plans its configuration and states again, with providers that return what the plan contains. Starts no plugins.
/// Returns false, and leaves the plan as it is, if that is not possible, or results in other actions: for example if
/// files that functions read have changed since. The plan must have its schemas.
bool addSavedCauses(plans::Plan& plan, const std::shared_ptr<const configs::Config>& config, std::stop_token stop = {});

} // namespace planlens::engine

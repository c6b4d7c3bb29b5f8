// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::plans {
struct Plan;
}
namespace planlens::formats {

struct ConfigModule;

/// The dependencies in the configuration of plan JSON: references of expressions, depends_on, count and for_each,
/// followed through variables and module outputs. Plan JSON has neither local values nor source positions.
class ConfigDependencies {
public:
    /// Reads the member `configuration`. Invalid parts are ignored.
    explicit ConfigDependencies(std::string_view json);
    ~ConfigDependencies();

    /// Returns the root module variables that are declared as sensitive.
    const std::vector<std::string>& sensitiveVariables() const;
    /// Adds the configured arguments, and the dependencies between instances and named values of the plan. With
    /// `count.index` or `each` in the expression, an instance depends on the instance with the same key if it exists,
    /// otherwise on all. If both resources have very many instances, one edge represents all of them, so that the
    /// number of edges is linear.
    void addTo(plans::Plan& plan) const;

private:
    std::unique_ptr<const ConfigModule> m_root;
};

/// Adds dependencies from the prior state (a member of plan JSON) for destroyed objects, which are often no longer
/// configured, and for objects that are replaced because of `replace_triggered_by`, which the configuration in the
/// document does not contain.
void addStoredDependencies(plans::Plan& plan, std::string_view priorState);

} // namespace planlens::formats

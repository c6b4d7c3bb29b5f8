// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::formats {

/// What the configuration in plan JSON tells of dependencies: references of expressions, depends_on, count and
/// for_each, through variables and outputs of modules. Local values are not in it, nor places in the source.
class ConfigDependencies {
public:
    /// The member `configuration`; what is damaged in it is passed over.
    explicit ConfigDependencies(std::string_view json);
    ~ConfigDependencies();

    /// Variables of the root module that are declared sensitive.
    const std::vector<std::string>& sensitiveVariables() const;
    /// Which arguments are configured, and dependencies between the instances that the plan names, and named values. An
    /// instance whose expression has `count.index` or `each` in it refers to the one of the same key where there is
    /// one, else to all. Between very many and very many, one edge stands for all, so that edges stay linear.
    void addTo(plans::Plan& plan) const;

    struct Parsed;

private:
    std::unique_ptr<const Parsed> m_parsed;
};

/// What is only destroyed is often not in the configuration any more: the prior state (the member of plan JSON)
/// remembers what it depended on.
void addStoredDependencies(plans::Plan& plan, std::string_view priorState);

} // namespace planlens::formats

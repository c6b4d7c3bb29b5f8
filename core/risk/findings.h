// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"
#include "core/risk/rules.h"

#include <set>

namespace planlens::risk {

/// A finding of a rule for an object, or for the whole plan. It contains no attribute values.
struct Finding {
    std::string rule; // id of the rule
    Severity severity = Severity::Medium;
    std::string title, detail;
    std::optional<addrs::AbsResourceInstance> address; // std::nullopt: the whole plan
    std::size_t count = 1;                             // number of objects, if it refers to the plan
    std::optional<addrs::AbsResourceInstance> other;   // a second object it refers to
    bool operator==(const Finding&) const = default;
};

/// Information that is not part of the plan.
struct Context {
    /// Resources that had prevent_destroy in the configuration of the previous plan, and no longer have it.
    std::set<addrs::ConfigResource> unprotected;
};

/// Returns all findings, sorted by severity, then in plan order. Each rule gives at most one finding for each object.
std::vector<Finding> findings(const plans::Plan& plan, const Rules& rules, const Context& context = {});

/// Returns "high", "medium" or "low".
std::string_view name(Severity severity);

} // namespace planlens::risk

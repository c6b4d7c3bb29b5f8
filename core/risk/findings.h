// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"
#include "core/risk/rules.h"

#include <set>

namespace planlens::risk {

/// What a rule has to say about an object, or about the plan as a whole. It has no values in it.
struct Finding {
    std::string rule; // its id
    Severity severity = Severity::Medium;
    std::string title, detail;
    std::optional<addrs::AbsResourceInstance> address; // nothing: the plan
    std::size_t count = 1;                             // of objects, where it is about the plan
    std::optional<addrs::AbsResourceInstance> other;   // what it is about too
    bool operator==(const Finding&) const = default;
};

/// What a plan does not tell by itself.
struct Context {
    /// Resources of which the configuration said prevent_destroy at the plan before, and does not now.
    std::set<addrs::ConfigResource> unprotected;
};

/// All findings, the worst first, then in the order of the plan. Each rule at most once for each object.
std::vector<Finding> findings(const plans::Plan& plan, const Rules& rules, const Context& context = {});

/// "high", "medium", "low".
std::string_view name(Severity severity);

} // namespace planlens::risk

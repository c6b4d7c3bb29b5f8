// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"
#include "core/risk/rules.h"

#include <set>

namespace planlens::plans {
struct Plan;
}
namespace planlens::risk {

/// A finding of a rule for an object, or for the whole plan. Planlens's own rules never include attribute values.
struct Finding {
    std::string rule; // id of the rule
    Severity severity = Severity::Medium;
    std::string title, detail;
    std::optional<addrs::AbsResourceInstance> address; // std::nullopt: the whole plan
    std::size_t count = 1;                             // number of objects, if it refers to the whole plan
    std::optional<addrs::AbsResourceInstance> other;   // a second object that it refers to
    std::string tool = {};                             // the other tool that reported it; empty: Planlens
    std::string link = {};                             // a web page about the rule, if the tool gives one
    std::string subject = {};                          // the subject of the finding, as the tool writes it
    bool operator==(const Finding&) const = default;
};

/// Information that is not part of the plan.
struct Context {
    /// Resources that had prevent_destroy in the configuration of the previous plan, and no longer have it.
    std::set<addrs::ConfigResource> unprotected;
};

/// Returns all findings, sorted by severity, then in plan order. Each rule gives at most one finding per object.
std::vector<Finding> findings(const plans::Plan& plan, const Rules& rules, const Context& context = {});

/// Sorts findings by severity, those of the whole plan first; otherwise the order is unchanged.
void sort(std::vector<Finding>& findings);

/// Returns "high", "medium" or "low".
std::string_view name(Severity severity);

} // namespace planlens::risk

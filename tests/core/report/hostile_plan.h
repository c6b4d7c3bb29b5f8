// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/change.h"
#include "core/report/export.h"

#include <string>
#include <vector>

namespace planlens::plans {
struct Plan;
}
namespace planlens::testing {

using plans::Action;
using report::Format;
using values::Value;

inline const std::string hostile =
    "</script><script>alert(1)</script> `x` ``` | [a](http://b) @all #1 \" ' \\ & --> ]]> ${x} \x01 end";
inline constexpr const char* secret = "s3cret-p4ssword";

plans::ResourceInstanceChangePtr change(addrs::AbsResourceInstance address, Action action, Value before, Value after);
addrs::AbsResourceInstance at(const std::string& address);

/// Returns a plan with hostile names and values, and with copies of a secret that are not marked.
plans::Plan hostilePlan();
/// Returns findings of Planlens, and one of another tool with hostile texts.
std::vector<risk::Finding> hostileFindings(const plans::Plan& plan);
cost::PlanCosts hostileCosts();
const std::vector<diags::Diagnostic>& hostileDiagnostics();
std::string exportedAs(Format format, std::size_t limit = report::commentLimit);

} // namespace planlens::testing

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"
#include "core/cost/estimate.h"

#include <map>
#include <string>
#include <vector>

namespace planlens::plans {
class Changes;
}
namespace planlens::cost {

/// The estimate for the objects of a plan. A sum has a difference if all its parts have one.
struct PlanCosts {
    std::string currency;
    Costs total;
    std::map<addrs::AbsResourceInstance, Costs> resources;
    std::map<std::string, Costs>
        modules;                     // by address, each including its child modules; empty address: the root module
    std::size_t unpriced = 0;        // resources that the estimate has no price for
    std::vector<std::string> others; // addresses of the estimate that are not in the plan
};

PlanCosts planCosts(const Estimate& estimate, const plans::Changes& changes);

} // namespace planlens::cost

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cost/plan_costs.h"

#include <QString>

namespace planlens::models {

/// Returns "+$10.00 a month", or "$10.00 a month" if only the cost after the change is known. Empty if nothing is known
/// or the change costs nothing.
QString costText(const cost::Costs& costs, const std::string& currency);
/// Returns the same with both sides: "+$10.00 a month ($20.00 → $30.00)".
QString costChangeText(const cost::Costs& costs, const std::string& currency);
/// Returns the cost of a resource instance of the plan; empty costs if it has none.
cost::Costs costOf(const cost::PlanCosts& costs, const addrs::AbsResourceInstance& address);
/// Returns the limitations of the estimate: "2 resources have no price." Empty if there are none.
QString costRemark(const cost::PlanCosts& costs);

} // namespace planlens::models

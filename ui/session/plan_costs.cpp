// SPDX-License-Identifier: MPL-2.0
#include "ui/session/plan_costs.h"

#include "core/cost/estimate.h"

namespace planlens::session {

std::shared_ptr<const cost::PlanCosts> costsOf(const Request& request, const plans::Plan& plan,
                                               diags::Diagnostics& diagnostics) {
    if (request.added.costs.isEmpty())
        return nullptr;
    const diags::Result<cost::Estimate> estimate =
        cost::readEstimateFile(request.folder.toStdString(), request.added.costs.toStdString());
    for (diags::Diagnostic problem : estimate.diagnostics) {
        problem.severity = diags::Severity::Warning;
        diagnostics.append(std::move(problem));
    }
    return estimate.value ? std::make_shared<const cost::PlanCosts>(cost::planCosts(*estimate.value, plan)) : nullptr;
}

} // namespace planlens::session

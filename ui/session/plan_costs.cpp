// SPDX-License-Identifier: MPL-2.0
#include "ui/session/plan_costs.h"

#include "core/cost/estimate.h"
#include "core/diags/join_messages.h"
#include "core/formats/plan_json.h"
#include "core/system/output_file.h"
#include "ui/basics/text.h"

namespace planlens::session {

std::shared_ptr<const cost::PlanCosts> costsOf(const Request& request, const plans::Changes& changes,
                                               diags::Diagnostics& diagnostics) {
    if (request.added.costs.isEmpty())
        return nullptr;
    const diags::Result<cost::Estimate> estimate =
        cost::readEstimateFile(request.folder.toStdString(), request.added.costs.toStdString());
    for (diags::Diagnostic problem : estimate.diagnostics) {
        problem.severity = diags::Severity::Warning;
        diagnostics.append(std::move(problem));
    }
    return estimate.value ? std::make_shared<const cost::PlanCosts>(cost::planCosts(*estimate.value, changes))
                          : nullptr;
}

QString savePlanJson(const plans::Plan& plan, const configs::Config& config, const std::filesystem::path& file) {
    const diags::Result<std::string> json = formats::planJson(plan, config);
    if (!json.isOk())
        return qstring(diags::joinMessages(json.diagnostics));
    const auto written = system::writeOutputFile(file, *json.value, {.mode = 0600});
    return written ? QString() : qstring(written.error().toString());
}

} // namespace planlens::session

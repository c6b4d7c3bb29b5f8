// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/operation_options.h"
#include "app/cli/planning.h"
#include "app/cli/read_plan_file.h"
#include "app/cli/usage.h"

#include "core/masking/export_secrets.h"
#include "core/report/why.h"

namespace planlens::cli {

using diags::Diagnostics;

namespace {

/// The plan of the folder, or of the file that -plan names. Null after errors, which were shown.
std::shared_ptr<const plans::Plan> planToExplain(const engine::PlanOptions& options, const Arguments& arguments,
                                                 const std::filesystem::path& directory, Output& output,
                                                 const Interrupts& interrupts) {
    if (const std::optional<std::string> file = arguments.value("plan")) {
        ReadPlan read = readPlanFile(*file, directory, arguments, output, interrupts);
        output.showAside(read.diagnostics);
        return std::move(read.plan);
    }
    std::optional<Planning> planning = makePlan(options, arguments, directory, output, "OperationTypePlan", interrupts);
    if (!planning)
        return nullptr;
    const std::shared_ptr<const plans::Plan>& plan = planning->outcome.plan;
    output.showAside(planning->outcome.diagnostics, plan ? masking::secretsInExports(*plan) : masking::Secrets());
    return planning->outcome.diagnostics.hasErrors() ? nullptr : plan;
}

} // namespace

int runWhy(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts) {
    Diagnostics misuse = arguments.problems;
    const std::optional<engine::PlanOptions> options = operationOptions(arguments, directory).into(misuse);
    if (misuse.hasErrors())
        return reportMisuse("why", arguments, misuse);
    Output output(View::Human, arguments);
    output.setDocument();
    const std::shared_ptr<const plans::Plan> plan = planToExplain(*options, arguments, directory, output, interrupts);
    if (!plan)
        return 1;
    const diags::Result<std::vector<report::WhySubject>> subjects = report::whySubjects(*plan, arguments.positional);
    output.showAside(subjects.diagnostics);
    if (!subjects.isOk())
        return 1;
    output.print(arguments.flag("json", false) ? report::whyJson(*plan, *subjects) : report::whyText(*plan, *subjects));
    return 0;
}

} // namespace planlens::cli

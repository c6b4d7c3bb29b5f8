// SPDX-License-Identifier: MPL-2.0
#include "app/cli/projects/plan_result.h"

#include "app/cli/report/report_data.h"
#include "core/formats/plan_json.h"
#include "core/masking/export_secrets.h"
#include "core/plans/plan.h"
#include "core/projects/results/result.h"
#include "core/projects/results/review.h"
#include "core/system/environment.h"
#include "core/system/file.h"

#include <fmt/core.h>

namespace planlens::cli {

using diags::Diagnostic;
using diags::Diagnostics;

diags::Diagnostics writePlanResult(const Planning& planning, const diags::Diagnostics& diagnostics,
                                   const Arguments& arguments, const std::filesystem::path& directory,
                                   const std::filesystem::path& folder) {
    const plans::Plan& plan = *planning.outcome.plan;
    const workspace::Project& project = planning.project;
    Diagnostics problems;
    const auto write = [&](std::string_view name, const std::string& text) {
        if (const auto written = system::writeNewSynced(folder / name, text, 0600); !written)
            problems.error("Failed to write the result",
                           fmt::format("The result of the plan cannot be written: {}.", written.error()));
    };
    // It contains the state and sensitive values in clear, also of an encrypted plan.
    if (!project.state.encryption.active) {
        const diags::Result<std::string> json = formats::planJson(plan, *project.config);
        if (!json.value)
            return json.diagnostics;
        write(projects::planJsonFile, *json + "\n");
    }
    diags::Result<ReportData> data = reportData(plan, directory, arguments);
    if (!data.value)
        return std::move(data.diagnostics);
    data->blocks = findings::Blocks(*project.config);
    report::Extras extras;
    const std::vector<Diagnostic> list(diagnostics.begin(), diagnostics.end());
    extras.diagnostics = list;
    extras.placeOf = [&](const addrs::ConfigResource& resource) { return data->placeOf(resource); };
    extras.hasUnchangedParts = extras.hasMaskedTexts = true;
    projects::Review review = projects::reviewOf(plan, data->findings, extras);
    if (planning.filesRead)
        review.reads = projects::withoutSecrets(
            projects::readsOf(*planning.filesRead, plan.priorState.get(), system::absolutePath(directory)),
            masking::secretsInExports(plan));
    if (project.state.backend.type == "local" && project.state.access == backends::Access::Native)
        review.stateFile = system::absolutePath(project.state.paths.state).lexically_normal().string();
    // The lineage of a state that does not exist yet differs each time.
    std::error_code error;
    if (!review.stateFile.empty() && !std::filesystem::exists(review.stateFile, error))
        review.state = {};
    write(projects::reviewFile, projects::reviewJson(review));
    return problems;
}

} // namespace planlens::cli

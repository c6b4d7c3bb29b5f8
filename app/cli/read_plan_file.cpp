// SPDX-License-Identifier: MPL-2.0
#include "app/cli/read_plan_file.h"

#include "core/engine/saved_causes.h"
#include "core/engine/saved_config.h"
#include "core/formats/reading/plan_reader.h"
#include "core/system/file.h"

#include <fmt/core.h>

namespace planlens::cli {

using diags::Diagnostic;

ReadPlan readPlanFile(const std::string& file, const std::filesystem::path& directory, const Arguments& arguments,
                      Output& output, const Interrupts& interrupts) {
    const auto bytes = file == "-" ? system::readStandardInput() : system::readFile(directory / file);
    if (!bytes)
        return {nullptr, nullptr,
                Diagnostic::error(bytes.error().isMissing() ? "Plan not found" : "Failed to read the plan",
                                  fmt::format("The file {} cannot be read: {}.", file, bytes.error().reason()))};
    if (!workspace::looksLikePlan(*bytes)) {
        diags::Result<formats::FinishedPlan> read = formats::readPlanJson(*bytes, interrupts.stop);
        return {read.value ? read->plan : nullptr, read.value ? read->terraform : nullptr, std::move(read.diagnostics)};
    }
    const diags::Result<OpenedPlan>& opened = keptUntilExit(workspace::openPlan(
        *bytes, openOptions(directory, arguments, interrupts, Purpose::Reading), PlanUse::Show, file));
    if (opened.value)
        output.setSources(opened->project.sources);
    if (!opened.isOk())
        return {nullptr, nullptr, opened.diagnostics};
    if (opened->config)
        if (!engine::addSavedCauses(*opened->plan, opened->config, interrupts.stop))
            engine::completeFromConfig(*opened->plan, *opened->config);
    return {opened->plan, opened->terraform, opened.diagnostics};
}

} // namespace planlens::cli

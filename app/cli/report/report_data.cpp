// SPDX-License-Identifier: MPL-2.0
#include "app/cli/report/report_data.h"

#include "core/configs/config.h"
#include "core/configs/load.h"
#include "core/findings/matching.h"
#include "core/plans/plan.h"
#include "core/states/workspace.h"
#include "core/system/file.h"

#include <fmt/core.h>

#include <system_error>

namespace planlens::cli {

using diags::Diagnostic;

namespace {

/// The locations of resource blocks. Errors in the configuration are ignored.
findings::Blocks blocksIn(const std::filesystem::path& directory) {
    configs::LoadOptions options;
    options.directory = directory;
    options.dataDirectory = states::dataDirectory(directory);
    const diags::Result<configs::ConfigPtr> config = configs::load(options);
    return config.value && *config.value ? findings::Blocks(**config.value) : findings::Blocks();
}

} // namespace

std::optional<std::pair<std::string, std::uint32_t>> ReportData::placeOf(const addrs::ConfigResource& resource) const {
    const std::optional<findings::Blocks::Place> place = blocks.placeOf(resource);
    return place ? std::optional(std::pair(place->file, place->line)) : std::nullopt;
}

diags::Result<ReportData> reportData(const plans::Plan& plan, const std::filesystem::path& directory,
                                     const Arguments& arguments) {
    diags::Result<ReportData> result;
    ReportData data;
    diags::Result<risk::Rules> rules = risk::rulesOf(directory, risk::personalFolder());
    result.diagnostics = std::move(rules.diagnostics);
    data.findings = risk::findings(plan, *rules.value);
    const std::string format = arguments.value("format").value_or(std::string());
    if (arguments.has("findings") || format == "sarif" || format == "json")
        data.blocks = blocksIn(directory);
    for (const std::string& file : arguments.values("findings")) {
        auto read = findings::readFindingsFile(directory, file);
        result.diagnostics.append(std::move(read.diagnostics));
        if (!read.value)
            return result;
        for (risk::Finding& finding : findings::matched(*read.value, plan.changes, data.blocks))
            data.findings.push_back(std::move(finding));
    }
    risk::sort(data.findings);
    if (const std::optional<std::string> file = arguments.value("cost")) {
        auto read = cost::readEstimateFile(directory, *file);
        result.diagnostics.append(std::move(read.diagnostics));
        if (!read.value)
            return result;
        data.costs = cost::planCosts(*read.value, plan.changes);
    }
    result.value = std::move(data);
    return result;
}

} // namespace planlens::cli

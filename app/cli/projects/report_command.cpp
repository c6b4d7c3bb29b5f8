// SPDX-License-Identifier: MPL-2.0
#include "app/cli/output.h"
#include "app/cli/projects/commands.h"
#include "app/cli/projects/opened_results.h"
#include "app/cli/report/report_output.h"
#include "core/projects/reports/summary.h"
#include "core/system/directories/listing.h"
#include "core/system/file.h"

#include <fmt/core.h>

#include <algorithm>
#include <ctime>

namespace planlens::cli {

namespace fs = std::filesystem;
using diags::Diagnostic;

namespace {

/// Whether `projects plan` has written to a folder; it may have had no projects to plan.
bool isUsed(const fs::path& folder) {
    const auto entries = system::listDirectory(folder);
    return !entries || projects::hasResults(folder) || // a folder that cannot be read is reported later
           std::ranges::any_of(*entries, [](const auto& entry) { return entry.name.starts_with(".run"); });
}

/// Replaces the folders of local copies in diagnostics by the given names of the results.
diags::Diagnostics withNames(const diags::Diagnostics& diagnostics, const std::vector<fs::path>& folders,
                             const std::vector<std::string>& names) {
    diags::Diagnostics named;
    for (Diagnostic diagnostic : diagnostics) {
        for (std::size_t i = 0; i < folders.size(); ++i)
            if (const std::size_t at = diagnostic.detail.find(folders[i].string()); at != std::string::npos)
                diagnostic.detail.replace(at, folders[i].string().size(), names[i]);
        named.append(std::move(diagnostic));
    }
    return named;
}

} // namespace

int runProjectsReport(const Arguments& arguments, const fs::path& directory, const Interrupts& interrupts) {
    Output output(View::Human, arguments);
    const auto refuse = [&](std::string summary, std::string detail) {
        output.show(Diagnostic::error(std::move(summary), std::move(detail)));
        return 1;
    };
    if (arguments.positional.empty())
        return refuse("Wrong number of arguments", "Expected the directories of results of \"projects plan\".");
    const std::string formatName = arguments.value("format").value_or("html");
    const std::optional<projects::SummaryFormat> format = projects::summaryFormatNamed(formatName);
    if (!format)
        return refuse("Unknown format", fmt::format("\"{}\" is not a format of this report. The formats are html, "
                                                    "markdown, json, sarif, junit and prometheus.",
                                                    formatName));
    const diags::Result<std::size_t> limit = reportLimit(arguments);
    if (!limit.value) {
        output.show(limit.diagnostics);
        return 1;
    }
    std::vector<std::string> expected;
    if (const std::optional<std::string> file = arguments.value("list")) {
        const auto text = system::readFile(directory / *file);
        if (!text)
            return refuse("Failed to read a file",
                          fmt::format("The file {} cannot be read: {}.", *file, text.error().reason()));
        diags::Result<std::vector<std::string>> listed = projects::listedProjects(*text, *file);
        output.showAside(listed.diagnostics);
        if (!listed.value)
            return 1;
        expected = *std::move(listed.value);
    }
    std::vector<OpenedResults> opened;
    std::vector<fs::path> folders;
    for (const std::string& name : arguments.positional) {
        diags::Result<OpenedResults> results =
            openResults(name, directory, projects::ResultStore::Content::Reviews, interrupts);
        output.showAside(results.diagnostics);
        if (!results.isOk())
            return 1;
        if (expected.empty() && !isUsed(results->folder))
            return refuse("No results", fmt::format("{} contains no results of \"planlens-cli projects plan "
                                                    "-out=RESULTS\". The report would be empty.",
                                                    name));
        folders.push_back(results->folder);
        opened.push_back(*std::move(results.value));
    }
    const diags::Result<projects::Summary> summary = projects::summaryOf(folders, expected, std::time(nullptr));
    output.showAside(withNames(summary.diagnostics, folders, arguments.positional));
    if (!summary.value)
        return 1;
    const diags::Diagnostics problems =
        writeReport(projects::reportText(*summary, *format, *limit.value), arguments, directory, output);
    output.show(problems);
    diags::Diagnostics lost;
    for (const projects::ReportedProject& project : summary->projects)
        if (project.isLost)
            lost.error("Incomplete report", fmt::format("{}: {}", project.name, project.result.error));
    output.showAside(lost);
    return problems.hasErrors() || lost.hasErrors() ? 1 : 0;
}

} // namespace planlens::cli

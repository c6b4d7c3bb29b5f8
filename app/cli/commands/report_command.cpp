// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/project.h"
#include "app/cli/read_plan_file.h"
#include "app/cli/report/drawn_report.h"
#include "app/cli/report/report_data.h"
#include "app/cli/report/report_output.h"

#include "core/report/export.h"

#include <fmt/core.h>

#include <unistd.h>

namespace planlens::cli {

using diags::Diagnostic;

int runReport(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts) {
    Output output(View::Human, arguments);
    const auto refuse = [&](std::string summary, std::string detail) {
        output.show(Diagnostic::error(std::move(summary), std::move(detail)));
        return 1;
    };
    if (arguments.positional.size() != 1)
        return refuse("Wrong number of arguments",
                      "Expected one argument: the path of a saved plan or of plan JSON, or - for standard input.");
    const std::string name = arguments.value("format").value_or("html");
    const std::optional<report::Format> format = report::formatNamed(name);
    if (!format && !isDrawn(name))
        return refuse("Unknown format", fmt::format("\"{}\" is not a report format. The formats are html, markdown, "
                                                    "text, json, sarif, junit, pdf, svg, png, "
                                                    "mermaid and dot.",
                                                    name));
    const diags::Result<std::size_t> limit = reportLimit(arguments);
    if (!limit.value) {
        output.show(limit.diagnostics);
        return 1;
    }
    const std::optional<std::string> out = arguments.value("out");
    if (!format && !out && isatty(STDOUT_FILENO))
        return refuse("Output file required",
                      fmt::format("The format {} is binary and is not written to a terminal. Use -out=FILE.", name));
    const ReadPlan read = readPlanFile(arguments.positional.front(), directory, arguments, output, interrupts);
    output.showAside(read.diagnostics);
    if (!read.plan)
        return 1;
    if (read.terraform)
        output.showAside(plans::terraformNotes(*read.terraform));
    const diags::Result<ReportData> data = reportData(*read.plan, directory, arguments);
    output.show(data.diagnostics); // valid rules are used
    if (!data.value)
        return 1;
    report::Extras extras;
    extras.terraform = read.terraform.get();
    extras.costs = data->costs ? &*data->costs : nullptr;
    const std::vector<diags::Diagnostic> diagnostics(read.diagnostics.begin(), read.diagnostics.end());
    extras.diagnostics = diagnostics;
    extras.placeOf = [&](const addrs::ConfigResource& resource) { return data->placeOf(resource); };
    const diags::Result<std::string> text =
        format ? report::exported(*read.plan, *format, data->findings, *limit.value, extras)
               : drawn(name, report::drawable(*read.plan, data->findings, extras), interrupts);
    output.show(text.diagnostics);
    if (!text.value)
        return 1;
    const diags::Diagnostics problems = writeReport(*text, arguments, directory, output);
    output.show(problems);
    return problems.hasErrors() ? 1 : 0;
}

} // namespace planlens::cli

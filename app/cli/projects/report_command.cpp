// SPDX-License-Identifier: MPL-2.0
#include "app/cli/output.h"
#include "app/cli/projects/commands.h"
#include "core/projects/reports/summary.h"
#include "core/report/markdown.h"
#include "core/system/file.h"
#include "core/system/output_file.h"

#include <fmt/core.h>

#include <charconv>
#include <ctime>

namespace planlens::cli {

namespace fs = std::filesystem;
using diags::Diagnostic;

int runProjectsReport(const Arguments& arguments, const fs::path& directory, const Interrupts&) {
    Output output(View::Human, arguments);
    const auto refuse = [&](std::string summary, std::string detail) {
        output.show(Diagnostic::error(std::move(summary), std::move(detail)));
        return 1;
    };
    if (arguments.positional.empty())
        return refuse("Wrong number of arguments", "Expected the directories of results of \"projects plan\".");
    const std::string name = arguments.value("format").value_or("html");
    const std::optional<projects::SummaryFormat> format = projects::summaryFormatNamed(name);
    if (!format)
        return refuse("Unknown format", fmt::format("\"{}\" is not a format of this report. The formats are html, "
                                                    "markdown, json, sarif, junit and prometheus.",
                                                    name));
    std::size_t limit = report::commentLimit;
    if (const std::optional<std::string> text = arguments.value("limit")) {
        const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), limit);
        if (error != std::errc() || end != text->data() + text->size() || limit == 0)
            return refuse("Invalid limit",
                          fmt::format("\"{}\" is not a number of characters greater than zero.", *text));
    }
    std::optional<std::string> expected;
    if (const std::optional<std::string> file = arguments.value("list")) {
        const auto text = system::readFile(directory / *file);
        if (!text)
            return refuse("Failed to read a file",
                          fmt::format("The file {} cannot be read: {}.", *file, text.error().reason()));
        expected = *text;
    }
    std::vector<fs::path> folders;
    for (const std::string& folder : arguments.positional) {
        if (folder.find("://") != std::string::npos)
            return refuse("Object stores are not supported",
                          fmt::format("Results can be read from directories only, and not from {}.", folder));
        folders.push_back(directory / folder);
    }
    const diags::Result<projects::Summary> summary = projects::summaryOf(folders, expected, std::time(nullptr));
    output.showAside(summary.diagnostics);
    if (!summary.value)
        return 1;
    const std::string text = projects::reportText(*summary, *format, limit);
    const std::optional<std::string> out = arguments.value("out");
    if (!out) {
        output.print(text);
        return 0;
    }
    if (const auto written = system::writeOutputFile(directory / *out, text); !written)
        return refuse("Failed to write the report",
                      fmt::format("The file {} cannot be written: {}.", *out, written.error().reason()));
    return 0;
}

} // namespace planlens::cli

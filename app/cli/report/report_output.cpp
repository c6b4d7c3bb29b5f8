// SPDX-License-Identifier: MPL-2.0
#include "app/cli/report/report_output.h"

#include "core/report/markdown.h"
#include "core/report/text/terminal_text.h"
#include "core/system/output_file.h"

#include <fmt/core.h>

namespace planlens::cli {

using diags::Diagnostic;

diags::Result<std::size_t> reportLimit(const Arguments& arguments) {
    const std::optional<std::string> text = arguments.value("limit");
    if (!text)
        return report::commentLimit;
    if (const auto limit = positiveNumber<std::size_t>(*text))
        return *limit;
    return Diagnostic::error("Invalid limit",
                             fmt::format("\"{}\" is not a number of characters greater than zero.", *text));
}

diags::Diagnostics writeReport(const std::string& text, const Arguments& arguments,
                               const std::filesystem::path& directory, Output& output) {
    const std::optional<std::string> out = arguments.value("out");
    if (!out) {
        output.print(report::safeText(text, output.text()));
        return {};
    }
    const auto written = system::writeOutputFile(directory / *out, text);
    if (written)
        return {};
    return Diagnostic::error("Failed to write the report",
                             fmt::format("The file {} cannot be written: {}.", *out, written.error().reason()));
}

} // namespace planlens::cli

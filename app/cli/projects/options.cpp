// SPDX-License-Identifier: MPL-2.0
#include "app/cli/projects/options.h"

#include <fmt/core.h>

namespace planlens::cli {

diags::Diagnostic invalidOption(std::string_view option, std::string_view value, std::string_view wanted) {
    return diags::Diagnostic::error("Invalid option",
                                    fmt::format("\"{}\" is not valid for -{}. Use {}.", value, option, wanted));
}

diags::Result<unsigned> jobsOf(const Arguments& arguments, unsigned defaultJobs) {
    const std::optional<std::string> text = arguments.value("jobs");
    if (!text)
        return defaultJobs;
    if (const auto jobs = positiveNumber<unsigned>(*text))
        return *jobs;
    return invalidOption("jobs", *text, "a number of processes greater than zero");
}

std::string inOneLine(std::string text) {
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos;)
        text.replace(at, 1, "\xe2\x90\x8a"); // U+240A, the symbol for it
    return text;
}

} // namespace planlens::cli

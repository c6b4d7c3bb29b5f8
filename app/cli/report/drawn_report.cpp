// SPDX-License-Identifier: MPL-2.0
#include "app/cli/report/drawn_report.h"

#include "core/system/environment.h"
#include "core/system/run_program.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace planlens::cli {

namespace {

/// The program next to this one, or in a sibling folder of the build tree. Others might have another version.
std::filesystem::path windowProgram() {
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    for (const std::filesystem::path& place : {folder / "planlens", folder / "planlens" / "planlens"})
        if (std::filesystem::is_regular_file(place, error))
            return place;
    return {};
}

} // namespace

bool isDrawn(std::string_view format) {
    return format == "png" || format == "pdf";
}

diags::Result<std::string> drawn(std::string_view format, const report::Drawable& drawable,
                                 const Interrupts& interrupts) {
    const auto failure = [&](std::string_view why) {
        return diags::Diagnostic::error(
            "Failed to draw the report",
            fmt::format("The graphical application, planlens, draws reports in the format {}: {}. Use -format=svg for "
                        "the graph, or -format=html for printing.",
                        format, why));
    };
    const std::filesystem::path program = windowProgram();
    if (program.empty())
        return failure("it is not installed in the directory of planlens-cli");
    std::string bytes, errorOutput;
    std::optional<std::string> input = nlohmann::json{{"svg", drawable.svg}, {"text", drawable.text}}.dump();
    system::Exchange exchange;
    exchange.output = [&](std::string_view part) { bytes += part; };
    exchange.error = [&](std::string_view part) { errorOutput += part; };
    exchange.input = [&] { return std::exchange(input, std::nullopt); };
    system::Limits limits;
    limits.stop = interrupts.stop;
    limits.forced = interrupts.forced;
    const auto exitStatus = system::runProgram(
        {program, system::ownEnvironment(), {}, {program.string(), "--draw-report", std::string(format)}}, exchange,
        limits);
    if (!exitStatus)
        return failure(std::strerror(exitStatus.error()));
    if (!exitStatus->isSuccess())
        return failure(errorOutput.empty() ? exitStatus->toString()
                                           : errorOutput.substr(0, errorOutput.find_last_not_of(" .\n") + 1));
    return bytes;
}

} // namespace planlens::cli

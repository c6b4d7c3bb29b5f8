// SPDX-License-Identifier: MPL-2.0
#include "core/backends/tool_program.h"

#include "core/addrs/hostname.h"
#include "core/addrs/provider.h"
#include "core/addrs/version.h"
#include "core/backends/tool_process.h"
#include "core/backends/tool_record.h"
#include "core/system/environment.h"
#include "core/system/run_program.h"

#include <fmt/core.h>

#include <chrono>
#include <optional>

namespace planlens::backends {

using diags::Diagnostic;
using diags::Result;

namespace {

std::string valueOf(const std::vector<std::string>& environment, std::string_view name) {
    for (const std::string& entry : environment)
        if (entry.starts_with(name) && entry.size() > name.size() && entry[name.size()] == '=')
            return entry.substr(name.size() + 1);
    return {};
}

/// Parses "OpenTofu v1.12.6" at the start of a line.
std::optional<plans::Program> programOf(std::string_view text) {
    text = outputFrom(text, {"OpenTofu v", "Terraform v"});
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    using Kind = plans::Program::Kind;
    for (const auto& [name, kind] : {std::pair{std::string_view("OpenTofu v"), Kind::OpenTofu},
                                     std::pair{std::string_view("Terraform v"), Kind::Terraform}})
        if (line.starts_with(name))
            return plans::Program{kind, std::string(line.substr(name.size()))};
    return {};
}

} // namespace

bool isAtLeast(const plans::Program& program, std::int64_t openTofu, std::optional<std::int64_t> terraform) {
    const std::optional<addrs::Version> version = addrs::Version::parse(program.version);
    const std::optional<std::int64_t> first = program.kind == plans::Program::Kind::OpenTofu ? openTofu : terraform;
    return version && first && version->segments[1] >= *first;
}

std::string toolName(std::string_view registry) {
    return registry == addrs::terraformRegistry ? "terraform" : "tofu";
}

std::filesystem::path findTool(std::string_view given, std::string_view registry,
                               const std::vector<std::string>& environment) {
    std::string name(given);
    if (name.empty())
        name = valueOf(environment, "PLANLENS_TOOL");
    const auto path = system::findProgram(name.empty() ? toolName(registry) : name);
    std::error_code error;
    return path && std::filesystem::exists(*path, error) ? system::absolutePath(*path) : std::filesystem::path();
}

Result<Tool> identifyTool(const std::filesystem::path& path, std::string_view what, std::string_view registry,
                          const ToolRun& run) {
    const std::string name = toolName(registry);
    constexpr std::string_view howToName = "set its path with -tool=PATH or the environment variable PLANLENS_TOOL";
    if (path.empty())
        return Diagnostic::error(
            fmt::format("The program {} was not found", name),
            fmt::format("Planlens cannot access the state of this configuration itself ({}). It reads the state with "
                        "\"{} state pull\" and applies plans with \"{} apply\". Install {}, or {}.",
                        what, name, name, name, howToName));
    if (const std::optional<plans::Program> recorded = recordedProgram(path))
        return Tool{path, *recorded};
    const ToolResult result =
        runTool(path, {"version"}, run, {}, std::chrono::steady_clock::now() + std::chrono::seconds(20));
    const std::optional<plans::Program> program = result.isSuccess() ? programOf(result.output) : std::nullopt;
    if (!program)
        return Diagnostic::error(
            "Unusable program for the state",
            fmt::format(
                "The program {} does not print its version as OpenTofu and Terraform do ({}). Install {}, or {}.",
                path.string(), result.isSuccess() ? "its output is different" : result.failure(), name, howToName));
    recordProgram(path, *program);
    return Tool{path, *program};
}

} // namespace planlens::backends

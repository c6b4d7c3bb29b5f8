// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/plans/plan.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::backends {

/// The user's own tofu or terraform. It reads the states, and applies the plans, that Planlens cannot access itself:
/// those of other backends, and encrypted ones. The tool manages their locks.
struct Tool {
    std::filesystem::path path;
    plans::Program program; // as the tool reports it
};

/// How a tool is run. All runs block.
struct ToolRun {
    std::filesystem::path directory; // of the configuration
    std::vector<std::string> environment;
    std::vector<std::string> variables = {}; // -var and -var-file, as they were given
    std::stop_token stop = {};               // interrupts the tool once
    std::stop_token forced = {};             // interrupts it a second time, which ends it at once
};

/// Whether a program is of this minor version or a later one. Without a minor version of Terraform, Terraform never is.
bool isSince(const plans::Program& program, std::int64_t openTofu, std::optional<std::int64_t> terraform);
/// The usual name of the tool of a registry: "tofu" or "terraform".
std::string toolName(std::string_view registry);

/// Finds the tool: the given one (a path or a name), else that of PLANLENS_TOOL, else the usual one of the registry for
/// sources without a host name. Starts nothing; empty if there is no such program.
std::filesystem::path findTool(std::string_view given, std::string_view registry,
                               const std::vector<std::string>& environment);
/// Reads the version of a program from its record (tool_record.h), or else runs the program. An error names `what`, the
/// thing that needs the tool.
diags::Result<Tool> askTool(const std::filesystem::path& path, std::string_view what, std::string_view registry,
                            const ToolRun& run);

} // namespace planlens::backends

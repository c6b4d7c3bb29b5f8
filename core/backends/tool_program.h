// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/plans/program.h"
#include "core/system/spawn.h"

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
    plans::Program program; // as reported by the program
};

/// Parameters of a tool run. All calls are blocking.
struct ToolRun {
    std::filesystem::path directory; // of the configuration
    std::vector<std::string> environment;
    std::vector<std::string> variables = {}; // -var and -var-file, as given
    std::stop_token stop = {};               // interrupts the tool once
    std::stop_token forced = {};             // interrupts it a second time, which ends it at once
    std::vector<int> descriptors = {};       // 3, 4, … of the tool
    /// Tools that change nothing are killed with this process.
    system::Lifetime lifetime = system::Lifetime::Independent;
};

/// Whether a program has this minor version or a later one. `terraform` is std::nullopt if no Terraform version
/// qualifies.
bool isAtLeast(const plans::Program& program, std::int64_t openTofu, std::optional<std::int64_t> terraform);
/// The default tool for a registry: "tofu" or "terraform".
std::string toolName(std::string_view registry);

/// Finds the tool: the given path or name, otherwise PLANLENS_TOOL, otherwise the default tool of the registry. Starts
/// no program. Returns an empty path if it is not found.
std::filesystem::path findTool(std::string_view given, std::string_view registry,
                               const std::vector<std::string>& environment);
/// Determines name and version of a tool by running it, unless they are recorded for the unchanged file
/// (tool_record.h). The error message contains `what`, which requires the tool.
diags::Result<Tool> identifyTool(const std::filesystem::path& path, std::string_view what, std::string_view registry,
                                 const ToolRun& run);

} // namespace planlens::backends

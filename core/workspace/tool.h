// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/engine/apply.h"
#include "core/engine/listener.h"
#include "core/plans/plan.h"
#include "core/states/file.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

/// The user's own tofu or terraform program. It reads states and applies plans for backends other than
/// local files and for encrypted states, and does the locking for them. Planlens never writes such states
/// itself.
namespace planlens::workspace {

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
};

/// Whether a program has this minor version or a later one. `terraform` is std::nullopt if no Terraform version
/// qualifies.
bool isSince(const plans::Program& program, std::int64_t openTofu, std::optional<std::int64_t> terraform);
/// The default tool for a registry: "tofu" or "terraform".
std::string toolName(std::string_view registry);

/// Finds the tool: the given path or name, otherwise PLANLENS_TOOL, otherwise the default tool of the registry. Starts
/// no program. Returns an empty path if it is not found.
std::filesystem::path findTool(std::string_view given, std::string_view registry,
                               const std::vector<std::string>& environment);
/// Determines name and version of a tool by running it, unless they are recorded for the unchanged file
/// (tool_record.h). The error message contains `what`, which requires the tool.
diags::Result<Tool> askTool(const std::filesystem::path& path, std::string_view what, std::string_view registry,
                            const ToolRun& run);

/// Reads the state of the selected workspace. Without a state, the result has no lineage. Variables are not passed to
/// tools whose backends do not support them.
diags::Result<states::File> pullState(const Tool& tool, const ToolRun& run);

struct ToolOutcome {
    engine::ApplyOutcome::Counts counts;
    diags::Diagnostics diagnostics;
    bool stopped = false;
};
/// An event of the tool: its type, and the line with its line break.
using ToolEvent = std::function<void(const std::string& type, const std::string& line)>;
/// Applies a saved plan. Listener and event callback are called on this thread.
ToolOutcome applyThrough(const Tool& tool, const ToolRun& run, const std::filesystem::path& planFile,
                         const std::vector<std::string>& options, engine::Listener& listener,
                         const ToolEvent& event = {});

} // namespace planlens::workspace

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

/// The user's own tofu or terraform, through which states are read and plans applied that Planlens does not reach
/// itself: those of other backends than local files, and encrypted ones. Locks are the tool's, and nothing is written
/// behind its back.
namespace planlens::workspace {

struct Tool {
    std::filesystem::path path;
    plans::Program program; // what it says it is
};

/// How a tool is run. Everything it does blocks.
struct ToolRun {
    std::filesystem::path directory; // of the configuration
    std::vector<std::string> environment;
    std::vector<std::string> variables = {}; // -var and -var-file, as they were given
    std::stop_token stop = {};               // interrupts it once
    std::stop_token forced = {};             // interrupts it once more, which ends it at once
};

/// Whether a program is of this minor version or a later one. Without a minor version of Terraform, Terraform never is.
bool isSince(const plans::Program& program, std::int64_t openTofu, std::optional<std::int64_t> terraform);
/// The usual name of the tool of a registry: "tofu" or "terraform".
std::string toolName(std::string_view registry);

/// The program that is meant: the one given (a path or a name), else that of PLANLENS_TOOL, else the one whose folder
/// it is, by the registry of sources without a host name. Starts nothing; empty where it is not there.
std::filesystem::path findTool(std::string_view given, std::string_view registry,
                               const std::vector<std::string>& environment);
/// Asks a program which it is, unless it said so before and is the same (tool_record.h). `what` is out of reach without
/// it, and named where it cannot be asked.
diags::Result<Tool> askTool(const std::filesystem::path& path, std::string_view what, std::string_view registry,
                            const ToolRun& run);

/// The state of the selected workspace. One without a lineage where there is none yet. Variables are left out for tools
/// whose backends have none.
diags::Result<states::File> pullState(const Tool& tool, const ToolRun& run);

struct ToolOutcome {
    engine::ApplyOutcome::Counts counts;
    diags::Diagnostics diagnostics;
    bool stopped = false;
};
/// An event as the tool wrote it: its type, and the line with its line break.
using ToolEvent = std::function<void(const std::string& type, const std::string& line)>;
/// Applies a saved plan. The listener and whoever takes the events are told on this thread.
ToolOutcome applyThrough(const Tool& tool, const ToolRun& run, const std::filesystem::path& planFile,
                         const std::vector<std::string>& options, engine::Listener& listener,
                         const ToolEvent& event = {});

} // namespace planlens::workspace

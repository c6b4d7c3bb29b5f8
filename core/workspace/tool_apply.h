// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/tool_program.h"
#include "core/diags/diagnostic.h"
#include "core/engine/apply.h"
#include "core/engine/listener.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

/// Plans that are applied by the user's own tofu or terraform, because only it can access the state.
namespace planlens::workspace {

struct ToolOutcome {
    engine::ApplyOutcome::Counts counts;
    diags::Diagnostics diagnostics;
    bool stopped = false;
};
/// An event of the tool: its type, and the line with its line break.
using ToolEvent = std::function<void(const std::string& type, const std::string& line)>;
/// Applies a saved plan. Blocks; listener and event callback are called on this thread.
ToolOutcome applyThrough(const backends::Tool& tool, const backends::ToolRun& run,
                         const std::filesystem::path& planFile, const std::vector<std::string>& options,
                         engine::Listener& listener, const ToolEvent& event = {});

} // namespace planlens::workspace

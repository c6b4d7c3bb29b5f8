// SPDX-License-Identifier: MPL-2.0
#include "core/workspace/tool_apply.h"

#include "core/backends/tool_process.h"
#include "core/workspace/tool_events.h"

#include <fmt/core.h>

namespace planlens::workspace {

ToolOutcome applyThrough(const backends::Tool& tool, const backends::ToolRun& run,
                         const std::filesystem::path& planFile, const std::vector<std::string>& options,
                         engine::Listener& listener, const ToolEvent& event) {
    ToolOutcome outcome;
    ToolEvents events(outcome, listener);
    backends::OutputTail unknown;
    const auto take = [&](const std::string& line) {
        const std::string type = events.take(line);
        if (type.empty())
            unknown.add(line);
        else if (event)
            event(type, line);
    };
    std::string pending; // events may be of any length
    const auto add = [&](std::string_view bytes) {
        pending += bytes;
        std::size_t start = 0;
        for (std::size_t end = 0; (end = pending.find('\n', start)) != std::string::npos; start = end + 1)
            take(pending.substr(start, end + 1 - start));
        pending.erase(0, start);
    };
    std::vector<std::string> arguments{"apply", "-json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.insert(arguments.end(), run.variables.begin(), run.variables.end());
    arguments.push_back(planFile.string());
    backends::ToolResult result = backends::runTool(tool.path, arguments, run, add);
    if (!pending.empty())
        take(pending + "\n");
    outcome.stopped = run.stop.stop_requested();
    if (result.isSuccess() || outcome.diagnostics.hasErrors())
        return outcome;
    result.error.add(unknown.toString());
    outcome.diagnostics.error("Failed to apply the plan",
                              fmt::format("The program that applies it, \"{} apply\", ended without saying what "
                                          "failed: {}\n\nLook at the state, and plan again.",
                                          tool.path.string(), result.failure()));
    return outcome;
}

} // namespace planlens::workspace

// SPDX-License-Identifier: MPL-2.0
#include "core/backends/tool.h"

#include "core/backends/tool_process.h"
#include "core/states/workspace.h"
#include "core/system/environment.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace planlens::backends {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;

namespace {

/// The arguments of the backend may refer to variables, since OpenTofu 1.8.
void addVariables(std::vector<std::string>& arguments, const Tool& tool, const ToolRun& run) {
    if (isAtLeast(tool.program, 8, {}))
        arguments.insert(arguments.end(), run.variables.begin(), run.variables.end());
}

class ToolState final : public WorkspaceState {
public:
    ToolState(Tool tool, ToolRun run)
        : m_tool(std::move(tool))
        , m_run(std::move(run)) {}

    Result<StoredState> read(std::stop_token stop) override {
        m_run.stop = std::move(stop);
        m_run.lifetime = system::Lifetime::EndsWithThread;
        std::vector<std::string> arguments{"state", "pull", "-no-color"};
        addVariables(arguments, m_tool, m_run);
        const ToolResult result = runTool(m_tool.path, arguments, m_run);
        if (!result.isSuccess())
            return Diagnostic::error("Failed to read the state",
                                     fmt::format("The program that reads it, \"{}\", failed: {}",
                                                 commandLine(m_tool, arguments), result.failure()));
        const std::string_view state = outputFrom(result.output, {"{"});
        if (state.find_first_not_of(" \r\n") == std::string_view::npos)
            return StoredState{{{}, 0, {}, std::make_shared<const states::State>()}, false};
        Diagnostics diagnostics;
        std::optional<states::File> file = states::readFile(state, commandLine(m_tool, arguments)).into(diagnostics);
        if (!file)
            return diagnostics;
        // What the program prints for a state that does not exist.
        const bool isMissing = file->serial == 0 && file->lineage.empty() && file->state->isEmpty();
        return {StoredState{*std::move(file), !isMissing}, std::move(diagnostics)};
    }

private:
    Tool m_tool;
    ToolRun m_run;
};

class ToolBackend final : public Backend {
public:
    ToolBackend(Tool tool, ToolRun run, const BackendType* type)
        : m_tool(std::move(tool))
        , m_run(std::move(run))
        , m_type(type) {}

    Capabilities capabilities() const override { return {.workspaces = !m_type || m_type->hasWorkspaces}; }
    std::unique_ptr<WorkspaceState> state(const std::string& workspace) const override {
        ToolRun run = m_run;
        if (states::currentWorkspace(run.directory).value != workspace)
            run.environment = system::withVariables(std::move(run.environment), {{"TF_WORKSPACE", workspace}});
        return std::make_unique<ToolState>(m_tool, std::move(run));
    }

    Result<std::vector<std::string>> workspaces(std::stop_token stop) const override {
        if (!capabilities().workspaces)
            return Backend::workspaces(std::move(stop));
        const std::vector<std::string> arguments{"workspace", "list"};
        const ToolResult result = run(arguments, std::move(stop));
        if (!result.isSuccess())
            return Diagnostic::error("Failed to list the workspaces",
                                     fmt::format("The program that lists them, \"{}\", failed: {}",
                                                 commandLine(m_tool, arguments), result.failure()));
        // A line each, the selected one with a star.
        std::vector<std::string> names;
        std::string_view rest = outputFrom(result.output, {"  ", "* "});
        while (!rest.empty()) {
            const std::string_view line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(line.size() + 1, rest.size()));
            if (line.size() > 2 && (line.starts_with("  ") || line.starts_with("* ")))
                names.emplace_back(line.substr(2));
        }
        return names;
    }

    Diagnostics createWorkspace(const std::string& name, std::stop_token) const override {
        return Diagnostic::error("Workspace not created",
                                 fmt::format("Create it with \"{} workspace new {}\".", m_tool.path.string(), name));
    }
    Diagnostics deleteWorkspace(const std::string& name, std::stop_token stop) const override {
        if (!capabilities().workspaces)
            return Backend::deleteWorkspace(name, std::move(stop));
        const std::vector<std::string> arguments{"workspace", "delete", name};
        if (const ToolResult result = run(arguments, std::move(stop)); !result.isSuccess())
            return Diagnostic::error("Failed to delete the workspace",
                                     fmt::format("The program that deletes it, \"{}\", failed: {}",
                                                 commandLine(m_tool, arguments), result.failure()));
        return {};
    }

private:
    ToolResult run(std::vector<std::string> arguments, std::stop_token stop) const {
        ToolRun run = m_run;
        run.stop = std::move(stop);
        arguments.insert(arguments.begin() + 2, "-no-color");
        return runTool(m_tool.path, arguments, run);
    }

    Tool m_tool;
    ToolRun m_run;
    const BackendType* m_type;
};

} // namespace

std::unique_ptr<Backend> makeToolBackend(Tool tool, ToolRun run, const BackendType* type) {
    return std::make_unique<ToolBackend>(std::move(tool), std::move(run), type);
}

} // namespace planlens::backends

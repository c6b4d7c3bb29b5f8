// SPDX-License-Identifier: MPL-2.0
#include "app/cli/through_tool.h"

#include "core/configs/config.h"
#include "core/providers/packages/folder_registry.h"
#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/system/replace_process.h"

#include <fmt/core.h>

#include <cstdio>
#include <sstream>

namespace planlens::cli {

namespace fs = std::filesystem;
using diags::Result;

bool isThroughTool(const Project& project) {
    return project.state.access == backends::Access::ThroughTool;
}

int runWithTool(const std::string& command, const Project& project, const Arguments& arguments, Output& output,
                const Interrupts& interrupts) {
    const backends::ToolRun run = toolRun(project, arguments, interrupts);
    const std::string_view registry = project.config ? project.config->registry : addrs::openTofuRegistry;
    const Result<backends::Tool> tool =
        backends::identifyTool(backends::findTool(arguments.value("tool").value_or(""), registry, run.environment),
                               project.state.whyNotLocal(), registry, run);
    if (!tool.isOk()) {
        output.show(tool.diagnostics);
        return 1;
    }
    fmt::print(stderr, "Running \"{} {}\".\n", tool->path.string(), command);
    system::Command words{.executable = tool->path, .environment = run.environment};
    // These options are among the arguments already.
    std::erase_if(words.environment, [](const std::string& entry) { return entry.starts_with("TF_CLI_ARGS"); });
    words.arguments = {tool->path.string()};
    std::istringstream names(command);
    for (std::string name; names >> name;)
        words.arguments.push_back(name);
    for (const auto& [name, value] : arguments.options)
        if (name != "tool")
            words.arguments.push_back(fmt::format("-{}={}", name, value));
    words.arguments.insert(words.arguments.end(), arguments.positional.begin(), arguments.positional.end());
    std::fflush(stderr);
    const int error = system::replaceProcess(words);
    output.show(diags::Diagnostic::error("Failed to run the program for the state",
                                         system::ioError("exec", tool->path, error) + "."));
    return 1;
}

backends::ToolRun toolRun(const Project& project, const Arguments& arguments, const Interrupts& interrupts) {
    backends::ToolRun run{project.directory, system::ownEnvironment(), {}, interrupts.stop, interrupts.forced};
    for (const auto& [name, value] : arguments.options)
        if (name == "var" || name == "var-file")
            run.variables.push_back(fmt::format("-{}={}", name, value));
    return run;
}

ProgramForPlan::ProgramForPlan(const Arguments& arguments, const fs::path& directory)
    : m_arguments(arguments)
    , m_registry(providers::registryOfFolder(directory)) {
    if (!arguments.has("out") || arguments.has("tool-version"))
        return;
    const fs::path path =
        backends::findTool(arguments.value("tool").value_or(""), m_registry, system::ownEnvironment());
    if (!path.empty() || arguments.has("tool"))
        m_asked = system::runInBackground([this, path, directory] {
            return backends::identifyTool(path, "saved plans are for one version of it", m_registry,
                                          {directory, system::ownEnvironment()});
        });
}

Result<plans::Program> ProgramForPlan::program(const plans::Plan& plan,
                                               const std::optional<backends::Tool>& toolOfState) {
    using Kind = plans::Program::Kind;
    if (const auto version = m_arguments.value("tool-version"))
        return plans::Program{m_registry == addrs::terraformRegistry ? Kind::Terraform : Kind::OpenTofu, *version};
    if (toolOfState)
        return toolOfState->program;
    if (!m_asked.isValid())
        return plans::Program();
    Result<backends::Tool> tool = m_asked.get();
    if (m_arguments.has("tool"))
        return tool.isOk() ? Result<plans::Program>(tool->program) : std::move(tool.diagnostics);
    return tool.isOk() && plans::file::whyNotFor(tool->program, plan).empty() ? tool->program : plans::Program();
}

workspace::ToolOutcome applyThrough(const backends::Tool& tool, const Project& project, const Arguments& arguments,
                                    const fs::path& planFile, Shown plan, Output& output,
                                    const Interrupts& interrupts) {
    fmt::print(stderr, "Applying the plan with \"{} apply\".\n", tool.path.string());
    std::vector<std::string> options;
    for (const auto& [name, value] : arguments.options)
        if (name == "lock" || name == "lock-timeout" || name == "parallelism" || name == "suppress-forget-errors" ||
            name == "deprecation" || name == "consolidate-warnings" || name == "consolidate-errors")
            options.push_back(fmt::format("-{}={}", name, value));
    const auto event = [&](const std::string& type, const std::string& line) {
        const bool isOfPlan = type == "planned_change" || type == "resource_drift";
        if (type != "version" && (plan == Shown::NotYet || !isOfPlan))
            output.print(line);
    };
    engine::Listener nobody;
    const bool asJson = output.view() == View::Json;
    backends::ToolRun run = toolRun(project, arguments, interrupts);
    if (!backends::isAtLeast(tool.program, 11, 10)) { // older versions only store these in the plan
        run.variables.clear();
        for (const std::string& variable : arguments.values("var"))
            run.environment.push_back("TF_VAR_" + variable);
    }
    return workspace::applyThrough(tool, run, planFile, options, asJson ? nobody : output,
                                   asJson ? workspace::ToolEvent(event) : workspace::ToolEvent());
}

} // namespace planlens::cli

// SPDX-License-Identifier: MPL-2.0
#include "app/cli/through_tool.h"

#include "core/addrs/version.h"
#include "core/providers/folder_registry.h"
#include "core/system/environment.h"

#include <fmt/core.h>

namespace planlens::cli {

namespace fs = std::filesystem;
using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;

namespace {

/// Whether a program is of this minor version or a later one; Terraform's none is never.
bool isSince(const plans::Program& program, std::int64_t openTofu, std::optional<std::int64_t> terraform) {
    const std::optional<addrs::Version> version = addrs::Version::parse(program.version);
    const std::optional<std::int64_t> first = program.kind == plans::Program::Kind::OpenTofu ? openTofu : terraform;
    return version && first && version->segments[1] >= *first;
}

} // namespace

bool isThroughTool(const Project& project) { return project.state.access == workspace::StateAccess::ThroughTool; }

workspace::ToolRun toolRun(const Project& project, const Arguments& arguments, const Interrupts& interrupts) {
    workspace::ToolRun run{project.directory, system::ownEnvironment(), {}, interrupts.stop, interrupts.forced};
    for (const auto& [name, value] : arguments.options)
        if (name == "var" || name == "var-file")
            run.variables.push_back(fmt::format("-{}={}", name, value));
    return run;
}

Result<workspace::Tool> toolOf(const Project& project, const Arguments& arguments, const Interrupts& interrupts) {
    for (const char* option : {"state", "state-out", "backup"})
        if (arguments.has(option) && !arguments.value(option)->empty())
            return Diagnostic::error("Option not valid for this state", fmt::format("The option -{} is valid only for unencrypted local state files, not for this state ({}).",
                                                                                  option, project.state.whyThroughTool()));
    const std::string_view registry = project.config ? project.config->registry : addrs::openTofuRegistry;
    return workspace::askTool(workspace::findTool(arguments.value("tool").value_or(""), registry, system::ownEnvironment()), project.state.whyThroughTool(), registry,
                           toolRun(project, arguments, interrupts));
}

Result<states::File> pullState(const workspace::Tool& tool, const Project& project, const Arguments& arguments, const Interrupts& interrupts) {
    fmt::print(stderr, "Reading the state ({}) with \"{} state pull\".\n", project.state.whyThroughTool(), tool.path.string());
    workspace::ToolRun run = toolRun(project, arguments, interrupts);
    if (!isSince(tool.program, 8, {})) // before, backends had no variables
        run.variables.clear();
    return workspace::pullState(tool, run);
}

ProgramForPlan::ProgramForPlan(const Arguments& arguments, const fs::path& directory) : m_arguments(arguments), m_registry(providers::registryOfFolder(directory)) {
    if (!arguments.has("out") || arguments.has("tool-version"))
        return;
    const fs::path path = workspace::findTool(arguments.value("tool").value_or(""), m_registry, system::ownEnvironment());
    if (!path.empty() || arguments.has("tool"))
        m_asked = system::runInBackground([this, path, directory] { return workspace::askTool(path, "saved plans are for one version of it", m_registry, {directory, system::ownEnvironment()}); });
}

Result<plans::Program> ProgramForPlan::program(const plans::Plan& plan, const std::optional<workspace::Tool>& toolOfState) {
    using Kind = plans::Program::Kind;
    if (const auto version = m_arguments.value("tool-version"))
        return plans::Program{m_registry == addrs::terraformRegistry ? Kind::Terraform : Kind::OpenTofu, *version};
    if (toolOfState)
        return toolOfState->program;
    if (!m_asked.isValid())
        return plans::Program();
    Result<workspace::Tool> tool = m_asked.get();
    if (m_arguments.has("tool"))
        return tool.isOk() ? Result<plans::Program>(tool->program) : std::move(tool.diagnostics);
    return tool.isOk() && plans::file::whyNotFor(tool->program, plan).empty() ? tool->program : plans::Program();
}

workspace::ToolOutcome applyThrough(const workspace::Tool& tool, const Project& project, const Arguments& arguments, const fs::path& planFile, Shown plan, Output& output,
                                 const Interrupts& interrupts) {
    fmt::print(stderr, "Applying the plan with \"{} apply\".\n", tool.path.string());
    std::vector<std::string> options;
    for (const auto& [name, value] : arguments.options)
        if (name == "lock" || name == "lock-timeout" || name == "parallelism" || name == "suppress-forget-errors" || name == "deprecation" || name == "consolidate-warnings" ||
            name == "consolidate-errors")
            options.push_back(fmt::format("-{}={}", name, value));
    const auto event = [&](const std::string& type, const std::string& line) {
        const bool isOfPlan = type == "planned_change" || type == "resource_drift";
        if (type != "version" && (plan == Shown::NotYet || !isOfPlan))
            output.print(line);
    };
    engine::Listener nobody;
    const bool asJson = output.view() == View::Json;
    workspace::ToolRun run = toolRun(project, arguments, interrupts);
    if (!isSince(tool.program, 11, 10)) { // before, these were in the plan and nowhere else
        run.variables.clear();
        for (const std::string& variable : arguments.values("var"))
            run.environment.push_back("TF_VAR_" + variable);
    }
    return workspace::applyThrough(tool, run, planFile, options, asJson ? nobody : output, asJson ? workspace::ToolEvent(event) : workspace::ToolEvent());
}

} // namespace planlens::cli

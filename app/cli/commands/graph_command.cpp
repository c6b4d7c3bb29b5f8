// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/project.h"
#include "app/cli/state_reading.h"
#include "app/cli/usage.h"

#include "core/configs/config.h"
#include "core/engine/operation_graph.h"
#include "core/engine/provider_schemas.h"
#include "core/plans/plan.h"
#include "core/system/file.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <charconv>

namespace planlens::cli {

using diags::Diagnostic;
using diags::Diagnostics;

namespace {

/// The inputs of the graph.
struct GraphSource {
    configs::ConfigPtr config;
    plans::Schemas schemas;
    std::shared_ptr<const states::State> state;
    plans::PlanPtr plan; // null: no plan given
    Diagnostics unreadSchemas = {};
};

/// Adds the warnings that are only shown with an error.
diags::Result<GraphSource> sourceOfFolder(const std::filesystem::path& directory, const Arguments& arguments,
                                          const Interrupts& interrupts, Output& output, Diagnostics& warnings) {
    workspace::OpenOptions options = openOptions(directory, arguments, interrupts, Purpose::Planning);
    options.missingVariables = workspace::OpenOptions::MissingVariables::AreUnknown;
    const diags::Result<Project> project = workspace::openProject(options);
    if (project.value)
        output.setSources(project->sources);
    if (project.value && project->config && project->config->isBackendKnown && !project->stateDiagnostics.hasErrors())
        warnings = rootModuleWarnings(project);
    if (!project.isOk())
        return project.diagnostics;
    warnings.append(project.diagnostics);
    diags::Result<states::File> state = readState(*project.value, arguments, interrupts, loadError);
    if (!state.isOk())
        return std::move(state.diagnostics);
    GraphSource source;
    source.config = project->config;
    source.state = state->state ? state->state : std::make_shared<const states::State>();
    diags::Result<plans::Schemas> schemas =
        engine::schemasFor(*source.config, source.state.get(), *project->providers, interrupts.stop);
    if (schemas.hasErrors())
        source.unreadSchemas =
            engine::missingSchemaInGraph(*source.config, *source.state, *project->providers, interrupts.stop);
    source.schemas = *std::move(schemas.value);
    return source;
}

diags::Result<GraphSource> sourceOfPlan(const std::string& path, const std::filesystem::path& directory,
                                        const Arguments& arguments, const Interrupts& interrupts, Output& output) {
    const auto bytes = system::readFile(directory / path);
    if (!bytes) {
        const diags::Result<Project> project = openProject(directory, arguments, interrupts, Purpose::Reading);
        output.setSources(project->sources);
        if (project.value && project->config && project->config->rootWarnings.hasErrors())
            return project->config->rootWarnings; // its encryption is read first
        Diagnostics problems = rootModuleWarnings(project);
        problems.error("Failed loading the plan file",
                       fmt::format("Encountered an error while opening the plan file {}: {} {}: {}",
                                   values::quoted(path), bytes.error().call == "open" ? "stat" : bytes.error().call,
                                   path, bytes.error().reason()));
        return problems;
    }
    const diags::Result<OpenedPlan> plan = workspace::openPlan(
        *bytes, openOptions(directory, arguments, interrupts, Purpose::Planning), PlanUse::Apply, path);
    if (plan.value)
        output.setSources(plan->project.sources);
    if (!plan.isOk())
        return plan.diagnostics;
    const diags::Result<states::File> state = readState(plan->project, arguments, interrupts, loadError);
    if (!state.isOk())
        return state.diagnostics;
    if (Diagnostics problems = workspace::checkFresh(*plan->plan, *state.value); problems.hasErrors()) {
        Diagnostics all = rootModuleWarnings(plan->project);
        all.append(plan.diagnostics);
        all.append(std::move(problems));
        return all;
    }
    return GraphSource{plan->config, plan->plan->schemas, plan->plan->priorState, plan->plan, {}};
}

diags::Result<engine::GraphOperation> operationOf(const std::string& type, const plans::Plan* plan) {
    if (type == "plan" || type == "plan-refresh-only")
        return engine::GraphOperation::Plan;
    if (type == "plan-destroy")
        return engine::GraphOperation::PlanDestroy;
    if (type == "apply")
        return plan && plan->options.mode == plans::Mode::Destroy ? engine::GraphOperation::Destroy
                                                                  : engine::GraphOperation::Apply;
    if (type == "eval" || type == "validate")
        return Diagnostic::error(
            "Graph type no longer available",
            fmt::format("The graph type {} is no longer available. Use -type=plan instead to get a similar result.",
                        values::quoted(type)));
    return Diagnostic::error(
        "Unsupported graph type",
        R"(The -type=... argument must be either "plan", "plan-refresh-only", "plan-destroy", or "apply".)");
}

Diagnostics misuseOf(const Arguments& arguments) {
    Diagnostics misuse = arguments.problems;
    if (const auto depth = arguments.value("module-depth")) {
        int number = 0;
        const auto [end, error] = std::from_chars(depth->data(), depth->data() + depth->size(), number);
        if (error != std::errc() || end != depth->data() + depth->size())
            misuse.error("Failed to parse command-line flags",
                         fmt::format("invalid value {} for flag -module-depth: parse error", values::quoted(*depth)));
    }
    if (!arguments.positional.empty() && !misuse.hasErrors())
        misuse.error("Unexpected argument", "Too many command line arguments. Did you mean to use -chdir?");
    return misuse;
}

} // namespace

int runGraph(const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts) {
    if (const Diagnostics misuse = misuseOf(arguments); misuse.hasErrors())
        return reportMisuse("graph", arguments, misuse);
    Output output(View::Human, arguments, Output::Spacing::Apart);
    Diagnostics warnings;
    const auto failed = [&output, &warnings](const Diagnostics& diagnostics) {
        warnings.append(diagnostics);
        output.show(warnings);
        return 1;
    };
    const std::string planFile = arguments.value("plan").value_or("");
    const diags::Result<GraphSource> source = planFile.empty()
                                                  ? sourceOfFolder(directory, arguments, interrupts, output, warnings)
                                                  : sourceOfPlan(planFile, directory, arguments, interrupts, output);
    if (!source.isOk())
        return failed(source.diagnostics);
    const std::string type = arguments.value("type").value_or("");
    const auto operation = operationOf(!type.empty() ? type : source->plan ? "apply" : "plan", source->plan.get());
    if (!operation.isOk())
        return failed(operation.diagnostics);
    const bool isApply =
        *operation.value == engine::GraphOperation::Apply || *operation.value == engine::GraphOperation::Destroy;
    const diags::Result<engine::OperationGraph> graph = engine::buildOperationGraph(
        *source->config, {*operation.value, source->schemas, *source->state, isApply ? source->plan.get() : nullptr});
    if (!graph.isOk())
        return failed(graph.diagnostics);
    if (source->unreadSchemas.hasErrors())
        return failed(source->unreadSchemas);
    // Warnings are omitted, because programs read this document.
    output.print(engine::toDot(*graph.value, arguments.flag("verbose", false)) + "\n");
    return 0;
}

} // namespace planlens::cli

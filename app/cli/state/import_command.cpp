// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/operation_options.h"
#include "app/cli/state/state_edit.h"
#include "app/cli/state_reading.h"
#include "app/cli/through_tool.h"

#include "core/addrs/target.h"
#include "core/configs/config.h"
#include "core/diags/join_messages.h"
#include "core/formats/event_json.h"
#include "core/hcl/syntax/parser.h"
#include "core/plans/plan.h"
#include "core/report/text/terminal_text.h"
#include "core/system/environment.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

namespace planlens::cli {

namespace fs = std::filesystem;
using addrs::AbsResourceInstance;
using diags::Diagnostic;
using diags::Diagnostics;
namespace events = formats::events;

namespace {

/// Reports the import in the words of this command, and other events as usual.
class ImportListener final : public engine::Listener {
public:
    explicit ImportListener(Output& output)
        : m_output(output) {}

    void importStarted(const AbsResourceInstance& address, const plans::Importing& importing) override {
        printMessage("[reset][bold]",
                     fmt::format("{}: Importing from ID {}...", address.toString(), values::quoted(importing.id)));
    }
    void importFinished(const AbsResourceInstance& address, const std::vector<std::string>& types) override {
        printMessage("[reset][bold][green]", fmt::format("{}: Import prepared!", address.toString()));
        for (const std::string& type : types)
            printMessage("[reset][green]", fmt::format("  Prepared {} for import", type));
    }
    void refreshStarted(const AbsResourceInstance& address, const addrs::DeposedKey& deposed, const std::string& idKey,
                        const std::string& idValue) override {
        m_output.refreshStarted(address, deposed, idKey, idValue);
    }
    void refreshFinished(const AbsResourceInstance& address, const addrs::DeposedKey& deposed, const std::string& idKey,
                         const std::string& idValue) override {
        m_output.refreshFinished(address, deposed, idKey, idValue);
    }
    void applyStarted(const AbsResourceInstance& address, const addrs::DeposedKey& deposed, plans::Action action,
                      const std::string& idKey, const std::string& idValue) override {
        m_output.applyStarted(address, deposed, action, idKey, idValue);
    }
    void applyFinished(const AbsResourceInstance& address, const addrs::DeposedKey& deposed, plans::Action action,
                       std::chrono::milliseconds elapsed, bool failed, const std::string& idKey,
                       const std::string& idValue) override {
        m_output.applyFinished(address, deposed, action, elapsed, failed, idKey, idValue);
    }
    void readFailed(const AbsResourceInstance& address, std::chrono::milliseconds elapsed) override {
        m_output.readFailed(address, elapsed);
    }
    void ephemeralStarted(const AbsResourceInstance& address, engine::EphemeralStep step) override {
        m_output.ephemeralStarted(address, step);
    }
    void ephemeralFinished(const AbsResourceInstance& address, engine::EphemeralStep step,
                           std::chrono::milliseconds elapsed) override {
        m_output.ephemeralFinished(address, step, elapsed);
    }
    void ephemeralDeferred(const AbsResourceInstance& address, const std::string& reason) override {
        m_output.ephemeralDeferred(address, reason);
    }

private:
    void printMessage(std::string_view style, const std::string& text) {
        if (m_output.view() == View::Human)
            m_output.print(report::colored(style, m_output.text().color) + text + "\n");
    }

    Output& m_output;
};

constexpr auto addressFile = "<import-address>";

/// The warnings that are shown before the import and again with its result. OpenTofu reads the root module twice.
Diagnostics warningsOfFolder(const diags::Result<Project>& project) {
    Diagnostics warnings = project.diagnostics;
    warnings.append(rootModuleWarnings(project));
    return warnings;
}

/// The address of the command line. Problems are shown with an excerpt.
std::optional<AbsResourceInstance> parseAddress(const std::string& text, Output& output) {
    Diagnostics problems;
    std::optional<AbsResourceInstance> address;
    if (const auto traversal = hcl::parseTraversal(text, addressFile, {}).into(problems);
        traversal && !problems.hasErrors())
        address = addrs::parseAbsResourceInstance(*traversal).into(problems);
    if (problems.hasErrors()) {
        diags::Sources sources;
        sources.add(addressFile, std::make_shared<const std::string>(text));
        output.setSources(std::move(sources));
        output.show(problems);
        output.printMessage(
            "For information on valid syntax, see:\nhttps://opentofu.org/docs/cli/state/resource-addressing/\n",
            events::info("For information on valid syntax, see: "
                         "https://opentofu.org/docs/cli/state/resource-addressing/"));
        return {};
    }
    if (address->resource.mode == addrs::ResourceMode::Managed)
        return address;
    output.show(
        Diagnostic::error("Invalid target resource address",
                          fmt::format("A managed resource address is required. Importing into {} is not allowed.",
                                      address->resource.mode == addrs::ResourceMode::Data ? "a data resource"
                                                                                          : "an ephemeral resource")));
    return {};
}

/// Reports that the configuration does not have the resource; does nothing if it has it.
std::optional<int> checkConfigured(const configs::Config& config, const AbsResourceInstance& address, Output& output) {
    const configs::ModuleNode* const module = config.module(address.module.module());
    if (!module) {
        output.show(Diagnostic::error("Import to non-existent module",
                                      fmt::format("{} is not defined in the configuration. Please add configuration "
                                                  "for this module before importing into it.",
                                                  address.module.toString())));
        return 1;
    }
    if (module->module.resource(address.resource))
        return {};
    const std::string place = address.module.isRoot() ? "the root module" : address.module.toString();
    if (output.view() == View::Json) {
        output.print(events::error(
            fmt::format("Resource address {} does not exist in the configuration. Before importing this resource, "
                        "please create its configuration in {}",
                        values::quoted(address.toString()), place)));
        return 1;
    }
    fmt::print(stderr,
               "{}resource address {} does not exist in the configuration.{}\n\nBefore importing this resource, please "
               "create its configuration in {}. For example:\n\nresource {} {} {{\n  # (resource arguments)\n}}\n\n",
               report::colored("[reset][bold][red]Error:[reset][bold] ", output.text().color),
               values::quoted(address.toString()), report::colored("[reset]", output.text().color), place,
               values::quoted(address.resource.type), values::quoted(address.resource.name));
    return 1;
}

/// The options for opening the folder of -config. Other paths stay relative to the working directory.
diags::Result<workspace::OpenOptions> importOptions(const Arguments& arguments, const fs::path& directory,
                                                    const Interrupts& interrupts, Purpose purpose) {
    workspace::OpenOptions options = openOptions(directory, arguments, interrupts, purpose);
    const std::string given = arguments.value("config").value_or("");
    if (given.empty())
        return options;
    const fs::path folder = system::absolutePath(directory / given).lexically_normal();
    options.rootModule = folder.lexically_proximate(system::absolutePath(directory).lexically_normal()).string();
    std::error_code error;
    if (!fs::is_directory(folder, error))
        return Diagnostic::error("No OpenTofu configuration files",
                                 fmt::format("The directory {} does not contain any OpenTofu configuration files (.tf "
                                             "or .tf.json). To specify a different configuration directory, use the "
                                             "-config=\"...\" command line option.",
                                             given));
    return options;
}

/// Imports the object into the state. As in the reference, data sources and outputs are updated too.
diags::Result<states::State> importedState(const Project& project, const states::File& file,
                                           engine::CommandImport import, unsigned parallelism, Output& output,
                                           const Interrupts& interrupts) {
    engine::PlanOptions options;
    options.refresh = engine::Refresh::No;
    options.import = std::move(import);
    options.parallelism = parallelism;
    diags::Result<engine::PlanRequest> request = workspace::planRequest(project, file, std::move(options));
    if (!request.isOk())
        return std::move(request.diagnostics);
    ImportListener listener(output);
    engine::PlanOutcome outcome = engine::plan(*request.value, listener, interrupts.stop);
    if (outcome.diagnostics.hasErrors() || !outcome.plan)
        return std::move(outcome.diagnostics);
    states::State state = *outcome.plan->priorState;
    std::erase_if(state.outputs,
                  [&](const auto& stored) { return !project.config->root->module.outputs.contains(stored.first); });
    state.checkResults = file.state->checkResults; // as in the reference, those of the last apply
    return {std::move(state), std::move(outcome.diagnostics)};
}

/// Locks the state, imports the object and writes the state. The warnings are shown with the result.
int importObject(const Project& project, const engine::CommandImport& import, const Arguments& arguments,
                 Output& output, const Interrupts& interrupts, const Diagnostics& warnings) {
    const auto refuse = [&](const Diagnostics& problems) {
        output.show(problems);
        return 1;
    };
    const auto withWarnings = [&](const Diagnostics& problems) {
        Diagnostics all = warnings;
        all.append(problems);
        return all;
    };
    Diagnostics problems;
    const std::optional<engine::PlanOptions> given = operationOptions(arguments, project.directory).into(problems);
    const std::optional<workspace::StateOptions> options =
        stateOptions(project, arguments, "OperationTypeInvalid", interrupts).into(problems);
    if (problems.hasErrors())
        return refuse(withWarnings(problems));
    std::optional<workspace::OpenedState> opened = workspace::openState(project, *options).into(problems);
    if (!opened || problems.hasErrors())
        return refuse(withWarnings(openError(problems, loadError)));
    const diags::Result<states::File> file = workspace::readState(*opened, *options);
    if (!file.isOk())
        return refuse(withWarnings(loadError(file.diagnostics)));
    output.show(file.diagnostics); // an interrupted apply
    diags::Result<states::State> state =
        importedState(project, *file.value, import, given->parallelism, output, interrupts);
    if (!state.isOk())
        return refuse(withWarnings(state.diagnostics));
    problems.append(opened->state->write(std::make_shared<const states::State>(*std::move(state.value))).diagnostics);
    if (problems.hasErrors())
        return refuse(Diagnostic::error("Error persisting the state file", diags::joinMessages(problems)));
    constexpr auto success = "Import successful! The resources that were imported are shown above. These resources are "
                             "now in your OpenTofu state and will henceforth be managed by OpenTofu";
    output.printMessage(
        report::colored("\n[reset][green]", output.text().color) +
            "Import successful!\n\nThe resources that were imported are shown above. These resources are now "
            "in\nyour OpenTofu state and will henceforth be managed by OpenTofu.\n\n",
        events::info(success));
    output.show(withWarnings(state.diagnostics));
    output.show(opened->unlock());
    return 0;
}

} // namespace

int runImport(const Arguments& arguments, const fs::path& directory, const Interrupts& interrupts) {
    Diagnostics misuse = arguments.problems;
    const std::unique_ptr<Output> output = stateOutput(arguments, misuse);
    if (arguments.positional.size() != 2 && !misuse.hasErrors())
        misuse.error("Invalid number of arguments", "The import command expects two arguments");
    if (misuse.hasErrors())
        return reportMisuseWithUsage(*output, "import", misuse);
    const auto refuse = [&](const Diagnostics& problems) {
        output->show(problems);
        return 1;
    };
    diags::Result<workspace::OpenOptions> reading = importOptions(arguments, directory, interrupts, Purpose::Reading);
    diags::Result<Project> project = reading.isOk() ? workspace::openProject(*reading.value) : reading.diagnostics;
    if (project.isOk() && !project->stateDiagnostics.hasErrors() && isThroughTool(*project.value))
        return runWithTool("import", *project.value, arguments, *output, interrupts);
    beginEvents(*output);
    const std::optional<AbsResourceInstance> address = parseAddress(arguments.positional[0], *output);
    if (!address)
        return 1;
    if (project.value)
        output->setSources(project->sources);
    if (!project.isOk())
        return refuse(project.diagnostics);
    Diagnostics warnings = warningsOfFolder(project);
    output->show(warnings);
    if (const std::optional<int> status = checkConfigured(*project->config, *address, *output))
        return *status;
    if (const Diagnostics problems = stateAccessProblems(*project.value); problems.hasErrors())
        return refuse(problems);
    const diags::Result<workspace::OpenOptions> planning =
        importOptions(arguments, directory, interrupts, Purpose::Planning);
    diags::Result<Project> planned = workspace::openProject(*planning.value);
    if (planned.value)
        output->setSources(planned->sources);
    if (!planned.isOk())
        return refuse(planned.diagnostics);
    warnings.append(planned.diagnostics);
    return importObject(*planned.value, {*address, arguments.positional[1]}, arguments, *output, interrupts, warnings);
}

} // namespace planlens::cli

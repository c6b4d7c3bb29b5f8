// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/state/state_edit.h"
#include "app/cli/state_reading.h"
#include "app/cli/through_tool.h"

#include "core/diags/join_messages.h"
#include "core/formats/event_json.h"
#include "core/report/text/terminal_text.h"
#include "core/states/workspace.h"
#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::cli {

namespace fs = std::filesystem;
using diags::Diagnostic;
using diags::Diagnostics;
namespace events = formats::events;

namespace {

/// The workspaces of a folder, and what a command about them says.
class Workspaces {
public:
    Workspaces(const std::string& command, const Arguments& arguments, const fs::path& directory,
               const Interrupts& interrupts)
        : m_command(command)
        , m_arguments(arguments)
        , m_directory(directory)
        , m_interrupts(interrupts) {}

    /// Checks the command line, which has the name of a workspace as its only argument, or none.
    enum class Argument { None, Name };
    std::optional<int> start(Argument argument);
    /// Opens the backend; the user's tool may take over.
    std::optional<int> openFolder();
    std::optional<int> openBackend();
    /// Lists the workspaces. The texts are those of the error.
    std::optional<int> list(const std::string& summary, const std::string& detail);

    bool has(const std::string& name) const { return std::ranges::find(m_names, name) != m_names.end(); }
    const std::vector<std::string>& names() const { return m_names; }
    const std::string& argument() const { return m_arguments.positional.front(); }
    const std::string& current() const { return m_current; }
    bool isOverridden() const { return m_isOverridden; }
    const Project& project() const { return m_project; }
    const backends::Backend& backend() const { return *m_backend; }
    Output& output() const { return *m_output; }

    /// Creates a workspace and selects it.
    std::optional<int> create(const std::string& name, const std::string& selectionProblem);
    std::optional<int> select(const std::string& name, const std::string& summary, const std::string& detail);

    int refuse(const Diagnostics& problems) const {
        m_output->show(problems);
        return 1;
    }
    /// An error that is a message instead of a diagnostic in JSON.
    int refuse(const Diagnostic& problem, const std::string& message) const {
        m_output->printMessage(problem, events::error(message));
        return 1;
    }
    int refuseName() const;
    int refuseMissing() const;

private:
    const std::string m_command;
    const Arguments& m_arguments;
    const fs::path m_directory;
    const Interrupts& m_interrupts;
    std::unique_ptr<Output> m_output;
    Project m_project;
    Diagnostics m_unusable; // why the workspaces cannot be listed or changed
    std::unique_ptr<backends::Backend> m_backend;
    std::vector<std::string> m_names;
    std::string m_current;
    bool m_isOverridden = false;
};

std::optional<int> Workspaces::start(Argument argument) {
    Diagnostics misuse = m_arguments.problems;
    if (argument == Argument::Name && m_arguments.positional.size() != 1)
        misuse.error("Invalid arguments list", "Expected a single argument: NAME.");
    else if (argument == Argument::None && !m_arguments.positional.empty())
        misuse.error("Unexpected argument", "Too many command line arguments. Did you mean to use -chdir?");
    m_output = stateOutput(m_arguments, misuse);
    if (misuse.hasErrors())
        return reportMisuseWithUsage(*m_output, m_command, misuse);
    m_isOverridden = !system::environmentText("TF_WORKSPACE").empty();
    if (m_isOverridden)
        m_current = system::environmentText("TF_WORKSPACE"); // also an invalid name
    else
        m_current = states::currentWorkspace(m_directory).into(m_unusable).value_or("");
    return {};
}

std::optional<int> Workspaces::openFolder() {
    diags::Result<Project> opened = openProject(m_directory, m_arguments, m_interrupts, Purpose::Reading);
    if (Diagnostics problems = stateAccessProblems(opened); problems.hasErrors())
        m_unusable = std::move(problems);
    if (!m_unusable.hasErrors() && isThroughTool(*opened.value))
        return runWithTool(m_command, *opened.value, m_arguments, *m_output, m_interrupts);
    beginEvents(*m_output);
    if (opened.value) {
        m_output->setSources(opened->sources);
        m_project = *std::move(opened.value);
    }
    return {};
}

std::optional<int> Workspaces::openBackend() {
    if (m_unusable.hasErrors())
        return refuse(m_unusable);
    Diagnostics problems;
    m_backend = workspace::openNativeBackend(m_project).into(problems).value_or(nullptr);
    if (m_backend) // otherwise, missing credentials would be reported as a problem of listing
        problems.append(m_backend->state("default")->connect(m_interrupts.stop));
    if (problems.hasErrors())
        return refuse(problems);
    return {};
}

std::optional<int> Workspaces::list(const std::string& summary, const std::string& detail) {
    if (!m_backend->capabilities().workspaces)
        return refuse(Diagnostic::error(summary, detail + ": workspaces not supported"));
    diags::Result<std::vector<std::string>> names = m_backend->workspaces(m_interrupts.stop);
    if (!names.isOk())
        return refuse(Diagnostic::error(summary, detail + ": " + diags::joinMessages(names.diagnostics)));
    m_names = *std::move(names.value);
    return {};
}

std::optional<int> Workspaces::create(const std::string& name, const std::string& selectionProblem) {
    if (const Diagnostics problems = m_backend->createWorkspace(name, m_interrupts.stop); problems.hasErrors())
        return refuse(Diagnostic::error(
            "Error getting the state manager",
            fmt::format("Failed getting state manager for workspace {}: {}", name, diags::joinMessages(problems))));
    if (const std::optional<int> status =
            select(name, selectionProblem, fmt::format("Failed selecting the new workspace {}", name)))
        return status;
    const auto color = m_output->text().color;
    m_output->printMessage(
        report::colored("[reset][green][bold]Created and switched to workspace ", color) + values::quoted(name) +
            report::colored("![reset][green]\n\nYou're now on a new, empty workspace. Workspaces isolate their state,\n"
                            "so if you run \"tofu plan\" OpenTofu will not see any existing state\n"
                            "for this configuration.",
                            color) +
            "\n",
        events::info(fmt::format("Created and switched to workspace {}. You're now on a new, empty workspace. "
                                 "Workspaces isolate their state, so if you run \"tofu plan\" OpenTofu will not see "
                                 "any existing state for this configuration",
                                 values::quoted(name))));
    return {};
}

std::optional<int> Workspaces::select(const std::string& name, const std::string& summary, const std::string& detail) {
    const system::IoOutcome stored = states::storeSelectedWorkspace(m_directory, name);
    if (!stored)
        return refuse(Diagnostic::error(summary, detail + ": " + stored.error()));
    return {};
}

int Workspaces::refuseName() const {
    const std::string text = fmt::format("The workspace name {} is not allowed. The name must contain only URL safe "
                                         "characters, and no path separators",
                                         values::quoted(argument()));
    return refuse(Diagnostic::error("Invalid workspace name", text + "."), text);
}

int Workspaces::refuseMissing() const {
    const std::string text = fmt::format("Workspace {} doesn't exist", values::quoted(argument()));
    return refuse(Diagnostic::error(text, "You can create this workspace with the \"new\" subcommand \nor include the "
                                          "\"-or-create\" flag with the \"select\" subcommand."),
                  text + ". You can create this workspace with the \"new\" subcommand or include the \"-or-create\" "
                         "flag with the \"select\" subcommand");
}

/// Copies a state file into the new workspace.
int copyState(const Workspaces& workspaces, const std::string& path, const Arguments& arguments,
              const fs::path& directory, const Interrupts& interrupts) {
    const diags::Result<workspace::StateOptions> options =
        lockingOptions(workspaces.project(), arguments, "workspace-new", interrupts);
    if (!options.isOk())
        return workspaces.refuse(options.diagnostics);
    const std::unique_ptr<backends::WorkspaceState> state = workspaces.backend().state(workspaces.argument());
    const Diagnostics problems = options->locking == workspace::StateOptions::Locking::Yes
                                     ? state->lock(options->operation, options->lockTimeout, options->stop)
                                     : state->openWithoutLock();
    if (problems.hasErrors())
        return workspaces.refuse(problems);
    const auto text = system::readFile(directory / path);
    if (!text)
        return workspaces.refuse(
            Diagnostic::error("Error opening the given state",
                              fmt::format("Failed opening the given state {}: {} {}: {}", values::quoted(path),
                                          text.error().call, path, text.error().reason())));
    const diags::Result<states::File> file =
        text->empty() ? Diagnostic::error("no state", {}) : states::readFile(*text, path);
    if (!file.isOk())
        return workspaces.refuse(Diagnostic::error(
            "Error reading the given state", fmt::format("Failed reading the given state {}: {}", values::quoted(path),
                                                         diags::joinMessages(file.diagnostics))));
    if (const auto written = state->write(file->state); written.hasErrors())
        return workspaces.refuse(
            Diagnostic::error("Error persisting the new state",
                              "Failed persisting the new state: " + diags::joinMessages(written.diagnostics)));
    workspaces.output().show(state->unlock());
    return 0;
}

/// A list of the managed objects of a state, each on a line of its own.
std::string objectsOf(const states::State& state) {
    std::string list;
    for (const auto& [address, resource] : state.resources()) {
        if (address.resource.mode != addrs::ResourceMode::Managed)
            continue;
        for (const auto& [key, instance] : resource.instances) {
            const std::string name = address.instance(key).toString();
            if (instance.current)
                list += "\n  - " + name;
            for (const auto& [deposed, object] : instance.deposed)
                list += fmt::format("\n  - {} (deposed object {})", name, deposed);
        }
    }
    return list;
}

/// Whether the state of a workspace has managed objects. It is locked while it is read.
diags::Result<std::shared_ptr<const states::State>>
stateToDelete(const Workspaces& workspaces, const Arguments& arguments, const Interrupts& interrupts) {
    const diags::Result<workspace::StateOptions> options =
        lockingOptions(workspaces.project(), arguments, "workspace-delete", interrupts);
    if (!options.isOk())
        return options.diagnostics;
    const std::unique_ptr<backends::WorkspaceState> state = workspaces.backend().state(workspaces.argument());
    if (options->locking == workspace::StateOptions::Locking::Yes)
        if (Diagnostics problems = state->lock(options->operation, options->lockTimeout, options->stop);
            problems.hasErrors())
            return problems;
    const diags::Result<backends::StoredState> stored = state->read(options->stop);
    if (!stored.isOk())
        return Diagnostic::error("Failed to refresh state",
                                 "State refresh failed: " + diags::joinMessages(stored.diagnostics));
    Diagnostics unlocking = state->unlock();
    return {stored->file.state, std::move(unlocking)};
}

} // namespace

int runWorkspaceList(const Arguments& arguments, const fs::path& directory, const Interrupts& interrupts) {
    Workspaces workspaces("workspace list", arguments, directory, interrupts);
    if (const auto status = workspaces.start(Workspaces::Argument::None))
        return *status;
    if (const auto status = workspaces.openFolder())
        return *status;
    if (const auto status = workspaces.openBackend())
        return *status;
    if (const auto status = workspaces.list("Error loading workspaces", "Listing workspaces failed"))
        return *status;
    std::string text;
    for (const std::string& name : workspaces.names())
        text +=
            (name == workspaces.current() ? "* " : "  ") + report::safeText(name, workspaces.output().text()) + "\n";
    workspaces.output().printMessage(text + "\n", events::workspaceList(workspaces.names(), workspaces.current()));
    if (workspaces.isOverridden())
        workspaces.output().printMessage(
            "\n\nThe active workspace is being overridden using the TF_WORKSPACE environment\nvariable.\n\n",
            events::info("The active workspace is being overridden using the TF_WORKSPACE environment variable"));
    return 0;
}

int runWorkspaceNew(const Arguments& arguments, const fs::path& directory, const Interrupts& interrupts) {
    Workspaces workspaces("workspace new", arguments, directory, interrupts);
    if (const auto status = workspaces.start(Workspaces::Argument::Name))
        return *status;
    if (const auto status = workspaces.openFolder())
        return *status;
    const std::string& name = workspaces.argument();
    if (!states::isValidWorkspaceName(name))
        return workspaces.refuseName();
    if (workspaces.isOverridden() && workspaces.current() != name)
        return workspaces.refuse(
            Diagnostic::error("The workspace is overridden using the TF_WORKSPACE environment variable",
                              "To create a new workspace, either unset this environment variable or update it to match "
                              "the workspace name you are trying to create, and then run this command again."),
            "The workspace is currently overridden using the TF_WORKSPACE environment variable. You cannot create a "
            "new workspace when using this setting. To create a new workspace, either unset this environment variable "
            "or update it to match the workspace name you are trying to create, and then run this command again");
    if (const auto status = workspaces.openBackend())
        return *status;
    if (const auto status = workspaces.list("Error getting existing workspaces", "Failed listing workspaces"))
        return *status;
    if (workspaces.has(name)) {
        const std::string text = fmt::format("Workspace {} already exists", values::quoted(name));
        return workspaces.refuse(Diagnostic::error(text, "A workspace having the given name already exists"), text);
    }
    if (const auto status = workspaces.create(name, "Error selecting the new workspace"))
        return *status;
    const std::string state = arguments.value("state").value_or("");
    return state.empty() ? 0 : copyState(workspaces, state, arguments, directory, interrupts);
}

int runWorkspaceSelect(const Arguments& arguments, const fs::path& directory, const Interrupts& interrupts) {
    Workspaces workspaces("workspace select", arguments, directory, interrupts);
    if (const auto status = workspaces.start(Workspaces::Argument::Name))
        return *status;
    if (const auto status = workspaces.openFolder())
        return *status;
    if (workspaces.isOverridden())
        return workspaces.refuse(
            Diagnostic::error("The selected workspace is overridden using the TF_WORKSPACE environment variable",
                              "To select a new workspace, either update this environment variable or unset it and then "
                              "run this command again."),
            "The selected workspace is currently overridden using the TF_WORKSPACE environment variable. To select a "
            "new workspace, either update this environment variable or unset it and then run this command again");
    if (const auto status = workspaces.openBackend())
        return *status;
    const std::string& name = workspaces.argument();
    if (!states::isValidWorkspaceName(name))
        return workspaces.refuseName();
    if (const auto status = workspaces.list("Error loading workspaces", "Listing workspaces failed"))
        return *status;
    if (name == workspaces.current())
        return 0;
    if (!workspaces.has(name))
        return arguments.flag("or-create", false) ? workspaces.create(name, "Error setting workspace").value_or(0)
                                                  : workspaces.refuseMissing();
    if (const auto status = workspaces.select(name, "Error setting workspace", "Could not set the requested workspace"))
        return *status;
    const std::string text = "Switched to workspace " + values::quoted(name);
    workspaces.output().printMessage(report::colored("[reset][green]", workspaces.output().text().color) + text + ".\n",
                                     events::info(text));
    return 0;
}

int runWorkspaceDelete(const Arguments& arguments, const fs::path& directory, const Interrupts& interrupts) {
    Workspaces workspaces("workspace delete", arguments, directory, interrupts);
    if (const auto status = workspaces.start(Workspaces::Argument::Name))
        return *status;
    if (const auto status = workspaces.openFolder())
        return *status;
    if (const auto status = workspaces.openBackend())
        return *status;
    if (const auto status = workspaces.list("Error loading workspaces", "Listing workspaces failed"))
        return *status;
    const std::string& name = workspaces.argument();
    if (!workspaces.has(name))
        return workspaces.refuseMissing();
    if (name == workspaces.current()) {
        const std::string text = fmt::format("Workspace {} is your active workspace", values::quoted(name)),
                          advice = "You cannot delete the currently active workspace. Please switch to another "
                                   "workspace and try again";
        return workspaces.refuse(Diagnostic::error(text, advice + "."), text + ". " + advice);
    }
    const auto state = stateToDelete(workspaces, arguments, interrupts);
    if (!state.isOk())
        return workspaces.refuse(state.diagnostics);
    const bool hasObjects = (*state)->hasManagedResources();
    if (hasObjects && !arguments.flag("force", false))
        return workspaces.refuse(Diagnostic::error(
            "Workspace is not empty",
            fmt::format("Workspace {} is currently tracking the following resource instances:{}\n\nDeleting this "
                        "workspace would cause OpenTofu to lose track of any associated remote objects, which would "
                        "then require you to delete them manually outside of OpenTofu. You should destroy these "
                        "objects with OpenTofu before deleting the workspace.\n\nIf you want to delete this workspace "
                        "anyway, and have OpenTofu forget about these managed objects, use the -force option to "
                        "disable this safety check.",
                        values::quoted(name), objectsOf(**state))));
    const bool isUndeletable = name == "default" && !workspaces.project().state.isRemote();
    const Diagnostics problems = isUndeletable ? Diagnostics(Diagnostic::error("cannot delete default state", {}))
                                               : workspaces.backend().deleteWorkspace(name, interrupts.stop);
    if (problems.hasErrors())
        return workspaces.refuse(Diagnostic::error(
            "Workspace deletion failed", "Failed to delete the given workspace: " + diags::joinMessages(problems)));
    const std::string text = "Deleted workspace " + values::quoted(name);
    workspaces.output().printMessage(report::colored("[reset][green]", workspaces.output().text().color) + text + "!\n",
                                     events::info(text));
    if (hasObjects) {
        const std::string summary = values::quoted(name) + " was non-empty",
                          detail = "The resources managed by the deleted workspace may still exist, but are no longer "
                                   "manageable by OpenTofu since the state has been deleted";
        workspaces.output().printMessage(Diagnostic::warning(summary, detail + "."),
                                         events::warning(summary + ". " + detail));
    }
    return 0;
}

} // namespace planlens::cli

// SPDX-License-Identifier: MPL-2.0
#include "app/cli/state/state_edit.h"

#include "app/cli/state_reading.h"
#include "app/cli/through_tool.h"
#include "app/cli/usage.h"
#include "core/diags/join_messages.h"
#include "core/formats/event_json.h"
#include "core/report/text/terminal_text.h"
#include "core/states/journal/recovery.h"

#include <fmt/core.h>

#include <chrono>
#include <iostream>

namespace planlens::cli {

namespace fs = std::filesystem;
using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;

std::unique_ptr<Output> stateOutput(const Arguments& arguments, Diagnostics& misuse) {
    const View view = arguments.flag("json", false) ? View::Json : View::Human;
    auto output = std::make_unique<Output>(view, arguments, Output::Spacing::Apart);
    output->writeEventsTo(openJsonInto(arguments, misuse));
    return output;
}

void beginEvents(Output& output) {
    if (output.view() == View::Json)
        output.print(formats::events::version());
}

int reportMisuseWithUsage(Output& output, const std::string& command, const Diagnostics& misuse) {
    beginEvents(output);
    output.show(misuse);
    if (output.view() == View::Human)
        output.print(usageOf(command));
    return 1;
}

std::optional<bool> isConfirmed(Output& output, std::string_view query, std::string_view description) {
    output.print(report::colored(fmt::format("[reset][bold]{}[reset]", query), output.text().color) +
                 fmt::format("\n  {}\n\n", description) +
                 report::colored("  [bold]Enter a value:[reset] ", output.text().color));
    std::string answer;
    std::getline(std::cin, answer);
    output.print("\n");
    return std::cin.eof() || std::cin.fail() ? std::nullopt : std::optional(answer == "yes");
}

fs::path pathOption(const Arguments& arguments, std::string_view option) {
    return fs::path(arguments.value(option).value_or("")).lexically_normal();
}

states::StatePaths stateFilePaths(const fs::path& file, const fs::path& backup) {
    if (!backup.empty() && backup != "-")
        return {file, file, backup};
    // Several commands within a second keep all their backups.
    auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch());
    const auto name = [&] { return fmt::format("{}.{}.backup", file.string(), seconds.count()); };
    for (std::error_code error; fs::exists(name(), error);)
        ++seconds;
    return {file, file, name()};
}

Result<workspace::StateOptions> lockingOptions(const Project& project, const Arguments& arguments,
                                               std::string_view operation, const Interrupts& interrupts) {
    Arguments others = arguments;
    std::erase_if(others.options, [](const auto& option) {
        return option.first == "state" || option.first == "state-out" || option.first == "backup";
    });
    return stateOptions(project, others, operation, interrupts);
}

std::optional<int> openFolderOfState(const std::string& command, const Arguments& arguments, const fs::path& directory,
                                     const Interrupts& interrupts, Output& output, Project& project) {
    Result<Project> opened = openProject(directory, arguments, interrupts, Purpose::Reading);
    if (opened.isOk() && !opened->stateDiagnostics.hasErrors() && isThroughTool(*opened.value))
        return runWithTool(command, *opened.value, arguments, output, interrupts);
    beginEvents(output);
    if (opened.value)
        output.setSources(opened->sources);
    if (!opened.isOk()) {
        output.show(opened.diagnostics);
        return 1;
    }
    project = *std::move(opened.value);
    return {};
}

namespace {

Diagnostics loadingError(const Diagnostics& causes) {
    return Diagnostic::error("Error loading the state",
                             "Please ensure that your OpenTofu state exists and that you've configured it properly. "
                             "You can use the \"-state\" flag to point OpenTofu at another state file.\n\nCause: " +
                                 diags::joinMessages(causes));
}

} // namespace

StateEdit::StateEdit(Output& output, const Arguments& arguments, const fs::path& directory,
                     const Interrupts& interrupts, Names names)
    : m_output(output)
    , m_arguments(arguments)
    , m_directory(directory)
    , m_interrupts(interrupts)
    , m_names(std::move(names)) {}

int StateEdit::refuse(const Diagnostics& problems) {
    m_output.show(problems);
    return 1;
}

int StateEdit::failToLoad(const Diagnostics& causes) {
    return refuse(loadingError(causes));
}

int StateEdit::failToSave(const Diagnostics& causes) {
    const fs::path state = m_opened.state->journalBase();
    if (std::error_code error; !state.empty() && fs::exists(states::recoveryPath(state), error))
        return refuse(Diagnostic::error("Error saving the state",
                                        "The new state was saved beside the state file, which is incomplete now. The "
                                        "next command of Planlens completes it, so do not run this one again.\n\n"
                                        "Cause: " +
                                            diags::joinMessages(causes)));
    return refuse(Diagnostic::error("Error saving the state",
                                    "The state was not saved. No items were removed from the persisted state. No "
                                    "backup was created since no modification occurred. Please resolve the issue "
                                    "above and try again.\n\nCause: " +
                                        diags::joinMessages(causes)));
}

std::optional<int> StateEdit::openFolder() {
    return openFolderOfState(m_names.command, m_arguments, m_directory, m_interrupts, m_output, m_project);
}

std::optional<int> StateEdit::openState() {
    const fs::path file = pathOption(m_arguments, "state"), backup = pathOption(m_arguments, "backup");
    if (file.empty())
        if (const Diagnostics problems = stateAccessProblems(m_project); problems.hasErrors())
            return failToLoad(problems);
    Result<workspace::StateOptions> options = lockingOptions(m_project, m_arguments, m_names.operation, m_interrupts);
    if (!options.isOk())
        return refuse(options.diagnostics);
    options->paths = stateFilePaths(file.empty() ? m_project.state.paths.state : file, backup);
    Result<workspace::OpenedState> opened =
        file.empty() ? workspace::openState(m_project, *options) : workspace::openStateFile(m_project, *options);
    if (!opened.isOk())
        return refuse(openError(opened.diagnostics, loadingError));
    m_opened = *std::move(opened.value);
    Diagnostics problems;
    std::optional<backends::StoredState> stored = m_opened.state->read(m_interrupts.stop).into(problems);
    if (!stored || problems.hasErrors())
        return refuse(Diagnostic::error(std::string(m_names.readProblem), diags::joinMessages(problems)));
    m_output.show(problems); // an interrupted apply
    if (!stored->exists)
        return refuse(noStateFile());
    m_stored = *std::move(stored);
    return {};
}

std::optional<int> StateEdit::checkBackend() {
    if (const Diagnostics problems = stateAccessProblems(m_project); problems.hasErrors())
        return refuse(problems);
    return {};
}

std::optional<int> StateEdit::save(states::State state) {
    if (const std::optional<int> status = checkBackend())
        return status;
    if (state == *m_stored.file.state)
        return {};
    const Result<states::File> written = m_opened.state->write(std::make_shared<const states::State>(std::move(state)));
    if (written.hasErrors())
        return failToSave(written.diagnostics);
    return {};
}

int StateEdit::finish() {
    m_output.show(m_opened.unlock());
    return 0;
}

} // namespace planlens::cli

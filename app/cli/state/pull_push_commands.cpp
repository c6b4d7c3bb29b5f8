// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/state/state_edit.h"
#include "app/cli/state_reading.h"

#include "core/diags/join_messages.h"
#include "core/states/edit/successor.h"
#include "core/states/file/stored_file.h"
#include "core/states/journal/journal.h"
#include "core/system/file.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

namespace planlens::cli {

namespace fs = std::filesystem;
using diags::Diagnostic;
using diags::Diagnostics;

namespace {

/// The state in a file or, for "-", on the standard input, in clear or encrypted as the directory says.
diags::Result<states::File> readGiven(const std::string& source, const fs::path& directory,
                                      const states::EncryptionPtr& encryption) {
    const auto text = source == "-" ? system::readStandardInput() : system::readFile(directory / source);
    if (!text) {
        const std::string problem = fmt::format("{} {}: {}", text.error().call, source, text.error().reason());
        return text.error().call == "open"
                   ? Diagnostic::error("Failed to open the given state file", problem)
                   : Diagnostic::error("Failed to read source state " + values::quoted(source), problem);
    }
    if (text->empty())
        return Diagnostic::error("Failed to read source state " + values::quoted(source), "no state");
    // A state in clear is accepted even if encryption is enforced: it is encrypted when it is stored.
    diags::Result<states::StoredFile> read =
        states::readStoredFile(*text, states::isEncrypted(*text) ? encryption : nullptr, source);
    if (!read.isOk())
        return Diagnostic::error("Failed to read source state " + values::quoted(source),
                                 diags::joinMessages(read.diagnostics));
    return {std::move(read->file), std::move(read.diagnostics)};
}

/// The serial of a pushed state. The reference counts it as changes of the stored state: a file is written twice, and
/// each time is compared with the content before the command.
std::uint64_t serialOfPushed(const states::File& given, const backends::StoredState& current, bool isRemote,
                             bool mustBeWritten) {
    if (!current.exists)
        return given.serial + 1;
    const bool isSame = *given.state == *current.file.state;
    if (!isRemote)
        return given.serial + (isSame ? 0 : 2);
    const bool hasSameIdentity = given.lineage == current.file.lineage && given.serial == current.file.serial;
    return given.serial + (isSame && hasSameIdentity && !mustBeWritten ? 0 : 1);
}

} // namespace

int runStatePull(const Arguments& arguments, const fs::path& directory, const Interrupts& interrupts) {
    Diagnostics misuse = arguments.problems;
    if (!arguments.positional.empty())
        misuse.error("Unexpected argument", "Too many command line arguments. Did you mean to use -chdir?");
    Output output(View::Human, arguments, Output::Spacing::Apart);
    if (misuse.hasErrors())
        return reportMisuseWithUsage(output, "state pull", misuse);
    Project project;
    if (const std::optional<int> status =
            openFolderOfState("state pull", arguments, directory, interrupts, output, project))
        return *status;
    if (const Diagnostics problems = stateAccessProblems(project); problems.hasErrors()) {
        output.show(problems);
        return 1;
    }
    const diags::Result<workspace::OpenedState> opened = openToRead(project, arguments, interrupts);
    if (!opened.isOk()) {
        output.show(opened.diagnostics);
        return 1;
    }
    diags::Result<backends::StoredState> stored = opened->state->read(interrupts.stop);
    if (!stored.isOk()) {
        output.show(Diagnostic::error("Failed to refresh state: " + diags::joinMessages(stored.diagnostics), {}));
        return 1;
    }
    output.setDocument();
    output.show(stored.diagnostics); // an interrupted apply
    if (!stored->exists && !project.state.isRemote())
        return 0;
    std::string text;
    states::writeCompactFile(stored->file, [&](std::string_view part) { text += part; });
    output.printLine(text += '\n'); // as in the reference, an empty line follows
    return 0;
}

/// Removes the journal of an interrupted apply when the state is pushed that this apply could not write, which includes
/// all its operations. Otherwise reading the current state would restore them, with another serial.
class JournalAside {
public:
    JournalAside(const backends::WorkspaceState& state, const states::File& pushed) {
        const fs::path base = state.journalBase();
        if (base.empty() || !states::Journal::isAnnounced(base, pushed, state.encryption()))
            return;
        m_journal = states::Journal::path(base);
        m_aside = states::Journal::setAside(base);
    }
    JournalAside(const JournalAside&) = delete;
    JournalAside& operator=(const JournalAside&) = delete;
    ~JournalAside() {
        std::error_code error;
        if (!m_aside.empty())
            fs::rename(m_aside, m_journal, error);
    }
    void discard() {
        std::error_code error;
        if (!m_aside.empty())
            fs::remove(std::exchange(m_aside, {}), error);
    }

private:
    fs::path m_journal, m_aside;
};

int runStatePush(const Arguments& arguments, const fs::path& directory, const Interrupts& interrupts) {
    Diagnostics misuse = arguments.problems;
    if (arguments.positional.size() != 1)
        misuse.error("Invalid number of arguments", "Exactly one argument expected");
    const std::unique_ptr<Output> output = stateOutput(arguments, misuse);
    if (misuse.hasErrors())
        return reportMisuseWithUsage(*output, "state push", misuse);
    Project project;
    if (const std::optional<int> status =
            openFolderOfState("state push", arguments, directory, interrupts, *output, project))
        return *status;
    const auto refuse = [&](const Diagnostics& problems) {
        output->show(problems);
        return 1;
    };
    diags::Result<states::File> given =
        readGiven(arguments.positional.front(), directory, project.state.encryption.state());
    if (!given.isOk())
        return refuse(given.diagnostics);
    if (const Diagnostics unusable = stateAccessProblems(project); unusable.hasErrors())
        return refuse(unusable);
    const diags::Result<workspace::StateOptions> options = lockingOptions(project, arguments, "state-push", interrupts);
    if (!options.isOk())
        return refuse(options.diagnostics);
    diags::Result<workspace::OpenedState> opened = workspace::openState(project, *options);
    if (!opened.isOk())
        return refuse(openError(opened.diagnostics, [](const Diagnostics& causes) {
            return Diagnostic::error("Failed to load destination state", diags::joinMessages(causes));
        }));
    JournalAside journal(*opened->state, *given);
    const diags::Result<backends::StoredState> current = opened->state->read(interrupts.stop);
    if (!current.isOk())
        return refuse(
            Diagnostic::error("Failed to refresh destination state", diags::joinMessages(current.diagnostics)));
    output->show(current.diagnostics); // an interrupted apply
    if (!arguments.flag("force", false))
        if (const std::optional<std::string> why = states::whyNotSuccessor(*given, current->file))
            return refuse(Diagnostic::error("Failed to write the imported state", *why));
    Diagnostics problems;
    const bool mustBeWritten = opened->state->needsReencryption();
    given->serial = serialOfPushed(*given.value, *current.value, project.state.isRemote(), mustBeWritten);
    const bool isSame = current->exists && !mustBeWritten && given->serial == current->file.serial &&
                        given->lineage == current->file.lineage && *given->state == *current->file.state;
    if (!isSame)
        problems.append(opened->state->overwrite(*std::move(given.value)));
    if (problems.hasErrors())
        return refuse(Diagnostic::error("Failed to persist state", diags::joinMessages(problems)));
    journal.discard();
    output->show(problems);
    output->show(opened->unlock());
    return 0;
}

} // namespace planlens::cli

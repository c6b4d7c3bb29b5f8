// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/commands/unsupported_commands.h"
#include "app/cli/completion.h"
#include "app/cli/output.h"
#include "app/cli/project.h"
#include "app/cli/projects/commands.h"
#include "app/cli/usage.h"
#include "app/cli/written_output.h"

#include "core/report/text/diagnostic_text.h"
#include "core/report/text/terminal_text.h"
#include "core/system/environment.h"
#include "core/system/shell_words.h"
#include "core/system/unexpected_error.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace planlens::cli {

using diags::Diagnostic;

namespace {

/// Reports on standard error, so that the standard output stays valid for programs.
void tellCliConfigProblems() {
    const diags::Result<providers::CliConfig>& config = cliConfig();
    if (config.diagnostics.isEmpty())
        return;
    const report::TextOptions options;
    std::string text = "There are some problems with the CLI configuration:\n";
    for (const Diagnostic& problem : config.diagnostics)
        text += report::diagnosticText(problem, {}, options);
    if (config.hasErrors())
        text += "As a result of the above problems, Planlens may not behave as intended.\n\n\n";
    std::fputs(text.c_str(), stderr);
}

/// The command at the start of the words: one or two words, named as in the list of options.
struct Command {
    std::string name;
    std::size_t length = 1;
};
Command commandIn(const std::vector<std::string>& words) {
    if (words.size() > 1) {
        static const std::map<std::string_view, std::string> otherNames{
            {"state ls", "state list"}, {"state move", "state mv"}, {"state remove", "state rm"}};
        std::string both = words[0] + " " + words[1];
        if (const auto found = otherNames.find(both); found != otherNames.end())
            both = found->second;
        if (optionsOf(both))
            return {both, 2};
    }
    return {words[0], 1};
}

/// Returns the additional words in an environment variable; std::nullopt after a problem, which is shown.
std::optional<std::vector<std::string>> fromEnvironment(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
    auto words = system::splitWords(system::environmentText(name), system::Operators::EndTheText);
    if (!words)
        fmt::print(stderr, "Error parsing extra CLI args from {}: invalid command line string\n", name);
    return words;
}

/// Whether a command writes events, which include its diagnostics.
bool writesEvents(const std::string& command, const Arguments& arguments) {
    return arguments.flag("json", false) && command != "show" && command != "validate" && command != "output" &&
           command != "why" && !command.starts_with("projects ");
}

/// The function of a command.
struct Implementation {
    using Run = int (*)(const Arguments& arguments, const std::filesystem::path& directory,
                        const Interrupts& interrupts);
    /// Whether the command shows wrong options itself, together with other misuse.
    enum class Misuse { ShownHere, ShownByCommand };
    Run run = nullptr;
    Misuse misuse = Misuse::ShownHere;
};

const std::map<std::string_view, Implementation>& implementations() {
    using Misuse = Implementation::Misuse;
    static const std::map<std::string_view, Implementation> all{
        {"plan", {runPlan, Misuse::ShownByCommand}},
        {"apply",
         {[](const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts) {
              return runApply(arguments, ApplyCommand::Apply, directory, interrupts);
          },
          Misuse::ShownByCommand}},
        {"destroy",
         {[](const Arguments& arguments, const std::filesystem::path& directory, const Interrupts& interrupts) {
              return runApply(arguments, ApplyCommand::Destroy, directory, interrupts);
          },
          Misuse::ShownByCommand}},
        {"show", {runShow, Misuse::ShownByCommand}},
        {"import", {runImport, Misuse::ShownByCommand}},
        {"refresh", {runRefresh, Misuse::ShownByCommand}},
        {"report", {runReport}},
        {"why", {runWhy}},
        {"state list", {runStateList}},
        {"state mv", {runStateMv, Misuse::ShownByCommand}},
        {"state pull", {runStatePull, Misuse::ShownByCommand}},
        {"state push", {runStatePush, Misuse::ShownByCommand}},
        {"state replace-provider", {runStateReplaceProvider, Misuse::ShownByCommand}},
        {"state rm", {runStateRm, Misuse::ShownByCommand}},
        {"state show", {runStateShow}},
        {"taint", {runTaint, Misuse::ShownByCommand}},
        {"untaint", {runUntaint, Misuse::ShownByCommand}},
        {"output", {runOutput, Misuse::ShownByCommand}},
        {"validate", {runValidate, Misuse::ShownByCommand}},
        {"providers", {runProviders}},
        {"graph", {runGraph}},
        {"force-unlock", {runForceUnlock}},
        {"workspace delete", {runWorkspaceDelete, Misuse::ShownByCommand}},
        {"workspace list", {runWorkspaceList, Misuse::ShownByCommand}},
        {"workspace new", {runWorkspaceNew, Misuse::ShownByCommand}},
        {"workspace select", {runWorkspaceSelect, Misuse::ShownByCommand}},
        {"workspace show", {runWorkspaceShow}},
        {"projects list", {runProjectsList}},
        {"projects report", {runProjectsReport}},
        {"projects apply", {runProjectsApply}},
        {"projects plan", {runProjectsPlan}},
        {"version", {runVersion}},
    };
    return all;
}

int fail(const Diagnostic& problem) {
    Output(View::Human, {}).show(problem);
    return 1;
}

/// The options before the command.
struct GlobalOptions {
    std::filesystem::path chdir;
    std::vector<std::string> rest;      // the command and what follows it
    std::optional<int> exitStatus = {}; // if an option takes the place of a command
};

GlobalOptions takeGlobalOptions(const std::vector<std::string>& words, const std::filesystem::path& directory) {
    GlobalOptions options;
    std::size_t i = 0;
    for (; i < words.size() && words[i].starts_with('-'); ++i) {
        if (words[i] == "-chdir" || words[i] == "-chdir=") {
            std::fputs("Invalid -chdir option: must include an equals sign followed by a directory path, like "
                       "-chdir=example\n",
                       stderr);
            options.exitStatus = 1;
            return options;
        }
        if (words[i].starts_with("-chdir=")) {
            options.chdir = words[i].substr(7);
        } else if (words[i] == "-version" || words[i] == "--version" || words[i] == "-v") {
            options.exitStatus = runVersion({}, directory, {});
            return options;
        } else if (words[i] == "-help" || words[i] == "--help" || words[i] == "-h") {
            writeOutput(usage());
            options.exitStatus = 0;
            return options;
        } else {
            options.exitStatus = fail(Diagnostic::error(
                "Unknown global option",
                fmt::format("{} is not a global option. For the list of options, run \"planlens-cli -help\".",
                            words[i])));
            return options;
        }
    }
    options.rest.assign(words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
    return options;
}

/// Changes to the directory of -chdir. All paths in options and configuration are relative to it from then on. Returns
/// false after a problem, which is shown.
bool changeDirectory(const std::filesystem::path& directory) {
    if (const auto here = system::currentDirectory(); !here) {
        fail(Diagnostic::error("Failed to determine current working directory: " + here.error(),
                               "The folder in which this command was started does not exist any more. Change to "
                               "another folder and run it again."));
        return false;
    }
    std::error_code error;
    if (!directory.empty())
        std::filesystem::current_path(directory, error);
    if (error)
        fmt::print(stderr, "Error handling -chdir option: {}\n",
                   report::withVisibleControls(system::ioError("chdir", directory.string(), error.value())));
    return !error;
}

/// Runs a command with these arguments and those in the environment.
int runParsed(const std::string& command, const std::vector<std::string>& given, const std::filesystem::path& directory,
              const Interrupts& interrupts) {
    auto all = fromEnvironment("TF_CLI_ARGS");
    const auto ofCommand = all ? fromEnvironment("TF_CLI_ARGS_" + command) : std::nullopt;
    if (!ofCommand)
        return 1;
    all->insert(all->end(), ofCommand->begin(), ofCommand->end());
    all->insert(all->end(), given.begin(), given.end());
    diags::Result<Arguments> parsed = parseArguments(command, *all);
    Arguments arguments = std::move(parsed.value).value_or(Arguments());
    if (arguments.flag("help", false)) {
        writeOutput(usageOf(command));
        return 0;
    }
    diags::Diagnostics problems = std::move(parsed.diagnostics);
    lockTimeout(arguments).into(problems);
    const Implementation& implementation = implementations().at(command);
    if (problems.hasErrors() && implementation.misuse == Implementation::Misuse::ShownHere)
        return reportMisuse(command, arguments, problems);
    arguments.problems = std::move(problems);
    try {
        return implementation.run(arguments, directory, interrupts);
    } catch (...) {
        Output(writesEvents(command, arguments) ? View::Json : View::Human, arguments)
            .show(system::unexpectedError(system::currentException()));
        return 1;
    }
}

int runWords(const std::vector<std::string>& words, const Interrupts& interrupts) {
    startDirectory();
    const std::filesystem::path directory = ".";
    if (!words.empty() && words.front() == "-complete") { // used by shell completion
        for (const std::string& candidate : completions({words.begin() + 1, words.end()}))
            writeOutput(candidate + "\n");
        return 0;
    }
    const GlobalOptions options = takeGlobalOptions(words, directory);
    if (options.exitStatus)
        return *options.exitStatus;
    if (options.rest.empty()) {
        writeOutput(usage());
        return 127;
    }
    const Command command = commandIn(options.rest);
    tellCliConfigProblems();
    if (!changeDirectory(options.chdir))
        return 1;
    if (!optionsOf(command.name)) {
        if (const std::optional<Diagnostic> instead = unsupportedCommand(options.rest))
            return fail(*instead);
        std::fprintf(stderr,
                     "Planlens has no command named \"%s\".\n\nTo see all commands, run:\n  planlens-cli -help\n",
                     report::withVisibleControls(command.name).c_str());
        return 1;
    }
    return runParsed(command.name,
                     {options.rest.begin() + static_cast<std::ptrdiff_t>(command.length), options.rest.end()},
                     directory, interrupts);
}

} // namespace

int run(const std::vector<std::string>& words, const Interrupts& interrupts) {
    const int status = runWords(words, interrupts);
    const diags::Diagnostics incomplete = incompleteOutput();
    if (incomplete.isEmpty())
        return status;
    Output(View::Human, {}).show(incomplete);
    return 1;
}

} // namespace planlens::cli

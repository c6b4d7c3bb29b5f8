// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands.h"
#include "app/cli/commands/unsupported_commands.h"
#include "app/cli/completion.h"
#include "app/cli/output.h"
#include "app/cli/project.h"
#include "app/cli/usage.h"

#include "core/report/text/diagnostic_text.h"
#include "core/system/environment.h"
#include "core/system/unexpected_error.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace planlens::cli {

using diags::Diagnostic;

namespace {

void say(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
}

/// Reports on standard error, so that the standard output stays valid for programs.
void tellCliConfigProblems() {
    const diags::Result<providers::CliConfig> config = cliConfig();
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
        std::string both = words[0] + " " + words[1];
        if (both == "state ls")
            both = "state list";
        if (optionsOf(both))
            return {both, 2};
    }
    return {words[0], 1};
}

/// The additional words in an environment variable.
std::vector<std::string> fromEnvironment(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
    return splitWords(system::environmentVariable(name.c_str()).value_or(""));
}

/// Whether a command writes events, which include its diagnostics.
bool writesEvents(const std::string& command, const Arguments& arguments) {
    return arguments.flag("json", false) && command != "show" && command != "validate" && command != "output" &&
           command != "why";
}

int runCommand(const std::string& command, const Arguments& arguments, const std::filesystem::path& directory,
               const Interrupts& interrupts) {
    if (command == "plan")
        return runPlan(arguments, directory, interrupts);
    if (command == "apply")
        return runApply(arguments, ApplyCommand::Apply, directory, interrupts);
    if (command == "destroy")
        return runApply(arguments, ApplyCommand::Destroy, directory, interrupts);
    if (command == "show")
        return runShow(arguments, directory, interrupts);
    if (command == "report")
        return runReport(arguments, directory, interrupts);
    if (command == "why")
        return runWhy(arguments, directory, interrupts);
    if (command == "state list")
        return runStateList(arguments, directory, interrupts);
    if (command == "state show")
        return runStateShow(arguments, directory, interrupts);
    if (command == "output")
        return runOutput(arguments, directory, interrupts);
    if (command == "validate")
        return runValidate(arguments, directory, interrupts);
    if (command == "providers")
        return runProviders(arguments, directory, interrupts);
    if (command == "graph")
        return runGraph(arguments, directory, interrupts);
    if (command == "force-unlock")
        return runForceUnlock(arguments, directory, interrupts);
    if (command == "workspace show")
        return runWorkspaceShow(arguments, directory);
    return runVersion(arguments, directory);
}

} // namespace

int run(const std::vector<std::string>& words, const Interrupts& interrupts) {
    startDirectory();
    std::filesystem::path chdir;
    const std::filesystem::path directory = ".";
    std::size_t i = 0;
    if (!words.empty() && words.front() == "-complete") { // used by shell completion
        for (const std::string& candidate : completions({words.begin() + 1, words.end()}))
            say(candidate + "\n");
        return 0;
    }
    for (; i < words.size() && words[i].starts_with('-'); ++i) {
        if (words[i].starts_with("-chdir=")) {
            chdir = words[i].substr(7);
        } else if (words[i] == "-version" || words[i] == "--version" || words[i] == "-v") {
            return runVersion({}, directory);
        } else if (words[i] == "-help" || words[i] == "--help" || words[i] == "-h") {
            say(usage());
            return 0;
        } else {
            Output(View::Human, {})
                .show(Diagnostic::error(
                    "Unknown global option",
                    fmt::format("{} is not a global option. For the list of options, run \"planlens-cli -help\".",
                                words[i])));
            return 1;
        }
    }
    const std::vector<std::string> given(words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
    if (given.empty()) {
        say(usage());
        return 127;
    }
    const Command command = commandIn(given);
    tellCliConfigProblems();
    if (const auto here = system::currentDirectory(); !here) {
        Output(View::Human, {})
            .show(Diagnostic::error("Failed to determine current working directory: " + here.error(),
                                    "The folder in which this command was started does not exist any more. Change to "
                                    "another folder and run it again."));
        return 1;
    }
    std::error_code error;
    if (!chdir.empty())
        std::filesystem::current_path(chdir,
                                      error); // all paths in options and configuration are relative to it from here on
    if (error) {
        Output(View::Human, {})
            .show(Diagnostic::error("Error handling -chdir option",
                                    fmt::format("The directory {} does not exist.", chdir.string())));
        return 1;
    }
    if (const std::optional<Diagnostic> instead = insteadOfCommand(given)) {
        Output(View::Human, {}).show(*instead);
        return 1;
    }
    if (!optionsOf(command.name)) {
        std::fprintf(stderr,
                     "Planlens has no command named \"%s\".\n\nTo see all commands, run:\n  planlens-cli -help\n",
                     command.name.c_str());
        return 1;
    }
    std::vector<std::string> all = fromEnvironment("TF_CLI_ARGS");
    for (std::string& word : fromEnvironment("TF_CLI_ARGS_" + command.name))
        all.push_back(std::move(word));
    all.insert(all.end(), given.begin() + static_cast<std::ptrdiff_t>(command.length), given.end());
    diags::Result<Arguments> parsed = parseArguments(command.name, all);
    Arguments arguments = std::move(parsed.value).value_or(Arguments());
    if (arguments.flag("help", false)) {
        say(usageOf(command.name));
        return 0;
    }
    diags::Diagnostics problems = std::move(parsed.diagnostics);
    lockTimeout(arguments).into(problems);
    constexpr std::array<std::string_view, 6> reportsWithItsOwn{"plan", "apply",    "destroy",
                                                                "show", "validate", "output"};
    if (problems.hasErrors() && std::ranges::find(reportsWithItsOwn, command.name) == reportsWithItsOwn.end())
        return refuse(command.name, arguments, problems);
    arguments.problems = std::move(problems);
    try {
        return runCommand(command.name, arguments, directory, interrupts);
    } catch (...) {
        Output(writesEvents(command.name, arguments) ? View::Json : View::Human, arguments)
            .show(system::unexpectedError(system::currentExceptionText()));
        return 1;
    }
}

} // namespace planlens::cli

// SPDX-License-Identifier: MPL-2.0
#include "core/workspace/tool.h"

#include "core/addrs/version.h"
#include "core/system/environment.h"
#include "core/system/run_program.h"
#include "core/workspace/tool_events.h"
#include "core/workspace/tool_record.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <optional>

namespace planlens::workspace {

using diags::Diagnostic;
using diags::Result;

namespace {

std::string valueOf(const std::vector<std::string>& environment, std::string_view name) {
    for (const std::string& entry : environment)
        if (entry.starts_with(name) && entry.size() > name.size() && entry[name.size()] == '=')
            return entry.substr(name.size() + 1);
    return {};
}

/// The last part of a program's output, which may be long.
class Tail {
public:
    void add(std::string_view bytes) {
        m_text += bytes;
        if (m_text.size() > 2 * longest)
            m_text.erase(0, m_text.size() - longest);
    }
    /// The text without the frame of diagnostics on terminals.
    std::string toString() const {
        std::string text;
        for (std::size_t start = 0; start < m_text.size();) {
            const std::size_t end = std::min(m_text.find('\n', start), m_text.size());
            std::string_view line(m_text.data() + start, end - start);
            for (const std::string_view frame : {"╷", "│ ", "│", "╵"})
                if (line.starts_with(frame)) {
                    line.remove_prefix(frame.size());
                    break;
                }
            (text += line) += '\n';
            start = end + 1;
        }
        const std::size_t first = text.find_first_not_of(" \n"), last = text.find_last_not_of(" \n");
        return first == std::string::npos ? std::string() : text.substr(first, last - first + 1);
    }

private:
    static constexpr std::size_t longest = 64 * 1024;
    std::string m_text;
};

struct Answer {
    std::string output;
    Tail error;
    std::optional<system::ExitStatus> exitStatus; // std::nullopt if the program could not be started
    int startError = 0;

    bool isGood() const { return exitStatus && exitStatus->isSuccess(); }
    std::string whyNot() const {
        const std::string said = error.toString();
        const std::string how =
            exitStatus ? exitStatus->toString() : fmt::format("it could not be started: {}", std::strerror(startError));
        return said.empty() ? how : fmt::format("{}\n\n{}", how, said);
    }
};

std::string commandLine(const Tool& tool, const std::vector<std::string>& arguments) {
    std::string text = tool.path.string();
    for (const std::string& argument : arguments)
        if (!argument.starts_with('-'))
            text += " " + argument;
    return text;
}

using Sink = std::function<void(std::string_view bytes)>;

/// Runs the tool. Standard output is passed to the sink, or collected in the result if there is none.
Answer start(const std::filesystem::path& path, const std::vector<std::string>& arguments, const ToolRun& run,
             const Sink& output = {}, std::optional<std::chrono::steady_clock::time_point> deadline = {}) {
    Answer answer;
    system::Command command;
    command.executable = path;
    command.workingDirectory = run.directory;
    // Planlens has evaluated these options already. Prompts and version checks are disabled.
    command.environment = run.environment;
    for (const char* name : {"TF_CLI_ARGS", "TF_CLI_ARGS_plan", "TF_CLI_ARGS_apply", "TF_CLI_ARGS_destroy"})
        std::erase_if(command.environment,
                      [&](const std::string& entry) { return entry.starts_with(std::string(name) + "="); });
    command.environment =
        system::withVariables(std::move(command.environment), {{"TF_INPUT", "0"}, {"CHECKPOINT_DISABLE", "1"}});
    command.arguments = arguments;
    command.arguments.insert(command.arguments.begin(), path.string());
    system::Exchange exchange;
    exchange.output = output ? output : [&](std::string_view bytes) { answer.output += bytes; };
    exchange.error = [&](std::string_view bytes) { answer.error.add(bytes); };
    system::Limits limits;
    limits.stop = run.stop;
    limits.forced = run.forced;
    limits.manner = system::Limits::Manner::Patient;
    limits.deadline = deadline;
    const auto exitStatus = system::runProgram(command, exchange, limits);
    if (exitStatus)
        answer.exitStatus = *exitStatus;
    else
        answer.startError = exitStatus.error();
    return answer;
}

/// The requested output without the warnings that tofu 1.12 prints first about its own configuration; empty if there is
/// no other output.
std::string_view answerFrom(std::string_view text, std::initializer_list<std::string_view> beginnings) {
    for (std::string_view rest = text;;) {
        if (std::any_of(beginnings.begin(), beginnings.end(),
                        [&](std::string_view beginning) { return rest.starts_with(beginning); }))
            return rest;
        const std::size_t end = rest.find('\n');
        if (end == std::string_view::npos)
            return text.substr(std::min(text.find_first_not_of(" \r\n"), text.size())).starts_with("Warning: ")
                       ? std::string_view()
                       : text;
        rest.remove_prefix(end + 1);
    }
}

/// Parses "OpenTofu v1.12.6" at the start of a line.
std::optional<plans::Program> programOf(std::string_view text) {
    text = answerFrom(text, {"OpenTofu v", "Terraform v"});
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    using Kind = plans::Program::Kind;
    for (const auto& [name, kind] : {std::pair{std::string_view("OpenTofu v"), Kind::OpenTofu},
                                     std::pair{std::string_view("Terraform v"), Kind::Terraform}})
        if (line.starts_with(name))
            return plans::Program{kind, std::string(line.substr(name.size()))};
    return {};
}

} // namespace

bool isSince(const plans::Program& program, std::int64_t openTofu, std::optional<std::int64_t> terraform) {
    const std::optional<addrs::Version> version = addrs::Version::parse(program.version);
    const std::optional<std::int64_t> first = program.kind == plans::Program::Kind::OpenTofu ? openTofu : terraform;
    return version && first && version->segments[1] >= *first;
}

std::string toolName(std::string_view registry) {
    return registry == addrs::terraformRegistry ? "terraform" : "tofu";
}

std::filesystem::path findTool(std::string_view given, std::string_view registry,
                               const std::vector<std::string>& environment) {
    std::string name(given);
    if (name.empty())
        name = valueOf(environment, "PLANLENS_TOOL");
    const auto path = system::findProgram(name.empty() ? toolName(registry) : name);
    std::error_code error;
    return path && std::filesystem::exists(*path, error) ? system::absolutePath(*path) : std::filesystem::path();
}

Result<Tool> askTool(const std::filesystem::path& path, std::string_view what, std::string_view registry,
                     const ToolRun& run) {
    const std::string name = toolName(registry);
    constexpr std::string_view howToSay = "say where it is with -tool=PATH or the environment variable PLANLENS_TOOL";
    if (path.empty())
        return Diagnostic::error(fmt::format("No {} to reach the state with", name),
                                 fmt::format("The state of this configuration is out of reach for Planlens alone ({}): "
                                             "it is read through \"{} state pull\", and plans are applied by \"{} "
                                             "apply\". No such program was found. Install {}, or {}.",
                                             what, name, name, name, howToSay));
    if (const std::optional<plans::Program> recorded = recordedProgram(path))
        return Tool{path, *recorded};
    const Answer answer =
        start(path, {"version"}, run, {}, std::chrono::steady_clock::now() + std::chrono::seconds(20));
    const std::optional<plans::Program> program = answer.isGood() ? programOf(answer.output) : std::nullopt;
    if (!program)
        return Diagnostic::error(
            "Unusable program for the state",
            fmt::format(
                "The program {} does not tell its version as OpenTofu and Terraform do ({}). Install {}, or {}.",
                path.string(), answer.isGood() ? "it answers something else" : answer.whyNot(), name, howToSay));
    recordProgram(path, *program);
    return Tool{path, *program};
}

Result<states::File> pullState(const Tool& tool, const ToolRun& run) {
    std::vector<std::string> arguments{"state", "pull", "-no-color"};
    if (isSince(tool.program, 8, {})) // earlier versions do not support variables in backends
        arguments.insert(arguments.end(), run.variables.begin(), run.variables.end());
    const Answer answer = start(tool.path, arguments, run);
    if (!answer.isGood())
        return Diagnostic::error("Failed to read the state",
                                 fmt::format("The program that reads it, \"{}\", failed: {}",
                                             commandLine(tool, arguments), answer.whyNot()));
    const std::string_view state = answerFrom(answer.output, {"{"});
    if (state.find_first_not_of(" \r\n") == std::string_view::npos)
        return states::File{{}, 0, {}, std::make_shared<const states::State>()};
    return states::readFile(state, commandLine(tool, arguments));
}

ToolOutcome applyThrough(const Tool& tool, const ToolRun& run, const std::filesystem::path& planFile,
                         const std::vector<std::string>& options, engine::Listener& listener, const ToolEvent& event) {
    ToolOutcome outcome;
    ToolEvents events(outcome, listener);
    Tail unknown;
    const auto take = [&](const std::string& line) {
        const std::string type = events.take(line);
        if (type.empty())
            unknown.add(line);
        else if (event)
            event(type, line);
    };
    std::string pending; // events may be of any length
    const auto add = [&](std::string_view bytes) {
        pending += bytes;
        std::size_t start = 0;
        for (std::size_t end = 0; (end = pending.find('\n', start)) != std::string::npos; start = end + 1)
            take(pending.substr(start, end + 1 - start));
        pending.erase(0, start);
    };
    std::vector<std::string> arguments{"apply", "-json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.insert(arguments.end(), run.variables.begin(), run.variables.end());
    arguments.push_back(planFile.string());
    Answer answer = start(tool.path, arguments, run, add);
    if (!pending.empty())
        take(pending + "\n");
    outcome.stopped = run.stop.stop_requested();
    if (answer.isGood() || outcome.diagnostics.hasErrors())
        return outcome;
    answer.error.add(unknown.toString());
    outcome.diagnostics.error("Failed to apply the plan",
                              fmt::format("The program that applies it, \"{} apply\", ended without saying what "
                                          "failed: {}\n\nLook at the state, and plan again.",
                                          tool.path.string(), answer.whyNot()));
    return outcome;
}

} // namespace planlens::workspace

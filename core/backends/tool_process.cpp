// SPDX-License-Identifier: MPL-2.0
#include "core/backends/tool_process.h"

#include "core/system/environment.h"
#include "core/system/run_program.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>

namespace planlens::backends {
namespace {

constexpr std::size_t longestTail = 64 * 1024;

} // namespace

void OutputTail::add(std::string_view bytes) {
    m_text += bytes;
    if (m_text.size() > 2 * longestTail)
        m_text.erase(0, m_text.size() - longestTail);
}

std::string OutputTail::toString() const {
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

std::string ToolResult::failure() const {
    const std::string text = error.toString();
    const std::string how =
        exitStatus ? exitStatus->toString() : fmt::format("it could not be started: {}", std::strerror(startError));
    return text.empty() ? how : fmt::format("{}\n\n{}", how, text);
}

ToolResult runTool(const std::filesystem::path& path, const std::vector<std::string>& arguments, const ToolRun& run,
                   const OutputSink& output, std::optional<std::chrono::steady_clock::time_point> deadline) {
    ToolResult result;
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
    command.descriptors = run.descriptors;
    system::Exchange exchange;
    exchange.output = output ? output : [&](std::string_view bytes) { result.output += bytes; };
    exchange.error = [&](std::string_view bytes) { result.error.add(bytes); };
    system::Limits limits;
    limits.stop = run.stop;
    limits.forced = run.forced;
    limits.manner = system::Limits::Manner::Patient;
    limits.deadline = deadline;
    limits.lifetime = run.lifetime;
    const auto exitStatus = system::runProgram(command, exchange, limits);
    if (exitStatus)
        result.exitStatus = *exitStatus;
    else
        result.startError = exitStatus.error();
    return result;
}

std::string_view outputFrom(std::string_view text, std::initializer_list<std::string_view> beginnings) {
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

std::string commandLine(const Tool& tool, const std::vector<std::string>& arguments) {
    std::string text = tool.path.string();
    for (const std::string& argument : arguments)
        if (!argument.starts_with('-'))
            text += " " + argument;
    return text;
}

} // namespace planlens::backends

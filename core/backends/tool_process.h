// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/tool_program.h"
#include "core/system/exit_status.h"

#include <chrono>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::backends {

/// The last part of a program's output, which may be long.
class OutputTail {
public:
    void add(std::string_view bytes);
    /// The text without the frame of diagnostics on terminals.
    std::string toString() const;

private:
    std::string m_text;
};

/// The result of running a tool.
struct ToolResult {
    std::string output; // empty if a sink took it
    OutputTail error;
    std::optional<system::ExitStatus> exitStatus; // std::nullopt if the tool could not be started
    int startError = 0;

    bool isSuccess() const { return exitStatus && exitStatus->isSuccess(); }
    /// Returns a description of a failure: the exit status, and the error output.
    std::string failure() const;
};

/// Takes the standard output as it is read, on the thread that called runTool().
using OutputSink = std::function<void(std::string_view bytes)>;

/// Runs a tool and waits until it ends. The stop tokens of the run interrupt it. Prompts are disabled. Standard output
/// is passed to the sink, or collected in the result if there is none.
ToolResult runTool(const std::filesystem::path& path, const std::vector<std::string>& arguments, const ToolRun& run,
                   const OutputSink& output = {}, std::optional<std::chrono::steady_clock::time_point> deadline = {});

/// The output from the first line with one of these beginnings: tofu 1.12 writes warnings about its own configuration
/// before it. Empty if there are only warnings.
std::string_view outputFrom(std::string_view text, std::initializer_list<std::string_view> beginnings);

/// The command for messages, without its options.
std::string commandLine(const Tool& tool, const std::vector<std::string>& arguments);

} // namespace planlens::backends

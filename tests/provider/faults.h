// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Faults of plugin processes.
namespace planlens::testing {

/// Ends the process by "abort", "kill" (SIGKILL), "exit" (with the code) or "segv".
[[noreturn]] void crash(const std::string& how, int exitCode);
/// Blocks forever and does not react to any request.
[[noreturn]] void hang();
void writeToStderr(std::string_view text);
void writeToStdout(std::string_view text);
/// Writes this many bytes to standard error, in lines.
void floodStderr(std::size_t bytes);
/// Shuts down every socket of this process, which keeps running.
void closeSockets();

} // namespace planlens::testing

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// What goes wrong with plugins as processes.
namespace planlens::testing {

/// "abort", "kill" (by SIGKILL), "exit" (with the code) or "segv". Does not come back.
[[noreturn]] void crash(const std::string& how, int exitCode);
/// Does not come back, whatever is asked.
[[noreturn]] void hang();
void writeToStderr(std::string_view text);
void writeToStdout(std::string_view text);
/// So many bytes, in lines.
void floodStderr(std::size_t bytes);
/// Shuts down every socket of this process, but lets it live.
void closeSockets();

} // namespace planlens::testing

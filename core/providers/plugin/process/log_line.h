// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/plugin/plugin.h"

#include <string_view>

namespace planlens::providers::plugin {

/// Parses a line that a plugin wrote to stderr: JSON in the format of go-hclog, or plain text.
LogEntry parseLogLine(std::string_view line);

/// Whether a line starts the crash report of a Go program.
bool startsPanic(std::string_view line);

} // namespace planlens::providers::plugin

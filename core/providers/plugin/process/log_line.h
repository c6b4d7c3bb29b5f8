// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/plugin/plugin.h"

#include <string_view>

namespace planlens::providers::plugin {

/// A line that a plugin wrote to its standard error: JSON as go-hclog writes it, or any text.
LogEntry parseLogLine(std::string_view line);

/// Whether a line starts the report of a crashed Go program.
bool startsPanic(std::string_view line);

} // namespace planlens::providers::plugin

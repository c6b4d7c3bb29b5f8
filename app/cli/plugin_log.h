// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/registry.h"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::cli {

/// The log target of plugins according to the environment (a list of NAME=value): TF_LOG_PROVIDER or TF_LOG is the
/// minimum level, TF_LOG=JSON the format, TF_LOG_PATH a file to append to instead of standard error. Empty if logging
/// is off. Invalid variables are reported on standard error. `masked` returns a text without secrets.
providers::DefaultRegistry::Log pluginLog(const std::vector<std::string>& environment,
                                          std::function<std::string(std::string_view text)> masked);

/// Formats one entry like the reference's logger (go-hclog), including its line break.
enum class LogForm { Text, Json };
std::string logLine(const providers::plugin::LogEntry& entry, LogForm form, std::chrono::system_clock::time_point time);

} // namespace planlens::cli

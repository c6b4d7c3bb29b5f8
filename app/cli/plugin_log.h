// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/registry.h"

#include <chrono>
#include <string>
#include <vector>

namespace planlens::cli {

/// Where what plugins log goes, as the environment says (a list of NAME=value): TF_LOG_PROVIDER or TF_LOG is the least
/// level, TF_LOG=JSON the form, TF_LOG_PATH a file to append to instead of standard error. Empty where it goes nowhere.
/// What is wrong with these variables is said on standard error.
providers::DefaultRegistry::Log pluginLog(const std::vector<std::string>& environment);

/// One entry as the reference's logger (go-hclog) writes it, with its line break.
enum class LogForm { Text, Json };
std::string logLine(const providers::plugin::LogEntry& entry, LogForm form, std::chrono::system_clock::time_point time);

} // namespace planlens::cli

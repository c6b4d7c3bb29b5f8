// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/text/text_options.h"
#include "core/states/state.h"

#include <map>
#include <string>

namespace planlens::report {

/// The root outputs as printed after an apply: one `name = value` per line, in the notation of the language. Sensitive
/// outputs are masked unless the options show them. Empty if there are no outputs.
std::string outputsText(const std::map<std::string, states::OutputValue>& outputs, const TextOptions& options = {});
/// The same without a heading.
std::string outputLines(const std::map<std::string, states::OutputValue>& outputs, const TextOptions& options = {});
/// A value in the notation of the language, on one or several lines without a final line break.
std::string valueText(const values::Value& value, const TextOptions& options = {});

} // namespace planlens::report

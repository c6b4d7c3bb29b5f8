// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/text/text_options.h"
#include "core/states/state.h"

#include <map>
#include <string>

namespace planlens::report {

/// The root outputs as they are told after an apply: one `name = value` a line, values in the language's own notation.
/// Sensitive outputs are masked unless options show them. Empty where there are none.
std::string outputsText(const std::map<std::string, states::OutputValue>& outputs, const TextOptions& options = {});
/// The same without a heading.
std::string outputLines(const std::map<std::string, states::OutputValue>& outputs, const TextOptions& options = {});
/// A value in the language's own notation, in one or several lines without a line break at the end.
std::string valueText(const values::Value& value);

} // namespace planlens::report

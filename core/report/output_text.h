// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/text_options.h"
#include "core/states/state.h"

#include <map>
#include <string>

namespace planlens::report {

/// The root outputs as they are told after an apply: one `name = value` a line, values in the language's own notation.
/// Sensitive outputs are masked unless options show them. Empty where there are none.
std::string outputsText(const std::map<std::string, states::OutputValue>& outputs, const TextOptions& options = {});

} // namespace planlens::report

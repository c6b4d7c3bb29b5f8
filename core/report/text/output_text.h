// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"
#include "core/report/text/text_options.h"
#include "core/states/state.h"

#include <map>
#include <string>

namespace planlens::report {

/// Returns the root outputs as printed after an apply: one `name = value` per line, in OpenTofu's syntax. Sensitive
/// outputs, and secrets in other outputs, are masked unless the options show them. Empty if there are no outputs.
std::string outputsText(const std::map<std::string, states::OutputValue>& outputs, const masking::Secrets& secrets,
                        const TextOptions& options = {});
/// As outputsText(), without a heading.
std::string outputLines(const std::map<std::string, states::OutputValue>& outputs, const masking::Secrets& secrets,
                        const TextOptions& options = {});
/// Returns a value in OpenTofu's syntax, on one or several lines without a final line break. Only values with a
/// sensitive mark are masked.
std::string valueText(const values::Value& value, const TextOptions& options = {});

} // namespace planlens::report

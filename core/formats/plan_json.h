// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/diags/diagnostic.h"
#include "core/formats/json_writer.h"
#include "core/plans/plan.h"

#include <string>

namespace planlens::formats {

/// A plan as `show -json` has it (format_version 1.2), on one line without a line break at the end. Sensitive values
/// are in it in clear, as in the reference's: keep it out of logs and files that others can read.
diags::Result<std::string> planJson(const plans::Plan& plan, const configs::Config& config);
/// The same handed over piece by piece, as it may be many megabytes. Nothing is where a schema is missing; where a
/// state cannot be decoded, what was handed over is not whole.
diags::Diagnostics writePlanJson(const plans::Plan& plan, const configs::Config& config, const JsonWriter::Sink& sink);

} // namespace planlens::formats

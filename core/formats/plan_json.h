// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/formats/json_writer.h"

#include <string>

namespace planlens::plans {
struct Plan;
}
namespace planlens::configs {
struct Config;
}
namespace planlens::formats {

/// Returns a plan in the format of `show -json` (format_version 1.2), on one line without a line break. As in OpenTofu,
/// sensitive values are in clear text: do not write it to logs or to files that others can read.
diags::Result<std::string> planJson(const plans::Plan& plan, const configs::Config& config);
/// As planJson(), but writes the JSON to a sink in pieces. Writes nothing if a schema is missing or an object of the
/// state cannot be decoded.
diags::Diagnostics writePlanJson(const plans::Plan& plan, const configs::Config& config, const JsonWriter::Sink& sink);

} // namespace planlens::formats

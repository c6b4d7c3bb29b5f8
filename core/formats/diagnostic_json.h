// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/sources.h"
#include "core/formats/json_writer.h"

namespace planlens::formats {

/// A diagnostic with its range, and the lines of its source around it.
void writeDiagnostic(JsonWriter& json, const diags::Diagnostic& diagnostic, const diags::Sources& sources);
/// What `validate -json` prints, over several lines as the reference does.
std::string validateJson(const diags::Diagnostics& diagnostics, const diags::Sources& sources);

} // namespace planlens::formats

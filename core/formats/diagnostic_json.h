// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/sources.h"
#include "core/formats/json_writer.h"

namespace planlens::formats {

/// Writes a diagnostic with its range and a snippet of the source.
void writeDiagnostic(JsonWriter& json, const diags::Diagnostic& diagnostic, const diags::Sources& sources);
/// Returns the output of `validate -json`, with OpenTofu's indentation.
std::string validateJson(const diags::Diagnostics& diagnostics, const diags::Sources& sources);

} // namespace planlens::formats

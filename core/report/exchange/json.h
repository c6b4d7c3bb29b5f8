// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/formats/json_writer.h"
#include "core/report/document.h"

#include <string>

namespace planlens::report {

/// Returns the document for other programs. Amounts of money are decimal strings.
std::string json(const Document& document);
/// Writes the diagnostics of a document as an array.
void writeDiagnostics(formats::JsonWriter& out, const std::vector<ReportDiagnostic>& diagnostics);

} // namespace planlens::report

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/formats/json_writer.h"
#include "core/report/document.h"

#include <string>

namespace planlens::report {

/// Returns the document for other programs. Amounts of money are decimal strings.
std::string json(const Document& document);
/// Returns the kind of a line by its name in json(); a value for other names, because values are written without one.
ReportLine::Kind lineKindNamed(std::string_view name);
/// Writes the diagnostics of a document as an array.
void writeDiagnostics(formats::JsonWriter& out, const std::vector<ReportDiagnostic>& diagnostics);

} // namespace planlens::report

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/sources.h"
#include "core/report/text/text_options.h"

#include <string>

namespace planlens::report {

/// Returns a diagnostic with its source snippet and the values involved. With color, a line is drawn to its left;
/// without, it starts with an empty line. Ends with a line break.
std::string diagnosticText(const diags::Diagnostic& diagnostic, const diags::Sources& sources,
                           const TextOptions& options = {});

/// Sorts for printing: warnings first; diagnostics without a source range before others; these by file and position.
diags::Diagnostics sortedForPrinting(diags::Diagnostics diagnostics);

} // namespace planlens::report

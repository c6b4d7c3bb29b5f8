// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/sources.h"
#include "core/report/text/text_options.h"

#include <string>

namespace planlens::report {

/// A diagnostic with its source snippet and the values involved. With colour a rule stands to the left of it; without,
/// it starts with an empty line. Ends with a line break.
std::string diagnosticText(const diags::Diagnostic& diagnostic, const diags::Sources& sources,
                           const TextOptions& options = {});

/// In the order of printing: warnings first; those without a place before those with one, these by file and place.
diags::Diagnostics sortedForPrinting(diags::Diagnostics diagnostics);

} // namespace planlens::report

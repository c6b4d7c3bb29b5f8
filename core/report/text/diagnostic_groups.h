// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/report/text/text_options.h"

#include <string>
#include <vector>

namespace planlens::report {

/// Whether diagnostics with the same summary are grouped (`-consolidate-warnings`, `-consolidate-errors`).
struct Consolidation {
    enum class Similar { Apart, Together };
    Similar warnings = Similar::Together;
    Similar errors = Similar::Apart;
    /// The deprecated variables and outputs that are reported (`-deprecation=module:…`): all, those of modules in the
    /// root module's own package, or none.
    enum class Deprecations { All, Local, None };
    Deprecations deprecations = Deprecations::All;
};

/// A diagnostic and the similar ones that it represents, if any.
struct DiagnosticGroup {
    diags::Diagnostic first;
    std::size_t more = 0;
    /// Returns the first diagnostic, with the number of similar ones in its message.
    diags::Diagnostic toDiagnostic() const;
};

/// Groups diagnostics, in the given order; each group is at the position of its first diagnostic. Only diagnostics with
/// a source range are grouped, and never failures of check blocks.
std::vector<DiagnosticGroup> grouped(const diags::Diagnostics& diagnostics, const Consolidation& consolidation = {});

/// Returns warnings as a list of summaries and source positions (`-compact-warnings`), after an empty line.
std::string compactWarnings(const std::vector<DiagnosticGroup>& warnings, const TextOptions& options = {});

} // namespace planlens::report

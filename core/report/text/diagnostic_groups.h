// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/report/text/text_options.h"

#include <string>
#include <vector>

namespace planlens::report {

/// What becomes of diagnostics with the same summary (`-consolidate-warnings`, `-consolidate-errors`).
struct Consolidation {
    enum class Similar { Apart, Together };
    Similar warnings = Similar::Together;
    Similar errors = Similar::Apart;
    /// Of which deprecated variables and outputs is told (`-deprecation=module:…`): all, those of modules in the root
    /// module's own package, none.
    enum class Deprecations { All, Local, None };
    Deprecations deprecations = Deprecations::All;
};

/// A diagnostic that stands for others like it, which may be none.
struct DiagnosticGroup {
    diags::Diagnostic first;
    std::size_t more = 0;
    /// The first one, which says how many more there are.
    diags::Diagnostic told() const;
};

/// In the order given; each group where its first one was. Only what has a place in the source is put together, and the
/// failures of check blocks never are.
std::vector<DiagnosticGroup> grouped(const diags::Diagnostics& diagnostics, const Consolidation& consolidation = {});

/// Warnings as a list of summaries and places (`-compact-warnings`), after an empty line.
std::string compactWarnings(const std::vector<DiagnosticGroup>& warnings, const TextOptions& options = {});

} // namespace planlens::report

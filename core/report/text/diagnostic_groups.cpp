// SPDX-License-Identifier: MPL-2.0
#include "core/report/text/diagnostic_groups.h"

#include "core/diags/deprecation_key.h"
#include "core/report/text/terminal_text.h"

#include <fmt/core.h>

#include <map>
#include <set>
#include <tuple>

namespace planlens::report {

using diags::Diagnostic;
using diags::Severity;

Diagnostic DiagnosticGroup::toDiagnostic() const {
    Diagnostic diagnostic = first;
    if (more == 0)
        return diagnostic;
    const std::string_view word = diagnostic.severity == Severity::Error ? "error" : "warning";
    const std::string note = more == 1 ? fmt::format("(and one more similar {} elsewhere)", word)
                                       : fmt::format("(and {} more similar {}s elsewhere)", more, word);
    diagnostic.detail += (diagnostic.detail.empty() ? "" : "\n\n") + note;
    return diagnostic;
}

std::vector<DiagnosticGroup> grouped(const diags::Diagnostics& diagnostics, const Consolidation& consolidation) {
    using Deprecations = Consolidation::Deprecations;
    std::vector<DiagnosticGroup> groups;
    std::map<std::tuple<Severity, std::string, std::string>, std::size_t> seen;
    std::set<std::string> deprecations;
    for (const Diagnostic& diagnostic : diagnostics) {
        std::string key = diagnostic.extra.consolidationKey;
        if (key.starts_with(diags::deprecationKey)) {
            const bool isOfBlock = key.ends_with(diags::blockDeprecationKey);
            if (isOfBlock)
                key.erase(key.size() - diags::blockDeprecationKey.size());
            const bool isNew = deprecations.insert(key).second;
            if (!isNew || consolidation.deprecations == Deprecations::None ||
                (consolidation.deprecations == Deprecations::Local && key.starts_with(diags::remoteDeprecationKey)))
                continue;
            if (isOfBlock)
                key.clear();
        }
        const Consolidation::Similar similar =
            diagnostic.severity == Severity::Error ? consolidation.errors : consolidation.warnings;
        if (similar == Consolidation::Similar::Together && diagnostic.subject && !diagnostic.extra.neverConsolidate) {
            const auto [it, isNew] = seen.try_emplace({diagnostic.severity, diagnostic.summary, key}, groups.size());
            if (!isNew) {
                ++groups[it->second].more;
                continue;
            }
        }
        groups.push_back({diagnostic, 0});
    }
    return groups;
}

std::string compactWarnings(const std::vector<DiagnosticGroup>& warnings, const TextOptions& options) {
    std::string out = "\n" + colored("[bold][yellow]Warnings:[reset]\n\n", options.color);
    for (const DiagnosticGroup& group : warnings) {
        out += fmt::format("- {}\n", safeText(group.first.summary, options));
        if (!group.first.subject)
            continue;
        const diags::SourceRange& range = *group.first.subject;
        out += fmt::format("  on {} line {}{}\n", range.filename.str(), range.start.line,
                           group.more > 0 ? fmt::format(" (and {} more)", group.more) : "");
    }
    return out + "\nTo see the full warning notes, run Planlens without -compact-warnings.\n";
}

} // namespace planlens::report

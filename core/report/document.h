// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"
#include "core/plans/plan.h"
#include "core/report/report_lines.h"
#include "core/risk/findings.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::plans {
struct TerraformParts;
}

namespace planlens::report {

/// The kinds of changes in reports, most severe first. Import and move are only used if there is no other action.
enum class Kind { Destroy, Replace, Forget, Update, Create, Read, Import, Move, Unchanged };
inline constexpr std::size_t kinds = 9;
using KindCounts = std::array<std::size_t, kinds>;
Kind kindOf(const plans::ResourceInstanceChange& change);
/// "destroy", …
std::string_view word(Kind kind);
std::string_view glyph(Kind kind);
/// "#c90f02", …: for text and lines on light and on dark background.
struct KindColor {
    std::string_view light, dark;
};
KindColor color(Kind kind);

struct ReportChange {
    std::string address, type, module; // module: empty for the root module
    std::string previousAddress;       // empty if the object did not move
    std::string deposed;
    std::string id; // of the real object, if any
    Kind kind = Kind::Unchanged;
    std::string_view deed; // the kind's word; for drift "gone" or "changed"
    bool isImported = false;
    std::string sentence; // explanation of the change
    std::vector<ReportLine> lines;
    std::vector<ReportLine> withoutEffect; // differences in form only, such as empty text and null
    std::vector<std::string> computed;     // attributes that the provider sets
    std::vector<std::string> findings;     // titles
};

struct ReportFinding {
    risk::Severity severity = risk::Severity::Medium;
    std::string title, detail;
    std::string address; // empty: the whole plan
    std::size_t count = 1;
};

/// An element that only plans of Terraform contain, such as a deferred change.
struct ReportEntry {
    std::string address, text;
    std::vector<ReportLine> lines;
};
struct ReportSection {
    std::string_view title;
    std::vector<ReportEntry> entries;
};

/// The contents of all reports of a plan, as masked texts. Writers only need to escape them for their format.
struct Document {
    std::string program; // "OpenTofu 1.12.6"
    std::string workspace, timestamp;
    plans::Mode mode = plans::Mode::Normal;
    bool isErrored = false;
    bool isPartial = false; // because of targets or exclusions
    bool isEstimate = false;
    bool isIncomplete = false; // according to Terraform
    KindCounts counts{};
    std::vector<ReportFinding> findings;
    std::vector<ReportChange> changes; // most severe first; without unchanged ones
    std::vector<ReportChange> drift;
    std::size_t changedOutputs = 0;
    std::vector<ReportLine> outputs;       // their differences
    std::vector<std::string> failedChecks; // address and message
    std::vector<ReportSection> sections;
};

/// Builds the document of a plan. Secrets are always masked.
Document documentOf(const plans::Plan& plan, const masking::Secrets& secrets, std::span<const risk::Finding> findings,
                    const plans::TerraformParts* terraform = nullptr);

/// "2 attributes without effective change".
std::string noEffectSummary(const ReportChange& change);
/// "3 computed attributes".
std::string computedSummary(const ReportChange& change);
/// "OpenTofu 1.12.6, workspace default, 2026-01-31T12:00:00Z. Sensitive values are hidden."; what the plan does not
/// contain is left out.
std::string originOf(const Document& document);

/// Warnings for the top of a report: planning failed, the plan is partial, …
std::vector<std::string_view> notesOf(const Document& document);

/// Groups findings of the same rule and message. Groups are in the order of their first findings, and point into the
/// argument.
std::vector<std::vector<const ReportFinding*>> alike(std::span<const ReportFinding> findings);

} // namespace planlens::report

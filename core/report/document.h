// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cost/plan_costs.h"
#include "core/diags/diagnostic.h"
#include "core/masking/secrets.h"
#include "core/plans/change.h"
#include "core/report/report_lines.h"
#include "core/risk/findings.h"

#include <array>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::plans {
struct Plan;
struct TerraformParts;
} // namespace planlens::plans

namespace planlens::report {

/// The kinds of changes in reports, most severe first. Import and move are only used if there is no other action.
enum class Kind { Destroy, Replace, Forget, Update, Create, Read, Import, Move, Unchanged };
inline constexpr std::size_t kinds = 9;
using KindCounts = std::array<std::size_t, kinds>;
Kind kindOf(const plans::ResourceInstanceChange& change);
/// Like kindOf(), but destroy if exclusions leave out the creation of a replacement.
Kind listedKind(const plans::Plan& plan, const plans::ResourceInstanceChange& change);
/// Returns "destroy", …
std::string_view word(Kind kind);
std::string_view glyph(Kind kind);
/// "#c90f02", …: color of text and lines on a light and on a dark background.
struct KindColor {
    std::string_view light, dark;
};
KindColor color(Kind kind);

struct ReportChange {
    std::string address, type, module; // module: empty for the root module
    std::string resource;              // the address without keys of instances
    std::string previousAddress;       // empty if the object did not move
    std::string deposed;
    std::string id; // of the remote object, if any
    Kind kind = Kind::Unchanged;
    std::string_view actionWord; // word for the kind; for drift "gone" or "changed"
    bool isImported = false;
    bool isApplied = true;              // false if targets or exclusions leave it out
    bool isOnlyDestroyed = false;       // a replacement of which exclusions leave out the creation
    std::string sentence;               // one-line explanation of the change
    std::vector<std::string> rootCause; // steps to the root causes, one line each
    std::vector<ReportLine> lines;
    std::vector<ReportLine> withoutEffect; // changes in form only, such as null and an empty string
    std::vector<std::string> computed;     // attributes set by the provider
    std::vector<std::string> findings;     // titles
    std::optional<cost::Costs> cost;
};

struct ReportFinding {
    risk::Severity severity = risk::Severity::Medium;
    std::string title, detail;
    std::string address; // empty: the whole plan
    std::size_t count = 1;
    std::string rule = {};
    std::string tool = {};    // the tool that reported it; empty: Planlens
    std::string link = {};    // a web page about the rule
    std::string subject = {}; // the subject if it is not an object of the plan
    std::string file = {};    // of the resource block, if known
    std::uint32_t line = 0;
};

/// A diagnostic from reading or making the plan.
struct ReportDiagnostic {
    diags::Severity severity = diags::Severity::Error;
    std::string summary, detail, address, file;
    std::uint32_t line = 0; // 0: unknown
    std::string check = {}; // the object whose condition is not met, if it reports a failed check

    /// The message of a failed check: the summary of a condition is the same for all.
    const std::string& checkMessage() const { return detail.empty() ? summary : detail; }
};

/// Monthly costs of the whole plan and of its modules.
struct ReportCosts {
    std::string currency;
    cost::Costs total;
    std::vector<std::pair<std::string, cost::Costs>> modules; // without the root module
    std::size_t unpriced = 0, others = 0;                     // resources without a price, and those of other plans
};

/// An element that only exists in Terraform plans, such as a deferred change.
struct ReportEntry {
    std::string address, text;
    std::vector<ReportLine> lines;
};
struct ReportSection {
    std::string_view title;
    std::vector<ReportEntry> entries;
};

/// The content of all reports of a plan, as masked texts. Writers only need to escape them for their format.
struct Document {
    std::string program; // "OpenTofu 1.12.6"
    std::string workspace, timestamp;
    plans::Mode mode = plans::Mode::Normal;
    bool isErrored = false;
    bool isPartial = false; // because of targets or exclusions
    bool isEstimate = false;
    bool isIncomplete = false; // according to Terraform
    bool hasInferredCauses = false;
    KindCounts counts{};        // without changes that are not applied
    std::size_t notApplied = 0; // planned changes that targets or exclusions leave out
    std::vector<ReportFinding> findings;
    std::vector<ReportChange>
        changes; // worst findings first, then by action, not applied last; without unchanged objects
    std::vector<ReportChange> drift;
    std::size_t changedOutputs = 0;
    std::vector<ReportLine> outputs;       // changed outputs
    std::vector<std::string> failedChecks; // address and message
    std::vector<std::string> passedChecks; // addresses
    std::vector<ReportDiagnostic> diagnostics;
    std::optional<ReportCosts> costs;
    std::vector<ReportSection> sections;

    /// Returns the currency of the costs; empty without costs.
    std::string_view currency() const { return costs ? std::string_view(costs->currency) : std::string_view(); }
};
/// Returns "2 destroy, 1 update"; "no changes" or, if outputs change, "no resource changes, 2 outputs change".
std::string countsText(const Document& document);

/// Further inputs of a report, besides the plan and the findings.
struct Extras {
    const plans::TerraformParts* terraform = nullptr; // elements specific to Terraform plans
    const cost::PlanCosts* costs = nullptr;
    std::span<const diags::Diagnostic> diagnostics = {};
    /// Returns the file and line of a resource block; nullopt if unknown. Empty: there are none.
    std::function<std::optional<std::pair<std::string, std::uint32_t>>(const addrs::ConfigResource&)> placeOf = {};
    bool hasUnchangedParts = false; // of changed elements and objects, and of rules of access
    bool hasMaskedTexts = false;    // the parts of texts besides the secrets in them
};

/// Builds the document of a plan. Secrets are always masked.
Document documentOf(const plans::Plan& plan, const masking::Secrets& secrets, std::span<const risk::Finding> findings,
                    const Extras& extras = {});

/// Returns the failed checks that no diagnostic reports, for lists that contain both. Plans from files have no
/// diagnostics.
std::vector<std::string> checksWithoutDiagnostic(const Document& document);

/// Returns the subject of a finding: an address, the text of another tool, or "7 objects".
std::string subjectOf(const ReportFinding& finding);
/// Returns the severity, with the tool if another one reported the finding: "high, checkov CKV_AWS_20".
std::string originOf(const ReportFinding& finding);

/// Returns "+$10.00 per month", or "$10.00 per month" if only the cost after the change is known; empty if unknown.
std::string costText(const cost::Costs& costs, std::string_view currency);
/// "± aws_instance.web replace, moved from aws_instance.old · ⚠ A copy is made · +$10.00", in a report's format: `code`
/// formats addresses, `text` all other text from the plan.
using TextFormat = std::string (*)(std::string_view text);
std::string titleOf(const ReportChange& change, std::string_view currency, TextFormat code, TextFormat text);
/// Formats costs as "+$10.00 per month: $20.00 → $30.00".
std::string costChangeText(const cost::Costs& costs, std::string_view currency);
/// States what the costs exclude: "2 resources have no price." Empty if they are complete.
std::string costRemark(const ReportCosts& costs);

/// Returns remarks such as "imported" and "not applied".
std::vector<std::string_view> remarksOf(const ReportChange& change);

/// Returns a summary such as "2 attributes without effective change".
std::string noEffectSummary(const ReportChange& change);
/// Returns a summary such as "3 computed attributes".
std::string computedSummary(const ReportChange& change);
/// Returns "OpenTofu 1.12.6, workspace default, 2026-01-31T12:00:00Z. Sensitive values are hidden."; facts that the
/// plan does not contain are left out.
std::string originOf(const Document& document);

/// Returns warnings for the top of a report: planning failed, the plan is partial, …
std::vector<std::string> notesOf(const Document& document);

/// Groups findings of the same rule and message. Groups are in the order of their first findings, and point into the
/// argument.
std::vector<std::vector<const ReportFinding*>> groupedFindings(std::span<const ReportFinding> findings);

} // namespace planlens::report

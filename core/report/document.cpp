// SPDX-License-Identifier: MPL-2.0
#include "core/report/document.h"

#include "core/diff/rows/attribute_row.h"
#include "core/explain/drift.h"
#include "core/explain/explanation.h"
#include "core/explain/plan_values.h"
#include "core/explain/unknown_values.h"
#include "core/plans/applied_changes.h"
#include "core/plans/plan.h"
#include "core/plans/terraform_parts.h"
#include "core/report/drift_sentence.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace planlens::report {

using plans::Action;

namespace {

std::string idOf(const values::Value& object, const masking::Secrets& secrets) {
    const values::Value plain = object.unmarked();
    if (object.isSensitive() || plain.isNull() || !plain.isKnown() || !plain.type().isObject())
        return {};
    const values::Value* id = plain.find("id");
    return id && !id->isMarked() && id->isKnown() && !id->isNull() && id->type().isString()
               ? secrets.masked(id->asString())
               : std::string();
}

/// Returns whether the causes are inferred.
bool explainChange(ReportChange& made, const explain::PlanValues& values, const plans::ResourceInstanceChange& change,
                   const masking::Secrets& secrets) {
    const explain::Explanation why = explain::explanation(values, change);
    const std::string details = explain::details(change);
    made.sentence = secrets.masked(details.empty() ? why.summary : why.summary + " " + details);
    for (const explain::Chain& chain : why.chains)
        for (const std::string& line : explain::chainLines(values.plan(), why.chains, chain))
            made.rootCause.push_back(secrets.masked(line));
    return why.isInferred && !why.causes.empty();
}

void setAfter(diff::AttributeRow& row, const std::string& text) {
    if (row.children.empty())
        row.after = text;
    for (diff::AttributeRow& child : row.children)
        setAfter(child, text);
}

/// Names what unknown values are made of.
void nameUnknownParts(diff::AttributeRow& row, const std::function<std::string(const diff::AttributeRow&)>& textOf,
                      const diff::RowTexts& texts) {
    if (row.knownAfterApply) {
        const std::string parts = textOf(row);
        std::erase_if(row.children, [](const diff::AttributeRow& part) { // lines that may stay
            return part.isGap() || part.kind == diff::AttributeRow::Kind::Line;
        });
        return setAfter(row, parts.empty() ? texts.unknown : fmt::format("{}{})", namedUnknown, parts));
    }
    for (diff::AttributeRow& child : row.children)
        nameUnknownParts(child, textOf, texts);
}

ReportLines linesOf(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                    const masking::Secrets& secrets, const diff::RowTexts& texts) {
    const auto isComputed = [&](const diff::AttributeRow& row) {
        return !row.forcesReplacement && explain::isComputed(plan, change, row.valuePath) &&
               explain::unknownSources(plan, change.address, row.valuePath).empty();
    };
    diff::AttributeRow row = diff::attributeRows(plan, change, secrets, texts);
    if (texts.hasUnchangedParts)
        nameUnknownParts(
            row,
            [&](const diff::AttributeRow& part) {
                return isComputed(part)
                           ? std::string()
                           : secrets.masked(fmt::format(
                                 "{}", fmt::join(explain::unknownParts(plan, change, part.valuePath), ", ")));
            },
            texts);
    return reportLines(row, {}, isComputed);
}

ReportChange changeOf(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                      const masking::Secrets& secrets, const diff::RowTexts& texts) {
    ReportChange made;
    made.address = secrets.masked(change.address.toString());
    made.type = change.address.resource.type;
    made.resource = secrets.masked(change.address.config().toString());
    if (!change.address.module.isRoot())
        made.module = secrets.masked(change.address.module.toString());
    if (change.isMoved())
        made.previousAddress = secrets.masked(change.previousAddress.toString());
    made.deposed = change.deposed;
    made.kind = kindOf(change);
    made.isImported = change.change.importing.has_value();
    made.id = idOf(change.change.before, secrets);
    ReportLines lines = linesOf(plan, change, secrets, texts);
    made.lines = std::move(lines.lines);
    made.withoutEffect = std::move(lines.withoutEffect);
    made.computed = std::move(lines.computed);
    return made;
}

std::vector<ReportSection> sectionsOf(const plans::TerraformParts& parts, const masking::Secrets& secrets) {
    const auto linesOf = [&](const values::Value& value) {
        plans::Change created;
        created.action = Action::Create;
        created.before = values::Value::null(value.type());
        created.after = value;
        return value.isNull() ? std::vector<ReportLine>()
                              : reportLines(diff::attributeRows(created, {}, false, secrets, reportTexts())).lines;
    };
    ReportSection deferred{"Deferred changes", {}}, actions{"Actions", {}}, found{"Query results", {}},
        unknown{"Parts that are not known", {}};
    for (const plans::DeferredChange& one : parts.deferred)
        deferred.entries.push_back({secrets.masked(one.address), plans::describe(one),
                                    one.change ? linesOf(one.change->change.after) : std::vector<ReportLine>()});
    for (const plans::ActionInvocation& one : parts.actions)
        actions.entries.push_back(
            {secrets.masked(one.address), secrets.masked(plans::describe(one)), linesOf(one.config)});
    for (const plans::QueryResult& one : parts.queryResults)
        found.entries.push_back(
            {secrets.masked(one.list), secrets.masked(one.type + " " + one.name), linesOf(one.identity)});
    for (const plans::UnknownPart& one : parts.unknown) {
        std::string addresses;
        for (const std::string& address : one.addresses)
            addresses += (addresses.empty() ? "" : ", ") + address;
        unknown.entries.push_back({one.name, secrets.masked(addresses), {}});
    }
    std::vector<ReportSection> sections;
    for (ReportSection* section : {&deferred, &actions, &found, &unknown})
        if (!section->entries.empty())
            sections.push_back(std::move(*section));
    return sections;
}

ReportFinding findingOf(const risk::Finding& finding, const masking::Secrets& secrets, const Extras& extras) {
    ReportFinding made{finding.severity,
                       secrets.masked(finding.title),
                       secrets.masked(finding.detail),
                       finding.address ? secrets.masked(finding.address->toString()) : std::string(),
                       finding.count,
                       secrets.masked(finding.rule),
                       secrets.masked(finding.tool),
                       secrets.masked(finding.link),
                       secrets.masked(finding.subject)};
    if (finding.address && extras.placeOf)
        if (const auto place = extras.placeOf(finding.address->config())) {
            made.file = secrets.masked(place->first);
            made.line = place->second;
        }
    return made;
}

ReportDiagnostic diagnosticOf(const diags::Diagnostic& diagnostic, const masking::Secrets& secrets) {
    ReportDiagnostic made;
    made.severity = diagnostic.severity;
    made.summary = secrets.masked(diagnostic.summary);
    made.detail = secrets.masked(diagnostic.detail);
    made.address = secrets.masked(diagnostic.address);
    if (diagnostic.subject && !diagnostic.subject->filename.isEmpty()) {
        made.file = secrets.masked(diagnostic.subject->filename.str());
        made.line = diagnostic.subject->start.line;
    }
    if (diagnostic.code == diags::ErrorCode::FailedCheck)
        made.check = secrets.masked(diagnostic.codeSubject);
    return made;
}

ReportCosts costsOf(const cost::PlanCosts& costs, const masking::Secrets& secrets) {
    ReportCosts made;
    made.currency = costs.currency;
    made.total = costs.total;
    made.unpriced = costs.unpriced;
    made.others = costs.others.size();
    for (const auto& [address, ofModule] : costs.modules)
        if (!address.empty())
            made.modules.emplace_back(secrets.masked(address), ofModule);
    return made;
}

} // namespace

std::vector<std::string> checksWithoutDiagnostic(const Document& document) {
    std::set<std::string_view> reported;
    for (const ReportDiagnostic& diagnostic : document.diagnostics)
        reported.insert(diagnostic.check);
    std::vector<std::string> checks = document.failedChecks;
    std::erase_if(checks, [&](const std::string_view check) {
        // Keys of instances can contain the separator.
        for (std::size_t end = check.find(": "); end != check.npos; end = check.find(": ", end + 1))
            if (reported.contains(check.substr(0, end)))
                return true;
        return false;
    });
    return checks;
}

std::string subjectOf(const ReportFinding& finding) {
    if (!finding.address.empty())
        return finding.address;
    if (!finding.tool.empty())
        return finding.subject.empty() ? "the whole plan" : finding.subject;
    return std::to_string(finding.count) + " objects";
}

std::string originOf(const ReportFinding& finding) {
    std::string origin(risk::name(finding.severity));
    if (!finding.tool.empty())
        origin += ", " + finding.tool + (finding.rule.empty() ? "" : " " + finding.rule);
    return origin;
}

std::string costText(const cost::Costs& costs, std::string_view currency) {
    if (costs.difference)
        return cost::differenceText(*costs.difference, currency) + " per month";
    return costs.after ? cost::moneyText(*costs.after, currency) + " per month" : std::string();
}

std::string costChangeText(const cost::Costs& costs, std::string_view currency) {
    std::string text = costText(costs, currency);
    if (costs.before && costs.after)
        text += ": " + cost::moneyText(*costs.before, currency) + " → " + cost::moneyText(*costs.after, currency);
    return text.empty() ? "unknown" : text;
}

std::string costRemark(const ReportCosts& costs) {
    std::string remark;
    const auto add = [&](std::size_t count, std::string_view one, std::string_view many) {
        if (count > 0)
            remark += (remark.empty() ? "" : " ") + std::to_string(count) + " " + std::string(count == 1 ? one : many);
    };
    add(costs.unpriced, "resource has no price.", "resources have no price.");
    add(costs.others, "resource of the estimate is not in this plan.",
        "resources of the estimate are not in this plan.");
    return remark;
}

Kind kindOf(const plans::ResourceInstanceChange& change) {
    switch (change.change.action) {
    case Action::NoOp:
        return change.change.importing ? Kind::Import : change.isMoved() ? Kind::Move : Kind::Unchanged;
    case Action::Create:
        return Kind::Create;
    case Action::Read:
        return Kind::Read;
    case Action::Update:
        return Kind::Update;
    case Action::DeleteThenCreate:
    case Action::CreateThenDelete:
        return Kind::Replace;
    case Action::Delete:
        return Kind::Destroy;
    case Action::Forget:
    case Action::ForgetThenCreate:
        return Kind::Forget;
    }
    return Kind::Unchanged;
}

Kind listedKind(const plans::Plan& plan, const plans::ResourceInstanceChange& change) {
    const Kind kind = kindOf(change);
    return kind == Kind::Replace && plans::isOnlyDestroyed(plan, change.address) ? Kind::Destroy : kind;
}

std::string_view word(Kind kind) {
    constexpr std::array<std::string_view, kinds> words{"destroy", "replace", "forget", "update",   "create",
                                                        "read",    "import",  "move",   "unchanged"};
    return words[std::size_t(kind)];
}

std::string countsText(const Document& document) {
    std::string text;
    for (std::size_t i = 0; i < std::size_t(Kind::Unchanged); ++i)
        if (document.counts[i] > 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", document.counts[i], word(Kind(i)));
    if (!text.empty())
        return text;
    if (document.changedOutputs > 0)
        return fmt::format("no resource changes, {} {}", document.changedOutputs,
                           document.changedOutputs == 1 ? "output changes" : "outputs change");
    return "no changes";
}

std::string_view glyph(Kind kind) {
    constexpr std::array<std::string_view, kinds> glyphs{"−", "±", "⊘", "~", "+", "←", "⇢", "→", "·"};
    return glyphs[std::size_t(kind)];
}

KindColor color(Kind kind) {
    constexpr std::array<KindColor, kinds> colors{{{"#c90f02", "#ff6b66"},
                                                   {"#7f3363", "#ee6fdc"},
                                                   {"#8a5f4e", "#d0ab9a"},
                                                   {"#a35f00", "#ffe752"},
                                                   {"#007017", "#65e1a2"},
                                                   {"#0670b5", "#bee8fb"},
                                                   {"#253b9a", "#7fb3ff"},
                                                   {"#3114f2", "#c0b5ff"},
                                                   {"#596273", "#a0a8b5"}}};
    return colors[std::size_t(kind)];
}

std::string titleOf(const ReportChange& change, std::string_view currency, TextFormat code, TextFormat text) {
    std::string title = fmt::format("{} {} {}", glyph(change.kind), code(change.address), change.actionWord);
    if (!change.deposed.empty())
        title += " (deposed " + text(change.deposed) + ")";
    if (!change.previousAddress.empty())
        title += (change.kind == Kind::Move ? " from " : ", moved from ") + code(change.previousAddress);
    for (const std::string_view remark : remarksOf(change))
        title += fmt::format(", {}", remark);
    for (const std::string& finding : change.findings)
        title += " · ⚠ " + text(finding);
    if (change.cost)
        if (const std::string cost = costText(*change.cost, currency); !cost.empty())
            title += " · " + text(cost);
    return title;
}

Document documentOf(const plans::Plan& plan, const masking::Secrets& secrets, std::span<const risk::Finding> findings,
                    const Extras& extras) {
    Document document;
    document.program = plan.program.toString();
    document.workspace = secrets.masked(plan.backend.workspace);
    document.timestamp = plan.timestampText;
    document.mode = plan.options.mode;
    document.isErrored = plan.errored;
    document.isPartial = !plan.options.targets.empty() || !plan.options.excludes.empty();
    document.isEstimate = plan.quality == plans::Quality::Estimate;
    std::map<addrs::AbsResourceInstance, std::vector<std::string>> titles;
    std::map<std::string, risk::Severity> worst; // by masked address
    for (const risk::Finding& finding : findings) {
        if (finding.address) {
            titles[*finding.address].push_back(secrets.masked(finding.title));
            const auto [at, isNew] = worst.emplace(secrets.masked(finding.address->toString()), finding.severity);
            at->second = std::min(at->second, finding.severity);
        }
        document.findings.push_back(findingOf(finding, secrets, extras));
    }
    for (const diags::Diagnostic& diagnostic : extras.diagnostics)
        document.diagnostics.push_back(diagnosticOf(diagnostic, secrets));
    if (extras.costs)
        document.costs = costsOf(*extras.costs, secrets);
    const explain::PlanValues values(plan);
    diff::RowTexts texts = reportTexts();
    texts.hasUnchangedParts = extras.hasUnchangedParts;
    texts.hasMaskedTexts = extras.hasMaskedTexts;
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources()) {
        const Kind kind = listedKind(plan, *change);
        const bool isApplied = kind == Kind::Unchanged || plans::isApplied(plan, change->address);
        ++(isApplied ? document.counts[std::size_t(kind)] : document.notApplied);
        if (kind == Kind::Unchanged)
            continue;
        ReportChange made = changeOf(plan, *change, secrets, texts);
        made.isApplied = isApplied;
        made.isOnlyDestroyed = made.kind != kind;
        made.kind = kind;
        made.actionWord = change->change.action == Action::ForgetThenCreate ? "forget, then create" : word(kind);
        document.hasInferredCauses |= explainChange(made, values, *change, secrets);
        if (const auto found = titles.find(change->address); found != titles.end() && change->deposed.empty())
            made.findings = found->second;
        if (extras.costs && change->deposed.empty())
            if (const auto cost = extras.costs->resources.find(change->address); cost != extras.costs->resources.end())
                made.cost = cost->second;
        document.changes.push_back(std::move(made));
    }
    std::ranges::stable_sort(document.changes, {}, [&](const ReportChange& change) { // as in the window
        const auto found = worst.find(change.address);
        return std::tuple(!change.isApplied, found == worst.end() ? int(risk::Severity::Low) + 1 : int(found->second),
                          change.kind);
    });
    for (const explain::DriftedObject& object : explain::driftedObjects(plan)) {
        document.drift.push_back(changeOf(plan, *object.change, secrets, texts));
        document.drift.back().actionWord = object.isGone() ? "gone" : "changed";
        document.drift.back().sentence = driftSentence(object.tier, object.isGone());
    }
    for (const plans::OutputChange& output : plan.changes.outputs()) {
        if (!output.module.isRoot() || output.change.action == Action::NoOp)
            continue;
        ++document.changedOutputs;
        const diff::AttributeRow row = diff::attributeRows(output.change, {}, output.sensitive, secrets, texts);
        for (ReportLine& line : reportLines(row, secrets.masked(output.name)).lines)
            document.outputs.push_back(std::move(line));
    }
    for (const auto& [address, check] : plan.checks)
        for (const auto& [object, result] : check.objects) {
            for (const std::string& message : result.failureMessages)
                document.failedChecks.push_back(secrets.masked(object + ": " + message));
            if (result.failureMessages.empty() && states::hasFailed(result.status))
                document.failedChecks.push_back(secrets.masked(object) +
                                                (result.status == states::CheckStatus::Error
                                                     ? ": The condition could not be evaluated."
                                                     : ": The condition is not met."));
            if (result.status == states::CheckStatus::Pass)
                document.passedChecks.push_back(secrets.masked(object));
        }
    if (extras.terraform) {
        document.isIncomplete = !extras.terraform->isComplete && !plan.errored;
        document.sections = sectionsOf(*extras.terraform, secrets);
    }
    return document;
}

std::vector<std::string_view> remarksOf(const ReportChange& change) {
    std::vector<std::string_view> remarks;
    if (change.isImported && change.kind != Kind::Import)
        remarks.push_back("imported");
    if (change.isOnlyDestroyed)
        remarks.push_back("not created again");
    if (!change.isApplied)
        remarks.push_back("not applied");
    return remarks;
}

std::string noEffectSummary(const ReportChange& change) {
    const std::size_t count = change.withoutEffect.size();
    return std::to_string(count) + (count == 1 ? " attribute" : " attributes") + " without effective change";
}

std::string computedSummary(const ReportChange& change) {
    const std::size_t count = change.computed.size();
    return std::to_string(count) + (count == 1 ? " computed attribute" : " computed attributes");
}

std::string originOf(const Document& document) {
    std::string origin;
    const std::string workspace = document.workspace.empty() ? std::string() : "workspace " + document.workspace;
    for (const std::string& part : {document.program, workspace, document.timestamp})
        if (!part.empty())
            origin += (origin.empty() ? "" : ", ") + part;
    return origin + (origin.empty() ? "" : ". ") +
           (document.hasInferredCauses ? "Causes are inferred from the plan file. " : "") +
           "Sensitive values are hidden.";
}

std::vector<std::string> notesOf(const Document& document) {
    std::vector<std::string> notes;
    const auto note = [&](bool isSo, std::string text) {
        if (isSo)
            notes.push_back(std::move(text));
    };
    note(document.isErrored, "Planning failed: the plan is incomplete and cannot be applied.");
    note(document.isIncomplete, "This plan is incomplete: after it was applied, another one is needed.");
    const auto has = [&](std::string_view title) {
        return std::any_of(document.sections.begin(), document.sections.end(),
                           [&](const ReportSection& section) { return section.title == title; });
    };
    note(has("Deferred changes"), "Some changes are deferred: a later plan makes them.");
    note(has("Actions"), "Applying this plan invokes actions of providers.");
    note(document.isPartial, "This plan is partial: it targets or excludes resources.");
    note(document.notApplied > 0,
         document.notApplied == 1
             ? "1 planned change is not applied: targets or exclusions leave it out."
             : fmt::format("{} planned changes are not applied: targets or exclusions leave them out.",
                           document.notApplied));
    note(document.isEstimate, "This is an estimate made without providers. It cannot be applied.");
    note(document.mode == plans::Mode::Destroy, "This plan destroys all managed objects.");
    note(document.mode == plans::Mode::RefreshOnly, "This plan changes only the state.");
    return notes;
}

std::vector<std::vector<const ReportFinding*>> groupedFindings(std::span<const ReportFinding> findings) {
    std::vector<std::vector<const ReportFinding*>> groups;
    std::map<std::tuple<risk::Severity, std::string_view, std::string_view, std::string_view>, std::size_t> known;
    for (const ReportFinding& finding : findings) {
        const auto [at, isNew] =
            known.try_emplace({finding.severity, finding.title, finding.detail, finding.tool}, groups.size());
        if (isNew)
            groups.emplace_back();
        groups[at->second].push_back(&finding);
    }
    return groups;
}

} // namespace planlens::report

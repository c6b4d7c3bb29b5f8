// SPDX-License-Identifier: MPL-2.0
#include "core/report/document.h"

#include "core/diff/diff.h"
#include "core/explain/reason.h"
#include "core/plans/no_effect.h"
#include "core/plans/terraform_parts.h"
#include "core/report/text/diff_text.h"
#include "core/values/text/quoted.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace planlens::report {

using plans::Action;

namespace {

constexpr std::string_view unknownText = "(known after apply)";
constexpr std::size_t longestValue = 20000; // bytes; longer values are shortened with a remark

/// Collects the leaves of a diff tree with their paths.
class Lines {
public:
    explicit Lines(const masking::Secrets& secrets)
        : m_secrets(secrets) {}

    std::vector<ReportLine> of(const diff::Diff& diff) && {
        add({}, diff, false);
        return std::move(m_lines);
    }

private:
    using Side = std::optional<std::string>;

    void add(const std::string& path, const diff::Diff& diff, bool forced) {
        if (diff.action == Action::NoOp)
            return;
        const bool forces = forced || diff.forcesReplacement;
        std::visit([&](const auto& content) { addContent(path, diff, content, forces); }, diff.content);
    }

    void addContent(const std::string& path, const diff::Diff& diff, const diff::Primitive& value, bool forces) {
        tell(path, diff.action == Action::Create ? Side() : text(value.before),
             diff.action == Action::Delete ? Side() : text(value.after), forces);
    }
    void addContent(const std::string& path, const diff::Diff&, const diff::Unknown& value, bool forces) {
        tell(path, value.before ? Side(compact(*value.before)) : Side(), std::string(unknownText), forces);
    }
    void addContent(const std::string& path, const diff::Diff& diff, const diff::Sensitive&, bool forces) {
        tellMasked(path, diff.action, forces);
    }
    void addContent(const std::string& path, const diff::Diff& diff, const diff::SensitiveBlock&, bool forces) {
        tellMasked(path, diff.action, forces);
    }
    void addContent(const std::string& path, const diff::Diff&, const diff::WriteOnly&, bool forces) {
        tell(path, {}, "(write-only attribute)", forces);
    }
    void addContent(const std::string& path, const diff::Diff&, const diff::TypeChange& change, bool forces) {
        tell(path, compact(*change.before), compact(*change.after), forces);
    }
    void addContent(const std::string& path, const diff::Diff& diff, const diff::Object& object, bool forces) {
        if (object.members.empty())
            tellEmpty(path, diff.action, "{}", forces);
        for (const diff::Member& member : object.members)
            add(path + (path.empty() ? "" : ".") + attributeName(member.name), member.diff, forces);
    }
    void addContent(const std::string& path, const diff::Diff& diff, const diff::Map& map, bool forces) {
        if (map.members.empty())
            tellEmpty(path, diff.action, "{}", forces);
        for (const diff::Member& member : map.members)
            add(path + "[" + values::quoted(member.name) + "]", member.diff, forces);
    }
    void addContent(const std::string& path, const diff::Diff& diff, const diff::List& list, bool forces) {
        if (list.elements.empty())
            tellEmpty(path, diff.action, "[]", forces);
        for (std::size_t i = 0; i < list.elements.size(); ++i)
            add(path + "[" + std::to_string(i) + "]", list.elements[i], forces);
    }
    void addContent(const std::string& path, const diff::Diff& diff, const diff::Set& set, bool forces) {
        if (set.elements.empty())
            tellEmpty(path, diff.action, "[]", forces);
        for (const diff::Diff& element : set.elements)
            add(path + "[*]", element, forces);
    }
    void addContent(const std::string& path, const diff::Diff&, const diff::Block& block, bool forces) {
        const std::string start = path + (path.empty() ? "" : ".");
        for (const diff::Member& member : block.attributes)
            add(start + attributeName(member.name), member.diff, forces);
        for (const diff::BlockGroup& group : block.groups)
            for (std::size_t i = 0; i < group.blocks.size(); ++i) {
                const bool isSingle =
                    group.nesting == schemas::NestingMode::Single || group.nesting == schemas::NestingMode::Group;
                const bool isMap = group.nesting == schemas::NestingMode::Map;
                add(start + group.name +
                        (isSingle ? ""
                         : isMap  ? "[" + values::quoted(group.blocks[i].name) + "]"
                                  : "[" + std::to_string(i) + "]"),
                    group.blocks[i].diff, forces || group.forcesReplacement);
            }
    }

    std::string text(const diff::Scalar& scalar) const {
        if (const auto* boolean = std::get_if<bool>(&scalar))
            return *boolean ? "true" : "false";
        if (const auto* number = std::get_if<diff::NumberText>(&scalar))
            return m_secrets.masked(number->digits);
        if (const auto* string = std::get_if<std::string>(&scalar)) {
            std::string masked = m_secrets.masked(*string); // before quoting, which escapes characters of the secret
            if (masked.size() > longestValue) {
                std::size_t cut = longestValue;
                while (cut > 0 && (static_cast<unsigned char>(masked[cut]) & 0xc0) == 0x80)
                    --cut;
                masked = masked.substr(0, cut) + "… (" + std::to_string(masked.size()) + " bytes)";
            }
            return values::quoted(masked);
        }
        return "null";
    }

    /// A value on one line, as it was before.
    std::string compact(const diff::Diff& diff) const {
        const auto joined = [&](const auto& elements, const char* open, const char* close, const auto& one) {
            std::string list = open;
            for (const auto& element : elements)
                list += (list.size() > 1 ? ", " : "") + one(element);
            return list + close;
        };
        const auto member = [&](const diff::Member& named) {
            return attributeName(named.name) + " = " + compact(named.diff);
        };
        const auto element = [&](const diff::Diff& one) { return compact(one); };
        return std::visit(
            [&](const auto& content) -> std::string {
                using Content = std::decay_t<decltype(content)>;
                if constexpr (std::is_same_v<Content, diff::Primitive>)
                    return text(diff.action == Action::Create ? content.after : content.before);
                else if constexpr (std::is_same_v<Content, diff::Unknown>)
                    return std::string(unknownText);
                else if constexpr (std::is_same_v<Content, diff::Object> || std::is_same_v<Content, diff::Map>)
                    return joined(content.members, "{", "}", member);
                else if constexpr (std::is_same_v<Content, diff::List> || std::is_same_v<Content, diff::Set>)
                    return joined(content.elements, "[", "]", element);
                else if constexpr (std::is_same_v<Content, diff::Block>)
                    return joined(content.attributes, "{", "}", member);
                else if constexpr (std::is_same_v<Content, diff::TypeChange>)
                    return compact(*content.before);
                else if constexpr (std::is_same_v<Content, diff::WriteOnly>)
                    return "(write-only attribute)";
                else
                    return std::string(masking::maskText);
            },
            diff.content);
    }

    void tellMasked(const std::string& path, Action action, bool forces) {
        const std::string mask(masking::maskText);
        tell(path, action == Action::Create ? Side() : mask, action == Action::Delete ? Side() : mask, forces);
    }
    void tellEmpty(const std::string& path, Action action, const char* empty, bool forces) {
        tell(path, action == Action::Create ? Side() : empty, action == Action::Delete ? Side() : empty, forces);
    }
    void tell(const std::string& path, Side before, Side after, bool forces) {
        m_lines.push_back({m_secrets.masked(path), std::move(before), std::move(after), forces});
    }

    const masking::Secrets& m_secrets;
    std::vector<ReportLine> m_lines;
};

diff::Diff differenceOf(const plans::Plan& plan, const plans::ResourceInstanceChange& change) {
    const schemas::ResourceSchemaPtr schema =
        plans::resourceSchema(plan.schemas, change.provider.config.provider, change.address.resource);
    return schema ? diff::ofResource(change, *schema) : diff::ofValues(change.change.before, change.change.after);
}

std::string idOf(const values::Value& object, const masking::Secrets& secrets) {
    const values::Value plain = object.unmarked();
    if (object.isSensitive() || plain.isNull() || !plain.isKnown() || !plain.type().isObject())
        return {};
    const values::Value* id = plain.find("id");
    return id && !id->isMarked() && id->isKnown() && !id->isNull() && id->type().isString()
               ? secrets.masked(id->asString())
               : std::string();
}

/// A path as displayed in lines.
std::string textOf(const values::Path& path) {
    std::string text = path.toString();
    if (text.starts_with('.'))
        text.erase(0, 1);
    return text;
}

/// Moves differences in form only to `withoutEffect`. Diffs by a schema may omit them.
void foldWithoutEffect(ReportChange& made, const plans::ResourceInstanceChange& change,
                       const masking::Secrets& secrets) {
    const auto text = [](const values::Value& value) {
        return value.isNull()                                    ? "null"
               : value.type().isString()                         ? "\"\""
               : value.type().isMap() || value.type().isObject() ? "{}"
                                                                 : "[]";
    };
    for (const plans::NoEffectChange& one : plans::changesWithoutEffect(change)) {
        made.withoutEffect.push_back({secrets.masked(textOf(one.path)), text(one.before), text(one.after)});
        std::erase_if(made.lines, [&](const ReportLine& line) { return line.path == made.withoutEffect.back().path; });
    }
}

ReportChange changeOf(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                      const masking::Secrets& secrets) {
    ReportChange made;
    made.address = secrets.masked(change.address.toString());
    made.type = change.address.resource.type;
    if (!change.address.module.isRoot())
        made.module = secrets.masked(change.address.module.toString());
    if (change.isMoved())
        made.previousAddress = secrets.masked(change.previousAddress.toString());
    made.deposed = change.deposed;
    made.kind = kindOf(change);
    made.isImported = change.change.importing.has_value();
    made.id = idOf(change.change.before, secrets);
    made.lines = Lines(secrets).of(differenceOf(plan, change));
    foldWithoutEffect(made, change, secrets);
    // Diffs without a schema do not contain replacement paths.
    for (const values::Path& path : change.requiredReplace) {
        const std::string start = secrets.masked(textOf(path));
        for (ReportLine& line : made.lines)
            line.forcesReplacement |=
                line.path.starts_with(start) &&
                (line.path.size() == start.size() || line.path[start.size()] == '.' || line.path[start.size()] == '[');
    }
    return made;
}

std::vector<ReportSection> sectionsOf(const plans::TerraformParts& parts, const masking::Secrets& secrets) {
    const auto linesOf = [&](const values::Value& value) {
        return value.isNull() ? std::vector<ReportLine>()
                              : Lines(secrets).of(diff::ofValues(values::Value::null(value.type()), value));
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

} // namespace

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

std::string_view word(Kind kind) {
    constexpr std::array<std::string_view, kinds> words{"destroy", "replace", "forget", "update",   "create",
                                                        "read",    "import",  "move",   "unchanged"};
    return words[std::size_t(kind)];
}

std::string_view glyph(Kind kind) {
    constexpr std::array<std::string_view, kinds> glyphs{"−", "±", ".", "~", "+", "←", "⇢", "→", "·"};
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

Document documentOf(const plans::Plan& plan, const masking::Secrets& secrets, std::span<const risk::Finding> findings,
                    const plans::TerraformParts* terraform) {
    Document document;
    document.program = plan.program.toString();
    document.workspace = secrets.masked(plan.backend.workspace);
    document.timestamp = plan.timestampText;
    document.mode = plan.mode;
    document.isErrored = plan.errored;
    document.isPartial = !plan.targets.empty() || !plan.excludes.empty();
    document.isEstimate = plan.quality == plans::Quality::Estimate;
    std::map<addrs::AbsResourceInstance, std::vector<std::string>> titles;
    for (const risk::Finding& finding : findings) {
        if (finding.address)
            titles[*finding.address].push_back(secrets.masked(finding.title));
        document.findings.push_back({finding.severity, secrets.masked(finding.title), secrets.masked(finding.detail),
                                     finding.address ? secrets.masked(finding.address->toString()) : std::string(),
                                     finding.count});
    }
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources()) {
        const Kind kind = kindOf(*change);
        ++document.counts[std::size_t(kind)];
        if (kind == Kind::Unchanged)
            continue;
        ReportChange made = changeOf(plan, *change, secrets);
        made.deed = word(kind);
        made.sentence = secrets.masked(explain::sentence(*change));
        if (const auto found = titles.find(change->address); found != titles.end() && change->deposed.empty())
            made.findings = found->second;
        document.changes.push_back(std::move(made));
    }
    std::stable_sort(document.changes.begin(), document.changes.end(),
                     [](const ReportChange& a, const ReportChange& b) { return a.kind < b.kind; });
    for (const plans::ResourceInstanceChangePtr& change : plan.drift)
        if (change->change.action != Action::NoOp) {
            document.drift.push_back(changeOf(plan, *change, secrets));
            document.drift.back().deed =
                change->change.action == Action::Delete ? "gone" : "changed"; // the window's terms
        }
    for (const plans::OutputChange& output : plan.changes.outputs()) {
        if (!output.module.isRoot() || output.change.action == Action::NoOp)
            continue;
        ++document.changedOutputs;
        for (ReportLine& line : Lines(secrets).of(diff::ofOutput(output))) {
            const bool isBare = line.path.empty() || line.path.front() == '[';
            line.path = secrets.masked(output.name) + (isBare ? "" : ".") + line.path;
            document.outputs.push_back(std::move(line));
        }
    }
    for (const auto& [address, check] : plan.checks)
        for (const auto& [object, result] : check.objects)
            for (const std::string& message : result.failureMessages)
                document.failedChecks.push_back(secrets.masked(object + ": " + message));
    if (terraform) {
        document.isIncomplete = !terraform->isComplete && !plan.errored;
        document.sections = sectionsOf(*terraform, secrets);
    }
    return document;
}

std::string noEffectSummary(const ReportChange& change) {
    const std::size_t count = change.withoutEffect.size();
    return std::to_string(count) + (count == 1 ? " attribute" : " attributes") + " without effective change";
}

std::vector<std::string_view> notesOf(const Document& document) {
    std::vector<std::string_view> notes;
    const auto note = [&](bool isSo, std::string_view text) {
        if (isSo)
            notes.push_back(text);
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
    note(document.isEstimate, "This is an estimate made without providers. It cannot be applied.");
    note(document.mode == plans::Mode::Destroy, "This plan destroys all managed objects.");
    note(document.mode == plans::Mode::RefreshOnly, "This plan changes only the state.");
    return notes;
}

std::vector<std::vector<const ReportFinding*>> alike(std::span<const ReportFinding> findings) {
    std::vector<std::vector<const ReportFinding*>> groups;
    std::map<std::tuple<risk::Severity, std::string_view, std::string_view>, std::size_t> known;
    for (const ReportFinding& finding : findings) {
        const auto [at, isNew] = known.try_emplace({finding.severity, finding.title, finding.detail}, groups.size());
        if (isNew)
            groups.emplace_back();
        groups[at->second].push_back(&finding);
    }
    return groups;
}

} // namespace planlens::report

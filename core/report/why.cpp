// SPDX-License-Identifier: MPL-2.0
#include "core/report/why.h"

#include "core/explain/drift.h"
#include "core/explain/explanation.h"
#include "core/explain/plan_values.h"
#include "core/explain/unknown_values.h"
#include "core/formats/json_writer.h"
#include "core/masking/export_secrets.h"
#include "core/plans/plan.h"
#include "core/values/json/json.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace planlens::report {

using explain::Chain;
using explain::Link;
using explain::pathText;
using plans::Action;

namespace {

/// Returns the name of a cause in JSON.
std::string_view kindName(const plans::Cause& cause, const plans::ResourceInstanceChange* change) {
    using Kind = plans::Cause::Kind;
    switch (cause.kind) {
    case Kind::Declared:
        return change && !change->address.key.isNone() ? "repetition" : "declared";
    case Kind::Undeclared:
        return "removed";
    case Kind::Argument:
        return "argument";
    case Kind::Unset:
        return "unset";
    case Kind::Unknown:
        return "unknown";
    case Kind::Sensitive:
        return "sensitive";
    case Kind::Trigger:
        return "trigger";
    case Kind::Pending:
        return "pending";
    case Kind::Checked:
        return "order";
    case Kind::Moved:
        return "moved";
    case Kind::Imported:
        return "imported";
    case Kind::CannotUpdate:
        return "cannot-update";
    case Kind::Decided:
        return "provider";
    case Kind::Drift:
        return "drift";
    case Kind::Incomplete:
        return change && change->reason == plans::ActionReason::ReplaceBecauseTainted ? "tainted" : "incomplete";
    case Kind::Requested:
        return "requested";
    case Kind::Mode:
        return "mode";
    }
    return {};
}

std::string_view linkKind(const plans::Plan& plan, const Link& link) {
    if (!link.part.empty())
        return link.file().empty() ? "call" : "file";
    if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&link.subject))
        return link.cause ? kindName(*link.cause, plan.changes.resource(*instance)) : "data";
    switch (std::get<plans::NamedValue>(link.subject).kind) {
    case plans::NamedValue::Kind::Variable:
        return "variable";
    case plans::NamedValue::Kind::Local:
        return "local";
    case plans::NamedValue::Kind::Output:
        return "output";
    case plans::NamedValue::Kind::Repetition:
        return "repetition";
    }
    return {};
}

bool isAbout(const WhySubject& subject, const values::Path& path) {
    if (subject.attribute.empty())
        return true;
    const std::string text = pathText(path);
    const auto continues = [](const std::string& shorter, const std::string& longer) {
        return longer.starts_with(shorter) &&
               (longer.size() == shorter.size() || longer[shorter.size()] == '.' || longer[shorter.size()] == '[');
    };
    return continues(subject.attribute, text) || continues(text, subject.attribute);
}

/// Returns the part of an explanation that concerns the attribute of the subject.
explain::Explanation explained(const explain::PlanValues& values, const WhySubject& subject) {
    explain::PathFilter isWanted;
    if (!subject.attribute.empty())
        isWanted = [&](const values::Path& path) { return isAbout(subject, path); };
    return explain::explanation(values, *subject.change, {}, isWanted);
}

void writeRange(formats::JsonWriter& json, const diags::SourceRange& range) {
    if (range.isEmpty())
        return;
    json.key("file").string(range.filename.str());
    json.key("line").number(range.start.line);
}

class WhyWriter {
public:
    WhyWriter(const plans::Plan& plan, std::string& out)
        : m_plan(plan)
        , m_values(plan)
        , m_secrets(masking::secretsInExports(plan))
        , m_json(out) {}

    void write(const std::vector<WhySubject>& subjects) {
        m_json.beginObject();
        m_json.key("changes").beginArray();
        for (const WhySubject& subject : subjects)
            change(subject);
        m_json.endArray();
        m_json.endObject();
    }

private:
    void change(const WhySubject& subject) {
        const plans::ResourceInstanceChange& change = *subject.change;
        const explain::Explanation why = explained(m_values, subject);
        m_json.beginObject();
        text("address", change.address.toString());
        m_json.optional("deposed", change.deposed);
        text("action", std::string(plans::name(change.change.action)));
        text("summary", why.summary);
        m_json.key("causes").beginArray();
        for (const plans::Cause& cause : why.causes)
            this->cause(cause, change, why.isInferred);
        m_json.endArray();
        m_json.key("chains").beginArray();
        for (const Chain& chain : why.chains) {
            m_json.beginArray();
            for (const Link& one : chain)
                link(one, &one == &chain.back() ? nullptr : &one + 1);
            m_json.endArray();
        }
        m_json.endArray();
        unknown(subject);
        m_json.key("affects").beginArray();
        for (const explain::Affected& affected : why.affects) {
            m_json.beginObject();
            text("address", affected.address.toString());
            text("path", pathText(affected.path));
            text("text", explain::affectedText(affected));
            m_json.endObject();
        }
        m_json.endArray();
        m_json.key("kept").beginArray();
        for (const plans::UnchangedReason& kept : change.unchanged)
            if (isAbout(subject, kept.path)) {
                m_json.beginObject();
                text("path", pathText(kept.path));
                text("text", explain::phrase(kept));
                writeRange(m_json, kept.range);
                m_json.endObject();
            }
        m_json.endArray();
        m_json.endObject();
    }

    void cause(const plans::Cause& cause, const plans::ResourceInstanceChange& change, bool isInferred) {
        m_json.beginObject();
        text("kind", std::string(kindName(cause, &change)));
        text("path", pathText(cause.path));
        writeRange(m_json, cause.range);
        text("text", explain::phrase(cause, change, m_plan.program));
        m_json.key("inferred").boolean(isInferred);
        m_json.endObject();
    }

    void link(const Link& link, const Link* next = nullptr) {
        m_json.beginObject();
        text("subject", link.file().empty() ? explain::subjectText(link) : link.part);
        text("kind", std::string(linkKind(m_plan, link)));
        text("path", pathText(link.cause ? link.cause->path : link.path));
        writeRange(m_json, link.isRootVariable() ? link.place : explain::placeOf(link));
        if (link.isRootVariable() && link.place.isEmpty())
            text("place", explain::placeText(m_plan, link));
        value("before", link.before, link.isSensitive);
        value("after", link.after, link.isSensitive);
        text("text", explain::stepText(m_plan, link, next));
        if (!link.oneOf.empty()) {
            m_json.key("one_of").beginArray();
            for (const Link& root : link.oneOf)
                this->link(root);
            m_json.endArray();
            if (link.omitted > 0)
                m_json.key("omitted").number(std::int64_t(link.omitted));
        }
        m_json.endObject();
    }

    void unknown(const WhySubject& subject) {
        const plans::ResourceInstanceChange& change = *subject.change;
        const values::Value after = change.change.after.unmarkedDeep();
        m_json.key("unknown").beginArray();
        for (std::size_t i = 0; after.isKnown() && !after.isNull() && after.type().isObject() && i < after.size();
             ++i) {
            const values::Path path = values::Path().attribute(after.key(i));
            if (after.element(i).isWhollyKnown() || !isAbout(subject, path))
                continue;
            m_json.beginObject();
            text("path", pathText(path));
            m_json.key("sources").beginArray();
            for (const explain::UnknownSource& source : explain::unknownSources(m_plan, change.address, path)) {
                m_json.beginObject();
                text("address", source.address.toString());
                text("path", pathText(source.path));
                m_json.endObject();
            }
            m_json.endArray();
            m_json.key("computed").boolean(explain::isComputed(m_plan, change, path));
            m_json.endObject();
        }
        m_json.endArray();
    }

    void text(std::string_view name, const std::string& value) { m_json.key(name).string(m_secrets.masked(value)); }

    /// Writes nothing for values that are unknown or not recorded.
    void value(std::string_view name, const std::optional<values::Value>& value, bool isSensitive) {
        if (!value || !value->isWhollyKnown())
            return;
        const values::Value bare = value->unmarkedDeep();
        const auto encoded = values::toJson(bare, bare.type());
        if (!encoded)
            return;
        const std::string masked = m_secrets.masked(*encoded);
        if (isSensitive || masked != *encoded)
            m_json.key(name).string(masking::maskText);
        else
            m_json.key(name).raw(*encoded);
    }

    const plans::Plan& m_plan;
    const explain::PlanValues m_values;
    const masking::Secrets m_secrets;
    formats::JsonWriter m_json;
};

} // namespace

diags::Result<std::vector<WhySubject>> whySubjects(const plans::Plan& plan, const std::vector<std::string>& arguments) {
    std::vector<WhySubject> all;
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources())
        if (!change->isEmpty())
            all.push_back({change.get(), {}});
    if (arguments.empty())
        return all;
    std::vector<WhySubject> found;
    diags::Diagnostics diagnostics;
    for (const std::string& argument : arguments) {
        const std::size_t before = found.size();
        for (const WhySubject& subject : all) {
            const std::string address = subject.change->address.toString();
            const auto follows = [](const std::string& text, std::size_t at) {
                return at == text.size() || text[at] == '.' || text[at] == '[';
            };
            if (argument.starts_with(address) && follows(argument, address.size())) {
                std::string attribute = argument.substr(address.size());
                if (attribute.starts_with('.'))
                    attribute.erase(0, 1);
                found.push_back({subject.change, std::move(attribute)});
            } else if (address.starts_with(argument) && follows(address, argument.size())) {
                found.push_back(subject);
            }
        }
        if (found.size() == before)
            diagnostics.error("No such change", fmt::format("The plan does not change {}.", argument));
    }
    return {std::move(found), std::move(diagnostics)};
}

std::string whyText(const plans::Plan& plan, const std::vector<WhySubject>& subjects) {
    const masking::Secrets secrets = masking::secretsInExports(plan);
    const explain::PlanValues values(plan);
    std::string text;
    for (const WhySubject& subject : subjects) {
        const explain::Explanation why = explained(values, subject);
        text += fmt::format("{}{}{}\n  {}\n", text.empty() ? "" : "\n", subject.change->address.toString(),
                            subject.change->deposed.empty() ? "" : " (deposed " + subject.change->deposed + ")",
                            why.summary);
        std::string first;
        for (const Chain& chain : why.chains) {
            std::vector<std::string> lines = explain::chainLines(plan, why.chains, chain);
            const bool isRepeated = lines.size() > 1 && lines.front() == first; // the same difference has two causes
            for (std::size_t i = isRepeated ? 1 : 0; i < lines.size(); ++i)
                text += fmt::format("    {}{}\n", i == 0 ? "" : isRepeated && i == 1 ? "and < " : "< ", lines[i]);
            if (!lines.empty())
                first = std::move(lines.front());
        }
        if (why.isInferred && !why.causes.empty())
            text += "    Inferred from the plan file.\n";
        for (const plans::UnchangedReason& kept : subject.change->unchanged)
            if (isAbout(subject, kept.path))
                text += fmt::format("    Unchanged: {}\n", explain::phrase(kept));
        for (const explain::Affected& affected : why.affects)
            text += fmt::format("    Affects {}: {}\n", affected.address.toString(),
                                affected.path.isEmpty() ? explain::affectedText(affected)
                                                        : "`" + pathText(affected.path) + "`");
    }
    if (text.empty() && subjects.empty()) {
        text = "No changes.\n";
        for (const plans::ResourceInstanceChangePtr& drift : plan.drift)
            if (explain::isDrifted(*drift))
                text += fmt::format("{} was {} outside of {}.\n", drift->address.toString(),
                                    drift->change.after.isNull() ? "deleted" : "changed", plan.program.name());
    }
    return secrets.masked(text);
}

std::string whyJson(const plans::Plan& plan, const std::vector<WhySubject>& subjects) {
    std::string text;
    WhyWriter(plan, text).write(subjects);
    return text + "\n";
}

} // namespace planlens::report

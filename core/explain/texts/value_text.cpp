// SPDX-License-Identifier: MPL-2.0
#include "core/explain/texts/value_text.h"

#include "core/explain/definition.h"
#include "core/explain/plan_values.h"
#include "core/explain/summary.h"
#include "core/hcl/syntax/parser.h"
#include "core/plans/plan.h"
#include "core/values/json/json.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace planlens::explain {

using values::Value;

namespace {

constexpr std::size_t longestValue = 80; // bytes

/// Returns the JSON form of an unmarked value.
std::string json(const Value& bare) {
    if (!bare.isWhollyKnown())
        return "(known after apply)";
    values::Outcome<std::string> text = values::toJson(bare, bare.type());
    if (!text)
        return "(value)";
    values::removeHtmlEscapes(*text);
    return *std::move(text);
}

} // namespace

bool hasOtherValue(const Link& link) {
    return link.before && link.after && link.after->isWhollyKnown() && !isSameValue(*link.before, *link.after);
}

std::string fromTo(const Link& link) {
    if (link.isSensitive || !hasOtherValue(link))
        return {};
    const std::string before = valueText(link.before, false), after = valueText(link.after, false);
    return before.empty() || after.empty() ? std::string() : fmt::format(" from {} to {}", before, after);
}

values::Path withNames(const values::Path& path) {
    values::Path named;
    for (const values::PathStep& step : path) {
        const auto* index = std::get_if<values::IndexStep>(&step);
        const bool isName = index && index->key.type().isString() && hcl::isValidIdentifier(index->key.asString());
        named.push(isName ? values::PathStep(values::AttributeStep{index->key.asString()}) : step);
    }
    return named;
}

std::string_view argumentOfKey(const addrs::InstanceKey& key) {
    return key.isNone() ? "" : key.isInt() ? "count" : "for_each";
}

bool hasOtherHash(const plans::Plan& plan, const Link& root) {
    const std::string_view call = root.file().empty() ? "" : sourceText(plan, root.range).value_or("");
    return std::ranges::any_of(
        std::array{"filemd5(", "filesha1(", "filesha256(", "filesha512(", "filebase64sha256(", "filebase64sha512("},
        [&](const char* function) { return call.starts_with(function); });
}

std::string repetitionArgument(const plans::Plan& plan, const Link& link) {
    const auto* named = std::get_if<plans::NamedValue>(&link.subject);
    if (!named || !link.part.empty() || named->kind != plans::NamedValue::Kind::Repetition)
        return {};
    if (const std::string_view argument = definitionOf(plan, *named).argument; !argument.empty())
        return std::string(argument);
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources()) {
        if (change->change.after.isNull())
            continue;
        if (!change->address.key.isNone() && plans::repetitionOf(change->address.containing()) == *named)
            return std::string(argumentOfKey(change->address.key));
        for (addrs::ModuleInstance module = change->address.module; !module.isRoot(); module = module.parent())
            if (!module.path.back().key.isNone() && plans::repetitionOf(module) == *named)
                return std::string(argumentOfKey(module.path.back().key));
    }
    return {};
}

std::string valueText(const std::optional<Value>& value, bool isSensitive) {
    if (isSensitive || !value)
        return isSensitive ? "(sensitive value)" : "(not recorded)";
    const Value bare = value->unmarkedDeep();
    const bool isStructure = bare.isKnown() && !bare.isNull() && bare.type().isString() &&
                             (bare.asString().starts_with('{') || bare.asString().starts_with('['));
    std::string text = isStructure ? std::string() : json(bare);
    return text.size() > longestValue ? std::string() : text;
}

std::string subjectText(const Link& link) {
    if (!link.file().empty())
        return std::string(link.file());
    if (!link.part.empty())
        return link.part;
    const auto* instance = std::get_if<addrs::AbsResourceInstance>(&link.subject);
    return instance ? instance->toString() : std::get<plans::NamedValue>(link.subject).toString();
}

std::string partText(const Link& link) {
    if (link.part.empty())
        return subjectText(link) + withNames(link.path).toString();
    return link.path.isEmpty() || link.place.isEmpty() ? subjectText(link) : pathText(withNames(link.path));
}

const diags::SourceRange& placeOf(const Link& link) {
    return link.place.isEmpty() ? link.range : link.place;
}

std::string placeText(const plans::Plan& plan, const Link& link) {
    using Kind = plans::VariableOrigin::Kind;
    if (link.isRootVariable()) {
        const std::string& name = std::get<plans::NamedValue>(link.subject).name;
        const auto origin = plan.recorded.variableOrigins.find(name);
        if (origin != plan.recorded.variableOrigins.end() && link.place.isEmpty())
            switch (origin->second.kind) {
            case Kind::Environment:
                return "TF_VAR_" + name;
            case Kind::CommandLine:
                return "-var";
            case Kind::Entered:
                return "the entered value";
            case Kind::Plan:
                return std::string(savedPlanText);
            case Kind::Default:
            case Kind::DefaultFile:
            case Kind::NamedFile:
                break;
            }
    }
    const diags::SourceRange& place = placeOf(link);
    return place.isEmpty() ? std::string() : fmt::format("{}:{}", place.filename.str(), place.start.line);
}

} // namespace planlens::explain

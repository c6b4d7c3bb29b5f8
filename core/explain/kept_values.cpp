// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/explain/definition.h"
#include "core/explain/sources/value_sources.h"
#include "core/hcl/syntax.h"

#include <algorithm>
#include <array>
#include <functional>

/// Named values that have the value of the previous run, as other objects show that use it.
namespace planlens::explain {

namespace syntax = hcl::syntax;
using values::Path;
using values::Value;

namespace {

/// The part of an expression's value that contains the value of a reference.
struct Carried {
    Path path;
    bool isExact = true;        // the part is that value; otherwise it is made of it, and differs if that value differs
    std::string prefix, suffix; // around the text of the value
};

/// Whether a function returns all of its arguments' values in another form.
bool keepsArguments(std::string_view name) {
    constexpr std::array<std::string_view, 11> names{"base64encode", "concat",     "flatten",   "format",
                                                     "join",         "jsonencode", "tolist",    "tomap",
                                                     "toset",        "tostring",   "yamlencode"};
    return std::ranges::find(names, builtInName(name)) != names.end();
}

std::optional<std::string> literalKey(const hcl::Expression& key) {
    const diags::Result<Value> value = key.variables().empty() ? key.evaluate(nullptr) : diags::Result<Value>();
    return value.value && !value.hasErrors() ? textOf(*value.value) : std::nullopt;
}

/// Returns the current text of a part of an expression.
using TextOfPart = std::function<std::optional<std::string>(const hcl::Expression&)>;

std::optional<Carried> carriedIn(const hcl::Expression& expression, const diags::SourceRange& reference,
                                 const TextOfPart& textOfPart);

/// The value is exact if the texts of all other parts are known. They may have changed, but then the previous text of
/// the whole hardly starts and ends with them.
std::optional<Carried> inTemplate(const syntax::Template& expression, const diags::SourceRange& reference,
                                  const TextOfPart& textOfPart) {
    Carried found;
    bool isFound = false;
    for (const hcl::ExpressionPtr& part : expression.parts) {
        const std::optional<Carried> inner = carriedIn(*part, reference, textOfPart);
        if (inner) {
            found.isExact &=
                !isFound && inner->isExact && inner->path.isEmpty() && inner->prefix.empty() && inner->suffix.empty();
            isFound = true;
            continue;
        }
        const std::optional<std::string> text = textOfPart(*part);
        (isFound ? found.suffix : found.prefix) += text.value_or("");
        found.isExact &= text.has_value();
    }
    return isFound ? std::optional(std::move(found)) : std::nullopt;
}

/// Returns std::nullopt if other values of the reference may lead to the same result.
std::optional<Carried> carriedIn(const hcl::Expression& expression, const diags::SourceRange& reference,
                                 const TextOfPart& textOfPart) {
    if (const hcl::ExpressionPtr native = expression.inNativeSyntax())
        return carriedIn(*native, reference, textOfPart);
    if (expression.range() == reference && dynamic_cast<const syntax::ScopeTraversal*>(&expression))
        return Carried();
    if (const auto* inner = dynamic_cast<const syntax::Parentheses*>(&expression))
        return carriedIn(*inner->inner, reference, textOfPart);
    if (const auto* wrap = dynamic_cast<const syntax::TemplateWrap*>(&expression))
        return carriedIn(*wrap->wrapped, reference, textOfPart);
    const auto below = [&](const hcl::Expression& part, const Path& step) {
        std::optional<Carried> found = carriedIn(part, reference, textOfPart);
        if (found)
            found->path = joined(step, found->path);
        return found;
    };
    const auto inOne = [&](const std::vector<hcl::ExpressionPtr>& parts) -> std::optional<Carried> {
        const bool isCarried = std::ranges::any_of(
            parts, [&](const auto& part) { return carriedIn(*part, reference, textOfPart).has_value(); });
        return isCarried ? std::optional(Carried{{}, false, {}, {}}) : std::nullopt;
    };
    if (const auto* made = dynamic_cast<const syntax::ObjectConstructor*>(&expression)) {
        for (const hcl::ExpressionPair& item : made->items)
            if (const std::optional<std::string> key = literalKey(*item.key))
                if (auto found = below(*item.value, Path().index(std::string_view(*key))))
                    return found;
    } else if (const auto* list = dynamic_cast<const syntax::TupleConstructor*>(&expression)) {
        for (std::size_t i = 0; i < list->items.size(); ++i)
            if (auto found = below(*list->items[i], Path().index(std::int64_t(i))))
                return found;
    } else if (const auto* pieces = dynamic_cast<const syntax::Template*>(&expression)) {
        return inTemplate(*pieces, reference, textOfPart);
    } else if (const auto* call = dynamic_cast<const syntax::FunctionCall*>(&expression)) {
        if (builtInName(call->name) == "merge" && !call->arguments.empty())
            return inOne({call->arguments.back()}); // which overrides the others
        if (keepsArguments(call->name))
            return inOne(call->arguments);
    }
    return {};
}

} // namespace

/// Returns the previous value of a reference in the value of its user.
std::optional<Value> PlanValues::previousIn(const plans::Dependency& reference) const {
    if (reference.kind != plans::Dependency::Kind::Reference || !isUsable(reference.value) ||
        reference.value.type().isSet()) // arguments may be lists in another order
        return {};
    const auto previous = [&](const Carried& carried, const Value& before, const Value& after,
                              bool mayBeIgnored) -> std::optional<Value> {
        if (!isUsable(before))
            return {};
        if (!carried.isExact)
            return !mayBeIgnored && isUsable(after) && isSameValue(before, after) ? std::optional(reference.value)
                                                                                  : std::nullopt;
        if (carried.prefix.empty() && carried.suffix.empty())
            return before;
        const std::string text = textOf(before).value_or("");
        const std::size_t around = carried.prefix.size() + carried.suffix.size();
        if (text.size() < around || !text.starts_with(carried.prefix) || !text.ends_with(carried.suffix))
            return {};
        return Value::string(text.substr(carried.prefix.size(), text.size() - around));
    };
    const TextOfPart textOfPart = [&](const hcl::Expression& part) -> std::optional<std::string> {
        if (const auto* literal = dynamic_cast<const syntax::LiteralValue*>(&part))
            return textOf(literal->value);
        return textOf(currentValue(*this, m_plan.dependencies.of(reference.dependent), part, {}));
    };
    if (const auto* address = std::get_if<addrs::AbsResourceInstance>(&reference.dependent)) {
        const plans::ResourceInstanceChange* const change = m_plan.changes.resource(*address);
        if (!change || address->resource.mode != addrs::ResourceMode::Managed || reference.dependentPath.isEmpty())
            return {};
        const schemas::ArgumentExpression argument = argumentOf(m_plan, *change, reference.dependentPath);
        const std::optional<Carried> carried =
            argument.expression ? carriedIn(*argument.expression, reference.range, textOfPart) : std::nullopt;
        const std::optional<BeforeAfter> values =
            carried ? of(*address, joined(reference.dependentPath, carried->path)) : std::nullopt;
        const configs::Resource* const resource = m_plan.configuration->resource(address->config());
        return values ? previous(*carried, values->before, values->after, !resource || !resource->ignoreChanges.empty())
                      : std::nullopt;
    }
    const auto& named = std::get<plans::NamedValue>(reference.dependent);
    if (named.kind == plans::NamedValue::Kind::Repetition)
        return {};
    const Definition definition = definitionOf(m_plan, named);
    const std::optional<Carried> carried =
        definition.expression ? carriedIn(*definition.expression, reference.range, textOfPart) : std::nullopt;
    if (!carried)
        return {};
    if (named.kind == plans::NamedValue::Kind::Output && named.module.isRoot()) {
        for (const plans::OutputChange& output : m_plan.changes.outputs())
            if (output.module.isRoot() && output.name == named.name)
                return previous(*carried, valueAt(output.change.before, carried->path),
                                valueAt(output.change.after, carried->path), false);
        return {};
    }
    const auto now = currentValue(*this, m_plan.dependencies.of(named), *definition.expression, carried->path);
    for (const Previous& one : previousOf(named, named))
        if (now && carried->path.hasPrefix(one.path))
            return previous(*carried, valueAt(one.value, withoutFirst(carried->path, one.path.size())), *now, false);
    return {};
}

std::vector<PlanValues::Previous> PlanValues::previousOf(const plans::NamedValue& named,
                                                         const plans::DependencyEnd& explained) const {
    if (named.kind == plans::NamedValue::Kind::Repetition || !m_plan.configuration)
        return {};
    const auto [found, isNew] = m_uses.try_emplace(named);
    std::vector<std::pair<const plans::Dependency*, Value>>& uses = found->second;
    if (isNew) {
        constexpr std::size_t most = 200; // of the uses that are compared
        const std::vector<const plans::Dependency*> all = m_plan.dependencies.on(named);
        for (std::size_t i = 0; i < std::min(all.size(), most); ++i)
            if (std::optional<Value> previous = previousIn(*all[i]))
                uses.emplace_back(all[i], *std::move(previous));
    }
    std::vector<Previous> made;
    for (const auto& [use, value] : uses) {
        if (use->dependent == explained && !isSameValue(value, use->value))
            continue; // it may have started to refer to the value
        const auto same = std::ranges::find(made, use->dependencyPath, &Previous::path);
        if (same == made.end())
            made.push_back({use->dependencyPath, value, isSameValue(value, use->value)});
        else if (!isSameValue(same->value, value))
            same->value = Value::dynamicUnknown(); // some of them were edited, or applied before
    }
    std::erase_if(made, [](const Previous& one) { return !one.value.isKnown(); });
    return made;
}

bool PlanValues::isKept(const plans::NamedValue& named, const Path& path, const plans::DependencyEnd& explained) const {
    bool isSame = false;
    for (const Previous& one : previousOf(named, explained)) {
        if (one.isSame)
            isSame |= path.hasPrefix(one.path);
        else if (areRelated(path, one.path))
            return false;
    }
    return isSame;
}

} // namespace planlens::explain

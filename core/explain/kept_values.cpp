// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/explain/definition.h"
#include "core/explain/plan_values.h"
#include "core/hcl/syntax.h"

#include <algorithm>
#include <array>

/// Named values that have the value of the previous run, as other objects show that use it.
namespace planlens::explain {

namespace syntax = hcl::syntax;
using values::Path;
using values::Value;

namespace {

/// The part of an expression's value that contains the value of a reference.
struct Carried {
    Path path;
    bool isExact = true; // the part is that value; otherwise it is made of it, and differs if that value differs
};

/// Whether a function returns all of its arguments' values in another form.
bool keepsArguments(std::string_view name) {
    constexpr std::array<std::string_view, 12> names{"base64encode", "concat",     "flatten",  "format",
                                                     "join",         "jsonencode", "merge",    "tolist",
                                                     "tomap",        "toset",      "tostring", "yamlencode"};
    name.remove_prefix(name.starts_with("core::") ? std::string_view("core::").size() : 0);
    return std::ranges::find(names, name) != names.end();
}

std::optional<std::string> literalKey(const hcl::Expression& key) {
    const diags::Result<Value> value = key.variables().empty() ? key.evaluate(nullptr) : diags::Result<Value>();
    return value.value && !value.hasErrors() ? textOf(*value.value) : std::nullopt;
}

/// Returns std::nullopt if other values of the reference may lead to the same result.
std::optional<Carried> carriedIn(const hcl::Expression& expression, const diags::SourceRange& reference) {
    if (expression.range() == reference && dynamic_cast<const syntax::ScopeTraversal*>(&expression))
        return Carried();
    if (const auto* inner = dynamic_cast<const syntax::Parentheses*>(&expression))
        return carriedIn(*inner->inner, reference);
    if (const auto* wrap = dynamic_cast<const syntax::TemplateWrap*>(&expression))
        return carriedIn(*wrap->wrapped, reference);
    const auto below = [&](const hcl::Expression& part, const Path& step) {
        std::optional<Carried> found = carriedIn(part, reference);
        if (found)
            found->path = joined(step, found->path);
        return found;
    };
    const auto inOne = [&](const std::vector<hcl::ExpressionPtr>& parts) -> std::optional<Carried> {
        const bool isCarried =
            std::ranges::any_of(parts, [&](const auto& part) { return carriedIn(*part, reference).has_value(); });
        return isCarried ? std::optional(Carried{{}, false}) : std::nullopt;
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
        return inOne(pieces->parts);
    } else if (const auto* call = dynamic_cast<const syntax::FunctionCall*>(&expression)) {
        if (keepsArguments(call->name))
            return inOne(call->arguments);
    }
    return {};
}

bool isComparable(const Value& value) {
    return value.isWhollyKnown() && !value.isNull();
}

bool startsWith(const Path& path, const Path& beginning) {
    if (beginning.size() > path.size())
        return false;
    for (std::size_t i = 0; i < beginning.size(); ++i)
        if (!(path[i] == beginning[i]))
            return false;
    return true;
}

} // namespace

/// Compares a value that an object or root output has because of a reference.
PlanValues::Use PlanValues::useOf(const plans::Dependency& reference) const {
    if (reference.kind != plans::Dependency::Kind::Reference)
        return Use::ShowsNothing;
    const auto compare = [&](const Carried& carried, const Value& before, const Value& after, bool mayBeIgnored) {
        if (!isComparable(before) || !isComparable(carried.isExact ? reference.value : after))
            return Use::ShowsNothing;
        if (!carried.isExact)
            return !mayBeIgnored && isSameValue(before, after) ? Use::IsSame : Use::ShowsNothing;
        return isSameValue(before, reference.value) ? Use::IsSame : Use::Differs;
    };
    if (const auto* address = std::get_if<addrs::AbsResourceInstance>(&reference.dependent)) {
        const plans::ResourceInstanceChange* const change = m_plan.changes.resource(*address);
        if (!change || address->resource.mode != addrs::ResourceMode::Managed || reference.dependentPath.isEmpty())
            return Use::ShowsNothing;
        const schemas::ArgumentExpression argument = argumentOf(m_plan, *change, reference.dependentPath);
        const std::optional<Carried> carried =
            argument.expression ? carriedIn(*argument.expression, reference.range) : std::nullopt;
        if (!carried)
            return Use::ShowsNothing;
        const std::optional<BeforeAfter> values = of(*address, joined(reference.dependentPath, carried->path));
        const configs::Resource* const resource = m_plan.configuration->resource(address->config());
        return values ? compare(*carried, values->before, values->after, !resource || !resource->ignoreChanges.empty())
                      : Use::ShowsNothing;
    }
    const auto& named = std::get<plans::NamedValue>(reference.dependent);
    if (named.kind == plans::NamedValue::Kind::Repetition)
        return Use::ShowsNothing;
    const Definition definition = definitionOf(m_plan, named);
    const std::optional<Carried> carried =
        definition.expression ? carriedIn(*definition.expression, reference.range) : std::nullopt;
    if (!carried)
        return Use::ShowsNothing;
    if (named.kind == plans::NamedValue::Kind::Output && named.module.isRoot()) {
        for (const plans::OutputChange& output : m_plan.changes.outputs())
            if (output.module.isRoot() && output.name == named.name)
                return compare(*carried, valueAt(output.change.before, carried->path),
                               valueAt(output.change.after, carried->path), false);
        return Use::ShowsNothing;
    }
    return isKept(named, carried->path, reference.dependent) ? Use::IsSame : Use::ShowsNothing;
}

bool PlanValues::isKept(const plans::NamedValue& named, const Path& path, const plans::DependencyEnd& explained) const {
    if (named.kind == plans::NamedValue::Kind::Repetition || !m_plan.configuration)
        return false;
    const auto [found, isNew] = m_uses.try_emplace(named);
    if (isNew) {
        constexpr std::size_t most = 200; // of the uses that are compared
        const std::vector<const plans::Dependency*> all = m_plan.dependencies.on(named);
        for (std::size_t i = 0; i < std::min(all.size(), most); ++i)
            if (const Use use = useOf(*all[i]); use != Use::ShowsNothing)
                m_uses[named].push_back({all[i], use});
    }
    bool isSame = false;
    for (const auto& [reference, use] : m_uses[named]) {
        if (use == Use::IsSame)
            isSame |= startsWith(path, reference->dependencyPath);
        else if (!(reference->dependent == explained) &&
                 (startsWith(path, reference->dependencyPath) || startsWith(reference->dependencyPath, path)))
            return false;
    }
    return isSame;
}

} // namespace planlens::explain

// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/evaluation/local_scope.h"

#include "core/diags/suggestion.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

#include <span>
#include <utility>

namespace planlens::hcl {
namespace {

using diags::Diagnostic;
using diags::Result;
using diags::SourceRange;
using syntax::LocalScope;
using values::quoted;
using values::Value;

/// A scope of fixed names of either kind, with its parent.
struct Layer {
    const MapScope* map = nullptr;
    const LocalScope* local = nullptr;

    explicit Layer(const Scope* scope)
        : map(dynamic_cast<const MapScope*>(scope))
        , local(map ? nullptr : dynamic_cast<const LocalScope*>(scope)) {}

    bool isFixed() const { return map || local; }
    const Scope* parent() const { return map ? map->parent() : local->parent(); }
    const Value* find(std::string_view name) const { return map ? map->find(name) : local->find(name); }
    void addNames(std::vector<std::string>& out) const {
        if (map) {
            for (const auto& variable : map->variables())
                out.push_back(variable.first);
        } else {
            for (std::string& name : local->names())
                out.push_back(std::move(name));
        }
    }
};

/// Returns the innermost value of a name among fixed scopes, or the first other scope around them (may be null).
std::pair<const Value*, const Scope*> findName(const Scope* scope, std::string_view name) {
    while (scope) {
        const Layer layer(scope);
        if (!layer.isFixed())
            break;
        if (const Value* value = layer.find(name))
            return {value, nullptr};
        scope = layer.parent();
    }
    return {nullptr, scope};
}

const Scope* outside(const Scope* scope) {
    while (scope) {
        const Layer layer(scope);
        if (!layer.isFixed())
            break;
        scope = layer.parent();
    }
    return scope;
}

Diagnostic unknownName(const Scope* scope, const TraversalStep& root) {
    std::vector<std::string> names;
    bool hasVariables = false;
    for (; scope; scope = Layer(scope).parent()) {
        const Layer layer(scope);
        hasVariables = hasVariables || layer.map || !layer.local->names().empty();
        layer.addNames(names);
    }
    if (!hasVariables)
        return Diagnostic::error("Variables not allowed", "Variables may not be used here.", root.range);
    const std::string suggestion = diags::nearestName(root.name.str(), names);
    return Diagnostic::error(
        "Unknown variable",
        fmt::format("There is no variable named {}.{}", quoted(root.name.str()),
                    suggestion.empty() ? "" : fmt::format(" Did you mean {}?", quoted(suggestion))),
        root.range);
}

Result<Value> resolveThrough(const Scope* scope, const Traversal& traversal) {
    const auto [value, around] = findName(scope, traversal.rootName());
    if (value) {
        auto result = applySteps(*value, std::span(traversal.steps).subspan(1));
        if (result.hasErrors())
            result.value = Value::dynamicUnknown();
        return result;
    }
    if (around)
        return around->resolve(traversal);
    return {Value::dynamicUnknown(), unknownName(scope, traversal.steps.front())};
}

std::optional<Value> peekThrough(const Scope* scope, const Traversal& traversal) {
    const auto [value, around] = findName(scope, traversal.rootName());
    if (value) {
        auto result = applySteps(*value, std::span(traversal.steps).subspan(1));
        return result.hasErrors() ? std::nullopt : std::move(result.value);
    }
    return around ? around->peek(traversal) : std::nullopt;
}

bool selectsInstanceThrough(const Scope* scope, const Traversal& traversal) {
    const auto [value, around] = findName(scope, traversal.rootName());
    return !value && around && around->indexSelectsInstance(traversal);
}

} // namespace

Result<Value> MapScope::resolve(const Traversal& traversal) const {
    return resolveThrough(this, traversal);
}
std::optional<Value> MapScope::peek(const Traversal& traversal) const {
    return peekThrough(this, traversal);
}
bool MapScope::indexSelectsInstance(const Traversal& traversal) const {
    return selectsInstanceThrough(this, traversal);
}

const Function* MapScope::function(std::string_view name) const {
    return m_parent ? m_parent->function(name) : nullptr;
}
// As in the reference, functions of outer scopes can be called but are not suggested.
std::vector<std::string> MapScope::functionNames() const {
    return {};
}
std::optional<Diagnostic> MapScope::explainMissingFunction(std::string_view name, const SourceRange& range) const {
    return m_parent ? m_parent->explainMissingFunction(name, range) : std::nullopt;
}

const Value* MapScope::find(std::string_view name) const {
    for (const auto& [variable, value] : m_variables)
        if (variable == name)
            return &value;
    return nullptr;
}

namespace syntax {

Result<Value> LocalScope::resolve(const Traversal& traversal) const {
    return resolveThrough(this, traversal);
}
std::optional<Value> LocalScope::peek(const Traversal& traversal) const {
    return peekThrough(this, traversal);
}
bool LocalScope::indexSelectsInstance(const Traversal& traversal) const {
    return selectsInstanceThrough(this, traversal);
}

const Function* LocalScope::function(std::string_view name) const {
    return m_parent ? m_parent->function(name) : nullptr;
}
std::vector<std::string> LocalScope::functionNames() const {
    return m_parent && names().empty() ? m_parent->functionNames() : std::vector<std::string>{};
}
std::optional<Diagnostic> LocalScope::explainMissingFunction(std::string_view name, const SourceRange& range) const {
    return m_parent ? m_parent->explainMissingFunction(name, range) : std::nullopt;
}

std::vector<std::string> ForScope::names() const {
    if (m_keyName.empty())
        return {m_valueName};
    return {m_keyName, m_valueName};
}

const Value* findElement(const Scope* scope, const SplatItem& item) {
    while (const auto* local = dynamic_cast<const LocalScope*>(scope)) {
        if (const Value* value = local->element(item))
            return value;
        scope = local->parent();
    }
    return nullptr;
}

bool isForTypes(const Scope* scope) {
    for (const auto* local = dynamic_cast<const LocalScope*>(scope); local;
         local = dynamic_cast<const LocalScope*>(local->parent()))
        if (const auto* splat = dynamic_cast<const SplatScope*>(local); splat && splat->isForTypes())
            return true;
    return false;
}

bool allowsFunctions(const Scope* scope) {
    return outside(scope) != nullptr;
}

bool ownsFunctions(const Scope* scope) {
    while (const auto* splat = dynamic_cast<const SplatScope*>(scope))
        scope = splat->parent();
    return scope && !Layer(scope).isFixed();
}

} // namespace syntax
} // namespace planlens::hcl

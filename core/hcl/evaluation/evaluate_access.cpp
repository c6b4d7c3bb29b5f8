// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/evaluation/evaluation_budget.h"
#include "core/hcl/evaluation/evaluation_error.h"
#include "core/hcl/evaluation/local_scope.h"
#include "core/hcl/syntax.h"
#include "core/values/conversion/convert.h"

#include <fmt/format.h>

#include <span>

namespace planlens::hcl::syntax {
namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using values::MarkSet;
using values::Type;

/// Resolves a reference; errors include the variable values of the expression that contains it.
Result<Value> resolve(const Traversal& traversal, const Expression& expression, const Scope* scope) {
    if (!scope)
        return {Value::dynamicUnknown(), Diagnostic::error("Variables not allowed", "Variables may not be used here.",
                                                           traversal.steps.front().range)};
    auto result = scope->resolve(traversal);
    if (!result.value)
        result.value = Value::dynamicUnknown();
    if (result.hasErrors())
        describeErrors(result.diagnostics, expression, scope);
    return result;
}

bool canNameInstance(const Result<Value>& key) {
    if (key.hasErrors() || key->isMarked() || !key->isKnown() || key->isNull())
        return false;
    return key->type().isString() || key->type().isNumber();
}

/// Evaluates an index and the following steps. If it selects an instance, only that instance is looked up.
Result<Value> evaluateIndex(const Index& index, std::span<const TraversalStep> following, const Expression& whole,
                            const Scope* scope) {
    std::optional<Result<Value>> key;
    if (const auto* named = dynamic_cast<const ScopeTraversal*>(index.collection.get());
        named && scope && scope->indexSelectsInstance(named->traversal)) {
        key = index.key->evaluate(scope);
        if (canNameInstance(*key)) {
            Traversal instance = named->traversal;
            instance.steps.push_back({TraversalStep::Kind::Index, {}, **key, index.bracketRange});
            instance.steps.insert(instance.steps.end(), following.begin(), following.end());
            Diagnostics diagnostics = std::move(key->diagnostics);
            Result<Value> result = resolve(instance, whole, scope);
            diagnostics.append(std::move(result.diagnostics));
            return {*std::move(result), std::move(diagnostics)};
        }
    }
    Result<Value> collection = index.collection->evaluate(scope);
    if (!key)
        key = index.key->evaluate(scope);
    Diagnostics diagnostics = std::move(collection.diagnostics);
    diagnostics.append(std::move(key->diagnostics));
    Result<Value> result = indexValue(*collection, **key, index.bracketRange);
    describeErrors(result.diagnostics, index, scope);
    diagnostics.append(std::move(result.diagnostics));
    if (following.empty())
        return {*std::move(result), std::move(diagnostics)};
    Result<Value> end = applySteps(*result, following);
    describeErrors(end.diagnostics, whole, scope);
    diagnostics.append(std::move(end.diagnostics));
    return {*std::move(end), std::move(diagnostics)};
}

} // namespace

Result<Value> LiteralValue::evaluate(const Scope*) const {
    return limited(value, {}, range());
}

Result<Value> ScopeTraversal::evaluate(const Scope* scope) const {
    return resolve(traversal, *this, scope);
}

Result<Value> RelativeTraversal::evaluate(const Scope* scope) const {
    if (const auto* index = dynamic_cast<const Index*>(source.get()))
        return evaluateIndex(*index, traversal.steps, *this, scope);
    Result<Value> from = source->evaluate(scope);
    Result<Value> result = applySteps(*from, traversal.steps);
    describeErrors(result.diagnostics, *this, scope);
    from.diagnostics.append(std::move(result.diagnostics));
    return {*std::move(result), std::move(from.diagnostics)};
}

Result<Value> Index::evaluate(const Scope* scope) const {
    return evaluateIndex(*this, {}, *this, scope);
}

Result<Value> TupleConstructor::evaluate(const Scope* scope) const {
    std::vector<Value> elements;
    elements.reserve(items.size());
    Diagnostics diagnostics;
    for (const ExpressionPtr& item : items)
        elements.push_back(*item->evaluate(scope).into(diagnostics));
    return limited(Value::tuple(std::move(elements)), std::move(diagnostics), range());
}

Result<Value> ObjectKey::evaluate(const Scope* scope) const {
    if (forceNonLiteral)
        return wrapped->evaluate(scope);
    if (const auto* reference = dynamic_cast<const ScopeTraversal*>(wrapped.get())) {
        if (reference->traversal.steps.size() == 1)
            return Value::string(reference->traversal.rootName());
        return {
            Value::dynamicUnknown(),
            Diagnostic::error("Ambiguous attribute key",
                              "If this expression is intended to be a reference, wrap it in parentheses. If it's "
                              "instead intended as a literal name containing periods, wrap it in quotes to create a "
                              "string literal.",
                              range())};
    }
    if (const std::string keyword = wrapped->asKeyword(); !keyword.empty())
        return Value::string(keyword);
    return wrapped->evaluate(scope);
}

Result<Value> ObjectConstructor::evaluate(const Scope* scope) const {
    std::vector<std::pair<std::string, Value>> attributes;
    attributes.reserve(items.size());
    MarkSet marks;
    Diagnostics diagnostics;
    bool hasAllKeys = true;
    for (const ExpressionPair& item : items) {
        Result<Value> evaluatedKey = item.key->evaluate(scope);
        const bool keyFailed = evaluatedKey.hasErrors();
        const Value givenKey = *std::move(evaluatedKey).into(diagnostics);
        Value value = *item.value->evaluate(scope).into(diagnostics);
        if (keyFailed) {
            hasAllKeys = false;
            continue;
        }
        if (givenKey.isNull()) {
            diagnostics.append(evaluationError("Null value as key", "Can't use a null value as a key.",
                                               {item.value->range(), {}, *item.key, scope}));
            hasAllKeys = false;
            continue;
        }
        marks.insert(givenKey.marks());
        const auto key = values::convert(givenKey.unmarked(), Type::string());
        if (!key)
            diagnostics.append(evaluationError("Incorrect key type",
                                               fmt::format("Can't use this value as a key: {}.", key.error().message),
                                               {item.key->range(), {}, *item.key, scope}));
        if (!key || !key->isKnown()) {
            hasAllKeys = false;
            continue;
        }
        attributes.emplace_back(key->asString(), std::move(value));
    }
    if (!hasAllKeys)
        return {Value::dynamicUnknown(), std::move(diagnostics)};
    return limited(Value::object(std::move(attributes)).withMarks(marks), std::move(diagnostics), range());
}

Result<Value> SplatItem::evaluate(const Scope* scope) const {
    const Value* element = findElement(scope, *this);
    return element ? *element : Value::dynamicUnknown();
}

Result<Value> Parentheses::evaluate(const Scope* scope) const {
    return inner->evaluate(scope);
}

} // namespace planlens::hcl::syntax

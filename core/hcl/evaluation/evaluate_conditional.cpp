// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/evaluation/evaluation_error.h"
#include "core/hcl/syntax.h"
#include "core/values/conversion/convert.h"
#include "core/values/operations.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace planlens::hcl::syntax {
namespace {

using diags::Diagnostics;
using diags::Result;
using values::MarkSet;
using values::quoted;
using values::Refinement;
using values::Type;

constexpr const char* inconsistent = "Inconsistent conditional result types";

std::string describeMismatch(Type whenTrue, Type whenFalse);

std::string describeObjects(Type whenTrue, Type whenFalse) {
    for (const auto& attribute : whenTrue.attributes()) {
        if (!whenFalse.hasAttribute(attribute.name))
            return fmt::format("The 'true' value includes object attribute {}, which is absent in the 'false' value",
                               quoted(attribute.name));
        const Type other = whenFalse.attributeType(attribute.name);
        if (attribute.type != other)
            return fmt::format("Type mismatch for object attribute {}: {}", quoted(attribute.name),
                               describeMismatch(attribute.type, other));
    }
    for (const auto& attribute : whenFalse.attributes())
        if (!whenTrue.hasAttribute(attribute.name))
            return fmt::format("The 'false' value includes object attribute {}, which is absent in the 'true' value",
                               quoted(attribute.name));
    return {};
}

std::string describeTuples(Type whenTrue, Type whenFalse) {
    const auto a = whenTrue.tupleTypes();
    const auto b = whenFalse.tupleTypes();
    if (a.size() != b.size())
        return fmt::format("The 'true' tuple has length {}, but the 'false' tuple has length {}", a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i] != b[i])
            return fmt::format("Type mismatch for tuple element {}: {}", i, describeMismatch(a[i], b[i]));
    return {};
}

std::string describeCollections(Type whenTrue, Type whenFalse) {
    const Type a = whenTrue.elementType();
    const Type b = whenFalse.elementType();
    if (whenTrue.kind() != whenFalse.kind() || !((a.isObject() && b.isObject()) || (a.isTuple() && b.isTuple())))
        return {};
    return fmt::format("Mismatched {} element types: {}",
                       whenTrue.isList()  ? "list"
                       : whenTrue.isSet() ? "set"
                                          : "map",
                       describeMismatch(a, b));
}

/// Returns the most specific reason, in a sentence, why two different types cannot be unified.
std::string describeMismatch(Type whenTrue, Type whenFalse) {
    std::string text;
    if (whenTrue.isObject() && whenFalse.isObject())
        text = describeObjects(whenTrue, whenFalse);
    else if (whenTrue.isTuple() && whenFalse.isTuple())
        text = describeTuples(whenTrue, whenFalse);
    else if (whenTrue.isCollection() && whenFalse.isCollection())
        text = describeCollections(whenTrue, whenFalse);
    if (!text.empty())
        return text;
    const std::string a = whenTrue.friendlyName();
    const std::string b = whenFalse.friendlyName();
    if (a == b)
        return "At least one deeply-nested attribute or element is not compatible across both the 'true' and the "
               "'false' "
               "value";
    return fmt::format("The 'true' value is {}, but the 'false' value is {}", a, b);
}

bool isPlainNull(const Value& value) {
    return value.isNull() && value.type().isDynamic() && !value.isMarked();
}

/// Returns the refinement of a value, also of a known one; that of null is empty.
Refinement rangeOf(const Value& value) {
    if (const Refinement* known = value.refinement())
        return *known;
    Refinement range;
    range.notNull = !value.isNull();
    if (value.isNull())
        return range;
    if (value.type().isNumber()) {
        range.lower = Refinement::Bound{value.asNumber(), true};
        range.upper = range.lower;
    } else if (value.type().isCollection()) {
        const Value length = values::length(value.unmarkedDeep());
        if (length.isKnown()) {
            range.minLength = length.asNumber().toInt64().value_or(0);
            range.maxLength = range.minLength;
        }
    }
    return range;
}

std::optional<Refinement::Bound> looser(const std::optional<Refinement::Bound>& a,
                                        const std::optional<Refinement::Bound>& b, bool wantsLower) {
    if (!a || !b)
        return std::nullopt;
    if (a->number == b->number)
        return Refinement::Bound{a->number, a->inclusive || b->inclusive};
    return (a->number < b->number) == wantsLower ? a : b;
}

/// Returns the result while the condition is unknown.
Value either(const Value& a, const Value& b, Type type) {
    if (a.isNull() && b.isNull())
        return Value::null(type);
    const Refinement first = rangeOf(a);
    const Refinement second = rangeOf(b);
    Refinement both;
    both.notNull = first.notNull && second.notNull;
    if (a.type().isNumber() && b.type().isNumber()) {
        both.lower = looser(first.lower, second.lower, true);
        both.upper = looser(first.upper, second.upper, false);
    } else if (a.type().isCollection() && a.type() == b.type()) {
        both.minLength = std::min(first.minLength, second.minLength);
        if (first.maxLength && second.maxLength)
            both.maxLength = std::max(*first.maxLength, *second.maxLength);
    }
    return Value::unknown(type, std::move(both));
}

/// The common type of both results, and how each is converted to it. A plain null or a
/// dynamic value needs no unification.
struct Target {
    Type type = Type::dynamic();
    std::optional<values::Unified> unified;
    std::array<bool, 2> nullOfType{};

    values::Outcome<Value> convert(std::size_t i, const Value& value) const {
        if (nullOfType[i])
            return Value::null(type);
        return unified && unified->needsConversion[i] ? values::convertUnified(*unified, i, value) : value;
    }
};

std::optional<Target> findTarget(const Value& whenTrue, const Value& whenFalse) {
    Target target;
    if (isPlainNull(whenTrue)) {
        target.type = whenFalse.type();
        target.nullOfType[0] = true;
    } else if (isPlainNull(whenFalse)) {
        target.type = whenTrue.type();
        target.nullOfType[1] = true;
    } else if (!whenTrue.type().isDynamic() && !whenFalse.type().isDynamic()) {
        const std::array types{whenTrue.type(), whenFalse.type()};
        target.unified = values::unify(types, values::Safety::UnsafeAllowed);
        if (!target.unified)
            return std::nullopt;
        target.type = target.unified->type;
    }
    return target;
}

} // namespace

Result<Value> Conditional::evaluate(const Scope* scope) const {
    Result<Value> trueResult = whenTrue->evaluate(scope);
    Result<Value> falseResult = whenFalse->evaluate(scope);
    const auto target = findTarget(*trueResult, *falseResult);
    if (!target)
        return {Value::dynamicUnknown(),
                evaluationError(inconsistent,
                                fmt::format("The true and false result expressions must have consistent types. {}.",
                                            describeMismatch(trueResult->type(), falseResult->type())),
                                {SourceRange::between(whenTrue->range(), whenFalse->range()), range(), *this, scope})};

    Result<Value> decision = condition->evaluate(scope);
    Diagnostics diagnostics = std::move(decision.diagnostics);
    const auto failCondition = [&](const char* summary, const char* detail) {
        diagnostics.append(evaluationError(summary, detail, {condition->range(), range(), *condition, scope}));
        return Result<Value>(Value::unknown(target->type), std::move(diagnostics));
    };
    if (decision->isNull())
        return failCondition("Null condition", "The condition value is null. Conditions must either be true or false.");

    MarkSet marks = decision->marks();
    marks.insert(trueResult->marks());
    marks.insert(falseResult->marks());
    if (!decision->isKnown())
        return {either(trueResult->unmarked(), falseResult->unmarked(), target->type).withMarks(marks),
                std::move(diagnostics)};
    const auto isTrue = values::convert(decision->unmarked(), Type::boolean());
    if (!isTrue)
        return failCondition("Incorrect condition type", "The condition expression must be of type bool.");

    const bool takesTrue = isTrue->asBool();
    Result<Value>& taken = takesTrue ? trueResult : falseResult;
    const ExpressionPtr& branch = takesTrue ? whenTrue : whenFalse;
    diagnostics.append(std::move(taken.diagnostics));
    auto converted = target->convert(takesTrue ? 0 : 1, taken->unmarked());
    if (converted)
        return {converted->withMarks(marks), std::move(diagnostics)};
    diagnostics.append(evaluationError(inconsistent,
                                       fmt::format("The {} result value has the wrong type: {}.",
                                                   takesTrue ? "true" : "false", converted.error().message),
                                       {branch->range(), range(), *branch, scope}));
    return {Value::unknown(target->type).withMarks(marks), std::move(diagnostics)};
}

} // namespace planlens::hcl::syntax

// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/evaluation/evaluation_budget.h"
#include "core/hcl/evaluation/evaluation_error.h"
#include "core/hcl/syntax.h"
#include "core/values/conversion/convert.h"
#include "core/values/operations.h"

#include <fmt/format.h>

namespace planlens::hcl::syntax {
namespace {

using diags::Diagnostics;
using diags::Result;
using values::MarkSet;
using values::Number;
using values::Type;
using Operator = BinaryOperation::Operator;
using Outcome = diags::Expected<Value, std::string>;

enum class Family { Logical, Equality, Comparison, Arithmetic };

Family familyOf(Operator op) {
    switch (op) {
    case Operator::LogicalOr:
    case Operator::LogicalAnd:
        return Family::Logical;
    case Operator::Equal:
    case Operator::NotEqual:
        return Family::Equality;
    case Operator::GreaterThan:
    case Operator::GreaterThanOrEqual:
    case Operator::LessThan:
    case Operator::LessThanOrEqual:
        return Family::Comparison;
    case Operator::Add:
    case Operator::Subtract:
    case Operator::Multiply:
    case Operator::Divide:
    case Operator::Modulo:
        break;
    }
    return Family::Arithmetic;
}

Type operandType(Family family) {
    switch (family) {
    case Family::Logical:
        return Type::boolean();
    case Family::Equality:
        return Type::dynamic();
    case Family::Comparison:
    case Family::Arithmetic:
        break;
    }
    return Type::number();
}

Value unknownNotNull(Type type) {
    values::Refinement known;
    known.notNull = true;
    return Value::unknown(type, known);
}

/// Returns the reason if the operation is undefined for these numbers, otherwise null.
const char* explainUndefined(Operator op, const Number& a, const Number& b) {
    const bool bothInfinite = a.isInfinite() && b.isInfinite();
    switch (op) {
    case Operator::Add:
        return bothInfinite && a.isNegative() != b.isNegative() ? "can't compute sum of opposing infinities" : nullptr;
    case Operator::Subtract:
        return bothInfinite && a.isNegative() == b.isNegative() ? "can't subtract infinity from itself" : nullptr;
    case Operator::Multiply:
        return (a.isZero() && b.isInfinite()) || (a.isInfinite() && b.isZero()) ? "can't multiply zero by infinity"
                                                                                : nullptr;
    case Operator::Divide:
        return bothInfinite || (a.isZero() && b.isZero()) ? "can't divide zero by zero or infinity by infinity"
                                                          : nullptr;
    case Operator::Modulo:
        return !b.isZero() && (a.isInfinite() || b.isInfinite()) ? "can't use modulo with zero and infinity" : nullptr;
    default:
        return nullptr;
    }
}

Value compute(Operator op, const Value& a, const Value& b) {
    switch (op) {
    case Operator::LogicalOr:
        return values::logicalOr(a, b);
    case Operator::LogicalAnd:
        return values::logicalAnd(a, b);
    case Operator::Equal:
        return values::equals(a, b);
    case Operator::NotEqual:
        return values::logicalNot(values::equals(a, b));
    case Operator::GreaterThan:
        return values::greaterThan(a, b);
    case Operator::GreaterThanOrEqual:
        return values::greaterThanOrEqual(a, b);
    case Operator::LessThan:
        return values::lessThan(a, b);
    case Operator::LessThanOrEqual:
        return values::lessThanOrEqual(a, b);
    case Operator::Add:
        return values::add(a, b);
    case Operator::Subtract:
        return values::subtract(a, b);
    case Operator::Multiply:
        return values::multiply(a, b);
    case Operator::Divide:
        return values::divide(a, b);
    case Operator::Modulo:
        break;
    }
    return values::modulo(a, b);
}

/// Applies the operation to unmarked operands of the right type. Their elements may be marked.
Outcome apply(Operator op, const Value& left, const Value& right) {
    const Family family = familyOf(op);
    if (family == Family::Equality) {
        MarkSet marks = left.marksDeep();
        marks.insert(right.marksDeep());
        return values::refineNotNull(compute(op, left.unmarkedDeep(), right.unmarkedDeep())).withMarks(marks);
    }
    if (left.isNull() || right.isNull())
        return diags::Unexpected{std::string("argument must not be null")};
    if (family == Family::Comparison)
        return values::refineNotNull(compute(op, left, right));
    if (!left.isKnown() || !right.isKnown())
        return unknownNotNull(operandType(family));
    if (family == Family::Arithmetic)
        if (const char* reason = explainUndefined(op, left.asNumber(), right.asNumber()))
            return diags::Unexpected{std::string(reason)};
    return compute(op, left, right);
}

bool isTrue(const Value& value) {
    return value.isKnown() && !value.isNull() && value.asBool();
}
/// Null counts as false here, as in the reference.
bool isFalse(const Value& value) {
    return value.isKnown() && !isTrue(value);
}

/// Returns the result of a logical operation that one side determines. Only the diagnostics of that side are kept.
std::optional<Result<Value>> shortCircuit(Operator op, const Value& left, const Value& right,
                                          const Diagnostics& leftDiagnostics, const Diagnostics& rightDiagnostics) {
    const bool isOr = op == Operator::LogicalOr;
    const auto decides = [isOr](const Value& value) { return isOr ? isTrue(value) : isFalse(value); };
    if (!left.isKnown() && !right.isKnown()) {
        if (leftDiagnostics.hasErrors())
            return std::nullopt;
        return Result<Value>(unknownNotNull(Type::boolean()), leftDiagnostics);
    }
    if (decides(left))
        return Result<Value>(Value::boolean(isOr), leftDiagnostics);
    if (decides(right))
        return Result<Value>(Value::boolean(isOr), rightDiagnostics);
    if (!left.isKnown() && right.isKnown())
        return Result<Value>(unknownNotNull(Type::boolean()), leftDiagnostics);
    if (!right.isKnown() && left.isKnown())
        return Result<Value>(unknownNotNull(Type::boolean()), rightDiagnostics);
    return std::nullopt;
}

} // namespace

Result<Value> BinaryOperation::evaluate(const Scope* scope) const {
    const Family family = familyOf(op);
    const Type wanted = operandType(family);
    const Type resultType = family == Family::Arithmetic ? Type::number() : Type::boolean();

    Diagnostics diagnostics;
    const auto operand = [&](const ExpressionPtr& expression, const char* side, Diagnostics& own) {
        Value value = *expression->evaluate(scope).into(own);
        if (wanted.isDynamic() || value.type() == wanted)
            return value;
        auto converted = values::convert(value, wanted);
        if (converted)
            return std::move(converted).value();
        diagnostics.append(evaluationError(
            "Invalid operand", fmt::format("Unsuitable value for {} operand: {}.", side, converted.error().message),
            {expression->range(), range(), *expression, scope}));
        return value;
    };
    Diagnostics leftDiagnostics;
    Diagnostics rightDiagnostics;
    const Value markedLeft = operand(left, "left", leftDiagnostics);
    const Value markedRight = operand(right, "right", rightDiagnostics);
    if (diagnostics.hasErrors()) {
        diagnostics.append(std::move(leftDiagnostics));
        diagnostics.append(std::move(rightDiagnostics));
        return {Value::unknown(resultType), std::move(diagnostics)};
    }

    MarkSet marks = markedLeft.marks();
    marks.insert(markedRight.marks());
    const Value leftValue = markedLeft.unmarked();
    const Value rightValue = markedRight.unmarked();
    if (family == Family::Logical) {
        if (auto decided = shortCircuit(op, leftValue, rightValue, leftDiagnostics, rightDiagnostics)) {
            decided->value = decided->value->withMarks(marks);
            return *std::move(decided);
        }
    }
    diagnostics.append(std::move(leftDiagnostics));
    diagnostics.append(std::move(rightDiagnostics));
    if (diagnostics.hasErrors())
        return {Value::unknown(resultType).withMarks(marks), std::move(diagnostics)};
    auto result = apply(op, leftValue, rightValue);
    if (result)
        return limited(result->withMarks(marks), std::move(diagnostics), range());
    diagnostics.append(evaluationError("Operation failed", fmt::format("Error during operation: {}.", result.error()),
                                       {range(), {}, *this, scope}));
    return {Value::unknown(resultType), std::move(diagnostics)};
}

Result<Value> UnaryOperation::evaluate(const Scope* scope) const {
    const Type type = op == Operator::Not ? Type::boolean() : Type::number();
    Result<Value> given = operand->evaluate(scope);
    Diagnostics diagnostics = std::move(given.diagnostics);
    const auto value = values::convert(*given, type);
    if (!value)
        diagnostics.append(evaluationError(
            "Invalid operand", fmt::format("Unsuitable value for unary operand: {}.", value.error().message),
            {operand->range(), range(), *operand, scope}));
    if (diagnostics.hasErrors())
        return {Value::unknown(type), std::move(diagnostics)};
    if (value->isNull()) {
        diagnostics.append(evaluationError("Operation failed", "Error during operation: argument must not be null.",
                                           {range(), {}, *this, scope}));
        return {Value::unknown(type), std::move(diagnostics)};
    }
    // Without the marks of the operand, as in the reference.
    if (!value->isKnown())
        return {unknownNotNull(type), std::move(diagnostics)};
    return {op == Operator::Not ? values::logicalNot(*value) : values::negate(*value), std::move(diagnostics)};
}

} // namespace planlens::hcl::syntax

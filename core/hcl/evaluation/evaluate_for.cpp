// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/evaluation/evaluation_budget.h"
#include "core/hcl/evaluation/evaluation_error.h"
#include "core/hcl/evaluation/local_scope.h"
#include "core/hcl/syntax.h"
#include "core/values/conversion/convert.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

#include <map>

namespace planlens::hcl::syntax {
namespace {

using diags::Diagnostics;
using diags::Result;
using values::MarkSet;
using values::Type;

bool isIterable(Type type) {
    return type.isCollection() || type.isTuple() || type.isObject();
}

/// One evaluation of a `for` over a known collection.
class Iteration {
public:
    Iteration(const ForExpression& expression, const Scope* scope, MarkSet marks)
        : m_expression(expression)
        , m_scope(scope, expression.keyVariable, expression.valueVariable)
        , m_marks(std::move(marks)) {}

    Result<Value> run(const Value& collection) {
        const Type type = collection.type();
        const bool hasNamedElements = type.isMapping();
        for (std::size_t i = 0; i < collection.size(); ++i) {
            Value key;
            if (!m_expression.keyVariable.empty())
                key = hasNamedElements ? Value::string(collection.key(i))
                      : type.isSet()   ? collection.element(i)
                                       : Value::number(static_cast<std::int64_t>(i));
            m_scope.setElement(std::move(key), collection.element(i));
            if (EvaluationBudget::isOverdue(0)) {
                if (!m_diagnostics.hasErrors())
                    m_diagnostics.append(tooSlow(m_expression.range()));
                m_isKnown = false;
                break;
            }
            if (!isIncluded())
                continue;
            m_expression.key ? addAttribute() : addElement();
            if (!m_budget.addElements(1)) {
                if (!m_diagnostics.hasErrors()) // of a nested loop
                    m_diagnostics.append(tooLarge(m_expression.range()));
                m_isKnown = false;
                break;
            }
        }
        if (!m_isKnown)
            return {Value::dynamicUnknown().withMarks(m_marks), std::move(m_diagnostics)};
        return limited((m_expression.key ? makeObject() : Value::tuple(std::move(m_elements))).withMarks(m_marks),
                       std::move(m_diagnostics), m_expression.range());
    }

private:
    Value evaluate(const ExpressionPtr& part) { return *part->evaluate(&m_scope).into(m_diagnostics); }

    /// Makes the result unknown. Only the first reason is reported.
    void giveUp(const char* summary, std::string detail, const ExpressionPtr& part) {
        if (m_isKnown)
            report(summary, std::move(detail), part);
        m_isKnown = false;
    }
    void report(const char* summary, std::string detail, const ExpressionPtr& part) {
        m_diagnostics.append(
            evaluationError(summary, std::move(detail), {part->range(), m_expression.range(), *part, &m_scope}));
    }

    bool isIncluded() {
        const ExpressionPtr& condition = m_expression.condition;
        if (!condition)
            return true;
        const Value given = evaluate(condition);
        if (given.isNull()) {
            giveUp("Invalid 'for' condition", "The value of the 'if' clause must not be null.", condition);
            return false;
        }
        m_marks.insert(given.marks());
        if (!m_expression.key && !given.isKnown()) {
            m_isKnown = false;
            return false;
        }
        const auto included = values::convert(given.unmarked(), Type::boolean());
        if (!included) {
            giveUp("Invalid 'for' condition",
                   fmt::format("The 'if' clause value is invalid: {}.", included.error().message), condition);
            return false;
        }
        if (included->isKnown())
            return included->asBool();
        m_isKnown = false;
        return false;
    }

    void addElement() { m_elements.push_back(evaluate(m_expression.value)); }

    void addAttribute() {
        const ExpressionPtr& keyExpression = m_expression.key;
        const Value given = evaluate(keyExpression);
        if (given.isNull())
            return giveUp("Invalid object key", "Key expression in 'for' expression must not produce a null value.",
                          keyExpression);
        m_marks.insert(given.marks());
        if (!given.isKnown()) {
            m_isKnown = false;
            return;
        }
        const auto key = values::convert(given.unmarked(), Type::string());
        if (!key)
            return giveUp("Invalid object key",
                          fmt::format("The key expression produced an invalid result: {}.", key.error().message),
                          keyExpression);
        const std::string& name = key->asString();
        Value value = evaluate(m_expression.value);
        if (m_expression.group) {
            m_groups[name].push_back(std::move(value));
        } else if (!m_attributes.try_emplace(name, std::move(value)).second) {
            report("Duplicate object key",
                   fmt::format("Two different items produced the key {} in this 'for' expression. If duplicates are "
                               "expected, use the ellipsis (...) after the value expression to enable grouping by key.",
                               values::quoted(name)),
                   keyExpression);
        }
    }

    Value makeObject() {
        std::vector<std::pair<std::string, Value>> attributes;
        attributes.reserve(m_attributes.size() + m_groups.size());
        for (auto& [name, value] : m_attributes)
            attributes.emplace_back(name, std::move(value));
        for (auto& [name, elements] : m_groups)
            attributes.emplace_back(name, Value::tuple(std::move(elements)));
        return Value::object(std::move(attributes));
    }

    const ForExpression& m_expression;
    ForScope m_scope;
    EvaluationBudget m_budget;
    MarkSet m_marks;
    Diagnostics m_diagnostics;
    bool m_isKnown = true;
    std::vector<Value> m_elements;                      // of a tuple
    std::map<std::string, Value> m_attributes;          // of an object
    std::map<std::string, std::vector<Value>> m_groups; // of an object with `...`
};

/// Whether the `if` clause is valid at all, checked with an unknown element, so that an error is reported once. Returns
/// nothing if it is invalid; otherwise the marks of the clause.
std::optional<MarkSet> checkCondition(const ForExpression& expression, const Scope* scope, Diagnostics& diagnostics) {
    const ForScope unknownElement(scope, expression.keyVariable, expression.valueVariable);
    const ExpressionPtr& condition = expression.condition;
    Result<Value> result = condition->evaluate(&unknownElement);
    const bool failed = result.hasErrors();
    const Value value = *std::move(result).into(diagnostics);
    const auto report = [&](const char* summary, std::string detail) {
        diagnostics.append(
            evaluationError(summary, std::move(detail), {condition->range(), expression.range(), *condition, scope}));
        return std::nullopt;
    };
    if (value.isNull())
        return report("Condition is null", "The value of the 'if' clause must not be null.");
    const auto converted = values::convert(value, Type::boolean());
    if (!converted)
        return report("Invalid 'for' condition",
                      fmt::format("The 'if' clause value is invalid: {}.", converted.error().message));
    if (failed)
        return std::nullopt;
    return value.marks();
}

} // namespace

Result<Value> ForExpression::evaluate(const Scope* scope) const {
    Result<Value> given = collection->evaluate(scope);
    Diagnostics diagnostics = std::move(given.diagnostics);
    const auto fail = [&](const char* summary, std::string detail) {
        diagnostics.append(
            evaluationError(summary, std::move(detail), {collection->range(), range(), *collection, scope}));
        return Result<Value>(Value::dynamicUnknown(), std::move(diagnostics));
    };
    if (given->isNull())
        return fail("Iteration over null value",
                    "A null value cannot be used as the collection in a 'for' expression.");
    const Type type = given->type();
    if (type.isDynamic())
        return {Value::dynamicUnknown(), std::move(diagnostics)};
    MarkSet marks = given->marks();
    if (!isIterable(type))
        return fail("Iteration over non-iterable value",
                    fmt::format("A value of type {} cannot be used as the collection in a 'for' expression.",
                                type.friendlyName()));
    MarkSet conditionMarks;
    if (condition) {
        auto checked = checkCondition(*this, scope, diagnostics);
        if (!checked)
            return {Value::dynamicUnknown(), std::move(diagnostics)};
        conditionMarks = *std::move(checked);
    }
    if (!given->isKnown())
        return {Value::dynamicUnknown().withMarks(marks).withMarks(conditionMarks), std::move(diagnostics)};

    Result<Value> result = Iteration(*this, scope, std::move(marks)).run(given->unmarked());
    diagnostics.append(std::move(result.diagnostics));
    return {*std::move(result), std::move(diagnostics)};
}

} // namespace planlens::hcl::syntax

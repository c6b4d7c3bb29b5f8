// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/expression.h"

#include "core/hcl/evaluation/evaluation_error.h"
#include "core/hcl/value_summary.h"
#include "core/values/comparison.h"

#include <fmt/format.h>

#include <algorithm>

namespace planlens::hcl {
namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::ExpressionValue;
using diags::Result;
using values::Value;

/// Shortens a traversal to its longest prefix that has a value, and returns this value.
std::optional<Value> peekLongest(Traversal& traversal, const Scope& scope) {
    constexpr std::size_t mostSteps = 1000; // deeper values do not exist, and each attempt follows all steps
    if (traversal.steps.size() > mostSteps)
        traversal.steps.erase(traversal.steps.begin() + mostSteps, traversal.steps.end());
    while (!traversal.steps.empty()) {
        if (auto value = scope.peek(traversal))
            return value;
        traversal.steps.pop_back();
    }
    return std::nullopt;
}

/// Returns the comparison to show for an equality, or null.
std::shared_ptr<const values::Comparison> compared(const Expression& expression, const Scope& scope) {
    const auto sides = expression.asEquality();
    if (!sides)
        return nullptr;
    return values::comparison(*sides->first->evaluate(&scope).value, *sides->second->evaluate(&scope).value);
}

} // namespace

std::optional<Diagnostic> nestedTooDeeply(const Value& value, const diags::SourceRange& range) {
    if (value.type().depth() <= values::Type::maxDepth)
        return std::nullopt;
    return Diagnostic::error(
        "Value nested too deeply",
        fmt::format("This value has more than {} collections one within the other, which cannot be stored. "
                    "Refer to a part of it instead.",
                    values::Type::maxDepth),
        range);
}

std::vector<Traversal> Expression::variables() const {
    std::vector<Traversal> result;
    collectVariables(result);
    return result;
}

std::vector<FunctionReference> Expression::functions() const {
    std::vector<FunctionReference> result;
    collectFunctions(result);
    return result;
}

std::optional<Traversal> Expression::asRelativeTraversal() const {
    auto traversal = asTraversal();
    if (traversal && !traversal->isRelative())
        traversal->steps.front().kind = TraversalStep::Kind::Attribute;
    return traversal;
}

std::string Expression::asKeyword() const {
    const auto traversal = asTraversal();
    return traversal && traversal->steps.size() == 1 ? traversal->rootName() : std::string();
}

Diagnostic withExpressionValues(Diagnostic diagnostic, const Expression& expression, const Scope* scope) {
    if (!scope)
        return diagnostic;
    auto& values = diagnostic.values;
    values.clear();
    for (Traversal& traversal : expression.variables()) {
        const auto value = peekLongest(traversal, *scope);
        if (!value)
            continue;
        std::string name = traversal.toString();
        const auto isSame = [&](const ExpressionValue& other) { return other.traversal == name; };
        if (std::any_of(values.begin(), values.end(), isSame))
            continue;
        std::string statement = describeValue(*value, diagnostic.extra);
        if (!statement.empty())
            values.push_back({std::move(name), std::move(statement)});
    }
    std::sort(values.begin(), values.end(), [](const auto& a, const auto& b) { return a.traversal < b.traversal; });
    diagnostic.comparison = compared(expression, *scope);
    return diagnostic;
}

namespace syntax {

Diagnostic evaluationError(std::string summary, std::string detail, const Fault& fault) {
    Diagnostic diagnostic = Diagnostic::error(std::move(summary), std::move(detail), fault.subject);
    diagnostic.context = fault.context;
    return withExpressionValues(std::move(diagnostic), fault.expression, fault.scope);
}

void describeErrors(Diagnostics& diagnostics, const Expression& expression, const Scope* scope) {
    for (Diagnostic& diagnostic : diagnostics)
        if (diagnostic.severity == diags::Severity::Error && diagnostic.values.empty())
            diagnostic = withExpressionValues(std::move(diagnostic), expression, scope);
}

} // namespace syntax
} // namespace planlens::hcl

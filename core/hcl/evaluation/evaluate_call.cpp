// SPDX-License-Identifier: MPL-2.0
#include "core/diags/suggestion.h"
#include "core/diags/terraform_only.h"
#include "core/hcl/evaluation/evaluation_budget.h"
#include "core/hcl/evaluation/evaluation_error.h"
#include "core/hcl/evaluation/local_scope.h"
#include "core/hcl/syntax.h"
#include "core/values/conversion/convert.h"
#include "core/values/expanded_size.h"
#include "core/values/path.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace planlens::hcl::syntax {
namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using values::quoted;

/// Returns the message of an error without the texts of arguments that contain sensitive values. Texts of one or two
/// bytes stay, because they occur in other words.
std::string withoutSecrets(std::string message, std::span<const Value> arguments) {
    constexpr std::size_t shortest = 3;
    constexpr std::string_view mask = "(sensitive value)";
    for (const Value& argument : arguments) {
        if (!argument.containsMark(values::Mark::sensitive()))
            continue;
        values::walk(argument, [&](const values::Path&, const Value& part) {
            const Value plain = part.unmarked();
            if (!plain.isKnown() || plain.isNull() || !plain.type().isString() || plain.asString().size() < shortest)
                return true;
            for (std::size_t at = message.find(plain.asString()); at != std::string::npos;
                 at = message.find(plain.asString(), at + mask.size()))
                message.replace(at, plain.asString().size(), mask);
            return true;
        });
    }
    return message;
}

Diagnostic unknownFunction(const FunctionCall& call, const Scope& scope) {
    std::string detail;
    if (const auto separator = call.name.rfind("::"); separator != std::string::npos) {
        const std::string space = call.name.substr(0, separator + 2);
        const std::string name = call.name.substr(separator + 2);
        std::vector<std::string> available;
        for (std::string& candidate : scope.functionNames())
            if (candidate.starts_with(space))
                available.push_back(std::move(candidate));
        if (available.empty()) {
            detail = fmt::format("There are no functions in namespace {}.", quoted(space));
        } else {
            const std::string suggestion = diags::nearestName(name, available);
            detail = fmt::format("There is no function named {} in namespace {}.{}", quoted(name), space,
                                 suggestion.empty() ? "" : fmt::format(" Did you mean {}{}?", space, suggestion));
        }
    } else {
        const std::string suggestion = diags::nearestName(call.name, scope.functionNames());
        detail = fmt::format("There is no function named {}.{}", quoted(call.name),
                             suggestion.empty() ? "" : fmt::format(" Did you mean {}?", quoted(suggestion)));
        if (call.name == "convert")
            detail += diags::terraformOnly("the function \"convert\"", "1.15");
    }
    return Diagnostic::error("Call to unknown function", std::move(detail), call.nameRange);
}

/// The scope of lazily evaluated arguments: values are never shown with their errors, so none is looked up.
class QuietScope final : public Scope {
public:
    explicit QuietScope(const Scope& scope)
        : m_scope(scope) {}
    Result<Value> resolve(const Traversal& traversal) const override { return m_scope.resolve(traversal); }
    bool indexSelectsInstance(const Traversal& traversal) const override {
        return m_scope.indexSelectsInstance(traversal);
    }
    const Function* function(std::string_view name) const override { return m_scope.function(name); }
    std::vector<std::string> functionNames() const override { return m_scope.functionNames(); }
    std::optional<Diagnostic> explainMissingFunction(std::string_view name, const SourceRange& range) const override {
        return m_scope.explainMissingFunction(name, range);
    }

private:
    const Scope& m_scope;
};

/// One evaluation of a call to an existing function.
class Call {
public:
    Call(const FunctionCall& call, const Function& function, const Scope* scope)
        : m_call(call)
        , m_function(function)
        , m_scope(scope)
        , m_arguments(call.arguments) {}

    Result<Value> run() {
        if ((m_call.expandFinal && !expandFinal()) || !hasRightCount())
            return finish(Value::dynamicUnknown());
        return m_function.isLazy() ? callLazily() : callWithValues();
    }

private:
    Result<Value> finish(Value value) { return {std::move(value), std::move(m_diagnostics)}; }

    void report(std::string summary, std::string detail, SourceRange subject, const Expression& expression,
                std::optional<SourceRange> context) {
        Diagnostic diagnostic =
            evaluationError(std::move(summary), std::move(detail), {subject, std::move(context), expression, m_scope});
        diagnostic.functionCall = diags::FunctionCallNote{m_call.name, {}};
        if (ownsFunctions(m_scope))
            diagnostic.functionCall->signature = std::make_shared<const Signature>(signatureOf(m_function));
        m_diagnostics.append(std::move(diagnostic));
    }
    void report(std::string summary, std::string detail, SourceRange subject, const Expression& expression) {
        report(std::move(summary), std::move(detail), subject, expression, m_call.range());
    }
    /// The range of errors about the whole call: the name with the parenthesis.
    SourceRange header() const { return SourceRange::between(m_call.nameRange, m_call.openParenRange); }

    /// Replaces the last argument by its elements. Returns false if the call is impossible, or not possible yet.
    bool expandFinal() {
        const ExpressionPtr last = m_arguments.back();
        const auto fail = [&](const char* detail) {
            report("Invalid expanding argument value", detail, last->range(), *last);
            return false;
        };
        Result<Value> evaluated = last->evaluate(m_scope);
        const bool failed = evaluated.hasErrors();
        const Value value = *std::move(evaluated).into(m_diagnostics);
        if (failed)
            return false;
        const values::Type type = value.type();
        if (!type.isDynamic() && !type.isTuple() && !type.isList() && !type.isSet())
            return fail("The expanding argument (indicated by ...) must be of a tuple, list, or set type.");
        if (value.isNull())
            return fail("The expanding argument (indicated by ...) must not be null.");
        if (type.isDynamic() || !value.isKnown())
            return false;
        m_made.assign(m_arguments.begin(), m_arguments.end() - 1);
        const Value elements = value.unmarked();
        for (std::size_t i = 0; i < elements.size(); ++i)
            m_made.push_back(
                std::make_shared<LiteralValue>(last->range(), elements.element(i).withMarks(value.marks())));
        m_arguments = m_made;
        return true;
    }

    bool hasRightCount() {
        const auto parameters = m_function.parameters();
        if (m_arguments.size() < parameters.size()) {
            m_diagnostics.clear();
            report("Not enough function arguments",
                   fmt::format("Function {} expects{} {} argument(s). Missing value for {}.", quoted(m_call.name),
                               m_function.variadic() ? " at least" : "", parameters.size(),
                               quoted(parameters[m_arguments.size()].name)),
                   m_call.closeParenRange, m_call);
            return false;
        }
        if (!m_function.variadic() && m_arguments.size() > parameters.size()) {
            m_diagnostics.clear();
            report("Too many function arguments",
                   fmt::format("Function {} expects only {} argument(s).", quoted(m_call.name), parameters.size()),
                   m_arguments[parameters.size()]->startRange(), m_call);
            return false;
        }
        return true;
    }

    Value evaluateArgument(std::size_t i) {
        const Expression& argument = *m_arguments[i];
        const Parameter& parameter = *m_function.parameter(i);
        Value value = *argument.evaluate(m_scope).into(m_diagnostics);
        auto converted = values::convert(value, parameter.type);
        if (converted)
            return std::move(converted).value();
        report("Invalid function argument",
               fmt::format("Invalid value for {} parameter: {}.", quoted(parameter.name), converted.error().message),
               argument.startRange(), argument);
        return value;
    }

    Result<Value> callWithValues() {
        std::vector<Value> arguments;
        arguments.reserve(m_arguments.size());
        for (std::size_t i = 0; i < m_arguments.size(); ++i)
            arguments.push_back(evaluateArgument(i));
        if (m_diagnostics.hasErrors())
            return finish(Value::dynamicUnknown());
        if (EvaluationBudget::isOverdue(sizeOf(arguments))) {
            m_diagnostics.append(tooSlow(m_call.range()));
            return finish(Value::dynamicUnknown());
        }
        if (m_call.expandFinal) { // the elements may share their parts
            std::size_t expanded = 0;
            for (const Value& argument : arguments)
                expanded += values::expandedSize(argument);
            if (!EvaluationBudget::admits(expanded / (EvaluationBudget::mostExpanded / EvaluationBudget::mostElements),
                                          0))
                return finish(Value::dynamicUnknown());
        }
        FunctionOutcome<Value> outcome = invoke(m_function, arguments);
        if (!outcome)
            outcome.error().message = withoutSecrets(std::move(outcome.error().message), arguments);
        return finish(std::move(outcome));
    }

    /// The number of direct elements and bytes.
    static std::size_t sizeOf(std::span<const Value> arguments) {
        std::size_t size = 0;
        for (const Value& argument : arguments) {
            const Value plain = argument.unmarked();
            if (!plain.isKnown() || plain.isNull())
                continue;
            if (plain.type().isString())
                size += plain.asString().size();
            else if (plain.type().isMapping() || plain.type().isSequence() || plain.type().isSet())
                size += plain.size();
        }
        return size;
    }

    Result<Value> callLazily() {
        const QuietScope quiet(*m_scope);
        std::vector<LazyArgument> arguments;
        std::vector<ExpressionPtr> evaluated;
        for (std::size_t i = 0; i < m_arguments.size(); ++i) {
            const Expression* argument = m_arguments[i].get();
            if (m_function.parameter(i)->takes == Parameter::Takes::Value)
                argument =
                    evaluated.emplace_back(std::make_shared<LiteralValue>(argument->range(), evaluateArgument(i)))
                        .get();
            arguments.push_back({argument, &quiet});
        }
        if (m_diagnostics.hasErrors())
            return finish(Value::dynamicUnknown());
        return finish(m_function.callLazily(arguments));
    }

    Result<Value> finish(FunctionOutcome<Value> outcome) {
        if (outcome)
            return finish(std::move(outcome).value());
        reportFailure(outcome.error());
        return finish(Value::dynamicUnknown());
    }

    void reportFailure(const FunctionError& error) {
        const Parameter* parameter = error.argument ? m_function.parameter(*error.argument) : nullptr;
        if (!parameter)
            return report("Error in function call",
                          fmt::format("Call to function {} failed: {}.", quoted(m_call.name), error.message), header(),
                          m_call);
        const std::string detail =
            fmt::format("Invalid value for {} parameter: {}.", quoted(parameter->name), error.message);
        // A function may report an error about an omitted variadic argument: it then refers to the whole call.
        if (*error.argument >= m_arguments.size())
            return report("Invalid function argument", detail, m_call.range(), m_call, std::nullopt);
        const Expression& argument = *m_arguments[*error.argument];
        report("Invalid function argument", detail, argument.startRange(), argument);
    }

    const FunctionCall& m_call;
    const Function& m_function;
    const Scope* m_scope;
    std::span<const ExpressionPtr> m_arguments;
    std::vector<ExpressionPtr> m_made; // if the last argument was expanded
    Diagnostics m_diagnostics;
};

} // namespace

Result<Value> FunctionCall::evaluate(const Scope* scope) const {
    if (!allowsFunctions(scope))
        return {Value::dynamicUnknown(),
                evaluationError("Function calls not allowed", "Functions may not be called here.",
                                {range(), {}, *this, scope})};
    if (const Function* function = scope->function(name)) {
        EvaluationBudget budget;
        Result<Value> result = Call(*this, *function, scope).run();
        if (EvaluationBudget::takeRefusal())
            return {Value::dynamicUnknown(), tooLarge(range())};
        if (budget.add(*result) || result.hasErrors())
            return result;
        result.diagnostics.append(tooLarge(range()));
        return {Value::dynamicUnknown(), std::move(result.diagnostics)};
    }
    auto explained = scope->explainMissingFunction(name, nameRange);
    if (explained && name.starts_with("provider::")) // the reference looks these up before any evaluation
        return {Value::dynamicUnknown(), *std::move(explained)};
    Diagnostic missing = explained ? *std::move(explained) : unknownFunction(*this, *scope);
    missing.context = range();
    return {Value::dynamicUnknown(), withExpressionValues(std::move(missing), *this, scope)};
}

} // namespace planlens::hcl::syntax

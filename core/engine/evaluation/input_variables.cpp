// SPDX-License-Identifier: MPL-2.0
#include "core/engine/evaluation/input_variables.h"

#include "core/diags/join_messages.h"
#include "core/engine/evaluation/deprecations.h"
#include "core/engine/evaluation/module_steps.h"
#include "core/values/conversion/convert.h"

#include <fmt/core.h>

namespace planlens::engine {

using diags::Diagnostic;
using diags::Diagnostics;
using states::CheckStatus;
using values::Mark;
using values::Type;
using values::Value;

diags::Result<Value> moduleVariableValue(const configs::Variable& variable, const hcl::Expression* argument,
                                         const ModuleScope& callScope, const addrs::ModuleInstance& module) {
    const Type type = variable.constraint.type;
    const Value unknown = Value::unknown(type.withoutOptionalAttributes());
    const std::string address = memberName(module, "var." + variable.name);
    Diagnostics diagnostics;
    Value given;
    diags::SourceRange range = variable.range;
    if (argument) {
        diags::Result<Value> evaluated = callScope.evaluate(*argument);
        const bool failed = evaluated.hasErrors();
        diagnostics.append(std::move(evaluated.diagnostics));
        if (failed)
            return {unknown, std::move(diagnostics)};
        given = *evaluated.value;
        range = argument->range();
        if (given.containsMark(Mark::ephemeral()) && !variable.ephemeral) {
            diagnostics.error(
                "Variable does not allow ephemeral value",
                fmt::format(
                    "The value used for the variable \"{}\" is ephemeral, but it is not configured to allow one.",
                    variable.name),
                range);
            return {unknown, std::move(diagnostics)};
        }
    } else if (variable.defaultValue) {
        given = *variable.defaultValue;
    } else {
        diagnostics.error("Required variable not set",
                          fmt::format("The variable \"{}\" is required, but is not set.", variable.name),
                          variable.range);
        return {unknown, std::move(diagnostics)};
    }
    if (variable.constraint.defaults && !given.isNull())
        given = variable.constraint.defaults->apply(given);
    const values::Outcome<Value> converted = values::convert(given, type);
    if (!converted) {
        const std::string message = converted.error().message;
        std::string detail = fmt::format("The given value is not suitable for {} declared at {}: {}.", address,
                                         variable.range.toString(), message);
        if (variable.ephemeral)
            detail = fmt::format(
                "The given value is not suitable for {}, which is ephemeral: {}. Invalid value defined at {}.", address,
                message, range.toString());
        else if (variable.sensitive)
            detail = fmt::format(
                "The given value is not suitable for {}, which is sensitive: {}. Invalid value defined at {}.", address,
                message, range.toString());
        diagnostics.error("Invalid value for input variable", std::move(detail), variable.range);
        return {unknown, std::move(diagnostics)};
    }
    Value value = *converted;
    if (value.isNull() && !variable.nullable) {
        if (variable.defaultValue) {
            value = *variable.defaultValue;
        } else {
            diagnostics.error(
                "Required variable not set",
                fmt::format(
                    "The given value is not suitable for {} defined at {}: required variable may not be set to null.",
                    address, variable.range.toString()),
                range);
            value = unknown;
        }
    }
    return {std::move(value), std::move(diagnostics)};
}

namespace {

/// Returns the text of an evaluated message; std::nullopt if it is unknown, which is an error.
std::optional<std::string> validationMessage(const hcl::Expression& expression, const Value& value,
                                             const ModuleScope& scope, Diagnostics& diagnostics) {
    std::string message;
    if (!value.isKnown()) {
        Diagnostic unknown = Diagnostic::error(
            "Invalid error message",
            "Value used in error message is not known and can not be used in error_message until after apply.",
            expression.range());
        unknown.extra.causedByUnknown = true;
        diagnostics.append(hcl::withExpressionValues(std::move(unknown), expression, &scope));
        return {};
    }
    if (!value.isNull()) {
        const auto about = [&](std::string summary, std::string detail, diags::DiagnosticExtra cause = {}) {
            Diagnostic diagnostic = Diagnostic::error(std::move(summary), std::move(detail), expression.range());
            diagnostic.extra = std::move(cause);
            diagnostics.append(hcl::withExpressionValues(std::move(diagnostic), expression, &scope));
        };
        const values::Outcome<Value> converted = values::convert(value, Type::string());
        if (!converted) {
            about("Invalid error message",
                  fmt::format("Unsuitable value for error message: {}.", values::formatError(converted.error())));
        } else if (converted->hasMark(Mark::sensitive())) {
            about("Error message refers to sensitive values",
                  "The error expression used to explain this condition refers to sensitive values. OpenTofu will not "
                  "display the resulting "
                  "message.\n\nYou can correct this by removing references to sensitive values, or by carefully using "
                  "the nonsensitive() function "
                  "if the expression will not reveal the sensitive data.",
                  {.causedBySensitive = true});
            message = "The error message included a sensitive value, so it will not be displayed.";
        } else if (converted->hasMark(Mark::ephemeral())) {
            about("Error message refers to ephemeral values",
                  "The error expression used to explain this condition refers to ephemeral values. OpenTofu will not "
                  "display the resulting "
                  "message.\n\nYou can correct this by removing references to ephemeral values or by utilizing the "
                  "builtin ephemeralasnull() "
                  "function.",
                  {.causedBySensitive = true});
            message = "The error message included an ephemeral value, so it will not be displayed.";
        } else {
            message = converted->unmarked().asString();
            while (!message.empty() && std::isspace(static_cast<unsigned char>(message.back())))
                message.pop_back();
            message.erase(0, message.find_first_not_of(" \t\r\n"));
        }
    }
    return message;
}

/// Evaluates a message. In JSON syntax, a message that cannot be evaluated is used as plain text, with a warning, for
/// compatibility.
diags::Result<Value> evaluateMessage(const configs::CheckRule& rule, const ModuleScope& scope) {
    diags::Result<Value> evaluated = rule.errorMessage->evaluate(&scope);
    if (!evaluated.hasErrors())
        return evaluated;
    const diags::Result<Value> literal = rule.errorMessage->evaluate(nullptr); // in JSON: the text as written
    const values::Outcome<Value> text =
        literal.hasErrors() ? values::Outcome<Value>(Value()) : values::convert(*literal.value, Type::string());
    if (literal.hasErrors() || !text || text->isNull() || !text->isKnown())
        return evaluated;
    Diagnostic warning = Diagnostic::warning(
        "Validation error message expression is invalid",
        fmt::format("The error message provided could not be evaluated as an expression, so OpenTofu is interpreting "
                    "it as a string literal.\n\nIn future versions of "
                    "OpenTofu, this will be considered an error. Please file a GitHub issue if this would break your "
                    "workflow.\n\n{}",
                    diags::firstAndOthers(evaluated.diagnostics)),
        rule.errorMessage->range());
    warning.context = rule.range;
    return {*text, hcl::withExpressionValues(std::move(warning), *rule.errorMessage, &scope)};
}

} // namespace

Diagnostics evaluateVariableValidations(const configs::Variable& variable, const hcl::Expression* argument,
                                        const ModuleScope& scope, Checks& checks) {
    Diagnostics all;
    const addrs::ModuleInstance& module = scope.module().address;
    const std::string configAddress = memberName(module.module(), "var." + variable.name);
    const std::string object = memberName(module, "var." + variable.name);
    for (std::size_t i = 0; i < variable.validations.size() && !all.hasErrors(); ++i) {
        const configs::CheckRule& rule = variable.validations[i];
        const hcl::Expression& condition = *rule.condition;
        Diagnostics diagnostics = scope.missingFunctions({rule.condition.get(), rule.errorMessage.get()});
        if (diagnostics.hasErrors()) { // as in OpenTofu, the rule has no result
            all.append(std::move(diagnostics));
            break;
        }
        if (scope.runtime().operation == Operation::Validate) {
            std::vector<hcl::Traversal> traversals = condition.variables();
            rule.errorMessage->collectVariables(traversals);
            for (const hcl::Traversal& traversal : traversals)
                diagnostics.append(addrs::parseReference(traversal).diagnostics);
            if (!diagnostics.hasErrors())
                diagnostics = scope.checkReferences(traversals, ModuleScope::Names::LookedUp);
        }
        const auto about = [&](std::string detail) {
            diagnostics.append(hcl::withExpressionValues(
                Diagnostic::error("Invalid variable validation result", std::move(detail), condition.range()),
                condition, &scope));
        };
        CheckStatus status = CheckStatus::Error;
        std::string message;
        if (!diagnostics.hasErrors()) {
            diags::Result<Value> evaluated = condition.evaluate(&scope);
            diagnostics.append(std::move(evaluated.diagnostics));
            const Value result = takeDeprecations(*std::move(evaluated.value), condition, diagnostics);
            // Errors in the message are reported whatever the result of the condition.
            diags::Result<Value> text = evaluateMessage(rule, scope);
            const bool hasText = !text.hasErrors();
            diagnostics.append(std::move(text.diagnostics));
            const Value said = takeDeprecations(*std::move(text.value), *rule.errorMessage, diagnostics);
            if (!result.isKnown()) {
                status = CheckStatus::Unknown;
            } else if (result.isNull()) {
                about("Validation condition expression must return either true or false, not null.");
            } else if (const values::Outcome<Value> converted = values::convert(result.unmarked(), Type::boolean());
                       !converted) {
                about(fmt::format("Invalid validation condition result value: {}.",
                                  values::formatError(converted.error())));
            } else if (converted->asBool()) {
                status = CheckStatus::Pass;
            } else {
                status = CheckStatus::Fail;
                if (const std::optional<std::string> ownMessage =
                        hasText ? validationMessage(*rule.errorMessage, said, scope, diagnostics) : std::string()) {
                    message = ownMessage->empty() ? "Failed to evaluate condition error message." : *ownMessage;
                    Diagnostic failure =
                        Diagnostic::error("Invalid value for variable",
                                          fmt::format("{}\n\nThis was checked by the validation rule at {}.", message,
                                                      rule.range.toString()),
                                          argument ? argument->range() : variable.range);
                    diagnostics.append(hcl::withExpressionValues(std::move(failure), condition, &scope)
                                           .withCode(diags::ErrorCode::FailedCheck, object));
                }
            }
        }
        checks.report(configAddress, object, i, status, std::move(message));
        all.append(std::move(diagnostics));
    }
    if (argument && !variable.deprecated.empty())
        all.append(deprecatedArgument(variable, scope.module().node, *argument));
    return all;
}

} // namespace planlens::engine

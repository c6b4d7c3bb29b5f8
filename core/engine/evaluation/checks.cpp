// SPDX-License-Identifier: MPL-2.0
#include "core/engine/evaluation/checks.h"

#include "core/configs/config.h"
#include "core/engine/evaluation/deprecations.h"
#include "core/engine/validation/fallback_scope.h"
#include "core/values/conversion/convert.h"
#include "core/values/text/quoted.h"
#include "core/values/text/trimmed.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>

namespace planlens::engine {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Severity;
using states::CheckStatus;
using values::Mark;
using values::Type;
using values::Value;

namespace {

/// Returns the worst of two results, in the order error, fail, unknown, pass.
CheckStatus worst(CheckStatus a, CheckStatus b) {
    const auto rank = [](CheckStatus status) {
        switch (status) {
        case CheckStatus::Pass:
            return 0;
        case CheckStatus::Unknown:
            return 1;
        case CheckStatus::Fail:
            return 2;
        case CheckStatus::Error:
            return 3;
        }
        return 0;
    };
    return rank(a) >= rank(b) ? a : b;
}

std::string describe(ConditionKind kind) {
    switch (kind) {
    case ConditionKind::ResourcePrecondition:
        return "Resource precondition";
    case ConditionKind::ResourcePostcondition:
        return "Resource postcondition";
    case ConditionKind::OutputPrecondition:
        return "Module output value precondition";
    case ConditionKind::CheckAssertion:
        return "Check block assertion";
    }
    return {};
}

} // namespace

Checks::Checks(const configs::Config& config) {
    config.forEachModule([&](const configs::ModuleNode& node) {
        const std::string prefix = node.path.isRoot() ? std::string() : node.path.toString() + ".";
        const auto declare = [&](const std::string& address, states::CheckableKind kind, std::size_t rules) {
            if (rules > 0)
                m_all.emplace(prefix + address, Checkable{kind, rules, false, {}});
        };
        for (const auto& [address, resource] : node.module.resources)
            if (const std::size_t rules = resource.preconditions.size() + resource.postconditions.size(); rules > 0)
                declare(address.toString(), states::CheckableKind::Resource, rules);
        for (const auto& [name, output] : node.module.outputs)
            declare("output." + name, states::CheckableKind::OutputValue, output.preconditions.size());
        for (const auto& [name, check] : node.module.checks)
            declare("check." + name, states::CheckableKind::Check,
                    check.asserts.size() + (check.dataResource.empty() ? 0 : 1));
        for (const auto& [name, variable] : node.module.variables)
            declare("var." + name, states::CheckableKind::InputVariable, variable.validations.size());
    });
}

void Checks::reportObjects(const std::string& configAddress, const std::vector<std::string>& objects) {
    const std::scoped_lock lock(m_mutex);
    const auto it = m_all.find(configAddress);
    if (it == m_all.end())
        return;
    it->second.objectsKnown = true;
    for (const std::string& object : objects) {
        Object& entry = it->second.objects[object];
        entry.status.resize(it->second.rules, CheckStatus::Unknown);
        entry.messages.resize(it->second.rules);
    }
}

void Checks::report(const std::string& configAddress, const std::string& object, std::size_t rule, CheckStatus status,
                    std::string failureMessage) {
    const std::scoped_lock lock(m_mutex);
    const auto it = m_all.find(configAddress);
    if (it == m_all.end())
        return;
    Object& entry = it->second.objects[object];
    entry.status.resize(it->second.rules, CheckStatus::Unknown);
    entry.messages.resize(it->second.rules);
    if (rule >= entry.status.size())
        return;
    entry.status[rule] = status;
    entry.messages[rule] = std::move(failureMessage);
}

bool Checks::hasFailed(const std::string& configAddress, const std::string& object) const {
    const std::scoped_lock lock(m_mutex);
    const auto checkable = m_all.find(configAddress);
    if (checkable == m_all.end())
        return false;
    const auto found = checkable->second.objects.find(object);
    return found != checkable->second.objects.end() &&
           std::ranges::find(found->second.status, CheckStatus::Fail) != found->second.status.end();
}

states::CheckResults Checks::results() const {
    const std::scoped_lock lock(m_mutex);
    states::CheckResults results;
    for (const auto& [address, checkable] : m_all) {
        states::CheckResult& result = results[address];
        result.kind = checkable.kind;
        result.objectsKnown = checkable.objectsKnown;
        result.status = checkable.objectsKnown ? CheckStatus::Pass : CheckStatus::Unknown;
        for (const auto& [name, object] : checkable.objects) {
            states::CheckObjectResult& entry = result.objects[name];
            entry.status = CheckStatus::Pass;
            for (std::size_t i = 0; i < object.status.size(); ++i) {
                entry.status = worst(entry.status, object.status[i]);
                if (object.status[i] == CheckStatus::Fail && !object.messages[i].empty())
                    entry.failureMessages.push_back(object.messages[i]);
            }
            std::ranges::sort(entry.failureMessages);
            result.status = worst(result.status, entry.status);
        }
    }
    return results;
}

namespace {

struct RuleResult {
    CheckStatus status = CheckStatus::Unknown;
    std::string message;
};

Diagnostic aboutExpression(Severity severity, std::string summary, std::string detail,
                           const hcl::Expression& expression, const hcl::Scope& scope) {
    Diagnostic diagnostic = Diagnostic::error(std::move(summary), std::move(detail), expression.range());
    diagnostic.severity = severity;
    return hcl::withExpressionValues(std::move(diagnostic), expression, &scope);
}

std::string errorMessage(const hcl::Expression& expression, const hcl::Scope& scope, Diagnostics& diagnostics) {
    diags::Result<Value> evaluated = expression.evaluate(&scope);
    const bool failed = evaluated.hasErrors();
    diagnostics.append(std::move(evaluated.diagnostics));
    if (failed)
        return {};
    evaluated.value = takeDeprecations(*std::move(evaluated.value), expression, diagnostics);
    const values::Outcome<Value> converted = values::convert(*evaluated.value, Type::string());
    if (!converted) {
        diagnostics.append(aboutExpression(
            Severity::Error, "Invalid error message",
            fmt::format("Unsuitable value for error message: {}.", values::formatError(converted.error())), expression,
            scope));
        return {};
    }
    const Value& value = *converted;
    if (!value.isKnown())
        return {};
    if (value.isNull()) {
        diagnostics.append(aboutExpression(Severity::Error, "Invalid error message",
                                           "Unsuitable value for error message: must not be null.", expression, scope));
        return {};
    }
    if (value.hasMark(Mark::sensitive())) {
        diagnostics.append(aboutExpression(Severity::Warning, "Error message refers to sensitive values",
                                           "The error expression used to explain this condition refers to sensitive "
                                           "values, so OpenTofu will not display the resulting "
                                           "message.\n\nYou can correct this by removing references to sensitive "
                                           "values, or by carefully using the nonsensitive() function if "
                                           "the expression will not reveal the sensitive data.",
                                           expression, scope));
        return {};
    }
    if (value.hasMark(Mark::ephemeral())) {
        diagnostics.append(aboutExpression(Severity::Warning, "Error message refers to ephemeral values",
                                           "The error expression used to explain this condition refers to ephemeral "
                                           "values, so OpenTofu will not display the resulting "
                                           "message.\n\nYou can correct this by removing references to ephemeral "
                                           "values or by utilizing the builtin ephemeralasnull() function.",
                                           expression, scope));
        return {};
    }
    return std::string(values::trimmed(value.unmarked().asString()));
}

/// Evaluates a rule of an object. `diagnostics` contains those of the references; further ones are appended.
RuleResult evaluateRule(const configs::CheckRule& rule, ConditionKind kind, const std::string& object,
                        const hcl::Scope& scope, Severity severity, Diagnostics& diagnostics) {
    const hcl::Expression& condition = *rule.condition;
    const std::string message = errorMessage(*rule.errorMessage, scope, diagnostics);
    diags::Result<Value> evaluated = condition.evaluate(&scope);
    diagnostics.append(std::move(evaluated.diagnostics));
    evaluated.value = takeDeprecations(*std::move(evaluated.value), condition, diagnostics);
    RuleResult result;
    const auto conclude = [&](CheckStatus status) {
        result.status = status;
        return result;
    };
    if (diagnostics.hasErrors())
        return conclude(CheckStatus::Error);
    if (!evaluated->isKnown()) {
        if (kind == ConditionKind::CheckAssertion) {
            Diagnostic later = aboutExpression(
                Severity::Warning, describe(kind) + " known after apply",
                "The condition could not be evaluated at this time, a result will be known when this plan is applied.",
                condition, scope);
            later.extra.neverConsolidate = true;
            diagnostics.append(std::move(later));
        }
        return conclude(CheckStatus::Unknown);
    }
    if (evaluated->isNull()) {
        diagnostics.append(aboutExpression(Severity::Error, "Invalid condition result",
                                           "Condition expression must return either true or false, not null.",
                                           condition, scope));
        return conclude(CheckStatus::Error);
    }
    const values::Outcome<Value> converted = values::convert(evaluated->unmarked(), Type::boolean());
    if (!converted) {
        diagnostics.append(
            aboutExpression(Severity::Error, "Invalid condition result",
                            fmt::format("Invalid condition result value: {}.", values::formatError(converted.error())),
                            condition, scope));
        return conclude(CheckStatus::Error);
    }
    if (converted->asBool())
        return conclude(CheckStatus::Pass);
    Diagnostic failure = aboutExpression(
        severity, describe(kind) + " failed",
        message.empty()
            ? "This check failed, but has an invalid error message as described in the other accompanying messages."
            : message,
        condition, scope);
    failure.extra.neverConsolidate = kind == ConditionKind::CheckAssertion;
    diagnostics.append(std::move(failure).withCode(diags::ErrorCode::FailedCheck, object));
    result.message = message;
    return conclude(CheckStatus::Fail);
}

} // namespace

Diagnostics evaluateConditions(const std::vector<configs::CheckRule>& rules, ConditionKind kind,
                               const ModuleScope& scope, Severity severity, Checks& checks,
                               const std::string& configAddress, const std::string& object, std::size_t firstRule) {
    Diagnostics diagnostics;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        Diagnostics found = scope.missingFunctions({rules[i].condition.get(), rules[i].errorMessage.get()});
        RuleResult result = evaluateRule(rules[i], kind, object, scope, severity, found);
        checks.report(configAddress, object, firstRule + i, result.status, std::move(result.message));
        diagnostics.append(std::move(found));
    }
    return diagnostics;
}

Diagnostics InstanceConditions::evaluatePreconditions(const ModuleScope& scope) const {
    if (config.preconditions.empty())
        return {};
    return evaluateConditions(config.preconditions, ConditionKind::ResourcePrecondition, scope, severity, checks,
                              resource.toString(), address.toString());
}

Diagnostics InstanceConditions::evaluatePostconditions(const ModuleScope& scope, SelfObject self) const {
    if (config.postconditions.empty())
        return {};
    ModuleScope after = scope;
    after.withSelf(std::move(self));
    return evaluateConditions(config.postconditions, ConditionKind::ResourcePostcondition, after, severity, checks,
                              resource.toString(), address.toString(), config.preconditions.size());
}

Diagnostics validateConditions(const std::vector<configs::CheckRule>& rules, ConditionKind kind,
                               const ModuleScope& scope) {
    Diagnostics diagnostics;
    // For resources, conditions and messages are checked separately; for others, together.
    const auto withReferences = [&](std::initializer_list<const hcl::Expression*> expressions, const auto& evaluate) {
        std::vector<hcl::Traversal> traversals;
        for (const hcl::Expression* expression : expressions)
            expression->collectVariables(traversals);
        Diagnostics found = scope.checkReferences(traversals);
        if (!found.hasErrors()) {
            evaluate(static_cast<const hcl::Scope&>(scope), found);
        } else {
            const bool hasAny = std::ranges::any_of(traversals, [](const hcl::Traversal& traversal) {
                return FallbackScope::isReference(traversal) || FallbackScope::isObjectOfNames(traversal.rootName());
            });
            std::erase_if(traversals, std::not_fn(FallbackScope::isReference));
            const FallbackScope rest(scope, hasAny && !scope.checkReferences(traversals).hasErrors()
                                                ? FallbackScope::Names::References
                                                : FallbackScope::Names::None);
            evaluate(static_cast<const hcl::Scope&>(rest), found);
        }
        diagnostics.append(std::move(found));
    };
    for (const configs::CheckRule& rule : rules) {
        const hcl::Expression* const condition = rule.condition.get();
        const hcl::Expression* const message = rule.errorMessage.get();
        switch (kind) {
        case ConditionKind::OutputPrecondition:
            withReferences({condition, message}, [&](const hcl::Scope& seen, Diagnostics& found) {
                evaluateRule(rule, kind, {}, seen, Severity::Error, found);
            });
            break;
        case ConditionKind::CheckAssertion:
            withReferences({condition, message},
                           [&](const hcl::Scope& seen, Diagnostics& found) { errorMessage(*message, seen, found); });
            break;
        case ConditionKind::ResourcePrecondition:
        case ConditionKind::ResourcePostcondition:
            for (const hcl::Expression* expression : {condition, message})
                withReferences({expression}, [&](const hcl::Scope& seen, Diagnostics& found) {
                    found.append(expression->evaluate(&seen).diagnostics);
                });
            break;
        }
    }
    return diagnostics;
}

} // namespace planlens::engine

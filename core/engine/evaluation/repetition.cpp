// SPDX-License-Identifier: MPL-2.0
#include "core/engine/evaluation/repetition.h"

#include "core/configs/for_each.h"
#include "core/system/shell_words.h"
#include "core/values/conversion/convert.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::engine {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using hcl::Expression;
using values::Mark;
using values::Type;
using values::Value;

namespace {

/// Quotes an argument for a POSIX shell in the form of OpenTofu, which prefers backslashes to quotes.
std::string shellQuoted(const std::string& argument) {
    if (!argument.empty() && argument.find_first_of(" \n\t") == std::string::npos) {
        std::string escaped;
        for (const char c : argument) {
            if (std::string_view("|&;<>(){}[]$`\\\"'*?!#~=%").find(c) != std::string_view::npos)
                escaped += '\\';
            escaped += c;
        }
        return escaped;
    }
    return system::singleQuoted(argument);
}

enum class Unknowns { Refused, Allowed };

/// Far above practical use, but below the memory limits.
constexpr std::int64_t mostInstances = 1'000'000;

Result<std::optional<std::int64_t>> evaluateCount(const Expression& expression, const ModuleScope& scope,
                                                  Unknowns unknowns, const std::string& excludeAddress) {
    const auto fail = [&](std::string detail) -> Result<std::optional<std::int64_t>> {
        return Diagnostic::error("Invalid count argument", std::move(detail), expression.range());
    };
    Result<Value> evaluated = scope.evaluate(expression, Type::number());
    if (evaluated.hasErrors())
        return std::move(evaluated.diagnostics);
    if (evaluated->hasMark(Mark::ephemeral()))
        return fail("Ephemeral values, or values derived from ephemeral values, cannot be used as count arguments. If "
                    "used, the ephemeral value "
                    "could be exposed as a resource instance key.");
    const Value value = evaluated->unmarked();
    if (value.isNull())
        return fail("The given \"count\" argument value is null. An integer is required.");
    if (!value.isKnown()) {
        if (unknowns == Unknowns::Allowed)
            return std::optional<std::int64_t>();
        Diagnostic diagnostic =
            Diagnostic::error("Invalid count argument",
                              "The \"count\" value depends on resource attributes that cannot be determined until "
                              "apply, so OpenTofu cannot predict how many "
                              "instances will be created.\n\nTo work around this, use the planning option -exclude=" +
                                  shellQuoted(excludeAddress) +
                                  " to first apply without this object, and then apply normally to converge.",
                              expression.range());
        diagnostic.extra.causedByUnknown = true;
        return diagnostic;
    }
    const values::Number& number = value.asNumber();
    const auto count = number.toInt64();
    if (!count)
        return fail(fmt::format("The given \"count\" argument value is unsuitable: value must be a whole number, "
                                "between -9223372036854775808 and "
                                "9223372036854775807."));
    if (*count < 0)
        return fail("The given \"count\" argument value is unsuitable: must be greater than or equal to zero.");
    return {std::optional(*count), std::move(evaluated.diagnostics)};
}

/// Returns the checked value of for_each: a known map, object or set; unknown if that is allowed.
Result<Value> evaluateForEach(const Expression& expression, const ModuleScope& scope, configs::UnknownForEach unknowns,
                              const std::string& excludeAddress) {
    Result<Value> evaluated = scope.evaluate(expression);
    Diagnostics diagnostics = std::move(evaluated.diagnostics);
    // A value that cannot be evaluated is checked as an unknown one; both problems are reported.
    Result<Value> checked = configs::checkForEach(
        expression, evaluated.value ? *evaluated.value : Value::dynamicUnknown(), scope, unknowns,
        "Alternatively, you could use the planning option -exclude=" + shellQuoted(excludeAddress) +
            " to first apply without this object, and then apply normally to converge.");
    diagnostics.append(std::move(checked.diagnostics));
    if (diagnostics.hasErrors())
        return diagnostics;
    return {*std::move(checked.value), std::move(diagnostics)};
}

/// Whether a value of for_each is unknown, also because of an error in its expression. False for sensitive and
/// ephemeral values and for other types, which are errors in any case.
bool isUnknownForEach(const Expression& expression, const ModuleScope& scope) {
    if (scope.checkReferences(expression.variables(), ModuleScope::Names::LookedUp).hasErrors())
        return false;
    const Result<Value> evaluated = scope.evaluate(expression);
    const Value& value = *evaluated.value;
    const Type type = value.type();
    if (value.hasMark(Mark::sensitive()) || value.hasMark(Mark::ephemeral()))
        return false;
    if (!value.isKnown())
        return type.isDynamic() || type.isMapping() || type.isSet();
    return type.isSet() && (type.elementType().isString() || type.elementType().isDynamic()) && !value.isWhollyKnown();
}

Result<bool> evaluateEnabled(const Expression& expression, const ModuleScope& scope) {
    if (Diagnostics invalid = scope.checkReferences(expression.variables(), ModuleScope::Names::LookedUp);
        invalid.hasErrors())
        return invalid;
    Result<Value> evaluated = scope.evaluate(expression);
    Diagnostics diagnostics = std::move(evaluated.diagnostics);
    // A value that cannot be evaluated is checked as an unknown one; both problems are reported.
    const Value value = evaluated.value ? *evaluated.value : Value::dynamicUnknown();
    const auto complain = [&](std::string detail, diags::DiagnosticExtra cause = {}) {
        Diagnostic diagnostic = Diagnostic::error("Invalid enabled argument", std::move(detail), expression.range());
        diagnostic.extra = std::move(cause);
        diagnostics.append(hcl::withExpressionValues(std::move(diagnostic), expression, &scope));
    };
    if (value.hasMark(Mark::sensitive()))
        complain("Sensitive values, or values derived from sensitive values, cannot be used in \"enabled\" arguments. "
                 "If used, the sensitive value "
                 "would be exposed by whether an instance is present.",
                 {.causedByUnknown = true});
    if (value.hasMark(Mark::ephemeral()))
        complain("The given \"enabled\" argument value is unsuitable: the given value is ephemeral.");
    if (value.isNull())
        complain("The given \"enabled\" argument value is unsuitable: the given value is null.");
    if (!value.isKnown())
        complain("The given \"enabled\" argument value is derived from a value that won't be known until the apply "
                 "phase, so OpenTofu cannot "
                 "determine whether an instance of this object is declared or not.",
                 {.causedByUnknown = true});
    if (diagnostics.hasErrors())
        return diagnostics;
    const values::Outcome<Value> converted = values::convert(value.unmarked(), Type::boolean());
    if (!converted) {
        complain(fmt::format("The given \"enabled\" argument value is unsuitable: {}.",
                             values::formatError(converted.error())));
        return diagnostics;
    }
    return {converted->asBool(), std::move(diagnostics)};
}

} // namespace

Result<Instances> declareInstances(const hcl::ExpressionPtr& count, const hcl::ExpressionPtr& forEach,
                                   const hcl::ExpressionPtr& enabled, const ModuleScope& scope,
                                   const std::string& excludeAddress) {
    Instances instances;
    if (count) {
        auto evaluated = evaluateCount(*count, scope, Unknowns::Refused, excludeAddress);
        if (!evaluated.isOk())
            return std::move(evaluated.diagnostics);
        if (**evaluated > mostInstances)
            return Diagnostic::error(
                "Invalid count argument",
                fmt::format(
                    "The given \"count\" argument value is unsuitable: it asks for {} instances, and Planlens plans "
                    "no more than {} of one block. Use a smaller number.",
                    **evaluated, mostInstances),
                count->range());
        instances.repetition = Repetition::Count;
        for (std::int64_t i = 0; i < **evaluated; ++i)
            instances.keys.emplace_back(i);
        return {std::move(instances), std::move(evaluated.diagnostics)};
    }
    if (forEach) {
        Result<Value> evaluated = evaluateForEach(*forEach, scope, configs::UnknownForEach::Refused, excludeAddress);
        if (!evaluated.isOk())
            return std::move(evaluated.diagnostics);
        instances.repetition = Repetition::ForEach;
        const Value collection = evaluated->unmarked();
        const bool isSet = collection.type().isSet();
        for (std::size_t i = 0; i < collection.size(); ++i) {
            instances.keys.emplace_back(isSet ? collection.element(i).unmarked().asString() : collection.key(i));
            instances.eachValues.push_back(collection.element(i));
        }
        return {std::move(instances), std::move(evaluated.diagnostics)};
    }
    if (enabled) {
        auto evaluated = evaluateEnabled(*enabled, scope);
        if (!evaluated.isOk())
            return std::move(evaluated.diagnostics);
        instances.repetition = Repetition::Enabled;
        if (*evaluated)
            instances.keys.emplace_back();
        return {std::move(instances), std::move(evaluated.diagnostics)};
    }
    instances.keys.emplace_back();
    return instances;
}

Result<Instances> placeholderInstances(const hcl::ExpressionPtr& count, const hcl::ExpressionPtr& forEach,
                                       const hcl::ExpressionPtr& enabled, const ModuleScope& scope,
                                       ForEachProblems problems) {
    Instances instances;
    instances.placeholder = true;
    instances.keys.emplace_back();
    Diagnostics diagnostics;
    if (count) {
        instances.repetition = Repetition::Count;
        diagnostics.append(evaluateCount(*count, scope, Unknowns::Allowed, {}).diagnostics);
    } else if (forEach) {
        instances.repetition = Repetition::ForEach;
        Diagnostics found = evaluateForEach(*forEach, scope, configs::UnknownForEach::Allowed, {}).diagnostics;
        if (found.isEmpty() || problems == ForEachProblems::All || !isUnknownForEach(*forEach, scope))
            diagnostics.append(std::move(found));
    } else if (enabled) {
        instances.repetition = Repetition::Enabled;
    }
    return {std::move(instances), std::move(diagnostics)};
}

} // namespace planlens::engine

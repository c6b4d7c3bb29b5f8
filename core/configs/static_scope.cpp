// SPDX-License-Identifier: MPL-2.0
#include "core/configs/static_scope.h"

#include "core/configs/for_each.h"
#include "core/diags/suggestion.h"
#include "core/schemas/decode.h"
#include "core/values/conversion/convert.h"

#include <fmt/core.h>

namespace planlens::configs {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using values::Mark;
using values::Type;
using values::Value;

std::string StaticIdentifier::toString() const {
    return module.isRoot() ? subject : module.toString() + ":" + subject;
}

/// A value under evaluation, linked to the one that requires it.
class StaticScope::Frame final : public hcl::Scope {
public:
    /// Limits the length of chains of local values, because each link takes up stack space.
    static constexpr int maxDepth = 500;

    Frame(const StaticScope& scope, StaticIdentifier identifier_, const Frame* outer = nullptr)
        : identifier(std::move(identifier_))
        , depth(outer ? outer->depth + 1 : 0)
        , m_scope(scope)
        , m_outer(outer) {}

    Result<Value> resolve(const hcl::Traversal& traversal) const override {
        Result<addrs::Reference> reference = addrs::parseReference(traversal);
        if (!reference.isOk())
            return {Value::dynamicUnknown(), std::move(reference.diagnostics)};
        Result<Value> value = m_scope.valueOf(*this, *reference);
        if (!value.isOk())
            return {Value::dynamicUnknown(), std::move(value.diagnostics)};
        return hcl::applyTraversal(*value, reference->remaining);
    }
    const hcl::Function* function(std::string_view name) const override {
        return m_scope.m_surroundings.functions->find(name);
    }
    std::vector<std::string> functionNames() const override { return m_scope.m_surroundings.functions->names(); }
    std::optional<Diagnostic> explainMissingFunction(std::string_view name, const SourceRange& range) const override {
        return lang::FunctionTable::explainMissing(name, range);
    }
    std::optional<Value> peek(const hcl::Traversal& traversal) const override {
        Result<Value> result = resolve(traversal);
        return result.hasErrors() ? std::nullopt : std::move(result.value);
    }

    bool isInside(const StaticIdentifier& other) const {
        for (const Frame* frame = this; frame; frame = frame->m_outer)
            if (frame->identifier.toString() == other.toString())
                return true;
        return false;
    }

    const StaticIdentifier identifier;
    const int depth;

private:
    const StaticScope& m_scope;
    const Frame* m_outer;
};

namespace {

Diagnostic dependsOn(const StaticIdentifier& dependent, const StaticIdentifier& dependency) {
    return Diagnostic::error(
        "Unable to compute static value",
        fmt::format("{} depends on {} which is not available", dependent.toString(), dependency.toString()),
        dependent.range);
}

} // namespace

Result<Value> StaticScope::evaluate(const hcl::Expression& expression, const StaticIdentifier& identifier) const {
    return evaluateIn(Frame(*this, identifier), expression);
}

Result<Value> StaticScope::evaluateIn(const Frame& frame, const hcl::Expression& expression) const {
    Diagnostics diagnostics = checkReferences(frame, expression.variables(), expression.functions());
    if (diagnostics.hasErrors())
        return diagnostics;
    return evaluateChecked(frame, expression, std::move(diagnostics));
}

Result<Value> StaticScope::evaluateChecked(const Frame& frame, const hcl::Expression& expression,
                                           Diagnostics diagnostics) {
    Result<Value> value = expression.evaluate(&frame);
    for (Diagnostic& diagnostic : value.diagnostics)
        diagnostic.functionCall.reset(); // as in OpenTofu, whose static errors do not name it
    diagnostics.append(std::move(value.diagnostics));
    if (auto tooDeep = hcl::nestedTooDeeply(*value.value, expression.range()))
        diagnostics.append(*std::move(tooDeep));
    if (diagnostics.hasErrors())
        return diagnostics;
    return {*std::move(value.value), std::move(diagnostics)};
}

Diagnostics StaticScope::checkReferences(const std::vector<hcl::Traversal>& references,
                                         const StaticIdentifier& identifier) const {
    return checkReferences(Frame(*this, identifier), references, {});
}

Result<Value> StaticScope::evaluateWith(const hcl::Expression& expression,
                                        const std::vector<std::pair<std::string, Value>>& names,
                                        const StaticIdentifier& identifier) const {
    const Frame frame(*this, identifier);
    const hcl::MapScope scope(names, &frame);
    Result<Value> value = expression.evaluate(&scope);
    if (value.hasErrors())
        return std::move(value.diagnostics);
    return value;
}

Diagnostics StaticScope::checkConstants(const SourceRange& callRange) const {
    const Frame frame(*this, {m_path, {}, callRange});
    Diagnostics diagnostics;
    for (const auto& [name, variable] : m_module.variables)
        if (variable.constant)
            diagnostics.append(variableValue(frame, name, callRange).diagnostics);
    return diagnostics;
}

Result<std::string> StaticScope::evaluateText(const hcl::Expression& expression,
                                              const StaticIdentifier& identifier) const {
    const Frame frame(*this, identifier);
    Result<Value> value = evaluateIn(frame, expression);
    if (!value.isOk())
        return std::move(value.diagnostics);
    Diagnostics diagnostics = std::move(value.diagnostics);
    if (value->hasMark(Mark::sensitive())) {
        diagnostics.error(
            "Sensitive value not allowed",
            fmt::format("Sensitive values, or values derived from sensitive values, cannot be used as {}.",
                        identifier.toString()),
            expression.range());
        return diagnostics;
    }
    if (value->hasMark(Mark::ephemeral())) {
        diagnostics.error(
            "Ephemeral value not allowed",
            fmt::format("Ephemeral values, or values derived from ephemeral values, cannot be used as {}.",
                        identifier.toString()),
            expression.range());
        return diagnostics;
    }
    const values::Outcome<Value> converted = values::convert(*value, Type::string());
    std::string problem;
    if (!converted)
        problem = values::formatError(converted.error());
    else if (converted->isNull())
        problem = "null value is not allowed";
    else if (!converted->isKnown())
        problem = "value must be known";
    if (problem.empty())
        return {converted->unmarked().asString(), std::move(diagnostics)};
    diagnostics.error("Unsuitable value type", fmt::format("Unsuitable value: {}", problem), expression.startRange());
    (diagnostics.end() - 1)->context = expression.range();
    return diagnostics;
}

Result<Value> StaticScope::evaluateForEach(const hcl::Expression& expression,
                                           const StaticIdentifier& identifier) const {
    const Frame frame(*this, identifier);
    Diagnostics diagnostics = checkReferences(frame, expression.variables(), expression.functions());
    if (diagnostics.hasErrors())
        return diagnostics;
    Result<Value> value = evaluateChecked(frame, expression, std::move(diagnostics));
    diagnostics = std::move(value.diagnostics);
    // A value that cannot be evaluated is checked as an unknown one; both problems are reported.
    Result<Value> checked = checkForEach(expression, value.isOk() ? *value : Value::dynamicUnknown(), frame,
                                         UnknownForEach::Refused, targetDependenciesFirst);
    diagnostics.append(std::move(checked.diagnostics));
    if (diagnostics.hasErrors())
        return diagnostics;
    return {*std::move(checked.value), std::move(diagnostics)};
}

Result<Value> StaticScope::evaluateBody(const BodyPtr& body, const schemas::Block& schema,
                                        const StaticIdentifier& identifier) const {
    const Frame frame(*this, identifier);
    Diagnostics diagnostics =
        checkReferences(frame, schemas::variablesInBody(body, schema), schemas::functionsInBody(body, schema));
    if (diagnostics.hasErrors())
        return diagnostics;
    Result<Value> value = schemas::decodeBody(body, schema, &frame);
    diagnostics.append(std::move(value.diagnostics));
    return {*std::move(value.value), std::move(diagnostics)};
}

/// Checks references before the evaluation starts.
Diagnostics StaticScope::checkReferences(const Frame& frame, const std::vector<hcl::Traversal>& traversals,
                                         const std::vector<hcl::FunctionReference>& functions) const {
    Diagnostics diagnostics, refused;
    std::vector<addrs::Reference> references;
    const auto refuse = [&](std::string summary, const std::string& subject, const SourceRange& range) {
        refused.error(std::move(summary),
                      fmt::format("Unable to use {} in static context, which is required by {}", subject,
                                  frame.identifier.toString()),
                      range);
    };
    for (const hcl::Traversal& traversal : traversals) {
        Result<addrs::Reference> reference = addrs::parseReference(traversal);
        const bool isOk = reference.isOk();
        diagnostics.append(std::move(reference.diagnostics));
        if (!isOk)
            continue;
        const addrs::Referenceable& subject = reference->subject;
        if (std::holds_alternative<addrs::ModuleCallInstanceOutput>(subject))
            refuse("Module output not supported in static context", addrs::toString(subject), reference->range);
        else if (!std::holds_alternative<addrs::InputVariable>(subject) &&
                 !std::holds_alternative<addrs::LocalValue>(subject) &&
                 !std::holds_alternative<addrs::PathAttribute>(subject) &&
                 !std::holds_alternative<addrs::TerraformAttribute>(subject))
            refuse("Dynamic value in static context", addrs::toString(subject), reference->range);
        references.push_back(*std::move(reference.value));
    }
    for (const hcl::FunctionReference& function : functions)
        if (function.name.starts_with("provider::"))
            refuse("Provider function in static context", function.name, function.nameRange);
    if (refused.isEmpty())
        for (const addrs::Reference& reference : references)
            diagnostics.append(valueOf(frame, reference).diagnostics);
    diagnostics.append(std::move(refused));
    return diagnostics;
}

Result<Value> StaticScope::valueOf(const Frame& frame, const addrs::Reference& reference) const {
    if (const auto* variable = std::get_if<addrs::InputVariable>(&reference.subject))
        return variableValue(frame, variable->name, reference.range);
    if (const auto* local = std::get_if<addrs::LocalValue>(&reference.subject))
        return localValue(frame, local->name, reference.range);
    if (const auto* path = std::get_if<addrs::PathAttribute>(&reference.subject))
        return pathValue(path->name, reference.range);
    if (const auto* terraform = std::get_if<addrs::TerraformAttribute>(&reference.subject))
        return terraformValue(terraform->name, reference.range);
    return Diagnostic::error("Invalid reference",
                             fmt::format("The reference to \"{}\" is not valid in this context", reference.toString()),
                             reference.range);
}

Result<Value> StaticScope::variableValue(const Frame& frame, const std::string& name, const SourceRange& range) const {
    const StaticIdentifier identifier{m_path, "var." + name, {}};
    if (const auto known = m_known.find(identifier.subject); known != m_known.end())
        return known->second;
    const auto declared = m_module.variables.find(name);
    if (declared == m_module.variables.end())
        return Diagnostic::error("Undefined variable", fmt::format("Undefined variable var.{}", name), range);
    const Variable& variable = declared->second;
    if (variable.constantSet && !variable.constant)
        return Diagnostic::error(
            "Unable to use variable in static context",
            fmt::format(
                "The variable \"{}\" cannot be used in a static context, because it is declared as \"const = false\".",
                name),
            range);
    Result<Value> given = m_variables(variable);
    if (!given.isOk()) {
        given.diagnostics.append(dependsOn(frame.identifier, identifier));
        return std::move(given.diagnostics);
    }
    Value value = *std::move(given.value);
    if (variable.constraint.defaults && !value.isNull())
        value = variable.constraint.defaults->apply(value);
    const values::Outcome<Value> converted = values::convert(value, variable.constraint.type);
    if (!converted)
        return Diagnostic::error("Invalid value for input variable",
                                 fmt::format("The given value is not suitable for {} declared at {}: {}.",
                                             identifier.subject, variable.range.toString(),
                                             values::formatError(converted.error())));
    value = *converted;
    if (value.isNull() && !variable.nullable) {
        if (!variable.defaultValue)
            return Diagnostics{Diagnostic::error("Required variable not set",
                                                 fmt::format("The given value is not suitable for {} defined at {}: "
                                                             "required variable may not be set to null.",
                                                             identifier.subject, variable.range.toString()),
                                                 variable.range),
                               dependsOn(frame.identifier, identifier)};
        value = *variable.defaultValue;
    }
    if (variable.sensitive)
        value = value.withMark(Mark::sensitive());
    if (variable.ephemeral)
        value = value.withMark(Mark::ephemeral());
    m_known.emplace(identifier.subject, value);
    return {std::move(value), std::move(given.diagnostics)};
}

Result<Value> StaticScope::localValue(const Frame& frame, const std::string& name, const SourceRange& range) const {
    const auto declared = m_module.locals.find(name);
    if (declared == m_module.locals.end())
        return Diagnostic::error("Undefined local", fmt::format("Undefined local local.{}", name), range);
    const StaticIdentifier identifier{m_path, "local." + name, declared->second.range};
    if (const auto known = m_known.find(identifier.subject); known != m_known.end())
        return known->second;
    if (frame.isInside(identifier))
        return Diagnostic::error("Circular reference", identifier.toString() + " is self referential",
                                 identifier.range);
    if (frame.depth == Frame::maxDepth)
        return Diagnostic::error(
            "Reference chain too long",
            fmt::format(
                "{} is reached through more than {} other local values. Have it refer to what is needed directly.",
                identifier.toString(), Frame::maxDepth),
            identifier.range);
    Result<Value> value = evaluateIn(Frame(*this, identifier, &frame), *declared->second.expression);
    if (value.isOk())
        m_known.emplace(identifier.subject, *value);
    else
        value.diagnostics.append(dependsOn(frame.identifier, identifier));
    return value;
}

Result<Value> StaticScope::pathValue(const std::string& name, const SourceRange& range) const {
    if (name == "cwd")
        return Value::string(m_surroundings.workingDirectory);
    if (name == "module")
        return Value::string(m_module.sourceDirectory);
    if (name == "root")
        return Value::string(".");
    const std::string nearest = diags::nearestName(name, {"cwd", "module", "root"});
    return Diagnostic::error(
        "Invalid \"path\" attribute",
        fmt::format("The \"path\" object does not have an attribute named \"{}\".{}", name,
                    nearest.empty() ? std::string() : fmt::format(" Did you mean \"{}\"?", nearest)),
        range);
}

Result<Value> StaticScope::terraformValue(const std::string& name, const SourceRange& range) const {
    if (name == "workspace")
        return Value::string(m_surroundings.workspace);
    if (name == "applying")
        return Diagnostic::error("Invalid attribute in static context",
                                 "The applying attribute can not be used during static evaluation and is only valid in "
                                 "the plan and apply phases of execution",
                                 range);
    constexpr const char* summary = "Invalid \"terraform\" attribute";
    if (name == "env")
        return Diagnostic::error(
            summary,
            "The terraform.env attribute was deprecated in v0.10 and removed in v0.12. The \"state environment\" "
            "concept was renamed to \"workspace\" in "
            "v0.12, and so the workspace name can now be accessed using the terraform.workspace attribute.",
            range);
    return Diagnostic::error(summary,
                             fmt::format("The \"terraform\" object does not have an attribute named \"{}\". The only "
                                         "supported attribute is terraform.workspace, the name of "
                                         "the currently-selected workspace.",
                                         name),
                             range);
}

} // namespace planlens::configs

// SPDX-License-Identifier: MPL-2.0
#include "core/engine/evaluation/scope.h"

#include "core/configs/terraform_syntax.h"
#include "core/diags/suggestion.h"
#include "core/engine/evaluation/deprecations.h"
#include "core/engine/evaluation/provider_functions.h"
#include "core/engine/validation/fallback_scope.h"
#include "core/engine/validation/reference_checks.h"
#include "core/hcl/dynamic_blocks.h"
#include "core/hcl/syntax/parser.h"
#include "core/lang/functions.h"
#include "core/providers/builtin/terraform_data.h"
#include "core/schemas/decode.h"
#include "core/schemas/values_by_schema.h"
#include "core/values/conversion/convert.h"

#include <fmt/core.h>

#include <unordered_set>

namespace planlens::engine {

using diags::Diagnostics;
using diags::Result;
using diags::SourceRange;
using hcl::Traversal;
using hcl::TraversalStep;
using values::Mark;
using values::Type;
using values::Value;

void DependencyRecorder::record(plans::DependencyEnd dependency, values::Path path, const SourceRange& range,
                                plans::Dependency::Kind kind) {
    m_found.push_back({m_dependent, {}, std::move(dependency), std::move(path), kind, range});
}

namespace {

struct HashOfReference {
    std::size_t operator()(const plans::Dependency* dependency) const {
        const auto* instance = std::get_if<addrs::AbsResourceInstance>(&dependency->dependency);
        const std::size_t end =
            instance ? std::hash<addrs::AbsResourceInstance>()(*instance)
                     : std::hash<std::string>()(std::get<plans::NamedValue>(dependency->dependency).name);
        constexpr std::size_t factor = 31;
        return (end * factor + dependency->dependencyPath.hash()) * factor + dependency->range.start.byte;
    }
};

struct IsSameReference {
    bool operator()(const plans::Dependency* a, const plans::Dependency* b) const {
        return a->kind == b->kind && a->range == b->range && a->dependencyPath == b->dependencyPath &&
               a->dependency == b->dependency;
    }
};

} // namespace

std::vector<plans::Dependency> DependencyRecorder::take() {
    std::vector<plans::Dependency> found = std::move(m_found);
    constexpr std::size_t few = 8; // comparing them takes longer than keeping the same one twice
    if (found.size() <= few)
        return found;
    std::unordered_set<const plans::Dependency*, HashOfReference, IsSameReference> seen;
    std::vector<bool> isNew;
    for (const plans::Dependency& dependency : found)
        isNew.push_back(seen.insert(&dependency).second);
    std::size_t count = 0;
    for (std::size_t i = 0; i < found.size(); ++i)
        if (isNew[i]) {
            if (i != count)
                found[count] = std::move(found[i]);
            ++count;
        }
    found.erase(found.begin() + std::ptrdiff_t(count), found.end());
    return found;
}

void DependencyRecorder::setValue(std::size_t first, const Value& value, bool isInvalid) {
    for (std::size_t i = first; i < m_found.size(); ++i) {
        m_found[i].value = value;
        m_found[i].isInvalid = isInvalid;
    }
}

std::optional<plans::NamedValue> DependencyRecorder::repetition() const {
    return plans::repetitionIn(m_dependent);
}

std::string nameSuggestion(std::string_view given, const std::vector<std::string>& names) {
    const std::string suggestion = diags::nearestName(given, names);
    return suggestion.empty() ? std::string() : fmt::format(" Did you mean \"{}\"?", suggestion);
}

std::string moduleDisplayName(const addrs::Module& module) {
    return module.isRoot() ? "the root module" : module.toString();
}

namespace {

bool isTerraformData(const schemas::Block& schema) {
    return &schema == &providers::builtin::terraformDataSchema()->block;
}

} // namespace

bool ModuleScope::indexSelectsInstance(const Traversal& traversal) const {
    if (m_runtime.operation == Operation::Validate || traversal.steps.size() < 2 || traversal.isRelative())
        return false;
    const std::string& root = traversal.rootName();
    const TraversalStep& second = traversal.steps[1];
    if (second.kind != TraversalStep::Kind::Attribute)
        return false;
    if (root == "module") {
        if (traversal.steps.size() != 2)
            return false;
        const auto call = m_module.calls.find(second.name);
        return call != m_module.calls.end() && (call->second.config->count || call->second.config->forEach);
    }
    addrs::Resource resource;
    if (root == "data" || root == "ephemeral" || root == "resource") {
        if (traversal.steps.size() != 3 || traversal.steps[2].kind != TraversalStep::Kind::Attribute)
            return false;
        resource.mode = root == "data"        ? addrs::ResourceMode::Data
                        : root == "ephemeral" ? addrs::ResourceMode::Ephemeral
                                              : addrs::ResourceMode::Managed;
        resource.type = second.name;
        resource.name = traversal.steps[2].name;
    } else {
        if (traversal.steps.size() != 2)
            return false;
        resource.type = root;
        resource.name = second.name;
    }
    const auto it = m_module.resources.find(resource);
    return it != m_module.resources.end() && (it->second.config->count || it->second.config->forEach);
}

const hcl::Function* ModuleScope::function(std::string_view name) const {
    if (m_runtime.providerFunctions && name.starts_with("provider::"))
        return m_runtime.providerFunctions->find(m_module, name, m_runtime.operation);
    return m_runtime.functions.find(name);
}
std::vector<std::string> ModuleScope::functionNames() const {
    return m_runtime.functions.names();
}

std::optional<diags::Diagnostic> ModuleScope::explainMissingFunction(std::string_view name,
                                                                     const SourceRange& range) const {
    if (!m_runtime.providerFunctions || !name.starts_with("provider::"))
        return lang::FunctionTable::explainMissing(name, range);
    if (m_runtime.operation != Operation::Validate)
        return {}; // missingFunctions() has explained it
    return m_runtime.providerFunctions->explainMissing(m_module.node, name, range);
}

Diagnostics ModuleScope::missingFunctions(const std::vector<hcl::FunctionReference>& functions) const {
    Diagnostics missing;
    for (const hcl::FunctionReference& called : functions)
        if (called.name.starts_with("provider::") && !function(called.name))
            missing.append(m_runtime.providerFunctions->explainMissing(m_module.node, called.name, called.nameRange));
    return missing;
}

Diagnostics ModuleScope::missingFunctions(std::initializer_list<const hcl::Expression*> expressions) const {
    if (!m_runtime.providerFunctions || !m_runtime.providerFunctions->areUsed())
        return {};
    std::vector<hcl::FunctionReference> functions;
    for (const hcl::Expression* expression : expressions)
        expression->collectFunctions(functions);
    return missingFunctions(functions);
}

std::optional<Value> ModuleScope::peek(const Traversal& traversal) const {
    ModuleScope quiet = *this;
    quiet.m_recorder = nullptr;
    Result<Value> result = quiet.resolve(traversal);
    if (result.hasErrors())
        return {};
    return std::move(result.value);
}

Result<Value> ModuleScope::evaluate(const hcl::Expression& expression, Type type) const {
    Diagnostics diagnostics;
    if (m_runtime.operation == Operation::Validate) {
        diagnostics = checkReferences(expression.variables(), Names::LookedUp);
        if (diagnostics.hasErrors())
            return {Value::unknown(type), std::move(diagnostics)};
    }
    diagnostics.append(missingFunctions({&expression}));
    if (diagnostics.hasErrors())
        return {Value::unknown(type), std::move(diagnostics)};
    Result<Value> result = expression.evaluate(this);
    diagnostics.append(std::move(result.diagnostics));
    Value value = std::move(*result.value);
    if (auto tooDeep = hcl::nestedTooDeeply(value, expression.range())) {
        diagnostics.append(*std::move(tooDeep));
        return {Value::unknown(type), std::move(diagnostics)};
    }
    if (!type.isDynamic()) {
        values::Outcome<Value> converted = values::convert(value, type);
        if (converted) {
            value = *std::move(converted);
        } else {
            diagnostics.append(
                hcl::withExpressionValues(diags::Diagnostic::error("Incorrect value type",
                                                                   fmt::format("Invalid expression value: {}.",
                                                                               values::formatError(converted.error())),
                                                                   expression.range()),
                                          expression, this));
            value = Value::unknown(type);
        }
    }
    value = takeDeprecations(std::move(value), expression, diagnostics);
    return {std::move(value), std::move(diagnostics)};
}

/// Returns the errors of a body whose `dynamic` blocks have invalid references. As in OpenTofu, these blocks are
/// expanded nevertheless, without any names.
Diagnostics ModuleScope::errorsWithoutNames(const hcl::BodyPtr& body, const schemas::Block& schema) const {
    const FallbackScope fallback(*this, FallbackScope::Names::None);
    const hcl::BodyPtr expanded = hcl::expandDynamicBlocks(body, &fallback);
    Diagnostics errors = checkReferences(schemas::variablesInBody(expanded, schema), Names::LookedUp);
    return errors.hasErrors() ? errors : std::move(schemas::decodeBody(expanded, schema, this).diagnostics);
}

Result<Value> ModuleScope::evaluateBody(const hcl::BodyPtr& body, const schemas::Block& schema,
                                        Ephemeral ephemeral) const {
    Diagnostics diagnostics;
    if (m_runtime.operation == Operation::Validate) {
        if (body->mayHaveDynamicBlocks()) {
            const std::vector<Traversal> references = schemas::variablesInExpansion(body, schema);
            diagnostics = checkReferences(references, Names::LookedUp);
            if (checkReferences(references).hasErrors()) {
                diagnostics.append(errorsWithoutNames(body, schema));
                return {Value::unknown(schema.impliedType()), std::move(diagnostics)};
            }
        }
        // The content of a `dynamic` block is checked once for each block that it generates. Without any, its
        // references are not checked.
        diagnostics.append(
            checkReferences(schemas::variablesInBody(hcl::expandDynamicBlocks(body, this), schema), Names::LookedUp));
        if (diagnostics.hasErrors())
            return {Value::unknown(schema.impliedType()), std::move(diagnostics)};
    }
    if (m_runtime.providerFunctions && m_runtime.providerFunctions->areUsed()) {
        if (body->mayHaveDynamicBlocks())
            diagnostics.append(missingFunctions(schemas::functionsInExpansion(body, schema)));
        diagnostics.append(missingFunctions(schemas::functionsInBody(hcl::expandDynamicBlocks(body, this), schema)));
    }
    if (diagnostics.hasErrors())
        return {Value::unknown(schema.impliedType()), std::move(diagnostics)};
    Result<Value> result = schemas::decodeBody(body, schema, this);
    if (isTerraformData(schema))
        configs::explainTerraformSyntax(result.diagnostics, configs::TerraformContext::TerraformData);
    diagnostics.append(std::move(result.diagnostics));
    if (auto tooDeep = hcl::nestedTooDeeply(*result.value, body->missingItemRange())) {
        diagnostics.append(*std::move(tooDeep));
        return {Value::unknown(schema.impliedType()), std::move(diagnostics)};
    }
    if (ephemeral == Ephemeral::Refused && result.value->containsMarked()) {
        for (const values::PathMarks& marked : result.value->pathMarks()) {
            if (!marked.marks.contains(Mark::ephemeral()))
                continue;
            values::Path path = marked.path;
            const schemas::Attribute* attribute = schemas::attributeByPath(schema, path);
            while (!attribute && !path.isEmpty()) {
                path.pop();
                attribute = schemas::attributeByPath(schema, path);
            }
            if (attribute && attribute->writeOnly)
                continue;
            diagnostics.append(
                diags::Diagnostic::error("Ephemeral value used in non-ephemeral context",
                                         fmt::format("Attribute \"{}\" is referencing an ephemeral value but "
                                                     "ephemeral values can be referenced only by "
                                                     "other ephemeral attributes or by write-only ones.",
                                                     path.toString()),
                                         schemas::rangeOfPath(body, schema, path))
                    .withCode(diags::ErrorCode::EphemeralNotAllowed));
        }
    }
    Value value = takeDeprecations(*std::move(result.value), body, schema, diagnostics);
    return {std::move(value), std::move(diagnostics)};
}

} // namespace planlens::engine

// SPDX-License-Identifier: MPL-2.0
#include "core/engine/refactoring/imports.h"

#include "core/addrs/target.h"
#include "core/configs/config.h"
#include "core/configs/for_each.h"
#include "core/engine/evaluation/scope.h"
#include "core/hcl/syntax.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

namespace planlens::engine {

using addrs::AbsResourceInstance;
using configs::Import;
using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using hcl::Expression;
using values::Mark;
using values::Type;
using values::Value;

namespace {

Diagnostic aboutKey(std::string detail, const Expression& key) {
    return Diagnostic::error("Import block 'to' address contains an invalid key", std::move(detail), key.range());
}

/// Evaluates the key of an instance in an import target.
Result<Value> evaluateKey(const Expression& expression, const ModuleScope& scope) {
    Result<Value> evaluated = scope.evaluate(expression);
    if (evaluated.hasErrors())
        return std::move(evaluated.diagnostics);
    const Value key = evaluated->unmarked();
    if (!key.isKnown())
        return aboutKey("Import block contained a resource address using an index that will only be known after apply. "
                        "Please ensure to use expressions that are known at plan "
                        "time for the index of an import target address",
                        expression);
    if (key.isNull())
        return aboutKey("Import block contained a resource address using an index which is null. Please ensure the "
                        "expression for the index is not null",
                        expression);
    if (!key.type().isString() && !key.type().isNumber())
        return aboutKey("Import block contained a resource address using an index which is not valid for a resource "
                        "instance (not a string or a number). Please ensure the "
                        "expression for the index is correct, and returns either a string or a number",
                        expression);
    Diagnostics diagnostics;
    if (evaluated->hasMark(Mark::sensitive()))
        diagnostics.append(aboutKey("Import block contained a resource address using an index which is sensitive. "
                                    "Please ensure indexes used in the resource address of an import "
                                    "target are not sensitive",
                                    expression));
    if (evaluated->hasMark(Mark::ephemeral()))
        diagnostics.append(aboutKey("Import block contained a resource address using an index which is ephemeral. "
                                    "Please ensure indexes used in the resource address of an import "
                                    "target are not ephemeral",
                                    expression));
    return {key, std::move(diagnostics)};
}

/// Returns the target of an import with all keys evaluated. Loading has checked that it has references and keys only.
std::optional<hcl::Traversal> targetTraversal(const Expression& expression, const ModuleScope& scope,
                                              Diagnostics& diagnostics) {
    if (std::optional<hcl::Traversal> plain = expression.asTraversal())
        return plain;
    if (const auto* relative = dynamic_cast<const hcl::syntax::RelativeTraversal*>(&expression)) {
        std::optional<hcl::Traversal> source = targetTraversal(*relative->source, scope, diagnostics);
        if (source)
            source->steps.insert(source->steps.end(), relative->traversal.steps.begin(),
                                 relative->traversal.steps.end());
        return source;
    }
    const auto* index = dynamic_cast<const hcl::syntax::Index*>(&expression);
    if (!index)
        return {};
    std::optional<hcl::Traversal> source = targetTraversal(*index->collection, scope, diagnostics);
    Result<Value> key = evaluateKey(*index->key, scope);
    diagnostics.append(std::move(key.diagnostics));
    if (!source || !key.value)
        return {};
    hcl::TraversalStep step;
    step.kind = hcl::TraversalStep::Kind::Index;
    step.key = *std::move(key.value);
    step.range = index->key->range();
    source->steps.push_back(std::move(step));
    return source;
}

void collectKeyReferences(const Expression& expression, std::vector<hcl::Traversal>& found) {
    if (const auto* relative = dynamic_cast<const hcl::syntax::RelativeTraversal*>(&expression)) {
        collectKeyReferences(*relative->source, found);
    } else if (const auto* index = dynamic_cast<const hcl::syntax::Index*>(&expression)) {
        collectKeyReferences(*index->collection, found);
        const std::vector<hcl::Traversal> key = index->key->variables();
        found.insert(found.end(), key.begin(), key.end());
    }
}

enum class Unknowns { Refused, Allowed };

/// Returns the value of `id` or `identity`; std::nullopt after an error, or if it is unknown and that is allowed.
Result<Value> evaluateIdentifier(const Expression& expression, std::string_view argument, Type type,
                                 const ModuleScope& scope, Unknowns unknowns) {
    Result<Value> evaluated = scope.evaluate(expression, type);
    Diagnostics diagnostics = std::move(evaluated.diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    const auto refuse = [&](std::string detail) {
        diagnostics.error(fmt::format("Invalid import {} argument", argument), std::move(detail), expression.range());
        return diagnostics;
    };
    const Value& value = *evaluated.value;
    if (value.isNull())
        return refuse(fmt::format("The import {} cannot be null.", argument));
    if (!value.isWhollyKnown()) {
        if (unknowns == Unknowns::Allowed)
            return diagnostics;
        Diagnostic unknown =
            Diagnostic::error(fmt::format("Invalid import {} argument", argument),
                              fmt::format("The import block \"{}\" argument depends on resource attributes that cannot "
                                          "be determined until apply, so OpenTofu "
                                          "cannot plan to import this resource.",
                                          argument),
                              expression.range());
        unknown.extra.causedByUnknown = true;
        diagnostics.append(std::move(unknown));
        return diagnostics;
    }
    if (value.containsMark(Mark::sensitive()))
        return refuse(fmt::format("The import {} cannot be sensitive.", argument));
    if (value.containsMark(Mark::ephemeral()))
        return refuse(fmt::format("The import {} cannot be ephemeral.", argument));
    return {value.unmarkedDeep(), std::move(diagnostics)};
}

/// Returns the type of `identity` for a resource type; std::nullopt after an error.
Result<Type> identityType(const Import& import, const std::string& target, const plans::Schemas& schemas) {
    const schemas::ResourceSchemaPtr schema = plans::resourceSchema(schemas, import.provider, import.toResource);
    if (schema && schema->identity) {
        schemas::Attribute attribute;
        attribute.nested = schema->identity;
        return attribute.specType();
    }
    return Diagnostic::error(
        "Unable to determine identity schema for import identity",
        fmt::format("The provider {} does not provide an identity schema for the resource type {}, which is required "
                    "when trying to import the resource {} "
                    "using identity-based import. Please ensure the resource type supports identity-based import.",
                    values::quoted(import.provider.toString()), values::quoted(import.toResource.type),
                    values::quoted(target)),
        import.identity->range());
}

/// Returns the id or identity of one import.
Result<Value> evaluateIdentifier(const Import& import, const std::string& target, const ModuleScope& scope,
                                 const plans::Schemas& schemas, Unknowns unknowns) {
    if (import.id)
        return evaluateIdentifier(*import.id, "id", Type::string(), scope, unknowns);
    const Result<Type> type = identityType(import, target, schemas);
    return type.value ? evaluateIdentifier(*import.identity, "identity", *type.value, scope, unknowns)
                      : type.diagnostics;
}

/// Returns the `each` values for all objects of a block; none if for_each is unknown and that is allowed.
Result<std::vector<RepetitionData>> repetitionsOf(const Import& import, const Runtime& runtime,
                                                  configs::UnknownForEach unknowns) {
    std::vector<RepetitionData> repetitions;
    if (!import.forEach) {
        repetitions.emplace_back();
        return repetitions;
    }
    const ModuleScope scope(runtime, runtime.root());
    Result<Value> evaluated = scope.evaluate(*import.forEach);
    Diagnostics diagnostics = std::move(evaluated.diagnostics);
    // A value that cannot be evaluated is treated and reported as unknown.
    const Result<Value> checked =
        configs::checkForEach(*import.forEach, *evaluated.value, scope, unknowns, configs::targetDependenciesFirst,
                              configs::TupleForEach::Allowed);
    diagnostics.append(checked.diagnostics);
    if (diagnostics.hasErrors())
        return diagnostics;
    const Value collection = checked->unmarked();
    for (std::size_t i = 0; collection.isKnown() && i < collection.size(); ++i) {
        const Value element = collection.element(i);
        const Type type = collection.type();
        const Value key = type.isSet()     ? element
                          : type.isTuple() ? Value::number(static_cast<std::int64_t>(i))
                                           : Value::string(collection.key(i));
        repetitions.push_back({{}, key, element});
    }
    return {std::move(repetitions), std::move(diagnostics)};
}

std::string configText(const Import& import) {
    return addrs::ConfigResource{import.toModule, import.toResource}.toString();
}

} // namespace

std::string ImportTarget::describe() const {
    return id.empty() ? identity.toGoString() : id;
}

Diagnostic importWithoutConfig(const std::string& address, const Import* import) {
    return Diagnostic::error("Configuration for import target does not exist",
                             fmt::format("The configuration for the given import {} does not exist. All target "
                                         "instances must have an associated configuration to be imported.",
                                         address),
                             import ? import->range : diags::SourceRange());
}

Diagnostics checkImportTargets(const configs::Config& config, ConfigGeneration generation) {
    Diagnostics diagnostics;
    for (const Import& import : config.root->module.imports) {
        const addrs::ConfigResource target{import.toModule, import.toResource};
        if (import.toResource.mode == addrs::ResourceMode::Managed && config.resource(target))
            continue;
        if (generation == ConfigGeneration::Off) {
            diagnostics.append(importWithoutConfig(target.toString(), &import));
            continue;
        }
        const bool hasModule = config.module(target.module) != nullptr;
        const std::string name = hasModule && import.staticTo ? import.staticTo->toString() : target.toString();
        const auto cannotGenerate = [&](std::string summary, std::string_view where) {
            diagnostics.error(std::move(summary),
                              fmt::format("The configuration for the given import {} does not exist. Configuration "
                                          "generation is only possible for resources {}",
                                          name, where),
                              import.range);
        };
        if (!hasModule || (import.staticTo && !target.module.isRoot()))
            cannotGenerate("Cannot generate configuration for resource inside sub-module",
                           "in the root module, and not possible for resources in sub-modules.");
        else if (!import.staticTo || !import.staticTo->key.isNone())
            cannotGenerate("Configuration generation for count and for_each resources not supported",
                           "that do not use count or for_each");
    }
    return diagnostics;
}

std::vector<hcl::Traversal> referencesOf(const Import& import) {
    std::vector<hcl::Traversal> found;
    collectKeyReferences(*import.to, found);
    for (const hcl::ExpressionPtr& expression : {import.forEach, import.id, import.identity}) {
        const std::vector<hcl::Traversal> more = expression ? expression->variables() : std::vector<hcl::Traversal>();
        found.insert(found.end(), more.begin(), more.end());
    }
    return found;
}

Diagnostics validateImport(const Import& import, const Runtime& runtime, const plans::Schemas& schemas) {
    Result<std::vector<RepetitionData>> repetitions = repetitionsOf(import, runtime, configs::UnknownForEach::Allowed);
    Diagnostics diagnostics = std::move(repetitions.diagnostics);
    if (repetitions.value)
        for (const RepetitionData& repetition : *repetitions)
            diagnostics.append(evaluateIdentifier(import, configText(import),
                                                  ModuleScope(runtime, runtime.root(), repetition), schemas,
                                                  Unknowns::Allowed)
                                   .diagnostics);
    return diagnostics;
}

Diagnostics Imports::resolve(const Import& import, const Runtime& runtime, const plans::Schemas& schemas) {
    Result<std::vector<RepetitionData>> repetitions = repetitionsOf(import, runtime, configs::UnknownForEach::Refused);
    Diagnostics diagnostics = std::move(repetitions.diagnostics);
    if (repetitions.value)
        for (const RepetitionData& repetition : *repetitions)
            diagnostics.append(resolveOne(import, runtime, repetition, schemas));
    return diagnostics;
}

Diagnostics Imports::resolveOne(const Import& import, const Runtime& runtime, const RepetitionData& repetition,
                                const plans::Schemas& schemas) {
    const ModuleScope scope(runtime, runtime.root(), repetition);
    Diagnostics diagnostics;
    const std::optional<hcl::Traversal> traversal = targetTraversal(*import.to, scope, diagnostics);
    if (!traversal || diagnostics.hasErrors())
        return diagnostics;
    Result<AbsResourceInstance> address = addrs::parseAbsResourceInstance(*traversal);
    diagnostics.append(std::move(address.diagnostics));
    if (!address.value || diagnostics.hasErrors())
        return diagnostics;
    const std::string target = address->toString();
    Result<Value> identifier = evaluateIdentifier(import, target, scope, schemas, Unknowns::Refused);
    diagnostics.append(std::move(identifier.diagnostics));
    if (!identifier.value)
        return diagnostics;
    const std::scoped_lock lock(m_mutex);
    const auto [existing, isNew] = m_targets.try_emplace(
        *address, ImportTarget{&import, *address, import.id ? identifier->asString() : std::string(),
                               import.id ? Value() : *identifier.value});
    if (!isNew)
        diagnostics.error(fmt::format("Duplicate import configuration for {}", values::quoted(target)),
                          fmt::format("An import block for the resource {} was already declared at {}. A resource can "
                                      "have only one import block.",
                                      values::quoted(target), existing->second.config->range.toString()),
                          existing->second.config->range);
    return diagnostics;
}

void Imports::add(ImportTarget target) {
    const std::scoped_lock lock(m_mutex);
    const AbsResourceInstance address = target.address;
    m_targets.insert_or_assign(address, std::move(target));
}

const ImportTarget* Imports::find(const AbsResourceInstance& address) const {
    const std::scoped_lock lock(m_mutex);
    const auto target = m_targets.find(address);
    return target == m_targets.end() ? nullptr : &target->second;
}

void Imports::declare(const AbsResourceInstance& address) {
    const std::scoped_lock lock(m_mutex);
    m_generated.insert(address);
}

Diagnostics Imports::checkDeclared(const Runtime& runtime) const {
    Diagnostics diagnostics;
    const std::scoped_lock lock(m_mutex);
    for (const auto& [address, target] : m_targets) {
        const ResourceRuntime* resource = runtime.find(address.containing());
        const bool declared = resource && resource->isExpanded() && resource->instances().find(address.key);
        if (!declared && !m_generated.contains(address))
            diagnostics.append(importWithoutConfig(address.toString(), nullptr));
    }
    return diagnostics;
}

} // namespace planlens::engine

// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/configs/decode/discarded_attributes.h"
#include "core/engine/evaluation/checks.h"
#include "core/engine/evaluation/deprecations.h"
#include "core/engine/evaluation/input_variables.h"
#include "core/engine/evaluation/marks.h"
#include "core/engine/evaluation/module_steps.h"
#include "core/engine/evaluation/provider_functions.h"
#include "core/engine/evaluation/repetition.h"
#include "core/engine/evaluation/replace_triggers.h"
#include "core/engine/graphs/config_graph.h"
#include "core/engine/planning/plan_walk.h"
#include "core/engine/provider_schemas.h"
#include "core/engine/validation/provisioner_checks.h"
#include "core/engine/validation/reference_checks.h"
#include "core/lang/functions.h"
#include "core/schemas/decode.h"
#include "core/schemas/values_by_schema.h"
#include "core/system/unexpected_error.h"
#include "core/values/conversion/convert.h"

#include <fmt/core.h>

namespace planlens::engine {

namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;
using values::Mark;
using values::Type;
using values::Value;
using Kind = ConfigNode::Kind;

/// Checks each object of the configuration once, with all external values unknown.
class ValidateWalk {
public:
    ValidateWalk(const configs::Config& config, ProviderPool& providers, const plans::Schemas& schemas,
                 const ConfigGraph& graph, const lang::FunctionTable& functions, std::stop_token stop)
        : m_runtime(Operation::Validate, config, functions, config.workspace)
        , m_config(config)
        , m_providers(providers)
        , m_schemas(schemas)
        , m_graph(graph)
        , m_checks(config)
        , m_stop(std::move(stop))
        , m_byNode(graph.nodes.size()) {
        m_runtime.providerFunctions = std::make_shared<const ProviderFunctions>(config, providers.registry(), m_stop);
        // References are checked with schemas, regardless of the visit order.
        attachSchemas(m_runtime.root());
    }

    Diagnostics run() {
        graph::WalkOptions options;
        options.stop = m_stop;
        const graph::WalkResult result = graph::walk(
            m_graph.graph,
            [this](graph::Vertex v, graph::WorkContext& work) {
                Diagnostics& found = m_byNode[graph::index(v)];
                found = visit(m_graph[v], work);
                return found.hasErrors() ? graph::Visit::Failed : graph::Visit::Done;
            },
            options);
        Diagnostics all;
        for (Diagnostics& found : m_byNode)
            all.append(std::move(found));
        for (const graph::WalkException& failed : result.exceptions)
            all.append(system::unexpectedError(failed.exception));
        return all;
    }

private:
    void attachSchemas(ModuleRuntime& module) {
        for (auto& [address, resource] : module.resources)
            resource.schema = plans::resourceSchema(m_schemas, resource.config->provider, address);
    }

    ModuleRuntime* instance(const ConfigNode& node) const {
        const auto& all = m_runtime.instancesOf(*node.module);
        return all.empty() ? nullptr : all.front();
    }

    Diagnostics visit(const ConfigNode& node, graph::WorkContext& work) {
        if (node.kind == Kind::Expansion)
            return visitExpansion(node);
        ModuleRuntime* module = instance(node);
        if (!module)
            return {};
        const configs::Module& content = node.module->module;
        switch (node.kind) {
        case Kind::Variable:
            return visitVariable(node, *module);
        case Kind::Local: {
            const hcl::Expression& expression = *content.locals.at(node.name).expression;
            Diagnostics own = checkSelfReferences(node.name, expression);
            if (own.hasErrors())
                return own;
            Result<Value> value = ModuleScope(m_runtime, *module).evaluate(expression);
            module->locals.find(node.name)->second = *std::move(value.value);
            return std::move(value.diagnostics);
        }
        case Kind::Output:
            return visitOutput(node, *module);
        case Kind::Resource: {
            Diagnostics found = visitResource(node, *module, work);
            if (node.resourceConfig->provisioners.empty() || !found.hasErrors())
                for (const configs::Import* import : node.imports)
                    found.append(validateImport(*import, m_runtime, m_schemas));
            return found;
        }
        case Kind::Provider:
            return visitProvider(node, *module, work);
        case Kind::Check: {
            ModuleScope scope(m_runtime, *module);
            scope.withCheck(node.name);
            return validateConditions(content.checks.at(node.name).asserts, ConditionKind::CheckAssertion, scope);
        }
        case Kind::Expansion:
        case Kind::Close:
        case Kind::Orphan:
        case Kind::Deposed:
        case Kind::Import:
        case Kind::Release:
            break;
        }
        return {};
    }

    Diagnostics visitExpansion(const ConfigNode& node) {
        const configs::ModuleNode& module = *node.module;
        if (!module.parent)
            return {};
        const auto& parents = m_runtime.instancesOf(*module.parent);
        if (parents.empty())
            return {};
        ModuleRuntime& parent = *parents.front();
        const std::string& name = module.path.path.back();
        const configs::ModuleCall& call = module.parent->module.moduleCalls.at(name);
        const ModuleScope scope(m_runtime, parent);
        Result<Instances> instances =
            placeholderInstances(call.count, call.forEach, call.enabled, scope, ForEachProblems::All);
        m_runtime.expand(parent, name, *std::move(instances.value));
        attachSchemas(parent.calls.find(name)->second.module(0));
        instances.diagnostics.append(checkDependsOn(call.dependsOn, scope));
        return std::move(instances.diagnostics);
    }

    static Diagnostics checkDependsOn(const std::vector<hcl::Traversal>& dependsOn, const ModuleScope& scope) {
        Diagnostics diagnostics;
        for (const hcl::Traversal& traversal : dependsOn) {
            Result<addrs::Reference> reference = addrs::parseReference(traversal);
            if (reference.isOk() && !reference->remaining.steps.empty())
                diagnostics.error("Invalid depends_on reference",
                                  "References in depends_on must be to a whole object (resource, etc), not to an "
                                  "attribute of an object.",
                                  reference->remaining.range());
            diagnostics.append(std::move(reference.diagnostics));
            if (!diagnostics.hasErrors()) {
                Diagnostics found = scope.checkReferences({traversal});
                if (!found.hasErrors())
                    found.append(scope.resolve(traversal).diagnostics);
                diagnostics.append(std::move(found));
            }
        }
        return diagnostics;
    }

    Diagnostics visitVariable(const ConfigNode& node, ModuleRuntime& module) {
        const configs::Variable& variable = node.module->module.variables.at(node.name);
        ModuleScope scope(m_runtime, module);
        if (!module.parent)
            return evaluateVariableValidations(variable, nullptr, scope, m_checks);
        const hcl::ExpressionPtr argument = callArgument(*node.module, node.name);
        Diagnostics diagnostics;
        if (argument || variable.defaultValue) {
            // The repetition of the call is not evaluated here. Planning reports errors for the actual instances.
            const RepetitionData any{Value::unknown(Type::number()), Value::unknown(Type::string()),
                                     Value::dynamicUnknown()};
            Result<Value> value = moduleVariableValue(variable, argument.get(),
                                                      ModuleScope(m_runtime, *module.parent, any), module.address);
            diagnostics = std::move(value.diagnostics);
            if (argument && !diagnostics.hasErrors())
                for (const configs::DiscardedAttribute& attribute :
                     configs::discardedAttributes(*argument, variable.constraint.type))
                    diagnostics.append(configs::discardedAttributeWarning(
                        attribute, fmt::format("input variable \"{}\"{}", variable.name,
                                               attribute.path.empty() ? "" : " nested value " + attribute.path)));
            if (!diagnostics.hasErrors())
                scope.withVariable(variable.name, *std::move(value.value));
        }
        // Rules in modules are evaluated with the known parts of the value. Unknown results are left to planning.
        if (diagnostics.hasErrors())
            return diagnostics;
        for (const Diagnostic& diagnostic : evaluateVariableValidations(variable, argument.get(), scope, m_checks))
            if (!diagnostic.extra.causedByUnknown)
                diagnostics.append(diagnostic);
        return diagnostics;
    }

    Diagnostics visitOutput(const ConfigNode& node, ModuleRuntime& module) {
        const configs::Output& output = node.module->module.outputs.at(node.name);
        const ModuleScope scope(m_runtime, module);
        Diagnostics diagnostics = validateConditions(output.preconditions, ConditionKind::OutputPrecondition, scope);
        if (diagnostics.hasErrors())
            return diagnostics;
        diagnostics.append(checkDependsOn(output.dependsOn, scope));
        Result<Value> value = scope.evaluate(*output.expression);
        diagnostics.append(std::move(value.diagnostics));
        diagnostics.append(checkOutputValue(output, *node.module, *value));
        Value seen = *std::move(value.value);
        if (output.sensitive)
            seen = seen.withMark(Mark::sensitive());
        if (output.ephemeral)
            seen = seen.withMark(Mark::ephemeral());
        module.outputs.find(node.name)->second = std::move(seen);
        return diagnostics;
    }

    /// Calls a provider on a thread for blocking calls, unless it is instant.
    template <typename Call>
    providers::ProviderDiagnostics ask(providers::Provider& provider, graph::WorkContext& work, Call call) const {
        if (provider.isInstant())
            return call(provider);
        providers::ProviderDiagnostics found;
        work.blocked([&] { found = call(provider); });
        return found;
    }

    Diagnostics visitProvider(const ConfigNode& node, ModuleRuntime& module, graph::WorkContext& work) {
        Diagnostics diagnostics;
        const auto schemas = m_schemas.find(node.provider.provider);
        // As in OpenTofu, a missing provider configuration is not validated here; planning reports what it lacks.
        if (schemas == m_schemas.end() || !node.providerConfig || !node.providerConfig->config ||
            node.providerConfig->config->content({}).diagnostics.isEmpty())
            return diagnostics;
        const configs::ProviderConfig& config = *node.providerConfig;
        Result<Instances> instances =
            placeholderInstances({}, config.forEach, {}, ModuleScope(m_runtime, module), ForEachProblems::All);
        diagnostics.append(std::move(instances.diagnostics));
        const schemas::ResourceSchemaPtr schema =
            schemas->second->provider ? schemas->second->provider : schemas::ResourceSchema::make({});
        Result<Value> value = ModuleScope(m_runtime, module, instances->data(0))
                                  .evaluateBody(config.config, schema->block, ModuleScope::Ephemeral::Allowed);
        const bool failed = value.hasErrors();
        diagnostics.append(std::move(value.diagnostics));
        if (failed)
            return diagnostics;
        Result<std::shared_ptr<providers::Provider>> provider = m_providers.any(node.provider.provider, m_stop);
        diagnostics.append(std::move(provider.diagnostics));
        if (provider.value) {
            const providers::ProviderDiagnostics found = ask(**provider, work, [&](providers::Provider& asked) {
                return asked.validateProviderConfig({{}, value->unmarkedDeep()}, m_stop);
            });
            diagnostics.append(fromProvider(found, config.config, &schema->block,
                                            addrs::AbsProviderInstance{node.provider, {}}.toString()));
        }
        return diagnostics;
    }

    std::string schemaSuggestion(const schemas::ProviderSchema& provider, const addrs::Resource& resource) const {
        const auto blockName = [](addrs::ResourceMode mode) -> std::string_view {
            switch (mode) {
            case addrs::ResourceMode::Managed:
                return "resource";
            case addrs::ResourceMode::Data:
                return "data";
            case addrs::ResourceMode::Ephemeral:
                return "ephemeral";
            }
            return {};
        };
        for (const addrs::ResourceMode mode :
             {addrs::ResourceMode::Managed, addrs::ResourceMode::Data, addrs::ResourceMode::Ephemeral}) {
            const auto& all = mode == addrs::ResourceMode::Managed ? provider.managed
                              : mode == addrs::ResourceMode::Data  ? provider.data
                                                                   : provider.ephemeral;
            if (mode != resource.mode && all.contains(resource.type))
                return fmt::format("\n\nDid you intend to use a block of type \"{0}\" \"{1}\"? If so, declare this "
                                   "using a block of type \"{0}\" instead of one of "
                                   "type \"{2}\".",
                                   blockName(mode), resource.type, blockName(resource.mode));
        }
        std::vector<std::string> names;
        for (const auto& [name, schema] : provider.managed)
            names.push_back(name);
        return nameSuggestion(resource.type, names);
    }

    /// Checks the block's arguments with the schema and the provider. Appends to the block's diagnostics.
    void checkArguments(const ConfigNode& node, const schemas::ResourceSchema* schema,
                        const schemas::ProviderSchema& providerSchema, const ModuleScope& scope,
                        graph::WorkContext& work, Diagnostics& diagnostics) const {
        const configs::Resource& config = *node.resourceConfig;
        const addrs::Resource& address = node.resource.resource;
        const bool managed = address.mode == addrs::ResourceMode::Managed;
        const std::string name = node.resource.toString();
        if (!schema) {
            const std::string suggestion = schemaSuggestion(providerSchema, address);
            const std::string provider = node.provider.provider.forDisplay();
            if (managed)
                diagnostics.error("Invalid resource type",
                                  fmt::format("The provider {} does not support resource type \"{}\".{}", provider,
                                              address.type, suggestion),
                                  config.typeRange);
            else if (address.mode == addrs::ResourceMode::Data)
                diagnostics.error("Invalid data source",
                                  fmt::format("The provider {} does not support data source \"{}\".{}", provider,
                                              address.type, suggestion),
                                  config.typeRange);
            else
                diagnostics.error("Invalid ephemeral resource",
                                  fmt::format("The provider {} does not support ephemeral resource \"{}\".{}", provider,
                                              address.type, suggestion),
                                  config.typeRange);
            return;
        }
        const bool ephemeral = address.mode == addrs::ResourceMode::Ephemeral;
        Result<Value> evaluated =
            scope.evaluateBody(config.config, schema->block,
                               ephemeral ? ModuleScope::Ephemeral::Allowed : ModuleScope::Ephemeral::Refused);
        const bool failed = evaluated.hasErrors();
        if (!ephemeral)
            nameResource(evaluated.diagnostics, name);
        diagnostics.append(std::move(evaluated.diagnostics));
        if (failed)
            return;
        if (managed)
            checkLifecycle(config, *schema, scope, name, diagnostics);
        Result<std::shared_ptr<providers::Provider>> provider = m_providers.any(node.provider.provider, m_stop);
        diagnostics.append(std::move(provider.diagnostics));
        if (provider.value) {
            const providers::ValidateRequest request{address.type, evaluated->unmarkedDeep()};
            const providers::ProviderDiagnostics found = ask(**provider, work, [&](providers::Provider& asked) {
                return managed                                     ? asked.validateResourceConfig(request, m_stop)
                       : address.mode == addrs::ResourceMode::Data ? asked.validateDataResourceConfig(request, m_stop)
                                                                   : asked.validateEphemeralConfig(request, m_stop);
            });
            diagnostics.append(fromProvider(found, config.config, &schema->block, name));
        }
    }

    Diagnostics visitResource(const ConfigNode& node, ModuleRuntime& module, graph::WorkContext& work) {
        const configs::Resource& config = *node.resourceConfig;
        ResourceRuntime& resource = module.resources.at(node.resource.resource);
        const ModuleScope plain(m_runtime, module);
        // As in OpenTofu, planning reports errors that make the value of for_each unknown.
        Result<Instances> instances =
            placeholderInstances(config.count, config.forEach, config.enabled, plain, ForEachProblems::OfKnownValues);
        Diagnostics diagnostics = std::move(instances.diagnostics);
        const RepetitionData repetition = instances->data(0);
        resource.expand(*std::move(instances.value));
        const ModuleScope scope(m_runtime, module, repetition);
        diagnostics.append(checkDependsOn(config.dependsOn, plain));
        const auto providerSchema = m_schemas.find(node.provider.provider);
        if (providerSchema == m_schemas.end())
            return diagnostics;
        const schemas::ResourceSchemaPtr schema = resource.schema;
        checkArguments(node, schema.get(), *providerSchema->second, scope, work, diagnostics);
        diagnostics.append(validateConditions(config.preconditions, ConditionKind::ResourcePrecondition, scope));
        ModuleScope after = scope;
        after.withSelf({node.resource.resource, schema ? Value::unknown(schema->type) : Value::dynamicUnknown()});
        diagnostics.append(validateConditions(config.postconditions, ConditionKind::ResourcePostcondition, after));
        // Only constant expressions are checked here; others are checked when planning.
        if (config.preventDestroy)
            if (const Result<Value> constant = config.preventDestroy->evaluate(nullptr); !constant.hasErrors())
                if (const values::Outcome<Value> converted = values::convert(*constant.value, Type::boolean());
                    !converted)
                    diagnostics.error(
                        "Invalid value for prevent_destroy",
                        fmt::format("Resource instance {} has an invalid value for its prevent_destroy argument: {}.",
                                    node.resource.toString(), values::formatError(converted.error())),
                        config.preventDestroy->range());
        for (const configs::Provisioner& provisioner : config.provisioners) {
            diagnostics.append(validateProvisioner(provisioner, config, after));
            if (diagnostics.hasErrors())
                break;
        }
        if (!schema)
            return diagnostics;
        const bool isSingle = !config.count && !config.forEach && !config.enabled;
        const bool isMarked =
            schema->block.containsSensitive() || schema->block.containsDeprecated() || node.isEphemeral();
        resource.setValue(0, isSingle && isMarked ? seenValue(schemas::unknownValue(schema->block), schema->block,
                                                              node.resource.resource, *node.module)
                                                  : Value::unknown(schema->type));
        return diagnostics;
    }

    static Diagnostics checkTrigger(const configs::Resource& config, const hcl::Expression& trigger,
                                    const ModuleScope& scope, const std::string& name) {
        RepetitionData keys; // only their presence matters
        if (config.count)
            keys.countIndex = values::Value::number(0);
        else if (config.forEach)
            keys.eachKey = values::Value::string("");
        const Result<addrs::Reference> reference = replaceTriggerReference(trigger, keys);
        if (!reference.isOk())
            return reference.diagnostics;
        const auto* resource = std::get_if<addrs::Resource>(&reference->subject);
        const auto* instance = std::get_if<addrs::ResourceInstance>(&reference->subject);
        if (!resource && !instance)
            return {};
        const addrs::Resource& address = resource ? *resource : instance->resource;
        const auto known = scope.module().resources.find(address);
        if (known == scope.module().resources.end())
            return Diagnostic::error(
                "Undeclared resource in replace_triggered_by",
                fmt::format("Resource {} refers to {} in replace_triggered_by, but it is not declared in this module.",
                            name, address.toString()),
                trigger.range());
        if (known->second.schema && !reference->remaining.steps.empty())
            return checkSchemaTraversal(known->second.schema->block, reference->remaining);
        return {};
    }

    static void checkLifecycle(const configs::Resource& config, const schemas::ResourceSchema& schema,
                               const ModuleScope& scope, const std::string& name, Diagnostics& diagnostics) {
        for (const hcl::Traversal& traversal : config.ignoreChanges) {
            diagnostics.append(checkSchemaTraversal(schema.block, traversal));
            if (!diagnostics.hasErrors()) { // warnings about arguments without effect are only for valid blocks
                values::Path path;
                for (const hcl::TraversalStep& step : traversal.steps) {
                    if (step.kind == hcl::TraversalStep::Kind::Index)
                        path.push(values::IndexStep{step.key});
                    else
                        path.push(values::AttributeStep{step.name});
                }
                const schemas::Attribute* attribute = schemas::attributeByPath(schema.block, path);
                if (attribute && !attribute->optional && attribute->computed)
                    diagnostics.warning("Redundant ignore_changes element",
                                        fmt::format("Adding an attribute name to ignore_changes tells OpenTofu to "
                                                    "ignore future changes to the argument in configuration "
                                                    "after the object has been created, retaining the value originally "
                                                    "configured.\n\nThe attribute {} is decided by the "
                                                    "provider alone and therefore there can be no configured value to "
                                                    "compare with. Including this attribute in "
                                                    "ignore_changes has no effect. Remove the attribute from "
                                                    "ignore_changes to quiet this warning.",
                                                    path.toString().substr(1)),
                                        config.typeRange);
            }
        }
        for (const hcl::ExpressionPtr& expression : config.triggersReplacement)
            diagnostics.append(checkTrigger(config, *expression, scope, name));
    }

    Runtime m_runtime;
    const configs::Config& m_config;
    ProviderPool& m_providers;
    const plans::Schemas& m_schemas;
    const ConfigGraph& m_graph;
    Checks m_checks;
    std::stop_token m_stop;
    std::vector<Diagnostics> m_byNode;
};

} // namespace

Result<ConfigGraphPtr> validate(const configs::Config& config, ProviderPool& providers, Listener& listener,
                                std::stop_token stop) {
    listener.phaseChanged(Phase::Validate);
    Result<plans::Schemas> schemas = schemasForValidation(config, providers, stop);
    Diagnostics diagnostics = std::move(schemas.diagnostics);
    diagnostics.append(missingProvisioners(config));
    if (diagnostics.hasErrors())
        return diagnostics;
    Result<ConfigGraph> graph =
        buildConfigGraph(config, {.schemas = &*schemas.value, .rootAliases = configs::RootAliases::Accepted});
    diagnostics.append(std::move(graph.diagnostics));
    if (!graph.value)
        return diagnostics;
    lang::FunctionOptions options;
    options.baseDirectory = config.directory.string();
    options.pure = true;
    const std::shared_ptr<const lang::FunctionTable> functions = lang::makeFunctionTable(options);
    diagnostics.append(ValidateWalk(config, providers, *schemas.value, *graph.value, *functions, stop).run());
    return {std::make_shared<const ConfigGraph>(*std::move(graph.value)), std::move(diagnostics)};
}

} // namespace planlens::engine

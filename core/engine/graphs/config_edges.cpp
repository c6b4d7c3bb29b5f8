// SPDX-License-Identifier: MPL-2.0
#include "core/engine/graphs/config_edges.h"

#include "core/configs/config.h"
#include "core/engine/evaluation/provider_functions.h"
#include "core/schemas/decode.h"

namespace planlens::engine {

using configs::ModuleNode;
using graph::Vertex;
using hcl::ExpressionPtr;
using hcl::Traversal;

void ConfigEdges::depend(Vertex from, const ModuleNode& module, const Traversal& traversal) {
    const diags::Result<addrs::Reference> reference = addrs::parseReference(traversal);
    if (reference.isOk())
        depend(from, module, reference->subject);
}

void ConfigEdges::depend(Vertex from, const ModuleNode& module, const addrs::Referenceable& subject) {
    const ModuleVertices& vertices = m_in.modules.at(&module);
    const auto to = [&](const auto& map, const auto& key) {
        const auto it = map.find(key);
        if (it == map.end())
            return;
        if (it->second == from)
            m_in.nodes[graph::index(from)].refersToItself = true;
        else
            add(from, it->second);
    };
    const auto toResource = [&](const addrs::Resource& resource, const std::optional<addrs::InstanceKey>& key) {
        to(vertices.resources, resource);
        if (!m_in.keepsReferences)
            return;
        if (const auto found = vertices.resources.find(resource); found != vertices.resources.end())
            references.push_back({from, found->second, key});
    };
    const auto toChild = [&](const std::string& call, const std::string* output) {
        const ModuleNode* child = module.child(call);
        if (!child)
            return;
        const ModuleVertices& childVertices = m_in.modules.at(child);
        if (output && childVertices.outputs.contains(*output)) {
            add(from, childVertices.outputs.at(*output));
            add(from, childVertices.expansion);
        } else {
            add(from, childVertices.close);
        }
    };
    if (const auto* variable = std::get_if<addrs::InputVariable>(&subject))
        to(vertices.variables, variable->name);
    else if (const auto* local = std::get_if<addrs::LocalValue>(&subject))
        to(vertices.locals, local->name);
    else if (const auto* resource = std::get_if<addrs::Resource>(&subject))
        toResource(*resource, {});
    else if (const auto* instance = std::get_if<addrs::ResourceInstance>(&subject))
        // As in OpenTofu, an address without a key refers to all instances.
        toResource(instance->resource, instance->key.isNone() ? std::nullopt : std::optional(instance->key));
    else if (const auto* call = std::get_if<addrs::ModuleCall>(&subject))
        toChild(call->name, nullptr);
    else if (const auto* callInstance = std::get_if<addrs::ModuleCallInstance>(&subject))
        toChild(callInstance->name, nullptr);
    else if (const auto* output = std::get_if<addrs::ModuleCallInstanceOutput>(&subject))
        toChild(output->name, &output->output);
}

void ConfigEdges::depend(Vertex from, const ModuleNode& module, const ExpressionPtr& expression) {
    if (!expression)
        return;
    for (const Traversal& traversal : expression->variables())
        depend(from, module, traversal);
    depend(from, module, expression->functions());
}

/// Connects provider functions to the provider configuration, if there is one.
void ConfigEdges::depend(Vertex from, const ModuleNode& module, const std::vector<hcl::FunctionReference>& functions) {
    for (const hcl::FunctionReference& function : functions) {
        const std::optional<ProviderFunctionName> name = ProviderFunctionName::parse(function.name);
        if (!name)
            continue;
        if (!module.module.requiredProviders.contains(name->provider)) {
            unknownProviders.append(unknownFunctionProvider(name->provider, function.nameRange));
            continue;
        }
        const configs::ResolvedProvider provider = m_in.config.providerFor(module.path, name->provider, name->alias);
        providerUses.emplace_back(from, provider);
    }
}

void ConfigEdges::depend(Vertex from, const ModuleNode& module, const std::vector<Traversal>& traversals) {
    for (const Traversal& traversal : traversals)
        depend(from, module, traversal);
}

void ConfigEdges::depend(Vertex from, const ModuleNode& module, const std::vector<configs::CheckRule>& rules) {
    for (const configs::CheckRule& rule : rules) {
        depend(from, module, rule.condition);
        depend(from, module, rule.errorMessage);
    }
}

void ConfigEdges::depend(Vertex from, const ModuleNode& module, const hcl::BodyPtr& body) {
    if (!body)
        return;
    std::vector<Traversal> traversals;
    body->collectVariables(traversals);
    depend(from, module, traversals);
    std::vector<hcl::FunctionReference> functions;
    body->collectFunctions(functions);
    depend(from, module, functions);
}

void ConfigEdges::connect(const ModuleNode& module) {
    const ModuleVertices& own = m_in.modules.at(&module);
    const configs::Module& content = module.module;
    if (module.parent)
        connectCall(module);
    const auto inModule = [&](Vertex v) {
        add(v, own.expansion);
        add(own.close, v);
    };
    for (const auto& [name, variable] : content.variables) {
        const Vertex v = own.variables.at(name);
        inModule(v);
        // Validation rules may refer to other objects of the module besides the variable.
        for (const configs::CheckRule& rule : variable.validations)
            for (const ExpressionPtr& expression : {rule.condition, rule.errorMessage}) {
                if (!expression)
                    continue;
                for (const Traversal& traversal : expression->variables())
                    if (!(traversal.rootName() == "var" && traversal.steps.size() > 1 &&
                          traversal.steps[1].name == name))
                        depend(v, module, traversal);
                depend(v, module, expression->functions());
            }
    }
    for (const auto& [name, local] : content.locals) {
        inModule(own.locals.at(name));
        depend(own.locals.at(name), module, local.expression);
    }
    for (const auto& [name, output] : content.outputs) {
        const Vertex v = own.outputs.at(name);
        inModule(v);
        depend(v, module, output.expression);
        depend(v, module, output.dependsOn);
        depend(v, module, output.preconditions);
    }
    for (const auto& [checkModule, v] : m_in.checks) {
        if (checkModule != &module)
            continue;
        add(v, own.expansion); // checks have no value for references
        const configs::Check& check = content.checks.at(m_in.nodes[graph::index(v)].name);
        depend(v, module, check.asserts);
        for (const auto& [address, resource] : content.resources)
            if (resource.container == check.name)
                add(v, own.resources.at(address));
    }
    add(own.close, own.expansion);
    if (module.parent)
        return;
    for (const Vertex v : m_in.generated) {
        inModule(v);
        depend(v, module, referencesOf(*m_in.nodes[graph::index(v)].imports.front()));
    }
}

/// Connects the call of a module: its repetition determines the instances, its arguments the variables.
void ConfigEdges::connectCall(const ModuleNode& module) {
    const ModuleVertices& own = m_in.modules.at(&module);
    const ModuleVertices& parent = m_in.modules.at(module.parent);
    const configs::ModuleCall& call = module.parent->module.moduleCalls.at(module.path.path.back());
    add(own.expansion, parent.expansion);
    add(parent.close, own.close);
    depend(own.expansion, *module.parent, call.count);
    depend(own.expansion, *module.parent, call.forEach);
    depend(own.expansion, *module.parent, call.enabled);
    depend(own.expansion, *module.parent, call.dependsOn);
    if (!call.config)
        return;
    const auto arguments = call.config->justAttributes();
    if (!arguments.value)
        return;
    for (const auto& [name, attribute] : *arguments)
        if (const auto variable = own.variables.find(name); variable != own.variables.end())
            depend(variable->second, *module.parent, attribute.expression);
}

void ConfigEdges::connectResource(Vertex v) {
    const ConfigNode& node = m_in.nodes[graph::index(v)];
    const ModuleNode& module = *node.module;
    const configs::Resource& resource = *node.resourceConfig;
    const ModuleVertices& own = m_in.modules.at(&module);
    add(v, own.expansion);
    if (resource.container.empty()) // not in a check block
        add(own.close, v);
    depend(v, module, resource.count);
    depend(v, module, resource.forEach);
    depend(v, module, resource.enabled);
    depend(v, module, resource.dependsOn);
    depend(v, module, resource.preconditions);
    depend(v, module, resource.postconditions);
    depend(v, module, resource.preventDestroy);
    for (const ExpressionPtr& trigger : resource.triggersReplacement)
        depend(v, module, trigger);
    const schemas::ResourceSchemaPtr schema =
        m_in.schemas ? plans::resourceSchema(*m_in.schemas, node.provider.provider, resource.address) : nullptr;
    if (schema) {
        depend(v, module, schemas::variablesInBody(resource.config, schema->block));
        depend(v, module, schemas::functionsInBody(resource.config, schema->block));
    } else {
        depend(v, module, resource.config);
    }
    depend(v, module, resource.connection);
    for (const configs::Provisioner& provisioner : resource.provisioners) {
        depend(v, module, provisioner.config);
        depend(v, module, provisioner.connection);
    }
    for (const configs::Import* import : node.imports)
        depend(v, *m_in.config.root, referencesOf(*import));
    if (const auto key = m_in.providerKeys.find(&resource); key != m_in.providerKeys.end())
        if (const ModuleNode* keyModule = m_in.config.module(key->second.keyModule))
            depend(v, *keyModule, key->second.keyExpression);
}

} // namespace planlens::engine

// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/reference.h"
#include "core/configs/module_node.h"
#include "core/engine/graphs/operation_steps.h"
#include "core/schemas/decode.h"

#include <unordered_map>

namespace planlens::engine {

using Index = OperationSteps::Index;
using Kind = OperationStep::Kind;
using hcl::ExpressionPtr;

namespace {

/// Collects the references of one step.
class Collector {
public:
    Collector(const OperationStep& step, GraphOperation operation, const plans::Schemas& schemas)
        : m_step(step)
        , m_operation(operation)
        , m_schemas(schemas) {}

    StepReferences collect() {
        m_found.module = m_step.module;
        switch (m_step.kind) {
        case Kind::Variable:
            add(content().variables.at(m_step.key).validations);
            break;
        case Kind::Argument:
            addArgument();
            break;
        case Kind::Local:
            add(content().locals.at(m_step.key).expression);
            break;
        case Kind::Output:
            if (!(m_step.module.isRoot() && isDestroying()))
                addOutput(content().outputs.at(m_step.key));
            break;
        case Kind::Check:
            add(content().checks.at(m_step.key).asserts);
            break;
        case Kind::Expansion:
            addCall();
            break;
        case Kind::Provider:
            addProvider();
            break;
        case Kind::Destroyed:
            addDestroyProvisioners();
            break;
        default:
            if (m_step.isOfResource() && !m_step.isOfDeposed() && m_step.resourceConfig)
                addResource();
        }
        return std::move(m_found);
    }

    /// Collects the references for destroying an object, which only prevent_destroy has.
    StepReferences collectDestroy() {
        m_found.module = m_step.module;
        if (m_step.resourceConfig && schema())
            add(m_step.resourceConfig->preventDestroy);
        return std::move(m_found);
    }

private:
    bool isDestroying() const {
        return m_operation == GraphOperation::Destroy || m_operation == GraphOperation::PlanDestroy;
    }
    const configs::Module& content() const { return m_step.moduleNode->module; }
    const configs::ModuleCall& call() const {
        return m_step.moduleNode->parent->module.moduleCalls.at(m_step.module.path.back());
    }
    schemas::ResourceSchemaPtr schema() const {
        const addrs::Provider provider = m_step.provider ? m_step.provider->provider : m_step.resourceConfig->provider;
        return plans::resourceSchema(m_schemas, provider, m_step.resource.resource);
    }

    void add(const ExpressionPtr& expression) {
        if (!expression)
            return;
        add(expression->variables());
        const std::vector<hcl::FunctionReference> functions = expression->functions();
        m_found.functions.insert(m_found.functions.end(), functions.begin(), functions.end());
    }
    void add(const std::vector<hcl::Traversal>& traversals) {
        m_found.traversals.insert(m_found.traversals.end(), traversals.begin(), traversals.end());
    }
    void add(const std::vector<configs::CheckRule>& rules) {
        for (const configs::CheckRule& rule : rules) {
            add(rule.condition);
            add(rule.errorMessage);
        }
    }
    void add(const hcl::BodyPtr& body, const schemas::Block& schema) {
        if (!body)
            return;
        add(schemas::variablesInBody(body, schema));
        const std::vector<hcl::FunctionReference> functions = schemas::functionsInBody(body, schema);
        m_found.functions.insert(m_found.functions.end(), functions.begin(), functions.end());
    }
    void addWhole(const hcl::BodyPtr& body) {
        if (!body)
            return;
        body->collectVariables(m_found.traversals);
        body->collectFunctions(m_found.functions);
    }

    void addArgument() {
        m_found.module = m_step.module.parent();
        if (!call().config)
            return;
        if (const auto arguments = call().config->justAttributes(); arguments.value)
            if (const auto found = arguments->find(m_step.key); found != arguments->end())
                add(found->second.expression);
    }

    void addOutput(const configs::Output& output) {
        add(output.expression);
        add(output.dependsOn);
        add(output.preconditions);
    }

    void addCall() {
        m_found.module = m_step.module.parent();
        add(call().dependsOn);
        add(call().count);
        add(call().forEach);
        add(call().enabled);
        for (const configs::PassedProvider& passed : call().providers)
            add(passed.inParent.keyExpression);
    }

    void addProvider() {
        if (!m_step.providerConfig)
            return;
        const auto schema = m_schemas.find(m_step.provider->provider);
        if (schema != m_schemas.end() && schema->second && schema->second->provider)
            add(m_step.providerConfig->config, schema->second->provider->block);
    }

    void addResource() {
        const configs::Resource& config = *m_step.resourceConfig;
        const schemas::ResourceSchemaPtr schema = this->schema();
        if (m_step.instance && !schema)
            return;
        add(config.dependsOn);
        add(config.count);
        add(config.forEach);
        add(config.enabled);
        if (config.providerRef)
            add(config.providerRef->keyExpression);
        for (const ExpressionPtr& trigger : config.triggersReplacement)
            add(trigger);
        if (schema)
            add(config.config, schema->block);
        add(config.preventDestroy);
        addWhole(config.connection);
        addProvisioners(configs::ProvisionerWhen::Create);
        add(config.preconditions);
        add(config.postconditions);
    }

    void addDestroyProvisioners() {
        if (m_step.resourceConfig)
            addProvisioners(configs::ProvisionerWhen::Destroy);
    }

    void addProvisioners(configs::ProvisionerWhen when) {
        for (const configs::Provisioner& provisioner : m_step.resourceConfig->provisioners)
            if (provisioner.when == when) {
                addWhole(provisioner.connection);
                addWhole(provisioner.config);
            }
    }

    const OperationStep& m_step;
    const GraphOperation m_operation;
    const plans::Schemas& m_schemas;
    StepReferences m_found;
};

/// The steps by the names used in references.
class References {
public:
    explicit References(OperationSteps& steps)
        : m_steps(steps) {
        steps.forEach([this](Index i) { addNames(i); });
    }

    void connect(Index from, const StepReferences& references) {
        for (const hcl::Traversal& traversal : references.traversals)
            if (const auto reference = addrs::parseReference(traversal); reference.isOk())
                connect(from, references.module, reference->subject);
        if (m_steps[from].kind == Kind::Check)
            if (const std::string& data = m_steps[from].moduleNode->module.checks.at(m_steps[from].key).dataResource;
                !data.empty())
                connect(from, found(m_steps[from].module, data));
    }

private:
    void addNames(Index i) {
        const OperationStep& step = m_steps[i];
        switch (step.kind) {
        case Kind::RootVariable:
        case Kind::Variable:
        case Kind::Argument:
            return addName(step.module, "var." + step.key, i);
        case Kind::Local:
            return addName(step.module, "local." + step.key, i);
        case Kind::Output:
            if (step.module.isRoot())
                return;
            addName(step.module.parent(), "module." + step.module.path.back(), i);
            return addName(step.module.parent(), "module." + step.module.path.back() + "." + step.key, i);
        case Kind::CloseModule:
            return addName(step.module.parent(), "module." + step.module.path.back(), i);
        case Kind::Orphan:
        case Kind::Applied:
        case Kind::Forgotten:
            addName(step.module, addrs::ResourceInstance{step.resource.resource, step.instance->key}.toString(), i);
            [[fallthrough]];
        case Kind::Resource:
            return addName(step.module, step.resource.resource.toString(), i);
        default:
            return;
        }
    }
    static std::string key(const addrs::Module& module, const std::string& name) {
        return module.toString() + '|' + name;
    }
    void addName(const addrs::Module& module, const std::string& name, Index i) {
        m_byName[key(module, name)].push_back(i);
    }
    const std::vector<Index>* found(const addrs::Module& module, const std::string& name) const {
        const auto it = m_byName.find(key(module, name));
        return it == m_byName.end() ? nullptr : &it->second;
    }

    void connect(Index from, const addrs::Module& module, const addrs::Referenceable& subject) {
        const auto* instance = std::get_if<addrs::ResourceInstance>(&subject);
        const auto* resource = instance ? &instance->resource : std::get_if<addrs::Resource>(&subject);
        if (resource && m_steps[from].kind == Kind::Resource && *resource == m_steps[from].resource.resource)
            return;
        if (const std::vector<Index>* named = found(module, addrs::toString(subject)))
            return connect(from, named);
        // Without a step for the instance, the reference is to all instances.
        if (instance)
            connect(from, found(module, instance->resource.toString()));
        else if (const auto* output = std::get_if<addrs::ModuleCallInstanceOutput>(&subject))
            connect(from, found(module, "module." + output->name + "." + output->output));
        else if (const auto* call = std::get_if<addrs::ModuleCallInstance>(&subject))
            connect(from, found(module, "module." + call->name));
    }

    void connect(Index from, const std::vector<Index>* named) {
        if (!named)
            return;
        for (const Index to : *named) {
            const OperationStep &a = m_steps[from], &b = m_steps[to];
            const bool areApart =
                a.instance && b.instance && a.module == b.module && a.instance->module != b.instance->module;
            if (to != from && !areApart)
                m_steps.connect(from, to);
        }
    }

    OperationSteps& m_steps;
    std::unordered_map<std::string, std::vector<Index>> m_byName;
};

} // namespace

StepReferences referencesOf(const OperationStep& step, GraphOperation operation, const plans::Schemas& schemas) {
    return Collector(step, operation, schemas).collect();
}

void connectReferences(OperationSteps& steps, GraphOperation operation, const plans::Schemas& schemas) {
    References references(steps);
    steps.forEach([&](Index i) {
        Collector collector(steps[i], operation, schemas);
        if (steps[i].refers())
            references.connect(i, steps[i].destroys() ? collector.collectDestroy() : collector.collect());
    });
}

} // namespace planlens::engine

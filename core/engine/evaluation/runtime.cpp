// SPDX-License-Identifier: MPL-2.0
#include "core/engine/evaluation/runtime.h"

#include "core/configs/config.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::engine {

using values::Type;
using values::Value;

std::optional<std::size_t> Instances::find(const addrs::InstanceKey& key) const {
    const auto it = std::lower_bound(keys.begin(), keys.end(), key);
    if (it == keys.end() || *it != key)
        return std::nullopt;
    return static_cast<std::size_t>(it - keys.begin());
}

RepetitionData Instances::data(std::size_t i) const {
    RepetitionData data;
    switch (repetition) {
    case Repetition::Count:
        data.countIndex = placeholder ? Value::unknown(Type::number()) : Value::number(keys[i].index());
        break;
    case Repetition::ForEach:
        data.eachKey = placeholder ? Value::unknown(Type::string()) : Value::string(keys[i].string());
        data.eachValue = placeholder ? Value::dynamicUnknown() : eachValues[i];
        break;
    case Repetition::Single:
    case Repetition::Enabled:
        break;
    }
    return data;
}

void ResourceRuntime::expand(Instances instances) {
    m_instances = std::move(instances);
    m_values.assign(m_instances.keys.size(), Value::unknown(schema ? schema->type : Type::dynamic()));
    m_present.assign(m_instances.keys.size(), 0);
    m_undeclared.clear();
    m_expanded = true;
    m_whole.reset();
}

void ResourceRuntime::setValue(std::size_t instance, Value value) {
    const std::scoped_lock lock(m_mutex);
    m_values[instance] = std::move(value);
    m_present[instance] = 1;
    m_undecodable.erase(m_instances.keys[instance]);
    m_whole.reset();
}

void ResourceRuntime::removeValue(std::size_t instance) {
    const std::scoped_lock lock(m_mutex);
    m_values[instance] = Value::unknown(schema ? schema->type : Type::dynamic());
    m_present[instance] = 0;
    m_undecodable.erase(m_instances.keys[instance]);
    m_whole.reset();
}

void ResourceRuntime::addUndeclared(const addrs::InstanceKey& key, Value value) {
    const std::scoped_lock lock(m_mutex);
    m_undeclared.insert_or_assign(key, std::move(value));
    m_undecodable.erase(key);
    m_whole.reset();
}

void ResourceRuntime::setUndecodable(const addrs::InstanceKey& key, std::string problem) {
    const std::scoped_lock lock(m_mutex);
    m_undecodable.insert_or_assign(key, std::move(problem));
    m_hasUndecodable = true;
}

diags::Diagnostics ResourceRuntime::undecodable(const addrs::ModuleInstance& module) const {
    diags::Diagnostics diagnostics;
    if (!m_hasUndecodable)
        return diagnostics;
    const std::scoped_lock lock(m_mutex);
    for (const auto& [key, problem] : m_undecodable) {
        const addrs::AbsResourceInstance address{module, config->address, key};
        diagnostics.append(diags::Diagnostic::error(
            "Invalid resource instance data in state",
            fmt::format("Instance {} data could not be decoded from the state: {}.", address.toString(), problem),
            config->range));
    }
    return diagnostics;
}

namespace {

Value wholeOf(const ResourceRuntime& resource, Operation operation, Type type) {
    const Instances& instances = resource.instances();
    if (operation == Operation::Validate || (resource.isExpanded() && instances.placeholder)) {
        if (resource.config->count || resource.config->forEach)
            return resource.config->address.mode == addrs::ResourceMode::Ephemeral
                       ? Value::dynamicUnknown().withMark(values::Mark::ephemeral())
                       : Value::dynamicUnknown();
        return resource.isExpanded() && !instances.keys.empty() ? resource.value(0) : Value::unknown(type);
    }
    if (!resource.isExpanded()) {
        if (resource.config->count)
            return Value::emptyTuple();
        if (resource.config->forEach)
            return Value::emptyObject();
        return resource.config->enabled ? Value::null(type) : Value::dynamicUnknown();
    }
    std::map<addrs::InstanceKey, Value> present = resource.undeclared();
    for (std::size_t i = 0; i < instances.keys.size(); ++i)
        if (resource.isPresent(i))
            present.insert_or_assign(instances.keys[i], resource.value(i));
    if (operation == Operation::Import && present.empty() && !instances.keys.empty())
        return resource.config->count || resource.config->forEach ? Value::dynamicUnknown() : Value::unknown(type);
    switch (instances.repetition) {
    case Repetition::Count: {
        // Missing indexes below the highest one are unknown.
        std::vector<Value> elements;
        for (const auto& [key, value] : present) {
            if (!key.isInt())
                continue;
            elements.resize(std::max(elements.size(), static_cast<std::size_t>(key.index()) + 1), Value::unknown(type));
            elements[static_cast<std::size_t>(key.index())] = value;
        }
        return Value::tuple(std::move(elements));
    }
    case Repetition::ForEach: {
        std::vector<std::pair<std::string, Value>> elements;
        for (const auto& [key, value] : present)
            if (key.isString())
                elements.emplace_back(key.string(), value);
        return Value::object(std::move(elements));
    }
    case Repetition::Enabled:
        return present.contains({}) ? present.at({}) : Value::null(type);
    case Repetition::Single:
        break;
    }
    if (resource.isPresent(0))
        return resource.value(0);
    // In an apply the resource is declared before its instances. A plan removes resources without instances.
    return operation == Operation::Apply ? Value::unknown(type) : Value::dynamicUnknown();
}

} // namespace

Value ResourceRuntime::whole(Operation operation) const {
    const std::scoped_lock lock(m_mutex);
    if (!m_whole)
        m_whole = wholeOf(*this, operation, schema ? schema->type : Type::dynamic());
    return *m_whole;
}

ModuleRuntime::ModuleRuntime(const configs::ModuleNode& moduleNode, addrs::ModuleInstance moduleAddress,
                             ModuleRuntime* parentModule, RepetitionData repetitionData)
    : node(moduleNode)
    , address(std::move(moduleAddress))
    , parent(parentModule)
    , repetition(std::move(repetitionData)) {
    const configs::Module& module = node.module;
    for (const auto& [name, variable] : module.variables)
        variables.emplace_hint(variables.end(), name,
                               Value::unknown(variable.constraint.type.withoutOptionalAttributes()));
    for (const auto& [name, local] : module.locals)
        locals.emplace_hint(locals.end(), name, Value::dynamicUnknown());
    for (const auto& [name, output] : module.outputs)
        outputs.emplace_hint(outputs.end(), name, Value::dynamicUnknown());
    resources.reserve(module.resources.size());
    for (const auto& [resourceAddress, resource] : module.resources)
        resources[resourceAddress].config = &resource;
    for (const auto& [name, call] : module.moduleCalls) {
        CallRuntime& runtime = calls[name];
        runtime.config = &call;
        runtime.node = node.child(name);
    }
}

Value ModuleRuntime::outputObject() const {
    std::vector<std::pair<std::string, Value>> attributes(outputs.begin(), outputs.end());
    return Value::object(std::move(attributes));
}

Runtime::Runtime(Operation walkOperation, const configs::Config& configuration,
                 const lang::FunctionTable& functionTable, std::string workspaceName)
    : operation(walkOperation)
    , config(configuration)
    , functions(functionTable)
    , workspace(std::move(workspaceName)) {
    config.forEachModule([&](const configs::ModuleNode& module) { m_instances[&module]; });
    m_root = std::make_unique<ModuleRuntime>(*config.root, addrs::ModuleInstance{}, nullptr, RepetitionData{});
    registerInstance(*m_root);
}

void Runtime::registerInstance(ModuleRuntime& instance) {
    m_instances.at(&instance.node).push_back(&instance);
}

const std::vector<ModuleRuntime*>& Runtime::instancesOf(const configs::ModuleNode& module) const {
    return m_instances.at(&module);
}

ModuleRuntime* Runtime::find(const addrs::ModuleInstance& address) const {
    ModuleRuntime* module = m_root.get();
    for (const addrs::ModuleStep& step : address.path) {
        const auto call = module->calls.find(step.name);
        if (call == module->calls.end() || !call->second.isExpanded())
            return nullptr;
        const auto i = call->second.instances().find(step.key);
        if (!i)
            return nullptr;
        module = &call->second.module(*i);
    }
    return module;
}

ResourceRuntime* Runtime::find(const addrs::AbsResource& address) const {
    ModuleRuntime* module = find(address.module);
    if (!module)
        return nullptr;
    const auto it = module->resources.find(address.resource);
    return it == module->resources.end() ? nullptr : &it->second;
}

void Runtime::expand(ModuleRuntime& parent, std::string_view callName, Instances instances) {
    CallRuntime& call = parent.calls.find(callName)->second;
    call.m_modules.reserve(instances.keys.size());
    for (std::size_t i = 0; i < instances.keys.size(); ++i) {
        call.m_modules.push_back(std::make_unique<ModuleRuntime>(
            *call.node, parent.address.child(std::string(callName), instances.keys[i]), &parent, instances.data(i)));
        registerInstance(*call.m_modules.back());
    }
    call.m_instances = std::move(instances);
    call.m_expanded = true;
}

} // namespace planlens::engine

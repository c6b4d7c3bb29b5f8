// SPDX-License-Identifier: MPL-2.0
#include "core/formats/reading/config_dependencies.h"

#include "core/formats/reading/config_reader.h"
#include "core/plans/plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace planlens::formats {

using addrs::AbsResource;
using addrs::AbsResourceInstance;
using addrs::InstanceKey;
using addrs::ModuleInstance;
using plans::Dependency;
using plans::DependencyEnd;
using plans::NamedValue;

namespace {

constexpr std::size_t mostPairs = 4096; // edges between all instances of two resources

/// Replaces references in the configuration with the instances in a plan.
class Expander {
public:
    explicit Expander(plans::Plan& plan)
        : m_plan(plan) {
        for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources()) {
            note(change->address);
            if (!change->change.before.isNull())
                noteModule(change->address.module, m_before);
            if (!change->change.after.isNull())
                noteModule(change->address.module, m_after);
        }
        for (const plans::ResourceInstanceChangePtr& change : plan.drift)
            note(change->address);
        for (auto& [resource, keys] : m_keys) {
            std::sort(keys.begin(), keys.end());
            keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
        }
    }

    /// The dependencies of resources that follow from the calls of their modules.
    struct Inherited {
        std::vector<std::pair<const ConfigUses*, ModuleInstance>> repetitions; // with the caller
        std::vector<NamedValue> calls; // with depends_on; between the instances of two modules, edges would be too many
    };

    void expand(const ConfigModule& config, const ModuleInstance& module, const Inherited& inherited) {
        ConfigUse waits;
        waits.kind = Dependency::Kind::DependsOn;
        for (const ConfigResource& resource : config.resources) {
            const AbsResource address{module, resource.resource};
            m_plan.dependencies.setArguments({module.module(), resource.resource}, resource.arguments);
            const std::vector<InstanceKey>& keys = keysOf(address);
            addRepetition(address.resource.toString(), resource.repetition, module, config);
            for (const InstanceKey& key : keys) {
                const DependencyEnd dependent = address.instance(key);
                addUses(dependent, key, keys.size(), resource.uses, resource.repetition, module, config);
                for (const ConfigUse& use : resource.repetition)
                    add(dependent, key, keys.size(), use, module, config);
                for (const NamedValue& call : inherited.calls)
                    add(dependent, waits, call, {});
                for (const auto& [uses, caller] : inherited.repetitions)
                    for (const ConfigUse& use : *uses)
                        add(dependent, caller == module.parent() ? module.path.back().key : InstanceKey(), keys.size(),
                            use, caller, *m_configs.at(caller));
            }
        }
        for (const auto& [name, uses] : config.outputs)
            for (const ConfigUse& use : uses)
                add(NamedValue{NamedValue::Kind::Output, module, name}, {}, 1, use, module, config);
        for (const auto& [name, call] : config.calls) {
            if (!call.module)
                continue;
            addRepetition("module." + name, call.repetition, module, config);
            for (const ConfigUse& use : call.dependsOn)
                add(dependsOnOf(module, name), {}, 1, use, module, config);
            for (const ModuleInstance& child : instancesOf(module, name)) {
                m_configs[module] = &config;
                for (const auto& [variable, uses] : call.variables)
                    addUses(NamedValue{NamedValue::Kind::Variable, child, variable}, child.path.back().key, 1, uses,
                            call.repetition, module, config);
                auto passedOn = inherited;
                if (!call.repetition.empty())
                    passedOn.repetitions.emplace_back(&call.repetition, module);
                if (!call.dependsOn.empty())
                    passedOn.calls.push_back(dependsOnOf(module, name));
                expand(*call.module, child, passedOn);
            }
        }
    }

private:
    /// Returns what the resources of a called module wait for. It is named like the argument, because the call without
    /// it is its repetition.
    static NamedValue dependsOnOf(const ModuleInstance& module, const std::string& name) {
        return {NamedValue::Kind::Repetition, module, "module." + name + ".depends_on"};
    }

    void note(const AbsResourceInstance& address) {
        m_keys[address.containing()].push_back(address.key);
        for (ModuleInstance module = address.module; !module.isRoot(); module = module.parent())
            if (!m_children[module.parent()][module.path.back().name].insert(module).second)
                break;
    }

    static void noteModule(ModuleInstance module, std::unordered_set<ModuleInstance>& all) {
        for (; !module.isRoot() && all.insert(module).second; module = module.parent()) {
        }
    }

    /// Returns the instance keys of a resource. Without instances in the plan (data was already read): no key.
    const std::vector<InstanceKey>& keysOf(const AbsResource& resource) const {
        static const std::vector<InstanceKey> one{InstanceKey()};
        const auto found = m_keys.find(resource);
        return found == m_keys.end() ? one : found->second;
    }

    std::vector<ModuleInstance> instancesOf(const ModuleInstance& module, const std::string& call) const {
        if (const auto children = m_children.find(module); children != m_children.end())
            if (const auto found = children->second.find(call); found != children->second.end())
                return {found->second.begin(), found->second.end()};
        return {module.child(call)};
    }

    /// Whether a module instance has objects only before or only after the plan.
    bool isAddedOrRemoved(const ModuleInstance& module) const {
        const auto contains = [&](const std::unordered_set<ModuleInstance>& all) { return all.contains(module); };
        return contains(m_before) != contains(m_after);
    }

    void addRepetition(const std::string& name, const ConfigUses& repetition, const ModuleInstance& module,
                       const ConfigModule& config) {
        for (const ConfigUse& use : repetition)
            add(NamedValue{NamedValue::Kind::Repetition, module, name}, {}, 1, use, module, config);
    }

    /// Adds the dependencies of expressions. Those with `each.value` also depend on what the repetition refers to: an
    /// instance has the same key or index as before.
    void addUses(const DependencyEnd& dependent, const InstanceKey& key, std::size_t count, const ConfigUses& uses,
                 const ConfigUses& repetition, const ModuleInstance& module, const ConfigModule& config) {
        for (const ConfigUse& use : uses) {
            add(dependent, key, count, use, module, config);
            if (!use.readsElement)
                continue;
            for (ConfigUse repeated : repetition) {
                repeated.path = use.path;
                add(dependent, key, count, repeated, module, config);
            }
        }
    }

    /// Returns the value of a variable; null of the dynamic type if the document does not contain it.
    values::Value valueOf(const ModuleInstance& module, const std::string& name) const {
        const auto at = [&](const auto& all) {
            return all.find(name) == all.end() ? nullptr : &all.find(name)->second;
        };
        if (module.isRoot()) {
            const plans::VariableValue* given = at(m_plan.variables);
            return given ? given->value : values::Value::null(values::Type::dynamic());
        }
        const auto config = m_configs.find(module.parent());
        const ConfigCall* call =
            config == m_configs.end() ? nullptr : &config->second->calls.at(module.path.back().name);
        const values::Value* value = !call                            ? nullptr
                                     : call->variables.contains(name) ? at(call->constants)
                                                                      : at(call->module->defaults);
        if (!value)
            return values::Value::null(values::Type::dynamic());
        return std::ranges::find(call->module->sensitiveVariables, name) == call->module->sensitiveVariables.end()
                   ? *value
                   : value->withMark(values::Mark::sensitive());
    }

    /// Adds the dependencies of one of `count` dependents.
    void add(const DependencyEnd& dependent, const InstanceKey& key, std::size_t count, const ConfigUse& use,
             const ModuleInstance& module, const ConfigModule& config) {
        for (const ConfigReference& reference : use.references) {
            switch (reference.kind) {
            case ConfigReference::Kind::Variable:
                add(dependent, use, NamedValue{NamedValue::Kind::Variable, module, reference.name}, reference.rest);
                break;
            case ConfigReference::Kind::Local: // the document does not contain its definition
                add(dependent, use, NamedValue{NamedValue::Kind::Local, module, reference.name}, reference.rest);
                break;
            case ConfigReference::Kind::Module: {
                std::vector<ModuleInstance> children = instancesOf(module, reference.name);
                const ModuleInstance sameKey = module.child(reference.name, reference.key.value_or(key));
                if ((reference.key || use.isByKey) &&
                    std::find(children.begin(), children.end(), sameKey) != children.end())
                    children = {sameKey};
                else if (count > 1 && children.size() > 1 && count * children.size() > mostPairs)
                    children.resize(1);
                const auto call = config.calls.find(reference.name);
                for (const ModuleInstance& child : children) {
                    if (!reference.output.empty())
                        add(dependent, use, NamedValue{NamedValue::Kind::Output, child, reference.output},
                            reference.rest);
                    else if (call != config.calls.end() && call->second.module)
                        addModule(dependent, use, *call->second.module, child);
                }
                if (reference.output.empty() && !reference.key && use.kind == Dependency::Kind::Reference &&
                    std::ranges::any_of(children, [&](const ModuleInstance& child) { return isAddedOrRemoved(child); }))
                    add(dependent, use, NamedValue{NamedValue::Kind::Repetition, module, "module." + reference.name},
                        {});
                break;
            }
            case ConfigReference::Kind::Resource: {
                const AbsResource target{module, reference.resource};
                const std::vector<InstanceKey>& keys = keysOf(target);
                const InstanceKey& sameKey = reference.key ? *reference.key : key;
                if ((reference.key || use.isByKey) && std::binary_search(keys.begin(), keys.end(), sameKey)) {
                    add(dependent, use, target.instance(sameKey), reference.rest);
                    break;
                }
                const bool isTooMany = count > 1 && keys.size() > 1 && count * keys.size() > mostPairs;
                for (std::size_t i = 0; i < (isTooMany ? 1 : keys.size()); ++i)
                    add(dependent, use, target.instance(keys[i]), reference.rest);
                break;
            }
            }
        }
    }

    /// Adds a reference to a whole module: to all its outputs, and for depends_on also to its resources.
    void addModule(const DependencyEnd& dependent, const ConfigUse& use, const ConfigModule& config,
                   const ModuleInstance& module) {
        for (const auto& [name, uses] : config.outputs)
            add(dependent, use, NamedValue{NamedValue::Kind::Output, module, name}, {});
        if (use.kind != Dependency::Kind::DependsOn)
            return;
        for (const ConfigResource& resource : config.resources)
            add(dependent, use,
                AbsResource{module, resource.resource}.instance(keysOf({module, resource.resource}).front()), {});
        for (const auto& [name, call] : config.calls)
            if (call.module)
                for (const ModuleInstance& child : instancesOf(module, name))
                    addModule(dependent, use, *call.module, child);
    }

    void add(const DependencyEnd& dependent, const ConfigUse& use, DependencyEnd dependency, const values::Path& rest) {
        if (dependent == dependency)
            return;
        Dependency added{dependent, use.path, std::move(dependency), rest, use.kind, {}};
        if (const auto* named = std::get_if<NamedValue>(&added.dependency);
            named && named->kind == NamedValue::Kind::Variable)
            if (values::Outcome<values::Value> value = values::applyPath(valueOf(named->module, named->name), rest))
                added.value = *std::move(value);
        m_plan.dependencies.add(std::move(added));
    }

    plans::Plan& m_plan;
    std::unordered_map<AbsResource, std::vector<InstanceKey>> m_keys;                               // sorted
    std::unordered_map<ModuleInstance, std::map<std::string, std::set<ModuleInstance>>> m_children; // by call
    std::unordered_map<ModuleInstance, const ConfigModule*> m_configs; // of modules with calls
    std::unordered_set<ModuleInstance> m_before, m_after;              // with objects
};

} // namespace

ConfigDependencies::ConfigDependencies(std::string_view json)
    : m_root(std::make_unique<const ConfigModule>(readConfiguration(json))) {}

ConfigDependencies::~ConfigDependencies() = default;

const std::vector<std::string>& ConfigDependencies::sensitiveVariables() const {
    return m_root->sensitiveVariables;
}

void ConfigDependencies::addTo(plans::Plan& plan) const {
    Expander(plan).expand(*m_root, {}, {});
}

} // namespace planlens::formats

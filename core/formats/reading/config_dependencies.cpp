// SPDX-License-Identifier: MPL-2.0
#include "core/formats/reading/config_dependencies.h"

#include "core/addrs/parsing/address_reader.h"
#include "core/addrs/target.h"
#include "core/formats/reading/lenient_fields.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace planlens::formats {

using addrs::AbsResource;
using addrs::AbsResourceInstance;
using addrs::InstanceKey;
using addrs::ModuleInstance;
using plans::Dependency;
using plans::DependencyEnd;
using plans::NamedValue;

namespace {

constexpr int deepestModule = 200;      // also for nested blocks
constexpr std::size_t mostPairs = 4096; // edges between all instances of two resources

/// An object that an expression refers to.
struct Reference {
    enum class Kind { Variable, Module, Resource };
    Kind kind = Kind::Variable;
    std::string name;   // of the variable or module call
    std::string output; // of the module; empty: the whole module
    addrs::Resource resource;
    std::optional<InstanceKey> key; // if it is a literal
    values::Path rest;
};

struct Use {
    values::Path path; // of the argument
    std::vector<Reference> references;
    bool isByKey = false; // count.index, each.key or each.value is used in the expression
    Dependency::Kind kind = Dependency::Kind::Reference;
};
using Uses = std::vector<Use>;

struct ConfigModule;
struct Call {
    std::map<std::string, Uses> variables;
    Uses repetition, dependsOn;
    std::unique_ptr<ConfigModule> module;
};
struct ConfigResource {
    addrs::Resource resource;
    Uses uses;
    std::vector<std::string> arguments; // names of arguments and blocks
};
struct ConfigModule {
    std::vector<ConfigResource> resources;
    std::map<std::string, Uses> outputs;
    std::map<std::string, Call> calls;
    std::vector<std::string> sensitiveVariables;
};

values::Path readRest(addrs::AddressReader& reader) {
    values::Path rest;
    while (!reader.atEnd()) {
        std::string name;
        InstanceKey key;
        if (reader.takeDot()) {
            if (!reader.readName(name))
                break;
            rest.push(values::AttributeStep{std::move(name)});
        } else if (reader.readKey(key) && !key.isNone()) {
            rest.push(values::IndexStep{key.isInt() ? values::Value::number(key.index())
                                                    : values::Value::string(key.string())});
        } else {
            break;
        }
    }
    return rest;
}

/// Returns std::nullopt for references that do not lead to other objects.
std::optional<Reference> readReference(std::string_view text) {
    Reference reference;
    addrs::AddressReader reader(text);
    const bool isVariable = text.starts_with("var."), isModule = text.starts_with("module.");
    if (isVariable || isModule) {
        std::string root;
        if (!reader.readName(root) || !reader.takeDot() || !reader.readName(reference.name))
            return {};
        reference.kind = isVariable ? Reference::Kind::Variable : Reference::Kind::Module;
        if (isModule) {
            InstanceKey key;
            if (!reader.readKey(key))
                return reference;
            if (!key.isNone())
                reference.key = std::move(key);
            if (reader.takeDot() && !reader.readName(reference.output))
                reference.output.clear();
        }
        reference.rest = readRest(reader);
        return reference;
    }
    const std::string_view root = text.substr(0, text.find('.'));
    for (const std::string_view other : {"local", "path", "terraform", "tofu", "self", "each", "count"})
        if (root == other)
            return {};
    reference.kind = Reference::Kind::Resource;
    if (!reader.readResource(reference.resource))
        return {};
    InstanceKey key;
    if (!reader.readKey(key))
        return reference;
    if (!key.isNone())
        reference.key = std::move(key);
    reference.rest = readRest(reader);
    return reference;
}

/// The references of one expression. References that are a prefix of another one are left out.
Use useOf(const std::vector<std::string>& texts, const values::Path& path, Dependency::Kind kind) {
    Use use{path, {}, false, kind};
    std::set<std::string_view> beginnings;
    for (const std::string_view text : texts)
        for (std::size_t at = text.find_last_of(".["); at != std::string_view::npos && at > 0;
             at = text.find_last_of(".[", at - 1))
            if (!beginnings.insert(text.substr(0, at)).second)
                break;
    std::set<std::string_view> seen;
    for (const std::string_view text : texts) {
        use.isByKey = use.isByKey || text.starts_with("each.") || text.starts_with("count.");
        if (!beginnings.contains(text) && seen.insert(text).second)
            if (std::optional<Reference> reference = readReference(text))
                use.references.push_back(*std::move(reference));
    }
    return use;
}

/// Reads the configuration field by field. Values of wrong types are ignored.
class Reader {
public:
    explicit Reader(std::string_view json)
        : m_json(json) {}

    struct Provider {
        addrs::Module module;
        Uses uses;
    };

    void read(ConfigModule& root) {
        m_json.object([&](std::string_view name) {
            if (name == "root_module")
                return readModule(root, 0);
            return name == "provider_config" ? m_json.object([&](std::string_view key) {
                return readProvider(m_providers[std::string(key)]);
            })
                                             : m_json.skip();
        });
        // References of a provider configuration count for all of its resources in the same module.
        for (const auto& [module, resource, key] : m_providerOf)
            if (const auto provider = m_providers.find(key);
                provider != m_providers.end() && provider->second.module == module->path)
                for (const Use& use : provider->second.uses)
                    module->config->resources[resource].uses.push_back(use);
    }

private:
    struct Place {
        ConfigModule* config;
        addrs::Module path;
    };

    bool texts(std::vector<std::string>& out) {
        return m_json.array([&] { return m_json.string(out.emplace_back()); });
    }

    bool readProvider(Provider& provider) {
        return m_json.object([&](std::string_view name) {
            if (name == "expressions")
                return readBody({}, provider.uses, Dependency::Kind::Provider, 0);
            if (name != "module_address")
                return m_json.skip();
            std::string address;
            if (!m_json.string(address))
                return false;
            if (const auto module = addrs::readModuleInstance(address))
                provider.module = module->module();
            return true;
        });
    }

    /// Reads the arguments and blocks of a body.
    bool readBody(const values::Path& path, Uses& uses, Dependency::Kind kind, int depth) {
        return m_json.object(
            [&](std::string_view name) { return readArgument(path.attribute(name), uses, kind, depth + 1); });
    }

    /// Reads an expression, a block or several blocks. Expressions have references or a constant value.
    bool readArgument(const values::Path& path, Uses& uses, Dependency::Kind kind, int depth) {
        if (depth > deepestModule)
            return m_json.skip();
        if (m_json.peek() == '[') {
            std::int64_t i = 0;
            return m_json.array([&] { return readArgument(path.index(i++), uses, kind, depth + 1); });
        }
        std::vector<std::string> references;
        const bool isRead = m_json.object([&](std::string_view name) {
            if (name == "references" && m_json.peek() == '[') {
                // If it is an object, it is an argument of a block with this name.
                return texts(references);
            }
            return name == "constant_value" ? m_json.skip() : readArgument(path.attribute(name), uses, kind, depth + 1);
        });
        if (!references.empty())
            if (Use use = useOf(references, path, kind); !use.references.empty())
                uses.push_back(std::move(use));
        return isRead;
    }

    bool readDependsOn(Uses& uses) {
        std::vector<std::string> references;
        const bool isRead = texts(references);
        if (Use use = useOf(references, {}, Dependency::Kind::DependsOn); !use.references.empty())
            uses.push_back(std::move(use));
        return isRead;
    }

    /// Reads count, for_each and enabled. With for_each over another resource, instances have the same keys as those of
    /// that resource.
    bool readRepetition(std::string_view name, Uses& uses) {
        const std::size_t first = uses.size();
        const bool isRead = readArgument({}, uses, Dependency::Kind::Reference, 0);
        for (std::size_t i = first; i < uses.size(); ++i)
            uses[i].isByKey = uses[i].isByKey || name == "for_each_expression";
        return isRead;
    }
    static bool isRepetition(std::string_view name) {
        return name == "count_expression" || name == "for_each_expression" || name == "enabled_expression";
    }

    bool readModule(ConfigModule& module, int depth) {
        if (depth > deepestModule)
            return m_json.skip();
        auto place = std::make_shared<Place>(Place{&module, m_path});
        return m_json.object([&](std::string_view name) {
            if (name == "resources")
                return m_json.array([&] { return readResource(module, place); });
            if (name == "outputs")
                return m_json.object(
                    [&](std::string_view output) { return readOutput(module.outputs[std::string(output)]); });
            if (name == "module_calls")
                return m_json.object([&](std::string_view call) {
                    return readCall(module.calls[std::string(call)], std::string(call), depth);
                });
            if (name != "variables")
                return m_json.skip();
            return m_json.object([&](std::string_view variable) {
                bool isSensitive = false;
                const bool isRead = m_json.object([&](std::string_view field) {
                    return field == "sensitive" ? m_json.boolean(isSensitive) : m_json.skip();
                });
                if (isSensitive)
                    module.sensitiveVariables.emplace_back(variable);
                return isRead;
            });
        });
    }

    bool readResource(ConfigModule& module, const std::shared_ptr<const Place>& place) {
        ConfigResource resource;
        std::string mode, provider;
        const bool isRead = m_json.object([&](std::string_view name) {
            if (name == "expressions")
                return m_json.object([&](std::string_view argument) {
                    resource.arguments.emplace_back(argument);
                    return readArgument(values::Path().attribute(argument), resource.uses, Dependency::Kind::Reference,
                                        1);
                });
            if (name == "depends_on")
                return readDependsOn(resource.uses);
            if (isRepetition(name))
                return readRepetition(name, resource.uses);
            return name == "mode"                  ? m_json.string(mode)
                   : name == "type"                ? m_json.string(resource.resource.type)
                   : name == "name"                ? m_json.string(resource.resource.name)
                   : name == "provider_config_key" ? m_json.string(provider)
                                                   : m_json.skip();
        });
        resource.resource.mode = mode == "data"        ? addrs::ResourceMode::Data
                                 : mode == "ephemeral" ? addrs::ResourceMode::Ephemeral
                                                       : addrs::ResourceMode::Managed;
        m_providerOf.push_back({place, module.resources.size(), std::move(provider)});
        module.resources.push_back(std::move(resource));
        return isRead;
    }

    bool readOutput(Uses& uses) {
        return m_json.object([&](std::string_view name) {
            return name == "expression"   ? readArgument({}, uses, Dependency::Kind::Reference, 0)
                   : name == "depends_on" ? readDependsOn(uses)
                                          : m_json.skip();
        });
    }

    bool readCall(Call& call, const std::string& callName, int depth) {
        return m_json.object([&](std::string_view name) {
            if (name == "expressions")
                return m_json.object([&](std::string_view variable) {
                    return readArgument({}, call.variables[std::string(variable)], Dependency::Kind::Reference, 0);
                });
            if (name == "depends_on")
                return readDependsOn(call.dependsOn);
            if (isRepetition(name))
                return readRepetition(name, call.repetition);
            if (name != "module")
                return m_json.skip();
            call.module = std::make_unique<ConfigModule>();
            m_path.path.push_back(callName);
            const bool isRead = readModule(*call.module, depth + 1);
            m_path.path.pop_back();
            return isRead;
        });
    }

    struct ProviderOf {
        std::shared_ptr<const Place> module;
        std::size_t resource;
        std::string key;
    };

    LenientFields m_json;
    addrs::Module m_path;
    std::map<std::string, Provider> m_providers;
    std::vector<ProviderOf> m_providerOf;
};

/// Replaces references of the configuration by the instances in a plan.
class Expander {
public:
    explicit Expander(plans::Plan& plan)
        : m_plan(plan) {
        for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources())
            note(change->address);
        for (const plans::ResourceInstanceChangePtr& change : plan.drift)
            note(change->address);
        for (auto& [resource, keys] : m_keys) {
            std::sort(keys.begin(), keys.end());
            keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
        }
    }

    void expand(const ConfigModule& config, const ModuleInstance& module,
                const std::vector<std::pair<const Uses*, ModuleInstance>>& inherited) {
        for (const ConfigResource& resource : config.resources) {
            const AbsResource address{module, resource.resource};
            m_plan.dependencies.setArguments({module.module(), resource.resource}, resource.arguments);
            const std::vector<InstanceKey>& keys = keysOf(address);
            for (const InstanceKey& key : keys) {
                const DependencyEnd dependent = address.instance(key);
                for (const Use& use : resource.uses)
                    add(dependent, key, keys.size(), use, module, config);
                for (const auto& [uses, caller] : inherited)
                    for (const Use& use : *uses)
                        add(dependent, caller == module.parent() ? module.path.back().key : InstanceKey(), keys.size(),
                            use, caller, *m_configs.at(caller));
            }
        }
        for (const auto& [name, uses] : config.outputs)
            for (const Use& use : uses)
                add(NamedValue{NamedValue::Kind::Output, module, name}, {}, 1, use, module, config);
        for (const auto& [name, call] : config.calls) {
            if (!call.module)
                continue;
            for (const ModuleInstance& child : instancesOf(module, name)) {
                m_configs[module] = &config;
                for (const auto& [variable, uses] : call.variables)
                    for (const Use& use : uses)
                        add(NamedValue{NamedValue::Kind::Variable, child, variable}, child.path.back().key, 1, use,
                            module, config);
                auto passedOn = inherited;
                if (!call.repetition.empty())
                    passedOn.emplace_back(&call.repetition, module);
                if (!call.dependsOn.empty())
                    passedOn.emplace_back(&call.dependsOn, module);
                expand(*call.module, child, passedOn);
            }
        }
    }

private:
    void note(const AbsResourceInstance& address) {
        m_keys[address.containing()].push_back(address.key);
        for (ModuleInstance module = address.module; !module.isRoot(); module = module.parent())
            if (!m_children[module.parent()][module.path.back().name].insert(module).second)
                break;
    }

    /// If the plan has no instances, as for data that was read already, the resource has one without key.
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

    /// Adds the dependencies of one of `count` dependents.
    void add(const DependencyEnd& dependent, const InstanceKey& key, std::size_t count, const Use& use,
             const ModuleInstance& module, const ConfigModule& config) {
        for (const Reference& reference : use.references) {
            switch (reference.kind) {
            case Reference::Kind::Variable:
                add(dependent, use, NamedValue{NamedValue::Kind::Variable, module, reference.name}, reference.rest);
                break;
            case Reference::Kind::Module: {
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
                break;
            }
            case Reference::Kind::Resource: {
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

    /// A reference to a whole module depends on all its outputs, and for depends_on also on its resources.
    void addModule(const DependencyEnd& dependent, const Use& use, const ConfigModule& config,
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

    void add(const DependencyEnd& dependent, const Use& use, DependencyEnd dependency, const values::Path& rest) {
        if (!(dependent == dependency))
            m_plan.dependencies.add({dependent, use.path, std::move(dependency), rest, use.kind, {}});
    }

    plans::Plan& m_plan;
    std::unordered_map<AbsResource, std::vector<InstanceKey>> m_keys;                               // sorted
    std::unordered_map<ModuleInstance, std::map<std::string, std::set<ModuleInstance>>> m_children; // by call
    std::unordered_map<ModuleInstance, const ConfigModule*> m_configs; // of modules with calls
};

} // namespace

struct ConfigDependencies::Parsed {
    ConfigModule root;
};

ConfigDependencies::ConfigDependencies(std::string_view json) {
    auto parsed = std::make_unique<Parsed>();
    if (!json.empty())
        Reader(json).read(parsed->root);
    m_parsed = std::move(parsed);
}

ConfigDependencies::~ConfigDependencies() = default;

const std::vector<std::string>& ConfigDependencies::sensitiveVariables() const {
    return m_parsed->root.sensitiveVariables;
}

void ConfigDependencies::addTo(plans::Plan& plan) const {
    Expander(plan).expand(m_parsed->root, {}, {});
}

} // namespace planlens::formats

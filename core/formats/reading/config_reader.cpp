// SPDX-License-Identifier: MPL-2.0
#include "core/formats/reading/config_reader.h"

#include "core/addrs/parsing/address_reader.h"
#include "core/addrs/target.h"
#include "core/formats/masked_value.h"
#include "core/formats/reading/lenient_fields.h"

#include <set>

namespace planlens::formats {

using addrs::InstanceKey;
using plans::Dependency;
using ArgumentForm = plans::Dependencies::ArgumentForm;

namespace {

constexpr int deepestModule = 200; // also for nested blocks

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

/// Returns std::nullopt for references that do not refer to other objects.
std::optional<ConfigReference> readReference(std::string_view text) {
    ConfigReference reference;
    addrs::AddressReader reader(text);
    const bool isVariable = text.starts_with("var."), isModule = text.starts_with("module."),
               isLocal = text.starts_with("local.");
    if (isVariable || isModule || isLocal) {
        std::string root;
        if (!reader.readName(root) || !reader.takeDot() || !reader.readName(reference.name))
            return {};
        reference.kind = isVariable ? ConfigReference::Kind::Variable
                         : isLocal  ? ConfigReference::Kind::Local
                                    : ConfigReference::Kind::Module;
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
    for (const std::string_view other : {"path", "terraform", "tofu", "self", "each", "count"})
        if (root == other)
            return {};
    reference.kind = ConfigReference::Kind::Resource;
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

/// Returns the references of one expression. References that are a prefix of another are left out.
ConfigUse useOf(const std::vector<std::string>& texts, const values::Path& path, Dependency::Kind kind) {
    ConfigUse use{path, {}, false, false, kind};
    std::set<std::string_view> beginnings;
    for (const std::string_view text : texts)
        for (std::size_t at = text.find_last_of(".["); at != std::string_view::npos && at > 0;
             at = text.find_last_of(".[", at - 1))
            if (!beginnings.insert(text.substr(0, at)).second)
                break;
    std::set<std::string_view> seen;
    for (const std::string_view text : texts) {
        use.isByKey = use.isByKey || text.starts_with("each.") || text.starts_with("count.");
        use.readsElement = use.readsElement || text.starts_with("each.value");
        if (!beginnings.contains(text) && seen.insert(text).second)
            if (std::optional<ConfigReference> reference = readReference(text))
                use.references.push_back(*std::move(reference));
    }
    return use;
}

/// Adds the references of one expression, if they say something.
void addUse(ConfigUses& uses, const std::vector<std::string>& texts, const values::Path& path, Dependency::Kind kind) {
    if (texts.empty())
        return;
    if (ConfigUse use = useOf(texts, path, kind); !use.references.empty() || use.isByKey)
        uses.push_back(std::move(use));
}

/// Reads the configuration field by field. Values of wrong types are ignored.
class Reader {
public:
    explicit Reader(std::string_view json)
        : m_json(json) {}

    struct Provider {
        addrs::Module module;
        ConfigUses uses;
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
        // References of a provider configuration also count for all resources of the same module that use it.
        for (const auto& [module, resource, key] : m_providerOf)
            if (const auto provider = m_providers.find(key);
                provider != m_providers.end() && provider->second.module == module->path)
                for (const ConfigUse& use : provider->second.uses)
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
    bool readBody(const values::Path& path, ConfigUses& uses, Dependency::Kind kind, int depth) {
        return m_json.object(
            [&](std::string_view name) { return readArgument(path.attribute(name), uses, kind, depth + 1); });
    }

    /// Reads an expression, a block or several blocks. Expressions have references or a constant value.
    /// `form`, if any, is set to what it is.
    bool readArgument(const values::Path& path, ConfigUses& uses, Dependency::Kind kind, int depth,
                      ArgumentForm* form = nullptr) {
        if (depth > deepestModule)
            return m_json.skip();
        if (m_json.peek() == '[') {
            std::int64_t i = 0;
            const bool isRead = m_json.array([&] { return readArgument(path.index(i++), uses, kind, depth + 1); });
            if (form)
                *form = {ArgumentForm::Kind::Blocks, std::size_t(i)};
            return isRead;
        }
        std::vector<std::string> references;
        ArgumentForm read{ArgumentForm::Kind::Expression};
        const bool isRead = m_json.object([&](std::string_view name) {
            if (name == "references" && m_json.peek() == '[') {
                // An object is an argument of a block with this name.
                return texts(references);
            }
            const bool isConstant = name == "constant_value";
            read =
                isConstant ? ArgumentForm{ArgumentForm::Kind::Constant} : ArgumentForm{ArgumentForm::Kind::Blocks, 1};
            return isConstant ? m_json.skip() : readArgument(path.attribute(name), uses, kind, depth + 1);
        });
        if (form)
            *form = read;
        addUse(uses, references, path, kind);
        return isRead;
    }

    bool readDependsOn(ConfigUses& uses) {
        std::vector<std::string> references;
        const bool isRead = texts(references);
        addUse(uses, references, {}, Dependency::Kind::DependsOn);
        return isRead;
    }

    /// Reads count, for_each and enabled. With for_each over another resource, instances have the same keys as those of
    /// that resource.
    bool readRepetition(std::string_view name, ConfigUses& uses) {
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
                    return field == "sensitive" ? m_json.boolean(isSensitive)
                           : field == "default" ? readConstant(module.defaults, variable)
                                                : m_json.skip();
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
                    return readArgument(values::Path().attribute(argument), resource.uses, Dependency::Kind::Reference,
                                        1, &resource.arguments[std::string(argument)]);
                });
            if (name == "depends_on")
                return readDependsOn(resource.uses);
            if (isRepetition(name))
                return readRepetition(name, resource.repetition);
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

    bool readOutput(ConfigUses& uses) {
        return m_json.object([&](std::string_view name) {
            return name == "expression"   ? readArgument({}, uses, Dependency::Kind::Reference, 0)
                   : name == "depends_on" ? readDependsOn(uses)
                                          : m_json.skip();
        });
    }

    bool readConstant(std::map<std::string, values::Value>& constants, std::string_view variable) {
        std::string_view json;
        if (!m_json.raw(json))
            return false;
        if (values::Outcome<values::Value> value = readMaskedValue(json, {}, {}))
            constants.insert_or_assign(std::string(variable), *std::move(value));
        return true;
    }

    bool readVariable(ConfigCall& call, std::string_view variable) {
        std::vector<std::string> references;
        const bool isRead = m_json.object([&](std::string_view name) {
            return name == "references"       ? texts(references)
                   : name == "constant_value" ? readConstant(call.constants, variable)
                                              : m_json.skip();
        });
        // The entry exists without references, too.
        addUse(call.variables[std::string(variable)], references, {}, Dependency::Kind::Reference);
        return isRead;
    }

    bool readCall(ConfigCall& call, const std::string& callName, int depth) {
        return m_json.object([&](std::string_view name) {
            if (name == "expressions")
                return m_json.object([&](std::string_view variable) { return readVariable(call, variable); });
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

} // namespace

ConfigModule readConfiguration(std::string_view json) {
    ConfigModule root;
    if (!json.empty())
        Reader(json).read(root);
    return root;
}

} // namespace planlens::formats

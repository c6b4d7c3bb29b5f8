// SPDX-License-Identifier: MPL-2.0
#include "core/formats/config_json.h"

#include "core/addrs/reference.h"
#include "core/addrs/version.h"
#include "core/configs/config.h"
#include "core/formats/value_json.h"
#include "core/schemas/block_facts.h"
#include "core/schemas/decode.h"

#include <algorithm>
#include <map>

namespace planlens::formats {

namespace {

using configs::ModuleNode;
using values::Value;

std::string traversalText(const hcl::Traversal& traversal, std::size_t length) {
    hcl::Traversal part;
    part.steps.assign(traversal.steps.begin(), traversal.steps.begin() + static_cast<std::ptrdiff_t>(length));
    return part.toString();
}

/// Writes a value, if it is constant, and references. Returns false if there is neither.
bool writeExpression(JsonWriter& json, const diags::Result<Value>& constant,
                     const std::vector<hcl::Traversal>& variables,
                     const std::vector<hcl::FunctionReference>& functions) {
    json.beginObject();
    bool something = false;
    if (!constant.hasErrors()) {
        writeValue(json.key("constant_value"), *constant.value);
        something = true;
    }
    std::vector<std::string> references;
    for (const hcl::Traversal& traversal : variables) {
        const diags::Result<addrs::Reference> reference = addrs::parseReference(traversal);
        if (!reference.isOk())
            continue;
        const std::string subject = addrs::toString(reference->subject);
        for (std::size_t length = reference->remaining.steps.size(); length > 0; --length)
            references.push_back(subject + traversalText(reference->remaining, length));
        references.push_back(subject);
        if (const auto* instance = std::get_if<addrs::ResourceInstance>(&reference->subject);
            instance && !instance->key.isNone())
            references.push_back(instance->resource.toString());
        else if (const auto* call = std::get_if<addrs::ModuleCallInstance>(&reference->subject);
                 call && !call->key.isNone())
            references.push_back("module." + call->name);
        else if (const auto* output = std::get_if<addrs::ModuleCallInstanceOutput>(&reference->subject))
            references.push_back(addrs::toString(addrs::ModuleCallInstance{output->name, output->key}));
    }
    for (const hcl::FunctionReference& function : functions)
        if (function.name.starts_with("provider::"))
            references.push_back(function.name);
    if (!references.empty()) {
        json.key("references").strings(references);
        something = true;
    }
    json.endObject();
    return something;
}

bool writeExpression(JsonWriter& json, const hcl::Expression& expression) {
    return writeExpression(json, expression.evaluate(nullptr), expression.variables(), expression.functions());
}

/// Writes an argument that is written as blocks, like the list of objects that they stand for.
void writeBlocksOfArgument(JsonWriter& json, const std::vector<hcl::Block>& blocks,
                           const schemas::BlockFacts::Slot& slot) {
    std::vector<Value> elements;
    diags::Diagnostics diagnostics;
    std::vector<hcl::Traversal> variables;
    std::vector<hcl::FunctionReference> functions;
    for (const hcl::Block& block : blocks) {
        diags::Result<Value> element = schemas::decodeBody(block.body, *slot.elementBlock, nullptr);
        diagnostics.append(std::move(element.diagnostics));
        elements.push_back(element.value ? *std::move(element.value) : Value::dynamicUnknown());
        std::ranges::move(schemas::variablesInBody(block.body, *slot.elementBlock), std::back_inserter(variables));
        std::ranges::move(schemas::functionsInBody(block.body, *slot.elementBlock), std::back_inserter(functions));
    }
    const diags::Result<Value> constant{Value::tuple(std::move(elements)), std::move(diagnostics)}; // in written order
    writeExpression(json, constant, variables, functions);
}

void writeOptionalExpression(JsonWriter& json, std::string_view name, const hcl::ExpressionPtr& expression) {
    if (!expression)
        return;
    const JsonWriter::Mark before = json.mark();
    json.key(name);
    if (!writeExpression(json, *expression))
        json.takeBack(before);
}

/// Writes the arguments and blocks of a body according to its schema. Dynamic blocks are ignored.
void writeBody(JsonWriter& json, const hcl::Body& body, const schemas::Block& schema) {
    hcl::BodySchema wanted = schemas::bodySchema(schema);
    for (hcl::AttributeSchema& attribute : wanted.attributes)
        attribute.required = false;
    const auto content = body.knownContent(wanted);
    json.beginObject();
    // Keys are sorted, arguments and blocks together.
    std::map<std::string, std::string> entries;
    for (const hcl::Attribute& attribute : content->attributes) {
        std::string text;
        JsonWriter one(text);
        writeExpression(one, *attribute.expression);
        entries.emplace(attribute.name, std::move(text));
    }
    const schemas::BlockFacts& facts = schemas::factsOf(schema);
    for (const schemas::BlockFacts::Slot& slot : facts.slots) {
        if (!slot.elementBlock || !facts.argumentsAsBlocks || content->attribute(*slot.name))
            continue;
        const auto written = body.knownContent({{}, {{*slot.name, {}}}});
        if (!written.value || written->blocks.empty())
            continue;
        std::string text;
        JsonWriter one(text);
        writeBlocksOfArgument(one, written->blocks, slot);
        entries.emplace(*slot.name, std::move(text));
    }
    std::map<std::string, std::vector<std::pair<std::string, std::string>>> blocks; // by type; label and body
    for (const hcl::Block& block : content->blocks) {
        const auto nested = schema.blockTypes.find(block.type);
        if (nested == schema.blockTypes.end())
            continue;
        std::string text;
        JsonWriter one(text);
        writeBody(one, *block.body, nested->second.block);
        blocks[block.type].emplace_back(block.labels.empty() ? std::string() : block.labels[0], std::move(text));
    }
    for (const auto& [type, bodies] : blocks) {
        std::string text;
        JsonWriter one(text);
        switch (schema.blockTypes.find(type)->second.nesting) {
        case schemas::NestingMode::Single:
        case schemas::NestingMode::Group:
            one.raw(bodies.back().second);
            break;
        case schemas::NestingMode::List:
        case schemas::NestingMode::Set:
            one.beginArray();
            for (const auto& [label, bodyText] : bodies)
                one.raw(bodyText);
            one.endArray();
            break;
        case schemas::NestingMode::Map:
            one.beginObject();
            for (const auto& [label, bodyText] : std::map<std::string, std::string>(bodies.begin(), bodies.end()))
                one.key(label).raw(bodyText);
            one.endObject();
            break;
        }
        entries.insert_or_assign(type, std::move(text));
    }
    for (const auto& [name, text] : entries)
        json.key(name).raw(text);
    json.endObject();
}

void writeDependsOn(JsonWriter& json, const std::vector<hcl::Traversal>& dependsOn) {
    if (dependsOn.empty())
        return;
    json.key("depends_on").beginArray();
    for (const hcl::Traversal& traversal : dependsOn) {
        const diags::Result<addrs::Reference> reference = addrs::parseReference(traversal);
        json.string(reference.isOk() ? addrs::toString(reference->subject) : std::string());
    }
    json.endArray();
}

/// Returns a name such as `aws.west`, the format of plan files.
std::string compactName(const std::string& name, const std::string& alias) {
    return alias.empty() ? name : name + "." + alias;
}

std::string providerKey(const std::string& name, const addrs::Module& module) {
    return module.isRoot() ? name : module.toString() + ":" + name;
}

class Writer {
public:
    /// Without schemas, the root module is written on its own.
    Writer(JsonWriter& json, const configs::Config& config, const plans::Schemas* schemas)
        : m_json(json)
        , m_config(config)
        , m_isSingle(!schemas)
        , m_schemas(schemas ? *schemas : plans::Schemas()) {}

    void write() {
        collectProviders(*m_config.root);
        m_json.beginObject();
        bool opened = false;
        for (const auto& [key, provider] : m_providers) {
            if (!provider.parentKey.empty())
                continue;
            if (!opened)
                m_json.key("provider_config").beginObject();
            opened = true;
            m_json.key(key).beginObject();
            m_json.key("name").string(provider.name);
            m_json.optional("full_name", provider.fullName);
            m_json.optional("alias", provider.alias);
            m_json.optional("version_constraint", provider.versionConstraint);
            m_json.optional("module_address", provider.moduleAddress);
            if (!provider.expressions.empty() && provider.expressions != "{}")
                m_json.key("expressions").raw(provider.expressions);
            m_json.endObject();
        }
        if (opened)
            m_json.endObject();
        m_json.key("root_module");
        writeModule(*m_config.root);
        m_json.endObject();
    }

private:
    struct ProviderEntry {
        std::string name, fullName, alias, versionConstraint, moduleAddress, expressions, parentKey;
    };

    std::string sourceKey(const std::string& start, const std::string& fullName) const {
        std::string parent, key = start;
        while (!key.empty()) {
            const auto it = m_providers.find(key);
            if (it == m_providers.end() || it->second.fullName != fullName)
                break;
            parent = key;
            key = it->second.parentKey;
        }
        return parent;
    }

    void collectProviders(const ModuleNode& node) {
        const configs::Module& module = node.module;
        const addrs::ProviderRequirements required = node.providerRequirements();
        const auto constraintOf = [&](const addrs::Provider& provider) {
            const auto found = required.find(provider);
            return found == required.end() ? std::string() : found->second.toString();
        };
        for (const auto& [key, config] : module.providerConfigs) {
            ProviderEntry entry;
            entry.name = config.name;
            const addrs::Provider provider = module.providerForLocalName(config.name);
            entry.fullName = provider.toString();
            entry.alias = config.alias;
            entry.moduleAddress = node.path.toString();
            entry.versionConstraint = constraintOf(provider);
            const auto schema = m_schemas.find(provider);
            if (schema != m_schemas.end() && schema->second->provider) {
                JsonWriter one(entry.expressions);
                writeBody(one, *config.config, schema->second->provider->block);
            }
            m_providers.insert_or_assign(providerKey(key, node.path), std::move(entry));
        }
        const auto inherited = [&](const std::string& name, const std::string& fullName) {
            return node.parent ? sourceKey(providerKey(name, node.parent->path), fullName) : std::string();
        };
        for (const auto& [name, declared] : module.requiredProviders) {
            for (const addrs::LocalProviderConfig& alias : declared.aliases)
                m_providers.try_emplace(providerKey(compactName(alias.localName, alias.alias), node.path),
                                        ProviderEntry{declared.name,
                                                      declared.provider.toString(),
                                                      {},
                                                      constraintOf(declared.provider),
                                                      node.path.toString(),
                                                      {},
                                                      {}});
            const std::string fullName = declared.provider.toString();
            m_providers.try_emplace(providerKey(name, node.path), ProviderEntry{declared.name,
                                                                                fullName,
                                                                                {},
                                                                                constraintOf(declared.provider),
                                                                                node.path.toString(),
                                                                                {},
                                                                                inherited(declared.name, fullName)});
        }
        // Default configurations of all other required providers, including unused ones.
        for (const auto& [provider, constraints] : required) {
            const std::string fullName = provider.toString();
            m_providers.try_emplace(
                providerKey(provider.type(), node.path),
                ProviderEntry{
                    provider.type(), fullName, {}, {}, node.path.toString(), {}, inherited(provider.type(), fullName)});
        }
        for (const auto& [name, call] : module.moduleCalls) {
            const ModuleNode* child = m_isSingle ? nullptr : node.child(name);
            if (!child)
                continue;
            for (const configs::PassedProvider& passed : call.providers) {
                const std::string inChild = compactName(passed.inChild.name, passed.inChild.alias);
                const std::string inParent = compactName(passed.inParent.name, passed.inParent.alias);
                ProviderEntry entry;
                entry.name = inChild;
                entry.fullName = child->module.providerForLocalName(passed.inChild.name).toString();
                entry.moduleAddress = child->path.toString();
                entry.parentKey = sourceKey(providerKey(inParent, node.path), entry.fullName);
                m_providers.insert_or_assign(providerKey(inChild, child->path), std::move(entry));
            }
            collectProviders(*child);
        }
    }

    void writeModule(const ModuleNode& node) {
        const configs::Module& module = node.module;
        m_json.beginObject();
        if (!module.outputs.empty()) {
            m_json.key("outputs").beginObject();
            for (const auto& [name, output] : module.outputs) {
                m_json.key(name).beginObject();
                m_json.optional("sensitive", output.sensitive);
                m_json.optional("ephemeral", output.ephemeral);
                m_json.optional("deprecated", output.deprecated);
                if (!m_isSingle)
                    writeExpression(m_json.key("expression"), *output.expression);
                writeDependsOn(m_json, output.dependsOn);
                m_json.optional("description", output.description);
                m_json.endObject();
            }
            m_json.endObject();
        }
        writeResources(node);
        if (!module.moduleCalls.empty()) {
            m_json.key("module_calls").beginObject();
            for (const auto& [name, call] : module.moduleCalls)
                if (const ModuleNode* child = m_isSingle ? nullptr : node.child(name); child || m_isSingle)
                    writeCall(m_json.key(name), call, child);
            m_json.endObject();
        }
        if (!module.variables.empty()) {
            m_json.key("variables").beginObject();
            for (const auto& [name, variable] : module.variables) {
                m_json.key(name).beginObject();
                if (!variable.constraint.type.isDynamic())
                    m_json.key("type").raw(values::typeToJson(variable.constraint.type));
                if (variable.defaultValue)
                    writeValue(m_json.key("default"), *variable.defaultValue);
                m_json.optional("description", variable.description);
                m_json.optional("required", variable.isRequired());
                m_json.optional("sensitive", variable.sensitive);
                m_json.optional("ephemeral", variable.ephemeral);
                m_json.optional("deprecated", variable.deprecated);
                m_json.endObject();
            }
            m_json.endObject();
        }
        m_json.endObject();
    }

    /// The called module is null for a single module.
    void writeCall(JsonWriter& json, const configs::ModuleCall& call, const ModuleNode* child) {
        json.beginObject();
        json.optional("source", call.source);
        if (child) {
            schemas::Block schema;
            for (const auto& [name, variable] : child->module.variables)
                schema.attributes[name].required = variable.isRequired();
            std::string body;
            JsonWriter one(body);
            writeBody(one, *call.config, schema);
            if (body != "{}")
                json.key("expressions").raw(body);
            writeRepetition(json, call);
            json.key("module");
            writeModule(*child);
        }
        json.optional("version_constraint", call.versionConstraint);
        writeDependsOn(json, call.dependsOn);
        json.endObject();
    }

    /// Of a resource or a module call.
    template <typename Declared>
    static void writeRepetition(JsonWriter& json, const Declared& declared) {
        if (declared.count)
            writeOptionalExpression(json, "count_expression", declared.count);
        else
            writeOptionalExpression(json, "for_each_expression", declared.forEach);
    }

    void writeResources(const ModuleNode& node) {
        std::vector<std::pair<std::string, const configs::Resource*>> groups[3];
        for (const auto& [address, resource] : node.module.resources)
            groups[address.mode == addrs::ResourceMode::Managed ? 0
                   : address.mode == addrs::ResourceMode::Data  ? 1
                                                                : 2]
                .emplace_back(address.toString(), &resource);
        bool opened = false;
        for (auto& group : groups) {
            std::sort(group.begin(), group.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
            for (const auto& [address, resource] : group) {
                if (!opened)
                    m_json.key("resources").beginArray();
                opened = true;
                writeResource(node, address, *resource);
                m_json.passOn();
            }
        }
        if (opened)
            m_json.endArray();
    }

    void writeResource(const ModuleNode& node, const std::string& address, const configs::Resource& resource) {
        m_json.beginObject();
        m_json.key("address").string(address);
        m_json.key("mode").string(resource.address.mode == addrs::ResourceMode::Managed ? "managed"
                                  : resource.address.mode == addrs::ResourceMode::Data  ? "data"
                                                                                        : "ephemeral");
        m_json.key("type").string(resource.address.type);
        m_json.key("name").string(resource.address.name);
        const std::string local = compactName(resource.providerLocalName(),
                                              resource.providerRef ? resource.providerRef->alias : std::string());
        std::string key = providerKey(local, node.path);
        if (const auto known = m_providers.find(key);
            known != m_providers.end() && m_providers.contains(known->second.parentKey))
            key = known->second.parentKey;
        m_json.key("provider_config_key").string(key);
        if (!resource.provisioners.empty()) {
            m_json.key("provisioners").beginArray();
            for (const configs::Provisioner& provisioner : resource.provisioners) {
                m_json.beginObject();
                m_json.key("type").string(provisioner.type);
                const auto attributes = provisioner.config->justAttributes();
                if (attributes.value && !attributes->empty() && !m_isSingle) {
                    m_json.key("expressions").beginObject();
                    for (const auto& [name, attribute] : *attributes) {
                        m_json.key(name);
                        writeExpression(m_json, *attribute.expression);
                    }
                    m_json.endObject();
                }
                m_json.endObject();
            }
            m_json.endArray();
        }
        if (const schemas::ResourceSchemaPtr schema =
                plans::resourceSchema(m_schemas, resource.provider, resource.address)) {
            std::string body;
            JsonWriter one(body);
            writeBody(one, *resource.config, schema->block);
            if (body != "{}")
                m_json.key("expressions").raw(body);
            m_json.key("schema_version")
                .number(resource.address.mode == addrs::ResourceMode::Managed ? schema->version : 0);
        }
        if (!m_isSingle)
            writeRepetition(m_json, resource);
        writeDependsOn(m_json, resource.dependsOn);
        m_json.endObject();
    }

    JsonWriter& m_json;
    const configs::Config& m_config;
    const bool m_isSingle;
    const plans::Schemas m_schemas;
    std::map<std::string, ProviderEntry> m_providers;
};

} // namespace

void writeConfiguration(JsonWriter& json, const configs::Config& config, const plans::Schemas& schemas) {
    Writer(json, config, &schemas).write();
}

std::string configurationJson(const configs::Config& config, const plans::Schemas& schemas) {
    std::string text;
    JsonWriter json(text);
    writeConfiguration(json, config, schemas);
    return text;
}

std::string singleModuleJson(const configs::Config& config) {
    std::string text;
    JsonWriter json(text);
    Writer(json, config, nullptr).write();
    return text;
}

} // namespace planlens::formats

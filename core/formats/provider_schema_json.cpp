// SPDX-License-Identifier: MPL-2.0
#include "core/formats/provider_schema_json.h"

#include "core/formats/json_writer.h"
#include "core/values/json/json.h"

namespace planlens::formats {

namespace {

using schemas::Attribute;
using schemas::Block;
using schemas::NestingMode;
using schemas::ResourceSchemaPtr;

std::string_view modeText(NestingMode mode) {
    switch (mode) {
    case NestingMode::Single:
        return "single";
    case NestingMode::Group:
        return "group";
    case NestingMode::List:
        return "list";
    case NestingMode::Set:
        return "set";
    case NestingMode::Map:
        return "map";
    }
    return "invalid";
}

class Writer {
public:
    explicit Writer(std::string& text)
        : m_json(text) {}

    void write(const plans::Schemas& all) {
        m_json.beginObject();
        m_json.key("format_version").string("1.0");
        if (!all.empty()) {
            m_json.key("provider_schemas").beginObject();
            for (const auto& [provider, schema] : all) {
                m_json.key(provider.toString());
                writeProvider(provider, *schema);
            }
            m_json.endObject();
        }
        m_json.endObject();
    }

private:
    /// Writes `"name":{…}` with a member for each item, or nothing if there are none.
    template <typename Map, typename Write>
    void members(std::string_view name, const Map& map, const Write& write) {
        if (map.empty())
            return;
        m_json.key(name).beginObject();
        for (const auto& [key, value] : map) {
            m_json.key(key);
            write(value);
        }
        m_json.endObject();
    }

    void writeProvider(const addrs::Provider& address, const schemas::ProviderSchema& schema) {
        const auto write = [this](const ResourceSchemaPtr& resource) { writeSchema(resource); };
        m_json.beginObject();
        m_json.key("provider");
        writeSchema(address.isBuiltIn() ? nullptr : schema.provider); // built-in providers have no configuration
        members("resource_schemas", schema.managed, write);
        members("data_source_schemas", schema.data, write);
        members("ephemeral_resource_schemas", schema.ephemeral, write);
        members("functions", schema.functions,
                [this](const schemas::FunctionSignature& function) { writeFunction(function); });
        std::map<std::string_view, ResourceSchemaPtr> withIdentity;
        for (const auto& [name, resource] : schema.managed)
            if (resource->identity)
                withIdentity.emplace(name, resource);
        members("resource_identity_schemas", withIdentity,
                [this](const ResourceSchemaPtr& resource) { writeIdentity(*resource); });
        m_json.endObject();
    }

    void writeSchema(const ResourceSchemaPtr& schema) {
        m_json.beginObject();
        m_json.key("version").number(schema ? schema->version : 0);
        if (schema) {
            m_json.key("block");
            writeBlock(schema->block);
        }
        m_json.endObject();
    }

    void writeBlock(const Block& block) {
        m_json.beginObject();
        members("attributes", block.attributes, [this](const Attribute& attribute) { writeAttribute(attribute); });
        members("block_types", block.blockTypes, [this](const schemas::NestedBlock& nested) {
            m_json.beginObject();
            m_json.key("nesting_mode").string(modeText(nested.nesting));
            m_json.key("block");
            writeBlock(nested.block);
            if (nested.minItems != 0)
                m_json.key("min_items").number(nested.minItems);
            if (nested.maxItems != 0)
                m_json.key("max_items").number(nested.maxItems);
            m_json.endObject();
        });
        m_json.optional("description", block.description);
        m_json.key("description_kind").string(block.descriptionIsMarkdown ? "markdown" : "plain");
        m_json.optional("deprecated", block.deprecated);
        m_json.optional("deprecation_message", block.deprecationMessage);
        m_json.endObject();
    }

    void writeAttribute(const Attribute& attribute) {
        m_json.beginObject();
        if (attribute.nested) {
            m_json.key("nested_type").beginObject();
            members("attributes", attribute.nested->attributes,
                    [this](const Attribute& inner) { writeAttribute(inner); });
            m_json.key("nesting_mode").string(modeText(attribute.nested->nesting));
            m_json.endObject();
        } else {
            m_json.key("type").raw(values::typeToJson(attribute.impliedType()));
        }
        m_json.optional("description", attribute.description);
        m_json.key("description_kind").string(attribute.descriptionIsMarkdown ? "markdown" : "plain");
        m_json.optional("deprecated", attribute.deprecated);
        m_json.optional("deprecation_message", attribute.deprecationMessage);
        m_json.optional("required", attribute.required);
        m_json.optional("optional", attribute.optional);
        m_json.optional("computed", attribute.computed);
        m_json.optional("sensitive", attribute.sensitive);
        m_json.optional("write_only", attribute.writeOnly);
        m_json.endObject();
    }

    void writeIdentity(const schemas::ResourceSchema& resource) {
        m_json.beginObject();
        m_json.key("version").number(resource.identityVersion);
        members("attributes", resource.identity->attributes, [this](const Attribute& attribute) {
            m_json.beginObject();
            m_json.key("type").raw(values::typeToJson(attribute.impliedType()));
            m_json.optional("description", attribute.description);
            m_json.optional("required_for_import", attribute.required);
            m_json.optional("optional_for_import", attribute.optional);
            m_json.endObject();
        });
        m_json.endObject();
    }

    /// Writes a type of a parameter or result; a primitive or dynamic one as its name.
    void writeType(values::Type type) {
        if (type.isPrimitive() || type.isDynamic())
            m_json.string(type.friendlyName());
        else
            m_json.raw(values::typeToJson(type));
    }

    void writeParameter(const schemas::FunctionParameter& parameter) {
        m_json.beginObject();
        m_json.key("name").string(parameter.name);
        m_json.key("description").string(parameter.description);
        m_json.key("type");
        writeType(parameter.type);
        m_json.optional("is_nullable", parameter.allowNull);
        m_json.endObject();
    }

    void writeFunction(const schemas::FunctionSignature& function) {
        m_json.beginObject();
        m_json.key("description").string(function.description);
        m_json.key("summary").string(function.summary);
        m_json.key("return_type");
        writeType(function.returnType);
        if (!function.parameters.empty()) {
            m_json.key("parameters").beginArray();
            for (const schemas::FunctionParameter& parameter : function.parameters)
                writeParameter(parameter);
            m_json.endArray();
        }
        if (function.variadic) {
            m_json.key("variadic_parameter");
            writeParameter(*function.variadic);
        }
        m_json.endObject();
    }

    JsonWriter m_json;
};

} // namespace

std::string providerSchemasJson(const plans::Schemas& schemas) {
    std::string text;
    Writer(text).write(schemas);
    return text;
}

} // namespace planlens::formats

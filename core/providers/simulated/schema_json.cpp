// SPDX-License-Identifier: MPL-2.0
#include "core/providers/simulated/schema_json.h"

#include "core/values/json/json.h"
#include "core/values/text/quoted.h"

#include <nlohmann/json.hpp>

#include <string>
#include <utility>

namespace planlens::providers::simulated {

using Json = nlohmann::json;
using schemas::Attribute;
using schemas::Block;
using schemas::NestingMode;

namespace {

/// Thrown and caught only in this file.
struct Malformed {
    std::string place, what;
};

class Reader {
public:
    SchemasByProvider read(const Json& file) {
        if (!file.is_object() || !text(file, "format_version").starts_with("1."))
            fail("the \"format_version\" is not 1");
        SchemasByProvider all;
        members(file, "provider_schemas", [&](const std::string& name, const Json& provider) {
            const diags::Result<addrs::Provider> address = addrs::parseProviderSource(name);
            if (!address.isOk())
                fail("the name is not a provider address");
            all.emplace(*address, readProvider(provider));
        });
        return all;
    }

private:
    [[noreturn]] void fail(std::string what) const { throw Malformed{m_place, std::move(what)}; }

    /// Calls `visit` for each member of an object; the object may be missing.
    template <typename Visit>
    void members(const Json& object, const char* name, const Visit& visit) {
        const auto found = object.find(name);
        if (found == object.end() || found->is_null())
            return;
        if (!found->is_object())
            fail("\"" + std::string(name) + "\" is not an object");
        const std::size_t length = m_place.size();
        for (const auto& [key, value] : found->items()) {
            m_place += (m_place.empty() ? "" : ".") + key;
            if (!value.is_object())
                fail("it is not an object");
            visit(key, value);
            m_place.resize(length);
        }
    }

    std::string text(const Json& object, const char* name) const {
        const auto found = object.find(name);
        if (found == object.end() || found->is_null())
            return {};
        if (!found->is_string())
            fail("\"" + std::string(name) + "\" is not a string");
        return found->get<std::string>();
    }
    bool flag(const Json& object, const char* name) const {
        const auto found = object.find(name);
        return found != object.end() && found->is_boolean() && found->get<bool>();
    }
    std::int64_t number(const Json& object, const char* name) const {
        const auto found = object.find(name);
        return found != object.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
    }
    values::Type type(const Json& object, const char* name) const {
        const auto found = object.find(name);
        if (found == object.end())
            fail("\"" + std::string(name) + "\" is missing");
        const values::Outcome<values::Type> read = values::typeFromJson(found->dump());
        if (!read)
            fail("\"" + std::string(name) + "\" is not a type");
        return *read;
    }

    NestingMode nesting(const Json& object) const {
        const std::string mode = text(object, "nesting_mode");
        constexpr std::pair<std::string_view, NestingMode> modes[] = {{"single", NestingMode::Single},
                                                                      {"group", NestingMode::Group},
                                                                      {"list", NestingMode::List},
                                                                      {"set", NestingMode::Set},
                                                                      {"map", NestingMode::Map}};
        for (const auto& [name, value] : modes)
            if (mode == name)
                return value;
        fail("\"nesting_mode\" is " + values::quoted(mode));
    }

    schemas::ProviderSchemaPtr readProvider(const Json& json) {
        auto schema = std::make_shared<schemas::ProviderSchema>();
        if (const auto provider = json.find("provider"); provider != json.end() && provider->is_object())
            schema->provider = readSchema(*provider);
        if (!schema->provider)
            schema->provider = schemas::ResourceSchema::make({});
        std::map<std::string, std::pair<std::int64_t, std::shared_ptr<const schemas::ObjectType>>> identities;
        members(json, "resource_identity_schemas", [&](const std::string& name, const Json& identity) {
            auto object = std::make_shared<schemas::ObjectType>();
            members(identity, "attributes", [&](const std::string& key, const Json& attribute) {
                Attribute& made = object->attributes[key];
                made.type = type(attribute, "type");
                made.description = text(attribute, "description");
                made.required = flag(attribute, "required_for_import");
                made.optional = flag(attribute, "optional_for_import");
            });
            identities.emplace(name, std::pair(number(identity, "version"), std::move(object)));
        });
        members(json, "resource_schemas", [&](const std::string& name, const Json& resource) {
            schemas::ResourceSchemaPtr made = readSchema(resource);
            if (const auto identity = identities.find(name); made && identity != identities.end()) {
                auto withIdentity = std::make_shared<schemas::ResourceSchema>(*made);
                withIdentity->identityVersion = identity->second.first;
                withIdentity->identity = identity->second.second;
                made = std::move(withIdentity);
            }
            schema->managed.emplace(name, std::move(made));
        });
        members(json, "data_source_schemas", [&](const std::string& name, const Json& resource) {
            schema->data.emplace(name, readSchema(resource));
        });
        members(json, "ephemeral_resource_schemas", [&](const std::string& name, const Json& resource) {
            schema->ephemeral.emplace(name, readSchema(resource));
        });
        members(json, "functions", [&](const std::string& name, const Json& function) {
            schema->functions.emplace(name, readFunction(function));
        });
        return schema;
    }

    schemas::ResourceSchemaPtr readSchema(const Json& json) {
        const auto block = json.find("block");
        if (block != json.end() && !block->is_object())
            fail("\"block\" is not an object");
        return schemas::ResourceSchema::make(block != json.end() ? readBlock(*block) : Block{},
                                             number(json, "version"));
    }

    Block readBlock(const Json& json) {
        Block block;
        members(json, "attributes", [&](const std::string& name, const Json& attribute) {
            block.attributes.emplace(name, readAttribute(attribute));
        });
        members(json, "block_types", [&](const std::string& name, const Json& nested) {
            schemas::NestedBlock made;
            made.nesting = nesting(nested);
            made.minItems = static_cast<int>(number(nested, "min_items"));
            made.maxItems = static_cast<int>(number(nested, "max_items"));
            if (const auto inner = nested.find("block"); inner != nested.end() && inner->is_object())
                made.block = readBlock(*inner);
            block.blockTypes.emplace(name, std::move(made));
        });
        block.description = text(json, "description");
        block.descriptionIsMarkdown = text(json, "description_kind") == "markdown";
        block.deprecated = flag(json, "deprecated");
        block.deprecationMessage = text(json, "deprecation_message");
        return block;
    }

    Attribute readAttribute(const Json& json) {
        Attribute attribute;
        if (const auto nested = json.find("nested_type"); nested != json.end() && nested->is_object()) {
            auto object = std::make_shared<schemas::ObjectType>();
            object->nesting = nesting(*nested);
            members(*nested, "attributes", [&](const std::string& name, const Json& inner) {
                object->attributes.emplace(name, readAttribute(inner));
            });
            attribute.nested = std::move(object);
        } else {
            attribute.type = type(json, "type");
        }
        attribute.description = text(json, "description");
        attribute.descriptionIsMarkdown = text(json, "description_kind") == "markdown";
        attribute.required = flag(json, "required");
        attribute.optional = flag(json, "optional");
        attribute.computed = flag(json, "computed");
        attribute.sensitive = flag(json, "sensitive");
        attribute.writeOnly = flag(json, "write_only");
        attribute.deprecated = flag(json, "deprecated");
        attribute.deprecationMessage = text(json, "deprecation_message");
        return attribute;
    }

    schemas::FunctionParameter readParameter(const Json& json) const {
        return {text(json, "name"), type(json, "type"), flag(json, "is_nullable"), true, text(json, "description")};
    }

    schemas::FunctionSignature readFunction(const Json& json) {
        schemas::FunctionSignature function;
        function.summary = text(json, "summary");
        function.description = text(json, "description");
        function.returnType = type(json, "return_type");
        if (const auto parameters = json.find("parameters"); parameters != json.end() && parameters->is_array())
            for (const Json& parameter : *parameters)
                function.parameters.push_back(readParameter(parameter));
        if (const auto variadic = json.find("variadic_parameter"); variadic != json.end() && variadic->is_object())
            function.variadic = readParameter(*variadic);
        return function;
    }

    std::string m_place;
};

} // namespace

diags::Result<SchemasByProvider> readProviderSchemas(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    try {
        if (json.is_discarded())
            throw Malformed{{}, "it is not JSON"};
        return Reader().read(json);
    } catch (const Malformed& problem) {
        return diags::Diagnostic::error("Invalid provider schemas",
                                        "The file with schemas is not what \"tofu providers schema -json\" writes: " +
                                            (problem.place.empty() ? std::string() : "at " + problem.place + ", ") +
                                            problem.what + ".");
    }
}

} // namespace planlens::providers::simulated

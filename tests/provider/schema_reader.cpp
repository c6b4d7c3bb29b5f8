// SPDX-License-Identifier: MPL-2.0
#include "tests/provider/schema_reader.h"

#include "core/values/json/json.h"

#include <stdexcept>

namespace planlens::testing {

namespace {

values::Type typeOf(const Json& json) {
    auto type = values::typeFromJson(json.dump());
    if (!type)
        throw std::runtime_error("no type: " + json.dump());
    return *type;
}

schemas::NestingMode nestingOf(const Json& json) {
    const std::string mode = json.value("nesting_mode", "single");
    if (mode == "single")
        return schemas::NestingMode::Single;
    if (mode == "group")
        return schemas::NestingMode::Group;
    if (mode == "list")
        return schemas::NestingMode::List;
    if (mode == "set")
        return schemas::NestingMode::Set;
    if (mode == "map")
        return schemas::NestingMode::Map;
    throw std::runtime_error("there is no nesting mode " + mode);
}

schemas::Attribute attributeOf(const Json& json) {
    schemas::Attribute attribute;
    attribute.required = json.value("required", false);
    attribute.optional = json.value("optional", false);
    attribute.computed = json.value("computed", false);
    attribute.sensitive = json.value("sensitive", false);
    attribute.writeOnly = json.value("write_only", false);
    attribute.deprecated = json.value("deprecated", false);
    attribute.deprecationMessage = json.value("deprecation_message", "");
    attribute.description = json.value("description", "");
    attribute.descriptionIsMarkdown = json.value("description_kind", "plain") == "markdown";
    if (json.contains("nested_type")) {
        auto nested = std::make_shared<schemas::ObjectType>();
        nested->nesting = nestingOf(json["nested_type"]);
        for (const auto& [name, inner] : member(json["nested_type"], "attributes").items())
            nested->attributes.emplace(name, attributeOf(inner));
        attribute.nested = std::move(nested);
    }
    if (json.contains("type"))
        attribute.type = typeOf(json["type"]);
    return attribute;
}

schemas::Block blockOf(const Json& json) {
    schemas::Block block;
    block.description = json.value("description", "");
    block.descriptionIsMarkdown = json.value("description_kind", "plain") == "markdown";
    block.deprecated = json.value("deprecated", false);
    block.deprecationMessage = json.value("deprecation_message", "");
    for (const auto& [name, attribute] : member(json, "attributes").items())
        block.attributes.emplace(name, attributeOf(attribute));
    for (const auto& [name, nested] : member(json, "block_types").items()) {
        schemas::NestedBlock made;
        made.block = blockOf(member(nested, "block"));
        made.nesting = nestingOf(nested);
        made.minItems = nested.value("min_items", 0);
        made.maxItems = nested.value("max_items", 0);
        block.blockTypes.emplace(name, std::move(made));
    }
    return block;
}

schemas::ResourceSchemaPtr resourceOf(const Json& json, const Json& identity) {
    auto made = std::make_shared<schemas::ResourceSchema>();
    made->version = json.value("version", std::int64_t(0));
    made->block = blockOf(member(json, "block"));
    made->type = made->block.impliedType();
    if (!identity.empty()) {
        auto object = std::make_shared<schemas::ObjectType>();
        for (const auto& [name, attribute] : member(identity, "attributes").items()) {
            schemas::Attribute read;
            read.type = typeOf(attribute.is_object() && attribute.contains("type") ? attribute["type"] : attribute);
            read.required = attribute.is_object() && attribute.value("required_for_import", false);
            read.optional = attribute.is_object() && attribute.value("optional_for_import", false);
            read.description = attribute.is_object() ? attribute.value("description", "") : "";
            object->attributes.emplace(name, std::move(read));
        }
        made->identity = std::move(object);
        made->identityVersion = identity.value("version", std::int64_t(0));
    }
    return made;
}

schemas::FunctionParameter parameterOf(const Json& json) {
    schemas::FunctionParameter parameter;
    parameter.name = json.value("name", "");
    parameter.type = typeOf(json.at("type"));
    parameter.allowNull = json.value("is_nullable", false);
    parameter.allowUnknown = json.value("allow_unknown", false);
    parameter.description = json.value("description", "");
    return parameter;
}

schemas::FunctionSignature functionOf(const Json& json) {
    schemas::FunctionSignature signature;
    for (const Json& parameter : json.value("parameters", Json::array()))
        signature.parameters.push_back(parameterOf(parameter));
    if (json.contains("variadic_parameter"))
        signature.variadic = parameterOf(json["variadic_parameter"]);
    signature.returnType = typeOf(json.at("return_type"));
    signature.summary = json.value("summary", "");
    signature.description = json.value("description", "");
    signature.deprecationMessage = json.value("deprecation_message", "");
    return signature;
}

} // namespace

schemas::ProviderSchemaPtr readSchemas(const Json& json, const Json& capabilities) {
    auto made = std::make_shared<schemas::ProviderSchema>();
    made->provider = resourceOf(member(json, "provider"), Json::object());
    if (json.contains("provider_meta"))
        made->providerMeta = resourceOf(json["provider_meta"], Json::object());
    const Json& identities = member(json, "resource_identity_schemas");
    for (const auto& [name, resource] : member(json, "resource_schemas").items())
        made->managed[name] = resourceOf(resource, member(identities, name.c_str()));
    for (const auto& [name, resource] : member(json, "data_source_schemas").items())
        made->data[name] = resourceOf(resource, Json::object());
    for (const auto& [name, resource] : member(json, "ephemeral_resource_schemas").items())
        made->ephemeral[name] = resourceOf(resource, Json::object());
    for (const auto& [name, function] : member(json, "functions").items())
        made->functions[name] = functionOf(function);
    made->planDestroy = capabilities.value("plan_destroy", false);
    made->getProviderSchemaOptional = capabilities.value("get_provider_schema_optional", true);
    made->moveResourceState = capabilities.value("move_resource_state", true);
    return made;
}

} // namespace planlens::testing

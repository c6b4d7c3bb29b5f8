// SPDX-License-Identifier: MPL-2.0
#include "tests/support/table_schemas.h"

namespace planlens::tests {

namespace {

/// Returns a member that is an object, or an empty object.
Json member(const Json& json, const char* name) {
    return json.is_object() && json.contains(name) ? json[name] : Json::object();
}

schemas::NestingMode nestingMode(const std::string& name) {
    if (name == "list")
        return schemas::NestingMode::List;
    if (name == "set")
        return schemas::NestingMode::Set;
    if (name == "map")
        return schemas::NestingMode::Map;
    return name == "group" ? schemas::NestingMode::Group : schemas::NestingMode::Single;
}

schemas::Attribute tableAttribute(const Json& json) {
    schemas::Attribute attribute;
    attribute.required = json.value("required", false);
    attribute.optional = json.value("optional", false);
    attribute.computed = json.value("computed", false);
    attribute.sensitive = json.value("sensitive", false);
    attribute.writeOnly = json.value("write_only", false);
    attribute.deprecated = json.value("deprecated", false);
    if (json.contains("type"))
        attribute.type = tableType(json["type"]);
    if (json.contains("nested_type")) {
        auto nested = std::make_shared<schemas::ObjectType>();
        nested->nesting = nestingMode(json["nested_type"].value("nesting_mode", "single"));
        const Json attributes = member(json["nested_type"], "attributes");
        for (const auto& [name, inner] : attributes.items())
            nested->attributes.emplace(name, tableAttribute(inner));
        attribute.nested = std::move(nested);
    }
    return attribute;
}

} // namespace

schemas::Block tableBlock(const Json& json) {
    schemas::Block block;
    const Json attributes = member(json, "attributes");
    for (const auto& [name, attribute] : attributes.items())
        block.attributes.emplace(name, tableAttribute(attribute));
    const Json blockTypes = member(json, "block_types");
    for (const auto& [name, nested] : blockTypes.items()) {
        schemas::NestedBlock made;
        made.block = tableBlock(member(nested, "block"));
        made.nesting = nestingMode(nested.value("nesting_mode", "single"));
        made.minItems = nested.value("min_items", 0);
        made.maxItems = nested.value("max_items", 0);
        block.blockTypes.emplace(name, std::move(made));
    }
    return block;
}

} // namespace planlens::tests

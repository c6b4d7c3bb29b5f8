// SPDX-License-Identifier: MPL-2.0
#include "tests/support/table_schemas.h"

namespace planlens::tests {

namespace {

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
        for (const auto& [name, inner] : json["nested_type"].value("attributes", Json::object()).items())
            nested->attributes.emplace(name, tableAttribute(inner));
        attribute.nested = std::move(nested);
    }
    return attribute;
}

} // namespace

schemas::Block tableBlock(const Json& json) {
    schemas::Block block;
    for (const auto& [name, attribute] : json.value("attributes", Json::object()).items())
        block.attributes.emplace(name, tableAttribute(attribute));
    for (const auto& [name, nested] : json.value("block_types", Json::object()).items()) {
        schemas::NestedBlock made;
        made.block = tableBlock(nested.value("block", Json::object()));
        made.nesting = nestingMode(nested.value("nesting_mode", "single"));
        made.minItems = nested.value("min_items", 0);
        made.maxItems = nested.value("max_items", 0);
        block.blockTypes.emplace(name, std::move(made));
    }
    return block;
}

} // namespace planlens::tests

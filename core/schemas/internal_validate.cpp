// SPDX-License-Identifier: MPL-2.0
#include "core/schemas/values_by_schema.h"

#include <algorithm>

namespace planlens::schemas {

namespace {

bool isValidName(std::string_view name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
}

std::string nestingName(NestingMode mode) {
    switch (mode) {
    case NestingMode::Single:
        return "NestingSingle";
    case NestingMode::Group:
        return "NestingGroup";
    case NestingMode::List:
        return "NestingList";
    case NestingMode::Set:
        return "NestingSet";
    case NestingMode::Map:
        return "NestingMap";
    }
    return {};
}

using Problems = std::vector<std::string>;

void checkAttribute(const std::string& name, const Attribute& attribute, const std::string& prefix,
                    Problems& problems) {
    const auto report = [&](const std::string& what) { problems.push_back(prefix + name + ": " + what); };
    if (!attribute.optional && !attribute.required && !attribute.computed)
        report("must set Optional, Required or Computed");
    if (attribute.optional && attribute.required)
        report("cannot set both Optional and Required");
    if (attribute.computed && attribute.required)
        report("cannot set both Computed and Required");
    if (!attribute.type && !attribute.nested)
        report("either Type or NestedType must be defined");
    if (attribute.type && attribute.nested)
        problems.push_back(name + ": Type and NestedType cannot both be set");
    if (!attribute.nested)
        return;
    if (attribute.nested->nesting == NestingMode::Set && attribute.impliedType().hasDynamic())
        report("NestingSet blocks may not contain attributes of cty.DynamicPseudoType");
    if (attribute.nested->nesting == NestingMode::Group)
        report("invalid nesting mode NestingGroup");
    for (const auto& [childName, child] : attribute.nested->attributes)
        checkAttribute(childName, child, prefix, problems);
}

/// Which item counts are valid depends on the nesting mode.
std::optional<std::string> itemsProblem(const NestedBlock& nested) {
    switch (nested.nesting) {
    case NestingMode::Single:
        if (nested.minItems != nested.maxItems)
            return "MinItems and MaxItems must match in NestingSingle mode";
        if (nested.minItems < 0 || nested.minItems > 1)
            return "MinItems and MaxItems must be set to either 0 or 1 in NestingSingle mode";
        return {};
    case NestingMode::Group:
        if (nested.minItems != 0 || nested.maxItems != 0)
            return "MinItems and MaxItems cannot be used in NestingGroup mode";
        return {};
    case NestingMode::List:
    case NestingMode::Set:
        if (nested.minItems > nested.maxItems && nested.maxItems != 0)
            return "MinItems must be less than or equal to MaxItems in " + nestingName(nested.nesting) + " mode";
        return {};
    case NestingMode::Map:
        if (nested.minItems != 0 || nested.maxItems != 0)
            return "MinItems and MaxItems must both be 0 in NestingMap mode";
        return {};
    }
    return {};
}

void checkBlock(const Block& block, const std::string& prefix, Problems& problems) {
    for (const auto& [name, attribute] : block.attributes)
        checkAttribute(name, attribute, prefix, problems);
    for (const auto& [name, nested] : block.blockTypes) {
        const auto report = [&, &blockName = name](const std::string& what) {
            problems.push_back(prefix + blockName + ": " + what);
        };
        if (block.attributes.contains(name))
            report("name defined as both attribute and child block type");
        else if (!isValidName(name))
            report("name may contain only lowercase letters, digits and underscores");
        if (nested.minItems < 0 || nested.maxItems < 0)
            report("MinItems and MaxItems must both be greater than zero");
        if (const std::optional<std::string> problem = itemsProblem(nested))
            report(*problem);
        if (nested.nesting == NestingMode::Set && nested.block.impliedType().hasDynamic())
            report("NestingSet blocks may not contain attributes of cty.DynamicPseudoType");
        checkBlock(nested.block, prefix + name + ".", problems);
    }
}

} // namespace

std::vector<std::string> internalValidate(const Block& block) {
    Problems problems;
    checkBlock(block, "", problems);
    return problems;
}

} // namespace planlens::schemas

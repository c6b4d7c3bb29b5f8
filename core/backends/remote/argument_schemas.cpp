// SPDX-License-Identifier: MPL-2.0
#include "core/backends/remote/argument_schemas.h"

#include "core/cloud/arguments.h"
#include "core/system/environment.h"

#include <fmt/core.h>

#include <string_view>

namespace planlens::backends {
namespace {

/// The arguments of a block with this path: "exec.0."; the argument of the root that contains it is named.
void findMissing(const schemas::Block& schema, const values::Value& given, const std::string& path,
                 diags::Diagnostics& problems) {
    const auto problem = [&](const std::string& name, std::string text) {
        const std::string argument = path.empty() ? name : path.substr(0, path.find('.'));
        problems.append(cloud::argumentError(argument.c_str(), std::move(text)));
    };
    const auto find = [&](const std::string& name) {
        const values::Value* const value = given.find(name);
        return value ? *value : values::Value();
    };
    for (const auto& [name, attribute] : schema.attributes)
        if (attribute.required && find(name).isNull())
            problem(name, fmt::format("\"{}{}\": required field is not set", path, name));
    for (const auto& [name, nested] : schema.blockTypes) {
        const values::Value blocks = find(name);
        const std::size_t count = blocks.isNull() ? 0 : blocks.size();
        if (count > 1)
            problem(name,
                    fmt::format("{}{}: attribute supports 1 item maximum, config has {} declared", path, name, count));
        else if (count == 1 && !blocks.element(0).isNull())
            findMissing(nested.block, blocks.element(0), path + name + ".0.", problems);
    }
}

} // namespace

void addArguments(Attributes& attributes, std::initializer_list<const char*> names, const values::Type& type,
                  Need need) {
    for (const char* name : names) {
        schemas::Attribute attribute;
        attribute.type = type;
        attribute.required = need == Need::Required;
        attribute.optional = need == Need::Optional;
        attributes.emplace(name, std::move(attribute));
    }
}

void addBlock(schemas::Block& parent, const char* name, schemas::NestingMode nesting, Attributes attributes) {
    schemas::NestedBlock nested;
    nested.nesting = nesting;
    nested.block.attributes = std::move(attributes);
    parent.blockTypes.emplace(name, std::move(nested));
}

Need unlessSet(const char* variable) {
    return system::environmentText(variable).empty() ? Need::Required : Need::Optional;
}

diags::Diagnostics missingArguments(const schemas::Block& schema, const values::Value& arguments) {
    diags::Diagnostics problems;
    if (!arguments.isNull())
        findMissing(schema, arguments, {}, problems);
    return problems;
}

} // namespace planlens::backends

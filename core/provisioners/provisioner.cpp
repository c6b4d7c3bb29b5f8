// SPDX-License-Identifier: MPL-2.0
#include "core/provisioners/provisioner.h"

#include "core/provisioners/provisioner_types.h"

namespace planlens::provisioners {

const Provisioner* find(std::string_view name) {
    if (name == "local-exec")
        return &localExec();
    if (name == "remote-exec")
        return &remoteExec();
    return name == "file" ? &file() : nullptr;
}

schemas::ResourceSchemaPtr schemaOf(std::initializer_list<Argument> arguments) {
    schemas::Block block;
    for (const Argument& argument : arguments) {
        schemas::Attribute attribute;
        attribute.type = argument.type;
        attribute.required = argument.need == Need::Required;
        attribute.optional = !attribute.required;
        block.attributes.emplace(argument.name, std::move(attribute));
    }
    return schemas::ResourceSchema::make(std::move(block));
}

bool isEmpty(const values::Value& text) {
    return text.isKnown() && (text.isNull() || text.asString().empty());
}

std::string textOf(const values::Value& text) {
    return text.isNull() ? std::string() : text.asString();
}

std::filesystem::path pathFrom(const std::filesystem::path& directory, const std::string& path) {
    return directory == "." ? std::filesystem::path(path) : directory / path;
}

} // namespace planlens::provisioners

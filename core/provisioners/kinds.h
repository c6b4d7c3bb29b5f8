// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/provisioners/provisioner.h"

#include <initializer_list>

/// The kinds of provisioners, and what they share; private to core/provisioners.
namespace planlens::provisioners {

const Provisioner& localExec();
const Provisioner& remoteExec();
const Provisioner& file();

enum class Need { Optional, Required };
struct Argument {
    const char* name;
    values::Type type;
    Need need = Need::Optional;
};
schemas::ResourceSchemaPtr schemaOf(std::initializer_list<Argument> arguments);

/// Whether a string is known to be null or "".
bool isEmpty(const values::Value& text);
/// The string, or "" for null.
std::string textOf(const values::Value& text);

/// A path from the directory, as messages show it where that is the current one: as it is given.
std::filesystem::path pathFrom(const std::filesystem::path& directory, const std::string& path);

} // namespace planlens::provisioners

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/provisioners/provisioner.h"

#include <initializer_list>

/// The provisioner types and their shared functions. Private to core/provisioners.
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
/// Returns the string, or "" for null.
std::string textOf(const values::Value& text);

/// Resolves a path against a directory. The result stays relative if that is the current directory, for messages.
std::filesystem::path pathFrom(const std::filesystem::path& directory, const std::string& path);

} // namespace planlens::provisioners

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/arguments.h"
#include "core/cloud/azure/settings.h"
#include "core/diags/diagnostic.h"

#include <filesystem>

namespace planlens::cloud::azure {

/// Reads the arguments for credentials, which have the same names wherever Azure is used, and the environment variables
/// that replace missing ones. Paths are relative to the directory. Errors are added to the problems, with the code and
/// the name of the argument.
Settings readSettings(const Arguments& given, const std::filesystem::path& directory, diags::Diagnostics& problems);

/// The value that an environment variable gives an argument. Null if it is not set, or cannot be converted.
values::Value environmentValue(const char* variableName, const char* argument, const values::Type& type,
                               diags::Diagnostics& problems);

/// An argument, or else the variable, or else `unset`.
bool flag(const Arguments& given, const char* name, const char* variableName, diags::Diagnostics& problems,
          bool unset = false);

} // namespace planlens::cloud::azure

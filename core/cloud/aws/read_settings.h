// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/arguments.h"
#include "core/cloud/aws/settings.h"
#include "core/diags/diagnostic.h"

#include <filesystem>
#include <string>

namespace planlens::cloud::aws {

/// Reads the arguments for credentials and connections, which have the same names wherever AWS is used, and the
/// environment variables that replace missing ones. Endpoints and lists of accounts are left to the caller. File names
/// are relative to the directory of the configuration, in which no profiles are read. Errors and warnings are added to
/// the problems, with the code and the name of the argument.
Settings readSettings(const Arguments& given, const std::filesystem::path& directory, diags::Diagnostics& problems);

/// An address with "https://" if it has no scheme.
std::string withScheme(const std::string& endpoint);

} // namespace planlens::cloud::aws

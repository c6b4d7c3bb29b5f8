// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/arguments.h"
#include "core/cloud/google/settings.h"
#include "core/diags/diagnostic.h"

#include <filesystem>

namespace planlens::cloud::google {

/// Reads the arguments for credentials, which have the same names wherever Google Cloud is used, and the environment
/// variables that replace missing ones, into the settings, whose other members must be set. Paths are relative to the
/// directory. Errors are added to the problems, with the code and the name of the argument.
void readCredentials(const Arguments& given, const std::filesystem::path& directory, Settings& settings,
                     diags::Diagnostics& problems);

} // namespace planlens::cloud::google

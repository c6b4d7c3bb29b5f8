// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/azure/settings.h"
#include "core/diags/expected.h"

#include <string>

namespace planlens::cloud::azure {

/// Returns the content of the file that an argument names; empty without a path. Relative paths refer to the directory
/// of the settings. The error is that of the reference and contains the path as given.
diags::Expected<std::string, std::string> readGivenFile(const std::string& file, const std::string& name,
                                                        const Settings& settings);

/// Returns the text or the content of the file. It is an error if they differ, or if both are empty.
diags::Expected<std::string, std::string> readTextOrFile(const TextOrFile& given, const std::string& name,
                                                         const Settings& settings);

} // namespace planlens::cloud::azure

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/azure/settings.h"
#include "core/diags/expected.h"

#include <string>

namespace planlens::cloud::azure {

/// The content of a file that an argument names, relative to the directory of the settings. Empty without a path. The
/// error is that of the reference and contains the path as it was given.
diags::Expected<std::string, std::string> readGivenFile(const std::string& file, const std::string& name,
                                                        const Settings& settings);

/// The value itself or that of the file. It is an error if they differ, or if there is none.
diags::Expected<std::string, std::string> readGiven(const GivenText& given, const std::string& name,
                                                    const Settings& settings);

} // namespace planlens::cloud::azure

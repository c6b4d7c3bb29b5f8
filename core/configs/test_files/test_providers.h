// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/test_files/test_file.h"

#include <map>

/// Provider configurations of test files and the modules that use them; private to core/configs.
namespace planlens::configs {

/// Checks that the providers of a test file match those that the root module expects under the same names, or that its
/// run blocks pass. `modules` are the modules that run blocks call, by name of the run. The first run that uses a name
/// determines its provider for the whole file.
diags::Diagnostics checkTestProviders(const std::string& fileName, const TestFile& file, const Module& root,
                                      const std::map<std::string, const Module*>& modules);

} // namespace planlens::configs

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/values/path.h"

#include <string>
#include <string_view>
#include <vector>

namespace planlens::states {

/// Parses sensitive_attributes: arrays of {"type":"get_attr"|"index","value":…}. Paths that cannot be read are left out
/// and reported as diagnostics.
std::vector<values::Path> readPaths(std::string_view json, diags::Diagnostics& diagnostics);
/// Returns the same format as compact JSON.
std::string writePaths(const std::vector<values::Path>& paths);

} // namespace planlens::states

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/planning.h"

#include <filesystem>

namespace planlens::cli {

/// Writes the JSON of a plan (mode 0600) and its masked review into an existing folder, for `projects report`.
diags::Diagnostics writePlanResult(const Planning& planning, const diags::Diagnostics& diagnostics,
                                   const Arguments& arguments, const std::filesystem::path& directory,
                                   const std::filesystem::path& folder);

} // namespace planlens::cli

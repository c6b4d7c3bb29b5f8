// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"

#include <filesystem>

/// The schemas that the providers of a folder had when they planned there last, for estimates where they are not.
namespace planlens::formats {

/// Where they are: a file of the form of `providers schema -json` in the folder's data directory.
std::filesystem::path keptSchemas(const std::filesystem::path& directory);

/// Writes them once after each `init`, that is where the lock file is newer. That it cannot be done is no matter.
void keepSchemas(plans::Schemas schemas, const std::filesystem::path& directory);

} // namespace planlens::formats

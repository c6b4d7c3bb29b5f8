// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/schemas.h"

#include <filesystem>

/// The provider schemas of the last plan in a directory, for estimates without installed providers.
namespace planlens::formats {

/// Returns the path of the schema cache, in the data directory. The file has the format of `providers schema -json`.
std::filesystem::path keptSchemas(const std::filesystem::path& directory);

/// Writes the cache once after each `init`, that is, if the lock file is newer. Write errors are ignored.
void keepSchemas(plans::Schemas schemas, const std::filesystem::path& directory);

} // namespace planlens::formats

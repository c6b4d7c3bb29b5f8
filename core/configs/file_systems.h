// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/load.h"

namespace planlens::configs {

/// Returns the entries of a directory on disk, sorted by name.
diags::Expected<std::vector<FileSystem::Entry>, system::ReadError>
listDirectory(const std::filesystem::path& directory);

} // namespace planlens::configs

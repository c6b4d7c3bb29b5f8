// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/arguments.h"
#include "core/cloud/storage/azblob/container.h"

#include <filesystem>

namespace planlens::cloud::storage::azblob {

/// Reports arguments that exclude each other, and wrong values.
diags::Diagnostics checkArguments(const Arguments& given);
/// Reads the arguments of the backend "azurerm" that concern the container, the environment and the defaults. Paths are
/// relative to the directory.
diags::Result<ContainerSettings> readConnection(const Arguments& given, const std::filesystem::path& directory);

} // namespace planlens::cloud::storage::azblob

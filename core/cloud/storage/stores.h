// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/storage/object_store.h"

/// The three kinds of stores, for openObjectStore().
namespace planlens::cloud::storage {

using OpenedStore = diags::Result<std::unique_ptr<ObjectStore>>;

OpenedStore openS3Store(const Address& address, const std::filesystem::path& directory);
OpenedStore openGcsStore(const Address& address, const std::filesystem::path& directory);
OpenedStore openAzureStore(const Address& address, const std::filesystem::path& directory);

} // namespace planlens::cloud::storage

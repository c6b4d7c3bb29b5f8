// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/storage/object_store.h"

/// The three kinds of stores, for openObjectStore().
namespace planlens::cloud::storage {

using OpenedStore = diags::Result<std::unique_ptr<ObjectStore>>;

OpenedStore openS3Store(const Address& address, const std::filesystem::path& directory);
OpenedStore openGcsStore(const Address& address, const std::filesystem::path& directory);
OpenedStore openAzureStore(const Address& address, const std::filesystem::path& directory);

/// Keys without the prefix of the address.
std::vector<std::string> relativeKeys(std::vector<std::string> keys, const std::string& prefix);

/// Whether the store rejected a write because there is an object, or another program writes one.
bool isTaken(int status);
/// The result of a write that was rejected for that reason: true if the object has this text, because an earlier
/// attempt was carried out.
diags::Expected<bool, StoreError> ofTakenKey(ObjectStore& store, const std::string& key, const std::string& text,
                                             const std::stop_token& stop);

} // namespace planlens::cloud::storage

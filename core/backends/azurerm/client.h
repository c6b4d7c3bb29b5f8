// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/remote/client.h"
#include "core/cloud/storage/azblob/container.h"

#include <memory>
#include <string>

namespace planlens::backends::azurerm {

using cloud::storage::azblob::AccountSettings;
using cloud::storage::azblob::BlobError;
using cloud::storage::azblob::Condition;
using cloud::storage::azblob::Container;
using cloud::storage::azblob::ContainerSettings;
using cloud::storage::azblob::Metadata;
using cloud::storage::azblob::Outcome;

/// The blob with the state of a workspace.
std::string stateBlob(const std::string& key, const std::string& workspace);

/// Whether a snapshot of the blob is taken before each write.
enum class Snapshots { None, BeforeWrites };

/// The state in this blob.
std::unique_ptr<Client> makeClient(Container container, std::string blob, Snapshots snapshots);

} // namespace planlens::backends::azurerm

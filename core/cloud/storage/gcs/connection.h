// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/arguments.h"
#include "core/cloud/google/settings.h"
#include "core/cloud/storage/gcs/bucket.h"

#include <filesystem>

namespace planlens::cloud::storage::gcs {

/// The access to a bucket.
struct Connection {
    google::Settings google;
    BucketSettings bucket;
};

/// Reports arguments that exclude each other.
diags::Diagnostics checkArguments(const Arguments& given);
/// Reads the arguments of the backend "gcs" that concern the bucket, the environment and the files that they name.
/// Paths are relative to the directory.
diags::Result<Connection> readConnection(const Arguments& given, const std::filesystem::path& directory);

} // namespace planlens::cloud::storage::gcs

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/types.h"
#include "core/cloud/storage/s3/connection.h"

#include <chrono>
#include <string>

namespace planlens::backends::s3 {

using cloud::aws::ServiceError;
using cloud::storage::s3::Bucket;
using cloud::storage::s3::messageOf;
using cloud::storage::s3::Tags;
using cloud::storage::s3::Writing;

/// The arguments of the backend, with the environment and the defaults filled in.
struct Settings {
    cloud::aws::Settings aws;
    cloud::storage::s3::BucketSettings store;
    std::string key;
    std::string workspacePrefix = "env:";
    std::string table; // of locks and digests; empty: none
    bool usesLockFile = false;
    Tags stateTags, lockTags;
    std::chrono::milliseconds digestLimit{10'000}, digestWait{2'000}; // while the state differs from its digest
};

/// Checks the arguments as the reference does. Warnings may accompany the settings.
diags::Result<Settings> readSettings(const Setup& setup);

/// The checks that the reference makes before it uses the arguments (PrepareConfig).
diags::Diagnostics checkArguments(const values::Value& given);

} // namespace planlens::backends::s3

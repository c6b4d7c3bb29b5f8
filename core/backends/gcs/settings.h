// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/types.h"
#include "core/cloud/storage/gcs/connection.h"

#include <string>

namespace planlens::backends::gcs {

using cloud::google::ServiceError;
using cloud::storage::gcs::Bucket;
using cloud::storage::gcs::BucketSettings;
using cloud::storage::gcs::Encryption;
using cloud::storage::gcs::Generation;
using cloud::storage::gcs::noGeneration;

/// The arguments of the backend, with the environment and the defaults filled in.
struct Settings {
    cloud::google::Settings google;
    BucketSettings bucket;
    std::string prefix; // empty, or with a slash at its end
};

/// Checks the arguments as the reference does.
diags::Result<Settings> readSettings(const Setup& setup);

} // namespace planlens::backends::gcs

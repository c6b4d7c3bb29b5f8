// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/arguments.h"
#include "core/cloud/aws/settings.h"
#include "core/cloud/storage/s3/bucket.h"

#include <filesystem>
#include <initializer_list>
#include <span>

namespace planlens::cloud::storage::s3 {

/// The access to a bucket.
struct Connection {
    aws::Settings aws;
    BucketSettings bucket;
};

/// Reads the arguments of the backend "s3" that concern the bucket, the environment and the defaults. Paths are
/// relative to the directory. Warnings may accompany the result; if there are errors, it must not be used.
Connection readConnection(const Arguments& given, const std::filesystem::path& directory, diags::Diagnostics& problems);

/// The names of the arguments and the variables of an endpoint.
struct EndpointNames {
    aws::Service service;
    const char *argument, *deprecated; // `endpoints.s3`, `endpoint`; the second one is null if there is none
    std::initializer_list<const char*> variables;
};
std::span<const EndpointNames> endpointNames();

} // namespace planlens::cloud::storage::s3

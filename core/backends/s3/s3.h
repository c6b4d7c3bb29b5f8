// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/types.h"

/// The backend "s3": states in a bucket of Amazon S3 or of a compatible service, locks in the bucket and in DynamoDB.
namespace planlens::backends {

const schemas::Block& s3Arguments();
/// The problems of the arguments that do not depend on the environment, except for the region.
diags::Diagnostics checkS3Arguments(const values::Value& arguments);
/// Checks the arguments. Nothing is accessed.
diags::Result<std::unique_ptr<Backend>> makeS3Backend(const Setup& setup);

} // namespace planlens::backends

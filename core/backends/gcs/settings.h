// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/gcs/bucket.h"
#include "core/backends/types.h"
#include "core/cloud/google/settings.h"

#include <string>

namespace planlens::backends::gcs {

/// The arguments of the backend, with the environment and the defaults filled in.
struct Settings {
    cloud::google::Settings google;
    BucketSettings bucket;
    std::string prefix; // empty, or with a slash at its end
};

/// Checks the arguments as the reference does.
diags::Result<Settings> readSettings(const Setup& setup);

} // namespace planlens::backends::gcs

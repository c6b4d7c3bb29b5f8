// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/s3/object_store.h"
#include "core/backends/types.h"
#include "core/cloud/aws/settings.h"

#include <chrono>
#include <string>

namespace planlens::backends::s3 {

/// The arguments of the backend, with the environment and the defaults filled in.
struct Settings {
    cloud::aws::Settings aws;
    StoreSettings store;
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

/// The names of the arguments and the variables of an endpoint.
struct EndpointNames {
    cloud::aws::Service service;
    const char *argument, *deprecated; // `endpoints.s3`, `endpoint`; the second one is null if there is none
    std::initializer_list<const char*> variables;
};
std::span<const EndpointNames> endpointNames();

} // namespace planlens::backends::s3

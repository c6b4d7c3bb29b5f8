// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <chrono>
#include <optional>
#include <string>

namespace planlens::cloud::google {

using Time = std::chrono::system_clock::time_point;

/// A token that authorizes requests. Never part of a message.
struct Token {
    std::string value;
    std::optional<Time> expires = {}; // not set: it is not known, or never
    std::string quotaProject = {};    // the project that pays for requests; empty: that of the bucket
};

/// The reason why there is no token. The texts contain no secrets.
struct TokenFailure {
    std::string message;     // in the words of the reference, if it has this error
    std::string advice = {}; // what to do
};

using FoundToken = diags::Expected<Token, TokenFailure>;

inline constexpr const char* storageScopes = "https://www.googleapis.com/auth/devstorage.full_control "
                                             "https://www.googleapis.com/auth/cloud-platform";
inline constexpr const char* platformScope = "https://www.googleapis.com/auth/cloud-platform";

} // namespace planlens::cloud::google

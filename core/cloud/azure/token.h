// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <chrono>
#include <string>

namespace planlens::cloud::azure {

using Time = std::chrono::system_clock::time_point;

/// A token that authorizes requests. Never part of a message.
struct Token {
    std::string value;
    Time expires;
};

/// The reason why there is no token. The texts contain no secrets.
struct TokenFailure {
    std::string message;     // starts as the message of the reference
    std::string advice = {}; // full sentences: where the credentials come from, what to do
};

using FoundToken = diags::Expected<Token, TokenFailure>;

/// The scope of tokens for blobs, in all clouds.
inline constexpr const char* storageScope = "https://storage.azure.com/.default";

} // namespace planlens::cloud::azure

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace planlens::cloud::aws {

using Time = std::chrono::system_clock::time_point;

/// The credentials with which requests are signed. Never part of a message.
struct Credentials {
    std::string accessKey, secretKey;
    std::string token; // of temporary credentials; empty: none
    std::optional<Time> expires = {};
    std::string source = {}; // for messages: where they were found

    bool areComplete() const { return !accessKey.empty() && !secretKey.empty(); }
};

} // namespace planlens::cloud::aws

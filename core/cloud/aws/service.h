// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/aws/signature.h"

#include <chrono>
#include <stop_token>
#include <string>
#include <string_view>

namespace planlens::cloud::aws {

/// One operation of a service.
struct Call {
    std::string_view service;   // as messages name it: "S3"
    std::string_view operation; // "PutObject"
    http::Request request;      // without signature and connection
    Scope scope = {};           // no service: not signed
};

/// The error of a failed call. The text contains no secrets.
struct ServiceError {
    std::string text;                // in the form of the reference
    int status = 0;                  // 0: no response
    std::string code = {};           // "NoSuchBucket"
    std::string message = {};        // of the service
    std::string region = {};         // in which the bucket of the call is; empty: not known
    bool mayHaveTakenEffect = false; // by one of the attempts

    bool is(std::string_view expected) const { return code == expected; }
};

/// The connection and retry settings of calls.
struct Transport {
    http::Tls tls;
    std::optional<http::Proxies> proxies = {}; // not set: those of the environment
    int attempts = 5;
    std::chrono::milliseconds firstWait{1000}, longestWait{20'000}; // at most, between attempts
    std::chrono::seconds silenceLimit{60};
};

using Outcome = diags::Expected<http::Response, ServiceError>;

/// Sends calls, and repeats those that can succeed later.
class Caller {
public:
    explicit Caller(Transport transport)
        : m_transport(std::move(transport)) {}

    Outcome send(const Call& call, const Credentials& credentials, const std::stop_token& stop);
    const Transport& transport() const { return m_transport; }

private:
    bool correctsClock(const http::Response& response, const ServiceError& error);

    Transport m_transport;
    std::chrono::seconds m_clockOffset{0}; // of the clock of the services
};

} // namespace planlens::cloud::aws

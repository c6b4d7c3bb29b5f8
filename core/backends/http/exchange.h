// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <stop_token>
#include <string>
#include <vector>

/// One HTTP request and its response.
namespace planlens::backends::http {

/// PEM texts; empty: none, or the authorities of the system.
struct Tls {
    bool skipVerification = false;
    std::string authorities;
    std::string certificate, privateKey; // of the client
};

struct Request {
    std::string method, url;
    std::string body;                 // not sent if empty
    std::vector<std::string> headers; // "Name: value"
    std::string username, password;   // for basic authentication; no username: none
    Tls tls;
};

struct Response {
    int status = 0;
    std::string body;
    int retryAfter = 0; // seconds, as the server asks; 0: not given
};

struct Failure {
    std::string message; // contains no secrets
    bool canRetry = true;
};

/// Sends a request and blocks until the response is complete or a stop is requested. Follows redirects. The library
/// for HTTP is loaded with the first request, because loading takes longer than a small plan.
diags::Expected<Response, Failure> performRequest(const Request& request, const std::stop_token& stop);

} // namespace planlens::backends::http

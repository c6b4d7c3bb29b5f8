// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/http/proxies.h"
#include "core/diags/expected.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// One HTTP request and its response.
namespace planlens::cloud::http {

/// PEM texts; empty: none, or the authorities of the system.
struct Tls {
    bool skipVerification = false;
    std::string authorities;
    std::string certificate, privateKey; // of the client
};

/// The connection to a server.
struct Connection {
    std::optional<std::string> proxy = {}; // empty: none; not set: one of `proxies`
    std::optional<Proxies> proxies = {};   // not set: those of the environment
    std::string unixSocket = {};           // used instead of the address of the URL, without a proxy; empty: none
    std::string connectTo = {};            // "HOST:PORT", used instead of those of the URL; empty: those
    std::chrono::milliseconds connectLimit{30'000};
    std::chrono::milliseconds limit{0};    // of the whole request; 0: an hour
    std::chrono::seconds silenceLimit{60}; // a server that transfers under 1,000 bytes per second so long has failed
};

struct Request {
    std::string method, url;          // the path is sent as it is
    std::string body;                 // not sent if empty
    std::vector<std::string> headers; // "Name: value"
    std::string username, password;   // for basic authentication; no username: none
    Tls tls;
    Connection connection = {};
    std::string contentType = "application/json"; // of the body
    enum class Redirects { Followed, Returned };
    Redirects redirects = Redirects::Followed;
    enum class Encoding { Compressed, Identity };
    Encoding encoding = Encoding::Compressed;      // whether the server may compress the body
    std::size_t bodyLimit = std::size_t{1} << 30U; // of the response, uncompressed
};

struct Response {
    int status = 0;
    std::string body;
    int retryAfter = 0;                                            // seconds, as the server asks; 0: not given
    std::vector<std::pair<std::string, std::string>> headers = {}; // names in lower case
    std::string redirect = {};                                     // the address that it leads to; empty: none

    /// The value of the last header with this name, which is in lower case; empty if there is none.
    std::string_view header(std::string_view name) const {
        std::string_view found;
        for (const auto& [key, value] : headers)
            if (key == name)
                found = value;
        return found;
    }
};

struct Failure {
    std::string message; // contains no secrets
    bool canRetry = true;
    bool wasSent = false; // the server may have carried out the request; not set for GET and HEAD
};

/// Whether a server may have carried out a request that changes something, although it has not reported a success.
bool mayHaveTakenEffect(const diags::Expected<Response, Failure>& response);

/// Sends a request, unless a header has control characters, and blocks until the response is complete or a stop is
/// requested. The library for HTTP is loaded with the first request, because loading takes longer than a small plan.
diags::Expected<Response, Failure> performRequest(const Request& request, const std::stop_token& stop);

} // namespace planlens::cloud::http

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/http/curl/curl_exchange.h"

#include <curl/curl.h>
#include <memory>
#include <string>

namespace planlens::cloud::http {

using CurlHandle = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;

/// The properties that requests must have in common to use the same connection.
struct Target {
    std::string server, proxy, unixSocket, connectTo, authorities, certificate, privateKey;
    bool skipVerification;

    Target(const Request& request, const Step& step);
    bool operator==(const Target&) const = default;
};

/// A handle of libcurl for one request. It may have an open connection of an earlier request.
class ReusableHandle {
public:
    ReusableHandle(const Request& request, const Step& step);
    /// Keeps the connection for a later request if isReusable was set.
    ~ReusableHandle();
    ReusableHandle(const ReusableHandle&) = delete;
    ReusableHandle& operator=(const ReusableHandle&) = delete;

    CURL* get() const { return m_curl.get(); }
    bool isReusable = false;

private:
    Target m_target;
    CurlHandle m_curl{nullptr, curl_easy_cleanup};
};

} // namespace planlens::cloud::http

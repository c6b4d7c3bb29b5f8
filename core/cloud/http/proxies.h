// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <string>

namespace planlens::cloud::http {

/// The proxies for requests. HTTP_PROXY, HTTPS_PROXY and NO_PROXY have the same meaning as in OpenTofu, which differs
/// from that in libcurl: there is no ALL_PROXY, and loopback addresses are always reached directly.
struct Proxies {
    std::string http, https; // addresses, by the scheme of the request; empty: none
    std::string none;        // hosts, domains and networks that are reached directly, separated by commas
    /// Whether this may be a CGI program (REQUEST_METHOD is set), for which a request can set HTTP_PROXY by a header.
    bool isHttpUntrusted = false;
};
Proxies proxiesOfEnvironment();

/// The proxy for a request; empty if there is none.
diags::Expected<std::string, std::string> proxyFor(const std::string& url, const Proxies& proxies);

/// A message without the address of a proxy, which may contain a password.
std::string withoutProxy(std::string message, const std::string& proxy);

} // namespace planlens::cloud::http

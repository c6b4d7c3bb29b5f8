// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <string>

namespace planlens::cloud::http {

/// The proxies for requests, with the meaning that HTTP_PROXY, HTTPS_PROXY and NO_PROXY have in OpenTofu. It differs
/// from that of libcurl: there is no ALL_PROXY, and this machine is always reached directly.
struct Proxies {
    std::string http, https;       // addresses, by the scheme of the request; empty: none
    std::string none;              // hosts, domains and networks that are reached directly, between commas
    bool canBeOfRequester = false; // the program runs for a web server, which sets HTTP_PROXY to what a request says
};
Proxies proxiesOfEnvironment();

/// The proxy for a request; empty if there is none.
diags::Expected<std::string, std::string> proxyFor(const std::string& url, const Proxies& proxies);

/// A message without the address of a proxy, which may contain a password.
std::string withoutProxy(std::string message, const std::string& proxy);

} // namespace planlens::cloud::http

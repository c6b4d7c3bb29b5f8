// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/google/settings.h"
#include "core/cloud/google/token.h"
#include "core/cloud/http/uri.h"

#include <stop_token>
#include <vector>

/// Requests to services that issue tokens. They are repeated like other requests.
namespace planlens::cloud::google {

/// Exchanges a form, such as a refresh token, for an access token.
FoundToken requestToken(const std::string& url, const http::Parameters& form, std::vector<std::string> headers,
                        const http::Retries& retries, const std::stop_token& stop);

/// The token of a service account for this scope, from the address of its "generateAccessToken".
struct Impersonation {
    std::string url, scope;
    std::vector<std::string> delegates; // e-mail addresses or full names
    int lifetime = 3600;                // seconds
};
FoundToken impersonate(const Impersonation& impersonation, const Token& source, const http::Retries& retries,
                       const std::stop_token& stop);

/// The address of "generateAccessToken" of a service account.
std::string impersonationUrl(const std::string& service, const std::string& account);

} // namespace planlens::cloud::google

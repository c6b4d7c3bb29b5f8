// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/azure/cloud.h"
#include "core/cloud/azure/token.h"
#include "core/cloud/http/uri.h"

/// Requests to the services of Azure. They are repeated like other requests.
namespace planlens::cloud::azure {

/// The error of a failed request: "POST https://HOST/PATH: RESPONSE 401: CODE: MESSAGE". The text contains neither the
/// query nor the body of the request.
struct ServiceError {
    std::string text;
    int status = 0;             // 0: no response
    std::string challenge = {}; // how to authenticate: the header WWW-Authenticate
};
using Outcome = diags::Expected<http::Response, ServiceError>;

/// Sends a request. Texts of the server that contain one of the secrets are not shown.
Outcome send(const http::Request& request, const Settings& settings, const std::stop_token& stop,
             const std::vector<std::string>& secrets = {}, bool (*isTemporary)(int status) = http::isTemporaryStatus);

/// The token in the response of a service: "access_token" with "expires_in" or "expires_on". std::nullopt if there is
/// none.
std::optional<Token> readToken(const std::string& body);

/// A form in which a signed token takes the place of the secret of a client.
http::Parameters assertionForm(const std::string& clientId, const std::string& assertion);

/// A token of Microsoft Entra ID for this scope: the form has the client ID and its secret, or an assertion.
FoundToken requestToken(const char* credential, http::Parameters form, const std::string& scope,
                        const std::string& tenant, const Cloud& cloud, const Settings& settings,
                        const std::stop_token& stop);

} // namespace planlens::cloud::azure

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/google/settings.h"
#include "core/cloud/google/token.h"
#include "core/diags/diagnostic.h"

#include <stop_token>
#include <string>

namespace planlens::cloud::google {

/// The error of a failed request. The texts contain no secrets.
struct ServiceError {
    std::string text;                // in the form of the reference
    int status = 0;                  // 0: no response
    std::string body = {};           // of the response
    bool isRepeated = false;         // an earlier attempt may have been carried out
    bool mayHaveTakenEffect = false; // by one of the attempts
    std::string advice = {};         // what to do, which is also the end of the text; empty: not known
};

using Outcome = diags::Expected<http::Response, ServiceError>;

/// Finds credentials, renews their token before it expires, and authorizes requests with it. Used by one thread at a
/// time.
class Session {
public:
    explicit Session(Settings settings)
        : m_settings(std::move(settings)) {}
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Finds credentials, and gets no token.
    diags::Diagnostics check(const std::stop_token& stop) const;
    /// Gets a token, unless there is one that is valid.
    diags::Diagnostics connect(const std::stop_token& stop);
    /// Sends a request, and repeats it if that can succeed later.
    Outcome send(const http::Request& request, const std::stop_token& stop);

private:
    http::Request authorized(const http::Request& request) const;
    Outcome sendOnce(const http::Request& request, const std::stop_token& stop) const;
    bool canRenew() const { return m_settings.accessToken.empty() && !m_settings.isAnonymous; }

    Settings m_settings;
    Token m_token;
    std::string m_source; // of the credentials
    bool m_isConnected = false;
};

} // namespace planlens::cloud::google

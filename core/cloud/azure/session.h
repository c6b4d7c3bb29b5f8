// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/azure/method.h"
#include "core/diags/diagnostic.h"

#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace planlens::cloud::azure {

/// Selects credentials, and gets tokens with them, which it keeps in memory and renews before they expire. May be used
/// by several threads.
class Session {
public:
    explicit Session(Settings settings)
        : m_settings(std::move(settings)) {}
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    diags::Result<Cloud> cloud(const std::stop_token& stop);
    /// Selects the credentials, and gets no token. The errors are those of token().
    diags::Diagnostics selectMethod(const std::stop_token& stop);
    /// The reason why the selected method cannot work; empty if none is known.
    std::string conflict(const std::stop_token& stop);
    /// Tokens are for this tenant, unless the settings name one.
    void useTenant(const std::string& tenant);
    /// A token that is valid for some minutes. The errors are those of the reference, and say where credentials were
    /// looked for and what to do.
    diags::Result<std::string> token(const std::string& scope, const std::stop_token& stop);
    /// Forgets a token that a server has rejected.
    void reject(const std::string& token);
    /// The first access key of a storage account, as Azure Resource Manager returns it: in Base64.
    diags::Result<std::string> accessKey(const std::string& resourceGroup, const std::string& account,
                                         const std::stop_token& stop);

private:
    diags::Diagnostics prepare(const std::stop_token& stop);
    diags::Diagnostics select(const std::stop_token& stop);
    diags::Diagnostics selectUsable(const std::stop_token& stop);
    diags::Result<std::string> validToken(const std::string& scope, const std::stop_token& stop);
    Context context(const std::stop_token& stop) { return {m_settings, *m_cloud, stop, m_cliSubscription}; }

    std::mutex m_mutex; // of all below
    Settings m_settings;
    std::optional<Cloud> m_cloud;
    std::optional<Method> m_method;
    std::string m_cliSubscription;
    std::map<std::string, Token> m_tokens; // by scope
};

} // namespace planlens::cloud::azure

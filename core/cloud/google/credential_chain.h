// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/google/settings.h"
#include "core/cloud/google/token.h"
#include "core/diags/diagnostic.h"

#include <stop_token>
#include <string>
#include <vector>

namespace planlens::cloud::google {

/// Finds credentials and gets a token with them: those of the arguments, or else the default credentials of
/// applications, which are in a file or on the metadata server. Impersonates the service account of the arguments.
class CredentialChain {
public:
    explicit CredentialChain(const Settings& settings)
        : m_settings(settings) {}

    /// The error says where credentials were looked for, and what to do.
    diags::Expected<Token, diags::Diagnostic> find(const std::stop_token& stop);
    /// The same error if there are no credentials, or of an unknown kind. Gets no token.
    diags::Diagnostics check(const std::stop_token& stop);
    /// The source of the credentials, for messages.
    const std::string& source() const { return m_source; }

private:
    FoundToken initial(const std::string& scope, const std::stop_token& stop);
    diags::Expected<std::string, TokenFailure> locate(const std::stop_token& stop);
    diags::Diagnostic nothingFound(const TokenFailure& failure) const;

    const Settings& m_settings;
    std::string m_source;
    std::vector<std::string> m_places; // where credentials were looked for
    bool m_areFound = false;
};

} // namespace planlens::cloud::google

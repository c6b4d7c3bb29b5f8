// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/google/credential_chain.h"

#include "core/cloud/given_files.h"
#include "core/cloud/google/credential_file.h"
#include "core/cloud/google/metadata.h"
#include "core/cloud/google/token_requests.h"
#include "core/system/environment.h"
#include "core/system/file.h"

#include <fmt/core.h>
#include <fmt/format.h>

namespace planlens::cloud::google {

using diags::Diagnostic;
using diags::Unexpected;

Diagnostic CredentialChain::nothingFound(const TokenFailure& failure) const {
    if (m_areFound) {
        std::string detail = "The credentials are those of " + m_source + ".";
        if (!failure.advice.empty())
            detail += ' ' + failure.advice;
        return Diagnostic::error("Failed to get an access token of Google Cloud: " + failure.message,
                                 std::move(detail));
    }
    std::string detail = "Planlens looked for credentials in:\n";
    for (const std::string& place : m_places)
        detail += "  * " + place + "\n";
    detail += "\nSet one of them, for example with \"gcloud auth application-default login\", and try again.";
    return Diagnostic::error(m_settings.purpose.failedCall + failure.message, std::move(detail));
}

diags::Expected<Token, Diagnostic> CredentialChain::find(const std::stop_token& stop) {
    m_places.clear();
    m_areFound = false;
    if (m_settings.isAnonymous)
        return Token();
    if (m_settings.impersonated.empty()) {
        FoundToken token = initial(m_settings.purpose.scopes, stop);
        if (!token)
            return Unexpected{nothingFound(token.error())};
        return *std::move(token);
    }
    FoundToken token = initial(platformScope, stop);
    if (token) {
        const Impersonation impersonation{impersonationUrl(m_settings.services.iam, m_settings.impersonated),
                                          m_settings.purpose.scopeOfAccount, m_settings.delegates};
        token = impersonate(impersonation, *token, m_settings.retries, stop);
        m_source = "the service account " + m_settings.impersonated + " with " + m_source;
    }
    if (!token)
        return Unexpected{nothingFound(token.error())};
    return *std::move(token);
}

diags::Diagnostics CredentialChain::check(const std::stop_token& stop) {
    m_places.clear();
    m_areFound = false;
    if (m_settings.isAnonymous || !m_settings.accessToken.empty())
        return {};
    const auto json = locate(stop);
    if (!json)
        return nothingFound(json.error());
    const auto checked = json->empty() ? true : checkCredentials(*json);
    return checked ? diags::Diagnostics()
                   : Diagnostic::error(m_settings.purpose.failedCall + checked.error(),
                                       "The credentials are those of " + m_source + ".");
}

FoundToken CredentialChain::initial(const std::string& scope, const std::stop_token& stop) {
    FoundToken token = [&]() -> FoundToken {
        if (!m_settings.accessToken.empty()) {
            m_source = m_settings.credentialsSource;
            m_areFound = true;
            return Token{m_settings.accessToken};
        }
        const auto json = locate(stop);
        if (!json)
            return Unexpected{json.error()};
        return json->empty() ? tokenOfMachine(m_settings.purpose.scopes, stop)
                             : tokenOfCredentials(*json, scope, m_settings, stop);
    }();
    const std::string quota = system::environmentText("GOOGLE_CLOUD_QUOTA_PROJECT");
    if (token && !quota.empty())
        token->quotaProject = quota;
    return token;
}

/// The JSON text of the credentials; empty: they are those of the machine.
diags::Expected<std::string, TokenFailure> CredentialChain::locate(const std::stop_token& stop) {
    if (!m_settings.credentials.empty()) {
        m_source = m_settings.credentialsSource;
        m_areFound = true;
        return m_settings.credentials;
    }
    const auto& variables = m_settings.purpose.credentialVariables;
    m_places = {"the argument access_token or the environment variable GOOGLE_OAUTH_ACCESS_TOKEN",
                fmt::format("the argument credentials or the environment variable{} {}",
                            variables.size() > 1 ? "s" : "", fmt::join(variables, " and ")),
                "the file of the environment variable GOOGLE_APPLICATION_CREDENTIALS"};
    if (const std::string path = system::environmentText("GOOGLE_APPLICATION_CREDENTIALS"); !path.empty()) {
        m_places.back() += " (" + path + ")";
        auto text = system::readFile(path);
        if (!text)
            return Unexpected{TokenFailure{text.error().toString()}};
        m_source = "the file " + path + " (GOOGLE_APPLICATION_CREDENTIALS)";
        m_areFound = true;
        return *std::move(text);
    }
    const auto fallback = expandHome("~/.config/gcloud/application_default_credentials.json");
    m_places.push_back(fallback.string());
    if (auto text = system::readFile(fallback)) {
        m_source = "the file " + fallback.string();
        m_areFound = true;
        return *std::move(text);
    }
    m_places.emplace_back("the metadata server of Google Cloud (GCE_METADATA_HOST)");
    if (!hasMetadataServer(stop))
        return Unexpected{TokenFailure{"credentials: could not find default credentials. See "
                                       "https://cloud.google.com/docs/authentication/external/set-up-adc for more "
                                       "information"}};
    m_source = "the metadata server of Google Cloud";
    m_areFound = true;
    return std::string();
}

} // namespace planlens::cloud::google

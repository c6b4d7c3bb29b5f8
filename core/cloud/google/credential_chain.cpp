// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/google/credential_chain.h"

#include "core/cloud/given_files.h"
#include "core/cloud/google/credential_file.h"
#include "core/cloud/google/metadata.h"
#include "core/cloud/google/token_requests.h"
#include "core/system/environment.h"
#include "core/system/file.h"

#include <fmt/core.h>

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
    return Diagnostic::error("storage.NewClient() failed: dialing: " + failure.message, std::move(detail));
}

diags::Expected<Token, Diagnostic> CredentialChain::find(const std::stop_token& stop) {
    m_places.clear();
    m_areFound = false;
    if (m_settings.isAnonymous)
        return Token();
    if (m_settings.impersonated.empty()) {
        FoundToken token = initial(storageScopes, stop);
        if (!token)
            return Unexpected{nothingFound(token.error())};
        return *std::move(token);
    }
    FoundToken token = initial(platformScope, stop);
    if (token) {
        const Impersonation impersonation{impersonationUrl(m_settings.services.iam, m_settings.impersonated),
                                          "https://www.googleapis.com/auth/devstorage.read_write",
                                          m_settings.delegates};
        token = impersonate(impersonation, *token, m_settings.retries, stop);
        m_source = "the service account " + m_settings.impersonated + " with " + m_source;
    }
    if (!token)
        return Unexpected{nothingFound(token.error())};
    return *std::move(token);
}

FoundToken CredentialChain::initial(const std::string& scope, const std::stop_token& stop) {
    FoundToken token = [&] {
        if (m_settings.accessToken.empty() && m_settings.credentials.empty())
            return ofDefaults(scope, stop);
        m_source = m_settings.credentialsSource;
        m_areFound = true;
        return m_settings.accessToken.empty() ? tokenOfCredentials(m_settings.credentials, scope, m_settings, stop)
                                              : FoundToken(Token{m_settings.accessToken});
    }();
    const std::string quota = system::environmentText("GOOGLE_CLOUD_QUOTA_PROJECT");
    if (token && !quota.empty())
        token->quotaProject = quota;
    return token;
}

FoundToken CredentialChain::ofDefaults(const std::string& scope, const std::stop_token& stop) {
    m_places = {"the argument access_token or the environment variable GOOGLE_OAUTH_ACCESS_TOKEN",
                "the argument credentials or the environment variables GOOGLE_BACKEND_CREDENTIALS and "
                "GOOGLE_CREDENTIALS",
                "the file of the environment variable GOOGLE_APPLICATION_CREDENTIALS"};
    if (const std::string path = system::environmentText("GOOGLE_APPLICATION_CREDENTIALS"); !path.empty()) {
        m_places.back() += " (" + path + ")";
        const auto text = system::readFile(path);
        if (!text)
            return Unexpected{TokenFailure{text.error().toString()}};
        m_source = "the file " + path + " (GOOGLE_APPLICATION_CREDENTIALS)";
        m_areFound = true;
        return tokenOfCredentials(*text, scope, m_settings, stop);
    }
    const auto usual = inHome("~/.config/gcloud/application_default_credentials.json");
    m_places.push_back(usual.string());
    if (const auto text = system::readFile(usual)) {
        m_source = "the file " + usual.string();
        m_areFound = true;
        return tokenOfCredentials(*text, scope, m_settings, stop);
    }
    m_places.emplace_back("the metadata server of Google Cloud (GCE_METADATA_HOST)");
    if (!hasMetadataServer(stop))
        return Unexpected{TokenFailure{"credentials: could not find default credentials. See "
                                       "https://cloud.google.com/docs/authentication/external/set-up-adc for more "
                                       "information"}};
    m_source = "the metadata server of Google Cloud";
    m_areFound = true;
    return tokenOfMachine(stop);
}

} // namespace planlens::cloud::google

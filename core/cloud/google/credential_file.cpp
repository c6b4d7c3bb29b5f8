// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/google/credential_file.h"

#include "core/cloud/google/external_account.h"
#include "core/cloud/google/token_requests.h"
#include "core/cloud/signed_token.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace planlens::cloud::google {
namespace {

using diags::Unexpected;
using nlohmann::json;

constexpr std::string_view usualUniverse = "googleapis.com";

/// The domain of the services: that of the arguments, or else that of the credentials.
std::string universeOf(const JsonObject& file, const Settings& settings) {
    if (settings.universe != usualUniverse)
        return settings.universe;
    const std::string own = file.text("universe_domain");
    return own.empty() ? std::string(usualUniverse) : own;
}

FoundToken tokenOfServiceAccount(const JsonObject& file, const std::string& scope, const Settings& settings,
                                 const std::stop_token& stop) {
    std::string url = file.text("token_uri");
    if (url.empty())
        url = settings.services.oauth;
    const std::string email = file.text("client_email");
    const auto now = std::chrono::system_clock::now();
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch()).count();
    constexpr int tolerance = 10, lifetime = 3600; // seconds
    json claims{
        {"iss", email}, {"scope", scope}, {"iat", seconds - tolerance}, {"exp", seconds + lifetime - tolerance}};
    // Other domains have no service that exchanges the token: it is used itself.
    const bool isUsedItself = universeOf(file, settings) != usualUniverse;
    if (isUsedItself)
        claims["sub"] = email;
    else
        claims["aud"] = url;
    json header{{"alg", "RS256"}, {"typ", "JWT"}};
    if (const std::string id = file.text("private_key_id"); !id.empty())
        header["kid"] = id;
    const auto token = signedToken(header.dump(), claims.dump(), file.text("private_key"));
    if (!token)
        return Unexpected{TokenFailure{"the key of the service account cannot be used: " + token.error(),
                                       "Create a new key of the service account, and use its JSON file unchanged."}};
    if (isUsedItself)
        return Token{*token, now + std::chrono::seconds(lifetime - tolerance)};
    FoundToken found =
        requestToken(url, {{"grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"}, {"assertion", *token}}, {},
                     settings.retries, stop);
    if (!found)
        found.error().advice = fmt::format("Check that the service account {} and its key exist and are enabled, and "
                                           "that the clock of this machine is right.",
                                           email);
    return found;
}

FoundToken tokenOfUser(const JsonObject& file, const Settings& settings, const std::stop_token& stop) {
    const std::string refreshToken = file.text("refresh_token");
    const char* const advice = "Log in again with \"gcloud auth application-default login\".";
    if (refreshToken.empty())
        return Unexpected{TokenFailure{"auth: token expired and refresh token is not set", advice}};
    FoundToken found = requestToken(settings.services.oauth,
                                    {{"grant_type", "refresh_token"},
                                     {"client_id", file.text("client_id")},
                                     {"client_secret", file.text("client_secret")},
                                     {"refresh_token", refreshToken}},
                                    {}, settings.retries, stop);
    if (!found)
        found.error().advice = advice;
    return found;
}

FoundToken tokenOfImpersonated(const JsonObject& file, const std::string& scope, const Settings& settings,
                               const std::stop_token& stop) {
    const auto source = file.object("source_credentials");
    const Impersonation impersonation{file.text("service_account_impersonation_url"), scope, file.texts("delegates")};
    if (impersonation.url.empty() || !source)
        return Unexpected{TokenFailure{"missing 'source_credentials' field or 'service_account_impersonation_url' in "
                                       "credentials"}};
    const FoundToken token = tokenOfCredentials(source->toText(), platformScope, settings, stop);
    return token ? impersonate(impersonation, *token, settings.retries, stop) : token;
}

} // namespace

diags::Expected<bool, std::string> checkCredentials(const std::string& text) {
    const auto file = JsonObject::parse(text);
    if (!file)
        return Unexpected{std::string("the credentials are not a JSON object")};
    const std::string type = file->text("type");
    if (type.empty())
        return Unexpected{std::string("credentials: unsupported unidentified file type")};
    constexpr std::array<std::string_view, 6> types{"service_account",      "authorized_user",
                                                    "external_account",     "impersonated_service_account",
                                                    "gdch_service_account", "external_account_authorized_user"};
    if (std::ranges::find(types, type) == types.end())
        return Unexpected{"credentials: unsupported filetype \"" + type + '"'};
    return true;
}

FoundToken tokenOfCredentials(const std::string& text, const std::string& scope, const Settings& settings,
                              const std::stop_token& stop) {
    if (const auto checked = checkCredentials(text); !checked)
        return Unexpected{TokenFailure{checked.error()}};
    const JsonObject file = *JsonObject::parse(text);
    const std::string type = file.text("type");
    FoundToken found = [&]() -> FoundToken {
        if (type == "service_account")
            return tokenOfServiceAccount(file, scope, settings, stop);
        if (type == "authorized_user")
            return tokenOfUser(file, settings, stop);
        if (type == "impersonated_service_account")
            return tokenOfImpersonated(file, scope, settings, stop);
        if (type == "external_account")
            return tokenOfExternalAccount(file, scope, settings, stop);
        return Unexpected{TokenFailure{fmt::format("credentials of the type \"{}\" are not supported", type),
                                       "Use another kind of credentials, or set GOOGLE_OAUTH_ACCESS_TOKEN to the "
                                       "output of \"gcloud auth print-access-token\"."}};
    }();
    if (found)
        found->quotaProject = file.text("quota_project_id");
    return found;
}

} // namespace planlens::cloud::google

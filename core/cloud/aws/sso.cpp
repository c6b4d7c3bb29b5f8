// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/aws/sso.h"

#include "core/cloud/aws/expiry.h"
#include "core/cloud/aws/profiles.h"
#include "core/cloud/given_files.h"
#include "core/system/file.h"
#include "core/values/text/digest.h"

#include <filesystem>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace planlens::cloud::aws {
namespace {

namespace fs = std::filesystem;
using diags::Unexpected;
using nlohmann::json;

std::string text(const json& object, const char* name) {
    const auto it = object.find(name);
    return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

/// The file in which the AWS CLI stores the token of a session.
fs::path tokenPath(const SsoProfile& profile) {
    const std::string& key = profile.session.empty() ? profile.startUrl : profile.session;
    return expandHome("~/.aws/sso/cache/" + values::toHex(values::sha1(key)) + ".json");
}

bool expiresWithin(const std::optional<Time>& expiry, std::chrono::seconds time) {
    return !expiry || *expiry <= std::chrono::system_clock::now() + time;
}

/// Renews the token. An error is not reported, because the token can be valid for a while.
void renew(json& token, const fs::path& path, const SsoProfile& profile, Caller& caller, const std::stop_token& stop) {
    const std::string refreshToken = text(token, "refreshToken"), clientId = text(token, "clientId"),
                      clientSecret = text(token, "clientSecret");
    if (refreshToken.empty() || clientId.empty() || clientSecret.empty())
        return;
    Call call{"SSO OIDC", "CreateToken", {}, {}};
    call.request.method = "POST";
    call.request.url = profile.oidc + "/token";
    call.request.body = json{
        {"clientId", clientId},
        {"clientSecret", clientSecret},
        {"grantType", "refresh_token"},
        {"refreshToken",
         refreshToken}}.dump();
    const Outcome outcome = caller.send(call, {}, stop);
    if (!outcome)
        return;
    const json created = json::parse(outcome->body, nullptr, false);
    const auto seconds = created.is_object() ? created.find("expiresIn") : created.end();
    if (!created.is_object() || text(created, "accessToken").empty() || seconds == created.end() ||
        !seconds->is_number_integer())
        return;
    token["accessToken"] = text(created, "accessToken");
    token["expiresAt"] =
        expiryText(std::chrono::system_clock::now() + std::chrono::seconds(seconds->get<std::int64_t>()));
    if (const std::string next = text(created, "refreshToken"); !next.empty())
        token["refreshToken"] = next;
    (void)system::replaceFile(path, token.dump(), 0600); // if this fails, the old token is renewed again
}

Unexpected<SsoError> loginError(const std::string& message) {
    return Unexpected{SsoError{message, true}};
}

} // namespace

diags::Expected<Credentials, SsoError> ssoCredentials(const SsoProfile& profile, Caller& caller,
                                                      const std::stop_token& stop) {
    const fs::path path = tokenPath(profile);
    const auto content = system::readFile(path);
    if (!content)
        return loginError("the SSO session has expired or is invalid: " + content.error().toString());
    json token = json::parse(*content, nullptr, false);
    if (!token.is_object())
        return loginError(fmt::format("the SSO session has expired or is invalid: {} is not valid", path.string()));
    if (!profile.session.empty() && expiresWithin(parseExpiry(text(token, "expiresAt")), std::chrono::minutes(5)))
        renew(token, path, profile, caller, stop);
    const std::string accessToken = text(token, "accessToken");
    if (accessToken.empty() || expiresWithin(parseExpiry(text(token, "expiresAt")), std::chrono::seconds(0)))
        return loginError("the SSO session has expired or is invalid");
    Call call{"SSO", "GetRoleCredentials", {}, {}};
    call.request.method = "GET";
    call.request.url = profile.portal + "/federation/credentials?" +
                       http::encodedParameters({{"account_id", profile.accountId}, {"role_name", profile.roleName}});
    call.request.headers = {"X-Amz-Sso_bearer_token: " + accessToken};
    const Outcome outcome = caller.send(call, {}, stop);
    if (!outcome)
        return Unexpected{SsoError{outcome.error().text, outcome.error().status == 401}};
    const json response = json::parse(outcome->body, nullptr, false);
    const auto found = response.is_object() ? response.find("roleCredentials") : response.end();
    if (!response.is_object() || found == response.end() || !found->is_object())
        return Unexpected{SsoError{"the response of SSO contains no credentials"}};
    Credentials credentials{text(*found, "accessKeyId"), text(*found, "secretAccessKey"), text(*found, "sessionToken")};
    if (const auto expiry = found->find("expiration"); expiry != found->end() && expiry->is_number_integer())
        credentials.expires = Time(std::chrono::milliseconds(expiry->get<std::int64_t>()));
    if (!credentials.areComplete())
        return Unexpected{SsoError{"the response of SSO contains no credentials"}};
    return credentials;
}

} // namespace planlens::cloud::aws

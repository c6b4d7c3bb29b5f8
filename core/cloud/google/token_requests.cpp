// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/google/token_requests.h"

#include "core/cloud/json_object.h"
#include "core/lang/functions/time/timestamp.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace planlens::cloud::google {
namespace {

using diags::Unexpected;
using nlohmann::json;

bool isSuccess(const http::Response& response) {
    return response.status >= 200 && response.status < 300;
}

http::Attempts post(const http::Request& request, const http::Retries& retries, const std::stop_token& stop) {
    return http::performRepeatedly(
        [&] { return request; },
        [](const http::Response& response) { return http::isTemporaryStatus(response.status); }, retries, stop);
}

http::Request postRequest(const std::string& url, std::vector<std::string> headers) {
    http::Request request;
    request.method = "POST";
    request.url = url;
    request.headers = std::move(headers);
    request.headers.emplace_back("Accept: application/json");
    request.redirects = http::Request::Redirects::Returned;
    return request;
}

/// An error of OAuth 2: its code and description, quoted.
TokenFailure oauthFailure(const http::Response& response) {
    const auto body = JsonObject::parse(response.body);
    if (!body || body->text("error").empty())
        return {fmt::format("auth: cannot fetch token: {}\nResponse: {}", response.status, response.body)};
    std::string message = "auth: \"" + body->text("error") + '"';
    for (const char* part : {"error_description", "error_uri"})
        if (const std::string text = body->text(part); !text.empty())
            message += " \"" + text + '"';
    return {std::move(message)};
}

} // namespace

FoundToken requestToken(const std::string& url, const http::Parameters& form, std::vector<std::string> headers,
                        const http::Retries& retries, const std::stop_token& stop) {
    http::Request request = postRequest(url, std::move(headers));
    request.contentType = "application/x-www-form-urlencoded";
    request.body = http::encodedParameters(form);
    const http::Attempts attempts = post(request, retries, stop);
    if (!attempts.response)
        return Unexpected{TokenFailure{
            fmt::format("auth: cannot fetch token: Post \"{}\": {}", url, attempts.response.error().message)}};
    const http::Response& response = *attempts.response;
    if (!isSuccess(response))
        return Unexpected{oauthFailure(response)};
    const auto body = JsonObject::parse(response.body);
    Token token{body ? body->text("access_token") : std::string()};
    if (token.value.empty())
        return Unexpected{TokenFailure{fmt::format("auth: cannot fetch token: the response of {} has none", url)}};
    if (const long long seconds = body->number("expires_in"); seconds > 0)
        token.expires = std::chrono::system_clock::now() + std::chrono::seconds(seconds);
    return token;
}

FoundToken impersonate(const Impersonation& impersonation, const Token& source, const http::Retries& retries,
                       const std::stop_token& stop) {
    http::Request request = postRequest(impersonation.url, {"Authorization: Bearer " + source.value});
    if (!source.quotaProject.empty())
        request.headers.push_back("X-Goog-User-Project: " + source.quotaProject);
    json body{{"lifetime", fmt::format("{}s", impersonation.lifetime)}, {"scope", json::array({impersonation.scope})}};
    for (const std::string& delegate : impersonation.delegates)
        body["delegates"].push_back(delegate.find('/') == std::string::npos ? "projects/-/serviceAccounts/" + delegate
                                                                            : delegate);
    request.body = body.dump();
    const http::Attempts attempts = post(request, retries, stop);
    if (!attempts.response)
        return Unexpected{
            TokenFailure{"impersonate: unable to generate access token: " + attempts.response.error().message}};
    const http::Response& response = *attempts.response;
    if (!isSuccess(response))
        return Unexpected{TokenFailure{fmt::format("impersonate: status code {}: {}", response.status, response.body),
                                       "Give the account of the credentials the role \"Service Account Token Creator\" "
                                       "(roles/iam.serviceAccountTokenCreator) on the service account."}};
    const auto result = JsonObject::parse(response.body);
    Token token{result ? result->text("accessToken") : std::string()};
    if (token.value.empty())
        return Unexpected{TokenFailure{"impersonate: unable to parse response"}};
    if (const auto time = lang::parseTimestamp(result->text("expireTime"), lang::Strictness::Lenient))
        token.expires = Time(std::chrono::seconds(time->seconds));
    return token;
}

std::string impersonationUrl(const std::string& service, const std::string& account) {
    return fmt::format("{}/v1/projects/-/serviceAccounts/{}:generateAccessToken", service, account);
}

} // namespace planlens::cloud::google

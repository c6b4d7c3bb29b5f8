// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/google/external_account.h"

#include "core/cloud/google/token_requests.h"
#include "core/system/file.h"
#include "core/values/json/json.h"
#include "core/values/text/base64.h"

#include <fmt/core.h>

namespace planlens::cloud::google {
namespace {

using diags::Expected;
using diags::Unexpected;

/// The response of the platform's address.
Expected<std::string, TokenFailure> download(const JsonObject& source, const http::Retries& retries,
                                             const std::stop_token& stop) {
    http::Request request;
    request.method = "GET";
    request.url = source.text("url");
    request.redirects = http::Request::Redirects::Returned;
    if (const auto headers = source.object("headers"))
        for (const auto& [name, value] : headers->members())
            request.headers.push_back(name + ": " + value);
    http::Attempts attempts = http::performRepeatedly(
        [&] { return request; },
        [](const http::Response& response) { return http::isTemporaryStatus(response.status); }, retries, stop);
    const std::string place = http::parseUri(request.url).authority;
    if (!attempts.response)
        return Unexpected{
            TokenFailure{fmt::format("credentials: invalid response when retrieving subject token from {}: {}", place,
                                     attempts.response.error().message)}};
    if (attempts.response->status < 200 || attempts.response->status > 299)
        return Unexpected{
            TokenFailure{fmt::format("credentials: status code {} from {}", attempts.response->status, place)}};
    return std::move(attempts.response->body);
}

/// The token that the other platform has issued. It must be kept out of messages.
Expected<std::string, TokenFailure> subjectToken(const JsonObject& source, const Settings& settings,
                                                 const std::stop_token& stop) {
    std::string text;
    if (const std::string path = source.text("file"); !path.empty()) {
        auto content = system::readFile(path);
        if (!content)
            return Unexpected{TokenFailure{"credentials: failed to open credential file \"" + path +
                                           "\": " + content.error().toString()}};
        text = *std::move(content);
    } else if (!source.text("url").empty() && !source.text("environment_id").starts_with("aws")) {
        auto content = download(source, settings.retries, stop);
        if (!content)
            return content;
        text = *std::move(content);
    } else {
        return Unexpected{TokenFailure{
            "credentials of the type \"external_account\" are supported only with a token in a file or at an address, "
            "not with AWS, a program or a certificate",
            "Set GOOGLE_OAUTH_ACCESS_TOKEN to the output of \"gcloud auth print-access-token\"."}};
    }
    const auto format = source.object("format");
    if (format && format->text("type") == "json") {
        const auto content = JsonObject::parse(text);
        text = content ? content->text(format->text("subject_token_field_name")) : std::string();
    } else {
        text.erase(text.find_last_not_of(" \t\r\n") + 1);
    }
    if (text.empty())
        return Unexpected{TokenFailure{"credentials: the subject token of the external account is empty"}};
    return text;
}

std::string optionsFor(const std::string& userProject) {
    std::string text = "{\"userProject\":";
    values::appendJsonString(text, userProject);
    return text + '}';
}

} // namespace

FoundToken tokenOfExternalAccount(const JsonObject& file, const std::string& scope, const Settings& settings,
                                  const std::stop_token& stop) {
    for (const auto& [name, title] : {std::pair("audience", "Audience"), {"subject_token_type", "Subject token type"}})
        if (file.text(name).empty())
            return Unexpected{TokenFailure{fmt::format("externalaccount: {} must be set", title)}};
    const auto source = file.object("credential_source");
    if (!source)
        return Unexpected{TokenFailure{"externalaccount: one of CredentialSource, SubjectTokenProvider, or "
                                       "AwsSecurityCredentialsProvider must be set"}};
    const auto subject = subjectToken(*source, settings, stop);
    if (!subject)
        return Unexpected{subject.error()};
    const std::string impersonated = file.text("service_account_impersonation_url");
    http::Parameters form{{"audience", file.text("audience")},
                          {"grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"},
                          {"requested_token_type", "urn:ietf:params:oauth:token-type:access_token"},
                          {"subject_token_type", file.text("subject_token_type")},
                          {"subject_token", *subject},
                          {"scope", impersonated.empty() ? scope : platformScope}};
    const std::string id = file.text("client_id"), secret = file.text("client_secret");
    std::vector<std::string> headers;
    if (!id.empty() && !secret.empty())
        headers.push_back("Authorization: Basic " + values::toBase64(id + ':' + secret));
    if (const std::string project = file.text("workforce_pool_user_project"); !project.empty() && id.empty())
        form["options"] = optionsFor(project);
    const std::string url = file.text("token_url");
    FoundToken token =
        requestToken(url.empty() ? settings.services.sts : url, form, std::move(headers), settings.retries, stop);
    if (!token)
        token.error().advice = "Renew the token that the other platform has issued.";
    if (!token || impersonated.empty())
        return token;
    Impersonation impersonation{impersonated, scope, {}};
    if (const auto lifetime = file.object("service_account_impersonation"))
        if (const long long seconds = lifetime->number("token_lifetime_seconds"); seconds > 0)
            impersonation.lifetime = static_cast<int>(seconds);
    return impersonate(impersonation, *token, settings.retries, stop);
}

} // namespace planlens::cloud::google

// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/azure/requests.h"

#include "core/cloud/json_object.h"
#include "core/version.h"

#include <algorithm>
#include <fmt/core.h>

namespace planlens::cloud::azure {
namespace {

using diags::Unexpected;

/// The first line of a message, without the IDs of the request that follow in messages of Microsoft Entra ID.
std::string firstLine(std::string text) {
    text.resize(std::min({text.find_first_of("\r\n"), text.find(" Trace ID: "), text.size()}));
    return text;
}

/// The code and the message in the response of a service, which has one of several forms.
std::string errorText(const http::Response& response) {
    const auto body = JsonObject::parse(response.body);
    if (!body)
        return {};
    const auto error = body->object("error");
    const std::string code = error ? error->text("code") : body->text("error");
    std::string message = error ? error->text("message") : body->text("error_description");
    if (message.empty())
        message = body->text("message");
    std::string text;
    for (const std::string& part : {code, firstLine(std::move(message))})
        if (!part.empty())
            text += ": " + part;
    return text;
}

bool containsAny(const std::string& text, const std::vector<std::string>& secrets) {
    return std::ranges::any_of(
        secrets, [&](const std::string& secret) { return !secret.empty() && text.find(secret) != std::string::npos; });
}

/// The address without the query.
std::string addressOf(const http::Request& request) {
    const http::Uri uri = http::parseUri(request.url);
    return uri.scheme + "://" + uri.authority + uri.path;
}

} // namespace

Outcome send(const http::Request& request, const Settings& settings, const std::stop_token& stop,
             const std::vector<std::string>& secrets, bool (*isTemporary)(int status)) {
    http::Request complete = request;
    complete.headers.push_back(fmt::format("User-Agent: Planlens/{}", programVersion));
    complete.redirects = http::Request::Redirects::Returned; // another server must not get secrets
    complete.connection.limit = settings.limit;
    if (complete.body.empty() && complete.method == "POST")
        complete.headers.emplace_back("Content-Length: 0");
    http::Attempts attempts = http::performRepeatedly(
        [&] { return complete; }, [&](const http::Response& response) { return isTemporary(response.status); },
        settings.retries, stop);
    if (attempts.response && attempts.response->status >= 200 && attempts.response->status < 300)
        return *std::move(attempts.response);
    ServiceError error;
    std::string text;
    if (attempts.response) {
        error.status = attempts.response->status;
        error.challenge = attempts.response->header("www-authenticate");
        text = errorText(*attempts.response);
        text = fmt::format("RESPONSE {}{}", error.status, containsAny(text, secrets) ? std::string() : text);
    } else {
        text = attempts.response.error().message;
    }
    error.text = fmt::format("{} {}: {}", request.method, addressOf(request), text);
    if (attempts.hasGivenUp && attempts.count > 1)
        error.text += fmt::format(" (gave up after {} attempts)", attempts.count);
    return Unexpected{std::move(error)};
}

std::optional<Token> readToken(const std::string& body) {
    const auto object = JsonObject::parse(body);
    const std::string value = object ? object->text("access_token") : std::string();
    if (value.empty())
        return std::nullopt;
    if (const long long lifetime = object->number("expires_in"); lifetime > 0)
        return Token{value, std::chrono::system_clock::now() + std::chrono::seconds(lifetime)};
    return Token{value, Time(std::chrono::seconds(object->number("expires_on")))};
}

http::Parameters assertionForm(const std::string& clientId, const std::string& assertion) {
    return {{"client_id", clientId},
            {"client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"},
            {"client_assertion", assertion}};
}

FoundToken requestToken(const char* credential, http::Parameters form, const std::string& scope,
                        const std::string& tenant, const Cloud& cloud, const Settings& settings,
                        const std::stop_token& stop) {
    std::vector<std::string> secrets;
    for (const char* name : {"client_secret", "client_assertion"})
        if (const auto found = form.find(name); found != form.end())
            secrets.push_back(found->second);
    form["grant_type"] = "client_credentials";
    form["scope"] = scope;
    http::Request request;
    request.method = "POST";
    request.url = cloud.login + tenant + "/oauth2/v2.0/token";
    request.headers = {"Accept: application/json"};
    request.contentType = "application/x-www-form-urlencoded";
    request.body = http::encodedParameters(form);
    const Outcome outcome = send(request, settings, stop, secrets);
    if (!outcome)
        return Unexpected{TokenFailure{fmt::format("{} authentication failed. {}", credential, outcome.error().text)}};
    if (auto token = readToken(outcome->body))
        return *std::move(token);
    return Unexpected{TokenFailure{
        fmt::format("{} authentication failed. The response of {} has no token", credential, request.url)}};
}

} // namespace planlens::cloud::azure

// SPDX-License-Identifier: MPL-2.0
#include "core/backends/consul/server.h"

#include "core/backends/remote/error_list.h"
#include "core/values/text/base64.h"
#include "core/values/text/trimmed.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace planlens::backends::consul {
namespace {

using diags::Unexpected;
using nlohmann::json;

constexpr int ok = 200, notFound = 404, conflict = 409;
constexpr auto transactionPath = "txn";

std::string pathOf(std::string_view key) {
    if (key.starts_with('/'))
        key.remove_prefix(1);
    return "kv/" + cloud::http::encoded(key, cloud::http::Slashes::Kept);
}

/// Entries cannot be written below such a key, but they can be read, in which case the slash is ignored.
std::optional<ApiError> keyProblem(const std::string& key) {
    if (key.starts_with('/'))
        return ApiError{"Invalid key. Key must not begin with a '/': " + key};
    return {};
}

/// Consul reports many errors with status 500. These have permanent causes.
bool isTemporary(const cloud::http::Response& response) {
    constexpr int serverError = 500;
    if (response.status == serverError)
        for (const char* cause : {"invalid session", "Invalid session", "No path to datacenter", "Permission denied",
                                  "ACL not found", "Invalid prefix", "Invalid key"})
            if (response.body.find(cause) != std::string::npos)
                return false;
    return cloud::http::isTemporaryStatus(response.status);
}

std::uint64_t number(std::string_view text) {
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::uint64_t numberIn(const json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

std::string textIn(const json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

ApiError unreadable(std::string_view path) {
    return {fmt::format("the response to /v1/{} is not what the API of Consul returns", path)};
}

/// The errors of a transaction that was rolled back.
std::string transactionErrors(const json& response) {
    std::vector<std::string> list;
    if (const auto errors = response.find("Errors"); errors != response.end() && errors->is_array())
        for (const json& error : *errors)
            if (error.is_object())
                list.push_back(textIn(error, "What"));
    return "consul CAS failed with transaction errors: " + errorList(list);
}

} // namespace

ApiResult<cloud::http::Response> Server::send(const Call& call, int otherStatus, const std::stop_token& stop) const {
    cloud::http::Parameters parameters = m_settings.parameters;
    parameters.insert(call.parameters.begin(), call.parameters.end());
    cloud::http::Request request;
    request.method = call.method;
    request.url = fmt::format("{}/v1/{}", m_settings.url, call.path);
    if (!parameters.empty())
        request.url += '?' + cloud::http::encodedParameters(parameters);
    request.body = call.body;
    request.contentType = call.contentType;
    request.headers = m_settings.headers;
    request.tls = m_settings.tls;
    request.redirects = cloud::http::Request::Redirects::Returned; // another server must not get the token
    request.connection.unixSocket = m_settings.unixSocket;
    request.connection.connectTo = m_settings.connectTo;
    request.connection.limit = call.limit;
    cloud::http::Retries retries = m_settings.retries;
    constexpr int attemptsToRead = 4; // a plan should soon say that it cannot start; a state to write is worth more
    if (call.attempts == Attempts::One)
        retries.attempts = 1;
    else if (call.method == "GET")
        retries.attempts = std::min(retries.attempts, attemptsToRead);
    cloud::http::Attempts result = cloud::http::performRepeatedly([&] { return request; }, isTemporary, retries, stop);
    if (!result.response) {
        const std::string method = std::string(call.method.substr(0, 1)) + (call.method == "GET"   ? "et"
                                                                            : call.method == "PUT" ? "ut"
                                                                                                   : "elete");
        return Unexpected{ApiError{fmt::format("{} \"{}\": {}", method, cloud::http::parseUri(request.url).toString(),
                                               result.response.error().message),
                                   0, result.mayHaveTakenEffect}};
    }
    cloud::http::Response& response = *result.response;
    if (response.status != ok && response.status != otherStatus) {
        const std::string body(values::trimmed(response.body, " \t\r\n"));
        return Unexpected{ApiError{call.path == transactionPath
                                       ? "Failed request: " + body
                                       : fmt::format("Unexpected response code: {} ({})", response.status, body),
                                   response.status, result.mayHaveTakenEffect}};
    }
    return std::move(response);
}

ApiResult<ReadEntry> Server::readEntry(Call call, const std::stop_token& stop, Wait wait) const {
    if (wait.index != 0)
        call.parameters["index"] = std::to_string(wait.index);
    if (wait.time.count() != 0)
        call.parameters["wait"] = fmt::format("{}ms", wait.time.count());
    const auto response = send(call, notFound, stop);
    if (!response)
        return Unexpected{response.error()};
    ReadEntry read{{}, number(response->header("x-consul-index"))};
    if (response->status == notFound)
        return read;
    const json body = json::parse(response->body, nullptr, false);
    if (!body.is_array() || body.empty() || !body[0].is_object())
        return Unexpected{unreadable(call.path)};
    auto value = values::fromBase64(textIn(body[0], "Value"));
    if (!value)
        return Unexpected{unreadable(call.path)};
    read.entry = Entry{*std::move(value), textIn(body[0], "Session"), numberIn(body[0], "Flags"),
                       numberIn(body[0], "ModifyIndex")};
    return read;
}

ApiResult<ReadEntry> Server::read(const std::string& key, const std::stop_token& stop, Wait wait) const {
    return readEntry({.method = "GET", .path = pathOf(key)}, stop, wait);
}

ApiResult<ReadEntry> Server::readConsistently(const std::string& key, const std::stop_token& stop, Wait wait) const {
    constexpr std::chrono::seconds delay(2); // of the response
    return readEntry({.method = "GET",
                      .path = pathOf(key),
                      .parameters = {{"consistent", ""}},
                      .attempts = Attempts::One,
                      .limit = wait.time + wait.time / 16 + delay},
                     stop, wait);
}

ApiResult<std::vector<std::string>> Server::keys(const std::string& prefix, const std::stop_token& stop) const {
    const std::string path = pathOf(prefix);
    const auto response =
        send({.method = "GET", .path = path, .parameters = {{"keys", ""}, {"separator", "/"}}}, notFound, stop);
    if (!response)
        return Unexpected{response.error()};
    std::vector<std::string> keys;
    if (response->status == notFound)
        return keys;
    const json body = json::parse(response->body, nullptr, false);
    if (!body.is_array())
        return Unexpected{unreadable(path)};
    for (const json& key : body)
        if (key.is_string())
            keys.push_back(key.get<std::string>());
    return keys;
}

ApiResult<bool> Server::change(const Call& call, const std::stop_token& stop) const {
    const auto response = send(call, ok, stop);
    if (!response)
        return Unexpected{response.error()};
    return response->body.find("true") != std::string::npos;
}

ApiResult<bool> Server::write(const std::string& key, const std::string& value, const std::stop_token& stop) const {
    if (auto problem = keyProblem(key))
        return Unexpected{*std::move(problem)};
    return change({.method = "PUT", .path = pathOf(key), .body = value, .contentType = "application/octet-stream"},
                  stop);
}

ApiResult<std::uint64_t> Server::replace(const std::string& key, const std::string& value, std::uint64_t index) const {
    const json operation{{"Verb", "cas"}, {"Key", key}, {"Value", values::toBase64(value)}, {"Index", index}};
    const auto response = send({.method = "PUT",
                                .path = transactionPath,
                                .body = json{{{"KV", operation}}}.dump(-1, ' ', false, json::error_handler_t::replace)},
                               conflict, {});
    if (!response)
        return Unexpected{response.error()};
    const json body = json::parse(response->body, nullptr, false);
    if (!body.is_object())
        return Unexpected{unreadable(transactionPath)};
    if (response->status == conflict)
        return Unexpected{ApiError{transactionErrors(body), conflict}};
    const auto results = body.find("Results");
    if (results == body.end() || !results->is_array() || results->size() != 1 || !(*results)[0].is_object() ||
        !(*results)[0].contains("KV"))
        return Unexpected{unreadable(transactionPath)};
    return numberIn((*results)[0]["KV"], "ModifyIndex");
}

ApiResult<bool> Server::acquire(const std::string& key, const std::string& session) const {
    if (auto problem = keyProblem(key))
        return Unexpected{*std::move(problem)};
    return change({.method = "PUT",
                   .path = pathOf(key),
                   .parameters = {{"acquire", session}, {"flags", std::to_string(lockFlags)}}});
}

ApiResult<bool> Server::release(const std::string& key, const std::string& session) const {
    return change({.method = "PUT",
                   .path = pathOf(key),
                   .parameters = {{"release", session}, {"flags", std::to_string(lockFlags)}}});
}

ApiResult<bool> Server::remove(const std::string& key, const std::stop_token& stop) const {
    return change({.method = "DELETE", .path = pathOf(key)}, stop);
}

ApiResult<bool> Server::removeIfUnchanged(const std::string& key, std::uint64_t index) const {
    return change({.method = "DELETE", .path = pathOf(key), .parameters = {{"cas", std::to_string(index)}}});
}

ApiResult<bool> Server::removeTree(const std::string& prefix, const std::stop_token& stop) const {
    return change({.method = "DELETE", .path = pathOf(prefix), .parameters = {{"recurse", ""}}}, stop);
}

ApiResult<std::string> Server::createSession(std::chrono::seconds lifetime, std::chrono::seconds lockDelay,
                                             const std::stop_token& stop) const {
    const json session{{"Name", "Consul API Lock"},
                       {"TTL", fmt::format("{}s", lifetime.count())},
                       {"LockDelay", fmt::format("{}ms", std::chrono::milliseconds(lockDelay).count())}};
    const auto response = send({.method = "PUT", .path = "session/create", .body = session.dump()}, ok, stop);
    if (!response)
        return Unexpected{response.error()};
    const json body = json::parse(response->body, nullptr, false);
    std::string id = body.is_object() ? textIn(body, "ID") : std::string();
    if (id.empty())
        return Unexpected{unreadable("session/create")};
    return id;
}

ApiResult<bool> Server::renewSession(const std::string& id, std::chrono::milliseconds limit,
                                     const std::stop_token& stop) const {
    const auto response = send({.method = "PUT",
                                .path = "session/renew/" + cloud::http::encoded(id),
                                .attempts = Attempts::One,
                                .limit = limit},
                               notFound, stop);
    if (!response)
        return Unexpected{response.error()};
    return response->status == ok;
}

ApiResult<bool> Server::destroySession(const std::string& id) const {
    return change({.method = "PUT", .path = "session/destroy/" + cloud::http::encoded(id)});
}

} // namespace planlens::backends::consul

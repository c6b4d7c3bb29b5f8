// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/servers/openbao_transit.h"

#include "core/cloud/http/retry.h"
#include "core/cloud/http/uri.h"
#include "core/values/text/base64.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <utility>

namespace planlens::encryption {

using cloud::JsonObject;
using diags::Expected;
using diags::Unexpected;
using nlohmann::json;
namespace http = cloud::http;

namespace {

std::string dump(const json& body) {
    return body.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// Encodes a segment of a path, except these characters. The reference does the same, and encodes the path once more.
std::string pathSegment(std::string_view name) {
    constexpr std::string_view kept = "$&+=:@";
    std::string text;
    for (const char c : name)
        text += kept.find(c) == std::string_view::npos ? http::encoded(std::string_view(&c, 1)) : std::string(1, c);
    return text;
}

/// Encodes a whole path.
std::string encodedPath(std::string_view path) {
    constexpr std::string_view kept = "/$&+,:;=@";
    std::string text;
    for (const char c : path)
        text += kept.find(c) == std::string_view::npos ? http::encoded(std::string_view(&c, 1)) : std::string(1, c);
    return text;
}

std::string joinedPath(std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts)
        text += '/' + std::string(part);
    text = std::filesystem::path(text).lexically_normal().generic_string();
    while (text.size() > 1 && text.ends_with('/'))
        text.pop_back();
    return text;
}

bool isTemporary(const http::Response& response) {
    constexpr int preconditionFailed = 412, tooManyRequests = 429, serverErrors = 500, notImplemented = 501;
    return response.status == preconditionFailed || response.status == tooManyRequests ||
           (response.status >= serverErrors && response.status != notImplemented);
}

/// The address that a redirect to another server of the cluster names; empty if the response is no such redirect.
std::string redirectionOf(const http::Response& response, const http::Uri& from) {
    if (response.status != 301 && response.status != 302 && response.status != 307)
        return {};
    const std::string location(response.header("location"));
    return location.starts_with('/') ? fmt::format("{}://{}{}", from.scheme, from.authority, location) : location;
}

/// Has the certificate of the server verified by another name, to which the URL is changed. Other requests to the same
/// address would not share the connection.
void useServerName(const std::string& name, http::Request& request) {
    const http::Uri uri = http::parseUri(request.url);
    if (name.empty() || uri.scheme != "https")
        return;
    if (!request.connection.proxy) // that of the address
        if (const auto proxy = http::proxyFor(request.url, http::proxiesOfEnvironment()))
            request.connection.proxy = *proxy;
    const std::size_t colon = uri.authority.rfind(':');
    const bool hasPort = colon != std::string::npos && !uri.authority.ends_with(']');
    const std::string port = hasPort ? uri.authority.substr(colon) : ":443";
    request.connection.connectTo = hasPort ? uri.authority : uri.authority + port;
    request.headers.push_back("Host: " + uri.authority);
    http::Uri named = uri;
    named.authority = (name.find(':') == std::string::npos ? name : '[' + name + ']') + port;
    request.url = named.toString();
}

std::string messageOf(const http::Response& response, const std::string& url) {
    constexpr std::size_t longest = 2000;
    const json body = json::parse(response.body, nullptr, false);
    std::string text = fmt::format("Error making API request.\n\nURL: PUT {}\nCode: {}. {}:\n\n", url, response.status,
                                   body.is_object() ? "Errors" : "Raw Message");
    if (!body.is_object())
        return text + response.body.substr(0, longest);
    const json errors = body.value("errors", json::array());
    for (const json& error : errors.is_array() ? errors : json::array())
        if (error.is_string())
            text += "* " + error.get<std::string>();
    return text;
}

std::string incompatible(std::string_view problem) {
    return fmt::format("{} (it's either OpenTofu bug or incompatible OpenBao version)", problem);
}

Expected<std::string, std::string> plainKey(const JsonObject& data) {
    const std::string text = data.text("plaintext");
    if (text.empty())
        return Unexpected{incompatible("failed to deserialize 'plaintext'")};
    auto bytes = values::fromBase64(text);
    if (!bytes)
        return Unexpected{fmt::format("{}: illegal base64 data at input byte {}",
                                      incompatible("base64 decoding 'plaintext'"), bytes.error())};
    return *std::move(bytes);
}

} // namespace

/// Writes to a path of the engine. The result is the object `data` of the response.
Expected<JsonObject, std::string> OpenBaoTransit::write(std::string_view operation, const std::string& body) const {
    for (const char c : m_server.token)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            return Unexpected{
                std::string("configured Vault token contains non-printable characters and cannot be used")};
    http::Uri uri = http::parseUri(m_server.address);
    uri.path = encodedPath(joinedPath({uri.path, "v1", joinedPath({m_path, operation, pathSegment(m_keyName)})}));
    uri.query.clear();
    http::Request request;
    request.method = "PUT";
    request.url = uri.toString();
    request.body = body;
    request.headers = {"X-Vault-Request: true"};
    if (!m_server.token.empty())
        request.headers.push_back("X-Vault-Token: " + m_server.token);
    if (!m_server.nameSpace.empty())
        request.headers.push_back("X-Vault-Namespace: " + m_server.nameSpace);
    request.username = m_server.username;
    request.password = m_server.password;
    request.tls = m_server.tls;
    request.connection.proxy = m_server.proxy;
    request.connection.unixSocket = m_server.unixSocket;
    request.connection.limit = m_server.limit;
    request.redirects = http::Request::Redirects::Returned; // with the token, and only once
    http::Retries retries;
    retries.attempts = m_server.retries + 1;
    const auto send = [&] {
        http::Request complete = request;
        useServerName(m_server.serverName, complete);
        return http::performRepeatedly([&] { return complete; }, isTemporary, retries, {}).response;
    };
    auto response = send();
    if (std::string target = response ? redirectionOf(*response, uri) : std::string();
        !target.empty() && m_server.redirects == OpenBaoServer::Redirects::Followed) {
        if (uri.scheme == "https" && http::parseUri(target).scheme != "https")
            return Unexpected{std::string("redirect would cause protocol downgrade")};
        request.url = std::move(target);
        response = send();
    }
    if (!response)
        return Unexpected{fmt::format("Put \"{}\": {}", request.url, response.error().message)};
    if (response->status < 200 || response->status >= 400)
        return Unexpected{messageOf(*response, request.url)};
    const auto secret = JsonObject::parse(response->body);
    if (!secret)
        return Unexpected{std::string("the response is not a JSON object")};
    const auto data = secret->object("data");
    return data ? *data : *JsonObject::parse("{}");
}

NewDataKey OpenBaoTransit::generate(int length) const {
    const auto data = write("datakey/plaintext", fmt::format("{{\"bits\":{}}}", length * 8));
    if (!data)
        return Unexpected{"error sending datakey request to OpenBao: " + data.error()};
    std::string wrapped = data->text("ciphertext");
    if (wrapped.empty())
        return Unexpected{incompatible("failed to deserialize 'ciphertext'")};
    auto plain = plainKey(*data);
    if (!plain)
        return Unexpected{plain.error()};
    return DataKey{*std::move(plain), std::move(wrapped)};
}

Expected<std::string, std::string> OpenBaoTransit::decrypt(const std::string& wrapped) const {
    const auto data = write("decrypt", dump({{"ciphertext", wrapped}}));
    if (!data)
        return Unexpected{"error sending decryption request to OpenBao: " + data.error()};
    return plainKey(*data);
}

} // namespace planlens::encryption

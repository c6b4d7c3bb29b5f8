// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/aws/metadata.h"

#include "core/cloud/aws/json_credentials.h"
#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/system/interruptible_sleep.h"
#include "core/values/text/trimmed.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/core.h>
#include <netdb.h>
#include <netinet/in.h>
#include <nlohmann/json.hpp>

namespace planlens::cloud::aws {
namespace {

using diags::Expected;
using diags::Unexpected;
using Answer = Expected<std::string, std::string>;

/// Sends a request to a service of this machine. It is near, so that waiting is useless if it does not answer.
Expected<http::Response, std::string> fetch(const std::string& method, const std::string& url,
                                            std::vector<std::string> headers, const std::stop_token& stop) {
    http::Request request;
    request.method = method;
    request.url = url;
    request.headers = std::move(headers);
    request.redirects = http::Request::Redirects::Returned;
    request.connection.proxy = "";
    request.connection.connectLimit = std::chrono::milliseconds(1000);
    request.connection.limit = std::chrono::seconds(5);
    for (int attempt = 1;; ++attempt) {
        auto response = http::performRequest(request, stop);
        const bool isRepeated = response ? response->status >= 500 : response.error().canRetry;
        if (isRepeated && attempt < 3 && !stop.stop_requested()) {
            system::sleepFor(std::chrono::milliseconds(100 * attempt), stop);
            continue;
        }
        if (!response)
            return Unexpected{response.error().message};
        return *std::move(response);
    }
}

bool isLocal(const sockaddr& address) {
    if (address.sa_family == AF_INET) {
        const std::uint32_t bits = ntohl(reinterpret_cast<const sockaddr_in&>(address).sin_addr.s_addr);
        return (bits >> 24) == 127 || bits == 0xa9feaa02 || bits == 0xa9feaa17; // 169.254.170.2 and .23
    }
    const in6_addr& bytes = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
    constexpr std::array<unsigned char, 16> eks{0xfd, 0, 0x0e, 0xc2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x23};
    return IN6_IS_ADDR_LOOPBACK(&bytes) || std::memcmp(&bytes, eks.data(), eks.size()) == 0;
}

/// Whether all addresses of a host are those of this machine or of a container agent. Only they get a token without
/// TLS.
bool isLocalHost(const std::string& host) {
    addrinfo hints{}, *list = nullptr;
    hints.ai_socktype = SOCK_STREAM;
    if (getaddrinfo(host.c_str(), nullptr, &hints, &list) != 0)
        return false;
    bool isEachLocal = list != nullptr;
    for (const addrinfo* one = list; one; one = one->ai_next)
        isEachLocal = isEachLocal && isLocal(*one->ai_addr);
    freeaddrinfo(list);
    return isEachLocal;
}

/// The token with which the agent of the container is asked; empty if there is none.
Answer containerToken() {
    std::string token = system::environmentText("AWS_CONTAINER_AUTHORIZATION_TOKEN");
    if (const std::string file = system::environmentText("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"); !file.empty()) {
        auto text = system::readFile(file);
        if (!text)
            return Unexpected{"the authorization token cannot be read: " + text.error().toString()};
        token = *std::move(text);
    }
    if (token.find_first_of("\r\n") != std::string::npos)
        return Unexpected{std::string("the authorization token contains a line break")};
    return token;
}

} // namespace

Found containerCredentials(const std::string& url, const std::stop_token& stop) {
    const http::Uri uri = http::parseUri(url);
    if (uri.scheme == "http" && !isLocalHost(uri.host()))
        return Unexpected{fmt::format(
            "the container credentials are on the host \"{}\"; without TLS, only addresses of this machine and "
            "of container agents are allowed",
            uri.host())};
    const Answer token = containerToken();
    if (!token)
        return Unexpected{token.error()};
    std::vector<std::string> headers{"Accept: application/json"};
    if (!token->empty())
        headers.push_back("Authorization: " + *token);
    const auto response = fetch("GET", url, std::move(headers), stop);
    const std::string place = "the container credentials (" + uri.authority + ")";
    if (!response)
        return Unexpected{fmt::format("{} cannot be read: {}", place, response.error())};
    if (response->status != 200)
        return Unexpected{fmt::format("{} cannot be read: status {}", place, response->status)};
    Found found = readJsonCredentials(response->body, "Token");
    if (!found)
        return Unexpected{fmt::format("{} are not valid: {}", place, found.error())};
    return found;
}

Found instanceCredentials(const InstanceMetadata& metadata, const std::stop_token& stop) {
    const std::string base(values::trimmedEnd(metadata.endpoint, "/"));
    const std::string place = "the metadata service of EC2 instances (" + http::parseUri(base).authority + ")";
    std::vector<std::string> headers;
    const auto token = fetch("PUT", base + "/latest/api/token",
                             {"X-Aws-Ec2-Metadata-Token-Ttl-Seconds: 300", "Content-Length: 0"}, stop);
    if (!token)
        return Unexpected{fmt::format("{} does not answer: {}", place, token.error())};
    if (token->status == 200)
        headers.push_back("X-Aws-Ec2-Metadata-Token: " + token->body);
    else if (token->status == 400 || !metadata.allowsVersion1)
        return Unexpected{fmt::format("{} gives no token: status {}", place, token->status)};
    const std::string path = base + "/latest/meta-data/iam/security-credentials/";
    const auto roles = fetch("GET", path, headers, stop);
    if (!roles || roles->status != 200)
        return Unexpected{
            fmt::format("{} has no role: {}", place, roles ? fmt::format("status {}", roles->status) : roles.error())};
    const std::string role = roles->body.substr(0, roles->body.find_first_of("\r\n"));
    if (role.empty())
        return Unexpected{place + " has no role"};
    const auto response = fetch("GET", path + http::encoded(role), headers, stop);
    if (!response || response->status != 200)
        return Unexpected{fmt::format("{} has no credentials of the role {}", place, role)};
    Found found = readJsonCredentials(response->body, "Token");
    if (!found)
        return Unexpected{fmt::format("the credentials of {} are not valid: {}", place, found.error())};
    // They are renewed long before they expire.
    const Time inAnHour = std::chrono::system_clock::now() + std::chrono::hours(1);
    if (found->expires && *found->expires > inAnHour)
        found->expires = inAnHour;
    return found;
}

} // namespace planlens::cloud::aws

// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/http/uri.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cctype>
#include <fmt/core.h>

namespace planlens::cloud::http {

std::string encoded(std::string_view text, Slashes slashes) {
    std::string result;
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        const bool isPlain =
            byte < 0x80 && (std::isalnum(byte) || std::string_view("-._~").find(letter) != std::string_view::npos);
        if (isPlain || (letter == '/' && slashes == Slashes::Kept))
            result += letter;
        else
            result += fmt::format("%{:02X}", byte);
    }
    return result;
}

std::string encodedParameters(const Parameters& parameters) {
    // The order of encoded names differs from that of the names themselves.
    std::map<std::string, std::string> inOrder;
    for (const auto& [name, value] : parameters)
        inOrder[encoded(name)] = encoded(value);
    std::string text;
    for (const auto& [name, value] : inOrder)
        text += (text.empty() ? "" : "&") + name + '=' + value;
    return text;
}

std::string Uri::host() const {
    if (authority.starts_with('['))
        return authority.substr(1, authority.find(']') - 1);
    return authority.substr(0, authority.find(':'));
}

std::string Uri::toString() const {
    return scheme + "://" + authority + path + (query.empty() ? "" : '?' + query);
}

Uri parseUri(std::string_view text) {
    Uri uri;
    text = text.substr(0, text.find('#'));
    const std::size_t schemeEnd = text.find("://");
    uri.scheme = schemeEnd == std::string_view::npos ? "https" : std::string(text.substr(0, schemeEnd));
    std::ranges::transform(uri.scheme, uri.scheme.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (schemeEnd != std::string_view::npos)
        text.remove_prefix(schemeEnd + 3);
    const std::size_t pathStart = std::min(text.find_first_of("/?"), text.size());
    std::string_view authority = text.substr(0, pathStart);
    if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos)
        authority.remove_prefix(at + 1);
    const std::string_view usualPort = uri.scheme == "http" ? ":80" : ":443";
    if (authority.ends_with(usualPort))
        authority.remove_suffix(usualPort.size());
    uri.authority = authority;
    text.remove_prefix(pathStart);
    const std::size_t queryStart = std::min(text.find('?'), text.size());
    uri.path = queryStart == 0 ? "/" : std::string(text.substr(0, queryStart));
    if (queryStart < text.size())
        uri.query = text.substr(queryStart + 1);
    return uri;
}

bool isIpAddress(const std::string& host) {
    in6_addr address{};
    return inet_pton(AF_INET, host.c_str(), &address) == 1 || inet_pton(AF_INET6, host.c_str(), &address) == 1;
}

} // namespace planlens::cloud::http

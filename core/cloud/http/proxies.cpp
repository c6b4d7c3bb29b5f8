// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/http/proxies.h"

#include "core/cloud/http/uri.h"
#include "core/system/environment.h"
#include "core/values/text/lower_case.h"
#include "core/values/text/split.h"
#include "core/values/text/trimmed.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

namespace planlens::cloud::http {
namespace {

struct HostAndPort {
    std::string host, port;
};

/// The parts of "HOST:PORT" and "[IPV6]:PORT"; the text itself without a port if it has no such form.
HostAndPort hostAndPortIn(std::string_view text) {
    const std::size_t colon = text.rfind(':');
    const HostAndPort whole{std::string(text), {}};
    if (colon == std::string_view::npos)
        return whole;
    const std::string_view host = text.substr(0, colon), port = text.substr(colon + 1);
    if (host.starts_with('[') && host.ends_with(']'))
        return {std::string(host.substr(1, host.size() - 2)), std::string(port)};
    return host.find_first_of(":[]") == std::string_view::npos ? HostAndPort{std::string(host), std::string(port)}
                                                               : whole;
}

/// An address of either version. The bytes of version 4 are the first four.
struct Ip {
    std::array<unsigned char, 16> bytes{};
    std::size_t size = 0;

    bool operator==(const Ip&) const = default;
    bool isLoopback() const {
        Ip loopback{.size = 16};
        loopback.bytes[15] = 1;
        return size == 4 ? bytes[0] == 127 : *this == loopback;
    }
};

std::optional<Ip> ipIn(const std::string& text) {
    Ip ip;
    if (inet_pton(AF_INET, text.c_str(), ip.bytes.data()) == 1) {
        ip.size = 4;
        return ip;
    }
    if (inet_pton(AF_INET6, text.c_str(), ip.bytes.data()) != 1)
        return {};
    ip.size = 16;
    constexpr std::array<unsigned char, 12> ofVersion4{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    if (std::equal(ofVersion4.begin(), ofVersion4.end(), ip.bytes.begin())) {
        Ip shorter{.size = 4};
        std::copy(ip.bytes.begin() + 12, ip.bytes.end(), shorter.bytes.begin());
        return shorter;
    }
    return ip;
}

/// Addresses that share their first bits, "10.0.0.0/8".
struct Network {
    Ip start;
    std::size_t bits = 0;

    bool contains(const Ip& ip) const {
        if (ip.size != start.size)
            return false;
        for (std::size_t bit = 0; bit < bits; ++bit)
            if (((ip.bytes[bit / 8] ^ start.bytes[bit / 8]) & (0x80U >> bit % 8)) != 0)
                return false;
        return true;
    }
};

std::optional<Network> networkIn(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos)
        return {};
    const std::optional<Ip> start = ipIn(std::string(text.substr(0, slash)));
    std::size_t bits = 0;
    const auto [end, error] = std::from_chars(text.data() + slash + 1, text.data() + text.size(), bits);
    if (!start || error != std::errc() || end != text.data() + text.size() || bits > start->size * 8)
        return {};
    return Network{*start, bits};
}

/// Whether an entry of NO_PROXY, in lower case, names the server.
bool isNamed(std::string_view entry, const HostAndPort& server, const std::optional<Ip>& ip) {
    if (entry == "*")
        return true;
    if (const auto network = networkIn(entry))
        return ip && network->contains(*ip);
    HostAndPort named = hostAndPortIn(entry);
    if (named.host.empty() || (!named.port.empty() && named.port != server.port))
        return false;
    if (const auto namedIp = ipIn(named.host); ip || namedIp)
        return ip == namedIp;
    if (named.host.starts_with("*."))
        named.host.erase(0, 1);
    if (named.host.starts_with('.'))
        return server.host.ends_with(named.host);
    return server.host == named.host || server.host.ends_with('.' + named.host);
}

} // namespace

Proxies proxiesOfEnvironment() {
    const auto either = [](const char* upper, const char* lower) {
        const std::string text = system::environmentText(upper);
        return text.empty() ? system::environmentText(lower) : text;
    };
    return {either("HTTP_PROXY", "http_proxy"), either("HTTPS_PROXY", "https_proxy"), either("NO_PROXY", "no_proxy"),
            !system::environmentText("REQUEST_METHOD").empty()};
}

diags::Expected<std::string, std::string> proxyFor(const std::string& url, const Proxies& proxies) {
    const Uri uri = parseUri(url);
    std::string proxy = uri.scheme == "http" ? proxies.http : proxies.https;
    if (proxy.empty())
        return proxy;
    if (uri.scheme == "http" && proxies.isHttpUntrusted)
        return diags::Unexpected{std::string(
            "HTTP_PROXY is not used in a program of a web server (REQUEST_METHOD is set), because requests can set it. "
            "Unset REQUEST_METHOD or HTTP_PROXY")};
    HostAndPort server = hostAndPortIn(values::lowerCase(uri.authority));
    server.host = values::lowerCase(uri.host());
    if (server.port.empty())
        server.port = uri.scheme == "http" ? "80" : "443";
    const std::optional<Ip> ip = ipIn(server.host);
    if (server.host == "localhost" || (ip && ip->isLoopback()))
        return std::string();
    for (const std::string_view entry : values::split(proxies.none, ','))
        if (isNamed(values::lowerCase(values::trimmed(entry)), server, ip))
            return std::string();
    if (constexpr std::string_view socks = "socks5://"; values::lowerCase(proxy).starts_with(socks))
        proxy = "socks5h://" + proxy.substr(socks.size()); // the proxy finds the addresses of names
    return proxy;
}

std::string withoutProxy(std::string message, const std::string& proxy) {
    for (std::size_t at = 0; !proxy.empty() && (at = message.find(proxy, at)) != std::string::npos;)
        message.replace(at, proxy.size(), "(proxy)");
    return message;
}

} // namespace planlens::cloud::http

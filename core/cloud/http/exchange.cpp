// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/http/exchange.h"

#include "core/cloud/authorities.h"
#include "core/cloud/client_key.h"
#include "core/cloud/http/curl/curl_exchange.h"
#include "core/cloud/http/uri.h"
#include "core/lang/functions/compression/deflate.h"
#include "core/system/own_library.h"
#include "core/version.h"

#include <fmt/core.h>

#include <algorithm>
#include <new>
#include <optional>
#include <string_view>
#include <utility>

namespace planlens::cloud::http {
namespace {

using diags::Expected;
using diags::Unexpected;

/// Whether to follow the redirect of a response. Methods other than GET and HEAD only follow statuses that keep the
/// method and the body.
bool isFollowed(const Request& request, const Response& response) {
    if (request.redirects != Request::Redirects::Followed || response.redirect.empty())
        return false;
    if (response.status == 307 || response.status == 308)
        return true;
    return (request.method == "GET" || request.method == "HEAD") && response.status >= 301 && response.status <= 303;
}

/// Whether a redirect stays with the server that the credentials are for.
bool isSameServer(const std::string& first, const std::string& redirect) {
    const Uri from = parseUri(first), to = parseUri(redirect);
    return from.host() == to.host() &&
           (from.scheme == to.scheme ? from.authority == to.authority : to.scheme == "https");
}

Expected<std::string, std::string> proxyOf(const Connection& connection, const std::string& url) {
    if (connection.proxy)
        return *connection.proxy;
    if (!connection.unixSocket.empty())
        return std::string();
    return proxyFor(url, connection.proxies ? *connection.proxies : proxiesOfEnvironment());
}

/// The name of a header whose value has control characters, such as a line break that would start another header.
std::optional<std::string> headerWithControls(const std::vector<std::string>& headers) {
    const auto isControl = [](unsigned char c) { return (c < ' ' && c != '\t') || c == 0x7f; };
    for (const std::string& header : headers)
        if (std::ranges::any_of(header, isControl))
            return header.substr(0, header.find(':'));
    return {};
}

/// Decompresses a body with the encoding gzip, the only one that requests accept. libcurl would take a stream that ends
/// early for a complete one, so that a state would seem to be absent. Other encodings are left as they are, as in
/// OpenTofu.
std::optional<Failure> decompress(Response& response, std::size_t limit) {
    const auto coding =
        std::ranges::find_if(response.headers, [](const auto& header) { return header.first == "content-encoding"; });
    const bool isGzip = coding != response.headers.end() &&
                        std::ranges::equal(coding->second, std::string_view("gzip"),
                                           [](char a, char b) { return a == b || a == b - 'a' + 'A'; });
    if (!isGzip || response.body.empty())
        return {};
    try {
        lang::Unzipped unzipped = lang::gunzip(response.body, limit);
        if (unzipped.bytes.size() > limit)
            return Failure{fmt::format("the response of the server is larger than {} MiB when it is decompressed, the "
                                       "limit of Planlens. Check the address of the server",
                                       limit >> 20U),
                           false};
        if (unzipped.error)
            return Failure{"the compressed response of the server cannot be read: " + *unzipped.error};
        response.body = std::move(unzipped.bytes);
        return {};
    } catch (const std::bad_alloc&) {
        return Failure{"there is not enough memory for the response of the server", false};
    }
}

/// Returns the lengths that the server states if they differ, so that the end of the response is not known.
std::optional<std::string> differentLengths(const Response& response) {
    const std::string* first = nullptr;
    for (const auto& [name, value] : response.headers) {
        if (name != "content-length")
            continue;
        if (first && *first != value)
            return fmt::format("the server states the lengths {} and {} for one response", *first, value);
        first = &value;
    }
    return {};
}

} // namespace

Expected<Response, Failure> performRequest(const Request& request, const std::stop_token& stop) {
    if (const auto name = headerWithControls(request.headers))
        return Unexpected{Failure{fmt::format("net/http: invalid header field value for \"{}\"", *name), false}};
    static const auto function = system::loadOwnFunction(PLANLENS_HTTP_LIBRARY, "planlensHttpExchange");
    if (!function)
        return Unexpected{Failure{"the Planlens library for HTTP cannot be loaded: " + function.error(), false}};
    if (needsPassphrase(request.tls.privateKey))
        return Unexpected{Failure{encryptedKeyProblem, false}};
    const auto exchange = reinterpret_cast<decltype(&planlensHttpExchange)>(*function);
    const bool isWriting = request.method != "GET" && request.method != "HEAD";
    Step step{.url = request.url};
    constexpr int mostRedirects = 10;
    for (int redirects = 0;; ++redirects) {
        auto proxy = proxyOf(request.connection, step.url);
        if (!proxy)
            return Unexpected{Failure{std::move(proxy.error()), false}};
        step.proxy = *std::move(proxy);
        if (step.authorities.empty() && parseUri(step.url).scheme == "https" && !request.tls.skipVerification) {
            const std::string& given = request.tls.authorities;
            step.authorities = given.empty() ? authoritiesOfEnvironment() : readableCertificates(given);
            if (step.authorities.empty() && !given.empty())
                return Unexpected{Failure{"the configured authorities have no certificate that can be read", false}};
        }
        Response response;
        Failure failure;
        if (!exchange(programVersion, request, step, stop, response, failure)) {
            failure.message = withoutProxy(std::move(failure.message), step.proxy);
            return Unexpected{std::move(failure)};
        }
        if (auto problem = differentLengths(response))
            return Unexpected{Failure{*std::move(problem), true, isWriting}};
        if (!isFollowed(request, response)) {
            if (request.encoding == Request::Encoding::Compressed)
                if (auto problem = decompress(response, request.bodyLimit)) {
                    problem->wasSent = isWriting;
                    return Unexpected{*std::move(problem)};
                }
            return response;
        }
        if (redirects == mostRedirects)
            return Unexpected{Failure{"the server has redirected the request more than 10 times", false}};
        step.url = std::move(response.redirect);
        step.hasCredentials = step.hasCredentials && isSameServer(request.url, step.url);
    }
}

} // namespace planlens::cloud::http

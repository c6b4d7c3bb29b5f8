// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/aws/signature.h"

#include "core/values/text/digest.h"

#include <algorithm>
#include <cctype>
#include <ctime>
#include <fmt/core.h>
#include <map>

namespace planlens::cloud::aws {
namespace {

constexpr std::string_view algorithm = "AWS4-HMAC-SHA256";

std::string timeText(Time time) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    return fmt::format("{:04}{:02}{:02}T{:02}{:02}{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
                       parts.tm_hour, parts.tm_min, parts.tm_sec);
}

/// Without blanks at both ends, and with one blank for each run of them.
std::string normalized(std::string_view value) {
    std::string text;
    for (const char letter : value) {
        const bool isBlank = letter == ' ' || letter == '\t';
        if (!isBlank)
            text += letter;
        else if (!text.empty() && text.back() != ' ')
            text += ' ';
    }
    if (text.ends_with(' '))
        text.pop_back();
    return text;
}

struct CanonicalHeaders {
    std::string lines, names;
};

CanonicalHeaders canonicalHeaders(const std::vector<std::string>& headers) {
    std::map<std::string, std::string> byName; // sorted by name alone
    for (const std::string& header : headers) {
        const std::size_t colon = header.find(':');
        std::string name = header.substr(0, colon);
        std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        byName[name] = normalized(std::string_view(header).substr(colon + 1));
    }
    CanonicalHeaders result;
    for (const auto& [name, value] : byName) {
        result.lines += name + ':' + value + '\n';
        result.names += (result.names.empty() ? "" : ";") + name;
    }
    return result;
}

std::string signingKey(const std::string& secret, const std::string& date, const Scope& scope) {
    std::string key = "AWS4" + secret;
    for (const std::string_view part : {std::string_view(date), std::string_view(scope.region),
                                        std::string_view(scope.service), std::string_view("aws4_request")})
        key = values::hmacSha256(key, part);
    return key;
}

} // namespace

void sign(http::Request& request, const Credentials& credentials, const Scope& scope, Time now) {
    const http::Uri uri = http::parseUri(request.url);
    const std::string time = timeText(now), date = time.substr(0, 8);
    const std::string bodyHash = values::toHex(values::sha256(request.body));
    request.headers.push_back("Host: " + uri.authority);
    request.headers.push_back("X-Amz-Date: " + time);
    if (scope.service == "s3")
        request.headers.push_back("X-Amz-Content-Sha256: " + bodyHash);
    if (!credentials.token.empty())
        request.headers.push_back("X-Amz-Security-Token: " + credentials.token);
    std::vector<std::string> sent = request.headers;
    if (!request.body.empty())
        sent.push_back("Content-Type: " + request.contentType);
    const CanonicalHeaders headers = canonicalHeaders(sent);
    // Only S3 signs the path as it is sent; for others its escapes are escaped once more.
    const std::string path = scope.service == "s3" ? uri.path : http::encoded(uri.path, http::Slashes::Kept);
    const std::string canonical =
        request.method + '\n' + path + '\n' + uri.query + '\n' + headers.lines + '\n' + headers.names + '\n' + bodyHash;
    const std::string place = date + '/' + scope.region + '/' + scope.service + "/aws4_request";
    const std::string text =
        fmt::format("{}\n{}\n{}\n{}", algorithm, time, place, values::toHex(values::sha256(canonical)));
    request.headers.push_back(fmt::format(
        "Authorization: {} Credential={}/{}, SignedHeaders={}, Signature={}", algorithm, credentials.accessKey, place,
        headers.names, values::toHex(values::hmacSha256(signingKey(credentials.secretKey, date, scope), text))));
}

} // namespace planlens::cloud::aws

// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/storage/azblob/signature.h"

#include "core/values/text/base64.h"
#include "core/values/text/digest.h"
#include "core/values/text/lower_case.h"

#include <algorithm>
#include <map>

namespace planlens::cloud::storage::azblob {
namespace {

/// The order of headers in a signature: hyphens do not count, and underscores
/// are before digits.
std::string orderOf(const std::string& name) {
    std::string order;
    for (const char letter : name)
        if (letter != '-')
            order += letter == '_' ? '!' : letter;
    return order;
}

using Headers = std::map<std::string, std::string, std::less<>>;

Headers headersOf(const cloud::http::Request& request) {
    Headers headers;
    for (const std::string& line : request.headers) {
        const std::size_t colon = line.find(':');
        const std::size_t value = line.find_first_not_of(' ', colon + 1);
        headers[values::lowerCase(line.substr(0, colon))] =
            value == std::string::npos ? std::string() : line.substr(value);
    }
    headers["content-length"] = request.body.empty() ? std::string() : std::to_string(request.body.size());
    headers["content-type"] = request.body.empty() ? std::string() : request.contentType;
    return headers;
}

} // namespace

void sign(cloud::http::Request& request, const std::string& path, const cloud::http::Parameters& parameters,
          const AccountKey& key) {
    const Headers headers = headersOf(request);
    std::string text = request.method + '\n';
    for (const char* name :
         {"content-encoding", "content-language", "content-length", "content-md5", "content-type", "date",
          "if-modified-since", "if-match", "if-none-match", "if-unmodified-since", "range"}) {
        const auto found = headers.find(name);
        text += (found == headers.end() ? std::string() : found->second) + '\n';
    }
    std::map<std::string, std::string> own;
    for (const auto& [name, value] : headers)
        if (name.starts_with("x-ms-"))
            own[orderOf(name)] = name + ':' + value + '\n';
    for (const auto& [order, line] : own)
        text += line;
    text += '/' + key.account + path;
    for (const auto& [name, value] : parameters)
        text += '\n' + values::lowerCase(name) + ':' + value;
    request.headers.push_back("Authorization: SharedKey " + key.account + ':' +
                              values::toBase64(values::hmacSha256(key.bytes, text)));
}

} // namespace planlens::cloud::storage::azblob

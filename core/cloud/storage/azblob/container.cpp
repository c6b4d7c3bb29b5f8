// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/storage/azblob/container.h"

#include "core/diags/join_messages.h"
#include "core/values/text/base64.h"
#include "core/values/text/digest.h"
#include "core/version.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <fmt/core.h>
#include <pugixml.hpp>

namespace planlens::cloud::storage::azblob {
namespace {

using diags::Expected;
using diags::Unexpected;
using values::toBase64;

constexpr int notFound = 404;
constexpr std::string_view metadataPrefix = "x-ms-meta-";

/// A path segment, encoded as the reference does: addresses of blobs are shown
/// in messages about locks.
std::string encodedSegment(const std::string& text) {
    std::string result;
    for (const char letter : text)
        result += std::string_view("$&+=:@").find(letter) == std::string_view::npos
                      ? cloud::http::encoded(std::string_view(&letter, 1))
                      : std::string(1, letter);
    return result;
}

std::string now() {
    const std::time_t time = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&time, &parts);
    constexpr std::array days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    return fmt::format("{}, {:02} {} {} {:02}:{:02}:{:02} GMT", days.at(static_cast<std::size_t>(parts.tm_wday)),
                       parts.tm_mday, months.at(static_cast<std::size_t>(parts.tm_mon)), parts.tm_year + 1900,
                       parts.tm_hour, parts.tm_min, parts.tm_sec);
}

void addLease(std::vector<std::string>& headers, const std::string& lease) {
    if (!lease.empty())
        headers.push_back("x-ms-lease-id: " + lease);
}

void addMetadata(std::vector<std::string>& headers, const Metadata& metadata) {
    for (const auto& [name, value] : metadata)
        headers.push_back(std::string(metadataPrefix) + name + ": " + value);
}

BlobError errorOf(const cloud::http::Response& response) {
    pugi::xml_document document;
    document.load_buffer(response.body.data(), response.body.size());
    const pugi::xml_node error = document.child("Error");
    std::string code(response.header("x-ms-error-code"));
    if (code.empty())
        code = error.child_value("Code");
    std::string message = error.child_value("Message");
    message.resize(std::min(message.find('\n'),
                            message.size())); // the ID and the time of the request follow
    BlobError result{fmt::format("RESPONSE {}", response.status), response.status, code};
    for (const std::string* part : {&code, &message})
        if (!part->empty())
            result.text += ": " + *part;
    return result;
}

/// Advice for a request that was not authorized.
std::string adviceFor(int status, const std::string& code, const Access& access) {
    constexpr int forbidden = 403;
    if (access.token.empty() || status != forbidden)
        return {};
    return code == "AuthorizationPermissionMismatch" || code == "AuthorizationFailure"
               ? "\n\nThe credentials need the role \"Storage Blob Data Contributor\" for the container, and the "
                 "firewall of "
                 "the storage account must permit this machine."
               : std::string();
}

std::string joinedTexts(const diags::Diagnostics& diagnostics) {
    std::string text;
    for (const diags::Diagnostic& diagnostic : diagnostics)
        text += (text.empty() ? "" : "\n\n") + diags::paragraphs(diagnostic);
    return text;
}

/// The path of an endpoint that has one, as those of emulators do; without a slash at the end.
std::string pathIn(const std::string& endpoint) {
    const std::string path = cloud::http::parseUri(endpoint).path;
    return path.substr(0, path.find_last_not_of('/') + 1);
}

AccountSettings withLimits(AccountSettings account, const ContainerSettings& settings) {
    account.credentials.limit = settings.limit;
    account.credentials.retries = settings.retries;
    return account;
}

} // namespace

Container::Container(ContainerSettings settings)
    : m_settings(std::move(settings))
    , m_account(std::make_shared<Account>(withLimits(m_settings.account, m_settings))) {}

std::string Container::pathOf(const std::string& name) const {
    return '/' + m_settings.name + '/' + encodedSegment(name);
}

std::string Container::url(const std::string& name) const {
    return m_account->endpoint() + pathOf(name);
}

std::vector<std::string> Container::encryptionHeaders() const {
    std::vector<std::string> headers;
    if (!m_settings.customerKey.empty())
        headers = {"x-ms-encryption-algorithm: AES256", "x-ms-encryption-key: " + toBase64(m_settings.customerKey),
                   "x-ms-encryption-key-sha256: " + toBase64(values::sha256(m_settings.customerKey))};
    if (!m_settings.encryptionScope.empty())
        headers.push_back("x-ms-encryption-scope: " + m_settings.encryptionScope);
    return headers;
}

cloud::http::Request Container::requestOf(const Call& call, const Access& access) const {
    cloud::http::Request request;
    request.method = call.method;
    request.headers = call.headers;
    request.headers.push_back("x-ms-date: " + now());
    request.headers.emplace_back("x-ms-version: 2021-12-02");
    request.body = call.body;
    request.contentType = "application/octet-stream";
    request.redirects = cloud::http::Request::Redirects::Returned; // another server must
                                                                   // not get the token
    request.encoding = cloud::http::Request::Encoding::Identity;   // digests are those of
                                                                   // the stored bytes
    request.connection.limit = m_settings.limit;
    std::string query = cloud::http::encodedParameters(call.parameters);
    if (!access.key.bytes.empty())
        sign(request, pathIn(access.endpoint) + call.path, call.parameters, access.key);
    else if (!access.sasToken.empty())
        query += (query.empty() ? "" : "&") + access.sasToken;
    else
        request.headers.push_back("Authorization: Bearer " + access.token);
    request.url = access.endpoint + call.path + (query.empty() ? "" : '?' + query);
    if (request.body.empty() && request.method == "PUT")
        request.headers.emplace_back("Content-Length: 0");
    request.headers.push_back(fmt::format("User-Agent: Planlens/{}", programVersion));
    return request;
}

cloud::http::Attempts Container::attempt(const Call& call, const Access& access, const std::stop_token& stop) const {
    return cloud::http::performRepeatedly(
        [&] { return requestOf(call, access); },
        [](const cloud::http::Response& response) { return cloud::http::isTemporaryStatus(response.status); },
        m_settings.retries, stop);
}

Outcome Container::send(const Call& call, const std::stop_token& stop) const {
    diags::Result<Access> access = m_account->access(stop);
    if (!access.isOk())
        return Unexpected{BlobError{joinedTexts(access.diagnostics)}};
    cloud::http::Attempts attempts = attempt(call, *access, stop);
    constexpr int unauthorized = 401;
    // Tokens can be revoked or expire early.
    if (attempts.response && attempts.response->status == unauthorized && !access->token.empty()) {
        m_account->reject(access->token);
        access = m_account->access(stop);
        if (!access.isOk())
            return Unexpected{BlobError{joinedTexts(access.diagnostics)}};
        const int before = attempts.count;
        attempts = attempt(call, *access, stop);
        attempts.count += before - 1; // a rejected attempt was not carried out
    }
    if (attempts.response && attempts.response->status >= 200 && attempts.response->status < 300)
        return *std::move(attempts.response);
    BlobError error = attempts.response ? errorOf(*attempts.response) : BlobError{attempts.response.error().message};
    error.text = fmt::format("{} {}{}: {}{}", call.method, access->endpoint, call.path, error.text,
                             adviceFor(error.status, error.code, *access));
    error.isRepeated = attempts.count > 1;
    error.mayHaveTakenEffect = attempts.mayHaveTakenEffect;
    if (attempts.hasGivenUp && attempts.count > 1)
        error.text += fmt::format(" (gave up after {} attempts)", attempts.count);
    return Unexpected{std::move(error)};
}

Expected<std::optional<Blob>, BlobError> Container::read(const std::string& name, const std::string& lease,
                                                         const std::stop_token& stop) const {
    Call call{"GET", pathOf(name), {}, encryptionHeaders()};
    addLease(call.headers, lease);
    Outcome outcome = send(call, stop);
    if (!outcome && outcome.error().is("BlobNotFound"))
        return std::optional<Blob>();
    if (!outcome)
        return Unexpected{std::move(outcome.error())};
    if (const std::string_view expected = outcome->header("content-md5");
        !expected.empty() && expected != toBase64(values::md5(outcome->body)))
        return Unexpected{BlobError{"the content does not have the expected MD5 digest"}};
    return std::optional(Blob{std::move(outcome->body), std::string(outcome->header("etag"))});
}

Expected<std::optional<Properties>, BlobError> Container::properties(const std::string& name, const std::string& lease,
                                                                     const std::stop_token& stop) const {
    Call call{"HEAD", pathOf(name), {}, encryptionHeaders()};
    addLease(call.headers, lease);
    const Outcome outcome = send(call, stop);
    if (!outcome && outcome.error().is("BlobNotFound"))
        return std::optional<Properties>();
    if (!outcome)
        return Unexpected{outcome.error()};
    Properties properties;
    properties.isLeased = outcome->header("x-ms-lease-status") == "locked";
    for (const auto& [header, value] : outcome->headers) // names are in lower case
        if (header.starts_with(metadataPrefix))
            properties.metadata[header.substr(metadataPrefix.size())] = value;
    return std::optional(std::move(properties));
}

Expected<std::string, BlobError> Container::write(const std::string& name, const std::string& text,
                                                  const Metadata& metadata, const Condition& condition,
                                                  const std::stop_token& stop) const {
    Call call{"PUT", pathOf(name), {}, encryptionHeaders(), text};
    call.headers.emplace_back("x-ms-blob-type: BlockBlob");
    call.headers.emplace_back("x-ms-blob-content-type: application/json");
    call.headers.push_back("Content-MD5: " + toBase64(values::md5(text)));
    addMetadata(call.headers, metadata);
    addLease(call.headers, condition.lease);
    if (condition.isNew)
        call.headers.emplace_back("If-None-Match: *");
    else if (!condition.etag.empty())
        call.headers.push_back("If-Match: " + condition.etag);
    const Outcome outcome = send(call, stop);
    if (!outcome)
        return Unexpected{outcome.error()};
    return std::string(outcome->header("etag"));
}

Outcome Container::writeMetadata(const std::string& name, const Metadata& metadata, const std::string& lease) const {
    Call call{"PUT", pathOf(name), {{"comp", "metadata"}}, encryptionHeaders()};
    addMetadata(call.headers, metadata);
    addLease(call.headers, lease);
    return send(call, {});
}

Outcome Container::takeSnapshot(const std::string& name, const std::string& lease) const {
    Call call{"PUT", pathOf(name), {{"comp", "snapshot"}}, encryptionHeaders()};
    addLease(call.headers, lease);
    return send(call, {});
}

Outcome Container::acquireLease(const std::string& name, const std::string& id, const std::stop_token& stop) const {
    return send({"PUT",
                 pathOf(name),
                 {{"comp", "lease"}},
                 {"x-ms-lease-action: acquire", "x-ms-lease-duration: -1", "x-ms-proposed-lease-id: " + id}},
                stop);
}

Outcome Container::releaseLease(const std::string& name, const std::string& id) const {
    return send({"PUT", pathOf(name), {{"comp", "lease"}}, {"x-ms-lease-action: release", "x-ms-lease-id: " + id}}, {});
}

Outcome Container::remove(const std::string& name, const std::stop_token& stop) const {
    return send({"DELETE", pathOf(name)}, stop);
}

Expected<std::vector<std::string>, BlobError> Container::list(const std::string& prefix,
                                                              const std::stop_token& stop) const {
    std::vector<std::string> names;
    Call call{"GET", '/' + m_settings.name, {{"restype", "container"}, {"comp", "list"}, {"prefix", prefix}}};
    while (true) {
        const Outcome page = send(call, stop);
        if (!page)
            return Unexpected{page.error()};
        pugi::xml_document document;
        if (!document.load_buffer(page->body.data(), page->body.size()))
            return Unexpected{BlobError{"the list of blobs is not XML"}};
        const pugi::xml_node result = document.child("EnumerationResults");
        for (const pugi::xml_node blob : result.child("Blobs").children("Blob"))
            names.emplace_back(blob.child_value("Name"));
        const std::string next = result.child_value("NextMarker");
        if (next.empty())
            return names;
        call.parameters["marker"] = next;
    }
}

} // namespace planlens::cloud::storage::azblob

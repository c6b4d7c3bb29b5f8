// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/storage/gcs/bucket.h"

#include "core/cloud/http/uri.h"
#include "core/cloud/json_object.h"
#include "core/values/random.h"
#include "core/values/text/base64.h"
#include "core/values/text/digest.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace planlens::cloud::storage::gcs {
namespace {

using cloud::google::Outcome;
using diags::Expected;
using diags::Unexpected;
using values::toBase64;

constexpr int notFound = 404;

/// Whether the digest of a response is that of its body. There may be none, and that of a compressed object is another
/// one.
bool isComplete(const cloud::http::Response& response) {
    const std::string_view encoding = response.header("x-goog-stored-content-encoding");
    if (!encoding.empty() && encoding != "identity")
        return true;
    for (const auto& [name, value] : response.headers)
        if (const std::size_t start = value.find("md5="); name == "x-goog-hash" && start != std::string::npos) {
            const std::string expected = value.substr(start + 4);
            return expected.substr(0, expected.find(',')) == toBase64(values::md5(response.body));
        }
    return true;
}

ServiceError withoutBucket(ServiceError error) {
    if (error.status == notFound)
        error.text = "storage: bucket doesn't exist: " + error.text;
    return error;
}

} // namespace

std::string Bucket::server() const {
    const cloud::http::Uri uri = cloud::http::parseUri(m_settings.endpoint);
    return uri.scheme + "://" + uri.authority;
}

/// The address of the objects, relative to the address of the service as the reference resolves it.
std::string Bucket::objectsUrl() const {
    const cloud::http::Uri uri = cloud::http::parseUri(m_settings.endpoint);
    const std::string folder = uri.path.substr(0, uri.path.rfind('/') + 1);
    return server() + folder + "b/" + cloud::http::encoded(m_settings.name) + "/o";
}

cloud::http::Request Bucket::request(const char* method, std::string url) const {
    cloud::http::Request request;
    request.method = method;
    request.url = std::move(url);
    return request;
}

std::vector<std::string> Bucket::customerKeyHeaders(Encryption encryption) const {
    if (encryption == Encryption::OfBucket || m_settings.customerKey.empty())
        return {};
    return {"X-Goog-Encryption-Algorithm: AES256", "X-Goog-Encryption-Key: " + toBase64(m_settings.customerKey),
            "X-Goog-Encryption-Key-Sha256: " + toBase64(values::sha256(m_settings.customerKey))};
}

Expected<std::optional<Object>, ServiceError> Bucket::read(const std::string& name, Encryption encryption,
                                                           const std::stop_token& stop) const {
    cloud::http::Request get =
        request("GET", server() + '/' + cloud::http::encoded(m_settings.name) + '/' + cloud::http::encoded(name));
    get.headers = customerKeyHeaders(encryption);
    Outcome outcome = m_session.send(get, stop);
    if (!outcome && outcome.error().status == notFound)
        return std::optional<Object>();
    if (!outcome)
        return Unexpected{std::move(outcome.error())};
    if (!isComplete(*outcome))
        return Unexpected{ServiceError{.text = "storage: bad MD5 on read"}};
    return std::optional(Object{std::move(outcome->body), Generation(outcome->header("x-goog-generation"))});
}

Expected<Generation, ServiceError> Bucket::write(const std::string& name, const std::string& text,
                                                 Encryption encryption, const std::optional<Generation>& replaced,
                                                 const std::stop_token& stop) const {
    cloud::http::Parameters parameters{
        {"alt", "json"}, {"name", name}, {"projection", "full"}, {"uploadType", "multipart"}};
    if (replaced)
        parameters["ifGenerationMatch"] = *replaced;
    if (encryption == Encryption::OfSettings && !m_settings.kmsKey.empty())
        parameters["kmsKeyName"] = m_settings.kmsKey;
    cloud::http::Request post =
        request("POST", fmt::format("{}/upload/storage/v1/b/{}/o?{}", server(), cloud::http::encoded(m_settings.name),
                                    cloud::http::encodedParameters(parameters)));
    post.headers = customerKeyHeaders(encryption);
    const std::string boundary = values::randomHex(40);
    post.contentType = "multipart/related; boundary=" + boundary;
    const nlohmann::json metadata{
        {"bucket", m_settings.name}, {"name", name}, {"md5Hash", toBase64(values::md5(text))}};
    post.body = fmt::format("--{0}\r\nContent-Type: application/json\r\n\r\n{1}\r\n--{0}\r\nContent-Type: text/plain; "
                            "charset=utf-8\r\n\r\n{2}\r\n--{0}--\r\n",
                            boundary, metadata.dump(), text);
    const Outcome outcome = m_session.send(post, stop);
    if (!outcome)
        return Unexpected{outcome.error()};
    const auto object = cloud::JsonObject::parse(outcome->body);
    const long long generation = object ? object->number("generation") : 0;
    if (generation == 0)
        return Unexpected{
            ServiceError{.text = "storage: the response to a write has no generation", .mayHaveTakenEffect = true}};
    return std::to_string(generation);
}

Outcome Bucket::remove(const std::string& name, const std::optional<Generation>& generation,
                       const std::stop_token& stop) const {
    cloud::http::Parameters parameters{{"alt", "json"}};
    if (generation)
        parameters["ifGenerationMatch"] = *generation;
    Outcome outcome = m_session.send(request("DELETE", fmt::format("{}/{}?{}", objectsUrl(), cloud::http::encoded(name),
                                                                   cloud::http::encodedParameters(parameters))),
                                     stop);
    if (!outcome && outcome.error().status == notFound)
        outcome.error().text = "storage: object doesn't exist: " + outcome.error().text;
    return outcome;
}

Expected<std::vector<std::string>, ServiceError> Bucket::list(const std::string& prefix, const std::stop_token& stop,
                                                              Depth depth) const {
    std::vector<std::string> names;
    cloud::http::Parameters parameters{{"alt", "json"}, {"prefix", prefix}};
    if (depth == Depth::Folder)
        parameters["delimiter"] = "/";
    while (true) {
        const Outcome page =
            m_session.send(request("GET", objectsUrl() + '?' + cloud::http::encodedParameters(parameters)), stop);
        if (!page)
            return Unexpected{withoutBucket(page.error())};
        const auto result = cloud::JsonObject::parse(page->body);
        if (!result)
            return Unexpected{ServiceError{.text = "storage: the list of objects is not JSON"}};
        for (const cloud::JsonObject& object : result->objects("items"))
            names.push_back(object.text("name"));
        const std::string next = result->text("nextPageToken");
        if (next.empty())
            return names;
        parameters["pageToken"] = next;
    }
}

} // namespace planlens::cloud::storage::gcs

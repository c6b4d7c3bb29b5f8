// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/storage/s3/bucket.h"

#include "core/values/text/base64.h"
#include "core/values/text/digest.h"

#include <algorithm>
#include <fmt/core.h>
#include <pugixml.hpp>

namespace planlens::cloud::storage::s3 {
namespace {

using cloud::aws::Outcome;
using diags::Expected;
using diags::Unexpected;
using values::toBase64;

/// Whether a bucket can be part of a host name. Certificates do not match names with dots.
bool canBeInHostName(const std::string& bucket, bool isTls) {
    const auto isPlain = [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || (c == '.' && !isTls);
    };
    return bucket.size() >= 3 && bucket.size() <= 63 && std::ranges::all_of(bucket, isPlain) && bucket.front() != '-' &&
           bucket.front() != '.' && bucket.back() != '-' && bucket.back() != '.' && !cloud::http::isIpAddress(bucket) &&
           bucket.find("..") == std::string::npos;
}

} // namespace

/// The address of the bucket, without a slash at the end.
std::string Bucket::address() const {
    const cloud::aws::Session::Endpoint endpoint = m_session.endpoint(cloud::aws::Service::S3);
    cloud::http::Uri uri = cloud::http::parseUri(endpoint.url);
    const bool isInPath = m_settings.address == BucketAddress::InPath ||
                          (m_settings.address == BucketAddress::Automatic && endpoint.isCustom);
    if (uri.path == "/")
        uri.path.clear();
    if (!isInPath && !cloud::http::isIpAddress(uri.host()) && canBeInHostName(m_settings.bucket, uri.scheme == "https"))
        uri.authority = m_settings.bucket + '.' + uri.authority;
    else
        uri.path += '/' + cloud::http::encoded(m_settings.bucket);
    return uri.toString();
}

Outcome Bucket::send(std::string_view operation, const char* method, const std::string& target,
                     std::vector<std::string> headers, const std::string& body, const std::stop_token& stop) const {
    cloud::aws::Call call{"S3", operation, {}, {"s3", m_session.region()}};
    call.request.method = method;
    call.request.url = address() + '/' + target;
    call.request.headers = std::move(headers);
    call.request.body = body;
    return m_session.send(std::move(call), stop);
}

std::vector<std::string> Bucket::customerKeyHeaders() const {
    if (!m_settings.isEncrypted || m_settings.customerKey.empty())
        return {};
    return {"X-Amz-Server-Side-Encryption-Customer-Algorithm: AES256",
            "X-Amz-Server-Side-Encryption-Customer-Key: " + toBase64(m_settings.customerKey),
            "X-Amz-Server-Side-Encryption-Customer-Key-Md5: " + toBase64(values::md5(m_settings.customerKey))};
}

Expected<std::string, ServiceError> Bucket::read(const std::string& key, const std::stop_token& stop) const {
    std::vector<std::string> headers = customerKeyHeaders();
    if (m_settings.hasChecksums)
        headers.emplace_back("X-Amz-Checksum-Mode: ENABLED");
    Outcome outcome =
        send("GetObject", "GET", cloud::http::encoded(key, cloud::http::Slashes::Kept), std::move(headers), {}, stop);
    if (!outcome)
        return Unexpected{std::move(outcome.error())};
    const std::string_view expected = outcome->header("x-amz-checksum-sha256");
    // The checksum of an object that was written in parts is not that of its content.
    if (m_settings.hasChecksums && !expected.empty() && expected.find('-') == std::string_view::npos &&
        expected != toBase64(values::sha256(outcome->body)))
        return Unexpected{
            ServiceError{.text = "operation error S3: GetObject, checksum did not match: algorithm SHA256"}};
    return std::move(outcome->body);
}

Expected<std::optional<std::string>, ServiceError> Bucket::readIfExists(const std::string& key,
                                                                        const std::stop_token& stop) const {
    // Some servers respond to GET with another error than that for missing objects.
    const std::string target = cloud::http::encoded(key, cloud::http::Slashes::Kept);
    if (const Outcome head = send("HeadObject", "HEAD", target, customerKeyHeaders(), {}, stop); !head) {
        if (head.error().status != 404)
            return Unexpected{head.error()};
        const Outcome bucket = send("HeadBucket", "HEAD", {}, {}, {}, stop);
        if (bucket || bucket.error().status != 404)
            return std::optional<std::string>();
        ServiceError missing = bucket.error();
        missing.code = "NoSuchBucket";
        return Unexpected{std::move(missing)};
    }
    auto text = read(key, stop);
    if (text)
        return std::optional(*std::move(text));
    if (text.error().is("NoSuchKey"))
        return std::optional<std::string>();
    return Unexpected{std::move(text.error())};
}

Outcome Bucket::write(const std::string& key, const std::string& text, const Tags& tags, Writing writing,
                      const std::stop_token& stop) const {
    std::vector<std::string> headers = customerKeyHeaders();
    if (m_settings.isEncrypted && !m_settings.kmsKey.empty()) {
        headers = {"X-Amz-Server-Side-Encryption: aws:kms",
                   "X-Amz-Server-Side-Encryption-Aws-Kms-Key-Id: " + m_settings.kmsKey};
    } else if (m_settings.isEncrypted && m_settings.customerKey.empty()) {
        headers.emplace_back("X-Amz-Server-Side-Encryption: AES256");
    }
    if (m_settings.hasChecksums) {
        headers.emplace_back("X-Amz-Sdk-Checksum-Algorithm: SHA256");
        headers.push_back("X-Amz-Checksum-Sha256: " + toBase64(values::sha256(text)));
    }
    if (!m_settings.acl.empty())
        headers.push_back("X-Amz-Acl: " + m_settings.acl);
    if (!tags.empty())
        headers.push_back("X-Amz-Tagging: " + cloud::http::encodedParameters({tags.begin(), tags.end()}));
    if (writing == Writing::OnlyNew)
        headers.emplace_back("If-None-Match: *");
    return send("PutObject", "PUT", cloud::http::encoded(key, cloud::http::Slashes::Kept), std::move(headers), text,
                stop);
}

Outcome Bucket::remove(const std::string& key, const std::stop_token& stop) const {
    return send("DeleteObject", "DELETE", cloud::http::encoded(key, cloud::http::Slashes::Kept), {}, {}, stop);
}

Expected<std::vector<std::string>, ServiceError> Bucket::list(const std::string& prefix,
                                                              const std::stop_token& stop) const {
    std::vector<std::string> keys;
    cloud::http::Parameters parameters{{"list-type", "2"}, {"max-keys", "1000"}, {"prefix", prefix}};
    while (true) {
        const Outcome page =
            send("ListObjectsV2", "GET", "?" + cloud::http::encodedParameters(parameters), {}, {}, stop);
        if (!page)
            return Unexpected{page.error()};
        pugi::xml_document document;
        if (!document.load_buffer(page->body.data(), page->body.size()))
            return Unexpected{ServiceError{.text = "operation error S3: ListObjectsV2, the response is not XML"}};
        const pugi::xml_node result = document.child("ListBucketResult");
        for (const pugi::xml_node object : result.children("Contents"))
            keys.emplace_back(object.child_value("Key"));
        const std::string next = result.child_value("NextContinuationToken");
        if (std::string_view(result.child_value("IsTruncated")) != "true" || next.empty())
            return keys;
        parameters["continuation-token"] = next;
    }
}

std::string messageOf(const ServiceError& error) {
    if (error.is("NoSuchBucket"))
        return fmt::format(
            "S3 bucket does not exist.\n\nThe referenced S3 bucket must have been previously created. If "
            "the S3 bucket\nwas created within the last minute, please wait for a minute or two and "
            "try\nagain.\n\nError: {}\n",
            error.text);
    if (!error.region.empty() && (error.status == 301 || error.status == 307 || error.status == 400))
        return fmt::format("{}\n\nThe bucket is in the region {}. Set the argument \"region\" of the backend to it.",
                           error.text, error.region);
    return error.text;
}

} // namespace planlens::cloud::storage::s3

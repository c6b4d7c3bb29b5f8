// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/aws/session.h"

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace planlens::cloud::storage::s3 {

using cloud::aws::ServiceError;

/// Automatic: in the path if the endpoint is not the default one.
enum class BucketAddress { InHostName, InPath, Automatic };

/// The settings for storing objects in a bucket.
struct BucketSettings {
    std::string bucket;
    BucketAddress address = BucketAddress::InHostName;
    bool isEncrypted = false;
    std::string kmsKey, customerKey; // of encrypted objects; the second one is bytes
    std::string acl;
    bool hasChecksums = true;
};

using Tags = std::map<std::string, std::string>;
/// Whether an object may replace another one.
enum class Writing { Always, OnlyNew };

/// The objects of a bucket.
class Bucket {
public:
    Bucket(cloud::aws::Session& session, BucketSettings settings)
        : m_session(session)
        , m_settings(std::move(settings)) {}

    diags::Expected<std::string, ServiceError> read(const std::string& key, const std::stop_token& stop) const;
    /// std::nullopt if there is none. The bucket exists, unless that cannot be decided.
    diags::Expected<std::optional<std::string>, ServiceError> readIfExists(const std::string& key,
                                                                           const std::stop_token& stop) const;
    cloud::aws::Outcome write(const std::string& key, const std::string& text, const Tags& tags, Writing writing,
                              const std::stop_token& stop = {}) const;
    cloud::aws::Outcome remove(const std::string& key, const std::stop_token& stop) const;
    /// The keys that start with this text.
    diags::Expected<std::vector<std::string>, ServiceError> list(const std::string& prefix,
                                                                 const std::stop_token& stop) const;

private:
    std::string address() const;
    cloud::aws::Outcome send(std::string_view operation, const char* method, const std::string& target,
                             std::vector<std::string> headers, const std::string& body,
                             const std::stop_token& stop) const;
    std::vector<std::string> customerKeyHeaders() const;

    cloud::aws::Session& m_session;
    BucketSettings m_settings;
};

/// The text of an error for users.
std::string messageOf(const ServiceError& error);

} // namespace planlens::cloud::storage::s3

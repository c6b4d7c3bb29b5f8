// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/google/session.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace planlens::cloud::storage::gcs {

using cloud::google::ServiceError;

struct BucketSettings {
    std::string name;
    std::string endpoint;    // "https://storage.googleapis.com/storage/v1/"
    std::string customerKey; // 32 bytes, with which states are encrypted; empty: none
    std::string kmsKey;      // the name of the key with which states are encrypted; empty: that of the bucket
};

/// Each version of an object has a number, in digits. It is never used again. "0" stands for no object.
using Generation = std::string;
inline constexpr const char* noGeneration = "0";

struct Object {
    std::string text;
    Generation generation; // empty if the server does not report it
};

/// Whether an object is encrypted with the keys of the settings.
enum class Encryption { OfSettings, OfBucket };

/// The objects of a bucket.
class Bucket {
public:
    Bucket(cloud::google::Session& session, BucketSettings settings)
        : m_session(session)
        , m_settings(std::move(settings)) {}

    /// std::nullopt if there is none. The bucket may be missing, too.
    diags::Expected<std::optional<Object>, ServiceError> read(const std::string& name, Encryption encryption,
                                                              const std::stop_token& stop) const;
    /// Writes an object that replaces this generation; nullopt: any generation. The value is the new generation. The
    /// error has the status 412 if there is another generation.
    diags::Expected<Generation, ServiceError> write(const std::string& name, const std::string& text,
                                                    Encryption encryption, const std::optional<Generation>& replaced,
                                                    const std::stop_token& stop = {}) const;
    /// Removes this generation of an object; nullopt: any generation.
    cloud::google::Outcome remove(const std::string& name, const std::optional<Generation>& generation,
                                  const std::stop_token& stop) const;
    /// The names of the objects that start with this text. Folder: only those without another slash after it.
    enum class Depth { Folder, All };
    diags::Expected<std::vector<std::string>, ServiceError> list(const std::string& prefix, const std::stop_token& stop,
                                                                 Depth depth = Depth::Folder) const;

    /// "gs://BUCKET/NAME", for messages.
    std::string url(const std::string& name) const { return "gs://" + m_settings.name + '/' + name; }

private:
    cloud::http::Request request(const char* method, std::string url) const;
    std::vector<std::string> customerKeyHeaders(Encryption encryption) const;
    std::string objectsUrl() const;
    std::string server() const;

    cloud::google::Session& m_session;
    BucketSettings m_settings;
};

} // namespace planlens::cloud::storage::gcs

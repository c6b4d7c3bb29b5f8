// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/http/retry.h"
#include "core/cloud/storage/azblob/account.h"

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace planlens::cloud::storage::azblob {

/// The access to blobs, and their encryption.
struct ContainerSettings {
    std::string name;
    AccountSettings account;
    std::string customerKey; // 32 bytes; empty: none
    std::string encryptionScope;
    std::chrono::seconds limit{300}; // of one request, also of those that get credentials
    cloud::http::Retries retries;    // the same
};

/// The error of a failed request. The text contains no secrets.
struct BlobError {
    std::string text;
    int status = 0;                  // 0: no response
    std::string code = {};           // "BlobNotFound"
    bool isRepeated = false;         // an earlier attempt may have been carried out
    bool mayHaveTakenEffect = false; // by one of the attempts

    bool is(std::string_view expected) const { return code == expected; }
};

using Metadata = std::map<std::string, std::string>; // names in lower case

struct Blob {
    std::string text;
    std::string etag; // identifies this version
};

struct Properties {
    Metadata metadata;
    bool isLeased = false;
};

/// Which version of a blob may be replaced.
struct Condition {
    std::string lease = {}; // held by this program; empty: none
    std::string etag = {};  // empty: any version
    bool isNew = false;     // there must be no blob
};

using Outcome = diags::Expected<cloud::http::Response, BlobError>;

/// The blobs of a container. Copies share the access to the account.
class Container {
public:
    explicit Container(ContainerSettings settings);

    /// Gets credentials, unless there are some that are valid. The other functions do that, too, but their errors are
    /// only texts.
    diags::Diagnostics connect(const std::stop_token& stop) const { return m_account->access(stop).diagnostics; }
    /// std::nullopt if there is none. The container exists.
    diags::Expected<std::optional<Blob>, BlobError> read(const std::string& name, const std::string& lease,
                                                         const std::stop_token& stop) const;
    diags::Expected<std::optional<Properties>, BlobError> properties(const std::string& name, const std::string& lease,
                                                                     const std::stop_token& stop = {}) const;
    /// The value is the new version.
    diags::Expected<std::string, BlobError> write(const std::string& name, const std::string& text,
                                                  const Metadata& metadata, const Condition& condition,
                                                  const std::stop_token& stop = {}) const;
    Outcome writeMetadata(const std::string& name, const Metadata& metadata, const std::string& lease) const;
    Outcome takeSnapshot(const std::string& name, const std::string& lease) const;
    /// The lease does not expire. Its ID is a UUID.
    Outcome acquireLease(const std::string& name, const std::string& id, const std::stop_token& stop) const;
    Outcome releaseLease(const std::string& name, const std::string& id) const;
    Outcome remove(const std::string& name, const std::stop_token& stop) const;
    /// The names of the blobs that start with this text.
    diags::Expected<std::vector<std::string>, BlobError> list(const std::string& prefix,
                                                              const std::stop_token& stop) const;

    /// The address of a blob, for messages. Without the host if that is not known yet.
    std::string url(const std::string& name) const;

private:
    struct Call {
        const char* method;
        std::string path;
        cloud::http::Parameters parameters = {};
        std::vector<std::string> headers = {};
        std::string body = {};
    };
    cloud::http::Request requestOf(const Call& call, const Access& access) const;
    cloud::http::Attempts attempt(const Call& call, const Access& access, const std::stop_token& stop) const;
    Outcome send(const Call& call, const std::stop_token& stop) const;
    std::string pathOf(const std::string& name) const;
    std::vector<std::string> encryptionHeaders() const;

    ContainerSettings m_settings;
    std::shared_ptr<Account> m_account;
};

} // namespace planlens::cloud::storage::azblob

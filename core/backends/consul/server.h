// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/http/retry.h"
#include "core/cloud/http/uri.h"
#include "core/diags/expected.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

/// The part of Consul's HTTP API that states need.
namespace planlens::backends::consul {

/// The connection to the agent.
struct ServerSettings {
    std::string url;                         // without the path of the API
    std::string unixSocket = {};             // used instead of the address of the URL; empty: none
    std::string connectTo = {};              // "HOST:PORT", used instead of those of the URL; empty: those
    cloud::http::Parameters parameters = {}; // of each request: data center, namespace, partition
    std::vector<std::string> headers = {};   // of each request, with secrets
    cloud::http::Tls tls = {};
    cloud::http::Retries retries = {};
};

/// The error of a failed request. The text contains no secrets.
struct ApiError {
    std::string text;
    int status = 0;                  // of HTTP; 0: no response
    bool mayHaveTakenEffect = false; // by one of the attempts
};
template <typename T>
using ApiResult = diags::Expected<T, ApiError>;

/// An entry of the key-value store.
struct Entry {
    std::string value;
    std::string session; // that has locked it; empty: none
    std::uint64_t flags = 0, modifyIndex = 0;
};
struct ReadEntry {
    std::optional<Entry> entry;
    std::uint64_t index = 0; // changes with the entry
};

/// Waits up to this time, plus one sixteenth, for a change of an entry. Index 0: no waiting.
struct Wait {
    std::uint64_t index = 0;
    std::chrono::milliseconds time{0};
};

/// The flags of entries that are locks, by which clients of Consul recognize them.
inline constexpr std::uint64_t lockFlags = 0x2ddccbc058a50c18;

/// Requests of an agent. Functions block. They repeat requests, except those with Attempts::One. May be used by
/// several threads.
class Server {
public:
    explicit Server(ServerSettings settings)
        : m_settings(std::move(settings)) {}

    ApiResult<ReadEntry> read(const std::string& key, const std::stop_token& stop, Wait wait = {}) const;
    /// As read(), without data that may be outdated. A single attempt.
    ApiResult<ReadEntry> readConsistently(const std::string& key, const std::stop_token& stop, Wait wait) const;
    /// The keys that start with this prefix, up to and including the next slash.
    ApiResult<std::vector<std::string>> keys(const std::string& prefix, const std::stop_token& stop) const;
    ApiResult<bool> write(const std::string& key, const std::string& value, const std::stop_token& stop) const;
    /// Writes an entry if it has this index; 0: if there is none. The value is the new index.
    ApiResult<std::uint64_t> replace(const std::string& key, const std::string& value, std::uint64_t index) const;
    /// Locks an entry for a session. The value is false if it cannot be locked.
    ApiResult<bool> acquire(const std::string& key, const std::string& session) const;
    ApiResult<bool> release(const std::string& key, const std::string& session) const;
    ApiResult<bool> remove(const std::string& key, const std::stop_token& stop) const;
    ApiResult<bool> removeIfUnchanged(const std::string& key, std::uint64_t index) const;
    ApiResult<bool> removeTree(const std::string& prefix, const std::stop_token& stop) const;

    /// Creates a session that ends if it is not renewed for this time. The value is its ID.
    ApiResult<std::string> createSession(std::chrono::seconds lifetime, std::chrono::seconds lockDelay,
                                         const std::stop_token& stop) const;
    /// A single attempt. False if there is no such session.
    ApiResult<bool> renewSession(const std::string& id, std::chrono::milliseconds limit,
                                 const std::stop_token& stop) const;
    ApiResult<bool> destroySession(const std::string& id) const;

private:
    enum class Attempts { One, Several };
    struct Call {
        std::string_view method;
        std::string path; // below /v1/
        cloud::http::Parameters parameters = {};
        std::string body = {};
        const char* contentType = "application/json";
        Attempts attempts = Attempts::Several;
        std::chrono::milliseconds limit{0}; // 0: none
    };
    /// Responses with status 200, and with the other one.
    ApiResult<cloud::http::Response> send(const Call& call, int otherStatus, const std::stop_token& stop) const;
    ApiResult<ReadEntry> readEntry(Call call, const std::stop_token& stop, Wait wait) const;
    ApiResult<bool> change(const Call& call, const std::stop_token& stop = {}) const;

    ServerSettings m_settings;
};

} // namespace planlens::backends::consul

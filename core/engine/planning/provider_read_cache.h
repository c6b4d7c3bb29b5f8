// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/plan.h"

#include <functional>
#include <mutex>
#include <unordered_map>

namespace planlens::engine {

/// Provider responses by request: the call, the object's address, the request data and the provider's
/// configuration.
class ProviderReadCache {
public:
    struct Response {
        values::Value value; // for reads and data: null if it does not exist
        values::Value identity;
        std::string privateData;
        std::chrono::system_clock::time_point at;
        std::vector<std::string> sensitiveOutputs = {}; // of another state
    };
    std::unordered_map<std::string, Response> responses;
};

/// Returns responses of a previous plan, and stores all that this plan uses. Thread-safe.
class ProviderReadRecorder {
public:
    explicit ProviderReadRecorder(ProviderReadCachePtr before)
        : m_before(std::move(before))
        , m_now(std::make_shared<ProviderReadCache>()) {}
    /// Returns the response cached under this key, and keeps it for the next plan.
    std::optional<ProviderReadCache::Response> find(const std::string& key);
    void keep(const std::string& key, ProviderReadCache::Response cached);
    ProviderReadCachePtr take() { return std::move(m_now); }

private:
    ProviderReadCachePtr m_before;
    std::mutex m_mutex;
    std::shared_ptr<ProviderReadCache> m_now;
};

/// Returns the cache key of a response: the call, the provider instance, the object and the request data.
std::string responseKey(std::string_view call, const addrs::AbsProviderInstance& provider,
                        const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                        const values::Value& requestData, const std::string& privateData);

} // namespace planlens::engine

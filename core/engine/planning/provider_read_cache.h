// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/plan.h"

#include <functional>
#include <mutex>
#include <unordered_map>

namespace planlens::engine {

/// Answers of providers by what was asked: the call, the object's address, what was sent, and the provider's
/// configuration.
class ProviderReadCache {
public:
    struct Answer {
        values::Value value; // of read and data; null: gone
        values::Value identity;
        std::string privateData;
        std::chrono::system_clock::time_point at;
    };
    std::unordered_map<std::string, Answer> answers;
};

/// Hands out answers of a plan before, and keeps all that this plan used. Thread-safe.
class ProviderReadRecorder {
public:
    explicit ProviderReadRecorder(ProviderReadCachePtr before)
        : m_before(std::move(before))
        , m_now(std::make_shared<ProviderReadCache>()) {}
    /// The answer given before under this key, which is then kept for the next plan too.
    std::optional<ProviderReadCache::Answer> find(const std::string& key);
    void keep(const std::string& key, ProviderReadCache::Answer answer);
    ProviderReadCachePtr take() { return std::move(m_now); }

private:
    ProviderReadCachePtr m_before;
    std::mutex m_mutex;
    std::shared_ptr<ProviderReadCache> m_now;
};

/// The key of an answer: which call, of which provider instance, for which object, with what sent.
std::string answerKey(std::string_view call, const addrs::AbsProviderInstance& provider,
                      const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                      const values::Value& asked, const std::string& privateData);

} // namespace planlens::engine

// SPDX-License-Identifier: MPL-2.0
#include "core/engine/planning/provider_read_cache.h"

#include <algorithm>

namespace planlens::engine {

std::optional<ProviderReadCache::Response> ProviderReadRecorder::find(const std::string& key) {
    if (!m_before)
        return {};
    const auto it = m_before->responses.find(key);
    if (it == m_before->responses.end())
        return {};
    keep(key, it->second);
    return it->second;
}

void ProviderReadRecorder::keep(const std::string& key, ProviderReadCache::Response cached) {
    const std::scoped_lock lock(m_mutex);
    m_now->responses.insert_or_assign(key, std::move(cached));
}

std::chrono::system_clock::time_point oldestRead(const ProviderReadCache& cache) {
    auto oldest = std::chrono::system_clock::now();
    for (const auto& [key, cached] : cache.responses)
        oldest = std::min(oldest, cached.at);
    return oldest;
}

std::size_t readCount(const ProviderReadCache& cache) {
    return cache.responses.size();
}

} // namespace planlens::engine

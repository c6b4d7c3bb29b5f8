// SPDX-License-Identifier: MPL-2.0
#include "core/engine/planning/provider_read_cache.h"

#include <algorithm>

namespace planlens::engine {

std::optional<ProviderReadCache::Answer> ProviderReadRecorder::find(const std::string& key) {
    if (!m_before)
        return {};
    const auto it = m_before->answers.find(key);
    if (it == m_before->answers.end())
        return {};
    keep(key, it->second);
    return it->second;
}

void ProviderReadRecorder::keep(const std::string& key, ProviderReadCache::Answer answer) {
    const std::scoped_lock lock(m_mutex);
    m_now->answers.insert_or_assign(key, std::move(answer));
}

std::chrono::system_clock::time_point oldestRead(const ProviderReadCache& cache) {
    auto oldest = std::chrono::system_clock::now();
    for (const auto& [key, answer] : cache.answers)
        oldest = std::min(oldest, answer.at);
    return oldest;
}

std::size_t readCount(const ProviderReadCache& cache) {
    return cache.answers.size();
}

} // namespace planlens::engine

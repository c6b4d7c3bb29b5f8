// SPDX-License-Identifier: MPL-2.0
#include "core/engine/refreshed.h"

#include <algorithm>

namespace planlens::engine {

std::optional<Refreshed::Answer> AnswerBook::find(const std::string& key) {
    if (!m_before)
        return {};
    const auto it = m_before->answers.find(key);
    if (it == m_before->answers.end())
        return {};
    keep(key, it->second);
    return it->second;
}

void AnswerBook::keep(const std::string& key, Refreshed::Answer answer) {
    const std::scoped_lock lock(m_mutex);
    m_now->answers.insert_or_assign(key, std::move(answer));
}

std::chrono::system_clock::time_point refreshedAt(const Refreshed& refreshed) {
    auto oldest = std::chrono::system_clock::now();
    for (const auto& [key, answer] : refreshed.answers)
        oldest = std::min(oldest, answer.at);
    return oldest;
}

std::size_t answerCount(const Refreshed& refreshed) {
    return refreshed.answers.size();
}

} // namespace planlens::engine

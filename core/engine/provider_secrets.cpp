// SPDX-License-Identifier: MPL-2.0
#include "core/engine/provider_secrets.h"

#include "core/configs/variables.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace planlens::engine {

masking::Secrets secretsOf(const configs::Module& root, const std::map<std::string, configs::RootVariable>& variables) {
    std::vector<std::string> secrets;
    for (const auto& [name, variable] : variables) {
        const auto declared = root.variables.find(name);
        const bool isSecret =
            declared != root.variables.end() && (declared->second.sensitive || declared->second.ephemeral);
        std::ranges::copy(
            masking::secretsOf(variable.value, isSecret ? masking::Sensitive::All : masking::Sensitive::Marked),
            std::back_inserter(secrets));
    }
    return {std::move(secrets)};
}

void ProviderSecrets::setOperation(Find find) {
    const std::scoped_lock lock(m_mutex);
    m_find = std::move(find);
    m_ofOperation.clear();
    m_known.reset();
}

void ProviderSecrets::add(const masking::Secrets& secrets) {
    const std::scoped_lock lock(m_mutex);
    for (const std::string& text : secrets)
        if (m_ofCalls.insert(text).second) {
            m_new.insert(text);
            m_newest.reset();
        }
}

std::vector<std::string> ProviderSecrets::ofCalls() {
    const std::scoped_lock lock(m_mutex);
    return {m_ofCalls.begin(), m_ofCalls.end()};
}

std::string ProviderSecrets::masked(std::string_view text) {
    const auto maskOf = [](const std::set<std::string>& secrets) {
        return masking::Secrets({secrets.begin(), secrets.end()}, masking::Secrets::Use::Logs);
    };
    masking::Secrets known, newest;
    {
        const std::scoped_lock lock(m_mutex);
        if (const Find find = std::exchange(m_find, {})) {
            const masking::Secrets found = find();
            m_ofOperation.insert(found.begin(), found.end());
        }
        constexpr std::size_t manyNew = 100, share = 10;
        if (!m_known || m_new.size() > manyNew + m_known->texts().size() / share) {
            std::set<std::string> all = m_ofOperation;
            all.insert(m_ofCalls.begin(), m_ofCalls.end());
            m_known = maskOf(all);
            m_new.clear();
            m_newest.reset();
        }
        if (!m_newest)
            m_newest = maskOf(m_new);
        known = *m_known;
        newest = *m_newest;
    }
    return newest.masked(known.masked(text));
}

} // namespace planlens::engine

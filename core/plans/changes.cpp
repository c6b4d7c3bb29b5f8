// SPDX-License-Identifier: MPL-2.0
#include "core/plans/changes.h"

#include <algorithm>

namespace planlens::plans {

std::size_t Changes::KeyHash::operator()(const Key& key) const {
    return key.address.hash() ^ (std::hash<std::string>{}(key.deposed) * 31);
}

void Changes::index(std::size_t i) {
    const ResourceInstanceChange& change = *m_resources[i];
    m_byObject.emplace(Key{change.address, change.deposed}, i);
    m_byResource[change.address.containing()].push_back(i);
    m_byConfig[change.address.config()].push_back(i);
}

void Changes::reindex() {
    m_byObject.clear();
    m_byResource.clear();
    m_byConfig.clear();
    for (std::size_t i = 0; i < m_resources.size(); ++i)
        index(i);
}

void Changes::add(ResourceInstanceChangePtr change) {
    const auto known = m_byObject.find({change->address, change->deposed});
    if (known != m_byObject.end()) {
        m_resources[known->second] = std::move(change);
        return;
    }
    m_resources.push_back(std::move(change));
    index(m_resources.size() - 1);
}

void Changes::add(OutputChange change) {
    const auto same = std::find_if(m_outputs.begin(), m_outputs.end(), [&](const OutputChange& other) {
        return other.name == change.name && other.module == change.module;
    });
    if (same == m_outputs.end())
        m_outputs.push_back(std::move(change));
    else
        *same = std::move(change);
}

void Changes::remove(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed) {
    const auto known = m_byObject.find({address, deposed});
    if (known == m_byObject.end())
        return;
    m_resources.erase(m_resources.begin() + static_cast<std::ptrdiff_t>(known->second));
    reindex();
}

void Changes::sort() {
    std::sort(m_resources.begin(), m_resources.end(), [](const ResourceInstanceChangePtr& a, const ResourceInstanceChangePtr& b) {
        const auto order = a->address <=> b->address;
        return order == 0 ? a->deposed < b->deposed : order < 0;
    });
    std::sort(m_outputs.begin(), m_outputs.end(), [](const OutputChange& a, const OutputChange& b) {
        return a.module == b.module ? a.name < b.name : a.module < b.module;
    });
    reindex();
}

const ResourceInstanceChange* Changes::resource(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed) const {
    const auto known = m_byObject.find({address, deposed});
    return known == m_byObject.end() ? nullptr : m_resources[known->second].get();
}

ResourceInstanceChangePtr Changes::resourcePtr(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed) const {
    const auto known = m_byObject.find({address, deposed});
    return known == m_byObject.end() ? nullptr : m_resources[known->second];
}

std::vector<const ResourceInstanceChange*> Changes::instancesOf(const addrs::AbsResource& address) const {
    std::vector<const ResourceInstanceChange*> found;
    if (const auto it = m_byResource.find(address); it != m_byResource.end())
        for (const std::size_t i : it->second)
            if (m_resources[i]->deposed.empty())
                found.push_back(m_resources[i].get());
    return found;
}

std::vector<const ResourceInstanceChange*> Changes::instancesOf(const addrs::ConfigResource& resource) const {
    std::vector<const ResourceInstanceChange*> found;
    if (const auto it = m_byConfig.find(resource); it != m_byConfig.end())
        for (const std::size_t i : it->second)
            found.push_back(m_resources[i].get());
    return found;
}

const OutputChange* Changes::output(const addrs::ModuleInstance& module, std::string_view name) const {
    const auto it = std::find_if(m_outputs.begin(), m_outputs.end(),
                                 [&](const OutputChange& change) { return change.name == name && change.module == module; });
    return it == m_outputs.end() ? nullptr : &*it;
}

bool Changes::isEmpty() const {
    for (const ResourceInstanceChangePtr& change : m_resources)
        if (change->change.action != Action::NoOp || change->isMoved() || change->change.importing)
            return false;
    for (const OutputChange& change : m_outputs)
        if (change.module.isRoot() && change.change.action != Action::NoOp)
            return false;
    return true;
}

} // namespace planlens::plans

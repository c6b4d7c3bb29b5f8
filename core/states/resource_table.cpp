// SPDX-License-Identifier: MPL-2.0
#include "core/states/resource_table.h"

namespace planlens::states {

ResourceTable::ResourceTable(const ResourceTable& other) : m_all(other.m_all) {
    m_index.reserve(m_all.size());
    for (auto at = m_all.begin(); at != m_all.end(); ++at)
        m_index.insert({at->first.hash(), at});
}

const Resource* ResourceTable::find(const addrs::AbsResource& address) const {
    const auto found = m_index.find(address);
    return found == m_index.end() ? nullptr : &found->at->second;
}

Resource& ResourceTable::get(const addrs::AbsResource& address) {
    if (Resource* found = find(address))
        return *found;
    const auto at = m_all.try_emplace(m_all.end(), address);
    m_index.insert({address.hash(), at});
    return at->second;
}

void ResourceTable::erase(const addrs::AbsResource& address) {
    const auto found = m_index.find(address);
    if (found == m_index.end())
        return;
    const auto at = found->at;
    m_index.erase(found);
    m_all.erase(at);
}

} // namespace planlens::states

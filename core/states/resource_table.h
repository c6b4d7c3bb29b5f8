// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/state.h"

#include <unordered_set>

namespace planlens::states {

/// The resources of a state in order, and found without comparing many addresses.
class ResourceTable {
public:
    using Resources = State::Resources;

    ResourceTable() = default;
    ResourceTable(const ResourceTable& other);
    ResourceTable& operator=(const ResourceTable&) = delete;

    const Resources& all() const { return m_all; }
    const Resource* find(const addrs::AbsResource& address) const;
    Resource* find(const addrs::AbsResource& address) { return const_cast<Resource*>(std::as_const(*this).find(address)); }
    /// Made where it is not there. Fastest in order of addresses.
    Resource& get(const addrs::AbsResource& address);
    void erase(const addrs::AbsResource& address);

private:
    struct Entry {
        std::size_t hash;
        Resources::iterator at;
    };
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(const Entry& entry) const { return entry.hash; }
        std::size_t operator()(const addrs::AbsResource& address) const { return address.hash(); }
    };
    struct Equal {
        using is_transparent = void;
        bool operator()(const Entry& a, const Entry& b) const { return a.at == b.at; }
        bool operator()(const addrs::AbsResource& a, const Entry& b) const { return a == b.at->first; }
        bool operator()(const Entry& a, const addrs::AbsResource& b) const { return a.at->first == b; }
    };

    Resources m_all;
    std::unordered_set<Entry, Hash, Equal> m_index;
};

} // namespace planlens::states

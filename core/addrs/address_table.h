// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <functional>
#include <map>
#include <unordered_set>
#include <utility>

namespace planlens::addrs {

/// A map by address: sorted by address, with hashed lookup. References to elements stay
/// valid until these are erased.
template <typename Address, typename T>
class AddressTable {
public:
    using Map = std::map<Address, T>;

    AddressTable() = default;
    AddressTable(AddressTable&&) noexcept = default;
    AddressTable(const AddressTable& other)
        : m_all(other.m_all) {
        m_index.reserve(m_all.size());
        for (auto at = m_all.begin(); at != m_all.end(); ++at)
            m_index.insert({at->first.hash(), at});
    }
    AddressTable& operator=(AddressTable&&) noexcept = default;
    AddressTable& operator=(const AddressTable& other) { return *this = AddressTable(other); }
    ~AddressTable() = default;

    const Map& all() const { return m_all; }
    auto begin() const { return m_all.begin(); }
    auto end() const { return m_all.end(); }
    auto begin() { return m_all.begin(); }
    auto end() { return m_all.end(); }
    std::size_t size() const { return m_all.size(); }

    const T* find(const Address& address) const {
        const auto found = m_index.find(address);
        return found == m_index.end() ? nullptr : &found->at->second;
    }
    T* find(const Address& address) { return const_cast<T*>(std::as_const(*this).find(address)); }

    /// Constructs from `arguments` if absent; the second member says whether. Fastest in order of addresses.
    template <typename... Arguments>
    std::pair<T&, bool> tryEmplace(const Address& address, Arguments&&... arguments) {
        if (T* const found = find(address))
            return {*found, false};
        const auto at = m_all.try_emplace(m_all.end(), address, std::forward<Arguments>(arguments)...);
        m_index.insert({at->first.hash(), at});
        return {at->second, true};
    }
    void erase(const Address& address) {
        const auto found = m_index.find(address);
        if (found == m_index.end())
            return;
        const auto at = found->at;
        m_index.erase(found);
        m_all.erase(at);
    }

private:
    struct Entry {
        std::size_t hash;
        typename Map::iterator at;
    };
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(const Entry& entry) const { return entry.hash; }
        std::size_t operator()(const Address& address) const { return address.hash(); }
    };
    struct Equal {
        using is_transparent = void;
        bool operator()(const Entry& a, const Entry& b) const { return a.at == b.at; }
        bool operator()(const Address& a, const Entry& b) const { return a == b.at->first; }
        bool operator()(const Entry& a, const Address& b) const { return a.at->first == b; }
    };

    Map m_all;
    std::unordered_set<Entry, Hash, Equal> m_index;
};

} // namespace planlens::addrs

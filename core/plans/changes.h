// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/change.h"

#include <unordered_map>
#include <vector>

namespace planlens::plans {

/// All changes of a plan. Lookups are hashed; the resource changes are in the reference's order after sort().
class Changes {
public:
    void add(ResourceInstanceChangePtr change); // replaces one for the same object
    void add(OutputChange change);
    void remove(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed = {});
    void sort();

    const std::vector<ResourceInstanceChangePtr>& resources() const { return m_resources; }
    const std::vector<OutputChange>& outputs() const { return m_outputs; }
    const ResourceInstanceChange* resource(const addrs::AbsResourceInstance& address,
                                           const addrs::DeposedKey& deposed = {}) const;
    ResourceInstanceChangePtr resourcePtr(const addrs::AbsResourceInstance& address,
                                          const addrs::DeposedKey& deposed = {}) const;
    /// Changes of all current objects of a resource.
    std::vector<const ResourceInstanceChange*> instancesOf(const addrs::AbsResource& address) const;
    /// The same over all instances of the modules it is in.
    std::vector<const ResourceInstanceChange*> instancesOf(const addrs::ConfigResource& resource) const;
    const OutputChange* output(const addrs::ModuleInstance& module, std::string_view name) const;
    /// Nothing to do for resources and root outputs (moves and imports count as something).
    bool isEmpty() const;

private:
    struct Key {
        addrs::AbsResourceInstance address;
        addrs::DeposedKey deposed;
        bool operator==(const Key&) const = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const;
    };
    void index(std::size_t i);
    void reindex();

    std::vector<ResourceInstanceChangePtr> m_resources;
    std::vector<OutputChange> m_outputs;
    std::unordered_map<Key, std::size_t, KeyHash> m_byObject;
    std::unordered_map<addrs::AbsResource, std::vector<std::size_t>> m_byResource;
    std::unordered_map<addrs::ConfigResource, std::vector<std::size_t>> m_byConfig;
};

} // namespace planlens::plans

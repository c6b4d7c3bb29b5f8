// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/change.h"

#include <functional>
#include <unordered_map>
#include <vector>

namespace planlens::plans {

/// All changes of a plan. Lookups use hash tables. After sort(), resource changes are in OpenTofu's order.
class Changes {
public:
    void add(ResourceInstanceChangePtr change); // replaces a change of the same object
    void add(OutputChange change);
    void remove(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed = {});
    void sort();

    const std::vector<ResourceInstanceChangePtr>& resources() const { return m_resources; }
    const std::vector<OutputChange>& outputs() const { return m_outputs; }
    const ResourceInstanceChange* resource(const addrs::AbsResourceInstance& address,
                                           const addrs::DeposedKey& deposed = {}) const;
    ResourceInstanceChangePtr resourcePtr(const addrs::AbsResourceInstance& address,
                                          const addrs::DeposedKey& deposed = {}) const;
    /// Returns the changes of all current objects of a resource.
    std::vector<const ResourceInstanceChange*> instancesOf(const addrs::AbsResource& address) const;
    /// As above, for all instances of the modules that contain the resource.
    std::vector<const ResourceInstanceChange*> instancesOf(const addrs::ConfigResource& resource) const;
    const OutputChange* output(const addrs::ModuleInstance& module, std::string_view name) const;
    /// Whether resources and root outputs have no changes. Moves and imports count as changes.
    bool isEmpty() const;

private:
    // The indexes do not copy addresses: their keys are pointers to changes, compared by one of these parts.
    using Known = const ResourceInstanceChange*;
    struct Object {
        const addrs::AbsResourceInstance& address;
        const addrs::DeposedKey& deposed;
        Object(const addrs::AbsResourceInstance& of, const addrs::DeposedKey& key)
            : address(of)
            , deposed(key) {}
        Object(Known change)
            : Object(change->address, change->deposed) {}
        std::size_t hash() const;
        bool operator==(const Object& other) const { return address == other.address && deposed == other.deposed; }
    };
    struct OneResource {
        const addrs::ModuleInstance& module;
        const addrs::Resource& resource;
        OneResource(const addrs::AbsResource& of)
            : module(of.module)
            , resource(of.resource) {}
        OneResource(Known change)
            : module(change->address.module)
            , resource(change->address.resource) {}
        std::size_t hash() const;
        bool operator==(const OneResource& other) const { return resource == other.resource && module == other.module; }
    };
    struct Configured {                        // independent of module keys
        const addrs::Module* module = nullptr; // or
        const addrs::ModuleInstance* instance = nullptr;
        const addrs::Resource& resource;
        Configured(const addrs::ConfigResource& of)
            : module(&of.module)
            , resource(of.resource) {}
        Configured(Known change)
            : instance(&change->address.module)
            , resource(change->address.resource) {}
        std::size_t hash() const;
        bool operator==(const Configured& other) const;
    };
    template <typename Part>
    struct By {
        using is_transparent = void;
        std::size_t operator()(const Part& part) const { return part.hash(); }
        bool operator()(const Part& a, const Part& b) const { return a == b; }
    };
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
    /// Linked lists of the changes with an equal part, in order.
    template <typename Part>
    struct Chains {
        struct Ends {
            std::size_t first, last;
        };
        std::unordered_map<Known, Ends, By<Part>, By<Part>> ends;
        std::vector<std::size_t> next;
        void add(Known change, std::size_t i);
        void undoAdd(Known change, std::size_t i) noexcept; // of the last change, even if add() has thrown
        void move(const std::vector<std::size_t>& to);
        void clear();
        void visit(const Part& part, const std::function<void(std::size_t)>& visitor) const;
    };
    /// Adds a new change to the list and to all indexes, or to none of them if memory runs out.
    void addLast(ResourceInstanceChangePtr change);
    void reindex();

    std::vector<ResourceInstanceChangePtr> m_resources;
    std::vector<OutputChange> m_outputs;
    std::unordered_map<Known, std::size_t, By<Object>, By<Object>> m_byObject;
    Chains<OneResource> m_byResource;
    Chains<Configured> m_byConfig;
};

} // namespace planlens::plans

// SPDX-License-Identifier: MPL-2.0
#include "core/plans/changes.h"

#include "core/addrs/address_text.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

namespace planlens::plans {

std::size_t Changes::Object::hash() const {
    return addrs::mixHash(address.hash(), std::hash<std::string>{}(deposed));
}

std::size_t Changes::OneResource::hash() const {
    return addrs::mixHash(module.hash(), resource.hash());
}

std::size_t Changes::Configured::hash() const {
    std::size_t result = resource.hash();
    const auto add = [&result](const std::string& name) {
        result = addrs::mixHash(result, std::hash<std::string>{}(name));
    };
    if (module)
        std::ranges::for_each(module->path, add);
    else
        std::ranges::for_each(instance->path, add, &addrs::ModuleStep::name);
    return result;
}

bool Changes::Configured::operator==(const Configured& other) const {
    if (!(resource == other.resource))
        return false;
    if (module)
        return other.module ? *module == *other.module : other.instance->isInstanceOf(*module);
    return other.module ? instance->isInstanceOf(*other.module) : instance->hasSameModule(*other.instance);
}

template <typename Part>
void Changes::Chains<Part>::add(Known change, std::size_t i) {
    const auto [known, isFirst] = ends.try_emplace(change, Ends{i, i});
    next.push_back(nowhere);
    if (!isFirst)
        next[std::exchange(known->second.last, i)] = i;
}

template <typename Part>
void Changes::Chains<Part>::undoAdd(Known change, std::size_t i) noexcept {
    if (const auto known = ends.find(change); known != ends.end() && known->second.last == i) {
        std::size_t& last = known->second.last;
        if (known->second.first == i) {
            ends.erase(known);
        } else {
            for (last = known->second.first; next[last] != i;)
                last = next[last];
            next[last] = nowhere;
        }
    }
    next.resize(std::min(next.size(), i));
}

template <typename Part>
void Changes::Chains<Part>::move(const std::vector<std::size_t>& to) {
    std::vector<std::size_t> moved(next.size(), nowhere), places;
    for (auto& [key, chain] : ends) {
        places.clear();
        for (std::size_t i = chain.first; i != nowhere; i = next[i])
            places.push_back(to[i]);
        std::ranges::sort(places);
        chain = {places.front(), places.back()};
        for (std::size_t i = 1; i < places.size(); ++i)
            moved[places[i - 1]] = places[i];
    }
    next = std::move(moved);
}

template <typename Part>
void Changes::Chains<Part>::clear() {
    ends.clear();
    next.clear();
}

template <typename Part>
void Changes::Chains<Part>::visit(const Part& part, const std::function<void(std::size_t)>& visitor) const {
    const auto known = ends.find(part);
    for (std::size_t i = known == ends.end() ? nowhere : known->second.first; i != nowhere; i = next[i])
        visitor(i);
}

void Changes::addLast(ResourceInstanceChangePtr change) {
    const std::size_t i = m_resources.size();
    const Known known = change.get();
    m_resources.push_back(std::move(change));
    try {
        m_byObject.emplace(known, i);
        m_byResource.add(known, i);
        m_byConfig.add(known, i);
    } catch (...) {
        m_byConfig.undoAdd(known, i);
        m_byResource.undoAdd(known, i);
        m_byObject.erase(known);
        m_resources.pop_back();
        throw;
    }
}

void Changes::reindex() {
    m_byObject.clear();
    m_byResource.clear();
    m_byConfig.clear();
    std::vector<ResourceInstanceChangePtr> all = std::exchange(m_resources, {});
    m_resources.reserve(all.size());
    for (ResourceInstanceChangePtr& change : all)
        addLast(std::move(change));
}

void Changes::add(ResourceInstanceChangePtr change) {
    const auto known = m_byObject.find(change.get());
    if (known != m_byObject.end()) {
        ResourceInstanceChangePtr& place = m_resources[known->second];
        const auto replaceKey = [&place, &change](auto& index, auto entry) {
            if (entry->first != place.get())
                return;
            auto node = index.extract(entry);
            node.key() = change.get();
            index.insert(std::move(node));
        };
        replaceKey(m_byResource.ends, m_byResource.ends.find(place.get()));
        replaceKey(m_byConfig.ends, m_byConfig.ends.find(place.get()));
        replaceKey(m_byObject, known); // replaces the key first, because it points into the old change
        place = std::move(change);
        return;
    }
    addLast(std::move(change));
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
    const auto known = m_byObject.find(Object(address, deposed));
    if (known == m_byObject.end())
        return;
    m_resources.erase(m_resources.begin() + static_cast<std::ptrdiff_t>(known->second));
    reindex();
}

namespace {

/// The parts of an address that decide most comparisons, stored contiguously.
struct Sortable {
    std::size_t kind;        // rank by module instance and resource type
    std::uint64_t nameStart; // first eight bytes, most significant first
    std::size_t i;
};

std::vector<Sortable> sortable(const std::vector<ResourceInstanceChangePtr>& changes) {
    std::map<addrs::AbsResource, std::size_t> kinds; // resources without names, with their ranks
    std::vector<decltype(kinds)::const_iterator> kindOf;
    kindOf.reserve(changes.size());
    for (const ResourceInstanceChangePtr& change : changes) {
        const auto& [module, resource, key] = change->address;
        const auto isOfKind = [&](const addrs::AbsResource& kind) {
            return kind.resource.type == resource.type && kind.resource.mode == resource.mode && kind.module == module;
        };
        kindOf.push_back(!kindOf.empty() && isOfKind(kindOf.back()->first)
                             ? kindOf.back()
                             : kinds.try_emplace({module, {resource.mode, resource.type, {}}}).first);
    }
    std::size_t rank = 0;
    for (auto& [kind, place] : kinds)
        place = rank++;
    std::vector<Sortable> result;
    result.reserve(changes.size());
    for (std::size_t i = 0; i < changes.size(); ++i) {
        std::uint64_t nameStart = 0;
        const std::string& name = changes[i]->address.resource.name;
        for (std::size_t c = 0; c < sizeof nameStart; ++c)
            nameStart = nameStart << 8 | (c < name.size() ? static_cast<unsigned char>(name[c]) : 0u);
        result.push_back({kindOf[i]->second, nameStart, i});
    }
    return result;
}

} // namespace

void Changes::sort() {
    const auto isBefore = [](const ResourceInstanceChangePtr& a, const ResourceInstanceChangePtr& b) {
        const auto order = a->address <=> b->address;
        return order == 0 ? a->deposed < b->deposed : order < 0;
    };
    std::sort(m_outputs.begin(), m_outputs.end(), [](const OutputChange& a, const OutputChange& b) {
        return a.module == b.module ? a.name < b.name : a.module < b.module;
    });
    if (std::is_sorted(m_resources.begin(), m_resources.end(), isBefore))
        return;
    std::vector<Sortable> order = sortable(m_resources);
    std::ranges::sort(order, [&](const Sortable& a, const Sortable& b) {
        const auto byStart = std::tie(a.kind, a.nameStart) <=> std::tie(b.kind, b.nameStart);
        return byStart == 0 ? isBefore(m_resources[a.i], m_resources[b.i]) : byStart < 0;
    });
    std::vector<std::size_t> place(m_resources.size());
    std::vector<ResourceInstanceChangePtr> sorted;
    sorted.reserve(order.size());
    for (const Sortable& one : order) {
        place[one.i] = sorted.size();
        sorted.push_back(std::move(m_resources[one.i]));
    }
    m_resources = std::move(sorted);
    // The keys stay valid; only the indexes change.
    for (auto& [key, at] : m_byObject)
        at = place[at];
    m_byResource.move(place);
    m_byConfig.move(place);
}

const ResourceInstanceChange* Changes::resource(const addrs::AbsResourceInstance& address,
                                                const addrs::DeposedKey& deposed) const {
    const auto known = m_byObject.find(Object(address, deposed));
    return known == m_byObject.end() ? nullptr : m_resources[known->second].get();
}

ResourceInstanceChangePtr Changes::resourcePtr(const addrs::AbsResourceInstance& address,
                                               const addrs::DeposedKey& deposed) const {
    const auto known = m_byObject.find(Object(address, deposed));
    return known == m_byObject.end() ? nullptr : m_resources[known->second];
}

std::vector<const ResourceInstanceChange*> Changes::instancesOf(const addrs::AbsResource& address) const {
    std::vector<const ResourceInstanceChange*> found;
    m_byResource.visit(OneResource(address), [&](std::size_t i) {
        if (m_resources[i]->deposed.empty())
            found.push_back(m_resources[i].get());
    });
    return found;
}

std::vector<const ResourceInstanceChange*> Changes::instancesOf(const addrs::ConfigResource& resource) const {
    std::vector<const ResourceInstanceChange*> found;
    m_byConfig.visit(Configured(resource), [&](std::size_t i) { found.push_back(m_resources[i].get()); });
    return found;
}

const OutputChange* Changes::output(const addrs::ModuleInstance& module, std::string_view name) const {
    const auto it = std::find_if(m_outputs.begin(), m_outputs.end(), [&](const OutputChange& change) {
        return change.name == name && change.module == module;
    });
    return it == m_outputs.end() ? nullptr : &*it;
}

bool Changes::isEmpty() const {
    for (const ResourceInstanceChangePtr& change : m_resources)
        if (!change->isEmpty())
            return false;
    for (const OutputChange& change : m_outputs)
        if (change.module.isRoot() && change.change.action != Action::NoOp)
            return false;
    return true;
}

} // namespace planlens::plans

// SPDX-License-Identifier: MPL-2.0
#include "core/plans/changes.h"

#include "core/addrs/address_text.h"

#include <algorithm>
#include <numeric>

namespace planlens::plans {

std::size_t Changes::Object::hash() const { return addrs::mixHash(address.hash(), std::hash<std::string>{}(deposed)); }

std::size_t Changes::OneResource::hash() const { return addrs::mixHash(module.hash(), resource.hash()); }

std::size_t Changes::Configured::hash() const {
    std::size_t result = resource.hash();
    const auto add = [&result](const std::string& name) { result = addrs::mixHash(result, std::hash<std::string>{}(name)); };
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

void Changes::index(std::size_t i) {
    const Known change = m_resources[i].get();
    m_byObject.emplace(change, i);
    m_byResource[change].push_back(i);
    m_byConfig[change].push_back(i);
}

void Changes::reindex() {
    m_byObject.clear();
    m_byResource.clear();
    m_byConfig.clear();
    for (std::size_t i = 0; i < m_resources.size(); ++i)
        index(i);
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
        replaceKey(m_byResource, m_byResource.find(place.get()));
        replaceKey(m_byConfig, m_byConfig.find(place.get()));
        replaceKey(m_byObject, known); // the last: it ends `known`, and what is found by the old change
        place = std::move(change);
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
    const auto known = m_byObject.find(Object(address, deposed));
    if (known == m_byObject.end())
        return;
    m_resources.erase(m_resources.begin() + static_cast<std::ptrdiff_t>(known->second));
    reindex();
}

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
    std::vector<std::size_t> order(m_resources.size()), place(m_resources.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return isBefore(m_resources[a], m_resources[b]); });
    std::vector<ResourceInstanceChangePtr> sorted;
    sorted.reserve(order.size());
    for (const std::size_t old : order) {
        place[old] = sorted.size();
        sorted.push_back(std::move(m_resources[old]));
    }
    m_resources = std::move(sorted);
    // The keys stay, only places change.
    for (auto& [key, at] : m_byObject)
        at = place[at];
    const auto move = [&](std::vector<std::size_t>& places) {
        for (std::size_t& at : places)
            at = place[at];
        std::sort(places.begin(), places.end());
    };
    for (auto& [key, places] : m_byResource)
        move(places);
    for (auto& [key, places] : m_byConfig)
        move(places);
}

const ResourceInstanceChange* Changes::resource(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed) const {
    const auto known = m_byObject.find(Object(address, deposed));
    return known == m_byObject.end() ? nullptr : m_resources[known->second].get();
}

ResourceInstanceChangePtr Changes::resourcePtr(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed) const {
    const auto known = m_byObject.find(Object(address, deposed));
    return known == m_byObject.end() ? nullptr : m_resources[known->second];
}

std::vector<const ResourceInstanceChange*> Changes::instancesOf(const addrs::AbsResource& address) const {
    std::vector<const ResourceInstanceChange*> found;
    if (const auto it = m_byResource.find(OneResource(address)); it != m_byResource.end())
        for (const std::size_t i : it->second)
            if (m_resources[i]->deposed.empty())
                found.push_back(m_resources[i].get());
    return found;
}

std::vector<const ResourceInstanceChange*> Changes::instancesOf(const addrs::ConfigResource& resource) const {
    std::vector<const ResourceInstanceChange*> found;
    if (const auto it = m_byConfig.find(Configured(resource)); it != m_byConfig.end())
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

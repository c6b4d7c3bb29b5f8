// SPDX-License-Identifier: MPL-2.0
#include "core/states/state.h"

#include <algorithm>
#include <cassert>
#include <random>

namespace planlens::states {

namespace {

bool sameObject(const StoredObjectPtr& a, const StoredObjectPtr& b) {
    return a == b || (a && b && *a == *b);
}

} // namespace

bool ResourceInstance::operator==(const ResourceInstance& other) const {
    return providerKey == other.providerKey && sameObject(current, other.current) &&
           std::equal(
               deposed.begin(), deposed.end(), other.deposed.begin(), other.deposed.end(),
               [](const auto& a, const auto& b) { return a.first == b.first && sameObject(a.second, b.second); });
}

const Resource* State::resource(const addrs::AbsResource& address) const {
    const auto it = m_resources.find(address);
    return it == m_resources.end() ? nullptr : &it->second;
}

const ResourceInstance* State::instance(const addrs::AbsResourceInstance& address) const {
    const Resource* found = resource(address.containing());
    if (!found)
        return nullptr;
    const auto it = found->instances.find(address.key);
    return it == found->instances.end() ? nullptr : &it->second;
}

StoredObjectPtr State::current(const addrs::AbsResourceInstance& address) const {
    const ResourceInstance* found = instance(address);
    return found ? found->current : nullptr;
}

bool State::hasManagedResources() const {
    return std::any_of(m_resources.begin(), m_resources.end(), [](const auto& entry) {
        const auto& [address, resource] = entry;
        return address.resource.mode == addrs::ResourceMode::Managed &&
               std::any_of(resource.instances.begin(), resource.instances.end(),
                           [](const auto& instance) { return !instance.second.isEmpty(); });
    });
}

void State::setCurrent(const addrs::AbsResourceInstance& address, StoredObjectPtr object,
                       const addrs::AbsProviderInstance& provider) {
    const addrs::AbsResource containing = address.containing();
    if (object) {
        Resource& resource = m_resources[containing];
        resource.provider = provider.config;
        ResourceInstance& instance = resource.instances[address.key];
        instance.providerKey = provider.key;
        instance.current = std::move(object);
        return;
    }
    const auto it = m_resources.find(containing);
    if (it == m_resources.end())
        return;
    auto& instances = it->second.instances;
    if (const auto found = instances.find(address.key); found != instances.end()) {
        found->second.current = nullptr;
        if (!found->second.isEmpty())
            return;
        instances.erase(found);
    }
    if (instances.empty())
        m_resources.erase(it);
}

void State::setDeposed(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key, StoredObjectPtr object,
                       const addrs::AbsProviderInstance& provider) {
    const addrs::AbsResource containing = address.containing();
    Resource& resource = m_resources[containing];
    resource.provider = provider.config;
    ResourceInstance& instance = resource.instances[address.key];
    instance.providerKey = provider.key;
    if (object)
        instance.deposed[key] = std::move(object);
    else
        instance.deposed.erase(key);
    if (instance.isEmpty())
        resource.instances.erase(address.key);
    if (resource.instances.empty())
        m_resources.erase(containing);
}

void State::setResource(const addrs::AbsResource& address, Resource resource) {
    m_resources.insert_or_assign(address, std::move(resource));
}

void State::forget(const addrs::AbsResourceInstance& address) {
    const auto it = m_resources.find(address.containing());
    if (it == m_resources.end())
        return;
    it->second.instances.erase(address.key);
    if (it->second.instances.empty())
        m_resources.erase(it);
}

void State::removeResource(const addrs::AbsResource& address) {
    m_resources.erase(address);
}

void State::depose(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key) {
    const auto it = m_resources.find(address.containing());
    if (it == m_resources.end())
        return;
    const auto found = it->second.instances.find(address.key);
    if (found == it->second.instances.end() || !found->second.current)
        return;
    assert(!found->second.deposed.contains(key));
    found->second.deposed[key] = std::exchange(found->second.current, nullptr);
}

bool State::restoreDeposed(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key) {
    const auto it = m_resources.find(address.containing());
    if (it == m_resources.end())
        return false;
    const auto found = it->second.instances.find(address.key);
    if (found == it->second.instances.end() || found->second.current)
        return false;
    const auto object = found->second.deposed.find(key);
    if (object == found->second.deposed.end())
        return false;
    found->second.current = std::move(object->second);
    found->second.deposed.erase(object);
    return true;
}

void State::move(const addrs::AbsResourceInstance& from, const addrs::AbsResourceInstance& to) {
    const auto source = m_resources.find(from.containing());
    if (source == m_resources.end())
        return;
    auto taken = source->second.instances.extract(from.key);
    if (taken.empty())
        return;
    const addrs::AbsProviderConfig provider = source->second.provider;
    if (source->second.instances.empty())
        m_resources.erase(source);
    const auto [target, isNew] = m_resources.try_emplace(to.containing());
    if (isNew)
        target->second.provider = provider;
    assert(!target->second.instances.contains(to.key));
    taken.key() = to.key;
    target->second.instances.insert(std::move(taken));
}

void State::move(const addrs::AbsResource& from, const addrs::AbsResource& to) {
    auto taken = m_resources.extract(from);
    if (taken.empty())
        return;
    assert(!m_resources.contains(to));
    taken.key() = to;
    m_resources.insert(std::move(taken));
}

addrs::DeposedKey newDeposedKey(const State& state, const addrs::AbsResourceInstance& address) {
    std::random_device random;
    std::uniform_int_distribution<int> digit(0, 15);
    const ResourceInstance* instance = state.instance(address);
    while (true) {
        addrs::DeposedKey key;
        while (key.size() < 8)
            key += "0123456789abcdef"[digit(random)];
        if (!instance || !instance->deposed.contains(key))
            return key;
    }
}

} // namespace planlens::states

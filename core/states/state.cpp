// SPDX-License-Identifier: MPL-2.0
#include "core/states/state.h"

#include "core/values/random.h"

#include <algorithm>
#include <atomic>
#include <cassert>

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

const State::Resources& State::resources() const {
    static const Resources none;
    return m_resources ? m_resources->all() : none;
}

/// Returns the resource table for writing; copied first if another state shares it.
State::ResourceTable& State::own() {
    if (!m_resources)
        m_resources = std::make_shared<ResourceTable>();
    else if (m_resources.use_count() > 1)
        m_resources = std::make_shared<ResourceTable>(*m_resources);
    else
        std::atomic_thread_fence(std::memory_order_acquire); // reads by previous owners happen before these writes
    return *m_resources;
}

bool State::operator==(const State& other) const {
    return outputs == other.outputs && checkResults == other.checkResults &&
           (m_resources == other.m_resources || resources() == other.resources());
}

const Resource* State::resource(const addrs::AbsResource& address) const {
    return m_resources ? std::as_const(*m_resources).find(address) : nullptr;
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

StoredObjectPtr State::object(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed) const {
    if (deposed.empty())
        return current(address);
    const ResourceInstance* found = instance(address);
    if (!found)
        return nullptr;
    const auto it = found->deposed.find(deposed);
    return it == found->deposed.end() ? nullptr : it->second;
}

bool State::hasManagedResources() const {
    return std::any_of(resources().begin(), resources().end(), [](const auto& entry) {
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
        Resource& resource = own().tryEmplace(containing).first;
        resource.provider = provider.config;
        ResourceInstance& instance = resource.instances[address.key];
        instance.providerKey = provider.key;
        instance.current = std::move(object);
        return;
    }
    if (!resource(containing))
        return;
    ResourceTable& all = own();
    auto& instances = all.find(containing)->instances;
    if (const auto found = instances.find(address.key); found != instances.end()) {
        found->second.current = nullptr;
        if (!found->second.isEmpty())
            return;
        instances.erase(found);
    }
    if (instances.empty())
        all.erase(containing);
}

void State::setDeposed(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key, StoredObjectPtr object,
                       const addrs::AbsProviderInstance& provider) {
    const addrs::AbsResource containing = address.containing();
    ResourceTable& all = own();
    Resource& resource = all.tryEmplace(containing).first;
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
        all.erase(containing);
}

void State::setObject(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                      StoredObjectPtr object, const addrs::AbsProviderInstance& provider) {
    if (deposed.empty())
        setCurrent(address, std::move(object), provider);
    else
        setDeposed(address, deposed, std::move(object), provider);
}

void State::setResource(const addrs::AbsResource& address, Resource resource) {
    own().tryEmplace(address).first = std::move(resource);
}

void State::forget(const addrs::AbsResourceInstance& address) {
    if (!instance(address))
        return;
    ResourceTable& all = own();
    const addrs::AbsResource containing = address.containing();
    auto& instances = all.find(containing)->instances;
    instances.erase(address.key);
    if (instances.empty())
        all.erase(containing);
}

void State::removeResource(const addrs::AbsResource& address) {
    if (resource(address))
        own().erase(address);
}

void State::depose(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key) {
    if (!current(address))
        return;
    ResourceInstance& instance = own().find(address.containing())->instances.at(address.key);
    assert(!instance.deposed.contains(key));
    instance.deposed[key] = std::exchange(instance.current, nullptr);
}

bool State::restoreDeposed(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key) {
    const ResourceInstance* found = instance(address);
    if (!found || found->current || !found->deposed.contains(key))
        return false;
    ResourceInstance& restored = own().find(address.containing())->instances.at(address.key);
    restored.current = std::move(restored.deposed.at(key));
    restored.deposed.erase(key);
    return true;
}

void State::move(const addrs::AbsResourceInstance& from, const addrs::AbsResourceInstance& to) {
    if (!instance(from))
        return;
    ResourceTable& all = own();
    Resource& source = *all.find(from.containing());
    auto taken = source.instances.extract(from.key);
    const addrs::AbsProviderConfig provider = source.provider;
    if (source.instances.empty())
        all.erase(from.containing());
    const auto [target, isNew] = all.tryEmplace(to.containing());
    if (isNew)
        target.provider = provider;
    assert(!target.instances.contains(to.key));
    taken.key() = to.key;
    target.instances.insert(std::move(taken));
}

void State::move(const addrs::AbsResource& from, const addrs::AbsResource& to) {
    if (!resource(from))
        return;
    ResourceTable& all = own();
    Resource taken = std::move(*all.find(from));
    all.erase(from);
    assert(!all.find(to));
    all.tryEmplace(to).first = std::move(taken);
}

addrs::DeposedKey newDeposedKey(const State& state, const addrs::AbsResourceInstance& address) {
    const ResourceInstance* instance = state.instance(address);
    while (true) {
        addrs::DeposedKey key = values::randomHex(8);
        if (!instance || !instance->deposed.contains(key))
            return key;
    }
}

} // namespace planlens::states

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/module.h"

#include <compare>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

namespace planlens::addrs {

enum class ResourceMode { Managed, Data, Ephemeral };

/// `aws_instance.web`, `data.aws_ami.x`, `ephemeral.vault_x.y` within one module. Ordered as in the reference:
/// ephemeral, data, managed; then type and name.
struct Resource {
    ResourceMode mode = ResourceMode::Managed;
    std::string type;
    std::string name;

    /// Returns the local provider name implied by the type: up to the first underscore.
    std::string impliedProvider() const;
    std::string toString() const;
    bool operator==(const Resource&) const = default;
    std::strong_ordering operator<=>(const Resource& other) const;
    std::size_t hash() const;
};

struct ResourceInstance {
    Resource resource;
    InstanceKey key;
    std::string toString() const;
    bool operator==(const ResourceInstance&) const = default;
    auto operator<=>(const ResourceInstance&) const = default;
};

/// A resource in the configuration, regardless of module instances.
struct ConfigResource {
    Module module;
    Resource resource;
    std::string toString() const;
    bool operator==(const ConfigResource&) const = default;
    auto operator<=>(const ConfigResource&) const = default;
    std::size_t hash() const;
};

/// An ordered list of resources. Many objects have the same dependencies, so copies share the immutable list.
class ConfigResources {
public:
    ConfigResources() = default;
    ConfigResources(std::vector<ConfigResource> list)
        : m_list(list.empty() ? nullptr : std::make_shared<const std::vector<ConfigResource>>(std::move(list))) {}
    ConfigResources(std::initializer_list<ConfigResource> list)
        : ConfigResources(std::vector<ConfigResource>(list)) {}

    std::size_t size() const { return m_list ? m_list->size() : 0; }
    bool empty() const { return !m_list; }
    std::vector<ConfigResource>::const_iterator begin() const { return all().begin(); }
    std::vector<ConfigResource>::const_iterator end() const { return all().end(); }
    const ConfigResource& operator[](std::size_t i) const { return (*m_list)[i]; }
    const std::vector<ConfigResource>& all() const;
    bool operator==(const ConfigResources& other) const { return m_list == other.m_list || all() == other.all(); }

private:
    std::shared_ptr<const std::vector<ConfigResource>> m_list; // null: none
};

struct AbsResourceInstance;
/// A resource in one module instance.
struct AbsResource {
    ModuleInstance module;
    Resource resource;

    AbsResourceInstance instance(InstanceKey key) const;
    ConfigResource config() const;
    std::string toString() const;
    bool operator==(const AbsResource&) const = default;
    auto operator<=>(const AbsResource&) const = default;
    std::size_t hash() const;
};

/// A resource instance, the object of a change.
struct AbsResourceInstance {
    ModuleInstance module;
    Resource resource;
    InstanceKey key;

    AbsResource containing() const { return {module, resource}; }
    ConfigResource config() const { return {module.module(), resource}; }
    std::string toString() const;
    bool operator==(const AbsResourceInstance&) const = default;
    auto operator<=>(const AbsResourceInstance&) const = default;
    std::size_t hash() const;
};

/// Eight hexadecimal digits that distinguish deposed objects of one instance; empty for the current object.
using DeposedKey = std::string;

} // namespace planlens::addrs

template <>
struct std::hash<planlens::addrs::Resource> {
    std::size_t operator()(const planlens::addrs::Resource& a) const { return a.hash(); }
};
template <>
struct std::hash<planlens::addrs::ConfigResource> {
    std::size_t operator()(const planlens::addrs::ConfigResource& a) const { return a.hash(); }
};
template <>
struct std::hash<planlens::addrs::AbsResource> {
    std::size_t operator()(const planlens::addrs::AbsResource& a) const { return a.hash(); }
};
template <>
struct std::hash<planlens::addrs::AbsResourceInstance> {
    std::size_t operator()(const planlens::addrs::AbsResourceInstance& a) const { return a.hash(); }
};

// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/resource.h"

#include "core/addrs/address_text.h"

namespace planlens::addrs {

namespace {

/// Ephemeral, data, managed.
int modeOrder(ResourceMode mode) {
    switch (mode) {
    case ResourceMode::Ephemeral:
        return 0;
    case ResourceMode::Data:
        return 1;
    case ResourceMode::Managed:
        return 2;
    }
    return 3;
}

template <typename ModulePath>
std::string joined(const ModulePath& module, const Resource& resource, const InstanceKey& key = {}) {
    std::string out;
    appendModule(out, module);
    if (!module.isRoot())
        out += '.';
    appendResource(out, resource);
    appendKey(out, key);
    return out;
}

} // namespace

void appendResource(std::string& out, const Resource& resource) {
    switch (resource.mode) {
    case ResourceMode::Managed:
        break;
    case ResourceMode::Data:
        out += "data.";
        break;
    case ResourceMode::Ephemeral:
        out += "ephemeral.";
        break;
    }
    out.reserve(out.size() + resource.type.size() + 1 + resource.name.size());
    out += resource.type;
    out += '.';
    out += resource.name;
}

std::string Resource::impliedProvider() const {
    return type.substr(0, type.find('_'));
}

std::string Resource::toString() const {
    std::string out;
    appendResource(out, *this);
    return out;
}

std::strong_ordering Resource::operator<=>(const Resource& other) const {
    if (const auto byMode = modeOrder(mode) <=> modeOrder(other.mode); byMode != 0)
        return byMode;
    if (const auto byType = type <=> other.type; byType != 0)
        return byType;
    return name <=> other.name;
}

std::size_t Resource::hash() const {
    return mixHash(mixHash(static_cast<std::size_t>(mode), hashText(type)), hashText(name));
}

std::string ResourceInstance::toString() const {
    std::string out;
    appendResource(out, resource);
    appendKey(out, key);
    return out;
}

std::string ConfigResource::toString() const {
    return joined(module, resource);
}

std::size_t ConfigResource::hash() const {
    return mixHash(std::hash<Module>{}(module), resource.hash());
}

const std::vector<ConfigResource>& ConfigResources::all() const {
    static const std::vector<ConfigResource> none;
    return m_list ? *m_list : none;
}

AbsResourceInstance AbsResource::instance(InstanceKey key) const {
    return {module, resource, std::move(key)};
}

ConfigResource AbsResource::config() const {
    return {module.module(), resource};
}

std::string AbsResource::toString() const {
    return joined(module, resource);
}

std::size_t AbsResource::hash() const {
    return mixHash(module.hash(), resource.hash());
}

std::string AbsResourceInstance::toString() const {
    return joined(module, resource, key);
}

std::size_t AbsResourceInstance::hash() const {
    return mixHash(mixHash(module.hash(), resource.hash()), key.hash());
}

} // namespace planlens::addrs

// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/move_endpoint.h"

#include "core/addrs/address_text.h"

#include <algorithm>
#include <span>

namespace planlens::addrs {

namespace {

/// A module step of a pattern; without a key it matches all instances.
struct PatternStep {
    const std::string* name;
    const InstanceKey* key; // null: any
};
using Pattern = std::vector<PatternStep>;

const ModuleInstance& moduleOf(const AbsMoveable& subject) {
    return std::visit(
        [](const auto& address) -> const ModuleInstance& {
            if constexpr (std::is_same_v<std::decay_t<decltype(address)>, ModuleInstance>)
                return address;
            else
                return address.module;
        },
        subject);
}

/// Returns all module steps of an endpoint, from the root down. Refers to the endpoint.
Pattern patternOf(const MoveEndpointInModule& endpoint) {
    Pattern pattern;
    for (const std::string& name : endpoint.module.path)
        pattern.push_back({&name, nullptr});
    for (const ModuleStep& step : moduleOf(endpoint.relSubject).path)
        pattern.push_back({&step.name, &step.key});
    if (const auto* call = std::get_if<AbsModuleCall>(&endpoint.relSubject))
        pattern.push_back({&call->name, nullptr});
    return pattern;
}

/// Whether the patterns can match the same instances, over the length of the first.
bool canMatch(const Pattern& a, const Pattern& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (*a[i].name != *b[i].name)
            return false;
        if (a[i].key && b[i].key && *a[i].key != *b[i].key)
            return false;
    }
    return true;
}

ModuleInstance joined(const ModuleInstance& base, const ModuleInstance& relative) {
    ModuleInstance result;
    result.path.reserve(base.path.size() + relative.path.size());
    result.path = base.path;
    result.path.insert(result.path.end(), relative.path.begin(), relative.path.end());
    return result;
}

using StepSpan = std::span<const ModuleStep>;

/// Returns the part of an address below the declaring module; nothing if it is not in an instance of that module.
std::optional<StepSpan> relativeTo(const Module& module, const ModuleInstance& address) {
    if (module.path.size() > address.path.size())
        return {};
    for (std::size_t i = 0; i < module.path.size(); ++i) {
        if (module.path[i] != address.path[i].name)
            return {};
    }
    return StepSpan(address.path).subspan(module.path.size());
}

bool startsWith(StepSpan steps, const ModuleInstance& prefix) {
    return steps.size() >= prefix.path.size() && std::equal(prefix.path.begin(), prefix.path.end(), steps.begin());
}

ModuleInstance assembled(StepSpan prefix, StepSpan middle, StepSpan suffix = {}) {
    ModuleInstance result;
    result.path.reserve(prefix.size() + middle.size() + suffix.size());
    result.path.insert(result.path.end(), prefix.begin(), prefix.end());
    result.path.insert(result.path.end(), middle.begin(), middle.end());
    result.path.insert(result.path.end(), suffix.begin(), suffix.end());
    return result;
}

/// Returns the destination module of a resource in exactly the source module; nothing if it is in another module.
std::optional<ModuleInstance> moduleDestination(const ModuleInstance& module, const MoveEndpointInModule& from,
                                                const MoveEndpointInModule& to) {
    const std::optional<StepSpan> relative = relativeTo(from.module, module);
    const ModuleInstance& source = moduleOf(from.relSubject);
    if (!relative || relative->size() != source.path.size() || !startsWith(*relative, source))
        return {};
    return assembled(StepSpan(module.path).first(from.module.path.size()), moduleOf(to.relSubject).path);
}

} // namespace

std::string MoveEndpointInModule::toString() const {
    std::string out;
    for (const std::string& name : module.path)
        out += "module." + name + "[*].";
    out += addrs::toString(relSubject);
    if (std::holds_alternative<AbsModuleCall>(relSubject) || std::holds_alternative<AbsResource>(relSubject))
        out += "[*]";
    return out;
}

AbsMoveable MoveEndpointInModule::inModuleInstance(const ModuleInstance& instance) const {
    return std::visit(
        [&instance](const auto& address) -> AbsMoveable {
            if constexpr (std::is_same_v<std::decay_t<decltype(address)>, ModuleInstance>) {
                return joined(instance, address);
            } else {
                auto absolute = address;
                absolute.module = joined(instance, address.module);
                return absolute;
            }
        },
        relSubject);
}

Module MoveEndpointInModule::moduleCalls() const {
    if (const auto* instance = std::get_if<ModuleInstance>(&relSubject))
        return instance->parent().module();
    return moduleOf(relSubject).module();
}

bool MoveEndpointInModule::selectsModule(const ModuleInstance& address) const {
    const Pattern pattern = patternOf(*this);
    return std::equal(pattern.begin(), pattern.end(), address.path.begin(), address.path.end(),
                      [](const PatternStep& step, const ModuleStep& actual) {
                          return *step.name == actual.name && (!step.key || *step.key == actual.key);
                      });
}

bool MoveEndpointInModule::selectsResource(const AbsResource& address) const {
    const Resource* resource = nullptr;
    if (const auto* whole = std::get_if<AbsResource>(&relSubject))
        resource = &whole->resource;
    else if (const auto* instance = std::get_if<AbsResourceInstance>(&relSubject))
        resource = &instance->resource;
    return resource && *resource == address.resource && selectsModule(address.module);
}

bool MoveEndpointInModule::canChainFrom(const MoveEndpointInModule& other) const {
    const Pattern ours = patternOf(*this);
    const Pattern theirs = patternOf(other);
    if (ours.size() != theirs.size() || !canMatch(theirs, ours))
        return false;
    if (other.kind() == MoveEndpointKind::Module)
        return kind() == MoveEndpointKind::Module;
    if (const auto* theirResource = std::get_if<AbsResource>(&other.relSubject)) {
        const auto* ourResource = std::get_if<AbsResource>(&relSubject);
        return ourResource && ourResource->resource == theirResource->resource;
    }
    const auto& theirInstance = std::get<AbsResourceInstance>(other.relSubject);
    const auto* ourInstance = std::get_if<AbsResourceInstance>(&relSubject);
    return ourInstance && ourInstance->resource == theirInstance.resource && ourInstance->key == theirInstance.key;
}

bool MoveEndpointInModule::isNestedWithin(const MoveEndpointInModule& other) const {
    const Pattern ours = patternOf(*this);
    const Pattern theirs = patternOf(other);
    if (theirs.size() > ours.size() || !canMatch(theirs, ours))
        return false;
    if (std::holds_alternative<AbsModuleCall>(other.relSubject)) {
        // A single instance of the call is nested within it, the call itself is not.
        return !std::holds_alternative<AbsModuleCall>(relSubject) || ours.size() > theirs.size();
    }
    if (std::holds_alternative<ModuleInstance>(other.relSubject))
        return kind() == MoveEndpointKind::Resource || ours.size() > theirs.size();
    if (const auto* theirResource = std::get_if<AbsResource>(&other.relSubject)) {
        const auto* ourInstance = std::get_if<AbsResourceInstance>(&relSubject);
        return ours.size() == theirs.size() && ourInstance && ourInstance->resource == theirResource->resource;
    }
    return false;
}

bool MoveEndpointInModule::isModuleReindex(const MoveEndpointInModule& to) const {
    // As instances without a key, calls and instances compare by name only.
    const auto moduleNamed = [](const AbsMoveable& subject) -> std::optional<ModuleInstance> {
        if (const auto* call = std::get_if<AbsModuleCall>(&subject))
            return call->module.child(call->name);
        if (const auto* instance = std::get_if<ModuleInstance>(&subject))
            return *instance;
        return {};
    };
    if (std::holds_alternative<AbsModuleCall>(relSubject) && std::holds_alternative<AbsModuleCall>(to.relSubject))
        return false;
    const auto ours = moduleNamed(relSubject);
    const auto theirs = moduleNamed(to.relSubject);
    return ours && theirs && ours->hasSameModule(*theirs);
}

std::optional<ModuleInstance> moveDestination(const ModuleInstance& address, const MoveEndpointInModule& from,
                                              const MoveEndpointInModule& to) {
    if (address.isRoot() || from.kind() != MoveEndpointKind::Module)
        return {};
    const std::optional<StepSpan> relative = relativeTo(from.module, address);
    if (!relative)
        return {};
    const StepSpan prefix = StepSpan(address.path).first(from.module.path.size());

    if (const auto* source = std::get_if<ModuleInstance>(&from.relSubject)) {
        const auto* target = std::get_if<ModuleInstance>(&to.relSubject);
        if (!target || !startsWith(*relative, *source))
            return {};
        return assembled(prefix, target->path, relative->subspan(source->path.size()));
    }
    const auto& source = std::get<AbsModuleCall>(from.relSubject);
    const auto* target = std::get_if<AbsModuleCall>(&to.relSubject);
    const std::size_t depth = source.module.path.size();
    if (!target || depth >= relative->size() || !startsWith(*relative, source.module))
        return {};
    const ModuleStep& call = (*relative)[depth];
    if (call.name != source.name)
        return {};
    return assembled(prefix, target->module.child(target->name, call.key).path, relative->subspan(depth + 1));
}

std::optional<AbsResource> moveDestination(const AbsResource& address, const MoveEndpointInModule& from,
                                           const MoveEndpointInModule& to) {
    if (from.kind() == MoveEndpointKind::Module) {
        std::optional<ModuleInstance> module = moveDestination(address.module, from, to);
        if (!module)
            return {};
        return AbsResource{std::move(*module), address.resource};
    }
    const auto* source = std::get_if<AbsResource>(&from.relSubject);
    const auto* target = std::get_if<AbsResource>(&to.relSubject);
    if (!source || !target || source->resource != address.resource)
        return {};
    std::optional<ModuleInstance> module = moduleDestination(address.module, from, to);
    if (!module)
        return {};
    return AbsResource{std::move(*module), target->resource};
}

std::optional<AbsResourceInstance> moveDestination(const AbsResourceInstance& address, const MoveEndpointInModule& from,
                                                   const MoveEndpointInModule& to) {
    const auto* source = std::get_if<AbsResourceInstance>(&from.relSubject);
    if (!source) {
        const std::optional<AbsResource> resource = moveDestination(address.containing(), from, to);
        if (!resource)
            return {};
        return resource->instance(address.key);
    }
    const auto* target = std::get_if<AbsResourceInstance>(&to.relSubject);
    if (!target || source->resource != address.resource || source->key != address.key)
        return {};
    std::optional<ModuleInstance> module = moduleDestination(address.module, from, to);
    if (!module)
        return {};
    return AbsResourceInstance{std::move(*module), target->resource, target->key};
}

} // namespace planlens::addrs

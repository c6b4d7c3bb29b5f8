// SPDX-License-Identifier: MPL-2.0
#include "core/states/edit/move.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace planlens::states {
namespace {

using addrs::AbsResource;
using addrs::AbsResourceInstance;
using addrs::ModuleInstance;
using addrs::ResourceMode;
using addrs::TargetSubject;
using diags::Diagnostic;
using diags::Diagnostics;

Diagnostic invalidSource(std::string detail) {
    return Diagnostic::error("Invalid source address", std::move(detail));
}

Diagnostic invalidTarget(std::string detail) {
    return Diagnostic::error("Invalid target address", std::move(detail));
}

Diagnostic notInState(const std::string& address) {
    return invalidSource(fmt::format("The current state does not contain {}.", address));
}

std::string textOf(const TargetSubject& subject) {
    return std::visit([](const auto& address) { return address.toString(); }, subject);
}

/// The problems of moving an object of one resource to another resource.
Diagnostics checkResources(const AbsResource& from, const AbsResource& to) {
    constexpr auto summary = "Invalid state move request";
    const ResourceMode fromMode = from.resource.mode, toMode = to.resource.mode;
    Diagnostics problems;
    if (fromMode == ResourceMode::Ephemeral || toMode == ResourceMode::Ephemeral) {
        problems.error(summary, "Ephemeral resources cannot be used as sources or targets for the move action. Just "
                                "update your configuration accordingly.");
        return problems;
    }
    const std::string move = fmt::format("Cannot move {} to {}: ", from.toString(), to.toString());
    if (fromMode != toMode) {
        const std::string_view kind = fromMode == ResourceMode::Data ? "data" : "managed";
        problems.error(summary,
                       move + fmt::format("a {0} resource can be moved only to another {0} resource address.", kind));
    }
    if (from.resource.type != to.resource.type)
        problems.error(summary, move + "resource types don't match.");
    return problems;
}

/// Resolves the ambiguity of resource addresses without a key.
TargetSubject resolvedSource(const State& state, const TargetSubject& from) {
    const auto* const address = std::get_if<AbsResource>(&from);
    if (address && state.instance(address->instance({})))
        return address->instance({});
    return from;
}

class Moving {
public:
    Moving(MoveOutcome& outcome, const MoveRequest& request)
        : m_outcome(outcome)
        , m_source(outcome.source)
        , m_target(outcome.destination ? *outcome.destination : outcome.source)
        , m_request(request) {}

    Diagnostics operator()(const ModuleInstance& from);
    Diagnostics operator()(const AbsResource& from);
    Diagnostics operator()(const AbsResourceInstance& from);
    Diagnostics operator()(const addrs::Module&) { return notMovable(); }
    Diagnostics operator()(const addrs::ConfigResource&) { return notMovable(); }

private:
    Diagnostic notMovable() const {
        return invalidSource(
            fmt::format("Cannot move {}: OpenTofu doesn't know how to move this object.", textOf(m_request.from)));
    }
    Diagnostic matchesNothing() const {
        return invalidSource(
            fmt::format("Cannot move {}: does not match anything in the current state.", textOf(m_request.from)));
    }
    void moveModule(const ModuleInstance& from, const ModuleInstance& to);

    MoveOutcome& m_outcome;
    State& m_source;
    State& m_target; // the same object as m_source within one state
    const MoveRequest& m_request;
};

/// The modules with resources, which are those of the state.
std::set<ModuleInstance> modulesOf(const State& state) {
    std::set<ModuleInstance> modules;
    for (const auto& [address, resource] : state.resources())
        modules.insert(address.module);
    return modules;
}

void Moving::moveModule(const ModuleInstance& from, const ModuleInstance& to) {
    std::vector<AbsResource> resources;
    for (const auto& [address, resource] : m_source.resources())
        if (address.module == from)
            resources.push_back(address);
    for (const AbsResource& address : resources) {
        Resource resource = *m_source.resource(address);
        m_source.removeResource(address);
        m_target.setResource({to, address.resource}, std::move(resource));
    }
}

Diagnostics Moving::operator()(const ModuleInstance& from) {
    std::vector<ModuleInstance> matching;
    for (const ModuleInstance& module : modulesOf(m_source))
        if (module.hasPrefix(from))
            matching.push_back(module);
    if (matching.empty())
        return matchesNothing();
    const auto* const to = std::get_if<ModuleInstance>(&m_request.to);
    if (!to)
        return invalidTarget(fmt::format("Cannot move {} to {}: the target must also be a module.",
                                         matching.front().toString(), textOf(m_request.to)));
    for (const ModuleInstance& module : matching) {
        ModuleInstance target = *to;
        target.path.insert(target.path.end(), module.path.begin() + static_cast<std::ptrdiff_t>(from.path.size()),
                           module.path.end());
        if (modulesOf(m_target).contains(target))
            return Diagnostic::error("Destination module already exists",
                                     "Please ensure your addresses and state paths are valid. No state was persisted. "
                                     "Your existing states are untouched.");
        m_outcome.moved.push_back({module.toString(), target.toString()});
        moveModule(module, target);
    }
    return {};
}

Diagnostics Moving::operator()(const AbsResource& from) {
    const Resource* const found = m_source.resource(from);
    if (!found)
        return matchesNothing();
    const auto* const to = std::get_if<AbsResource>(&m_request.to);
    if (!to)
        return invalidTarget(fmt::format("Cannot move {} to {}: the source is a whole resource (not a resource "
                                         "instance) so the target must also be a whole resource.",
                                         from.toString(), textOf(m_request.to)));
    Diagnostics problems = checkResources(from, *to);
    if (m_target.resource(*to))
        problems.append(
            invalidTarget(fmt::format("Cannot move to {}: there is already a resource at that address in the current "
                                      "state.",
                                      to->toString())));
    if (problems.hasErrors())
        return problems;
    m_outcome.moved.push_back({from.toString(), to->toString()});
    Resource resource = *found;
    m_source.removeResource(from);
    m_target.setResource(*to, std::move(resource));
    return {};
}

Diagnostics Moving::operator()(const AbsResourceInstance& from) {
    AbsResourceInstance to;
    if (const auto* const instance = std::get_if<AbsResourceInstance>(&m_request.to))
        to = *instance;
    else if (const auto* const resource = std::get_if<AbsResource>(&m_request.to))
        to = resource->instance({});
    else
        return invalidTarget(fmt::format("Cannot move {} to {}: the target must also be a resource instance.",
                                         from.toString(), textOf(m_request.to)));
    Diagnostics problems = checkResources(from.containing(), to.containing());
    if (m_target.instance(to))
        problems.append(invalidTarget(fmt::format("Cannot move to {}: there is already a resource instance at that "
                                                  "address in the current state.",
                                                  to.toString())));
    const ResourceInstance* const found = m_source.instance(from);
    if (!found)
        problems.append(notInState(from.toString()));
    if (problems.hasErrors())
        return problems;
    m_outcome.moved.push_back({from.toString(), m_request.toText});
    ResourceInstance instance = *found;
    const addrs::AbsProviderConfig provider = m_source.resource(from.containing())->provider;
    m_source.forget(from);
    const Resource* const existing = m_target.resource(to.containing());
    Resource resource = existing ? *existing : Resource{provider, {}};
    resource.instances.insert_or_assign(to.key, std::move(instance));
    m_target.setResource(to.containing(), std::move(resource));
    return {};
}

/// Whether an object depends on a moved one, or on a resource or module that contains it.
bool dependsOn(const StoredObject& object, const TargetSubject& moved) {
    return std::ranges::any_of(object.dependencies, [&](const addrs::ConfigResource& dependency) {
        return addrs::targetContainsSubject(dependency, moved) || addrs::targetContains(moved, dependency);
    });
}

void clearDependenciesOn(State& state, const TargetSubject& moved) {
    std::vector<std::pair<AbsResourceInstance, addrs::AbsProviderInstance>> affected;
    for (const auto& [address, resource] : state.resources())
        for (const auto& [key, instance] : resource.instances)
            if (instance.current && dependsOn(*instance.current, moved))
                affected.emplace_back(address.instance(key),
                                      addrs::AbsProviderInstance{resource.provider, instance.providerKey});
    for (const auto& [address, provider] : affected) {
        auto object = std::make_shared<StoredObject>(*state.current(address));
        object->dependencies = {};
        state.setCurrent(address, std::move(object), provider);
    }
}

} // namespace

diags::Result<MoveOutcome> move(State source, std::optional<State> destination, const MoveRequest& request) {
    MoveOutcome outcome{std::move(source), std::move(destination), {}};
    const TargetSubject from = resolvedSource(outcome.source, request.from);
    Diagnostics problems = std::visit(Moving(outcome, request), from);
    if (!problems.hasErrors())
        clearDependenciesOn(outcome.destination ? *outcome.destination : outcome.source, from);
    return {std::move(outcome), std::move(problems)};
}

} // namespace planlens::states

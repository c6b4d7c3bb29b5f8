// SPDX-License-Identifier: MPL-2.0
#include "core/engine/graphs/destroy_selection.h"

#include "core/engine/graphs/config_graph.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace planlens::engine {

namespace {

using addrs::AbsResourceInstance;
using addrs::ConfigResource;

/// A configured resource, in one instance of its module or in all of them.
using Group = std::pair<ConfigResource, std::optional<addrs::ModuleInstance>>;

/// Deposed objects do not affect the order.
struct Instance {
    AbsResourceInstance address;
    addrs::ConfigResources dependencies;
};

class DestroyOrder {
public:
    explicit DestroyOrder(const states::State& state) {
        for (const auto& [address, resource] : state.resources())
            for (const auto& [key, stored] : resource.instances) {
                if (stored.current)
                    m_instances.push_back({address.instance(key), stored.current->dependencies});
            }
        for (std::size_t i = 0; i < m_instances.size(); ++i) {
            const ConfigResource own = m_instances[i].address.config();
            m_members[{own, m_instances[i].address.module}].push_back(i);
            m_members[{own, std::nullopt}].push_back(i);
            for (const ConfigResource& dependency : m_instances[i].dependencies)
                m_dependents[groupOf(m_instances[i], dependency)].push_back(i);
        }
    }

    std::set<AbsResourceInstance> addresses(const std::vector<bool>& chosen) const {
        std::set<AbsResourceInstance> all;
        for (std::size_t i = 0; i < chosen.size(); ++i)
            if (chosen[i])
                all.insert(all.end(), m_instances[i].address);
        return all;
    }

    /// Returns the matching instances, and all that must be destroyed before them.
    template <typename Matches>
    std::vector<bool> withDependents(const Matches& matches) {
        return closure(matches, [this](const Instance& instance, const auto& visit) {
            const ConfigResource own = instance.address.config();
            visit(m_dependents, Group{own, instance.address.module});
            visit(m_dependents, Group{own, std::nullopt});
        });
    }

    /// Returns the matching instances, and all that must be destroyed after them.
    template <typename Matches>
    std::vector<bool> withDependencies(const Matches& matches) {
        return closure(matches, [this](const Instance& instance, const auto& visit) {
            for (const ConfigResource& dependency : instance.dependencies)
                visit(m_members, groupOf(instance, dependency));
        });
    }

    /// Visits the instances, dependents first, except those that must be destroyed after one for which visit returned
    /// false. Linear in the number of instances and dependencies.
    void visitAll(const std::function<bool(const AbsResourceInstance& address)>& visit) const {
        std::map<Group, std::size_t> unvisited; // dependents of each group
        std::vector<std::size_t> waitingFor(m_instances.size());
        for (const auto& [group, dependents] : m_dependents) {
            unvisited.emplace(group, dependents.size());
            forEachIn(m_members, group, [&](std::size_t member) { ++waitingFor[member]; });
        }
        std::set<std::size_t> ready;
        for (std::size_t i = 0; i < m_instances.size(); ++i)
            if (waitingFor[i] == 0)
                ready.insert(ready.end(), i);
        std::vector<bool> visited(m_instances.size()), leftOut = visited;
        const auto take = [&](std::size_t i) {
            visited[i] = true;
            const bool isBlocking = leftOut[i] || !visit(m_instances[i].address);
            for (const ConfigResource& dependency : m_instances[i].dependencies) {
                const Group group = groupOf(m_instances[i], dependency);
                const bool isLast = --unvisited.at(group) == 0;
                if (isBlocking || isLast)
                    forEachIn(m_members, group, [&](std::size_t member) {
                        if (isBlocking && !visited[member])
                            leftOut[member] = true;
                        if (isLast && --waitingFor[member] == 0 && !visited[member])
                            ready.insert(member);
                    });
            }
        };
        while (!ready.empty())
            take(ready.extract(ready.begin()).value());
        for (std::size_t i = 0; i < m_instances.size(); ++i)
            if (!visited[i]) // depends on itself
                take(i);
    }

private:
    using Groups = std::map<Group, std::vector<std::size_t>>;

    static Group groupOf(const Instance& instance, const ConfigResource& dependency) {
        if (dependency.module == instance.address.module.module())
            return {dependency, instance.address.module};
        return {dependency, std::nullopt};
    }

    template <typename Visit>
    static void forEachIn(const Groups& groups, const Group& group, const Visit& visit) {
        if (const auto found = groups.find(group); found != groups.end())
            std::ranges::for_each(found->second, visit);
    }

    template <typename Matches, typename Follow>
    std::vector<bool> closure(const Matches& matches, const Follow& follow) {
        std::vector<bool> chosen(m_instances.size());
        std::vector<std::size_t> open;
        std::set<Group> seen;
        const auto choose = [&](std::size_t i) {
            if (!chosen[i])
                open.push_back(i);
            chosen[i] = true;
        };
        for (std::size_t i = 0; i < m_instances.size(); ++i)
            if (matches(m_instances[i].address))
                choose(i);
        while (!open.empty()) {
            const Instance& instance = m_instances[open.back()];
            open.pop_back();
            follow(instance, [&](const Groups& groups, const Group& group) {
                const auto found = groups.find(group);
                if (found == groups.end() || !seen.insert(group).second)
                    return;
                for (const std::size_t i : found->second)
                    choose(i);
            });
        }
        return chosen;
    }

    std::vector<Instance> m_instances;
    Groups m_members, m_dependents; // of instances, by index
};

} // namespace

std::set<AbsResourceInstance> selectDestroyed(const states::State& state,
                                              const std::vector<addrs::TargetSubject>& targets,
                                              const std::vector<addrs::TargetSubject>& excludes) {
    DestroyOrder order(state);
    if (!targets.empty())
        return order.addresses(
            order.withDependents([&](const AbsResourceInstance& address) { return isTargeted(address, targets, {}); }));
    std::vector<bool> kept =
        order.withDependencies([&](const AbsResourceInstance& address) { return !isTargeted(address, {}, excludes); });
    kept.flip();
    return order.addresses(kept);
}

void visitInDestroyOrder(const states::State& state,
                         const std::function<bool(const AbsResourceInstance& address)>& visit) {
    DestroyOrder(state).visitAll(visit);
}

std::vector<graph::Vertex> preventDestroyReferences(const ConfigGraph& graph, graph::Vertex resource) {
    const configs::Resource* config = graph[resource].resourceConfig;
    if (!config || !config->preventDestroy)
        return {};
    std::set<std::string> names, calls;
    for (const hcl::Traversal& traversal : config->preventDestroy->variables())
        if (traversal.steps.size() > 1)
            (traversal.rootName() == "module" ? calls : names).insert(traversal.steps[1].name);
    std::vector<graph::Vertex> found;
    for (const graph::Vertex dependency : graph.graph.dependencies(resource)) {
        const ConfigNode& other = graph[dependency];
        const bool named = (other.kind == ConfigNode::Kind::Variable || other.kind == ConfigNode::Kind::Local) &&
                           names.contains(other.name);
        const bool isOfCall = (other.kind == ConfigNode::Kind::Output || other.kind == ConfigNode::Kind::Close) &&
                              other.module->parent == graph[resource].module &&
                              calls.contains(other.module->path.path.back());
        if (named || isOfCall || other.kind == ConfigNode::Kind::Expansion)
            found.push_back(dependency);
    }
    return found;
}

} // namespace planlens::engine

// SPDX-License-Identifier: MPL-2.0
#include "core/engine/graphs/apply_graph.h"

#include "core/engine/graphs/apply_cycles.h"
#include "core/engine/graphs/apply_steps.h"
#include "core/graph/acyclic_edges.h"
#include "core/plans/plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace planlens::engine {
namespace {

using graph::Vertex;
using plans::Action;
using plans::ResourceInstanceChange;
using plans::ResourceInstanceChangePtr;
using Kind = ApplyNode::Kind;

/// Whether a change has an Apply step. Deposed objects are only destroyed or forgotten.
bool appliesInstance(const ResourceInstanceChange& change) {
    return change.change.action == Action::Forget || (change.deposed.empty() && change.change.action != Action::Delete);
}

class Builder {
public:
    Builder(const configs::Config& config, const plans::Plan& plan)
        : m_config(config)
        , m_plan(plan) {}

    diags::Result<ApplyGraph> build() {
        plans::Schemas schemas = m_plan.schemas;
        diags::Result<ConfigGraph> graph =
            buildConfigGraph(m_config, {&schemas, m_plan.priorState.get(), m_plan.options.targets,
                                        m_plan.options.excludes, &m_plan.changes});
        if (!graph.value)
            return std::move(graph.diagnostics);
        m_result.config = *std::move(graph.value);
        ApplySteps steps = buildApplySteps(m_result.config, m_plan);
        for (const ApplyStep& step : steps.steps)
            if (step.kind == ApplyStep::Kind::Applied && step.createBeforeDestroy)
                m_createdFirst.insert(step.change);
        if (auto cycles = reportApplyCycles(std::move(steps), m_result.config, m_plan); cycles.hasErrors())
            return cycles;
        addConfig();
        for (const ResourceInstanceChangePtr& change : m_plan.changes.resources())
            addChange(change);
        connectConfig();
        connectNestedData();
        connectDestroys();
        connectDeposed();
        if (!m_crossing.empty())
            keepAcyclic();
        m_result.graph = m_builder.build();
        return finish();
    }

private:
    Vertex add(ApplyNode node) {
        m_result.nodes.push_back(std::move(node));
        return m_builder.addVertex();
    }

    /// Adds all configuration objects, and for each resource a node that joins its applied instances.
    void addConfig() {
        const ConfigGraph& config = m_result.config;
        for (std::size_t i = 0; i < config.nodes.size(); ++i)
            add({Kind::Config, i, nullptr});
        m_joined.assign(config.nodes.size(), {});
        m_declared.resize(config.nodes.size());
        m_stepsOf.resize(config.nodes.size());
        for (std::size_t i = 0; i < config.nodes.size(); ++i) {
            if (config.nodes[i].kind != ConfigNode::Kind::Resource)
                continue;
            m_joined[i] = add({Kind::Joined, i, nullptr});
            m_byResource.emplace(config.nodes[i].resource, i);
            m_builder.addEdge(*m_joined[i], static_cast<Vertex>(i));
        }
        for (std::size_t i = 0; i < config.nodes.size(); ++i) {
            if (config.nodes[i].kind == ConfigNode::Kind::Provider)
                m_providers.emplace(config.nodes[i].provider, static_cast<Vertex>(i));
            if (config.nodes[i].kind == ConfigNode::Kind::Release && !config.nodes[i].provider.provider.type().empty())
                m_releases.emplace(config.nodes[i].provider, static_cast<Vertex>(i));
        }
    }

    // --- edges of the configuration

    using Pair = std::pair<std::size_t, std::size_t>;

    /// Connects references to resources by key and module instance, and all other dependencies as they are.
    void connectConfig() {
        const ConfigGraph& config = m_result.config;
        std::set<Pair> referring;
        for (const ConfigGraph::ResourceReference& reference : config.references)
            referring.emplace(graph::index(reference.from), graph::index(reference.to));
        for (std::size_t i = 0; i < config.nodes.size(); ++i) {
            const Vertex v = static_cast<Vertex>(i);
            for (const auto& [module, declared] : m_declared[i])
                m_builder.addEdge(v, declared);
            for (const Vertex dependency : config.graph.dependencies(v)) {
                const std::size_t to = graph::index(dependency);
                if (referring.contains({i, to}) && !isDataOfCheck(config.nodes[i], config.nodes[to]))
                    continue;
                m_builder.addEdge(v, m_joined[to].value_or(dependency));
                for (const auto& [module, declared] : m_declared[i])
                    m_builder.addEdge(declared, m_joined[to].value_or(dependency));
            }
        }
        for (const ConfigGraph::ResourceReference& reference : config.references)
            connectReference(graph::index(reference.from), graph::index(reference.to), reference.key);
    }

    static bool isDataOfCheck(const ConfigNode& check, const ConfigNode& resource) {
        return check.kind == ConfigNode::Kind::Check && resource.resourceConfig &&
               resource.resourceConfig->container == check.name;
    }

    /// Connects a reference with a key to the instances with this key if they have a step, otherwise to all instances.
    void connectReference(std::size_t from, std::size_t to, const std::optional<addrs::InstanceKey>& key) {
        static const std::vector<Vertex> none;
        const auto found = key ? m_byKey.find({to, *key}) : m_byKey.end();
        const std::vector<Vertex>& named = found == m_byKey.end() ? none : found->second;
        if (from == to) {
            connectSiblings(from, named);
            return;
        }
        const Vertex v = static_cast<Vertex>(from);
        m_builder.addEdge(v, named.empty() ? *m_joined[to] : static_cast<Vertex>(to));
        for (const Vertex instance : named)
            m_builder.addEdge(v, instance);
        const bool isOneModule =
            m_result.config.nodes[from].resource.module == m_result.config.nodes[to].resource.module;
        const std::map<addrs::ModuleInstance, Vertex> inModules = m_declared[from]; // joinedFor() adds nodes
        for (const auto& [module, declared] : inModules) {
            const auto other = m_declared[to].find(module);
            const bool isDeclared = !named.empty() && other != m_declared[to].end();
            m_builder.addEdge(declared, isDeclared ? other->second : static_cast<Vertex>(to));
            for (const Vertex instance : named)
                if (!isOneModule || changeOf(instance)->address.module == module)
                    m_builder.addEdge(declared, instance);
            if (named.empty())
                addEdgeIf(declared, isOneModule ? joinedFor(m_result.config.nodes[to].resource, module) : m_joined[to]);
        }
    }

    /// Connects the other instances of a resource that refers to one of its own instances.
    void connectSiblings(std::size_t resource, const std::vector<Vertex>& named) {
        for (const Vertex instance : named)
            for (const Vertex sibling : m_stepsOf[resource])
                if (sibling != instance && changeOf(sibling)->address.module == changeOf(instance)->address.module)
                    m_builder.addEdge(sibling, instance);
    }

    /// Returns the node that declares the instances of a resource. As in OpenTofu, instances in modules with keys do
    /// not depend on other instances of the module.
    Vertex declaring(std::size_t resource, const addrs::ModuleInstance& module) {
        const bool isKeyed =
            std::ranges::any_of(module.path, [](const addrs::ModuleStep& step) { return !step.key.isNone(); });
        if (!isKeyed)
            return static_cast<Vertex>(resource);
        const auto [declared, isNew] = m_declared[resource].try_emplace(module);
        if (isNew)
            declared->second = add({Kind::Declared, resource, nullptr, module});
        return declared->second;
    }

    // --- changes

    void addChange(const ResourceInstanceChangePtr& change) {
        const addrs::ConfigResource resource = change->address.config();
        const auto config = m_byResource.find(resource);
        const std::size_t configIndex = config == m_byResource.end() ? ApplyNode::npos : config->second;
        std::optional<Vertex> applied, destroyed;
        if (appliesInstance(*change)) {
            applied = add({Kind::Apply, configIndex, change});
            m_result.nodes.back().createBeforeDestroy = m_createdFirst.contains(change.get());
            if (configIndex != ApplyNode::npos) {
                const bool isForgotten = change->change.action == Action::Forget;
                m_builder.addEdge(*applied, isForgotten ? static_cast<Vertex>(configIndex)
                                                        : declaring(configIndex, change->address.module));
                m_builder.addEdge(*m_joined[configIndex], *applied);
                if (change->deposed.empty() && hasStep(*change, *applied)) {
                    m_byKey[{configIndex, change->address.key}].push_back(*applied);
                    m_stepsOf[configIndex].push_back(*applied);
                }
            }
        }
        if (destroysObject(*change)) {
            destroyed = add({Kind::Destroy, configIndex, change});
            m_destroys[resource].push_back(*destroyed);
            if (const auto provider = m_providers.find(change->provider.config); provider != m_providers.end())
                m_builder.addEdge(*destroyed, provider->second);
        } else if (applied) {
            if (const auto provider = m_providers.find(change->provider.config); provider != m_providers.end())
                m_builder.addEdge(*applied, provider->second);
        }
        if (applied && destroyed) {
            if (change->change.action == Action::CreateThenDelete)
                m_builder.addEdge(*destroyed, *applied);
            else
                m_builder.addEdge(*applied, *destroyed);
        }
        if (const auto release = m_releases.find(change->provider.config); release != m_releases.end())
            for (const std::optional<Vertex>& use : {applied, destroyed})
                if (use)
                    m_builder.addEdge(release->second, *use);
        if (applied && change->change.action != Action::Forget) // forgetting has no dependencies
            m_applies.emplace_back(change, *applied);
    }

    /// Makes data sources in check blocks wait for all managed resources. They are skipped if one of these fails.
    void connectNestedData() {
        std::vector<Vertex> nested, managed;
        for (const auto& [change, v] : m_applies) {
            const std::size_t config = m_result[v].config;
            const ConfigNode* node = config == ApplyNode::npos ? nullptr : &m_result.config.nodes[config];
            const bool isManaged = change->address.resource.mode == addrs::ResourceMode::Managed;
            if (isManaged && change->change.action != Action::Forget && hasStep(*change, v))
                managed.push_back(v);
            else if (!isManaged && node && !node->resourceConfig->container.empty())
                nested.push_back(v);
        }
        if (nested.empty())
            return;
        const Vertex applied = add({Kind::Joined, ApplyNode::npos, nullptr});
        for (const Vertex v : managed)
            m_builder.addEdge(applied, v);
        for (const Vertex v : nested)
            m_builder.addEdge(v, applied);
    }

    states::StoredObjectPtr current(const ResourceInstanceChange& change) const {
        const states::ResourceInstance* instance =
            m_plan.priorState ? m_plan.priorState->instance(change.address) : nullptr;
        return instance ? instance->current : nullptr;
    }

    /// Returns the dependencies of the current object, also used for deposed ones.
    addrs::ConfigResources storedDependencies(const ResourceInstanceChange& change) const {
        const states::StoredObjectPtr object = current(change);
        return object ? object->dependencies : addrs::ConfigResources();
    }

    /// Whether an object is destroyed after changes of its dependents (create before destroy). Without configuration,
    /// the state determines this.
    bool goesLast(const ResourceInstanceChange& change) const {
        if (change.change.action != Action::Delete || !change.deposed.empty())
            return change.change.action == Action::CreateThenDelete || !change.deposed.empty();
        const states::StoredObjectPtr object = current(change);
        return object && object->createBeforeDestroy;
    }

    /// The joining nodes of a resource's destroyed objects: of all objects, and of those in one module instance.
    struct Gone {
        Vertex all;
        std::map<addrs::ModuleInstance, Vertex> in;
    };
    using GoneByResource = std::map<addrs::ConfigResource, Gone>;

    /// Returns the joining node to depend on. Within the same module, only objects in the same instance count.
    static std::optional<Vertex> goneFor(const GoneByResource& gone, const addrs::ConfigResource& resource,
                                         const addrs::AbsResourceInstance& waiting) {
        const auto found = gone.find(resource);
        if (found == gone.end())
            return {};
        if (resource.module.isRoot() || resource.module != waiting.module.module())
            return found->second.all;
        const auto in = found->second.in.find(waiting.module);
        return in == found->second.in.end() ? std::nullopt : std::optional(in->second);
    }

    /// As above, for applied instances of a resource.
    std::optional<Vertex> joinedFor(const addrs::ConfigResource& resource, const addrs::ModuleInstance& waiting) {
        const auto config = m_byResource.find(resource);
        if (config == m_byResource.end())
            return {};
        if (resource.module.isRoot() || resource.module != waiting.module())
            return m_joined[config->second];
        if (m_appliesIn.empty())
            for (const auto& [change, v] : m_applies)
                m_appliesIn[{change->address.config(), change->address.module}].push_back(v);
        const std::pair key(resource, waiting);
        const auto applies = m_appliesIn.find(key);
        if (applies == m_appliesIn.end())
            return {};
        const auto [joined, isNew] = m_joinedIn.try_emplace(key);
        if (isNew) {
            joined->second = add({Kind::Joined, config->second, nullptr});
            for (const Vertex v : applies->second)
                m_builder.addEdge(joined->second, v);
        }
        return joined->second;
    }

    void addEdgeIf(Vertex from, std::optional<Vertex> to) {
        if (to)
            m_builder.addEdge(from, *to);
    }

    /// Makes a dependency change after its dependents are destroyed. Between objects of different providers this order
    /// is optional: see keepAcyclic().
    void waitForDependent(Vertex dependency, std::optional<Vertex> gone, const addrs::ConfigResource& dependent) {
        if (!gone)
            return;
        const bool isOneProvider =
            changeOf(dependency)->provider.config == changeOf(m_destroys.at(dependent).front())->provider.config;
        if (isOneProvider || m_plan.options.mode == plans::Mode::Destroy)
            m_builder.addEdge(dependency, *gone);
        else
            m_crossing[{changeOf(dependency)->address.config(), *gone}].push_back(dependency);
    }

    /// Adds the edges between objects of different providers, except those that close a cycle, because a provider may
    /// be configured with changed values.
    void keepAcyclic() {
        std::vector<graph::Fan> fans;
        for (auto& [key, waiting] : m_crossing)
            fans.push_back({key.second, std::move(waiting)});
        const auto kept = graph::withoutCycles(m_builder.vertexCount(), m_builder.edges(), fans);
        for (std::size_t i = 0; i < fans.size(); ++i)
            for (const Vertex v : kept[i])
                m_builder.addEdge(v, fans[i].to);
    }

    /// Orders destroys by the dependencies in the state. A dependency is destroyed after its dependents. Created and
    /// updated objects are applied after the destruction of their dependencies, except with create before destroy.
    void connectDestroys() {
        if (m_destroys.empty())
            return;
        // For each resource with destroyed objects, one node that joins all of them.
        GoneByResource gone, goneFirst;
        for (const auto& [resource, vertices] : m_destroys) {
            Gone all{add({Kind::Destroyed, ApplyNode::npos, nullptr}), {}},
                first{add({Kind::Destroyed, ApplyNode::npos, nullptr}), {}};
            const auto connect = [&](Gone& to, Vertex v, const addrs::ModuleInstance& module) {
                if (resource.module.isRoot()) {
                    m_builder.addEdge(to.all, v);
                    return;
                }
                const auto [in, isNew] = to.in.try_emplace(module);
                if (isNew) {
                    in->second = add({Kind::Destroyed, ApplyNode::npos, nullptr});
                    m_builder.addEdge(to.all, in->second);
                }
                m_builder.addEdge(in->second, v);
            };
            for (const Vertex v : vertices) {
                const ResourceInstanceChangePtr change = changeOf(v);
                connect(all, v, change->address.module);
                if (!goesLast(*change))
                    connect(first, v, change->address.module);
            }
            gone.emplace(resource, std::move(all));
            goneFirst.emplace(resource, std::move(first));
        }
        // Dependencies between destroyed resources. Edges connect resources rather than instances.
        std::set<std::pair<addrs::ConfigResource, addrs::ConfigResource>> dependentOf; // (dependency, dependent)
        for (const auto& [resource, vertices] : m_destroys)
            for (const Vertex v : vertices)
                for (const addrs::ConfigResource& dependency : storedDependencies(*changeOf(v)))
                    if (dependency != resource && m_destroys.contains(dependency))
                        dependentOf.emplace(dependency, resource);
        for (const auto& [dependency, dependent] : dependentOf) {
            if (dependentOf.contains({dependent, dependency}) && dependent < dependency)
                continue; // contradictory state: only one direction is used
            for (const Vertex v : m_destroys.at(dependency))
                waitForDependent(v, goneFor(gone, dependent, changeOf(v)->address), dependent);
        }
        connectDependencies(goneFirst);
        // Created and updated objects, relative to the destruction of their dependencies.
        std::set<std::pair<addrs::ConfigResource, addrs::ConfigResource>> laterOf; // (destroyed last, applied before)
        for (const auto& [change, v] : m_applies) {
            if (change->change.action == Action::NoOp)
                continue; // as in OpenTofu, only its conditions are checked
            addrs::ConfigResources dependencies = storedDependencies(*change);
            const auto config = m_byResource.find(change->address.config());
            if (config != m_byResource.end() && dependencies.empty())
                dependencies = m_result.config.nodes[config->second].dependencies;
            for (const addrs::ConfigResource& dependency : dependencies) {
                if (!goneFirst.contains(dependency) || dependency == change->address.config())
                    continue;
                addEdgeIf(v, goneFor(goneFirst, dependency, change->address));
                laterOf.emplace(dependency, change->address.config());
            }
        }
        for (const auto& [dependency, dependent] : laterOf)
            for (const Vertex v : m_destroys.at(dependency))
                if (goesLast(*changeOf(v)))
                    addEdgeIf(v, joinedFor(dependent, changeOf(v)->address.module));
    }

    /// Destroys deposed objects after the step of the current object, if it has one.
    void connectDeposed() {
        std::map<addrs::AbsResourceInstance, std::vector<Vertex>> deposed;
        for (const auto& [resource, vertices] : m_destroys)
            for (const Vertex v : vertices)
                if (const ResourceInstanceChangePtr change = changeOf(v); !change->deposed.empty())
                    deposed[change->address].push_back(v);
        if (deposed.empty())
            return;
        for (const auto& [change, v] : m_applies)
            if (const auto found = deposed.find(change->address); found != deposed.end() && hasStep(*change, v))
                for (const Vertex destroyed : found->second)
                    m_builder.addEdge(destroyed, v);
    }

    /// As in OpenTofu, objects without a change only have a step if they have conditions.
    bool hasStep(const ResourceInstanceChange& change, Vertex applied) const {
        const std::size_t config = m_result[applied].config;
        return change.change.action != Action::NoOp ||
               (config != ApplyNode::npos && m_result.config.nodes[config].hasConditions());
    }

    /// Dependencies of destroyed objects are changed after the destruction, or before it with create before destroy.
    void connectDependencies(const GoneByResource& goneFirst) {
        std::map<addrs::ConfigResource, std::vector<Vertex>> changed;
        for (const auto& [change, v] : m_applies)
            if (change->change.action != Action::NoOp)
                changed[change->address.config()].push_back(v);
        std::set<std::pair<addrs::ConfigResource, addrs::ConfigResource>> connected; // (dependency, destroyed resource)
        for (const auto& [resource, vertices] : m_destroys) {
            for (const Vertex v : vertices) {
                const ResourceInstanceChangePtr change = changeOf(v);
                for (const addrs::ConfigResource& dependency : storedDependencies(*change)) {
                    const auto applied = changed.find(dependency);
                    if (applied == changed.end() || dependency == resource)
                        continue;
                    if (goesLast(*change))
                        addEdgeIf(v, joinedFor(dependency, change->address.module));
                    else if (connected.emplace(dependency, resource).second)
                        for (const Vertex update : applied->second)
                            waitForDependent(update, goneFor(goneFirst, resource, changeOf(update)->address), resource);
                }
            }
        }
    }

    /// Returns the pointer by value, because adding nodes invalidates references.
    ResourceInstanceChangePtr changeOf(Vertex v) const { return m_result.nodes[graph::index(v)].change; }

    std::string label(Vertex v) const {
        const ApplyNode& node = m_result[v];
        if (node.kind == Kind::Apply)
            return node.change->address.toString();
        if (node.kind == Kind::Destroy)
            return node.change->address.toString() + (node.change->deposed.empty()
                                                          ? " (destroy)"
                                                          : fmt::format(" (destroy deposed {})", node.change->deposed));
        return {};
    }

    diags::Result<ApplyGraph> finish() {
        diags::Diagnostics diagnostics;
        for (const std::vector<Vertex>& cycle : m_result.graph.cycles()) {
            std::string names;
            for (const Vertex v : cycle)
                if (const std::string name = label(v); !name.empty())
                    names += (names.empty() ? "" : ", ") + name;
            diagnostics.error("Cycle: " + names, {});
        }
        if (diagnostics.hasErrors())
            return diagnostics;
        return std::move(m_result);
    }

    const configs::Config& m_config;
    const plans::Plan& m_plan;
    ApplyGraph m_result;
    graph::GraphBuilder m_builder;
    // By index of the resource in the ConfigGraph.
    std::vector<std::optional<Vertex>> m_joined;
    std::vector<std::map<addrs::ModuleInstance, Vertex>> m_declared;
    std::vector<std::vector<Vertex>> m_stepsOf;
    std::map<std::pair<std::size_t, addrs::InstanceKey>, std::vector<Vertex>> m_byKey;
    std::unordered_map<addrs::ConfigResource, std::size_t> m_byResource;
    std::map<addrs::AbsProviderConfig, Vertex> m_providers, m_releases;
    std::set<const ResourceInstanceChange*> m_createdFirst;
    std::map<addrs::ConfigResource, std::vector<Vertex>> m_destroys;
    // Edges between objects of different providers, by the resource of the dependency and the vertex of the destroyed
    // dependents.
    std::map<std::pair<addrs::ConfigResource, Vertex>, std::vector<Vertex>> m_crossing;
    std::vector<std::pair<ResourceInstanceChangePtr, Vertex>> m_applies;
    // By resource and, except in the root module, module instance.
    std::map<std::pair<addrs::ConfigResource, addrs::ModuleInstance>, std::vector<Vertex>> m_appliesIn;
    std::map<std::pair<addrs::ConfigResource, addrs::ModuleInstance>, Vertex> m_joinedIn;
};

} // namespace

diags::Result<ApplyGraph> buildApplyGraph(const configs::Config& config, const plans::Plan& plan) {
    return Builder(config, plan).build();
}

} // namespace planlens::engine

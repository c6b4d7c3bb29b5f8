// SPDX-License-Identifier: MPL-2.0
#include "core/engine/graphs/apply_cycles.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

namespace planlens::engine {

namespace {

using graph::Edge;
using graph::Vertex;
using plans::Action;
using plans::ResourceInstanceChange;
using Kind = ConfigNode::Kind;

bool destroysObject(const ResourceInstanceChange& change) {
    return change.change.action == Action::Delete || change.change.action == Action::DeleteThenCreate ||
           change.change.action == Action::CreateThenDelete;
}
bool forgetsObject(const ResourceInstanceChange& change) {
    return change.change.action == Action::Forget || change.change.action == Action::ForgetThenCreate;
}

/// Represents a group of vertices in edges, so that their number is linear: the group's vertices depend on `out`, and
/// `in` depends on them.
struct Ends {
    Vertex out, in;
};

/// Steps of one resource with equal order relative to all other steps.
struct Class {
    addrs::ConfigResource resource;
    addrs::AbsProviderConfig provider;
    bool destroys = false;
    bool createBeforeDestroy = false;    // of destroyed objects
    addrs::ConfigResources dependencies; // as stored in the state
    Ends all;
    std::map<addrs::ModuleInstance, Ends> in;
    std::vector<std::pair<Vertex, const ResourceInstanceChange*>> members;

    bool isLike(const Class& other) const {
        return provider == other.provider && destroys == other.destroys &&
               createBeforeDestroy == other.createBeforeDestroy && dependencies == other.dependencies;
    }
};

/// As in the reference, objects in different instances of one module are ordered independently.
bool isPerInstance(const addrs::ConfigResource& a, const addrs::ConfigResource& b) {
    return a.module == b.module && !a.module.isRoot();
}

class CycleFinder {
public:
    CycleFinder(const ConfigGraph& config, const plans::Plan& plan)
        : m_config(config)
        , m_plan(plan) {}

    diags::Diagnostics report() {
        for (std::size_t i = 0; i < m_config.nodes.size(); ++i) {
            add({Step::What::Config, i, nullptr, {}});
            if (m_config.nodes[i].kind == Kind::Resource)
                m_byResource.emplace(m_config.nodes[i].resource, i);
            if (m_config.nodes[i].kind == Kind::Provider)
                m_providers.emplace(m_config.nodes[i].provider, static_cast<Vertex>(i));
        }
        m_instances.resize(m_config.nodes.size());
        for (const plans::ResourceInstanceChangePtr& change : m_plan.changes.resources())
            addChange(*change);
        connectConfig();
        for (std::size_t i = 0; i < m_instances.size(); ++i)
            if (!m_instances[i].members.empty())
                connectInstances(i);
        for (const ConfigGraph::ResourceReference& reference : m_config.references)
            connectReference(reference);
        connectDestroys();
        return findCycles();
    }

private:
    struct Step {
        enum class What { Config, Applied, Forgotten, Destroyed, Between };
        What what = What::Between;
        std::size_t config = 0;                         // Config
        const ResourceInstanceChange* change = nullptr; // Applied, Forgotten, Destroyed
        addrs::DeposedKey deposed = {};                 // Forgotten, Destroyed
    };
    /// The applied and forgotten instances of a configured resource.
    struct Instances {
        Ends all;
        std::map<addrs::ModuleInstance, Ends> in;
        std::vector<std::pair<Vertex, const ResourceInstanceChange*>> members;
        std::map<addrs::ModuleInstance, std::size_t> counts;
    };

    Vertex add(Step step) {
        m_steps.push_back(std::move(step));
        return static_cast<Vertex>(m_steps.size() - 1);
    }
    Vertex addBetween() { return add({}); }
    void depend(Vertex from, Vertex to) { m_edges.push_back({from, to}); }
    Ends addEnds() { return {addBetween(), addBetween()}; }

    template <typename Group>
    void addMember(Group& group, Vertex v, const ResourceInstanceChange& change) {
        if (group.members.empty())
            group.all = addEnds();
        const auto [in, isNew] = group.in.try_emplace(change.address.module);
        if (isNew) {
            in->second = addEnds();
            depend(in->second.out, group.all.out);
            depend(group.all.in, in->second.in);
        }
        depend(v, in->second.out);
        depend(in->second.in, v);
        group.members.emplace_back(v, &change);
    }

    // --- steps

    void addChange(const ResourceInstanceChange& change) {
        const auto config = m_byResource.find(change.address.config());
        const ConfigNode* node = config == m_byResource.end() ? nullptr : &m_config.nodes[config->second];
        const Action action = change.change.action;
        const bool isApplied = change.deposed.empty() && action != Action::Delete && action != Action::Forget &&
                               (action != Action::NoOp || (node && node->hasConditions()));
        std::optional<Vertex> applied, forgotten;
        if (isApplied)
            applied = m_applied[change.address] = add({Step::What::Applied, 0, &change, {}});
        if (forgetsObject(change))
            forgotten = add({Step::What::Forgotten, 0, &change, change.deposed});
        if (applied && forgotten)
            depend(*applied, *forgotten);
        for (const std::optional<Vertex>& step : {applied, forgotten}) {
            if (!step)
                continue;
            needProvider(*step, change);
            if (node && change.deposed.empty()) {
                addMember(m_instances[config->second], *step, change);
                ++m_instances[config->second].counts[change.address.module];
            }
        }
        // As in the reference, resources are looked up with module keys here, so only those without keys are found.
        const bool isKeyed = std::ranges::any_of(change.address.module.path,
                                                 [](const addrs::ModuleStep& step) { return !step.key.isNone(); });
        if (applied && node && !isKeyed)
            depend(*applied, static_cast<Vertex>(config->second));
        if (applied && action != Action::NoOp)
            addToClass(*applied, change, false, false, dependenciesOf(change, node));
        if (destroysObject(change))
            addDestroy(change);
    }

    void addDestroy(const ResourceInstanceChange& change) {
        const bool isReplaced = change.change.action == Action::CreateThenDelete;
        const addrs::DeposedKey deposed = isReplaced ? unusedKey(change.address) : change.deposed;
        const Vertex v = add({Step::What::Destroyed, 0, &change, deposed});
        if (change.address.resource.mode == addrs::ResourceMode::Managed)
            needProvider(v, change);
        const states::StoredObject* current = currentOf(change.address);
        const bool goesLast = !deposed.empty() || (current && current->createBeforeDestroy);
        addToClass(v, change, true, goesLast, current ? current->dependencies : addrs::ConfigResources());
        m_destroyed.push_back({v, &change, goesLast});
    }

    void needProvider(Vertex v, const ResourceInstanceChange& change) {
        if (const auto provider = m_providers.find(change.provider.config); provider != m_providers.end())
            depend(v, provider->second);
    }

    void addToClass(Vertex v, const ResourceInstanceChange& change, bool destroys, bool createBeforeDestroy,
                    addrs::ConfigResources dependencies) {
        Class wanted{change.address.config(),
                     change.provider.config,
                     destroys,
                     createBeforeDestroy,
                     std::move(dependencies),
                     {},
                     {},
                     {}};
        std::vector<Class>& classes = m_classes[wanted.resource];
        auto found = std::ranges::find_if(classes, [&](const Class& known) { return known.isLike(wanted); });
        if (found == classes.end())
            found = classes.insert(classes.end(), std::move(wanted));
        addMember(*found, v, change);
    }

    const states::StoredObject* currentOf(const addrs::AbsResourceInstance& address) const {
        const states::ResourceInstance* instance = m_plan.priorState ? m_plan.priorState->instance(address) : nullptr;
        return instance ? instance->current.get() : nullptr;
    }

    /// For existing objects from the state, for new ones from the configuration.
    addrs::ConfigResources dependenciesOf(const ResourceInstanceChange& change, const ConfigNode* node) const {
        const states::StoredObject* current = currentOf(change.address);
        return current ? current->dependencies : node ? node->dependencies : addrs::ConfigResources();
    }

    addrs::DeposedKey unusedKey(const addrs::AbsResourceInstance& address) const {
        return states::newDeposedKey(m_plan.priorState ? *m_plan.priorState : states::State(), address);
    }

    // --- edges of the configuration

    static bool isOrdered(const ConfigNode& node) {
        switch (node.kind) {
        case Kind::Variable:
        case Kind::Local:
        case Kind::Output:
        case Kind::Provider:
        case Kind::Resource:
            return true;
        case Kind::Expansion:
        case Kind::Close:
            return node.module->parent != nullptr;
        case Kind::Orphan:
        case Kind::Import:
        case Kind::Check:
        case Kind::Release:
            return false;
        }
        return false;
    }

    /// Adds the dependencies of node `i` except resources, which are found by reference.
    void connectBesidesResources(Vertex from, std::size_t i) {
        const ConfigNode& node = m_config.nodes[i];
        for (const Vertex dependency : m_config.graph.dependencies(static_cast<Vertex>(i))) {
            const ConfigNode& other = m_config[dependency];
            if (other.kind == Kind::Resource || !isOrdered(other))
                continue;
            depend(from, dependency);
            // A reference to a module depends on its outputs.
            if (other.kind == Kind::Close && node.kind != Kind::Close)
                for (const Vertex output : m_config.graph.dependencies(dependency))
                    if (m_config[output].kind == Kind::Output && m_config[output].module == other.module)
                        depend(from, output);
        }
    }

    void connectConfig() {
        for (std::size_t i = 0; i < m_config.nodes.size(); ++i) {
            if (!isOrdered(m_config.nodes[i]))
                continue;
            connectBesidesResources(static_cast<Vertex>(i), i);
            if (m_config.nodes[i].kind != Kind::Close)
                continue;
            for (const Vertex dependency : m_config.graph.dependencies(static_cast<Vertex>(i)))
                if (m_config[dependency].kind == Kind::Resource)
                    dependOnAll(static_cast<Vertex>(i), graph::index(dependency));
        }
    }

    void connectInstances(std::size_t i) { connectBesidesResources(m_instances[i].all.out, i); }

    void dependOnAll(Vertex from, std::size_t to) {
        depend(from, static_cast<Vertex>(to));
        if (!m_instances[to].members.empty())
            depend(from, m_instances[to].all.in);
    }

    /// References start at the node that expands a resource (except references to itself), and at each of its
    /// instances.
    void connectReference(const ConfigGraph::ResourceReference& reference) {
        const std::size_t from = graph::index(reference.from), to = graph::index(reference.to);
        std::vector<std::pair<Vertex, const ResourceInstanceChange*>> named;
        if (reference.key)
            for (const auto& member : m_instances[to].members)
                if (member.second->address.key == *reference.key)
                    named.push_back(member);
        if (from != to && named.empty())
            dependOnAll(reference.from, to);
        for (const auto& [v, change] : named)
            if (from != to)
                depend(reference.from, v);
        const bool perInstance = m_config.nodes[from].kind == Kind::Resource &&
                                 isPerInstance(m_config.nodes[from].resource, m_config.nodes[to].resource);
        for (const auto& [module, ends] : m_instances[from].in) {
            if (!named.empty()) {
                for (const auto& [v, change] : named)
                    if (from == to)
                        dependOnSibling(m_instances[from], module, v);
                    else if (!perInstance || change->address.module == module)
                        depend(ends.out, v);
                continue;
            }
            depend(ends.out, static_cast<Vertex>(to));
            const auto in = m_instances[to].in.find(module);
            if (!perInstance && from != to) {
                if (!m_instances[to].members.empty())
                    depend(ends.out, m_instances[to].all.in);
            } else if (in != m_instances[to].in.end() && (from != to || m_instances[to].counts.at(module) > 1)) {
                depend(ends.out, in->second.in);
            }
        }
    }

    /// Makes all other instances in the module instance depend on `to`.
    void dependOnSibling(const Instances& instances, const addrs::ModuleInstance& module, Vertex to) {
        const auto isIn = [&](Vertex v) { return m_steps[graph::index(v)].change->address.module == module; };
        for (const auto& [v, change] : instances.members)
            if (v != to && isIn(v) && isIn(to))
                depend(v, to);
    }

    // --- destroyed objects

    void connect(const Class& from, const Class& to) {
        if (!isPerInstance(from.resource, to.resource)) {
            depend(from.all.out, to.all.in);
            return;
        }
        for (const auto& [module, ends] : from.in)
            if (const auto other = to.in.find(module); other != to.in.end())
                depend(ends.out, other->second.in);
    }

    struct Link {
        const Class* from;
        const Class* to;
        bool turned; // create before destroy
    };

    /// Orders replaced objects relative to their replacements, and both relative to their dependents in the state.
    void connectDestroys() {
        if (m_destroyed.empty())
            return;
        std::vector<Link> links, crossing;
        for (const auto& [resource, classes] : m_classes) {
            for (const Class& dependent : classes) {
                for (const addrs::ConfigResource& dependency : dependent.dependencies) {
                    const auto others = m_classes.find(dependency);
                    if (others == m_classes.end())
                        continue;
                    for (const Class& other : others->second) {
                        if (dependent.destroys)
                            (m_plan.mode != plans::Mode::Destroy && other.provider != dependent.provider ? crossing
                                                                                                         : links)
                                .push_back({&other, &dependent, !other.destroys && dependent.createBeforeDestroy});
                        else if (other.destroys)
                            links.push_back({&dependent, &other, other.createBeforeDestroy});
                    }
                }
            }
        }
        keepAcyclic(links, std::move(crossing));
        for (const Link& link : links)
            link.turned ? connect(*link.to, *link.from) : connect(*link.from, *link.to);
        connectReplaced(true);
    }

    void connectReplaced(bool turn) {
        for (const auto& [v, change, goesLast] : m_destroyed)
            if (const auto applied = m_applied.find(change->address); applied != m_applied.end())
                turn&& goesLast ? depend(v, applied->second) : depend(applied->second, v);
    }

    /// Leaves out edges between objects of different providers that would close a cycle, determined before any edge is
    /// reversed. The reference does this for each object in arbitrary order.
    void keepAcyclic(std::vector<Link>& links, std::vector<Link> crossing) {
        if (crossing.empty())
            return;
        const std::size_t start = m_edges.size();
        for (const Link& link : links)
            connect(*link.from, *link.to);
        connectReplaced(false);
        const std::size_t within = m_edges.size();
        for (const Link& link : crossing)
            connect(*link.from, *link.to);
        if (graph::Graph(m_steps.size(), m_edges).cycles().empty()) {
            m_edges.resize(start);
            links.insert(links.end(), crossing.begin(), crossing.end());
            return;
        }
        m_edges.resize(within);
        for (const Link& link : crossing) {
            const std::size_t before = m_edges.size();
            connect(*link.from, *link.to);
            if (graph::Graph(m_steps.size(), m_edges).cycles().empty())
                links.push_back(link);
            else
                m_edges.resize(before);
        }
        m_edges.resize(start);
    }

    // --- cycles

    diags::Diagnostics findCycles() {
        graph::Graph graph(m_steps.size(), m_edges);
        if (graph.cycles().empty())
            return {};
        leaveUnused(graph);
        graph = graph::Graph(m_steps.size(), m_edges);
        diags::Diagnostics diagnostics;
        for (const std::vector<Vertex>& cycle : graph.cycles()) {
            if (!isTargetedCycle(graph, cycle))
                continue;
            std::string names;
            std::size_t count = 0;
            for (const Vertex v : cycle)
                if (m_steps[graph::index(v)].what != Step::What::Between)
                    names += (count++ ? ", " : "") + label(m_steps[graph::index(v)]) + argumentLabel(graph, cycle, v);
            diagnostics.error((count == 1 ? "Self reference: " : "Cycle: ") + names, {});
        }
        return diagnostics;
    }

    /// Removes named values and expansions that only the close node of their module depends on.
    void leaveUnused(const graph::Graph& graph) {
        std::vector<bool> left(m_steps.size());
        const auto needs = [&](Vertex user, Kind used) {
            const Step& step = m_steps[graph::index(user)];
            if (left[graph::index(user)] || step.what != Step::What::Config)
                return !left[graph::index(user)];
            const ConfigNode& node = m_config.nodes[step.config];
            const bool isRootOutput = node.kind == Kind::Output && !node.module->parent;
            return node.kind != Kind::Close && !(isRootOutput && (used == Kind::Expansion || used == Kind::Resource));
        };
        for (bool changed = true; std::exchange(changed, false);) {
            for (std::size_t i = 0; i < m_config.nodes.size(); ++i) {
                const ConfigNode& node = m_config.nodes[i];
                const bool isNeeded = left[i] || node.kind == Kind::Provider || node.kind == Kind::Close ||
                                      (node.kind == Kind::Output && !node.module->parent) ||
                                      std::ranges::any_of(graph.dependents(static_cast<Vertex>(i)),
                                                          [&](Vertex user) { return needs(user, node.kind); });
                if (!isNeeded)
                    left[i] = changed = true;
            }
        }
        std::erase_if(m_edges,
                      [&](const Edge& edge) { return left[graph::index(edge.from)] || left[graph::index(edge.to)]; });
    }

    /// Whether a step belongs to one of the subjects. The expansion of a resource belongs to all of its instances.
    bool isAmong(const Step& step, const std::vector<addrs::TargetSubject>& subjects) const {
        return std::ranges::any_of(subjects, [&](const addrs::TargetSubject& subject) {
            return step.change ? addrs::targetContains(subject, step.change->address)
                               : addrs::targetContains(configured(subject), m_config.nodes[step.config].resource);
        });
    }

    bool isTargetable(const Step& step) const {
        return step.change || (step.what == Step::What::Config && m_config.nodes[step.config].kind == Kind::Resource);
    }

    /// Whether a cycle is part of the targeted graph: at least one of its dependents is.
    bool isTargetedCycle(const graph::Graph& graph, const std::vector<Vertex>& cycle) const {
        if (m_plan.targets.empty() && m_plan.excludes.empty())
            return true;
        const std::vector<bool> excluded = excludedSteps(graph);
        const std::vector<bool> dependents = graph.reachable(cycle, graph::Direction::Dependents);
        for (std::size_t i = 0; i < m_steps.size(); ++i)
            if (dependents[i] && isTargetable(m_steps[i]) &&
                (m_plan.targets.empty() ? !excluded[i] : isAmong(m_steps[i], m_plan.targets)))
                return true;
        return false;
    }

    /// Excluded steps, with their dependents and those of any instance of the same resource.
    std::vector<bool> excludedSteps(const graph::Graph& graph) const {
        std::vector<Vertex> starts;
        for (std::size_t i = 0; i < m_steps.size(); ++i) {
            if (!isTargetable(m_steps[i]) || !isAmong(m_steps[i], m_plan.excludes))
                continue;
            if (m_steps[i].change || isExcludedWhole(m_config.nodes[i].resource)) {
                starts.push_back(static_cast<Vertex>(i));
                continue;
            }
            for (const Vertex dependent : graph.dependents(static_cast<Vertex>(i)))
                if (const Step& step = m_steps[graph::index(dependent)];
                    step.what != Step::What::Between &&
                    !(step.change && step.change->address.config() == m_config.nodes[i].resource))
                    starts.push_back(dependent);
        }
        return graph.reachable(starts, graph::Direction::Dependents);
    }

    bool isExcludedWhole(const addrs::ConfigResource& resource) const {
        return std::ranges::any_of(m_plan.excludes, [&](const addrs::TargetSubject& subject) {
            return addrs::targetContains(subject, resource);
        });
    }

    /// The suffix for a variable's label if the cycle goes through its module call argument.
    std::string argumentLabel(const graph::Graph& graph, const std::vector<Vertex>& cycle, Vertex vertex) const {
        const Step& step = m_steps[graph::index(vertex)];
        if (step.what != Step::What::Config || m_config.nodes[step.config].kind != Kind::Variable)
            return {};
        const ConfigNode& variable = m_config.nodes[step.config];
        const bool isArgument = std::ranges::any_of(graph.dependencies(vertex), [&](Vertex v) {
            const Step& other = m_steps[graph::index(v)];
            return std::ranges::find(cycle, v) != cycle.end() &&
                   (other.what != Step::What::Config || takesArgumentFrom(variable, m_config.nodes[other.config]));
        });
        return isArgument ? ", " + argumentLabelOf(variable) : std::string();
    }

    std::string label(const Step& step) const {
        const auto object = [&](const char* what) {
            return step.change->address.toString() + (step.deposed.empty()
                                                          ? fmt::format(" ({})", what)
                                                          : fmt::format(" ({} deposed {})", what, step.deposed));
        };
        switch (step.what) {
        case Step::What::Config: {
            const ConfigNode& node = m_config.nodes[step.config];
            return labelOf(node) + (node.kind == Kind::Resource ? " (expand)" : "");
        }
        case Step::What::Applied:
            return step.change->address.toString();
        case Step::What::Forgotten:
            return object("forget");
        case Step::What::Destroyed:
            return object("destroy");
        case Step::What::Between:
            return {};
        }
        return {};
    }

    struct Destroyed {
        Vertex v;
        const ResourceInstanceChange* change;
        bool goesLast;
    };

    const ConfigGraph& m_config;
    const plans::Plan& m_plan;
    std::vector<Step> m_steps; // configuration steps first, with the same indexes as the nodes
    std::vector<Edge> m_edges;
    std::map<addrs::ConfigResource, std::size_t> m_byResource;
    std::map<addrs::AbsProviderConfig, Vertex> m_providers;
    std::vector<Instances> m_instances; // by configuration node
    std::map<addrs::AbsResourceInstance, Vertex> m_applied;
    std::map<addrs::ConfigResource, std::vector<Class>> m_classes;
    std::vector<Destroyed> m_destroyed;
};

bool isRemoved(const plans::ResourceInstanceChangePtr& change) {
    return destroysObject(*change) || forgetsObject(*change);
}

} // namespace

diags::Diagnostics reportApplyCycles(const ConfigGraph& config, const plans::Plan& plan) {
    return CycleFinder(config, plan).report();
}

diags::Diagnostics checkApplyGraph(const configs::Config& config, const plans::Plan& plan) {
    if (std::ranges::none_of(plan.changes.resources(), isRemoved))
        return {};
    plans::Schemas schemas = plan.schemas;
    const diags::Result<ConfigGraph> graph =
        buildConfigGraph(config, {.schemas = &schemas, .state = plan.priorState.get(), .changes = &plan.changes});
    return graph.value ? reportApplyCycles(*graph.value, plan) : graph.diagnostics;
}

diags::Diagnostics checkDestroyGraph(const std::shared_ptr<const states::State>& state,
                                     const std::vector<addrs::TargetSubject>& targets,
                                     const std::vector<addrs::TargetSubject>& excludes) {
    plans::Plan everything;
    everything.mode = plans::Mode::Destroy;
    everything.priorState = state;
    everything.targets = targets;
    everything.excludes = excludes;
    for (const auto& [address, resource] : state->resources()) {
        for (const auto& [key, instance] : resource.instances) {
            if (!instance.current)
                continue;
            ResourceInstanceChange change;
            change.address = change.previousAddress = address.instance(key);
            change.provider = {resource.provider, instance.providerKey};
            change.change.action = Action::Delete;
            everything.changes.add(std::make_shared<const ResourceInstanceChange>(std::move(change)));
        }
    }
    return reportApplyCycles({}, everything);
}

} // namespace planlens::engine

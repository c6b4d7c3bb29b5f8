// SPDX-License-Identifier: MPL-2.0
#include "core/engine/graphs/apply_steps.h"

#include "core/engine/graphs/destroy_selection.h"
#include "core/graph/acyclic_edges.h"
#include "core/plans/plan.h"

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

/// Represents a group of vertices in edges, so that their number is linear: the group's vertices depend on `out`, and
/// `in` depends on them.
struct Ends {
    Vertex out, in;
};

/// Steps of one resource that have the same order relative to all other steps.
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

/// As in OpenTofu, objects in different instances of one module are ordered independently.
bool isPerInstance(const addrs::ConfigResource& a, const addrs::ConfigResource& b) {
    return a.module == b.module && !a.module.isRoot();
}

class StepsBuilder {
public:
    StepsBuilder(const ConfigGraph& config, const plans::Plan& plan)
        : m_config(config)
        , m_plan(plan) {}

    ApplySteps build() {
        for (std::size_t i = 0; i < m_config.nodes.size(); ++i) {
            const ConfigNode& node = m_config.nodes[i];
            add({ApplyStep::Kind::Config, i, nullptr, {}});
            if (node.kind == Kind::Resource)
                m_byResource.emplace(node.resource, i);
            if (node.kind == Kind::Provider)
                m_providers.emplace(node.provider, static_cast<Vertex>(i));
            if ((node.kind == Kind::Expansion || node.kind == Kind::Close) && node.module->parent)
                (node.kind == Kind::Close ? m_closes : m_expansions).emplace(node.module->path, static_cast<Vertex>(i));
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
        connectNestedData();
        forceCreateBeforeDestroy();
        connectDestroys();
        graph::Graph graph(m_steps.size(), m_edges);
        return {std::move(m_steps), std::move(graph)};
    }

private:
    /// The applied and forgotten instances of a configured resource.
    struct Instances {
        Ends all;
        std::map<addrs::ModuleInstance, Ends> in;
        std::vector<std::pair<Vertex, const ResourceInstanceChange*>> members;
        std::map<addrs::ModuleInstance, std::size_t> counts;
    };

    Vertex add(ApplyStep step) {
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
            applied = m_applied[change.address] = add({ApplyStep::Kind::Applied, 0, &change, {}});
        if (forgetsObject(change))
            forgotten = add({ApplyStep::Kind::Forgotten, 0, &change, change.deposed});
        if (applied && forgotten)
            depend(*applied, *forgotten);
        if (applied)
            m_steps[graph::index(*applied)].createBeforeDestroy =
                action == Action::CreateThenDelete || (node && node->createBeforeDestroy);
        for (const std::optional<Vertex>& step : {applied, forgotten}) {
            if (!step)
                continue;
            needProvider(*step, change);
            if (node && change.deposed.empty()) {
                addMember(m_instances[config->second], *step, change);
                ++m_instances[config->second].counts[change.address.module];
            } else {
                connectModule(*step, change.address.module.module());
            }
        }
        // As in OpenTofu, resources are looked up with module keys here, so only those without keys are found.
        const bool isKeyed = std::ranges::any_of(change.address.module.path,
                                                 [](const addrs::ModuleStep& step) { return !step.key.isNone(); });
        if (applied && node && !isKeyed)
            depend(*applied, static_cast<Vertex>(config->second));
        if (applied && action != Action::NoOp)
            addToClass(*applied, change, false, false, dependenciesOf(change, node));
        if (destroysObject(change))
            addDestroy(change);
    }

    /// Connects an object without a configured resource, or a deposed object, to the expansion of its module.
    void connectModule(Vertex v, const addrs::Module& module) {
        const auto expansion = m_expansions.find(module);
        if (expansion == m_expansions.end())
            return;
        depend(v, expansion->second);
        depend(m_closes.at(module), v);
    }

    void addDestroy(const ResourceInstanceChange& change) {
        const bool isReplaced = change.change.action == Action::CreateThenDelete;
        const addrs::DeposedKey deposed = isReplaced ? unusedKey(change.address) : change.deposed;
        const Vertex v = add({ApplyStep::Kind::Destroyed, 0, &change, deposed});
        if (change.address.resource.mode == addrs::ResourceMode::Managed)
            needProvider(v, change);
        if (const auto config = m_byResource.find(change.address.config()); config != m_byResource.end())
            for (const Vertex reference : preventDestroyReferences(m_config, static_cast<Vertex>(config->second)))
                if (m_config[reference].kind != Kind::Expansion)
                    depend(v, reference);
        const states::StoredObject* current = currentOf(change.address);
        const bool goesLast = !deposed.empty() || (current && current->createBeforeDestroy);
        m_steps[graph::index(v)].createBeforeDestroy = goesLast;
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

    /// Returns the dependencies: for existing objects from the state, for new ones from the configuration.
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
        case Kind::Check:
            return true;
        case Kind::Expansion:
        case Kind::Close:
            return node.module->parent != nullptr;
        case Kind::Orphan:
        case Kind::Deposed:
        case Kind::Import:
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
            if (m_config.nodes[i].kind != Kind::Close && m_config.nodes[i].kind != Kind::Check)
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

    /// Connects a reference from the node that expands a resource (except references to itself), and from each of its
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

    /// Makes data sources in check blocks wait for all managed instances.
    void connectNestedData() {
        std::vector<Vertex> nested, managed;
        for (const auto& [address, v] : m_applied) {
            const auto config = m_byResource.find(address.config());
            if (address.resource.mode == addrs::ResourceMode::Managed)
                managed.push_back(v);
            else if (config != m_byResource.end() && !m_config.nodes[config->second].resourceConfig->container.empty())
                nested.push_back(v);
        }
        if (nested.empty())
            return;
        const Vertex start = add({ApplyStep::Kind::CheckStart, 0, nullptr, {}});
        for (const Vertex v : managed)
            depend(start, v);
        for (const Vertex v : nested)
            depend(v, start);
    }

    /// Everything that a step with create_before_destroy depends on is applied so, too, as in OpenTofu before destroyed
    /// objects are ordered.
    void forceCreateBeforeDestroy() {
        std::vector<Vertex> starts;
        for (std::size_t i = 0; i < m_steps.size(); ++i)
            if (m_steps[i].createBeforeDestroy)
                starts.push_back(static_cast<Vertex>(i));
        if (starts.empty())
            return;
        const std::vector<bool> forced =
            graph::Graph(m_steps.size(), m_edges).reachable(starts, graph::Direction::Dependencies);
        for (std::size_t i = 0; i < m_steps.size(); ++i)
            if (forced[i] && m_steps[i].kind == ApplyStep::Kind::Applied)
                m_steps[i].createBeforeDestroy = true;
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
                            (m_plan.options.mode != plans::Mode::Destroy && other.provider != dependent.provider
                                 ? crossing
                                 : links)
                                .push_back({&other, &dependent, !other.destroys && dependent.createBeforeDestroy});
                        else if (other.destroys)
                            links.push_back({&dependent, &other, other.createBeforeDestroy});
                    }
                }
            }
        }
        const std::vector<Fan> fans = keepAcyclic(links, crossing);
        for (const Fan& fan : fans)
            for (const Vertex v : fan.edges.from)
                fan.link->turned ? depend(fan.turnedTo, v) : depend(v, fan.edges.to);
        for (const Link& link : links)
            link.turned ? connect(*link.to, *link.from) : connect(*link.from, *link.to);
        connectReplaced(true);
    }

    void connectReplaced(bool turn) {
        for (const auto& [v, change, goesLast] : m_destroyed)
            if (const auto applied = m_applied.find(change->address); applied != m_applied.end())
                turn&& goesLast ? depend(v, applied->second) : depend(applied->second, v);
    }

    /// The edges of a link between objects of different providers, from each member of its first class.
    struct Fan {
        const Link* link;
        Vertex turnedTo; // on which the members depend if the link is turned
        graph::Fan edges;
    };
    static std::vector<Fan> fansOf(const Link& link) {
        std::vector<Fan> fans;
        const auto add = [&](const Ends& to) -> graph::Fan& {
            return fans.emplace_back(Fan{&link, to.out, {to.in, {}}}).edges;
        };
        if (!isPerInstance(link.from->resource, link.to->resource)) {
            graph::Fan& all = add(link.to->all);
            for (const auto& [v, change] : link.from->members)
                all.from.push_back(v);
            return fans;
        }
        std::map<addrs::ModuleInstance, std::size_t> known;
        for (const auto& [v, change] : link.from->members) {
            const addrs::ModuleInstance& module = change->address.module;
            const auto in = link.to->in.find(module);
            if (in == link.to->in.end())
                continue;
            const auto [fan, isNew] = known.try_emplace(module, fans.size());
            if (isNew)
                add(in->second);
            fans[fan->second].edges.from.push_back(v);
        }
        return fans;
    }

    /// Returns edges between objects of different providers, except those that would close a cycle, determined before
    /// any edge is reversed. OpenTofu tries them in arbitrary order.
    std::vector<Fan> keepAcyclic(const std::vector<Link>& links, const std::vector<Link>& crossing) {
        if (crossing.empty())
            return {};
        const std::size_t start = m_edges.size();
        for (const Link& link : links)
            connect(*link.from, *link.to);
        connectReplaced(false);
        std::vector<Fan> fans;
        for (const Link& link : crossing)
            std::ranges::move(fansOf(link), std::back_inserter(fans));
        std::vector<graph::Fan> tried;
        for (const Fan& fan : fans)
            tried.push_back(fan.edges);
        std::vector<std::vector<Vertex>> kept = graph::withoutCycles(m_steps.size(), m_edges, tried);
        for (std::size_t i = 0; i < fans.size(); ++i)
            fans[i].edges.from = std::move(kept[i]);
        m_edges.resize(start);
        return fans;
    }

    struct Destroyed {
        Vertex v;
        const ResourceInstanceChange* change;
        bool goesLast;
    };

    const ConfigGraph& m_config;
    const plans::Plan& m_plan;
    std::vector<ApplyStep> m_steps;
    std::vector<Edge> m_edges;
    std::map<addrs::ConfigResource, std::size_t> m_byResource;
    std::map<addrs::AbsProviderConfig, Vertex> m_providers;
    std::map<addrs::Module, Vertex> m_expansions, m_closes; // except the root module
    std::vector<Instances> m_instances;                     // by configuration node
    std::map<addrs::AbsResourceInstance, Vertex> m_applied;
    std::map<addrs::ConfigResource, std::vector<Class>> m_classes;
    std::vector<Destroyed> m_destroyed;
};

} // namespace

ApplySteps buildApplySteps(const ConfigGraph& config, const plans::Plan& plan) {
    return StepsBuilder(config, plan).build();
}

} // namespace planlens::engine

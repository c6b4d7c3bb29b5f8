// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/engine/graphs/config_graph.h"

#include <algorithm>
#include <map>

namespace planlens::engine {

namespace {

using addrs::TargetSubject;
using graph::Direction;
using graph::Vertex;
using Kind = ConfigNode::Kind;

/// Whether the node represents all instances of a resource, as in OpenTofu.
bool isResource(const ConfigNode& node) {
    return node.kind == Kind::Resource || node.kind == Kind::Import;
}

bool anyContains(const std::vector<TargetSubject>& targets, const addrs::ConfigResource& resource) {
    return std::ranges::any_of(targets,
                               [&](const TargetSubject& target) { return addrs::targetContains(target, resource); });
}

class Selector {
public:
    Selector(ConfigGraph& graph, const std::vector<TargetSubject>& targets, const std::vector<TargetSubject>& excludes)
        : m_graph(graph)
        , m_targets(targets)
        , m_excludes(excludes)
        , m_isBehindExcluded(graph.nodes.size()) {
        for (const std::vector<TargetSubject>* list : {&targets, &excludes})
            for (const TargetSubject& subject : *list)
                m_configured.push_back(configured(subject));
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            const ConfigNode& node = graph.nodes[i];
            const auto v = static_cast<Vertex>(i);
            if (node.kind == Kind::Provider)
                m_providers.emplace(node.provider, v);
            else if (node.kind == Kind::Expansion && node.module->parent)
                m_modules[node.module->path].expansion = v;
            else if (node.kind == Kind::Close && node.module->parent)
                m_modules[node.module->path].close = v;
        }
    }

    /// Adds the objects in the state that are separate nodes in OpenTofu: those of resources without configuration, and
    /// deposed objects. Nothing refers to them, but the close node of their module depends on them.
    void addObjects(const configs::Config& config, const states::State& state) {
        std::map<std::pair<addrs::ConfigResource, addrs::AbsProviderConfig>, std::size_t> nodes;
        for (std::size_t i = 0; i < m_graph.nodes.size(); ++i)
            if (const ConfigNode& node = m_graph.nodes[i]; node.kind == Kind::Orphan)
                nodes.emplace(std::pair(node.resource, node.provider), i);
            else if (node.kind == Kind::Deposed)
                nodes.emplace(std::pair(node.resource, addrs::AbsProviderConfig()), i);
        for (const auto& [address, resource] : state.resources()) {
            const bool isConfigured = config.resource(address.config());
            const auto node = nodes.find({address.config(), isConfigured ? addrs::AbsProviderConfig()
                                                                         : orphanProvider(config, resource.provider)});
            if (node == nodes.end())
                continue;
            for (const auto& [key, instance] : resource.instances)
                if (!instance.deposed.empty() || (instance.current && !isConfigured))
                    m_objects.push_back({address.instance(key), node->second});
        }
    }

    void select() {
        m_graph.selection.assign(m_graph.nodes.size(), Selection::None);
        if (m_targets.empty())
            findExcluded();
        std::vector<Vertex> starts;
        for (std::size_t i = 0; i < m_graph.nodes.size(); ++i)
            if (isResource(m_graph.nodes[i]) && isNamed(i)) {
                m_graph.selection[i] = Selection::Filtered;
                starts.push_back(static_cast<Vertex>(i));
            }
        for (Object& object : m_objects)
            if (object.isSelected = isNamed(object); object.isSelected)
                for (const Vertex dependency : dependenciesOf(object))
                    starts.push_back(dependency);
        addReachable(starts);
        for (Object& object : m_objects)
            if (const Module* module = moduleOf(object); module && isSelected(module->close))
                object.isSelected = true;
        addReachable(completeValues());
        selectObjectNodes();
    }

private:
    struct Module {
        Vertex expansion, close;
    };
    struct Object {
        addrs::AbsResourceInstance address;
        std::size_t node;
        bool isSelected = false;
    };

    bool isSelected(Vertex v) const { return m_graph.selection[graph::index(v)] != Selection::None; }

    const Module* moduleOf(const Object& object) const {
        const auto found = m_modules.find(object.address.module.module());
        return found == m_modules.end() ? nullptr : &found->second;
    }

    std::vector<Vertex> dependenciesOf(const Object& object) const {
        std::vector<Vertex> found;
        if (const Module* module = moduleOf(object))
            found.push_back(module->expansion);
        if (const auto provider = m_providers.find(m_graph.nodes[object.node].provider);
            provider != m_providers.end() && object.address.resource.mode == addrs::ResourceMode::Managed)
            found.push_back(provider->second);
        return found;
    }

    /// Whether a target contains the resource of a node, or no exclusion affects it.
    bool isNamed(std::size_t node) const {
        const addrs::ConfigResource& resource = m_graph.nodes[node].resource;
        return m_targets.empty() ? !anyContains(m_excludes, resource) && !m_isBehindExcluded[node]
                                 : anyContains(m_configured, resource);
    }

    bool isNamed(const Object& object) const {
        const std::vector<Vertex> dependencies = dependenciesOf(object);
        return isTargeted(object.address, m_targets, m_excludes) &&
               std::ranges::none_of(dependencies, [&](Vertex v) { return bool(m_isBehindExcluded[graph::index(v)]); });
    }

    /// Finds the dependents of all resources and objects with an excluded instance.
    void findExcluded() {
        std::vector<Vertex> dependents;
        for (std::size_t i = 0; i < m_graph.nodes.size(); ++i)
            if (isResource(m_graph.nodes[i]) && anyContains(m_configured, m_graph.nodes[i].resource))
                std::ranges::copy(m_graph.graph.dependents(static_cast<Vertex>(i)), std::back_inserter(dependents));
        for (const Object& object : m_objects)
            if (const Module* module = moduleOf(object); module && !isTargeted(object.address, {}, m_excludes))
                dependents.push_back(module->close);
        m_isBehindExcluded = m_graph.graph.reachable(dependents, Direction::Dependents);
    }

    void addReachable(const std::vector<Vertex>& starts) {
        const std::vector<bool> reached = m_graph.graph.reachable(starts, Direction::Dependencies);
        for (std::size_t i = 0; i < reached.size(); ++i)
            if (reached[i] && m_graph.selection[i] == Selection::None)
                m_graph.selection[i] = Selection::Whole;
    }

    /// Selects root outputs and variables with validations if all resources and objects they depend on are selected.
    std::vector<Vertex> completeValues() const {
        std::vector<bool> hasKept(m_graph.nodes.size()), hasLeft(m_graph.nodes.size());
        for (const bool isKept : {true, false}) {
            std::vector<Vertex> starts;
            for (std::size_t i = 0; i < m_graph.nodes.size(); ++i)
                if (isResource(m_graph.nodes[i]) && isSelected(static_cast<Vertex>(i)) == isKept)
                    std::ranges::copy(m_graph.graph.dependents(static_cast<Vertex>(i)), std::back_inserter(starts));
            for (const Object& object : m_objects)
                if (const Module* module = moduleOf(object); module && object.isSelected == isKept)
                    starts.push_back(module->close);
            (isKept ? hasKept : hasLeft) = m_graph.graph.reachable(starts, Direction::Dependents);
        }
        std::vector<Vertex> values;
        for (std::size_t i = 0; i < m_graph.nodes.size(); ++i) {
            const ConfigNode& node = m_graph.nodes[i];
            if ((node.isRootOutput() || node.isValidated()) && hasKept[i] && !hasLeft[i])
                values.push_back(static_cast<Vertex>(i));
        }
        return values;
    }

    /// Nodes of objects that are only in the state are selected if any of the objects is.
    void selectObjectNodes() {
        for (std::size_t i = 0; i < m_graph.nodes.size(); ++i)
            if (m_graph.nodes[i].kind == Kind::Orphan || m_graph.nodes[i].kind == Kind::Deposed)
                m_graph.selection[i] = Selection::None;
        for (const Object& object : m_objects)
            if (Selection& selection = m_graph.selection[object.node]; object.isSelected)
                selection = isTargeted(object.address, m_targets, m_excludes) && selection != Selection::Whole
                                ? Selection::Filtered
                                : Selection::Whole;
    }

    ConfigGraph& m_graph;
    const std::vector<TargetSubject>&m_targets, &m_excludes;
    std::vector<TargetSubject> m_configured;   // without instance keys
    std::map<addrs::Module, Module> m_modules; // except the root module
    std::map<addrs::AbsProviderConfig, Vertex> m_providers;
    std::vector<Object> m_objects;
    std::vector<bool> m_isBehindExcluded;
};

} // namespace

TargetSubject configured(const TargetSubject& target) {
    if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&target))
        return instance->config();
    if (const auto* resource = std::get_if<addrs::AbsResource>(&target))
        return resource->config();
    if (const auto* module = std::get_if<addrs::ModuleInstance>(&target))
        return module->module();
    return target;
}

void selectTargeted(ConfigGraph& graph, const configs::Config& config, const states::State* state,
                    const std::vector<TargetSubject>& targets, const std::vector<TargetSubject>& excludes) {
    if (targets.empty() && excludes.empty()) {
        graph.selection.assign(graph.nodes.size(), Selection::Whole);
        return;
    }
    Selector selector(graph, targets, excludes);
    if (state)
        selector.addObjects(config, *state);
    selector.select();
}

bool isTargeted(const addrs::AbsResourceInstance& instance, const std::vector<TargetSubject>& targets,
                const std::vector<TargetSubject>& excludes) {
    const auto contains = [&](const TargetSubject& target) { return addrs::targetContains(target, instance); };
    if (!targets.empty())
        return std::any_of(targets.begin(), targets.end(), contains);
    return std::none_of(excludes.begin(), excludes.end(), contains);
}

} // namespace planlens::engine

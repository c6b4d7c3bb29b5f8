// SPDX-License-Identifier: MPL-2.0
#include "core/engine/graphs/config_dependencies.h"

#include "core/addrs/reference.h"
#include "core/schemas/decode.h"

#include <algorithm>
#include <set>

namespace planlens::engine {

namespace {

using configs::ModuleNode;
using graph::Vertex;
using hcl::Traversal;
using Kind = ConfigNode::Kind;

class Dependencies {
public:
    Dependencies(ConfigGraph& graph, const ConfigVertices& vertices, const plans::Schemas* schemas)
        : m_graph(graph)
        , m_vertices(vertices)
        , m_schemas(schemas) {}

    /// Determines the resources that each node depends on, as ranks in text order. One pass in dependency order; nodes
    /// with equal lists share them.
    void attachDependencies() {
        std::vector<std::pair<std::string, std::size_t>> byText;
        for (std::size_t i = 0; i < m_graph.nodes.size(); ++i)
            if (m_graph.nodes[i].kind == Kind::Resource || m_graph.nodes[i].kind == Kind::Orphan)
                byText.emplace_back(m_graph.nodes[i].resource.toString(), i);
        std::ranges::sort(byText);
        std::vector<std::uint32_t> rank(m_graph.nodes.size());
        for (const auto& [text, i] : byText) {
            rank[i] = static_cast<std::uint32_t>(m_byRank.size());
            m_byRank.push_back(i);
        }

        m_behind.resize(m_graph.nodes.size());
        const auto order = m_graph.graph.topologicalOrder();
        for (const Vertex v : *order) {
            if (m_graph[v].kind == Kind::Close && !m_graph[v].module->parent)
                continue; // it depends on everything, and its list is not used
            std::vector<std::uint32_t> own;
            std::vector<Ranks> lists;
            for (const Vertex dependency : m_graph.graph.dependencies(v)) {
                const std::size_t d = graph::index(dependency);
                if (m_behind[d])
                    lists.push_back(m_behind[d]);
                if (m_graph.nodes[d].kind == Kind::Resource || m_graph.nodes[d].kind == Kind::Orphan)
                    own.push_back(rank[d]);
            }
            std::ranges::sort(lists);
            lists.erase(std::ranges::unique(lists).begin(), lists.end());
            if (own.empty() && lists.size() <= 1) {
                m_behind[graph::index(v)] = lists.empty() ? nullptr : lists.front();
                continue;
            }
            for (const Ranks& list : lists)
                own.insert(own.end(), list->begin(), list->end());
            std::ranges::sort(own);
            own.erase(std::ranges::unique(own).begin(), own.end());
            m_behind[graph::index(v)] = std::make_shared<const std::vector<std::uint32_t>>(std::move(own));
        }

        for (std::size_t i = 0; i < m_graph.nodes.size(); ++i)
            if (m_graph.nodes[i].kind == Kind::Resource || m_graph.nodes[i].kind == Kind::Import)
                m_graph.nodes[i].dependencies = resourcesBehind(static_cast<Vertex>(i));
    }

    /// Collects depends_on of the resource and its enclosing modules, and the managed resources to which its block
    /// refers directly.
    void attachReadDependsOn() {
        for (ConfigNode& node : m_graph.nodes) {
            if (node.kind != Kind::Resource || node.resource.resource.mode == addrs::ResourceMode::Managed)
                continue;
            Found found;
            addOfModules(found, *node.module);
            for (const Traversal& traversal : node.resourceConfig->dependsOn)
                if (const auto reference = addrs::parseReference(traversal); reference.isOk())
                    addNamed(found, *node.module, reference->subject);
            for (const Traversal& traversal : traversalsOf(node)) {
                const auto reference = addrs::parseReference(traversal);
                if (!reference.isOk())
                    continue;
                const auto* instance = std::get_if<addrs::ResourceInstance>(&reference->subject);
                const auto* resource =
                    instance ? &instance->resource : std::get_if<addrs::Resource>(&reference->subject);
                if (resource && resource->mode == addrs::ResourceMode::Managed)
                    addNamed(found, *node.module, *resource);
            }
            node.readDependsOn.assign(found.begin(), found.end());
        }
    }

private:
    using Ranks = std::shared_ptr<const std::vector<std::uint32_t>>;
    using Found = std::set<addrs::ConfigResource>;

    addrs::ConfigResources resourcesBehind(Vertex v) {
        const Ranks& ranks = m_behind[graph::index(v)];
        if (!ranks)
            return {};
        addrs::ConfigResources& result = m_resolved[ranks];
        if (result.empty()) {
            std::vector<addrs::ConfigResource> list;
            list.reserve(ranks->size());
            for (const std::uint32_t r : *ranks)
                if (const addrs::ConfigResource& one = m_graph.nodes[m_byRank[r]].resource;
                    list.empty() || list.back() != one)
                    list.push_back(one);
            result = std::move(list);
        }
        return result;
    }

    /// Returns the vertex of a depends_on entry. As in OpenTofu, entries with an instance key have none.
    std::optional<Vertex> vertexOf(const ModuleNode& module, const addrs::Referenceable& subject) const {
        const ModuleVertices& vertices = m_vertices.modules.at(&module);
        const auto in = [](const auto& map, const auto& key) {
            const auto found = map.find(key);
            return found == map.end() ? std::nullopt : std::optional(found->second);
        };
        if (const auto* resource = std::get_if<addrs::Resource>(&subject))
            return in(vertices.resources, *resource);
        if (const auto* variable = std::get_if<addrs::InputVariable>(&subject))
            return in(vertices.variables, variable->name);
        if (const auto* local = std::get_if<addrs::LocalValue>(&subject))
            return in(vertices.locals, local->name);
        if (const auto* call = std::get_if<addrs::ModuleCall>(&subject))
            if (const ModuleNode* child = module.child(call->name))
                return m_vertices.modules.at(child).close;
        if (const auto* output = std::get_if<addrs::ModuleCallInstanceOutput>(&subject); output && output->key.isNone())
            if (const ModuleNode* child = module.child(output->name))
                return in(m_vertices.modules.at(child).outputs, output->output);
        return {};
    }

    void addBehind(Found& found, Vertex v) {
        const addrs::ConfigResources behind = resourcesBehind(v);
        found.insert(behind.begin(), behind.end());
    }

    /// Adds a named resource, or the resources that another named object depends on.
    void addNamed(Found& found, const ModuleNode& module, const addrs::Referenceable& subject) {
        const std::optional<Vertex> v = vertexOf(module, subject);
        if (v && m_graph[*v].kind == Kind::Resource)
            found.insert(m_graph[*v].resource);
        else if (v)
            addBehind(found, *v);
    }

    /// Adds the depends_on entries of module calls, with everything that the named objects depend on.
    void addOfModules(Found& found, const ModuleNode& innermost) {
        for (const ModuleNode* module = &innermost; module->parent; module = module->parent) {
            for (const Traversal& traversal :
                 module->parent->module.moduleCalls.at(module->path.path.back()).dependsOn) {
                const auto reference = addrs::parseReference(traversal);
                if (!reference.isOk())
                    continue;
                addNamed(found, *module->parent, reference->subject);
                if (const std::optional<Vertex> v = vertexOf(*module->parent, reference->subject))
                    addBehind(found, *v);
            }
        }
    }

    /// Returns the references of a data source or ephemeral resource without its conditions. With conditions, all
    /// dependencies count.
    std::vector<Traversal> traversalsOf(const ConfigNode& node) const {
        const configs::Resource& config = *node.resourceConfig;
        std::vector<Traversal> found = config.dependsOn;
        const auto add = [&found](const hcl::ExpressionPtr& expression) {
            if (expression)
                std::ranges::move(expression->variables(), std::back_inserter(found));
        };
        add(config.count);
        add(config.forEach);
        add(config.enabled);
        if (config.providerRef)
            add(config.providerRef->keyExpression);
        const auto schema =
            m_schemas ? plans::resourceSchema(*m_schemas, node.provider.provider, node.resource.resource) : nullptr;
        if (schema)
            std::ranges::move(schemas::variablesInBody(config.config, schema->block), std::back_inserter(found));
        return found;
    }

    ConfigGraph& m_graph;
    const ConfigVertices& m_vertices;
    const plans::Schemas* const m_schemas;
    std::vector<std::size_t> m_byRank;
    std::vector<Ranks> m_behind;
    std::map<Ranks, addrs::ConfigResources> m_resolved;
};

} // namespace

void attachDependencies(ConfigGraph& graph, const ConfigVertices& vertices, const plans::Schemas* schemas) {
    Dependencies dependencies(graph, vertices, schemas);
    dependencies.attachDependencies();
    dependencies.attachReadDependsOn();
}

} // namespace planlens::engine

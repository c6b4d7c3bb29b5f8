// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/reference.h"
#include "core/engine/graphs/config_graph.h"

#include <unordered_map>

namespace planlens::engine {

/// The vertices of one module by name.
struct ModuleVertices {
    std::unordered_map<std::string, graph::Vertex> variables, locals, outputs;
    std::unordered_map<addrs::Resource, graph::Vertex> resources;
    graph::Vertex expansion{}, close{};
};

/// The vertices of a configuration, for finding its edges.
struct ConfigVertices {
    const configs::Config& config;
    const plans::Schemas* schemas; // null: not available
    std::vector<ConfigNode>& nodes;
    std::unordered_map<const configs::ModuleNode*, ModuleVertices> modules;
    std::unordered_map<const configs::Resource*, configs::ResolvedProvider> providerKeys; // only those with keys
    std::vector<std::pair<const configs::ModuleNode*, graph::Vertex>> checks;
    std::vector<graph::Vertex> generated; // imports
    bool keepsReferences = false;
};

/// Finds the dependencies of configuration objects. Several instances may work on different objects in parallel: each
/// only writes the nodes of its own objects.
class ConfigEdges {
public:
    explicit ConfigEdges(ConfigVertices& vertices)
        : m_in(vertices) {}

    std::vector<graph::Edge> list;
    /// Calls of provider functions. Some provider configurations only have a node because of these.
    std::vector<std::pair<graph::Vertex, configs::ResolvedProvider>> providerUses;
    std::vector<ConfigGraph::ResourceReference> references; // only if keepsReferences is set
    /// Errors for calls of functions whose provider the module does not require.
    diags::Diagnostics unknownProviders;

    void depend(graph::Vertex from, const configs::ModuleNode& module, const hcl::ExpressionPtr& expression);
    void depend(graph::Vertex from, const configs::ModuleNode& module, const hcl::BodyPtr& body);
    /// Adds the edges of everything in a module except resources.
    void connect(const configs::ModuleNode& module);
    void connectResource(graph::Vertex v);

private:
    void depend(graph::Vertex from, const configs::ModuleNode& module, const hcl::Traversal& traversal);
    void depend(graph::Vertex from, const configs::ModuleNode& module, const addrs::Referenceable& subject);
    void depend(graph::Vertex from, const configs::ModuleNode& module,
                const std::vector<hcl::FunctionReference>& functions);
    void depend(graph::Vertex from, const configs::ModuleNode& module, const std::vector<hcl::Traversal>& traversals);
    void depend(graph::Vertex from, const configs::ModuleNode& module, const std::vector<configs::CheckRule>& rules);
    void connectCall(const configs::ModuleNode& module);
    void add(graph::Vertex from, graph::Vertex to) { list.push_back({from, to}); }

    ConfigVertices& m_in;
};

} // namespace planlens::engine

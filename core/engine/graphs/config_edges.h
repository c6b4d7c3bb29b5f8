// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/reference.h"
#include "core/engine/graphs/config_graph.h"

#include <unordered_map>

namespace planlens::engine {

/// The nodes of one module by what they are called.
struct ModuleVertices {
    std::unordered_map<std::string, graph::Vertex> variables, locals, outputs;
    std::unordered_map<addrs::Resource, graph::Vertex> resources;
    graph::Vertex expansion{}, close{};
};

/// The nodes of a configuration, by which its edges are found.
struct ConfigVertices {
    const configs::Config& config;
    const plans::Schemas* schemas; // null: none
    std::vector<ConfigNode>& nodes;
    std::unordered_map<const configs::ModuleNode*, ModuleVertices> modules;
    std::unordered_map<const configs::Resource*, configs::Config::ResolvedProvider> providerKeys; // where there is one
    std::vector<std::pair<const configs::ModuleNode*, graph::Vertex>> checks;
    std::vector<graph::Vertex> generated; // imports
    bool keepsReferences = false;
};

/// What a part of the configuration depends on. Parts are looked at side by side, by several of these: no more is
/// written than the nodes of the part.
class ConfigEdges {
public:
    explicit ConfigEdges(ConfigVertices& vertices)
        : m_in(vertices) {}

    std::vector<graph::Edge> list;
    /// Functions of providers that are called. Their configuration may get a node only for that.
    std::vector<std::pair<graph::Vertex, configs::Config::ResolvedProvider>> providerUses;
    std::vector<ConfigGraph::ResourceReference> references; // if they are kept
    /// Errors: calls of functions whose provider the module does not require.
    diags::Diagnostics unknownProviders;

    void depend(graph::Vertex from, const configs::ModuleNode& module, const hcl::ExpressionPtr& expression);
    void depend(graph::Vertex from, const configs::ModuleNode& module, const hcl::BodyPtr& body);
    /// All of a module but its resources.
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

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace planlens::graph {

/// The index of a vertex in one graph, counted from 0 in insertion order. The code that builds a graph keeps the
/// objects that the vertices represent in a parallel vector.
enum class Vertex : std::uint32_t {};

constexpr std::size_t index(Vertex vertex) {
    return static_cast<std::size_t>(vertex);
}

/// An edge: `from` depends on `to`, so that a walk visits `to` first.
struct Edge {
    Vertex from;
    Vertex to;
    auto operator<=>(const Edge&) const = default;
};

enum class Direction { Dependencies, Dependents };

/// A directed dependency graph, immutable once built, so that threads may share it. A graph can contain
/// cycles: they are errors in the user's configuration, and cycles() returns them. Duplicate edges are
/// merged.
class Graph {
public:
    Graph() = default;
    /// Both vertices of every edge must be below `vertexCount`.
    Graph(std::size_t vertexCount, std::span<const Edge> edges);

    std::size_t vertexCount() const { return m_forward.start.empty() ? 0 : m_forward.start.size() - 1; }
    std::size_t edgeCount() const { return m_forward.target.size(); }

    /// Returns the vertices that this vertex depends on, ascending.
    std::span<const Vertex> dependencies(Vertex vertex) const { return m_forward.of(vertex); }
    /// Returns the vertices that depend on this vertex, ascending.
    std::span<const Vertex> dependents(Vertex vertex) const { return m_backward.of(vertex); }
    std::span<const Vertex> neighbours(Vertex vertex, Direction direction) const {
        return direction == Direction::Dependencies ? dependencies(vertex) : dependents(vertex);
    }
    bool hasEdge(Vertex from, Vertex to) const;

    /// Returns the same vertices with every edge reversed.
    Graph reversed() const;

    /// Returns dependencies before their dependents; among ready vertices the lowest first. Nothing if there is a cycle
    /// or a vertex that depends on itself.
    std::optional<std::vector<Vertex>> topologicalOrder() const;

    /// Returns the strongly connected components of more than one vertex, each ascending, ordered by first vertex.
    std::vector<std::vector<Vertex>> cycles() const;
    /// Returns the vertices that depend on themselves, ascending.
    std::vector<Vertex> selfReferences() const;

    /// Returns one error for each cycle and each self reference.
    diags::Diagnostics validate(const std::function<std::string(Vertex)>& name) const;

    /// Returns, for each vertex, whether it is one of `starts` or reachable from one of them.
    std::vector<bool> reachable(std::span<const Vertex> starts, Direction direction) const;

private:
    /// Compressed sparse rows: the neighbours of v are target[start[v]] … target[start[v + 1] - 1].
    struct Adjacency {
        std::vector<std::uint32_t> start;
        std::vector<Vertex> target;
        std::span<const Vertex> of(Vertex vertex) const {
            return std::span(target).subspan(start[index(vertex)], start[index(vertex) + 1] - start[index(vertex)]);
        }
    };
    static Adjacency transpose(const Adjacency& adjacency);

    Adjacency m_forward;
    Adjacency m_backward;
};

/// Collects vertices and edges if their number is not known in advance.
class GraphBuilder {
public:
    Vertex addVertex() { return static_cast<Vertex>(m_vertexCount++); }
    /// Adds an edge: the vertex `from` depends on `to`.
    void addEdge(Vertex from, Vertex to) { m_edges.push_back({from, to}); }
    std::size_t vertexCount() const { return m_vertexCount; }
    const std::vector<Edge>& edges() const { return m_edges; }
    Graph build() const { return Graph(m_vertexCount, m_edges); }

private:
    std::size_t m_vertexCount = 0;
    std::vector<Edge> m_edges;
};

} // namespace planlens::graph

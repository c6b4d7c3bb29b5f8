// SPDX-License-Identifier: MPL-2.0
#include "core/graph/graph.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <queue>

namespace planlens::graph {

namespace {

/// Tarjan's algorithm with an explicit stack: dependency chains can be longer than the thread's stack is deep.
class ComponentFinder {
public:
    explicit ComponentFinder(const Graph& graph)
        : m_graph(graph)
        , m_order(graph.vertexCount(), unvisited)
        , m_lowest(graph.vertexCount(), 0)
        , m_onStack(graph.vertexCount(), false) {}

    std::vector<std::vector<Vertex>> componentsOfSeveral() {
        for (std::size_t i = 0; i < m_graph.vertexCount(); ++i) {
            if (m_order[i] == unvisited) {
                visit(static_cast<Vertex>(i));
            }
        }
        std::sort(m_components.begin(), m_components.end());
        return std::move(m_components);
    }

private:
    static constexpr std::uint32_t unvisited = std::numeric_limits<std::uint32_t>::max();

    struct Frame {
        Vertex vertex;
        std::size_t nextDependency;
    };

    void enter(Vertex vertex) {
        m_order[index(vertex)] = m_lowest[index(vertex)] = m_count++;
        m_onStack[index(vertex)] = true;
        m_stack.push_back(vertex);
        m_frames.push_back({vertex, 0});
    }

    void visit(Vertex root) {
        enter(root);
        while (!m_frames.empty()) {
            Frame& frame = m_frames.back();
            const Vertex vertex = frame.vertex;
            const auto dependencies = m_graph.dependencies(vertex);
            if (frame.nextDependency < dependencies.size()) {
                const Vertex next = dependencies[frame.nextDependency++];
                if (m_order[index(next)] == unvisited) {
                    enter(next);
                } else if (m_onStack[index(next)]) {
                    m_lowest[index(vertex)] = std::min(m_lowest[index(vertex)], m_order[index(next)]);
                }
                continue;
            }
            m_frames.pop_back();
            if (!m_frames.empty()) {
                auto& above = m_lowest[index(m_frames.back().vertex)];
                above = std::min(above, m_lowest[index(vertex)]);
            }
            if (m_lowest[index(vertex)] == m_order[index(vertex)]) {
                popComponent(vertex);
            }
        }
    }

    void popComponent(Vertex root) {
        const auto first = std::find(m_stack.rbegin(), m_stack.rend(), root).base() - 1;
        for (auto it = first; it != m_stack.end(); ++it) {
            m_onStack[index(*it)] = false;
        }
        if (m_stack.end() - first > 1) {
            m_components.emplace_back(first, m_stack.end());
            std::sort(m_components.back().begin(), m_components.back().end());
        }
        m_stack.erase(first, m_stack.end());
    }

    const Graph& m_graph;
    std::vector<std::uint32_t> m_order;
    std::vector<std::uint32_t> m_lowest;
    std::vector<bool> m_onStack;
    std::vector<Vertex> m_stack;
    std::vector<Frame> m_frames;
    std::vector<std::vector<Vertex>> m_components;
    std::uint32_t m_count = 0;
};

} // namespace

Graph::Graph(std::size_t vertexCount, std::span<const Edge> edges) {
    Adjacency given;
    given.start.assign(vertexCount + 1, 0);
    for (const Edge& edge : edges) {
        assert(index(edge.from) < vertexCount && index(edge.to) < vertexCount);
        ++given.start[index(edge.from) + 1];
    }
    for (std::size_t i = 0; i < vertexCount; ++i) {
        given.start[i + 1] += given.start[i];
    }
    given.target.resize(edges.size());
    auto position = given.start;
    for (const Edge& edge : edges) {
        given.target[position[index(edge.from)]++] = edge.to;
    }

    // Transposing sorts the rows and makes duplicate edges adjacent.
    m_backward = transpose(given);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < vertexCount; ++i) {
        const auto first = m_backward.target.begin() + m_backward.start[i];
        const auto last = std::unique(first, m_backward.target.begin() + m_backward.start[i + 1]);
        m_backward.start[i] = static_cast<std::uint32_t>(kept);
        kept = static_cast<std::size_t>(
            std::move(first, last, m_backward.target.begin() + static_cast<std::ptrdiff_t>(kept)) -
            m_backward.target.begin());
    }
    m_backward.start[vertexCount] = static_cast<std::uint32_t>(kept);
    m_backward.target.resize(kept);
    m_forward = transpose(m_backward);
}

Graph::Adjacency Graph::transpose(const Adjacency& adjacency) {
    Adjacency result;
    result.start.assign(adjacency.start.size(), 0);
    result.target.resize(adjacency.target.size());
    for (const Vertex target : adjacency.target) {
        ++result.start[index(target) + 1];
    }
    for (std::size_t i = 1; i < result.start.size(); ++i) {
        result.start[i] += result.start[i - 1];
    }
    auto position = result.start;
    for (std::size_t i = 0; i + 1 < adjacency.start.size(); ++i) {
        for (const Vertex target : adjacency.of(static_cast<Vertex>(i))) {
            result.target[position[index(target)]++] = static_cast<Vertex>(i);
        }
    }
    return result;
}

bool Graph::hasEdge(Vertex from, Vertex to) const {
    const auto targets = dependencies(from);
    return std::binary_search(targets.begin(), targets.end(), to);
}

Graph Graph::reversed() const {
    Graph result;
    result.m_forward = m_backward;
    result.m_backward = m_forward;
    return result;
}

std::optional<std::vector<Vertex>> Graph::topologicalOrder() const {
    std::vector<std::size_t> unfinished(vertexCount());
    std::priority_queue<Vertex, std::vector<Vertex>, std::greater<>> ready;
    for (std::size_t i = 0; i < vertexCount(); ++i) {
        unfinished[i] = dependencies(static_cast<Vertex>(i)).size();
        if (unfinished[i] == 0) {
            ready.push(static_cast<Vertex>(i));
        }
    }
    std::vector<Vertex> order;
    order.reserve(vertexCount());
    while (!ready.empty()) {
        order.push_back(ready.top());
        ready.pop();
        for (const Vertex dependent : dependents(order.back())) {
            if (--unfinished[index(dependent)] == 0) {
                ready.push(dependent);
            }
        }
    }
    if (order.size() != vertexCount()) {
        return std::nullopt;
    }
    return order;
}

std::vector<std::vector<Vertex>> Graph::cycles() const {
    return ComponentFinder(*this).componentsOfSeveral();
}

std::vector<Vertex> Graph::selfReferences() const {
    std::vector<Vertex> result;
    for (std::size_t i = 0; i < vertexCount(); ++i) {
        if (hasEdge(static_cast<Vertex>(i), static_cast<Vertex>(i))) {
            result.push_back(static_cast<Vertex>(i));
        }
    }
    return result;
}

diags::Diagnostics Graph::validate(const std::function<std::string(Vertex)>& name) const {
    diags::Diagnostics result;
    for (const auto& cycle : cycles()) {
        std::string names;
        for (const Vertex vertex : cycle) {
            names += (names.empty() ? "" : ", ") + name(vertex);
        }
        result.error("Cycle: " + names, "");
    }
    for (const Vertex vertex : selfReferences()) {
        result.error("Self reference: " + name(vertex), "");
    }
    return result;
}

std::vector<bool> Graph::reachable(std::span<const Vertex> starts, Direction direction) const {
    std::vector<bool> seen(vertexCount(), false);
    std::vector<Vertex> open;
    const auto add = [&](Vertex vertex) {
        if (!seen[index(vertex)]) {
            seen[index(vertex)] = true;
            open.push_back(vertex);
        }
    };
    for (const Vertex start : starts) {
        add(start);
    }
    while (!open.empty()) {
        const Vertex vertex = open.back();
        open.pop_back();
        for (const Vertex next : neighbours(vertex, direction)) {
            add(next);
        }
    }
    return seen;
}

} // namespace planlens::graph

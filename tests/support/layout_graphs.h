// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/layout/scene.h"

#include <random>
#include <string>
#include <utility>
#include <vector>

/// Graphs for tests and benchmarks of the layout, identical on every machine.
namespace planlens::support {

inline unsigned drawNumber(std::mt19937& random, std::size_t below) {
    return static_cast<unsigned>(random() % below);
}

/// Makes a graph in which each node has edges from up to `degree` of the `reach` nodes before it.
inline layout::Input flatGraph(unsigned nodes, unsigned degree, unsigned reach, unsigned seed) {
    std::mt19937 random(seed);
    layout::Input input;
    for (unsigned i = 0; i < nodes; ++i) {
        input.nodes.push_back({.id = "n" + std::to_string(i)});
        for (unsigned k = 0; i > 0 && k < degree; ++k) {
            input.edges.push_back({i - 1 - drawNumber(random, std::min(i, reach)), i});
        }
    }
    return input;
}

/// Returns a tree of modules. Most edges are inside a module; others lead to a later module or to the parent.
inline layout::Input nestedGraph(unsigned nodes, unsigned boxes, unsigned degree, unsigned seed) {
    std::mt19937 random(seed);
    layout::Input input;
    for (unsigned b = 0; b < boxes; ++b) {
        layout::InputBox box{.id = "b" + std::to_string(b)};
        box.label = "module.m" + std::to_string(b);
        if (b > 0 && drawNumber(random, 2) == 0) {
            box.parent = drawNumber(random, b);
        }
        input.boxes.push_back(box);
    }
    std::vector<std::vector<layout::Index>> members(boxes);
    for (unsigned i = 0; i < nodes; ++i) {
        layout::InputNode node{.id = "n" + std::to_string(i)};
        const unsigned b = boxes == 0 ? 0 : i * boxes / nodes;
        if (boxes > 0 && drawNumber(random, 10) != 0) {
            node.box = b;
        }
        for (unsigned k = 0; k < degree && i > 0; ++k) {
            const bool local = node.box && !members[b].empty() && drawNumber(random, 10) < 8;
            const auto from = local ? members[b][drawNumber(random, members[b].size())] : drawNumber(random, i);
            input.edges.push_back({from, i});
        }
        if (node.box) {
            members[b].push_back(i);
        }
        input.nodes.push_back(std::move(node));
    }
    return input;
}

using NamedGraph = std::pair<std::string, layout::Input>;

inline std::vector<NamedGraph> benchmarkGraphs() {
    std::vector<NamedGraph> graphs;
    graphs.emplace_back("2000 nested, 2 edges a node", nestedGraph(2000, 100, 2, 1));
    graphs.emplace_back("2000 flat, 2 near edges a node", flatGraph(2000, 2, 60, 2));
    graphs.emplace_back("2000 flat, 2 random edges a node", flatGraph(2000, 2, 2000, 3));
    graphs.emplace_back("2000 isolated", flatGraph(2000, 0, 1, 4));
    graphs.emplace_back("10000 nested, 2 edges a node", nestedGraph(10'000, 500, 2, 5));
    graphs.emplace_back("10000 flat, 2 random edges a node", flatGraph(10'000, 2, 10'000, 6));
    graphs.emplace_back("10000 flat, 1 edge a node", flatGraph(10'000, 1, 10'000, 7));
    return graphs;
}

inline std::vector<NamedGraph> crossingGraphs() {
    std::vector<NamedGraph> graphs;
    for (const unsigned seed : {1U, 2U, 3U}) {
        for (const unsigned nodes : {30U, 100U, 250U, 500U}) {
            const std::string suffix = std::to_string(nodes) + " seed " + std::to_string(seed);
            graphs.emplace_back("flat near " + suffix, flatGraph(nodes, 2, 20, seed));
            graphs.emplace_back("flat random " + suffix, flatGraph(nodes, 1 + seed % 2, nodes, seed));
            graphs.emplace_back("nested " + suffix, nestedGraph(nodes, nodes / 20 + 2, 2, seed));
        }
    }
    return graphs;
}

} // namespace planlens::support

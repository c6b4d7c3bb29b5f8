// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/document.h"

#include <optional>
#include <string>
#include <vector>

namespace planlens::report {

/// The resources that change and their dependencies, for drawings. Contains no secrets.
struct PlanGraph {
    struct Node {
        std::string address, type, name;
        Kind kind = Kind::Unchanged; // most severe kind of its instances
        KindCounts counts{};
        bool isRisky = false; // has findings
        std::optional<std::size_t> box;
    };
    struct Box {
        std::string address, label;
        std::optional<std::size_t> parent; // enclosing box
    };
    struct Edge {
        std::size_t from = 0, to = 0; // `to` depends on `from`
        auto operator<=>(const Edge&) const = default;
    };
    std::vector<Node> nodes;
    std::vector<Box> boxes;
    std::vector<Edge> edges;   // sorted
    std::size_t unchanged = 0; // number of omitted resources
};

PlanGraph graphOf(const plans::Plan& plan, const masking::Secrets& secrets, std::span<const risk::Finding> findings);

/// The colors of a drawing: according to the reader's preference, or always light.
enum class Scheme { OfReader, Light };

/// Writers of drawings. svg() also computes the layout.
std::string svg(const PlanGraph& graph, Scheme scheme = Scheme::OfReader);
std::string mermaid(const PlanGraph& graph);
std::string dot(const PlanGraph& graph);

} // namespace planlens::report

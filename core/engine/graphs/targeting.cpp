// SPDX-License-Identifier: MPL-2.0
#include "core/engine/graphs/config_graph.h"

#include <algorithm>

namespace planlens::engine {

namespace {

using addrs::TargetSubject;
using graph::Direction;
using graph::Vertex;

bool isResource(const ConfigNode& node) {
    return node.kind == ConfigNode::Kind::Resource || node.kind == ConfigNode::Kind::Orphan ||
           node.kind == ConfigNode::Kind::Import;
}

bool anyContains(const std::vector<TargetSubject>& targets, const addrs::ConfigResource& resource) {
    return std::any_of(targets.begin(), targets.end(),
                       [&](const TargetSubject& target) { return addrs::targetContains(target, resource); });
}

void addReachable(std::vector<Selection>& selection, const graph::Graph& graph, const std::vector<Vertex>& starts) {
    const std::vector<bool> reached = graph.reachable(starts, Direction::Dependencies);
    for (std::size_t i = 0; i < reached.size(); ++i)
        if (reached[i] && selection[i] == Selection::Left)
            selection[i] = Selection::Whole;
}

/// Root outputs, and variables that are validated, stay where all resources behind them do.
void addOutputs(std::vector<Selection>& selection, const ConfigGraph& graph, const std::vector<bool>& isThere) {
    // By number of left-out and kept resources behind a node: only the two facts matter, so they spread along the
    // order.
    const auto order = graph.graph.topologicalOrder();
    std::vector<bool> hasKept(graph.nodes.size()), hasLeft(graph.nodes.size());
    for (const Vertex v : *order) {
        const std::size_t i = graph::index(v);
        for (const Vertex dependency : graph.graph.dependencies(v)) {
            const std::size_t d = graph::index(dependency);
            if (!isThere[d])
                continue;
            const bool resource = isResource(graph.nodes[d]);
            if (hasKept[d] || (resource && selection[d] != Selection::Left))
                hasKept[i] = true;
            if (hasLeft[d] || (resource && selection[d] == Selection::Left))
                hasLeft[i] = true;
        }
    }
    std::vector<Vertex> outputs;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const ConfigNode& node = graph.nodes[i];
        const bool isRootOutput = node.kind == ConfigNode::Kind::Output && node.module->path.isRoot();
        const bool isValidated =
            node.kind == ConfigNode::Kind::Variable && !node.module->module.variables.at(node.name).validations.empty();
        if (isThere[i] && (isRootOutput || isValidated) && hasKept[i] && !hasLeft[i]) {
            outputs.push_back(static_cast<Vertex>(i));
            selection[i] = Selection::Whole;
        }
    }
    addReachable(selection, graph.graph, outputs);
}

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

std::vector<Selection> selectTargeted(const ConfigGraph& graph, const std::vector<TargetSubject>& targets,
                                      const std::vector<TargetSubject>& excludes, std::vector<bool> isThere) {
    const std::size_t count = graph.nodes.size();
    isThere.resize(count, true);
    if (targets.empty() && excludes.empty())
        return std::vector<Selection>(count, Selection::Whole);
    std::vector<Selection> selection(count, Selection::Left);
    std::vector<Vertex> kept;
    if (!targets.empty()) {
        std::vector<TargetSubject> wide;
        for (const TargetSubject& target : targets)
            wide.push_back(configured(target));
        for (std::size_t i = 0; i < count; ++i) {
            if (isThere[i] && isResource(graph.nodes[i]) && anyContains(wide, graph.nodes[i].resource)) {
                selection[i] = Selection::Filtered;
                kept.push_back(static_cast<Vertex>(i));
            }
        }
    } else {
        std::vector<TargetSubject> wide;
        for (const TargetSubject& exclude : excludes)
            wide.push_back(configured(exclude));
        std::vector<Vertex> touched;
        std::vector<bool> excluded(count);
        for (std::size_t i = 0; i < count; ++i) {
            if (!isThere[i] || !isResource(graph.nodes[i]))
                continue;
            if (anyContains(excludes, graph.nodes[i].resource))
                excluded[i] = true;
            if (anyContains(wide, graph.nodes[i].resource))
                touched.push_back(static_cast<Vertex>(i));
        }
        // Dependents of what is excluded, wholly or in part, are left out; the nodes themselves only if wholly excluded
        // or dependents of another one.
        std::vector<Vertex> dependents;
        for (const Vertex v : touched)
            for (const Vertex dependent : graph.graph.dependents(v))
                dependents.push_back(dependent);
        const std::vector<bool> behind = graph.graph.reachable(dependents, Direction::Dependents);
        for (std::size_t i = 0; i < count; ++i) {
            if (isThere[i] && isResource(graph.nodes[i]) && !excluded[i] && !behind[i]) {
                selection[i] = Selection::Filtered;
                kept.push_back(static_cast<Vertex>(i));
            }
        }
    }
    addReachable(selection, graph.graph, kept);
    addOutputs(selection, graph, isThere);
    return selection;
}

bool isTargeted(const addrs::AbsResourceInstance& instance, const std::vector<TargetSubject>& targets,
                const std::vector<TargetSubject>& excludes) {
    const auto contains = [&](const TargetSubject& target) { return addrs::targetContains(target, instance); };
    if (!targets.empty())
        return std::any_of(targets.begin(), targets.end(), contains);
    return std::none_of(excludes.begin(), excludes.end(), contains);
}

} // namespace planlens::engine

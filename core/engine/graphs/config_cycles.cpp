// SPDX-License-Identifier: MPL-2.0
#include "core/engine/graphs/config_cycles.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace planlens::engine {

using graph::Vertex;
using Kind = ConfigNode::Kind;

namespace {

/// Returns the labels of a node: one for each object that is only in the state.
std::vector<std::string> labelsOf(const ConfigNode& node, const configs::Config& config,
                                  const ConfigGraphOptions& options) {
    if (node.kind != Kind::Orphan && node.kind != Kind::Deposed) {
        // The `import` command is not preceded by a validation, in whose graph these are not expanded.
        const bool isExpanded = options.destroys == ConfigGraphOptions::Destroys::None &&
                                (node.kind == Kind::Resource || node.kind == Kind::Check);
        return {labelOf(node) + (isExpanded ? " (expand)" : "")};
    }
    std::vector<std::string> labels;
    for (const auto& [address, resource] : options.state->resources()) {
        if (address.config() != node.resource ||
            (node.kind == Kind::Orphan && orphanProvider(config, resource.provider) != node.provider))
            continue;
        for (const auto& [key, instance] : resource.instances) {
            const std::string name = address.instance(key).toString();
            if (node.kind == Kind::Orphan && instance.current)
                labels.push_back(name + " (orphan)");
            for (const auto& [deposed, object] : instance.deposed)
                labels.push_back(fmt::format("{} (deposed {})", name, deposed));
        }
    }
    return labels;
}

} // namespace

diags::Diagnostics reportCycles(const ConfigGraph& graph, const configs::Config& config,
                                const ConfigGraphOptions& options) {
    diags::Diagnostics diagnostics;
    for (const std::vector<Vertex>& cycle : graph.graph.cycles()) {
        const std::set<Vertex> members(cycle.begin(), cycle.end());
        std::string names;
        for (const Vertex v : cycle) {
            const ConfigNode& node = graph[v];
            for (const std::string& label : labelsOf(node, config, options))
                names += (names.empty() ? "" : ", ") + label;
            const bool isArgument = std::ranges::any_of(graph.graph.dependencies(v), [&](Vertex dependency) {
                return members.contains(dependency) && takesArgumentFrom(node, graph[dependency]);
            });
            if (isArgument)
                names += ", " + argumentLabelOf(node);
        }
        diagnostics.error("Cycle: " + names, {});
    }
    return diagnostics;
}

std::string labelOf(const ConfigNode& node) {
    const std::string prefix = node.module->path.isRoot() ? std::string() : node.module->path.toString() + ".";
    switch (node.kind) {
    case ConfigNode::Kind::Variable:
        return prefix + "var." + node.name + " (expand, reference)";
    case ConfigNode::Kind::Local:
        return prefix + "local." + node.name + " (expand)";
    case ConfigNode::Kind::Output:
        return prefix + "output." + node.name + (node.module->path.isRoot() ? "" : " (expand)");
    case ConfigNode::Kind::Expansion:
        return node.module->path.toString() + " (expand)";
    case ConfigNode::Kind::Close:
        return node.module->path.toString() + " (close)";
    case ConfigNode::Kind::Resource:
    case ConfigNode::Kind::Orphan:
    case ConfigNode::Kind::Deposed:
    case ConfigNode::Kind::Import:
        return node.resource.toString();
    case ConfigNode::Kind::Provider:
        return node.provider.toString();
    case ConfigNode::Kind::Check:
        return prefix + "check." + node.name;
    case ConfigNode::Kind::Release:
        return {}; // it has no dependents
    }
    return {};
}

bool takesArgumentFrom(const ConfigNode& variable, const ConfigNode& dependency) {
    // Only the caller of a module can refer to its outputs.
    return variable.kind == ConfigNode::Kind::Variable && variable.module->parent &&
           (dependency.kind == ConfigNode::Kind::Expansion || dependency.kind == ConfigNode::Kind::Output ||
            dependency.module != variable.module);
}

std::string argumentLabelOf(const ConfigNode& variable) {
    return fmt::format("{}.var.{} (expand, input)", variable.module->path.toString(), variable.name);
}

} // namespace planlens::engine

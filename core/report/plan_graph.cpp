// SPDX-License-Identifier: MPL-2.0
#include "core/report/plan_graph.h"

#include "core/plans/applied_changes.h"
#include "core/plans/plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace planlens::report {

namespace {

/// Returns edges between the drawn resources, including paths through named values and resources that are omitted.
std::vector<PlanGraph::Edge> edgesOf(const plans::Plan& plan, const std::map<addrs::AbsResource, std::size_t>& nodeOf) {
    std::map<std::string, std::size_t> points; // resources and named values
    std::vector<std::vector<std::size_t>> uses;
    std::vector<std::optional<std::size_t>> nodes;
    const auto pointOf = [&](const plans::DependencyEnd& end) {
        const auto* instance = std::get_if<addrs::AbsResourceInstance>(&end);
        const auto [at, isNew] = points.try_emplace(instance ? "r " + instance->containing().toString()
                                                             : "v " + std::get<plans::NamedValue>(end).toString(),
                                                    uses.size());
        if (isNew) {
            uses.emplace_back();
            nodes.emplace_back();
            if (instance)
                if (const auto node = nodeOf.find(instance->containing()); node != nodeOf.end())
                    nodes.back() = node->second;
        }
        return at->second;
    };
    for (const plans::Dependency& dependency : plan.dependencies.all()) {
        const std::size_t dependent = pointOf(dependency.dependent);
        const std::size_t used = pointOf(dependency.dependency);
        uses[dependent].push_back(used);
    }
    for (std::vector<std::size_t>& list : uses) {
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    std::set<PlanGraph::Edge> edges;
    std::vector<std::size_t> seen(uses.size(), 0);
    for (std::size_t start = 0; start < uses.size(); ++start) {
        if (!nodes[start])
            continue;
        std::vector<std::size_t> pending = uses[start];
        while (!pending.empty()) {
            const std::size_t point = pending.back();
            pending.pop_back();
            if (std::exchange(seen[point], start + 1) == start + 1 || point == start)
                continue;
            if (!nodes[point])
                pending.insert(pending.end(), uses[point].begin(), uses[point].end());
            else if (*nodes[point] != *nodes[start])
                edges.insert({*nodes[point], *nodes[start]});
        }
    }
    // Destroyed objects may no longer be configured; the state contains their dependencies.
    std::vector<bool> isKnown(nodeOf.size());
    for (const PlanGraph::Edge& edge : edges)
        isKnown[edge.to] = true;
    std::map<addrs::ConfigResource, std::vector<std::size_t>> byConfig;
    for (const auto& [address, node] : nodeOf)
        byConfig[address.config()].push_back(node);
    if (plan.previousRunState)
        for (const auto& [address, node] : nodeOf) {
            const states::Resource* stored = plan.previousRunState->resource(address);
            if (!stored || stored->instances.empty() || !stored->instances.begin()->second.current)
                continue;
            if (isKnown[node])
                continue;
            for (const addrs::ConfigResource& dependency : stored->instances.begin()->second.current->dependencies)
                if (const auto found = byConfig.find(dependency); found != byConfig.end())
                    for (const std::size_t other : found->second)
                        if (other != node && found->second.size() == 1)
                            edges.insert({other, node});
        }
    return {edges.begin(), edges.end()};
}

} // namespace

PlanGraph graphOf(const plans::Plan& plan, const masking::Secrets& secrets, std::span<const risk::Finding> findings) {
    PlanGraph graph;
    std::set<addrs::AbsResource> risky;
    for (const risk::Finding& finding : findings)
        if (finding.address)
            risky.insert(finding.address->containing());
    std::map<addrs::AbsResource, PlanGraph::Node> resources;
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources()) {
        PlanGraph::Node& node = resources[change->address.containing()];
        const Kind kind = plans::isApplied(plan, change->address) ? listedKind(plan, *change) : Kind::Unchanged;
        ++node.counts[std::size_t(kind)];
        node.kind = std::min(node.kind, kind);
    }
    std::map<addrs::AbsResource, std::size_t> nodeOf;
    std::map<addrs::ModuleInstance, std::size_t> boxOf;
    const auto box = [&](const auto& self, const addrs::ModuleInstance& module) -> std::size_t {
        if (const auto found = boxOf.find(module); found != boxOf.end())
            return found->second;
        PlanGraph::Box made;
        if (module.path.size() > 1)
            made.parent = self(self, module.parent());
        made.address = secrets.masked(module.toString());
        made.label = secrets.masked("module." + module.path.back().name + module.path.back().key.toString());
        graph.boxes.push_back(std::move(made));
        return boxOf[module] = graph.boxes.size() - 1;
    };
    for (auto& [address, node] : resources) {
        if (node.kind == Kind::Unchanged) {
            ++graph.unchanged;
            continue;
        }
        node.address = secrets.masked(address.toString());
        node.type = (address.resource.mode == addrs::ResourceMode::Data ? "data." : "") + address.resource.type;
        node.name = secrets.masked(address.resource.name);
        node.isRisky = risky.contains(address);
        if (!address.module.isRoot())
            node.box = box(box, address.module);
        nodeOf[address] = graph.nodes.size();
        graph.nodes.push_back(std::move(node));
    }
    graph.edges = edgesOf(plan, nodeOf);
    return graph;
}

} // namespace planlens::report

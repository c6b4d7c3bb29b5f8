// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/data/plan_contents.h"

#include "core/plans/plan.h"
#include "ui/basics/natural_order.h"
#include "ui/basics/text.h"
#include "ui/models/changes/shown_drift.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace planlens::graph {

using layout::Index;
using theme::ActionKind;

namespace {

/// An index of a resource or named value; dependencies connect these after instances are merged.
using Point = std::size_t;

class Collector {
public:
    Collector(const plans::Plan& plan, const ContentsOptions& options)
        : m_plan(plan) {
        m_contents->options = options;
    }

    std::shared_ptr<const PlanContents> collect() {
        addNodes();
        addEdges();
        addStoredEdges();
        std::sort(m_contents->edges.begin(), m_contents->edges.end(),
                  [](const auto& a, const auto& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
        return m_contents;
    }

private:
    void addNodes() {
        Nodes nodes;
        std::map<addrs::AbsResourceInstance, plans::ResourceInstanceChangePtr> drift;
        for (const models::ShownDrift& shown : models::shownDrift(m_plan))
            drift.emplace(shown.change->address, shown.change);
        m_contents->isDrift = !drift.empty();
        const auto add = [&](const plans::ResourceInstanceChangePtr& change) {
            GraphNode& node = nodes[change->address.containing()];
            const ActionKind kind = theme::actionKind(*change);
            ++node.counts[std::size_t(kind)];
            if (change->deposed.empty())
                node.kind = std::min(node.kind, kind);
            node.changes.push_back(change);
            node.deposed += change->deposed.empty() ? 0 : 1;
            const QString address = qstring(change->address.toString());
            if (node.instances.isEmpty() || node.instances.back() != address)
                node.instances.append(address);
        };
        std::set<addrs::AbsResourceInstance> changedOutside; // marked at their changes
        for (const plans::ResourceInstanceChangePtr& one : m_plan.drift)
            if (!m_contents->isDrift && explain::isDrifted(*one))
                changedOutside.insert(one->address);
        for (const plans::ResourceInstanceChangePtr& change : m_plan.changes.resources()) {
            const auto drifted = change->deposed.empty() ? drift.find(change->address) : drift.end();
            add(drifted == drift.end() ? change : drifted->second);
            if (change->deposed.empty() && changedOutside.contains(change->address))
                ++nodes[change->address.containing()].drifted;
            if (drifted != drift.end())
                drift.erase(drifted);
        }
        for (const auto& [address, change] : drift) // objects that no longer exist may have no planned change
            add(change);
        for (const auto& [module, resource, at] : naturallyOrdered(nodes)) {
            auto& [address, node] = *at;
            if (node.kind == ActionKind::NoOp) // only deposed objects may change
                for (const plans::ResourceInstanceChangePtr& change : node.changes)
                    if (!change->deposed.empty())
                        node.kind = std::min(node.kind, theme::actionKind(*change));
            if (node.kind == ActionKind::NoOp && m_contents->options.unchanged == Unchanged::Hidden) {
                ++m_contents->unchangedLeftOut;
                continue;
            }
            ++m_contents->resources[std::size_t(node.kind)];
            if (m_contents->options.hidden.contains(node.kind))
                continue;
            node.id = qstring(address.toString());
            node.name = qstring(address.resource.name);
            if (node.instances.size() == 1)
                node.name += node.instances.front().mid(node.id.size()); // the key
            node.type = qstring(address.resource.mode == addrs::ResourceMode::Data ? "data." + address.resource.type
                                                                                   : address.resource.type);
            node.category = report::categoryOf(address.resource.type);
            m_nodeOf.emplace(address, Index(m_contents->nodes.size()));
            m_contents->addresses.push_back(address);
            for (const QString& instance : std::as_const(node.instances))
                m_contents->nodeOf.insert(instance, int(m_contents->nodes.size()));
            m_contents->nodes.push_back(std::move(node));
        }
    }

    using Nodes = std::map<addrs::AbsResource, GraphNode>;
    struct Ordered {
        std::string module, resource;
        Nodes::value_type* node;
    };
    /// Orders resources by module and address as the list of changes does. The layout keeps this order where no edge
    /// determines another one.
    static std::vector<Ordered> naturallyOrdered(Nodes& nodes) {
        std::vector<Ordered> ordered;
        for (Nodes::value_type& node : nodes)
            ordered.push_back({node.first.module.toString(), node.first.resource.toString(), &node});
        sortNaturally(ordered, [](const Ordered& one) { return qstring(one.resource); });
        sortNaturally(ordered, [](const Ordered& one) { return qstring(one.module); });
        return ordered;
    }

    Point pointOf(const plans::DependencyEnd& end) {
        if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&end)) {
            const auto [at, isNew] = m_resourcePoints.try_emplace(instance->containing(), m_uses.size());
            if (isNew) {
                const auto node = m_nodeOf.find(instance->containing());
                m_uses.emplace_back();
                m_nodeAt.push_back(node == m_nodeOf.end() ? std::nullopt : std::optional(node->second));
            }
            return at->second;
        }
        const auto [at, isNew] = m_valuePoints.try_emplace(std::get<plans::NamedValue>(end).toString(), m_uses.size());
        if (isNew) {
            m_uses.emplace_back();
            m_nodeAt.emplace_back();
        }
        return at->second;
    }

    /// Adds edges between shown nodes, passing through hidden ones. Edges that exist only because of depends_on come
    /// last, so that a parallel path of references takes precedence.
    void addEdges() {
        struct Use {
            Point dependent, dependency;
            EdgeKind kind;
            auto operator<=>(const Use&) const = default;
        };
        std::vector<Use> uses;
        for (const plans::Dependency& dependency : m_plan.dependencies.all())
            uses.push_back({pointOf(dependency.dependent), pointOf(dependency.dependency),
                            dependency.kind == plans::Dependency::Kind::DependsOn ? EdgeKind::DependsOnOnly
                                                                                  : EdgeKind::Reference});
        std::sort(uses.begin(), uses.end());
        uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
        bool hasDependsOn = false;
        for (const Use& use : uses)
            if (use.kind == EdgeKind::Reference)
                m_uses[use.dependent].push_back(use.dependency);
            else
                hasDependsOn = true;
        addEdgesAlongUses(EdgeKind::Reference);
        if (!hasDependsOn)
            return;
        for (const Use& use : uses)
            if (use.kind == EdgeKind::DependsOnOnly)
                m_uses[use.dependent].push_back(use.dependency);
        addEdgesAlongUses(EdgeKind::DependsOnOnly);
    }

    void addEdgesAlongUses(EdgeKind kind) {
        std::vector<std::size_t> seen(m_uses.size(), 0);
        std::size_t round = 0;
        std::vector<Point> pending;
        for (Point start = 0; start < m_uses.size(); ++start) {
            if (!m_nodeAt[start])
                continue;
            ++round;
            pending = m_uses[start];
            while (!pending.empty()) {
                const Point point = pending.back();
                pending.pop_back();
                if (std::exchange(seen[point], round) == round || point == start)
                    continue;
                if (m_nodeAt[point])
                    addEdge(*m_nodeAt[point], *m_nodeAt[start], kind);
                else
                    pending.insert(pending.end(), m_uses[point].begin(), m_uses[point].end());
            }
        }
    }

    /// Destroyed objects are no longer configured; their dependencies are read from the state.
    void addStoredEdges() {
        if (!m_plan.previousRunState)
            return;
        std::unordered_map<addrs::ConfigResource, std::vector<Index>> byConfig;
        for (std::size_t i = 0; i < m_contents->addresses.size(); ++i)
            byConfig[m_contents->addresses[i].config()].push_back(Index(i));
        for (std::size_t i = 0; i < m_contents->addresses.size(); ++i) {
            const GraphNode& node = m_contents->nodes[i];
            if (node.counts[std::size_t(ActionKind::Delete)] != int(node.instances.size()))
                continue;
            const states::Resource* stored = m_plan.previousRunState->resource(m_contents->addresses[i]);
            if (!stored || stored->instances.empty() || !stored->instances.begin()->second.current)
                continue;
            for (const addrs::ConfigResource& dependency : stored->instances.begin()->second.current->dependencies) {
                const auto found = byConfig.find(dependency);
                if (found == byConfig.end())
                    continue;
                for (const Index other : found->second)
                    if (other != i && (m_contents->addresses[other].module == m_contents->addresses[i].module ||
                                       m_contents->addresses[i].module.hasPrefix(m_contents->addresses[other].module)))
                        addEdge(other, Index(i), EdgeKind::Reference);
            }
        }
    }

    void addEdge(Index from, Index to, EdgeKind kind) {
        if (from != to && m_edges.insert((std::uint64_t(from) << 32) | to).second)
            m_contents->edges.push_back({from, to, int(kind)});
    }

    const plans::Plan& m_plan;
    std::shared_ptr<PlanContents> m_contents = std::make_shared<PlanContents>();
    std::unordered_map<addrs::AbsResource, Index> m_nodeOf;
    std::unordered_map<addrs::AbsResource, Point> m_resourcePoints;
    std::unordered_map<std::string, Point> m_valuePoints;
    std::vector<std::vector<Point>> m_uses;     // by point
    std::vector<std::optional<Index>> m_nodeAt; // by point
    std::unordered_set<std::uint64_t> m_edges;
};

} // namespace

QString mixText(const Counts& counts) {
    QStringList parts;
    for (const ActionKind kind : theme::allActionKinds)
        if (const int count = counts[std::size_t(kind)])
            parts.append(QString::number(count) % theme::glyph(kind));
    return parts.join(u' ');
}

std::shared_ptr<const PlanContents> contentsOf(const plans::Plan& plan, const ContentsOptions& options) {
    return Collector(plan, options).collect();
}

} // namespace planlens::graph

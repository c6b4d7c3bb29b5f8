// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/graph_data.h"

#include "core/layout/extension/extend.h"
#include "ui/basics/text.h"
#include "ui/graph/root_frames.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace planlens::graph {

using layout::Index;
using theme::ActionKind;

namespace {

/// An index of a resource or named value; dependencies connect these after instances are merged.
using Point = std::size_t;

class Drawer {
public:
    Drawer(const plans::Plan& plan, const GraphOptions& options)
        : m_plan(plan)
        , m_options(options) {}

    std::shared_ptr<const GraphData> draw(const layout::Scene* previous) {
        addNodes();
        addBoxes();
        addEdges();
        addStoredEdges();
        std::sort(m_data->edges.begin(), m_data->edges.end(),
                  [](const auto& a, const auto& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
        const int deepest = m_depths.empty() ? 1 : *std::max_element(m_depths.begin(), m_depths.end()) + 1;
        const bool isCrowded = int(m_data->nodes.size()) > m_options.comfortable;
        int depth = m_options.foldDepth.value_or(isCrowded ? 1 : deepest);
        lay(depth, previous);
        if (!m_options.foldDepth && !isCrowded)
            while (depth > 1 && !fits())
                lay(--depth, previous);
        frameRoot();
        return m_data;
    }

private:
    void lay(int foldDepth, const layout::Scene* previous) {
        m_data->foldDepth = foldDepth;
        for (std::size_t i = 0; i < m_data->boxes.size(); ++i) {
            GraphBox& box = m_data->boxes[i];
            box.isFolded =
                m_options.folded.contains(box.id) || (m_depths[i] >= foldDepth && !m_options.unfolded.contains(box.id));
        }
        const layout::Input drawn = input();
        const layout::Options options{.direction = m_options.direction};
        const layout::Scene* before = m_options.keeping == Keeping::Nothing ? nullptr : previous;
        std::optional<layout::Scene> kept;
        if (before && m_options.keeping == Keeping::Places)
            kept = layout::extend(drawn, options, *before);
        m_data->scene = kept ? std::move(*kept) : layout::layout(drawn, options, before);
    }

    void frameRoot() {
        if (m_data->boxes.empty())
            return;
        std::vector<layout::Rect> rects, taken;
        for (std::size_t i = 0; i < m_data->nodes.size(); ++i)
            if (!m_data->nodes[i].box)
                rects.push_back(m_data->scene.nodes[i].rect);
        for (std::size_t i = 0; i < m_data->boxes.size(); ++i)
            if (const layout::SceneBox& box = m_data->scene.boxes[i]; !m_data->boxes[i].parent) {
                taken.push_back(box.rect);
                taken.insert(taken.end(), box.more.begin(), box.more.end());
            }
        m_data->rootFrames = rootFrames(std::move(rects), std::move(taken));
    }

    bool fits() const {
        const layout::Rect& bounds = m_data->scene.bounds;
        return (m_options.fittingWidth <= 0 || bounds.width <= m_options.fittingWidth) &&
               (m_options.fittingHeight <= 0 || bounds.height <= m_options.fittingHeight);
    }

    void addNodes() {
        std::map<addrs::AbsResource, GraphNode> nodes;
        for (const plans::ResourceInstanceChangePtr& change : m_plan.changes.resources()) {
            GraphNode& node = nodes[change->address.containing()];
            const ActionKind kind = theme::actionKind(*change);
            ++node.counts[std::size_t(kind)];
            node.kind = std::min(node.kind, kind);
            node.changes.push_back(change);
            const QString address = qstring(change->address.toString());
            if (node.instances.isEmpty() || node.instances.back() != address)
                node.instances.append(address);
        }
        for (auto& [address, node] : nodes) {
            if (node.kind == ActionKind::NoOp && m_options.unchanged == Unchanged::LeftOut) {
                ++m_data->unchangedLeftOut;
                continue;
            }
            node.id = qstring(address.toString());
            node.name = qstring(address.resource.name);
            node.type = qstring(address.resource.mode == addrs::ResourceMode::Data ? "data." + address.resource.type
                                                                                   : address.resource.type);
            m_nodeOf.emplace(address, Index(m_data->nodes.size()));
            m_addresses.push_back(address);
            for (const QString& instance : std::as_const(node.instances))
                m_data->nodeOf.insert(instance, int(m_data->nodes.size()));
            m_data->nodes.push_back(std::move(node));
        }
    }

    Index boxOf(const addrs::ModuleInstance& module) {
        if (const auto found = m_boxOf.find(module); found != m_boxOf.end())
            return found->second;
        std::optional<Index> parent;
        if (module.path.size() > 1)
            parent = boxOf(module.parent());
        GraphBox box;
        box.id = qstring(module.toString());
        box.label = qstring("module." + module.path.back().name + module.path.back().key.toString());
        box.parent = parent;
        m_data->boxes.push_back(std::move(box));
        m_depths.push_back(int(module.path.size()));
        return m_boxOf.emplace(module, Index(m_data->boxes.size() - 1)).first->second;
    }

    void addBoxes() {
        for (std::size_t i = 0; i < m_data->nodes.size(); ++i)
            if (!m_addresses[i].module.isRoot())
                m_data->nodes[i].box = boxOf(m_addresses[i].module);
        for (const GraphNode& node : m_data->nodes)
            for (std::optional<Index> at = node.box; at; at = m_data->boxes[*at].parent) {
                GraphBox& box = m_data->boxes[*at];
                for (std::size_t k = 0; k < box.counts.size(); ++k)
                    box.counts[k] += node.counts[k];
                box.kind = std::min(box.kind, node.kind);
            }
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
        for (std::size_t i = 0; i < m_addresses.size(); ++i)
            byConfig[m_addresses[i].config()].push_back(Index(i));
        for (std::size_t i = 0; i < m_addresses.size(); ++i) {
            const GraphNode& node = m_data->nodes[i];
            if (node.counts[std::size_t(ActionKind::Delete)] != int(node.instances.size()))
                continue;
            const states::Resource* stored = m_plan.previousRunState->resource(m_addresses[i]);
            if (!stored || stored->instances.empty() || !stored->instances.begin()->second.current)
                continue;
            for (const addrs::ConfigResource& dependency : stored->instances.begin()->second.current->dependencies) {
                const auto found = byConfig.find(dependency);
                if (found == byConfig.end())
                    continue;
                for (const Index other : found->second)
                    if (other != i && (m_addresses[other].module == m_addresses[i].module ||
                                       m_addresses[i].module.hasPrefix(m_addresses[other].module)))
                        addEdge(other, Index(i), EdgeKind::Reference);
            }
        }
    }

    void addEdge(Index from, Index to, EdgeKind kind) {
        if (from != to && m_edges.insert((std::uint64_t(from) << 32) | to).second)
            m_data->edges.push_back({from, to, int(kind)});
    }

    layout::Input input() const {
        layout::Input input;
        for (const GraphNode& node : m_data->nodes)
            input.nodes.push_back({node.id.toStdString(), nodeWidth, nodeHeight, node.box});
        for (const GraphBox& box : m_data->boxes) {
            layout::InputBox made;
            made.id = box.id.toStdString();
            made.parent = box.parent;
            made.label = box.label.toStdString();
            made.titleWidth = double(box.label.size()) * 8 + 120;
            made.folding = box.isFolded ? layout::Folding::Folded : layout::Folding::Unfolded;
            // Reserves space for the name in the larger font of small pictures, which omits "module.".
            made.foldedWidth = std::clamp(double(box.label.size() - 7) * 13 + 40, nodeWidth, 320.0);
            made.foldedHeight = nodeHeight;
            input.boxes.push_back(std::move(made));
        }
        input.edges = m_data->edges;
        return input;
    }

    const plans::Plan& m_plan;
    const GraphOptions& m_options;
    std::shared_ptr<GraphData> m_data = std::make_shared<GraphData>();
    std::vector<addrs::AbsResource> m_addresses; // by node
    std::vector<int> m_depths;                   // by box
    std::unordered_map<addrs::AbsResource, Index> m_nodeOf;
    std::unordered_map<addrs::ModuleInstance, Index> m_boxOf;
    std::unordered_map<addrs::AbsResource, Point> m_resourcePoints;
    std::unordered_map<std::string, Point> m_valuePoints;
    std::vector<std::vector<Point>> m_uses;     // by point
    std::vector<std::optional<Index>> m_nodeAt; // by point
    std::unordered_set<std::uint64_t> m_edges;
};

} // namespace

std::shared_ptr<const GraphData> drawPlan(const plans::Plan& plan, const GraphOptions& options,
                                          const layout::Scene* previous) {
    return Drawer(plan, options).draw(previous);
}

} // namespace planlens::graph

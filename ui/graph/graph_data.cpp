// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/graph_data.h"

#include "core/layout/extension/extend.h"
#include "ui/basics/text.h"
#include "ui/graph/data/neighborhood.h"
#include "ui/graph/level.h"
#include "ui/graph/root_frames.h"

#include <QObject>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

namespace planlens::graph {

using layout::Index;
using theme::ActionKind;

namespace {

/// Instances of a module call with fewer instances have no box around all of them.
constexpr std::size_t manyInstances = 8;

class Drawer {
public:
    Drawer(std::shared_ptr<const PlanContents> contents, const GraphOptions& options)
        : m_contents(*contents)
        , m_options(options) {
        m_data->unchangedLeftOut = contents->unchangedLeftOut;
        m_data->contents = std::move(contents);
    }

    std::shared_ptr<const GraphData> draw(const layout::Scene* previous) {
        const bool isLarge = int(m_contents.nodes.size()) > m_options.comfortable;
        m_data->scope = m_options.scope.value_or(isLarge ? Scope::AroundSelection : Scope::Everything);
        const int center = m_contents.nodeOf.value(m_options.center, -1);
        const bool isAround = m_data->scope == Scope::AroundSelection && center >= 0;
        m_data->isMap = m_data->scope == Scope::AroundSelection && !isAround && isLarge;
        if (isAround)
            addSurroundings(Index(center));
        else
            addEverything();
        addBoxes();
        const int deepest = m_depths.empty() ? 1 : *std::max_element(m_depths.begin(), m_depths.end()) + 1;
        const bool isCrowded = int(m_data->nodes.size()) > m_options.comfortable;
        int depth = isAround ? deepest : m_options.foldDepth.value_or(isCrowded ? 1 : deepest);
        layOut(depth, previous);
        if (!m_options.foldDepth && !isCrowded && !isAround)
            while (depth > 1 && !fits())
                layOut(--depth, previous);
        frameRoot();
        return m_data;
    }

private:
    void addEverything() {
        m_data->nodes = m_contents.nodes;
        m_data->edges = m_contents.edges;
        m_data->nodeOf = m_contents.nodeOf;
        m_data->inContents.resize(m_contents.nodes.size());
        std::iota(m_data->inContents.begin(), m_data->inContents.end(), Index(0));
    }

    void addSurroundings(Index center) {
        NeighborhoodOptions options;
        options.center = center;
        options.upstream = m_options.upstream;
        options.downstream = m_options.downstream;
        options.most = m_options.comfortable;
        std::vector<int> ranks;
        for (std::size_t i = 0; i < m_contents.nodes.size(); ++i) {
            const GraphNode& node = m_contents.nodes[i];
            ranks.push_back(int(node.kind));
            if (m_options.expandedUpstream.contains(node.id))
                options.expandedUpstream.insert(Index(i));
            if (m_options.expandedDownstream.contains(node.id))
                options.expandedDownstream.insert(Index(i));
        }
        const Neighborhood around = neighborhoodOf(ranks, m_contents.edges, options);
        std::vector<Index> newOf(m_contents.nodes.size());
        for (std::size_t i = 0; i < m_contents.nodes.size(); ++i) {
            if (!around.isIncluded[i])
                continue;
            newOf[i] = Index(m_data->inContents.size());
            m_data->inContents.push_back(Index(i));
            GraphNode& node = m_data->nodes.emplace_back(m_contents.nodes[i]);
            node.moreUpstream = around.moreUpstream[i];
            node.moreDownstream = around.moreDownstream[i];
            for (const QString& instance : std::as_const(node.instances))
                m_data->nodeOf.insert(instance, int(newOf[i]));
        }
        m_data->center = newOf[center];
        for (layout::InputEdge edge : m_contents.edges)
            if (around.isIncluded[edge.from] && around.isIncluded[edge.to]) {
                edge.from = newOf[edge.from];
                edge.to = newOf[edge.to];
                m_data->edges.push_back(edge);
            }
    }

    void layOut(int foldDepth, const layout::Scene* previous) {
        m_data->foldDepth = foldDepth;
        for (std::size_t i = 0; i < m_data->boxes.size(); ++i) {
            GraphBox& box = m_data->boxes[i];
            const bool isTooDeep = m_depths[i] >= foldDepth && !m_options.unfolded.contains(box.id);
            box.isFolded = !m_options.opened.contains(box.id) && (isTooDeep || m_options.folded.contains(box.id));
        }
        const layout::Input drawn = input();
        const layout::Scene* before = m_options.keeping == Keeping::Nothing ? nullptr : previous;
        layout::Options options{
            .direction = m_options.direction.value_or(before ? before->direction : layout::Direction::LeftToRight)};
        if (m_options.fittingWidth > 0 && m_options.fittingHeight > 0) // unconnected parts fill the view
            options.aspectRatio = std::clamp(m_options.fittingWidth / m_options.fittingHeight, 0.5, 6.0);
        std::optional<layout::Scene> kept;
        if (before && m_options.keeping == Keeping::Places)
            kept = layout::extend(drawn, options, *before);
        m_data->scene = kept ? std::move(*kept) : layout::layout(drawn, options, before);
        const bool isSmall = m_data->isMap || int(m_data->nodes.size()) <= m_options.comfortable;
        const bool isOverview = isSmall && !m_data->center;
        if (!m_options.direction && !before && isOverview && m_options.fittingWidth > 0 && scaleOf(m_data->scene) < 1)
            chooseShape(drawn, options);
    }

    /// Replaces the first scene if it is seen much larger from top to bottom, or with fewer elements below each other.
    void chooseShape(const layout::Input& drawn, layout::Options options) {
        constexpr double worthIt = 1.2;
        std::vector<layout::Scene> others;
        layout::Options turned = options;
        turned.direction = layout::Direction::TopToBottom;
        others.push_back(layout::layout(drawn, turned, nullptr));
        for (const double scale : {1.0, 0.85, fittingScale}) { // layers as high as the view at these scales
            const double rows =
                fittingScale * m_options.fittingHeight / scale / (m_options.nodeHeight + options.nodeGap);
            options.longestLayer = std::max(2, int(rows));
            others.push_back(layout::layout(drawn, options, nullptr));
        }
        for (const layout::Scene& scene : others)
            if (scaleOf(scene) >= fittingScale && (!fits() || scaleOf(scene) > worthIt * scaleOf(m_data->scene)))
                m_data->scene = scene;
        if (fits())
            return;
        // The largest one, preferably in the usual direction.
        std::ranges::reverse(others);
        for (layout::Scene& scene : others)
            if (const bool isTurned = scene.direction == turned.direction;
                scaleOf(scene) > (isTurned ? worthIt : 1) * scaleOf(m_data->scene))
                m_data->scene = std::move(scene);
    }

    /// Returns the scale at which a whole scene is seen, at most 1.
    double scaleOf(const layout::Scene& scene) const {
        return std::min({fittingScale * m_options.fittingWidth / scene.bounds.width,
                         fittingScale * m_options.fittingHeight / scene.bounds.height, 1.0});
    }

    void frameRoot() {
        if (m_data->boxes.empty() || m_options.grouping != Grouping::Modules)
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

    Index boxOf(const addrs::ModuleInstance& module) {
        if (const auto found = m_boxOf.find(module); found != m_boxOf.end())
            return found->second;
        std::optional<Index> parent;
        if (module.path.size() > 1)
            parent = boxOf(module.parent());
        const addrs::ModuleInstance call = callOf(module);
        if (const auto instances = m_instances.find(call);
            instances != m_instances.end() && instances->second.size() >= manyInstances)
            parent = callBoxOf(call, int(instances->second.size()), parent);
        GraphBox box;
        box.id = qstring(module.toString());
        box.label = qstring("module." + module.path.back().name + module.path.back().key.toString());
        return m_boxOf.emplace(module, addBox(std::move(box), parent)).first->second;
    }

    Index addBox(GraphBox box, std::optional<Index> parent) {
        box.parent = parent;
        m_data->boxes.push_back(std::move(box));
        m_depths.push_back(parent ? m_depths[*parent] + 1 : 1);
        return Index(m_data->boxes.size() - 1);
    }

    static addrs::ModuleInstance callOf(addrs::ModuleInstance module) {
        module.path.back().key = {};
        return module;
    }

    /// Returns a box around all instances of a module call.
    Index callBoxOf(const addrs::ModuleInstance& call, int instances, std::optional<Index> parent) {
        if (const auto found = m_callBoxOf.find(call); found != m_callBoxOf.end())
            return found->second;
        GraphBox box;
        box.id = QStringLiteral("group ") % qstring(call.toString());
        box.label = QStringLiteral("module.%1 ×%L2").arg(qstring(call.path.back().name)).arg(instances);
        box.isModule = false;
        return m_callBoxOf.emplace(call, addBox(std::move(box), parent)).first->second;
    }

    /// Collects the instances of module calls if there are too many modules for one card each.
    void collectInstances() {
        std::unordered_set<addrs::ModuleInstance> modules;
        for (const Index i : m_data->inContents)
            for (addrs::ModuleInstance module = m_contents.addresses[i].module;
                 !module.isRoot() && modules.insert(module).second;)
                module = module.parent();
        if (int(modules.size()) <= m_options.comfortable)
            return;
        for (const addrs::ModuleInstance& module : modules)
            m_instances[callOf(module)].insert(module);
    }

    /// Returns a box that is not a module. Its ID contains a space, so that it differs from all addresses.
    Index groupOf(const QString& label) {
        const auto found = m_groupOf.constFind(label);
        if (found != m_groupOf.cend())
            return *found;
        GraphBox box;
        box.id = QStringLiteral("group ") % label;
        box.label = label;
        box.isModule = false;
        return *m_groupOf.insert(label, addBox(std::move(box), std::nullopt));
    }

    void addBoxes() {
        const auto isInRoot = [&](Index i) { return m_contents.addresses[i].module.isRoot(); };
        Grouping grouping = m_options.grouping;
        // The map needs cards also if there are no modules.
        const std::vector<Index>& all = m_data->inContents;
        if (m_data->isMap && (grouping == Grouping::None || std::all_of(all.begin(), all.end(), isInRoot)))
            grouping = Grouping::Types;
        if (grouping == Grouping::Modules)
            collectInstances();
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (grouping == Grouping::Types)
                m_data->nodes[i].box = groupOf(m_data->nodes[i].type);
            else if (grouping == Grouping::Modules && !isInRoot(all[i]))
                m_data->nodes[i].box = boxOf(m_contents.addresses[all[i]].module);
            else if (m_data->isMap)
                m_data->nodes[i].box = groupOf(QObject::tr("root module"));
        }
        for (const GraphNode& node : m_data->nodes)
            for (std::optional<Index> at = node.box; at; at = m_data->boxes[*at].parent) {
                GraphBox& box = m_data->boxes[*at];
                for (std::size_t k = 0; k < box.counts.size(); ++k)
                    box.counts[k] += node.counts[k];
                box.kind = std::min(box.kind, node.kind);
            }
    }

    layout::Input input() const {
        layout::Input input;
        for (const GraphNode& node : m_data->nodes)
            input.nodes.push_back({node.id.toStdString(), nodeWidth(node, m_options),
                                   m_options.nodeHeight + (node.hasMore() ? handleHeight : 0), node.box});
        for (const GraphBox& box : m_data->boxes) {
            layout::InputBox made;
            made.id = box.id.toStdString();
            made.parent = box.parent;
            made.label = box.label.toStdString();
            made.titleWidth = double(box.label.size()) * 8 + 120;
            made.folding = box.isFolded ? layout::Folding::Folded : layout::Folding::Unfolded;
            // Reserves space for the name in the larger font of small pictures, which omits "module.".
            constexpr double narrowest = 208, widest = 320;
            made.foldedWidth = std::clamp(double(box.label.size() - 7) * 13 + 40, narrowest, widest);
            made.foldedHeight = m_options.nodeHeight;
            input.boxes.push_back(std::move(made));
        }
        input.edges = m_data->edges;
        return input;
    }

    const PlanContents& m_contents;
    const GraphOptions& m_options;
    std::shared_ptr<GraphData> m_data = std::make_shared<GraphData>();
    std::vector<int> m_depths; // by box
    std::unordered_map<addrs::ModuleInstance, Index> m_boxOf, m_callBoxOf;
    std::unordered_map<addrs::ModuleInstance, std::unordered_set<addrs::ModuleInstance>> m_instances; // by call
    QHash<QString, Index> m_groupOf;                                                                  // by label
};

} // namespace

double nodeWidth(const GraphNode& node, const GraphOptions& options) {
    constexpr double gap = 10;
    const double beside =
        node.instances.size() > 1 ? options.nameWidths.of(QStringLiteral("×%L1").arg(node.instances.size())) + gap : 0;
    // The numbers of actions appear only if there is space, so that a what-if seldom changes widths.
    constexpr double slack = 1.2; // for the larger fonts of small pictures
    constexpr double asideSlack = 1.5;
    const double above =
        node.deposed > 0 || node.drifted > 0 ? asideSlack * options.smallWidths.of(asideText(node)) + gap : 0;
    const double widest = options.nameWidths.ofCharacters(longestNodeText);
    const double widestType = options.smallWidths.ofCharacters(longestNodeType);
    const double text = std::max(std::min(slack * options.nameWidths.of(node.name), widest) + glyphWidth + beside,
                                 std::min(slack * options.smallWidths.of(node.type), widestType) + above);
    constexpr double grid = 8; // of the layout
    return std::max(narrowestNode, std::ceil((nodeTextLeft + text + nodeTextRight) / grid) * grid);
}

std::vector<AsidePart> asideParts(const GraphNode& node) {
    Counts current{}, deposed{};
    for (const plans::ResourceInstanceChangePtr& change : node.changes)
        ++(change->deposed.empty() ? current : deposed)[std::size_t(theme::actionKind(*change))];
    std::vector<AsidePart> parts;
    const auto addCounts = [&](const Counts& counts) {
        for (const ActionKind kind : theme::allActionKinds)
            if (const int count = counts[std::size_t(kind)]; count > 0 && kind != ActionKind::NoOp) {
                parts.push_back({(parts.empty() ? QString() : QStringLiteral(" ")) % QString::number(count)});
                parts.push_back({theme::glyph(kind), kind});
            }
    };
    const auto add = [&](const QString& words) {
        parts.push_back({parts.empty() ? words : QString(QStringLiteral(" · ") % words)});
    };
    // The number of all instances, and the glyph of a single action, are beside the name.
    if (std::ranges::count_if(current, [](int count) { return count > 0; }) > 1)
        addCounts(current);
    if (node.deposed > 0) {
        if (!parts.empty())
            parts.push_back({QStringLiteral(" ·")});
        addCounts(deposed);
        parts.push_back({u' ' % QObject::tr("deposed")});
    }
    if (node.drifted > 0)
        add(QObject::tr("drift"));
    return parts;
}

QString asideText(const GraphNode& node) {
    QString text;
    for (const AsidePart& part : asideParts(node))
        text += part.text;
    return text;
}

std::shared_ptr<const GraphData> drawContents(std::shared_ptr<const PlanContents> contents, const GraphOptions& options,
                                              const layout::Scene* previous) {
    return Drawer(std::move(contents), options).draw(previous);
}

std::shared_ptr<const GraphData> drawPlan(const plans::Plan& plan, const GraphOptions& options,
                                          const layout::Scene* previous) {
    return drawContents(contentsOf(plan, options.contents), options, previous);
}

} // namespace planlens::graph

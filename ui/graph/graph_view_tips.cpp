// SPDX-License-Identifier: MPL-2.0
// Tooltips of nodes and edges.
#include "ui/graph/data/edge_reasons.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/graph/picture.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <optional>

namespace planlens::graph {

namespace {

constexpr int mostInstances = 12, mostReasons = 6, mostEdges = 6; // lines of a tooltip

} // namespace

QString GraphView::nodeTip(const NodeItem& item) const {
    const GraphNode& node = item.node();
    QStringList lines = node.instances.mid(0, mostInstances);
    if (const auto left = node.instances.size() - lines.size(); left > 0)
        lines.append(tr("and %n more", nullptr, int(left)));
    lines.append(m_contents && m_contents->isDrift ? tr("changed since the last apply")
                 : node.instances.size() > 1       ? mixText(node.counts)
                                                   : theme::phrase(node.kind));
    if (node.drifted > 0)
        lines.append(tr("%n object(s) changed since the last apply", nullptr, node.drifted));
    if (node.deposed > 0)
        lines.append(tr("%n deposed object(s) left over from a replacement", nullptr, node.deposed));
    if (const QString status = statusWord(item.status()); !status.isEmpty())
        lines.append(status);
    return lines.join(u'\n');
}

QString GraphView::edgeTip(std::size_t sceneEdge) const {
    const GraphData& data = *m_picture->data;
    const std::vector<layout::Index>& edges = data.scene.edges[sceneEdge].edges;
    QStringList lines;
    for (std::size_t i = 0; i < edges.size() && i < std::size_t(mostEdges); ++i) {
        const layout::InputEdge& edge = data.edges[edges[i]];
        const GraphNode &dependency = data.nodes[edge.from], &dependent = data.nodes[edge.to];
        lines.append(tr("%1 depends on %2").arg(dependent.id, dependency.id));
        const QStringList reasons = edgeReasons(*m_plan, dependent, dependency, edges.size() > 1 ? 2 : mostReasons);
        for (const QString& reason : reasons)
            lines.append(QStringLiteral("    ") % reason);
        if (reasons.isEmpty())
            lines.append(QStringLiteral("    ") % tr("through resources that are not shown, or only in the state"));
    }
    if (const auto left = edges.size() - std::min(edges.size(), std::size_t(mostEdges)); left > 0)
        lines.append(tr("and %n more dependencies", nullptr, int(left)));
    return lines.join(u'\n');
}

QString GraphView::toolTipAt(const QPoint& position) const {
    if (!m_picture->data || !m_plan)
        return {};
    const QGraphicsItem* item = itemAt(position);
    if (const auto* node = qgraphicsitem_cast<const NodeItem*>(item)) {
        if (const std::optional<Way> way = node->handleAt(node->mapFromScene(mapToScene(position))))
            return *way == Way::Upstream
                       ? tr("%n more dependencies. Press to show them.", nullptr, node->node().moreUpstream)
                       : tr("%n more dependents. Press to show them.", nullptr, node->node().moreDownstream);
        return nodeTip(*node);
    }
    if (item && item->type() == BoxItem::Type)
        return item->toolTip();
    constexpr double reach = 5; // pixels
    const std::optional<std::size_t> edge =
        m_picture->edges->edgeAt(mapToScene(position), reach / transform().m11(), transform().m11());
    return edge ? edgeTip(*edge) : QString();
}

} // namespace planlens::graph

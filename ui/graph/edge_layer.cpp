// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/node_item.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>

namespace planlens::graph {

namespace {

QPointF point(const layout::Point& p) { return {p.x, p.y}; }

/// A chain of curves that leave and reach every point along the direction of the layout.
QPainterPath curve(const std::vector<layout::Point>& points) {
    QPainterPath path(point(points.front()));
    for (std::size_t i = 1; i < points.size(); ++i) {
        const QPointF from = point(points[i - 1]);
        const QPointF to = point(points[i]);
        if (from.y() == to.y())
            path.lineTo(to);
        else
            path.cubicTo({(from.x() + to.x()) / 2, from.y()}, {(from.x() + to.x()) / 2, to.y()}, to);
    }
    return path;
}

} // namespace

EdgeLayer::EdgeLayer(std::shared_ptr<const GraphData> data, const Look& look) : m_data(std::move(data)), m_look(look) {
    setFlag(ItemUsesExtendedStyleOption);
    setAcceptedMouseButtons(Qt::NoButton);
    setZValue(1);
    m_edges.reserve(m_data->scene.edges.size());
    for (const layout::SceneEdge& edge : m_data->scene.edges) {
        if (edge.points.size() < 2)
            continue;
        Edge drawn;
        drawn.path = curve(edge.points);
        drawn.bounds = drawn.path.controlPointRect().adjusted(-8, -8, 8, 8);
        drawn.tip = edge.againstDirection ? point(edge.points.front()) : point(edge.points.back());
        drawn.tipAngle = edge.againstDirection ? -1 : 1;
        drawn.from = int(edge.from);
        drawn.to = int(edge.to);
        m_bounds = m_bounds.united(drawn.bounds);
        m_edges.push_back(std::move(drawn));
    }
}

void EdgeLayer::setHighlighted(const QSet<int>& nodes) {
    for (Edge& edge : m_edges)
        edge.isHighlighted = nodes.contains(edge.from) || nodes.contains(edge.to);
    update();
}

void EdgeLayer::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    const double scale = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const bool isReadable = scale >= readableScale;
    painter->setRenderHint(QPainter::Antialiasing, isReadable);
    const auto draw = [&](const Edge& edge, const QColor& color, double width) {
        QPen pen(color, width);
        pen.setCosmetic(true);
        painter->setPen(pen);
        painter->setBrush(Qt::NoBrush);
        painter->drawPath(edge.path);
        if (!isReadable)
            return;
        painter->setPen(Qt::NoPen);
        painter->setBrush(color);
        const double back = -7 * edge.tipAngle;
        painter->drawPolygon(QPolygonF{edge.tip, edge.tip + QPointF(back, -4), edge.tip + QPointF(back, 4)});
    };
    const QRectF exposed = option->exposedRect;
    for (const Edge& edge : m_edges)
        if (!edge.isHighlighted && edge.bounds.intersects(exposed))
            draw(edge, s.dimText, 1);
    for (const Edge& edge : m_edges)
        if (edge.isHighlighted && edge.bounds.intersects(exposed))
            draw(edge, s.accent, 2);
}

} // namespace planlens::graph

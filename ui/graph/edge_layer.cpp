// SPDX-License-Identifier: MPL-2.0
#include "ui/basics/background_delete.h"
#include "ui/graph/level.h"
#include "ui/graph/node_item.h"
#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QLineF>
#include <QMultiHash>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace planlens::graph {

namespace {

QPointF point(const layout::Point& p) {
    return {p.x, p.y};
}

/// Returns a chain of curves that are parallel to the layout's direction at every point.
QPainterPath curve(const std::vector<layout::Point>& points, layout::Direction direction) {
    QPainterPath path(point(points.front()));
    for (std::size_t i = 1; i < points.size(); ++i) {
        const QPointF from = point(points[i - 1]);
        const QPointF to = point(points[i]);
        const QPointF middle = (from + to) / 2;
        if (from.y() == to.y() || from.x() == to.x())
            path.lineTo(to);
        else if (direction == layout::Direction::LeftToRight)
            path.cubicTo({middle.x(), from.y()}, {middle.x(), to.y()}, to);
        else
            path.cubicTo({from.x(), middle.y()}, {to.x(), middle.y()}, to);
    }
    return path;
}

/// Returns the scale below which one card covers both ends.
double hiddenBelow(const GraphData& data, const std::vector<double>& cards, layout::Index from, layout::Index to) {
    const auto around = [&](layout::Index element) {
        return element < data.nodes.size() ? data.nodes[element].box : data.boxes[element - data.nodes.size()].parent;
    };
    std::vector<layout::Index> outer;
    for (std::optional<layout::Index> at = around(from); at; at = data.boxes[*at].parent)
        outer.push_back(*at);
    double scale = 0;
    for (std::optional<layout::Index> at = around(to); at; at = data.boxes[*at].parent)
        if (std::find(outer.begin(), outer.end(), *at) != outer.end())
            scale = std::max(scale, cards[*at]);
    return scale;
}

double distanceTo(const QPointF& from, const QPointF& to, const QPointF& point) {
    const QPointF way = to - from;
    const double length = QPointF::dotProduct(way, way);
    const double share = length > 0 ? std::clamp(QPointF::dotProduct(point - from, way) / length, 0.0, 1.0) : 0;
    const QPointF off = point - (from + share * way);
    return std::hypot(off.x(), off.y());
}

/// Returns the width of a line that represents several edges. It grows with the count, but is limited, in small
/// pictures to that of a single edge, so that lines do not cover them.
double widthFor(int count, double scale) {
    return std::min(scale < readableScale ? 1.0 : 5.0, 1 + 0.6 * std::log2(double(count)));
}

/// Returns the point of a line at a distance before its end; nullopt beyond its start.
std::optional<QPointF> pointBeforeEnd(const QPolygonF& line, double distance) {
    for (qsizetype i = line.size() - 1; i > 0; --i) {
        const QLineF part(line[i], line[i - 1]);
        if (distance <= part.length())
            return part.pointAt(part.length() > 0 ? distance / part.length() : 0);
        distance -= part.length();
    }
    return std::nullopt;
}

} // namespace

void placeCounts(std::vector<DrawnEdge>& edges) {
    constexpr double step = 10, farthest = 160, cell = 64; // larger than a badge
    const QFontMetricsF metrics(theme::smallFont());
    QMultiHash<std::pair<int, int>, QRectF> taken; // by the cells of their centers
    const auto cellOf = [](const QPointF& at) {
        return std::pair(int(std::floor(at.x() / cell)), int(std::floor(at.y() / cell)));
    };
    const auto isFree = [&](const QRectF& badge) {
        const auto [column, row] = cellOf(badge.center());
        for (int x = column - 1; x <= column + 1; ++x)
            for (int y = row - 1; y <= row + 1; ++y)
                for (auto at = taken.constFind({x, y}); at != taken.cend() && at.key() == std::pair(x, y); ++at)
                    if (at->intersects(badge))
                        return false;
        return true;
    };
    for (DrawnEdge& edge : edges) {
        if (edge.count < 2 || edge.path.isEmpty())
            continue;
        const double wide = std::max(metrics.horizontalAdvance(QString::number(edge.count)) + 8, metrics.height());
        const QList<QPolygonF> lines = edge.path.toSubpathPolygons();
        // The first place is a little before the tip, where lines to the same end have not merged yet.
        for (double before = 12 + wide / 2; before < farthest; before += step) {
            const std::optional<QPointF> at = pointBeforeEnd(lines.first(), before);
            if (!at)
                break;
            const QRectF badge(at->x() - wide / 2, at->y() - metrics.height() / 2, wide, metrics.height());
            if (!isFree(badge.adjusted(-1, -1, 1, 1)))
                continue;
            edge.countBadge = badge;
            edge.bounds = edge.bounds.united(badge);
            taken.insert(cellOf(badge.center()), badge);
            break;
        }
    }
}

std::vector<DrawnEdge> drawnEdges(const GraphData& data, const std::vector<double>& cardScales) {
    const bool isTurned = data.scene.direction == layout::Direction::TopToBottom;
    std::vector<DrawnEdge> edges;
    edges.reserve(data.scene.edges.size());
    for (const layout::SceneEdge& edge : data.scene.edges) {
        DrawnEdge& drawn = edges.emplace_back();
        if (edge.points.size() < 2)
            continue;
        drawn.path = curve(edge.points, data.scene.direction);
        drawn.bounds = drawn.path.controlPointRect().adjusted(-8, -8, 8, 8);
        drawn.tip = point(edge.points.back());
        drawn.heading = (isTurned ? QPointF(0, 1) : QPointF(1, 0)) * (edge.againstDirection ? -1 : 1);
        drawn.count = int(edge.edges.size());
        drawn.hiddenBelow = hiddenBelow(data, cardScales, edge.from, edge.to);
        drawn.isDashed = std::all_of(edge.edges.begin(), edge.edges.end(), [&](layout::Index i) {
            return data.edges[i].kind == int(EdgeKind::DependsOnOnly);
        });
    }
    placeCounts(edges);
    return edges;
}

EdgeLayer::EdgeLayer(std::shared_ptr<const GraphData> data, std::shared_ptr<std::vector<DrawnEdge>> edges,
                     const Look& look)
    : m_data(std::move(data))
    , m_look(look)
    , m_edges(std::move(edges))
    , m_tones(m_edges->size(), Tone::Normal) {
    setFlag(ItemUsesExtendedStyleOption);
    setAcceptedMouseButtons(Qt::NoButton);
    setZValue(1);
    for (const DrawnEdge& edge : *m_edges)
        m_bounds = m_bounds.united(edge.bounds);
}

EdgeLayer::~EdgeLayer() {
    session::deleteInBackground(std::move(m_edges));
}

void EdgeLayer::setTones(const std::vector<Tone>& tones) {
    m_tones = tones;
    update();
}

void EdgeLayer::paintEdge(QPainter& painter, const DrawnEdge& edge, const QColor& color, double width,
                          double scale) const {
    QPen pen(color, std::max(width, widthFor(edge.count, scale)));
    pen.setCosmetic(true);
    pen.setCapStyle(Qt::FlatCap);
    if (edge.isDashed && scale >= readableScale)
        pen.setDashPattern({5, 4});
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(edge.path);
    if (scale < readableScale)
        return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const double size = std::min(1.0, 1 / scale); // not larger on the screen than in a picture of normal size
    const QPointF back = edge.tip - 7 * size * edge.heading;
    const QPointF side(3.5 * size * edge.heading.y(), 3.5 * size * edge.heading.x());
    painter.drawPolygon(QPolygonF{edge.tip, back + side, back - side});
    if (edge.countBadge.isEmpty())
        return;
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    painter.setPen(QPen(color, 1));
    painter.setBrush(s.base);
    painter.drawRoundedRect(edge.countBadge, edge.countBadge.height() / 2, edge.countBadge.height() / 2);
    painter.setFont(m_look.small);
    painter.setPen(s.text);
    painter.drawText(edge.countBadge, Qt::AlignCenter, QString::number(edge.count));
}

std::optional<std::size_t> EdgeLayer::edgeAt(const QPointF& point, double distance, double scale) const {
    std::optional<std::size_t> nearest;
    double least = distance;
    for (std::size_t i = 0; i < m_edges->size(); ++i) {
        const DrawnEdge& edge = (*m_edges)[i];
        if (scale < edge.hiddenBelow || !edge.bounds.adjusted(-distance, -distance, distance, distance).contains(point))
            continue;
        for (const QPolygonF& line : edge.path.toSubpathPolygons())
            for (qsizetype k = 1; k < line.size(); ++k)
                if (const double away = distanceTo(line[k - 1], line[k], point); away <= least) {
                    least = away;
                    nearest = i;
                }
    }
    return nearest;
}

void EdgeLayer::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    const double scale = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    painter->setRenderHint(QPainter::Antialiasing, scale >= readableScale);
    QColor pale = s.dimText;
    pale.setAlphaF(0.4F);
    const QRectF exposed = option->exposedRect;
    const auto drawAll = [&](Tone tone, const QColor& color, double width) {
        for (std::size_t i = 0; i < m_tones.size(); ++i)
            if (const DrawnEdge& edge = (*m_edges)[i];
                m_tones[i] == tone && scale >= edge.hiddenBelow && edge.bounds.intersects(exposed))
                paintEdge(*painter, edge, color, width, scale);
    };
    drawAll(Tone::Pale, pale, 1);
    drawAll(Tone::Normal, scale < readableScale ? pale : s.dimText, 1); // small pictures have many lines side by side
    drawAll(Tone::Cone, s.accent, 1.25);
    drawAll(Tone::AtSelection, s.accent, 2.25);
}

} // namespace planlens::graph

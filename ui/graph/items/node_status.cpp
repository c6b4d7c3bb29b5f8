// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/items/node_status.h"

#include "ui/graph/item_painting.h"

#include <QCoreApplication>
#include <QPainter>

namespace planlens::graph {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(NodeStatus)
};

} // namespace

QString statusWord(NodeStatus status) {
    switch (status) {
    case NodeStatus::None:
        break;
    case NodeStatus::Waiting:
        return Words::tr("waiting");
    case NodeStatus::Running:
        return Words::tr("running");
    case NodeStatus::Done:
        return Words::tr("done");
    case NodeStatus::Failed:
        return Words::tr("failed");
    case NodeStatus::Skipped:
        return Words::tr("skipped");
    }
    return {};
}

bool isFramedByStatus(NodeStatus status) {
    return status != NodeStatus::None && status != NodeStatus::Waiting;
}

QColor statusColor(NodeStatus status, theme::Scheme scheme) {
    const theme::Surfaces& s = theme::surfaces(scheme);
    switch (status) {
    case NodeStatus::Running:
        return s.accent;
    case NodeStatus::Done:
        return theme::color(theme::ActionKind::Create, scheme);
    case NodeStatus::Failed:
        return s.error;
    case NodeStatus::None:
    case NodeStatus::Waiting:
    case NodeStatus::Skipped:
        break;
    }
    return s.dimText;
}

QColor statusFill(NodeStatus status, theme::Scheme scheme) {
    const theme::Surfaces& s = theme::surfaces(scheme);
    switch (status) {
    case NodeStatus::Running:
    case NodeStatus::Done:
    case NodeStatus::Failed:
        return mixed(statusColor(status, scheme), s.raised, 0.18);
    case NodeStatus::Skipped:
        return s.alternate;
    case NodeStatus::None:
    case NodeStatus::Waiting:
        break;
    }
    return s.raised;
}

void paintStatusIcon(QPainter& painter, const QRectF& square, NodeStatus status, theme::Scheme scheme) {
    const QColor color = statusColor(status, scheme);
    const QColor ground = theme::surfaces(scheme).raised;
    const double side = square.width();
    const auto at = [&](double x, double y) { return square.topLeft() + QPointF(x, y) * side; };
    const auto pen = [&](const QColor& ink) {
        return QPen(ink, side * 0.13, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    };
    const QRectF circle = square.adjusted(side * 0.08, side * 0.08, -side * 0.08, -side * 0.08);
    painter.setPen(pen(color));
    painter.setBrush(Qt::NoBrush);
    switch (status) {
    case NodeStatus::None:
        break;
    case NodeStatus::Waiting: // a clock
        painter.drawEllipse(circle);
        painter.drawPolyline(QPolygonF{at(0.5, 0.27), at(0.5, 0.52), at(0.68, 0.62)});
        break;
    case NodeStatus::Running: // a triangle in a circle
        painter.drawEllipse(circle);
        painter.setBrush(color);
        painter.drawPolygon(QPolygonF{at(0.42, 0.34), at(0.66, 0.5), at(0.42, 0.66)});
        break;
    case NodeStatus::Done:
        painter.setBrush(color);
        painter.drawEllipse(circle);
        painter.setPen(pen(ground));
        painter.drawPolyline(QPolygonF{at(0.3, 0.52), at(0.45, 0.66), at(0.71, 0.36)});
        break;
    case NodeStatus::Failed:
        painter.setBrush(color);
        painter.drawEllipse(circle);
        painter.setPen(pen(ground));
        painter.drawLine(at(0.35, 0.35), at(0.65, 0.65));
        painter.drawLine(at(0.65, 0.35), at(0.35, 0.65));
        break;
    case NodeStatus::Skipped: // a crossed-out circle
        painter.drawEllipse(circle);
        painter.drawLine(at(0.25, 0.75), at(0.75, 0.25));
        break;
    }
}

} // namespace planlens::graph

// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/item_painting.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <numeric>

namespace planlens::graph {

using theme::ActionKind;

QFont Look::nameAt(double scale) const {
    QFont font = name;
    font.setPointSizeF(name.pointSizeF() * std::clamp(0.9 / scale, std::min(1.0, 1.2 / scale), 2.0));
    return font;
}

const Look::NodeFonts& Look::nodeFontsAt(double scale) const {
    const double factor = std::clamp(0.65 / scale, 1.0, 1.5);
    if (m_factor != factor) {
        m_factor = factor;
        m_nodeFonts = {name, small, glyph};
        m_nodeFonts.name.setBold(true);
        for (QFont* font : {&m_nodeFonts.name, &m_nodeFonts.small, &m_nodeFonts.glyph})
            font->setPointSizeF(font->pointSizeF() * factor);
    }
    return m_nodeFonts;
}

QColor findingColor(const models::FoundAt& findings, theme::Scheme scheme) {
    const theme::Surfaces& s = theme::surfaces(scheme);
    return findings.worst() == 0 ? s.error : findings.worst() == 1 ? s.warning : s.dimText;
}

void paintFlag(QPainter& painter, const QPointF& corner, double side, const QColor& color, const QColor& ground) {
    painter.setPen(QPen(ground, 0));
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF{corner + QPointF(-side, 0), corner, corner + QPointF(0, side)});
}

QString elidedName(const QString& name, const QFontMetricsF& metrics, double width) {
    const qsizetype key = name.endsWith(u']') ? name.lastIndexOf(u'[') : -1;
    if (key > 0 && metrics.horizontalAdvance(name) > width) {
        const QString whole = name.mid(key);
        const double left = width - metrics.horizontalAdvance(whole);
        if (left >= width / 3)
            return metrics.elidedText(name.left(key), Qt::ElideRight, left) + whole;
    }
    return metrics.elidedText(name, Qt::ElideMiddle, width);
}

void paintNameFromAfar(QPainter& painter, const QRectF& rect, double scale, QFont font, const QColor& color,
                       const QString& name, const QString& type) {
    constexpr double least = 7;  // pixels
    constexpr int leastType = 4; // characters
    const QRectF room = QRectF(rect.topLeft() * scale, rect.size() * scale).adjusted(3, 0, -3, 0);
    if (room.height() < least)
        return;
    const bool hasTwoLines = !type.isEmpty() && room.height() >= 2 * least;
    const double height = hasTwoLines ? room.height() / 2 : room.height();
    font.setPixelSize(int(std::min(height, QFontInfo(font).pixelSize() * 1.0)));
    const QFontMetricsF metrics(font);
    painter.save();
    painter.scale(1 / scale, 1 / scale);
    painter.setFont(font);
    painter.setPen(color);
    if (hasTwoLines) { // the end of a type says more than its beginning
        const QRectF upper(room.x(), room.center().y() - metrics.height(), room.width(), metrics.height());
        painter.drawText(upper, Qt::AlignCenter, metrics.elidedText(type, Qt::ElideLeft, room.width()));
        painter.drawText(upper.translated(0, metrics.height()), Qt::AlignCenter,
                         elidedName(name, metrics, room.width()));
        painter.restore();
        return;
    }
    QString text = elidedName(name, metrics, room.width());
    // Nodes can have the same name; the end of the type distinguishes them.
    if (const double left = room.width() - metrics.horizontalAdvance(text);
        !type.isEmpty() && left >= leastType * metrics.averageCharWidth())
        text.prepend(metrics.elidedText(QString(type + u'.'), Qt::ElideLeft, left));
    painter.drawText(room, Qt::AlignCenter, text);
    painter.restore();
}

void paintRootFrames(QPainter& painter, const std::vector<layout::Rect>& frames, const Look& look) {
    constexpr double margin = 3; // in screen pixels, like everything here
    const theme::Surfaces& s = theme::surfaces(look.scheme);
    const QFontMetricsF metrics(look.small);
    const QString name = QObject::tr("root module");
    std::vector<QRectF> named;
    const QTransform toScreen = painter.transform();
    painter.save();
    painter.resetTransform();
    painter.setFont(look.small);
    for (const layout::Rect& frame : frames) {
        const QRectF around = toScreen.mapRect(rectOf(frame)).adjusted(-margin, -margin, margin, margin);
        const double width = metrics.horizontalAdvance(name) + 4;
        const QRectF words(around.center().x() - width / 2, around.top() - metrics.height() + 2, width,
                           metrics.height());
        painter.setPen(s.control);
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(around, 4, 4);
        // Adjacent frames are narrower than their labels.
        if (std::any_of(named.begin(), named.end(), [&](const QRectF& other) { return other.intersects(words); }))
            continue;
        named.push_back(words);
        painter.fillRect(words, s.base);
        painter.setPen(s.text);
        painter.drawText(words, Qt::AlignCenter, name);
    }
    painter.restore();
}

void paintActionMix(QPainter& painter, const QRectF& rect, const Counts& counts, theme::Scheme scheme) {
    const int total = std::accumulate(counts.begin(), counts.end(), 0);
    if (total == 0)
        return;
    double x = rect.x();
    for (const ActionKind kind : theme::allActionKinds) {
        const double width = rect.width() * counts[std::size_t(kind)] / total;
        if (width > 0)
            painter.fillRect(QRectF(x, rect.y(), std::max(1.0, width - 1), rect.height()), theme::color(kind, scheme));
        x += width;
    }
}

double opacityOf(Emphasis emphasis) {
    return emphasis == Emphasis::Normal ? 1 : 0.25;
}

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto channel = [share](double x, double y) { return float(x * share + y * (1 - share)); };
    return QColor::fromRgbF(channel(a.redF(), b.redF()), channel(a.greenF(), b.greenF()),
                            channel(a.blueF(), b.blueF()));
}

QColor fillOf(NodeStatus status, int matches, Reach reach, theme::Scheme scheme) {
    const theme::Surfaces& s = theme::surfaces(scheme);
    return status != NodeStatus::None ? statusFill(status, scheme)
           : matches > 0              ? s.matchTint
           : isInCone(reach)          ? mixed(s.accent, s.raised, 0.12)
                                      : s.raised;
}

bool isInCone(Reach reach) {
    return reach == Reach::Upstream || reach == Reach::Downstream || reach == Reach::Both;
}

void paintReach(QPainter& painter, const QRectF& rect, Reach reach, layout::Direction direction, const QColor& color) {
    constexpr double thick = 3;
    const bool isTurned = direction == layout::Direction::TopToBottom;
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    if (reach != Reach::Downstream)
        painter.drawRect(isTurned ? QRectF(rect.left() + 6, rect.bottom() - thick, rect.width() - 12, thick)
                                  : QRectF(rect.right() - thick, rect.top() + 6, thick, rect.height() - 12));
    if (reach != Reach::Upstream)
        painter.drawRect(isTurned ? QRectF(rect.left() + 6, rect.top(), rect.width() - 12, thick)
                                  : QRectF(rect.left(), rect.top() + 6, thick, rect.height() - 12));
}

} // namespace planlens::graph

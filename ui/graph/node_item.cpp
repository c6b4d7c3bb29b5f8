// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/item_painting.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>
#include <utility>

namespace planlens::graph {

using models::ApplyStatus;
using theme::ActionKind;

NodeItem::NodeItem(std::shared_ptr<const GraphData> data, std::size_t node, const Look& look)
    : m_data(std::move(data))
    , m_node(node)
    , m_look(look) {
    const QRectF rect = rectOf(m_data->scene.nodes[node].rect);
    setPos(rect.topLeft());
    m_size = rect.size();
    setFlag(ItemIsSelectable);
    setZValue(3);
}

QRectF NodeItem::boundingRect() const {
    return QRectF(QPointF(), m_size).adjusted(-3, -3, 3, 3);
}

void NodeItem::setStatus(ApplyStatus status, const QString& note) {
    if (m_status == status && m_statusNote == note)
        return;
    m_status = status;
    m_statusNote = note;
    update();
}

void NodeItem::setEmphasis(Emphasis emphasis) {
    setOpacity(opacityOf(emphasis));
}

void NodeItem::setMatches(int count) {
    if (std::exchange(m_matches, count) != count)
        update();
}

void NodeItem::setFindings(const models::FoundAt& findings) {
    if (std::exchange(m_findings, findings) != findings)
        update();
}

void NodeItem::setReach(Reach reach) {
    if (std::exchange(m_reach, reach) != reach)
        update();
}

void NodeItem::setCover(Cover cover) {
    if (std::exchange(m_cover, cover) != cover)
        update();
}

QPainterPath NodeItem::shape() const {
    QPainterPath path;
    if (m_cover == Cover::Open)
        path.addRect(boundingRect());
    return path;
}

QString NodeItem::statusText() const {
    const QString since = m_statusNote.isEmpty() ? QString() : QString(QStringLiteral(" · ") + m_statusNote);
    switch (m_status) {
    case ApplyStatus::None:
        break;
    case ApplyStatus::Waiting:
        return QObject::tr("waiting");
    case ApplyStatus::Running:
        return QObject::tr("running…") + since;
    case ApplyStatus::Done:
        return QObject::tr("done") + since;
    case ApplyStatus::Failed:
        return QObject::tr("failed") + since;
    }
    return node().type;
}

/// A colored block with at most a name, for small scales.
void NodeItem::paintBlock(QPainter& painter, double scale, bool isSelected) const {
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    const QColor color = theme::color(node().kind, m_look.scheme);
    const QRectF rect(QPointF(), m_size);
    const bool isApart = m_reach == Reach::Apart || node().kind == ActionKind::NoOp;
    const QColor ground = isApart ? mixed(color, s.base, 0.5) : color;
    painter.fillRect(rect, ground);
    paintNameFromAfar(painter, rect.adjusted(0, 6, 0, -6), scale, m_look.name,
                      theme::contrast(s.base, ground) > theme::contrast(s.text, ground) ? s.base : s.text, node().name);
    if (!isSelected && !isInCone(m_reach))
        return;
    QPen pen(s.accent, isSelected ? 3 : 1.5);
    pen.setCosmetic(true);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect);
}

/// Lists instances or attributes below the name in the usual screen size at any scale.
void NodeItem::paintDetails(QPainter& painter, double scale, const QRectF& rect) const {
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    const GraphNode& shown = node();
    painter.save();
    painter.scale(1 / scale, 1 / scale);
    const QRectF room(rect.topLeft() * scale, rect.size() * scale);
    const QFontMetricsF name(m_look.name);
    const QFontMetricsF small(m_look.small);
    constexpr double margin = 10;
    const double sign = 20;
    const auto text = [&](const QRectF& where, Qt::Alignment alignment, const QFont& font, const QColor& color,
                          const QString& words) {
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(where, Qt::AlignVCenter | alignment, words);
    };
    QRectF line(room.x() + margin, room.y() + 6, room.width() - 2 * margin, name.height() + 4);
    QString type = statusText();
    if (shown.instances.size() > 1)
        type += QStringLiteral("  ×%1").arg(shown.instances.size());
    const QColor typeColor = m_status == ApplyStatus::Failed ? s.error : s.dimText;
    type = small.elidedText(type, Qt::ElideMiddle, line.width() / 2);
    const double typeWidth = small.horizontalAdvance(type) + 8;
    text(line, Qt::AlignLeft, m_look.glyph, theme::color(shown.kind, m_look.scheme), theme::glyph(shown.kind));
    text(line, Qt::AlignRight, m_look.small, typeColor, type);
    const QRectF title = line.adjusted(sign, 0, -typeWidth, 0);
    text(title, Qt::AlignLeft, m_look.name, s.text, elidedName(shown.name, name, title.width()));

    const double step = small.height() + 2;
    const int lines = int((room.bottom() - 8 - line.bottom()) / step);
    if (std::exchange(m_detailRoom, lines) != lines)
        m_details = detailsOf(shown, lines);
    QRectF at(line.x(), line.bottom(), line.width(), step);
    for (std::size_t i = 0; i < m_details.lines.size(); ++i) {
        const DetailLine& detail = m_details.lines[i];
        QString note = detail.note;
        const bool isLast = i + 1 == m_details.lines.size();
        if (isLast && m_details.left > 0) // the last line shows the number of omitted ones
            note += (note.isEmpty() ? QString() : QStringLiteral("  ")) +
                    QObject::tr("and %n more", nullptr, int(m_details.left));
        text(at, Qt::AlignLeft, m_look.small, theme::color(detail.kind, m_look.scheme), theme::glyph(detail.kind));
        const QString words = small.elidedText(detail.text, Qt::ElideMiddle, at.width() * 0.6);
        text(at.adjusted(sign, 0, 0, 0), Qt::AlignLeft, m_look.small, s.text, words);
        const double left = at.width() - sign - small.horizontalAdvance(words) - 8;
        text(at, Qt::AlignRight, m_look.small, s.dimText, small.elidedText(note, Qt::ElideRight, left));
        at.translate(0, step);
    }
    painter.restore();
}

void NodeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
    if (m_cover == Cover::Covered)
        return;
    const GraphNode& shown = node();
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    const QColor color = theme::color(shown.kind, m_look.scheme);
    const double scale = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const QRectF rect(QPointF(), m_size);
    const bool isSelected = option->state & QStyle::State_Selected;
    if (scale < readableScale) {
        paintBlock(*painter, scale, isSelected);
        if (m_findings.count > 0)
            paintFlag(*painter, rect.topRight(), rect.height() * 0.36, findingColor(m_findings, m_look.scheme),
                      s.raised);
        return;
    }
    painter->setRenderHint(QPainter::Antialiasing);
    const QColor fill = isInCone(m_reach) ? mixed(s.accent, s.raised, 0.12) : s.raised;
    painter->setBrush(m_matches > 0                   ? s.matchTint
                      : m_status == ApplyStatus::Done ? mixed(color, s.raised, 0.25)
                                                      : fill);
    // A failure is above every other color, also that of the selection.
    const bool hasFailed = m_status == ApplyStatus::Failed;
    if (hasFailed)
        painter->setBrush(mixed(s.error, s.raised, 0.2));
    QPen pen(hasFailed ? s.error : isSelected ? s.accent : color, isSelected || hasFailed ? 3 : 1.5);
    pen.setStyle(isSelected || hasFailed ? Qt::SolidLine : theme::borderStyle(shown.kind));
    painter->setPen(pen);
    painter->drawRoundedRect(rect.adjusted(0.75, 0.75, -0.75, -0.75), 4, 4);
    if (isInCone(m_reach))
        paintReach(*painter, rect, m_reach, m_data->scene.direction, s.accent);
    if (levelAt(scale) == Level::Instances)
        paintDetails(*painter, scale, rect);
    else
        paintSummary(*painter, scale, rect);
    if (shown.instances.size() > 1)
        paintActionMix(*painter, QRectF(4, rect.height() - 6, rect.width() - 8, 3), shown.counts, m_look.scheme);
    if (m_findings.count > 0)
        paintFlag(*painter, rect.topRight(), rect.height() * 0.36, findingColor(m_findings, m_look.scheme), s.raised);
    if (m_status == ApplyStatus::Running) {
        painter->setPen(QPen(s.accent, 2, Qt::DashLine));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(rect.adjusted(-2, -2, 2, 2), 5, 5);
    }
}

/// Paints name, type and number of instances.
void NodeItem::paintSummary(QPainter& painter, double scale, const QRectF& rect) const {
    const GraphNode& shown = node();
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    const QRectF stripe(4, 8, 24, rect.height() - 16);
    QFont glyphFont = m_look.glyph;
    glyphFont.setPointSizeF(glyphFont.pointSizeF() * std::clamp(0.9 / scale, 1.0, 1.6));
    painter.setFont(glyphFont);
    painter.setPen(theme::color(shown.kind, m_look.scheme));
    painter.drawText(stripe, Qt::AlignCenter, theme::glyph(shown.kind));
    const bool isDetailed = scale >= detailScale * 0.999; // tolerates rounding errors of multiplied scales
    const double textLeft = 32;
    const bool isGroup = shown.instances.size() > 1;
    const QString right = isGroup ? QStringLiteral("×%1").arg(shown.instances.size()) : QString();
    const QFont nameFont = isDetailed ? m_look.name : m_look.nameAt(scale);
    painter.setFont(nameFont);
    const QFontMetricsF metrics(nameFont);
    const double rightWidth = right.isEmpty() ? 0 : metrics.horizontalAdvance(right) + 8;
    const QRectF nameRect(textLeft, isDetailed ? 6 : 0, rect.width() - textLeft - 8 - rightWidth,
                          isDetailed ? 18 : rect.height());
    painter.setPen(s.text);
    painter.drawText(nameRect, Qt::AlignVCenter | Qt::AlignLeft, elidedName(shown.name, metrics, nameRect.width()));
    if (!right.isEmpty()) {
        painter.setPen(s.dimText);
        painter.drawText(QRectF(0, nameRect.y(), rect.width() - 8, nameRect.height()),
                         Qt::AlignVCenter | Qt::AlignRight, right);
    }
    if (!isDetailed)
        return;
    painter.setFont(m_look.small);
    const QFontMetricsF small(m_look.small);
    painter.setPen(m_status == ApplyStatus::Failed ? s.error : s.dimText);
    const QRectF line(textLeft, 24, rect.width() - textLeft - 8, 16);
    const QString mix = isGroup ? mixText(shown.counts) : QString();
    const double mixWidth = mix.isEmpty() ? 0 : small.horizontalAdvance(mix) + 8;
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft,
                     small.elidedText(statusText(), Qt::ElideMiddle, line.width() - mixWidth));
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight, mix);
}

} // namespace planlens::graph

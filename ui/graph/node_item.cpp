// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/item_painting.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>
#include <cmath>
#include <utility>

namespace planlens::graph {

using theme::ActionKind;

namespace {

constexpr double asideGap = 8; // between a text and the one on its right

/// Returns the font in a size in which the glyphs of actions can be told apart on the screen.
QFont legible(QFont font, double scale) {
    constexpr double least = 10; // pixels
    if (QFontInfo(font).pixelSize() * scale < least)
        font.setPixelSize(int(std::ceil(least / scale)));
    return font;
}

} // namespace

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

void NodeItem::setStatus(NodeStatus status, const QString& note) {
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

/// Returns the rectangle of the node without the line below it.
QRectF NodeItem::body() const {
    return QRectF(0, 0, m_size.width(), m_size.height() - (node().hasMore() ? handleHeight : 0));
}

QRectF NodeItem::handle(Way way) const {
    const int count = way == Way::Upstream ? node().moreUpstream : node().moreDownstream;
    if (count == 0)
        return {};
    const double width = std::min(m_size.width() / 2 - 2, 16 + 8.0 * (2 + double(QString::number(count).size())));
    return QRectF(way == Way::Upstream ? 0 : m_size.width() - width, m_size.height() - handleHeight + 3, width,
                  handleHeight - 4);
}

std::optional<Way> NodeItem::handleAt(const QPointF& position) const {
    for (const Way way : {Way::Upstream, Way::Downstream})
        if (handle(way).contains(position))
            return way;
    return {};
}

void NodeItem::paintHandles(QPainter& painter, const QFont& font) const {
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    const bool isTurned = m_data->scene.direction == layout::Direction::TopToBottom;
    painter.setFont(font);
    for (const Way way : {Way::Upstream, Way::Downstream}) {
        const QRectF rect = handle(way);
        if (rect.isEmpty())
            continue;
        painter.setPen(QPen(s.control, 1));
        painter.setBrush(s.alternate);
        painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2);
        painter.setPen(s.text);
        painter.drawText(
            rect, Qt::AlignCenter,
            way == Way::Upstream
                ? (isTurned ? QStringLiteral("▴ +%1") : QStringLiteral("◂ +%1")).arg(node().moreUpstream)
                : (isTurned ? QStringLiteral("+%1 ▾") : QStringLiteral("+%1 ▸")).arg(node().moreDownstream));
    }
}

/// Paints a colored block with the name, for small scales.
void NodeItem::paintBlock(QPainter& painter, double scale) const {
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    const QColor color =
        m_status == NodeStatus::None ? theme::color(node().kind, m_look.scheme) : statusColor(m_status, m_look.scheme);
    const QRectF rect = body();
    const bool isApart = m_reach == Reach::Apart || node().kind == ActionKind::NoOp;
    const QColor ground = isApart ? mixed(color, s.base, 0.5) : color;
    painter.fillRect(rect, ground);
    const auto count = node().instances.size();
    paintNameFromAfar(painter, rect.adjusted(0, 1, 0, -1), scale, m_look.name,
                      theme::contrast(s.base, ground) > theme::contrast(s.text, ground) ? s.base : s.text,
                      count > 1 ? QString(node().name % QStringLiteral(" ×%L1").arg(count)) : node().name, node().type);
}

void NodeItem::paintFrame(QPainter& painter, const QRectF& rect, bool isSelected) const {
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    const bool hasStatus = isFramedByStatus(m_status);
    QPen pen(hasStatus ? statusColor(m_status, m_look.scheme) : theme::color(node().kind, m_look.scheme),
             m_status == NodeStatus::Failed ? 3 : 1.5);
    pen.setStyle(hasStatus ? Qt::SolidLine : theme::borderStyle(node().kind));
    painter.setPen(pen);
    painter.setBrush(fillOf(m_status, m_matches, m_reach, m_look.scheme));
    painter.drawRoundedRect(rect.adjusted(0.75, 0.75, -0.75, -0.75), 4, 4);
    if (!isSelected)
        return;
    // Drawn around the frame, which keeps its color.
    painter.setPen(QPen(s.accent, 2.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rect.adjusted(-1.5, -1.5, 1.5, 1.5), 5, 5);
}

/// Paints the numbers of actions and the deposed objects at the right end of the first line, if they leave space for
/// the type. Returns the width.
double NodeItem::paintCounts(QPainter& painter, const QRectF& line, const Look::NodeFonts& fonts,
                             double typeWidth) const {
    const std::vector<AsidePart> parts = asideParts(node());
    if (parts.empty())
        return 0;
    const double scale = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter.worldTransform());
    const QFont words = legible(fonts.small, scale), glyphs = legible(fonts.glyph, scale);
    const QFontMetricsF wordMetrics(words), glyphMetrics(glyphs);
    const auto widthOf = [&](const AsidePart& part) {
        return (part.glyphOf ? glyphMetrics : wordMetrics).horizontalAdvance(part.text);
    };
    double width = 0;
    for (const AsidePart& part : parts)
        width += widthOf(part);
    if (typeWidth + width + asideGap > line.width() - 1)
        return 0;
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    const double baseline = line.center().y() + (wordMetrics.ascent() - wordMetrics.descent()) / 2;
    double x = line.right() - width;
    for (const AsidePart& part : parts) {
        painter.setFont(part.glyphOf ? glyphs : words);
        painter.setPen(part.glyphOf ? theme::color(*part.glyphOf, m_look.scheme) : s.dimText);
        painter.drawText(QPointF(x, baseline), part.text);
        x += widthOf(part);
    }
    return width + asideGap;
}

/// Paints the right end of the first line: the status with its duration, otherwise the numbers of actions if they leave
/// space for the type. Without space, the duration of a running operation is below, if the name leaves `nameRoom` for
/// it. Returns the width.
double NodeItem::paintAside(QPainter& painter, const QRectF& line, const Look::NodeFonts& fonts, double typeWidth,
                            double nameRoom) const {
    if (m_status == NodeStatus::None)
        return paintCounts(painter, line, fonts, typeWidth);
    const QFontMetricsF metrics(fonts.small);
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    painter.setFont(fonts.small);
    const double side = line.height() * 0.95;
    paintStatusIcon(painter, QRectF(line.right() - side, line.center().y() - side / 2, side, side), m_status,
                    m_look.scheme);
    const double note = m_statusNote.isEmpty() ? 0 : metrics.horizontalAdvance(m_statusNote) + 4;
    painter.setPen(m_status == NodeStatus::Failed ? s.error : s.text);
    const bool isTight = typeWidth + note + side + asideGap > line.width() - 1;
    if (isTight && m_status == NodeStatus::Running && note > 0 && note + asideGap <= nameRoom) {
        painter.drawText(line.translated(0, line.height()), Qt::AlignVCenter | Qt::AlignRight, m_statusNote);
        return side + asideGap;
    }
    // The duration of an ended operation is less important than the type.
    if ((isTight && m_status != NodeStatus::Running) || note + side + asideGap > line.width() * 0.75)
        return side + asideGap;
    painter.drawText(line.adjusted(0, 0, -side - 4, 0), Qt::AlignVCenter | Qt::AlignRight, m_statusNote);
    return side + note + asideGap;
}

/// Paints icon, type and name.
void NodeItem::paintTexts(QPainter& painter, const QRectF& room, const Look::NodeFonts& fonts) const {
    const GraphNode& shown = node();
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    const QFontMetricsF name(fonts.name), small(fonts.small);
    const double top = room.y() + std::max(0.0, (room.height() - small.height() - name.height()) / 2);
    const double icon = 20;
    m_look.icons.paint(painter, QRectF(room.x() + 9, top + (small.height() + name.height() - icon) / 2, icon, icon),
                       shown.category, shown.kind == ActionKind::NoOp ? s.dimText : s.text);

    const QRectF first(room.x() + nodeTextLeft, top, room.width() - nodeTextLeft - nodeTextRight, small.height());
    const double typeWidth = small.horizontalAdvance(shown.type);
    const QString count = shown.instances.size() > 1 ? QStringLiteral("×%L1").arg(shown.instances.size()) : QString();
    const double glyph = std::max(glyphWidth, QFontMetricsF(fonts.glyph).horizontalAdvance(u'+') + 3);
    const double aside = paintAside(painter, first, fonts, typeWidth,
                                    count.isEmpty() ? first.width() - glyph - name.horizontalAdvance(shown.name) : 0);
    painter.setFont(fonts.small);
    painter.setPen(s.dimText);
    painter.drawText(first, Qt::AlignVCenter | Qt::AlignLeft,
                     small.elidedText(shown.type, Qt::ElideMiddle, first.width() - aside));

    QRectF second(first.x(), first.bottom(), first.width(), name.height());
    painter.setFont(fonts.glyph);
    painter.setPen(m_status == NodeStatus::Skipped ? s.dimText : theme::color(shown.kind, m_look.scheme));
    painter.drawText(second, Qt::AlignVCenter | Qt::AlignLeft, theme::glyph(shown.kind));
    second.setLeft(second.left() + glyph);
    painter.setFont(fonts.name);
    if (!count.isEmpty()) {
        painter.setPen(s.dimText);
        painter.drawText(second, Qt::AlignVCenter | Qt::AlignRight, count);
        second.setRight(second.right() - name.horizontalAdvance(count) - asideGap);
    }
    painter.setPen(s.text);
    painter.drawText(second, Qt::AlignVCenter | Qt::AlignLeft, elidedName(shown.name, name, second.width()));
}

/// Lists instances or attributes below the name, in the usual screen size at any scale.
void NodeItem::paintDetails(QPainter& painter, double scale, const QRectF& rect) const {
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    painter.save();
    painter.scale(1 / scale, 1 / scale);
    const QRectF room(rect.topLeft() * scale, rect.size() * scale);
    const Look::NodeFonts& fonts = m_look.nodeFontsAt(1);
    const QFontMetricsF small(fonts.small);
    const QRectF head(room.x(), room.y() + 4, room.width(), small.height() + QFontMetricsF(fonts.name).height());
    paintTexts(painter, head, fonts);
    const double step = small.height() + 2;
    const int lines = int((room.bottom() - 8 - head.bottom()) / step);
    if (std::exchange(m_detailRoom, lines) != lines)
        m_details = detailsOf(node(), lines);
    const auto text = [&](const QRectF& where, Qt::Alignment alignment, const QColor& color, const QString& words) {
        painter.setPen(color);
        painter.drawText(where, Qt::AlignVCenter | alignment, words);
    };
    painter.setFont(fonts.small);
    QRectF at(room.x() + nodeTextLeft, head.bottom() + 2, room.width() - nodeTextLeft - nodeTextRight, step);
    for (std::size_t i = 0; i < m_details.lines.size(); ++i) {
        const DetailLine& detail = m_details.lines[i];
        QString note = detail.note;
        const bool isLast = i + 1 == m_details.lines.size();
        if (isLast && m_details.left > 0) // the last line shows the number of omitted ones
            note += (note.isEmpty() ? QString() : QStringLiteral("  ")) +
                    QObject::tr("and %n more", nullptr, int(m_details.left));
        text(at, Qt::AlignLeft, theme::color(detail.kind, m_look.scheme), theme::glyph(detail.kind));
        const QString words = small.elidedText(detail.text, Qt::ElideMiddle, at.width() * 0.6);
        text(at.adjusted(glyphWidth, 0, 0, 0), Qt::AlignLeft, s.text, words);
        const double left = at.width() - glyphWidth - small.horizontalAdvance(words) - 8;
        text(at, Qt::AlignRight, s.dimText, small.elidedText(note, Qt::ElideRight, left));
        at.translate(0, step);
    }
    painter.restore();
}

void NodeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
    if (m_cover == Cover::Covered)
        return;
    const GraphNode& shown = node();
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    const double scale = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const QRectF rect = body();
    const bool isSelected = option->state & QStyle::State_Selected;
    if (scale < readableScale) {
        paintBlock(*painter, scale);
        if (isSelected || isInCone(m_reach)) {
            QPen pen(s.accent, isSelected ? 3 : 1.5);
            pen.setCosmetic(true);
            painter->setPen(pen);
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(rect);
        }
    } else {
        painter->setRenderHint(QPainter::Antialiasing);
        paintFrame(*painter, rect, isSelected);
        if (isInCone(m_reach))
            paintReach(*painter, rect, m_reach, m_data->scene.direction, s.accent);
        const bool hasMix = shown.instances.size() > 1;
        if (levelAt(scale) == Level::Instances)
            paintDetails(*painter, scale, rect);
        else
            paintTexts(*painter, rect.adjusted(0, 0, 0, hasMix ? -4 : 0), m_look.nodeFontsAt(scale));
        if (hasMix)
            paintActionMix(*painter, QRectF(4, rect.height() - 6, rect.width() - 8, 3), shown.counts, m_look.scheme);
        paintHandles(*painter, m_look.small);
    }
    if (m_findings.count > 0)
        paintFlag(*painter, rect.topRight(), rect.height() * 0.36, findingColor(m_findings, m_look.scheme), s.raised);
}

} // namespace planlens::graph

// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/item_painting.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QSizeF>
#include <QStyleOptionGraphicsItem>

#include <algorithm>
#include <optional>
#include <utility>

namespace planlens::graph {

namespace {

constexpr double smallestTitleScale = 0.25;
constexpr QSizeF leastCard(96, 40); // minimum size of a readable card in screen pixels

const QString modulePrefix = QStringLiteral("module.");

/// Omits "module.", so that sibling names differ at the beginning.
QString nameOf(const QString& label) {
    return label.startsWith(modulePrefix) ? label.mid(modulePrefix.size()) : label;
}

const layout::Rect& frameOf(const layout::SceneBox& box, std::size_t frame) {
    return frame == 0 ? box.rect : box.more[frame - 1];
}

} // namespace

QString moduleTitle(const QString& sign, const QString& label, const QFontMetricsF& metrics, double width) {
    return sign % elidedName(nameOf(label), metrics, width - metrics.horizontalAdvance(sign));
}

std::vector<double> cardScales(const GraphData& data) {
    std::vector<std::size_t> depths(data.boxes.size());
    std::vector<double> byDepth;
    // Outer boxes come before inner ones.
    for (std::size_t i = 0; i < depths.size(); ++i) {
        const std::optional<layout::Index> parent = data.boxes[i].parent;
        depths[i] = parent ? depths[*parent] + 1 : 0;
        byDepth.resize(std::max(byDepth.size(), depths[i] + 1), modulesScale);
        if (const layout::Rect& rect = data.scene.boxes[i].rect;
            parent && !data.boxes[*parent].isFolded && rect.width > 0 && rect.height > 0)
            byDepth[depths[*parent]] = std::min(
                byDepth[depths[*parent]], std::max(leastCard.width() / rect.width, leastCard.height() / rect.height));
    }
    for (std::size_t depth = byDepth.size(); depth-- > 1;)
        byDepth[depth - 1] = std::min(byDepth[depth - 1], byDepth[depth]);
    std::vector<double> scales(data.boxes.size());
    for (std::size_t i = 0; i < scales.size(); ++i)
        if (!data.boxes[i].isFolded)
            scales[i] = byDepth[depths[i]];
    return scales;
}

BoxItem::BoxItem(std::shared_ptr<const GraphData> data, std::size_t box, std::size_t frame, const Look& look)
    : m_data(std::move(data))
    , m_box(box)
    , m_look(look) {
    const QRectF rect = rectOf(frameOf(m_data->scene.boxes[box], frame));
    setPos(rect.topLeft());
    m_size = rect.size();
    setFlag(ItemIsSelectable);
    setToolTip(m_data->boxes[box].isModule ? m_data->boxes[box].id : m_data->boxes[box].label);
    for (std::optional<layout::Index> at = m_data->boxes[box].parent; at; at = m_data->boxes[*at].parent)
        ++m_depth;
    placeInDepth();
}

void BoxItem::placeInDepth() {
    setZValue(isClosed() ? 3 : std::min(0.9, 0.1 * m_depth));
}

QRectF BoxItem::boundingRect() const {
    return QRectF(QPointF(), m_size).adjusted(-3, -3, 3, 3);
}

QRectF BoxItem::titleRect() const {
    return isClosed() ? QRectF(QPointF(), m_size)
                      : QRectF(0, 0, m_size.width(), m_data->scene.boxes[m_box].titleHeight + 8);
}

QPainterPath BoxItem::shape() const {
    QPainterPath path;
    if (m_cover == Cover::Open)
        path.addRect(titleRect());
    return path;
}

void BoxItem::setEmphasis(Emphasis emphasis) {
    setOpacity(opacityOf(emphasis));
}

void BoxItem::setMatches(int count) {
    if (std::exchange(m_matches, count) != count)
        update();
}

void BoxItem::setFindings(const models::FoundAt& findings) {
    if (std::exchange(m_findings, findings) != findings)
        update();
}

void BoxItem::setStatus(NodeStatus status) {
    if (std::exchange(m_status, status) != status)
        update();
}

QString BoxItem::findingsText() const {
    return m_findings.count > 0 ? QStringLiteral("⚠ %L1").arg(m_findings.count) : QString();
}

void BoxItem::setReach(Reach reach) {
    if (std::exchange(m_reach, reach) != reach)
        update();
}

void BoxItem::setForm(Form form) {
    if (std::exchange(m_form, form) == form)
        return;
    placeInDepth();
    update();
}

void BoxItem::setCover(Cover cover) {
    if (std::exchange(m_cover, cover) != cover)
        update();
}

QPen BoxItem::framePen(bool isSelected) const {
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    const bool hasStatus = isClosed() && isFramedByStatus(m_status);
    if (isSelected)
        return QPen(s.accent, 2.5);
    if (hasStatus)
        return QPen(statusColor(m_status, m_look.scheme), m_status == NodeStatus::Failed ? 3 : 1.5);
    if (!isClosed())
        return QPen(s.border, 1.5);
    return QPen(theme::color(box().kind, m_look.scheme), 1.5, theme::borderStyle(box().kind));
}

/// Paints the status of the apply and the number of findings at the right of a line, or a flag in the corner if the
/// number has no space beside the title. Returns the width. The painter has the font of the title.
double BoxItem::paintAside(QPainter& painter, const QRectF& line, double titleWidth) const {
    constexpr double gap = 8;
    double width = 0;
    if (m_status != NodeStatus::None) {
        const double side = line.height() * 0.8;
        painter.save();
        paintStatusIcon(painter, QRectF(line.right() - side, line.center().y() - side / 2, side, side), m_status,
                        m_look.scheme);
        painter.restore();
        width = side + gap;
    }
    const QString found = findingsText();
    if (found.isEmpty())
        return width;
    const double foundWidth = QFontMetricsF(painter.font()).horizontalAdvance(found) + gap;
    painter.save();
    if (titleWidth + width + foundWidth > line.width()) {
        paintFlag(painter, QPointF(m_size.width(), 0), m_size.height() * 0.36, findingColor(m_findings, m_look.scheme),
                  theme::surfaces(m_look.scheme).raised);
    } else {
        painter.setPen(findingColor(m_findings, m_look.scheme));
        painter.drawText(line.adjusted(0, 0, -width, 0), Qt::AlignRight | Qt::AlignVCenter, found);
        width += foundWidth;
    }
    painter.restore();
    return width;
}

/// Draws names in the usual screen size at any scale, because they make small pictures readable.
void BoxItem::paintCard(QPainter& painter, double scale, const QRectF& rect) const {
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    painter.save();
    painter.scale(1 / scale, 1 / scale);
    const QRectF room = QRectF(rect.topLeft() * scale, rect.size() * scale).adjusted(8, 4, -8, -4);
    const QFontMetricsF name(m_look.name);
    const QFontMetricsF small(m_look.small);
    const double bar = 6;
    const bool hasCounts = room.height() >= name.height() + small.height() + bar + 8;
    const bool hasTitle = room.width() >= 32 && room.height() >= name.height();
    const double content = hasTitle ? name.height() + bar + 4 + (hasCounts ? small.height() + 2 : 0) : bar;
    double y = room.y() + std::max(0.0, (room.height() - content) / 2);
    if (hasTitle) {
        painter.setFont(m_look.name);
        painter.setPen(s.text);
        const QString title =
            moduleTitle(box().isFolded ? QStringLiteral("▸ ") : QString(), box().label, name, room.width());
        painter.drawText(QRectF(room.x(), y, room.width(), name.height()), Qt::AlignVCenter | Qt::AlignHCenter, title);
        y += name.height() + 2;
        if (hasCounts) {
            painter.setFont(m_look.small);
            painter.setPen(s.dimText);
            const QString counts = mixText(box().counts);
            const QString found = findingsText();
            const double foundWidth = found.isEmpty() ? 0 : small.horizontalAdvance(found) + 8;
            const QString shown = small.elidedText(counts, Qt::ElideRight, room.width() - foundWidth);
            const double left =
                room.x() + std::max(0.0, (room.width() - small.horizontalAdvance(shown) - foundWidth) / 2);
            painter.drawText(QRectF(left, y, room.width(), small.height()), Qt::AlignVCenter | Qt::AlignLeft, shown);
            painter.setPen(findingColor(m_findings, m_look.scheme));
            painter.drawText(QRectF(left + small.horizontalAdvance(shown) + 8, y, foundWidth, small.height()),
                             Qt::AlignVCenter | Qt::AlignLeft, found);
            y += small.height() + 2;
        }
    }
    if (!hasCounts && m_findings.count > 0)
        paintFlag(painter, QRectF(rect.topLeft() * scale, rect.size() * scale).topRight(),
                  std::min(16.0, rect.height() * scale / 2), findingColor(m_findings, m_look.scheme), s.raised);
    const double width = std::min(room.width(), 160.0);
    // May extend into the bottom margin, but not onto the frame.
    const double bottom = room.bottom() + 2, height = std::clamp(bottom - y, 3.0, bar);
    if (room.width() > 2)
        paintActionMix(painter, QRectF(room.center().x() - width / 2, std::min(y, bottom - height), width, height),
                       box().counts, m_look.scheme);
    painter.restore();
}

void BoxItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
    if (m_cover == Cover::Covered)
        return;
    const GraphBox& shown = box();
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    const double scale = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const QRectF rect(QPointF(), m_size);
    const bool isSelected = option->state & QStyle::State_Selected || (isClosed() && m_reach == Reach::Selected);
    QPen pen = framePen(isSelected);
    if (m_form == Form::Card) {
        pen.setCosmetic(true);
        painter->setPen(pen);
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setBrush(fillOf(m_status, m_matches, m_reach, m_look.scheme));
        painter->drawRoundedRect(rect, 4 / scale, 4 / scale);
        paintCard(*painter, scale, rect);
        return;
    }
    painter->setRenderHint(QPainter::Antialiasing, scale >= readableScale);
    painter->setPen(pen);
    painter->setBrush(shown.isFolded ? fillOf(m_status, m_matches, m_reach, m_look.scheme) : s.alternate);
    painter->drawRoundedRect(rect.adjusted(0.75, 0.75, -0.75, -0.75), 6, 6);
    if (!shown.isFolded)
        return; // the title is a separate item
    if (isInCone(m_reach))
        paintReach(*painter, rect, m_reach, m_data->scene.direction, s.accent);
    paintActionMix(*painter, QRectF(8, rect.height() - 14, rect.width() - 16, 6), shown.counts, m_look.scheme);
    // Module names stay readable at smaller scales than resource names.
    if (scale < smallestTitleScale) {
        if (m_findings.count > 0)
            paintFlag(*painter, rect.topRight(), rect.height() * 0.36, findingColor(m_findings, m_look.scheme),
                      s.raised);
        paintNameFromAfar(*painter, QRectF(0, 2, rect.width(), rect.height() - 16), scale, m_look.name, s.text,
                          nameOf(shown.label));
        return;
    }
    const QFont titleFont = m_look.nameAt(std::max(scale, 0.55));
    painter->setFont(titleFont);
    painter->setPen(s.text);
    const QFontMetricsF metrics(titleFont);
    QRectF text(8, 6, rect.width() - 16, 22);
    if (m_matches > 0) {
        const QString found = QObject::tr("%n found", nullptr, m_matches);
        painter->drawText(text, Qt::AlignRight | Qt::AlignVCenter, found);
        text.setRight(text.right() - metrics.horizontalAdvance(found) - 8);
    }
    const QString sign = QStringLiteral("▸ ");
    text.setRight(text.right() - paintAside(*painter, text, metrics.horizontalAdvance(sign % nameOf(shown.label))));
    // In small pictures, the font is higher than the line.
    painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                      moduleTitle(sign, shown.label, metrics, text.width()));
}

BoxTitleItem::BoxTitleItem(std::shared_ptr<const GraphData> data, std::size_t box, std::size_t frame, const Look& look)
    : m_data(std::move(data))
    , m_box(box)
    , m_isFurther(frame > 0)
    , m_look(look) {
    const layout::SceneBox& placed = m_data->scene.boxes[box];
    const layout::Rect& rect = frameOf(placed, frame);
    setPos(rect.x, rect.y);
    constexpr double padding = 14; // of the box, above its contents
    m_size = QSizeF(rect.width, placed.titleHeight + padding);
    setAcceptedMouseButtons(Qt::NoButton);
    setZValue(2);
}

/// The title has the usual screen size in small pictures too, as far as there is space above the contents.
void BoxTitleItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    const double scale = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const GraphBox& shown = m_data->boxes[m_box];
    const double shrink = std::min(1.0, scale); // of the screen font in the scene
    painter->save();
    painter->scale(1 / shrink, 1 / shrink);
    const QSizeF size = m_size * shrink;
    QFont font = m_look.name;
    if (const double height = QFontMetricsF(font).height(); height > size.height())
        font.setPointSizeF(font.pointSizeF() * size.height() / height);
    const QFontMetricsF metrics(font);
    constexpr double bar = 68, margin = 8;
    const bool hasBar = !m_isFurther && size.width() > 2.5 * bar;
    const double height = std::max(metrics.height(), size.height() * 0.75);
    const QRectF room(margin, 0, size.width() - 2 * margin - (hasBar ? bar + margin : 0), height);
    const QString text =
        moduleTitle(m_isFurther ? QStringLiteral("… ") : QStringLiteral("▾ "), shown.label, metrics, room.width());
    painter->fillRect(QRectF(room.x() - 2, room.center().y() - metrics.height() / 2,
                             metrics.horizontalAdvance(text) + 4, metrics.height()),
                      s.alternate);
    painter->setFont(font);
    painter->setPen(s.text);
    painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter, text);
    if (hasBar)
        paintActionMix(*painter, QRectF(size.width() - bar - margin, room.center().y() - 3, bar, 6), shown.counts,
                       m_look.scheme);
    painter->restore();
}

} // namespace planlens::graph

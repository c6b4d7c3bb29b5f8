// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/node_item.h"

#include <QFontMetricsF>
#include <QGraphicsScene>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <numeric>
#include <utility>

namespace planlens::graph {

using models::ApplyStatus;
using theme::ActionKind;

namespace {

QRectF rectOf(const layout::Rect& rect) { return {rect.x, rect.y, rect.width, rect.height}; }

QString mixText(const Counts& counts) {
    QStringList parts;
    for (const ActionKind kind : theme::allActionKinds)
        if (const int count = counts[std::size_t(kind)])
            parts.append(QString::number(count) % theme::glyph(kind));
    return parts.join(u' ');
}

constexpr double smallestTitleScale = readableScale * 0.7;

double opacityOf(Emphasis emphasis) { return emphasis == Emphasis::Normal ? 1 : 0.25; }

/// The title of a module as far as there is room: what it is goes first, for the frame says that too.
QString titleText(const QString& sign, const QString& label, const QFontMetricsF& metrics, double width) {
    const QString prefix = QStringLiteral("module.");
    QString text = sign % label;
    if (metrics.horizontalAdvance(text) > width && label.startsWith(prefix))
        text = sign % QStringView(label).mid(prefix.size());
    return metrics.elidedText(text, Qt::ElideMiddle, width);
}

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto channel = [share](double x, double y) { return float(x * share + y * (1 - share)); };
    return QColor::fromRgbF(channel(a.redF(), b.redF()), channel(a.greenF(), b.greenF()), channel(a.blueF(), b.blueF()));
}

} // namespace

QFont Look::nameAt(double scale) const {
    QFont font = name;
    font.setPointSizeF(name.pointSizeF() * std::clamp(0.9 / scale, 1.0, 1.8));
    return font;
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

NodeItem::NodeItem(std::shared_ptr<const GraphData> data, std::size_t node, const Look& look)
    : m_data(std::move(data)), m_node(node), m_look(look) {
    const QRectF rect = rectOf(m_data->scene.nodes[node].rect);
    setPos(rect.topLeft());
    m_size = rect.size();
    setFlag(ItemIsSelectable);
    setZValue(3);
}

QRectF NodeItem::boundingRect() const { return QRectF(QPointF(), m_size).adjusted(-3, -3, 3, 3); }

void NodeItem::setStatus(ApplyStatus status) {
    if (m_status == status)
        return;
    m_status = status;
    update();
}

void NodeItem::setEmphasis(Emphasis emphasis) { setOpacity(opacityOf(emphasis)); }

void NodeItem::setMatches(int count) {
    if (std::exchange(m_matches, count) != count)
        update();
}

void NodeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
    const GraphNode& shown = node();
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    const QColor color = theme::color(shown.kind, m_look.scheme);
    const double scale = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const QRectF rect(QPointF(), m_size);
    const bool isSelected = option->state & QStyle::State_Selected;
    if (scale < readableScale) {
        painter->fillRect(rect, shown.kind == ActionKind::NoOp ? mixed(color, s.base, 0.5) : color);
        if (isSelected) {
            QPen pen(s.accent, 3);
            pen.setCosmetic(true);
            painter->setPen(pen);
            painter->drawRect(rect);
        }
        return;
    }
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(m_matches > 0 ? s.matchTint : m_status == ApplyStatus::Done ? mixed(color, s.raised, 0.25) : s.raised);
    QPen pen(isSelected ? s.accent : color, isSelected ? 3 : 1.5);
    pen.setStyle(isSelected ? Qt::SolidLine : theme::borderStyle(shown.kind));
    painter->setPen(pen);
    painter->drawRoundedRect(rect.adjusted(0.75, 0.75, -0.75, -0.75), 4, 4);

    const QRectF stripe(4, 8, 24, rect.height() - 16);
    QFont glyphFont = m_look.glyph;
    glyphFont.setPointSizeF(glyphFont.pointSizeF() * std::clamp(0.9 / scale, 1.0, 1.6));
    painter->setFont(glyphFont);
    painter->setPen(color);
    painter->drawText(stripe, Qt::AlignCenter, theme::glyph(shown.kind));
    const bool isDetailed = scale >= detailScale;
    const double textLeft = 32;
    const bool isGroup = shown.instances.size() > 1;
    const QString right = isGroup ? QStringLiteral("×%1").arg(shown.instances.size()) : QString();
    const QFont nameFont = isDetailed ? m_look.name : m_look.nameAt(scale);
    painter->setFont(nameFont);
    const QFontMetricsF metrics(nameFont);
    const double rightWidth = right.isEmpty() ? 0 : metrics.horizontalAdvance(right) + 8;
    const QRectF nameRect(textLeft, isDetailed ? 6 : 0, rect.width() - textLeft - 8 - rightWidth,
                          isDetailed ? 18 : rect.height());
    painter->setPen(s.text);
    painter->drawText(nameRect, Qt::AlignVCenter | Qt::AlignLeft,
                      metrics.elidedText(shown.name, Qt::ElideMiddle, nameRect.width()));
    if (!right.isEmpty()) {
        painter->setPen(s.dimText);
        painter->drawText(QRectF(0, nameRect.y(), rect.width() - 8, nameRect.height()), Qt::AlignVCenter | Qt::AlignRight, right);
    }
    if (isDetailed) {
        painter->setFont(m_look.small);
        const QFontMetricsF small(m_look.small);
        QString second = shown.type;
        switch (m_status) {
        case ApplyStatus::None: break;
        case ApplyStatus::Waiting: second = QObject::tr("waiting"); break;
        case ApplyStatus::Running: second = QObject::tr("running…"); break;
        case ApplyStatus::Done: second = QObject::tr("done"); break;
        case ApplyStatus::Failed: second = QObject::tr("failed"); break;
        }
        painter->setPen(m_status == ApplyStatus::Failed ? s.error : s.dimText);
        const QRectF line(textLeft, 24, rect.width() - textLeft - 8, 16);
        const QString mix = isGroup ? mixText(shown.counts) : QString();
        const double mixWidth = mix.isEmpty() ? 0 : small.horizontalAdvance(mix) + 8;
        painter->drawText(line, Qt::AlignVCenter | Qt::AlignLeft,
                          small.elidedText(second, Qt::ElideMiddle, line.width() - mixWidth));
        painter->drawText(line, Qt::AlignVCenter | Qt::AlignRight, mix);
    }
    if (isGroup)
        paintActionMix(*painter, QRectF(4, rect.height() - 6, rect.width() - 8, 3), shown.counts, m_look.scheme);
    if (m_status == ApplyStatus::Running) {
        painter->setPen(QPen(s.accent, 2, Qt::DashLine));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(rect.adjusted(-2, -2, 2, 2), 5, 5);
    }
}

BoxItem::BoxItem(std::shared_ptr<const GraphData> data, std::size_t box, const Look& look)
    : m_data(std::move(data)), m_box(box), m_look(look) {
    const QRectF rect = rectOf(m_data->scene.boxes[box].rect);
    setPos(rect.topLeft());
    m_size = rect.size();
    setFlag(ItemIsSelectable);
    setToolTip(m_data->boxes[box].id);
    int depth = 0;
    for (std::optional<layout::Index> at = m_data->boxes[box].parent; at; at = m_data->boxes[*at].parent)
        ++depth;
    setZValue(this->box().isFolded ? 3 : std::min(0.9, 0.1 * depth));
}

QRectF BoxItem::boundingRect() const { return QRectF(QPointF(), m_size).adjusted(-3, -3, 3, 3); }

QRectF BoxItem::titleRect() const {
    return box().isFolded ? QRectF(QPointF(), m_size) : QRectF(0, 0, m_size.width(), m_data->scene.boxes[m_box].titleHeight + 8);
}

QPainterPath BoxItem::shape() const {
    QPainterPath path;
    path.addRect(titleRect());
    return path;
}

void BoxItem::setEmphasis(Emphasis emphasis) { setOpacity(opacityOf(emphasis)); }

void BoxItem::setMatches(int count) {
    if (std::exchange(m_matches, count) != count)
        update();
}

void BoxItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
    const GraphBox& shown = box();
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    const double scale = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const QRectF rect(QPointF(), m_size);
    const bool isSelected = option->state & QStyle::State_Selected;
    const QColor outline = isSelected ? s.accent : shown.isFolded ? theme::color(shown.kind, m_look.scheme) : s.border;
    QPen pen(outline, isSelected ? 2.5 : 1.5);
    if (shown.isFolded && !isSelected)
        pen.setStyle(theme::borderStyle(shown.kind));
    painter->setRenderHint(QPainter::Antialiasing, scale >= readableScale);
    painter->setPen(pen);
    painter->setBrush(!shown.isFolded ? s.alternate : m_matches > 0 ? s.matchTint : s.raised);
    painter->drawRoundedRect(rect.adjusted(0.75, 0.75, -0.75, -0.75), 6, 6);
    if (!shown.isFolded)
        return; // the title is an item of its own
    paintActionMix(*painter, QRectF(8, rect.height() - 14, rect.width() - 16, 6), shown.counts, m_look.scheme);
    // Names of modules stay readable longer than those of resources: they are what a small picture is read by.
    if (scale < smallestTitleScale)
        return;
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
    painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter, titleText(QStringLiteral("▸ "), shown.label, metrics, text.width()));
}

BoxTitleItem::BoxTitleItem(std::shared_ptr<const GraphData> data, std::size_t box, const Look& look)
    : m_data(std::move(data)), m_box(box), m_look(look) {
    const layout::SceneBox& placed = m_data->scene.boxes[box];
    setPos(placed.rect.x, placed.rect.y);
    m_size = QSizeF(placed.rect.width, placed.titleHeight + 8);
    setAcceptedMouseButtons(Qt::NoButton);
    setZValue(2);
}

void BoxTitleItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    const double scale = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const GraphBox& shown = m_data->boxes[m_box];
    paintActionMix(*painter, QRectF(m_size.width() - 80, 12, 68, 6), shown.counts, m_look.scheme);
    if (scale < smallestTitleScale)
        return;
    const QFont font = m_look.nameAt(std::max(scale, 0.55));
    const QFontMetricsF metrics(font);
    const QRectF room(8, 4, m_size.width() - 100, m_size.height() - 4);
    const QString text = titleText(QStringLiteral("▾ "), shown.label, metrics, room.width());
    const double height = std::min(metrics.height(), room.height());
    painter->fillRect(QRectF(room.x() - 2, room.center().y() - height / 2, metrics.horizontalAdvance(text) + 4, height), s.alternate);
    painter->setFont(font);
    painter->setPen(s.text);
    painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter, text);
}

} // namespace planlens::graph

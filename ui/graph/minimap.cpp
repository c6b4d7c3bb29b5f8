// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/minimap.h"

#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/graph/item_painting.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace planlens::graph {

namespace {

constexpr QSizeF largest(208, 144);
constexpr int margin = theme::grid;
constexpr int leastView = 240; // pixels; in a lower view, the map would cover too much
constexpr double padding = 6;

} // namespace

Minimap::Minimap(GraphView& view, const Look& look)
    : QWidget(&view)
    , m_view(view)
    , m_look(look) {
    setObjectName(QStringLiteral("minimap"));
    setAccessibleName(tr("Overview of the graph"));
    setAccessibleDescription(tr("The arrow keys move the part that the graph shows."));
    setToolTip(tr("Drag to move the part that is shown"));
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::ArrowCursor);
    setAttribute(Qt::WA_OpaquePaintEvent);
    hide();
}

void Minimap::setData(std::shared_ptr<const GraphData> drawn) {
    m_data = std::move(drawn);
    m_picture = {};
    if (m_data) {
        m_scene = rectOf(m_data->scene.bounds);
        m_scale = std::min((largest.width() - 2 * padding) / std::max(1.0, m_scene.width()),
                           (largest.height() - 2 * padding) / std::max(1.0, m_scene.height()));
        const QSizeF size = m_scene.size() * m_scale;
        resize(int(std::ceil(std::max(48.0, size.width()) + 2 * padding)),
               int(std::ceil(std::max(32.0, size.height()) + 2 * padding)));
    }
    refresh();
}

QRectF Minimap::visiblePart() const {
    return m_view.mapToScene(m_view.viewport()->rect()).boundingRect();
}

QPointF Minimap::toMap(const QPointF& scenePoint) const {
    return QRectF(rect()).center() + (scenePoint - m_scene.center()) * m_scale;
}

QPointF Minimap::toScene(const QPointF& position) const {
    return m_scene.center() + (position - QRectF(rect()).center()) / m_scale;
}

QRectF Minimap::frame() const {
    const QRectF part = visiblePart();
    return QRectF(toMap(part.topLeft()), toMap(part.bottomRight())).intersected(QRectF(rect()).adjusted(1, 1, -1, -1));
}

void Minimap::refresh() {
    // One pixel of tolerance for rounding errors of a view that shows everything.
    const bool isNeeded = m_data && !m_data->nodes.empty() && !visiblePart().adjusted(-2, -2, 2, 2).contains(m_scene) &&
                          m_view.width() > 2 * width() && m_view.height() > std::max(2 * height(), leastView);
    if (isNeeded)
        move(freestCorner());
    setVisible(isNeeded);
    update();
}

/// Returns where the map covers the least of the graph: in the lower right corner, or else in another one.
QPoint Minimap::freestCorner() const {
    const int right = m_view.width() - width() - margin, lower = m_view.height() - height() - margin;
    const std::array corners{QPoint(right, lower), QPoint(margin, lower), QPoint(right, margin),
                             QPoint(margin, margin)};
    std::array<double, corners.size()> covered{};
    const auto add = [&](const auto& place) {
        if (!place.visible)
            return;
        const QRectF shown = m_view.mapFromScene(rectOf(place.rect)).boundingRect();
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const QRectF common = shown.intersected(QRectF(corners[i], size()));
            covered[i] += common.width() * common.height();
        }
    };
    std::ranges::for_each(m_data->scene.nodes, add);
    for (std::size_t i = 0; i < m_data->boxes.size(); ++i)
        if (m_data->boxes[i].isFolded)
            add(m_data->scene.boxes[i]);
    return corners[std::size_t(std::ranges::min_element(covered) - covered.begin())];
}

void Minimap::draw() {
    const double ratio = devicePixelRatioF();
    m_picture = QPixmap(size() * ratio);
    m_picture.setDevicePixelRatio(ratio);
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    m_picture.fill(s.raised);
    QPainter painter(&m_picture);
    const auto onMap = [&](const layout::Rect& rect) {
        const QRectF mapped(toMap({rect.x, rect.y}), toMap({rect.right(), rect.bottom()}));
        // a minimum size, so that it stays visible
        return QRectF(mapped.topLeft(), mapped.size().expandedTo({1.5, 1.5}));
    };
    for (std::size_t i = 0; i < m_data->boxes.size(); ++i) {
        if (!m_data->scene.boxes[i].visible)
            continue;
        const GraphBox& box = m_data->boxes[i];
        painter.setPen(QPen(box.isFolded ? theme::color(box.kind, m_look.scheme) : s.border, 1));
        painter.setBrush(box.isFolded ? theme::color(box.kind, m_look.scheme) : s.alternate);
        painter.drawRect(onMap(m_data->scene.boxes[i].rect));
    }
    for (std::size_t i = 0; i < m_data->nodes.size(); ++i)
        if (m_data->scene.nodes[i].visible)
            painter.fillRect(onMap(m_data->scene.nodes[i].rect), theme::color(m_data->nodes[i].kind, m_look.scheme));
}

void Minimap::paintEvent(QPaintEvent*) {
    if (!m_data)
        return;
    if (m_picture.isNull() || m_picture.devicePixelRatio() != devicePixelRatioF())
        draw();
    const theme::Surfaces& s = theme::surfaces(m_look.scheme);
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_picture);
    QColor shade = s.base;
    shade.setAlphaF(0.55F);
    const QRectF shown = frame();
    QPainterPath outside;
    outside.addRect(rect());
    outside.addRect(shown);
    painter.fillPath(outside, shade);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(s.accent, 1.5));
    painter.drawRect(shown);
    painter.setPen(QPen(hasFocus() ? s.accent : s.border, 1));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void Minimap::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange)
        m_picture = {}; // drawn again in the colors of the theme
    QWidget::changeEvent(event);
}

void Minimap::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    const QPointF at = toScene(event->position());
    m_grip = frame().contains(event->position()) ? visiblePart().center() - at : QPointF();
    m_view.lookAt(at + m_grip);
}

void Minimap::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton)
        m_view.lookAt(toScene(event->position()) + m_grip);
}

void Minimap::keyPressEvent(QKeyEvent* event) {
    const QRectF part = visiblePart();
    QPointF step;
    switch (event->key()) {
    case Qt::Key_Left:
        step = {-part.width() / 4, 0};
        break;
    case Qt::Key_Right:
        step = {part.width() / 4, 0};
        break;
    case Qt::Key_Up:
        step = {0, -part.height() / 4};
        break;
    case Qt::Key_Down:
        step = {0, part.height() / 4};
        break;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    m_view.lookAt(part.center() + step);
}

void Minimap::wheelEvent(QWheelEvent* event) {
    QCoreApplication::sendEvent(m_view.viewport(), event);
}

} // namespace planlens::graph

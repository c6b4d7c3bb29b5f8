// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/graph_view.h"

#include "ui/graph/accessible_graph.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/minimap.h"
#include "ui/graph/motion.h"
#include "ui/graph/node_item.h"
#include "ui/theme/theme.h"

#include <QContextMenuEvent>
#include <QFutureWatcher>
#include <QGraphicsScene>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <QtConcurrentRun>

#include <cmath>

namespace planlens::graph {

namespace {

constexpr double smallestScale = 0.02;
constexpr double largestScale = 3;

} // namespace

GraphView::GraphView(QWidget* parent)
    : QGraphicsView(parent), m_options(std::make_unique<GraphOptions>()), m_look(std::make_unique<Look>()), m_motion(std::make_unique<ItemMotion>()) {
    installGraphAccessibility();
    setScene(new QGraphicsScene(this));
    scene()->setItemIndexMethod(QGraphicsScene::BspTreeIndex);
    setFrameShape(QFrame::NoFrame);
    setDragMode(ScrollHandDrag);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTransformationAnchor(AnchorUnderMouse);
    setResizeAnchor(AnchorViewCenter);
    setViewportUpdateMode(SmartViewportUpdate);
    setOptimizationFlag(DontSavePainterState);
    setAccessibleName(tr("Dependency graph"));
    viewport()->setCursor(Qt::ArrowCursor);
    m_look->scheme = theme::currentScheme();
    m_look->name = theme::monospaceFont();
    m_look->small = theme::smallFont();
    m_look->glyph = theme::monospaceFont();
    m_look->glyph.setBold(true);
    m_look->glyph.setPointSizeF(m_look->glyph.pointSizeF() * 1.4);
    setBackgroundBrush(theme::surfaces(m_look->scheme).base);
    m_minimap = new Minimap(*this, *m_look);
    connect(scene(), &QGraphicsScene::selectionChanged, this, &GraphView::reportSelection);
}

GraphView::~GraphView() {
    m_motion->abandon();
    scene()->disconnect(this);
}

void GraphView::setPlan(std::shared_ptr<const plans::Plan> plan) {
    if (!plan)
        *m_options = GraphOptions{.unchanged = m_options->unchanged, .folded = {}, .unfolded = {}, .foldDepth = {}, .comfortable = m_options->comfortable,
                                  .direction = m_options->direction}; // what comes next may be another folder
    m_plan = std::move(plan);
    m_statuses.clear();
    m_revealed.clear();
    redraw(Keeping::Places);
}

void GraphView::setUnchanged(Unchanged unchanged) {
    m_options->unchanged = unchanged == Unchanged::Shown ? graph::Unchanged::Shown : graph::Unchanged::LeftOut;
    redraw(Keeping::Order);
}

void GraphView::setDirection(layout::Direction direction) {
    if (std::exchange(m_options->direction, direction) == direction)
        return;
    m_isFitted = true;
    redraw(Keeping::Nothing);
    Q_EMIT directionChanged();
}

layout::Direction GraphView::direction() const { return m_options->direction; }

void GraphView::redraw(Keeping keeping) {
    m_options->keeping = keeping;
    const quint64 generation = ++m_generation;
    if (!m_plan) {
        show(nullptr);
        return;
    }
    ++m_pending;
    m_options->fittingWidth = viewport()->width() / readableScale;
    m_options->fittingHeight = viewport()->height() / readableScale;
    auto* watcher = new QFutureWatcher<std::shared_ptr<const GraphData>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, generation] {
        watcher->deleteLater();
        --m_pending;
        if (generation == m_generation)
            show(watcher->result());
    });
    watcher->setFuture(QtConcurrent::run([plan = m_plan, options = *m_options, before = m_data] {
        return drawPlan(*plan, options, before ? &before->scene : nullptr);
    }));
}

void GraphView::show(std::shared_ptr<const GraphData> newData) {
    const QHash<QString, QPointF> before = positions();
    m_motion->abandon();
    m_isSelecting = true;
    m_estimated.clear();
    scene()->clear();
    m_byModule.clear();
    m_boxes.clear();
    m_titles.clear();
    m_nodes.clear();
    m_cardScales.clear();
    m_trail.elements.clear();
    m_edges = nullptr;
    std::shared_ptr<const GraphData> old = std::exchange(m_data, std::move(newData));
    if (m_data)
        build();
    updateEmphasis();
    findEstimated();
    m_isSelecting = false;
    m_minimap->setData(m_data);
    if (m_isFitted)
        fit();
    updateCards();
    select(m_selected);
    updateCone();
    continueRevealing();
    startMotion(before);
    viewport()->update();
    if (old)
        Q_EMIT dataReplaced(std::move(old));
    Q_EMIT drawn();
}

void GraphView::build() {
    if (!m_data->boxes.empty())
        m_options->foldDepth = m_data->foldDepth; // so that it stays over other plans
    m_cardScales = cardScales(*m_data);
    m_boxes.resize(m_data->boxes.size());
    for (std::size_t i = 0; i < m_data->boxes.size(); ++i)
        if (m_data->scene.boxes[i].visible) {
            m_boxes[i] = new BoxItem(m_data, i, *m_look);
            scene()->addItem(m_boxes[i]);
            m_byModule.insert(m_data->boxes[i].id, m_boxes[i]);
            if (!m_data->boxes[i].isFolded) {
                m_titles.push_back(new BoxTitleItem(m_data, i, *m_look));
                scene()->addItem(m_titles.back());
            }
        }
    m_edges = new EdgeLayer(m_data, *m_look);
    scene()->addItem(m_edges);
    m_nodes.resize(m_data->nodes.size());
    for (std::size_t i = 0; i < m_data->nodes.size(); ++i)
        if (m_data->scene.nodes[i].visible) {
            m_nodes[i] = new NodeItem(m_data, i, *m_look);
            scene()->addItem(m_nodes[i]);
            if (const auto status = m_statuses.constFind(m_data->nodes[i].id); status != m_statuses.cend())
                m_nodes[i]->setStatus(statusOf(*status, m_data->nodes[i]), status->note);
        }
    const layout::Rect& bounds = m_data->scene.bounds;
    scene()->setSceneRect(QRectF(bounds.x, bounds.y, bounds.width, bounds.height).adjusted(-200, -200, 200, 200));
}

int GraphView::unchangedLeftOut() const { return m_data ? m_data->unchangedLeftOut : 0; }

NodeItem* GraphView::nodeItem(const QString& address) const {
    const int at = m_data ? m_data->nodeOf.value(address, -1) : -1;
    return at < 0 ? nullptr : m_nodes[std::size_t(at)];
}

void GraphView::select(const QString& address) {
    m_selected = address;
    QGraphicsItem* item = nodeItem(address);
    if (!item)
        item = m_byModule.value(address);
    if (item && item->isSelected())
        return;
    m_isSelecting = true;
    scene()->clearSelection();
    if (item) {
        item->setSelected(true);
        if (!m_isFitted)
            ensureVisible(item, 64, 64);
    }
    m_isSelecting = false;
    updateCone();
}

void GraphView::reportSelection() {
    if (m_isSelecting)
        return;
    QString address;
    for (QGraphicsItem* item : scene()->selectedItems()) {
        if (const auto* node = qgraphicsitem_cast<NodeItem*>(item))
            address = node->node().instances.contains(m_selected) ? m_selected : node->node().instances.first();
        else if (const auto* box = qgraphicsitem_cast<BoxItem*>(item))
            address = box->box().id;
    }
    if (address == m_selected)
        return;
    m_selected = address;
    m_trail.elements.clear();
    updateCone();
    Q_EMIT selected(address);
}

QStringList GraphView::selectedInstances() const {
    const NodeItem* item = nodeItem(m_selected);
    return item ? item->node().instances : QStringList();
}

QRect GraphView::nodeRect(const QString& address) const {
    const NodeItem* item = nodeItem(address);
    return item ? mapFromScene(item->sceneBoundingRect()).boundingRect() : QRect();
}

void GraphView::fit() {
    m_isFitted = true;
    if (!m_data || m_data->nodes.empty())
        return;
    const layout::Rect& bounds = m_data->scene.bounds;
    const QRectF rect = QRectF(bounds.x, bounds.y, bounds.width, bounds.height).adjusted(-24, -24, 24, 24);
    const double scale = std::min({double(viewport()->width()) / rect.width(), double(viewport()->height()) / rect.height(), 1.0});
    setScale(std::max(scale, smallestScale));
    centerOn(rect.center());
    m_minimap->refresh();
}

void GraphView::setScale(double scale) {
    setTransform(QTransform::fromScale(scale, scale));
    updateCards();
}

void GraphView::lookAt(const QPointF& point) {
    m_isFitted = false;
    centerOn(point);
}

void GraphView::zoom(double factor) {
    const double scale = transform().m11() * factor;
    if (scale < smallestScale || scale > largestScale)
        return;
    m_isFitted = false;
    this->scale(factor, factor);
    updateCards();
    m_minimap->refresh();
}

void GraphView::toggleFolding(const QString& module) {
    const BoxItem* item = m_byModule.value(module);
    if (!item)
        return;
    const bool isFolded = item->box().isFolded;
    (isFolded ? m_options->folded : m_options->unfolded).remove(module);
    (isFolded ? m_options->unfolded : m_options->folded).insert(module);
    redraw(Keeping::Places);
}

void GraphView::wheelEvent(QWheelEvent* event) {
    zoom(std::pow(1.0015, event->angleDelta().y()));
    event->accept();
}

void GraphView::mousePressEvent(QMouseEvent* event) {
    QGraphicsView::mousePressEvent(event);
    if (!itemAt(event->pos()))
        viewport()->setCursor(Qt::ClosedHandCursor);
}

void GraphView::mouseReleaseEvent(QMouseEvent* event) {
    QGraphicsView::mouseReleaseEvent(event);
    viewport()->setCursor(Qt::ArrowCursor);
}

void GraphView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const auto* box = qgraphicsitem_cast<BoxItem*>(itemAt(event->pos())))
        toggleFolding(box->box().id);
    else
        QGraphicsView::mouseDoubleClickEvent(event);
}

void GraphView::contextMenuEvent(QContextMenuEvent* event) {
    if (QGraphicsItem* item = itemAt(event->pos()); item && item->flags().testFlag(QGraphicsItem::ItemIsSelectable)) {
        if (!item->isSelected()) {
            scene()->clearSelection();
            item->setSelected(true);
        }
        Q_EMIT menuRequested(event->globalPos());
    }
    event->accept();
}

void GraphView::resizeEvent(QResizeEvent* event) {
    QGraphicsView::resizeEvent(event);
    if (m_isFitted)
        fit();
    m_minimap->refresh();
}

void GraphView::scrollContentsBy(int dx, int dy) {
    QGraphicsView::scrollContentsBy(dx, dy);
    if (m_minimap)
        m_minimap->update();
}

bool GraphView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const auto* node = qgraphicsitem_cast<NodeItem*>(itemAt(help->pos()))) {
            const QStringList& instances = node->node().instances;
            QString text = instances.mid(0, 12).join(u'\n') % u'\n' % theme::phrase(node->node().kind);
            if (instances.size() > 12)
                text += u'\n' % tr("and %1 more").arg(instances.size() - 12);
            QToolTip::showText(help->globalPos(), text, this);
            return true;
        }
    }
    return QGraphicsView::viewportEvent(event);
}

void GraphView::keyPressEvent(QKeyEvent* event) {
    if (event->modifiers().testFlag(Qt::ControlModifier) && goAlongEdges(Qt::Key(event->key())))
        return;
    switch (event->key()) {
    case Qt::Key_D:
        setDirection(direction() == layout::Direction::LeftToRight ? layout::Direction::TopToBottom : layout::Direction::LeftToRight);
        return;
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: moveSelection(Qt::Key(event->key())); return;
    case Qt::Key_T: redraw(Keeping::Nothing); return;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom(1.25); return;
    case Qt::Key_Minus: zoom(0.8); return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: toggleFolding(m_selected); return;
    default: QGraphicsView::keyPressEvent(event);
    }
}

/// To the nearest item in a direction; distance across it counts double.
void GraphView::moveSelection(Qt::Key key) {
    const QGraphicsItem* from = nodeItem(m_selected);
    if (!from)
        from = m_byModule.value(m_selected);
    const QPointF at = from ? from->sceneBoundingRect().center() : mapToScene(QPoint(0, viewport()->height() / 2));
    QGraphicsItem* best = nullptr;
    double bestDistance = 0;
    for (QGraphicsItem* item : scene()->items()) {
        if (item == from || !item->flags().testFlag(QGraphicsItem::ItemIsSelectable))
            continue;
        const auto* box = qgraphicsitem_cast<BoxItem*>(item);
        if (box && !box->box().isFolded && box->form() == BoxItem::Form::Open)
            continue;
        if (item->shape().isEmpty())
            continue; // under the card of a module
        const QPointF way = item->sceneBoundingRect().center() - at;
        const bool isAcross = key == Qt::Key_Left || key == Qt::Key_Right;
        double along = isAcross ? way.x() : way.y();
        if (key == Qt::Key_Left || key == Qt::Key_Up)
            along = -along;
        const double beside = std::abs(isAcross ? way.y() : way.x());
        if (along < 1)
            continue;
        const double distance = along + 2 * beside;
        if (!best || distance < bestDistance) {
            best = item;
            bestDistance = distance;
        }
    }
    if (best)
        choose(best);
}

void GraphView::choose(QGraphicsItem* item) {
    m_isSelecting = true;
    scene()->clearSelection();
    m_isSelecting = false;
    item->setSelected(true);
    ensureVisible(item, 48, 48);
    tellFocus(*this);
}

void GraphView::drawForeground(QPainter* painter, const QRectF& rect) {
    if (m_data && !m_data->nodes.empty())
        return paintEstimate(*painter, rect);
    painter->save();
    painter->resetTransform();
    painter->setFont(font());
    painter->setPen(theme::surfaces(m_look->scheme).dimText);
    const QString text = isDrawing() ? tr("Drawing the graph…")
                         : m_plan    ? tr("No resource changes.")
                                     : tr("The graph appears here when there is a plan.\nPress Ctrl+R to plan.");
    painter->drawText(viewport()->rect(), Qt::AlignCenter, text);
    painter->restore();
}

} // namespace planlens::graph

// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/graph_view.h"

#include "core/plans/plan.h"
#include "ui/basics/background.h"
#include "ui/basics/background_delete.h"
#include "ui/basics/change_key.h"
#include "ui/graph/accessible_graph.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/item_painting.h"
#include "ui/graph/level.h"
#include "ui/graph/marks/apply_statuses.h"
#include "ui/graph/marks/estimate_hatch.h"
#include "ui/graph/marks/highlights.h"
#include "ui/graph/minimap.h"
#include "ui/graph/motion.h"
#include "ui/graph/picture.h"
#include "ui/theme/theme.h"

#include <QContextMenuEvent>
#include <QFontMetricsF>
#include <QFutureWatcher>
#include <QGraphicsScene>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <cmath>

namespace planlens::graph {

namespace {

constexpr double largestScale = 3;

} // namespace

GraphView::GraphView(QWidget* parent)
    : QGraphicsView(parent)
    , m_options(std::make_unique<GraphOptions>())
    , m_look(std::make_unique<Look>())
    , m_picture(std::make_unique<Picture>())
    , m_motion(std::make_unique<ItemMotion>())
    , m_highlights(std::make_unique<Highlights>())
    , m_statuses(std::make_unique<ApplyStatuses>())
    , m_estimate(std::make_unique<EstimateHatch>()) {
    m_next.generation = std::make_shared<std::atomic<quint64>>(0);
    installGraphAccessibility();
    m_picture->scene = std::make_unique<QGraphicsScene>();
    setScene(m_picture->scene.get());
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
    m_look->glyph.setPointSizeF(m_look->glyph.pointSizeF() * 1.2);
    m_options->nameWidths = TextWidths(m_look->nodeFontsAt(1).name);
    m_options->smallWidths = TextWidths(m_look->small);
    const double lines =
        QFontMetricsF(m_look->nodeFontsAt(1).name).height() + QFontMetricsF(m_look->small).height() + 10;
    m_options->nodeHeight = std::max(48.0, std::ceil(lines / 8) * 8);
    setBackgroundBrush(theme::surfaces(m_look->scheme).base);
    m_minimap = new Minimap(*this, *m_look);
    connect(&m_next.timer, &QTimer::timeout, this, [this] {
        constexpr double slice = 6; // milliseconds
        if (!m_next.maker->work(slice))
            return;
        m_next.timer.stop();
        show(std::exchange(m_next.maker, nullptr)->take());
    });
}

GraphView::~GraphView() {
    ++*m_next.generation;
    m_motion->abandon();
    if (m_next.maker)
        destroyGradually(m_next.maker->take());
    scene()->disconnect(this);
    setScene(nullptr);
    destroyGradually(std::move(*m_picture));
}

void GraphView::setPlan(std::shared_ptr<const plans::Plan> plan) {
    if (!plan) { // the next plan may be of another folder
        m_options->folded.clear();
        m_options->unfolded.clear();
        m_options->opened.clear();
        m_options->foldDepth.reset();
        m_options->center.clear();
        m_options->expandedUpstream.clear();
        m_options->expandedDownstream.clear();
        m_options->contents.hidden.clear();
        m_path.clear();
        m_camera.isZoomed = m_camera.isWhole = false;
    }
    Keeping keeping = Keeping::Places;
    if (plan && (!m_plan || plan->options.mode != m_plan->options.mode)) { // another picture
        keeping = Keeping::Nothing;
        m_options->foldDepth.reset();
        m_camera.isFitted = true;
        m_camera.isZoomed = m_camera.isWhole = false;
    }
    m_plan = std::move(plan);
    session::deleteInBackground(std::exchange(m_contents, nullptr));
    session::deleteInBackground(
        std::shared_ptr<ApplyStatuses>(std::exchange(m_statuses, std::make_unique<ApplyStatuses>())));
    m_selection.revealed.clear();
    redraw(keeping);
}

void GraphView::setUnchanged(Unchanged unchanged) {
    m_options->contents.unchanged = unchanged;
    redraw(Keeping::Order);
}

void GraphView::setDirection(layout::Direction direction) {
    if (m_options->direction == direction)
        return;
    m_options->direction = direction;
    m_camera.isFitted = true;
    redraw(Keeping::Nothing);
    Q_EMIT directionChanged();
}

layout::Direction GraphView::direction() const {
    const layout::Direction drawn = m_picture->data ? m_picture->data->scene.direction : layout::Direction::LeftToRight;
    return m_options->direction.value_or(drawn);
}

void GraphView::redraw(Keeping keeping) {
    m_options->keeping = keeping;
    const quint64 generation = ++*m_next.generation;
    if (!m_plan) {
        make(nullptr);
        return;
    }
    ++m_next.pending;
    m_next.viewSize = viewport()->size();
    m_options->fittingWidth = viewport()->width() / fittingScale - 2 * sceneMargin;
    m_options->fittingHeight = viewport()->height() / fittingScale - 2 * sceneMargin;
    using DrawingPtr = std::shared_ptr<Drawing>;
    auto* watcher = new QFutureWatcher<DrawingPtr>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, generation] {
        watcher->deleteLater();
        --m_next.pending;
        auto drawing = session::takeResult(watcher->future());
        if (generation == *m_next.generation)
            make(std::move(drawing));
        else
            session::deleteInBackground(std::move(drawing));
    });
    watcher->setFuture(
        session::inBackground([plan = m_plan, contents = m_contents, options = *m_options, before = m_picture->data,
                               newest = m_next.generation, generation]() -> DrawingPtr {
            if (*newest != generation)
                return nullptr;
            auto drawing = std::make_shared<Drawing>();
            drawing->data = drawContents(
                contents && contents->options == options.contents ? contents : contentsOf(*plan, options.contents),
                options, before ? &before->scene : nullptr);
            drawing->cardScales = cardScales(*drawing->data);
            drawing->edges = std::make_shared<std::vector<DrawnEdge>>(drawnEdges(*drawing->data, drawing->cardScales));
            return drawing;
        }));
}

void GraphView::make(std::shared_ptr<Drawing> drawing) {
    m_next.timer.stop();
    if (m_next.maker)
        destroyGradually(std::exchange(m_next.maker, nullptr)->take());
    if (!drawing)
        return show({});
    m_next.maker = std::make_unique<PictureMaker>(std::move(*drawing), *m_look);
    if (m_next.maker->isLargePlan()) {
        m_next.timer.start(0);
        return;
    }
    m_next.maker->workToTheEnd();
    show(std::exchange(m_next.maker, nullptr)->take());
}

void GraphView::show(Picture made) {
    const QHash<QString, QPointF> before = positions();
    m_motion->abandon();
    m_selection.isChanging = true;
    m_estimate->clearItems();
    m_selection.trail.clear();
    if (!made.scene)
        made.scene = std::make_unique<QGraphicsScene>();
    Picture old = std::exchange(*m_picture, std::move(made));
    setScene(m_picture->scene.get());
    connect(scene(), &QGraphicsScene::selectionChanged, this, &GraphView::reportSelection);
    if (old.scene)
        old.scene->disconnect(this);
    destroyGradually(std::move(old));
    const std::shared_ptr<const GraphData>& data = m_picture->data;
    m_contents = data ? data->contents : nullptr;
    if (data && !data->boxes.empty() && !data->center)
        m_options->foldDepth = data->foldDepth; // so that later plans use it too
    if (!m_statuses->isEmpty())
        m_statuses->show(*m_picture);
    m_highlights->show(*m_picture);
    m_estimate->findItems(*m_picture);
    m_selection.isChanging = false;
    m_minimap->setData(data);
    updateSceneRect();
    const bool isPlacing = std::exchange(m_camera.isPlacing, false);
    if (isPlacing && data && data->center)
        placeCenter();
    else if (m_camera.isFitted)
        fitToView();
    updateCards();
    m_selection.staysInPlace = !std::exchange(m_selection.isNew, false);
    select(m_selection.address);
    m_selection.staysInPlace = false;
    continueRevealing();
    if (!isPlacing)
        startMotion(before);
    viewport()->update();
    Q_EMIT drawn();
}

const std::shared_ptr<const GraphData>& GraphView::data() const {
    return m_picture->data;
}
const EdgeLayer* GraphView::edgeLayer() const {
    return m_picture->edges;
}

int GraphView::unchangedLeftOut() const {
    return m_picture->data ? m_picture->data->unchangedLeftOut : 0;
}

NodeItem* GraphView::nodeItem(const QString& address) const {
    const int at = m_picture->data ? m_picture->data->nodeOf.value(address, -1) : -1;
    return at < 0 ? nullptr : m_picture->nodes[std::size_t(at)];
}

void GraphView::select(const QString& key) {
    const QString address = instanceOf(key);
    m_selection.isNew = m_selection.isNew || (isDrawing() && address != m_selection.address);
    if (std::exchange(m_selection.address, address) != address)
        m_selection.others.clear();
    if (moveCenterTo(address))
        return; // selected when it is drawn
    QGraphicsItem* item = itemOrCard(address);
    if (item && item->isSelected())
        return;
    m_selection.isChanging = true;
    scene()->clearSelection();
    if (item) {
        // The card of a folded module is marked for the instance, but the module is not selected.
        if (item->type() != BoxItem::Type || static_cast<BoxItem*>(item)->box().id == address)
            item->setSelected(true);
        if (!m_selection.staysInPlace)
            bringIntoView(*item);
    }
    m_selection.isChanging = false;
    selectAlso(m_selection.others);
}

void GraphView::reportSelection() {
    if (m_selection.isChanging)
        return;
    QString address;
    for (QGraphicsItem* item : scene()->selectedItems()) {
        if (const auto* node = qgraphicsitem_cast<NodeItem*>(item))
            address = node->node().instances.contains(m_selection.address) ? m_selection.address
                                                                           : node->node().instances.first();
        else if (const auto* box = qgraphicsitem_cast<BoxItem*>(item))
            address = box->box().id;
    }
    if (address == m_selection.address && m_selection.others.isEmpty())
        return;
    m_selection.address = address;
    m_selection.others.clear();
    m_selection.trail.clear();
    updateCone();
    const BoxItem* group = m_picture->byModule.value(address);
    Q_EMIT selected(group && !group->box().isModule ? QString() : address);
    moveCenterTo(address);
}

QRect GraphView::nodeRect(const QString& address) const {
    const NodeItem* item = nodeItem(address);
    return item ? mapFromScene(item->sceneBoundingRect()).boundingRect() : QRect();
}

/// Adds half a viewport around the graph, so that each node can be centered.
void GraphView::updateSceneRect() {
    if (!m_picture->data)
        return;
    const QSizeF half = QSizeF(viewport()->size()) / (2 * transform().m11());
    setSceneRect(
        rectOf(m_picture->data->scene.bounds).adjusted(-half.width(), -half.height(), half.width(), half.height()));
}

void GraphView::lookAt(const QPointF& point) {
    m_camera.isFitted = false;
    centerOn(point);
}

void GraphView::zoom(double factor) {
    const double scale = transform().m11() * factor;
    if (scale < smallestScale || scale > largestScale)
        return;
    m_camera.isFitted = m_camera.isWhole = false;
    m_camera.isZoomed = true;
    this->scale(factor, factor);
    updateSceneRect();
    updateCards();
    m_minimap->refresh();
    Q_EMIT zoomChanged();
}

void GraphView::toggleFolding(const QString& module) {
    const BoxItem* item = m_picture->byModule.value(module);
    if (!item)
        return;
    const bool isFolded = item->box().isFolded;
    (isFolded ? m_options->folded : m_options->unfolded).remove(module);
    (isFolded ? m_options->unfolded : m_options->folded).insert(module);
    m_options->opened.remove(module);
    redraw(Keeping::Places);
}

void GraphView::wheelEvent(QWheelEvent* event) {
    zoom(std::pow(1.0015, event->angleDelta().y()));
    event->accept();
}

void GraphView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && expandAt(event->pos()))
        return;
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
            m_selection.isChanging = true;
            scene()->clearSelection();
            m_selection.isChanging = false;
            item->setSelected(true);
        }
        Q_EMIT menuRequested(event->globalPos());
    }
    event->accept();
}

void GraphView::resizeEvent(QResizeEvent* event) {
    QGraphicsView::resizeEvent(event);
    updateSceneRect();
    if (m_camera.isFitted)
        fitToView();
    if (wantsOtherDrawing())
        QTimer::singleShot(0, this, &GraphView::redrawToFit);
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
        if (const QString text = toolTipAt(help->pos()); !text.isEmpty()) {
            QToolTip::showText(help->globalPos(), text, this);
            return true;
        }
    }
    return QGraphicsView::viewportEvent(event);
}

void GraphView::keyPressEvent(QKeyEvent* event) {
    if (event->modifiers().testFlag(Qt::ControlModifier) && followEdges(Qt::Key(event->key())))
        return;
    switch (event->key()) {
    case Qt::Key_D:
        setDirection(direction() == layout::Direction::LeftToRight ? layout::Direction::TopToBottom
                                                                   : layout::Direction::LeftToRight);
        return;
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        moveSelection(Qt::Key(event->key()));
        return;
    case Qt::Key_T:
        redraw(Keeping::Nothing);
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoom(1.25);
        return;
    case Qt::Key_Minus:
        zoom(0.8);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        toggleFolding(m_selection.address);
        return;
    default:
        QGraphicsView::keyPressEvent(event);
    }
}

/// Moves to the nearest item in a direction. Distance perpendicular to it counts double.
void GraphView::moveSelection(Qt::Key key) {
    const QGraphicsItem* from = itemOrCard(m_selection.address);
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
            continue; // covered by the card of a module
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
    m_selection.isChanging = true;
    scene()->clearSelection();
    m_selection.isChanging = false;
    item->setSelected(true);
    bringIntoView(*item);
    notifyFocus(*this);
}

void GraphView::drawForeground(QPainter* painter, const QRectF& rect) {
    if (m_picture->data && !m_picture->data->nodes.empty()) {
        if (levelAt(transform().m11()) == Level::Modules)
            paintRootFrames(*painter, m_picture->data->rootFrames, *m_look);
        m_estimate->paint(*painter, rect, m_look->scheme);
        return;
    }
    painter->save();
    painter->resetTransform();
    painter->setFont(font());
    painter->setPen(theme::surfaces(m_look->scheme).dimText);
    const QString text = isDrawing()                                       ? tr("Drawing the graph…")
                         : m_plan && !m_options->contents.hidden.isEmpty() ? tr("The legend hides all resources.")
                         : m_plan                                          ? tr("No resource changes.")
                                  : tr("The graph appears here when there is a plan.\nPress Ctrl+R to plan.");
    painter->drawText(viewport()->rect(), Qt::AlignCenter, text);
    painter->restore();
}

} // namespace planlens::graph

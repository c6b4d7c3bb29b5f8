// SPDX-License-Identifier: MPL-2.0
// The part of the plan that the graph contains, and the visible part of the graph.
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/graph/item_painting.h"
#include "ui/graph/level.h"
#include "ui/graph/minimap.h"
#include "ui/graph/picture.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace planlens::graph {

void GraphView::setScope(Scope scope) {
    if (std::exchange(m_options->scope, scope) == scope)
        return;
    m_options->foldDepth.reset();
    m_camera.isFitted = true;
    if (scope == Scope::AroundSelection && m_contents && m_contents->nodeOf.contains(m_selection.address))
        setCenter(m_selection.address);
    else
        redraw(Keeping::Nothing);
    Q_EMIT optionsChanged();
}

Scope GraphView::scope() const {
    return m_picture->data ? m_picture->data->scope : m_options->scope.value_or(Scope::Everything);
}

void GraphView::setDepth(int upstream, int downstream) {
    if (m_options->upstream == upstream && m_options->downstream == downstream)
        return;
    m_options->upstream = upstream;
    m_options->downstream = downstream;
    m_camera.isPlacing = true;
    redraw(Keeping::Nothing);
    Q_EMIT optionsChanged();
}

int GraphView::upstreamDepth() const {
    return m_options->upstream;
}

int GraphView::downstreamDepth() const {
    return m_options->downstream;
}

void GraphView::setGrouping(Grouping grouping) {
    if (std::exchange(m_options->grouping, grouping) == grouping)
        return;
    m_options->foldDepth.reset();
    m_camera.isFitted = true;
    m_camera.isPlacing = true;
    redraw(Keeping::Nothing);
    Q_EMIT optionsChanged();
}

Grouping GraphView::grouping() const {
    return m_options->grouping;
}

void GraphView::setHidden(theme::ActionKind kind, bool isHidden) {
    if (this->isHidden(kind) == isHidden)
        return;
    if (isHidden)
        m_options->contents.hidden.insert(kind);
    else
        m_options->contents.hidden.remove(kind);
    m_camera.isFitted = m_camera.isFitted || !m_camera.isZoomed;
    redraw(Keeping::Order);
    Q_EMIT optionsChanged();
}

bool GraphView::isHidden(theme::ActionKind kind) const {
    return m_options->contents.hidden.contains(kind);
}

void GraphView::expand(const QString& resource, Way way) {
    (way == Way::Upstream ? m_options->expandedUpstream : m_options->expandedDownstream).insert(resource);
    redraw(Keeping::Places);
}

/// Expands a node if the position is on its line with the number of further neighbors.
bool GraphView::expandAt(const QPoint& position) {
    const auto* item = qgraphicsitem_cast<NodeItem*>(itemAt(position));
    if (!item || transform().m11() < readableScale)
        return false; // not drawn
    const std::optional<Way> way = item->handleAt(item->mapFromScene(mapToScene(position)));
    if (way)
        expand(item->node().id, *way);
    return way.has_value();
}

/// Shows all modules until a resource is selected.
void GraphView::leaveCenter() {
    m_path.clear();
    if (m_options->scope != Scope::AroundSelection) {
        m_options->scope = Scope::AroundSelection;
        Q_EMIT optionsChanged();
    }
    if (m_contents && m_contents->nodeOf.contains(m_selection.address))
        m_selection.address.clear();
    setCenter({});
}

void GraphView::showMap() {
    m_options->foldDepth = 1;
    m_options->folded.clear();
    m_options->unfolded.clear();
    m_options->opened.clear();
    leaveCenter();
}

void GraphView::goTo(const QString& address) {
    select(address);
    Q_EMIT selected(address);
}

void GraphView::setCenter(const QString& address) {
    m_options->center = address;
    m_options->expandedUpstream.clear();
    m_options->expandedDownstream.clear();
    if (!address.isEmpty()) {
        if (const qsizetype at = m_path.indexOf(address); at >= 0)
            m_path.erase(m_path.begin() + at, m_path.end());
        m_path.append(address);
    }
    m_camera.isPlacing = true;
    m_camera.isFitted = m_camera.isFitted || address.isEmpty();
    redraw(Keeping::Nothing);
}

/// The instances of a resource share a node, which stays in the center.
void GraphView::renameCenter(const QString& address) {
    if (std::exchange(m_options->center, address) == address)
        return;
    if (!m_path.isEmpty())
        m_path.removeLast();
    m_path.removeAll(address);
    m_path.append(address);
    Q_EMIT pathChanged();
}

/// Without a selection, nothing is in the center: the map is shown again.
void GraphView::dropCenter() {
    if (m_options->center.isEmpty())
        return;
    m_path.clear();
    if (scope() == Scope::AroundSelection)
        setCenter({});
    else
        m_options->center.clear();
}

/// Whether a module contains resources of the graph, even if they are not in scope.
bool GraphView::isInGraph(const QString& module) const {
    const QString prefix = module + u'.';
    return m_contents && std::any_of(m_contents->nodes.begin(), m_contents->nodes.end(),
                                     [&](const GraphNode& node) { return node.id.startsWith(prefix); });
}

/// Draws the surroundings of a resource if the scope requires it; without one, the map. A module that is not in the
/// picture is shown in the map.
bool GraphView::moveCenterTo(const QString& address) {
    const std::shared_ptr<const GraphData>& data = m_picture->data;
    if (address.isEmpty())
        dropCenter();
    if (!data || data->scope != Scope::AroundSelection || address.isEmpty())
        return false;
    const int node = data->contents->nodeOf.value(address, -1);
    if (node >= 0 && node == data->contents->nodeOf.value(m_options->center, -1)) {
        renameCenter(address);
        return !data->center; // it is being drawn
    }
    if (node >= 0) {
        setCenter(address);
        return true;
    }
    if (!data->center || m_picture->byModule.contains(address) || !isInGraph(address))
        return false;
    leaveCenter();
    return true;
}

void GraphView::fit() {
    m_camera.isWhole = true;
    fitToView();
}

QRectF GraphView::wholeRect() const {
    return rectOf(m_picture->data->scene.bounds).adjusted(-sceneMargin, -sceneMargin, sceneMargin, sceneMargin);
}

/// Returns the scale at which the whole graph is in a view of this size, at most 1.
double GraphView::wholeScale(const QSize& view) const {
    const QRectF rect = wholeRect();
    return std::max(std::min({view.width() / rect.width(), view.height() / rect.height(), 1.0}), smallestScale);
}

/// Returns the center of the view that shows a point of the graph with as much of the graph around it as possible.
QPointF GraphView::centerFor(const QPointF& point) const {
    const QRectF whole = wholeRect();
    const QSizeF seen = QSizeF(viewport()->size()) / transform().m11();
    const auto limited = [](double at, double least, double most, double size) {
        return most - least <= size ? (least + most) / 2 : std::clamp(at, least + size / 2, most - size / 2);
    };
    return {limited(point.x(), whole.left(), whole.right(), seen.width()),
            limited(point.y(), whole.top(), whole.bottom(), seen.height())};
}

/// Returns the part of a graph larger than the view that is seen first: the selection, or else the worst change.
QPointF GraphView::startingPoint() const {
    const QGraphicsItem* item = itemOrCard(m_selection.address);
    const std::vector<NodeItem*>& nodes = m_picture->nodes;
    const auto kindOf = [](const NodeItem* node) { return node ? node->node().kind : theme::ActionKind::NoOp; };
    if (const auto worst = std::ranges::min_element(nodes, {}, kindOf); !item && worst != nodes.end())
        item = *worst;
    return centerFor(item ? item->sceneBoundingRect().center() : wholeRect().topLeft());
}

/// Fits the graph into the view. If names would not be readable, only a part is in view; slightly smaller names are
/// preferred to a cut row. Modules are readable at smaller scales than resources.
void GraphView::fitToView() {
    m_camera.isFitted = true;
    m_camera.isZoomed = false;
    if (!m_picture->data || m_picture->data->nodes.empty())
        return;
    const bool hasNodes = std::ranges::any_of(m_picture->nodes, [](const NodeItem* node) { return node != nullptr; });
    const double whole = wholeScale(viewport()->size()), least = hasNodes ? fittingScale : cardsScale;
    setScale(m_camera.isWhole || whole >= smallestWholeShare * least ? whole : least);
    centerOn(startingPoint());
    m_minimap->refresh();
}

/// Whether another drawing of everything may suit the viewport better than the current one.
bool GraphView::wantsOtherDrawing() const {
    constexpr double much = 1.8;
    const auto area = [](const QSize& size) { return double(size.width()) * size.height(); };
    if (!isVisible() || !m_camera.isFitted || !m_picture->data || m_picture->data->isMap || m_picture->data->center ||
        m_options->scope)
        return false;
    const double change = area(viewport()->size()) / std::max(1.0, area(m_next.viewSize));
    constexpr double rounding = 0.001;
    const bool isCutOff = wholeScale(viewport()->size()) < fittingScale - rounding &&
                          wholeScale(m_next.viewSize) >= fittingScale - rounding;
    return isCutOff || change > much || change < 1 / much;
}

/// Folds modules and chooses the direction again, as for a plan that is shown for the first time.
void GraphView::redrawToFit() {
    if (!wantsOtherDrawing())
        return;
    m_options->foldDepth.reset();
    redraw(Keeping::Nothing);
}

/// Shows the surroundings of the selection: all of them, or as many as are readable.
void GraphView::placeCenter() {
    const QGraphicsItem* item = m_picture->nodes[*m_picture->data->center];
    if (m_camera.isZoomed && item) {
        centerOn(item);
        m_minimap->refresh();
        return;
    }
    m_camera.isWhole = false;
    fitToView();
    if (wholeScale(viewport()->size()) >= smallestWholeShare * fittingScale || !item)
        return;
    m_camera.isFitted = false;
    setScale(detailScale);
    centerOn(centerFor(item->sceneBoundingRect().center()));
    m_minimap->refresh();
}

/// Centers an item as far as the graph reaches, unless everything is in view and readable.
void GraphView::bringIntoView(const QGraphicsItem& item) {
    const bool isReadable = transform().m11() >= readableScale || item.type() == BoxItem::Type;
    if (m_camera.isFitted && isReadable && transform().m11() <= wholeScale(viewport()->size()))
        return;
    if (m_camera.isFitted && !isReadable)
        setScale(detailScale);
    m_camera.isFitted = false;
    centerOn(centerFor(item.sceneBoundingRect().center()));
    m_minimap->refresh();
}

void GraphView::fitUnlessZoomed() {
    if (m_camera.isZoomed)
        return;
    if (isDrawing()) { // show() fits
        m_camera.isFitted = m_selection.isNew = true;
        return;
    }
    fitToView();
    if (const QGraphicsItem* item = itemOrCard(m_selection.address))
        bringIntoView(*item);
}

void GraphView::setScale(double scale) {
    setTransform(QTransform::fromScale(scale, scale));
    updateSceneRect();
    updateCards();
    Q_EMIT zoomChanged();
}

} // namespace planlens::graph

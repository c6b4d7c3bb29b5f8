// SPDX-License-Identifier: MPL-2.0
// Dependencies and dependents of the selection, navigation along edges, levels of detail, and transitions between
// plans.
#include "core/layout/cone.h"
#include "ui/basics/change_key.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/graph/marks/highlights.h"
#include "ui/graph/minimap.h"
#include "ui/graph/motion.h"
#include "ui/graph/picture.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace planlens::graph {

namespace {

/// Returns the reach of a module that contains elements with these.
Reach combined(Reach a, Reach b) {
    if (a == b || b == Reach::Apart)
        return a;
    if (a == Reach::Apart)
        return b;
    return a == Reach::Selected || b == Reach::Selected ? Reach::Selected : Reach::Both;
}

} // namespace

QGraphicsItem* GraphView::itemOrCard(const QString& address) const {
    if (NodeItem* item = nodeItem(address))
        return item;
    if (BoxItem* box = m_picture->byModule.value(address))
        return box;
    const int node = m_picture->data ? m_picture->data->nodeOf.value(address, -1) : -1;
    if (node < 0)
        return nullptr;
    BoxItem* card = nullptr;
    for (std::optional<layout::Index> at = m_picture->data->nodes[std::size_t(node)].box; at;
         at = m_picture->data->boxes[*at].parent)
        if (m_picture->data->boxes[*at].isFolded && m_picture->boxes[*at])
            card = m_picture->boxes[*at];
    return card;
}

std::optional<std::size_t> GraphView::selectedElement() const {
    if (!m_picture->data || m_selection.address.isEmpty())
        return {};
    if (const int node = m_picture->data->nodeOf.value(m_selection.address, -1); node >= 0)
        return std::size_t(node);
    if (const BoxItem* box = m_picture->byModule.value(m_selection.address))
        return m_picture->data->nodes.size() + box->boxIndex();
    return {};
}

QGraphicsItem* GraphView::elementItem(std::size_t element) const {
    if (element < m_picture->nodes.size())
        return m_picture->nodes[element];
    element -= m_picture->nodes.size();
    return element < m_picture->boxes.size() ? m_picture->boxes[element] : nullptr;
}

void GraphView::choose(std::size_t element) {
    if (QGraphicsItem* item = elementItem(element))
        choose(item);
}

void GraphView::selectAlso(const QStringList& keys) {
    QStringList others;
    for (const QString& key : keys)
        others.append(instanceOf(key));
    m_selection.isChanging = true;
    for (const QString& address : std::as_const(m_selection.others))
        if (NodeItem* item = nodeItem(address); item && item != itemOrCard(m_selection.address))
            item->setSelected(false);
    for (const QString& address : std::as_const(others))
        if (NodeItem* item = nodeItem(address))
            item->setSelected(true);
    m_selection.isChanging = false;
    m_selection.others = others;
    updateCone();
}

QStringList GraphView::selectedInstances() const {
    const NodeItem* item = nodeItem(m_selection.address);
    return item ? item->node().instances : QStringList();
}

void GraphView::updateCone() {
    if (!m_picture->data)
        return Q_EMIT coneChanged(0, 0);
    const std::size_t nodes = m_picture->data->nodes.size();
    std::vector<layout::Index> selection;
    const std::optional<std::size_t> selected = selectedElement();
    if (selected && *selected < nodes)
        selection.push_back(layout::Index(*selected));
    else if (selected)
        for (std::size_t i = 0; i < nodes; ++i)
            for (std::optional<layout::Index> at = m_picture->data->nodes[i].box; at;
                 at = m_picture->data->boxes[*at].parent)
                if (*at == *selected - nodes)
                    selection.push_back(layout::Index(i));
    for (const QString& address : std::as_const(m_selection.others))
        if (const int node = m_picture->data->nodeOf.value(address, -1); node >= 0)
            selection.push_back(layout::Index(node));
    std::ranges::sort(selection); // instances share nodes
    const auto repeated = std::ranges::unique(selection);
    selection.erase(repeated.begin(), repeated.end());
    // The numbers include nodes out of scope.
    const GraphData& data = *m_picture->data;
    std::vector<layout::Index> origin;
    for (const layout::Index i : selection)
        origin.push_back(data.inContents[i]);
    const std::size_t all = data.contents->nodes.size();
    const layout::Cone cone = origin.empty() ? layout::Cone{} : layout::coneOf(all, data.contents->edges, origin);
    std::vector<Reach> reachOfAll(all, origin.empty() ? Reach::NoSelection : Reach::Apart);
    for (const layout::Index i : cone.upstream)
        reachOfAll[i] = Reach::Upstream;
    for (const layout::Index i : cone.downstream)
        reachOfAll[i] = reachOfAll[i] == Reach::Upstream ? Reach::Both : Reach::Downstream;
    std::vector<Reach> reach(nodes);
    for (std::size_t i = 0; i < nodes; ++i)
        reach[i] = reachOfAll[data.inContents[i]];
    for (const layout::Index i : selection)
        reach[i] = Reach::Selected;
    std::vector<Reach> ofBoxes(m_picture->data->boxes.size(), selection.empty() ? Reach::NoSelection : Reach::Apart);
    for (std::size_t i = 0; i < nodes; ++i) {
        if (m_picture->nodes[i])
            m_picture->nodes[i]->setReach(reach[i]);
        for (std::optional<layout::Index> at = m_picture->data->nodes[i].box; at;
             at = m_picture->data->boxes[*at].parent)
            ofBoxes[*at] = combined(ofBoxes[*at], reach[i]);
    }
    for (std::size_t i = 0; i < m_picture->boxes.size(); ++i)
        if (m_picture->boxes[i])
            m_picture->boxes[i]->setReach(ofBoxes[i]);

    for (BoxItem* box : m_picture->furtherBoxes)
        box->setReach(ofBoxes[box->boxIndex()]);

    using Tone = EdgeLayer::Tone;
    const auto toneOf = [&](const layout::InputEdge& edge) {
        const Reach from = reach[edge.from];
        const Reach to = reach[edge.to];
        if (from == Reach::Selected || to == Reach::Selected)
            return Tone::AtSelection;
        const bool isUpstream =
            (from == Reach::Upstream || from == Reach::Both) && (to == Reach::Upstream || to == Reach::Both);
        const bool isDownstream =
            (from == Reach::Downstream || from == Reach::Both) && (to == Reach::Downstream || to == Reach::Both);
        return isUpstream || isDownstream ? Tone::Cone : Tone::Pale;
    };
    std::vector<Tone> tones(m_picture->data->scene.edges.size(), Tone::Normal);
    const auto isFilteredOut = [&](layout::Index edge) {
        return m_highlights->isPale(m_picture->data->edges[edge].from) ||
               m_highlights->isPale(m_picture->data->edges[edge].to);
    };
    for (std::size_t i = 0; i < tones.size(); ++i) {
        const std::vector<layout::Index>& edges = m_picture->data->scene.edges[i].edges;
        if (selection.empty())
            tones[i] = !edges.empty() && std::ranges::all_of(edges, isFilteredOut) ? Tone::Pale : Tone::Normal;
        else
            for (const layout::Index edge : edges)
                tones[i] = std::max(tones[i], toneOf(m_picture->data->edges[edge]));
    }
    m_picture->edges->setTones(tones);
    Q_EMIT coneChanged(int(cone.upstream.size()), int(cone.downstream.size()));
}

/// Moves to the nearest end of an edge of the selection; stepAside() continues with the others.
void GraphView::followEdge(Way way) {
    const std::optional<std::size_t> selected = selectedElement();
    if (!selected)
        return;
    const bool isTurned = direction() == layout::Direction::TopToBottom;
    const auto across = [&](std::size_t element) {
        const QPointF center = elementItem(element)->sceneBoundingRect().center();
        return isTurned ? center.x() : center.y();
    };
    std::vector<std::size_t> ends;
    for (const layout::SceneEdge& edge : m_picture->data->scene.edges) {
        const std::size_t here = way == Way::Upstream ? edge.to : edge.from;
        const std::size_t there = way == Way::Upstream ? edge.from : edge.to;
        if (here == *selected && elementItem(there))
            ends.push_back(there);
    }
    if (ends.empty() || !elementItem(*selected)) {
        const GraphNode* node = *selected < m_picture->nodes.size() ? &m_picture->data->nodes[*selected] : nullptr;
        if (node && (way == Way::Upstream ? node->moreUpstream : node->moreDownstream) > 0)
            expand(node->id, way);
        return;
    }
    std::sort(ends.begin(), ends.end(),
              [&](std::size_t a, std::size_t b) { return std::pair(across(a), a) < std::pair(across(b), b); });
    const double middle = across(*selected);
    const auto nearest = std::min_element(ends.begin(), ends.end(), [&](std::size_t a, std::size_t b) {
        return std::abs(across(a) - middle) < std::abs(across(b) - middle);
    });
    const std::size_t at = std::size_t(nearest - ends.begin());
    choose(ends[at]);
    m_selection.trail = std::move(ends);
    m_selection.trailIndex = at;
}

void GraphView::stepAside(int step) {
    const std::size_t count = m_selection.trail.size();
    if (count < 2)
        return;
    const std::size_t at = (m_selection.trailIndex + std::size_t(int(count) + step)) % count;
    std::vector<std::size_t> elements = m_selection.trail; // a manual selection discards them
    choose(elements[at]);
    m_selection.trail = std::move(elements);
    m_selection.trailIndex = at;
}

bool GraphView::followEdges(Qt::Key key) {
    if (!m_picture->data)
        return false;
    const bool isTurned = direction() == layout::Direction::TopToBottom;
    if (key == (isTurned ? Qt::Key_Up : Qt::Key_Left))
        followEdge(Way::Upstream);
    else if (key == (isTurned ? Qt::Key_Down : Qt::Key_Right))
        followEdge(Way::Downstream);
    else if (key == (isTurned ? Qt::Key_Left : Qt::Key_Up))
        stepAside(-1);
    else if (key == (isTurned ? Qt::Key_Right : Qt::Key_Down))
        stepAside(1);
    else
        return false;
    return true;
}

void GraphView::showInstances() {
    const std::optional<std::size_t> selected = selectedElement();
    const QGraphicsItem* item = selected ? elementItem(*selected) : nullptr;
    setScale(instancesScale * 1.3);
    lookAt(item ? item->sceneBoundingRect().center() : sceneRect().center());
    m_minimap->refresh();
}

/// Shows modules as cards when their contents are too small to read. Covered items do not receive mouse events.
void GraphView::updateCards() {
    if (!m_picture->data)
        return;
    const double scale = transform().m11();
    std::vector<Cover> inside(m_picture->boxes.size(), Cover::Open); // by module, for its contents
    bool isChanged = false;
    // Outer boxes come before inner ones.
    for (std::size_t i = 0; i < m_picture->boxes.size(); ++i) {
        const std::optional<layout::Index> parent = m_picture->data->boxes[i].parent;
        const Cover cover = parent ? inside[*parent] : Cover::Open;
        const auto form = scale < m_picture->cardScales[i] ? BoxItem::Form::Card : BoxItem::Form::Open;
        inside[i] = cover == Cover::Covered || form == BoxItem::Form::Card ? Cover::Covered : Cover::Open;
        if (!m_picture->boxes[i])
            continue;
        isChanged = isChanged || m_picture->boxes[i]->form() != form || m_picture->boxes[i]->cover() != cover;
        m_picture->boxes[i]->setForm(form);
        m_picture->boxes[i]->setCover(cover);
    }
    if (!isChanged)
        return;
    for (BoxItem* box : m_picture->furtherBoxes) {
        box->setForm(m_picture->boxes[box->boxIndex()]->form());
        box->setCover(m_picture->boxes[box->boxIndex()]->cover());
    }
    for (BoxTitleItem* title : m_picture->titles)
        title->setVisible(inside[title->boxIndex()] == Cover::Open);
    for (std::size_t i = 0; i < m_picture->nodes.size(); ++i)
        if (m_picture->nodes[i] && m_picture->data->nodes[i].box)
            m_picture->nodes[i]->setCover(inside[*m_picture->data->nodes[i].box]);
}

QHash<QString, QPointF> GraphView::positions() const {
    QHash<QString, QPointF> result;
    constexpr std::size_t most = 4000; // more moving items cannot be followed by eye
    if (m_picture->nodes.size() > most)
        return result;
    for (const NodeItem* item : m_picture->nodes)
        if (item)
            result.insert(item->node().id, item->pos());
    for (const BoxItem* item : m_picture->boxes)
        if (item)
            result.insert(item->box().id, item->pos());
    return result;
}

void GraphView::startMotion(const QHash<QString, QPointF>& before) {
    std::vector<ItemMotion::Move> moves;
    const auto add = [&](QGraphicsItem* item, const QString& id) {
        if (const auto from = before.constFind(id); from != before.cend() && *from != item->pos())
            moves.push_back({item, *from, item->pos()});
    };
    for (NodeItem* item : m_picture->nodes)
        if (item)
            add(item, item->node().id);
    for (BoxItem* item : m_picture->boxes)
        if (item)
            add(item, item->box().id);
    for (BoxTitleItem* item : m_picture->titles)
        add(item, m_picture->data->boxes[item->boxIndex()].id);
    if (moves.empty())
        return;
    m_motion->start(std::move(moves), motionDuration(*this),
                    [edges = m_picture->edges](double share) { edges->setOpacity(0.2 + 0.8 * share); });
}

bool GraphView::isMoving() const {
    return m_motion->isRunning();
}

} // namespace planlens::graph

// SPDX-License-Identifier: MPL-2.0
// Filter, search and apply status in the graph.
#include "ui/basics/change_key.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/graph/minimap.h"
#include "ui/graph/picture.h"
#include "ui/theme/theme.h"

#include <QEvent>

#include <algorithm>
#include <optional>
#include <utility>

namespace planlens::graph {

namespace {

/// Returns the keys of the changes of a node, and the addresses of its unchanged instances.
QStringList keysOf(const GraphNode& node) {
    if (node.deposed == 0)
        return node.instances;
    QStringList keys;
    for (const plans::ResourceInstanceChangePtr& change : node.changes)
        keys.append(changeKey(*change));
    return keys;
}

int matchesOf(const models::AddressQuery& query, const GraphNode& node) {
    return int(std::ranges::count_if(keysOf(node), [&](const QString& key) { return query.matches(key); }));
}

} // namespace

void GraphView::setFilter(std::function<bool(const QStringList&)> filter) {
    if (!m_filter && !filter)
        return;
    m_filter = std::move(filter);
    updateEmphasis();
    updateCone();
    fitAgain();
}

void GraphView::setFindings(models::FoundByAddress findings) {
    if (m_findings == findings)
        return;
    m_findings = std::move(findings);
    updateEmphasis();
}

models::FoundAt GraphView::findingsOf(std::size_t element) const {
    return element < m_found.size() ? m_found[element] : models::FoundAt();
}

int GraphView::findingsLeftOut() const {
    int count = 0;
    for (auto found = m_findings.begin(); m_contents && found != m_findings.end(); ++found)
        if (!m_contents->nodeOf.contains(found.key()))
            count += found->count;
    return count;
}

void GraphView::setSearch(const models::AddressQuery& query) {
    if (m_query == query)
        return;
    m_query = query;
    updateEmphasis();
    if (m_query.isEmpty())
        fitAgain();
}

void GraphView::updateEmphasis() {
    m_matches = 0;
    m_found.clear();
    m_isPale.clear();
    if (!m_picture->data)
        return;
    const std::size_t nodes = m_picture->data->nodes.size(), boxes = m_picture->data->boxes.size();
    std::vector<int> inNodes(nodes), inBoxes(boxes);
    std::vector<bool> holds(boxes); // whether anything in the box passes the filter
    m_found.resize(nodes + boxes);
    m_isPale.resize(nodes);
    for (std::size_t i = 0; i < nodes; ++i) {
        const GraphNode& node = m_picture->data->nodes[i];
        if (!m_query.isEmpty())
            inNodes[i] = matchesOf(m_query, node);
        const bool isLetThrough = !m_filter || m_filter(keysOf(node));
        if (!m_findings.isEmpty())
            for (const QString& address : node.instances)
                m_found[i].add(m_findings.value(address));
        for (std::optional<layout::Index> at = node.box; at; at = m_picture->data->boxes[*at].parent) {
            m_found[nodes + *at].add(m_found[i]);
            inBoxes[*at] += inNodes[i];
            holds[*at] = holds[*at] || isLetThrough;
        }
        m_isPale[i] = !isLetThrough;
        if (!isLetThrough)
            inNodes[i] = -1;
    }
    if (!m_query.isEmpty())
        for (const GraphNode& node : m_picture->data->contents->nodes)
            m_matches += matchesOf(m_query, node);
    const auto emphasis = [&](int matches, bool isLetThrough) {
        return isLetThrough && (m_query.isEmpty() || matches > 0) ? Emphasis::Normal : Emphasis::Pale;
    };
    for (NodeItem* item : m_picture->nodes) {
        if (!item)
            continue;
        const int matches = inNodes[item->nodeIndex()];
        item->setMatches(std::max(0, matches));
        item->setFindings(m_found[item->nodeIndex()]);
        item->setEmphasis(emphasis(matches, matches >= 0));
    }
    for (BoxItem* item : std::as_const(m_picture->byModule)) {
        item->setMatches(inBoxes[item->boxIndex()]);
        item->setFindings(m_found[nodes + item->boxIndex()]);
        item->setEmphasis(item->box().isFolded ? emphasis(inBoxes[item->boxIndex()], holds[item->boxIndex()])
                                               : Emphasis::Normal);
    }
}

bool GraphView::isFolded(const QString& module) const {
    const BoxItem* item = m_picture->byModule.value(module);
    return !item || item->box().isFolded;
}

void GraphView::reveal(const QString& address) {
    select(address);
    m_revealed = instanceOf(address);
    if (!isDrawing())
        continueRevealing();
}

void GraphView::continueRevealing() {
    if (m_revealed.isEmpty())
        return;
    const QGraphicsItem* item = nodeItem(m_revealed);
    if (!item)
        item = m_picture->byModule.value(m_revealed);
    if (!item) {
        if (unfoldAround(m_revealed))
            redraw(Keeping::Nothing); // otherwise, it grows with each selection
        else
            m_revealed.clear();
        return;
    }
    m_revealed.clear();
    bringIntoView(*item);
}

/// Unfolds the modules around an instance or module; false if it is not in the graph or nothing was folded.
bool GraphView::unfoldAround(const QString& address) {
    if (!m_picture->data)
        return false;
    std::optional<layout::Index> at;
    if (const int node = m_picture->data->nodeOf.value(address, -1); node >= 0)
        at = m_picture->data->nodes[std::size_t(node)].box;
    for (const GraphBox& box : m_picture->data->boxes)
        if (box.id == address)
            at = box.parent;
    QSet<QString> around;
    bool isFolded = false;
    for (; at; at = m_picture->data->boxes[*at].parent) {
        isFolded = isFolded || m_picture->data->boxes[*at].isFolded;
        around.insert(m_picture->data->boxes[*at].id);
    }
    if (isFolded)
        m_options->opened = std::move(around); // those around the previous selection fold again
    return isFolded;
}

int* GraphView::StatusGroup::counterOf(models::ApplyStatus status) {
    switch (status) {
    case models::ApplyStatus::None:
    case models::ApplyStatus::Waiting:
    case models::ApplyStatus::Skipped:
        return nullptr;
    case models::ApplyStatus::Running:
        return &running;
    case models::ApplyStatus::Done:
        return &done;
    case models::ApplyStatus::Failed:
        return &failed;
    }
    return nullptr;
}

void GraphView::StatusGroup::set(const QString& instance, models::ApplyStatus status) {
    models::ApplyStatus& held = instances[instance];
    if (int* counter = counterOf(held))
        --*counter;
    held = status;
    if (int* counter = counterOf(held))
        ++*counter;
}

NodeStatus GraphView::statusOf(const GraphNode& node) const {
    int concerned = 0;
    for (const theme::ActionKind kind : theme::allActionKinds)
        if (kind != theme::ActionKind::NoOp && kind != theme::ActionKind::Move)
            concerned += node.counts[std::size_t(kind)];
    const StatusGroup group = m_statuses.value(node.id);
    const bool isPartial = group.done > 0 && group.done < concerned;
    // The outcome of an interrupted operation is unknown.
    if (group.failed > 0 || (m_applying == Applying::Ended && group.running > 0))
        return NodeStatus::Failed;
    if (m_applying == Applying::Ended && group.done == 0)
        return concerned > 0 ? NodeStatus::Skipped : NodeStatus::None;
    if (group.running > 0 || (isPartial && m_applying == Applying::Running))
        return NodeStatus::Running;
    if (group.done > 0)
        return isPartial ? NodeStatus::Skipped : NodeStatus::Done;
    return m_applying == Applying::Running && concerned > 0 ? NodeStatus::Waiting : NodeStatus::None;
}

void GraphView::setStatus(const QString& address, models::ApplyStatus status, const QString& note) {
    const int inContents = m_contents ? m_contents->nodeOf.value(address, -1) : -1;
    if (inContents < 0)
        return;
    const GraphNode& node = m_contents->nodes[std::size_t(inContents)];
    StatusGroup& group = m_statuses[node.id];
    group.set(address, status);
    group.note = node.instances.size() == 1 ? note : QString();
    if (NodeItem* item = nodeItem(address)) // otherwise it is shown when it comes into scope or its module is unfolded
        item->setStatus(statusOf(node), group.note);
    const GraphData& data = *m_picture->data;
    const int at = data.nodeOf.value(address, -1);
    if (at < 0 || m_nodeStatuses.size() != data.nodes.size() || m_inBoxes.size() != data.boxes.size())
        return; // until updateStatuses() counts all
    countStatus(std::size_t(at), statusOf(node));
    for (std::optional<layout::Index> box = data.nodes[std::size_t(at)].box; box; box = data.boxes[*box].parent)
        if (BoxItem* item = m_picture->boxes[*box])
            item->setStatus(statusOfBox(*box));
}

/// Counts a node in its modules with its new status.
void GraphView::countStatus(std::size_t node, NodeStatus status) {
    const GraphData& data = *m_picture->data;
    const NodeStatus old = std::exchange(m_nodeStatuses[node], status);
    for (std::optional<layout::Index> box = data.nodes[node].box; box && old != status; box = data.boxes[*box].parent) {
        --m_inBoxes[*box][old];
        ++m_inBoxes[*box][status];
    }
}

NodeStatus GraphView::statusOfBox(std::size_t box) const {
    const auto has = [&](NodeStatus status) {
        const auto found = m_inBoxes[box].find(status);
        return found != m_inBoxes[box].end() && found->second > 0;
    };
    if (has(NodeStatus::Failed))
        return NodeStatus::Failed;
    if (has(NodeStatus::Running) || (has(NodeStatus::Done) && has(NodeStatus::Waiting)))
        return NodeStatus::Running;
    for (const NodeStatus status : {NodeStatus::Waiting, NodeStatus::Skipped, NodeStatus::Done})
        if (has(status))
            return status;
    return NodeStatus::None;
}

void GraphView::updateStatuses() {
    scene()->update(); // the scene would take long to note each of many items
    for (NodeItem* item : m_picture->nodes)
        if (item)
            item->setStatus(statusOf(item->node()), m_statuses.value(item->node().id).note);
    m_nodeStatuses.clear();
    m_inBoxes.clear();
    if (!m_picture->data)
        return;
    m_nodeStatuses.resize(m_picture->data->nodes.size());
    m_inBoxes.resize(m_picture->data->boxes.size());
    for (std::size_t i = 0; i < m_nodeStatuses.size(); ++i)
        countStatus(i, statusOf(m_picture->data->nodes[i]));
    for (std::size_t i = 0; i < m_picture->boxes.size(); ++i)
        if (BoxItem* item = m_picture->boxes[i])
            item->setStatus(statusOfBox(i));
}

void GraphView::beginApply() {
    m_statuses.clear();
    m_applying = Applying::Running;
    updateStatuses();
}

void GraphView::endApply() {
    if (m_applying != Applying::Running)
        return;
    m_applying = Applying::Ended;
    updateStatuses();
}

void GraphView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && m_look) {
        m_look->scheme = theme::currentScheme();
        setBackgroundBrush(theme::surfaces(m_look->scheme).base);
        scene()->update();
    }
    QGraphicsView::changeEvent(event);
}

} // namespace planlens::graph

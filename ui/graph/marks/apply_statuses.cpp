// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/marks/apply_statuses.h"

#include "ui/graph/picture.h"

#include <optional>
#include <utility>

namespace planlens::graph {

int* ApplyStatuses::StatusGroup::counterOf(models::ApplyStatus status) {
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

void ApplyStatuses::StatusGroup::set(const QString& instance, models::ApplyStatus status) {
    models::ApplyStatus& held = instances[instance];
    if (int* counter = counterOf(held))
        --*counter;
    held = status;
    if (int* counter = counterOf(held))
        ++*counter;
}

NodeStatus ApplyStatuses::statusOf(const GraphNode& node) const {
    int concerned = 0;
    for (const theme::ActionKind kind : theme::allActionKinds)
        if (kind != theme::ActionKind::NoOp && kind != theme::ActionKind::Move)
            concerned += node.counts[std::size_t(kind)];
    const StatusGroup group = m_resources.value(node.id);
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

void ApplyStatuses::set(const QString& address, models::ApplyStatus status, const QString& note,
                        const PlanContents& contents, const Picture& picture) {
    const int inContents = contents.nodeOf.value(address, -1);
    if (inContents < 0)
        return;
    const GraphNode& node = contents.nodes[std::size_t(inContents)];
    StatusGroup& group = m_resources[node.id];
    group.set(address, status);
    group.note = node.instances.size() == 1 ? note : QString();
    const GraphData& data = *picture.data;
    const int at = data.nodeOf.value(address, -1);
    if (at < 0)
        return;                                          // shown when it comes into scope
    if (NodeItem* item = picture.nodes[std::size_t(at)]) // null in a folded module
        item->setStatus(statusOf(node), group.note);
    if (m_nodes.size() != data.nodes.size() || m_boxes.size() != data.boxes.size())
        return; // until show() counts all
    count(std::size_t(at), statusOf(node), picture);
    for (std::optional<layout::Index> box = data.nodes[std::size_t(at)].box; box; box = data.boxes[*box].parent)
        if (BoxItem* item = picture.boxes[*box])
            item->setStatus(statusOfBox(*box));
}

/// Counts a node in its modules with its new status.
void ApplyStatuses::count(std::size_t node, NodeStatus status, const Picture& picture) {
    const GraphData& data = *picture.data;
    const NodeStatus old = std::exchange(m_nodes[node], status);
    for (std::optional<layout::Index> box = data.nodes[node].box; box && old != status; box = data.boxes[*box].parent) {
        --m_boxes[*box][old];
        ++m_boxes[*box][status];
    }
}

NodeStatus ApplyStatuses::statusOfBox(std::size_t box) const {
    const auto has = [&](NodeStatus status) {
        const auto found = m_boxes[box].find(status);
        return found != m_boxes[box].end() && found->second > 0;
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

void ApplyStatuses::show(const Picture& picture) {
    picture.scene->update(); // recording each of many items would take the scene long
    for (NodeItem* item : picture.nodes)
        if (item)
            item->setStatus(statusOf(item->node()), m_resources.value(item->node().id).note);
    m_nodes.clear();
    m_boxes.clear();
    if (!picture.data)
        return;
    m_nodes.resize(picture.data->nodes.size());
    m_boxes.resize(picture.data->boxes.size());
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        count(i, statusOf(picture.data->nodes[i]), picture);
    for (std::size_t i = 0; i < picture.boxes.size(); ++i)
        if (BoxItem* item = picture.boxes[i])
            item->setStatus(statusOfBox(i));
}

void ApplyStatuses::begin() {
    m_resources.clear();
    m_applying = Applying::Running;
}

bool ApplyStatuses::end() {
    if (m_applying != Applying::Running)
        return false;
    m_applying = Applying::Ended;
    return true;
}

} // namespace planlens::graph

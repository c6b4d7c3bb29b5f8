// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/graph/items/node_status.h"
#include "ui/models/roles.h"

#include <QHash>
#include <QString>

#include <cstddef>
#include <map>
#include <vector>

namespace planlens::graph {

struct GraphNode;
struct Picture;
struct PlanContents;

/// The apply status of resources and of the modules that contain them, during and after an apply.
class ApplyStatuses {
public:
    /// Sets all changes to waiting.
    void begin();
    /// Those still waiting are skipped. Returns whether an apply was running.
    bool end();
    /// Whether there is no status to show.
    bool isEmpty() const { return m_applying == Applying::No && m_resources.isEmpty(); }
    /// Sets the status of an instance and shows it in the picture. The note is the time of the start, or the
    /// duration.
    void set(const QString& address, models::ApplyStatus status, const QString& note, const PlanContents& contents,
             const Picture& picture);
    /// Counts all nodes of a picture and shows their statuses.
    void show(const Picture& picture);

private:
    /// The apply status of the instances of a resource.
    struct StatusGroup {
        QHash<QString, models::ApplyStatus> instances;
        int running = 0, done = 0, failed = 0;
        QString note; // of the most recently updated instance
        void set(const QString& instance, models::ApplyStatus status);
        int* counterOf(models::ApplyStatus status);
    };
    NodeStatus statusOf(const GraphNode& node) const;
    NodeStatus statusOfBox(std::size_t box) const;
    void count(std::size_t node, NodeStatus status, const Picture& picture);

    enum class Applying { No, Running, Ended };
    Applying m_applying = Applying::No;
    QHash<QString, StatusGroup> m_resources;
    std::vector<NodeStatus> m_nodes;                // by node
    std::vector<std::map<NodeStatus, int>> m_boxes; // by box: numbers of its nodes
};

} // namespace planlens::graph

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/address_search.h"
#include "ui/models/roles.h"

#include <QGraphicsView>
#include <QHash>
#include <QSet>

#include <functional>
#include <memory>
#include <vector>

namespace planlens::plans {
struct Plan;
}

namespace planlens::graph {

struct GraphData;
struct GraphNode;
struct GraphOptions;
struct Look;
class NodeItem;
class BoxItem;
class EdgeLayer;

/// The dependency graph of a plan, left to right. Drawn off the GUI thread; the newest request wins.
class GraphView final : public QGraphicsView {
    Q_OBJECT
public:
    explicit GraphView(QWidget* parent = nullptr);
    ~GraphView() override;

    void setPlan(std::shared_ptr<const plans::Plan> plan);
    enum class Unchanged { LeftOut, Shown };
    void setUnchanged(Unchanged unchanged);
    /// Nodes that it does not let through are pale. Asked with the worst kind as int and the address.
    void setFilter(std::function<bool(const QStringList& addresses)> filter);
    /// Highlights what matches; everything else is pale while something is looked for. Folded modules tell how much is in them.
    void setSearch(const models::AddressQuery& query);
    /// Marks the node of a resource instance, or a module; an empty address marks nothing.
    void select(const QString& address);
    /// Marks it and brings it where it can be read, unfolding the modules that it is in. Where the graph is just being drawn
    /// or has to be, that happens when it is.
    void reveal(const QString& address);
    /// Instances behind what is marked.
    QStringList selectedInstances() const;
    void setStatus(const QString& address, models::ApplyStatus status);
    /// Instances that may change by what is just being planned: hatched, in folded modules too, until another plan comes.
    void setEstimate(const QSet<QString>& addresses);
    /// Whether the node or folded module of an instance is hatched.
    bool isEstimated(const QString& address) const;
    void fit();
    bool isDrawing() const { return m_pending > 0; }
    int unchangedLeftOut() const;
    bool isFolded(const QString& module) const;
    /// Instances in the graph that match what is looked for, those in folded modules included.
    int matchCount() const { return m_matches; }
    /// Where the node of an instance is, in coordinates of the viewport; empty where there is none.
    QRect nodeRect(const QString& address) const;

Q_SIGNALS:
    /// A resource instance or module was marked by hand.
    void selected(const QString& address);
    void drawn();
    void menuRequested(const QPoint& globalPosition);
    void dataReplaced(std::shared_ptr<const void> old);

protected:
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    bool viewportEvent(QEvent* event) override;

private:
    /// How far applying got with the instances of a resource.
    struct StatusGroup {
        QHash<QString, models::ApplyStatus> instances;
        int running = 0, done = 0, failed = 0;
        void set(const QString& instance, models::ApplyStatus status);
        int* counterOf(models::ApplyStatus status);
    };
    static models::ApplyStatus statusOf(const StatusGroup& group, const GraphNode& node);
    void redraw();
    void show(std::shared_ptr<const GraphData> data);
    void toggleFolding(const QString& module);
    void updateEmphasis();
    void findEstimated();
    void paintEstimate(QPainter& painter, const QRectF& exposed) const;
    void continueRevealing();
    bool unfoldAround(const QString& address);
    void zoom(double factor);
    void moveSelection(Qt::Key key);
    void reportSelection();
    NodeItem* nodeItem(const QString& address) const;

    std::shared_ptr<const plans::Plan> m_plan;
    std::shared_ptr<const GraphData> m_data;
    std::unique_ptr<GraphOptions> m_options;
    std::unique_ptr<Look> m_look;
    std::function<bool(const QStringList&)> m_filter;
    std::vector<NodeItem*> m_nodes; // by node, null where it is in a folded module; owned by the scene
    QHash<QString, BoxItem*> m_byModule;
    QHash<QString, StatusGroup> m_statuses; // by resource
    EdgeLayer* m_edges = nullptr;
    QString m_selected, m_revealed;
    QSet<QString> m_estimate;
    QSet<const QGraphicsItem*> m_estimated; // items of the scene with something of that
    models::AddressQuery m_query;
    int m_matches = 0;
    quint64 m_generation = 0;
    int m_pending = 0;
    bool m_isFitted = true; // until the user zooms or pans
    bool m_isSelecting = false;
};

} // namespace planlens::graph

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/address_search.h"
#include "ui/models/roles.h"

#include <QGraphicsView>
#include <QHash>
#include <QSet>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace planlens::layout {
enum class Direction;
}
namespace planlens::plans {
struct Plan;
}

namespace planlens::graph {

struct GraphData;
struct GraphNode;
struct GraphOptions;
enum class Keeping;
enum class Level;
struct Look;
class NodeItem;
class BoxItem;
class BoxTitleItem;
class EdgeLayer;
class ItemMotion;
class Minimap;

/// The dependency graph of a plan. Drawn off the GUI thread; the newest request wins. What moves from one picture to the
/// next does so visibly. Elements are nodes, then modules, as in layout::SceneEdge.
class GraphView final : public QGraphicsView {
    Q_OBJECT
public:
    explicit GraphView(QWidget* parent = nullptr);
    ~GraphView() override;

    void setPlan(std::shared_ptr<const plans::Plan> plan);
    enum class Unchanged { LeftOut, Shown };
    void setUnchanged(Unchanged unchanged);
    /// Addresses of resource instances with findings.
    void setFindings(QSet<QString> addresses);
    /// Which way edges lead.
    void setDirection(layout::Direction direction);
    layout::Direction direction() const;
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
    /// The note says since when or how long.
    void setStatus(const QString& address, models::ApplyStatus status, const QString& note = {});
    /// Instances that may change by what is just being planned: hatched, in folded modules too, until another plan comes.
    void setEstimate(const QSet<QString>& addresses);
    /// Whether the node or folded module of an instance is hatched.
    bool isEstimated(const QString& address) const;
    void fit();
    /// A scale at which this is told; around what is marked.
    void showLevel(Level level);
    /// Brings a point of the scene into the middle.
    void lookAt(const QPointF& point);
    /// What is drawn; null where nothing is.
    const std::shared_ptr<const GraphData>& data() const { return m_data; }
    /// The item of an element; null where it is in a folded module.
    QGraphicsItem* elementItem(std::size_t element) const;
    std::optional<std::size_t> selectedElement() const;
    /// Marks an element as if by hand.
    void choose(std::size_t element);
    void toggleFolding(const QString& module);
    const EdgeLayer* edgeLayer() const { return m_edges; }
    Minimap& minimap() const { return *m_minimap; }
    bool isMoving() const;
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
    /// How many resources the selection depends on, near and far, and how many depend on it; both 0 where nothing is marked.
    void coneChanged(int upstream, int downstream);
    void directionChanged();
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
    void scrollContentsBy(int dx, int dy) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    bool viewportEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// How far applying got with the instances of a resource.
    struct StatusGroup {
        QHash<QString, models::ApplyStatus> instances;
        int running = 0, done = 0, failed = 0;
        QString note; // of the instance that was told of last
        void set(const QString& instance, models::ApplyStatus status);
        int* counterOf(models::ApplyStatus status);
    };
    static models::ApplyStatus statusOf(const StatusGroup& group, const GraphNode& node);
    void redraw(Keeping keeping);
    void show(std::shared_ptr<const GraphData> data);
    void build();
    QHash<QString, QPointF> positions() const;
    void startMotion(const QHash<QString, QPointF>& before);
    void updateEmphasis();
    void findEstimated();
    void paintEstimate(QPainter& painter, const QRectF& exposed) const;
    void updateCone();
    void updateCards();
    void setScale(double scale);
    enum class Way { Upstream, Downstream };
    void followEdge(Way way);
    void stepAside(int step);
    void continueRevealing();
    bool unfoldAround(const QString& address);
    void zoom(double factor);
    void moveSelection(Qt::Key key);
    bool goAlongEdges(Qt::Key key);
    void choose(QGraphicsItem* item);
    void reportSelection();
    NodeItem* nodeItem(const QString& address) const;

    std::shared_ptr<const plans::Plan> m_plan;
    std::shared_ptr<const GraphData> m_data;
    std::unique_ptr<GraphOptions> m_options;
    std::unique_ptr<Look> m_look;
    std::function<bool(const QStringList&)> m_filter;
    QSet<QString> m_risky;
    std::vector<NodeItem*> m_nodes; // by node, null where it is in a folded module; owned by the scene
    QHash<QString, BoxItem*> m_byModule;
    std::vector<BoxItem*> m_boxes; // by box, null where it is in a folded one
    std::vector<BoxTitleItem*> m_titles; // of the unfolded ones
    std::vector<double> m_cardScales; // by box
    struct {
        std::vector<std::size_t> elements; // that the last step along an edge could have led to, in their order on screen
        std::size_t at = 0;
    } m_trail;
    QHash<QString, StatusGroup> m_statuses; // by resource
    EdgeLayer* m_edges = nullptr;
    Minimap* m_minimap = nullptr;
    std::unique_ptr<ItemMotion> m_motion;
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

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/roles.h"
#include "ui/models/search/address_search.h"
#include "ui/models/search/found_at.h"

#include <QGraphicsView>
#include <QHash>
#include <QSet>
#include <QTimer>

#include <atomic>
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
struct Drawing;
struct Picture;
class PictureMaker;
class NodeItem;
class BoxItem;
class BoxTitleItem;
class EdgeLayer;
class ItemMotion;
class Minimap;

/// The dependency graph of a plan. Drawn off the GUI thread; the newest request wins. What moves from one picture to
/// the next does so visibly. Elements are nodes, then modules, as in layout::SceneEdge.
class GraphView final : public QGraphicsView {
    Q_OBJECT
public:
    explicit GraphView(QWidget* parent = nullptr);
    ~GraphView() override;

    void setPlan(std::shared_ptr<const plans::Plan> plan);
    enum class Unchanged { LeftOut, Shown };
    void setUnchanged(Unchanged unchanged);
    /// Findings by the addresses of resource instances. Folded modules tell how many are in them.
    void setFindings(models::FoundByAddress findings);
    /// Of an element, those in folded modules included.
    models::FoundAt findingsOf(std::size_t element) const;
    /// Which way edges lead.
    void setDirection(layout::Direction direction);
    layout::Direction direction() const;
    /// Nodes that it does not let through are pale. Asked with the worst kind as int and the address.
    void setFilter(std::function<bool(const QStringList& addresses)> filter);
    /// Highlights what matches; everything else is pale while something is looked for. Folded modules tell how much is
    /// in them.
    void setSearch(const models::AddressQuery& query);
    /// Marks the node of a resource instance, or a module; an empty address marks nothing.
    void select(const QString& address);
    /// Marks it and brings it where it can be read, unfolding the modules that it is in. Where the graph is just being
    /// drawn or has to be, that happens when it is.
    void reveal(const QString& address);
    /// Instances behind what is marked.
    QStringList selectedInstances() const;
    /// The note says since when or how long.
    void setStatus(const QString& address, models::ApplyStatus status, const QString& note = {});
    /// Instances that may change by what is just being planned: hatched, in folded modules too, until another plan
    /// comes.
    void setEstimate(const QSet<QString>& addresses);
    /// Whether the node or folded module of an instance is hatched.
    bool isEstimated(const QString& address) const;
    void fit();
    /// A scale at which this is told; around what is marked.
    void showLevel(Level level);
    /// Brings a point of the scene into the middle.
    void lookAt(const QPointF& point);
    /// What is drawn; null where nothing is.
    const std::shared_ptr<const GraphData>& data() const;
    /// The item of an element; null where it is in a folded module.
    QGraphicsItem* elementItem(std::size_t element) const;
    std::optional<std::size_t> selectedElement() const;
    /// Marks an element as if by hand.
    void choose(std::size_t element);
    void toggleFolding(const QString& module);
    const EdgeLayer* edgeLayer() const;
    Minimap& minimap() const { return *m_minimap; }
    bool isMoving() const;
    bool isDrawing() const { return m_pending > 0 || m_maker; }
    int unchangedLeftOut() const;
    /// About instances that the graph leaves out.
    int findingsLeftOut() const;
    bool isFolded(const QString& module) const;
    /// Instances in the graph that match what is looked for, those in folded modules included.
    int matchCount() const { return m_matches; }
    /// Where the node of an instance is, in coordinates of the viewport; empty where there is none.
    QRect nodeRect(const QString& address) const;

Q_SIGNALS:
    /// A resource instance or module was marked by hand.
    void selected(const QString& address);
    void drawn();
    /// How many resources the selection depends on, near and far, and how many depend on it; both 0 where nothing is
    /// marked.
    void coneChanged(int upstream, int downstream);
    void directionChanged();
    void menuRequested(const QPoint& globalPosition);

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
    /// Makes the items of what was drawn, in several turns where they are many, then shows them. Null: nothing.
    void make(std::shared_ptr<Drawing> drawing);
    void show(Picture made);
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
    std::unique_ptr<GraphOptions> m_options;
    std::unique_ptr<Look> m_look;
    std::function<bool(const QStringList&)> m_filter;
    models::FoundByAddress m_findings;
    std::vector<models::FoundAt> m_found;  // of them, in each element
    std::unique_ptr<Picture> m_picture;    // that is shown
    std::unique_ptr<PictureMaker> m_maker; // of the next one
    QTimer m_making;
    struct {
        std::vector<std::size_t>
            elements; // that the last step along an edge could have led to, in their order on screen
        std::size_t at = 0;
    } m_trail;
    QHash<QString, StatusGroup> m_statuses; // by resource
    Minimap* m_minimap = nullptr;
    std::unique_ptr<ItemMotion> m_motion;
    QString m_selected, m_revealed;
    QSet<QString> m_estimate;
    QSet<const QGraphicsItem*> m_estimated; // items of the scene with something of that
    models::AddressQuery m_query;
    int m_matches = 0;
    std::shared_ptr<std::atomic<quint64>>
        m_generation; // of the newest picture that was asked for; whoever draws another one need not begin
    int m_pending = 0;
    bool m_isFitted = true; // until the user zooms or pans
    bool m_isSelecting = false;
};

} // namespace planlens::graph

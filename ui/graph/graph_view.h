// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/roles.h"
#include "ui/models/search/address_search.h"
#include "ui/models/search/found_at.h"
#include "ui/theme/action_style.h"

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
struct PlanContents;
enum class Grouping;
enum class Keeping;
enum class Scope;
enum class Unchanged;
enum class Way;
struct Look;
struct Drawing;
struct Picture;
class ApplyStatuses;
class EstimateHatch;
class Highlights;
class PictureMaker;
class NodeItem;
class BoxItem;
class BoxTitleItem;
class EdgeLayer;
class ItemMotion;
class Minimap;

/// The dependency graph of a plan. Drawn off the GUI thread; the newest request wins. Changes between pictures are
/// animated. Elements are nodes, followed by modules, as in layout::SceneEdge.
class GraphView final : public QGraphicsView {
    Q_OBJECT
public:
    explicit GraphView(QWidget* parent = nullptr);
    ~GraphView() override;

    void setPlan(std::shared_ptr<const plans::Plan> plan);
    void setUnchanged(Unchanged unchanged);
    /// Sets findings by resource instance address. Folded modules show their number.
    void setFindings(models::FoundByAddress findings);
    /// Returns the findings of an element, including those in folded modules.
    models::FoundAt findingsOf(std::size_t element) const;
    /// Limits the graph to the surroundings of the selection, or shows everything. Until this is called, it depends on
    /// the number of resources.
    void setScope(Scope scope);
    Scope scope() const;
    /// Sets the number of steps in the scope around the selection.
    void setDepth(int upstream, int downstream);
    int upstreamDepth() const;
    int downstreamDepth() const;
    /// Adds all neighbors of a resource to the scope around the selection.
    void expand(const QString& resource, Way way);
    /// Returns the resources that were in the center, in order. The last one is in the center now.
    const QStringList& path() const { return m_path; }
    /// Selects a resource as if the user had clicked it.
    void goTo(const QString& address);
    /// Shows all modules, folded, until a resource is selected.
    void showMap();
    void setGrouping(Grouping grouping);
    Grouping grouping() const;
    /// Hides resources with this action, or shows them again.
    void setHidden(theme::ActionKind kind, bool isHidden);
    bool isHidden(theme::ActionKind kind) const;
    double zoomFactor() const { return transform().m11(); }
    void zoomIn() { zoom(1.25); }
    void zoomOut() { zoom(0.8); }
    /// Sets the direction of the edges. Until then, it is the one that fits better into the view.
    void setDirection(layout::Direction direction);
    layout::Direction direction() const;
    /// Grays out nodes that do not match, and their edges. `filter` receives the keys of the changes of a node, and the
    /// addresses of its unchanged instances.
    void setFilter(std::function<bool(const QStringList& keys)> filter);
    /// Highlights matches and grays out everything else during a search. Folded modules show their number of matches.
    void setSearch(const models::AddressQuery& query);
    /// Selects the node of a resource instance, or a module; an empty address clears the selection.
    void select(const QString& address);
    /// Selects the address and makes it readable, unfolding its modules. Deferred if the graph is being drawn.
    void reveal(const QString& address);
    /// Marks these instances as selected too, until another one is selected; they are not brought into view.
    void selectAlso(const QStringList& keys);
    /// Returns the selected instances.
    QStringList selectedInstances() const;
    /// Sets all changes to waiting until setStatus() changes that. Those still waiting at the end are skipped.
    void beginApply();
    void endApply();
    /// Sets the apply status. The note is the time of the start, or the duration.
    void setStatus(const QString& address, models::ApplyStatus status, const QString& note = {});
    /// Hatches instances that the current planning may change, also in folded modules, until the next plan.
    void setEstimate(const QSet<QString>& addresses);
    /// Whether the node or folded module of an instance is hatched.
    bool isEstimated(const QString& address) const;
    /// Shows the whole graph, at most in its normal size, and even if names are no longer readable. By default, it is
    /// shown at a scale at which they are.
    void fit();
    /// Zooms to a scale at which nodes list their instances, around the selection.
    void showInstances();
    /// Centers a point of the scene.
    void lookAt(const QPointF& point);
    /// Returns the current drawing; null if there is none.
    const std::shared_ptr<const GraphData>& data() const;
    /// Returns the item of an element; null if it is in a folded module.
    QGraphicsItem* elementItem(std::size_t element) const;
    std::optional<std::size_t> selectedElement() const;
    /// Selects an element as if the user had clicked it.
    void choose(std::size_t element);
    void toggleFolding(const QString& module);
    const EdgeLayer* edgeLayer() const;
    Minimap& minimap() const { return *m_minimap; }
    bool isMoving() const;
    bool isDrawing() const { return m_next.pending > 0 || m_next.maker; }
    int unchangedLeftOut() const;
    /// Returns the number of findings about instances that the graph omits.
    int findingsLeftOut() const;
    bool isFolded(const QString& module) const;
    /// Returns the number of matching instances in the graph, including those in folded modules.
    int matchCount() const;
    /// Describes the node or edge at a position of the viewport; empty if there is none.
    QString toolTipAt(const QPoint& position) const;
    /// Returns the node of an instance in viewport coordinates; empty if there is none.
    QRect nodeRect(const QString& address) const;

Q_SIGNALS:
    /// The user selected a resource instance or module.
    void selected(const QString& address);
    void drawn();
    /// The numbers of direct and indirect dependencies and dependents of the selection; both 0 without a selection.
    void coneChanged(int upstream, int downstream);
    void directionChanged();
    /// Emitted if scope, depth, grouping or hidden actions change.
    void optionsChanged();
    void zoomChanged();
    /// The path names another instance of the resource in the center.
    void pathChanged();
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
    void redraw(Keeping keeping);
    /// Creates the items of a drawing, in several steps if there are many, then shows them. Null: nothing.
    void make(std::shared_ptr<Drawing> drawing);
    void show(Picture made);
    QHash<QString, QPointF> positions() const;
    void startMotion(const QHash<QString, QPointF>& before);
    void fitToView();
    /// Fits the graph into the view, and shows the selection readably, unless the user zoomed.
    void fitUnlessZoomed();
    bool wantsOtherDrawing() const;
    void redrawToFit();
    double wholeScale(const QSize& view) const;
    QRectF wholeRect() const;
    QPointF centerFor(const QPointF& point) const;
    QPointF startingPoint() const;
    /// Returns the item of an instance, or the folded module that contains it; null if there is none.
    QGraphicsItem* itemOrCard(const QString& address) const;
    void updateCone();
    void updateCards();
    void setScale(double scale);
    QString nodeTip(const NodeItem& item) const;
    QString edgeTip(std::size_t sceneEdge) const;
    void followEdge(Way way);
    bool moveCenterTo(const QString& address);
    void setCenter(const QString& address);
    void renameCenter(const QString& address);
    void leaveCenter();
    void dropCenter();
    void placeCenter();
    void bringIntoView(const QGraphicsItem& item);
    void updateSceneRect();
    bool expandAt(const QPoint& position);
    bool isInGraph(const QString& module) const;
    void stepAside(int step);
    void continueRevealing();
    bool unfoldAround(const QString& address);
    void zoom(double factor);
    void moveSelection(Qt::Key key);
    bool followEdges(Qt::Key key);
    void choose(QGraphicsItem* item);
    void reportSelection();
    NodeItem* nodeItem(const QString& address) const;

    /// The drawings that were requested and are not shown yet.
    struct NextPicture {
        std::shared_ptr<std::atomic<quint64>> generation; // of the newest request, which cancels older drawings
        int pending = 0;                                  // drawings in the background
        QSize viewSize;                                   // of the viewport for which the newest drawing is made
        std::unique_ptr<PictureMaker> maker;              // of the items of the newest drawing
        QTimer timer;                                     // for its steps
    };
    /// The visible part of the scene.
    struct Camera {
        bool isFitted = true;   // until the user zooms or pans
        bool isZoomed = false;  // by the user
        bool isWhole = false;   // the user asked for the whole graph
        bool isPlacing = false; // the next picture has another center
    };
    struct Selection {
        QString address;
        QStringList others;             // instances that are selected too
        QString revealed;               // unfolded and brought into view as soon as it is drawn
        std::vector<std::size_t> trail; // elements to which the last step along an edge could lead, in screen order
        std::size_t trailIndex = 0;     // of the one to which it led
        bool isNew = false;             // the next picture shows it for the first time
        bool staysInPlace = false;      // selecting does not scroll
        bool isChanging = false;        // by the view, not by the user
    };

    std::shared_ptr<const plans::Plan> m_plan;
    std::shared_ptr<const PlanContents> m_contents; // of m_plan; null if they are not known yet
    std::unique_ptr<GraphOptions> m_options;
    QStringList m_path; // addresses
    std::unique_ptr<Look> m_look;
    std::unique_ptr<Picture> m_picture; // shown
    NextPicture m_next;
    std::unique_ptr<ItemMotion> m_motion;
    Minimap* m_minimap = nullptr;
    Camera m_camera;
    Selection m_selection;
    std::unique_ptr<Highlights> m_highlights;
    std::unique_ptr<ApplyStatuses> m_statuses;
    std::unique_ptr<EstimateHatch> m_estimate;
};

} // namespace planlens::graph

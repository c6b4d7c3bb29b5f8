// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/changes/selection.h"
#include "ui/models/instance_status.h"
#include "ui/window/planning_overrides.h"

#include <QModelIndex>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QVector>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QWidget;

namespace planlens::diags {
struct SourceRange;
}
namespace planlens::graph {
class GraphView;
}
namespace planlens::session {
class PlanningSession;
struct Request;
struct Result;
} // namespace planlens::session

namespace planlens::widgets {

class ChangeFinder;
class ChangePage;
class ChangesPane;
class DetailPanel;
class PlanRegions;
class RevealPopup;
class SlicedTask;
class VerdictBar;

/// Shows a plan in its list, its pages, its graph and its drawer. All of them show the same selection, and what the
/// filters of the bar above select.
class PlanView final : public QObject {
    Q_OBJECT
public:
    /// Makes the regions, and adds the commands for the selection to the window. All of these must outlive the view.
    PlanView(QWidget& window, session::PlanningSession& session, const session::Request& request, VerdictBar& bar,
             QWidget* parent);
    ~PlanView() override;

    VerdictBar& bar() const { return m_bar; }
    PlanRegions& regions() const { return *m_regions; }
    ChangesPane& changes() const { return *m_changes; }
    ChangeFinder& finder() const { return *m_finder; }
    ChangePage& page() const { return *m_page; }
    graph::GraphView& graph() const { return *m_graph; }
    DetailPanel& drawer() const { return *m_drawer; }
    PlanningOverrides& overrides() const { return *m_overrides; }
    const models::Selection& selection() const { return m_selection; }

    /// Runs steps in order; for large plans, each in an event loop iteration of its own.
    void run(std::vector<std::function<void()>> steps);
    /// Steps that show large plans. A caller that needs the result of all pending steps finishes them.
    SlicedTask& slices() const { return *m_slices; }

    /// The steps that show a result, in this order. Before the first one, the rows of the list are released. All of
    /// them are slow for large plans.
    enum class Rows { First, Again };
    void setResult(std::shared_ptr<const session::Result> result, Rows rows);
    void showPages();
    void showCounts();
    void drawGraph();
    /// Removes the graph of the previous folder.
    void clear();

    /// Selects an address in all regions.
    void choose(const QString& address);
    /// Selects a change and scrolls to it; false if the plan has none of this address.
    bool select(const QString& address);
    /// Selects the same address in another plan, or nothing.
    void selectAgain();
    /// Makes an address that has no row the selected one, so that it can be copied.
    void setAddress(const QString& address) { m_selection.address = address; }
    /// Selects the next (1) or previous (-1) shown change, in the order of the list.
    enum class Step { Any, NotReviewed };
    void step(int by, Step step);
    /// Enables the commands for the selection.
    void updateCommands(PlanningOverrides::Visibility visibility);
    /// Temporarily shows the sensitive value of the current row.
    void revealValue();
    /// Shows contents with explicit colors again, because the theme changed.
    void refresh();
    /// Returns the widgets of the visible regions that take the focus, in their order.
    std::vector<QWidget*> focusable() const;

    /// Hatches the changes that the running planning may affect.
    void setEstimate(const QSet<QString>& addresses);
    void beginApply();
    void setStatuses(const QVector<models::InstanceStatus>& statuses);

Q_SIGNALS:
    /// setResult() shows this result.
    void resultShown(const std::shared_ptr<const planlens::session::Result>& result);
    void selectionChanged();
    /// The graph of a result is drawn.
    void drawn();
    void placeChosen(const QString& file, int line);
    /// A message for the status bar; empty: none.
    void messageShown(const QString& text);

private:
    enum class Origin { List, Graph, Typing, Elsewhere };
    void buildList();
    void connectFinder();
    QWidget* buildPage();
    QWidget* buildGraph();
    QWidget* commandButtons(QWidget* parent);
    void setSelected(const QString& address, Origin origin);
    void filterGraph();
    /// Returns the selected row of the attributes if any, otherwise of the list.
    QModelIndex currentRow() const;
    /// Returns the block that configures the selected resource instance, if any.
    std::optional<diags::SourceRange> source() const;
    void showSource();
    void showMenu(const QPoint& globalPosition);

    QWidget& m_window;
    session::PlanningSession& m_session;
    VerdictBar& m_bar;
    std::shared_ptr<const session::Result> m_result;
    models::Selection m_selection;
    PlanningOverrides* m_overrides;
    SlicedTask* m_slices;
    ChangesPane* m_changes;
    ChangeFinder* m_finder;
    DetailPanel* m_drawer;
    PlanRegions* m_regions;
    ChangePage* m_page = nullptr;
    graph::GraphView* m_graph = nullptr;
    QPointer<RevealPopup> m_revealed; // at most one
    bool m_isSelecting = false;
    bool m_isDrawing = false; // a result arrived, but its graph is not drawn yet
};

} // namespace planlens::widgets

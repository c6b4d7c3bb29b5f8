// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QSet>
#include <QSplitter>

#include <optional>

class QTabWidget;
class QToolButton;

namespace planlens::widgets {

class DetailPanel;
class RegionSplitter;

/// The regions of a plan: the list, beside it the pages and the graph, and below them the drawer. Their sizes follow
/// the window until the user moves a divider, and are remembered for each folder. Below the change, a hidden graph
/// leaves its title, with a button that shows it. In low windows, it is hidden until the user shows it, because the
/// change needs the height.
class PlanRegions final : public QSplitter {
    Q_OBJECT
public:
    /// Makes the regions without contents. The drawer gets its place with them.
    PlanRegions(DetailPanel& drawer, QWidget* parent);
    /// Adds the list, the first page, the graph and the drawer, in this order.
    void setContents(QWidget* list, QWidget* page, const QString& pageTitle, QWidget* graph);

    /// Returns the pages beside the list. A review takes the space of the graph too.
    QTabWidget& pages() const { return *m_pages; }
    /// Returns the parent of pages and graph, which are made before they have a place.
    QWidget* upper() const;
    /// Returns the regions without the drawer, to draw them in gray.
    QWidget& aboveDrawer() const { return *m_columns; }
    /// Shows the region that contains a widget alone, or all regions again. A double click on the title of a pane (see
    /// pane.h) does the same.
    void toggleMaximized(const QWidget* inRegion);
    enum class Region { List, Page, Graph };
    /// Shows a region, or gives its space to the others. One region always stays.
    void setShown(Region region, bool isShown);
    bool isShown(Region region) const;

    /// Follows the size of the window.
    void fitTo(const QSize& window);
    /// Gives the list the width that its columns need, and returns it.
    enum class ListForm { Addresses, Values };
    int setListForm(ListForm form);
    /// Without a plan, the errors in the open drawer get the space of the regions above.
    enum class Space { ForPlan, ForErrors };
    void setSpace(Space space);
    /// Gives the graph the space of list and pages.
    void showGraphOnly();
    void hideGraph();

    /// Writes the sizes and regions that the user chose to the settings of a folder, or reads them.
    void remember(const QString& folder) const;
    void restore(const QString& folder);

Q_SIGNALS:
    /// What isShown() says has changed.
    void shownChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void handleDrawer(bool isOpen);
    void showRegions();
    void addFoldButton();
    void foldGraph(bool isFolded);
    void setHidden(const QSet<Region>& regions);

    DetailPanel& m_drawer;
    QSplitter* m_columns;    // the list, and the two regions beside it
    RegionSplitter* m_upper; // the pages and the graph
    QTabWidget* m_pages;     // the change, the review and the apply
    QWidget* m_list = nullptr;
    QWidget* m_graph = nullptr;
    QToolButton* m_foldGraph = nullptr;
    const QWidget* m_maximized = nullptr;
    ListForm m_listForm = ListForm::Addresses;
    Space m_space = Space::ForPlan;
    QSet<Region> m_hidden;
    bool m_isListMoved = false;          // the user moved the edge of the list
    bool m_isShownChosen = false;        // the user hid or showed a region
    std::optional<bool> m_isGraphChosen; // the user showed or hid the graph
    bool m_isLow = false;                // the window
};

} // namespace planlens::widgets

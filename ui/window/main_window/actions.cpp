// SPDX-License-Identifier: MPL-2.0
// The actions of the window, the command palette, and dropped folders.
#include "ui/bars/search_field.h"
#include "ui/bars/session_bar.h"
#include "ui/bars/verdict_bar.h"
#include "ui/controls/command.h"
#include "ui/controls/pane.h"
#include "ui/controls/path_drop.h"
#include "ui/dialogs/manual_dialog.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/list/change_finder.h"
#include "ui/pages/shortcuts_page.h"
#include "ui/pages/state_page.h"
#include "ui/window/command_palette.h"
#include "ui/window/main_window.h"
#include "ui/window/plan/plan_regions.h"
#include "ui/window/plan/plan_view.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <tuple>
#include <utility>
#include <vector>

namespace planlens::widgets {

void MainWindow::buildActions(QPushButton& approve) {
    addCommand(*this, "open-folder", tr("Open folder…"), {QKeySequence::Open}, [this] { chooseFolder(); });
    addCommand(*this, "plan", tr("Plan now"), {Qt::CTRL | Qt::Key_R},
               [this] { startPlanning(session::Reading::Anew); });
    QAction* restart =
        addCommand(*this, "restart-providers", tr("Restart providers"), {}, [this] { restartProviders(); });
    restart->setToolTip(tr("Kills the provider processes of this folder and plans again"));
    if (auto* providers = m_plan->drawer().findChild<QTableView*>(QStringLiteral("providers"))) {
        providers->addAction(restart);
        providers->setContextMenuPolicy(Qt::ActionsContextMenu);
    }
    connect(&approve, &QPushButton::clicked,
            addCommand(*this, "approve", tr("Review && apply…"), {Qt::CTRL | Qt::Key_Return}, {}), &QAction::trigger);
    addCommand(*this, "drawer", tr("Open or close the drawer"), {Qt::CTRL | Qt::Key_J},
               [this] { m_plan->drawer().setOpen(!m_plan->drawer().isOpen()); });
    addCommand(*this, "open-plan", tr("Open plan…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_O}, [this] { choosePlan(); });
    addCommand(*this, "trusted-folders", tr("Trusted folders…"), {}, [this] { showTrustedFolders(); });
    addCommand(*this, "open-costs", tr("Open cost estimate…"), {}, [this] { chooseCosts(); });
    buildCosts();
    addCommand(*this, "open-findings", tr("Open findings of other tools…"), {}, [this] { chooseFindings(); });
    VerdictBar& bar = m_plan->bar();
    SearchField& field = bar.search();
    addCommand(*this, "find", tr("Find"), {QKeySequence::Find}, [this, &field] {
        if (isStateShown())
            return m_statePage->focusFilter();
        field.setFocus(Qt::ShortcutFocusReason);
        field.selectAll();
    });
    addCommand(*this, "find-next", tr("Find next"), {QKeySequence::FindNext},
               [&field] { Q_EMIT field.nextRequested(); });
    addCommand(*this, "find-previous", tr("Find previous"), {QKeySequence::FindPrevious},
               [&field] { Q_EMIT field.previousRequested(); });
    addCommand(*this, "open-filter", tr("Filter"), {Qt::CTRL | Qt::SHIFT | Qt::Key_F}, [&bar] { bar.openFilter(); });
    addCommand(*this, "show-all", tr("Show all changes"), {Qt::CTRL | Qt::SHIFT | Qt::Key_A},
               [this] { m_plan->finder().showAll(); });
    addCommand(*this, "fit-graph", tr("Fit graph"), {Qt::Key_F}, [this] { graphView().fit(); });
    addCommand(*this, "graph-zoom-in", tr("Zoom in"), {QKeySequence::ZoomIn}, [this] { graphView().zoomIn(); });
    addCommand(*this, "graph-zoom-out", tr("Zoom out"), {QKeySequence::ZoomOut}, [this] { graphView().zoomOut(); });
    buildGraphActions();
    addCommand(*this, "graph-map", tr("Show the module map"), {}, [this] { graphView().showMap(); });
    buildListActions();
}

void MainWindow::buildGraphActions() {
    graph::GraphView& view = graphView();
    using graph::GraphView;
    using graph::Scope;
    for (const auto& [name, text, scope] :
         {std::tuple("graph-everything", tr("Show everything in the graph"), Scope::Everything),
          std::tuple("graph-around", tr("Show the graph around the selection"), Scope::AroundSelection)})
        showChoice(*addCommand(*this, name, text, {}, [&view, scope = scope] { view.setScope(scope); }),
                   [&view, scope = scope] { return view.scope() == scope; });
    const auto isDown = [&view] { return view.direction() == layout::Direction::TopToBottom; };
    showChoice(*addCommand(*this, "graph-direction", tr("Top to bottom"), {},
                           [&view, isDown] {
                               view.setDirection(isDown() ? layout::Direction::LeftToRight
                                                          : layout::Direction::TopToBottom);
                           }),
               isDown);
    auto* unchanged = findChild<QAbstractButton*>(QStringLiteral("show-unchanged"));
    showChoice(*addCommand(*this, "graph-unchanged", tr("Show unchanged"), {}, [unchanged] { unchanged->click(); }),
               [unchanged] { return unchanged->isChecked(); });
    for (const auto signal : {&GraphView::optionsChanged, &GraphView::directionChanged, &GraphView::drawn})
        connect(&view, signal, this, &MainWindow::markChanged);
}

void MainWindow::buildWindowActions() {
    addCommand(*this, "commands", tr("Commands"), {Qt::CTRL | Qt::SHIFT | Qt::Key_P}, [this] { openPalette(); });
    addCommand(*this, "keys", tr("Keys"), {Qt::Key_F1, Qt::Key_Question},
               [this] { (new ShortcutsPage(*this))->open(); });
    addCommand(*this, "manual", tr("Manual"), {}, [this] { (new ManualDialog(this))->show(); });
    addCommand(*this, "about", tr("About Planlens"), {}, [this] {
        QMessageBox::about(this, tr("About Planlens"),
                           tr("Planlens %1\n\nReviews and applies plans of OpenTofu.\n\nLicense: MPL 2.0. "
                              "OpenTofu is a trademark of the Linux Foundation, which is not affiliated with this "
                              "program.")
                               .arg(QCoreApplication::applicationVersion()));
    });
    addCommand(*this, "next-region", tr("Next region"), {Qt::Key_F6}, [this] { stepRegion(1); });
    addCommand(*this, "previous-region", tr("Previous region"), {Qt::SHIFT | Qt::Key_F6}, [this] { stepRegion(-1); });
    addCommand(*this, "maximize-region", tr("Maximize or restore the region"), {Qt::Key_F11},
               [this] { m_plan->regions().toggleMaximized(focusWidget()); });
    buildRegionActions();
    addCommand(*this, "new-window", tr("New window"), {Qt::CTRL | Qt::SHIFT | Qt::Key_N},
               [this] { Q_EMIT windowRequested({}); });
    addCommand(*this, "new-tab", tr("New tab"), {Qt::CTRL | Qt::Key_T}, [this] { Q_EMIT tabRequested({}); });
    addCommand(*this, "close-tab", tr("Close tab"), {Qt::CTRL | Qt::Key_W}, [this] { close(); });
    addCommand(*this, "next-tab", tr("Next tab"), {Qt::CTRL | Qt::Key_PageDown},
               [this] { Q_EMIT tabStepRequested(1); });
    addCommand(*this, "previous-tab", tr("Previous tab"), {Qt::CTRL | Qt::Key_PageUp},
               [this] { Q_EMIT tabStepRequested(-1); });
    addCommand(*this, "next-project", tr("Next project"), {Qt::ALT | Qt::Key_PageDown}, [this] { openNextProject(1); });
    addCommand(*this, "previous-project", tr("Previous project"), {Qt::ALT | Qt::Key_PageUp},
               [this] { openNextProject(-1); });
    addCommand(*this, "close-window", tr("Close window"), {Qt::CTRL | Qt::SHIFT | Qt::Key_W},
               [this] { window()->close(); });
    addCommand(*this, "quit", tr("Quit"), {Qt::CTRL | Qt::Key_Q}, [this] { Q_EMIT quitRequested(); });
    connect(m_sessionBar, &SessionBar::recentChosen, this, [this](const QString& folder) { open(folder); });
    auto* drop = new PathDrop(*this, [this] { return isWindow() && isBusyApplying(); });
    connect(drop, &PathDrop::dropped, this, [this](QStringList paths) {
        if (isWindow() || path().isEmpty())
            open(paths.takeFirst());
        for (const QString& other : std::as_const(paths))
            isWindow() ? Q_EMIT windowRequested(other) : Q_EMIT tabRequested(other);
    });
}

void MainWindow::buildRegionActions() {
    PlanRegions& regions = m_plan->regions();
    using Region = PlanRegions::Region;
    for (const auto& [name, text, key, region] :
         {std::tuple("show-list", tr("Show the list"), Qt::Key_1, Region::List),
          std::tuple("show-change", tr("Show the change"), Qt::Key_2, Region::Page),
          std::tuple("show-graph", tr("Show the graph"), Qt::Key_3, Region::Graph)})
        showChoice(*addCommand(*this, name, text, {Qt::ALT | key},
                               [&regions, region = region] { regions.setShown(region, !regions.isShown(region)); }),
                   [&regions, region = region] { return regions.isShown(region); });
    connect(&regions, &PlanRegions::shownChanged, this, &MainWindow::markChanged);
}

/// Moves the focus to the next (1) or previous (-1) region: the list, the page, the graph, the drawer.
void MainWindow::stepRegion(int by) {
    std::vector<QWidget*> regions =
        isProjectsShown() || isStateShown() ? std::vector<QWidget*>{m_views->currentWidget()} : m_plan->focusable();
    std::erase_if(regions, [](QWidget* region) { return !focusOf(*region); });
    if (regions.empty())
        return;
    const QWidget* const focused = focusWidget();
    const auto current = std::ranges::find_if(regions, [&](const QWidget* region) {
        return focused && (region == focused || region->isAncestorOf(focused));
    });
    const auto count = std::ptrdiff_t(regions.size());
    const std::ptrdiff_t next = current == regions.end() ? 0 : (current - regions.begin() + by + count) % count;
    focusOf(*regions[std::size_t(next)])->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::openPalette() {
    QVector<Command> commands = commandsOf(*this);
    const QString hint = tr("go to");
    for (const QString& address : m_plan->finder().findable())
        commands.append({address, hint, [this, address] { select(address); }});
    (new CommandPalette(std::move(commands), this))->open();
}

void MainWindow::changeEvent(QEvent* event) {
    // The theme changed: contents with explicit colors are rebuilt.
    if (event->type() == QEvent::PaletteChange && m_plan) {
        m_plan->refresh();
    }
    QMainWindow::changeEvent(event);
}

} // namespace planlens::widgets

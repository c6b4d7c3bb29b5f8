// SPDX-License-Identifier: MPL-2.0
// The actions of the window, the command palette, and dropped folders.
#include "ui/bars/search_field.h"
#include "ui/bars/session_bar.h"
#include "ui/bars/verdict_bar.h"
#include "ui/controls/change_list.h"
#include "ui/controls/pane.h"
#include "ui/controls/path_drop.h"
#include "ui/controls/region_maximizer.h"
#include "ui/controls/region_splitter.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/pages/change/change_page.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/shortcuts_page.h"
#include "ui/pages/state_page.h"
#include "ui/window/command_palette.h"
#include "ui/window/main_window.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QMessageBox>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableView>
#include <QTreeView>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <tuple>
#include <utility>
#include <vector>

namespace planlens::widgets {

void MainWindow::buildActions() {
    addCommand("open-folder", tr("Open folder…"), {QKeySequence::Open}, [this] { chooseFolder(); });
    m_actions.plan =
        addCommand("plan", tr("Plan now"), {Qt::CTRL | Qt::Key_R}, [this] { plan(session::Reading::Anew); });
    m_actions.restartProviders =
        addCommand("restart-providers", tr("Restart providers"), {}, [this] { restartProviders(); });
    m_actions.restartProviders->setToolTip(tr("Kills the provider processes of this folder and plans again"));
    if (auto* providers = m_details->findChild<QTableView*>(QStringLiteral("providers"))) {
        providers->addAction(m_actions.restartProviders);
        providers->setContextMenuPolicy(Qt::ActionsContextMenu);
    }
    m_actions.approve = addCommand("approve", tr("Approve…"), {Qt::CTRL | Qt::Key_Return}, [this] { approve(); });
    connect(m_approve, &QPushButton::clicked, m_actions.approve, &QAction::trigger);
    addCommand("drawer", tr("Open or close the drawer"), {Qt::CTRL | Qt::Key_J},
               [this] { m_details->setOpen(!m_details->isOpen()); });
    addCommand("open-plan", tr("Open plan…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_O}, [this] { choosePlan(); });
    addCommand("trusted-folders", tr("Trusted folders…"), {}, [this] { showTrustedFolders(); });
    m_actions.openCosts = addCommand("open-costs", tr("Open cost estimate…"), {}, [this] { chooseCosts(); });
    m_actions.estimateCosts =
        addCommand("estimate-costs", tr("Estimate costs with Infracost…"), {}, [this] { estimateCosts(); });
    m_actions.openFindings =
        addCommand("open-findings", tr("Open findings of other tools…"), {}, [this] { chooseFindings(); });
    SearchField& field = m_verdictBar->search();
    addCommand("find", tr("Find"), {QKeySequence::Find}, [this, &field] {
        if (isStateShown())
            return m_statePage->focusFilter();
        field.setFocus(Qt::ShortcutFocusReason);
        field.selectAll();
    });
    addCommand("find-next", tr("Find next"), {QKeySequence::FindNext}, [&field] { Q_EMIT field.nextRequested(); });
    addCommand("find-previous", tr("Find previous"), {QKeySequence::FindPrevious},
               [&field] { Q_EMIT field.previousRequested(); });
    addCommand("open-filter", tr("Filter"), {Qt::CTRL | Qt::SHIFT | Qt::Key_F}, [this] { m_verdictBar->openFilter(); });
    addCommand("show-all", tr("Show all changes"), {Qt::CTRL | Qt::SHIFT | Qt::Key_A}, [this] { showAll(); });
    addCommand("fit-graph", tr("Fit graph"), {Qt::Key_F}, [this] { m_graph->fit(); });
    addCommand("graph-zoom-in", tr("Zoom in"), {QKeySequence::ZoomIn}, [this] { m_graph->zoomIn(); });
    addCommand("graph-zoom-out", tr("Zoom out"), {QKeySequence::ZoomOut}, [this] { m_graph->zoomOut(); });
    buildGraphActions();
    addCommand("graph-map", tr("Show the module map"), {}, [this] { m_graph->showMap(); });
    buildListActions();
    m_actions.copyAddress = addCommand("copy-address", tr("Copy address"), {QKeySequence::Copy}, [this] {
        QApplication::clipboard()->setText(m_selected);
        statusBar()->showMessage(tr("Copied: %1").arg(m_selected), 8000);
    });
    buildCopying();
}

void MainWindow::buildGraphActions() {
    using graph::GraphView;
    using graph::Scope;
    for (const auto& [name, text, scope] :
         {std::tuple("graph-everything", tr("Show everything in the graph"), Scope::Everything),
          std::tuple("graph-around", tr("Show the graph around the selection"), Scope::AroundSelection)})
        showChoice(*addCommand(name, text, {}, [this, scope = scope] { m_graph->setScope(scope); }),
                   [this, scope = scope] { return m_graph->scope() == scope; });
    const auto isDown = [this] { return m_graph->direction() == layout::Direction::TopToBottom; };
    showChoice(*addCommand("graph-direction", tr("Top to bottom"), {},
                           [this, isDown] {
                               m_graph->setDirection(isDown() ? layout::Direction::LeftToRight
                                                              : layout::Direction::TopToBottom);
                           }),
               isDown);
    auto* unchanged = findChild<QAbstractButton*>(QStringLiteral("show-unchanged"));
    showChoice(*addCommand("graph-unchanged", tr("Show unchanged"), {}, [unchanged] { unchanged->click(); }),
               [unchanged] { return unchanged->isChecked(); });
    for (const auto signal : {&GraphView::optionsChanged, &GraphView::directionChanged, &GraphView::drawn})
        connect(m_graph, signal, this, &MainWindow::markChanged);
}

void MainWindow::buildWindowActions() {
    addCommand("commands", tr("Commands"), {Qt::CTRL | Qt::SHIFT | Qt::Key_P}, [this] { openPalette(); });
    addCommand("keys", tr("Keys"), {Qt::Key_F1, Qt::Key_Question}, [this] { (new ShortcutsPage(*this))->open(); });
    addCommand("about", tr("About Planlens"), {}, [this] {
        QMessageBox::about(this, tr("About Planlens"),
                           tr("Planlens %1\n\nReviews and applies plans of OpenTofu.\n\nLicense: MPL 2.0. "
                              "OpenTofu is a trademark of the Linux Foundation, which is not affiliated with this "
                              "program.")
                               .arg(QCoreApplication::applicationVersion()));
    });
    addCommand("next-region", tr("Next region"), {Qt::Key_F6}, [this] { stepRegion(1); });
    addCommand("previous-region", tr("Previous region"), {Qt::SHIFT | Qt::Key_F6}, [this] { stepRegion(-1); });
    // Regions that are next to each other; the drawer is below them.
    auto* maximizer =
        new RegionMaximizer({m_columns->widget(0), m_regions->widget(0), m_regions->widget(1), m_details}, this);
    addCommand("maximize-region", tr("Maximize or restore the region"), {Qt::Key_F11},
               [this, maximizer] { maximizer->toggle(focusWidget()); });
    connect(m_pages, &QTabWidget::currentChanged, maximizer, &RegionMaximizer::restore);
    connect(m_details, &DetailPanel::opened, maximizer, &RegionMaximizer::restore);
    connect(m_details, &DetailPanel::opened, this, &MainWindow::showGraphBesidePage);
    addCommand("new-window", tr("New window"), {Qt::CTRL | Qt::SHIFT | Qt::Key_N},
               [this] { Q_EMIT windowRequested({}); });
    addCommand("new-tab", tr("New tab"), {Qt::CTRL | Qt::Key_T}, [this] { Q_EMIT tabRequested({}); });
    addCommand("close-tab", tr("Close tab"), {Qt::CTRL | Qt::Key_W}, [this] { close(); });
    addCommand("next-tab", tr("Next tab"), {Qt::CTRL | Qt::Key_PageDown}, [this] { Q_EMIT tabStepRequested(1); });
    addCommand("previous-tab", tr("Previous tab"), {Qt::CTRL | Qt::Key_PageUp},
               [this] { Q_EMIT tabStepRequested(-1); });
    m_actions.nextProject =
        addCommand("next-project", tr("Next project"), {Qt::ALT | Qt::Key_PageDown}, [this] { openNextProject(1); });
    m_actions.previousProject = addCommand("previous-project", tr("Previous project"), {Qt::ALT | Qt::Key_PageUp},
                                           [this] { openNextProject(-1); });
    addCommand("close-window", tr("Close window"), {Qt::CTRL | Qt::SHIFT | Qt::Key_W}, [this] { window()->close(); });
    addCommand("quit", tr("Quit"), {Qt::CTRL | Qt::Key_Q}, [this] { Q_EMIT quitRequested(); });
    connect(m_sessionBar, &SessionBar::recentChosen, this, [this](const QString& folder) { open(folder); });
    auto* drop = new PathDrop(*this, [this] { return isWindow() && isBusyApplying(); });
    connect(drop, &PathDrop::dropped, this, [this](QStringList paths) {
        if (isWindow() || path().isEmpty())
            open(paths.takeFirst());
        for (const QString& other : std::as_const(paths))
            isWindow() ? Q_EMIT windowRequested(other) : Q_EMIT tabRequested(other);
    });
}

/// Moves the focus to the next (1) or previous (-1) region: the list, the page, the graph, the drawer.
void MainWindow::stepRegion(int by) {
    std::vector<QWidget*> regions;
    if (isProjectsShown() || isStateShown()) {
        regions = {m_views->currentWidget()};
    } else {
        QWidget* const page = m_pages->currentWidget();
        for (QWidget* one : std::initializer_list<QWidget*>{m_tree, page == m_pages->widget(0) ? m_change : page,
                                                            m_graph, m_details->currentWidget()})
            if (one && one->isVisible() && one->height() > 0 && focusOf(*one))
                regions.push_back(one);
    }
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
    for (const QString& address : m_findable)
        commands.append({address, hint, [this, address] { select(address); }});
    (new CommandPalette(std::move(commands), this))->open();
}

void MainWindow::changeEvent(QEvent* event) {
    // The theme changed: contents with explicit colors are rebuilt.
    if (event->type() == QEvent::PaletteChange && m_change) {
        m_change->show(m_selected);
        m_tree->viewport()->update();
    }
    QMainWindow::changeEvent(event);
}

} // namespace planlens::widgets

// SPDX-License-Identifier: MPL-2.0
#include "ui/window/main_window.h"

#include "core/diags/diagnostic.h"
#include "ui/bars/message_banner.h"
#include "ui/bars/plan_file_banner.h"
#include "ui/bars/session_bar.h"
#include "ui/bars/verdict_bar.h"
#include "ui/basics/background_delete.h"
#include "ui/basics/plain_text.h"
#include "ui/basics/recent_folders.h"
#include "ui/basics/settings.h"
#include "ui/basics/text.h"
#include "ui/controls/change_list.h"
#include "ui/controls/elided_label.h"
#include "ui/controls/pane.h"
#include "ui/controls/region_splitter.h"
#include "ui/dialogs/unsaved_state.h"
#include "ui/graph/bars/graph_frame.h"
#include "ui/graph/graph_header.h"
#include "ui/graph/graph_view.h"
#include "ui/models/changes/change_filter_model.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/review_marks.h"
#include "ui/pages/apply/apply_page.h"
#include "ui/pages/change/change_delegate.h"
#include "ui/pages/change/change_page.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/drawer/move_hints.h"
#include "ui/pages/message_page.h"
#include "ui/pages/projects/projects_page.h"
#include "ui/pages/start_page.h"
#include "ui/pages/tree_unfolder.h"
#include "ui/session/planning_session.h"
#include "ui/session/recording/history.h"
#include "ui/session/session_result.h"
#include "ui/theme/command_icon.h"
#include "ui/theme/theme.h"
#include "ui/window/sliced_task.h"
#include "ui/window/what_if.h"

#include <QAction>
#include <QCheckBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace planlens::widgets {

using models::ChangeTreeModel;

namespace {

constexpr const char* movedKey = "moved"; // whether the user moved the edge of the list
constexpr int wideWindow = 1500;          // from this width the graph is beside the change

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent)
    , m_session(new session::PlanningSession(this)) {
    keepTextsPlain();
    setWindowTitle(QStringLiteral("Planlens"));
    resize(1280, 800);
    auto* whole = new QWidget(this);
    auto* rows = new QVBoxLayout(whole);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    m_sessionBar = new SessionBar(whole);
    m_sessionBar->setFolder({});
    rows->addWidget(m_sessionBar);
    m_unsaved = new UnsavedState(whole);
    rows->addWidget(m_unsaved);
    m_views = new QStackedWidget(whole);
    rows->addWidget(m_views, 1);
    auto* center = new QWidget(m_views);
    m_views->addWidget(center);
    auto* column = new QVBoxLayout(center);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_verdictBar = new VerdictBar(center);
    column->addWidget(m_verdictBar);
    m_planFileBanner = new PlanFileBanner(center);
    column->addWidget(m_planFileBanner);
    connect(m_planFileBanner, &PlanFileBanner::trustRequested, this, &MainWindow::askToTrustPlan);

    m_banner = new MessageBanner(center);
    column->addWidget(m_banner);
    connect(m_banner, &MessageBanner::pageRequested, this, &MainWindow::showView);

    buildOverrides();
    buildCenter();
    column->addWidget(m_stack, 1);
    setCentralWidget(whole);
    buildStatusLine();
    buildActions();
    buildSearch();
    buildFilter();
    openHistory();
    buildWhatIf();
    buildApproval();
    buildState();
    buildWindowActions();
    buildMenus();

    connectBars();
    connectSession();
    m_age.setInterval(1000);
    connect(&m_age, &QTimer::timeout, this, [this] {
        if (!isVisible() && window()->isVisible())
            return; // another tab is current
        showStatus();
        m_planFileBanner->showAge();
        showPlugins();
    });
    m_age.start();
    showMessage(tr("No folder is open"),
                tr("Open a folder with an OpenTofu configuration to see what an apply would change,\nor a saved plan "
                   "or plan JSON. You can also drop folders and files here."),
                tr("Open folder…"), [this] { chooseFolder(); });
    showStatus();
    updateActions();
}

void MainWindow::connectBars() {
    connect(m_sessionBar, &SessionBar::folderRequested, this, &MainWindow::chooseFolder);
    connect(m_sessionBar, &SessionBar::planFileRequested, this, &MainWindow::choosePlan);
    connect(m_sessionBar, &SessionBar::planRequested, this, [this] { plan(session::Reading::Anew); });
    connect(m_sessionBar, &SessionBar::cancelRequested, this,
            [this] { m_applyPage->isApplying() ? m_applyPage->stop() : m_session->cancel(); });
    connect(m_sessionBar, &SessionBar::modeChosen, this, [this] {
        m_request.mode = m_sessionBar->mode();
        plan(session::Reading::AsBefore);
    });
    connect(m_sessionBar, &SessionBar::readingChosen, this, [this] { plan(session::Reading::AsBefore); });
    connect(m_sessionBar, &SessionBar::workspaceChosen, this, [this](const QString& name) {
        m_request.workspace = name;
        plan(session::Reading::Anew);
    });
    connect(m_sessionBar, &SessionBar::variableFilesRequested, this, &MainWindow::chooseVariableFiles);
    connect(m_sessionBar, &SessionBar::typedValuesRequested, this, [this] {
        if (m_result)
            askForVariables(m_result->typedVariables);
    });
    connect(m_sessionBar, &SessionBar::variableFileWithdrawn, this, [this](const QString& file) {
        m_request.variableFiles.removeAll(file);
        plan(session::Reading::Anew);
    });
    const auto withdraw = [this](PlanningOverride kind) {
        return [this, kind](const QString& address) {
            overriddenAddresses(m_request, kind).removeAll(address);
            plan(session::Reading::AsBefore);
        };
    };
    connect(m_sessionBar, &SessionBar::replaceWithdrawn, this, withdraw(PlanningOverride::Replace));
    connect(m_sessionBar, &SessionBar::excludeWithdrawn, this, withdraw(PlanningOverride::Exclude));
    connect(m_sessionBar, &SessionBar::targetWithdrawn, this, withdraw(PlanningOverride::Target));
    connect(m_verdictBar, &VerdictBar::driftRequested, this, [this] { m_details->show(DetailPanel::Page::Drift); });
    connect(m_verdictBar, &VerdictBar::checksRequested, this, [this] { m_details->show(DetailPanel::Page::Checks); });
}

void MainWindow::connectSession() {
    using session::PlanningSession;
    connect(m_session, &PlanningSession::started, this, [this] {
        m_sessionBar->setActivity(m_session->isApplying() ? SessionBar::Activity::Applying
                                                          : SessionBar::Activity::Planning);
        updateActions();
    });
    connect(m_session, &PlanningSession::progressed, m_sessionBar, &SessionBar::setProgress);
    connect(m_session, &PlanningSession::planned, this, &MainWindow::handleResult);
    connect(m_session, &PlanningSession::applied, this, &MainWindow::handleReport);
    connect(m_session, &PlanningSession::logged, m_details, &DetailPanel::addLog);
}

MainWindow::~MainWindow() {
    m_graph->disconnect(this);
    m_session->deleteWhenStopped();
    m_history->deleteWhenWritten();
    session::deleteInBackground(std::move(m_result));
}

void MainWindow::buildCenter() {
    m_stack = new QStackedWidget(this);
    buildMessage();
    m_rows = new QSplitter(Qt::Vertical, m_stack);
    m_rows->setChildrenCollapsible(false);
    m_columns = new QSplitter(Qt::Horizontal, m_rows);
    m_columns->setChildrenCollapsible(false);
    connect(m_columns, &QSplitter::splitterMoved, this, [this] { m_columns->setProperty(movedKey, true); });
    m_details = new DetailPanel; // gets its place, also in the tab order, after the regions
    connect(m_details, &DetailPanel::addressChosen, this,
            [this](const QString& address) { setSelected(address, Origin::Elsewhere); });
    connect(m_details, &DetailPanel::placeChosen, this, &MainWindow::openPlace);
    connect(m_details, &DetailPanel::fixRequested, this, &MainWindow::fix);
    m_columns->addWidget(buildChanges());
    m_regions = new RegionSplitter(m_columns);
    m_regions->setObjectName(QStringLiteral("regions"));
    m_pages = new QTabWidget(m_regions);
    m_pages->setObjectName(QStringLiteral("pages"));
    m_pages->setDocumentMode(true);
    m_pages->setAccessibleName(tr("Pages"));
    m_pages->setTabBarAutoHide(true);     // until there is a review or an apply
    m_pages->setFocusPolicy(Qt::NoFocus); // Tab would stay at the hidden tab bar, to which the focus is passed
    m_pages->addTab(buildChangePage(), tr("Change"));
    connect(m_pages, &QTabWidget::currentChanged, this, &MainWindow::showGraphBesidePage);
    connect(m_pages, &QTabWidget::currentChanged, this, &MainWindow::showBannerBesidePage);
    m_regions->addWidget(m_pages);
    m_regions->addWidget(buildGraph());
    m_columns->addWidget(m_regions);
    m_columns->setStretchFactor(0, 0);
    m_columns->setStretchFactor(1, 1);
    m_columns->setSizes({listWidthIn(width()), width() - listWidthIn(width())});
    connect(m_change, &ChangePage::placeChosen, this, &MainWindow::openPlace);
    m_rows->addWidget(m_columns);
    m_rows->addWidget(m_details);
    m_rows->setStretchFactor(0, 1);
    m_rows->setStretchFactor(1, 0);
    connect(m_details, &DetailPanel::opened, this, [this](bool isOpen) {
        showRegionsBesideDrawer();
        if (!isOpen)
            m_rows->setSizes({m_rows->height(), 0}); // its tabs keep their height
        else if (const int wanted = std::min(m_details->wantedHeight(), m_rows->height() / 2);
                 m_rows->sizes().value(1) < wanted)
            m_rows->setSizes({m_rows->height() - wanted, wanted});
    });
    m_details->setOpen(false);
    m_stack->addWidget(m_rows);
    connect(m_stack, &QStackedWidget::currentChanged, this, &MainWindow::showRegionsBesideDrawer);
    showRegionsBesideDrawer();
}

void MainWindow::buildMessage() {
    m_message = new MessagePage(m_stack);
    connect(m_message, &MessagePage::stateRequested, this, &MainWindow::showState);
    StartPage& start = m_message->start();
    start.setFolders(recentFolders());
    connect(&start, &StartPage::planRequested, this, &MainWindow::choosePlan);
    connect(&start, &StartPage::exampleRequested, this, &MainWindow::openExample);
    connect(&start, &StartPage::folderChosen, this, [this](const QString& folder) { open(folder); });
    m_stack->addWidget(m_message);
}

QWidget* MainWindow::buildChangePage() {
    QWidget* buttons = overrideButtons(m_regions); // before the page in the tab order
    m_change = new ChangePage(*m_model, *m_filter, m_details->moveHints(), m_regions);
    connect(m_change, &ChangePage::addressChosen, this,
            [this](const QString& address) { setSelected(address, Origin::Elsewhere); });
    connect(m_change, &ChangePage::generatedRequested, this,
            [this] { m_details->showNamed(QStringLiteral("generated")); });
    connect(m_change, &ChangePage::pageRequested, m_details, &DetailPanel::showNamed);
    connect(m_change, &ChangePage::reviewRequested, this, [this] { stepChange(1, Step::NotReviewed); });
    connect(m_change, &ChangePage::movedBlockRequested, this,
            [this] { m_details->moveHints().copyAction()->trigger(); });
    connect(m_change, &ChangePage::copyRequested, this, [this] { m_actions.copyAddress->trigger(); });
    connect(m_change, &ChangePage::menuRequested, this, &MainWindow::showMenu);
    connect(m_model, &ChangeTreeModel::manyChanged, m_change->attributes().viewport(), qOverload<>(&QWidget::update));
    const QString key = QStringLiteral("change/unified");
    connect(m_actions.unified, &QAction::toggled, this, [this, key](bool isOn) {
        m_change->setUnified(isOn);
        if (hasSettings())
            QSettings().setValue(key, isOn);
    });
    m_actions.unified->setChecked(hasSettings() && QSettings().value(key).toBool());
    return pane(tr("Change"), m_change, buttons, m_regions);
}

QWidget* MainWindow::buildGraph() {
    m_graph = new graph::GraphView; // the frame gives it its place, also in the tab order
    m_graph->setObjectName(QStringLiteral("graph"));
    connect(m_graph, &graph::GraphView::selected, this,
            [this](const QString& address) { setSelected(address, Origin::Graph); });
    connect(m_graph, &graph::GraphView::menuRequested, this, &MainWindow::showMenu);
    connect(m_graph, &graph::GraphView::drawn, this, [this] {
        if (std::exchange(m_isDrawingResult, false))
            Q_EMIT settled();
    });

    auto* header = new graph::GraphHeader(*m_graph, m_regions);
    return pane(tr("Graph"), new graph::GraphFrame(*m_graph, m_regions), header, m_regions);
}

void MainWindow::buildOverrides() {
    m_actions.replace =
        addCommand("replace", tr("Replace"), {Qt::ALT | Qt::Key_R}, [this] { toggle(PlanningOverride::Replace); });
    m_actions.exclude =
        addCommand("exclude", tr("Exclude"), {Qt::ALT | Qt::Key_X}, [this] { toggle(PlanningOverride::Exclude); });
    m_actions.target = addCommand("target-only", tr("Target only"), {Qt::ALT | Qt::Key_T},
                                  [this] { toggle(PlanningOverride::Target); });
    m_actions.review =
        addCommand("review", tr("Reviewed"), {Qt::Key_Space}, [this] { toggleReviewed(m_selectedInstances); });
    m_actions.review->setCheckable(true);
    m_actions.review->setEnabled(false);
    m_actions.openSource = addCommand("open-source", tr("Open configuration"), {Qt::Key_F4}, [this] {
        if (const auto place = sourceOfSelection())
            openPlace(qstring(place->filename.str()), int(place->start.line));
    });
    m_actions.unified = addCommand("unified", tr("Unified"), {}, {});
    m_actions.unified->setCheckable(true);
    m_actions.unified->setToolTip(tr("Shows values after the change below those before it"));
}

QWidget* MainWindow::overrideButtons(QWidget* parent) {
    auto* buttons = new QWidget(parent);
    auto* row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(theme::grid / 2);
    const auto add = [row](QWidget* button, const QAction* action) {
        const auto showIfEnabled = [button, action] { button->setVisible(action->isEnabled()); };
        connect(action, &QAction::enabledChanged, button, showIfEnabled);
        showIfEnabled();
        row->addWidget(button);
    };
    auto* reviewed = new QCheckBox(m_actions.review->text(), buttons);
    reviewed->setObjectName(QStringLiteral("change-reviewed"));
    reviewed->setToolTip(tr("Marks the change as reviewed (Space)"));
    connect(reviewed, &QCheckBox::clicked, m_actions.review, &QAction::trigger);
    connect(m_actions.review, &QAction::toggled, reviewed, &QCheckBox::setChecked);
    add(reviewed, m_actions.review);
    add(paneButton(*m_actions.unified, buttons), m_actions.unified);
    for (QAction* action : {m_actions.replace, m_actions.exclude, m_actions.target})
        add(overrideButton(*action, buttons), action);
    add(shrinkingPaneButton(*m_actions.openSource, buttons), m_actions.openSource);
    return buttons;
}

void MainWindow::buildStatusLine() {
    m_status = new ElidedLabel(this);
    m_status->setObjectName(QStringLiteral("status"));
    m_status->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_approve = new QPushButton(tr("Approve…"), this);
    m_approve->setIcon(theme::commandIcon(QLatin1String("approve"), theme::IconPlace::Button));
    m_approve->setObjectName(QStringLiteral("approve"));
    statusBar()->setSizeGripEnabled(false);
    statusBar()->setContentsMargins(theme::grid, theme::grid / 2, theme::grid, theme::grid / 2);
    statusBar()->setStyleSheet(QStringLiteral("QStatusBar::item { border: none; }"));
    statusBar()->addWidget(m_status, 1);
    buildReports();
    statusBar()->addPermanentWidget(m_approve);
}

QAction* MainWindow::addCommand(const char* name, const QString& text, const QList<QKeySequence>& keys,
                                const std::function<void()>& run) {
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String(name));
    action->setShortcuts(keys);
    if (run)
        connect(action, &QAction::triggered, this, run);
    addAction(action);
    return action;
}

void MainWindow::showMessage(const QString& title, const QString& text, const QString& actionText,
                             std::function<void()> action, const QVector<session::Program>& programs) {
    m_message->setMessage({title, text, actionText, std::move(action), programs});
    m_message->setOffer(path().isEmpty()                                   ? MessagePage::Offer::Start
                        : !m_request.folder.isEmpty() && !isFinishedPlan() ? MessagePage::Offer::State
                                                                           : MessagePage::Offer::Nothing);
    m_stack->setCurrentWidget(m_message);
    if (const QWidget* focus = focusWidget(); !focus || !m_details->isAncestorOf(focus))
        m_message->focusAction();
}

void MainWindow::showBanner(const QString& text, bool isError, const QString& pageName) {
    m_isFileChangeShown = false;
    m_banner->setMessage(text, isError ? MessageBanner::Kind::Warning : MessageBanner::Kind::Notice, pageName);
    showBannerBesidePage();
}

/// The page of an apply has the text of its banner as a headline.
void MainWindow::showBannerBesidePage() {
    const bool isRepeated = m_banner->page() == QStringLiteral("apply") && m_pages->currentWidget() == m_applyPage;
    m_banner->setVisible(m_banner->hasMessage() && !isRepeated);
}

/// Without a plan, there is nothing to filter, and the errors get the space of the regions.
void MainWindow::showRegionsBesideDrawer() {
    m_verdictBar->setVisible(m_stack->currentIndex() > 0 && m_result && m_result->plan);
    m_columns->setVisible(!m_details->isOpen() || !m_result || m_result->plan || m_pages->count() > 1);
}

void MainWindow::offerInBanner(const QString& label, std::function<void()> action) {
    m_banner->offer(label, std::move(action));
}

void MainWindow::chooseFolder() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Open a configuration folder"), m_request.folder);
    if (!folder.isEmpty())
        open(folder);
}

bool MainWindow::showView(const QString& name) {
    if (isProjectsShown())
        return m_projectsPage->showView(name);
    if (name == QStringLiteral("graph")) {
        m_columns->widget(0)->hide();
        m_regions->widget(0)->hide();
        return true;
    }
    if (name == QStringLiteral("why")) {
        m_change->setFocus(Qt::OtherFocusReason);
        return true;
    }
    if (name == QStringLiteral("graph-modules") || name == QStringLiteral("graph-instances")) {
        showView(QStringLiteral("graph"));
        name == QStringLiteral("graph-modules") ? m_graph->showMap() : m_graph->showInstances();
        return true;
    }
    if (name == QStringLiteral("changes")) {
        m_regions->widget(1)->hide();
        return true;
    }
    if (name == QStringLiteral("state")) {
        showState();
        return isStateShown();
    }
    if (name == QStringLiteral("approve")) {
        approve();
        return m_reviewPage;
    }
    if (name == QStringLiteral("apply")) {
        showApplyPage();
        return true;
    }
    return m_details->showNamed(name);
}

void MainWindow::rememberLayout() {
    if (m_request.folder.isEmpty() || !hasSettings())
        return;
    QSettings settings;
    if (isWindow())
        settings.setValue(QStringLiteral("geometry"), saveGeometry());
    if (m_columns->property(movedKey).toBool())
        settings.setValue(folderSetting(m_request.folder, QStringLiteral("list")), m_columns->saveState());
    if (m_regions->isMoved())
        settings.setValue(folderSetting(m_request.folder, QStringLiteral("regions")), m_regions->saveState());
    settings.setValue(folderSetting(m_request.folder, QStringLiteral("list-values")),
                      m_actions.listValues->isChecked());
}

void MainWindow::restoreLayout() {
    if (!hasSettings())
        return;
    const QSettings settings;
    if (isWindow())
        restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
    m_columns->setProperty(
        movedKey,
        m_columns->restoreState(settings.value(folderSetting(m_request.folder, QStringLiteral("list"))).toByteArray()));
    m_regions->restoreMoved(settings.value(folderSetting(m_request.folder, QStringLiteral("regions"))).toByteArray());
    m_actions.listValues->setChecked(
        settings.value(folderSetting(m_request.folder, QStringLiteral("list-values"))).toBool());
}

QModelIndex MainWindow::currentRow() const {
    const QModelIndex chosen = m_change->currentRow();
    return chosen.isValid() ? chosen : m_tree->currentIndex();
}

int MainWindow::listWidthIn(int window) {
    return std::clamp(window * 9 / 25, 280, 420);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    // The list follows the width of the window until the user moves its edge.
    if (!m_columns->property(movedKey).toBool() && !m_actions.listValues->isChecked())
        m_columns->setSizes({listWidthIn(width()), width() - listWidthIn(width())});
    m_regions->setOrientation(width() >= wideWindow ? Qt::Horizontal : Qt::Vertical);
    showGraphBesidePage();
}

} // namespace planlens::widgets

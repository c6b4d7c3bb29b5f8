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
#include "ui/controls/elided_label.h"
#include "ui/dialogs/unsaved_state.h"
#include "ui/graph/graph_view.h"
#include "ui/pages/apply/apply_page.h"
#include "ui/pages/change/change_page.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/list/changes_pane.h"
#include "ui/pages/message_page.h"
#include "ui/pages/projects/projects_page.h"
#include "ui/pages/start_page.h"
#include "ui/session/planning_session.h"
#include "ui/session/recording/history.h"
#include "ui/session/session_result.h"
#include "ui/theme/command_icon.h"
#include "ui/theme/theme.h"
#include "ui/window/apply_workflow.h"
#include "ui/window/plan/plan_regions.h"
#include "ui/window/plan/plan_view.h"
#include "ui/window/planning_overrides.h"

#include <QFileDialog>
#include <QPushButton>
#include <QResizeEvent>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <utility>

namespace planlens::widgets {

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
    auto* unsaved = new UnsavedState(whole);
    rows->addWidget(unsaved);
    m_views = new QStackedWidget(whole);
    rows->addWidget(m_views, 1);
    auto* center = new QWidget(m_views);
    m_views->addWidget(center);
    auto* column = new QVBoxLayout(center);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* bar = new VerdictBar(center);
    column->addWidget(bar);
    m_planFileBanner = new PlanFileBanner(center);
    column->addWidget(m_planFileBanner);
    connect(m_planFileBanner, &PlanFileBanner::trustRequested, this, &MainWindow::askToTrustPlan);

    m_banner = new MessageBanner(center);
    column->addWidget(m_banner);
    connect(m_banner, &MessageBanner::pageRequested, this, &MainWindow::showView);

    buildPlan(*bar);
    column->addWidget(m_stack, 1);
    setCentralWidget(whole);
    QPushButton* approve = buildStatusLine();
    buildActions(*approve);
    openHistory();
    buildWhatIf();
    buildApproval(*unsaved, *approve);
    buildHistoryPage();
    buildState();
    buildWindowActions();
    buildMenus();

    connectBars();
    buildProviderWatch();
    connectSession();
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
    connect(m_sessionBar, &SessionBar::planRequested, this, [this] { startPlanning(session::Reading::Anew); });
    connect(m_sessionBar, &SessionBar::cancelRequested, this,
            [this] { m_session->isApplying() ? m_apply->applyPage().stop() : m_session->cancel(); });
    connect(m_sessionBar, &SessionBar::modeChosen, this, [this] {
        m_request.mode = m_sessionBar->mode();
        startPlanning(session::Reading::AsBefore);
    });
    connect(m_sessionBar, &SessionBar::readingChosen, this, [this] { startPlanning(session::Reading::AsBefore); });
    connect(m_sessionBar, &SessionBar::workspaceChosen, this, [this](const QString& name) {
        m_request.workspace = name;
        startPlanning(session::Reading::Anew);
    });
    connect(m_sessionBar, &SessionBar::variableFilesRequested, this, &MainWindow::chooseVariableFiles);
    connect(m_sessionBar, &SessionBar::typedValuesRequested, this, [this] {
        if (m_result)
            askForVariables(m_result->askedVariables.typed);
    });
    connect(m_sessionBar, &SessionBar::variableFileWithdrawn, this, [this](const QString& file) {
        m_request.variableFiles.removeAll(file);
        startPlanning(session::Reading::Anew);
    });
    using Kind = PlanningOverrides::Kind;
    const auto withdraw = [this](Kind kind) {
        return [this, kind](const QString& address) {
            m_request = m_plan->overrides().without(kind, address);
            startPlanning(session::Reading::AsBefore);
        };
    };
    connect(m_sessionBar, &SessionBar::replaceWithdrawn, this, withdraw(Kind::Replace));
    connect(m_sessionBar, &SessionBar::excludeWithdrawn, this, withdraw(Kind::Exclude));
    connect(m_sessionBar, &SessionBar::targetWithdrawn, this, withdraw(Kind::Target));
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
    connect(m_session, &PlanningSession::logged, &m_plan->drawer(), &DetailPanel::addLog);
}

MainWindow::~MainWindow() {
    // Widgets of the plan emit signals while they are deleted.
    delete m_apply;
    delete m_plan;
    m_session->deleteWhenStopped();
    m_history->deleteWhenWritten();
    session::deleteInBackground(std::move(m_result));
}

void MainWindow::buildPlan(VerdictBar& bar) {
    m_stack = new QStackedWidget(this);
    buildMessage();
    m_plan = new PlanView(*this, *m_session, m_request, bar, m_stack);
    m_stack->addWidget(&m_plan->regions());
    connect(&m_plan->overrides(), &PlanningOverrides::requested, this, [this](const session::Request& request) {
        m_request = request;
        startPlanning(session::Reading::AsBefore);
    });
    connect(m_plan, &PlanView::selectionChanged, this, &MainWindow::updateActions);
    connect(m_plan, &PlanView::drawn, this, &MainWindow::settled);
    connect(m_plan, &PlanView::placeChosen, this, &MainWindow::openPlace);
    connect(m_plan, &PlanView::messageShown, this,
            [this](const QString& text) { statusBar()->showMessage(text, 8000); });
    connect(&m_plan->drawer(), &DetailPanel::fixRequested, this, &MainWindow::fix);
    connect(&m_plan->regions().pages(), &QTabWidget::currentChanged, this, &MainWindow::showBannerBesidePage);
    connect(m_stack, &QStackedWidget::currentChanged, this, &MainWindow::showRegions);
    showRegions();
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

QPushButton* MainWindow::buildStatusLine() {
    m_status = new ElidedLabel(this);
    m_status->setObjectName(QStringLiteral("status"));
    m_status->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* approve = new QPushButton(tr("Review && apply…"), this);
    approve->setIcon(theme::commandIcon(QLatin1String("approve"), theme::IconPlace::Button));
    approve->setObjectName(QStringLiteral("approve"));
    statusBar()->setSizeGripEnabled(false);
    statusBar()->setContentsMargins(theme::grid, theme::grid / 2, theme::grid, theme::grid / 2);
    statusBar()->setStyleSheet(QStringLiteral("QStatusBar::item { border: none; }"));
    statusBar()->addWidget(m_status, 1);
    buildReports();
    statusBar()->addPermanentWidget(approve);
    return approve;
}

void MainWindow::showMessage(const QString& title, const QString& text, const QString& actionText,
                             std::function<void()> action, const QVector<session::Program>& programs) {
    m_message->setMessage({title, text, actionText, std::move(action), programs});
    m_message->setOffer(path().isEmpty()                                   ? MessagePage::Offer::Start
                        : !m_request.folder.isEmpty() && !isFinishedPlan() ? MessagePage::Offer::State
                                                                           : MessagePage::Offer::Nothing);
    m_stack->setCurrentWidget(m_message);
    if (const QWidget* focus = focusWidget(); !focus || !m_plan->drawer().isAncestorOf(focus))
        m_message->focusAction();
}

void MainWindow::showBanner(const QString& text, bool isError, const QString& pageName) {
    m_banner->setMessage(text, isError ? MessageBanner::Kind::Warning : MessageBanner::Kind::Notice, pageName);
    showBannerBesidePage();
}

/// The page of an apply has the text of its banner as a headline.
void MainWindow::showBannerBesidePage() {
    const bool isRepeated = m_banner->page() == QStringLiteral("apply") &&
                            m_plan->regions().pages().currentWidget() == &m_apply->applyPage();
    m_banner->setVisible(m_banner->hasMessage() && !isRepeated);
}

void MainWindow::showRegions() {
    using Space = PlanRegions::Space;
    m_plan->bar().setVisible(m_stack->currentIndex() > 0 && m_result && m_result->plan);
    m_plan->regions().setSpace(m_result && !m_result->plan ? Space::ForErrors : Space::ForPlan);
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
        m_plan->regions().showGraphOnly();
        return true;
    }
    if (name == QStringLiteral("why")) {
        m_plan->page().setFocus(Qt::OtherFocusReason);
        return true;
    }
    if (name == QStringLiteral("graph-modules") || name == QStringLiteral("graph-instances")) {
        showView(QStringLiteral("graph"));
        name == QStringLiteral("graph-modules") ? graphView().showMap() : graphView().showInstances();
        return true;
    }
    if (name == QStringLiteral("changes")) {
        m_plan->regions().hideGraph();
        return true;
    }
    if (name == QStringLiteral("state")) {
        showState();
        return isStateShown();
    }
    if (name == QStringLiteral("approve")) {
        approve();
        return m_apply->reviewPage();
    }
    if (name == QStringLiteral("apply")) {
        m_apply->showApplyPage();
        return true;
    }
    return m_plan->drawer().showNamed(name);
}

void MainWindow::rememberLayout() {
    if (m_request.folder.isEmpty() || !hasSettings())
        return;
    QSettings settings;
    if (isWindow())
        settings.setValue(QStringLiteral("geometry"), saveGeometry());
    m_plan->regions().remember(m_request.folder);
    settings.setValue(folderSetting(m_request.folder, QStringLiteral("list-values")), m_plan->changes().hasValues());
}

void MainWindow::restoreLayout() {
    if (!hasSettings())
        return;
    const QSettings settings;
    if (isWindow())
        restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
    m_plan->regions().restore(m_request.folder);
    m_plan->changes().setValues(
        settings.value(folderSetting(m_request.folder, QStringLiteral("list-values"))).toBool());
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    // While a window is being shown, hiding a region would lose later changes of its size.
    if (isVisible())
        m_plan->regions().fitTo(size());
}

void MainWindow::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    m_plan->regions().fitTo(size());
}

graph::GraphView& MainWindow::graphView() const {
    return m_plan->graph();
}

} // namespace planlens::widgets

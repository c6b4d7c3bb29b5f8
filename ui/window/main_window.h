// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"

#include <QMainWindow>

#include <functional>
#include <memory>
#include <optional>

class QAction;
class QLabel;
class QMenu;
class QPushButton;
class QStackedWidget;

namespace planlens::graph {
class GraphView;
}
namespace planlens::history {
class History;
}
namespace planlens::session {
class PlanningSession;
struct Result;
} // namespace planlens::session

namespace planlens::widgets {

class ApplyWorkflow;
class ForceQuitDialog;
class ProjectsPage;
class MessageBanner;
class MessagePage;
class PlanFileBanner;
class PlanView;
enum class QuickFix;
class ReviewPage;
class SessionBar;
class StatePage;
struct TabMark;
class UnsavedState;
class VerdictBar;
class WhatIf;

/// The plan of one folder or file with its reasons and approval. A top-level window, or a tab of a TabbedWindow.
class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Plans a folder. Its programs are only started if it is trusted.
    void openFolder(const QString& folder, session::Trust trust = session::Trust::NotGiven,
                    const session::AddedFiles& added = {});
    /// Opens plan JSON or a saved plan; "-" is the standard input. Providers are only started for the schemas of a
    /// saved plan, and only if it is trusted.
    void openPlan(const QString& file, session::Trust trust = session::Trust::NotGiven,
                  const session::AddedFiles& added = {});
    /// Opens a folder or a plan, with files of other tools.
    void open(const QString& path, session::Trust trust = session::Trust::NotGiven,
              const session::AddedFiles& added = {});
    /// Shows the results of planning many projects. If a plan is open, it requests another tab for them.
    void openResults(const QString& folder);
    /// Shows the projects of a repository and the results of planning them. If a plan is open, it requests another tab.
    void openRepository(const QString& folder);
    bool isProjectsShown() const;
    /// Adds findings of other tools to the plan, by planning again.
    void addFindingFiles(const QStringList& files);
    /// Shows the costs in a file of Infracost with the plan, by planning again.
    void setCostFile(const QString& file);
    const std::shared_ptr<const session::Result>& result() const { return m_result; }
    /// Returns the open folder; may be empty.
    const QString& folder() const { return m_request.folder; }
    /// Returns the open folder, or the file of a finished plan.
    QString path() const;
    /// Returns the contents of its tab.
    TabMark mark() const;
    /// Whether projects that it opens in other tabs are trusted.
    session::Trust trustOfProjects() const;
    /// Whether it closes when running work ends.
    bool isClosing() const { return m_closing != Closing::No; }
    bool isBusy() const;
    /// Whether there is a state that could not be saved and would be lost by closing.
    bool hasUnsavedState() const;
    /// Selects a change in all views; false if the plan has none of this address.
    bool select(const QString& address);
    /// Shows a page of the lower part by name; false if there is none.
    bool showView(const QString& name);
    /// Reads the state and shows it without planning.
    void showState();
    bool isStateShown() const;
    StatePage& statePage() const { return *m_statePage; }
    PlanView& plan() const { return *m_plan; }
    graph::GraphView& graphView() const;

    /// Adds variable files and plans again; later files take precedence.
    void addVariableFiles(const QStringList& files);

    /// Opens the review of the plan.
    void approve();
    /// Returns the open review; null if there is none.
    ReviewPage* reviewPage() const;
    ForceQuitDialog* forceQuitDialog() const;
    /// Closes and kills running work.
    void killAndClose();

Q_SIGNALS:
    /// A request was processed and its graph is drawn, or an apply ended.
    void settled();
    /// A state was read and is displayed.
    void stateShown();
    void folderOpened(const QString& folder);
    /// Requests another window with a folder, a plan, or nothing.
    void windowRequested(const QString& path);
    void quitRequested();
    /// Requests another tab with a folder, a plan, or nothing.
    void tabRequested(const QString& path);
    /// Requests moving by this number of tabs.
    void tabStepRequested(int by);
    /// The contents of the tab label changed.
    void markChanged();

protected:
    void closeEvent(QCloseEvent* event) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    /// Whether the window closes after running work has ended or has been killed.
    enum class Closing { No, WhenStopped, AtOnce };

    void connectBars();
    void connectSession();
    void buildPlan(VerdictBar& bar);
    void buildMessage();
    void buildListActions();
    void buildActions(QPushButton& approve);
    void buildGraphActions();
    void buildMenus();
    QHash<QLatin1String, QMenu*> buildSubmenus();
    void showChoice(QAction& action, const std::function<bool()>& isChosen);
    void buildWindowActions();
    void buildRegionActions();
    void openPalette();
    void stepRegion(int by);
    QPushButton* buildStatusLine();
    /// `lockTimeout`: how long planning waits for a locked state.
    void startPlanning(session::Reading reading, std::chrono::seconds lockTimeout = {});
    void handleResult(std::shared_ptr<const session::Result> result);
    void openHistory();
    void buildHistoryPage();
    void buildApproval(UnsavedState& unsaved, QPushButton& button);
    /// Updates everything that depends on the approval for a new result.
    void updateApproval();
    /// Plans the folder, also after a saved plan of it was applied.
    void planAgain();
    void buildProjects();
    void showProjects(const QString& folder);
    void recordInResults();
    /// Opens the plan of the next project in RESULTS, or of the previous one.
    void openNextProject(int step);
    /// Whether a folder is not a root module, but contains folders that may be root modules.
    static bool mayBeRepository(const QString& folder);
    void askForTrust();
    /// Asks for trust in the folder of the saved plan, which is then opened to apply it.
    void askToTrustPlan();
    /// Shows programs with a button that trusts the folder, and runs `then` if it is trusted already.
    void askForTrust(const QVector<session::Program>& programs, const QString& text, const QString& label,
                     const std::function<void()>& then);
    void showTrustedFolders();
    void fix(QuickFix fix, const session::DiagnosticText& diagnostic);
    void askToUnlock(const session::DiagnosticText& locked);
    void unlock(const QString& id);
    void estimate();
    void initialize();
    void showBannerBesidePage();
    /// Without a plan, there is nothing to filter, and the errors get the space of the regions.
    void showRegions();
    void handleChangedSources();
    void handleReport(const session::ApplyReport& report);
    void showApplied(bool hasStarted);
    /// Shows the outcome of planning.
    void showOutcome();
    void showMissingVariables();
    void showFailedPlanning();
    void showPlanningMessage();
    void showPlanOfOtherMode();
    QString planTime() const; // of the shown plan
    void showLimitsOfPlan();
    void buildWhatIf();
    void tryOtherValues();
    /// Opens the file of the configuration in the editor.
    void openPlace(const QString& file, int line);
    void buildState();
    void readState();
    /// Whether there may be a state: not if a plan file could not be opened.
    bool mayHaveState() const;
    /// Shows the state that was opened from a file.
    void showStateFile();
    void closeState();
    /// Forgets the state of the previous folder.
    void forgetState();
    void buildReports();
    void showStatus();
    /// Watches the providers, and updates the ages that are shown, each second.
    void buildProviderWatch();
    void restartProviders();
    void showMessage(const QString& title, const QString& text, const QString& actionText, std::function<void()> action,
                     const QVector<session::Program>& programs = {});
    void showBanner(const QString& text, bool isError, const QString& pageName);
    /// Shows a button in the current banner.
    void offerInBanner(const QString& label, std::function<void()> action);
    void updateActions();
    void chooseFolder();
    void choosePlan();
    /// Opens a fresh copy of the example.
    void openExample();
    void chooseFindings();
    void chooseCosts();
    void buildCosts();
    /// Whether the plan is from a file.
    bool isFinishedPlan() const;
    bool isBusyApplying() const;
    void showUnreadablePlan();
    /// Reports why a saved plan cannot be applied, or opens it again if its folder is trusted already.
    void showPlanFileState();
    void askForVariables(const QVector<session::AskedVariable>& variables);
    void chooseVariableFiles();
    void rememberLayout();
    void restoreLayout();

    session::PlanningSession* m_session;
    session::Request m_request;
    session::Trust m_givenTrust = session::Trust::NotGiven; // in all projects, when they were opened
    std::shared_ptr<const session::Result> m_result;

    SessionBar* m_sessionBar = nullptr;
    PlanFileBanner* m_planFileBanner = nullptr;
    MessageBanner* m_banner = nullptr;
    QStackedWidget* m_views = nullptr; // of the plan, the state and the projects
    StatePage* m_statePage = nullptr;
    QStackedWidget* m_stack = nullptr; // of the message and the plan
    MessagePage* m_message = nullptr;
    PlanView* m_plan = nullptr;
    QLabel* m_status = nullptr;
    ApplyWorkflow* m_apply = nullptr;
    Closing m_closing = Closing::No;
    history::History* m_history = nullptr;
    ProjectsPage* m_projectsPage = nullptr; // from the first results on
    WhatIf* m_whatIf = nullptr;
};

} // namespace planlens::widgets

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"
#include "ui/models/changes/change_facts.h"
#include "ui/models/search/address_search.h"

#include <QMainWindow>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

class QAction;
class QLabel;
class QMenu;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace planlens::diags {
struct SourceRange;
}
namespace planlens::graph {
class GraphView;
}
namespace planlens::history {
class History;
}
namespace planlens::models {
class ChangeFilterModel;
class ChangeTreeModel;
class ValueSearch;
class ReviewMarks;
struct RowForm;
} // namespace planlens::models
namespace planlens::session {
class ConfigWatch;
class PlanningSession;
class StateReader;
struct Result;
struct StateSnapshot;
} // namespace planlens::session

namespace planlens::masking {
class Secrets;
}
namespace planlens::plans {
struct Plan;
struct ResourceInstanceChange;
} // namespace planlens::plans
namespace planlens::system {
class PrivateDirectory;
}

namespace planlens::widgets {

class ApplyPage;
struct Approval;
class ReviewPage;
class ChangeDelegate;
class ChangeList;
class ChangePage;
class DetailPanel;
class ForceQuitDialog;
class ExportMenu;
class HistoryPage;
class OrderPage;
class ProjectsPage;
class MessageBanner;
class MessagePage;
class PlanFileBanner;
enum class QuickFix;
class RegionSplitter;
class RevealPopup;
class SessionBar;
class StatePage;
struct TabMark;
class TreeUnfolder;
class SlicedTask;
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
    graph::GraphView& graphView() const { return *m_graph; }

    /// Expands or collapses all rows of the tree; expanding continues in the background.
    enum class TreeFolding { Folded, Unfolded };
    void setTreeFolding(TreeFolding folding);
    bool isFolding() const;
    const models::AddressSearch& search() const { return m_search; }

    /// Adds variable files and plans again; later files take precedence.
    void addVariableFiles(const QStringList& files);

    /// Opens the review of the plan.
    void approve();
    /// Returns the open review; null if there is none.
    ReviewPage* reviewPage() const { return m_reviewPage; }
    ForceQuitDialog* forceQuitDialog() const { return m_forceQuitDialog; }
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

private:
    enum class Origin { Tree, Graph, Typing, Elsewhere };
    enum class PlanningOverride { Replace, Exclude, Target };
    /// Whether the window closes after running work has ended or has been killed.
    enum class Closing { No, WhenStopped, AtOnce };
    /// Returns the width of the list of changes in a window of this width, at first.
    static int listWidthIn(int window);

    void connectBars();
    void connectSession();
    void buildCenter();
    void buildMessage();
    QWidget* buildChanges();
    QWidget* buildChangePage();
    QWidget* buildGraph();
    void buildOverrides();
    QWidget* overrideButtons(QWidget* parent);
    QWidget* listButtons();
    void buildListActions();
    void buildCopying();
    /// Shows the selected rows together if there are several.
    void handleSelection();
    /// Copies the selected changes.
    void copySelection(QString (*form)(const plans::Plan&, const std::vector<const plans::ResourceInstanceChange*>&,
                                       const masking::Secrets&));
    void setForm(const models::RowForm& form);
    /// Shows the order of the list on its button.
    void showOrder();
    /// Expands sections and modules that are not too large.
    void expandSections();
    void buildActions();
    void buildGraphActions();
    /// Adds an action to the window. The menus find it by its name.
    QAction* addCommand(const char* name, const QString& text, const QList<QKeySequence>& keys,
                        const std::function<void()>& run);
    void buildMenus();
    QHash<QLatin1String, QMenu*> buildSubmenus();
    void showChoice(QAction& action, const std::function<bool()>& isChosen);
    /// Selects the next (1) or previous (-1) shown change, in the order of the list.
    enum class Step { Any, NotReviewed };
    void stepChange(int by, Step step);
    void buildWindowActions();
    void openPalette();
    void stepRegion(int by);
    void buildStatusLine();
    /// `lockTimeout`: how long planning waits for a locked state.
    void plan(session::Reading reading, std::chrono::seconds lockTimeout = {});
    void handleResult(std::shared_ptr<const session::Result> result);
    void openHistory();
    void buildApproval();
    /// Updates everything that depends on the approval for a new result.
    void updateApproval();
    void closeReview();
    void applyReviewed();
    void applyUnchanged();
    /// Plans the folder, also after a saved plan of it was applied.
    void planAgain();
    void showApplyPage();
    void buildProjects();
    void showProjects(const QString& folder);
    void recordInResults();
    /// Opens the plan of the next project in RESULTS, or of the previous one.
    void openNextProject(int step);
    /// Whether a folder is no root module, but has folders that may be some.
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
    bool isReviewShown() const;
    void showGraphBesidePage();
    void showBannerBesidePage();
    void showRegionsBesideDrawer();
    void toggleReviewed(const QStringList& addresses);
    /// Shows the marks in the list and their count.
    void showReviewed();
    /// Checks the action if the selected changes are reviewed.
    void showSelectionReviewed();
    void handleChangedFiles(const QStringList& names);
    /// Returns the reason that prevents approval although the plan could be applied; empty: none.
    QString approvalBlocker() const;
    void handleReport(const session::ApplyReport& report);
    void setSelected(const QString& address, Origin origin);
    void revealInTree(const QString& address);
    void toggle(PlanningOverride kind);
    static QStringList& overriddenAddresses(session::Request& request, PlanningOverride kind);
    std::optional<session::Request> toggled(PlanningOverride kind) const;
    void describeOverrides(bool isReplaced);
    QToolButton* overrideButton(QAction& action, QWidget* parent);
    void previewOverridesIn(QMenu& menu);
    void previewOverride(const QAction* action);
    void buildFilter();
    void showFacts();
    void applyFilter();
    /// Applies the filter to the tree after its rows were released.
    void filterRows();
    void releaseRows();
    /// Updates everything that depends on the shown rows.
    void showFiltered();
    void showFilteredCounts();
    /// Whether the plan is so large that it is shown in several steps.
    bool isLargePlan() const;
    /// Runs the steps in order; for large plans, each in an event loop iteration of its own.
    void runSliced(std::vector<std::function<void()>> steps);
    /// Rows of the folder's first plan, or of a plan with the same rows as before.
    enum class Rows { First, Again };
    void showRows(Rows rows);
    /// Shows the outcome of planning.
    void showOutcome();
    void showMissingVariables();
    void showFailedPlanning();
    void showLimitsOfPlan();
    void showAll();
    /// Returns the query in the search field, with the addresses of its values.
    models::AddressQuery currentQuery();
    void buildSearch();
    void buildWhatIf();
    void tryOtherValues();
    /// Searches for the query. Jump selects the match after typing.
    enum class Jump { No, Yes };
    void find(Jump jump);
    void goToMatch();
    void showMatchCount();
    void showCounts();
    void showEmptyState();
    /// Shows the columns of values in the list, or addresses only.
    void setListValues(bool isOn);
    /// Opens the file of the configuration in the editor.
    void openPlace(const QString& file, int line);
    /// Returns the block that configures the selected resource instance, if any.
    std::optional<diags::SourceRange> sourceOfSelection() const;
    void showSourceOfSelection();
    /// Returns the selected row of the attributes if any, otherwise of the list.
    QModelIndex currentRow() const;
    void buildState();
    void readState();
    /// Whether there may be a state: not if a plan file could not be opened.
    bool mayHaveState() const;
    void handleState(std::shared_ptr<const session::StateSnapshot> snapshot);
    void closeState();
    /// Forgets the state of the previous folder.
    void forgetState();
    void buildReports();
    void showFindings();
    /// Temporarily shows the sensitive value of the current row.
    void revealValue();
    void showStatus();
    void showPlugins();
    void restartProviders();
    /// Asks whether to kill the running operations of an apply, and to close the window then or not.
    void askToKill(Closing closing);
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
    bool canEstimateCosts() const;
    /// Runs Infracost for the plan, after asking.
    void estimateCosts();
    /// `plan` is the file with the JSON of the plan; the estimate is written to the folder, which is kept with it.
    void askToEstimateCosts(const QString& program, const QString& plan,
                            const std::shared_ptr<const system::PrivateDirectory>& folder);
    /// Whether the plan is from a file.
    bool isFinishedPlan() const;
    bool isBusyApplying() const;
    void showUnreadablePlan();
    /// Reports why a saved plan cannot be applied, or opens it again if its folder is trusted already.
    void showPlanFileState();
    void askForVariables(const QVector<session::AskedVariable>& variables);
    void chooseVariableFiles();
    void showMenu(const QPoint& globalPosition);
    void rememberLayout();
    void restoreLayout();

    /// The actions that the window changes after it was built. All others are found by their object names only.
    struct Actions {
        QAction *plan = nullptr, *restartProviders = nullptr, *approve = nullptr, *review = nullptr;
        QAction *replace = nullptr, *exclude = nullptr, *target = nullptr;
        QAction *openFindings = nullptr, *openCosts = nullptr, *estimateCosts = nullptr;
        QAction *copyAddress = nullptr, *copyText = nullptr, *copyHcl = nullptr, *copyJson = nullptr;
        QAction *unified = nullptr, *listValues = nullptr, *groupIdentical = nullptr; // how changes are shown
        QAction *revealValue = nullptr, *showState = nullptr, *openSource = nullptr;
        QAction *nextProject = nullptr, *previousProject = nullptr;
    };

    Actions m_actions;
    session::PlanningSession* m_session;
    session::Request m_request;
    std::shared_ptr<const session::Result> m_result;
    QString m_selected;
    QStringList m_selectedInstances;

    SessionBar* m_sessionBar = nullptr;
    UnsavedState* m_unsaved = nullptr;
    VerdictBar* m_verdictBar = nullptr;
    PlanFileBanner* m_planFileBanner = nullptr;
    MessageBanner* m_banner = nullptr;
    QStackedWidget* m_views = nullptr; // of the plan, the state and the projects
    StatePage* m_statePage = nullptr;
    session::StateReader* m_stateReader = nullptr;
    QStackedWidget* m_stack = nullptr; // of the message and the plan
    MessagePage* m_message = nullptr;
    QSplitter* m_columns = nullptr;      // the list, and the two regions beside it
    RegionSplitter* m_regions = nullptr; // the change and the graph
    QTabWidget* m_pages = nullptr;       // the change, the review and the apply
    QSplitter* m_rows = nullptr;
    ChangeList* m_tree = nullptr;
    models::ChangeTreeModel* m_model = nullptr;
    models::ChangeFilterModel* m_filter = nullptr;
    ChangePage* m_change = nullptr;
    ChangeDelegate* m_delegate = nullptr;
    TreeUnfolder* m_unfolder = nullptr;
    SlicedTask* m_slicedTask = nullptr; // shows large plans in steps
    std::shared_ptr<const models::ChangeFacts> m_facts =
        std::make_shared<const models::ChangeFacts>(); // of the shown plan
    models::ChangeCriteria m_criteria;                 // in effect
    models::ValueSearch* m_values = nullptr;
    models::AddressSearch m_search;
    std::optional<QSet<QString>> m_shown; // addresses of the changes that the filter shows; nullopt: all
    QStringList m_findable, m_notShown;   // addresses that can be selected, and the others
    QTimer m_reveal;                      // delays expanding the graph while typing
    graph::GraphView* m_graph = nullptr;
    QLabel* m_noChanges = nullptr; // over an empty tree
    DetailPanel* m_details = nullptr;
    QLabel* m_status = nullptr;
    QPushButton* m_approve = nullptr;
    ReviewPage* m_reviewPage = nullptr; // during a review
    bool m_isGraphHiddenByPage = false; // hidden by showGraphBesidePage()
    ForceQuitDialog* m_forceQuitDialog = nullptr;
    Closing m_closing = Closing::No;
    session::ConfigWatch* m_watch = nullptr;
    history::History* m_history = nullptr;
    ProjectsPage* m_projectsPage = nullptr; // from the first results on
    OrderPage* m_orderPage = nullptr;
    ApplyPage* m_applyPage = nullptr;
    HistoryPage* m_historyPage = nullptr;
    std::shared_ptr<const Approval> m_approval; // of the result; null without a plan
    std::unique_ptr<models::ReviewMarks> m_reviewed;
    std::shared_ptr<const system::PrivateDirectory>
        m_costFolder; // of the last estimate that was made here; may be null
    QToolButton* m_orderButton = nullptr;
    QToolButton* m_listMenu = nullptr;
    QPointer<RevealPopup> m_revealed; // at most one
    ExportMenu* m_export = nullptr;
    WhatIf* m_whatIf = nullptr;
    int m_estimated = 0; // number of changes that the current planning may affect
    QTimer m_age;
    bool m_isSelecting = false;
    bool m_isDrawingResult = false; // a result arrived, but its graph is not drawn yet
    QString m_applied;              // result of the last apply, until the next plan
    bool m_hasApplyFailed = false;
    bool m_isFileChangeShown = false; // the banner reports changed files
    bool m_isSilenceShown = false;    // the banner says that a provider does not respond
};

} // namespace planlens::widgets

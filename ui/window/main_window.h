// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"
#include "ui/models/changes/change_facts.h"
#include "ui/models/search/address_search.h"

#include <QMainWindow>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <memory>

class QAction;
class QLabel;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QTreeView;

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
} // namespace planlens::models
namespace planlens::session {
class ConfigWatch;
class PlanningSession;
class StateReader;
struct Result;
struct StateSnapshot;
} // namespace planlens::session

namespace planlens::widgets {

class ApplyPage;
struct Approval;
class ApproveDialog;
class ChangeDelegate;
class DetailPanel;
class ForceQuitDialog;
class ExportMenu;
class HistoryPage;
class OrderPage;
class PlanFileBanner;
class ProgramTable;
class RevealPopup;
class SessionBar;
class StatePage;
struct TabMark;
class TreeUnfolder;
class SlicedTask;
class UnsavedState;
class VerdictBar;
class WhatIf;

/// What is planned, what it does, why, and the way to approve it: a window of its own, or what is in one of the tabs of
/// one.
class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Plans a folder. Programs that it names are started only where that is trusted.
    void openFolder(const QString& folder, session::Trust trust = session::Trust::NotGiven);
    /// Opens a plan that was made before: plan JSON or a saved plan, or "-" for what comes through the standard input.
    /// Providers are started only for the schemas of a saved plan, and only where that is trusted.
    void openPlan(const QString& file, session::Trust trust = session::Trust::NotGiven);
    /// A folder or a plan.
    void open(const QString& path, session::Trust trust = session::Trust::NotGiven);
    const std::shared_ptr<const session::Result>& result() const { return m_result; }
    /// What is open; may be empty.
    const QString& folder() const { return m_request.folder; }
    /// The same, but of a finished plan its file.
    QString path() const;
    /// What its tab says.
    TabMark mark() const;
    /// Whether it closes as soon as what runs has come to its end.
    bool isClosing() const { return m_closing != Closing::No; }
    bool isBusy() const;
    /// Whether closing would lose a state that could be written nowhere.
    bool holdsUnsavedState() const;
    /// Marks a change everywhere; false where the plan has none of this address.
    bool select(const QString& address);
    /// A page of the lower part by its name; false where there is none.
    bool showView(const QString& name);
    /// Shows what is in the state, without planning; reads it first.
    void showState();
    bool isStateShown() const;
    StatePage& statePage() const { return *m_statePage; }
    graph::GraphView& graphView() const { return *m_graph; }

    /// Unfolds all rows of the tree, which goes on for a while, or folds them.
    enum class TreeFolding { Folded, Unfolded };
    void setTreeFolding(TreeFolding folding);
    bool isFolding() const;
    const models::AddressSearch& search() const { return m_search; }

    /// Plans with the values of these files too; later ones win.
    void addVariableFiles(const QStringList& files);

    void approve();
    ApproveDialog* approveDialog() const { return m_approveDialog; }
    ForceQuitDialog* forceQuitDialog() const { return m_forceQuitDialog; }
    /// Closes, killing what still runs.
    void endNow();

Q_SIGNALS:
    /// A request was answered and the graph of the answer is drawn.
    void settled();
    /// A state was read and is shown.
    void stateShown();
    void folderOpened(const QString& folder);
    /// Another window is asked for, with a folder or a plan in it, or nothing.
    void windowRequested(const QString& path);
    void quitRequested();
    /// Another tab is asked for, with a folder or a plan in it, or nothing.
    void tabRequested(const QString& path);
    /// So many tabs further, or back.
    void tabStepRequested(int by);
    /// What the tab says is another.
    void markChanged();

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    enum class Origin { Tree, Graph, Elsewhere };
    enum class PlanningOverride { Replace, Exclude, Target };
    /// Whether the window is to close, once what is under way has come to its end or has been killed.
    enum class Closing { No, WhenStopped, AtOnce };

    void buildCentre();
    QWidget* foldingButtons();
    void buildActions();
    void buildHabits();
    void openPalette();
    void buildStatusLine();
    void plan(session::Reading reading);
    void handleResult(std::shared_ptr<const session::Result> result);
    void openHistory();
    void buildApproval();
    /// Lets what looks after approving know of a new result.
    void followResult();
    void toggleReviewed();
    void takeChangedFiles(const QStringList& names);
    /// What stands against approving although the plan could be applied; empty: nothing.
    QString approvalBlocker() const;
    void takeReport(const session::ApplyReport& report);
    void setSelected(const QString& address, Origin origin);
    void revealInTree(const QString& address);
    void toggle(PlanningOverride wish);
    QStringList& wishes(PlanningOverride wish);
    void buildFilter();
    void takeFacts();
    void applyFilter();
    /// The rows of the tree that the filter lets through; they were released before.
    void filterRows();
    void releaseRows();
    /// What follows from which rows there are.
    void showFiltered();
    /// Whether the plan is so big that it is shown in several turns.
    bool isLargePlan() const;
    /// Does these one after another, each in a turn of its own where there is much.
    void runSliced(std::vector<std::function<void()>> steps);
    /// Rows of a plan as the first one of its folder, or as one of several that look the same.
    enum class Rows { First, Again };
    void showRows(Rows rows);
    /// Tells what came of planning.
    void showOutcome();
    void showAll();
    /// What is typed into the field, with where its values are.
    models::AddressQuery currentQuery();
    void buildSearch();
    void buildWhatIf();
    void tryOtherValues();
    /// Looks for what is in the field; goes to the match where that was just typed.
    enum class Jump { No, Yes };
    void find(Jump jump);
    void goToMatch();
    void showMatchCount();
    void showCounts();
    void showEmptyState();
    void spreadColumns();
    void buildState();
    void readState();
    void takeState(std::shared_ptr<const session::StateSnapshot> snapshot);
    void leaveState();
    /// Forgets the state of what was open before.
    void forgetState();
    void buildReports();
    void takeFindings();
    /// Shows the sensitive value of the tree's current row for a while.
    void revealValue();
    void showStatus();
    void showPlugins();
    void askToEnd();
    void showMessage(const QString& title, const QString& text, const QString& actionText, std::function<void()> action,
                     const QVector<session::Program>& programs = {});
    void showBanner(const QString& text, bool isError, const QString& pageName);
    /// A button in the banner that is shown, until the next one.
    void offerInBanner(const QString& label, std::function<void()> action);
    void updateActions();
    void chooseFolder();
    void choosePlan();
    /// Whether the plan is one that was made before, and can only be looked at.
    bool isFinishedPlan() const;
    bool isBusyApplying() const;
    void showUnreadablePlan();
    void askForVariables(const QVector<session::AskedVariable>& variables);
    void chooseVariableFiles();
    void showMenu(const QPoint& globalPosition);
    void rememberLayout();
    void restoreLayout();

    session::PlanningSession* m_session;
    session::Request m_request;
    std::shared_ptr<const session::Result> m_result;
    QString m_selected;
    QStringList m_selectedInstances;

    SessionBar* m_sessionBar = nullptr;
    UnsavedState* m_unsaved = nullptr;
    VerdictBar* m_verdictBar = nullptr;
    PlanFileBanner* m_planFileBanner = nullptr;
    QWidget* m_banner = nullptr;
    QLabel* m_bannerText = nullptr;
    QPushButton* m_bannerButton = nullptr;
    QPushButton* m_bannerOffer = nullptr;
    std::function<void()> m_bannerAction;
    QString m_bannerPage;
    QStackedWidget* m_places = nullptr; // what is planned, and the state
    StatePage* m_statePage = nullptr;
    session::StateReader* m_stateReader = nullptr;
    QAction* m_stateAction = nullptr;
    QStackedWidget* m_stack = nullptr;
    QLabel* m_messageTitle = nullptr;
    QLabel* m_messageText = nullptr;
    QPushButton* m_messageButton = nullptr;
    QPushButton* m_messageState = nullptr; // beside it
    ProgramTable* m_programs = nullptr;    // between text and button
    std::function<void()> m_messageAction;
    QSplitter* m_columns = nullptr;
    QSplitter* m_rows = nullptr;
    QTreeView* m_tree = nullptr;
    models::ChangeTreeModel* m_model = nullptr;
    models::ChangeFilterModel* m_filter = nullptr;
    ChangeDelegate* m_delegate = nullptr;
    TreeUnfolder* m_unfolder = nullptr;
    SlicedTask* m_slicedTask = nullptr; // in which much is shown
    std::shared_ptr<const models::ChangeFacts> m_facts =
        std::make_shared<const models::ChangeFacts>(); // of the plan that is shown
    models::ChangeCriteria m_criteria;                 // in force
    models::ValueSearch* m_values = nullptr;
    models::AddressSearch m_search;
    QStringList m_findable, m_notShown; // addresses that can be gone to, and the others
    QTimer m_reveal;                    // so that the graph does not unfold at every letter
    graph::GraphView* m_graph = nullptr;
    QLabel* m_noChanges = nullptr; // over the tree where it has no rows
    DetailPanel* m_details = nullptr;
    QLabel* m_status = nullptr;
    QPushButton* m_approve = nullptr;
    ApproveDialog* m_approveDialog = nullptr;
    ForceQuitDialog* m_forceQuitDialog = nullptr;
    Closing m_closing = Closing::No;
    session::ConfigWatch* m_watch = nullptr;
    history::History* m_history = nullptr;
    OrderPage* m_orderPage = nullptr;
    ApplyPage* m_applyPage = nullptr;
    HistoryPage* m_historyPage = nullptr;
    std::shared_ptr<const Approval> m_approval; // of the result; null where that has no plan
    std::unique_ptr<models::ReviewMarks> m_reviewed;
    QAction* m_replace = nullptr;
    QAction* m_exclude = nullptr;
    QAction* m_target = nullptr;
    QAction* m_review = nullptr;
    QAction* m_copyAddress = nullptr;
    QAction* m_reveal30 = nullptr;
    QPointer<RevealPopup> m_revealed; // one at a time
    ExportMenu* m_export = nullptr;
    WhatIf* m_whatIf = nullptr;
    int m_estimated = 0; // changes that what is just planned may touch
    QTimer m_age;
    bool m_hasColumns = false; // widths of the tree's columns were set
    bool m_isSelecting = false;
    bool m_isAnswered = false; // a result came, the graph is still being drawn
    QString m_applied;         // what the last apply did, shown over the plan after it
    bool m_hasApplyFailed = false;
    bool m_isChangeShown = false; // the banner says that files changed
};

} // namespace planlens::widgets

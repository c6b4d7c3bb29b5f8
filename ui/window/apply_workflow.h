// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"
#include "ui/models/instance_status.h"

#include <QObject>
#include <QSet>
#include <QVector>

#include <memory>
#include <optional>

class QAction;
class QPushButton;
class QTabWidget;
class QWidget;

namespace planlens::history {
struct Run;
}
namespace planlens::models {
class ReviewMarks;
}
namespace planlens::session {
class ConfigWatch;
class PlanningSession;
class StateWatch;
struct Result;
} // namespace planlens::session

namespace planlens::widgets {

class ApplyPage;
struct Approval;
class DetailPanel;
class ForceQuitDialog;
class OrderPage;
class ReviewPage;
class SlicedTask;
class UnsavedState;

/// The way from a plan to its outcome: review, approval, apply. Owns the pages "Review", "Apply" and "Order". Watches
/// the sources of the plan, because only a plan of the current configuration and state can be approved.
class ApplyWorkflow final : public QObject {
    Q_OBJECT
public:
    /// The parts of the window that the workflow uses. All outlive it.
    struct Parts {
        session::PlanningSession& session;
        QTabWidget& pages; // gets the pages of the review and of the apply when they are used
        DetailPanel& drawer;
        UnsavedState& unsaved;
        const models::ReviewMarks& marks;
        const SlicedTask& slices; // a plan that is still being shown cannot be approved
        QPushButton& button;      // opens the review, as the command does
        QAction& command;
    };
    ApplyWorkflow(const Parts& parts, QWidget* window);
    ~ApplyWorkflow() override;

    /// Shows the result of planning, which ends the review of the previous plan.
    void setResult(std::shared_ptr<const session::Result> result);
    /// Limits the order to these changes; nullopt: all.
    void setShown(const std::optional<QSet<QString>>& shown);
    /// Shows the marks of reviewed changes.
    void showMarks();
    /// Enables the button and the command, and says what they would do, or why they cannot.
    void updateCommands();
    /// Returns the reason that prevents approval although the plan could be applied; empty: none.
    QString blocker() const;
    /// Whether the configuration or the state changed since the plan; the blocker says so.
    bool hasChangedSources() const;
    /// Returns the contents of the approval; null without a plan.
    const Approval* approval() const { return m_approval.get(); }

    /// Opens the review.
    void review();
    /// Returns the open review; null if there is none.
    ReviewPage* reviewPage() const { return m_reviewPage; }
    bool isReviewShown() const;
    ApplyPage& applyPage() const { return *m_applyPage; }
    void showApplyPage();
    /// Shows the outcome of an earlier apply.
    void showRecorded(const history::Run& run);

    /// Asks whether to kill the running operations of the apply.
    enum class AfterKill { Stay, Close };
    void askToKill(AfterKill then);
    /// Returns the open question; null if there is none.
    ForceQuitDialog* forceQuitDialog() const { return m_forceQuitDialog; }

    /// Records the end of an apply on its page and in the log.
    void finish(const session::ApplyReport& report);
    /// Returns the outcome of the last apply as a sentence; empty after another plan.
    const QString& outcome() const { return m_outcome; }
    bool hasFailed() const { return m_hasFailed; }
    /// Forgets the outcome, because another folder or file is opened.
    void forgetOutcome() { m_outcome.clear(); }
    /// Forgets the outcome and leaves its page, because another plan is shown; false if there was none.
    bool leaveOutcome();
    UnsavedState& unsavedState() const { return m_parts.unsaved; }

Q_SIGNALS:
    void reviewOpened();
    void reviewClosed();
    /// The plan was approved and is about to be applied.
    void approved(const std::shared_ptr<const planlens::session::Result>& result);
    /// The status of resource instances changed.
    void statusesChanged(const QVector<planlens::models::InstanceStatus>& statuses);
    /// What hasChangedSources() says, or the names of the changed files, have changed.
    void sourcesChanged();
    void addressChosen(const QString& address);
    /// Says why the plan cannot be approved.
    void messageShown(const QString& text);
    void placeChosen(const QString& file, int line);
    /// Requests a plan of the remaining changes.
    void planRequested();
    /// The user wants to kill the running operations and to close the window.
    void closeConfirmed();
    /// There is another unsaved state, or none any more.
    void unsavedChanged();

private:
    void connectPages();
    void closeReview();
    void applyReviewed();
    void applyUnchanged();
    void handleChangedSources();

    Parts m_parts;
    QWidget* m_window;
    session::ConfigWatch* m_watch;
    session::StateWatch* m_stateWatch;
    OrderPage* m_orderPage;
    ApplyPage* m_applyPage;
    ReviewPage* m_reviewPage = nullptr; // during a review
    ForceQuitDialog* m_forceQuitDialog = nullptr;
    std::shared_ptr<const session::Result> m_result;
    std::unique_ptr<const Approval> m_approval; // of the result; null without a plan
    QString m_outcome;                          // of the last apply, until the next plan
    bool m_hasFailed = false;
};

} // namespace planlens::widgets

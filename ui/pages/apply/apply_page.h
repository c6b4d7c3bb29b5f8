// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"
#include "ui/history/records.h"
#include "ui/models/apply_model.h"
#include "ui/models/instance_status.h"
#include "ui/pages/apply/apply_head.h"

#include <QSet>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QPushButton;
class QSplitter;
class QStackedLayout;
class QTableView;
class QTextBrowser;

namespace planlens::report {
struct AppliedPlan;
}
namespace planlens::session {
struct Result;
}

namespace planlens::widgets {

/// The progress of an apply, and its result until the next apply.
class ApplyPage final : public QWidget {
    Q_OBJECT
public:
    explicit ApplyPage(QWidget* parent = nullptr);

    void begin(const session::Result& result, std::vector<models::ApplyModel::Operation> operations);
    /// Shows the events a little later, a limited number at a time, so that the window responds while many arrive.
    void take(const QVector<session::ApplyEvent>& events);
    /// Returns how often showPart() has to be called until all events are shown.
    int pendingParts() const;
    void showPart();
    /// Shows all events now. finish() does so too.
    void showRest();
    void setProgress(const session::Progress& progress);
    /// `sentence` describes the outcome.
    void finish(const session::ApplyReport& report, const QString& sentence);

    /// Shows the result of an earlier apply, unless one is running.
    void showRecorded(const history::Run& run);

    /// Requests a stop. Further calls ask whether to interrupt the running operations.
    void stop();
    /// Shows that the running operations are killed.
    void setKilled();

    bool isApplying() const { return m_tick.isActive(); }
    /// Returns the outcome of the last apply; default-constructed before and during an apply.
    const session::ApplyReport& report() const { return m_report; }
    bool isStopping() const { return isApplying() && m_isStopping; }
    const models::ApplyModel& model() const { return *m_model; }
    /// Returns the history record of the apply.
    history::Run outcome() const;
    /// Returns a function that writes what the page shows, for the history. It can be called on any thread.
    std::function<QByteArray(const masking::Secrets& mask)> recorder() const;
    /// Writes the result as text, Markdown or HTML, depending on the file name. Secrets are masked. Returns the error
    /// message, or an empty text.
    QString writeTo(const QString& file) const;

Q_SIGNALS:
    void addressChosen(const QString& address);
    /// The user clicked a source position (absolute path, or relative to the folder).
    void placeChosen(const QString& file, int line);
    /// The status of resource instances changed.
    void statusesChanged(const QVector<planlens::models::InstanceStatus>& statuses);
    /// Requests that no new operations are started; running ones finish.
    void stopRequested();
    /// Requests an interrupt of running operations. Emitted only after stopRequested() and a question.
    void interruptRequested();
    /// Requests a question whether to kill the running operations. Emitted only after stopRequested().
    void killRequested();
    /// The number of successful operations changed; both are 0 after the end.
    void counted(int done, int known);
    /// Requests a plan of the remaining changes.
    void planRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* makePage();
    ApplyHead* makeHead(QWidget* page);
    QTableView* makeTable(QWidget* page);
    QTextBrowser* makeDetails(QWidget* page);
    void connectParts();
    void showPart(qsizetype most);
    /// Shows that the changes that depend on failed ones will not be started.
    void skipDependents(const QSet<QString>& failed);
    void tick();
    void askToInterrupt();
    void showProgress();
    void fitColumns();
    void fitDetails();
    void showFirstFailure();
    int failedByThemselves() const;
    void showResult(ApplyHead::Outcome outcome, const QString& facts);
    QString nextStep(ApplyHead::Outcome outcome) const;
    void exportResult();
    report::AppliedPlan described() const;

    models::ApplyModel* m_model;
    std::shared_ptr<const plans::Plan> m_plan;
    masking::Secrets m_mask; // of the plan
    session::ApplyReport m_report;
    history::Run m_run; // without changes; its message is the outcome as a sentence
    QElapsedTimer m_clock;
    int m_done = 0, m_known = 0;
    QString m_waiting; // what the apply waits for; empty: nothing
    bool m_isStopping = false;
    std::optional<int> m_failedBefore; // operations that failed before the running ones were interrupted
    QTimer m_tick, m_takeNext;
    QVector<session::ApplyEvent> m_pending;
    QStackedLayout* m_stack;
    QPushButton* m_stop;
    QPushButton* m_interrupt;
    QPushButton* m_kill;
    QPushButton* m_planAgain;
    QPushButton* m_export;
    ApplyHead* m_head = nullptr;
    QSplitter* m_parts = nullptr;
    bool m_isMoved = false;            // the user has moved its handle
    QTextBrowser* m_details = nullptr; // after the apply: errors and outputs
    QTableView* m_table = nullptr;
};

} // namespace planlens::widgets

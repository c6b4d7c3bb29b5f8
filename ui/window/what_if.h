// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/history/records.h"
#include "ui/session/recent_plans.h"
#include "ui/session/request_history.h"

#include <QObject>
#include <QSet>

#include <optional>
#include <vector>

class QAction;
class QMenu;
class QUndoStack;

namespace planlens::diff {
struct OmittedChange;
struct PlanDifference;
} // namespace planlens::diff
namespace planlens::history {
class History;
}

namespace planlens::widgets {

class DifferencePage;
class PartialBanner;

/// Planning overrides: undo, estimated impact, comparison with another plan, omitted changes, and the equivalent
/// command line. Processes whole plans on other threads.
class WhatIf final : public QObject {
    Q_OBJECT
public:
    /// Makes the page and the banner children of the widget. Undo and redo include `steps`, which do not plan: they are
    /// newer than the requests before them, and are forgotten with the next one. `history` and `steps` must outlive
    /// this object.
    WhatIf(history::History& history, QUndoStack& steps, QWidget* parent);
    ~WhatIf() override;

    DifferencePage& page() const { return *m_page; }
    PartialBanner& banner() const { return *m_banner; }
    QAction* undoAction() const { return m_undo; }
    QAction* redoAction() const { return m_redo; }
    QAction* everythingAction() const { return m_everything; }
    QAction* copyCommandAction() const { return m_copyCommand; }
    QMenu* compareMenu() const { return m_compareMenu; }

    /// Call this when planning has started. If it is estimated, the shown result is used.
    void handleRequest(const session::Request& request);
    /// Estimates what another request would affect, without planning; nullopt: nothing.
    void preview(const std::optional<session::Request>& request);
    void handleResult(std::shared_ptr<const session::Result> result);
    /// Call this when an apply has ended. Forgets earlier requests.
    void forget();
    enum class Changes { Allowed, NotNow };
    /// Sets whether planning overrides are possible.
    void setChanges(Changes changes);
    /// Compares the shown plan with another one from now on; null: with the previous plan. `note` describes a
    /// limitation of the comparison.
    void compareWith(std::shared_ptr<const plans::Plan> plan, const QString& name, const QString& note = {});
    /// Compares with a plan from a file, saved or as JSON. Shows a message if the file has none.
    void compareWithFile(const QString& path);
    /// Compares with a plan from the history.
    void compareWithRun(const history::Run& run);
    /// Returns the number of instances that the current planning may change.
    int estimatedCount() const { return m_estimatedCount; }
    const session::RecentPlans& recentPlans() const { return m_recentPlans; }

Q_SIGNALS:
    /// Requests planning.
    void requested(const planlens::session::Request& request);
    /// The instances that the current planning may change; empty if not known or finished.
    void estimated(const QSet<QString>& addresses);
    void addressChosen(const QString& address);
    void discarded(std::shared_ptr<const void> object);
    /// A message for the user, for example that text was copied.
    void messageShown(const QString& text);

private:
    /// The plan selected for comparison: a plan or a history run. If neither is set, the previous plan.
    struct Chosen {
        std::shared_ptr<const plans::Plan> plan;
        qint64 run = 0;
        QString name, note;
        QString entry = {}; // in the menu, of a plan from a file
    };
    struct OmittedChange;
    void discardPlans();
    void choose(Chosen chosen);
    void estimate(const session::Request& request);
    void setEstimated(const QSet<QString>& addresses);
    void compare();
    /// Shows that there is no plan to compare with.
    void showNoComparison();
    void showComparison(quint64 number, const history::Comparison& comparison);
    void showOmittedChanges(const OmittedChange& omittedChanges);
    void showRuns(const QString& folder, const QVector<history::Run>& runs);
    /// Returns the plans of earlier sessions in the history that are offered for comparison.
    QVector<history::Run> earlierPlans() const;
    void fillCompareMenu();
    void chooseFile();
    void copyCommand();
    void undo();
    void redo();
    void updateActions();

    history::History& m_history;
    QVector<history::Run> m_runs; // comparable plans of the folder, newest first
    session::RequestHistory m_undoHistory;
    QUndoStack& m_steps; // newer than the requests
    session::RecentPlans m_recentPlans;
    session::Request m_request; // the current request
    std::shared_ptr<const session::Result> m_result;
    std::shared_ptr<const plans::Plan> m_before; // the plan of the previous result
    QString m_beforeName;
    Chosen m_chosen;
    bool m_hasNoComparison = false; // the page shows that there is no plan to compare with
    Changes m_changes = Changes::Allowed;
    quint64 m_comparison = 0, m_estimate = 0, m_reading = 0; // newest request of each kind
    int m_estimatedCount = 0;
    DifferencePage* m_page;
    PartialBanner* m_banner;
    QAction* m_undo;
    QAction* m_redo;
    QAction* m_everything;
    QAction* m_copyCommand;
    QMenu* m_compareMenu;
};

} // namespace planlens::widgets

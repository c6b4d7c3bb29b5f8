// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/history/records.h"
#include "ui/session/recent_plans.h"
#include "ui/session/request_history.h"

#include <QObject>
#include <QSet>

#include <vector>

class QAction;
class QMenu;

namespace planlens::diff {
struct LeftOut;
struct PlanDifference;
} // namespace planlens::diff
namespace planlens::history {
class History;
}

namespace planlens::widgets {

class DifferencePage;
class PartialBanner;

/// What follows from asking for something beside the configuration: taking it back, what it may touch, how the plan
/// differs from another one, what it leaves out, and the command that plans the same. Looks at whole plans on other
/// threads.
class WhatIf final : public QObject {
    Q_OBJECT
public:
    /// The page and the banner are made as children of the widget. The history lives as long.
    WhatIf(history::History& kept, QWidget* parent);
    ~WhatIf() override;

    DifferencePage& page() const { return *m_page; }
    PartialBanner& banner() const { return *m_banner; }
    QAction* undoAction() const { return m_undo; }
    QAction* redoAction() const { return m_redo; }
    QAction* everythingAction() const { return m_everything; }
    QAction* copyCommandAction() const { return m_copyCommand; }
    QMenu* compareMenu() const { return m_compareMenu; }

    /// Something is planned. Answers are estimated against the result that is shown.
    void noteRequest(const session::Request& request);
    void handleResult(std::shared_ptr<const session::Result> result);
    /// Something was applied: what was asked for before is done.
    void forget();
    enum class Changes { Allowed, NotNow };
    /// Whether something else can be asked for.
    void setChanges(Changes changes);
    /// Compares the plan that is shown with another one from now on; null: with the plan before it. The note says what
    /// is to be known about that.
    void compareWith(std::shared_ptr<const plans::Plan> plan, const QString& name, const QString& note = {});
    /// The same with the plan that a file holds, saved or as JSON; says so where it holds none.
    void compareWithFile(const QString& path);
    /// The same with one that the history keeps.
    void compareWithKept(const history::Run& run);
    const session::RecentPlans& shelf() const { return m_shelf; }

Q_SIGNALS:
    /// This is to be planned instead.
    void requested(const planlens::session::Request& request);
    /// What may change by what is just being planned; empty where that is not known or not any more.
    void estimated(const QSet<QString>& addresses);
    void addressChosen(const QString& address);
    void discarded(std::shared_ptr<const void> object);
    /// Something for the person to know, such as what is in the clipboard now.
    void told(const QString& text);

private:
    /// What a person wants to compare with: a plan, or a run of the history. Neither: the plan before.
    struct Chosen {
        std::shared_ptr<const plans::Plan> plan;
        qint64 run = 0;
        QString name, note;
    };
    struct LeftOut;
    void letGo();
    void choose(Chosen chosen);
    void estimate(const session::Request& request);
    void compare();
    /// There is no plan to compare with.
    void showAlone();
    void takeComparison(quint64 number, const history::Comparison& comparison);
    void showLeftOut(const LeftOut& leftOut);
    void takeRuns(const QString& folder, const QVector<history::Run>& runs);
    /// The plans of the history that were not made in this session, as far as they are offered.
    QVector<history::Run> earlierPlans() const;
    void fillCompareMenu();
    void chooseFile();
    void copyCommand();
    void updateActions();

    history::History& m_kept;
    QVector<history::Run> m_runs; // plans of the folder that can be compared with, the newest first
    session::RequestHistory m_history;
    session::RecentPlans m_shelf;
    session::Request m_request; // what is asked for now
    std::shared_ptr<const session::Result> m_result;
    std::shared_ptr<const plans::Plan> m_before; // the plan before that of the result
    QString m_beforeName;
    Chosen m_chosen;
    bool m_isAlone = false; // the page says that there is no plan to compare with
    Changes m_changes = Changes::Allowed;
    quint64 m_comparison = 0, m_estimate = 0, m_reading = 0; // the newest of each
    DifferencePage* m_page;
    PartialBanner* m_banner;
    QAction* m_undo;
    QAction* m_redo;
    QAction* m_everything;
    QAction* m_copyCommand;
    QMenu* m_compareMenu;
};

} // namespace planlens::widgets

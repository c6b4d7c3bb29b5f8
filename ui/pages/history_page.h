// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/history/records.h"

#include <QWidget>

class QAction;
class QLabel;
class QStackedLayout;
class QTableView;
class QTreeWidget;
class QTreeWidgetItem;

namespace planlens::history {
class History;
}
namespace planlens::models {
class RowsModel;
}
namespace planlens::session {
struct Result;
}

namespace planlens::widgets {

/// What was planned and applied in a folder, and the changes of the chosen plan or apply. Of secrets it shows which are
/// the same.
class HistoryPage final : public QWidget {
    Q_OBJECT
public:
    explicit HistoryPage(history::History& history, QWidget* parent = nullptr);

    /// Shows the history of a folder.
    void setFolder(const QString& folder);
    /// With the plan of this result others can be compared.
    void setShown(const session::Result& result);
    const QVector<history::Run>& runs() const { return m_runs; }

Q_SIGNALS:
    void addressChosen(const QString& address);
    /// The plan that is shown is to be compared with that of this run.
    void comparisonRequested(const planlens::history::Run& run);

private:
    void takeRuns(const QString& folder, const QVector<history::Run>& runs);
    void takeRun(const history::Run& run);
    void fill(QTreeWidgetItem* item);
    void showEmpty(const QString& text);
    void updateCompare();

    history::History& m_history;
    QString m_folder;
    QVector<history::Run> m_runs;
    history::Run m_run;          // the chosen one
    bool m_isWholeShown = false; // a whole plan is, and it has this hash:
    QString m_shownHash;
    models::RowsModel* m_model;
    QStackedLayout* m_stack;
    QLabel* m_empty;
    QTableView* m_table;
    QLabel* m_facts;
    QAction* m_compare;
    QTreeWidget* m_changes;
};

/// "✓ applied", "✗ failed in part", …
QString outcomeText(history::Run::Outcome outcome);

} // namespace planlens::widgets

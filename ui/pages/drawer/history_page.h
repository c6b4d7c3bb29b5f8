// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/history/records.h"

#include <QWidget>

class QAction;
class QLabel;
class QSplitter;
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

/// The plans and applies of a folder, and the changes of the selected one. For secrets it only shows whether they are
/// equal.
class HistoryPage final : public QWidget {
    Q_OBJECT
public:
    explicit HistoryPage(history::History& history, QWidget* parent = nullptr);

    /// Shows the history of a folder.
    void setFolder(const QString& folder);
    /// Sets the result whose plan others can be compared with.
    void setShown(const session::Result& result);
    const QVector<history::Run>& runs() const { return m_runs; }

Q_SIGNALS:
    /// The number of plans and applies of the folder is known.
    void counted(int runs);
    void addressChosen(const QString& address);
    /// The user requested a comparison of the shown plan with that of a run.
    void comparisonRequested(const planlens::history::Run& run);
    /// The user opened the result of an apply.
    void resultRequested(const planlens::history::Run& run);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeDetail();
    void fitColumns();
    void fitChanges();
    void showRuns(const QString& folder, const QVector<history::Run>& runs);
    void showRun(const history::Run& run);
    void fill(QTreeWidgetItem* item);
    void showEmpty(const QString& text);
    void updateCompare();
    void openResult();

    history::History& m_history;
    QString m_folder;
    QVector<history::Run> m_runs;
    history::Run m_run;          // the selected run
    bool m_isWholeShown = false; // a complete plan with this hash is shown
    QString m_shownHash;
    models::RowsModel* m_model;
    QStackedLayout* m_stack;
    QLabel* m_empty;
    QTableView* m_table;
    QLabel* m_facts;
    QAction* m_compare;
    QAction* m_open;
    QTreeWidget* m_changes;
    QSplitter* m_splitter;
    bool m_isMoved = false; // the user has moved its handle
};

/// Returns "✓ applied", "✗ partly failed", …
QString outcomeText(history::Run::Outcome outcome);

} // namespace planlens::widgets

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/history/records.h"

#include <QWidget>

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

namespace planlens::widgets {

/// What was planned and applied in a folder, and the changes of the chosen plan or apply. Of secrets it shows which are the same.
class HistoryPage final : public QWidget {
    Q_OBJECT
public:
    explicit HistoryPage(history::History& history, QWidget* parent = nullptr);

    /// Shows the history of a folder.
    void setFolder(const QString& folder);
    const QVector<history::Run>& runs() const { return m_runs; }

Q_SIGNALS:
    void addressChosen(const QString& address);

private:
    void takeRuns(const QString& folder, const QVector<history::Run>& runs);
    void takeRun(const history::Run& run);
    void fill(QTreeWidgetItem* item);
    void showEmpty(const QString& text);

    history::History& m_history;
    QString m_folder;
    QVector<history::Run> m_runs;
    history::Run m_run; // the chosen one
    models::RowsModel* m_model;
    QStackedLayout* m_stack;
    QLabel* m_empty;
    QTableView* m_table;
    QLabel* m_facts;
    QTreeWidget* m_changes;
};

/// "✓ applied", "✗ failed in part", …
QString outcomeText(history::Run::Outcome outcome);

} // namespace planlens::widgets

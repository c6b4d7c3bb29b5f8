// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"

#include <QSplitter>

class QPushButton;
class QTableView;
class QTextEdit;

namespace planlens::models {
class RowsModel;
}

namespace planlens::widgets {

/// The diagnostics of a plan: a list, and beside it the whole text of the chosen one with its quick fixes.
class DiagnosticsPage final : public QSplitter {
    Q_OBJECT
public:
    explicit DiagnosticsPage(QWidget* parent = nullptr);

    /// Chooses the first diagnostic. `canEstimate`: an estimate without providers is possible.
    void setDiagnostics(const QVector<session::DiagnosticText>& diagnostics, bool canEstimate);

Q_SIGNALS:
    void addressChosen(const QString& address);
    /// The user chose a line of a file (absolute, or relative to the folder).
    void placeChosen(const QString& file, int line);
    /// `tofu init` is to be run in the folder.
    void initRequested();
    /// An estimate without providers is to be made.
    void estimateRequested();

private:
    void showDiagnostic(int row);

    QVector<session::DiagnosticText> m_diagnostics; // by row
    bool m_canEstimate = false;
    models::RowsModel* m_rows;
    QTableView* m_table;
    QTextEdit* m_text;
    QPushButton* m_init;
    QPushButton* m_estimate;
};

} // namespace planlens::widgets

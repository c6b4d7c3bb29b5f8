// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"

#include <QSplitter>

class QHBoxLayout;
class QPushButton;
class QTableView;
class QTextBrowser;

namespace planlens::models {
class RowsModel;
}

namespace planlens::widgets {

/// An action that the window offers for a diagnostic.
enum class QuickFix {
    Initialize,  // asks, then runs `tofu init`
    Estimate,    // plans without providers
    Retry,       // plans again
    WaitForLock, // plans again, and waits until the state is unlocked
    ForceUnlock, // asks, then removes the lock of the state
    Exclude,     // plans again without the resource
};

/// The diagnostics of a plan: a list, and beside it the complete text of the selected one with its quick fixes. Both
/// get half of the width, but the text gets more if a source line needs it, until the user moves the divider.
class DiagnosticsPage final : public QSplitter {
    Q_OBJECT
public:
    explicit DiagnosticsPage(QWidget* parent = nullptr);

    /// Sets the diagnostics and selects the first one. `canEstimate`: an estimate without providers is possible.
    void setDiagnostics(const QVector<session::DiagnosticText>& diagnostics, bool canEstimate);

Q_SIGNALS:
    void addressChosen(const QString& address);
    /// The user clicked a source position (absolute path, or relative to the folder).
    void placeChosen(const QString& file, int line);
    void fixRequested(planlens::widgets::QuickFix fix, const planlens::session::DiagnosticText& diagnostic);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void shareWidth();
    void fitColumns();
    void choosePlace();
    QPushButton* addFix(QuickFix fix, const char* name, const QString& label, const QString& toolTip);
    void showDiagnostic(int row);
    void showFixes(const session::DiagnosticText& diagnostic);

    QVector<session::DiagnosticText> m_diagnostics; // by row
    bool m_canEstimate = false;
    bool m_isMoved = false; // the user moved the divider
    int m_longestLine = 0;  // of the excerpts, in pixels
    models::RowsModel* m_rows;
    QTableView* m_table;
    QTextBrowser* m_text;
    QHBoxLayout* m_fixes;
    QPushButton* m_init;
    QPushButton* m_estimate;
    QPushButton* m_retry;
    QPushButton* m_wait;
    QPushButton* m_unlock;
    QPushButton* m_exclude;
};

} // namespace planlens::widgets

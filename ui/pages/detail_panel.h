// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"

#include <QTabWidget>

#include <memory>
#include <vector>

class QTableView;
class QTextBrowser;
class QTextEdit;

namespace planlens::masking {
class Secrets;
}
namespace planlens::models {
class RowsModel;
}
namespace planlens::providers::plugin {
struct Status;
}
namespace planlens::risk {
struct Finding;
struct LikelyMove;
} // namespace planlens::risk
namespace planlens::session {
struct LogBatch;
}
namespace planlens::plans {
struct Plan;
}

namespace planlens::widgets {

class DriftPage;
class GeneratedPage;
class LogPage;
class MoveHints;

/// What is said about the selection, and the lists of a plan that are not changes of resources.
class DetailPanel final : public QTabWidget {
    Q_OBJECT
public:
    explicit DetailPanel(QWidget* parent = nullptr);

    enum class Page { Why, Findings, Drift, Outputs, Checks, Diagnostics, Log, Providers };
    /// Where rules about what is shown are kept; empty where there is no folder.
    void setFolder(const QString& folder);
    /// These are the secrets in it.
    void setPlan(std::shared_ptr<const plans::Plan> plan, const masking::Secrets& secrets);
    /// Whether something else can be asked for than what is planned.
    enum class Wishes { Allowed, None };
    void setWishes(Wishes wishes) { m_wishes = wishes; }
    /// Configuration that was generated for what is imported.
    const GeneratedPage& generated() const { return *m_generated; }
    void setFindings(const std::vector<risk::Finding>& findings);
    void setLikelyMoves(std::vector<risk::LikelyMove> moves);
    const MoveHints& moveHints() const { return *m_moves; }
    void setDiagnostics(const QVector<session::DiagnosticText>& diagnostics);
    /// Explains the change of a resource instance; an empty address explains how to choose one.
    void explain(const QString& address);
    void show(Page page);
    /// By the page's English name, as the command line has it; false where there is none.
    bool showNamed(const QString& name);
    /// Adds a page that is made elsewhere; the name is its English one.
    void addPage(QWidget* page, const QString& title, const QString& name);
    /// Shows beside the title of an added page how much is on it.
    void setCount(QWidget* page, const QString& title, qsizetype count);
    void addLog(const session::LogBatch& batch);
    /// The plugins that were started.
    void setPlugins(std::vector<providers::plugin::Status> plugins);

Q_SIGNALS:
    void addressChosen(const QString& address);
    /// A line of a file, relative to the folder or absolute, is to be opened.
    void placeChosen(const QString& file, int line);
    /// For the status line.
    void told(const QString& text);

private:
    QTableView* addTable(models::RowsModel* model, const QString& emptyText, const QString& title, QList<int> widths);
    void showDiagnostic(int row);
    void setTitle(Page page, const QString& name, qsizetype count);

    std::shared_ptr<const plans::Plan> m_plan;
    QTextBrowser* m_why;
    MoveHints* m_moves;
    GeneratedPage* m_generated;
    Wishes m_wishes = Wishes::Allowed;
    models::RowsModel* m_findings;
    DriftPage* m_drift;
    models::RowsModel* m_outputs;
    models::RowsModel* m_checks;
    models::RowsModel* m_diagnostics;
    QTableView* m_diagnosticTable = nullptr;
    QVector<session::DiagnosticText> m_told; // row by row
    QTextEdit* m_diagnosticText;
    LogPage* m_log;
    models::RowsModel* m_plugins;
};

} // namespace planlens::widgets

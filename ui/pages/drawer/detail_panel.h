// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"
#include "ui/models/rows_model.h"

#include <QSet>
#include <QTabWidget>

#include <memory>
#include <optional>
#include <vector>

class QTableView;

namespace planlens::masking {
class Secrets;
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

class DiagnosticsPage;
class DriftPage;
class GeneratedPage;
class LogPage;
class MoveHints;
enum class QuickFix;

/// The drawer below a plan, with everything not about a single resource. When closed, only its tabs are visible.
class DetailPanel final : public QTabWidget {
    Q_OBJECT
public:
    explicit DetailPanel(QWidget* parent = nullptr);

    enum class Page { Findings, Drift, Outputs, Checks, Diagnostics, Log, Providers };
    /// Sets the folder that stores display rules; empty without a folder.
    void setFolder(const QString& folder);
    /// `secrets` are those of the plan.
    void setPlan(std::shared_ptr<const plans::Plan> plan, const masking::Secrets& secrets);
    /// Returns the generated configuration of imported objects.
    const GeneratedPage& generated() const { return *m_generated; }
    /// Shows the values of outputs after an apply, instead of the planned ones.
    void setAppliedOutputs(const QVector<session::AppliedOutput>& outputs);
    void setFindings(const std::vector<risk::Finding>& findings);
    /// Sets the addresses of shown changes; none: there is no filter. Limits the findings.
    void setFilter(std::optional<QSet<QString>> shown);
    void setLikelyMoves(std::vector<risk::LikelyMove> moves);
    const MoveHints& moveHints() const { return *m_moves; }
    /// `canEstimate`: an estimate without providers is possible.
    void setDiagnostics(const QVector<session::DiagnosticText>& diagnostics, bool canEstimate);
    /// Marks a resource instance on the pages that have it; empty: none.
    void select(const QString& address);
    /// Shows a page and opens the drawer.
    void show(Page page);
    /// Shows the diagnostics. If this opens the drawer, it is closed again when there are no more errors.
    void showErrors();
    void setOpen(bool isOpen);
    bool isOpen() const { return m_isOpen; }
    /// The height of the open drawer. All pages have the same, so that the tabs stay where they are.
    static constexpr int openHeight = 224;
    /// Shows a page by its English name, as on the command line, and opens the drawer; false if there is none.
    bool showNamed(const QString& name);
    /// Adds an external page; `name` is its English name.
    void addPage(QWidget* page, const QString& title, const QString& name);
    /// Sets the number next to the title of an added page. Without contents, the page has no tab.
    void setCount(QWidget* page, const QString& title, qsizetype count);
    /// Shows the tab of a page with contents. Without contents, it is hidden, unless the user is looking at it.
    void setUsed(const QWidget* page, bool isUsed);
    void addLog(const session::LogBatch& batch);
    /// Sets the started plugins.
    void setPlugins(std::vector<providers::plugin::Status> plugins);

Q_SIGNALS:
    void addressChosen(const QString& address);
    /// The user clicked a source position (absolute path, or relative to the folder).
    void placeChosen(const QString& file, int line);
    /// It was opened or closed, or the open page has its first contents.
    void opened(bool isOpen);
    void fixRequested(planlens::widgets::QuickFix fix, const planlens::session::DiagnosticText& diagnostic);
    /// A message for the status bar.
    void messageShown(const QString& text);

private:
    QTableView* addTable(models::RowsModel* model, const QString& emptyText, const QString& title, QList<int> widths);
    void setText(int tab, const QString& title, qsizetype count);
    void setTitle(Page page, const QString& title, qsizetype count);
    void showFindings();

    std::shared_ptr<const plans::Plan> m_plan;
    bool m_isOpen = false;
    bool m_isOpenForErrors = false; // not by the user
    MoveHints* m_moves;
    GeneratedPage* m_generated;
    models::RowsModel* m_findings;
    QVector<models::Row> m_allFindings;
    std::optional<QSet<QString>> m_shown;
    DriftPage* m_drift;
    models::RowsModel* m_outputs;
    models::RowsModel* m_checks;
    DiagnosticsPage* m_diagnostics;
    LogPage* m_log;
    models::RowsModel* m_plugins;
};

} // namespace planlens::widgets

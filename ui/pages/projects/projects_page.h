// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/projects/reports/summary.h"
#include "ui/pages/projects/results_reading.h"

#include <QWidget>

#include <filesystem>
#include <memory>
#include <optional>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QModelIndex;
class QPushButton;
class QSortFilterProxyModel;
class QTabWidget;
class QTableView;
class QTextBrowser;

namespace planlens::models {
class ProjectsModel;
}

namespace planlens::widgets {

class ElidedLabel;
class GroupsTable;
class PlanRequests;
class ProgramDialog;
class TilesView;
class TrendView;

/// The projects of a repository and the results of planning them: a row for each change, even if many projects have it,
/// a table of the projects, and a picture of them. Results are read in the background.
class ProjectsPage final : public QWidget {
    Q_OBJECT
public:
    explicit ProjectsPage(QWidget* parent = nullptr);
    ~ProjectsPage() override;

    /// Reads a folder of results, as created by `planlens-cli projects plan`, or those in an object store.
    void open(const QString& folder);
    /// Reads the projects of a repository, and their results in another folder, which need not exist yet.
    void openRepository(const QString& folder, const QString& results);
    /// Returns the opened folder.
    const QString& folder() const { return m_source.folder; }
    const std::shared_ptr<const projects::Summary>& summary() const { return m_summary; }
    /// Returns the message if nothing could be read; empty otherwise.
    QString error() const;
    /// Shows the view "changes", "drift", "projects", "picture" or "history"; false if there is none of this name.
    bool showView(const QString& name);
    /// Writes the list of the reviewed projects, the input of `planlens-cli projects apply`. Returns the error message,
    /// or an empty text.
    QString writeApprovals(const QString& file) const;

Q_SIGNALS:
    /// The results were read, or reading failed.
    void read();
    /// The opened repository has no projects.
    void noProjects();
    /// Requests opening a saved plan.
    void planRequested(const QString& file);

protected:
    void changeEvent(QEvent* event) override;

private:
    QHBoxLayout* makeHead();
    void buildTabs();
    QWidget* makeDetails();
    void connectParts();
    void readAgain();
    void handleResults(ProjectResults results);
    void showCurrent();
    void showGroup(std::size_t group);
    void showProject(int project);
    void openProject(int project);
    void filter(const QString& text);
    std::optional<std::size_t> shownChange() const;
    std::vector<int> shownRows() const;
    bool isShownReviewed() const;
    void toggleReviewed();
    void showReviewed();
    /// Without a mode, it is that of the last results.
    void planAgain(const std::vector<int>& rows, const QString& mode = {});
    void askToApprove();
    void saveApprovals();
    void askToApply(const QString& approvals);
    /// Asks whether `planlens-cli projects` may run, runs it, and reads the results again. Returns the dialog, which is
    /// not shown yet; null if the program is missing.
    ProgramDialog* ask(const QStringList& arguments, const QString& title, const QString& question,
                       const QString& explanation, const QString& running);

    ResultsSource m_source;
    std::shared_ptr<const projects::Summary> m_summary;
    std::optional<std::filesystem::path> m_repository;
    std::shared_ptr<projects::ResultStore> m_store; // null: the results are in a directory
    models::ProjectsModel* m_model;
    ResultsReading* m_reading;
    QSortFilterProxyModel* m_sorted;
    QLabel* m_headline;
    ElidedLabel* m_totals; // of changes
    QLabel* m_problems;
    QLineEdit* m_search;
    QTabWidget* m_tabs;
    GroupsTable* m_changes;
    GroupsTable* m_drift;
    QTableView* m_projects;
    TilesView* m_tiles;
    TrendView* m_history;
    QTextBrowser* m_details;
    QPushButton* m_again;
    QPushButton* m_planAll;
    struct Commands { // below the details
        QPushButton *open, *plan, *review, *approve;
    } m_commands;
    PlanRequests* m_planning;
    int m_shown = -1; // the project shown in the details
};

} // namespace planlens::widgets

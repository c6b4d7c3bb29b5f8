// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/controls/wrapping_table.h"
#include "ui/models/rows_model.h"

#include <optional>
#include <vector>

namespace planlens::models {
class ProjectsModel;
}
namespace planlens::projects {
struct ChangeGroup;
}

namespace planlens::widgets {

/// The same changes, or the same drift, of many projects: a row for each group of the summary.
class GroupsTable final : public WrappingTable {
    Q_OBJECT
public:
    enum class Content { Changes, Drift };
    /// `projects` contains the summary and the reviewed changes, and must outlive the table.
    GroupsTable(Content content, const models::ProjectsModel& projects, QWidget* parent);

    /// Called before the model gets another summary. filter() shows its groups.
    void clear() { m_groups.clear(); }
    /// Shows the groups whose title or projects contain a text.
    void filter(const QString& text);
    /// Shows which changes are reviewed.
    void updateReviewed();
    /// Returns the number of shown groups.
    std::size_t count() const { return m_groups.size(); }
    /// Returns the index of the current group in the summary.
    std::optional<std::size_t> currentGroup() const;
    /// Returns the title of the current group, which names it also in other results; empty if there is none.
    QString currentTitle() const;
    /// Selects the group with this title, or the first one.
    void select(const QString& title);

Q_SIGNALS:
    void chosen(std::size_t group);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    bool isShown(const projects::ChangeGroup& group, const QString& text) const;
    QVector<models::Row> rows() const;
    models::Row rowOf(std::size_t group) const;
    void hideEmptyColumns();
    void shareWidth();

    const Content m_content;
    const models::ProjectsModel& m_projects;
    models::RowsModel* m_rows;
    std::vector<std::size_t> m_groups; // indexes in the summary, by row
    int m_sharedWidth = 0;             // of the column of changes; another one was chosen by the user
};

} // namespace planlens::widgets

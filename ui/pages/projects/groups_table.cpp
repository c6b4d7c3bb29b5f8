// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/projects/groups_table.h"

#include "core/projects/reports/summary.h"
#include "ui/basics/text.h"
#include "ui/controls/table_look.h"
#include "ui/pages/projects/project_text.h"
#include "ui/pages/projects/projects_model.h"

#include <algorithm>

namespace planlens::widgets {

using models::RowsModel;
using projects::ChangeGroup;

GroupsTable::GroupsTable(Content content, const models::ProjectsModel& projects, QWidget* parent)
    : WrappingTable(parent)
    , m_content(content)
    , m_projects(projects)
    , m_rows(
          content == Content::Changes
              ? new RowsModel({tr("Action"), tr("Projects"), tr("Change"), tr("Differences")}, {2}, this)
              : new RowsModel({tr("Drift"), tr("Projects"), tr("Since"), tr("Object"), tr("Differences")}, {3}, this)) {
    const QList<int> widths = content == Content::Changes ? QList{104, 128, 328} : QList{104, 128, 136, 328};
    setModel(m_rows);
    setAccessibleName(tr("The same change in many projects"));
    setFrameShape(QFrame::NoFrame);
    setTableLook(*this, widths);
    setWrapped(int(widths.size()) - 1, int(widths.size()));
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        if (const std::optional<std::size_t> group = currentGroup())
            Q_EMIT chosen(*group);
    });
}

std::optional<std::size_t> GroupsTable::currentGroup() const {
    const int row = currentIndex().row();
    return row >= 0 && row < int(m_groups.size()) ? std::optional(m_groups[std::size_t(row)]) : std::nullopt;
}

QString GroupsTable::currentTitle() const {
    const std::optional<std::size_t> group = currentGroup();
    return group ? qstring(titleOf(m_projects.summary()->groups[*group], m_projects.summary()->reviewed)) : QString();
}

void GroupsTable::select(const QString& title) {
    const projects::Summary& summary = *m_projects.summary();
    const auto same = std::ranges::find_if(m_groups, [&](std::size_t group) {
        return qstring(titleOf(summary.groups[group], summary.reviewed)) == title;
    });
    selectRow(title.isEmpty() || same == m_groups.end() ? 0 : int(same - m_groups.begin()));
}

void GroupsTable::filter(const QString& text) {
    m_groups.clear();
    if (!m_projects.summary())
        return;
    const std::vector<ChangeGroup>& groups = m_projects.summary()->groups;
    for (std::size_t i = 0; i < groups.size(); ++i)
        if (isShown(groups[i], text))
            m_groups.push_back(i);
    if (m_content == Content::Changes)
        setEmptyText(text.isEmpty() ? tr("No project has changes.") : tr("No change matches the search."));
    else
        setEmptyText(text.isEmpty() ? tr("No project has drift.") : tr("No drift matches the search."));
    m_rows->setRows(rows());
    hideEmptyColumns();
}

void GroupsTable::updateReviewed() {
    m_rows->updateRows(rows());
}

bool GroupsTable::isShown(const ChangeGroup& group, const QString& text) const {
    if ((group.list == projects::ChangeList::Drift) != (m_content == Content::Drift))
        return false;
    const auto& reviewed = m_projects.summary()->reviewed;
    return text.isEmpty() || qstring(titleOf(group, reviewed)).contains(text, Qt::CaseInsensitive) ||
           std::ranges::any_of(group.projects, [&](std::size_t project) {
               return qstring(reviewed[project].name).contains(text, Qt::CaseInsensitive);
           });
}

QVector<models::Row> GroupsTable::rows() const {
    QVector<models::Row> made;
    for (const std::size_t group : m_groups)
        made.append(rowOf(group));
    return made;
}

models::Row GroupsTable::rowOf(std::size_t index) const {
    const projects::Summary& summary = *m_projects.summary();
    const ChangeGroup& group = summary.groups[index];
    const auto kind = theme::ActionKind(group.kind);
    QStringList differing;
    for (const std::string& exception : exceptionTexts(group, summary.reviewed))
        differing.append(qstring(exception));
    for (const std::string& variation : group.variations)
        differing.append(qstring(variation));
    if (!group.otherChanges.empty())
        differing.append(qstring(group.otherChanges));
    QString change = qstring(group.subject);
    std::vector<const projects::GroupLine*> lines; // those of other actions follow from the action
    for (const projects::GroupLine& line : group.lines)
        if (kind == theme::ActionKind::Update || line.forcesReplacement)
            lines.push_back(&line);
    if (!lines.empty())
        change += QStringLiteral("  ") % qstring(changeText(*lines.front()));
    if (lines.size() > 1)
        change += tr(" and %n more", nullptr, int(lines.size()) - 1);
    const QString mark = m_projects.isChangeReviewed(index) ? QStringLiteral("✓ ") : QString();
    QStringList cells{QString(mark % theme::glyph(kind) % u' ' % actionText(group)),
                      group.projects.size() == 1 ? qstring(summary.reviewed[group.projects.front()].name)
                                                 : QString::number(group.projects.size()),
                      change, joinedFirst(differing, 2, QStringLiteral("; "))};
    if (m_content == Content::Drift)
        cells.insert(2, models::sinceText(summary.driftOf(group)));
    return {cells, {}, {}, models::Row::Severity::Plain, kind};
}

void GroupsTable::resizeEvent(QResizeEvent* event) {
    shareWidth();
    WrappingTable::resizeEvent(event);
}

/// Change and differences get equal parts of the width that the other columns leave. Without differences, the last
/// column is the change, which is stretched.
void GroupsTable::shareWidth() {
    const int differences = m_rows->columnCount() - 1, change = differences - 1;
    if (isColumnHidden(differences)) {
        m_sharedWidth = 0;
        return;
    }
    if (m_sharedWidth != 0 && columnWidth(change) != m_sharedWidth)
        return;
    int room = viewport()->width();
    for (int column = 0; column < change; ++column)
        room -= isColumnHidden(column) ? 0 : columnWidth(column);
    m_sharedWidth = std::clamp(room / 2, 160, 480);
    setColumnWidth(change, m_sharedWidth);
}

/// Often, no project differs, and the start of drift is not known.
void GroupsTable::hideEmptyColumns() {
    const auto hideIfEmpty = [this](int column) {
        setColumnHidden(column, std::ranges::all_of(m_rows->rows(), [column](const models::Row& row) {
                            return row.cells[column].isEmpty();
                        }));
    };
    hideIfEmpty(m_rows->columnCount() - 1);
    if (m_content == Content::Drift)
        hideIfEmpty(2);
    shareWidth();
}

} // namespace planlens::widgets

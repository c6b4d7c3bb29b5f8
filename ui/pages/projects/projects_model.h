// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/reports/summary.h"
#include "ui/theme/action_style.h"

#include <QAbstractTableModel>
#include <QSet>

#include <memory>
#include <optional>

namespace planlens::models {

/// The projects of a summary. Those whose plan contains changes can be marked as reviewed.
class ProjectsModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        ProjectColumn,
        VerdictColumn,
        ChangesColumn,
        RiskColumn,
        DriftColumn,
        SinceColumn, // of the drift
        AgeColumn,
        DurationColumn,
        WorkspaceColumn,
        OwnerColumn,
        ColumnCount
    };
    /// Numbers and severities for sorting.
    static constexpr int SortRole = Qt::UserRole + 100;

    using QAbstractTableModel::QAbstractTableModel;

    /// Sets the summary. Marks are kept for plans with the same hash.
    void setSummary(std::shared_ptr<const projects::Summary> summary);
    const std::shared_ptr<const projects::Summary>& summary() const { return m_summary; }
    const projects::ReportedProject* project(int row) const;
    /// Whether a column has no text in any row.
    bool isColumnEmpty(int column) const;
    /// Returns the reviewed projects, by name.
    std::vector<const projects::ReportedProject*> reviewed() const;
    /// Returns the number of projects that can be marked as reviewed.
    int reviewableCount() const;
    void setReviewed(const std::vector<int>& rows, bool isReviewed);
    /// Marks a change in all its projects, by its index in the summary. A project is reviewed when all its changes are,
    /// and no longer when one of them is not.
    void setChangeReviewed(std::size_t group, bool isReviewed);
    bool isChangeReviewed(std::size_t group) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void reviewedChanged();

private:
    bool isReviewable(const projects::ReportedProject& project) const;
    QString text(const projects::ReportedProject& project, int column) const;
    const projects::ReportedProject& projectOf(std::size_t reviewed) const;
    QString keyOfChange(const projects::ChangeGroup& group) const;
    bool areAllChangesReviewed(std::size_t reviewed) const;
    void mark(const std::vector<int>& rows, bool isReviewed);
    void reportReviewed();

    std::shared_ptr<const projects::Summary> m_summary;
    QSet<QString> m_reviewed;                        // hashes of plans, with the names of their projects
    QSet<QString> m_reviewedChanges;                 // keys of groups
    std::vector<QString> m_changeKeys;               // by group
    std::vector<std::vector<std::size_t>> m_changes; // the groups of a plan, by the index of a reviewed project
};

/// Returns the most severe action of a project, Delete first. NoOp: no changes. Failed projects have no kind.
theme::ActionKind worstKind(const projects::ReportedProject& project);
bool hasFailed(const projects::ReportedProject& project);
/// Returns the date since when an object drifts: "20.11.2026 or earlier"; empty if it is not known.
QString sinceText(const std::optional<projects::DriftSince>& row);

} // namespace planlens::models

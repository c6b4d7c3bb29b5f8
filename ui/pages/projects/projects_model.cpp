// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/projects/projects_model.h"

#include "ui/basics/plain_text.h"
#include "ui/basics/text.h"
#include "ui/language/words.h"
#include "ui/theme/theme.h"

#include <QDateTime>
#include <QLocale>

#include <limits>

namespace planlens::models {

using projects::ReportedProject;
using theme::ActionKind;

namespace {

/// Identifies the plan of a project.
QString keyOf(const ReportedProject& project) {
    return qstring(project.result.planHash) % u' ' % qstring(project.name);
}

/// For sorting by the number of the worst findings.
qlonglong riskOf(const projects::Result& result) {
    return qlonglong(result.counts.high * 1'000'000 + result.counts.medium * 1'000 + result.counts.low);
}

} // namespace

bool hasFailed(const ReportedProject& project) {
    return project.status == ReportedProject::Status::Failed;
}

ActionKind worstKind(const ReportedProject& project) {
    for (std::size_t kind = 0; kind < project.result.counts.changes.size(); ++kind)
        if (project.result.counts.changes[kind] > 0)
            return ActionKind(kind);
    return ActionKind::NoOp;
}

QString sinceText(const std::optional<projects::DriftSince>& row) {
    if (!row || (row->mayBeOlder && row->results < 2))
        return {};
    const QString date = QLocale().toString(QDateTime::fromSecsSinceEpoch(row->since).date(), QLocale::ShortFormat);
    return row->mayBeOlder ? ProjectsModel::tr("%1 or earlier").arg(date) : date;
}

void ProjectsModel::setSummary(std::shared_ptr<const projects::Summary> summary) {
    beginResetModel();
    m_summary = std::move(summary);
    m_changeKeys.clear();
    m_changes.assign(m_summary ? m_summary->reviewed.size() : 0, {});
    for (std::size_t group = 0; m_summary && group < m_summary->groups.size(); ++group) {
        const projects::ChangeGroup& change = m_summary->groups[group];
        m_changeKeys.push_back(keyOfChange(change));
        for (const std::size_t reviewed : change.projects)
            if (change.list != projects::ChangeList::Drift || projectOf(reviewed).result.mode == "refresh-only")
                m_changes[reviewed].push_back(group);
    }
    endResetModel();
    Q_EMIT reviewedChanged();
}

const ReportedProject* ProjectsModel::project(int row) const {
    return m_summary && row >= 0 && row < rowCount() ? &m_summary->projects[std::size_t(row)] : nullptr;
}

bool ProjectsModel::isColumnEmpty(int column) const {
    return !m_summary || std::ranges::all_of(m_summary->projects, [this, column](const ReportedProject& one) {
        return text(one, column).isEmpty();
    });
}

bool ProjectsModel::isReviewable(const ReportedProject& project) const {
    return project.status == ReportedProject::Status::Planned && !project.isApplied && project.result.hasChanges() &&
           !project.result.planHash.empty();
}

std::vector<const ReportedProject*> ProjectsModel::reviewed() const {
    std::vector<const ReportedProject*> reviewed;
    if (m_summary)
        for (const ReportedProject& project : m_summary->projects)
            if (isReviewable(project) && m_reviewed.contains(keyOf(project)))
                reviewed.push_back(&project);
    return reviewed;
}

int ProjectsModel::reviewableCount() const {
    return m_summary ? int(std::ranges::count_if(m_summary->projects,
                                                 [this](const ReportedProject& one) { return isReviewable(one); }))
                     : 0;
}

const ReportedProject& ProjectsModel::projectOf(std::size_t reviewed) const {
    return m_summary->projects[m_summary->indexes[reviewed]];
}

/// Identifies a change in the plans of its projects.
QString ProjectsModel::keyOfChange(const projects::ChangeGroup& group) const {
    QString key = qstring(titleOf(group, m_summary->reviewed));
    for (const std::size_t reviewed : group.projects)
        key += u'\n' % keyOf(projectOf(reviewed));
    return key;
}

bool ProjectsModel::areAllChangesReviewed(std::size_t reviewed) const {
    return std::ranges::all_of(m_changes[reviewed],
                               [this](std::size_t group) { return m_reviewedChanges.contains(m_changeKeys[group]); });
}

bool ProjectsModel::isChangeReviewed(std::size_t group) const {
    return m_reviewedChanges.contains(m_changeKeys[group]) ||
           std::ranges::all_of(m_summary->groups[group].projects, [this](std::size_t reviewed) {
               return m_reviewed.contains(keyOf(projectOf(reviewed)));
           });
}

void ProjectsModel::setChangeReviewed(std::size_t group, bool isReviewed) {
    if (isReviewed)
        m_reviewedChanges.insert(m_changeKeys[group]);
    else
        m_reviewedChanges.remove(m_changeKeys[group]);
    std::vector<int> rows;
    for (const std::size_t reviewed : m_summary->groups[group].projects)
        if (!isReviewed || areAllChangesReviewed(reviewed))
            rows.push_back(int(m_summary->indexes[reviewed]));
    mark(rows, isReviewed);
    reportReviewed();
}

void ProjectsModel::setReviewed(const std::vector<int>& rows, bool isReviewed) {
    mark(rows, isReviewed);
    for (std::size_t reviewed = 0; !isReviewed && reviewed < m_changes.size(); ++reviewed)
        if (std::ranges::count(rows, int(m_summary->indexes[reviewed])) > 0)
            for (const std::size_t group : m_changes[reviewed])
                m_reviewedChanges.remove(m_changeKeys[group]);
    reportReviewed();
}

void ProjectsModel::mark(const std::vector<int>& rows, bool isReviewed) {
    for (const int row : rows) {
        const ReportedProject* one = project(row);
        if (!one || !isReviewable(*one))
            continue;
        if (isReviewed)
            m_reviewed.insert(keyOf(*one));
        else
            m_reviewed.remove(keyOf(*one));
    }
}

void ProjectsModel::reportReviewed() {
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, ProjectColumn), index(rowCount() - 1, ProjectColumn), {Qt::CheckStateRole});
    Q_EMIT reviewedChanged();
}

int ProjectsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_summary ? 0 : int(m_summary->projects.size());
}
int ProjectsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ProjectsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case ProjectColumn:
        return tr("Project");
    case VerdictColumn:
        return tr("Worst action");
    case ChangesColumn:
        return tr("Changes");
    case RiskColumn:
        return tr("Risk");
    case DriftColumn:
        return tr("Drift");
    case SinceColumn:
        return tr("Drift since");
    case AgeColumn:
        return tr("Planned");
    case DurationColumn:
        return tr("Duration");
    case WorkspaceColumn:
        return tr("Workspace");
    case OwnerColumn:
        return tr("Owner");
    default:
        return {};
    }
}

QString ProjectsModel::text(const ReportedProject& project, int column) const {
    const projects::Result& result = project.result;
    const bool isMissing = project.status == ReportedProject::Status::Missing;
    switch (column) {
    case ProjectColumn:
        return qstring(project.name);
    case VerdictColumn: {
        if (hasFailed(project))
            return tr("✗ failed");
        if (isMissing)
            return tr("not planned");
        if (project.isApplied)
            return tr("✓ applied");
        const ActionKind kind = worstKind(project);
        return kind == ActionKind::NoOp ? tr("unchanged") : QString(theme::glyph(kind) % u' ' % theme::word(kind));
    }
    case ChangesColumn: {
        QStringList parts;
        for (std::size_t kind = 0; kind < result.counts.changes.size(); ++kind)
            if (const std::size_t count = result.counts.changes[kind];
                count > 0 && ActionKind(kind) != ActionKind::NoOp)
                parts.append(QString(theme::glyph(ActionKind(kind)) % QString::number(count)));
        return parts.join(u' ');
    }
    case RiskColumn:
        return result.counts.high > 0     ? tr("⚠ %1 high").arg(result.counts.high)
               : result.counts.medium > 0 ? tr("⚠ %1 medium").arg(result.counts.medium)
               : result.counts.low > 0    ? tr("%1 low").arg(result.counts.low)
                                          : QString();
    case DriftColumn:
        return result.counts.drift > 0 ? QString::number(result.counts.drift) : QString();
    case SinceColumn:
        return sinceText(projects::Summary::driftOf(project));
    case AgeColumn:
        return result.started > 0 ? language::ageText(QDateTime::fromSecsSinceEpoch(result.started)) : QString();
    case DurationColumn:
        return isMissing ? QString() : language::durationText(qint64(result.seconds * 1000));
    case WorkspaceColumn:
        return result.workspace == "default" ? QString() : qstring(result.workspace);
    case OwnerColumn: {
        QStringList owners;
        for (const std::string& owner : result.owners)
            owners.append(qstring(owner));
        return owners.join(QStringLiteral(", "));
    }
    default:
        return {};
    }
}

QVariant ProjectsModel::data(const QModelIndex& index, int role) const {
    const ReportedProject* one = project(index.row());
    if (!one)
        return {};
    const projects::Result& result = one->result;
    switch (role) {
    case Qt::DisplayRole:
        return text(*one, index.column());
    case Qt::ToolTipRole:
        return toolTipText(result.error.empty() ? text(*one, index.column()) : qstring(result.error));
    case Qt::CheckStateRole:
        if (index.column() != ProjectColumn || !isReviewable(*one))
            return {};
        return m_reviewed.contains(keyOf(*one)) ? Qt::Checked : Qt::Unchecked;
    case Qt::FontRole:
        return index.column() == ProjectColumn || index.column() == ChangesColumn ? QVariant(theme::monospaceFont())
                                                                                  : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() == DriftColumn || index.column() == DurationColumn
                   ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                   : QVariant();
    case Qt::ForegroundRole:
        if (index.column() == VerdictColumn) {
            const theme::Scheme scheme = theme::currentScheme();
            return hasFailed(*one)                                         ? theme::surfaces(scheme).error
                   : one->isApplied || worstKind(*one) == ActionKind::NoOp ? theme::surfaces(scheme).dimText
                                                                           : theme::color(worstKind(*one), scheme);
        }
        return index.column() == RiskColumn ? QVariant(theme::surfaces(theme::currentScheme()).warning) : QVariant();
    case SortRole:
        switch (index.column()) {
        case VerdictColumn: // then by risk
        case ChangesColumn:
            return (hasFailed(*one) ? -1 : qlonglong(worstKind(*one))) * 1'000'000'000 - riskOf(result);
        case RiskColumn:
            return -riskOf(result);
        case DriftColumn:
            return -qlonglong(result.counts.drift);
        case SinceColumn: {
            const auto row = projects::Summary::driftOf(*one);
            return row ? qlonglong(row->since) : std::numeric_limits<qlonglong>::max();
        }
        case AgeColumn:
            return qlonglong(result.started);
        case DurationColumn:
            return -result.seconds;
        default:
            return text(*one, index.column());
        }
    default:
        return {};
    }
}

bool ProjectsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || index.column() != ProjectColumn)
        return false;
    setReviewed({index.row()}, Qt::CheckState(value.toInt()) == Qt::Checked);
    return true;
}

Qt::ItemFlags ProjectsModel::flags(const QModelIndex& index) const {
    const ReportedProject* one = project(index.row());
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return one && index.column() == ProjectColumn && isReviewable(*one) ? flags | Qt::ItemIsUserCheckable : flags;
}

} // namespace planlens::models

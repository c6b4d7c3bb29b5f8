// SPDX-License-Identifier: MPL-2.0
#include "ui/models/difference_model.h"

#include "core/diff/plan_difference.h"
#include "ui/basics/plain_text.h"
#include "ui/basics/text.h"
#include "ui/models/roles.h"
#include "ui/theme/action_style.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>

#include <array>

namespace planlens::models {

namespace {

using diff::DifferenceKind;
using theme::ActionKind;

QString kindText(DifferenceKind kind) {
    switch (kind) {
    case DifferenceKind::Worse:
        return DifferenceModel::tr("▲ worse");
    case DifferenceKind::New:
        return DifferenceModel::tr("● new");
    case DifferenceKind::Different:
        return DifferenceModel::tr("◆ different");
    case DifferenceKind::Better:
        return DifferenceModel::tr("▼ better");
    case DifferenceKind::NotApplied:
        return DifferenceModel::tr("⊘ no longer applied");
    case DifferenceKind::Gone:
        return DifferenceModel::tr("○ removed");
    }
    return {};
}

ActionKind kindOf(const plans::ResourceInstanceChangePtr& change) {
    return change ? theme::actionKind(*change) : ActionKind::NoOp;
}

ActionKind kindOf(plans::Action action) {
    switch (action) {
    case plans::Action::Create:
        return ActionKind::Create;
    case plans::Action::Delete:
        return ActionKind::Delete;
    case plans::Action::NoOp:
        return ActionKind::NoOp;
    default:
        return ActionKind::Update;
    }
}

QString actionText(ActionKind kind) {
    return kind == ActionKind::NoOp ? DifferenceModel::tr("–")
                                    : QString(theme::glyph(kind) % QStringLiteral("  ") % theme::word(kind));
}

QVariant actionData(ActionKind kind, int role) {
    switch (role) {
    case Qt::DisplayRole:
        return actionText(kind);
    case Qt::AccessibleTextRole:
        return kind == ActionKind::NoOp ? DifferenceModel::tr("nothing") : theme::word(kind);
    case Qt::ForegroundRole:
        return kind == ActionKind::NoOp ? QVariant() : QVariant(theme::color(kind, theme::currentScheme()));
    default:
        return {};
    }
}

QVariant kindData(DifferenceKind kind, int role) {
    switch (role) {
    case Qt::DisplayRole:
        return kindText(kind);
    case Qt::AccessibleTextRole:
        return kindText(kind).mid(2);
    case Qt::ForegroundRole:
        if (kind == DifferenceKind::Worse)
            return theme::surfaces(theme::currentScheme()).error;
        return {};
    default:
        return {};
    }
}

QVariant textData(const QString& text, int role) {
    switch (role) {
    case Qt::DisplayRole:
        return text;
    case Qt::ToolTipRole:
        return toolTipText(text);
    case Qt::FontRole:
        return theme::monospaceFont();
    default:
        return {};
    }
}

} // namespace

DifferenceModel::DifferenceModel(QObject* parent)
    : QAbstractTableModel(parent) {}
DifferenceModel::~DifferenceModel() = default;

void DifferenceModel::setDifference(std::shared_ptr<const diff::PlanDifference> difference) {
    beginResetModel();
    m_difference = std::move(difference);
    endResetModel();
}

int DifferenceModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_difference ? 0 : int(m_difference->size());
}
int DifferenceModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant DifferenceModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case KindColumn:
        return tr("Result");
    case AddressColumn:
        return tr("Resource instance");
    case BeforeColumn:
        return tr("Before");
    case AfterColumn:
        return tr("Now");
    case ArgumentsColumn:
        return tr("Difference");
    default:
        return {};
    }
}

QVariant DifferenceModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto row = std::size_t(index.row());
    return row < m_difference->changes.size() ? changeData(row, index.column(), role)
                                              : outputData(row - m_difference->changes.size(), index.column(), role);
}

QVariant DifferenceModel::changeData(std::size_t row, int column, int role) const {
    const diff::ChangeDifference& shown = m_difference->changes[row];
    if (role == AddressRole)
        return qstring(shown.address.toString());
    switch (column) {
    case KindColumn:
        return kindData(shown.kind, role);
    case AddressColumn: {
        if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
            return textData({}, role);
        const QString address = qstring(shown.address.toString());
        return textData(
            shown.deposed.empty() ? address : tr("%1 (deposed object %2)").arg(address, qstring(shown.deposed)), role);
    }
    case BeforeColumn:
        return actionData(kindOf(shown.before), role);
    case AfterColumn:
        return actionData(kindOf(shown.after), role);
    case ArgumentsColumn: {
        QStringList names;
        for (const std::string& name : shown.arguments)
            names.append(qstring(name));
        if (shown.before && shown.after && shown.before->change.action != shown.after->change.action &&
            plans::isReplace(shown.before->change.action) && plans::isReplace(shown.after->change.action))
            names.append(tr("(order of destroy and create)"));
        else if (names.isEmpty() && shown.before && shown.after &&
                 shown.before->change.action == shown.after->change.action)
            names.append(shown.before->reason != shown.after->reason ? tr("(reason)") : tr("(prior object)"));
        return textData(names.join(QStringLiteral(", ")), role);
    }
    default:
        return {};
    }
}

QVariant DifferenceModel::outputData(std::size_t row, int column, int role) const {
    const diff::OutputDifference& shown = m_difference->outputs[row];
    switch (column) {
    case KindColumn:
        return kindData(shown.kind, role);
    case AddressColumn:
        return textData(role == Qt::DisplayRole || role == Qt::ToolTipRole ? tr("output %1").arg(qstring(shown.name))
                                                                           : QString(),
                        role);
    case BeforeColumn:
        return actionData(kindOf(shown.before), role);
    case AfterColumn:
        return actionData(kindOf(shown.after), role);
    case ArgumentsColumn:
        return textData(shown.kind == DifferenceKind::Different ? tr("value") : QString(), role);
    default:
        return {};
    }
}

QString differenceSummary(const diff::PlanDifference& difference) {
    QStringList parts;
    const auto add = [&](DifferenceKind kind, QString (*text)(int count)) {
        if (const std::size_t count = difference.count(kind))
            parts.append(text(int(count)));
    };
    add(DifferenceKind::Worse, [](int count) { return DifferenceModel::tr("%n worse", nullptr, count); });
    add(DifferenceKind::New, [](int count) { return DifferenceModel::tr("%n new", nullptr, count); });
    add(DifferenceKind::Different, [](int count) { return DifferenceModel::tr("%n different", nullptr, count); });
    add(DifferenceKind::Better, [](int count) { return DifferenceModel::tr("%n better", nullptr, count); });
    add(DifferenceKind::NotApplied,
        [](int count) { return DifferenceModel::tr("%n no longer applied", nullptr, count); });
    add(DifferenceKind::Gone, [](int count) { return DifferenceModel::tr("%n removed", nullptr, count); });
    if (parts.isEmpty())
        parts.append(DifferenceModel::tr("no difference"));
    if (difference.unchanged > 0)
        parts.append(DifferenceModel::tr("%n unchanged", nullptr, int(difference.unchanged)));
    return parts.join(QStringLiteral(", "));
}

} // namespace planlens::models

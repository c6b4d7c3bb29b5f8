// SPDX-License-Identifier: MPL-2.0
#include "ui/models/state_tree_model.h"

#include "ui/basics/plain_text.h"
#include "ui/basics/state_snapshot.h"
#include "ui/basics/text.h"
#include "ui/models/attribute_rows.h"
#include "ui/models/roles.h"
#include "ui/theme/theme.h"

#include <QSize>

namespace planlens::models {

using states::OutlineEntry;
using states::OutlineGroup;

namespace {

QString statusText(states::CheckStatus status) {
    switch (status) {
    case states::CheckStatus::Pass:
        return StateTreeModel::tr("✓ passed");
    case states::CheckStatus::Fail:
        return StateTreeModel::tr("✗ failed");
    case states::CheckStatus::Error:
        return StateTreeModel::tr("✗ error");
    case states::CheckStatus::Unknown:
        break;
    }
    return StateTreeModel::tr("? not known");
}

/// Puts the type first, because it identifies the provider and remains visible in narrow columns.
QString providerText(const addrs::Provider& provider) {
    if (provider.isBuiltIn())
        return StateTreeModel::tr("%1 · built-in").arg(qstring(provider.type()));
    const QString whole = qstring(provider.forDisplay()), type = qstring(provider.type());
    return whole.size() > type.size()
               ? QString(type % QStringLiteral(" · ") % QStringView(whole).chopped(type.size() + 1))
               : type;
}

bool isBad(const OutlineEntry& entry) {
    return entry.kind == OutlineEntry::Kind::Check && states::hasFailed(entry.status);
}
bool isOdd(const OutlineEntry& entry) {
    return entry.kind == OutlineEntry::Kind::Deposed ||
           (entry.object && entry.object->status != states::ObjectStatus::Ready);
}

} // namespace

StateTreeModel::StateTreeModel(QObject* parent)
    : QAbstractItemModel(parent)
    , m_groups(1) {}
StateTreeModel::~StateTreeModel() = default;

void StateTreeModel::setSnapshot(std::shared_ptr<const session::StateSnapshot> snapshot) {
    beginResetModel();
    m_snapshot = std::move(snapshot);
    m_ids.clear();
    regroup();
    endResetModel();
}

void StateTreeModel::setQuery(const AddressQuery& query) {
    if (query == m_query)
        return;
    beginResetModel();
    m_query = query;
    regroup();
    endResetModel();
}

void StateTreeModel::regroup() {
    static const std::vector<OutlineEntry> none;
    m_groups = states::outlineGroups(m_snapshot ? m_snapshot->entries : none, [this](const OutlineEntry& entry) {
        return m_query.isEmpty() || m_query.matches(qstring(entry.address));
    });
}

int StateTreeModel::shownCount() const {
    return int(m_groups.front().count);
}
int StateTreeModel::count() const {
    return m_snapshot ? int(m_snapshot->entries.size()) : 0;
}

const OutlineGroup* StateTreeModel::groupOf(const QModelIndex& index) const {
    if (!index.isValid())
        return &m_groups.front();
    const OutlineGroup& in = m_groups[index.internalId()];
    return std::size_t(index.row()) < in.groups.size() ? &m_groups[in.groups[std::size_t(index.row())]] : nullptr;
}

std::size_t StateTreeModel::placeOf(const QModelIndex& entry) const {
    const OutlineGroup& in = m_groups[entry.internalId()];
    return in.entries[std::size_t(entry.row()) - in.groups.size()];
}

const OutlineEntry* StateTreeModel::entryOf(const QModelIndex& index) const {
    return !index.isValid() || groupOf(index) ? nullptr : &m_snapshot->entries[placeOf(index)];
}

QModelIndex StateTreeModel::indexOf(const QString& address) const {
    const std::string wanted = stdString(address);
    for (std::size_t group = 0; group < m_groups.size(); ++group)
        for (std::size_t row = 0; row < m_groups[group].entries.size(); ++row) {
            const OutlineEntry& entry = m_snapshot->entries[m_groups[group].entries[row]];
            if (entry.address == wanted || (entry.object && (entry.instance.containing().toString() == wanted ||
                                                             entry.instance.config().toString() == wanted)))
                return createIndex(int(m_groups[group].groups.size() + row), 0, group);
        }
    return {};
}

QModelIndex StateTreeModel::index(int row, int column, const QModelIndex& parent) const {
    if (row < 0 || column < 0 || column >= ColumnCount || row >= rowCount(parent))
        return {};
    return createIndex(row, column, quintptr(groupOf(parent) - m_groups.data()));
}

QModelIndex StateTreeModel::parent(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == 0)
        return {};
    const OutlineGroup& in = m_groups[index.internalId()];
    return createIndex(int(in.row), 0, quintptr(in.parent));
}

int StateTreeModel::rowCount(const QModelIndex& parent) const {
    const OutlineGroup* group = parent.column() > 0 ? nullptr : groupOf(parent);
    return group ? int(group->groups.size() + group->entries.size()) : 0;
}

int StateTreeModel::columnCount(const QModelIndex&) const {
    return ColumnCount;
}

QVariant StateTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("In the state");
    case IdColumn:
        return tr("Object or value");
    case StatusColumn:
        return tr("Status");
    case ProviderColumn:
        return tr("Provider");
    default:
        return {};
    }
}

QString StateTreeModel::groupText(const OutlineGroup& group, int column) const {
    if (column == IdColumn)
        return group.kind == OutlineGroup::Kind::Type || group.kind == OutlineGroup::Kind::Module
                   ? tr("%n object(s)", nullptr, int(group.count))
                   : QString::number(group.count);
    if (column != NameColumn)
        return {};
    switch (group.kind) {
    case OutlineGroup::Kind::Outputs:
        return tr("Outputs");
    case OutlineGroup::Kind::Checks:
        return tr("Checks");
    case OutlineGroup::Kind::Root:
    case OutlineGroup::Kind::Module:
    case OutlineGroup::Kind::Type:
        break;
    }
    return qstring(group.name);
}

/// Returns the id of an object, or the value of an output.
QString StateTreeModel::idOf(std::size_t place) const {
    const OutlineEntry& entry = m_snapshot->entries[place];
    if (entry.kind == OutlineEntry::Kind::Check)
        return entry.messages.empty() ? QString() : maskedText(entry.messages.front(), m_snapshot->secrets);
    const auto known = m_ids.constFind(place);
    if (known != m_ids.constEnd())
        return *known;
    QString text;
    const values::Value value = m_snapshot->valueOf(entry);
    if (entry.kind == OutlineEntry::Kind::Output) {
        text = valueText(value, m_snapshot->secrets);
    } else if (const values::Value plain = value.unmarked();
               plain.isKnown() && !plain.isNull() && plain.type().isMapping()) {
        for (const char* name : {"id", "arn", "name"})
            if (const values::Value* id = plain.find(name);
                id && id->unmarked().isKnown() && !id->unmarked().isNull()) {
                text = value.isSensitive() ? secretMask() : valueText(*id, m_snapshot->secrets);
                if (text.startsWith(u'"') && text.endsWith(u'"'))
                    text = text.mid(1, text.size() - 2);
                break;
            }
    }
    m_ids.insert(place, text);
    return text;
}

QString StateTreeModel::entryText(std::size_t place, int column) const {
    const OutlineEntry& entry = m_snapshot->entries[place];
    switch (column) {
    case NameColumn:
        return qstring(entry.name);
    case IdColumn:
        return idOf(place);
    case StatusColumn: {
        if (entry.kind == OutlineEntry::Kind::Check)
            return statusText(entry.status);
        if (entry.kind == OutlineEntry::Kind::Output)
            return m_snapshot->state->outputs.at(entry.name).sensitive ? tr("sensitive") : QString();
        QStringList words;
        if (entry.kind == OutlineEntry::Kind::Deposed)
            words.append(tr("◌ deposed %1").arg(qstring(entry.deposed)));
        if (entry.object->status == states::ObjectStatus::Tainted)
            words.append(tr("! tainted"));
        return words.join(QStringLiteral(", "));
    }
    case ProviderColumn:
        return entry.object ? providerText(entry.provider.provider) : QString();
    default:
        return {};
    }
}

QVariant StateTreeModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const OutlineGroup* group = groupOf(index);
    const OutlineEntry* entry = entryOf(index);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: {
        if (role == Qt::ToolTipRole && entry && index.column() == NameColumn)
            return toolTipText(qstring(entry->address));
        const QString text = group ? groupText(*group, index.column()) : entryText(placeOf(index), index.column());
        return role == Qt::ToolTipRole ? toolTipText(text) : text;
    }
    case Qt::SizeHintRole:
        return QSize(0, theme::rowHeight);
    case AddressRole:
        return entry ? qstring(entry->address) : QString();
    case Qt::FontRole: {
        const bool isWord = group && (index.column() != NameColumn || group->kind == OutlineGroup::Kind::Outputs ||
                                      group->kind == OutlineGroup::Kind::Checks);
        return isWord || index.column() >= StatusColumn ? QVariant() : QVariant(theme::monospaceFont());
    }
    case Qt::ForegroundRole: {
        const theme::Surfaces& s = theme::surfaces(theme::currentScheme());
        if (group)
            return index.column() == NameColumn ? QVariant() : QVariant(s.dimText);
        if (index.column() == StatusColumn)
            return isBad(*entry) ? QVariant(s.error) : isOdd(*entry) ? QVariant(s.warning) : QVariant(s.dimText);
        return index.column() == ProviderColumn ? QVariant(s.dimText) : QVariant();
    }
    case Qt::AccessibleTextRole: {
        if (index.column() != NameColumn || !entry)
            return {};
        const QString status = entryText(placeOf(index), StatusColumn);
        return status.isEmpty() ? qstring(entry->address)
                                : QString(qstring(entry->address) % QStringLiteral(", ") % status);
    }
    default:
        return {};
    }
}

} // namespace planlens::models

// SPDX-License-Identifier: MPL-2.0
#include "ui/models/changes/change_filter_model.h"

#include "ui/models/changes/change_tree_model.h"
#include "ui/models/roles.h"

#include <functional>
#include <numeric>
#include <utility>

namespace planlens::models {

namespace {

bool holdsResources(const QModelIndex& index) {
    const auto type = NodeType(index.data(NodeTypeRole).toInt());
    return type == NodeType::Section || type == NodeType::Module || type == NodeType::Same;
}

} // namespace

void ChangeFilterModel::set(const QSet<int>& kinds, std::optional<QSet<QString>> addresses, const AddressQuery& query,
                            const QSet<int>& severities) {
    if (!m_released && m_kinds == kinds && m_addresses == addresses && m_query == query && m_severities == severities)
        return;
    m_severities = severities;
    m_kinds = kinds;
    m_addresses = std::move(addresses);
    m_query = query;
    // Resets the model; for signals about ranges, the view would check every expanded row for each range.
    release();
    setSourceModel(std::exchange(m_released, nullptr));
}

void ChangeFilterModel::release() {
    if (m_released)
        return;
    m_released = sourceModel();
    setSourceModel(nullptr);
}

int ChangeFilterModel::columnCount(const QModelIndex& parent) const {
    return m_released ? ChangeTreeModel::ColumnCount : QSortFilterProxyModel::columnCount(parent);
}

void ChangeFilterModel::setKinds(const QSet<int>& kinds) {
    set(kinds, m_addresses, m_query, m_severities);
}
void ChangeFilterModel::setQuery(const AddressQuery& query) {
    set(m_kinds, m_addresses, query, m_severities);
}
void ChangeFilterModel::setAddresses(std::optional<QSet<QString>> addresses) {
    set(m_kinds, std::move(addresses), m_query, m_severities);
}

ChangeFilterModel::Addresses ChangeFilterModel::addresses() const {
    Addresses addresses;
    const auto add = [&](const QModelIndex& index) {
        if (NodeType(index.data(NodeTypeRole).toInt()) == NodeType::Resource)
            (isChosen(index) ? addresses.chosen : addresses.others).append(index.data(AddressRole).toString());
    };
    const std::function<void(const QModelIndex&)> addBeneath = [&](const QModelIndex& parent) {
        for (int row = 0; row < sourceModel()->rowCount(parent); ++row) {
            const QModelIndex index = sourceModel()->index(row, 0, parent);
            add(index);
            if (holdsResources(index))
                addBeneath(index);
        }
    };
    addBeneath({});
    return addresses;
}

bool ChangeFilterModel::isChosen(const QModelIndex& resource) const {
    if (m_addresses && !m_addresses->contains(resource.data(AddressRole).toString()))
        return false;
    if (m_kinds.isEmpty())
        return true;
    return resource.data(AppliedRole).toBool() &&
           (m_kinds.contains(resource.data(KindRole).toInt()) ||
            (m_kinds.contains(int(theme::ActionKind::Move)) && resource.data(MovedRole).toBool()) ||
            (m_kinds.contains(int(theme::ActionKind::Import)) && resource.data(ImportedRole).toBool()));
}

bool ChangeFilterModel::hasChildren(const QModelIndex& parent) const {
    return parent.isValid() && sourceModel() ? sourceModel()->hasChildren(mapToSource(parent))
                                             : QSortFilterProxyModel::hasChildren(parent);
}

std::array<int, theme::allActionKinds.size()> ChangeFilterModel::shownCounts(const QModelIndex& parent) const {
    std::array<int, theme::allActionKinds.size()> counts{};
    for (int row = 0; row < rowCount(parent); ++row) {
        const QModelIndex child = index(row, 0, parent);
        if (NodeType(child.data(NodeTypeRole).toInt()) == NodeType::Resource)
            ++counts[std::size_t(child.data(KindRole).toInt())];
        else if (holdsResources(child))
            for (std::size_t kind = 0; const int count : shownCounts(child))
                counts[kind++] += count;
    }
    return counts;
}

QVariant ChangeFilterModel::data(const QModelIndex& index, int role) const {
    const QVariant data = QSortFilterProxyModel::data(index, role);
    const bool isText = index.column() == 0 && (role == Qt::DisplayRole || role == Qt::AccessibleTextRole);
    if (!isActive() || (!isText && role != ActionCountsRole))
        return data;
    const auto type = NodeType(index.data(NodeTypeRole).toInt());
    if (type == NodeType::Same && isText) {
        const int shown = rowCount(index);
        return shown == sourceModel()->rowCount(mapToSource(index))
                   ? data
                   : QVariant(tr("%1, %L2 of them shown").arg(data.toString()).arg(shown));
    }
    if (role == ActionCountsRole && holdsResources(index)) {
        QVariantList list;
        for (const int count : shownCounts(index.siblingAtColumn(0)))
            list.append(count);
        return list;
    }
    if (type == NodeType::Section) {
        const auto counts = shownCounts(index);
        int findings = 0; // they are first
        while (NodeType(this->index(findings, 0, index).data(NodeTypeRole).toInt()) == NodeType::Finding)
            ++findings;
        return ChangeTreeModel::sectionText(index.data(TitleRole).toString(),
                                            std::accumulate(counts.begin(), counts.end(), 0), findings, role);
    }
    return data;
}

bool ChangeFilterModel::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    switch (NodeType(index.data(NodeTypeRole).toInt())) {
    case NodeType::Resource:
        return isChosen(index) && (m_query.isEmpty() || m_query.matches(index.data(AddressRole).toString()));
    case NodeType::Section:
    case NodeType::Module:
    case NodeType::Same:
        for (int child = 0; child < sourceModel()->rowCount(index); ++child)
            if (filterAcceptsRow(child, index))
                return true;
        return false;
    case NodeType::Finding:
        return !isActive() || m_severities.contains(index.data(SeverityRole).toInt());
    case NodeType::Hidden:
        return parent.isValid() || !isActive();
    case NodeType::Attribute:
    case NodeType::Computed:
    case NodeType::NoEffect:
        break;
    }
    return true;
}

} // namespace planlens::models

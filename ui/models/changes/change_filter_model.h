// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/search/address_search.h"
#include "ui/theme/action_style.h"

#include <QSet>
#include <QSortFilterProxyModel>

#include <optional>

namespace planlens::models {

/// Shows resource instances of the selected kinds and addresses that match a query, their modules, and all of their
/// attributes.
class ChangeFilterModel final : public QSortFilterProxyModel {
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    /// Sets all at once. While rows are filtered out, only findings about the whole plan with one of `severities` are
    /// shown. All setters reset the model if something changes.
    void set(const QSet<int>& kinds, std::optional<QSet<QString>> addresses, const AddressQuery& query,
             const QSet<int>& severities = {});
    /// Removes all rows until the next call of set(). Both are slow for large plans, so they can be called in separate
    /// steps.
    void release();
    /// An empty set accepts all kinds.
    void setKinds(const QSet<int>& kinds);
    /// nullopt accepts all addresses.
    void setAddresses(std::optional<QSet<QString>> addresses);
    /// An empty query accepts all addresses.
    void setQuery(const AddressQuery& query);
    const QSet<int>& kinds() const { return m_kinds; }
    const AddressQuery& query() const { return m_query; }
    /// Whether rows are filtered out.
    bool isActive() const { return !m_kinds.isEmpty() || m_addresses || !m_query.isEmpty(); }
    /// The addresses of resource instances that pass all filters except the query, in row order, and the others.
    struct Addresses {
        QStringList chosen, others;
    };
    Addresses addresses() const;

    /// Constant even without rows, so that views keep their columns.
    int columnCount(const QModelIndex& parent = {}) const override;
    /// Does not visit descendants: only rows that contain resources are accepted.
    bool hasChildren(const QModelIndex& parent = {}) const override;
    /// Counts of sections, modules and groups are those of the shown rows.
    QVariant data(const QModelIndex& index, int role) const override;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    bool isChosen(const QModelIndex& resource) const;
    std::array<int, theme::allActionKinds.size()> shownCounts(const QModelIndex& parent) const;

    QSet<int> m_kinds;
    std::optional<QSet<QString>> m_addresses;
    AddressQuery m_query;
    QSet<int> m_severities;                   // risk::Severity
    QAbstractItemModel* m_released = nullptr; // the source model after release()
};

} // namespace planlens::models

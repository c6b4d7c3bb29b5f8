// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/search/address_search.h"
#include "ui/theme/action_style.h"

#include <QSet>
#include <QSortFilterProxyModel>

#include <optional>

namespace planlens::models {

/// Lets through resource instances of chosen kinds and addresses that match a query, the modules of those, and all
/// attributes of what is let through.
class ChangeFilterModel final : public QSortFilterProxyModel {
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    /// All three at once. All setters reset the model where something changes.
    void set(const QSet<int>& kinds, std::optional<QSet<QString>> addresses, const AddressQuery& query);
    /// Lets go of all rows until the next call of set(). Both take their time where there is much, and so can be done
    /// one by one.
    void release();
    /// An empty set lets all kinds through.
    void setKinds(const QSet<int>& kinds);
    /// Nothing lets all addresses through.
    void setAddresses(std::optional<QSet<QString>> addresses);
    /// An empty query lets all addresses through.
    void setQuery(const AddressQuery& query);
    const QSet<int>& kinds() const { return m_kinds; }
    const AddressQuery& query() const { return m_query; }
    /// Whether rows are left out.
    bool isActive() const { return !m_kinds.isEmpty() || m_addresses || !m_query.isEmpty(); }
    /// Addresses of the resource instances that pass all but the query, in the order of the rows, and of the others.
    struct Addresses {
        QStringList chosen, others;
    };
    Addresses addresses() const;

    /// The same without rows, so that views keep their columns.
    int columnCount(const QModelIndex& parent = {}) const override;
    /// Without looking at all that is beneath: what holds resources is let through only where one of them is.
    bool hasChildren(const QModelIndex& parent = {}) const override;
    /// Of several with the same change, how many are shown is told where not all are.
    QVariant data(const QModelIndex& index, int role) const override;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    bool isChosen(const QModelIndex& resource) const;

    QSet<int> m_kinds;
    std::optional<QSet<QString>> m_addresses;
    AddressQuery m_query;
    QAbstractItemModel* m_released = nullptr; // the source, while all rows are let go of
};

} // namespace planlens::models

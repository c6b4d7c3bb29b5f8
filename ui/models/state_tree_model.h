// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/search/address_search.h"

#include <QAbstractItemModel>
#include <QHash>

#include <memory>
#include <vector>

namespace planlens::session {
struct StateSnapshot;
}
namespace planlens::states {
struct OutlineEntry;
struct OutlineGroup;
} // namespace planlens::states

namespace planlens::models {

/// The contents of a state as a tree: modules, resource types, objects; then outputs and checks. Row data is computed
/// on demand.
class StateTreeModel final : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { NameColumn, IdColumn, StatusColumn, ProviderColumn, ColumnCount };

    explicit StateTreeModel(QObject* parent = nullptr);
    ~StateTreeModel() override;

    /// Sets the state; null: none.
    void setSnapshot(std::shared_ptr<const session::StateSnapshot> snapshot);
    /// Shows only matching addresses; an empty query shows everything.
    void setQuery(const AddressQuery& query);
    /// Returns the number of shown objects, outputs and checks.
    int shownCount() const;
    int count() const;

    /// Returns the entry of a row; null for groups.
    const states::OutlineEntry* entryOf(const QModelIndex& index) const;
    /// Returns the first object of an address or of the resource that contains it.
    QModelIndex indexOf(const QString& address) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void regroup();
    /// Returns the group of an index; null for entries.
    const states::OutlineGroup* groupOf(const QModelIndex& index) const;
    std::size_t placeOf(const QModelIndex& entry) const;
    QString groupText(const states::OutlineGroup& group, int column) const;
    QString entryText(std::size_t place, int column) const;
    QString idOf(std::size_t place) const;

    std::shared_ptr<const session::StateSnapshot> m_snapshot;
    AddressQuery m_query;
    std::vector<states::OutlineGroup> m_groups; // the internal id of an index is the number of its group
    mutable QHash<quint64, QString> m_ids;      // cache for displayed rows
};

} // namespace planlens::models

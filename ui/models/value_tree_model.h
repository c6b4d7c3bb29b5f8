// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/secrets.h"

#include <QAbstractItemModel>

#include <memory>

namespace planlens::values {
class Value;
}

namespace planlens::models {

/// A value as a tree of its attributes; rows are created when their parent is expanded. Sensitive values are masked.
class ValueTreeModel final : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { NameColumn, ValueColumn, ColumnCount };

    explicit ValueTreeModel(QObject* parent = nullptr);
    ~ValueTreeModel() override;

    /// Shows the attributes of the value; null attributes are only counted.
    void setValue(const values::Value& value, const Secrets& secrets);
    /// Shows one named value.
    void setNamed(const QString& name, const values::Value& value, const Secrets& secrets);
    void clear();

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    bool hasChildren(const QModelIndex& parent = {}) const override;
    bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Node;
    Node* nodeOf(const QModelIndex& index) const;
    void fill(Node& node) const;

    Secrets m_secrets;
    std::unique_ptr<Node> m_root;
};

} // namespace planlens::models

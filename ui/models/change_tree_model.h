// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"
#include "ui/models/roles.h"

#include <QAbstractItemModel>
#include <QHash>
#include <QStringList>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace planlens::plans {
struct Plan;
}

namespace planlens::models {

/// The changes of a plan as a tree: module instance → resource instance → attributes. Resource instances of the root module
/// stand at the top. What stays as it is is left out and counted in a row of its own. Attributes are worked out when a
/// resource is unfolded.
class ChangeTreeModel final : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { ChangeColumn, BeforeColumn, AfterColumn, NotesColumn, ColumnCount };

    explicit ChangeTreeModel(QObject* parent = nullptr);
    ~ChangeTreeModel() override;

    /// Shows another plan; null: nothing.
    void setPlan(std::shared_ptr<const plans::Plan> plan);
    const std::shared_ptr<const plans::Plan>& plan() const { return m_plan; }

    QModelIndex indexOf(const QString& address) const;
    /// What is left out because nothing changes.
    const QStringList& unchangedAddresses() const;
    void setStatus(const QString& address, ApplyStatus status);
    /// Of all resource instances at once.
    void setStatusOfAll(ApplyStatus status);

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    bool hasChildren(const QModelIndex& parent = {}) const override;
    bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    /// The rows of the plan before: big ones are better freed on another thread.
    void rowsReplaced(std::shared_ptr<const void> old);

private:
    struct Node;
    Node* nodeOf(const QModelIndex& index) const;
    QModelIndex indexOfNode(const Node* node, int column) const;
    void build();
    QVariant resourceData(const Node& node, int column, int role) const;
    QVariant attributeData(const Node& node, int column, int role) const;
    QVariant moduleData(const Node& node, int column, int role) const;

    std::shared_ptr<const plans::Plan> m_plan;
    std::shared_ptr<Node> m_root;
    QHash<QString, Node*> m_byAddress;
    mutable std::optional<QStringList> m_unchanged; // worked out when it is asked for
    masking::Secrets m_secrets;
};

} // namespace planlens::models

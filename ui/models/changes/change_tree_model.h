// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/instance_status.h"
#include "ui/models/search/found_at.h"

#include <QAbstractItemModel>
#include <QHash>
#include <QSet>
#include <QStringList>
#include <QVector>

#include <memory>
#include <string>
#include <vector>

namespace planlens::diff {
struct SameChange;
}
namespace planlens::masking {
class Secrets;
}
namespace planlens::plans {
struct Plan;
}

namespace planlens::models {

struct ChangeRows;
struct TextPair;
using SameChangesPtr = std::shared_ptr<const std::vector<diff::SameChange>>;

/// The changes of a plan as a tree: module instance → resource instance → attributes. Resource instances of the root
/// module are at the top level. Unchanged ones are omitted and counted in a separate row. Attributes are computed when
/// a resource is expanded. Identical changes are grouped under one row in their module, or at the top level if they
/// span modules. A module without other changes then has no row.
class ChangeTreeModel final : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { ChangeColumn, BeforeColumn, AfterColumn, NotesColumn, ColumnCount };

    explicit ChangeTreeModel(QObject* parent = nullptr);
    ~ChangeTreeModel() override;

    struct Node;
    enum class SameRows { Folded, Apart };
    /// Builds the rows of a plan for one model. Pure; large plans are processed on another thread.
    static std::shared_ptr<ChangeRows> rowsOf(const plans::Plan& plan, masking::Secrets secrets,
                                              const SameChangesPtr& same, SameRows form, const FindingTitles& findings);
    /// Shows another plan; null: nothing. Without given groups and rows, groups are only computed here for small plans;
    /// rows always.
    void setPlan(std::shared_ptr<const plans::Plan> plan, SameChangesPtr same = nullptr,
                 std::shared_ptr<ChangeRows> rows = nullptr);
    /// Whether identical changes are grouped under one row. Resets the model.
    void setSameRows(SameRows rows);
    const std::shared_ptr<const plans::Plan>& plan() const { return m_plan; }

    /// Titles of findings by address, used in the notes of the next plan that is set.
    void setFindings(FindingTitles findings) { m_findings = std::move(findings); }

    /// The row of a resource instance or module; for a module without a row, the group that contains its changes.
    QModelIndex indexOf(const QString& address) const;
    /// Both sides of a text with details; null for other rows.
    std::shared_ptr<const TextPair> texts(const QModelIndex& index) const;
    /// Addresses omitted because nothing changes.
    const QStringList& unchangedAddresses() const;
    /// The note is the start or duration of the operation.
    void setStatus(const QString& address, ApplyStatus status, const QString& note = {}) {
        setStatuses({{address, status, note}});
    }
    /// Only emits manyChanged(), because views process every reported row separately.
    void setStatuses(const QVector<InstanceStatus>& statuses);
    /// Sets the resource instances marked as reviewed.
    void setReviewed(const QSet<QString>& addresses);
    /// Sets the status of all resource instances. Emits manyChanged().
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
    /// The previous rows. Free large ones on another thread.
    void rowsReplaced(std::shared_ptr<const void> old);
    /// The display of any row may have changed; the structure is the same.
    void manyChanged();

private:
    Node* nodeOf(const QModelIndex& index) const;
    QModelIndex indexOfNode(const Node* node, int column) const;
    void replaceRows(std::shared_ptr<ChangeRows> rows);
    static QStringList findingBadge(int count);
    QVariant resourceData(const Node& node, int column, int role) const;
    QVariant attributeData(const Node& node, int column, int role) const;
    QVariant moduleData(const Node& node, int column, int role) const;
    QVariant sameData(const Node& node, int column, int role) const;

    std::shared_ptr<const plans::Plan> m_plan;
    SameChangesPtr m_sameChanges;
    SameRows m_sameRows = SameRows::Folded;
    std::shared_ptr<ChangeRows> m_rows;
    QSet<QString> m_reviewed;
    FindingTitles m_findings;
};

} // namespace planlens::models

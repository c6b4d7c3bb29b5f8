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
/// module stand at the top. What stays as it is is left out and counted in a row of its own. Attributes are worked out
/// when a resource is unfolded. Resource instances with the same change stand beneath one row, in their module or,
/// where they are of several, at the top; a module of which nothing else changes then has no row.
class ChangeTreeModel final : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { ChangeColumn, BeforeColumn, AfterColumn, NotesColumn, ColumnCount };

    explicit ChangeTreeModel(QObject* parent = nullptr);
    ~ChangeTreeModel() override;

    struct Node;
    enum class SameRows { Folded, Apart };
    /// The rows of a plan, for one model. Pure: where there is much they are made on another thread, for it takes
    /// longer than a window may stand still.
    static std::shared_ptr<ChangeRows> rowsOf(const plans::Plan& plan, masking::Secrets secrets,
                                              const SameChangesPtr& same, SameRows form, const FindingTitles& findings);
    /// Shows another plan; null: nothing. Which changes are the same is worked out here only where the plan is small;
    /// rows are, where none with those folded are given.
    void setPlan(std::shared_ptr<const plans::Plan> plan, SameChangesPtr same = nullptr,
                 std::shared_ptr<ChangeRows> rows = nullptr);
    /// Whether changes that are the same stand beneath one row. Resets the model.
    void setSameRows(SameRows rows);
    const std::shared_ptr<const plans::Plan>& plan() const { return m_plan; }

    /// Titles of findings by address, told in the notes of the next plan that is set.
    void setFindings(FindingTitles findings) { m_findings = std::move(findings); }

    /// Of a resource instance or module; of a module without a row, what its changes are folded into.
    QModelIndex indexOf(const QString& address) const;
    /// Both sides of a text that there is more to say about; null for other rows.
    std::shared_ptr<const TextPair> texts(const QModelIndex& index) const;
    /// What is left out because nothing changes.
    const QStringList& unchangedAddresses() const;
    /// The note says since when or how long.
    void setStatus(const QString& address, ApplyStatus status, const QString& note = {}) {
        setStatuses({{address, status, note}});
    }
    /// Of many at once only manyChanged() tells: a view looks for each row that it is told of.
    void setStatuses(const QVector<InstanceStatus>& statuses);
    /// Resource instances that a person has looked at.
    void setReviewed(const QSet<QString>& addresses);
    /// Of all resource instances at once; manyChanged() tells.
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
    /// Rows may look different, wherever they are; they are the same rows.
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

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/changes/change_sections.h"
#include "ui/models/instance_status.h"

#include <QAbstractItemModel>
#include <QHash>
#include <QSet>
#include <QStringList>
#include <QVector>

#include <memory>
#include <string>
#include <vector>

namespace planlens::cost {
struct PlanCosts;
}
namespace planlens::diff {
struct SameChange;
}
namespace planlens::masking {
class Secrets;
}
namespace planlens::plans {
struct Plan;
struct ResourceInstanceChange;
} // namespace planlens::plans

namespace planlens::models {

struct ChangeRows;
struct TextPair;
using SameChangesPtr = std::shared_ptr<const std::vector<diff::SameChange>>;

/// Whether identical changes are grouped under one row.
enum class SameRows { Folded, Apart };

/// The form of the rows of changes.
struct RowForm {
    ChangeOrder order = ChangeOrder::Module;
    SameRows same = SameRows::Folded;
    bool operator==(const RowForm&) const = default;
};

/// The changes of a plan as a tree: section → resource instance → attributes. Unchanged instances are omitted and
/// counted in a separate row. Attributes are computed when a resource is expanded. Identical changes are grouped under
/// one row in their section. If the plan changes nothing, the rows are its drift. With ChangeOrder::Module, the
/// sections are module instances, resource instances of the root module are at the top level, and so are groups that
/// span modules; a module without other changes has no row.
class ChangeTreeModel final : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { ChangeColumn, BeforeColumn, AfterColumn, NotesColumn, ColumnCount };

    explicit ChangeTreeModel(QObject* parent = nullptr);
    ~ChangeTreeModel() override;

    struct Node;
    /// Builds the rows of a plan for one model. Pure; large plans are processed on another thread.
    static std::shared_ptr<ChangeRows> rowsOf(const plans::Plan& plan, masking::Secrets secrets,
                                              const SameChangesPtr& same, const RowForm& form,
                                              const FoundByAddress& findings, const configs::Config* config);
    /// Shows another plan; null: nothing. Without given groups and rows, groups are only computed here for small plans;
    /// rows always.
    void setPlan(std::shared_ptr<const plans::Plan> plan, SameChangesPtr same = nullptr,
                 std::shared_ptr<ChangeRows> rows = nullptr);
    /// Resets the model.
    void setForm(const RowForm& form);
    const RowForm& form() const { return m_form; }
    const std::shared_ptr<const plans::Plan>& plan() const { return m_plan; }

    /// Sets the findings of the next plan that is set, for its notes and sections.
    void setFindings(FoundByAddress findings) { m_findings = std::move(findings); }
    /// Sets the configuration of the next plan that is set, for sections of files; may be null.
    void setConfig(std::shared_ptr<const configs::Config> config) { m_config = std::move(config); }
    /// Sets the monthly costs of the next plan that is set; may be null.
    void setCosts(std::shared_ptr<const cost::PlanCosts> costs) { m_costs = std::move(costs); }
    /// Returns the badge with the number of findings below a row; none for 0.
    static QStringList findingBadge(int count);
    /// Returns the text of a section with its numbers of changes and of findings about the whole plan:
    /// Qt::DisplayRole or Qt::AccessibleTextRole.
    static QString sectionText(const QString& title, int changes, int findings, int role);

    /// Returns the row of a resource instance or module; for a module without a row, the group that contains its
    /// changes. Invalid for modules if the order is another.
    QModelIndex indexOf(const QString& address) const;
    /// Whether something changes at the address of a resource instance or module.
    bool hasChanges(const QString& address) const;
    /// Returns both sides of a text with details; null for other rows.
    std::shared_ptr<const TextPair> texts(const QModelIndex& index) const;
    /// Returns the change, or the shown drift, of a resource instance; null if it has no row.
    const plans::ResourceInstanceChange* changeOf(const QString& address) const;
    /// Returns the drift of a resource instance that is shown because the plan changes nothing; null for changes.
    const plans::ResourceInstanceChange* driftOf(const QString& address) const;
    /// Returns its effect on the plan, as a sentence.
    QString driftSentence(const QString& address) const;
    /// Addresses omitted because nothing changes.
    const QStringList& unchangedAddresses() const;
    /// Sets an apply status. The note is the start or duration of the operation.
    void setStatus(const QString& address, ApplyStatus status, const QString& note = {}) {
        setStatuses({{address, status, note}});
    }
    /// Sets many statuses. Only emits manyChanged(), because views process every reported row separately.
    void setStatuses(const QVector<InstanceStatus>& statuses);
    /// Sets the resource instances that are marked as reviewed. Their rows, and those of groups, are checkable.
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
    /// Changes the check state by emitting reviewToggled().
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    /// The previous rows. Free large ones on another thread.
    void rowsReplaced(std::shared_ptr<const void> old);
    /// The user marked the changes at these addresses as reviewed, or removed their marks.
    void reviewToggled(const QStringList& addresses);
    /// The display of any row may have changed; the structure is the same.
    void manyChanged();

private:
    Node* nodeOf(const QModelIndex& index) const;
    QString phraseOf(const Node& node) const;
    QModelIndex indexOfNode(const Node* node, int column) const;
    void replaceRows(std::shared_ptr<ChangeRows> rows);
    Qt::CheckState reviewState(const Node& node) const;
    ApplyStatus statusOf(const Node& node) const;
    static QVariant findingData(const PlanFinding& finding, int column, int role);
    QVariant sectionData(const Node& node, int column, int role) const;
    QVariant resourceData(const Node& node, int column, int role) const;
    QVariant attributeData(const Node& node, int column, int role) const;
    QVariant moduleData(const Node& node, int column, int role) const;
    QVariant sameData(const Node& node, int column, int role) const;

    std::shared_ptr<const plans::Plan> m_plan;
    SameChangesPtr m_sameChanges;
    RowForm m_form;
    std::shared_ptr<ChangeRows> m_rows;
    QSet<QString> m_reviewed;
    FoundByAddress m_findings;
    std::shared_ptr<const configs::Config> m_config;
    std::shared_ptr<const cost::PlanCosts> m_costs;
};

} // namespace planlens::models

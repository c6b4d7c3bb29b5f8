// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"

#include <QAbstractItemModel>

#include <memory>
#include <vector>

namespace planlens::explain {
struct DriftItem;
struct DriftRule;
} // namespace planlens::explain
namespace planlens::plans {
struct Plan;
}

namespace planlens::models {

/// Drift as a tree: effect on the plan → attribute of objects of one type, if there are several → item.
class DriftModel final : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { SubjectColumn, AttributeColumn, BeforeColumn, AfterColumn, EffectColumn, ColumnCount };

    explicit DriftModel(QObject* parent = nullptr);
    ~DriftModel() override;

    /// Sets the plan. Large amounts of drift are processed on another thread. The model is reset when they are ready;
    /// until then it shows the previous rows.
    void setPlan(std::shared_ptr<const plans::Plan> plan, masking::Secrets secrets);
    /// Rules only affect where drift is shown; see explain::driftItems.
    void setRules(std::vector<explain::DriftRule> rules);
    const std::vector<explain::DriftRule>& rules() const { return m_rules; }

    /// Returns the drift of a row; null for rows that group several items.
    const explain::DriftItem* itemOf(const QModelIndex& index) const;
    /// Returns the first item of a row; null for tiers.
    const explain::DriftItem* firstOf(const QModelIndex& index) const;
    int itemCount() const;
    /// Returns the number of objects with drift that is not muted by rules.
    int objectCount() const;
    /// Returns the number of items muted only by a rule.
    int ignoredByRules() const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Group;
    struct Tier;
    struct Rows;
    static std::shared_ptr<const Rows> rowsOf(std::shared_ptr<const plans::Plan> plan, const masking::Secrets& secrets,
                                              const std::vector<explain::DriftRule>& rules);
    void rebuild();
    void take(std::shared_ptr<const Rows> rows);
    /// The target of an index: a tier, a group in it, or an item in a group.
    struct Place {
        const Tier* tier = nullptr;
        const Group* group = nullptr;
        const explain::DriftItem* item = nullptr; // of an item, or of a group with one item
    };
    Place placeOf(const QModelIndex& index) const;
    QString text(const Place& place, int column) const;

    std::shared_ptr<const plans::Plan> m_plan;
    std::vector<explain::DriftRule> m_rules;
    masking::Secrets m_secrets;         // of the plan
    std::shared_ptr<const Rows> m_rows; // never null
    quint64 m_generation = 0;           // of the running computation
};

} // namespace planlens::models

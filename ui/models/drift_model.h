// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"

#include <QAbstractItemModel>

#include <memory>
#include <vector>

namespace planlens::explain {
struct DriftItem;
struct DriftRule;
}
namespace planlens::plans {
struct Plan;
}

namespace planlens::models {

/// What changed outside, as a tree: what becomes of it → the same attribute of objects of one type, where there are several → each.
class DriftModel final : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { SubjectColumn, AttributeColumn, BeforeColumn, AfterColumn, EffectColumn, ColumnCount };

    explicit DriftModel(QObject* parent = nullptr);
    ~DriftModel() override;

    void setPlan(std::shared_ptr<const plans::Plan> plan, masking::Secrets secrets);
    /// Only says where drift is shown; see explain::driftItems.
    void setRules(std::vector<explain::DriftRule> rules);
    const std::vector<explain::DriftRule>& rules() const { return m_rules; }

    /// The drift that a row stands for; null for rows that stand for several.
    const explain::DriftItem* itemOf(const QModelIndex& index) const;
    /// The first one that a row stands for; null for tiers.
    const explain::DriftItem* firstOf(const QModelIndex& index) const;
    bool isTier(const QModelIndex& index) const;
    int itemCount() const;
    /// How much of it only a rule puts aside.
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
    void rebuild();
    /// What an index stands for: a tier, a group in it, or one of a group.
    struct Place {
        const Tier* tier = nullptr;
        const Group* group = nullptr;
        const explain::DriftItem* item = nullptr; // of one in a group, or of a group of one
    };
    Place placeOf(const QModelIndex& index) const;
    QString text(const Place& place, int column) const;

    std::shared_ptr<const plans::Plan> m_plan;
    std::vector<explain::DriftRule> m_rules;
    std::vector<explain::DriftItem> m_items;
    std::vector<Tier> m_tiers;                          // that have something in them
    std::vector<std::pair<std::size_t, int>> m_groups;  // tier and row of each group, by its number
    masking::Secrets m_secrets; // of the plan
};

} // namespace planlens::models

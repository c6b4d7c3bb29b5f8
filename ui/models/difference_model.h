// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QAbstractTableModel>

#include <memory>

namespace planlens::diff {
struct PlanDifference;
}

namespace planlens::models {

/// The differences between two plans: kind of difference, address, action in each plan, and differing arguments.
class DifferenceModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { KindColumn, AddressColumn, BeforeColumn, AfterColumn, ArgumentsColumn, ColumnCount };
    explicit DifferenceModel(QObject* parent = nullptr);
    ~DifferenceModel() override;

    /// Sets the comparison; null: none.
    void setDifference(std::shared_ptr<const diff::PlanDifference> difference);
    const std::shared_ptr<const diff::PlanDifference>& difference() const { return m_difference; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant changeData(std::size_t row, int column, int role) const;
    QVariant outputData(std::size_t row, int column, int role) const;

    std::shared_ptr<const diff::PlanDifference> m_difference;
};

/// Returns a summary like "2 worse, 1 new, 3 gone"; zero counts are omitted.
QString differenceSummary(const diff::PlanDifference& difference);

} // namespace planlens::models

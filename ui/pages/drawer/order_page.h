// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/apply_model.h"

#include <QSet>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QStackedLayout;
class QTableView;

namespace planlens::session {
struct Result;
}

namespace planlens::widgets {

/// The operations of applying the plan, in order. Computed on another thread.
class OrderPage final : public QWidget {
    Q_OBJECT
public:
    explicit OrderPage(QWidget* parent = nullptr);

    void setResult(std::shared_ptr<const session::Result> result);
    /// Shows only the operations of these resource instances; nullopt: all.
    void setFilter(std::optional<QSet<QString>> shown);
    /// Returns the operations of the result. If they are not known (yet), these are the changes in plan order.
    std::vector<models::ApplyModel::Operation> operations() const;
    const models::ApplyModel& model() const { return *m_model; }

Q_SIGNALS:
    void addressChosen(const QString& address);
    /// The number of shown operations changed.
    void counted(int count);

private:
    void showEmpty(const QString& text);
    void hideRows();

    models::ApplyModel* m_model;
    QTableView* m_table;
    QStackedLayout* m_stack;
    QLabel* m_empty;
    std::shared_ptr<const session::Result> m_result;
    std::optional<QSet<QString>> m_shown;
    quint64 m_generation = 0;
};

} // namespace planlens::widgets

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QWidget>

#include <memory>

class QLabel;
class QMenu;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace planlens::diff {
struct PlanDifference;
}
namespace planlens::models {
class DifferenceModel;
}

namespace planlens::widgets {

/// The differences between the shown plan and another one, which can be selected.
class DifferencePage final : public QWidget {
    Q_OBJECT
public:
    explicit DifferencePage(QWidget* parent = nullptr);

    /// `other` describes the other plan, `note` a limitation of the comparison.
    void setDifference(std::shared_ptr<const diff::PlanDifference> difference, const QString& other,
                       const QString& note = {});
    /// Shows no comparison, but a text with the reason and the next step.
    void setNothing(const QString& text);
    /// Shows a note above the table until the next difference is set.
    void setNote(const QString& note);
    /// Sets the menu of the button "Compare with".
    void setMenu(QMenu* menu);
    bool hasDifference() const;
    models::DifferenceModel& model() const { return *m_model; }

Q_SIGNALS:
    void addressChosen(const QString& address);
    /// The number of rows changed.
    void counted(int count);

private:
    QLabel* m_text;
    QLabel* m_note;
    QToolButton* m_compare;
    QStackedLayout* m_stack;
    QLabel* m_empty;
    QTableView* m_table;
    models::DifferenceModel* m_model;
};

} // namespace planlens::widgets

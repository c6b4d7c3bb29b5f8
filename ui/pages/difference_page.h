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

/// How the plan that is shown differs from another one, and which one that is.
class DifferencePage final : public QWidget {
    Q_OBJECT
public:
    explicit DifferencePage(QWidget* parent = nullptr);

    /// `other` says in words what it is compared with, the note what is to be known about that.
    void setDifference(std::shared_ptr<const diff::PlanDifference> difference, const QString& other,
                       const QString& note = {});
    /// Nothing is compared; the text says why, and what to do.
    void setNothing(const QString& text);
    /// Says something above what is shown, until something else is.
    void setNote(const QString& note);
    /// What the button "Compare with" offers.
    void setMenu(QMenu* menu);
    models::DifferenceModel& model() const { return *m_model; }

Q_SIGNALS:
    void addressChosen(const QString& address);
    /// How many rows there are.
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

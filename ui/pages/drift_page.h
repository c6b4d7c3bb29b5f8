// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QWidget>

#include <memory>

class QLabel;
class QPushButton;
class QStackedLayout;
class QTreeView;

namespace planlens::masking {
class Secrets;
}
namespace planlens::models {
class DriftModel;
}
namespace planlens::plans {
struct Plan;
}

namespace planlens::widgets {

/// What changed outside, by what becomes of it. What need not be looked at every time can be put aside by rules that
/// are kept in the folder; they change nothing but where it is shown.
class DriftPage final : public QWidget {
    Q_OBJECT
public:
    explicit DriftPage(QWidget* parent = nullptr);

    void setPlan(std::shared_ptr<const plans::Plan> plan, masking::Secrets secrets);
    /// Where rules are kept; empty: nowhere, and there are none.
    void setFolder(const QString& folder);
    int count() const;

Q_SIGNALS:
    void addressChosen(const QString& address);
    /// There are so many now, which is told later where there are many.
    void counted(int count);

private:
    enum class Scope { ThisInstance, AllOfType };
    void showMenu(const QPoint& position);
    void addRule(Scope scope);
    /// Takes back the rules that put aside what is marked.
    void removeRules();
    void save();
    void updateTexts();

    QString m_folder;
    models::DriftModel* m_model;
    QStackedLayout* m_stack;
    QTreeView* m_tree;
    QLabel* m_note;
    QPushButton* m_ignore;
    QPushButton* m_tellAgain;
};

} // namespace planlens::widgets

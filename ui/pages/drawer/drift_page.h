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

/// Drift grouped by its effect on the plan. Expected drift can be muted by rules stored in the folder; rules only
/// affect the display.
class DriftPage final : public QWidget {
    Q_OBJECT
public:
    explicit DriftPage(QWidget* parent = nullptr);

    void setPlan(std::shared_ptr<const plans::Plan> plan, masking::Secrets secrets);
    /// Sets the folder that stores the rules; empty: no rules.
    void setFolder(const QString& folder);
    int count() const;

Q_SIGNALS:
    void addressChosen(const QString& address);
    /// The number of drift items changed; emitted later for large plans.
    void counted(int count);

private:
    enum class Scope { ThisInstance, AllOfType };
    void showMenu(const QPoint& position);
    void addRule(Scope scope);
    /// Removes the rules that mute the selected drift.
    void removeRules();
    void save();
    void updateTexts();
    bool eventFilter(QObject* watched, QEvent* event) override;
    /// Gives the columns the width of their texts, as far as there is space: first addresses and attributes, then both
    /// values alike.
    void fitColumns();

    QString m_folder;
    models::DriftModel* m_model;
    QStackedLayout* m_stack;
    QTreeView* m_tree;
    QLabel* m_note;
    QPushButton* m_ignore;
    QPushButton* m_tellAgain;
};

} // namespace planlens::widgets

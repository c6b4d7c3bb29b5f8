// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/changes/change_facts.h"

#include <QFrame>

class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace planlens::widgets {

/// Filters other than actions, with counts: type, module, provider and traits.
class FilterPopup final : public QFrame {
    Q_OBJECT
public:
    explicit FilterPopup(QWidget* parent = nullptr);

    /// Sets the filter values. Selected ones stay selected if they still exist.
    void setCounts(const models::ChangeFacts::Counts& counts);
    void setCriteria(const models::ChangeCriteria& criteria);
    /// Returns the criteria, except for kinds of actions.
    const models::ChangeCriteria& criteria() const { return m_criteria; }
    void openBelow(QWidget& anchor);

Q_SIGNALS:
    void changed();

private:
    enum Group { Traits, Types, Modules, Providers };
    void fill();
    int widthOfNames() const;
    void showMatching(const QString& text);
    void take(QTreeWidgetItem* item);
    QSet<QString>* chosenIn(int group);

    models::ChangeFacts::Counts m_counts;
    models::ChangeCriteria m_criteria;
    QLineEdit* m_find;
    QTreeWidget* m_list;
    bool m_isFilled = false;
};

/// Returns the label of a trait.
QString traitName(models::Trait trait);
/// Returns the label of a module. The root module has no address.
QString moduleName(const QString& address);

} // namespace planlens::widgets

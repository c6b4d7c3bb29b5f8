// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/changes/change_facts.h"

#include <QFrame>

class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace planlens::widgets {

/// What changes can be filtered by beside their action, with counts, to be checked: type, module, provider, and what
/// else is true of them.
class FilterPopup final : public QFrame {
    Q_OBJECT
public:
    explicit FilterPopup(QWidget* parent = nullptr);

    /// What is chosen stays chosen where there still is such a thing.
    void setCounts(const models::ChangeFacts::Counts& counts);
    void setCriteria(const models::ChangeCriteria& criteria);
    /// Without kinds of actions.
    const models::ChangeCriteria& criteria() const { return m_criteria; }
    void openBelow(QWidget& anchor);

Q_SIGNALS:
    void changed();

private:
    enum Group { Traits, Types, Modules, Providers };
    void fill();
    void showMatching(const QString& text);
    void take(QTreeWidgetItem* item);
    QSet<QString>* chosenIn(int group);

    models::ChangeFacts::Counts m_counts;
    models::ChangeCriteria m_criteria;
    QLineEdit* m_find;
    QTreeWidget* m_list;
    bool m_isFilled = false;
};

/// The words for what is true of changes.
QString traitName(models::Trait trait);
/// What a module is called where it can be chosen: the root module has no address.
QString moduleName(const QString& address);

} // namespace planlens::widgets

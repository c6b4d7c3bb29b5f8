// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/changes/change_facts.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace planlens::widgets {

/// The active filters, each with a button to remove it, and the number of hidden changes. Hidden without filters.
class FilterChips final : public QWidget {
    Q_OBJECT
public:
    explicit FilterChips(QWidget* parent = nullptr);

    void setCriteria(const models::ChangeCriteria& criteria);
    void setShown(int shown, int total, int hiddenFindings);

Q_SIGNALS:
    /// Emits the remaining criteria after one was removed.
    void criteriaChosen(const models::ChangeCriteria& criteria);
    void allRequested();

private:
    void updateVisibility();

    models::ChangeCriteria m_criteria;
    QHBoxLayout* m_chips;
    QLabel* m_count;
    QToolButton* m_showAll;
    int m_hidden = 0;
};

} // namespace planlens::widgets

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/changes/change_facts.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace planlens::widgets {

/// What is filtered by, each to be taken back by one press, and how much is hidden by it. Not there while nothing is.
class FilterChips final : public QWidget {
    Q_OBJECT
public:
    explicit FilterChips(QWidget* parent = nullptr);

    void setCriteria(const models::ChangeCriteria& criteria);
    void setShown(int shown, int total, int hiddenFindings);

Q_SIGNALS:
    /// What is left after one was taken back.
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

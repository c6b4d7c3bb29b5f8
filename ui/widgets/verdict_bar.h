// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/theme/action_style.h"

#include <QSet>
#include <QWidget>

#include <array>

class QToolButton;

namespace planlens::widgets {

class SearchField;

/// The counts of what a plan does, most destructive first; each is a filter; and the search.
class VerdictBar final : public QWidget {
    Q_OBJECT
public:
    explicit VerdictBar(QWidget* parent = nullptr);

    struct Counts {
        std::array<int, theme::allActionKinds.size()> actions{};
        int drift = 0;
        int checks = 0;       // all
        int failedChecks = 0;
        int moved = 0;        // with any action
    };
    void setCounts(const Counts& counts);
    QSet<int> kinds() const;
    SearchField& search() const { return *m_search; }

Q_SIGNALS:
    void filterChanged();
    void driftRequested();
    void checksRequested();

private:
    std::array<QToolButton*, theme::allActionKinds.size()> m_actions{};
    QToolButton* m_drift;
    QToolButton* m_checks;
    SearchField* m_search;
};

} // namespace planlens::widgets

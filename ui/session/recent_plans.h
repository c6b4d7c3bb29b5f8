// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"

#include <QDateTime>

#include <deque>
#include <memory>

namespace planlens::plans {
struct Plan;
}

namespace planlens::session {

struct Result;

/// A plan that was shown in this session.
struct KeptPlan {
    std::shared_ptr<const plans::Plan> plan;
    QDateTime madeAt;
    QString summary; // "1 destroy, 2 update", and what was asked for
    QString hash;    // as results have it
    QString workspace;
    bool isWhole = true; // no targets, no exclusions
};

/// The last plans of a folder, newest first: up to ten, and fewer where they are big. What they hold in common is
/// shared.
class RecentPlans {
public:
    /// Takes the plan of a result that has one. Answers what has to go for it: better freed on another thread.
    std::vector<std::shared_ptr<const void>> add(const Result& result);
    void clear() { m_plans.clear(); }
    const std::deque<KeptPlan>& plans() const { return m_plans; }
    /// The newest plan of everything that was made for the same state in the same mode; null where there is none.
    std::shared_ptr<const plans::Plan> wholeFor(const Result& result) const;

    static constexpr std::size_t mostPlans = 10;
    /// Changes in all of them together, beyond the newest two.
    static constexpr std::size_t mostChanges = 30000;

private:
    std::deque<KeptPlan> m_plans;
};

} // namespace planlens::session

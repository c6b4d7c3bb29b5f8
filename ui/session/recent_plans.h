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

/// A plan shown earlier in this session.
struct RecentPlan {
    std::shared_ptr<const plans::Plan> plan;
    QDateTime madeAt;
    QString summary; // "1 destroy, 2 update", and the options of its request
    QString hash;    // planHash of the result
    QString workspace;
    bool isComplete = true; // without targets and exclusions

    QString time() const { return madeAt.toString(QStringLiteral("HH:mm:ss")); }
};

/// The last plans of a folder, newest first: at most ten, fewer if they are large. Plans share common data.
class RecentPlans {
public:
    /// Adds the plan of a result, if any. Returns the evicted plans, which should be freed on another thread.
    std::vector<std::shared_ptr<const void>> add(const Result& result);
    void clear() { m_plans.clear(); }
    const std::deque<RecentPlan>& plans() const { return m_plans; }
    /// Returns the newest complete plan for the same state and mode; null if there is none.
    std::shared_ptr<const plans::Plan> completePlanFor(const Result& result) const;

    static constexpr std::size_t mostPlans = 10;
    /// The limit on the number of changes in all plans together, not counting the newest two.
    static constexpr std::size_t mostChanges = 30000;

private:
    std::deque<RecentPlan> m_plans;
};

} // namespace planlens::session

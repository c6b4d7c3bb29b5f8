// SPDX-License-Identifier: MPL-2.0
#include "ui/session/recent_plans.h"

#include "core/plans/plan.h"
#include "ui/session/request_history.h"
#include "ui/session/session_result.h"
#include "ui/theme/action_style.h"

#include <QCoreApplication>

namespace planlens::session {

namespace {

QString summaryOf(const Result& result) {
    std::array<int, theme::allActionKinds.size()> counts{};
    for (const plans::ResourceInstanceChangePtr& change : result.changes().resources())
        ++counts[std::size_t(theme::appliedKind(*result.plan, *change))];
    QStringList parts;
    for (const theme::ActionKind kind : theme::allActionKinds)
        if (const int count = counts[std::size_t(kind)]; count > 0 && kind != theme::ActionKind::NoOp)
            parts.append(QStringLiteral("%1 %2").arg(count).arg(theme::word(kind)));
    QString text =
        parts.isEmpty() ? QCoreApplication::translate("RecentPlans", "no changes") : parts.join(QStringLiteral(", "));
    if (const QString asked = describeRequest(result.request); !asked.isEmpty())
        text += QStringLiteral(" · ") + asked;
    return text;
}

} // namespace

std::vector<std::shared_ptr<const void>> RecentPlans::add(const Result& result) {
    m_plans.push_front({result.plan, QDateTime::currentDateTime(), summaryOf(result), result.planHash, result.workspace,
                        result.request.target.isEmpty() && result.request.exclude.isEmpty()});
    std::size_t changes = 0, count = 0;
    while (count < m_plans.size() && count < mostPlans) {
        changes += m_plans[count].plan->changes.resources().size();
        if (count >= 2 && changes > mostChanges)
            break;
        ++count;
    }
    std::vector<std::shared_ptr<const void>> evicted;
    while (m_plans.size() > count) {
        evicted.push_back(std::move(m_plans.back().plan));
        m_plans.pop_back();
    }
    return evicted;
}

std::shared_ptr<const plans::Plan> RecentPlans::completePlanFor(const Result& result) const {
    for (const RecentPlan& recent : m_plans)
        if (recent.isComplete && recent.workspace == result.workspace &&
            recent.plan->options.mode == result.plan->options.mode &&
            recent.plan->stateLineage == result.plan->stateLineage &&
            recent.plan->stateSerial == result.plan->stateSerial)
            return recent.plan;
    return nullptr;
}

} // namespace planlens::session

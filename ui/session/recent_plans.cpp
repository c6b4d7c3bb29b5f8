// SPDX-License-Identifier: MPL-2.0
#include "ui/session/recent_plans.h"

#include "ui/session/request_history.h"
#include "ui/session/session_result.h"
#include "ui/theme/action_style.h"

#include <QCoreApplication>

namespace planlens::session {

namespace {

QString summaryOf(const Result& result) {
    std::array<int, theme::allActionKinds.size()> counts{};
    for (const plans::ResourceInstanceChangePtr& change : result.plan->changes.resources())
        ++counts[std::size_t(theme::actionKind(*change))];
    QStringList parts;
    for (const theme::ActionKind kind : theme::allActionKinds)
        if (const int count = counts[std::size_t(kind)]; count > 0 && kind != theme::ActionKind::NoOp)
            parts.append(QStringLiteral("%1 %2").arg(count).arg(theme::word(kind)));
    QString text =
        parts.isEmpty() ? QCoreApplication::translate("PlanShelf", "no changes") : parts.join(QStringLiteral(", "));
    if (const QString asked = describeRequest(result.request); !asked.isEmpty())
        text += QStringLiteral(" · ") + asked;
    return text;
}

} // namespace

std::vector<std::shared_ptr<const void>> RecentPlans::add(const Result& result) {
    m_plans.push_front({result.plan, QDateTime::currentDateTime(), summaryOf(result), result.planHash, result.workspace,
                        result.request.target.isEmpty() && result.request.exclude.isEmpty()});
    std::size_t changes = 0, kept = 0;
    while (kept < m_plans.size() && kept < mostPlans) {
        changes += m_plans[kept].plan->changes.resources().size();
        if (kept >= 2 && changes > mostChanges)
            break;
        ++kept;
    }
    std::vector<std::shared_ptr<const void>> gone;
    while (m_plans.size() > kept) {
        gone.push_back(std::move(m_plans.back().plan));
        m_plans.pop_back();
    }
    return gone;
}

std::shared_ptr<const plans::Plan> RecentPlans::wholeFor(const Result& result) const {
    for (const KeptPlan& kept : m_plans)
        if (kept.isWhole && kept.workspace == result.workspace && kept.plan->mode == result.plan->mode &&
            kept.plan->stateLineage == result.plan->stateLineage && kept.plan->stateSerial == result.plan->stateSerial)
            return kept.plan;
    return nullptr;
}

} // namespace planlens::session

// SPDX-License-Identifier: MPL-2.0
#include "ui/models/review_marks.h"

#include "core/plans/plan.h"
#include "ui/theme/action_style.h"

#include <algorithm>

namespace planlens::models {

namespace {

/// Returns a fingerprint of the displayed change; empty if there is none.
QString seen(const plans::Plan& plan, const QString& address) {
    const auto instance = addrs::readAbsResourceInstance(address.toStdString());
    const plans::ResourceInstanceChange* change = instance ? plan.changes.resource(*instance) : nullptr;
    if (!change || theme::actionKind(*change) == theme::ActionKind::NoOp)
        return {};
    return QStringLiteral("%1 %2 %3")
        .arg(int(change->change.action))
        .arg(change->change.before.hash())
        .arg(change->change.after.hash());
}

} // namespace

void ReviewMarks::setPlan(std::shared_ptr<const plans::Plan> plan) {
    m_plan = std::move(plan);
    m_marks.removeIf([this](const auto& mark) { return !m_plan || seen(*m_plan, mark.key()) != mark.value(); });
}

void ReviewMarks::toggle(const QStringList& addresses) {
    if (!m_plan)
        return;
    const bool isOn =
        std::all_of(addresses.begin(), addresses.end(), [this](const QString& address) { return contains(address); });
    for (const QString& address : addresses)
        if (isOn)
            m_marks.remove(address);
        else if (const QString what = seen(*m_plan, address); !what.isEmpty())
            m_marks.insert(address, what);
}

} // namespace planlens::models

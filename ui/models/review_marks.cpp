// SPDX-License-Identifier: MPL-2.0
#include "ui/models/review_marks.h"

#include "core/plans/plan.h"
#include "ui/basics/text.h"
#include "ui/theme/action_style.h"

#include <algorithm>

namespace planlens::models {

/// Returns a fingerprint of the displayed changes; empty if there are none.
QString ReviewMarks::seen(const QString& address) const {
    const auto instance = addrs::readAbsResourceInstance(address.toStdString());
    QString fingerprint;
    const auto add = [&](const plans::ResourceInstanceChange* change) {
        if (change && theme::actionKind(*change) != theme::ActionKind::NoOp)
            fingerprint += QStringLiteral("%1 %2 %3 ")
                               .arg(int(change->change.action))
                               .arg(change->change.before.hash())
                               .arg(change->change.after.hash());
    };
    add(instance ? m_plan->changes.resource(*instance) : nullptr);
    for (auto [it, end] = m_deposed.equal_range(address); it != end; ++it)
        add(*it);
    return fingerprint;
}

void ReviewMarks::setPlan(std::shared_ptr<const plans::Plan> plan) {
    m_plan = std::move(plan);
    m_deposed.clear();
    if (m_plan)
        for (const plans::ResourceInstanceChangePtr& change : m_plan->changes.resources())
            if (!change->deposed.empty())
                m_deposed.insert(qstring(change->address.toString()), change.get());
    m_marks.removeIf([this](const auto& mark) { return !m_plan || seen(mark.key()) != mark.value(); });
}

void ReviewMarks::toggle(const QStringList& addresses) {
    if (!m_plan)
        return;
    const bool isOn =
        std::all_of(addresses.begin(), addresses.end(), [this](const QString& address) { return contains(address); });
    for (const QString& address : addresses)
        if (isOn)
            m_marks.remove(address);
        else if (const QString what = seen(address); !what.isEmpty())
            m_marks.insert(address, what);
}

} // namespace planlens::models

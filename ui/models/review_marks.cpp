// SPDX-License-Identifier: MPL-2.0
#include "ui/models/review_marks.h"

#include "core/plans/plan.h"
#include "ui/basics/change_key.h"
#include "ui/theme/action_style.h"

#include <algorithm>

namespace planlens::models {

/// Returns a fingerprint of the displayed change; empty if there is none.
QString ReviewMarks::seen(const QString& key) const {
    const auto instance = addrs::readAbsResourceInstance(instanceOf(key).toStdString());
    const plans::ResourceInstanceChange* change =
        instance ? m_plan->changes.resource(*instance, deposedKeyOf(key).toStdString()) : nullptr;
    return change && theme::actionKind(*change) != theme::ActionKind::NoOp ? QStringLiteral("%1 %2 %3")
                                                                                 .arg(int(change->change.action))
                                                                                 .arg(change->change.before.hash())
                                                                                 .arg(change->change.after.hash())
                                                                           : QString();
}

/// Returns the keys of the changes that a key stands for.
QStringList ReviewMarks::changesOf(const QString& key) const {
    const auto instance = addrs::readAbsResourceInstance(key.toStdString());
    if (!m_plan || !instance || !seen(key).isEmpty())
        return {key};
    QStringList deposed;
    for (const plans::ResourceInstanceChange* change : m_plan->changes.instancesOf(instance->containing().config()))
        if (!change->deposed.empty() && change->address == *instance)
            deposed.append(changeKey(*change));
    return deposed.isEmpty() ? QStringList{key} : deposed;
}

void ReviewMarks::setPlan(std::shared_ptr<const plans::Plan> plan) {
    m_plan = std::move(plan);
    m_marks.removeIf([this](const auto& mark) { return !m_plan || seen(mark.key()) != mark.value(); });
}

void ReviewMarks::restore(const Marks& marks) {
    m_marks = marks;
    setPlan(m_plan);
}

bool ReviewMarks::contains(const QString& key) const {
    return m_marks.contains(key) ||
           std::ranges::all_of(changesOf(key), [this](const QString& change) { return m_marks.contains(change); });
}

void ReviewMarks::toggle(const QStringList& keys) {
    if (!m_plan)
        return;
    const bool isOn = std::ranges::all_of(keys, [this](const QString& key) { return contains(key); });
    for (const QString& key : keys)
        for (const QString& change : changesOf(key))
            if (isOn)
                m_marks.remove(change);
            else if (const QString what = seen(change); !what.isEmpty())
                m_marks.insert(change, what);
}

} // namespace planlens::models

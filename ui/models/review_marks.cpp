// SPDX-License-Identifier: MPL-2.0
#include "ui/models/review_marks.h"

#include "core/plans/plan.h"
#include "ui/basics/change_key.h"
#include "ui/theme/action_style.h"

#include <algorithm>
#include <utility>

namespace planlens::models {

namespace {

bool isShown(const plans::ResourceInstanceChange& change) {
    return theme::actionKind(change) != theme::ActionKind::NoOp;
}

} // namespace

ReviewMarks::ReviewMarks(Fingerprints fingerprints)
    : m_fingerprints(std::move(fingerprints)) {}

ReviewMarks::Fingerprints ReviewMarks::hashes() {
    return {[](const QString& key) { return key; },
            [](const plans::ResourceInstanceChange& change) {
                return QStringLiteral("%1 %2 %3")
                    .arg(int(change.change.action))
                    .arg(change.change.before.hash())
                    .arg(change.change.after.hash());
            }};
}

/// Returns the displayed change; null if there is none.
const plans::ResourceInstanceChange* ReviewMarks::changeOf(const QString& key) const {
    const auto instance = addrs::readAbsResourceInstance(instanceOf(key).toStdString());
    const plans::ResourceInstanceChange* change =
        instance ? m_plan->changes.resource(*instance, deposedKeyOf(key).toStdString()) : nullptr;
    return change && isShown(*change) ? change : nullptr;
}

/// Returns the keys of the changes that a key stands for.
QStringList ReviewMarks::changesOf(const QString& key) const {
    const auto instance = addrs::readAbsResourceInstance(key.toStdString());
    if (!m_plan || !instance || changeOf(key))
        return {key};
    QStringList deposed;
    for (const plans::ResourceInstanceChange* change : m_plan->changes.instancesOf(instance->containing().config()))
        if (!change->deposed.empty() && change->address == *instance)
            deposed.append(changeKey(*change));
    return deposed.isEmpty() ? QStringList{key} : deposed;
}

void ReviewMarks::setPlan(std::shared_ptr<const plans::Plan> plan) {
    m_plan = std::move(plan);
    update();
}

void ReviewMarks::restore(const Marks& marks) {
    m_marks = marks;
    update();
}

/// Finds the changes whose marks count.
void ReviewMarks::update() {
    m_current.clear();
    if (!m_plan || m_marks.isEmpty())
        return;
    for (const plans::ResourceInstanceChangePtr& change : m_plan->changes.resources())
        if (const QString key = changeKey(*change), print = m_fingerprints.ofKey(key);
            isShown(*change) && m_marks.contains(print) && m_marks.contains(print, m_fingerprints.ofContent(*change)))
            m_current.insert(key);
}

void ReviewMarks::forgetOthers() {
    Marks marks;
    for (const QString& key : std::as_const(m_current))
        if (const plans::ResourceInstanceChange* change = changeOf(key))
            marks.insert(m_fingerprints.ofKey(key), m_fingerprints.ofContent(*change));
    m_marks = std::move(marks);
}

bool ReviewMarks::contains(const QString& key) const {
    return m_current.contains(key) ||
           std::ranges::all_of(changesOf(key), [this](const QString& change) { return m_current.contains(change); });
}

void ReviewMarks::toggle(const QStringList& keys) {
    if (!m_plan)
        return;
    const bool isOn = std::ranges::all_of(keys, [this](const QString& key) { return contains(key); });
    for (const QString& key : keys)
        for (const QString& changed : changesOf(key)) {
            const plans::ResourceInstanceChange* change = changeOf(changed);
            if (!change || m_current.contains(changed) != isOn)
                continue;
            const QString print = m_fingerprints.ofKey(changed), content = m_fingerprints.ofContent(*change);
            if (isOn) {
                m_marks.remove(print, content);
                m_current.remove(changed);
            } else {
                m_marks.insert(print, content);
                m_current.insert(changed);
            }
        }
}

} // namespace planlens::models

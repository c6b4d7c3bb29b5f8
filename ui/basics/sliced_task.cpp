// SPDX-License-Identifier: MPL-2.0
#include "ui/basics/sliced_task.h"

#include "core/plans/plan.h"

#include <utility>

namespace planlens::widgets {

bool isLargePlan(const plans::Plan* plan) {
    constexpr std::size_t much = 1000; // in changes
    return plan && plan->changes.resources().size() > much;
}

SlicedTask::SlicedTask(QObject* parent)
    : QObject(parent) {
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &SlicedTask::next);
}

void SlicedTask::take(std::vector<Step> steps) {
    for (Step& step : steps)
        m_steps.push_back(std::move(step));
    m_timer.start();
}

void SlicedTask::take(std::vector<Step> steps, const plans::Plan* plan) {
    take(std::move(steps));
    if (!isLargePlan(plan))
        finish();
}

void SlicedTask::finish() {
    while (!m_isInStep && !m_steps.empty())
        next();
}

void SlicedTask::next() {
    if (m_isInStep)
        return; // waits for a condition
    if (!m_steps.empty()) {
        const Step step = std::move(m_steps.front());
        m_isInStep = true;
        step();
        m_isInStep = false;
        m_steps.pop_front();
    }
    if (m_steps.empty())
        m_timer.stop();
}

} // namespace planlens::widgets

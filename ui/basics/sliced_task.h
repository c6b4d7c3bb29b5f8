// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QTimer>

#include <deque>
#include <functional>
#include <vector>

namespace planlens::plans {
struct Plan;
}

namespace planlens::widgets {

/// Whether a plan is so large that it is shown in several steps. `plan` may be null.
bool isLargePlan(const plans::Plan* plan);

/// Runs long GUI work in several steps, one per event loop iteration, so that the window stays responsive.
class SlicedTask final : public QObject {
    Q_OBJECT
public:
    explicit SlicedTask(QObject* parent);

    using Step = std::function<void()>;
    /// Appends steps; each runs in an event loop iteration of its own.
    void take(std::vector<Step> steps);
    /// Appends steps that show a plan, which may be null. Unless it is large, all pending steps run immediately.
    void take(std::vector<Step> steps, const plans::Plan* plan);
    /// Runs all pending steps immediately. Ignored when called by a step.
    void finish();
    /// Whether steps are pending, not counting the running one.
    bool isRunning() const { return m_steps.size() > (m_isInStep ? 1U : 0U); }

private:
    void next();

    std::deque<Step> m_steps;
    QTimer m_timer;
    bool m_isInStep = false;
};

} // namespace planlens::widgets

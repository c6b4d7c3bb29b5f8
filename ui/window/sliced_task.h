// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QTimer>

#include <deque>
#include <functional>
#include <vector>

namespace planlens::widgets {

/// Does long work of the window in several turns, so that what a person does meanwhile is answered between them.
class SlicedTask final : public QObject {
    Q_OBJECT
public:
    explicit SlicedTask(QObject* parent);

    using Step = std::function<void()>;
    /// Does one step after another, each in a turn of its own, after those that are still to be done.
    void take(std::vector<Step> steps);
    /// Does what is left at once. Does nothing where a step asks for it.
    void finish();
    /// Whether more is to be done than the step that asks.
    bool isRunning() const { return m_steps.size() > (m_isInStep ? 1U : 0U); }

private:
    void next();

    std::deque<Step> m_steps;
    QTimer m_timer;
    bool m_isInStep = false;
};

} // namespace planlens::widgets

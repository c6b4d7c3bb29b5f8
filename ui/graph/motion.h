// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QEasingCurve>
#include <QPointF>
#include <QVariantAnimation>

#include <functional>
#include <vector>

class QGraphicsItem;
class QWidget;

namespace planlens::graph {

/// How long things may move for, in milliseconds: 150, or 0 where the desktop, the setting "reducedMotion" or the
/// environment (PLANLENS_REDUCED_MOTION) asks for less motion.
int motionDuration(const QWidget& widget);

/// Moves items of a scene from where they were. They have to live until it has ended or was stopped.
class ItemMotion final {
public:
    struct Move {
        QGraphicsItem* item;
        QPointF from, to;
    };
    ItemMotion();
    /// `tick` is told the share of the way that lies behind, up to and with 1.
    void start(std::vector<Move> moves, int milliseconds, std::function<void(double)> tick);
    /// Everything is where it belongs, at once.
    void finish();
    /// Forgets the items, which may be gone after that.
    void abandon();
    bool isRunning() const { return m_animation.state() == QAbstractAnimation::Running; }

private:
    void go(double share);

    QVariantAnimation m_animation;
    std::vector<Move> m_moves;
    std::function<void(double)> m_tick;
};

} // namespace planlens::graph

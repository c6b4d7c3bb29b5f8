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

/// Returns the duration of animations in milliseconds: 150, or 0 if the desktop, the setting "reducedMotion" or the
/// environment variable PLANLENS_REDUCED_MOTION requests reduced motion.
int motionDuration(const QWidget& widget);

/// Animates items of a scene from their previous positions. The items must outlive the animation.
class ItemMotion final {
public:
    struct Move {
        QGraphicsItem* item;
        QPointF from, to;
    };
    ItemMotion();
    /// `tick` receives the progress from 0 to 1; the last value is 1.
    void start(std::vector<Move> moves, int milliseconds, std::function<void(double)> tick);
    /// Moves all items to their final positions immediately.
    void finish();
    /// Drops all references to the items without moving them.
    void abandon();
    bool isRunning() const { return m_animation.state() == QAbstractAnimation::Running; }

private:
    void go(double share);

    QVariantAnimation m_animation;
    std::vector<Move> m_moves;
    std::function<void(double)> m_tick;
};

} // namespace planlens::graph

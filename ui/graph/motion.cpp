// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/motion.h"

#include "ui/basics/settings.h"

#include <QGraphicsItem>
#include <QSettings>
#include <QStyle>
#include <QWidget>

#include <utility>

namespace planlens::graph {

namespace {

constexpr int longest = 150;
constexpr std::size_t mostMoves = 1500; // more moving items cannot be followed by eye

} // namespace

int motionDuration(const QWidget& widget) {
    if (widget.window()->isVisible() && !widget.isVisible())
        return 0; // not visible, for example in another tab
    if (qEnvironmentVariableIsSet("PLANLENS_REDUCED_MOTION"))
        return qEnvironmentVariableIntValue("PLANLENS_REDUCED_MOTION") == 0 ? longest : 0;
    if (hasSettings() && QSettings().value(QStringLiteral("reducedMotion")).toBool())
        return 0;
    return std::min(longest, widget.style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, &widget));
}

ItemMotion::ItemMotion() {
    m_animation.setStartValue(0.0);
    m_animation.setEndValue(1.0);
    m_animation.setEasingCurve(QEasingCurve::InOutCubic);
    QObject::connect(&m_animation, &QVariantAnimation::valueChanged,
                     [this](const QVariant& value) { go(value.toDouble()); });
}

void ItemMotion::start(std::vector<Move> moves, int milliseconds, std::function<void(double)> tick) {
    m_animation.stop();
    m_moves = std::move(moves);
    m_tick = std::move(tick);
    if (milliseconds <= 0 || m_moves.empty() || m_moves.size() > mostMoves) {
        finish();
        return;
    }
    m_animation.setDuration(milliseconds);
    go(0);
    m_animation.start();
}

void ItemMotion::finish() {
    m_animation.stop();
    go(1);
    m_moves.clear();
}

void ItemMotion::abandon() {
    m_tick = {};
    m_moves.clear();
    m_animation.stop();
}

void ItemMotion::go(double share) {
    for (const Move& move : m_moves)
        move.item->setPos(move.from + (move.to - move.from) * share);
    if (m_tick)
        m_tick(share);
}

} // namespace planlens::graph

// SPDX-License-Identifier: MPL-2.0
#include "ui/widgets/tinted.h"

#include "ui/theme/theme.h"

#include <QEvent>

namespace planlens::widgets {

Tinted::Tinted(QWidget* parent) : QWidget(parent) {
    setAutoFillBackground(true);
    dress();
}

void Tinted::setTone(Tone tone) {
    m_tone = tone;
    dress();
}

void Tinted::dress() {
    const theme::Surfaces& s = theme::surfaces(theme::currentScheme());
    const QColor tint = m_tone == Tone::Warning ? s.beforeTint : s.afterTint;
    QPalette tinted = palette();
    if (tinted.color(QPalette::Window) == tint)
        return; // it was this that changed it
    tinted.setColor(QPalette::Window, tint);
    setPalette(tinted);
}

void Tinted::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange)
        dress();
    QWidget::changeEvent(event);
}

} // namespace planlens::widgets

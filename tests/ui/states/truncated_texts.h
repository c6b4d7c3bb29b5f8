// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/controls/elided_label.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace planlens::testing {

/// Returns the buttons and labels that are too small for their text.
inline QStringList truncatedTexts(const QWidget& window) {
    QStringList found;
    const auto look = [&](const QWidget& widget, const QString& text) {
        if (widget.isVisibleTo(&window) && widget.window() == &window && !text.isEmpty() &&
            widget.sizeHint().width() > widget.width())
            found.append(QStringLiteral("“%1” has %2 of %3 pixels")
                             .arg(text)
                             .arg(widget.width())
                             .arg(widget.sizeHint().width()));
    };
    for (const auto* button : window.findChildren<QAbstractButton*>())
        if (const auto* tool = qobject_cast<const QToolButton*>(button);
            (!tool || tool->icon().isNull() || tool->toolButtonStyle() != Qt::ToolButtonIconOnly) &&
            button->minimumSizeHint().width() >= button->sizeHint().width()) // otherwise it shows its icon
            look(*button, button->text());
    for (const auto* label : window.findChildren<QLabel*>())
        if (!label->wordWrap() && !qobject_cast<const widgets::ElidedLabel*>(label) &&
            label->sizePolicy().horizontalPolicy() !=
                QSizePolicy::Ignored) // these are elided, with the whole text in a tool tip
            look(*label, label->text());
    for (const auto* edit : window.findChildren<QLineEdit*>())
        if (edit->isVisibleTo(&window) &&
            edit->fontMetrics().horizontalAdvance(edit->placeholderText()) > edit->width() - 40)
            found.append(QStringLiteral("the place holder “%1”").arg(edit->placeholderText()));
    return found;
}

} // namespace planlens::testing

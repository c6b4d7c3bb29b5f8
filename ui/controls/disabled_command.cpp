// SPDX-License-Identifier: MPL-2.0
#include "ui/controls/disabled_command.h"

#include <QAction>
#include <QShortcut>

namespace planlens::widgets {

void explainWhenDisabled(QWidget& window, const QAction& command, const std::function<void()>& explain) {
    for (const QKeySequence& key : command.shortcuts()) {
        auto* shortcut = new QShortcut(key, &window);
        shortcut->setEnabled(!command.isEnabled());
        QObject::connect(&command, &QAction::enabledChanged, shortcut,
                         [shortcut](bool isEnabled) { shortcut->setEnabled(!isEnabled); });
        QObject::connect(shortcut, &QShortcut::activated, &window, explain);
    }
}

} // namespace planlens::widgets

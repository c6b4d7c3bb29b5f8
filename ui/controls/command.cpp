// SPDX-License-Identifier: MPL-2.0
#include "ui/controls/command.h"

#include <QAction>
#include <QWidget>

#include <algorithm>

namespace planlens::widgets {

QAction* addCommand(QWidget& window, const char* name, const QString& text, const QList<QKeySequence>& keys,
                    const std::function<void()>& run) {
    auto* action = new QAction(text, &window);
    action->setObjectName(QLatin1String(name));
    action->setShortcuts(keys);
    if (run)
        QObject::connect(action, &QAction::triggered, &window, run);
    window.addAction(action);
    return action;
}

QAction* findCommand(const QWidget& window, QLatin1String name) {
    const QList<QAction*> all = window.actions();
    const auto found =
        std::ranges::find_if(all, [name](const QAction* action) { return action->objectName() == name; });
    return found == all.end() ? nullptr : *found;
}

} // namespace planlens::widgets

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>

#include <functional>

class QAction;
class QWidget;

namespace planlens::widgets {

/// Adds a command to a window, as an action of this object name. Menus find it by the name. `run` may be empty.
QAction* addCommand(QWidget& window, const char* name, const QString& text, const QList<QKeySequence>& keys,
                    const std::function<void()>& run);
/// Returns the command with this name; null if the window has none.
QAction* findCommand(const QWidget& window, QLatin1String name);

} // namespace planlens::widgets

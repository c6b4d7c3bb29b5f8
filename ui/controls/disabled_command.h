// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <functional>

class QAction;
class QWidget;

namespace planlens::widgets {

/// Calls `explain` for the keys of a command while it is disabled, so that the user learns why they do nothing.
void explainWhenDisabled(QWidget& window, const QAction& command, const std::function<void()>& explain);

} // namespace planlens::widgets

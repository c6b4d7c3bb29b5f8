// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>

namespace planlens::widgets {

class MainWindow;

/// Selects an address as soon as the window shows a plan, and says so if the plan has no such change.
void selectInFirstPlan(MainWindow& window, const QString& address);

} // namespace planlens::widgets

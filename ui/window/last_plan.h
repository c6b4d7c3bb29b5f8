// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QStringList>

#include <memory>

class QWidget;

namespace planlens::plans {
struct Plan;
}
namespace planlens::session {
struct Result;
}

namespace planlens::widgets {

/// Returns the last good plan with the diagnostics of the newest request, which failed or was stopped: a plan under
/// review stays on screen. Null if `newest` is to be shown itself.
std::shared_ptr<const session::Result> withLastPlan(const session::Result* last, const session::Result& newest);

/// Draws a widget in gray, or in color again.
void showInGray(QWidget& widget, bool isGray);

/// Returns the resources with moved objects in the last plan that the targets do not contain. Planning rejects such
/// targets. `last` may be null.
QStringList movedOutsideTargets(const QStringList& targets, const plans::Plan* last);

/// Returns the excluded addresses that contain moved objects of the last plan. Planning rejects them too.
QStringList excludedMoves(const QStringList& excluded, const plans::Plan* last);

} // namespace planlens::widgets

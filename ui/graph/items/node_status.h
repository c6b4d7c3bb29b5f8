// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/theme/action_style.h"

#include <QColor>
#include <QRectF>
#include <QString>

class QPainter;

namespace planlens::graph {

/// The status of a node during and after an apply. Skipped: it was not started before the apply ended.
enum class NodeStatus { None, Waiting, Running, Done, Failed, Skipped };

/// Returns "waiting", …: for tooltips and accessible texts.
QString statusWord(NodeStatus status);
QColor statusColor(NodeStatus status, theme::Scheme scheme);
/// Whether frames have the color of the status instead of that of the action.
bool isFramedByStatus(NodeStatus status);
/// Returns the background of a node; it takes precedence over the colors of searches and selections.
QColor statusFill(NodeStatus status, theme::Scheme scheme);
/// Paints an icon. Each status has its own shape, so that it does not depend on color.
void paintStatusIcon(QPainter& painter, const QRectF& square, NodeStatus status, theme::Scheme scheme);

} // namespace planlens::graph

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"
#include "ui/models/rows_model.h"
#include "ui/session/session_types.h"

namespace planlens::models {

/// What changed outside: resource instance, attribute, before, now, what this plan does about it.
QVector<Row> driftRows(const plans::Plan& plan);
/// Outputs of the root module that change: name, action, before, after.
QVector<Row> outputRows(const plans::Plan& plan);
/// Status, object, message.
QVector<Row> checkRows(const plans::Plan& plan);
/// Severity, summary, place. The details have the excerpt.
QVector<Row> diagnosticRows(const QVector<session::DiagnosticText>& diagnostics);

} // namespace planlens::models

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"
#include "core/plans/plan.h"
#include "core/providers/plugin/process/record.h"
#include "ui/basics/session_types.h"
#include "ui/models/rows_model.h"

namespace planlens::models {

/// Outputs of the root module that change: name, action, before, after; without these secrets.
QVector<Row> outputRows(const plans::Plan& plan, const masking::Secrets& secrets);
/// Status, object, message.
QVector<Row> checkRows(const plans::Plan& plan);
/// Severity, summary, place. The details have the excerpt.
QVector<Row> diagnosticRows(const QVector<session::DiagnosticText>& diagnostics);
/// Those that run first, then those that ended last: state, provider, version, process, start, what is known of the
/// package, program.
QVector<Row> pluginRows(std::vector<providers::plugin::Status> plugins);
/// What, name, version, program.
QVector<Row> programRows(const QVector<session::Program>& programs);

} // namespace planlens::models

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"
#include "core/providers/plugin/process/record.h"
#include "ui/basics/session_types.h"
#include "ui/models/rows_model.h"

namespace planlens::plans {
struct Plan;
}
namespace planlens::states {
struct CheckResult;
}
namespace planlens::models {

/// Returns the changed outputs of the root module: name, action (with its color), before, after. Secrets are masked.
QVector<Row> outputRows(const plans::Plan& plan, const masking::Secrets& secrets);
/// Returns the same rows with the values after an apply.
QVector<Row> withAppliedValues(QVector<Row> outputs, const QVector<session::AppliedOutput>& applied);
/// Returns the number of objects that changed outside of OpenTofu since the last apply.
int driftCount(const plans::Plan& plan);
/// Returns rows with the columns status, object, message.
QVector<Row> checkRows(const plans::Plan& plan, const masking::Secrets& secrets);
/// Returns why a check failed: its messages, masked.
QString failureText(const states::CheckResult& check, const masking::Secrets& secrets);
/// Returns rows with the columns severity, summary, location. The details contain the excerpt.
QVector<Row> diagnosticRows(const QVector<session::DiagnosticText>& diagnostics);
/// Returns running plugins first, then the most recently ended. Columns: state, provider, version, process, start,
/// package verification, program.
QVector<Row> pluginRows(std::vector<providers::plugin::Status> plugins);
/// Returns rows with the columns kind, name, version, program.
QVector<Row> programRows(const QVector<session::Program>& programs);

} // namespace planlens::models

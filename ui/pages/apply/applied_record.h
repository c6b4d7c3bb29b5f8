// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"
#include "ui/basics/session_types.h"
#include "ui/models/apply_model.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace planlens::widgets {

/// What the page of an apply shows after its end.
struct AppliedRecord {
    session::ApplyReport report;
    std::vector<models::ApplyModel::Operation> operations;
    int failed = 0; // operations that failed, but not because the user interrupted or killed them
};

/// Returns the record for the history. All texts are masked.
QByteArray recordBytes(AppliedRecord record, const masking::Secrets& mask);
/// Reads what recordBytes() returned; nullopt if the bytes are something else.
std::optional<AppliedRecord> recordOf(const QByteArray& bytes);

} // namespace planlens::widgets

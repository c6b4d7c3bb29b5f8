// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <QByteArray>
#include <QString>

#include <string_view>

/// Reads plan files. Slow for large files; do not call it on the GUI thread.
namespace planlens::session {

inline constexpr qsizetype biggestFile = qsizetype(4) << 30;

diags::Diagnostic cannotRead(const QString& name, const QString& why);
/// Reads a file. Returns its contents, or a diagnostic that says what to do.
diags::Result<QByteArray> readPlanFile(const QString& path);

enum class FileForm { SavedPlan, State, PlanJson };
/// Encrypted and outdated plans count as saved plans. Unrecognized contents count as JSON, so that the JSON reader
/// reports the error.
FileForm formOf(std::string_view bytes);

} // namespace planlens::session

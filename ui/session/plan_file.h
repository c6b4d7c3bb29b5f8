// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <QByteArray>
#include <QString>

#include <string_view>

/// Reading files that hold plans. It takes its time with big ones, so not on the GUI thread.
namespace planlens::session {

inline constexpr qsizetype biggestFile = qsizetype(4) << 30;

diags::Diagnostic cannotRead(const QString& name, const QString& why);
/// All of a file, or why not, and what to do.
diags::Result<QByteArray> readPlanFile(const QString& path);

enum class FileForm { SavedPlan, State, PlanJson };
/// Encrypted and outdated plans count as saved ones, and what is nothing of all as JSON: who reads it says what it is.
FileForm formOf(std::string_view bytes);

} // namespace planlens::session

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/sources.h"
#include "ui/session/session_types.h"

namespace planlens::session {

/// Diagnostics with their excerpts, ready to show. The first source that has the file is used.
QVector<DiagnosticText> diagnosticTexts(const diags::Diagnostics& diagnostics,
                                        const std::vector<const diags::Sources*>& sources);

} // namespace planlens::session

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/sources.h"
#include "core/masking/secrets.h"
#include "ui/basics/session_types.h"

namespace planlens::session {

/// Converts diagnostics to text with excerpts. The first source that has the file is used.
QVector<DiagnosticText> diagnosticTexts(const diags::Diagnostics& diagnostics,
                                        const std::vector<const diags::Sources*>& sources);
/// Masks secrets, because provider messages contain values and excerpts contain defaults of variables.
void maskSecrets(QVector<DiagnosticText>& diagnostics, const masking::Secrets& secrets);

} // namespace planlens::session

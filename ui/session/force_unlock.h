// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"

namespace planlens::session {

/// Removes the lock with this ID from the state of a request's folder and workspace, as `force-unlock` does. Blocks.
/// Returns the errors.
QVector<DiagnosticText> forceUnlock(const Request& request, const QString& id);

} // namespace planlens::session

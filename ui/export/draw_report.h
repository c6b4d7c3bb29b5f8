// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>

namespace planlens::exporting {

/// Implements `planlens --draw-report` for planlens-cli, which has no fonts: reads a JSON object with the members of
/// report::Drawable from the standard input and writes a "png" or "pdf" to the standard output. Returns the exit
/// status.
int drawReport(const QString& format);

} // namespace planlens::exporting

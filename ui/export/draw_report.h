// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>

namespace planlens::exporting {

/// What `planlens --draw-report` does, for planlens-cli, which has no fonts: draws what comes on the standard input, an
/// object of JSON with the members of report::Drawable, as "png" or "pdf" onto the standard output. Answers the exit
/// status.
int drawReport(const QString& format);

} // namespace planlens::exporting

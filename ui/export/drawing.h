// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/export.h"

#include <QByteArray>

/// Plans as files.
namespace planlens::exporting {

/// Drawn with the fonts of this machine. Needs an application, not the GUI thread. Empty where the picture is too
/// large.
QByteArray png(const report::Drawable& drawable);
/// The text on A4, then the graph on a page that is as large as it needs.
QByteArray pdf(const report::Drawable& drawable);

} // namespace planlens::exporting

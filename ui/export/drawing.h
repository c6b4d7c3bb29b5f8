// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/export.h"

#include <QByteArray>

/// Writes plans to files.
namespace planlens::exporting {

/// Draws with the installed fonts. Needs an application object, but not the GUI thread. Returns an empty array if the
/// picture is too large.
QByteArray png(const report::Drawable& drawable);
/// Draws the text on A4 pages, then the graph on one page of its size.
QByteArray pdf(const report::Drawable& drawable);

} // namespace planlens::exporting

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/theme/action_style.h"

#include <QFont>
#include <QIcon>

class QApplication;

namespace planlens::theme {

/// Sets style, palette and fonts of the application. Call it before creating widgets, or to switch the scheme.
void apply(QApplication& application, Scheme scheme);
/// Returns the current scheme, stored in the application.
Scheme currentScheme();
/// Returns the font for addresses and values.
QFont monospaceFont();
/// Returns the fonts of titles, of normal text, and of secondary text.
QFont titleFont();
QFont smallFont();

inline constexpr int grid = 8;
inline constexpr int rowHeight = 24;

/// Returns a small square with the kind's glyph, for lists and buttons.
QIcon glyphIcon(ActionKind kind, Scheme scheme);

} // namespace planlens::theme

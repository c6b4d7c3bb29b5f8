// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/theme/action_style.h"

#include <QFont>
#include <QIcon>

class QApplication;

namespace planlens::theme {

/// Sets style, palette and fonts of the application; to be called before widgets are made, or to switch.
void apply(QApplication& application, Scheme scheme);
/// The scheme in force, as the application's palette has it.
Scheme currentScheme();
/// For addresses and values.
QFont monospaceFont();
/// The font of a title, of plain text, and of what is said beside it.
QFont titleFont();
QFont smallFont();

inline constexpr int grid = 8;
inline constexpr int rowHeight = 24;

/// A small square with the kind's glyph, for lists and buttons.
QIcon glyphIcon(ActionKind kind, Scheme scheme);

} // namespace planlens::theme

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QIcon>
#include <QLatin1String>

namespace planlens::theme {

/// The background of an icon that is drawn as active: menus highlight the active entry, buttons do not.
enum class IconPlace { Menu, Button };

/// Returns the icon of a command by the object name of its action: from the icon theme of the desktop, else our own,
/// in the colors of the current scheme. Null for commands that show their state instead, and for unknown names.
QIcon commandIcon(QLatin1String command, IconPlace place);

} // namespace planlens::theme

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QStringList>

namespace planlens::widgets {

/// The folders that were opened last, the newest first, as far as they are still there. Kept in the settings, where the
/// program has any.
QStringList recentFolders();
void addRecentFolder(const QString& folder);

} // namespace planlens::widgets

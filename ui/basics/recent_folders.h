// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QStringList>

namespace planlens::widgets {

/// Returns the recently opened folders that still exist, newest first. Stored in the settings, if the application has
/// an organization name.
QStringList recentFolders();
void addRecentFolder(const QString& folder);
/// Returns in words what a folder contains if that is not a project; otherwise empty.
QString recentFolderKind(const QString& folder);

} // namespace planlens::widgets

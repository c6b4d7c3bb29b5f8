// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>

namespace planlens {

/// Whether settings and histories are read and written. Snapshots and most tests do not, because their application has
/// no organization name.
bool hasSettings();
/// Returns the key of a setting of one folder.
QString folderSetting(const QString& folder, const QString& name);

} // namespace planlens

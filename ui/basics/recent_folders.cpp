// SPDX-License-Identifier: MPL-2.0
#include "ui/basics/recent_folders.h"

#include "ui/basics/settings.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace planlens::widgets {

namespace {

constexpr int most = 12;
const QString key = QStringLiteral("recentFolders");

} // namespace

QStringList recentFolders() {
    if (!hasSettings())
        return {};
    QStringList folders = QSettings().value(key).toStringList();
    folders.removeIf([](const QString& folder) { return !QFileInfo(folder).isDir(); });
    return folders;
}

void addRecentFolder(const QString& folder) {
    if (!hasSettings())
        return;
    QStringList folders = recentFolders();
    folders.removeAll(folder);
    folders.prepend(folder);
    QSettings().setValue(key, folders.mid(0, most));
}

} // namespace planlens::widgets

// SPDX-License-Identifier: MPL-2.0
#include "ui/basics/recent_folders.h"

#include "core/projects/results/result.h"
#include "ui/basics/settings.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace planlens::widgets {

namespace {

constexpr int most = 12;
const QString key = QStringLiteral("recentFolders");

struct Words {
    Q_DECLARE_TR_FUNCTIONS(RecentFolders)
};

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

QString recentFolderKind(const QString& folder) {
    return projects::hasResults(folder.toStdString()) ? Words::tr("results of projects") : QString();
}

} // namespace planlens::widgets

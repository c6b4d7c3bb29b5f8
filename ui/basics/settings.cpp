// SPDX-License-Identifier: MPL-2.0
#include "ui/basics/settings.h"

#include <QCoreApplication>

namespace planlens {

bool hasSettings() {
    return !QCoreApplication::organizationName().isEmpty();
}

QString folderSetting(const QString& folder, const QString& name) {
    return QStringLiteral("folders/%1/%2").arg(QString::fromLatin1(folder.toUtf8().toHex()), name);
}

} // namespace planlens

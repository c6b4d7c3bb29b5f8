// SPDX-License-Identifier: MPL-2.0
#include "ui/basics/trusted_folders.h"

#include "ui/basics/settings.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QSettings>

#include <algorithm>
#include <memory>

namespace planlens::widgets {

namespace {

/// Returns the group of the settings with a group for each folder; null without settings.
std::unique_ptr<QSettings> trustSettings() {
    if (!hasSettings())
        return nullptr;
    auto settings = std::make_unique<QSettings>();
    settings->beginGroup(QStringLiteral("trusted"));
    return settings;
}

QString groupOf(const QString& folder) {
    return QString::fromLatin1(QDir(folder).absolutePath().toUtf8().toHex());
}

} // namespace

QByteArray trustDigest(const QString& folder, const QVector<session::Program>& programs) {
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto add = [&hash](const QByteArray& part) {
        hash.addData(QByteArray(QByteArray::number(part.size()) + ':'));
        hash.addData(part);
    };
    QFile locks(folder + QStringLiteral("/.terraform.lock.hcl"));
    add(locks.open(QIODevice::ReadOnly) ? locks.readAll() : QByteArray());
    for (const session::Program& program : programs)
        for (const QString& part : {QString::number(int(program.kind)), program.name, program.version, program.path})
            add(part.toUtf8());
    return hash.result().toHex();
}

void trustFolder(const QString& folder, const QByteArray& digest) {
    const auto settings = trustSettings();
    if (!settings)
        return;
    settings->beginGroup(groupOf(folder));
    settings->setValue(QStringLiteral("digest"), digest);
    settings->setValue(QStringLiteral("since"), QDateTime::currentDateTimeUtc());
}

bool isTrusted(const QString& folder, const QByteArray& digest) {
    const auto settings = trustSettings();
    if (!settings)
        return false;
    settings->beginGroup(groupOf(folder));
    return settings->value(QStringLiteral("digest")).toByteArray() == digest;
}

void withdrawTrust(const QString& folder) {
    if (const auto settings = trustSettings())
        settings->remove(groupOf(folder));
}

QVector<TrustedFolder> trustedFolders() {
    QVector<TrustedFolder> folders;
    const auto settings = trustSettings();
    if (!settings)
        return folders;
    for (const QString& group : settings->childGroups())
        folders.append({QString::fromUtf8(QByteArray::fromHex(group.toLatin1())),
                        settings->value(group + QStringLiteral("/since")).toDateTime()});
    std::ranges::sort(folders, {}, &TrustedFolder::folder);
    return folders;
}

} // namespace planlens::widgets

// SPDX-License-Identifier: MPL-2.0
#include "ui/history/private_files.h"

#include "core/system/directories/state_directory.h"

#include <QDir>
#include <QFile>
#include <QMessageAuthenticationCode>
#include <QRandomGenerator>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

namespace planlens::history {

namespace {

constexpr qsizetype keyLength = 32; // in bytes

QByteArray readKey(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QByteArray key = file.read(keyLength + 1);
    return key.size() == keyLength ? key : QByteArray();
}

} // namespace

QString stateDirectoryPath() {
    const std::filesystem::path path = system::stateDirectoryPath();
    return path.empty() ? QDir::homePath() + QStringLiteral("/.local/state/planlens")
                        : QString::fromStdString(path.string());
}

QString stateDirectory() {
    const QString path = stateDirectoryPath();
    return system::makePrivateDirectory(path.toStdString()) ? path : QString();
}

bool makePrivateFile(const QString& path) {
    const int file =
        ::open(QFile::encodeName(path).constData(), O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (file < 0)
        return false;
    const bool isPrivate = ::fchmod(file, S_IRUSR | S_IWUSR) == 0;
    ::close(file);
    return isPrivate;
}

Fingerprints::Fingerprints(const QString& directory) {
    if (directory.isEmpty())
        return;
    const QString path = directory + QStringLiteral("/fingerprint.key");
    m_key = readKey(path);
    if (isValid())
        return;
    // Written to a temporary file and linked, so that two windows that start together read the same complete key.
    std::array<quint32, keyLength / sizeof(quint32)> random{};
    QRandomGenerator::system()->fillRange(random.data(), qsizetype(random.size()));
    const QString fresh = path + QStringLiteral(".%1").arg(::getpid());
    QFile::remove(fresh);
    QFile file(fresh);
    if (makePrivateFile(fresh) && file.open(QIODevice::WriteOnly)) {
        file.write(reinterpret_cast<const char*>(random.data()), keyLength);
        file.close();
        if (file.error() == QFileDevice::NoError)
            (void)::link(QFile::encodeName(fresh).constData(), QFile::encodeName(path).constData());
    }
    QFile::remove(fresh);
    m_key = readKey(path);
}

QString Fingerprints::of(QByteArrayView secret) const {
    if (!isValid())
        return {};
    constexpr qsizetype digits = 32;
    return QString::fromLatin1(
        QMessageAuthenticationCode::hash(secret.toByteArray(), m_key, QCryptographicHash::Sha256).toHex().left(digits));
}

} // namespace planlens::history

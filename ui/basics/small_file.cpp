// SPDX-License-Identifier: MPL-2.0
#include "ui/basics/small_file.h"

#include "core/system/file.h"
#include "ui/basics/text.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

namespace planlens {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(planlens::SmallFile)
};

} // namespace

diags::Expected<QByteArray, QString> readSmallFile(const QString& path) {
    constexpr qint64 most = 1024 * 1024;
    const QFileInfo info(path);
    if (!info.exists() && !info.isSymbolicLink())
        return QByteArray();
    if (!info.isFile())
        return diags::Unexpected{Words::tr("it is not a file")};
    if (info.size() > most)
        return diags::Unexpected{Words::tr("it is larger than 1 MiB")};
    const auto bytes = system::readFile(QFile::encodeName(path).toStdString());
    if (!bytes)
        return diags::Unexpected{qstring(bytes.error().reason())};
    return QByteArray::fromStdString(*bytes);
}

} // namespace planlens

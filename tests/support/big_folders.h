// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QString>

namespace planlens {

inline void writeFile(const QString& path, const QByteArray& text) {
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(text);
}

/// Returns 20 resources of one module. The next generation updates most and replaces some.
inline QByteArray resources(int generation) {
    QByteArray text;
    for (int i = 0; i < 20; ++i) {
        const auto upper = [i](int back) {
            return i < back ? QStringLiteral("null") : QStringLiteral("terraform_data.part%1.id").arg(i - back);
        };
        text += QStringLiteral("resource \"terraform_data\" \"part%1\" {\n  input = [%2, %3, %4]\n%5}\n")
                    .arg(QString::number(i), upper(1), upper(3), QString::number(i % 4 ? generation : 0),
                         i % 7 ? QString() : QStringLiteral("  triggers_replace = %1\n").arg(generation))
                    .toUtf8();
    }
    return text;
}

/// Writes 20 resources in each of 10 × 10 modules by default, with two edges per resource.
inline void generate(const QDir& folder, int services = 10) {
    QByteArray root, middle;
    for (int i = 0; i < 10; ++i)
        root += QStringLiteral("module \"area%1\" {\n  source = \"./area\"\n}\n").arg(i).toUtf8();
    for (int i = 0; i < services; ++i) {
        middle += QStringLiteral("module \"service%1\" {\n  source = \"../service\"\n}\n").arg(i).toUtf8();
    }
    folder.mkpath(QStringLiteral("area"));
    folder.mkpath(QStringLiteral("service"));
    folder.mkpath(QStringLiteral(".terraform/modules"));
    writeFile(folder.filePath(QStringLiteral("main.tf")), root);
    writeFile(folder.filePath(QStringLiteral("area/main.tf")), middle);
    writeFile(folder.filePath(QStringLiteral("service/main.tf")), resources(1));
    QByteArray manifest = R"({"Modules":[{"Key":"","Source":"","Dir":"."})";
    for (int i = 0; i < 10; ++i) {
        manifest += QStringLiteral(",{\"Key\":\"area%1\",\"Source\":\"./area\",\"Dir\":\"area\"}").arg(i).toUtf8();
        for (int j = 0; j < services; ++j)
            manifest += QStringLiteral(",{\"Key\":\"area%1.service%2\",\"Source\":\"../service\",\"Dir\":\"service\"}")
                            .arg(i)
                            .arg(j)
                            .toUtf8();
    }
    writeFile(folder.filePath(QStringLiteral(".terraform/modules/modules.json")), manifest + "]}");
}

/// Writes 2,000 resources in the root module: at the scale that fits all of them, each is a block of its own.
inline void generateFlat(const QDir& folder) {
    QByteArray text;
    for (int i = 0; i < 2000; ++i) {
        const auto upper = [i](int back) {
            return i < back ? QStringLiteral("null") : QStringLiteral("terraform_data.part%1.id").arg(i - back);
        };
        text += QStringLiteral("resource \"terraform_data\" \"part%1\" {\n  input = [%2, %3]\n}\n")
                    .arg(QString::number(i), upper(7), upper(40))
                    .toUtf8();
    }
    writeFile(folder.filePath(QStringLiteral("main.tf")), text);
}

} // namespace planlens

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/repository/project.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

namespace planlens::testing {

/// A repository of these files.
class Folder {
public:
    explicit Folder(const std::map<QString, QByteArray>& files) {
        for (const auto& [name, text] : files)
            write(name, text);
    }
    void write(const QString& name, const QByteArray& text) const {
        const QString path = m_directory.filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("%s cannot be written", qPrintable(path));
    }
    std::filesystem::path path() const { return m_directory.path().toStdString(); }

private:
    QTemporaryDir m_directory;
};

inline QStringList texts(const std::vector<std::string>& list) {
    QStringList made;
    for (const std::string& text : list)
        made.append(QString::fromStdString(text));
    return made;
}

inline projects::Repository found(const Folder& folder) {
    auto result = projects::findProjects(folder.path());
    if (!result.isOk())
        qFatal("%s", result.diagnostics.toString().c_str());
    return *std::move(result.value);
}

inline constexpr const char* backend = "terraform {\n  backend \"local\" {}\n}\n";
inline constexpr const char* requirements = "terraform {\n  required_providers {\n    aws = {\n      source = "
                                            "\"hashicorp/aws\"\n      version = \"~> 5.0\"\n    }\n  }\n}\n";

} // namespace planlens::testing

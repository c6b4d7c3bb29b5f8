// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/app/support/project_folder.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

namespace planlens::testing {

inline constexpr const char* sharedModule =
    "variable \"size\" {\n  default = 1\n}\nresource \"terraform_data\" \"bucket\" {\n"
    "  input = \"size\"\n}\n";

/// Returns a root module that calls the shared module.
inline QByteArray rootModule(const QByteArray& more = {}) {
    return "terraform {\n  required_providers {}\n}\nmodule \"logs\" {\n  source = \"../../modules/logs\"\n}\n" + more;
}

/// A repository with several projects.
class RepositoryFolder : public ProjectFolder {
public:
    explicit RepositoryFolder(const QStringList& projects) {
        write(QStringLiteral("modules/logs/main.tf"), sharedModule);
        for (const QString& project : projects)
            add(project, rootModule());
    }
    void add(const QString& project, const QByteArray& configuration) const {
        write(project + QStringLiteral("/main.tf"), configuration);
        write(project + QStringLiteral("/.terraform/modules/modules.json"),
              "{\"Modules\":[{\"Key\":\"\",\"Source\":\"\",\"Dir\":\".\"},{\"Key\":\"logs\",\"Source\":"
              "\"../../modules/logs\",\"Dir\":\"../../modules/logs\"}]}");
    }
    QJsonObject result(const QString& folder) const {
        return QJsonDocument::fromJson(read(QStringLiteral("results/%1/result.json").arg(folder))).object();
    }
    /// Returns the names of the results with this status.
    QStringList results(const QString& status) const {
        QStringList found;
        for (const QString& name : QDir(path(QStringLiteral("results"))).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            if (const QJsonObject one = result(name); one["status"].toString() == status)
                found.append(one["project"].toString());
        found.sort();
        return found;
    }
    QByteArray approvals(const QStringList& folders) const {
        QJsonArray list;
        for (const QString& folder : folders)
            list.append(
                QJsonObject{{"project", result(folder)["project"]}, {"plan_hash", result(folder)["plan_hash"]}});
        return QJsonDocument(
                   QJsonObject{{"format", "planlens-approvals"}, {"format_version", "1.0"}, {"approvals", list}})
            .toJson();
    }
    bool git(const QStringList& arguments) const {
        QProcess process;
        process.setWorkingDirectory(path());
        process.start(QStringLiteral("git"), QStringList{"-c", "user.name=t", "-c", "user.email=t@example.com", "-c",
                                                         "commit.gpgsign=false", "-c", "init.defaultBranch=main"} +
                                                 arguments);
        process.waitForFinished();
        return process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    }
};

} // namespace planlens::testing

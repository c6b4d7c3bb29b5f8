// SPDX-License-Identifier: MPL-2.0
#include "ui/history/approved_plan.h"

#include "core/engine/save_plan.h"
#include "ui/history/private_files.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <sys/stat.h>
#include <unistd.h>

#include <system_error>

namespace planlens::history {

namespace {

QString folderIn(const QString& directory) {
    return directory + QStringLiteral("/approved");
}

} // namespace

ApprovedPlan::ApprovedPlan(const plans::Plan& plan, const plans::Program& program, const configs::Config& config,
                           const states::EncryptionPtr& encryption, const QString& hash,
                           diags::Diagnostics& diagnostics) {
    const QString directory = stateDirectory();
    const QString folder = folderIn(directory);
    if (directory.isEmpty() || (::mkdir(QFile::encodeName(folder).constData(), S_IRWXU) != 0 && errno != EEXIST)) {
        diagnostics.error(QCoreApplication::translate("History", "The approved plan cannot be stored").toStdString(),
                          QCoreApplication::translate(
                              "History", "The folder %1 cannot be created. Set XDG_STATE_HOME to a writable folder.")
                              .arg(folderIn(stateDirectoryPath()))
                              .toStdString());
        return;
    }
    const QString name = QStringLiteral("/%1-%2.tfplan").arg(hash.left(16)).arg(::getpid());
    const std::filesystem::path path = QString(folder + name).toStdString();
    diags::Diagnostics saved = engine::savePlan(plan, program, config, path, encryption);
    if (!saved.hasErrors())
        m_path = path;
    diagnostics.append(std::move(saved));
}

void ApprovedPlan::remove() const {
    std::error_code error;
    if (!m_path.empty())
        std::filesystem::remove(m_path, error);
}

void removeOldApprovedPlans() {
    const QDateTime yesterday = QDateTime::currentDateTime().addDays(-1);
    const QDir folder(folderIn(stateDirectoryPath()));
    for (const QFileInfo& file : folder.entryInfoList(QDir::Files | QDir::Hidden))
        if (file.lastModified() < yesterday)
            QFile::remove(file.filePath());
}

} // namespace planlens::history

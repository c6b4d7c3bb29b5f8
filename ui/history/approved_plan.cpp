// SPDX-License-Identifier: MPL-2.0
#include "ui/history/approved_plan.h"

#include "core/engine/save_plan.h"
#include "core/system/directories/state_directory.h"
#include "core/system/output_file.h"
#include "ui/history/private_files.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStringBuilder>

#include <unistd.h>

#include <system_error>

namespace planlens::history {

namespace {

QString folderIn(const QString& directory) {
    return directory + QStringLiteral("/approved");
}

/// Returns the path of a new file; empty after an error.
std::filesystem::path newFile(const QString& hash, diags::Diagnostics& diagnostics) {
    const QString directory = stateDirectory();
    const QString folder = folderIn(directory);
    if (directory.isEmpty() || !system::makePrivateDirectory(QFile::encodeName(folder).toStdString())) {
        diagnostics.error(QCoreApplication::translate("History", "The approved plan cannot be stored").toStdString(),
                          QCoreApplication::translate(
                              "History", "The folder %1 cannot be created. Set XDG_STATE_HOME to a writable folder.")
                              .arg(folderIn(stateDirectoryPath()))
                              .toStdString());
        return {};
    }
    return QString(folder % QStringLiteral("/%1-%2.tfplan").arg(hash.left(16)).arg(::getpid())).toStdString();
}

} // namespace

ApprovedPlan::ApprovedPlan(const plans::Plan& plan, const plans::Program& program, const configs::Config& config,
                           const states::EncryptionPtr& encryption, const QString& hash,
                           diags::Diagnostics& diagnostics) {
    const std::filesystem::path path = newFile(hash, diagnostics);
    if (path.empty())
        return;
    diags::Diagnostics saved = engine::savePlan(plan, program, config, path, encryption);
    if (!saved.hasErrors())
        m_path = path;
    diagnostics.append(std::move(saved));
}

ApprovedPlan::ApprovedPlan(const QByteArray& bytes, const QString& hash, diags::Diagnostics& diagnostics) {
    if (QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex()) != hash) {
        diagnostics.error(QCoreApplication::translate("History", "The plan file has changed").toStdString(),
                          QCoreApplication::translate(
                              "History", "It is no longer the plan that was reviewed. Open it again and review it.")
                              .toStdString());
        return;
    }
    const std::filesystem::path path = newFile(hash, diagnostics);
    if (path.empty())
        return;
    const auto written = system::writeOutputFile(path, {bytes.constData(), std::size_t(bytes.size())}, {.mode = 0600});
    if (written) {
        m_path = path;
        return;
    }
    diagnostics.error(
        QCoreApplication::translate("History", "The approved plan cannot be stored").toStdString(),
        QCoreApplication::translate("History", "%1: %2. Make space, or set XDG_STATE_HOME to a writable folder.")
            .arg(QString::fromStdString(path.string()), QString::fromStdString(written.error().reason()))
            .toStdString());
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

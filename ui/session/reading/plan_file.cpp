// SPDX-License-Identifier: MPL-2.0
#include "ui/session/reading/plan_file.h"

#include "core/plans/file/plan_file.h"
#include "core/states/file/state_text.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

namespace planlens::session {

using diags::Diagnostic;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(PlanFile)
};

} // namespace

Diagnostic cannotRead(const QString& name, const QString& why) {
    return Diagnostic::error(
        Words::tr("The file cannot be read").toStdString(),
        Words::tr("%1: %2. Choose another file, or correct its permissions.").arg(name, why).toStdString());
}

diags::Result<QByteArray> readPlanFile(const QString& path) {
    if (const QFileInfo info(path); info.isDir() || (info.exists() && !info.isFile()))
        return cannotRead(path, Words::tr("it is not a file"));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return cannotRead(path, file.errorString());
    if (file.size() > biggestFile)
        return cannotRead(path, Words::tr("it is too large"));
    QByteArray bytes = file.readAll();
    if (file.error() != QFileDevice::NoError)
        return cannotRead(path, file.errorString());
    return bytes;
}

FileForm formOf(std::string_view bytes) {
    const std::string_view head = bytes.substr(0, 4096);
    const auto has = [head](std::string_view name) { return head.find(name) != std::string_view::npos; };
    if (has("\"encrypted_data\"")) // encrypted states begin with a serial in clear
        return has("\"serial\"") ? FileForm::State : FileForm::SavedPlan;
    if (plans::file::looksLikePlanFile(bytes) || bytes.starts_with("tfplan"))
        return FileForm::SavedPlan;
    return states::looksLikeState(bytes) ? FileForm::State : FileForm::PlanJson;
}

} // namespace planlens::session

// SPDX-License-Identifier: MPL-2.0
#include "ui/session/plan_file.h"

#include "core/formats/kept_schemas.h"
#include "core/states/state_text.h"
#include "core/system/file.h"

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
    return Diagnostic::error(Words::tr("The file cannot be read").toStdString(), Words::tr("%1: %2. Choose another file, or mend its permissions.").arg(name, why).toStdString());
}

diags::Result<QByteArray> readPlanFile(const QString& path) {
    if (const QFileInfo info(path); info.isDir() || (info.exists() && !info.isFile()))
        return cannotRead(path, Words::tr("it is not a file"));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return cannotRead(path, file.errorString());
    if (file.size() > biggestFile)
        return cannotRead(path, Words::tr("it is too big"));
    QByteArray bytes = file.readAll();
    if (file.error() != QFileDevice::NoError)
        return cannotRead(path, file.errorString());
    return bytes;
}

FileForm formOf(std::string_view bytes) {
    constexpr std::size_t head = 4096;
    if (plans::file::looksLikePlanFile(bytes) || bytes.starts_with("tfplan") || bytes.substr(0, head).find("\"encrypted_data\"") != std::string_view::npos)
        return FileForm::SavedPlan;
    return states::looksLikeState(bytes) ? FileForm::State : FileForm::PlanJson;
}

bool PlanSchemas::add(const addrs::Provider& provider) {
    if (m_all.contains(provider))
        return true;
    if (schemas::ProviderSchemaPtr told = m_ask(provider))
        return m_all.emplace(provider, std::move(told)).second;
    if (!m_kept) {
        m_kept.emplace();
        if (const auto text = system::readFile(formats::keptSchemas(m_folder)))
            if (diags::Result<providers::simulated::SchemasByProvider> read = providers::simulated::readProviderSchemas(*text); read.value)
                m_kept = *std::move(read.value);
    }
    const auto known = m_kept->find(provider);
    return known != m_kept->end() && m_all.emplace(provider, known->second).second;
}

diags::Result<OpenedPlan> openSavedPlan(std::string_view bytes, PlanSchemas& schemas) {
    diags::Result<plans::file::SavedPlan> saved = plans::file::read(bytes);
    if (!saved.isOk())
        return std::move(saved.diagnostics);
    OpenedPlan opened{*std::move(saved.value), nullptr, {}};
    for (const addrs::Provider& provider : opened.saved.providers)
        if (!schemas.add(provider))
            opened.withoutSchema.push_back(provider);
    diags::Diagnostics diagnostics = std::move(saved.diagnostics);
    opened.plan = plans::file::decode(opened.saved, schemas.all(), plans::file::WithoutSchema::Hidden).into(diagnostics).value_or(nullptr);
    if (!opened.plan)
        return diagnostics;
    return {std::move(opened), std::move(diagnostics)};
}

} // namespace planlens::session

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/plans/file/plan_file.h"
#include "core/providers/simulated/schema_json.h"

#include <QByteArray>
#include <QString>

#include <filesystem>
#include <functional>
#include <optional>

/// Reading files that hold plans. It takes its time with big ones, so not on the GUI thread.
namespace planlens::session {

inline constexpr qsizetype biggestFile = qsizetype(4) << 30;

diags::Diagnostic cannotRead(const QString& name, const QString& why);
/// All of a file, or why not, and what to do.
diags::Result<QByteArray> readPlanFile(const QString& path);

enum class FileForm { SavedPlan, State, PlanJson };
/// Encrypted and outdated plans count as saved ones, and what is nothing of all as JSON: who reads it says what it is.
FileForm formOf(std::string_view bytes);

/// The schemas of providers for a saved plan: as they are told, else as those had them that planned in a folder last.
class PlanSchemas {
public:
    /// Null where nothing is told of it.
    using Ask = std::function<schemas::ProviderSchemaPtr(const addrs::Provider&)>;
    PlanSchemas(std::filesystem::path folder, Ask ask) : m_folder(std::move(folder)), m_ask(std::move(ask)) {}

    /// Whether it is known.
    bool add(const addrs::Provider& provider);
    const plans::Schemas& all() const { return m_all; }

private:
    const std::filesystem::path m_folder;
    const Ask m_ask;
    std::optional<providers::simulated::SchemasByProvider> m_kept; // once they are needed
    plans::Schemas m_all;
};

struct OpenedPlan {
    plans::file::SavedPlan saved;
    std::shared_ptr<plans::Plan> plan;
    std::vector<addrs::Provider> withoutSchema; // the values of these are hidden, as only schemas say which are secret
};
/// The schemas of its providers are added.
diags::Result<OpenedPlan> openSavedPlan(std::string_view bytes, PlanSchemas& schemas);

} // namespace planlens::session

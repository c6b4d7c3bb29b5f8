// SPDX-License-Identifier: MPL-2.0
#include "ui/session/reading/read_state.h"

#include "core/configs/config.h"
#include "core/formats/schema_cache.h"
#include "core/plans/plan.h"
#include "core/providers/builtin/terraform_provider.h"
#include "core/providers/simulated/schema_json.h"
#include "core/schemas/schema.h"
#include "core/schemas/values_by_schema.h"
#include "core/states/file.h"
#include "core/states/stored_value.h"
#include "core/system/file.h"
#include "core/workspace/state_access.h"
#include "ui/basics/text.h"
#include "ui/session/diagnostic_text.h"
#include "ui/session/open_options.h"

#include <QCoreApplication>
#include <QDir>

namespace planlens::session {

namespace fs = std::filesystem;
using diags::Diagnostics;
using states::OutlineEntry;
using values::Value;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(StateSnapshot)
};

/// Adds the schemas of the built-in provider, and those cached for the folder.
plans::Schemas withKnown(plans::Schemas schemas, const states::State& state, const fs::path& folder) {
    bool isKept = false;
    for (const auto& [address, resource] : state.resources()) {
        const addrs::Provider& provider = resource.provider.provider;
        if (schemas.contains(provider))
            continue;
        if (provider.isBuiltIn()) {
            if (const auto schema = providers::TerraformProvider().schema({}); schema.value)
                schemas.emplace(provider, *schema);
        } else if (!std::exchange(isKept, true) && !folder.empty()) {
            if (const auto text = system::readFile(formats::keptSchemas(folder)))
                if (auto kept = providers::simulated::readProviderSchemas(*text); kept.value)
                    schemas.merge(*kept.value);
        }
    }
    return schemas;
}

} // namespace

StateSnapshotPtr snapshotOf(states::File file, plans::Schemas schemas, const fs::path& folder, const QString& source,
                            const Diagnostics& diagnostics) {
    const auto snapshot = std::make_shared<StateSnapshot>();
    snapshot->source = source;
    snapshot->readAt = QDateTime::currentDateTime();
    snapshot->state = file.state ? file.state : std::make_shared<const states::State>();
    snapshot->isThere = !file.lineage.empty() || !snapshot->state->isEmpty();
    snapshot->serial = file.serial;
    snapshot->lineage = qstring(file.lineage);
    snapshot->writtenBy = qstring(file.terraformVersion);
    snapshot->entries = states::outlineEntries(*snapshot->state);
    snapshot->schemas = withKnown(std::move(schemas), *snapshot->state, folder);
    std::vector<std::string> secrets = masking::secretsOf(*snapshot->state).texts();
    for (const OutlineEntry& entry : snapshot->entries) {
        if (!entry.object)
            continue;
        const schemas::ResourceSchemaPtr schema =
            plans::resourceSchema(snapshot->schemas, entry.provider.provider, entry.instance.resource);
        if (!schema || !schema->block.containsSensitive())
            continue;
        const masking::Secrets found = masking::secretsOf(snapshot->valueOf(entry), masking::Sensitive::Marked);
        secrets.insert(secrets.end(), found.begin(), found.end());
    }
    snapshot->secrets = masking::Secrets(std::move(secrets));
    snapshot->diagnostics = diagnosticTexts(diagnostics, {});
    maskSecrets(snapshot->diagnostics, snapshot->secrets);
    return snapshot;
}

StateSnapshotPtr snapshotOf(const plans::Plan& plan, const QString& source) {
    states::File file;
    file.serial = plan.stateSerial;
    file.lineage = plan.stateLineage;
    file.state = plan.priorState;
    return snapshotOf(std::move(file), plan.schemas, {}, source);
}

StateSnapshotPtr readStateOf(const Request& request, plans::Schemas schemas, std::stop_token stop) {
    const fs::path folder = request.folder.toStdString();
    diags::Result<workspace::Project> opened =
        workspace::openProject(openOptions(request, workspace::Purpose::Reading));
    workspace::Project& project = *opened.value;
    Diagnostics diagnostics = project.stateDiagnostics;
    if (!project.config || !project.config->isBackendKnown || project.config->files.empty()) {
        project.state = {};
        project.state.paths = states::localStatePaths(folder, project.workspace);
        if (!diagnostics.hasErrors() && opened.hasErrors())
            diagnostics.append(diags::Diagnostic::warning(
                Words::tr("The configuration cannot be read").toStdString(),
                Words::tr("The backend is therefore unknown. The local state of the folder, if any, is shown.")
                    .toStdString()));
    }
    const workspace::StateLocation& location = project.state;
    const QString source =
        location.access == backends::Access::ThroughTool || location.isRemote()
            ? qstring(location.whyNotLocal())
            : QDir::toNativeSeparators(QDir(request.folder).absoluteFilePath(qstring(location.paths.state.string())));
    if (diagnostics.hasErrors())
        return snapshotOf({}, {}, {}, source, diagnostics);
    diags::Result<states::File> file;
    if ((location.access == backends::Access::Native && !location.isRemote()) || request.trust == Trust::Given) {
        const workspace::StateOptions options = unlockedStateOptions(request, project, std::move(stop));
        diags::Result<workspace::OpenedState> state = workspace::openState(project, options);
        file = state.isOk() ? workspace::readState(*state, options)
                            : diags::Result<states::File>(std::move(state.diagnostics));
    } else {
        file = diags::Diagnostic::error(
            Words::tr("The state cannot be read here").toStdString(),
            (location.isRemote() ? Words::tr("It is on a server (%1), and Planlens contacts no server for an untrusted "
                                             "folder. Trust the folder, plan, and try again.")
                                 : Words::tr("Only another program can read it (%1), and Planlens starts no program in "
                                             "an untrusted folder. Trust the folder, plan, and try again."))
                .arg(source)
                .toStdString());
    }
    diagnostics.append(std::move(file.diagnostics));
    if (!file.value || diagnostics.hasErrors())
        return snapshotOf({}, {}, {}, source, diagnostics);
    return snapshotOf(*std::move(file.value), std::move(schemas), folder, source, diagnostics);
}

} // namespace planlens::session

// SPDX-License-Identifier: MPL-2.0
// Opening plans that were made before, from a file or through a pipe.
#include "ui/session/worker.h"

#include "core/engine/provider_pool.h"
#include "core/engine/saved_config.h"
#include "core/formats/config_dependencies.h"
#include "core/formats/config_json.h"
#include "core/formats/kept_schemas.h"
#include "core/formats/plan_reader.h"
#include "core/providers/registry.h"
#include "core/providers/simulated/schema_json.h"
#include "core/states/state_text.h"
#include "ui/models/text.h"
#include "ui/session/diagnostic_text.h"
#include "ui/session/log_buffer.h"
#include "ui/session/risk_watch.h"
#include "ui/session/session_result.h"
#include "ui/session/state_snapshot.h"

#include <QCryptographicHash>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <future>
#include <poll.h>
#include <unistd.h>

namespace planlens::session {

using diags::Diagnostic;
using diags::Diagnostics;

namespace {

constexpr qsizetype biggest = qsizetype(4) << 30;

Diagnostic cannotOpen(const QString& name, const QString& why) {
    return Diagnostic::error(Worker::tr("The file cannot be read").toStdString(), Worker::tr("%1: %2. Choose another file, or mend its permissions.").arg(name, why).toStdString());
}

/// All that comes, until the other end is closed. Gives up when asked to.
diags::Result<QByteArray> readStandardInput(const std::stop_token& stop) {
    constexpr int patience = 100; // ms
    QByteArray all;
    std::vector<char> buffer(1 << 20);
    while (!stop.stop_requested()) {
        pollfd waiting{STDIN_FILENO, POLLIN, 0};
        if (poll(&waiting, 1, patience) == 0)
            continue;
        const ssize_t count = read(STDIN_FILENO, buffer.data(), buffer.size());
        if (count == 0)
            return all;
        if (count < 0 && errno != EINTR && errno != EAGAIN)
            return cannotOpen(Worker::tr("The standard input"), qt_error_string(errno));
        if (count > 0)
            all.append(buffer.data(), qsizetype(count));
        if (all.size() > biggest)
            return cannotOpen(Worker::tr("The standard input"), Worker::tr("it does not end"));
    }
    return Diagnostic::error(Worker::tr("Opening was stopped").toStdString(), Worker::tr("The plan was not read to its end.").toStdString());
}

diags::Result<QByteArray> readPlanFile(const QString& path) {
    if (const QFileInfo info(path); info.isDir() || (info.exists() && !info.isFile()))
        return cannotOpen(path, Worker::tr("it is not a file"));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return cannotOpen(path, file.errorString());
    if (file.size() > biggest)
        return cannotOpen(path, Worker::tr("it is too big"));
    return file.readAll();
}

std::string_view viewOf(const QByteArray& bytes) { return {bytes.constData(), std::size_t(bytes.size())}; }

} // namespace

QString FinishedPlan::name() const { return file.isEmpty() ? Worker::tr("standard input") : QFileInfo(file).fileName(); }

void Worker::openFinished(quint64 generation, const Request& request, std::stop_token stop) {
    QElapsedTimer clock;
    clock.start();
    auto result = std::make_shared<Result>();
    result->generation = generation;
    result->request = request;
    const bool isPiped = request.planFile == standardInput;
    FinishedPlan& finished = result->finished.emplace();
    if (!isPiped)
        finished.file = request.planFile;
    Diagnostics diagnostics;
    models::Secrets secrets; // of the plan
    const auto finish = [&] {
        result->diagnostics = diagnosticTexts(diagnostics, {result->config ? &result->config->sources : nullptr});
        result->wasStopped = stop.stop_requested();
        result->milliseconds = int(clock.elapsed());
        result->prepare(secrets);
        Q_EMIT planned(generation, std::move(result));
    };
    Q_EMIT progressed(generation, {tr("Reading the plan"), isPiped ? tr("standard input") : request.planFile, 0, 0});
    diags::Result<QByteArray> bytes = !isPiped ? readPlanFile(request.planFile) : m_piped.isEmpty() ? readStandardInput(stop) : diags::Result<QByteArray>(m_piped);
    diagnostics.append(std::move(bytes.diagnostics));
    if (!bytes.value)
        return finish();
    if (isPiped && plans::file::looksLikePlanFile({bytes->constData(), std::size_t(bytes->size())}))
        m_piped = *bytes.value; // it may be looked at again, with the schemas of the providers
    std::future<QString> hash = std::async(std::launch::async, [&all = *bytes.value] {
        return QString::fromLatin1(QCryptographicHash::hash(all, QCryptographicHash::Sha256).toHex());
    });
    const std::string_view content = viewOf(*bytes.value);
    if (plans::file::looksLikePlanFile(content) || content.starts_with("tfplan") || content.substr(0, 4096).find("\"encrypted_data\"") != std::string_view::npos) {
        diagnostics.append(openSaved(*result, *bytes.value, stop));
    } else if (states::looksLikeState(content)) {
        diags::Result<states::File> state = states::readFile(content, finished.name().toStdString());
        diagnostics.append(std::move(state.diagnostics));
        if (state.value && !diagnostics.hasErrors())
            result->state = snapshotOf(*std::move(state.value), {}, isPiped ? std::filesystem::path() : std::filesystem::path(request.folder.toStdString()), isPiped ? finished.name() : QDir::toNativeSeparators(finished.file));
    } else {
        diags::Result<formats::FinishedPlan> read = formats::readPlanJson(content, stop);
        diagnostics.append(std::move(read.diagnostics));
        if (read.value) {
            finished.format = tr("plan JSON, format %1").arg(qstring(read->formatVersion));
            result->plan = std::move(read->plan);
        }
    }
    result->planHash = hash.get();
    bytes.value.reset(); // not while the window shows the result: whoever needs memory waits for the system to take as much back
    if (result->plan) {
        if (!result->plan->program.version.empty())
            finished.program = qstring(result->plan->program.toString());
        secrets = models::secretsOf(*result->plan);
        m_log->addSecrets(secrets);
        result->findings = m_risks->findings(request.folder.toStdString(), *result->plan, result->config.get(), diagnostics);
    }
    finish();
}

/// Schemas are those that are built in or that the folder's providers had when they planned there last. Only where the
/// folder is trusted the providers are asked.
Diagnostics Worker::openSaved(Result& result, const QByteArray& bytes, std::stop_token stop) {
    const std::filesystem::path folder = result.request.folder.toStdString();
    diags::Result<plans::file::SavedPlan> saved = plans::file::read(viewOf(bytes));
    if (!saved.isOk())
        return std::move(saved.diagnostics);
    Diagnostics diagnostics = std::move(saved.diagnostics);
    useFolder(result.request.folder);
    providers::simulated::SchemasByProvider kept;
    if (const auto text = configs::realFileSystem()->read(formats::keptSchemas(folder)))
        if (diags::Result<providers::simulated::SchemasByProvider> read = providers::simulated::readProviderSchemas(*text); read.value)
            kept = *std::move(read.value);
    plans::Schemas schemas;
    const auto addSchema = [&](const addrs::Provider& provider) {
        if (schemas.contains(provider))
            return true;
        if (provider.isBuiltIn() || result.request.trust == Trust::Given) {
            diags::Result<schemas::ProviderSchemaPtr> schema = m_providers->schema(provider, stop);
            if (schema.value)
                return schemas.emplace(provider, *std::move(schema.value)).second;
            diagnostics.append(std::move(schema.diagnostics));
        }
        const auto known = kept.find(provider);
        return known != kept.end() && schemas.emplace(provider, known->second).second;
    };
    for (const addrs::Provider& provider : saved->providers)
        result.finished->hidesValues |= !addSchema(provider);
    diags::Result<std::shared_ptr<plans::Plan>> plan = plans::file::decode(*saved, schemas, plans::file::WithoutSchema::Hidden);
    diagnostics.append(std::move(plan.diagnostics));
    diags::Result<configs::ConfigPtr> config = engine::loadSavedConfig(*saved, folder);
    if (config.value) {
        result.config = *config.value;
        for (const addrs::Provider& provider : result.config->requiredProviders())
            addSchema(provider);
    }
    if (!plan.value)
        return diagnostics;
    if (result.config) {
        std::string text;
        formats::JsonWriter json(text);
        formats::writeConfiguration(json, *result.config, schemas);
        formats::ConfigDependencies(text).addTo(**plan);
        (*plan)->dependencies.finish();
    }
    (*plan)->schemas = std::move(schemas);
    result.finished->format = tr("saved plan");
    result.workspace = qstring(saved->workspace);
    result.stateSerial = (*plan)->stateSerial;
    result.stateLineage = qstring((*plan)->stateLineage);
    result.plan = *std::move(plan.value);
    return diagnostics;
}

} // namespace planlens::session

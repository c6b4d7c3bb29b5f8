// SPDX-License-Identifier: MPL-2.0
// Opens finished plans from a file or the standard input.
#include "core/plans/plan.h"
#include "ui/session/worker/worker.h"

#include "core/configs/config.h"
#include "core/formats/reading/plan_reader.h"
#include "core/states/file/state_text.h"
#include "core/system/background_task.h"
#include "core/workspace/saved_plan.h"
#include "ui/basics/text.h"
#include "ui/session/diagnostic_text.h"
#include "ui/session/log_buffer.h"
#include "ui/session/plan_costs.h"
#include "ui/session/reading/plan_file.h"
#include "ui/session/reading/read_state.h"
#include "ui/session/risk_watch.h"
#include "ui/session/session_result.h"

#include <QCryptographicHash>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>

#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace planlens::session {

using diags::Diagnostic;
using diags::Diagnostics;

namespace {

/// Reads the standard input to its end. Cancellable.
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
            return cannotRead(Worker::tr("The standard input"), qt_error_string(errno));
        if (count > 0)
            all.append(buffer.data(), qsizetype(count));
        if (all.size() > biggestFile)
            return cannotRead(Worker::tr("The standard input"), Worker::tr("it does not end"));
    }
    return Diagnostic::error(Worker::tr("Opening was stopped").toStdString(),
                             Worker::tr("The plan was not read completely.").toStdString());
}

std::string_view viewOf(const QByteArray& bytes) {
    return {bytes.constData(), std::size_t(bytes.size())};
}

} // namespace

QString FinishedPlan::name() const {
    return file.isEmpty() ? Worker::tr("standard input") : QFileInfo(file).fileName();
}

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
    diags::Result<QByteArray> bytes = !isPiped            ? readPlanFile(request.planFile)
                                      : m_piped.isEmpty() ? readStandardInput(stop)
                                                          : diags::Result<QByteArray>(m_piped);
    diagnostics.append(std::move(bytes.diagnostics));
    if (!bytes.value)
        return finish();
    if (isPiped && plans::file::looksLikePlanFile({bytes->constData(), std::size_t(bytes->size())}))
        m_piped = *bytes.value; // it may be read again later, with the schemas of the providers
    auto hash = system::runInBackground([&all = *bytes.value] {
        return QString::fromLatin1(QCryptographicHash::hash(all, QCryptographicHash::Sha256).toHex());
    });
    const std::string_view content = viewOf(*bytes.value);
    switch (formOf(content)) {
    case FileForm::SavedPlan:
        diagnostics.append(openSaved(*result, *bytes.value, stop));
        break;
    case FileForm::State: {
        diags::Result<states::File> state = states::readFile(content, finished.name().toStdString());
        diagnostics.append(std::move(state.diagnostics));
        if (state.value && !diagnostics.hasErrors())
            result->state =
                snapshotOf(*std::move(state.value), {},
                           isPiped ? std::filesystem::path() : std::filesystem::path(request.folder.toStdString()),
                           isPiped ? finished.name() : QDir::toNativeSeparators(finished.file));
        break;
    }
    case FileForm::PlanJson: {
        diags::Result<formats::FinishedPlan> read = formats::readPlanJson(content, stop);
        diagnostics.append(std::move(read.diagnostics));
        if (read.value) {
            finished.format = read->formatVersion.empty()
                                  ? tr("plan JSON")
                                  : tr("plan JSON, format %1").arg(qstring(read->formatVersion));
            finished.terraform = std::move(read->terraform);
            result->plan = std::move(read->plan);
        }
        finished.notApplicable = tr("Plan JSON can only be reviewed. Open the saved plan from which it was made, or "
                                    "plan the folder of the configuration.");
        break;
    }
    }
    result->planHash = hash.get();
    // Freed before the window shows the result, because returning so much memory to the system blocks allocations.
    bytes.value.reset();
    if (result->plan) {
        if (finished.terraform)
            diagnostics.append(plans::terraformNotes(*finished.terraform));
        if (!result->plan->program.version.empty())
            finished.program = qstring(result->plan->program.toString());
        secrets = models::secretsOf(*result->plan);
        m_log->addSecrets(secrets);
        result->analysis.findings = m_risks->findings(request.folder.toStdString(), *result->plan, result->config.get(),
                                                      stdStrings(request.added.findings), diagnostics);
        result->analysis.costs = costsOf(request, result->plan->changes, diagnostics);
    }
    finish();
}

} // namespace planlens::session

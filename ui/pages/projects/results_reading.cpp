// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/projects/results_reading.h"

#include "core/cloud/storage/address.h"
#include "core/projects/repository/project.h"
#include "core/projects/results/run_files.h"
#include "ui/basics/background.h"
#include "ui/language/words.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFutureWatcher>

namespace planlens::widgets {

namespace {

std::string translated(const char* english) {
    const QString text = QCoreApplication::translate("planlens::projects::GroupTexts", english);
    return (text == QLatin1String(english) ? language::recordedWord(text) : text).toStdString();
}

diags::Result<projects::Summary> translatedSummary(const std::vector<std::filesystem::path>& folders,
                                                   const std::vector<std::string>& expected) {
    return projects::summaryOf(folders, expected, QDateTime::currentSecsSinceEpoch(), translated);
}

ProjectResults resultsOfStore(std::shared_ptr<projects::ResultStore> store, diags::Diagnostics diagnostics) {
    ProjectResults results{translatedSummary({store->folder()}, {}), projects::plannedRepository(store->folder()),
                           std::move(store)};
    diagnostics.append(std::move(results.summary.diagnostics));
    results.summary.diagnostics = std::move(diagnostics);
    return results;
}

} // namespace

bool ResultsSource::isStore() const {
    return cloud::storage::isAddress(results.toStdString());
}

ResultsReading::ResultsReading(QObject* parent)
    : QObject(parent) {
    m_timer.setInterval(100);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_running && m_running->all > 0)
            Q_EMIT progressed(m_running->done, m_running->all);
    });
}

ResultsReading::~ResultsReading() {
    cancel();
}

void ResultsReading::cancel() {
    if (m_running)
        m_running->stop.request_stop();
}

ProjectResults ResultsReading::resultsIn(const std::string& results, const std::filesystem::path& repository,
                                         Running& running) {
    if (cloud::storage::isAddress(results)) {
        auto opened = projects::ResultStore::open(results, QDir::currentPath().toStdString());
        if (!opened.isOk())
            return {std::move(opened.diagnostics), {}, {}};
        const std::shared_ptr<projects::ResultStore> store = *std::move(opened.value);
        const auto progress = [&](std::size_t done, std::size_t all) {
            running.done = int(done);
            running.all = int(all);
        };
        diags::Diagnostics problems =
            store->download(projects::ResultStore::Content::Reviews, progress, running.stop.get_token());
        if (problems.hasErrors())
            return {std::move(problems), {}, {}};
        return resultsOfStore(store, std::move(problems));
    }
    if (repository.empty())
        return {translatedSummary({results}, {}), projects::plannedRepository(results), {}};
    diags::Result<projects::Repository> found = projects::findProjects(repository, running.stop.get_token());
    if (!found.value)
        return {std::move(found.diagnostics), repository, {}};
    std::vector<std::string> names;
    for (const projects::Project& project : found->projects)
        names.push_back(project.name);
    std::error_code error;
    std::vector<std::filesystem::path> folders;
    if (std::filesystem::exists(results, error))
        folders.emplace_back(results);
    diags::Result<projects::Summary> summary = translatedSummary(folders, names);
    found.diagnostics.append(std::move(summary.diagnostics));
    summary.diagnostics = std::move(found.diagnostics);
    return {std::move(summary), repository, {}};
}

void ResultsReading::start(const ResultsSource& source) {
    cancel();
    m_running = std::make_shared<Running>();
    m_timer.start();
    auto* watcher = new QFutureWatcher<std::shared_ptr<ProjectResults>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, running = m_running] {
        watcher->deleteLater();
        if (running != m_running)
            return; // a newer request is running
        m_running.reset();
        m_timer.stop();
        Q_EMIT finished(session::takeResult(watcher->future()));
    });
    watcher->setFuture(session::inBackground(
        [results = source.results.toStdString(),
         repository = std::filesystem::path(source.isRepository ? source.folder.toStdString() : std::string()),
         running = m_running] { return std::make_shared<ProjectResults>(resultsIn(results, repository, *running)); }));
}

} // namespace planlens::widgets

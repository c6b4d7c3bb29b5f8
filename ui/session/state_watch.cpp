// SPDX-License-Identifier: MPL-2.0
#include "ui/session/state_watch.h"

#include "core/plans/plan.h"
#include "core/workspace/saved_plan.h"
#include "ui/basics/background.h"
#include "ui/basics/background_delete.h"
#include "ui/basics/text.h"
#include "ui/session/open_options.h"
#include "ui/session/session_result.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QWindow>

#include <optional>
#include <utility>

namespace planlens::session {

namespace {

constexpr int leastPauseOfRemote = 60 * 1000; // milliseconds

/// When a file was last written, and its size.
StateWatch::Stamp stampOf(const QString& file) {
    const QFileInfo info(file);
    return info.exists() ? StateWatch::Stamp(info.lastModified().toMSecsSinceEpoch(), info.size())
                         : StateWatch::Stamp(-1, -1);
}

/// Reads the state again. Returns nothing if that is not possible now, for example because it is being written.
std::optional<bool> isAnotherState(const Result& result, std::stop_token stop) {
    workspace::Project project;
    project.directory = result.request.folder.toStdString();
    project.state = result.stateSource.location;
    const workspace::StateOptions options = unlockedStateOptions(result.request, project, std::move(stop));
    const diags::Result<workspace::OpenedState> opened = workspace::openState(project, options);
    if (!opened.isOk())
        return {};
    const diags::Result<states::File> state = workspace::readState(*opened, options);
    if (!state.isOk())
        return {};
    return workspace::isOfOtherState(*result.plan, *state);
}

/// Whether the state of a plan can be read without starting a program or contacting a server that is not trusted.
bool isReadable(const Result* result) {
    if (!result || !result->plan || (result->finished && !result->finished->notApplicable.isEmpty()))
        return false;
    const workspace::StateLocation& location = result->stateSource.location;
    return location.access == backends::Access::Native &&
           (!location.isRemote() || result->request.trust == Trust::Given);
}

} // namespace

StateWatch::StateWatch(QObject* parent)
    : QObject(parent) {
    m_soon.setSingleShot(true);
    m_soon.setInterval(150);
    connect(&m_soon, &QTimer::timeout, this, &StateWatch::check);
    connect(&m_files, &QFileSystemWatcher::fileChanged, &m_soon, qOverload<>(&QTimer::start));
    connect(&m_files, &QFileSystemWatcher::directoryChanged, &m_soon, qOverload<>(&QTimer::start));
    connect(qGuiApp, &QGuiApplication::focusWindowChanged, this, [this](const QWindow* window) {
        if (window)
            checkWhenActive();
    });
}

StateWatch::~StateWatch() {
    m_stop.request_stop();
}

void StateWatch::watch(std::shared_ptr<const Result> result) {
    ++m_generation;
    m_stop.request_stop();
    m_stop = {};
    m_soon.stop();
    m_isChecking = m_isAgain = false;
    if (m_result)
        deleteInBackground(std::exchange(m_result, nullptr));
    m_file.clear();
    m_read.reset();
    if (isReadable(result.get())) {
        m_result = std::move(result);
        const workspace::StateLocation& location = m_result->stateSource.location;
        if (!location.isRemote())
            m_file = QDir(m_result->request.folder).absoluteFilePath(qstring(location.paths.state.string()));
        m_lastCheck.start();
        // During planning, the state was not watched.
        if (QFileInfo(m_file).lastModified() > QDateTime::currentDateTime().addMSecs(-m_result->milliseconds))
            m_soon.start();
    }
    watchFile();
    if (std::exchange(m_hasChanged, false))
        Q_EMIT changed();
}

void StateWatch::checkWhenActive() {
    // A server is not asked each time that the user returns to the window.
    if (m_result && (!m_file.isEmpty() || m_lastCheck.hasExpired(leastPauseOfRemote)))
        check();
}

void StateWatch::check() {
    if (!m_result)
        return;
    m_isAgain = m_isChecking;
    if (std::exchange(m_isChecking, true))
        return;
    m_lastCheck.start();
    struct Found {
        std::optional<Stamp> read;
        std::optional<bool> isAnother;
    };
    const auto read = [result = m_result, file = m_file, before = m_read, stop = m_stop.get_token()] {
        const std::optional<Stamp> now = file.isEmpty() ? std::nullopt : std::optional(stampOf(file));
        if (now && now == before)
            return Found{now, {}};
        const std::optional<bool> isAnother = isAnotherState(*result, stop);
        return Found{isAnother ? now : std::nullopt, isAnother};
    };
    inBackground(read, this, [this, generation = m_generation](const Found& found) {
        if (generation != m_generation)
            return;
        m_isChecking = false;
        m_read = found.read;
        watchFile(); // QFileSystemWatcher drops replaced files
        if (m_isAgain)
            m_soon.start();
        if (found.isAnother && std::exchange(m_hasChanged, *found.isAnother) != *found.isAnother)
            Q_EMIT changed();
    });
}

void StateWatch::watchFile() {
    const QStringList before = m_files.files() + m_files.directories();
    QStringList wanted;
    if (!m_file.isEmpty())
        for (const QString& path : {m_file, QFileInfo(m_file).path()})
            if (QFileInfo::exists(path))
                wanted.append(path);
    for (const QString& path : before)
        if (!wanted.contains(path))
            m_files.removePath(path);
    for (const QString& path : std::as_const(wanted))
        if (!before.contains(path))
            m_files.addPath(path);
}

} // namespace planlens::session

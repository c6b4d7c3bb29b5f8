// SPDX-License-Identifier: MPL-2.0
#include "ui/session/config_watch.h"

#include "core/configs/config.h"
#include "core/configs/file_names.h"
#include "core/lang/files_read.h"
#include "core/system/file.h"
#include "ui/basics/background.h"
#include "ui/basics/background_delete.h"
#include "ui/basics/text.h"
#include "ui/session/session_result.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QFutureWatcher>
#include <QSet>

namespace planlens::session {

namespace {

using Contents = ConfigWatch::Contents;

QByteArray hashOf(QByteArrayView text) {
    return QCryptographicHash::hash(text, QCryptographicHash::Sha256);
}

/// Whether a file is loaded because of its name, without being referenced.
bool isRead(const QString& name) {
    if (name == QStringLiteral(".terraform.lock.hcl") || name == QStringLiteral("terraform.tfvars") ||
        name == QStringLiteral("terraform.tfvars.json"))
        return true;
    const std::string text = name.toStdString();
    return !configs::isIgnored(text) && (!configs::configExtension(text).empty() || text.ends_with(".auto.tfvars") ||
                                         text.ends_with(".auto.tfvars.json"));
}

Contents readContents(const ConfigWatch::Sources& sources) {
    Contents contents;
    const auto read = [&](const QString& path) {
        if (const auto bytes = system::readFile(QFile::encodeName(path).toStdString()))
            contents.insert(path, hashOf(QByteArrayView(bytes->data(), qsizetype(bytes->size()))));
    };
    for (const QString& folder : sources.folders)
        for (const QString& name : QDir(folder).entryList(QDir::Files | QDir::Hidden))
            if (isRead(name))
                read(folder + u'/' + name);
    for (const QString& file : sources.files)
        read(file);
    for (const QString& pattern : sources.patterns) {
        std::string names;
        for (const std::string& match : lang::matchesOf(stdString(pattern)))
            names += match + '\n';
        contents.insert(pattern, hashOf(QByteArrayView(names.data(), qsizetype(names.size()))));
    }
    return contents;
}

/// The sources of a plan.
struct Planned {
    ConfigWatch::Sources sources;
    QStringList around;  // existing parent folders of paths that were looked up
    QStringList watched; // paths
    Contents contents;
};

/// Records paths that functions looked up, and the folders in which they may appear.
void noteAsked(const lang::FilesRead& asked, Planned& planned) {
    QSet<QString> folders;
    for (const std::string& file : asked.files()) {
        planned.sources.files.append(qstring(file));
        folders.insert(QFileInfo(planned.sources.files.last()).path());
    }
    for (const std::string& pattern : asked.patterns()) {
        planned.sources.patterns.append(qstring(pattern));
        folders.insert(qstring(lang::folderOfPattern(pattern)));
        for (const std::string& match : lang::matchesOf(pattern))
            folders.insert(QFileInfo(qstring(match)).path());
    }
    planned.around = {folders.begin(), folders.end()};
}

/// Reads the contents on disk. For files whose text the plan contains, returns the text at planning time instead.
Planned plannedContents(const Result& result, const QDateTime& begun) {
    const QDir root(result.request.folder);
    const auto pathOf = [&](const QString& name) { return QDir::cleanPath(root.absoluteFilePath(name)); };
    QSet<QString> folders{result.request.folder}, sources;
    for (const std::string& name : result.config->files)
        sources.insert(pathOf(qstring(name)));
    for (const QString& path : std::as_const(sources))
        folders.insert(QFileInfo(path).path());
    Planned planned;
    planned.sources.folders = {folders.begin(), folders.end()};
    for (const QString& file : result.request.variableFiles)
        planned.sources.files.append(pathOf(file));
    if (result.filesRead)
        noteAsked(*result.filesRead, planned);
    planned.watched =
        planned.sources.folders + planned.sources.files + planned.around + QStringList(sources.begin(), sources.end());
    planned.watched.removeIf([](const QString& path) { return !QFileInfo::exists(path); });
    Contents& contents = planned.contents;
    contents = readContents(planned.sources);
    for (auto it = contents.begin(); it != contents.end(); ++it)
        if (const QFileInfo info(it.key()); info.exists() && info.lastModified() > begun)
            *it = {}; // written during planning: it is unknown which version was read
    for (const std::string& name : result.config->files)
        if (const diags::Sources::File* source = result.config->sources.find(name);
            source && source->text && sources.remove(pathOf(qstring(name))))
            contents.insert(pathOf(qstring(name)),
                            hashOf(QByteArrayView(source->text->data(), qsizetype(source->text->size()))));
    return planned;
}

} // namespace

ConfigWatch::ConfigWatch(QObject* parent)
    : QObject(parent) {
    m_soon.setSingleShot(true);
    m_soon.setInterval(150);
    connect(&m_soon, &QTimer::timeout, this, [this] { check(); });
    connect(m_watcher.get(), &QFileSystemWatcher::fileChanged, &m_soon, qOverload<>(&QTimer::start));
    connect(m_watcher.get(), &QFileSystemWatcher::directoryChanged, &m_soon, qOverload<>(&QTimer::start));
}

/// Removing the watched paths takes long, so it happens in the background.
ConfigWatch::~ConfigWatch() {
    m_watcher->moveToThread(nullptr);
    deleteInBackground(std::move(m_watcher));
}

void ConfigWatch::watch(std::shared_ptr<const Result> result) {
    ++m_generation;
    m_planned.reset();
    m_waiting.clear();
    m_isWatching = result && result->config && result->plan;
    m_soon.stop();
    if (!std::exchange(m_changed, {}).isEmpty())
        Q_EMIT changedFiles({});
    m_sources = {};
    m_around.clear();
    if (!m_isWatching) {
        watchPaths({});
        return;
    }
    const QDateTime begun = QDateTime::currentDateTime().addMSecs(-result->milliseconds);
    m_folder = result->request.folder;
    auto* reading = new QFutureWatcher<Planned>(this);
    connect(reading, &QFutureWatcher<Planned>::finished, this, [this, reading, generation = m_generation] {
        reading->deleteLater();
        if (generation != m_generation)
            return;
        const Planned planned = takeResult(reading->future());
        m_sources = planned.sources;
        m_around = planned.around;
        watchPaths(planned.watched);
        m_planned = std::make_shared<const Contents>(planned.contents);
        check([waiting = std::exchange(m_waiting, {})] {
            for (const std::function<void()>& done : waiting)
                done();
        });
    });
    reading->setFuture(inBackground([result = std::move(result), begun]() mutable {
        Planned planned = plannedContents(*result, begun);
        result.reset(); // freed on this thread, because it may take long
        return planned;
    }));
}

void ConfigWatch::check(std::function<void()> done) {
    if (!m_planned) {
        if (m_isWatching && done)
            m_waiting.push_back(std::move(done)); // checked as soon as the planned contents are known
        else if (done)
            done();
        return;
    }
    auto* reading = new QFutureWatcher<Contents>(this);
    connect(reading, &QFutureWatcher<Contents>::finished, this,
            [this, reading, planned = m_planned, done = std::move(done)] {
                reading->deleteLater();
                if (planned != m_planned)
                    return;
                take(*planned, takeResult(reading->future()));
                if (done)
                    done();
            });
    reading->setFuture(inBackground([sources = m_sources] { return readContents(sources); }));
}

void ConfigWatch::take(const Contents& planned, const Contents& now) {
    QStringList changed;
    const QDir root(m_folder);
    for (auto it = planned.begin(); it != planned.end(); ++it)
        if (now.value(it.key()) != *it)
            changed.append(root.relativeFilePath(it.key()));
    for (auto it = now.begin(); it != now.end(); ++it)
        if (!planned.contains(it.key()))
            changed.append(root.relativeFilePath(it.key()));
    changed.sort();
    watchPaths(now.keys() + m_sources.folders + m_around); // QFileSystemWatcher drops replaced files
    if (changed != m_changed) {
        m_changed = changed;
        Q_EMIT changedFiles(m_changed);
    }
}

void ConfigWatch::watchPaths(const QStringList& paths) {
    const QStringList watched = m_watcher->files() + m_watcher->directories();
    const QSet<QString> before(watched.begin(), watched.end());
    QSet<QString> wanted;
    for (const QString& path : paths)
        if (QFileInfo::exists(path))
            wanted.insert(path);
    if (const QSet<QString> gone = before - wanted; !gone.isEmpty())
        m_watcher->removePaths({gone.begin(), gone.end()});
    if (const QSet<QString> fresh = wanted - before; !fresh.isEmpty())
        m_watcher->addPaths({fresh.begin(), fresh.end()});
}

} // namespace planlens::session

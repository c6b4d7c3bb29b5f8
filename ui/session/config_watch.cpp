// SPDX-License-Identifier: MPL-2.0
#include "ui/session/config_watch.h"

#include "ui/models/text.h"
#include "ui/session/session_result.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QFutureWatcher>
#include <QSet>
#include <QtConcurrentRun>

namespace planlens::session {

namespace {

using Contents = ConfigWatch::Contents;

QByteArray hashOf(QByteArrayView text) { return QCryptographicHash::hash(text, QCryptographicHash::Sha256); }

/// What is read from a folder without being named anywhere.
bool isRead(const QString& name) {
    if (name == QStringLiteral(".terraform.lock.hcl") || name == QStringLiteral("terraform.tfvars") || name == QStringLiteral("terraform.tfvars.json"))
        return true;
    if (name.startsWith(u'.') || name.endsWith(u'~') || (name.startsWith(u'#') && name.endsWith(u'#')))
        return false;
    for (const QLatin1String ending : {QLatin1String(".tf"), QLatin1String(".tofu"), QLatin1String(".tf.json"), QLatin1String(".tofu.json"),
                                       QLatin1String(".auto.tfvars"), QLatin1String(".auto.tfvars.json")})
        if (name.endsWith(ending))
            return true;
    return false;
}

Contents readContents(const QStringList& folders, const QStringList& files) {
    Contents contents;
    const auto read = [&](const QString& path) {
        QFile file(path);
        if (file.open(QIODevice::ReadOnly))
            contents.insert(path, hashOf(file.readAll()));
    };
    for (const QString& folder : folders)
        for (const QString& name : QDir(folder).entryList(QDir::Files | QDir::Hidden))
            if (isRead(name))
                read(folder + u'/' + name);
    for (const QString& file : files)
        read(file);
    return contents;
}

/// What is on the disk, but for the files whose texts the plan was made from: of these what they were then.
Contents plannedContents(const Result& result, const QString& root, const QStringList& folders, const QStringList& files, const QDateTime& begun) {
    Contents contents = readContents(folders, files);
    for (auto it = contents.begin(); it != contents.end(); ++it)
        if (QFileInfo(it.key()).lastModified() > begun)
            *it = {}; // written while it was planned, so nobody knows which of them was read
    if (result.config)
        for (const std::string& name : result.config->files)
            if (const diags::Sources::File* source = result.config->sources.find(name); source && source->text)
                contents.insert(QDir::cleanPath(QDir(root).absoluteFilePath(qstring(name))), hashOf(QByteArrayView(source->text->data(), qsizetype(source->text->size()))));
    return contents;
}

} // namespace

ConfigWatch::ConfigWatch(QObject* parent) : QObject(parent) {
    m_soon.setSingleShot(true);
    m_soon.setInterval(150);
    connect(&m_soon, &QTimer::timeout, this, &ConfigWatch::check);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_soon, qOverload<>(&QTimer::start));
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_soon, qOverload<>(&QTimer::start));
}

void ConfigWatch::watch(std::shared_ptr<const Result> result) {
    ++m_generation;
    m_planned.reset();
    m_soon.stop();
    if (!std::exchange(m_changed, {}).isEmpty())
        Q_EMIT changedFiles({});
    m_folders.clear();
    m_files.clear();
    if (!result || !result->config || !result->plan) {
        watchPaths({});
        return;
    }
    const QDateTime begun = QDateTime::currentDateTime().addMSecs(-result->milliseconds);
    m_folder = result->request.folder;
    const QDir root(m_folder);
    QSet<QString> folders{m_folder};
    for (const std::string& name : result->config->files)
        folders.insert(QFileInfo(QDir::cleanPath(root.absoluteFilePath(qstring(name)))).path());
    m_folders = {folders.begin(), folders.end()};
    for (const QString& file : result->request.variableFiles)
        m_files.append(QDir::cleanPath(root.absoluteFilePath(file)));
    QStringList watched = m_folders + m_files;
    for (const std::string& name : result->config->files)
        watched.append(QDir::cleanPath(root.absoluteFilePath(qstring(name))));
    watchPaths(watched);
    auto* reading = new QFutureWatcher<Contents>(this);
    connect(reading, &QFutureWatcher<Contents>::finished, this, [this, reading, generation = m_generation] {
        reading->deleteLater();
        if (generation != m_generation)
            return;
        m_planned = std::make_shared<const Contents>(reading->result());
        check();
    });
    reading->setFuture(QtConcurrent::run([result = std::move(result), folder = m_folder, folders = m_folders, files = m_files, begun] {
        return plannedContents(*result, folder, folders, files, begun);
    }));
}

void ConfigWatch::check() {
    if (!m_planned)
        return; // it is looked at as soon as there is something to compare with
    auto* reading = new QFutureWatcher<Contents>(this);
    connect(reading, &QFutureWatcher<Contents>::finished, this, [this, reading, planned = m_planned] {
        reading->deleteLater();
        if (planned == m_planned)
            take(*planned, reading->result());
    });
    reading->setFuture(QtConcurrent::run([folders = m_folders, files = m_files] { return readContents(folders, files); }));
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
    watchPaths(now.keys() + m_folders); // a file that was replaced is not watched any more
    if (changed != m_changed) {
        m_changed = changed;
        Q_EMIT changedFiles(m_changed);
    }
}

void ConfigWatch::watchPaths(const QStringList& paths) {
    const QStringList watched = m_watcher.files() + m_watcher.directories();
    const QSet<QString> before(watched.begin(), watched.end());
    QSet<QString> wanted;
    for (const QString& path : paths)
        if (QFileInfo::exists(path))
            wanted.insert(path);
    if (const QSet<QString> gone = before - wanted; !gone.isEmpty())
        m_watcher.removePaths({gone.begin(), gone.end()});
    if (const QSet<QString> fresh = wanted - before; !fresh.isEmpty())
        m_watcher.addPaths({fresh.begin(), fresh.end()});
}

} // namespace planlens::session

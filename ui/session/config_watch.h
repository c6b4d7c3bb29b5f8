// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QByteArray>
#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

namespace planlens::session {

struct Result;

/// Watches whether the sources of a plan are unchanged: the configuration, variable files, the lock file, and paths
/// looked up by functions such as file() and fileset(). Compares contents on another thread, so saving a file without
/// changes is ignored. Lives in the GUI thread.
class ConfigWatch final : public QObject {
    Q_OBJECT
public:
    explicit ConfigWatch(QObject* parent = nullptr);
    ~ConfigWatch() override;

    /// Replaces the watched result; null: watch nothing.
    void watch(std::shared_ptr<const Result> result);
    /// Checks immediately, then calls `done`: once changed() is up to date, and not if another result is watched by
    /// then.
    void check(std::function<void()> done = {});
    /// Returns the names of the files that differ from the plan, relative to the folder.
    const QStringList& changed() const { return m_changed; }

    /// The paths to compare.
    struct Sources {
        QStringList folders;  // with configuration files
        QStringList files;    // other files
        QStringList patterns; // only the list of matching names is compared, not the files' contents
    };
    /// SHA-256 of the contents by path; for a pattern, of the list of its matches.
    using Contents = QHash<QString, QByteArray>;

Q_SIGNALS:
    /// The set of differing files has changed. Empty if all are as planned again.
    void changedFiles(const QStringList& names);

private:
    void take(const Contents& planned, const Contents& now);
    void watchPaths(const QStringList& paths);

    std::shared_ptr<QFileSystemWatcher> m_watcher = std::make_shared<QFileSystemWatcher>();
    QTimer m_soon; // batches changes, because a file is often written in several steps
    QString m_folder;
    Sources m_sources;
    QStringList m_around; // existing parent folders of paths that were looked up
    std::shared_ptr<const Contents> m_planned;
    std::vector<std::function<void()>> m_waiting; // for the planned contents
    QStringList m_changed;
    bool m_isWatching = false;
    quint64 m_generation = 0;
};

} // namespace planlens::session

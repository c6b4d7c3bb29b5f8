// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QByteArray>
#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <memory>

namespace planlens::session {

struct Result;

/// Whether the files that a plan was made from still say the same: the configuration, its variables' files, the lock
/// file, and what functions such as file() and fileset() asked for. They are compared by their contents, on another
/// thread; a file that is saved without a change is none. Lives in the GUI thread.
class ConfigWatch final : public QObject {
    Q_OBJECT
public:
    explicit ConfigWatch(QObject* parent = nullptr);
    ~ConfigWatch() override;

    /// Watches what a result was planned from, in place of what was watched before; null: nothing.
    void watch(std::shared_ptr<const Result> result);
    /// Looks again, now.
    void check();
    /// Names of the files that differ from what was planned, from the folder.
    const QStringList& changed() const { return m_changed; }

    /// Where to look.
    struct Sources {
        QStringList folders;  // with files of the configuration
        QStringList files;    // others
        QStringList patterns; // of which the matches count, and not what is in them
    };
    /// SHA-256 of the contents, by path; of a pattern that of the list of its matches.
    using Contents = QHash<QString, QByteArray>;

Q_SIGNALS:
    /// Other files differ than before; none where everything is again as it was planned.
    void changedFiles(const QStringList& names);

private:
    void take(const Contents& planned, const Contents& now);
    void watchPaths(const QStringList& paths);

    std::shared_ptr<QFileSystemWatcher> m_watcher = std::make_shared<QFileSystemWatcher>();
    QTimer m_soon; // a file is often written in several steps
    QString m_folder;
    Sources m_sources;
    QStringList m_around; // folders in which files may appear that were looked for
    std::shared_ptr<const Contents> m_planned;
    QStringList m_changed;
    quint64 m_generation = 0;
};

} // namespace planlens::session

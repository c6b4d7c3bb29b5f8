// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QElapsedTimer>
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

namespace planlens::session {

struct Result;

/// Watches whether the stored state is still that of a plan: a local file when it or its directory changes, and any
/// state that Planlens reads itself when a window of the program becomes active. States that only the tool can read are
/// not watched, because that would start a program. Reads on another thread. Lives in the GUI thread.
class StateWatch final : public QObject {
    Q_OBJECT
public:
    explicit StateWatch(QObject* parent = nullptr);
    ~StateWatch() override;

    /// Replaces the watched result; null: watch nothing.
    void watch(std::shared_ptr<const Result> result);
    /// Whether the state is another one than that of the plan.
    bool hasChanged() const { return m_hasChanged; }

    /// When a file was last written (ms), and its size.
    using Stamp = std::pair<qint64, qint64>;

Q_SIGNALS:
    /// What hasChanged() says has changed.
    void changed();

private:
    void check();
    void checkWhenActive();
    void watchFile();

    QFileSystemWatcher m_files;
    QTimer m_soon; // batches changes, because a state is often written in several steps
    std::shared_ptr<const Result> m_result;
    QString m_file;              // of a local state
    std::optional<Stamp> m_read; // of the file when it was read last
    std::stop_source m_stop;
    QElapsedTimer m_lastCheck;
    quint64 m_generation = 0;
    bool m_isChecking = false, m_isAgain = false;
    bool m_hasChanged = false;
};

} // namespace planlens::session

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/reports/summary.h"
#include "core/projects/results/result_store.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>

namespace planlens::widgets {

/// Where projects and their results are read.
struct ResultsSource {
    QString folder;            // the opened one: RESULTS or a repository
    QString results;           // a directory, or the address of an object store
    bool isRepository = false; // whether the folder is a repository

    bool isStore() const;
};

/// The contents of RESULTS.
struct ProjectResults {
    diags::Result<projects::Summary> summary;
    std::optional<std::filesystem::path> repository; // the repository of the planned projects
    std::shared_ptr<projects::ResultStore> store;    // null: the results are in a directory
};

/// Reads RESULTS in the background: a directory, or an object store, whose results are downloaded into a private
/// folder. All functions are called on the GUI thread.
class ResultsReading final : public QObject {
    Q_OBJECT
public:
    explicit ResultsReading(QObject* parent = nullptr);
    ~ResultsReading() override;

    /// Reads results, and cancels an earlier reading. Without a repository, the projects are those of the results.
    void start(const ResultsSource& source);
    /// Ends a download. The error is among the results.
    void cancel();
    bool isRunning() const { return m_running != nullptr; }

Q_SIGNALS:
    /// The number of downloaded results has changed.
    void progressed(int done, int all);
    void finished(const std::shared_ptr<planlens::widgets::ProjectResults>& results);

private:
    /// Data shared between the background and the window.
    struct Running {
        std::stop_source stop;
        std::atomic<int> done = 0, all = 0;
    };
    static ProjectResults resultsIn(const std::string& results, const std::filesystem::path& repository,
                                    Running& running);

    std::shared_ptr<Running> m_running; // null: nothing is read
    QTimer m_timer;
};

} // namespace planlens::widgets

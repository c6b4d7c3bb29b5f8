// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/plugin/plugin.h"
#include "tests/support/scoped_environment.h"

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cerrno>
#include <mutex>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

namespace planlens::testing {

/// A package directory with the test provider (tests/provider) and its script. start() may be called repeatedly.
class TestPlugin {
public:
    using Json = nlohmann::json;
    explicit TestPlugin(Json script) {
        script["log"] = m_folder.filePath("calls").toStdString();
        QFile file(m_folder.filePath("provider.json"));
        if (!file.open(QIODevice::WriteOnly) || file.write(QByteArray::fromStdString(script.dump())) < 0 ||
            !QFile::link(PLANLENS_TEST_PROVIDER_PROGRAM, m_folder.filePath("terraform-provider-test")))
            qFatal("no folder for the plugin");
        launch.address = {"example.com", "tests", "test"};
        launch.executable = m_folder.filePath("terraform-provider-test").toStdString();
        launch.log = [this](const providers::plugin::LogEntry& entry) {
            const std::lock_guard lock(m_mutex);
            m_log.push_back(entry);
        };
    }

    std::shared_ptr<providers::Provider> start() const {
        auto started = providers::plugin::start(launch, {});
        if (!started.isOk())
            qWarning("%s", started.diagnostics.toString().c_str());
        return started.isOk() ? *started : nullptr;
    }
    /// Returns the calls that the plugin has received, in the order of their start.
    std::vector<Json> calls(const std::string& name = {}) const {
        QFile file(m_folder.filePath("calls"));
        std::vector<Json> result;
        if (file.open(QIODevice::ReadOnly))
            while (!file.atEnd())
                if (Json call = Json::parse(file.readLine().toStdString()); name.empty() || call["call"] == name)
                    result.push_back(std::move(call));
        return result;
    }
    std::vector<providers::plugin::LogEntry> log() const {
        const std::lock_guard lock(m_mutex);
        return m_log;
    }

    providers::plugin::Launch launch;

private:
    QTemporaryDir m_folder;
    mutable std::mutex m_mutex;
    std::vector<providers::plugin::LogEntry> m_log;
};

/// A private directory for sockets of plugins (TMPDIR), to check that none is left. Instances must be destroyed in
/// reverse order, because each restores the previous TMPDIR.
class SocketFolder {
public:
    /// Returns the names of its files. Also lists conditions that would make the check pass wrongly: the directory is
    /// missing, or TMPDIR has changed.
    QStringList leftovers() const {
        QStringList found =
            QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::System | QDir::Hidden | QDir::NoDotAndDotDot);
        if (!QDir(m_folder.path()).exists())
            found << "no folder for sockets: " + m_folder.path();
        if (qgetenv("TMPDIR") != m_folder.path().toUtf8())
            found << "TMPDIR is " + qEnvironmentVariable("TMPDIR");
        return found;
    }

private:
    const QTemporaryDir m_folder;
    const ScopedEnvironment m_environment{"TMPDIR", m_folder.path().toUtf8()};
};

/// Whether there is no child process, dead or alive.
inline bool hasNoChildren() {
    return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD;
}

} // namespace planlens::testing

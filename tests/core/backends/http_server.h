// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/types.h"
#include "tests/core/backends/stored_states.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <map>
#include <string>

namespace planlens::testing {

/// A real server for one test (tests/support/state_server.py).
class Server {
public:
    explicit Server(const QStringList& faults = {}) {
        m_process.start("python3",
                        QStringList{PLANLENS_SOURCE_DIR "/tests/support/state_server.py", m_directory.path()} + faults);
        while (!m_process.canReadLine() && m_process.waitForReadyRead()) {
        }
        m_port = m_process.readLine().trimmed();
    }
    ~Server() {
        m_process.kill();
        m_process.waitForFinished();
    }
    std::string address(const char* userInfo = "") const {
        return std::string("http://") + userInfo + "127.0.0.1:" + m_port.toStdString() + "/state";
    }
    QByteArray read(const char* name) const {
        QFile file(m_directory.filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const char* name, const QByteArray& content) const {
        QFile file(m_directory.filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    /// Method and path of each request.
    QList<QByteArray> requests() const {
        QList<QByteArray> list;
        for (const QByteArray& line : read("requests").split('\n'))
            if (!line.isEmpty())
                list.append(line.split(' ')[0] + ' ' + line.split(' ')[1]);
        return list;
    }

private:
    QTemporaryDir m_directory;
    QProcess m_process;
    QByteArray m_port;
};

using Arguments = std::map<std::string, values::Value>;

inline Arguments withLocks(const Server& server) {
    return {{"address", values::Value::string(server.address())},
            {"lock_address", values::Value::string(server.address())},
            {"unlock_address", values::Value::string(server.address())},
            {"retry_wait_min", values::Value::number(0)},
            {"retry_wait_max", values::Value::number(0)}};
}

inline diags::Result<std::unique_ptr<backends::Backend>> make(const Arguments& given,
                                                              const std::filesystem::path& directory = "unused") {
    return backends::findBackendType("http")->make(setupOf("http", given, directory));
}

inline std::unique_ptr<backends::WorkspaceState> stateOf(const Arguments& given,
                                                         const std::filesystem::path& directory = "unused") {
    return (*make(given, directory))->state("default");
}

inline std::string messages(const diags::Diagnostics& diagnostics) {
    std::string text = diagnostics.toString();
    while (text.ends_with('\n'))
        text.pop_back();
    return text;
}

} // namespace planlens::testing

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

namespace planlens::testing {

/// The ID of a lock in the message about it.
inline std::string lockIdIn(const QString& message) {
    return message.section(QStringLiteral("  ID: "), 1).section(QLatin1Char('\n'), 0, 0).trimmed().toStdString();
}

/// A service of a cloud on this machine, for the tests of one class: a Python program of tests/support that prints its
/// port (see faulty_server.py).
class CloudServer {
public:
    CloudServer(const QString& python, const QStringList& options, const QString& program, const QStringList& buckets) {
        m_process.setStandardErrorFile(QProcess::nullDevice());
        m_process.start(python, QStringList{QStringLiteral(PLANLENS_SOURCE_DIR "/tests/support/") + program} + options +
                                    QStringList{path()} + buckets);
        while (!m_process.canReadLine() && m_process.waitForReadyRead(120'000)) {
        }
        m_url = "http://127.0.0.1:" + m_process.readLine().trimmed();
    }
    ~CloudServer() {
        m_process.kill();
        m_process.waitForFinished();
    }
    Q_DISABLE_COPY_MOVE(CloudServer)

    QByteArray url() const { return m_url; }
    bool isRunning() const { return m_process.state() == QProcess::Running && m_url.size() > 17; }
    QString path(const char* name = "") const { return m_directory.filePath(QString::fromLatin1(name)); }

    void write(const char* name, const QByteArray& text) const {
        QFile file(path(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
    }
    /// "N FAULT" for each line; requests are counted from the next one.
    void setFaults(const QByteArray& faults) const {
        write("faults.new", faults);
        QFile::remove(path("faults"));
        QFile::rename(path("faults.new"), path("faults"));
    }
    /// Makes the content of all responses wrong in this way; empty: correct. Only key servers support it.
    void setContent(const QByteArray& wrong) const {
        if (wrong.isEmpty())
            QFile::remove(path("content"));
        else
            write("content", wrong);
    }
    /// The requests since the last call, a line for each.
    QList<QByteArray> requests() const {
        QFile file(path("requests"));
        if (!file.open(QIODevice::ReadWrite))
            return {};
        QList<QByteArray> lines = file.readAll().split('\n');
        lines.removeLast();
        file.resize(0);
        return lines;
    }

private:
    QTemporaryDir m_directory;
    QProcess m_process;
    QByteArray m_url;
};

} // namespace planlens::testing

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

namespace planlens::testing {

/// A local simulation of AWS (tests/support/aws_server.py) for the tests of one class, because it starts slowly.
class AwsServer {
public:
    /// Returns the path of a Python with the module moto; empty if there is none.
    static QString python() {
        for (const char* name : {"python3", "python3.12", "python3.11", "/usr/bin/python3"}) {
            QProcess process;
            process.start(QString::fromLatin1(name),
                          {QStringLiteral("-c"), QStringLiteral("import boto3, moto.server")});
            if (process.waitForFinished() && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
                return QString::fromLatin1(name);
        }
        return {};
    }

    explicit AwsServer(const QStringList& buckets) {
        m_process.setStandardErrorFile(QProcess::nullDevice());
        m_process.start(python(),
                        QStringList{QStringLiteral(PLANLENS_SOURCE_DIR "/tests/support/aws_server.py"), path()} +
                            buckets);
        while (!m_process.canReadLine() && m_process.waitForReadyRead(120'000)) {
        }
        m_url = "http://127.0.0.1:" + m_process.readLine().trimmed();
    }
    ~AwsServer() {
        m_process.kill();
        m_process.waitForFinished();
    }
    Q_DISABLE_COPY_MOVE(AwsServer)

    QByteArray url() const { return m_url; }
    bool isRunning() const { return m_process.state() == QProcess::Running && m_url.size() > 17; }
    QString path(const char* name = "") const { return m_directory.filePath(QString::fromLatin1(name)); }

    /// Sets faults; each line is "N FAULT". Counts requests from the next one.
    void setFaults(const QByteArray& faults) const {
        const QString unfinished = path("faults.new");
        QFile file(unfinished);
        if (file.open(QIODevice::WriteOnly))
            file.write(faults);
        file.close();
        QFile::remove(path("faults"));
        QFile::rename(unfinished, path("faults"));
    }
    /// Returns the requests since the last call: service, operation, path, access key.
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

/// Skips a test that needs the AWS server.
#define SKIP_WITHOUT_MOTO()                                                                                            \
    do {                                                                                                               \
        if (planlens::testing::AwsServer::python().isEmpty())                                                          \
            QSKIP("no Python with the libraries moto and boto3, which run the server of these tests");                 \
    } while (false)

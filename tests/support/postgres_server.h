// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>

namespace planlens::testing {

/// A PostgreSQL server for a test, in a temporary directory. It stops when this object is destroyed or the test program
/// ends.
class PostgresServer {
public:
    /// Blocks until the server accepts connections. Check whyNot() first.
    PostgresServer();
    ~PostgresServer();
    Q_DISABLE_COPY_MOVE(PostgresServer)

    /// Returns why no server can be started here; empty if one can.
    static QString whyNot();

    static constexpr auto user = "planlens";
    static constexpr auto password = "s3cret-of-tests";

    bool isRunning() const { return m_process.state() == QProcess::Running; }
    quint16 port() const { return m_port; }
    QString socketDirectory() const { return m_directory.path(); }
    /// Returns the connection string over TCP, including the password; by default directly to the server.
    QByteArray url(quint16 port = 0) const;
    /// Runs a statement as the owner. Returns the rows, with "|" between the columns.
    QByteArray run(const QByteArray& statement) const;
    /// Writes a file into the data directory that only the server can read.
    void writeDataFile(const QString& name, const QByteArray& content) const;
    /// Returns the messages of the server.
    QByteArray log() const { return m_log; }

    /// A session of another client that has run a statement and stays open.
    class OtherSession {
    public:
        OtherSession(const PostgresServer& server, const QByteArray& statement);
        ~OtherSession() { end(); }
        Q_DISABLE_COPY_MOVE(OtherSession)
        void end();
        QByteArray processId() const { return m_processId; }

    private:
        QProcess m_process;
        QByteArray m_processId;
    };

private:
    bool start();
    static void prepare(QProcess& process, const PostgresServer& server);

    QTemporaryDir m_directory;
    QProcess m_process;
    quint16 m_port = 0;
    QByteArray m_log;
};

} // namespace planlens::testing

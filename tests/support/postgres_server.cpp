// SPDX-License-Identifier: MPL-2.0
#include "tests/support/postgres_server.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTcpServer>

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace planlens::testing {
namespace {

constexpr unsigned unprivileged = 65534; // the user ID of an unprivileged account

/// Returns the directory of initdb; empty if PostgreSQL is not installed.
QString programDirectory() {
    const QString root = QStringLiteral("/usr/lib/postgresql");
    QStringList candidates;
    for (const QString& version : QDir(root).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name | QDir::Reversed))
        candidates << root + QLatin1Char('/') + version + QStringLiteral("/bin");
    const QString found = QStandardPaths::findExecutable(QStringLiteral("initdb"), candidates);
    const QString program = found.isEmpty() ? QStandardPaths::findExecutable(QStringLiteral("initdb")) : found;
    return program.isEmpty() ? QString() : QFileInfo(program).canonicalPath();
}

/// Returns the path of psql itself; on the PATH of Debian is a wrapper script, which is much slower. May be empty.
QString psqlPath() {
    const QString found = QStandardPaths::findExecutable(QStringLiteral("psql"), {programDirectory()});
    return found.isEmpty() ? QStandardPaths::findExecutable(QStringLiteral("psql")) : found;
}

bool isRoot() {
    return ::geteuid() == 0;
}

/// Starts a program as an unprivileged user, because PostgreSQL refuses to run as root.
void start(QProcess& process, const QString& program, QStringList arguments) {
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setWorkingDirectory(QStringLiteral("/"));
    const QString path = programDirectory() + QLatin1Char('/') + program;
    if (!isRoot()) {
        process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGQUIT); });
        process.start(path, arguments);
        return;
    }
    const QString id = QString::number(unprivileged);
    arguments = QStringList{QStringLiteral("--reuid=") + id,
                            QStringLiteral("--regid=") + id,
                            QStringLiteral("--clear-groups"),
                            QStringLiteral("--pdeathsig=QUIT"),
                            QStringLiteral("--"),
                            path} +
                arguments;
    process.start(QStringLiteral("setpriv"), arguments);
}

quint16 freePort() {
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    return server.serverPort();
}

} // namespace

QString PostgresServer::whyNot() {
    if (programDirectory().isEmpty())
        return QStringLiteral("PostgreSQL is not installed, which runs the server of these tests");
    if (psqlPath().isEmpty())
        return QStringLiteral("psql is not installed, which these tests use");
    if (isRoot() && QStandardPaths::findExecutable(QStringLiteral("setpriv")).isEmpty())
        return QStringLiteral("PostgreSQL does not run as root, and setpriv is not installed");
    return {};
}

PostgresServer::PostgresServer()
    : m_directory(QStringLiteral("/tmp/planlens-pg-XXXXXX")) { // short, because it contains the socket
    const QString data = m_directory.filePath(QStringLiteral("data"));
    QFile passwordFile(m_directory.filePath(QStringLiteral("password")));
    if (!passwordFile.open(QIODevice::WriteOnly))
        return;
    passwordFile.write(password);
    passwordFile.close();
    if (isRoot())
        for (const QString& path : {m_directory.path(), passwordFile.fileName()})
            (void)!::chown(path.toLocal8Bit().constData(), unprivileged, unprivileged);
    QProcess initdb;
    testing::start(initdb, QStringLiteral("initdb"),
                   {QStringLiteral("-D"), data, QStringLiteral("-U"), QString::fromLatin1(user), QStringLiteral("-A"),
                    QStringLiteral("scram-sha-256"), QStringLiteral("--pwfile"), passwordFile.fileName(),
                    QStringLiteral("-N"), QStringLiteral("--locale=C"), QStringLiteral("-E"), QStringLiteral("UTF8")});
    initdb.waitForFinished(60'000);
    m_log = initdb.readAll();
    for (int attempt = 0; attempt < 5 && initdb.exitCode() == 0; ++attempt)
        if (start())
            return;
}

PostgresServer::~PostgresServer() {
    m_process.terminate();
    ::kill(static_cast<pid_t>(m_process.processId()), SIGQUIT);
    m_process.waitForFinished();
}

/// Another program may take the port in the meantime.
bool PostgresServer::start() {
    m_port = freePort();
    testing::start(m_process, QStringLiteral("postgres"),
                   {QStringLiteral("-D"), m_directory.filePath(QStringLiteral("data")), QStringLiteral("-k"),
                    m_directory.path(), QStringLiteral("-p"), QString::number(m_port), QStringLiteral("-c"),
                    QStringLiteral("listen_addresses=127.0.0.1"), QStringLiteral("-c"), QStringLiteral("fsync=off"),
                    QStringLiteral("-c"), QStringLiteral("shared_buffers=8MB"), QStringLiteral("-c"),
                    QStringLiteral("max_connections=50")});
    while (!m_log.contains("ready to accept connections")) {
        if (!m_process.waitForReadyRead(60'000))
            break;
        m_log += m_process.readAll();
    }
    if (m_log.contains("ready to accept connections"))
        return true;
    m_process.kill();
    m_process.waitForFinished();
    return false;
}

QByteArray PostgresServer::url(quint16 port) const {
    return QByteArray("postgres://") + user + ':' + password +
           "@127.0.0.1:" + QByteArray::number(port == 0 ? m_port : port) + "/postgres?sslmode=disable";
}

void PostgresServer::prepare(QProcess& process, const PostgresServer& server) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString& name : environment.keys())
        if (name.startsWith(QLatin1String("PG")))
            environment.remove(name);
    environment.insert(QStringLiteral("PGPASSWORD"), QString::fromLatin1(password));
    process.setProcessEnvironment(environment);
    process.setProgram(psqlPath());
    process.setArguments({QStringLiteral("-h"), server.socketDirectory(), QStringLiteral("-p"),
                          QString::number(server.port()), QStringLiteral("-U"), QString::fromLatin1(user),
                          QStringLiteral("-X"), QStringLiteral("-q"), QStringLiteral("-At"),
                          QStringLiteral("postgres")});
}

QByteArray PostgresServer::run(const QByteArray& statement) const {
    QProcess process;
    prepare(process, *this);
    process.start();
    process.write(statement + ";\n");
    process.closeWriteChannel();
    process.waitForFinished();
    return process.readAllStandardError() + process.readAllStandardOutput().trimmed();
}

void PostgresServer::writeDataFile(const QString& name, const QByteArray& content) const {
    QFile file(m_directory.filePath(QStringLiteral("data/") + name));
    if (!file.open(QIODevice::WriteOnly))
        return;
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    file.write(content);
    if (isRoot())
        (void)!::chown(file.fileName().toLocal8Bit().constData(), unprivileged, unprivileged);
}

PostgresServer::OtherSession::OtherSession(const PostgresServer& server, const QByteArray& statement) {
    prepare(m_process, server);
    m_process.start();
    m_process.write(statement + ";\nSELECT 'session ' || pg_backend_pid();\n");
    for (QByteArray line; m_processId.isEmpty();) {
        if (!m_process.canReadLine() && !m_process.waitForReadyRead())
            break;
        line = m_process.readLine().trimmed();
        if (line.startsWith("session "))
            m_processId = line.mid(8);
    }
}

void PostgresServer::OtherSession::end() {
    m_process.closeWriteChannel();
    m_process.waitForFinished();
}

} // namespace planlens::testing

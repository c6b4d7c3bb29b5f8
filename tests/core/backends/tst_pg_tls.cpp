// SPDX-License-Identifier: MPL-2.0
#include "core/backends/types.h"
#include "tests/support/postgres_server.h"
#include "tests/support/scoped_environment.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace planlens;
using testing::PostgresServer;
using values::Value;

/// Connections of the backend "pg" over TLS, which is required unless configured otherwise.
class TestPgTls final : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;
    std::unique_ptr<PostgresServer> m_server;
    testing::ScopedEnvironment m_environment;

    QByteArray file(const char* name) const {
        QFile file(m_directory.filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    bool makeCertificate(const char* name, const QString& alternativeName = "DNS:localhost") const {
        const QString path = m_directory.filePath(QString::fromLatin1(name));
        QProcess process;
        process.start("openssl", {"req", "-x509", "-newkey", "rsa:2048", "-nodes", "-batch", "-keyout", path + ".key",
                                  "-out", path + ".crt", "-days", "2", "-subj", "/CN=localhost", "-addext",
                                  "subjectAltName=" + alternativeName});
        return process.waitForFinished() && process.exitCode() == 0;
    }
    QByteArray encryptedKey() const {
        QProcess process;
        process.start("openssl", {"pkey", "-in", m_directory.filePath("other.key"), "-aes256", "-passout", "pass:x"});
        process.waitForFinished();
        return process.readAllStandardOutput();
    }

private Q_SLOTS:
    void initTestCase() {
        if (const QString why = PostgresServer::whyNot(); !why.isEmpty())
            QSKIP(qPrintable(why));
        if (QStandardPaths::findExecutable("openssl").isEmpty())
            QSKIP("openssl is not installed, which makes the certificates of these tests");
        QVERIFY(makeCertificate("server") && makeCertificate("other") &&
                makeCertificate("named", "email:a@example.test"));
        m_server = std::make_unique<PostgresServer>();
        QVERIFY2(m_server->isRunning(), m_server->log().constData());
        m_server->writeDataFile("server.crt", file("server.crt"));
        m_server->writeDataFile("server.key", file("server.key"));
        m_server->run("ALTER SYSTEM SET ssl = on");
        m_server->run("SELECT pg_reload_conf()");
        QTRY_COMPARE(m_server->run("SHOW ssl"), QByteArray("on"));
    }
    void init() {
        for (const char* name : {"PGSSLMODE", "PGSSLROOTCERT", "PGHOST", "PGUSER", "PGPASSWORD"})
            m_environment.unset(name);
        m_environment.set("HOME", m_directory.path().toLocal8Bit());
        m_environment.set("SSL_CERT_FILE", m_directory.filePath("other.crt").toLocal8Bit());
    }
    void cleanup() { m_environment.restore(); }

    void certificatesAreVerifiedAsConfigured_data() {
        QTest::addColumn<QByteArray>("keywords");
        QTest::addColumn<QString>("expected"); // empty: connected
        const QByteArray authority = " sslrootcert=" + m_directory.filePath("server.crt").toLocal8Bit();
        const QByteArray other = " sslrootcert=" + m_directory.filePath("other.crt").toLocal8Bit();
        const QString failure = QStringLiteral("certificate verify failed");
        QTest::newRow("not verified by default") << QByteArray("host=localhost") << QString();
        QTest::newRow("verified if there are authorities") << "host=localhost" + other << failure;
        QTest::newRow("verified with its own authority")
            << "host=localhost sslmode=verify-full" + authority << QString();
        QTest::newRow("verified with the authorities of the system")
            << QByteArray("host=localhost sslmode=verify-full") << failure;
        QTest::newRow("other name") << "host=127.0.0.1 sslmode=verify-full" + authority
                                    << "does not match host name \"127.0.0.1\"";
        QTest::newRow("other name that is not verified") << "host=127.0.0.1 sslmode=verify-ca" + authority << QString();
        QTest::newRow("texts in place of files")
            << "host=localhost sslmode=verify-full sslinline=true sslrootcert='" + file("server.crt") + "' sslcert='" +
                   file("other.crt") + "' sslkey='" + file("other.key") + "'"
            << QString();
        QTest::newRow("key with a passphrase")
            << "host=localhost sslinline=true sslcert='" + file("other.crt") + "' sslkey='" + encryptedKey() + "'"
            << QStringLiteral("is encrypted with a passphrase");
        QTest::newRow("other texts") << "host=localhost sslmode=verify-full sslinline=true sslrootcert='" +
                                            file("other.crt") + "'"
                                     << failure;
    }
    void certificatesAreVerifiedAsConfigured() {
        QFETCH(QByteArray, keywords);
        QFETCH(QString, expected);
        m_environment.set("PG_CONN_STR", keywords + " port=" + QByteArray::number(m_server->port()) +
                                             " dbname=postgres user=" + PostgresServer::user +
                                             " password=" + PostgresServer::password);
        const auto made = backends::findBackendType("pg")->make({.arguments = Value(), .directory = "x"});
        QVERIFY(made.isOk());
        const auto read = (*made)->state("default")->read({});
        const QString problems = QString::fromStdString(read.diagnostics.toString());
        QVERIFY2(expected.isEmpty() ? read.isOk() : problems.contains(expected), qPrintable(problems));
    }

    void commonNamesAreNotNamesOfServers_data() {
        QTest::addColumn<QByteArray>("mode");
        QTest::addColumn<bool>("isValid");
        QTest::newRow("name is verified") << QByteArray("verify-full") << false;
        QTest::newRow("only the authority is verified") << QByteArray("verify-ca") << true;
    }
    void commonNamesAreNotNamesOfServers() {
        QFETCH(QByteArray, mode);
        QFETCH(bool, isValid);
        PostgresServer server;
        QVERIFY2(server.isRunning(), server.log().constData());
        server.writeDataFile("server.crt", file("named.crt"));
        server.writeDataFile("server.key", file("named.key"));
        server.run("ALTER SYSTEM SET ssl = on");
        server.run("SELECT pg_reload_conf()");
        QTRY_COMPARE(server.run("SHOW ssl"), QByteArray("on"));
        m_environment.set("PG_CONN_STR", "host=localhost sslmode=" + mode +
                                             " sslrootcert=" + m_directory.filePath("named.crt").toLocal8Bit() +
                                             " port=" + QByteArray::number(server.port()) + " dbname=postgres user=" +
                                             PostgresServer::user + " password=" + PostgresServer::password);
        const auto made = backends::findBackendType("pg")->make({.arguments = Value(), .directory = "x"});
        const auto read = (*made)->state("default")->read({});
        const QString problems = QString::fromStdString(read.diagnostics.toString());
        QVERIFY2(isValid ? read.isOk() : problems.contains("no subject alternative name"), qPrintable(problems));
    }
};

QTEST_GUILESS_MAIN(TestPgTls)
#include "tst_pg_tls.moc"

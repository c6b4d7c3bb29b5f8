// SPDX-License-Identifier: MPL-2.0
#include "core/backends/pg/client.h"
#include "core/backends/pg/connection_string.h"
#include "core/backends/types.h"
#include "tests/support/scoped_environment.h"

#include <QProcessEnvironment>
#include <QTest>

using namespace planlens;
using backends::pg::parseConnection;
using backends::pg::Server;
using values::Value;

namespace {

constexpr const char* always[] = {"client_encoding",     "gssencmode",       "keepalives_idle",
                                  "keepalives_interval", "keepalives_count", "fallback_application_name",
                                  "tcp_user_timeout"};

/// The keywords of all servers, without those that every connection has.
QString describe(const std::vector<Server>& servers) {
    QStringList lines;
    for (const Server& server : servers) {
        QStringList words;
        for (const auto& [name, value] : server.keywords)
            if (std::ranges::find(always, name) == std::end(always))
                words << QString::fromStdString(name + "=" + value);
        if (server.areCertificatesInline)
            words << QStringLiteral("(inline)");
        lines << words.join(QLatin1Char('|'));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

class TestPgConnection final : public QObject {
    Q_OBJECT

    testing::ScopedEnvironment m_environment;

private Q_SLOTS:
    void init() {
        const QStringList names = QProcessEnvironment::systemEnvironment().keys();
        for (const QString& name : names)
            if (name.startsWith(QLatin1String("PG")))
                m_environment.unset(name.toLatin1().constData());
        m_environment.set("SSL_CERT_FILE", "/dev/null");
    }
    void cleanup() { m_environment.restore(); }

    void connectionStringsAreParsed_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* text, const char* expected) {
            QTest::newRow(name) << QByteArray(text) << QString(expected);
        };
        row("empty", "", "host=localhost|port=5432|sslmode=require");
        row("URL", "postgres://u:p@h:1/d", "host=h|port=1|dbname=d|user=u|password=p|sslmode=require");
        row("other scheme", "postgresql://h", "host=h|port=5432|sslmode=require");
        row("encoded", "postgres://u%40x:p%2F%3a@h/d%20e?application_name=a+b",
            "host=h|port=5432|dbname=d e|user=u@x|password=p/:|application_name=a b|sslmode=require");
        row("password with @", "postgres://u:a@b@h/d", "host=h|port=5432|dbname=d|user=u|password=a@b|sslmode=require");
        row("IPv6", "postgres://[::1]:7/d?sslmode=disable", "host=::1|port=7|dbname=d|sslmode=disable");
        row("empty port", "postgres://h:/d", "host=h|port=5432|dbname=d|sslmode=require");
        row("fragment", "postgres://h/d#x", "host=h|port=5432|dbname=d|sslmode=require");
        row("socket in the query", "postgres:///d?host=/run/pg", "host=/run/pg|port=5432|dbname=d|sslmode=disable");
        row("first of two parameters", "postgres://h?sslmode=disable&sslmode=require",
            "host=h|port=5432|sslmode=disable");
        row("several hosts", "postgres://a,b/d?port=1,2",
            "host=a|port=1|dbname=d|sslmode=require\nhost=b|port=2|dbname=d|sslmode=require");
        row("one port of several hosts", "host=a,,b port=3",
            "host=a|port=3|sslmode=require\nhost=localhost|port=3|sslmode=require\nhost=b|port=3|sslmode=require");
        row("addresses", "hostaddr=10.0.0.1,10.0.0.2",
            "hostaddr=10.0.0.1|port=5432|sslmode=require\nhostaddr=10.0.0.2|port=5432|sslmode=require");
        row("prefers a standby", "host=a target_session_attrs=prefer-standby",
            "host=a|port=5432|target_session_attrs=standby|sslmode=require\n"
            "host=a|port=5432|target_session_attrs=any|sslmode=require");
        row("pairs", "host = h  user='a b' password='it\\'s' dbname=d\\ e",
            "host=h|port=5432|dbname=d e|user=a b|password=it's|sslmode=require");
        row("empty last value", "host=h password=", "host=h|port=5432|sslmode=require");
        row("old name of the database", "database=d", "host=localhost|port=5432|dbname=d|sslmode=require");
        row("abstract socket", "host=@pg", "host=@pg|port=5432|sslmode=disable");
        row("settings of the server", "host=h search_path=a\\ b options='-c x=y' work_mem=1MB",
            "host=h|port=5432|options=-c x=y -c search_path=a\\ b -c work_mem=1MB|sslmode=require");
        row("authorities of the system", "host=h sslmode=verify-full",
            "host=h|port=5432|sslmode=verify-full|sslrootcert=/dev/null");
        row("own authorities", "host=h sslmode=verify-ca sslrootcert=ca.pem",
            "host=h|port=5432|sslrootcert=ca.pem|sslmode=verify-ca");
        row("inline certificates", "host=h sslinline=true sslcert=c sslkey=k sslsni=0",
            "host=h|port=5432|sslcert=c|sslkey=k|sslsni=0|sslmode=require|(inline)");
    }
    void connectionStringsAreParsed() {
        QFETCH(QByteArray, text);
        const auto parsed = parseConnection(text.toStdString());
        QVERIFY2(parsed, parsed ? "" : parsed.error().c_str());
        QTEST(describe(parsed->options.servers), "expected");
    }

    void environmentReplacesMissingKeywords() {
        m_environment.set("PGHOST", "h");
        m_environment.set("PGPORT", "7");
        m_environment.set("PGUSER", "u");
        m_environment.set("PGPASSWORD", "p");
        m_environment.set("PGDATABASE", "d");
        m_environment.set("PGSSLMODE", "disable");
        m_environment.set("PGCONNECT_TIMEOUT", "9");
        m_environment.set("PGOPTIONS", "-c a=b");
        const auto parsed = parseConnection("user=given");
        QVERIFY(parsed);
        QCOMPARE(describe(parsed->options.servers),
                 QStringLiteral("host=h|port=7|dbname=d|user=given|password=p|options=-c a=b|sslmode=disable"));
        QCOMPARE(parsed->options.connectTimeout, std::chrono::seconds(9));
    }

    void invalidConnectionStringsAreErrorsWithoutSecrets_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* text, const char* expected) {
            QTest::newRow(name) << QByteArray(text) << QString(expected);
        };
        row("port of a URL", "postgres://u:secret@h:x/d", "parse the connection URL: invalid port after the host");
        row("password with a slash", "postgres://u:secret/x@h/d",
            "parse the connection URL: invalid port after the host");
        row("encoded host", "postgres://u:secret@%2Frun/d",
            "parse the connection URL: percent-encoding in the host. Write the path of a socket as \"host=/path "
            "dbname=name\"");
        row("encoded password", "postgres://u:secret%zz@h/d",
            "parse the connection URL: invalid percent-encoding in user name or password");
        row("control character", "postgres://u:secret@h\n", "parse the connection URL: invalid control character");
        row("bracket", "postgres://u:secret@[::1/d", "parse the connection URL: missing \"]\" in the host");
        row("no value", "password=a secret", "missing \"=\" after a keyword in the connection string");
        row("quote", "password='secret", "unterminated quoted string literal in connection string");
        row("backslash", "password=secret\\", "missing character after backslash");
        row("TLS", "sslmode=prefer",
            "pq: wrong value for \"sslmode\": \"prefer\" is not supported; supported values are disable, require, "
            "verify-full, or verify-ca");
        row("port", "port=x", "pq: wrong value for \"port\": strconv.ParseUint: parsing \"x\": invalid syntax");
        row("timeout", "connect_timeout=x",
            "pq: wrong value for \"connect_timeout\": strconv.ParseInt: parsing \"x\": invalid syntax");
        row("encoding", "client_encoding=latin1",
            "pq: unsupported client_encoding \"latin1\": must be absent or \"UTF8\"");
        row("dates", "datestyle=German", "pq: unsupported datestyle \"German\": must be absent or \"ISO, MDY\"");
        row("session", "target_session_attrs=x",
            "pq: wrong value for \"target_session_attrs\": \"x\" is not supported; supported values are any, "
            "read-write, read-only, primary, standby, or prefer-standby");
        row("addresses", "host=a,b hostaddr=1.2.3.4", "pq: could not match 2 host names to 1 hostaddr values");
        row("ports", "host=a,b,c port=1,2", "pq: could not match 2 port numbers to 3 hosts");
    }
    void invalidConnectionStringsAreErrorsWithoutSecrets() {
        QFETCH(QByteArray, text);
        const auto parsed = parseConnection(text.toStdString());
        QVERIFY(!parsed);
        QTEST(QString::fromStdString(parsed.error()), "expected");
    }

    /// libpq would use these, tofu rejects them: both must use the same server.
    void variablesThatTheReferenceRejectsAreErrors_data() {
        QTest::addColumn<QString>("expected");
        for (const char* name : {"PGSERVICE", "PGCHANNELBINDING", "PGREQUIRESSL", "PGSSLCRL", "PGGSSENCMODE"})
            QTest::newRow(name)
                << QStringLiteral("pq: environment variable $%1 is not supported").arg(QString::fromLatin1(name));
        QTest::newRow("PGKRBSRVNAME")
            << "pq: environment variable $PGKRBSRVNAME is not supported as Kerberos is not enabled";
        QTest::newRow("PGSSLMODE")
            << "pq: wrong value for $PGSSLMODE: \"x\" is not supported; supported values are disable, require, "
               "verify-full, or verify-ca";
    }
    void variablesThatTheReferenceRejectsAreErrors() {
        m_environment.set(QTest::currentDataTag(), "x");
        const auto parsed = parseConnection("");
        QVERIFY(!parsed);
        QTEST(QString::fromStdString(parsed.error()), "expected");
    }

    void identitiesContainNoSecrets() {
        const auto identity = [](const char* text) { return parseConnection(text)->identity; };
        QCOMPARE(identity("postgres://u:one@h/d"), identity("postgres://v:two@h:5432/d?sslmode=disable"));
        QVERIFY(identity("postgres://h/d") != identity("postgres://h/e"));
        QVERIFY(identity("postgres://h/d") != identity("postgres://i/d"));
    }

    /// Computed with another program, because both must use the same key.
    void creationLocksHaveTheKeyOfTheReference() {
        QCOMPARE(backends::pg::creationLockKey("terraform_remote_state", "states"), std::string("-3797183428"));
        QCOMPARE(backends::pg::creationLockKey("a", "b"), std::string("-1704748236"));
    }

    void invalidFlagsOfTheEnvironmentAreErrors() {
        m_environment.set("PG_SKIP_TABLE_CREATION", "x");
        const auto made = backends::findBackendType("pg")->make({.arguments = Value(), .directory = "unused"});
        QVERIFY(made.hasErrors());
        QCOMPARE(made.diagnostics[0].summary, std::string("error getting default for \"skip_table_creation\": "
                                                          "strconv.ParseBool: parsing \"x\": invalid syntax"));
        QCOMPARE(made.diagnostics[0].codeSubject, std::string("skip_table_creation"));
    }
};

QTEST_APPLESS_MAIN(TestPgConnection)
#include "tst_pg_connection.moc"

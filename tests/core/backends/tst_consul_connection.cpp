// SPDX-License-Identifier: MPL-2.0
#include "core/backends/consul/settings.h"
#include "tests/support/consul_server.h"
#include "tests/support/scoped_environment.h"

#include <QProcessEnvironment>
#include <QTest>

#include <memory>

using namespace planlens;
using testing::ConsulServer;
using values::Value;
namespace consul = backends::consul;

using Variables = QMap<QString, QString>;

/// How the backend "consul" reaches the server.
class TestConsulConnection final : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;
    std::unique_ptr<ConsulServer> m_server;
    testing::ScopedEnvironment m_environment;

    QString path(const char* name) const { return m_directory.filePath(QString::fromLatin1(name)); }
    bool makeCertificate(const char* name, const QByteArray& alternativeName = "DNS:localhost") const {
        QProcess process;
        process.start("openssl", {"req", "-x509", "-newkey", "rsa:2048", "-nodes", "-batch", "-keyout",
                                  path(name) + ".key", "-out", path(name) + ".crt", "-days", "2", "-subj",
                                  "/CN=localhost", "-addext", "subjectAltName=" + alternativeName});
        return process.waitForFinished() && process.exitCode() == 0;
    }
    /// The first error; empty if a state can be looked for. PORT and FOLDER in arguments and variables are replaced.
    QString problem(const Variables& arguments, const Variables& variables) {
        const QString port = QString::fromLatin1(m_server->url().mid(m_server->url().lastIndexOf(':') + 1));
        const auto replaced = [&](QString text) {
            return text.replace("PORT", port).replace("FOLDER", m_directory.path());
        };
        for (auto [name, value] : variables.asKeyValueRange())
            m_environment.set(name.toLatin1().constData(), replaced(value).toUtf8());
        std::vector<std::pair<std::string, Value>> attributes{{"path", Value::string("p")}};
        for (auto [name, value] : arguments.asKeyValueRange())
            attributes.emplace_back(name.toStdString(), Value::string(replaced(value).toStdString()));
        auto settings = consul::readSettings(
            {.arguments = Value::object(attributes), .directory = m_directory.path().toStdString()});
        if (!settings.isOk())
            return QString::fromStdString(settings.diagnostics[0].summary);
        settings->server.retries.attempts = 1;
        const auto read = consul::Server(settings->server).read("p", {});
        return read ? QString() : QString::fromStdString(read.error().text);
    }

private Q_SLOTS:
    void initTestCase() {
        SKIP_WITHOUT_PROGRAM("python3");
        SKIP_WITHOUT_PROGRAM("openssl");
        QVERIFY(makeCertificate("server") && makeCertificate("client") && makeCertificate("other"));
        QVERIFY(QDir(m_directory.path()).mkdir("authorities"));
        QVERIFY(QFile::copy(path("server.crt"), path("authorities/server.crt")));
        QFile bundle(path("bundle.crt")), server(path("server.crt"));
        QVERIFY(bundle.open(QIODevice::WriteOnly) && server.open(QIODevice::ReadOnly));
        bundle.write("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n" + server.readAll());
    }
    void init() {
        for (const QString& name : QProcessEnvironment::systemEnvironment().keys())
            if (name.startsWith("CONSUL_") || name.startsWith("SSL_") || name.endsWith("_proxy", Qt::CaseInsensitive))
                m_environment.unset(name.toLatin1().constData());
    }
    void cleanup() { m_environment.restore(); }

    void certificatesAreVerified_data() {
        QTest::addColumn<Variables>("arguments");
        QTest::addColumn<Variables>("variables");
        QTest::addColumn<bool>("isValid");
        const Variables client{
            {"address", "https://localhost:PORT"}, {"cert_file", "client.crt"}, {"key_file", "client.key"}};
        const auto with = [](Variables all, const char* name, const char* value) {
            all[name] = value;
            return all;
        };
        const Variables complete = with(client, "ca_file", "server.crt");
        QTest::newRow("all") << complete << Variables() << true;
        QTest::newRow("scheme") << with(with(complete, "address", "localhost:PORT"), "scheme", "https") << Variables()
                                << true;
        QTest::newRow("unknown authority") << client << Variables() << false;
        QTest::newRow("another authority") << with(client, "ca_file", "other.crt") << Variables() << false;
        QTest::newRow("another client") << with(with(complete, "cert_file", "other.crt"), "key_file", "other.key")
                                        << Variables() << false;
        QTest::newRow("folder of authorities") << client << Variables{{"CONSUL_CAPATH", "FOLDER/authorities"}} << true;
        QTest::newRow("files of the environment") << Variables{{"address", "localhost:PORT"}}
                                                  << Variables{{"CONSUL_HTTP_SSL", "true"},
                                                               {"CONSUL_CACERT", "FOLDER/server.crt"},
                                                               {"CONSUL_CLIENT_CERT", "FOLDER/client.crt"},
                                                               {"CONSUL_CLIENT_KEY", "FOLDER/client.key"}}
                                                  << true;
        QTest::newRow("file of the system") << client << Variables{{"SSL_CERT_FILE", "FOLDER/server.crt"}} << true;
        QTest::newRow("folders of the system")
            << client << Variables{{"SSL_CERT_DIR", "nowhere:FOLDER/authorities"}} << true;
        QTest::newRow("other folders") << client << Variables{{"SSL_CERT_DIR", "nowhere"}} << false;
        QTest::newRow("bundle with an unreadable certificate")
            << with(client, "ca_file", "bundle.crt") << Variables() << true;
        const Variables address = with(complete, "address", "https://127.0.0.1:PORT");
        QTest::newRow("another name") << address << Variables() << false;
        QTest::newRow("name of the environment")
            << address << Variables{{"CONSUL_TLS_SERVER_NAME", "localhost"}} << true;
        QTest::newRow("not verified") << with(client, "address", "https://127.0.0.1:PORT")
                                      << Variables{{"CONSUL_HTTP_SSL_VERIFY", "false"}} << true;
        QTest::newRow("verified") << client << Variables{{"CONSUL_HTTP_SSL_VERIFY", "nonsense"}} << false;
    }
    void certificatesAreVerified() {
        QFETCH(Variables, arguments);
        QFETCH(Variables, variables);
        m_server = std::make_unique<ConsulServer>(QStringList{"--tls", m_directory.path()});
        QVERIFY(m_server->isRunning());
        const QString found = problem(arguments, variables);
        QFETCH(bool, isValid);
        QVERIFY2(found.isEmpty() == isValid, qPrintable(found));
        QVERIFY2(isValid || found.startsWith("Get \"https://"), qPrintable(found));
    }

    void commonNamesAreNotNamesOfServers() {
        const QTemporaryDir directory;
        for (const char* name : {"client.crt", "client.key"})
            QVERIFY(QFile::copy(path(name), directory.filePath(name)));
        QVERIFY(makeCertificate("named", "email:a@example.test"));
        QVERIFY(QFile::copy(path("named.crt"), directory.filePath("server.crt")));
        QVERIFY(QFile::copy(path("named.key"), directory.filePath("server.key")));
        m_server = std::make_unique<ConsulServer>(QStringList{"--tls", directory.path()});
        QVERIFY(m_server->isRunning());
        const QString found = problem({{"address", "https://localhost:PORT"},
                                       {"ca_file", "named.crt"},
                                       {"cert_file", "client.crt"},
                                       {"key_file", "client.key"}},
                                      {});
        QVERIFY2(found.contains("no subject alternative name"), qPrintable(found));
    }

    /// The server may close the connection before its alert is read.
    void missingClientCertificatesAreReported() {
        m_server = std::make_unique<ConsulServer>(QStringList{"--tls", m_directory.path()});
        QVERIFY(m_server->isRunning());
        const QString found = problem({{"address", "https://localhost:PORT"}, {"ca_file", "server.crt"}}, {});
        QVERIFY2(found.contains("require") && found.endsWith("a client certificate"), qPrintable(found));
    }

    void usesSockets() {
        m_server = std::make_unique<ConsulServer>(QStringList{"--socket", path("socket")});
        QVERIFY(m_server->isRunning());
        QCOMPARE(problem({{"address", "unix://FOLDER/socket"}}, {{"http_proxy", "http://127.0.0.1:1"}}), QString());
        QVERIFY(!problem({{"address", "unix://FOLDER/none"}}, {}).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestConsulConnection)
#include "tst_consul_connection.moc"

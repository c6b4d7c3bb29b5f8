// SPDX-License-Identifier: MPL-2.0
#include "core/provisioners/connection.h"
#include "tests/core/provisioners/requests.h"
#include "tests/support/scoped_environment.h"

#include <QTest>

using namespace planlens::testing;
using planlens::provisioners::Connection;
using planlens::provisioners::readConnection;
using planlens::values::Number;
using planlens::values::Value;

Q_DECLARE_METATYPE(Arguments)

namespace {

constexpr const char* key = "-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----\n";

auto read(Arguments arguments) {
    return readConnection(block(planlens::provisioners::connectionSchema(), std::move(arguments)));
}

} // namespace

/// Reading of connection blocks.
class TestConnection : public QObject {
    Q_OBJECT

    ScopedEnvironment m_environment;

private slots:
    void init() { m_environment.unset("SSH_AUTH_SOCK"); }
    void cleanup() { m_environment.restore(); }

    void hasDefaults() {
        const auto connection = read({{"host", text("h")}});
        QVERIFY(connection);
        QCOMPARE(connection->host.user, std::string("root"));
        QCOMPARE(connection->host.port, 22U);
        QCOMPARE(connection->scriptPath, std::string("/tmp/terraform_%RAND%.sh"));
        QVERIFY(connection->timeout == std::chrono::minutes(5));
        QVERIFY(!connection->usesAgent && !connection->bastion);
        QCOMPARE(read({{"host", text("h")}, {"target_platform", text("windows")}})->scriptPath,
                 std::string("C:/windows/temp/terraform_%RAND%.cmd"));
    }

    void takesAnAgentWhereThereIsOne() {
        m_environment.set("SSH_AUTH_SOCK", "/tmp/agent");
        QVERIFY(read({{"host", text("h")}})->usesAgent);
        QVERIFY(!read({{"host", text("h")}, {"agent", Value::boolean(false)}})->usesAgent);
    }

    void namesHosts() {
        QCOMPARE(read({{"host", text("::1")}})->host.displayName(), std::string("[::1]"));
        QCOMPARE(read({{"host", text("[::1]")}})->host.name, std::string("::1"));
    }

    void ignoresInvalidDurations() {
        QVERIFY(read({{"host", text("h")}, {"timeout", text("soon")}})->timeout == std::chrono::minutes(5));
        QVERIFY(read({{"host", text("h")}, {"timeout", text("1m30s")}})->timeout == std::chrono::seconds(90));
    }

    void completesTheBastionByTheHost() {
        const auto connection = read({{"host", text("h")},
                                      {"user", text("u")},
                                      {"port", Value::number(2022)},
                                      {"private_key", text(key)},
                                      {"bastion_host", text("b")},
                                      {"bastion_user", text("other")}});
        QVERIFY(connection && connection->bastion);
        QCOMPARE(connection->bastion->name, std::string("b"));
        QCOMPARE(connection->bastion->user, std::string("other"));
        QCOMPARE(connection->bastion->port, 2022U);
        QCOMPARE(connection->bastion->privateKey, std::string(key));
    }

    void rejectsInvalidInput_data() {
        QTest::addColumn<Arguments>("arguments");
        QTest::addColumn<QString>("begins");

        QTest::newRow("no host") << Arguments{{"host", text("")}} << "host for provisioner cannot be empty";
        QTest::newRow("another type") << Arguments{{"host", text("h")}, {"type", text("telnet")}}
                                      << "connection type 'telnet' not supported";
        QTest::newRow("winrm") << Arguments{{"host", text("h")}, {"type", text("winrm")}}
                               << "connections of the type winrm are not supported by Planlens";
        QTest::newRow("platform") << Arguments{{"host", text("h")}, {"target_platform", text("dos")}}
                                  << "target_platform for provisioner has to be either unix or windows";
        QTest::newRow("fraction of a port")
            << Arguments{{"host", text("h")}, {"port", Value::number(*Number::parse("22.5"))}}
            << "value must be a whole number";
        QTest::newRow("port") << Arguments{{"host", text("h")}, {"port", Value::number(70000)}}
                              << "value must be a whole number, between 0 and 65535 inclusive";
        QTest::newRow("password") << Arguments{{"host", text("h")}, {"password", text("hunter2")}}
                                  << "logging in to h with a password is not supported";
        QTest::newRow("password of a bastion")
            << Arguments{{"host", text("h")}, {"bastion_host", text("b")}, {"bastion_password", text("hunter2")}}
            << "logging in to b with a password is not supported";
        QTest::newRow("no key") << Arguments{{"host", text("h")}, {"private_key", text("hunter2")}}
                                << "Failed to read ssh private key: no key found";
        QTest::newRow("half a key") << Arguments{{"host", text("h")},
                                                 {"private_key", text("-----BEGIN RSA PRIVATE KEY-----\nhunter2")}}
                                    << "Failed to read ssh private key: no key found";
        QTest::newRow("encrypted key") << Arguments{{"host", text("h")},
                                                    {"private_key",
                                                     text("-----BEGIN RSA PRIVATE KEY-----\nProc-Type: "
                                                          "4,ENCRYPTED\n\nhunter2\n-----END RSA PRIVATE KEY-----")}}
                                       << "Failed to read ssh private key: password protected keys are\nnot supported";
        QTest::newRow("no agent") << Arguments{{"host", text("h")}, {"agent", Value::boolean(true)}}
                                  << "SSH agent requested but SSH_AUTH_SOCK not-specified";
        QTest::newRow("proxy") << Arguments{{"host", text("h")}, {"proxy_host", text("p")}}
                               << "connections through an HTTP proxy are not supported by Planlens";
    }
    void rejectsInvalidInput() {
        QFETCH(Arguments, arguments);
        QFETCH(QString, begins);
        const auto connection = read(arguments);
        QVERIFY(!connection);
        const QString error = QString::fromStdString(connection.error());
        QVERIFY2(error.startsWith(begins), qPrintable(error));
        QVERIFY2(!error.contains("hunter2"), qPrintable(error));
    }
};

QTEST_APPLESS_MAIN(TestConnection)
#include "tst_connection.moc"

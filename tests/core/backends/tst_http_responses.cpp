// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/http/exchange.h"
#include "core/states/lock/lock_info.h"
#include "tests/core/backends/http_server.h"
#include "tests/support/scoped_environment.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStandardPaths>
#include <QTest>

#include <memory>
#include <thread>

using namespace planlens;
using namespace planlens::testing;
using values::Value;

namespace {

QElapsedTimer started() {
    QElapsedTimer timer;
    timer.start();
    return timer;
}

} // namespace

/// Servers that respond badly, late or not at all.
class TestHttpResponses final : public QObject {
    Q_OBJECT

    testing::ScopedEnvironment m_environment;

private Q_SLOTS:
    void initTestCase() {
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not installed, which runs the server of these tests");
    }
    void init() {
        for (const QString& name : QProcessEnvironment::systemEnvironment().keys())
            if (name.endsWith("_proxy", Qt::CaseInsensitive))
                m_environment.unset(name.toLatin1().constData());
    }
    void cleanup() { m_environment.restore(); }

    void badResponsesAreErrors_data() {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("expected");
        QTest::newRow("body without end") << "endless"
                                          << "the response of the server is larger than 1 MiB";
        QTest::newRow("compressed body") << "bomb"
                                         << "the response of the server is larger than 1 MiB";
        QTest::newRow("compressed body that ends early") << "cut"
                                                         << "cannot be read: unexpected EOF";
        QTest::newRow("two lengths") << "lengths"
                                     << "the lengths 2 and 0";
        QTest::newRow("header without end") << "headers"
                                            << "";
        QTest::newRow("nothing") << "hang"
                                 << "the last 1 seconds";
        QTest::newRow("one byte per second") << "trickle"
                                             << "the last 1 seconds";
    }
    void badResponsesAreErrors() {
        QFETCH(QString, fault);
        QFETCH(QString, expected);
        const Server server({"1:" + fault});
        cloud::http::Request request;
        request.method = "GET";
        request.url = server.address();
        request.bodyLimit = std::size_t{1} << 20U;
        request.connection.silenceLimit = std::chrono::seconds(1);
        const QElapsedTimer timer = started();
        const auto response = cloud::http::performRequest(request, {});
        QVERIFY(!response);
        QVERIFY2(response.error().message.find(expected.toStdString()) != std::string::npos,
                 response.error().message.c_str());
        QVERIFY2(timer.elapsed() < 20'000, QByteArray::number(timer.elapsed()).constData());
    }
    void refusedWritesShowThatTheLockIsLost_data() {
        QTest::addColumn<QString>("status");
        QTest::addColumn<bool>("isLost");
        QTest::newRow("locked") << "423" << true;
        QTest::newRow("conflict, as GitLab responds") << "409" << true;
        QTest::newRow("forbidden") << "403" << false;
        QTest::newRow("too large") << "413" << false;
    }
    void refusedWritesShowThatTheLockIsLost() {
        QFETCH(QString, status);
        QFETCH(bool, isLost);
        const Server server({"4:" + status}); // after LOCK, GET and GET
        const auto state = stateOf(withLocks(server));
        QVERIFY(state->lock("OperationTypeApply", {}, {}).isEmpty());
        QVERIFY(state->read({}).isOk());
        states::LockInfo other = states::newLockInfo("OperationTypePlan", {});
        other.who = "somebody@else";
        server.write("lock", QByteArray::fromStdString(states::writeLockInfo(other)));
        const std::string refused = messages(state->write(std::make_shared<const states::State>()).diagnostics);
        QVERIFY2(refused.find("HTTP error: " + status.toStdString()) != std::string::npos, refused.c_str());
        QCOMPARE(refused.find("somebody@else") != std::string::npos, isLost);
        const std::string lost = messages(state->checkLock());
        QCOMPARE(lost.find("the server has refused to write the state") != std::string::npos, isLost);
        QCOMPARE(lost.empty(), !isLost);
    }
    void proxiesAreThoseOfTheEnvironment_data() {
        QTest::addColumn<QByteArray>("variable"); // has the address of the server, which also serves as a proxy
        QTest::addColumn<QByteArray>("none");
        QTest::addColumn<bool>("isUsed");
        QTest::newRow("upper case") << QByteArray("HTTP_PROXY") << QByteArray() << true;
        QTest::newRow("lower case") << QByteArray("http_proxy") << QByteArray() << true;
        QTest::newRow("exception") << QByteArray("HTTP_PROXY") << QByteArray("x, *.example.test") << false;
        QTest::newRow("exception for the variable only") << QByteArray("http_proxy") << QByteArray("x") << true;
        QTest::newRow("for other addresses") << QByteArray("HTTPS_PROXY") << QByteArray() << false;
        QTest::newRow("for all") << QByteArray("ALL_PROXY") << QByteArray() << false;
    }
    void proxiesAreThoseOfTheEnvironment() {
        QFETCH(QByteArray, variable);
        QFETCH(QByteArray, none);
        QFETCH(bool, isUsed);
        const Server server({"1:302"}); // to the same address, through the same proxy
        m_environment.set(variable.constData(), QByteArray::fromStdString(server.address()).chopped(6));
        m_environment.set("NO_PROXY", none);
        cloud::http::Request request;
        request.method = "GET";
        request.url = "http://nowhere.example.test/state";
        const auto response = cloud::http::performRequest(request, {});
        QCOMPARE(bool(response), isUsed);
        const QByteArray sent = "GET http://nowhere.example.test/state";
        QCOMPARE(server.requests(), isUsed ? (QList<QByteArray>{sent, sent}) : QList<QByteArray>());
        request.url = server.address();
        QVERIFY(cloud::http::performRequest(request, {}));
        QCOMPARE(server.requests().last(), QByteArray("GET /state")); // not through the proxy
    }
    void encryptedKeysAreErrors_data() {
        QTest::addColumn<QStringList>("command"); // writes the key
        QTest::newRow("PKCS #8") << QStringList{"genpkey", "-algorithm", "RSA", "-aes256", "-pass", "pass:x"};
        QTest::newRow("PKCS #1") << QStringList{"genrsa", "-traditional", "-aes256", "-passout", "pass:x", "2048"};
    }
    void encryptedKeysAreErrors() {
        QFETCH(QStringList, command);
        QProcess openssl;
        openssl.start("openssl", command);
        if (!openssl.waitForFinished())
            QSKIP("openssl, which makes the key, is not on the PATH");
        const std::string key = openssl.readAllStandardOutput().toStdString();
        QVERIFY(key.find("ENCRYPTED") != std::string::npos);
        const auto read = stateOf({{"address", Value::string("https://127.0.0.1:1/state")},
                                   {"client_certificate_pem", Value::string("c")},
                                   {"client_private_key_pem", Value::string(key)}})
                              ->read({});
        QVERIFY(read.hasErrors());
        QVERIFY2(read.diagnostics[0].summary.ends_with("is encrypted with a passphrase"),
                 read.diagnostics[0].summary.c_str());
        QVERIFY2(read.diagnostics[0].detail.find("openssl pkey") != std::string::npos,
                 read.diagnostics[0].detail.c_str());
    }
    void serversDoNotExtendTheLongestWait() {
        const Server server({"1:wait"});
        const QElapsedTimer timer = started();
        QVERIFY(stateOf(withLocks(server))->read({}).isOk());
        QVERIFY2(timer.elapsed() < 20'000, QByteArray::number(timer.elapsed()).constData());
    }
    void stopsWhileTheServerLocks() {
        const Server server({"1:hang"});
        std::stop_source stop;
        const std::jthread thread([&] {
            while (server.requests().isEmpty())
                QTest::qSleep(20);
            stop.request_stop();
        });
        const QElapsedTimer timer = started();
        const auto problems = stateOf(withLocks(server))->lock("OperationTypePlan", {}, stop.get_token());
        QVERIFY2(timer.elapsed() < 20'000, QByteArray::number(timer.elapsed()).constData());
        const std::string text = messages(problems);
        QVERIFY2(text.find("remove it with \"force-unlock ") != std::string::npos, text.c_str());
    }
    void namesLocksWhoseResponsesAreLost_data() {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<bool>("isNamed");
        QTest::newRow("carried out") << "lost" << true;
        QTest::newRow("half a response") << "half" << true;
        QTest::newRow("error of the server") << "502" << true;
        QTest::newRow("refused") << "401" << false;
    }
    void namesLocksWhoseResponsesAreLost() {
        QFETCH(QString, fault);
        const Server server({"1:" + fault, "2:" + fault});
        Arguments arguments = withLocks(server);
        arguments["retry_max"] = Value::number(1);
        const std::string text = messages(stateOf(arguments)->lock("OperationTypePlan", {}, {}));
        QVERIFY(!text.empty());
        QTEST(text.find("remove it with \"force-unlock ") != std::string::npos, "isNamed");
        if (const auto stored = states::readLockInfo(server.read("lock").toStdString()))
            QVERIFY2(text.find(stored->id) != std::string::npos, text.c_str());
    }
    void serversThatCannotBeReachedHaveNoLock() {
        Arguments arguments;
        {
            const Server server;
            arguments = withLocks(server);
        }
        arguments["retry_max"] = Value::number(0);
        const std::string text = messages(stateOf(arguments)->lock("OperationTypePlan", {}, {}));
        QVERIFY2(text.find("giving up after 1 attempt") != std::string::npos, text.c_str());
        QVERIFY2(text.find("force-unlock") == std::string::npos, text.c_str());
    }
    void locksThatCannotBeTakenHaveTheirReason() {
        const Server server({"1:500", "2:423"});
        Arguments arguments = withLocks(server);
        arguments["retry_max"] = Value::number(0);
        const auto state = stateOf(arguments);
        std::string text = messages(state->lock("OperationTypePlan", {}, {}));
        QVERIFY2(text.find("giving up after 1 attempt(s): the server responded with status 500") != std::string::npos,
                 text.c_str());
        text = messages(state->lock("OperationTypePlan", {}, {})); // without the information of this program
        QVERIFY2(text.find("ID:        unknown") != std::string::npos, text.c_str());
        QVERIFY2(text.find("Operation: \n") != std::string::npos, text.c_str());
    }
};

QTEST_GUILESS_MAIN(TestHttpResponses)
#include "tst_http_responses.moc"

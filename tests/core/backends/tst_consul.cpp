// SPDX-License-Identifier: MPL-2.0
#include "core/backends/consul/client.h"
#include "core/backends/remote/remote_state.h"
#include "core/system/file.h"
#include "tests/core/backends/lost_locks.h"
#include "tests/core/backends/stored_states.h"
#include "tests/support/consul_server.h"
#include "tests/support/scoped_environment.h"

#include <QProcessEnvironment>
#include <QTest>

#include <filesystem>
#include <map>
#include <memory>
#include <thread>

using namespace planlens;
using backends::WorkspaceState;
using testing::ConsulServer;
using testing::content;
using testing::stateWith;
using values::Value;
namespace consul = backends::consul;
namespace fs = std::filesystem;

namespace {

using Arguments = std::map<std::string, Value>;
using Variables = QMap<QString, QString>;

backends::Setup setupOf(const Arguments& given, const fs::path& directory = "unused") {
    return testing::setupOf("consul", given, directory);
}

QString messages(const diags::Diagnostics& diagnostics) {
    return QString::fromStdString(diagnostics.toString()).trimmed();
}

/// A text that cannot be compressed much.
std::string noise(std::size_t size) {
    std::string text;
    for (unsigned number = 1; text.size() < size; number = number * 1664525 + 1013904223)
        text += static_cast<char>('a' + (number >> 24) % 26);
    return text;
}

} // namespace

/// The backend "consul" with a server of tests/support.
class TestConsul final : public QObject {
    Q_OBJECT

    std::unique_ptr<ConsulServer> m_server;
    QTemporaryDir m_folder;
    testing::ScopedEnvironment m_environment;

    fs::path folder() const { return m_folder.path().toStdString(); }
    /// The states of this row.
    Arguments arguments(const QByteArray& more = {}) const {
        const char* const row = QTest::currentDataTag();
        return {{"address", Value::string(m_server->url().toStdString())},
                {"path", Value::string(std::string(QTest::currentTestFunction()) + "/" + (row ? row : "only") + " ü" +
                                       more.toStdString())}};
    }
    std::unique_ptr<WorkspaceState> stateOf(const Arguments& given, const char* workspace = "default") const {
        return (*backends::findBackendType("consul")->make(setupOf(given, folder())))->state(workspace);
    }
    /// Without long waits.
    std::unique_ptr<WorkspaceState> impatientStateOf(const Arguments& given, int attempts = 5) const {
        consul::Settings settings = *consul::readSettings(setupOf(given, folder()));
        settings.server.retries.attempts = attempts;
        settings.server.retries.firstWait = std::chrono::milliseconds(100);
        settings.server.retries.silenceLimit = std::chrono::seconds(1);
        settings.times = {.lifetime = std::chrono::seconds(1),
                          .delay = std::chrono::seconds(1),
                          .renewal = std::chrono::milliseconds(300),
                          .lockWait = std::chrono::milliseconds(100),
                          .delayWait = std::chrono::milliseconds(1500),
                          .errorWait = std::chrono::milliseconds(50)};
        return backends::makeRemoteState(consul::makeClient(settings, "default"), folder() / "journal", {});
    }
    consul::Server server() const { return consul::Server({.url = m_server->url().toStdString()}); }
    std::vector<std::string> keysOf(const Arguments& given) const {
        const std::string path = given.at("path").asString();
        std::vector<std::string> keys = *server().keys(path, {});
        const std::vector<std::string> parts = *server().keys(path + '/', {});
        keys.insert(keys.end(), parts.begin(), parts.end());
        for (std::string& key : keys)
            key.erase(0, path.size());
        return keys;
    }
    QString idOf(const QString& message) const {
        return message.section(QStringLiteral("  ID: "), 1).section(QLatin1Char('\n'), 0, 0).trimmed();
    }
    template <typename Condition>
    static bool eventually(const Condition& condition) {
        return QTest::qWaitFor(condition, 20'000);
    }

private Q_SLOTS:
    void initTestCase() {
        SKIP_WITHOUT_PROGRAM("python3");
        m_server = std::make_unique<ConsulServer>();
        QVERIFY(m_server->isRunning());
    }
    void init() {
        for (const QString& name : QProcessEnvironment::systemEnvironment().keys())
            if (name.startsWith(QStringLiteral("CONSUL_")) ||
                name.endsWith(QStringLiteral("_proxy"), Qt::CaseInsensitive))
                m_environment.unset(name.toLatin1().constData());
    }
    void cleanup() { m_environment.restore(); }

    void readsArgumentsAndVariables_data() {
        QTest::addColumn<Variables>("arguments");
        QTest::addColumn<Variables>("variables");
        QTest::addColumn<QString>("expected"); // URL, socket, other address, parameters, headers
        const auto row = [](const char* name, const Variables& arguments, const Variables& variables,
                            const char* expected) {
            QTest::newRow(name) << arguments << variables << QString(expected);
        };
        row("none", {}, {}, "http://localhost:8500||||");
        row("address", {{"address", "h:1"}}, {{"CONSUL_HTTP_ADDR", "i:1"}}, "http://h:1||||");
        row("address of the environment", {}, {{"CONSUL_HTTP_ADDR", "i:1"}}, "http://i:1||||");
        row("empty address", {{"address", ""}}, {{"CONSUL_HTTP_ADDR", "i:1"}}, "http://i:1||||");
        row("scheme", {{"scheme", "https"}}, {}, "https://localhost:8500||||");
        row("scheme of the environment", {}, {{"CONSUL_HTTP_SSL", "true"}}, "https://localhost:8500||||");
        row("scheme of the address", {{"address", "https://h:1"}}, {}, "https://h:1||||");
        row("never less than TLS", {{"address", "http://h:1"}}, {{"CONSUL_HTTP_SSL", "1"}}, "https://h:1||||");
        row("path", {{"address", "http://h:1/consul/"}}, {}, "http://h:1/consul||||");
        row("socket", {{"address", "unix:///run/consul"}}, {}, "http://localhost|/run/consul|||");
        row("server name", {{"address", "https://10.0.0.1:8501/p"}}, {{"CONSUL_TLS_SERVER_NAME", "server.dc1.consul"}},
            "https://server.dc1.consul:8501/p||10.0.0.1:8501||Host: 10.0.0.1:8501");
        row("data center", {{"datacenter", "dc 2"}}, {{"CONSUL_NAMESPACE", "n"}, {"CONSUL_PARTITION", "p"}},
            "http://localhost:8500|||dc=dc%202&ns=n&partition=p|");
        row("token", {{"access_token", "t"}}, {{"CONSUL_HTTP_TOKEN", "u"}, {"CONSUL_HTTP_TOKEN_FILE", "none"}},
            "http://localhost:8500||||X-Consul-Token: t");
        row("token of the environment", {}, {{"CONSUL_HTTP_TOKEN", "u"}}, "http://localhost:8500||||X-Consul-Token: u");
        row("user", {{"http_auth", "u:p:q"}}, {{"CONSUL_HTTP_AUTH", "v"}},
            "http://localhost:8500||||Authorization: Basic dTpwOnE=");
        row("user without a password", {}, {{"CONSUL_HTTP_AUTH", "v"}},
            "http://localhost:8500||||Authorization: Basic djo=");
    }
    void readsArgumentsAndVariables() {
        QFETCH(Variables, arguments);
        QFETCH(Variables, variables);
        for (auto [name, value] : variables.asKeyValueRange())
            m_environment.set(name.toLatin1().constData(), value.toUtf8());
        Arguments given{{"path", Value::string("p")}};
        for (auto [name, value] : arguments.asKeyValueRange())
            given[name.toStdString()] = Value::string(value.toStdString());
        const auto settings = consul::readSettings(setupOf(given));
        QVERIFY2(settings.isOk(), qPrintable(messages(settings.diagnostics)));
        const consul::ServerSettings& found = settings->server;
        const std::string headers = found.headers.empty() ? std::string() : found.headers[0];
        QTEST(QString::fromStdString(found.url + '|' + found.unixSocket + '|' + found.connectTo + '|' +
                                     cloud::http::encodedParameters(found.parameters) + '|' + headers),
              "expected");
    }

    void readsFilesThatTheEnvironmentNames() {
        QVERIFY(system::writeNewSynced(folder() / "token", " secret\n", 0600));
        m_environment.set("CONSUL_HTTP_TOKEN_FILE", "token");
        QCOMPARE(consul::readSettings(setupOf(arguments(), folder()))->server.headers,
                 std::vector<std::string>{"X-Consul-Token: secret"});
    }

    /// The rows are compared with the reference in tst_app_consul_backend.
    void invalidArgumentsAreErrors_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("expected");
        QTest::newRow("protocol") << "address"
                                  << "ftp://h"
                                  << "Unknown protocol scheme: ftp";
        QTest::newRow("certificate without a key") << "cert_file"
                                                   << "c"
                                                   << "both client cert and client key must be provided";
        QTest::newRow("missing authorities") << "ca_file"
                                             << "/none"
                                             << "Error loading CA File: open /none: no such file or directory";
        QTest::newRow("authorities that are not PEM") << "ca_file"
                                                      << "/etc/hostname"
                                                      << "Error loading CA File: Couldn't parse PEM in: /etc/hostname";
    }
    void invalidArgumentsAreErrors() {
        QFETCH(QString, name);
        QFETCH(QString, value);
        const auto made = consul::readSettings(
            setupOf({{"path", Value::string("p")}, {name.toStdString(), Value::string(value.toStdString())}}, "/"));
        QVERIFY(!made.isOk());
        QTEST(QString::fromStdString(made.diagnostics[0].summary), "expected");
        QCOMPARE(QString::fromStdString(made.diagnostics[0].codeSubject), name);
    }

    void sendsCredentials() {
        Arguments given = arguments();
        given["access_token"] = Value::string("token");
        given["http_auth"] = Value::string("user:password");
        (void)m_server->requests();
        QCOMPARE(content(stateOf(given)->read({})), QStringLiteral("none"));
        QVERIFY(m_server->requests()[0].endsWith(" token Basic dXNlcjpwYXNzd29yZA=="));
    }

    void writesUnderTheLock_data() {
        QTest::addColumn<bool>("isCompressed");
        QTest::addColumn<int>("size");
        QTest::addColumn<int>("parts");
        QTest::newRow("small") << false << 10 << 0;
        QTest::newRow("compressed") << true << 10 << 0;
        QTest::newRow("large") << false << 1'200'000 << 3;
        QTest::newRow("large and compressed") << true << 1'200'000 << 2;
    }
    void writesUnderTheLock() {
        QFETCH(bool, isCompressed);
        QFETCH(int, size);
        QFETCH(int, parts);
        Arguments given = arguments();
        given["gzip"] = Value::boolean(isCompressed);
        const auto state = stateOf(given);
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        QCOMPARE(content(state->read({})), QStringLiteral("none"));
        const std::string text = noise(std::size_t(size));
        for (const std::string& value : {"x" + text, "y" + text}) {
            QCOMPARE(messages(state->write(stateWith(value)).diagnostics), QString());
            QCOMPARE(content(stateOf(given)->read({})), QString::fromStdString(value));
        }
        QCOMPARE(messages(state->unlock()), QString());
        const std::vector<std::string> keys = keysOf(given); // the parts of "x" are removed
        QCOMPARE(int(keys.size()), parts == 0 ? 1 : 3);
        if (parts != 0)
            QCOMPARE(int(server().keys(given.at("path").asString() + keys.back(), {})->size()), parts);
        const auto last = stateOf(given);
        QCOMPARE(messages(last->lock("OperationTypeApply", {}, {})), QString());
        QVERIFY(last->write(stateWith("z")).isOk());
        QCOMPARE(messages(last->unlock()), QString());
        QCOMPARE(keysOf(given), std::vector<std::string>{""});
    }

    void excludesOtherPrograms() {
        const Arguments given = arguments();
        const auto first = stateOf(given), second = stateOf(given);
        QCOMPARE(messages(first->lock("OperationTypeApply", {}, {})), QString());
        QCOMPARE(messages(first->checkLock()), QString());
        const QString refused = messages(second->lock("OperationTypePlan", {}, {}));
        QVERIFY2(refused.contains("OperationTypeApply") && refused.contains("consul session: " + idOf(refused)),
                 qPrintable(refused));
        QVERIFY(messages(second->forceUnlock("another"))
                    .startsWith("Failed to unlock state: lock id \"another\" does not match existing lock"));
        QVERIFY(second->lock("OperationTypePlan", {}, {}).hasErrors());
        QCOMPARE(messages(second->forceUnlock(idOf(refused).toStdString())), QString());
        QVERIFY(eventually([&] { return first->checkLock().hasErrors(); }));
        QCOMPARE(messages(second->lock("OperationTypePlan", {}, {})), QString()); // after the delay
        QVERIFY(messages(first->unlock()).contains("consul lock was lost"));
        QCOMPARE(messages(second->checkLock()), QString());
        QCOMPARE(messages(second->unlock()), QString());
        QVERIFY(keysOf(given).empty());
    }

    void namesLocksWhoseResponsesAreLost() {
        int number = 0;
        testing::nameLocksWhoseResponsesAreLost(*m_server, [&] {
            const Arguments given = arguments(QByteArray::number(++number));
            return testing::TwoPrograms{impatientStateOf(given, 1), stateOf(given)};
        });
    }

    void waitsForTheLock() {
        const Arguments given = arguments();
        const auto first = stateOf(given), second = stateOf(given);
        QCOMPARE(messages(first->lock("OperationTypeApply", {}, {})), QString());
        const std::jthread release([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(1500));
            (void)first->unlock();
        });
        QCOMPARE(messages(second->lock("OperationTypePlan", std::chrono::minutes(5), {})), QString());
    }

    void locksOnlyIfConfigured() {
        Arguments given = arguments();
        given["lock"] = Value::boolean(false);
        const auto first = stateOf(given), second = stateOf(given);
        for (const auto* state : {&first, &second}) {
            QCOMPARE(messages((*state)->lock("OperationTypeApply", {}, {})), QString());
            QVERIFY((*state)->read({}).isOk());
        }
        QVERIFY(first->write(stateWith("x")).isOk());
        QVERIFY(second->write(stateWith("y")).hasErrors());
        QCOMPARE(content(stateOf(given)->read({})), QStringLiteral("x"));
        QCOMPARE(keysOf(given), std::vector<std::string>{""});
    }

    void statesOfOthersAreNotReplaced() {
        const Arguments given = arguments();
        const auto state = stateOf(given);
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        QVERIFY(state->read({}).isOk());
        QVERIFY(server().write(given.at("path").asString(), "{}", {}));
        const QString error = messages(state->write(stateWith("x")).diagnostics);
        QVERIFY2(error.contains("consul CAS failed with transaction errors: 1 error occurred:"), qPrintable(error));
    }

    void keepsTheSession() {
        const Arguments given = arguments();
        const auto state = impatientStateOf(given);
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        std::this_thread::sleep_for(std::chrono::milliseconds(2500)); // twice its lifetime, and more
        QCOMPARE(messages(state->checkLock()), QString());
        QVERIFY(impatientStateOf(given)->lock("OperationTypePlan", {}, {}).hasErrors());
        QCOMPARE(messages(state->unlock()), QString());
    }

    /// While the server does not respond, nothing new may be started. The lock is held again if the session still
    /// exists.
    void lostConnectionsAreErrors() {
        const auto state = impatientStateOf(arguments());
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        m_server->write("unwatched", {});
        QVERIFY(eventually([&] { return state->checkLock().hasErrors(); }));
        QVERIFY(messages(state->checkLock()).contains("has not renewed the session"));
        QFile::remove(m_server->path("unwatched"));
        QVERIFY(eventually([&] { return !messages(state->checkLock()).contains("has not renewed the session"); }));
        (void)state->unlock();
    }

    void lostSessionsAreErrors_data() {
        QTest::addColumn<bool>("isChanged"); // by another program
        QTest::newRow("unchanged state") << false;
        QTest::newRow("changed state") << true;
    }
    void lostSessionsAreErrors() {
        QFETCH(bool, isChanged);
        const Arguments given = arguments();
        const auto state = impatientStateOf(given);
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        QVERIFY(state->write(stateWith("x")).isOk());
        m_server->write("ended", {});
        QVERIFY(eventually([&] { return state->checkLock().hasErrors(); }));
        if (isChanged) {
            const auto other = impatientStateOf(given);
            QCOMPARE(messages(other->lock("OperationTypeApply", {}, {})), QString());
            QVERIFY(other->write(stateWith("other")).isOk());
            QCOMPARE(messages(other->unlock()), QString());
        }
        // The state is saved nevertheless, unless it has changed. Nothing new may be started.
        QCOMPARE(state->write(stateWith("y")).hasErrors(), isChanged);
        QVERIFY(state->checkLock().hasErrors());
        QCOMPARE(messages(state->unlock()), QString());
        QCOMPARE(content(stateOf(given)->read({})), isChanged ? QStringLiteral("other") : QStringLiteral("y"));
        QCOMPARE(keysOf(given), std::vector<std::string>{""});
    }

    void keepsStatesOfWorkspaces() {
        const Arguments given = arguments();
        const auto backend = *backends::findBackendType("consul")->make(setupOf(given, folder()));
        using Names = std::vector<std::string>;
        QCOMPARE(*backend->workspaces({}), Names{"default"});
        for (const char* name : {"red", "blue"})
            QCOMPARE(messages(backend->createWorkspace(name, {})), QString());
        const auto locked = backend->state("red");
        QCOMPARE(messages(locked->lock("OperationTypeApply", {}, {})), QString());
        QVERIFY(locked->write(stateWith(noise(600'000))).isOk());
        QCOMPARE(*backend->workspaces({}), (Names{"default", "blue", "red"}));
        QVERIFY(server().read(given.at("path").asString() + "-env:red", {})->entry);
        QCOMPARE(content(backend->state("default")->read({})), QStringLiteral("none"));
        QVERIFY(backend->state("red")->journalBase() != backend->state("blue")->journalBase());
        QCOMPARE(messages(backend->deleteWorkspace("default", {})), QStringLiteral("can't delete default state"));
        QVERIFY(backend->deleteWorkspace("none", {}).hasErrors());
        QVERIFY(backend->deleteWorkspace("red", {}).hasErrors());
        QCOMPARE(messages(locked->unlock()), QString());
        QCOMPARE(messages(backend->deleteWorkspace("red", {})), QString());
        QCOMPARE(*backend->workspaces({}), (Names{"default", "blue"}));
        QVERIFY(server().keys(given.at("path").asString() + "-env:red", {})->empty());
    }

    void oneFailedRequestLosesNothing_data() {
        QTest::addColumn<QByteArray>("fault");
        for (const char* fault : {"500", "503", "429", "reset", "refuse", "hang", "lost", "half"})
            QTest::newRow(fault) << QByteArray(fault);
    }
    void oneFailedRequestLosesNothing() {
        QFETCH(QByteArray, fault);
        for (int number = 1;; ++number) {
            const Arguments given = arguments(QByteArray::number(number));
            const auto state = impatientStateOf(given);
            (void)m_server->requests();
            m_server->setFaults(QByteArray::number(number) + ' ' + fault);
            QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
            QCOMPARE(content(state->read({})), QStringLiteral("none"));
            QCOMPARE(messages(state->write(stateWith("x")).diagnostics), QString());
            QCOMPARE(messages(state->write(stateWith(noise(600'000))).diagnostics), QString());
            QCOMPARE(messages(state->write(stateWith("y")).diagnostics), QString());
            QCOMPARE(messages(state->unlock()), QString());
            const qsizetype requests = m_server->requests().size();
            m_server->setFaults({});
            QCOMPARE(content(stateOf(given)->read({})), QStringLiteral("y"));
            QCOMPARE(messages(stateOf(given)->lock("OperationTypePlan", {}, {})), QString());
            if (requests < number) {
                QVERIFY(number > 15);
                return;
            }
        }
    }

    void whatIsReportedAsWrittenIsStored_data() {
        QTest::addColumn<QByteArray>("fault");
        for (const char* fault : {"500", "403", "reset", "lost", "half"})
            QTest::newRow(fault) << QByteArray(fault);
    }
    void whatIsReportedAsWrittenIsStored() {
        QFETCH(QByteArray, fault);
        for (int number = 1;; ++number) {
            const Arguments given = arguments(QByteArray::number(number));
            const auto state = impatientStateOf(given, 2);
            (void)m_server->requests();
            m_server->setFaults(QByteArray::number(number) + "- " + fault);
            QString stored = QStringLiteral("none");
            if (!state->lock("OperationTypeApply", {}, {}).hasErrors() && state->read({}).isOk())
                for (const char* value : {"x", "y"})
                    if (state->write(stateWith(value)).isOk())
                        stored = QString::fromLatin1(value);
            const bool isUnlocked = !state->unlock().hasErrors();
            const qsizetype requests = m_server->requests().size();
            m_server->setFaults({});
            const QString found = content(stateOf(given)->read({}));
            const QStringList order{QStringLiteral("none"), QStringLiteral("x"), QStringLiteral("y")};
            QVERIFY2(order.contains(found) && order.indexOf(found) >= order.indexOf(stored),
                     qPrintable(found + QStringLiteral(" instead of ") + stored));
            if (requests < number) {
                QVERIFY(isUnlocked && number > 8);
                return;
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestConsul)
#include "tst_consul.moc"

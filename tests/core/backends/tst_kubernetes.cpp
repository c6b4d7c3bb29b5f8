// SPDX-License-Identifier: MPL-2.0
#include "core/backends/kubernetes/client.h"
#include "core/backends/remote/remote_state.h"
#include "core/system/file.h"
#include "tests/core/backends/lost_locks.h"
#include "tests/core/backends/stored_states.h"
#include "tests/support/kubernetes_server.h"
#include "tests/support/scoped_environment.h"

#include <QProcessEnvironment>
#include <QTest>

#include <filesystem>
#include <map>
#include <memory>
#include <thread>

using namespace planlens;
using backends::WorkspaceState;
using testing::content;
using testing::KubernetesServer;
using testing::stateWith;
using values::Value;
namespace kubernetes = backends::kubernetes;
namespace fs = std::filesystem;

namespace {

using Arguments = std::map<std::string, Value>;

backends::Setup setupOf(const Arguments& given, const fs::path& directory) {
    return testing::setupOf("kubernetes", given, directory);
}

QString messages(const diags::Diagnostics& diagnostics) {
    return QString::fromStdString(diagnostics.toString()).trimmed();
}

} // namespace

/// The backend "kubernetes" with a server of tests/support.
class TestKubernetes final : public QObject {
    Q_OBJECT

    std::unique_ptr<KubernetesServer> m_server;
    QTemporaryDir m_folder;
    testing::ScopedEnvironment m_environment;
    int m_number = 0;

    fs::path folder() const { return m_folder.path().toStdString(); }
    /// A state of its own.
    Arguments arguments() {
        return {{"config_path", Value::string("kubeconfig")},
                {"secret_suffix", Value::string("s" + std::to_string(++m_number))}};
    }
    std::unique_ptr<backends::Backend> backendOf(const Arguments& given) const {
        return *backends::findBackendType("kubernetes")->make(setupOf(given, folder()));
    }
    std::unique_ptr<WorkspaceState> stateOf(const Arguments& given) const { return backendOf(given)->state("default"); }
    kubernetes::Settings settingsOf(const Arguments& given) const {
        return *kubernetes::readSettings(setupOf(given, folder()));
    }
    /// Without long waits.
    std::unique_ptr<WorkspaceState> impatientStateOf(const Arguments& given, int attempts = 5) const {
        kubernetes::Settings settings = settingsOf(given);
        settings.server.retries.attempts = attempts;
        settings.server.retries.firstWait = std::chrono::milliseconds(50);
        settings.server.retries.silenceLimit = std::chrono::seconds(1);
        return backends::makeRemoteState(kubernetes::makeClient(settings, "default"), folder() / "journal", {});
    }
    kubernetes::Server server() const {
        return {
            settingsOf({{"config_path", Value::string("kubeconfig")}, {"secret_suffix", Value::string("x")}}).server,
            "default"};
    }
    static std::string secretOf(const Arguments& given) {
        return "tfstate-default-" + given.at("secret_suffix").asString();
    }

private Q_SLOTS:
    void initTestCase() {
        SKIP_WITHOUT_PROGRAM("python3");
        m_server = std::make_unique<KubernetesServer>();
        QVERIFY(m_server->isRunning());
        QFile file(m_folder.filePath("kubeconfig"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(testing::kubeConfig("{server: \"" + m_server->url() + "\"}"));
    }
    void init() {
        for (const QString& name : QProcessEnvironment::systemEnvironment().keys())
            if (name.startsWith("KUBE") || name.endsWith("_proxy", Qt::CaseInsensitive))
                m_environment.unset(name.toLatin1().constData());
    }
    void cleanup() { m_environment.restore(); }

    void writesUnderTheLock() {
        Arguments given = arguments();
        given["labels"] = Value::map({{"team", Value::string("blue")}});
        const auto state = stateOf(given);
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        QCOMPARE(content(state->read({})), QStringLiteral("none"));
        for (const char* value : {"x", "y"}) {
            QCOMPARE(messages(state->write(stateWith(value)).diagnostics), QString());
            QCOMPARE(content(stateOf(given)->read({})), QString(value));
        }
        QCOMPARE(messages(state->unlock()), QString());
        const std::string suffix = given.at("secret_suffix").asString();
        const kubernetes::Labels labels{{"app.kubernetes.io/managed-by", "terraform"},
                                        {"team", "blue"},
                                        {"tfstate", "true"},
                                        {"tfstateSecretSuffix", suffix},
                                        {"tfstateWorkspace", "default"}};
        const auto secret = *server().readSecret(secretOf(given), {});
        const auto lease = *server().readLease("lock-" + secretOf(given), {});
        QVERIFY(secret && lease);
        QCOMPARE(secret->labels, labels);
        QVERIFY(secret->content.find("\"annotations\": {\"encoding\": \"gzip\"}") != std::string::npos);
        QCOMPARE(lease->labels, labels);
        QVERIFY(!lease->holder && !lease->lockInfo);
    }

    void excludesOtherPrograms() {
        const Arguments given = arguments();
        const auto first = stateOf(given), second = stateOf(given);
        QCOMPARE(messages(first->lock("OperationTypeApply", {}, {})), QString());
        const QString refused = messages(second->lock("OperationTypePlan", {}, {}));
        QVERIFY2(refused.contains("the state is already locked by another tofu client") &&
                     refused.contains("OperationTypeApply"),
                 qPrintable(refused));
        const std::string id = *(*server().readLease("lock-" + secretOf(given), {}))->holder;
        QVERIFY(refused.contains("ID:        " + QString::fromStdString(id)));
        QVERIFY(messages(second->forceUnlock("another"))
                    .startsWith("Failed to unlock state: lock id \"another\" does not match existing lock"));
        QCOMPARE(messages(second->forceUnlock(id)), QString());
        QCOMPARE(messages(second->forceUnlock(id)),
                 QStringLiteral("Failed to unlock state: state is already unlocked"));
        QCOMPARE(messages(second->lock("OperationTypePlan", {}, {})), QString());
        // The first program notices when it writes. Nothing new may be started then.
        QVERIFY(messages(first->write(stateWith("x")).diagnostics).contains("removed the lock and locked the state"));
        QVERIFY(first->checkLock().hasErrors());
        (void)first->unlock();
        QCOMPARE(messages(second->write(stateWith("y")).diagnostics), QString());
        QCOMPARE(messages(second->unlock()), QString());
    }

    void takesLostLocksAgain() {
        const Arguments given = arguments();
        const auto state = stateOf(given);
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        const std::string id = *(*server().readLease("lock-" + secretOf(given), {}))->holder;
        QCOMPARE(messages(stateOf(given)->forceUnlock(id)), QString());
        QCOMPARE(messages(state->write(stateWith("x")).diagnostics), QString());
        QVERIFY(state->checkLock().hasErrors());
        QCOMPARE(messages(state->unlock()), QString());
        QCOMPARE(content(stateOf(given)->read({})), QStringLiteral("x"));
    }

    void waitsForTheLock() {
        const Arguments given = arguments();
        const auto first = stateOf(given), second = stateOf(given);
        QCOMPARE(messages(first->lock("OperationTypeApply", {}, {})), QString());
        const std::jthread release([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
            (void)first->unlock();
        });
        QCOMPARE(messages(second->lock("OperationTypePlan", std::chrono::minutes(5), {})), QString());
    }

    void namesHoldersWithoutDescription() {
        const Arguments given = arguments();
        kubernetes::Lease lease;
        lease.name = "lock-" + secretOf(given);
        lease.holder = "someone";
        QVERIFY(server().write(lease));
        const auto state = stateOf(given);
        QVERIFY(messages(state->lock("OperationTypePlan", {}, {})).contains("ID:        someone"));
        QCOMPARE(messages(state->forceUnlock("someone")), QString());
    }

    void statesOfOthersAreNotReplaced_data() {
        QTest::addColumn<bool>("isState"); // that others have changed; otherwise a label
        QTest::newRow("state") << true;
        QTest::newRow("label") << false;
    }
    void statesOfOthersAreNotReplaced() {
        QFETCH(bool, isState);
        const Arguments given = arguments();
        const auto state = stateOf(given);
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        QCOMPARE(messages(state->write(stateWith("x")).diagnostics), QString());
        kubernetes::Secret secret = **server().readSecret(secretOf(given), {});
        if (isState)
            secret.state = "e30=";
        QVERIFY(server().write(secret)); // has another version now
        const QString error = messages(state->write(stateWith("y")).diagnostics);
        QCOMPARE(error.contains("Another program has written the state since it was read."), isState);
        QCOMPARE(error.isEmpty(), !isState);
    }

    void tooLargeStatesAreErrors() {
        const Arguments given = arguments();
        std::string noise;
        for (unsigned number = 1; noise.size() < 3'000'000; number = number * 1664525 + 1013904223)
            noise += static_cast<char>('a' + (number >> 24) % 26);
        const auto state = stateOf(given);
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        const QString error = messages(state->write(stateWith(noise)).diagnostics);
        QVERIFY2(error.contains("may not be more than 1048576 bytes"), qPrintable(error));
        QCOMPARE(messages(state->write(stateWith("x")).diagnostics), QString());
    }

    void keepsStatesOfWorkspaces() {
        const Arguments given = arguments();
        const auto backend = backendOf(given), other = backendOf(arguments());
        using Names = std::vector<std::string>;
        QCOMPARE(*backend->workspaces({}), Names{"default"});
        for (const char* name : {"red", "blue"})
            QCOMPARE(messages(backend->createWorkspace(name, {})), QString());
        QCOMPARE(*backend->workspaces({}), (Names{"default", "blue", "red"}));
        QCOMPARE(*other->workspaces({}), Names{"default"});
        QVERIFY(backend->state("red")->journalBase() != backend->state("blue")->journalBase());
        QCOMPARE(messages(backend->deleteWorkspace("default", {})), QStringLiteral("can't delete default state"));
        QVERIFY(backend->deleteWorkspace("none", {}).hasErrors());
        const auto locked = backend->state("red");
        QCOMPARE(messages(locked->lock("OperationTypeApply", {}, {})), QString());
        QVERIFY(backend->deleteWorkspace("red", {}).hasErrors());
        QCOMPARE(messages(locked->unlock()), QString());
        QCOMPARE(messages(backend->deleteWorkspace("red", {})), QString());
        QCOMPARE(*backend->workspaces({}), (Names{"default", "blue"}));
        const std::string name = "tfstate-red-" + given.at("secret_suffix").asString();
        QVERIFY(!*server().readSecret(name, {}) && !*server().readLease("lock-" + name, {}));
        QVERIFY(messages(backend->createWorkspace("Red", {})).contains("the secret name tfstate-Red-"));
        QCOMPARE(messages(backend->createWorkspace("", {})), QStringLiteral("missing state name"));
    }

    void missingNamespacesAreErrors() {
        Arguments given = arguments();
        given["namespace"] = Value::string("missing");
        const diags::Diagnostics problems = stateOf(given)->lock("OperationTypeApply", {}, {});
        QCOMPARE(messages(problems), QStringLiteral("namespaces \"missing\" not found"));
        QCOMPARE(problems[0].code, diags::ErrorCode::StateInaccessible);
        QCOMPARE(content(stateOf(given)->read({})), messages(problems));
    }

    void namesLocksWhoseResponsesAreLost() {
        testing::nameLocksWhoseResponsesAreLost(*m_server, [&] {
            const Arguments given = arguments();
            return testing::TwoPrograms{impatientStateOf(given, 1), stateOf(given)};
        });
    }

    void oneFailedRequestLosesNothing_data() {
        QTest::addColumn<QByteArray>("fault");
        for (const char* fault : {"500", "503", "429", "reset", "refuse", "hang", "lost", "half"})
            QTest::newRow(fault) << QByteArray(fault);
    }
    void oneFailedRequestLosesNothing() {
        QFETCH(QByteArray, fault);
        for (int number = 1;; ++number) {
            const Arguments given = arguments();
            const auto state = impatientStateOf(given);
            (void)m_server->requests();
            m_server->setFaults(QByteArray::number(number) + ' ' + fault);
            QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
            QCOMPARE(content(state->read({})), QStringLiteral("none"));
            QCOMPARE(messages(state->write(stateWith("x")).diagnostics), QString());
            QCOMPARE(messages(state->write(stateWith("y")).diagnostics), QString());
            QCOMPARE(messages(state->unlock()), QString());
            const qsizetype requests = m_server->requests().size();
            m_server->setFaults({});
            QCOMPARE(content(stateOf(given)->read({})), QStringLiteral("y"));
            QCOMPARE(messages(stateOf(given)->lock("OperationTypePlan", {}, {})), QString());
            if (requests < number) {
                QVERIFY(number > 8);
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
            const Arguments given = arguments();
            const auto state = impatientStateOf(given, 2);
            (void)m_server->requests();
            m_server->setFaults(QByteArray::number(number) + "- " + fault);
            QString stored = QStringLiteral("none");
            if (!state->lock("OperationTypeApply", {}, {}).hasErrors() && state->read({}).isOk())
                for (const char* value : {"x", "y"})
                    if (state->write(stateWith(value)).isOk())
                        stored = QString::fromLatin1(value);
            (void)state->unlock();
            const qsizetype requests = m_server->requests().size();
            m_server->setFaults({});
            const QString found = content(stateOf(given)->read({}));
            const QStringList order{"none", "x", "y"};
            QVERIFY2(order.contains(found) && order.indexOf(found) >= order.indexOf(stored),
                     qPrintable(found + QStringLiteral(" instead of ") + stored));
            if (requests < number)
                return;
        }
    }
};

QTEST_GUILESS_MAIN(TestKubernetes)
#include "tst_kubernetes.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/backends/azurerm/azurerm.h"
#include "core/backends/azurerm/settings.h"
#include "core/backends/remote/remote_state.h"
#include "tests/core/backends/lost_locks.h"
#include "tests/core/backends/stored_states.h"
#include "tests/support/azure_server.h"
#include "tests/support/scoped_environment.h"

#include <QProcessEnvironment>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace planlens;
using backends::WorkspaceState;
using testing::AzureServer;
using testing::content;
using testing::stateWith;
using values::Value;
namespace azurerm = backends::azurerm;
namespace fs = std::filesystem;

namespace {

using Arguments = std::map<std::string, Value>;

QString messages(const diags::Diagnostics& diagnostics) {
    return QString::fromStdString(diagnostics.toString()).trimmed();
}

backends::Setup setupOf(const Arguments& given, const fs::path& directory = "unused") {
    return testing::setupOf("azurerm", given, directory);
}

Arguments with(Arguments arguments, const char* name, Value value) {
    arguments[name] = std::move(value);
    return arguments;
}

} // namespace

/// The backend "azurerm" with a server of tests/support, and with azurite if it is installed.
class TestAzurermServer final : public QObject {
    Q_OBJECT

    testing::ScopedEnvironment m_environment;
    std::unique_ptr<AzureServer> m_own, m_azurite;
    QTemporaryDir m_folder;

    static void bothServers() {
        QTest::addColumn<bool>("isAzurite");
        QTest::newRow("server of the tests") << false;
        QTest::newRow("azurite") << true;
    }
    /// Selects the server of the column "isAzurite" of this row; null if it is not installed.
    const AzureServer* selectServer() {
        QFETCH(bool, isAzurite);
        const AzureServer* const server = isAzurite ? m_azurite.get() : m_own.get();
        if (server)
            select(*server);
        return server;
    }
    void select(const AzureServer& server) {
        m_environment.set("HTTPS_PROXY", server.url());
        m_environment.set("SSL_CERT_FILE", server.path("authority.pem").toUtf8());
    }
    Arguments arguments(const QByteArray& more = {}) const {
        const QByteArray key = QByteArray("dir x/") + QTest::currentTestFunction() + "/a+b=ü" + more;
        return {{"storage_account_name", Value::string("teststorage")},
                {"container_name", Value::string("states")},
                {"key", Value::string(key.toStdString())},
                {"access_key", Value::string(m_own->accessKey().toStdString())}};
    }
    fs::path folder() const { return m_folder.path().toStdString(); }
    std::unique_ptr<backends::Backend> backendOf(const Arguments& given) const {
        return *backends::makeAzurermBackend(setupOf(given, folder()));
    }
    std::unique_ptr<WorkspaceState> stateOf(const Arguments& given) const { return backendOf(given)->state("default"); }
    /// Without long waits.
    std::unique_ptr<WorkspaceState> impatientStateOf(const Arguments& given, int attempts = 5) const {
        azurerm::Settings settings = *azurerm::readSettings(setupOf(given, folder()));
        settings.container.retries.attempts = attempts;
        settings.container.retries.firstWait = std::chrono::milliseconds(100);
        settings.container.retries.silenceLimit = std::chrono::seconds(1);
        return backends::makeRemoteState(
            azurerm::makeClient(azurerm::Container(settings.container), settings.key, settings.snapshots),
            folder() / "journal", {});
    }

private Q_SLOTS:
    void initTestCase() {
        SKIP_WITHOUT_PROGRAM("python3");
        SKIP_WITHOUT_PROGRAM("openssl");
        m_own = std::make_unique<AzureServer>(QStringList{"states", "many=1003"});
        QVERIFY(m_own->isRunning());
        if (testing::isInstalled("azurite-blob")) {
            m_azurite = std::make_unique<AzureServer>(QStringList{"states"}, AzureServer::Storage::Azurite);
            QVERIFY(m_azurite->isRunning());
        }
    }
    void init() {
        for (const QString& name : QProcessEnvironment::systemEnvironment().keys())
            if (name.startsWith(QStringLiteral("ARM_")) || name.endsWith(QStringLiteral("_proxy"), Qt::CaseInsensitive))
                m_environment.unset(name.toLatin1().constData());
        if (m_own)
            select(*m_own);
    }
    void cleanup() { m_environment.restore(); }

    void writesUnderTheLock_data() {
        QTest::addColumn<bool>("isAzurite");
        QTest::addColumn<bool>("takesSnapshots");
        QTest::newRow("server of the tests") << false << false;
        QTest::newRow("azurite") << true << false;
        QTest::newRow("snapshots") << false << true;
        QTest::newRow("snapshots of azurite") << true << true;
    }
    void writesUnderTheLock() {
        QFETCH(bool, takesSnapshots);
        if (!selectServer())
            QSKIP("azurite-blob is not on the PATH");
        const Arguments given = with(arguments(QTest::currentDataTag()), "snapshot", Value::boolean(takesSnapshots));
        const auto state = stateOf(given);
        QCOMPARE(content(state->read({})), QStringLiteral("none"));
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        QCOMPARE(content(state->read({})), QStringLiteral("none"));
        for (const char* value : {"x", "y"})
            QCOMPARE(messages(state->write(stateWith(value)).diagnostics), QString());
        QCOMPARE(messages(state->unlock()), QString());
        const auto read = stateOf(given)->read({});
        QCOMPARE(content(read), QStringLiteral("y"));
        QCOMPARE(read->file.serial, std::uint64_t(2));
        QCOMPARE(messages(stateOf(given)->lock("OperationTypePlan", {}, {})), QString());
    }

    void writesWithATokenUnderTheLock_data() { bothServers(); }
    void writesWithATokenUnderTheLock() {
        if (!selectServer())
            QSKIP("azurite-blob is not on the PATH");
        Arguments given = arguments();
        given.erase("access_key");
        given["use_azuread_auth"] = Value::boolean(true);
        for (const auto& [name, value] : {std::pair("tenant_id", "tenant-1"), std::pair("client_id", "client-1"),
                                          std::pair("client_secret", "client-secret")})
            given[name] = Value::string(value);
        const auto backend = backendOf(given);
        const auto state = backend->state("blue");
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        QCOMPARE(content(state->read({})), QStringLiteral("none"));
        QCOMPARE(messages(state->write(stateWith("x")).diagnostics), QString());
        QCOMPARE(messages(state->unlock()), QString());
        QCOMPARE(content(backend->state("blue")->read({})), QStringLiteral("x"));
        QCOMPARE(*backend->workspaces({}), (std::vector<std::string>{"default", "blue"}));
        QCOMPARE(messages(backend->deleteWorkspace("blue", {})), QString());
    }

    void excludesOtherPrograms_data() { bothServers(); }
    void excludesOtherPrograms() {
        if (!selectServer())
            QSKIP("azurite-blob is not on the PATH");
        const auto first = stateOf(arguments()), second = stateOf(arguments());
        QCOMPARE(messages(first->lock("OperationTypeApply", {}, {})), QString());
        const QString refused = messages(second->lock("OperationTypePlan", {}, {}));
        for (const char* part : {"state blob is already locked", "OperationTypeApply",
                                 "https://teststorage.blob.core.windows.net/states/dir%20x%2FexcludesOtherPrograms%2Fa+"
                                 "b=%C3%BC"})
            QVERIFY2(refused.contains(QString::fromUtf8(part)), qPrintable(refused));
        const std::string id = testing::lockIdIn(refused);
        QVERIFY(messages(second->forceUnlock("another")).contains("lock id \"another\" does not match existing lock"));
        QVERIFY(second->lock("OperationTypePlan", {}, {}).hasErrors());
        QCOMPARE(messages(second->forceUnlock(id)), QString());
        QVERIFY(second->forceUnlock(id).hasErrors());
        QCOMPARE(messages(second->lock("OperationTypePlan", {}, {})), QString());
        QVERIFY(first->unlock().hasErrors());
        QVERIFY(first->lock("OperationTypePlan", {}, {}).hasErrors()); // it did not remove the lock of the other one
    }

    void startsNothingWithoutTheLock_data() { bothServers(); }
    void startsNothingWithoutTheLock() {
        if (!selectServer())
            QSKIP("azurite-blob is not on the PATH");
        const auto state = stateOf(arguments()), other = stateOf(arguments());
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        QVERIFY(state->write(stateWith("x")).isOk());
        QCOMPARE(messages(state->checkLock()), QString());
        const QString refused = messages(other->lock("OperationTypePlan", {}, {}));
        const std::string id = testing::lockIdIn(refused);
        QCOMPARE(messages(other->forceUnlock(id)), QString());
        QVERIFY(state->write(stateWith("y")).hasErrors()); // Azure refuses writes with a lost lease
        QVERIFY(messages(state->checkLock()).contains(QStringLiteral("State lock lost")));
        QCOMPARE(content(stateOf(arguments())->read({})), QStringLiteral("x"));
    }

    /// The information about the lock is deleted before the lease is released.
    void removesLeasesWithoutInformation() {
        const Arguments given = arguments();
        const auto first = impatientStateOf(given, 0), second = stateOf(given);
        QCOMPARE(messages(first->lock("OperationTypeApply", {}, {})), QString());
        const std::string id = testing::lockIdIn(messages(second->lock("OperationTypePlan", {}, {})));
        m_own->setFaults("4- reset");
        QVERIFY(first->unlock().hasErrors());
        m_own->setFaults({});
        QVERIFY(second->forceUnlock("another").hasErrors());
        QVERIFY(messages(second->lock("OperationTypePlan", {}, {})).contains(QStringLiteral("was empty")));
        QCOMPARE(messages(second->forceUnlock(id)), QString());
        QCOMPARE(messages(second->lock("OperationTypePlan", {}, {})), QString());
    }

    void namesLocksWhoseResponsesAreLost() {
        int number = 0;
        testing::nameLocksWhoseResponsesAreLost(*m_own, [&] {
            const Arguments given = arguments(QByteArray::number(++number));
            return testing::TwoPrograms{impatientStateOf(given, 0), stateOf(given)};
        });
    }

    /// The response to the request for a lease is lost, and so are those to all later requests.
    void namesLeasesOfUnknownOutcome() {
        const Arguments given = arguments();
        const auto first = impatientStateOf(given, 2), second = stateOf(given);
        QCOMPARE(messages(second->lock("OperationTypeApply", {}, {})), QString());
        QVERIFY(second->write(stateWith("x")).isOk());
        QCOMPARE(messages(second->unlock()), QString());
        m_own->setFaults("2- lost");
        const QString message = messages(first->lock("OperationTypeApply", {}, {}));
        m_own->setFaults({});
        const QString id = message.section(QStringLiteral("force-unlock "), 1).left(36);
        if (second->lock("OperationTypePlan", {}, {}).hasErrors()) {
            QCOMPARE(messages(second->forceUnlock(id.toStdString())), QString());
            QCOMPARE(messages(second->lock("OperationTypePlan", {}, {})), QString());
        }
        QVERIFY2(id.size() == 36, qPrintable(message));
    }

    void rejectsWritesOverOthersWithoutALock_data() { bothServers(); }
    void rejectsWritesOverOthersWithoutALock() {
        if (!selectServer())
            QSKIP("azurite-blob is not on the PATH");
        const auto one = stateOf(arguments()), other = stateOf(arguments());
        for (const auto* state : {&one, &other}) {
            QCOMPARE(messages((*state)->openWithoutLock()), QString());
            QVERIFY((*state)->read({}).isOk());
        }
        QCOMPARE(messages(one->write(stateWith("x")).diagnostics), QString());
        QVERIFY(other->write(stateWith("y")).hasErrors());
        QCOMPARE(content(stateOf(arguments())->read({})), QStringLiteral("x"));
        const auto locked = stateOf(arguments());
        QCOMPARE(messages(locked->lock("OperationTypePlan", {}, {})), QString());
        QVERIFY(one->write(stateWith("z")).hasErrors()); // Azure refuses writes without the lease
    }

    void authorizesRequests_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("expected"); // a part of the error
        QTest::newRow("SAS token") << "sas_token"
                                   << "sig=secret-sas" << QString();
        QTest::newRow("SAS token with a question mark") << "sas_token"
                                                        << "?sig=secret-sas" << QString();
        QTest::newRow("wrong SAS token") << "sas_token"
                                         << "sig=secret-other"
                                         << "403: AuthenticationFailed";
        QTest::newRow("wrong key") << "access_key"
                                   << "c2VjcmV0"
                                   << "403: AuthenticationFailed";
    }
    void authorizesRequests() {
        QFETCH(QString, name);
        QFETCH(QString, value);
        QFETCH(QString, expected);
        Arguments given = arguments(QTest::currentDataTag());
        given.erase("access_key");
        given[name.toStdString()] = Value::string(value.toStdString());
        const auto state = stateOf(given);
        const QString error = messages(state->lock("OperationTypeApply", {}, {}));
        QVERIFY2(expected.isEmpty() ? error.isEmpty() : error.contains(expected), qPrintable(error));
        QVERIFY2(!error.contains("secret") && !error.contains("c2Vj"), qPrintable(error));
        if (expected.isEmpty())
            QCOMPARE(messages(state->write(stateWith("x")).diagnostics), QString());
    }

    void encryptsStates_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::newRow("customer key") << "customer_provided_key"
                                      << QString(QByteArray("01234567890123456789012345678901").toBase64());
        QTest::newRow("scope") << "encryption_scope"
                               << "scope";
    }
    void encryptsStates() {
        QFETCH(QString, name);
        QFETCH(QString, value);
        const Arguments plain = arguments(name.toUtf8());
        const Arguments given = with(plain, name.toLatin1().constData(), Value::string(value.toStdString()));
        const auto state = stateOf(given);
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        QCOMPARE(messages(state->write(stateWith("x")).diagnostics), QString());
        QCOMPARE(messages(state->unlock()), QString());
        QCOMPARE(content(stateOf(given)->read({})), QStringLiteral("x"));
        QCOMPARE(stateOf(plain)->read({}).isOk(), name == "encryption_scope");
    }

    void reportsMissingContainers() {
        const Arguments given = with(arguments(), "container_name", Value::string("missing"));
        const QString read = content(stateOf(given)->read({}));
        QVERIFY2(read.startsWith("error downloading azure blob: ") && read.contains("404: ContainerNotFound"),
                 qPrintable(read));
        QVERIFY(stateOf(given)->lock("OperationTypeApply", {}, {}).hasErrors());
    }

    void listsAllWorkspaces() {
        Arguments given = with(arguments(), "container_name", Value::string("many"));
        given["key"] = Value::string("state");
        const auto names = backendOf(given)->workspaces({});
        QCOMPARE(messages(names.diagnostics), QString());
        QCOMPARE(names->size(), std::size_t(1004)); // two pages
        QCOMPARE(names->back(), std::string("w1002"));
    }

    void keepsStatesOfWorkspaces_data() { bothServers(); }
    void keepsStatesOfWorkspaces() {
        if (!selectServer())
            QSKIP("azurite-blob is not on the PATH");
        const auto backend = backendOf(arguments());
        using Names = std::vector<std::string>;
        QCOMPARE(*backend->workspaces({}), Names{"default"});
        for (const char* name : {"red", "blue"}) {
            const auto state = backend->state(name);
            QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
            QVERIFY(state->write(stateWith(name)).isOk());
            QCOMPARE(messages(state->unlock()), QString());
        }
        QCOMPARE(*backend->workspaces({}), (Names{"default", "blue", "red"}));
        QCOMPARE(content(backend->state("red")->read({})), QStringLiteral("red"));
        QVERIFY(backend->state("red")->journalBase() != backend->state("blue")->journalBase());
        QCOMPARE(messages(backend->deleteWorkspace("default", {})), QStringLiteral("can't delete default state"));
        const auto locked = backend->state("red");
        QCOMPARE(messages(locked->lock("OperationTypeApply", {}, {})), QString());
        QVERIFY(backend->deleteWorkspace("red", {}).hasErrors());
        QCOMPARE(messages(locked->unlock()), QString());
        QCOMPARE(messages(backend->deleteWorkspace("red", {})), QString());
        QCOMPARE(*backend->workspaces({}), (Names{"default", "blue"}));
    }

    void oneFailedRequestLosesNothing_data() {
        QTest::addColumn<QByteArray>("fault");
        for (const char* fault : {"500", "503", "reset", "refuse", "hang", "lost", "half"})
            QTest::newRow(fault) << QByteArray(fault);
    }
    void oneFailedRequestLosesNothing() {
        QFETCH(QByteArray, fault);
        for (int number = 1;; ++number) {
            const Arguments given = arguments(fault + QByteArray::number(number));
            const auto state = impatientStateOf(given);
            (void)m_own->requests();
            m_own->setFaults(QByteArray::number(number) + ' ' + fault);
            QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
            QCOMPARE(content(state->read({})), QStringLiteral("none"));
            QCOMPARE(messages(state->write(stateWith("x")).diagnostics), QString());
            QCOMPARE(messages(state->write(stateWith("y")).diagnostics), QString());
            QCOMPARE(messages(state->unlock()), QString());
            const qsizetype requests = m_own->requests().size();
            m_own->setFaults({});
            QCOMPARE(content(stateOf(given)->read({})), QStringLiteral("y"));
            QCOMPARE(messages(stateOf(given)->lock("OperationTypePlan", {}, {})), QString());
            if (requests < number) {
                QVERIFY(number > 12);
                return;
            }
        }
    }

    void whatIsReportedAsWrittenIsStored_data() {
        QTest::addColumn<QByteArray>("fault");
        for (const char* fault : {"500", "403", "reset", "lost"})
            QTest::newRow(fault) << QByteArray(fault);
    }
    void whatIsReportedAsWrittenIsStored() {
        QFETCH(QByteArray, fault);
        for (int number = 1;; ++number) {
            const Arguments given = arguments("end-" + fault + QByteArray::number(number));
            const auto state = impatientStateOf(given, 2);
            (void)m_own->requests();
            m_own->setFaults(QByteArray::number(number) + "- " + fault);
            QString stored = QStringLiteral("none");
            if (!state->lock("OperationTypeApply", {}, {}).hasErrors() && state->read({}).isOk())
                for (const char* value : {"x", "y"})
                    if (state->write(stateWith(value)).isOk())
                        stored = QString::fromLatin1(value);
            const bool isUnlocked = !state->unlock().hasErrors();
            const qsizetype requests = m_own->requests().size();
            m_own->setFaults({});
            const QString found = content(stateOf(given)->read({}));
            const QStringList order{QStringLiteral("none"), QStringLiteral("x"), QStringLiteral("y")};
            QVERIFY2(order.contains(found) && order.indexOf(found) >= order.indexOf(stored),
                     qPrintable(found + QStringLiteral(" instead of ") + stored));
            if (requests < number) {
                QVERIFY(isUnlocked && number > 12);
                return;
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestAzurermServer)
#include "tst_azurerm_server.moc"

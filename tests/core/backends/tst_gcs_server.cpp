// SPDX-License-Identifier: MPL-2.0
#include "core/backends/gcs/client.h"
#include "core/backends/remote/remote_state.h"
#include "tests/core/backends/gcs_arguments.h"
#include "tests/core/backends/lost_locks.h"
#include "tests/core/backends/stored_states.h"
#include "tests/support/google_server.h"

#include <QTest>

#include <algorithm>
#include <memory>
#include <thread>

using namespace planlens;
using backends::WorkspaceState;
using testing::Arguments;
using testing::content;
using testing::GoogleServer;
using testing::stateWith;
using values::Value;
namespace fs = std::filesystem;
namespace gcs = backends::gcs;

namespace {

QString messages(const diags::Diagnostics& diagnostics) {
    return QString::fromStdString(diagnostics.toString()).trimmed();
}

/// The ID in a message about a lock.
} // namespace

/// The backend "gcs" with a server of tests/support, and with fake-gcs-server if it is installed.
class TestGcsServer final : public QObject {
    Q_OBJECT

    testing::ScopedEnvironment m_environment;
    std::unique_ptr<GoogleServer> m_own, m_real;
    QTemporaryDir m_folder;

    /// The server of the column "isReal" of this row.
    const GoogleServer& server() const {
        QFETCH(bool, isReal);
        return isReal ? *m_real : *m_own;
    }
    static void bothServers() {
        QTest::addColumn<bool>("isReal");
        QTest::newRow("server of the tests") << false;
        QTest::newRow("fake-gcs-server") << true;
    }
    bool isMissing() const {
        QFETCH(bool, isReal);
        return isReal && !m_real;
    }
    static Arguments arguments(const GoogleServer& server, const QByteArray& more = {}) {
        const QByteArray prefix = QByteArray("dir x/") + QTest::currentTestFunction() + "/a+b=ü" + more;
        return testing::with(testing::gcsArguments(server.endpoint(), prefix.toStdString()), "access_token",
                             "token-of-argument");
    }
    fs::path folder() const { return m_folder.path().toStdString(); }
    std::unique_ptr<WorkspaceState> stateOf(const Arguments& given, const char* workspace = "default") const {
        return (*testing::makeGcs(given, folder()))->state(workspace);
    }
    /// Without long waits.
    std::unique_ptr<WorkspaceState> impatientStateOf(const Arguments& given, int attempts = 5) const {
        gcs::Settings settings = *gcs::readSettings(testing::gcsSetup(given, folder()));
        settings.google.retries.attempts = attempts;
        settings.google.retries.firstWait = std::chrono::milliseconds(100);
        settings.google.retries.silenceLimit = std::chrono::seconds(1);
        return backends::makeRemoteState(gcs::makeClient(settings, "default"), folder() / "journal", {});
    }

private Q_SLOTS:
    void initTestCase() {
        SKIP_WITHOUT_PROGRAM("python3");
        m_own = std::make_unique<GoogleServer>(QStringList{"states", "many=1003"});
        QVERIFY(m_own->isRunning());
        if (testing::isInstalled("fake-gcs-server")) {
            m_real = std::make_unique<GoogleServer>(QStringList{"states"}, GoogleServer::Storage::FakeGcsServer);
            QVERIFY(m_real->isRunning());
        }
    }
    void init() { testing::withoutGoogleVariables(m_environment); }
    void cleanup() { m_environment.restore(); }

    void writesUnderTheLock_data() { bothServers(); }
    void writesUnderTheLock() {
        if (isMissing())
            QSKIP("fake-gcs-server is not on the PATH");
        const Arguments given = arguments(server());
        const auto state = stateOf(given);
        QCOMPARE(content(state->read({})), QStringLiteral("none"));
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        QCOMPARE(content(state->read({})), QStringLiteral("none"));
        for (const char* value : {"x", "y"}) {
            const auto written = state->write(stateWith(value));
            QCOMPARE(messages(written.diagnostics), QString());
        }
        QCOMPARE(messages(state->unlock()), QString());
        const auto read = stateOf(given)->read({});
        QCOMPARE(content(read), QStringLiteral("y"));
        QCOMPARE(read->file.serial, std::uint64_t(2));
        QCOMPARE(messages(stateOf(given)->lock("OperationTypePlan", {}, {})), QString());
    }

    void namesLocksWhoseResponsesAreLost() {
        int number = 0;
        const auto make = [&] {
            const Arguments given = arguments(*m_own, QByteArray::number(++number));
            return testing::TwoPrograms{impatientStateOf(given, 1), stateOf(given)};
        };
        testing::nameLocksWhoseResponsesAreLost(*m_own, make, testing::Naming::ByHolder);
    }

    void excludesOtherPrograms_data() { bothServers(); }
    void excludesOtherPrograms() {
        if (isMissing())
            QSKIP("fake-gcs-server is not on the PATH");
        const Arguments given = arguments(server());
        const auto first = stateOf(given), second = stateOf(given);
        QCOMPARE(messages(first->lock("OperationTypeApply", {}, {})), QString());
        const QString refused = messages(second->lock("OperationTypePlan", {}, {}));
        for (const char* part : {"writing \"gs://states/dir x/excludesOtherPrograms/a+b=ü/default.tflock\" failed: ",
                                 "googleapi: Error 412: ", "OperationTypeApply",
                                 "gs://states/dir x/excludesOtherPrograms/a+b=ü/default.tflock\n"})
            QVERIFY2(refused.contains(QString::fromUtf8(part)), qPrintable(refused));
        const std::string id = testing::lockIdIn(refused);
        QVERIFY2(std::ranges::all_of(id, [](char c) { return c >= '0' && c <= '9'; }), id.c_str());
        QCOMPARE(messages(second->forceUnlock("another")),
                 QStringLiteral("Failed to unlock state: Lock ID should be numerical value, got 'another'"));
        QFETCH(bool, isReal); // fake-gcs-server removes any generation
        QVERIFY(isReal || messages(second->forceUnlock("1")).contains(QString::fromStdString(id)));
        QVERIFY(second->lock("OperationTypePlan", {}, {}).hasErrors());
        QCOMPARE(messages(second->forceUnlock(id)), QString());
        QVERIFY(second->forceUnlock(id).hasErrors());
        QCOMPARE(messages(second->lock("OperationTypePlan", {}, {})), QString());
        QVERIFY(isReal || first->unlock().hasErrors());
        QVERIFY(first->lock("OperationTypePlan", {}, {}).hasErrors()); // it did not remove the lock of the other one
    }

    void startsNothingWithoutTheLock_data() {
        QTest::addColumn<bool>("isReal");
        QTest::addColumn<bool>("isTaken");
        QTest::newRow("removed") << false << false;
        QTest::newRow("taken by another program") << false << true;
        QTest::newRow("removed, fake-gcs-server") << true << false;
    }
    void startsNothingWithoutTheLock() {
        QFETCH(bool, isTaken);
        if (isMissing())
            QSKIP("fake-gcs-server is not on the PATH");
        const Arguments given = arguments(server(), QTest::currentDataTag());
        const auto state = stateOf(given), other = stateOf(given);
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        QVERIFY(state->write(stateWith("x")).isOk());
        QCOMPARE(messages(state->checkLock()), QString());
        const std::string id = testing::lockIdIn(messages(other->lock("OperationTypePlan", {}, {})));
        QCOMPARE(messages(other->forceUnlock(id)), QString());
        QCOMPARE(!isTaken || other->lock("OperationTypePlan", {}, {}).isEmpty(), true);
        QCOMPARE(state->write(stateWith("y")).isOk(), !isTaken); // nobody else can lose objects
        QVERIFY(messages(state->checkLock()).contains(QStringLiteral("State lock lost")));
        QCOMPARE(content(stateOf(given)->read({})), isTaken ? QStringLiteral("x") : QStringLiteral("y"));
    }

    void waitsForTheLock_data() { bothServers(); }
    void waitsForTheLock() {
        if (isMissing())
            QSKIP("fake-gcs-server is not on the PATH");
        const Arguments given = arguments(server());
        const auto first = stateOf(given), second = stateOf(given);
        QCOMPARE(messages(first->lock("OperationTypeApply", {}, {})), QString());
        (void)server().requests();
        const std::jthread release([&, &service = server()] { // once the lock was refused
            while (service.requests().isEmpty())
                std::this_thread::yield();
            (void)first->unlock();
        });
        QCOMPARE(messages(second->lock("OperationTypePlan", std::chrono::minutes(5), {})), QString());
    }

    void rejectsWritesOverOthers_data() {
        QTest::addColumn<bool>("isReal");
        QTest::addColumn<bool>("isLocked");
        QTest::newRow("without a lock") << false << false;
        QTest::newRow("another without a lock") << false << true;
        QTest::newRow("fake-gcs-server") << true << true;
    }
    void rejectsWritesOverOthers() {
        QFETCH(bool, isLocked);
        if (isMissing())
            QSKIP("fake-gcs-server is not on the PATH");
        const Arguments given = arguments(server(), isLocked ? "locked" : "open");
        const auto one = stateOf(given), other = stateOf(given);
        QCOMPARE(messages(isLocked ? other->lock("OperationTypeApply", {}, {}) : other->openWithoutLock()), QString());
        QCOMPARE(messages(one->openWithoutLock()), QString());
        for (const auto* state : {&one, &other})
            QVERIFY((*state)->read({}).isOk());
        QVERIFY(one->write(stateWith("x")).isOk());
        const QString error = messages(other->write(stateWith("y")).diagnostics);
        QVERIFY2(error.simplified().contains("program has written the state since it was read"), qPrintable(error));
        QCOMPARE(content(stateOf(given)->read({})), QStringLiteral("x"));
    }

    void encryptsStates_data() {
        QTest::addColumn<bool>("isReal");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        const QString key = QByteArray("01234567890123456789012345678901").toBase64();
        QTest::newRow("customer key") << false << "encryption_key" << key;
        QTest::newRow("KMS") << false << "kms_encryption_key"
                             << "projects/p/locations/l/keyRings/r/cryptoKeys/k";
    }
    void encryptsStates() {
        QFETCH(QString, name);
        QFETCH(QString, value);
        const Arguments plain = arguments(server(), name.toUtf8());
        const Arguments given = testing::with(plain, name.toLatin1().constData(), value.toStdString());
        const auto state = stateOf(given);
        (void)server().requests();
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        QCOMPARE(messages(state->write(stateWith("x")).diagnostics), QString());
        QCOMPARE(content(stateOf(given)->read({})), QStringLiteral("x"));
        QVERIFY(stateOf(plain)->lock("OperationTypePlan", {}, {}).hasErrors()); // locks are not encrypted
        QCOMPARE(messages(state->unlock()), QString());
        const bool isCustomerKey = name == "encryption_key";
        QCOMPARE(stateOf(plain)->read({}).isOk(), !isCustomerKey);
        const bool isSent = std::ranges::any_of(
            server().requests(), [](const QByteArray& line) { return line.contains("&kmsKeyName=projects%2Fp"); });
        QCOMPARE(isSent, !isCustomerKey);
    }

    void reportsMissingBuckets_data() { bothServers(); }
    void reportsMissingBuckets() {
        if (isMissing())
            QSKIP("fake-gcs-server is not on the PATH");
        const Arguments given = testing::with(arguments(server()), "bucket", "missing");
        const QString read = content(stateOf(given)->read({}));
        QVERIFY2(read.contains(QStringLiteral("storage: bucket doesn't exist: ")), qPrintable(read));
        QVERIFY(stateOf(given)->lock("OperationTypeApply", {}, {}).hasErrors());
        const auto names = (*testing::makeGcs(given))->workspaces({});
        QVERIFY(messages(names.diagnostics)
                    .startsWith("querying Cloud Storage failed: storage: bucket doesn't exist: googleapi: Error "
                                "404: "));
    }

    void listsAllWorkspaces() {
        Arguments given = arguments(*m_own);
        given = testing::with(testing::with(given, "bucket", "many"), "prefix", "");
        const auto names = (*testing::makeGcs(given))->workspaces({});
        QCOMPARE(messages(names.diagnostics), QString());
        QCOMPARE(names->size(), std::size_t(1004)); // two pages
        QCOMPARE(names->at(0), std::string("default"));
        QCOMPARE(names->back(), std::string("w1002"));
        QCOMPARE((*testing::makeGcs(testing::with(given, "prefix", "w")))->workspaces({})->size(), std::size_t(1));
    }

    void keepsStatesOfWorkspaces_data() {
        QTest::addColumn<bool>("isReal");
        QTest::addColumn<QString>("prefix");
        QTest::newRow("prefix") << false << "workspaces/a";
        QTest::newRow("no prefix") << false << "";
        QTest::newRow("fake-gcs-server") << true << "workspaces/a";
    }
    void keepsStatesOfWorkspaces() {
        QFETCH(QString, prefix);
        if (isMissing())
            QSKIP("fake-gcs-server is not on the PATH");
        const auto backend =
            *testing::makeGcs(testing::with(arguments(server()), "prefix", prefix.toStdString()), folder());
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
        QCOMPARE(content(backend->state("default")->read({})), QStringLiteral("none"));
        QVERIFY(backend->state("red")->journalBase() != backend->state("blue")->journalBase());
        QCOMPARE(messages(backend->deleteWorkspace("default", {})),
                 QStringLiteral("cowardly refusing to delete the \"default\" state"));
        QVERIFY(backend->deleteWorkspace("none", {}).hasErrors());
        const auto locked = backend->state("red");
        QCOMPARE(messages(locked->lock("OperationTypeApply", {}, {})), QString());
        QVERIFY(backend->deleteWorkspace("red", {}).hasErrors());
        QCOMPARE(messages(locked->unlock()), QString());
        QCOMPARE(messages(backend->deleteWorkspace("red", {})), QString());
        QCOMPARE(*backend->workspaces({}), (Names{"default", "blue"}));
        QCOMPARE(content(backend->state("red")->read({})), QStringLiteral("none"));
        QCOMPARE(messages(backend->deleteWorkspace("blue", {})), QString());
    }

    void usesEmulators() {
        m_environment.set("STORAGE_EMULATOR_HOST", m_own->url().mid(7));
        m_own->write("anonymous", {});
        const auto state = stateOf({{"bucket", Value::string("states")}, {"prefix", Value::string("emulator")}});
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        QVERIFY(state->write(stateWith("x")).isOk());
        QCOMPARE(messages(state->unlock()), QString());
        QFile::remove(m_own->path("anonymous"));
    }

    void oneFailedRequestLosesNothing_data() {
        QTest::addColumn<QByteArray>("fault");
        for (const char* fault : {"500", "503", "429", "reset", "refuse", "hang", "lost", "half"})
            QTest::newRow(fault) << QByteArray(fault);
    }
    void oneFailedRequestLosesNothing() {
        QFETCH(QByteArray, fault);
        for (int number = 1;; ++number) {
            const Arguments given = arguments(*m_own, fault + QByteArray::number(number));
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
                QVERIFY(number > 5);
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
            const Arguments given = arguments(*m_own, "end-" + fault + QByteArray::number(number));
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
                QVERIFY(isUnlocked && number > 5);
                return;
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestGcsServer)
#include "tst_gcs_server.moc"

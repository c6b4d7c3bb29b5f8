// SPDX-License-Identifier: MPL-2.0
#include "core/backends/remote/remote_state.h"
#include "core/backends/s3/client.h"
#include "core/states/journal/journal.h"
#include "tests/core/backends/lost_locks.h"
#include "tests/core/backends/s3_arguments.h"
#include "tests/core/backends/stored_states.h"
#include "tests/support/aws_server.h"

#include <QTest>

#include <algorithm>
#include <fmt/core.h>
#include <memory>
#include <thread>

using namespace planlens;
using backends::WorkspaceState;
using testing::Arguments;
using testing::AwsServer;
using testing::content;
using testing::stateWith;
using values::Value;
namespace fs = std::filesystem;
namespace s3 = backends::s3;

namespace {

QString messages(const diags::Diagnostics& diagnostics) {
    return QString::fromStdString(diagnostics.toString()).trimmed();
}

enum Locks { NoLocks = 0, LockFile = 1, Table = 2 };

Arguments withLocks(Arguments arguments, int locks) {
    arguments["use_lockfile"] = Value::boolean(locks & LockFile);
    if (locks & Table)
        arguments["dynamodb_table"] = Value::string("locks");
    return arguments;
}

} // namespace

/// The backend "s3" with a server that checks signatures.
class TestS3Server final : public QObject {
    Q_OBJECT

    testing::ScopedEnvironment m_environment;
    std::unique_ptr<AwsServer> m_server;
    QTemporaryDir m_folder;

    Arguments arguments(const char* key = QTest::currentTestFunction()) const {
        return testing::s3Arguments(m_server->url().toStdString(), std::string("dir x/") + key + "/a+b=ü.tfstate");
    }
    Arguments ofTest(int locks) const {
        const QByteArray key = QByteArray(QTest::currentTestFunction()) + '/' + QTest::currentDataTag();
        return withLocks(testing::withKeys(arguments(key.constData())), locks);
    }
    fs::path folder() const { return m_folder.path().toStdString(); }
    std::unique_ptr<WorkspaceState> stateOf(const Arguments& given, const char* workspace = "default") const {
        return (*testing::makeS3(given, folder()))->state(workspace);
    }
    /// Without long waits.
    s3::Settings settings(const Arguments& given) const {
        s3::Settings settings = *s3::readSettings(testing::s3Setup(given, folder()));
        settings.aws.transport.firstWait = std::chrono::milliseconds(100);
        settings.aws.transport.silenceLimit = std::chrono::seconds(1);
        settings.digestLimit = settings.digestWait = std::chrono::milliseconds(50);
        return settings;
    }
    std::unique_ptr<WorkspaceState> stateOf(const s3::Settings& settings) const {
        return backends::makeRemoteState(s3::makeClient(settings, settings.key), folder() / "journal", {});
    }
    bool hasRequest(const char* start) const {
        return std::ranges::any_of(m_server->requests(),
                                   [&](const QByteArray& line) { return line.startsWith(start); });
    }

    static void locksTable() {
        QTest::addColumn<int>("locks");
        QTest::newRow("lock file") << int(LockFile);
        QTest::newRow("table") << int(Table);
        QTest::newRow("both") << (LockFile | Table);
    }

private Q_SLOTS:
    void initTestCase() {
        SKIP_WITHOUT_MOTO();
        m_server = std::make_unique<AwsServer>(QStringList{QStringLiteral("states"), QStringLiteral("many=1003")});
        QVERIFY(m_server->isRunning());
    }
    void init() { testing::withoutAwsVariables(m_environment); }
    void cleanup() { m_environment.restore(); }

    void writesAndReadsUnderTheLock_data() {
        locksTable();
        QTest::newRow("no locks") << int(NoLocks);
    }
    void writesAndReadsUnderTheLock() {
        QFETCH(int, locks);
        const auto state = stateOf(ofTest(locks)), other = stateOf(ofTest(locks));
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        QCOMPARE(content(state->read({})), QStringLiteral("none"));
        QCOMPARE(state->write(stateWith("x"))->serial, std::uint64_t(1));
        QCOMPARE(state->write(stateWith("x"))->serial, std::uint64_t(1)); // unchanged: not sent
        QCOMPARE(state->write(stateWith("y"))->serial, std::uint64_t(2));
        QCOMPARE(content(other->read({})), QStringLiteral("y"));
        QCOMPARE(messages(state->unlock()), QString());
        QCOMPARE(messages(other->lock("OperationTypePlan", {}, {})), QString());
    }

    void namesLocksWhoseResponsesAreLost_data() { locksTable(); }
    void namesLocksWhoseResponsesAreLost() {
        QFETCH(int, locks);
        int number = 0;
        testing::nameLocksWhoseResponsesAreLost(*m_server, [&] {
            const std::string key = fmt::format("lost/{}/{}", locks, ++number);
            s3::Settings given = settings(withLocks(testing::withKeys(arguments(key.c_str())), locks));
            auto second = stateOf(given);
            given.aws.transport.attempts = 1;
            return testing::TwoPrograms{stateOf(given), std::move(second)};
        });
    }

    void excludesOtherPrograms_data() { locksTable(); }
    void excludesOtherPrograms() {
        QFETCH(int, locks);
        const auto first = stateOf(ofTest(locks)), second = stateOf(ofTest(locks));
        QCOMPARE(messages(first->lock("OperationTypeApply", {}, {})), QString());
        const QString refused = messages(second->lock("OperationTypePlan", {}, {}));
        QVERIFY2(refused.contains(QStringLiteral("OperationTypeApply")) &&
                     refused.contains(QStringLiteral("states/dir x/excludesOtherPrograms")),
                 qPrintable(refused));
        const QString failed = messages(second->forceUnlock("another"));
        QVERIFY2(failed.contains(QStringLiteral("lock id \"another\"")) &&
                     failed.contains(QStringLiteral("does not match existing lock")),
                 qPrintable(failed));
        QVERIFY(second->lock("OperationTypePlan", {}, {}).hasErrors());
        const std::string id = testing::lockIdIn(refused);
        QCOMPARE(messages(second->forceUnlock(id)), QString());
        QCOMPARE(messages(second->lock("OperationTypePlan", {}, {})), QString());
        QVERIFY(first->unlock().hasErrors());
        QVERIFY(first->lock("OperationTypePlan", {}, {}).hasErrors()); // it did not remove the lock of the other one
    }

    void startsNothingWithoutTheLock_data() {
        QTest::addColumn<int>("locks");
        QTest::addColumn<bool>("isTaken");
        for (const auto& [name, locks] : {std::pair("lock file", int(LockFile)), std::pair("table", int(Table)),
                                          std::pair("both", LockFile | Table)}) {
            QTest::addRow("%s, removed", name) << locks << false;
            QTest::addRow("%s, taken by another program", name) << locks << true;
        }
    }
    void startsNothingWithoutTheLock() {
        QFETCH(int, locks);
        QFETCH(bool, isTaken);
        const auto state = stateOf(ofTest(locks)), other = stateOf(ofTest(locks));
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        QVERIFY(state->write(stateWith("x")).isOk());
        QCOMPARE(messages(state->checkLock()), QString());
        const QString refused = messages(other->lock("OperationTypePlan", {}, {}));
        const std::string id = testing::lockIdIn(refused);
        QCOMPARE(messages(other->forceUnlock(id)), QString());
        QCOMPARE(!isTaken || other->lock("OperationTypePlan", {}, {}).isEmpty(), true);
        QCOMPARE(state->write(stateWith("y")).isOk(), !isTaken); // nobody else can lose objects
        const QString lost = messages(state->checkLock());
        QVERIFY2(lost.contains(QStringLiteral("State lock lost")), qPrintable(lost));
        QCOMPARE(content(stateOf(ofTest(locks))->read({})), isTaken ? QStringLiteral("x") : QStringLiteral("y"));
    }

    void keepsNoLockFileIfTheTableIsLocked() {
        const auto locker = stateOf(ofTest(Table)), both = stateOf(ofTest(LockFile | Table)),
                   file = stateOf(ofTest(LockFile));
        QCOMPARE(messages(locker->lock("OperationTypeApply", {}, {})), QString());
        QVERIFY(both->lock("OperationTypePlan", {}, {}).hasErrors());
        QCOMPARE(messages(file->lock("OperationTypePlan", {}, {})), QString());
    }

    void waitsForTheLock() {
        const auto first = stateOf(ofTest(LockFile)), second = stateOf(ofTest(LockFile));
        QCOMPARE(messages(first->lock("OperationTypeApply", {}, {})), QString());
        (void)m_server->requests();
        const std::jthread release([&] { // once the lock was refused
            while (!hasRequest("s3 PUT "))
                std::this_thread::yield();
            (void)first->unlock();
        });
        QCOMPARE(messages(second->lock("OperationTypePlan", std::chrono::minutes(5), {})), QString());
    }

    void comparesTheDigest() {
        const auto state = stateOf(ofTest(Table)), withoutTable = stateOf(ofTest(NoLocks));
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        QVERIFY(state->write(stateWith("x")).isOk());
        QCOMPARE(messages(state->unlock()), QString());
        QCOMPARE(messages(withoutTable->openWithoutLock()), QString());
        QVERIFY(withoutTable->read({}).isOk());
        QVERIFY(withoutTable->write(stateWith("y")).isOk());
        const QString error = content(stateOf(settings(ofTest(Table)))->read({}));
        QVERIFY2(error.startsWith(QStringLiteral("state data in S3 does not have the expected content.")),
                 qPrintable(error));
        QCOMPARE(content(withoutTable->read({})), QStringLiteral("y"));
    }

    /// The state was written, but its digest was not. The apply can be continued.
    void takesOverStatesWhoseDigestIsMissing_data() {
        QTest::addColumn<bool>("isOwn");
        QTest::newRow("announced in the journal") << true;
        QTest::newRow("written by another program") << false;
    }
    void takesOverStatesWhoseDigestIsMissing() {
        QFETCH(bool, isOwn);
        const auto state = stateOf(settings(ofTest(Table))), withoutTable = stateOf(ofTest(NoLocks));
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        const auto written = state->write(stateWith("x"));
        QVERIFY(states::Journal::create(state->journalBase(), written->lineage, written->serial).isOk());
        QCOMPARE(messages(state->unlock()), QString());
        QCOMPARE(messages(withoutTable->openWithoutLock()), QString());
        QVERIFY(withoutTable->read({}).isOk());
        const auto unnoted = withoutTable->write(stateWith("y"));
        QVERIFY(unnoted.isOk());
        QCOMPARE(!isOwn || states::Journal::announceSave(state->journalBase(), *unnoted), true);

        QCOMPARE(content(stateOf(settings(ofTest(Table)))->read({})) == QStringLiteral("y"), isOwn);
        QCOMPARE(messages(state->lock("OperationTypePlan", {}, {})), QString());
        QCOMPARE(content(state->read({})) == QStringLiteral("y"), isOwn);
        QCOMPARE(messages(state->unlock()), QString());
        QVERIFY(!isOwn || !fs::exists(states::Journal::path(state->journalBase())));
        QCOMPARE(content(stateOf(settings(ofTest(Table)))->read({})) == QStringLiteral("y"), isOwn);
    }

    void rejectsWritesOverOthersWithoutALock() {
        const auto one = stateOf(ofTest(NoLocks)), other = stateOf(ofTest(NoLocks));
        for (const auto* state : {&one, &other}) {
            QCOMPARE(messages((*state)->openWithoutLock()), QString());
            QVERIFY((*state)->read({}).isOk());
        }
        QVERIFY(one->write(stateWith("x")).isOk());
        QVERIFY(other->write(stateWith("y")).hasErrors());
        QCOMPARE(content(stateOf(ofTest(NoLocks))->read({})), QStringLiteral("x"));
    }

    void encryptsAndTags_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::newRow("keys of S3") << QString() << QString();
        QTest::newRow("KMS") << QStringLiteral("kms_key_id")
                             << QStringLiteral(
                                    "arn:aws:kms:eu-west-1:123456789012:key/11111111-2222-3333-8444-555555555555");
        QTest::newRow("customer key") << QStringLiteral("sse_customer_key")
                                      << QStringLiteral("MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=");
        QTest::newRow("access control") << QStringLiteral("acl") << QStringLiteral("bucket-owner-full-control");
    }
    void encryptsAndTags() {
        QFETCH(QString, name);
        QFETCH(QString, value);
        Arguments given = ofTest(LockFile);
        given["encrypt"] = Value::boolean(true);
        given["state_tags"] = Value::map({{"a b", Value::string("c+d=e")}, {"e", Value::string("ü")}});
        given["lock_tags"] = Value::map({{"x", Value::string("y")}});
        if (!name.isEmpty())
            given[name.toStdString()] = Value::string(value.toStdString());
        const auto state = stateOf(given);
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        QCOMPARE(messages(state->write(stateWith("x")).diagnostics), QString());
        QCOMPARE(content(stateOf(given)->read({})), QStringLiteral("x"));
        QCOMPARE(messages(state->unlock()), QString());
    }

    void reportsMissingBuckets() {
        Arguments given = ofTest(LockFile);
        given["bucket"] = Value::string("missing");
        const QString read = content(stateOf(given)->read({}));
        QVERIFY2(read.startsWith(QStringLiteral("S3 bucket does not exist.")), qPrintable(read));
        const QString locked = messages(stateOf(given)->lock("OperationTypeApply", {}, {}));
        QVERIFY2(locked.contains(QStringLiteral("S3 bucket does not exist.")), qPrintable(locked));
    }

    void namesTheRegionOfTheBucket() {
        const auto state = stateOf(settings(ofTest(LockFile)));
        QVERIFY(state->read({}).isOk());
        m_server->setFaults("1 301");
        const QString error = messages(state->read({}).diagnostics);
        QVERIFY2(error.contains(QStringLiteral("The bucket is in the region us-west-2.")), qPrintable(error));
    }

    void adjustsToTheClockOfTheServer() {
        m_server->setFaults("1- skew");
        const auto state = stateOf(settings(ofTest(LockFile | Table)));
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), QString());
        QVERIFY(state->write(stateWith("x")).isOk());
        QCOMPARE(messages(state->unlock()), QString());
        m_server->setFaults({});
        QCOMPARE(content(stateOf(ofTest(Table))->read({})), QStringLiteral("x"));
    }

    void putsTheBucketIntoTheHostName() {
        Arguments given = ofTest(NoLocks);
        const std::string url =
            "http://localhost" + m_server->url().mid(m_server->url().lastIndexOf(':')).toStdString();
        given["endpoints"] = Value::object({{"dynamodb", Value::string(url)},
                                            {"iam", Value::string(url)},
                                            {"s3", Value::string(url)},
                                            {"sts", Value::string(url)}});
        given.erase("use_path_style");
        const auto state = stateOf(given);
        QCOMPARE(messages(state->openWithoutLock()), QString());
        QCOMPARE(content(state->read({})), QStringLiteral("none"));
        QCOMPARE(messages(state->write(stateWith("x")).diagnostics), QString());
        QVERIFY(hasRequest("s3 PUT /dir%20x/"));
        QCOMPARE(content(stateOf(ofTest(NoLocks))->read({})), QStringLiteral("x"));
    }

    void listsAllWorkspaces() {
        Arguments given = testing::withKeys(arguments());
        given["bucket"] = Value::string("many");
        given["key"] = Value::string("state");
        const auto backend = testing::makeS3(given, folder());
        const auto names = (*backend)->workspaces({});
        QCOMPARE(messages(names.diagnostics), QString());
        QCOMPARE(names->size(), std::size_t(1004)); // two pages
        QCOMPARE(names->at(0), std::string("default"));
        QCOMPARE(names->back(), std::string("w1002"));
        given["key"] = Value::string("other");
        QCOMPARE((*testing::makeS3(given, folder()))->workspaces({})->size(), std::size_t(1));
    }

    void keepsStatesOfWorkspaces_data() {
        QTest::addColumn<QString>("prefix");
        QTest::newRow("usual") << QString();
        QTest::newRow("own") << QStringLiteral("teams/a");
    }
    void keepsStatesOfWorkspaces() {
        QFETCH(QString, prefix);
        Arguments given = ofTest(LockFile | Table);
        if (!prefix.isEmpty())
            given["workspace_key_prefix"] = Value::string(prefix.toStdString());
        const auto backend = *testing::makeS3(given, folder());
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
        for (const char* name : {"default", "none"})
            QVERIFY(backend->deleteWorkspace(name, {}).hasErrors());
        const auto locked = backend->state("red");
        QCOMPARE(messages(locked->lock("OperationTypeApply", {}, {})), QString());
        QVERIFY(backend->deleteWorkspace("red", {}).hasErrors());
        QCOMPARE(messages(locked->unlock()), QString());
        QCOMPARE(messages(backend->deleteWorkspace("red", {})), QString());
        QCOMPARE(*backend->workspaces({}), (Names{"default", "blue"}));
        QCOMPARE(content(backend->state("red")->read({})), QStringLiteral("none")); // its digest is deleted, too
    }

    void checksTheAccount_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("account");
        QTest::addColumn<bool>("isValidated");
        QTest::addColumn<QString>("expected");
        const QString refused = QStringLiteral("Invalid account ID; AWS account ID not allowed: 123456789012");
        QTest::newRow("allowed") << "allowed_account_ids"
                                 << "123456789012" << true << QString();
        QTest::newRow("not allowed") << "allowed_account_ids"
                                     << "1" << true << refused;
        QTest::newRow("forbidden") << "forbidden_account_ids"
                                   << "123456789012" << true << refused;
        QTest::newRow("allowed, from IAM") << "allowed_account_ids"
                                           << "123456789012" << false << QString();
    }
    void checksTheAccount() {
        QFETCH(QString, name);
        QFETCH(QString, account);
        QFETCH(bool, isValidated);
        Arguments given = ofTest(NoLocks);
        given[name.toStdString()] = Value::set({Value::string(account.toStdString())});
        given["skip_credentials_validation"] = Value::boolean(!isValidated);
        QTEST(messages(stateOf(given)->read({}).diagnostics).remove(QStringLiteral("Error: ")), "expected");
    }

    void oneFailedRequestLosesNothing_data() {
        QTest::addColumn<QByteArray>("fault");
        for (const char* fault : {"500", "503", "reset", "refuse", "hang", "lost", "half"})
            QTest::newRow(fault) << QByteArray(fault);
    }
    void oneFailedRequestLosesNothing() {
        QFETCH(QByteArray, fault);
        for (int number = 1;; ++number) {
            const QByteArray name = fault + QByteArray::number(number);
            Arguments given = withLocks(testing::withKeys(arguments(name.constData())), LockFile | Table);
            const auto state = stateOf(settings(given));
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
                QVERIFY(number > 10);
                return;
            }
        }
    }

    void whatIsReportedAsWrittenIsStored_data() {
        QTest::addColumn<QByteArray>("fault");
        for (const char* fault : {"500", "reset", "lost", "half"})
            QTest::newRow(fault) << QByteArray(fault);
    }
    void whatIsReportedAsWrittenIsStored() {
        QFETCH(QByteArray, fault);
        for (int number = 1;; ++number) {
            const QByteArray name = "end-" + fault + QByteArray::number(number);
            Arguments given = withLocks(testing::withKeys(arguments(name.constData())), LockFile | Table);
            s3::Settings twice = settings(given);
            twice.aws.transport.attempts = 2;
            const auto state = stateOf(twice);
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
            // The digest may be missing: then the state is read without it.
            given.erase("dynamodb_table");
            const QString found = content(stateOf(given)->read({}));
            const QStringList order{QStringLiteral("none"), QStringLiteral("x"), QStringLiteral("y")};
            QVERIFY2(order.contains(found) && order.indexOf(found) >= order.indexOf(stored),
                     qPrintable(found + QStringLiteral(" instead of ") + stored));
            if (requests < number) {
                QVERIFY(isUnlocked && number > 10);
                return;
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestS3Server)
#include "tst_s3_server.moc"

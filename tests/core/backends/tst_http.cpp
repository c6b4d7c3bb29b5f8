// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/target.h"
#include "core/backends/http/client.h"
#include "core/backends/types.h"
#include "core/states/journal/journal.h"
#include "tests/core/backends/http_server.h"
#include "tests/core/backends/stored_states.h"
#include "tests/support/scoped_environment.h"

#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace planlens;
using namespace planlens::testing;
using backends::StoredState;
using backends::WorkspaceState;
using values::Value;
namespace fs = std::filesystem;

namespace {

constexpr auto foreignLock = "{\"ID\":\"abc\",\"Operation\":\"op\",\"Info\":\"i\",\"Who\":\"me@there\",\"Version\":"
                             "\"1.2.3\",\"Created\":\"2024-01-02T03:04:05.12Z\",\"Path\":\"p\"}";

} // namespace

class TestHttp final : public QObject {
    Q_OBJECT

    testing::ScopedEnvironment m_environment;

    static states::JournalRecord created() {
        states::JournalRecord made;
        made.kind = states::JournalRecord::Kind::Finished;
        made.address = *addrs::parseAbsResourceInstance("terraform_data.a");
        made.action = "Create";
        made.provider.config.provider = addrs::Provider::builtIn("terraform");
        const auto object = std::make_shared<states::StoredObject>();
        object->attributesJson = R"({"id":"x"})";
        made.object = object;
        return made;
    }

private Q_SLOTS:
    void initTestCase() {
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not installed, which runs the server of these tests");
    }
    void cleanup() { m_environment.restore(); }

    void invalidArgumentsAreErrors_data() {
        QTest::addColumn<QString>("argument");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* argument, const char* value, const char* expected) {
            QTest::newRow(name) << QString(argument) << QString(value) << QString(expected);
        };
        row("no address", "address", nullptr, "\"address\": required field is not set");
        row("other protocol", "address", "ftp://x", "address must be HTTP or HTTPS");
        row("lock address", "lock_address", "x", "lockAddress must be HTTP or HTTPS");
        row("unlock address", "unlock_address", "x", "unlockAddress must be HTTP or HTTPS");
        row("certificate without key", "client_certificate_pem", "x",
            "client_certificate_pem is set but client_private_key_pem is not");
        row("key without certificate", "client_private_key_pem", "x",
            "client_private_key_pem is set but client_certificate_pem is not");
        row("authorities", "client_ca_certificate_pem", "x", "failed to append certs");
    }
    void invalidArgumentsAreErrors() {
        QFETCH(QString, argument);
        QFETCH(QString, value);
        Arguments arguments{{"address", Value::string("http://localhost/state")}};
        arguments[argument.toStdString()] =
            value.isNull() ? Value::null(values::Type::string()) : Value::string(value.toStdString());
        const auto made = make(arguments);
        QVERIFY(made.hasErrors());
        QTEST(QString::fromStdString(made.diagnostics[0].summary), "expected");
        QCOMPARE(QString::fromStdString(made.diagnostics[0].codeSubject), argument);
    }

    void invalidHeadersAreErrors_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("expected");
        QTest::newRow("name") << "a b"
                              << "x"
                              << "headers \"a b\" name must not be empty and only contain A-Za-z0-9-_ characters";
        QTest::newRow("no value") << "a"
                                  << " "
                                  << "headers \"a\" value must not be empty and only contain ascii characters";
        QTest::newRow("second header in the value")
            << "a"
            << "x\r\nb: c"
            << "headers \"a\" value must not be empty and only contain ascii characters";
        QTest::newRow("content type") << "Content-Type"
                                      << "x"
                                      << "headers \"Content-Type\" is reserved";
        QTest::newRow("digest") << "content-md5"
                                << "x"
                                << "headers \"content-md5\" is reserved";
        QTest::newRow("authorization") << "Authorization"
                                       << "x"
                                       << "headers \"Authorization\" cannot be set when providing username";
    }
    void invalidHeadersAreErrors() {
        QFETCH(QString, name);
        QFETCH(QString, value);
        const auto made = make({{"address", Value::string("http://localhost/state")},
                                {"username", Value::string("u")},
                                {"headers", Value::map({{name.toStdString(), Value::string(value.toStdString())}})}});
        QVERIFY(made.hasErrors());
        QTEST(QString::fromStdString(made.diagnostics[0].summary), "expected");
    }

    void writesAndReadsUnderTheLock() {
        const Server server;
        const auto state = stateOf(withLocks(server)), other = stateOf(withLocks(server));
        QCOMPARE(messages(state->lock("OperationTypeApply", {}, {})), std::string());
        const QByteArray lock = server.read("lock");
        QVERIFY2(lock.contains("\"Operation\":\"OperationTypeApply\""), lock.constData());
        QVERIFY(!state->read({})->exists);
        const auto written = state->write(stateWith("x"));
        QCOMPARE(messages(written.diagnostics), std::string());
        QCOMPARE(written->serial, std::uint64_t(1));
        QVERIFY(!written->lineage.empty());
        QCOMPARE(state->write(stateWith("x"))->serial, std::uint64_t(1)); // unchanged: not sent
        QCOMPARE(state->write(stateWith("y"))->serial, std::uint64_t(2));
        QVERIFY(other->lock("OperationTypePlan", {}, {}).hasErrors());
        QCOMPARE(messages(state->unlock()), std::string());
        QVERIFY(server.read("lock").isEmpty());
        QCOMPARE(output(*other->read({})), std::string("y"));
        const QByteArray id = lock.mid(lock.indexOf("\"ID\":\"") + 6, 36);
        const QByteArray path = "POST /state?ID=" + id;
        QCOMPARE(server.requests(), (QList<QByteArray>{"LOCK /state", "GET /state", "GET /state", path, "GET /state",
                                                       path, "LOCK /state", "UNLOCK /state", "GET /state"}));
    }

    void namesTheHolderOfTheLock() {
        const Server server;
        server.write("lock", foreignLock);
        const std::string text = messages(stateOf(withLocks(server))->lock("OperationTypePlan", {}, {}));
        for (const char* part : {"Error acquiring the state lock", "HTTP remote state already locked: ID=abc",
                                 "Who:       me@there", "Created:   2024-01-02 03:04:05.12 +0000 UTC"})
            QVERIFY2(text.find(part) != std::string::npos, text.c_str());
        QCOMPARE(server.read("lock"), QByteArray(foreignLock));
    }

    void forceUnlockRemovesForeignLocks() {
        const Server server;
        server.write("lock", foreignLock);
        QCOMPARE(messages(stateOf(withLocks(server))->forceUnlock("abc")), std::string());
        QVERIFY(server.read("lock").isEmpty());
    }

    void environmentReplacesMissingArguments() {
        const Server server;
        m_environment.set("TF_HTTP_ADDRESS", server.address().c_str());
        m_environment.set("TF_HTTP_LOCK_ADDRESS", server.address().c_str());
        m_environment.set("TF_HTTP_LOCK_METHOD", "PUT");
        m_environment.set("TF_HTTP_USERNAME", "user");
        m_environment.set("TF_HTTP_PASSWORD", "secret");
        const auto state = stateOf({{"headers", Value::map({{"X-Test", Value::string("yes")}})}});
        QVERIFY(state->lock("OperationTypePlan", {}, {}).isEmpty());
        QVERIFY(state->read({}).isOk());
        const QList<QByteArray> lines = server.read("requests").split('\n');
        QVERIFY2(lines[0].startsWith("PUT /state Basic dXNlcjpzZWNyZXQ= ") && lines[0].endsWith("== yes"),
                 lines[0].constData());
        QCOMPARE(lines[1], QByteArray("GET /state Basic dXNlcjpzZWNyZXQ= - yes"));
        QVERIFY(state->unlock().isEmpty()); // no unlock address: nothing is sent
        QCOMPARE(server.requests().size(), 2);
    }

    void addressesAreSentWithEscapes_data() {
        QTest::addColumn<QByteArray>("end");
        QTest::addColumn<QByteArray>("sent");
        const auto row = [](const char* end, const char* sent) {
            QTest::addRow("%s", end) << QByteArray(end) << QByteArray(sent);
        };
        row("/x y", "/x%20y");
        row("/x ", "/x%20");
        row("/a|b\"c", "/a%7Cb%22c");
        row("/%20?a=b%20c", "/%20?a=b%20c");
        row("/\xc3\xa9", "/%C3%A9");
        row("/(a)!", "/(a)!");
    }
    void addressesAreSentWithEscapes() {
        QFETCH(QByteArray, end);
        const Server server;
        (void)stateOf({{"address", Value::string(server.address() + end.toStdString())}})->read({});
        const QList<QByteArray> requests = server.requests();
        QCOMPARE(requests.size(), 1);
        QTEST(requests[0].mid(QByteArray("GET /state").size()), "sent");
    }

    void headersOfTheRequestCannotBeSet() {
        const Server server;
        const auto state =
            stateOf({{"address", Value::string(server.address())},
                     {"headers",
                      Value::map({{"Host", Value::string("foo.example")}, {"Content-Length", Value::string("1")}})}});
        QVERIFY(state->read({}).isOk());
    }

    void reportsStatusesOfReading_data() {
        QTest::addColumn<QString>("expected");
        QTest::newRow("204") << QString();
        QTest::newRow("404") << QString();
        QTest::newRow("401") << "HTTP remote state endpoint requires auth";
        QTest::newRow("403") << "HTTP remote state endpoint invalid auth";
        QTest::newRow("409") << "Unexpected HTTP response code 409";
        QTest::newRow("501") << "Unexpected HTTP response code 501";
        QTest::newRow("500") << "Failed to get state: GET ADDRESS giving up after 1 attempt(s): the server "
                                "responded with status 500";
    }
    void reportsStatusesOfReading() {
        QFETCH(QString, expected);
        const Server server({QStringLiteral("1:%1").arg(QString::fromLatin1(QTest::currentDataTag()))});
        Arguments arguments = withLocks(server);
        arguments["retry_max"] = Value::number(0);
        const auto read = stateOf(arguments)->read({});
        QCOMPARE(read.isOk(), expected.isEmpty());
        if (!read.isOk())
            QCOMPARE(QString::fromStdString(read.diagnostics[0].summary),
                     expected.replace("ADDRESS", QString::fromStdString(server.address())));
    }

    void reportsLocksThatCannotBeTaken_data() {
        QTest::addColumn<QString>("expected");
        QTest::newRow("401") << "HTTP remote state endpoint requires auth";
        QTest::newRow("403") << "HTTP remote state endpoint invalid auth";
        QTest::newRow("423") << "HTTP remote state already locked, failed to unmarshal body";
        QTest::newRow("418") << "Unexpected HTTP response code 418";
        for (const char* redirect : {"301", "302", "303"}) // must not count as a lock
            QTest::newRow(redirect) << QStringLiteral("Unexpected HTTP response code ") + QString(redirect);
    }
    void reportsLocksThatCannotBeTaken() {
        QFETCH(QString, expected);
        const Server server({QStringLiteral("1:%1").arg(QString::fromLatin1(QTest::currentDataTag()))});
        const auto problems = stateOf(withLocks(server))->lock("OperationTypePlan", {}, {});
        QVERIFY2(QString::fromStdString(messages(problems)).contains("Error message: " + expected),
                 messages(problems).c_str());
    }

    /// A redirect that changes the method would store an empty state.
    void writesFollowRedirectsWithTheirBody_data() {
        QTest::addColumn<int>("number"); // of the request: LOCK, GET, GET before writing, POST, UNLOCK
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("expected");
        for (const char* fault : {"301", "302", "303"}) {
            QTest::addRow("%s of POST", fault) << 4 << QString(fault) << QStringLiteral("HTTP error: ") + fault;
            QTest::addRow("%s of UNLOCK", fault)
                << 5 << QString(fault) << QStringLiteral("Unexpected HTTP response code ") + fault;
            QTest::addRow("%s of GET", fault) << 2 << QString(fault) << QString();
        }
        for (const char* fault : {"307", "308"})
            for (const int number : {1, 2, 4, 5})
                QTest::addRow("%s of request %d", fault, number) << number << QString(fault) << QString();
    }
    void writesFollowRedirectsWithTheirBody() {
        QFETCH(int, number);
        QFETCH(QString, fault);
        QFETCH(QString, expected);
        const Server server({QStringLiteral("%1:%2").arg(number).arg(fault)});
        const auto state = stateOf(withLocks(server));
        diags::Diagnostics problems = state->lock("OperationTypeApply", {}, {});
        problems.append(state->read({}).diagnostics);
        const auto written = state->write(stateWith("x"));
        const bool isStored = !written.hasErrors();
        problems.append(written.diagnostics);
        problems.append(state->unlock());
        QCOMPARE(problems.hasErrors(), !expected.isEmpty());
        QVERIFY2(QString::fromStdString(messages(problems)).contains(expected), messages(problems).c_str());
        QCOMPARE(server.read("state").contains("\"x\""), isStored);
        QCOMPARE(server.read("lock").isEmpty(), number != 5 || expected.isEmpty());
    }

    void messagesContainNoSecrets_data() {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("expected");
        QTest::newRow("password") << "http://u:se:cr@et@h/p"
                                  << "http://u:xxxxx@h/p";
        QTest::newRow("query") << "https://h:1/p?token=secret"
                               << "https://h:1/p?xxxxx";
        QTest::newRow("port") << "http://h:80/a@b"
                              << "http://h:80/a@b";
        QTest::newRow("user without a password") << "http://u@h:80"
                                                 << "http://u@h:80";
    }
    void messagesContainNoSecrets() {
        QFETCH(QString, address);
        QTEST(QString::fromStdString(backends::http::addressForMessages(address.toStdString())), "expected");
    }
    void unreachableServersAreReportedWithoutSecrets() {
        const auto read = stateOf({{"address", Value::string("http://user:secret@127.0.0.1:1/state?token=secret")},
                                   {"password", Value::string("secret")},
                                   {"username", Value::string("user")},
                                   {"retry_max", Value::number(1)},
                                   {"retry_wait_min", Value::number(0)}})
                              ->read({});
        const std::string text = messages(read.diagnostics);
        QVERIFY2(text.find("giving up after 2 attempt(s): ") != std::string::npos, text.c_str());
        QVERIFY2(text.find("secret") == std::string::npos, text.c_str());
    }

    void stopsWaiting() {
        const Server server({"1:500"});
        Arguments arguments = withLocks(server);
        arguments["retry_wait_min"] = arguments["retry_wait_max"] = Value::number(3600);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(stateOf(arguments)->read(stop.get_token()).hasErrors());
    }

    void writesOfOthersAreNotOverwritten_data() {
        QTest::addColumn<bool>("isLocked");
        QTest::newRow("not locked") << false;
        QTest::newRow("the lock was removed") << true;
    }
    void writesOfOthersAreNotOverwritten() {
        QFETCH(bool, isLocked);
        const Server server;
        const Arguments unlocked{{"address", Value::string(server.address())}};
        const auto state = stateOf(isLocked ? withLocks(server) : unlocked), other = stateOf(unlocked);
        QVERIFY((isLocked ? state->lock("OperationTypeApply", {}, {}) : state->openWithoutLock()).isEmpty());
        QVERIFY(other->openWithoutLock().isEmpty());
        for (const auto& opened : {state.get(), other.get()})
            QVERIFY(opened->read({}).isOk());
        QVERIFY(other->write(stateWith("other")).isOk());
        const auto refused = state->write(stateWith("mine"));
        QVERIFY2(messages(refused.diagnostics).find("another program has written the state") != std::string::npos,
                 messages(refused.diagnostics).c_str());
        QVERIFY(messages(state->checkLock()).find("State lock lost") != std::string::npos);
        QCOMPARE(output(*other->read({})), std::string("other"));
    }

    /// Each request of an apply fails once, in each way: then it ends with an error, or everything is stored.
    void noStateIsLostWhenRequestsFail_data() {
        QTest::addColumn<int>("number");
        QTest::addColumn<QString>("fault");
        QTest::addColumn<int>("retries");
        for (int number = 1; number <= 7; ++number) // with the checks before writing
            for (const char* fault : {"500", "403", "429", "reset", "lost", "half"})
                for (const int retries : {0, 2})
                    QTest::addRow("request %d: %s, %d retries", number, fault, retries)
                        << number << QString(fault) << retries;
    }
    void noStateIsLostWhenRequestsFail() {
        QFETCH(int, number);
        QFETCH(QString, fault);
        QFETCH(int, retries);
        const Server server({QStringLiteral("%1:%2").arg(number).arg(fault)});
        Arguments arguments = withLocks(server);
        arguments["retry_max"] = Value::number(retries);
        const auto state = stateOf(arguments);
        diags::Diagnostics problems = state->lock("OperationTypeApply", {}, {});
        if (!problems.hasErrors())
            problems.append(state->read({}).diagnostics);
        bool isSaved = false;
        if (!problems.hasErrors()) {
            problems.append(state->write(stateWith("first")).diagnostics);
            const auto last = state->write(stateWith("last"));
            isSaved = !last.hasErrors();
            problems.append(last.diagnostics);
        }
        problems.append(state->unlock());
        if (retries > 0 && fault != "403")
            QVERIFY2(!problems.hasErrors(), messages(problems).c_str());
        if (!problems.hasErrors())
            QVERIFY(isSaved && server.read("lock").isEmpty());
        if (isSaved)
            QCOMPARE(output(*stateOf(arguments)->read({})), std::string("last"));
    }

    void journalsOfKilledAppliesAreReplayed() {
        const Server server;
        const QTemporaryDir folder;
        const fs::path directory = folder.path().toStdString();
        const auto address = *addrs::parseAbsResourceInstance("terraform_data.a");
        fs::path base;
        {
            const auto state = stateOf(withLocks(server), directory);
            QVERIFY(state->lock("OperationTypeApply", {}, {}).isEmpty());
            const auto written = state->write(stateWith("x"));
            base = state->journalBase();
            QCOMPARE(QString::fromStdString(base.parent_path().string()), folder.path());
            const auto journal = states::Journal::create(base, written->lineage, written->serial);
            QVERIFY(journal.isOk());
            (*journal)->append({states::JournalRecord::Kind::Started, address, {}, "Create", nullptr, {}});
            QVERIFY((*journal)->sync().isEmpty());
        }
        const auto state = stateOf(withLocks(server), directory);
        QVERIFY(state->lock("OperationTypeApply", {}, {}).isEmpty());
        const auto read = state->read({});
        QVERIFY2(messages(read.diagnostics).find("terraform_data.a") != std::string::npos,
                 messages(read.diagnostics).c_str());
        QVERIFY(state->unlock().isEmpty());
        QVERIFY(!fs::exists(states::Journal::path(base)));
    }

    void journalsAreDiscardedBeforeTheNextOnes() {
        const Server server;
        const QTemporaryDir folder;
        const auto state = stateOf(withLocks(server), folder.path().toStdString());
        QVERIFY(state->lock("OperationTypeApply", {}, {}).isEmpty());
        const auto written = state->write(stateWith("x"));
        const auto makeJournal = [&] {
            return states::Journal::create(state->journalBase(), written->lineage, written->serial);
        };
        {
            const auto interrupted = makeJournal();
            QVERIFY(interrupted.isOk());
            (*interrupted)
                ->append({states::JournalRecord::Kind::Started,
                          *addrs::parseAbsResourceInstance("terraform_data.a"),
                          {},
                          "Create",
                          nullptr,
                          {}});
            QVERIFY((*interrupted)->sync().isEmpty());
        }
        QVERIFY(!state->read({}).diagnostics.isEmpty());
        state->discardJournal();
        QVERIFY(makeJournal().isOk());
        QVERIFY(state->write(stateWith("y")).isOk());
        QVERIFY(fs::exists(states::Journal::path(state->journalBase())));
    }

    void journalsThatCannotBeStoredAreNamed() {
        const Server server({"4:413"}); // the upload
        const QTemporaryDir folder;
        const fs::path directory = folder.path().toStdString();
        const auto state = stateOf(withLocks(server), directory);
        const fs::path base = state->journalBase();
        {
            const auto journal = states::Journal::create(base, "line", 1);
            QVERIFY(journal.isOk());
            (*journal)->append(created());
            QVERIFY((*journal)->sync().isEmpty());
        }
        QVERIFY(state->lock("OperationTypePlan", {}, {}).isEmpty());
        const std::string found = messages(state->read({}).diagnostics);
        QVERIFY2(found.find("HTTP error: 413") != std::string::npos &&
                     found.find(states::Journal::path(base).string()) != std::string::npos,
                 found.c_str());
    }

    /// The first snapshot of a new state was not stored, so the journal is all that is known about the objects.
    void journalsOfStatesThatWereNeverStoredAreReplayed() {
        const Server server;
        const QTemporaryDir folder;
        const fs::path directory = folder.path().toStdString();
        const states::JournalRecord made = created();
        const auto state = stateOf(withLocks(server), directory);
        {
            const auto journal = states::Journal::create(state->journalBase(), "line", 1);
            QVERIFY(journal.isOk());
            (*journal)->append(made);
            QVERIFY((*journal)->sync().isEmpty());
        }
        QVERIFY(state->lock("OperationTypePlan", {}, {}).isEmpty());
        const auto read = state->read({});
        QVERIFY2(read.isOk() && read.diagnostics.isEmpty(), messages(read.diagnostics).c_str());
        QVERIFY(read->file.state->instance(made.address));
        QCOMPARE(read->file.lineage, std::string("line"));
        QVERIFY(state->unlock().isEmpty());
        QVERIFY(!fs::exists(states::Journal::path(state->journalBase())));
        QVERIFY((*stateOf(withLocks(server), directory)->read({})).file.state->instance(made.address));
    }

    void statesOfOtherAddressesHaveOtherJournals() {
        const auto base = [](const char* address) {
            return stateOf({{"address", Value::string(address)}}, "d")->journalBase();
        };
        QVERIFY(base("http://h/a") != base("http://h/b"));
        QCOMPARE(base("http://h/a"), base("http://h/a"));
    }
};

QTEST_GUILESS_MAIN(TestHttp)
#include "tst_http.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/target.h"
#include "core/backends/pg/client.h"
#include "core/backends/remote/remote_state.h"
#include "core/backends/types.h"
#include "core/states/journal/journal.h"
#include "core/states/lock/lock_info.h"
#include "tests/core/backends/stored_states.h"
#include "tests/support/faulty_proxy.h"
#include "tests/support/postgres_server.h"
#include "tests/support/scoped_environment.h"

#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <thread>

using namespace planlens;
using backends::Backend;
using backends::StoredState;
using backends::WorkspaceState;
using testing::FaultyProxy;
using testing::output;
using testing::PostgresServer;
using testing::stateWith;
using values::Value;
namespace fs = std::filesystem;

namespace {

using Arguments = std::map<std::string, Value>;

std::string messages(const diags::Diagnostics& diagnostics) {
    std::string text = diagnostics.toString();
    while (text.ends_with('\n'))
        text.pop_back();
    return text;
}

bool contains(const diags::Diagnostics& diagnostics, const char* part) {
    return messages(diagnostics).find(part) != std::string::npos;
}

const char* const allLocks = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'";

} // namespace

class TestPg final : public QObject {
    Q_OBJECT

    std::unique_ptr<PostgresServer> m_server;
    testing::ScopedEnvironment m_environment;
    int m_schemas = 0;

    /// The name of a schema that no test has used.
    std::string newSchema() { return "test_" + std::to_string(++m_schemas); }
    std::unique_ptr<Backend> backend(const std::string& schema, Arguments given = {}, const fs::path& directory = "x") {
        given.try_emplace("conn_str", Value::string(m_server->url().toStdString()));
        given.try_emplace("schema_name", Value::string(schema));
        const backends::BackendType* const type = backends::findBackendType("pg");
        std::vector<std::pair<std::string, Value>> attributes;
        for (const auto& [name, attribute] : type->arguments().attributes) {
            const auto found = given.find(name);
            attributes.emplace_back(name, found == given.end() ? Value::null(*attribute.type) : found->second);
        }
        auto made = type->make({.arguments = Value::object(std::move(attributes)), .directory = directory});
        return *std::move(made.value);
    }
    std::unique_ptr<WorkspaceState> state(const std::string& schema, const char* workspace = "default") {
        return backend(schema)->state(workspace);
    }
    QByteArray stored(const std::string& schema, const QByteArray& columns, const QByteArray& rest = "") const {
        return m_server->run("SELECT " + columns + " FROM " + schema.c_str() + ".states " + rest);
    }

private Q_SLOTS:
    void initTestCase() {
        if (const QString why = PostgresServer::whyNot(); !why.isEmpty())
            QSKIP(qPrintable(why));
        m_server = std::make_unique<PostgresServer>();
        QVERIFY2(m_server->isRunning(), m_server->log().constData());
    }
    void init() {
        const QStringList names = QProcessEnvironment::systemEnvironment().keys();
        for (const QString& name : names)
            if (name.startsWith(QLatin1String("PG")))
                m_environment.unset(name.toLatin1().constData());
    }
    void cleanup() {
        m_environment.restore();
        QTRY_COMPARE(m_server->run(allLocks), QByteArray("0")); // sessions end after their connections
    }

    void writesAndReadsUnderTheLock() {
        const std::string schema = newSchema();
        const auto mine = state(schema), other = state(schema);
        QCOMPARE(messages(mine->lock("OperationTypeApply", {}, {})), std::string());
        QVERIFY(!mine->read({})->exists);
        const auto written = mine->write(stateWith("x"));
        QCOMPARE(messages(written.diagnostics), std::string());
        QCOMPARE(written->serial, std::uint64_t(1));
        QVERIFY(!written->lineage.empty());
        QCOMPARE(mine->write(stateWith("x"))->serial, std::uint64_t(1)); // unchanged
        QCOMPARE(mine->write(stateWith("y"))->serial, std::uint64_t(2));
        QVERIFY(other->lock("OperationTypePlan", {}, {}).hasErrors());
        QVERIFY(mine->checkLock().isEmpty());
        QCOMPARE(messages(mine->unlock()), std::string());
        QCOMPARE(messages(other->lock("OperationTypePlan", {}, {})), std::string());
        QCOMPARE(output(*other->read({})), std::string("y"));
        QCOMPARE(stored(schema, "name"), QByteArray("default"));
        QCOMPARE(messages(other->unlock()), std::string());
    }

    void createsWhatIsMissing() {
        const auto read = backend("a\"b c", {{"table_name", Value::string("t\"1")}, {"index_name", Value::string("i")}})
                              ->state("default")
                              ->read({});
        QVERIFY2(read.isOk(), messages(read.diagnostics).c_str());
        QCOMPARE(m_server->run("SELECT tablename, indexname FROM pg_indexes WHERE schemaname = 'a\"b c' ORDER BY 2"),
                 QByteArray("t\"1|i\nt\"1|t\"1_name_key\nt\"1|t\"1_pkey"));
        QCOMPARE(m_server->run("SELECT column_name, data_type, is_nullable, column_default FROM "
                               "information_schema.columns WHERE table_schema = 'a\"b c' ORDER BY ordinal_position"),
                 QByteArray("id|bigint|NO|nextval('global_states_id_seq'::regclass)\nname|text|YES|\ndata|text|YES|"));
    }

    void doesNotCreateWhatIsSkipped_data() {
        QTest::addColumn<QString>("argument");
        QTest::addColumn<QString>("expected");
        QTest::newRow("schema") << "skip_schema_creation"
                                << "pq: schema \"SCHEMA\" does not exist (3F000)";
        QTest::newRow("table") << "skip_table_creation"
                               << "pq: relation \"SCHEMA.states\" does not exist (42P01)";
    }
    void doesNotCreateWhatIsSkipped() {
        QFETCH(QString, argument);
        QFETCH(QString, expected);
        const std::string schema = newSchema();
        const auto read = backend(schema, {{argument.toStdString(), Value::boolean(true)}})->state("default")->read({});
        QVERIFY(!read.isOk());
        QCOMPARE(QString::fromStdString(read.diagnostics[0].summary),
                 expected.replace("SCHEMA", QString::fromStdString(schema)));
    }
    void doesNotCreateSkippedIndex() {
        const std::string schema = newSchema();
        m_environment.set("PG_SKIP_INDEX_CREATION", "1");
        QVERIFY(state(schema)->read({}).isOk());
        QCOMPARE(m_server->run("SELECT count(*) FROM pg_indexes WHERE schemaname = '" + QByteArray(schema.c_str()) +
                               "' AND indexname = 'states_by_name'"),
                 QByteArray("0"));
    }

    void environmentReplacesMissingArguments() {
        const std::string schema = newSchema();
        m_environment.set("PG_CONN_STR", "postgres:///postgres?sslmode=disable");
        m_environment.set("PG_SCHEMA_NAME", schema.c_str());
        m_environment.set("PG_TABLE_NAME", "other");
        m_environment.set("PGHOST", m_server->socketDirectory().toLocal8Bit());
        m_environment.set("PGPORT", QByteArray::number(m_server->port()));
        m_environment.set("PGUSER", PostgresServer::user);
        m_environment.set("PGPASSWORD", PostgresServer::password);
        const auto made = backends::findBackendType("pg")->make({.arguments = Value(), .directory = "x"});
        QVERIFY(made.isOk());
        const auto read = (*made)->state("default")->read({});
        QVERIFY2(read.isOk(), messages(read.diagnostics).c_str());
        QCOMPARE(
            m_server->run("SELECT tablename FROM pg_tables WHERE schemaname = '" + QByteArray(schema.c_str()) + "'"),
            QByteArray("other"));
    }

    void connectionErrorsContainNoSecrets_data() {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("expected");
        QTest::newRow("password") << PostgresServer::password << "wrong-secret"
                                  << "pq: password authentication failed for user \"planlens\" (28P01)";
        QTest::newRow("database") << "/postgres?"
                                  << "/other?"
                                  << "pq: database \"other\" does not exist (3D000)";
        QTest::newRow("TLS") << "?sslmode=disable"
                             << ""
                             << "server does not support SSL, but SSL was required";
        QTest::newRow("host") << "127.0.0.1:PORT"
                              << "127.0.0.1:1"
                              << "connection to server at \"127.0.0.1\", port 1 failed: Connection refused";
        QTest::newRow("setting") << "sslmode=disable"
                                 << "sslmode=disable&x=y"
                                 << "pq: unrecognized configuration parameter \"x\" (42704)";
        QTest::newRow("second host") << "127.0.0.1:PORT"
                                     << "127.0.0.1,127.0.0.2:1"
                                     << "connection to server at \"127.0.0.2\", port 1 failed: Connection refused";
    }
    void connectionErrorsContainNoSecrets() {
        QFETCH(QString, change);
        QFETCH(QString, to);
        QFETCH(QString, expected);
        QString url = QString::fromLatin1(m_server->url());
        url.replace(change.replace("PORT", QString::number(m_server->port())), to);
        const auto made = backend("x", {{"conn_str", Value::string(url.toStdString())}})->state("default");
        for (const diags::Diagnostics& problems :
             {made->lock("OperationTypePlan", {}, {}), made->read({}).diagnostics}) {
            QVERIFY2(problems.hasErrors() && problems[0].summary.find(expected.toStdString()) != std::string::npos,
                     messages(problems).c_str());
            QVERIFY2(!contains(problems, "secret") && !contains(problems, PostgresServer::password),
                     messages(problems).c_str());
        }
    }

    void usesTheFirstServerThatAccepts() {
        const std::string schema = newSchema();
        const QByteArray text = "host=/nowhere," + m_server->socketDirectory().toLocal8Bit() +
                                " port=" + QByteArray::number(m_server->port()) +
                                " dbname=postgres user=" + PostgresServer::user +
                                " password=" + PostgresServer::password;
        const auto read =
            backend(schema, {{"conn_str", Value::string(text.toStdString())}})->state("default")->read({});
        QVERIFY2(read.isOk(), messages(read.diagnostics).c_str());
    }

    void settingsOfTheServerAreApplied() {
        const std::string schema = newSchema();
        QVERIFY(state(schema)->read({}).isOk());
        const PostgresServer::OtherSession blocking(
            *m_server, ("BEGIN; LOCK TABLE " + schema + ".states IN ACCESS EXCLUSIVE MODE").c_str());
        const QByteArray url = m_server->url() + "&lock_timeout=10%20ms&application_name=a%20b%5C";
        const auto problems =
            backend(schema, {{"conn_str", Value::string(url.toStdString())}})->state("default")->read({}).diagnostics;
        QVERIFY2(contains(problems, "canceling statement due to lock timeout (55P03)"), messages(problems).c_str());
    }

    void lockedStatesAreNotLocked_data() {
        QTest::addColumn<QByteArray>("statement");
        QTest::addColumn<QString>("expected");
        QTest::newRow("state") << QByteArray(
                                      "SELECT pg_try_advisory_lock(id) FROM SCHEMA.states WHERE name = 'default'")
                               << "Workspace is already locked: default";
        QTest::newRow("creation") << QByteArray("SELECT pg_try_advisory_lock(CREATION)")
                                  << "Cannot lock workspace; already locked for workspace creation: default";
        QTest::newRow("both") << QByteArray("SELECT pg_try_advisory_lock(id), pg_try_advisory_lock(CREATION) FROM "
                                            "SCHEMA.states WHERE name = 'default'")
                              << "Workspace is already locked: default";
    }
    void lockedStatesAreNotLocked() {
        QFETCH(QByteArray, statement);
        QFETCH(QString, expected);
        const std::string schema = newSchema();
        const auto mine = state(schema);
        QVERIFY(mine->openWithoutLock().isEmpty() && mine->write(stateWith("x")).isOk());
        statement.replace("SCHEMA", schema.c_str())
            .replace("CREATION", backends::pg::creationLockKey(schema, "states").c_str());
        PostgresServer::OtherSession holder(*m_server, statement);
        const auto problems = mine->lock("OperationTypePlan", {}, {});
        for (const QString& part :
             {QStringLiteral("Error acquiring the state lock"), expected,
              "ID:        " + QString::fromLatin1(holder.processId()),
              QStringLiteral("Who:       planlens@local socket"), QStringLiteral("application psql")})
            QVERIFY2(contains(problems, part.toUtf8().constData()), messages(problems).c_str());
        // Nothing is held after a failure.
        holder.end();
        QTRY_COMPARE(m_server->run(allLocks), QByteArray("0"));
        QCOMPARE(messages(mine->lock("OperationTypePlan", {}, {})), std::string());
    }
    void newWorkspacesAreNotCreatedWhileAnotherOneIs() {
        const std::string schema = newSchema();
        const PostgresServer::OtherSession holder(
            *m_server,
            ("SELECT pg_try_advisory_lock(" + backends::pg::creationLockKey(schema, "states") + ")").c_str());
        const auto problems = state(schema, "blue")->lock("OperationTypePlan", {}, {});
        QVERIFY2(contains(problems, "Already locked for workspace creation: blue"), messages(problems).c_str());
        QCOMPARE(stored(schema, "count(*)"), QByteArray("0"));
    }

    void waitsForTheLock() {
        const std::string schema = newSchema();
        const auto holder = state(schema), waiting = state(schema);
        QVERIFY(holder->lock("OperationTypeApply", {}, {}).isEmpty());
        diags::Diagnostics problems;
        std::thread thread([&] { problems = waiting->lock("OperationTypePlan", std::chrono::minutes(10), {}); });
        QVERIFY(holder->unlock().isEmpty());
        thread.join();
        QCOMPARE(messages(problems), std::string());
    }

    void workspacesAreCreatedListedAndDeleted() {
        const std::string schema = newSchema();
        const auto made = backend(schema);
        using Names = std::vector<std::string>;
        QCOMPARE(*made->workspaces({}), Names{"default"});
        for (const char* name : {"red", "blue"}) {
            const auto created = made->state(name);
            QCOMPARE(messages(created->lock("OperationTypePlan", {}, {})), std::string());
            const auto read = created->read({});
            QVERIFY(read->exists && read->file.serial == 1 && read->file.lineage.size() == 36);
            QCOMPARE(created->write(stateWith(name))->serial, std::uint64_t(2));
        }
        QCOMPARE(*made->workspaces({}), (Names{"default", "blue", "red"}));
        QCOMPARE(output(*made->state("red")->read({})), std::string("red"));
        {
            const auto locked = made->state("red");
            QVERIFY(locked->lock("OperationTypePlan", {}, {}).isEmpty());
            QVERIFY(contains(made->deleteWorkspace("red", {}), "Workspace is already locked: red"));
        }
        QTRY_COMPARE(m_server->run(allLocks), QByteArray("0"));
        QCOMPARE(messages(made->deleteWorkspace("red", {})), std::string());
        QCOMPARE(*made->workspaces({}), (Names{"default", "blue"}));
        QVERIFY(contains(made->deleteWorkspace("red", {}), "Workspace \"red\" doesn't exist"));
        QVERIFY(contains(made->deleteWorkspace("default", {}), "can't delete default state"));
    }

    void forceUnlockEndsOnlyTheNamedSession() {
        const std::string schema = newSchema();
        const auto mine = state(schema);
        QVERIFY(mine->openWithoutLock().isEmpty() && mine->write(stateWith("x")).isOk());
        QCOMPARE(messages(mine->forceUnlock("abc")), std::string()); // not locked, as in the reference
        const PostgresServer::OtherSession holder(
            *m_server, ("SELECT pg_try_advisory_lock(id) FROM " + schema + ".states").c_str());
        const auto refused = mine->forceUnlock("abc");
        QVERIFY2(contains(refused, ("force-unlock " + holder.processId() + "\"").constData()),
                 messages(refused).c_str());
        QVERIFY(mine->lock("OperationTypePlan", {}, {}).hasErrors());
        QCOMPARE(messages(mine->forceUnlock(holder.processId().toStdString())), std::string());
        QTRY_COMPARE(m_server->run(allLocks), QByteArray("0"));
        QCOMPARE(messages(mine->lock("OperationTypePlan", {}, {})), std::string());
    }

    void writesOfOthersAreNotOverwritten_data() {
        QTest::addColumn<bool>("isLocked");
        QTest::addColumn<bool>("existed");
        for (const bool isLocked : {false, true})
            for (const bool existed : {false, true})
                QTest::addRow("%s, %s", isLocked ? "locked" : "not locked", existed ? "existing" : "new")
                    << isLocked << existed;
    }
    void writesOfOthersAreNotOverwritten() {
        QFETCH(bool, isLocked);
        QFETCH(bool, existed);
        const std::string schema = newSchema();
        const auto mine = state(schema), other = state(schema);
        if (existed)
            QVERIFY(other->openWithoutLock().isEmpty() && other->write(stateWith("first")).isOk());
        QVERIFY((isLocked ? mine->lock("OperationTypeApply", {}, {}) : mine->openWithoutLock()).isEmpty());
        QVERIFY(mine->read({}).isOk());
        QVERIFY(other->openWithoutLock().isEmpty() && other->read({}).isOk());
        QVERIFY(other->write(stateWith("other")).isOk());
        const auto refused = mine->write(stateWith("mine"));
        QVERIFY2(contains(refused.diagnostics, "another program has written the state since it was read"),
                 messages(refused.diagnostics).c_str());
        QCOMPARE(output(*other->read({})), std::string("other"));
    }

    /// The lock ends with its session, so nothing is written over another connection.
    void lostLocksAreErrors() {
        const std::string schema = newSchema();
        const auto mine = state(schema), other = state(schema);
        QVERIFY(mine->lock("OperationTypeApply", {}, {}).isEmpty());
        QVERIFY(mine->write(stateWith("first")).isOk());
        m_server->run("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'");
        QTRY_VERIFY(mine->checkLock().hasErrors());
        QVERIFY(contains(mine->checkLock(), "State lock lost"));
        const auto refused = mine->write(stateWith("last"));
        QVERIFY2(contains(refused.diagnostics, "connection to the PostgreSQL server was lost, and the lock"),
                 messages(refused.diagnostics).c_str());
        QCOMPARE(messages(mine->unlock()), std::string());
        QCOMPARE(messages(other->lock("OperationTypeApply", {}, {})), std::string());
        QCOMPARE(output(*other->read({})), std::string("first"));
    }

    /// A session without a lock is replaced.
    void readsAgainAfterALostConnection() {
        const std::string schema = newSchema();
        const auto mine = state(schema);
        QVERIFY(mine->read({}).isOk());
        m_server->run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'planlens'");
        QTRY_COMPARE(m_server->run("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'planlens'"),
                     QByteArray("0"));
        const auto read = mine->read({});
        QVERIFY2(read.isOk(), messages(read.diagnostics).c_str());
    }

    /// Each request of an apply fails once, in each way: then it ends with an error, or everything is stored.
    void noStateIsLostWhenConnectionsFail_data() {
        QTest::addColumn<FaultyProxy::Fault>("fault");
        QTest::addColumn<int>("number");
        using enum FaultyProxy::Fault;
        for (const auto& [fault, name] : {std::pair{Reset, "reset"}, {LostReply, "lost reply"}, {Hang, "hang"}})
            for (int number = 1; number <= 14; ++number)
                QTest::addRow("%s at packet %d", name, number) << fault << number;
        QTest::newRow("refused") << Refuse << 1;
        QTest::newRow("none") << None << 0;
    }
    void noStateIsLostWhenConnectionsFail() {
        QFETCH(FaultyProxy::Fault, fault);
        QFETCH(int, number);
        const std::string schema = newSchema();
        FaultyProxy proxy(m_server->port());
        proxy.failAt(fault, number);
        auto connection = *backends::pg::parseConnection(m_server->url(proxy.port()).toStdString());
        connection.options.connectTimeout = std::chrono::seconds(1);
        connection.options.responseTimeout = std::chrono::milliseconds(200);
        const auto mine = backends::makeRemoteState(
            backends::pg::makeClient({std::move(connection), schema, "states", "by_name"}, "default", {}), "unused",
            {});
        diags::Diagnostics problems = mine->lock("OperationTypeApply", {}, {});
        const bool isLocked = !problems.hasErrors();
        if (!isLocked && number > 8) // after the statements that create the table
            QCOMPARE(contains(problems, "force-unlock "), fault == FaultyProxy::Fault::Hang);
        bool isFirstSaved = false, isSaved = false;
        if (isLocked)
            problems.append(mine->read({}).diagnostics);
        if (!problems.hasErrors()) {
            const auto first = mine->write(stateWith("first")), last = mine->write(stateWith("last"));
            isFirstSaved = !first.hasErrors();
            isSaved = !last.hasErrors();
            problems.append(first.diagnostics);
            problems.append(last.diagnostics);
        }
        problems.append(mine->unlock());
        QCOMPARE(proxy.hasFailed(), fault != FaultyProxy::Fault::None);
        QVERIFY2(!contains(problems, PostgresServer::password), messages(problems).c_str());
        const bool isUnlocking = number == 14; // the last packet: the server releases the lock with the connection
        QCOMPARE(problems.hasErrors(),
                 fault != FaultyProxy::Fault::None && !(isUnlocking && fault != FaultyProxy::Fault::Hang));
        if (!isFirstSaved && !isSaved && number < 9)
            return; // the table may be missing
        const auto read = state(schema)->read({});
        QVERIFY2(read.isOk(), messages(read.diagnostics).c_str());
        const std::string content = output(*read);
        if (isSaved)
            QCOMPARE(content, std::string("last"));
        else if (isFirstSaved)
            QVERIFY2(content == "first" || content == "last", content.c_str());
        else
            QVERIFY2(content == "none" || content == "first", content.c_str());
    }

    void stopsWaitingForTheServer() {
        FaultyProxy proxy(m_server->port());
        proxy.failAt(FaultyProxy::Fault::Hang, 9);
        const auto hanging =
            backend(newSchema(), {{"conn_str", Value::string(m_server->url(proxy.port()).toStdString())}})
                ->state("default");
        std::stop_source stop;
        std::thread thread([&] {
            while (!proxy.hasFailed())
                std::this_thread::yield();
            stop.request_stop();
        });
        const auto read = hanging->read(stop.get_token());
        thread.join();
        QVERIFY2(contains(read.diagnostics, "stopped"), messages(read.diagnostics).c_str());
    }

    void journalsOfKilledAppliesAreReplayed() {
        const std::string schema = newSchema();
        const QTemporaryDir folder;
        const fs::path directory = folder.path().toStdString();
        const auto address = *addrs::parseAbsResourceInstance("terraform_data.a");
        fs::path base;
        {
            const auto killed = backend(schema, {}, directory)->state("default");
            QVERIFY(killed->lock("OperationTypeApply", {}, {}).isEmpty());
            const auto written = killed->write(stateWith("x"));
            base = killed->journalBase();
            QCOMPARE(QString::fromStdString(base.parent_path().string()), folder.path());
            const auto journal = states::Journal::create(base, written->lineage, written->serial);
            QVERIFY(journal.isOk());
            (*journal)->append({states::JournalRecord::Kind::Started, address, {}, "Create", nullptr, {}});
            QVERIFY((*journal)->sync().isEmpty());
        }
        QTRY_COMPARE(m_server->run(allLocks), QByteArray("0"));
        const auto next = backend(schema, {}, directory)->state("default");
        QVERIFY(next->lock("OperationTypeApply", {}, {}).isEmpty());
        const auto read = next->read({});
        QVERIFY2(contains(read.diagnostics, "terraform_data.a"), messages(read.diagnostics).c_str());
        QVERIFY(next->unlock().isEmpty());
        QVERIFY(!fs::exists(states::Journal::path(base)));
    }

    void statesHaveDifferentJournals() {
        const auto base = [&](const std::string& schema, const char* workspace) {
            return state(schema, workspace)->journalBase();
        };
        QVERIFY(base("a", "default") != base("b", "default"));
        QVERIFY(base("a", "default") != base("a", "blue"));
        QCOMPARE(base("a", "default"), base("a", "default"));
    }
};

QTEST_GUILESS_MAIN(TestPg)
#include "tst_pg.moc"

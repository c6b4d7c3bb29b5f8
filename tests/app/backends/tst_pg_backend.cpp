// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"
#include "tests/support/postgres_server.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QtTest>

using namespace planlens::testing;

namespace {

/// Waits in the provisioner of "a" for a file, then starts that of "b". The names of the files end with `suffix`.
QByteArray waitingSteps(const QByteArray& suffix) {
    return "resource \"terraform_data\" \"a\" {\n  provisioner \"local-exec\" {\n    command = \"touch reached" +
           suffix + "; while [ ! -e go" + suffix +
           " ]; do sleep 0.02; done\"\n  }\n}\nresource \"terraform_data\" \"b\" {\n  depends_on = "
           "[terraform_data.a]\n  provisioner \"local-exec\" {\n    command = \"touch b" +
           suffix + "\"\n  }\n}\n";
}

const QByteArray simpleResources =
    "variable \"v\" {\n  default = \"x\"\n}\nresource \"terraform_data\" \"a\" {\n  input "
    "= var.v\n}\noutput \"o\" {\n  value = terraform_data.a.output\n}\n";

QByteArray errorOf(const Ran& ran) {
    const QByteArray text = ran.all();
    return text.mid(text.indexOf("Error: ")).simplified();
}

const QStringList planning{QStringLiteral("plan"), QStringLiteral("-no-color")};
const QStringList applying{QStringLiteral("apply"), QStringLiteral("-no-color"), QStringLiteral("-auto-approve")};

} // namespace

/// States of the backend "pg" in a real server, with the real tofu beside Planlens.
class TestPgBackend : public QObject {
    Q_OBJECT

    std::unique_ptr<PostgresServer> m_server;
    int m_schemas = 0;

    /// A configuration with a schema of its own in the server.
    class ServerFolder : public ProjectFolder {
    public:
        ServerFolder(const QByteArray& url, const QByteArray& schema, const QByteArray& resources) {
            write("main.tf", "terraform {\n  backend \"pg\" {\n    conn_str = \"" + url + "\"\n    schema_name = \"" +
                                 schema + "\"\n  }\n}\n" + resources);
        }
    };
    ServerFolder folder(const QByteArray& schema, const QByteArray& resources = simpleResources) const {
        return {m_server->url(), schema, resources};
    }
    QByteArray newSchema() { return "app_" + QByteArray::number(++m_schemas); }
    QJsonObject stored(const QByteArray& schema, const QByteArray& workspace = "default") const {
        return parseJson(m_server->run("SELECT data FROM " + schema + ".states WHERE name = '" + workspace + "'"))
            .toObject();
    }

    /// Ends the sessions that hold locks, as a lost connection does. Returns whether the locks are gone.
    bool endsSessionsOfLocks() const {
        m_server->run("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'");
        return QTest::qWaitFor(
            [&] { return m_server->run("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == "0"; }, 60'000);
    }

private slots:
    void initTestCase() {
        SKIP_WITHOUT_TOFU();
        if (const QString why = PostgresServer::whyNot(); !why.isEmpty())
            QSKIP(qPrintable(why));
        m_server = std::make_unique<PostgresServer>();
        QVERIFY2(m_server->isRunning(), m_server->log().constData());
    }

    void sharesStatesAndPlansWithTofu() {
        const QByteArray schema = newSchema();
        const ServerFolder folder = this->folder(schema);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        const Ran applied = folder.planlens(applying);
        COMPARE_EXIT(applied, 0);
        QVERIFY2(applied.out.contains("Apply complete! Resources: 1 added, 0 changed, 0 destroyed.") &&
                     applied.out.contains("o = \"x\""),
                 applied.out.constData());
        QVERIFY2(!applied.err.contains("state pull"), applied.err.constData());
        COMPARE_EXIT(folder.tofu({"plan", "-no-color", "-detailed-exitcode"}), 0);
        COMPARE_EXIT(folder.planlens({"plan", "-no-color", "-detailed-exitcode"}), 0);
        QCOMPARE(folder.planlens({"output", "-json", "o"}).out, QByteArray("\"x\"\n"));
        COMPARE_EXIT(folder.planlens({"plan", "-no-color", "-out=saved", "-replace=terraform_data.a"}), 0);
        COMPARE_EXIT(folder.tofu({"apply", "-no-color", "saved"}), 0);
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "saved"}), 1); // stale
        COMPARE_EXIT(folder.tofu({"plan", "-no-color", "-out=saved", "-destroy"}), 0);
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "saved"}), 0);
        QCOMPARE(stored(schema)["resources"].toArray().size(), 0);
        QVERIFY(!folder.has("terraform.tfstate"));
    }

    void alternatesWithTofu() {
        const QByteArray schema = newSchema();
        const ServerFolder folder = this->folder(schema);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        int serial = 0;
        for (int step = 1; step <= 4; ++step) {
            const QStringList apply = applying + QStringList{QStringLiteral("-var=v=%1").arg(step)};
            COMPARE_EXIT(step % 2 == 0 ? folder.tofu(apply) : folder.planlens(apply), 0);
            const QJsonObject state = stored(schema);
            QVERIFY(step == 1 || state["serial"].toInt() == serial + 1);
            serial = state["serial"].toInt();
            QCOMPARE(state["outputs"].toObject()["o"].toObject()["value"].toString(), QString::number(step));
        }
    }

    void sharesWorkspacesWithTofu() {
        const QByteArray schema = newSchema();
        const ServerFolder folder = this->folder(schema);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        COMPARE_EXIT(folder.tofu({"workspace", "new", "blue"}), 0);
        COMPARE_EXIT(folder.planlens(applying), 0); // the selected one
        COMPARE_EXIT(folder.planlens(applying, {{"TF_WORKSPACE", "red"}}), 0);
        QCOMPARE(stored(schema, "blue")["resources"].toArray().size(), 1);
        QCOMPARE(stored(schema, "red")["resources"].toArray().size(), 1);
        QCOMPARE(folder.tofu({"workspace", "list"}).out.simplified(), QByteArray("default * blue red"));
        COMPARE_EXIT(folder.tofu({"plan", "-no-color", "-detailed-exitcode"}, {{"TF_WORKSPACE", "red"}}), 0);
        QVERIFY(stored(schema).isEmpty());
    }

    /// Both programs exclude each other, also while the state or a workspace is created.
    void locksExcludeTheOtherProgram_data() {
        QTest::addColumn<bool>("isHeldByTofu");
        QTest::addColumn<bool>("exists");
        QTest::addColumn<QString>("workspace");
        QTest::addColumn<QByteArray>("expected");
        for (const bool isHeldByTofu : {false, true}) {
            const char* const holder = isHeldByTofu ? "tofu" : "planlens";
            QTest::addRow("%s, state", holder)
                << isHeldByTofu << true << "default" << QByteArray("Workspace is already locked: default");
            QTest::addRow("%s, new state", holder)
                << isHeldByTofu << false << "default" << QByteArray("ocked for workspace creation: default");
            QTest::addRow("%s, new workspace", holder)
                << isHeldByTofu << false << "blue" << QByteArray("Already locked for workspace creation: blue");
        }
    }
    void locksExcludeTheOtherProgram() {
        QFETCH(bool, isHeldByTofu);
        QFETCH(bool, exists);
        QFETCH(QString, workspace);
        QFETCH(QByteArray, expected);
        const QByteArray schema = newSchema();
        const ServerFolder folder = this->folder(schema);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        if (exists)
            COMPARE_EXIT(folder.tofu(applying), 0);
        folder.write("steps.tf", waitingSteps("1").replace("\"a\"", "\"c\"").replace("data.a", "data.c"));
        QProcess holder;
        if (isHeldByTofu)
            folder.startTofu(holder, applying);
        else
            folder.startPlanlens(holder, applying);
        QVERIFY(appears(folder.path("reached1")));
        const Environment environment{{"TF_WORKSPACE", workspace}};
        const Ran other = isHeldByTofu ? folder.planlens(planning, environment) : folder.tofu(planning, environment);
        folder.write("go1", "");
        holder.waitForFinished();
        COMPARE_EXIT(other, 1);
        QVERIFY2(errorOf(other).contains(expected), other.all().constData());
        QVERIFY2(holder.exitCode() == 0, holder.readAll().constData());
        COMPARE_EXIT(folder.planlens(planning, environment), 0);
    }

    /// The lock ends with the connection: then nothing new starts, and the state is kept in a file.
    void lostLocksStopTheApply() {
        const QByteArray schema = newSchema();
        const ServerFolder folder = this->folder(schema, waitingSteps(""));
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        QProcess process;
        folder.startPlanlens(process, applying);
        QVERIFY(appears(folder.path("reached")));
        QVERIFY(endsSessionsOfLocks());
        folder.write("go", "");
        QVERIFY(process.waitForFinished());
        const QByteArray output = process.readAllStandardOutput() + process.readAllStandardError();
        QVERIFY2(process.exitCode() == 1, output.constData());
        QVERIFY2(!folder.has("b"), output.constData());
        for (const char* part : {"State lock lost", "Failed to save state", "errored.tfstate"})
            QVERIFY2(output.contains(part), output.constData());
        QVERIFY2(!output.contains(PostgresServer::password), output.constData());
        QVERIFY(stored(schema)["resources"].toArray().isEmpty());
        const Ran pushed = folder.tofu({"state", "push", "errored.tfstate"});
        COMPARE_EXIT(pushed, 0);
        const Ran planned = folder.planlens(planning);
        COMPARE_EXIT(planned, 0);
        QVERIFY2(planned.out.contains("Plan: 1 to add, 0 to change"), planned.all().constData());
    }

    /// What another program has written after the lock was lost is not replaced by a push as advised.
    void statesOfOthersAreNotPushedOver() {
        const QByteArray schema = newSchema();
        const ServerFolder folder = this->folder(schema, waitingSteps(""));
        const ServerFolder other = this->folder(schema, "resource \"terraform_data\" \"other\" {\n}\n");
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        COMPARE_EXIT(other.tofu({"init", "-no-color"}), 0);
        QProcess process;
        folder.startPlanlens(process, applying);
        QVERIFY(appears(folder.path("reached")));
        QVERIFY(endsSessionsOfLocks());
        COMPARE_EXIT(other.tofu(applying), 0);
        folder.write("go", "");
        QVERIFY(process.waitForFinished());
        const QByteArray output = process.readAllStandardOutput() + process.readAllStandardError();
        QVERIFY2(process.exitCode() == 1, output.constData());
        QVERIFY2(output.contains("state push errored.tfstate"), output.constData());
        for (const Ran& pushed :
             {folder.tofu({"state", "push", "errored.tfstate"}), folder.planlens({"state", "push", "errored.tfstate"})})
            COMPARE_EXIT(pushed, 1);
        QVERIFY(QJsonDocument(stored(schema)).toJson().contains("\"other\""));
        COMPARE_EXIT(folder.tofu({"state", "push", "-force", "errored.tfstate"}), 0);
        QVERIFY(!QJsonDocument(stored(schema)).toJson().contains("\"other\""));
    }

    /// Objects that exist already are not provisioned any more. A warning appears before the next step.
    void lostLocksStopProvisioners() {
        const QByteArray schema = newSchema();
        const ServerFolder folder = this->folder(
            schema, "resource \"terraform_data\" \"a\" {\n  count = 3\n  provisioner \"local-exec\" {\n    command = "
                    "\"touch reached reached${count.index}; while [ ! -e go ]; do sleep 0.02; done\"\n  }\n  "
                    "provisioner \"local-exec\" {\n    command = \"touch next${count.index}\"\n  }\n}\n");
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        folder.startPlanlens(process, applying + QStringList{"-parallelism=1"});
        QVERIFY(appears(folder.path("reached")));
        m_server->run("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'");
        QByteArray output;
        const auto isWarned = [&] {
            process.waitForReadyRead(100);
            return (output += process.readAll()).contains("Warning: State lock lost");
        };
        QTRY_VERIFY_WITH_TIMEOUT(isWarned(), 30'000);
        folder.write("go", "");
        QVERIFY(process.waitForFinished());
        output += process.readAll();
        QVERIFY2(process.exitCode() == 1 && output.contains("Error: State lock lost"), output.constData());
        const QStringList provisioned =
            QDir(folder.path()).entryList({QStringLiteral("reached?"), QStringLiteral("next?")}, QDir::Files);
        QCOMPARE(provisioned.size(), 1);
    }

    void rejectsWhatTofuRefuses_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("password") << QByteArray(PostgresServer::password) << QByteArray("wrong-s3cret");
        QTest::newRow("database") << QByteArray("/postgres?") << QByteArray("/other?");
        QTest::newRow("TLS mode") << QByteArray("=disable") << QByteArray("=prefer");
        QTest::newRow("setting") << QByteArray("=disable") << QByteArray("=disable&x=y");
        QTest::newRow("port") << QByteArray("=disable") << QByteArray("=disable&port=z");
        QTest::newRow("encoding") << QByteArray("=disable") << QByteArray("=disable&client_encoding=latin1");
    }
    void rejectsWhatTofuRefuses() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        const ProjectFolder folder("terraform {\n  backend \"pg\" {}\n}\n");
        const QString url = QString::fromLatin1(m_server->url());
        const QString changed = QString(url).replace(QString::fromLatin1(from), QString::fromLatin1(to));
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}, {{"PG_CONN_STR", url}}), 0);
        const Ran byTofu = folder.tofu(planning, {{"PG_CONN_STR", changed}}),
                  byPlanlens = folder.planlens(planning, {{"PG_CONN_STR", changed}});
        COMPARE_EXIT(byTofu, 1);
        COMPARE_EXIT(byPlanlens, 1);
        QCOMPARE(errorOf(byPlanlens), errorOf(byTofu));
        QVERIFY(!byPlanlens.all().contains("s3cret"));
    }

    void initializationIsRequiredAfterChanges() {
        const ServerFolder folder = this->folder(newSchema());
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        COMPARE_EXIT(folder.planlens(planning), 0);
        folder.write("main.tf",
                     folder.read("main.tf").replace("schema_name", "skip_index_creation = true\nschema_name"));
        const Ran byTofu = folder.tofu(planning), byPlanlens = folder.planlens(planning);
        COMPARE_EXIT(byTofu, 1);
        COMPARE_EXIT(byPlanlens, 1);
        QCOMPARE(errorOf(byPlanlens), errorOf(byTofu));
    }

    void forceUnlockEndsTheSessionOfTheLock() {
        const QByteArray schema = newSchema();
        const ServerFolder folder = this->folder(schema);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        COMPARE_EXIT(folder.planlens(applying), 0);
        const PostgresServer::OtherSession holder(*m_server,
                                                  "SELECT pg_try_advisory_lock(id) FROM " + schema + ".states");
        COMPARE_EXIT(folder.planlens(planning), 1);
        const QString id = QString::fromLatin1(holder.processId());
        COMPARE_EXIT(folder.planlens({"force-unlock", "-force", "abc"}), 1);
        COMPARE_EXIT(folder.planlens({"force-unlock", id}, {}, "no\n"), 1);
        COMPARE_EXIT(folder.planlens({"force-unlock", "-force", id}), 0);
        COMPARE_EXIT(folder.planlens(QStringList(planning) << "-lock-timeout=1m"), 0);
    }

    /// The library is large, and most states are elsewhere.
    void loadsLibpqOnlyForThisBackend() {
        const ServerFolder folder = this->folder(newSchema());
        const Environment watched{{"LD_DEBUG", "files"}};
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        const ProjectFolder local(simpleResources);
        QVERIFY(!local.planlens({"version"}, watched).err.contains("libpq"));
        QVERIFY(!local.planlens(planning, watched).err.contains("libpq"));
        QVERIFY(folder.planlens(planning, watched).err.contains("libpq"));
    }
};

QTEST_GUILESS_MAIN(TestPgBackend)
#include "tst_pg_backend.moc"

// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"
#include "tests/app/support/state_server.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QtTest>

using namespace planlens::testing;

namespace {

/// A configuration whose state is on a test server.
class ServerFolder : public ProjectFolder {
public:
    explicit ServerFolder(const StateServer& server) {
        write("main.tf", "variable \"v\" {\n  default = \"x\"\n}\nresource \"terraform_data\" \"a\" {\n  input = "
                         "var.v\n}\noutput \"o\" {\n  value = terraform_data.a.output\n}\nterraform {\n  backend "
                         "\"http\" {\n" +
                             server.backend() + "  }\n}\n");
    }
};

qsizetype resourceCount(const StateServer& server) {
    return parseJson(server.state()).toObject()["resources"].toArray().size();
}

/// Returns the error output without the note of tofu about its own configuration.
QByteArray errorOf(const Ran& ran) {
    const QByteArray text = ran.all();
    return text.mid(text.indexOf("Error: ")).simplified();
}

} // namespace

/// States in the "http" backend, compared with the real tofu.
class TestHttpBackend : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { SKIP_WITHOUT_TOFU(); }

    void sharesStatesAndPlansWithTofu() {
        const StateServer server;
        const ServerFolder folder(server);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        const Ran applied = folder.planlens({"apply", "-no-color", "-auto-approve"});
        COMPARE_EXIT(applied, 0);
        QVERIFY2(applied.out.contains("Apply complete! Resources: 1 added, 0 changed, 0 destroyed.") &&
                     applied.out.contains("o = \"x\""),
                 applied.out.constData());
        QVERIFY2(!applied.err.contains("state pull"), applied.err.constData());
        QCOMPARE(resourceCount(server), 1);
        QVERIFY(server.lock().isEmpty());
        COMPARE_EXIT(folder.tofu({"plan", "-no-color", "-detailed-exitcode"}), 0);
        COMPARE_EXIT(folder.planlens({"plan", "-no-color", "-detailed-exitcode"}), 0);
        QCOMPARE(folder.planlens({"output", "-json", "o"}).out, QByteArray("\"x\"\n"));
        QCOMPARE(folder.planlens({"state", "list"}).out, QByteArray("terraform_data.a\n"));
        const int writes = server.writes();
        COMPARE_EXIT(folder.planlens({"plan", "-no-color", "-out=saved", "-replace=terraform_data.a"}), 0);
        QCOMPARE(server.writes(), writes);
        QCOMPARE(textDifference(folder.tofu({"show", "-no-color", "saved"}).out.trimmed(),
                                folder.planlens({"show", "-no-color", "saved"}).out.trimmed()),
                 QString());
        COMPARE_EXIT(folder.tofu({"apply", "-no-color", "saved"}), 0);
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "saved"}), 1); // the saved plan is stale
        COMPARE_EXIT(folder.tofu({"plan", "-no-color", "-out=saved", "-destroy"}), 0);
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "saved"}), 0);
        QCOMPARE(resourceCount(server), 0);
        QVERIFY(!folder.has("terraform.tfstate"));
    }

    void alternatesWithTofu() {
        const StateServer server;
        const ServerFolder folder(server);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        for (int step = 1; step <= 6; ++step) {
            const QStringList apply{"apply", "-no-color", "-auto-approve", QStringLiteral("-var=v=%1").arg(step)};
            COMPARE_EXIT(step % 2 == 0 ? folder.tofu(apply) : folder.planlens(apply), 0);
            const QJsonObject state = parseJson(server.state()).toObject();
            QCOMPARE(state["serial"].toInt(), step);
            QCOMPARE(state["outputs"].toObject()["o"].toObject()["value"].toString(), QString::number(step));
        }
    }

    void writesTheSameBytesAsTofu() {
        const StateServer server;
        const ServerFolder folder(server);
        folder.write("main.tf", folder.read("main.tf").replace("terraform_data.a.output", "var.v"));
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        COMPARE_EXIT(folder.tofu({"apply", "-no-color", "-auto-approve"}), 0);
        const QStringList change{"apply", "-no-color", "-auto-approve", "-var=v=y", "-exclude=terraform_data.a"};
        const QStringList back{"apply", "-no-color", "-auto-approve", "-var=v=x", "-exclude=terraform_data.a"};
        COMPARE_EXIT(folder.tofu(change), 0);
        const QByteArray byTofu = server.state();
        COMPARE_EXIT(folder.tofu(back), 0);
        COMPARE_EXIT(folder.planlens(change), 0);
        const auto withoutSerial = [](QByteArray text) {
            const qsizetype start = text.indexOf("\"serial\":");
            return text.remove(start, text.indexOf(',', start) - start);
        };
        QCOMPARE(withoutSerial(server.state()), withoutSerial(byTofu));
    }

    void rejectsWhatTofuRefuses_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("workspace");
        QTest::addColumn<QByteArray>("lock");
        QTest::newRow("locked") << QStringList{"plan", "-no-color"} << QString()
                                << QByteArray(
                                       "{\"ID\":\"abc\",\"Operation\":\"op\",\"Info\":\"i\",\"Who\":\"me\","
                                       "\"Version\":\"1\",\"Created\":\"2024-01-02T03:04:05.12Z\",\"Path\":\"p\"}");
        QTest::newRow("locked by something else") << QStringList{"apply", "-no-color", "-auto-approve"} << QString()
                                                  << QByteArray("{\"ID\":\"\",\"Created\":\"2024-01-02T03:04:05Z\"}");
        QTest::newRow("workspace") << QStringList{"plan", "-no-color"} << QStringLiteral("blue") << QByteArray();
    }
    void rejectsWhatTofuRefuses() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, workspace);
        QFETCH(QByteArray, lock);
        StateServer server;
        const ServerFolder folder(server);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        server.setLock(lock);
        const Environment environment = workspace.isEmpty() ? Environment() : Environment{{"TF_WORKSPACE", workspace}};
        const Ran byTofu = folder.tofu(arguments, environment), byPlanlens = folder.planlens(arguments, environment);
        COMPARE_EXIT(byTofu, 1);
        COMPARE_EXIT(byPlanlens, 1);
        QCOMPARE(errorOf(byPlanlens), errorOf(byTofu));
        QCOMPARE(server.lock(), lock);
    }

    void forceUnlocksLocksOfTofu() {
        StateServer server;
        const ServerFolder folder(server);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        server.setLock("{\"ID\":\"abc\"}");
        const Ran refused = folder.planlens({"force-unlock", "abc"}, {}, "no\n");
        COMPARE_EXIT(refused, 1);
        QVERIFY2(refused.out.contains("It may still be in use."), refused.out.constData());
        QVERIFY(!server.lock().isEmpty());
        COMPARE_EXIT(folder.planlens({"force-unlock", "-force", "abc"}), 0);
        QVERIFY(server.lock().isEmpty());
    }

    void locksThatAreNotConfiguredCannotBeForcedOpen() {
        StateServer server;
        const ProjectFolder folder("terraform {\n  backend \"http\" {\n    address = \"" + server.address() +
                                   "\"\n  }\n}\n");
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        const Ran byTofu = folder.tofu({"force-unlock", "-no-color", "-force", "abc"}),
                  byPlanlens = folder.planlens({"force-unlock", "-no-color", "-force", "abc"});
        COMPARE_EXIT(byTofu, 1);
        COMPARE_EXIT(byPlanlens, 1);
        QCOMPARE(errorOf(byPlanlens), errorOf(byTofu));
        QCOMPARE(errorOf(folder.planlens({"force-unlock", "-no-color", "abc"})), errorOf(byTofu)); // without a prompt
    }

    /// Another program writes the state while the approval is awaited.
    void approvedChangesOfOldStatesAreNotApplied() {
        StateServer server;
        const ServerFolder folder(server);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        folder.startPlanlens(process, {"apply", "-no-color"});
        QByteArray output;
        const auto isAsking = [&] {
            process.waitForReadyRead(100);
            return (output += process.readAll()).contains("Enter a value:");
        };
        QTRY_VERIFY_WITH_TIMEOUT(isAsking(), 60'000);
        COMPARE_EXIT(folder.tofu({"apply", "-no-color", "-auto-approve", "-lock=false", "-var=v=other"}), 0);
        const QByteArray state = server.state();
        QTest::qWait(2100); // a state that was read a moment ago is not read again
        process.write("yes\n");
        QVERIFY(process.waitForFinished(60'000));
        output += process.readAll();
        QVERIFY2(process.exitCode() == 1 && output.contains("Error: State changed"), output.constData());
        QVERIFY2(!output.contains("Creating..."), output.constData());
        QVERIFY(!folder.has("errored.tfstate"));
        QCOMPARE(server.state(), state);
        QVERIFY(server.lock().isEmpty());
    }

    /// A plan whose lock stays on the server must not look like a success.
    void plansReportLocksThatStay() {
        StateServer server;
        const ServerFolder folder(server);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        server.refuseUnlock();
        for (const QStringList& arguments :
             {QStringList{"plan", "-no-color"}, QStringList{"plan", "-no-color", "-out=saved"}}) {
            const Ran ran = folder.planlens(arguments);
            COMPARE_EXIT(ran, 1);
            QVERIFY2(ran.err.contains("Error releasing the state lock"), ran.err.constData());
            server.setLock({});
        }
        const Ran events = folder.planlens({"plan", "-json"});
        COMPARE_EXIT(events, 1);
        QVERIFY2(events.out.contains("\"summary\":\"Error releasing the state lock\""), events.out.constData());
    }

    void waitsForTheLock() {
        StateServer server;
        const ServerFolder folder(server);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        server.setLock("{\"ID\":\"abc\"}");
        server.releaseAfterNextLock();
        COMPARE_EXIT(folder.planlens({"plan", "-no-color", "-lock-timeout=10m"}), 0);
    }

    void initializationIsRequiredAfterChanges_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("address") << QByteArray("    address = \"")
                                 << QByteArray("    address = \"http://127.0.0.1:1/?");
        QTest::newRow("another argument") << QByteArray("    address") << QByteArray("    retry_max = 1\n    address");
    }
    void initializationIsRequiredAfterChanges() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        const StateServer server;
        const ServerFolder folder(server);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        COMPARE_EXIT(folder.planlens({"plan", "-no-color"}), 0);
        folder.write("main.tf", folder.read("main.tf").replace(from, to));
        const Ran byTofu = folder.tofu({"plan", "-no-color"}), byPlanlens = folder.planlens({"plan", "-no-color"});
        COMPARE_EXIT(byTofu, 1);
        COMPARE_EXIT(byPlanlens, 1);
        QCOMPARE(errorOf(byPlanlens), errorOf(byTofu));
    }

    void slowServersAreNamed() {
        StateServer server;
        const ServerFolder folder(server);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        server.delayReads(3000);
        const Ran ran = folder.planlens({"state", "list"});
        COMPARE_EXIT(ran, 0);
        QCOMPARE(ran.out, QByteArray("terraform_data.a\n"));
        QCOMPARE(ran.err, QByteArray("Waiting for the server of the state (backend \"http\"): reading the state...\n"));
    }

    void stateOptionsAreRejected() {
        const StateServer server;
        const ServerFolder folder(server);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        const Ran ran = folder.planlens({"plan", "-no-color", "-state=x.tfstate"});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.all().contains("(backend \"http\")"), ran.all().constData());
    }
};

QTEST_GUILESS_MAIN(TestHttpBackend)
#include "tst_http_backend.moc"

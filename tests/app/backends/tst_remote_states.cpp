// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"
#include "tests/app/support/state_server.h"
#include "tests/app/support/waiting_steps.h"
#include "tests/support/postgres_server.h"

#include <QFile>
#include <QJsonObject>
#include <QProcess>
#include <QtTest>

#include <algorithm>
#include <sys/stat.h>
#include <unistd.h>

using namespace planlens::testing;

namespace {

const QByteArray state = "{\"version\":4,\"terraform_version\":\"1.12.6\",\"serial\":1,\"lineage\":\"l\",\"outputs\":{"
                         "\"o\":{\"value\":\"stored\",\"type\":\"string\"},\"s\":{\"value\":\"hidden\",\"type\":"
                         "\"string\",\"sensitive\":true}},\"resources\":[]}\n";

QByteArray remoteState(const QByteArray& arguments) {
    return "data \"terraform_remote_state\" \"r\" {\n" + arguments +
           "}\noutput \"all\" {\n  value = data.terraform_remote_state.r.outputs\n}\n";
}

/// A program in place of tofu that writes this state.
void writeTool(const ProjectFolder& folder, const QString& directory) {
    folder.write(directory + "/version", "OpenTofu v1.12.6\non linux_amd64\n");
    folder.write(directory + "/state", state);
    const QString tool = folder.path(directory + "/tofu");
    QFile::copy(QStringLiteral(PLANLENS_SOURCE_DIR "/tests/app/fake_tool/tofu"), tool);
    QFile::setPermissions(tool, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

QJsonObject outputsOf(const ProjectFolder& folder) {
    return parseJson(folder.planlens({"output", "-json", "all"}).out).toObject();
}

} // namespace

/// terraform_remote_state with other backends than "local".
class TestRemoteStates : public QObject {
    Q_OBJECT
private slots:
    void readsStatesOfHttp() {
        StateServer server;
        const ProjectFolder folder(remoteState("  backend = \"http\"\n  config = {\n    address = \"" +
                                               server.address() + "\"\n  }\n  defaults = { more = 1 }\n"));
        const Ran missing = folder.planlens({"plan", "-no-color"});
        COMPARE_EXIT(missing, 1);
        QVERIFY2(missing.all().contains("Unable to find remote state"), missing.all().constData());
        server.setState(state);
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "-auto-approve"}), 0);
        QCOMPARE(outputsOf(folder), (QJsonObject{{"o", "stored"}, {"s", "hidden"}, {"more", 1}}));
        QCOMPARE(server.writes(), 0);
        QVERIFY(server.lock().isEmpty());
        if (haveTofu())
            COMPARE_EXIT(folder.tofu({"plan", "-no-color", "-detailed-exitcode"}), 0);
    }

    void backendsWithoutWorkspacesHaveOnlyTheDefault() {
        const ProjectFolder folder(remoteState("  backend = \"http\"\n  workspace = \"blue\"\n  config = { address = "
                                               "\"http://127.0.0.1:1/\" }\n"));
        const Ran ran = folder.planlens({"plan", "-no-color"});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.all().simplified().contains("error loading the remote state: workspaces not supported"),
                 ran.all().constData());
        if (haveTofu())
            QVERIFY(folder.tofu({"plan", "-no-color"})
                        .all()
                        .simplified()
                        .contains("error loading the remote state: workspaces not supported"));
    }

    /// Of ten remote states, the error must say which one.
    void saysWhichStateCannotBeRead_data() {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("config");
        QTest::newRow("s3") << QByteArray("s3")
                            << QByteArray("bucket = \"b\", key = \"k\", region = \"us-east-1\", access_key = \"a\", "
                                          "secret_key = \"s\", skip_credentials_validation = true, "
                                          "skip_requesting_account_id = true, max_retries = 0, endpoints = { s3 = "
                                          "\"http://127.0.0.1:1\" }");
    }
    void saysWhichStateCannotBeRead() {
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, config);
        const ProjectFolder folder(remoteState("  backend = \"" + type + "\"\n  config = { " + config + " }\n"));
        const Ran ran = folder.planlens({"plan", "-no-color"});
        COMPARE_EXIT(ran, 1);
        for (const char* part :
             {"Error: Error loading state error with data.terraform_remote_state.r, on main.tf line 2",
              "error loading the remote state: ", "127.0.0.1:1"})
            QVERIFY2(ran.all().simplified().contains(part), ran.all().constData());
    }

    void checksArgumentsWhenTofuDoes_data() {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("config");
        const auto row = [](const char* name, const char* type, const char* config) {
            QTest::newRow(name) << QByteArray(type) << QByteArray(config);
        };
        row("address that is none", "http", "address = 5");
        row("no address", "http", "");
        row("credentials that are none", "gcs", "bucket = \"b\", credentials = \"nope\"");
        row("name of an account", "azurerm", "storage_account_name = \"X Y\", container_name = \"c\", key = \"k\"");
        row("no kubeconfig", "kubernetes", "secret_suffix = \"a\"");
        row("unknown region", "s3", "bucket = \"b\", key = \"k\", region = \"xx-1\"");
        row("empty bucket", "s3", "bucket = \"\", key = \"k\", region = \"us-east-1\"");
        row("deprecated arguments", "s3",
            "bucket = \"b\", key = \"/k\", region = \"us-east-1\", force_path_style = true, role_arn = \"x\"");
        row("empty path", "local", "path = \"\"");
    }
    void checksArgumentsWhenTofuDoes() {
        SKIP_WITHOUT_TOFU();
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, config);
        const ProjectFolder folder(remoteState("  backend = \"" + type + "\"\n  config = { " + config + " }\n"));
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        const Environment environment{{"HOME", folder.path()}};
        const auto linesOf = [](const Ran& ran) {
            QByteArrayList lines;
            for (const QByteArray& line : ran.all().split('\n'))
                if (!line.trimmed().isEmpty())
                    lines.append(line.simplified());
            std::ranges::sort(lines); // both streams
            return lines;
        };
        for (const char* command : {"validate", "plan"}) {
            const Ran byTofu = folder.tofu({command, "-no-color"}, environment);
            const Ran byPlanlens = folder.planlens({command, "-no-color"}, environment);
            QCOMPARE(linesOf(byPlanlens).join('\n'), linesOf(byTofu).join('\n'));
            QCOMPARE(byPlanlens.exitCode, byTofu.exitCode);
        }
    }

    void readsStatesOfPg() {
        if (const QString why = PostgresServer::whyNot(); !why.isEmpty())
            QSKIP(qPrintable(why));
        const PostgresServer server;
        QVERIFY2(server.isRunning(), server.log().constData());
        const ProjectFolder folder(remoteState("  backend   = \"pg\"\n  workspace = \"blue\"\n  config = {\n    "
                                               "conn_str = \"" +
                                               server.url() + "\"\n    skip_index_creation = \"true\"\n  }\n"));
        const Ran missing = folder.planlens({"plan", "-no-color"});
        COMPARE_EXIT(missing, 1);
        QVERIFY2(missing.all().contains("Unable to find remote state"), missing.all().constData());
        const QByteArray withoutDefaults = folder.read("main.tf");
        folder.write("main.tf",
                     QByteArray(withoutDefaults)
                         .replace("  config = {", "  defaults = { o = \"standby\", s = \"x\" }\n  config = {"));
        const Ran standby = folder.planlens({"plan", "-no-color"});
        COMPARE_EXIT(standby, 0);
        QVERIFY2(standby.out.contains("standby"), standby.all().constData());
        folder.write("main.tf", withoutDefaults);
        server.run("INSERT INTO terraform_remote_state.states (name, data) VALUES ('blue', '" + state + "')");
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "-auto-approve"}), 0);
        QCOMPARE(outputsOf(folder)["o"].toString(), QStringLiteral("stored"));
        folder.write("main.tf", folder.read("main.tf").replace(PostgresServer::password, "wrong-secret"));
        const Ran refused = folder.planlens({"plan", "-no-color"});
        COMPARE_EXIT(refused, 1);
        QVERIFY2(refused.all().contains("pq: password authentication failed for user \"planlens\" (28P01)") &&
                     !refused.all().contains("wrong-secret"),
                 refused.all().constData());
    }

    void otherBackendsAreReadThroughTheTool() {
        const ProjectFolder folder(remoteState(
            "  backend = \"cos\"\n  config = { bucket = \"a\", region = \"ap-x\", secret_key = \"top-secret\" }\n"));
        writeTool(folder, "bin");
        const Environment environment{{"PATH", folder.path("bin") + ":/usr/bin:/bin"}};
        COMPARE_EXIT(folder.planlens({"validate", "-no-color"}, environment), 0);
        QVERIFY(!folder.has("bin/asked")); // validating starts nothing
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "-auto-approve"}, environment), 0);
        QCOMPARE(folder.read("bin/asked").split('\n').constLast(), QByteArray());
        QVERIFY(folder.read("bin/asked").contains("state pull -no-color\n"));
        QCOMPARE(outputsOf(folder)["o"].toString(), QStringLiteral("stored"));
        QVERIFY(!folder.has(".terraform"));
        folder.write("bin/fails", "");
        const Ran failed = folder.planlens({"plan", "-no-color"}, environment);
        COMPARE_EXIT(failed, 1);
        QVERIFY2(failed.all().contains("the backend is on fire") &&
                     failed.all().contains("Unable to read remote state"),
                 failed.all().constData());
    }
    void usesTheGivenTool() {
        const ProjectFolder folder(
            remoteState("  backend = \"cos\"\n  config = { bucket = \"a\", region = \"ap-x\" }\n"));
        const Environment environment{{"PATH", "/nowhere"}};
        const Ran missing = folder.planlens({"plan", "-no-color"}, environment);
        COMPARE_EXIT(missing, 1);
        QVERIFY2(missing.all().contains("No program to read the remote state with"), missing.all().constData());
        const Ran named = folder.planlens({"plan", "-no-color", "-tool=/nowhere/tofu"}, environment);
        COMPARE_EXIT(named, 1);
        writeTool(folder, "other");
        COMPARE_EXIT(folder.planlens({"plan", "-no-color", "-tool=" + folder.path("other/tofu")}), 0);
    }

    /// No read starts to return before all have started.
    void statesAreReadAtTheSameTime() {
        constexpr int count = 8;
        QByteArray text;
        const ProjectFolder folder;
        for (int i = 0; i < count; ++i) {
            const QByteArray n = QByteArray::number(i);
            text += "data \"terraform_remote_state\" \"s" + n +
                    "\" {\n  backend = \"local\"\n  config = { path = \"pipe" + n + "\" }\n}\n";
            QCOMPARE(::mkfifo(QFile::encodeName(folder.path("pipe" + QString::fromLatin1(n))).constData(), 0600), 0);
        }
        folder.write("main.tf", text);
        QProcess process;
        folder.startPlanlens(process, {"plan", "-no-color"});
        std::vector<int> files;
        for (int i = 0; i < count; ++i) {
            const int file = openForWriting(folder.path(QStringLiteral("pipe%1").arg(i)));
            QVERIFY(file >= 0);
            files.push_back(file);
        }
        for (const int file : files) {
            QCOMPARE(::write(file, state.constData(), static_cast<std::size_t>(state.size())), ssize_t(state.size()));
            ::close(file);
        }
        QVERIFY(process.waitForFinished());
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
    }
};

QTEST_GUILESS_MAIN(TestRemoteStates)
#include "tst_remote_states.moc"

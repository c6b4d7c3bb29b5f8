// SPDX-License-Identifier: MPL-2.0
#include "tests/app/projects/repository_folder.h"
#include "tests/app/support/state_server.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTest>

#include <csignal>

using namespace planlens::testing;

namespace {

QStringList namesIn(const QByteArray& json) {
    QStringList names;
    for (const QJsonValue& project : QJsonDocument::fromJson(json)["projects"].toArray())
        names.append(project["name"].toString());
    return names;
}

} // namespace

/// The commands for repositories with many projects, run as processes.
class TestProjects final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listsProjects() {
        const RepositoryFolder folder({"live/a", "live/b"});
        const Ran ran = folder.planlens({"projects", "list", "-json"});
        COMPARE_EXIT(ran, 0);
        QCOMPARE(namesIn(ran.out), (QStringList{"live/a", "live/b"}));
        const QJsonValue first = QJsonDocument::fromJson(ran.out)["projects"][0];
        QCOMPARE(first["modules"][0].toString(), QString("modules/logs"));
        QCOMPARE(first["config_files"].toArray().size(), 2);
        const Ran text = folder.planlens({"projects", "list", "-project=live/b"});
        COMPARE_EXIT(text, 0);
        QVERIFY2(text.out.contains("live/b\n") && !text.out.contains("live/a"), text.out.constData());
        COMPARE_EXIT(folder.planlens({"projects", "list", "-project=none"}), 1);
    }

    void listsProjectsThatAChangeAffects() {
        if (QStandardPaths::findExecutable(QStringLiteral("git")).isEmpty())
            QSKIP("git is not installed");
        RepositoryFolder folder({"live/a", "live/b"});
        folder.write("live/c/main.tf", "terraform {\n  required_providers {}\n}\n");
        folder.write(".gitignore", ".terraform\n");
        QVERIFY(folder.git({"init"}) && folder.git({"add", "."}) && folder.git({"commit", "-m", "one"}));
        const auto changed = [&] {
            return namesIn(folder.planlens({"projects", "list", "-json", "-changed-since=main"}).out);
        };
        QCOMPARE(changed(), QStringList());
        folder.write("modules/logs/new.tf", "locals {}\n"); // untracked
        QCOMPARE(changed(), (QStringList{"live/a", "live/b"}));
        QVERIFY(folder.git({"checkout", "-b", "topic"}) && folder.git({"add", "."}) &&
                folder.git({"commit", "-m", "two"}));
        folder.write("live/c/main.tf", "terraform {\n  required_providers {}\n}\nlocals {}\n"); // not committed
        const Ran ran = folder.planlens({"projects", "list", "-json", "-changed-since=main"});
        QCOMPARE(namesIn(ran.out), (QStringList{"live/a", "live/b", "live/c"}));
        QCOMPARE(QJsonDocument::fromJson(ran.out)["projects"][0]["reasons"][0]["file"].toString(),
                 QString("modules/logs/new.tf"));
        const Ran unknown = folder.planlens({"projects", "list", "-changed-since=none"});
        COMPARE_EXIT(unknown, 1);
        QVERIFY2(unknown.err.simplified().contains("no commit of this name"), unknown.err.constData());
        COMPARE_EXIT(folder.planlens({"projects", "list", "-changed-since=--output=x"}), 1);
        QVERIFY(!folder.has("x"));
    }

    void editedEntryAffectsItsProject_data() {
        QTest::addColumn<QString>("below"); // folder of the repository in the work tree
        QTest::newRow("top of the work tree") << QString();
        QTest::newRow("folder of the work tree") << QStringLiteral("infra/");
    }
    void editedEntryAffectsItsProject() {
        if (QStandardPaths::findExecutable(QStringLiteral("git")).isEmpty())
            QSKIP("git is not installed");
        QFETCH(QString, below);
        const RepositoryFolder folder({});
        for (const char* name : {"a", "b"})
            folder.write(below + name + "/main.tf", "terraform {\n  required_providers {}\n}\n");
        const QByteArray list = "projects:\n- dir: a\n- dir: b\n";
        folder.write(below + "planlens.yaml", list);
        QVERIFY(folder.git({"init"}) && folder.git({"add", "."}) && folder.git({"commit", "-m", "one"}));
        const QStringList arguments{"projects", "list", "-changed-since=main", below.isEmpty() ? "." : below};
        folder.write(below + "planlens.yaml", list + "  workspace: w\n");
        const Ran ran = folder.planlens(arguments);
        COMPARE_EXIT(ran, 0);
        QVERIFY2(ran.out.contains("b@w\n") && !ran.out.contains("a\n"), ran.out.constData());
        QVERIFY2(ran.out.contains("planlens.yaml, in which the entry of the project has changed"), ran.out.constData());
        folder.write(below + "planlens.yaml", list + "discover: false\n");
        const Ran both = folder.planlens(arguments);
        QVERIFY2(both.out.contains("a\n") && both.out.contains("b\n") &&
                     both.out.contains("the key \"discover\" of all projects"),
                 both.out.constData());
    }

    /// A repository can name programs in its own configuration. None of them is started.
    void startsNoProgramsOfTheRepository() {
        if (QStandardPaths::findExecutable(QStringLiteral("git")).isEmpty())
            QSKIP("git is not installed");
        RepositoryFolder folder({"live/a"});
        folder.write(".gitattributes", "*.tf filter=evil diff=evil\n");
        QVERIFY(folder.git({"init"}) && folder.git({"add", "."}) && folder.git({"commit", "-m", "one"}));
        folder.write("evil.sh", "#!/bin/sh\ntouch '" + folder.path("started").toUtf8() + "'\ncat\n");
        QFile::setPermissions(folder.path("evil.sh"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        for (const char* setting : {"core.fsmonitor", "filter.evil.clean", "filter.evil.process", "diff.evil.textconv",
                                    "diff.evil.command", "diff.external", "core.pager"})
            QVERIFY(folder.git({"config", setting, folder.path("evil.sh")}));
        QFile::remove(folder.path("started"));
        folder.write("live/a/main.tf", rootModule("locals {}\n"));
        const Ran ran = folder.planlens({"projects", "list", "-json", "-changed-since=HEAD"});
        QCOMPARE(namesIn(ran.out), QStringList{"live/a"});
        COMPARE_EXIT(folder.planlens({"projects", "plan", "-out=results"}), 0);
        QVERIFY(!folder.has("started"));
    }

    /// CI systems pass settings such as safe.directory in the environment.
    void keepsSettingsOfGitInTheEnvironment() {
        if (QStandardPaths::findExecutable(QStringLiteral("git")).isEmpty())
            QSKIP("git is not installed");
        RepositoryFolder folder({"live/a"});
        QVERIFY(folder.git({"init"}) && folder.git({"add", "."}) && folder.git({"commit", "-m", "one"}) &&
                folder.git({"config", "filter.f.clean", "cat"}));
        folder.write("live/a/new.tf", "locals {}\n");
        folder.write("ignored", "new.tf\n");
        const QStringList list{"projects", "list", "-json", "-changed-since=HEAD"};
        QCOMPARE(namesIn(folder.planlens(list).out), QStringList{"live/a"});
        const Ran ran = folder.planlens(list, {{"GIT_CONFIG_COUNT", "1"},
                                               {"GIT_CONFIG_KEY_0", "core.excludesFile"},
                                               {"GIT_CONFIG_VALUE_0", folder.path("ignored")}});
        COMPARE_EXIT(ran, 0);
        QCOMPARE(namesIn(ran.out), QStringList());
    }

    void plansEachProject() {
        RepositoryFolder folder({"live/a", "live/b"});
        folder.add("live/broken", rootModule("locals {\n  x = nothing.y\n}\n"));
        const Ran ran = folder.planlens({"projects", "plan", "-out=results", "-jobs=2"});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.out.contains("live/a: 1 create") && ran.out.contains("live/broken: failed"), ran.out.constData());
        QVERIFY2(ran.out.contains("3 projects: 2 planned, 1 failed"), ran.out.constData());
        QVERIFY2(ran.err.contains("Failed: live/broken") && ran.err.contains("main.tf"), ran.err.constData());
        QCOMPARE(folder.results("planned"), (QStringList{"live/a", "live/b"}));
        QCOMPARE(folder.results("failed"), QStringList{"live/broken"});
        for (const QString& name : QDir(folder.path("results")).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            for (const QFileInfo& file : QDir(folder.path("results/" + name)).entryInfoList(QDir::Files))
                QCOMPARE(file.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
        QVERIFY(ran.out.contains("[3/3]"));
        // The usual `apply` command accepts the saved plan.
        const QString name = QDir(folder.path("results")).entryList({"live-a*"}, QDir::Dirs)[0];
        COMPARE_EXIT(folder.planlensIn("live/a", {"apply", folder.path("results/" + name + "/plan")}), 0);
    }

    void keepsResultsWhileNothingChanges() {
        RepositoryFolder folder({"live/a", "live/b"});
        const QStringList plan{"projects", "plan", "-out=results"};
        COMPARE_EXIT(folder.planlens(plan), 0);
        Ran ran = folder.planlens(plan);
        QVERIFY2(ran.out.contains("0 planned, 2 kept"), ran.out.constData());
        folder.write("live/a/main.tf", rootModule("locals {}\n"));
        ran = folder.planlens(plan);
        QVERIFY2(ran.out.contains("1 planned, 1 kept"), ran.out.constData());
        COMPARE_EXIT(folder.planlensIn("live/b", {"apply", "-auto-approve"}), 0); // a new state
        ran = folder.planlens(plan);
        QVERIFY2(ran.out.contains("1 planned, 1 kept"), ran.out.constData());
        ran = folder.planlens(plan + QStringList{"-fresh"});
        QVERIFY2(ran.out.contains("2 planned."), ran.out.constData());
        ran = folder.planlens({"projects", "plan", "-out=results", "-mode=destroy"});
        QVERIFY2(ran.out.contains("2 planned."), ran.out.constData()); // another mode makes another plan
    }

    /// Both runs plan the projects together. Otherwise, one of them would fail at the locked states.
    void concurrentRunsPlanEachProjectOnce() {
        const QStringList names{"live/a", "live/b", "live/c", "live/d", "live/e", "live/f"};
        const RepositoryFolder folder(names);
        const QString command = QStringLiteral("\"$0\" projects plan -out=results -jobs=1");
        QProcess shell;
        shell.setWorkingDirectory(folder.path());
        shell.start(QStringLiteral("/bin/sh"),
                    {QStringLiteral("-c"), command + " & " + command + "; wait $!", QStringLiteral(PLANLENS_CLI)});
        QVERIFY(shell.waitForFinished(60000));
        const QByteArray out = shell.readAllStandardOutput();
        QVERIFY2(!out.contains("failed"), out.constData());
        QCOMPARE(folder.results("planned"), names);
        QCOMPARE(out.count("unchanged since the last run"), 6);
    }

    void plansAgainIfInputsChange_data() {
        QTest::addColumn<QByteArray>("configuration");
        QTest::addColumn<QString>("change");
        QTest::addColumn<bool>("isKept");
        const QByteArray variable = "variable \"x\" {\n  default = \"d\"\n}\n";
        QTest::newRow("nothing") << variable << "nothing" << true;
        QTest::newRow("another variable of the environment") << variable << "OTHER_VARIABLE" << true;
        QTest::newRow("variable of the environment") << variable << "TF_VAR_x" << false;
        QTest::newRow("options of the environment") << variable << "TF_CLI_ARGS_plan" << false;
        QTest::newRow("file with a computed path")
            << QByteArray(
                   "locals {\n  n = \"pol\"\n  x = file(join(\"/\", [path.module, format(\"%s.txt\", local.n)]))\n"
                   "}\noutput \"o\" {\n  value = local.x\n}\n")
            << "file" << false;
        QTest::newRow("file by a variable")
            << QByteArray("variable \"f\" {\n  default = \"pol.txt\"\n}\noutput \"o\" {\n  value = file(var.f)\n}\n")
            << "file" << false;
        QTest::newRow("missing file") << QByteArray(
                                             "output \"o\" {\n  value = fileexists(join(\"\", [\"n\", \"ew\"]))\n}\n")
                                      << "new" << false;
        QTest::newRow("listed files")
            << QByteArray("output \"o\" {\n  value = fileset(join(\"\", [path.module]), \"n*\")\n}\n") << "new"
            << false;
        const QByteArray reader =
            "data \"terraform_remote_state\" \"b\" {\n  backend = \"local\"\n  config = {\n    path "
            "= join(\"/\", [\"..\", \"b\", \"terraform.tfstate\"])\n  }\n}\n";
        QTest::newRow("state of another project") << reader << "state" << false;
        QTest::newRow("unchanged state of another project") << reader << "nothing" << true;
        QTest::newRow("state of another project with the same serial") << reader << "same serial" << false;
        QTest::newRow("time of the plan")
            << QByteArray("output \"o\" {\n  value = plantimestamp() == \"\"\n}\n") << "nothing" << false;
        QTest::newRow("variable file of the options of the environment") << variable << "file" << false;
        QTest::newRow("home directory") << variable << "HOME" << false;
        QTest::newRow("installed module") << variable << "module" << false;
        QTest::newRow("backend of the initialization") << variable << "backend" << false;
        QTest::newRow("damaged plan") << variable << "plan" << false;
        QTest::newRow("damaged review") << variable << "review.json" << false;
    }
    void plansAgainIfInputsChange() {
        QFETCH(QByteArray, configuration);
        QFETCH(QString, change);
        QFETCH(bool, isKept);
        RepositoryFolder folder({"live/b"});
        folder.add("live/a", rootModule(configuration));
        folder.write("live/a/pol.txt", "x = 1");
        if (change == "module")
            folder.write("live/a/.terraform/modules/modules.json",
                         folder.read("live/a/.terraform/modules/modules.json")
                             .replace("]}", ",{\"Key\":\"x\",\"Source\":\"git::https://host/x\",\"Dir\":"
                                            "\".terraform/modules/x\"}]}"));
        COMPARE_EXIT(folder.planlensIn("live/b", {"apply", "-auto-approve"}), 0);
        const QStringList plan{"projects", "plan", "-out=results", "-project=live/a"};
        Environment environment;
        if (configuration.startsWith("variable \"x\""))
            environment["TF_CLI_ARGS_plan"] = QStringLiteral("-var-file=pol.txt");
        COMPARE_EXIT(folder.planlens(plan, environment), 0);
        if (change == "file")
            folder.write("live/a/pol.txt", "x = 2");
        if (change == "new")
            folder.write("live/a/new", "");
        if (change == "state") {
            folder.write("live/b/main.tf", rootModule("output \"o\" {\n  value = 1\n}\n"));
            COMPARE_EXIT(folder.planlensIn("live/b", {"apply", "-auto-approve"}), 0);
        }
        if (change == "same serial")
            folder.write("live/b/terraform.tfstate", folder.read("live/b/terraform.tfstate") + "\n");
        if (change == "module")
            folder.write("live/a/.terraform/modules/x/main.tf", "locals {\n}\n");
        if (change == "backend")
            folder.write("live/a/.terraform/terraform.tfstate", "{\"version\":3,\"backend\":{\"type\":\"x\"}}");
        if (change == "plan" || change == "review.json") {
            const QString result = QDir(folder.path("results")).entryList({"live-a*"}, QDir::Dirs)[0];
            folder.write("results/" + result + '/' + change, "x");
        }
        if (change == change.toUpper() || change.startsWith(QStringLiteral("TF_")))
            environment[change] = change == "TF_CLI_ARGS_plan" ? QStringLiteral("-var=x=e") : QStringLiteral("e");
        const Ran ran = folder.planlens(plan, environment);
        if (change != "backend") // which is another one than the configured one
            COMPARE_EXIT(ran, 0);
        QVERIFY2(ran.out.contains("1 kept") == isKept, ran.out.constData());
    }

    /// An argument of the environment that selects a part would make the report of the whole wrong.
    void plansProjectsAsAWhole_data() {
        QTest::addColumn<QString>("variable");
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<int>("exitCode");
        for (const char* variable : {"TF_CLI_ARGS_plan", "TF_CLI_ARGS"})
            for (const auto& [arguments, exitCode] :
                 {std::pair("-target=terraform_data.x", 1), {"--exclude terraform_data.x", 1}, {"-destroy", 1}})
                QTest::addRow("%s %s", variable, arguments) << variable << arguments << exitCode;
        QTest::newRow("variables") << "TF_CLI_ARGS_plan"
                                   << "-var=x=y" << 0;
        QTest::newRow("another command") << "TF_CLI_ARGS_show"
                                         << "-target=a.b" << 0;
    }
    void plansProjectsAsAWhole() {
        QFETCH(QString, variable);
        QFETCH(QString, arguments);
        QFETCH(int, exitCode);
        RepositoryFolder folder({});
        folder.add("live/a", rootModule("variable \"x\" {\n  default = 1\n}\n"));
        const Ran ran = folder.planlens({"projects", "plan", "-out=results"}, {{variable, arguments}});
        COMPARE_EXIT(ran, exitCode);
        QCOMPARE(folder.results("planned").size(), exitCode == 0 ? 1 : 0);
    }

    void plansOnlyDriftInRefreshOnlyMode() {
        RepositoryFolder folder({"live/a"});
        COMPARE_EXIT(folder.planlensIn("live/a", {"apply", "-auto-approve"}), 0);
        const QStringList plan{"projects", "plan", "-out=results", "-mode=refresh-only"};
        COMPARE_EXIT(folder.planlens(plan), 0);
        QCOMPARE(folder.planlens(plan).out.contains("kept"), false); // objects may have drifted since
    }

    void continuesAfterAnInterruption_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("interrupted") << SIGINT;
        QTest::newRow("killed") << SIGKILL;
    }
    void continuesAfterAnInterruption() {
        QFETCH(int, signal);
        RepositoryFolder folder({"live/a", "live/b", "live/c"});
        // One project blocks on reading a FIFO.
        folder.add("live/slow", rootModule("resource \"terraform_data\" \"x\" {\n  input = file(\"fifo\")\n}\n"));
        QProcess::execute("mkfifo", {folder.path("live/slow/fifo")});
        QProcess process;
        folder.startPlanlens(process, {"projects", "plan", "-out=results", "-jobs=2"});
        QTRY_COMPARE_WITH_TIMEOUT(folder.results("planned").size(), 3, 60000);
        ::kill(pid_t(process.processId()), signal);
        process.waitForFinished();
        QVERIFY(process.exitStatus() == QProcess::CrashExit || process.exitCode() == 1);
        QFile::remove(folder.path("live/slow/fifo"));
        folder.write("live/slow/fifo", "x");
        // The process that blocks ends some seconds later, and keeps the state locked until then.
        const Ran ran = folder.planlens({"projects", "plan", "-out=results", "-lock-timeout=30s"});
        COMPARE_EXIT(ran, 0);
        QVERIFY2(ran.out.contains("1 planned, 3 kept"), ran.out.constData());
        QCOMPARE(QDir(folder.path("results")).entryList({".planning*"}, QDir::AllEntries | QDir::Hidden),
                 QStringList());
    }

    void plansAgainIfStatesOnServersChange() {
        const StateServer server;
        RepositoryFolder folder({"live/b"});
        folder.add("live/a", rootModule("terraform {\n  backend \"http\" {\n" + server.backend() + "  }\n}\n"));
        folder.write("live/a/.terraform/terraform.tfstate", initialized(server));
        const QStringList inFolder{"-chdir=live/a"};
        COMPARE_EXIT(folder.planlens(inFolder + QStringList{"apply", "-auto-approve"}), 0);
        folder.add("live/slow", rootModule("resource \"terraform_data\" \"x\" {\n  input = file(\"fifo\")\n}\n"));
        QProcess::execute("mkfifo", {folder.path("live/slow/fifo")});
        const auto interrupt = [&] {
            QProcess process;
            folder.startPlanlens(process, {"projects", "plan", "-out=results", "-jobs=3"});
            QByteArray said;
            QTRY_VERIFY_WITH_TIMEOUT((said += process.readAllStandardOutput()).count("live/") >= 2, 60000);
            ::kill(pid_t(process.processId()), SIGINT);
            process.waitForFinished();
        };
        interrupt();
        QCOMPARE(folder.results("planned"), (QStringList{"live/a", "live/b"}));
        QFile::remove(folder.path("live/slow/fifo"));
        folder.write("live/slow/fifo", "x");
        COMPARE_EXIT(folder.planlens(inFolder + QStringList{"apply", "-auto-approve",
                                                            "-replace=module.logs.terraform_data.bucket"}),
                     0);
        const Ran ran = folder.planlens({"projects", "plan", "-out=results", "-lock-timeout=30s"});
        COMPARE_EXIT(ran, 0);
        QVERIFY2(ran.out.contains("2 planned, 1 kept"), ran.out.constData());
    }

    /// Locks of servers stay if the process that took them is killed.
    void releasesLocksOfServersAtTheTimeLimit() {
        const StateServer server;
        RepositoryFolder folder({});
        QTcpServer silent; // connections are accepted by the system, and never answered
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        folder.add("live/a", rootModule("terraform {\n  backend \"http\" {\n" + server.backend() +
                                        "  }\n}\ndata \"terraform_remote_state\" \"s\" {\n  backend = \"http\"\n  "
                                        "config = { address = \"http://127.0.0.1:" +
                                        QByteArray::number(silent.serverPort()) + "/\" }\n}\n"));
        folder.write("live/a/.terraform/terraform.tfstate", initialized(server));
        const Ran ran = folder.planlens({"projects", "plan", "-out=results", "-timeout=3s"},
                                        {{"no_proxy", "*"}, {"NO_PROXY", "*"}});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.err.contains("within the time limit"), ran.err.constData());
        QVERIFY2(server.lock().isEmpty(), server.lock().constData());
    }

    void oneHangingProjectDoesNotStopOthers() {
        RepositoryFolder folder({"live/a", "live/b"});
        folder.add("live/hang", rootModule("resource \"terraform_data\" \"x\" {\n  input = file(\"fifo\")\n}\n"));
        QProcess::execute("mkfifo", {folder.path("live/hang/fifo")});
        const Ran ran = folder.planlens({"projects", "plan", "-out=results", "-timeout=5s"});
        COMPARE_EXIT(ran, 1);
        QCOMPARE(folder.results("planned"), (QStringList{"live/a", "live/b"}));
        QVERIFY2(ran.err.contains("within the time limit"), ran.err.constData());
    }

    void shardsPlanEachProjectOnce() {
        QStringList names;
        for (int i = 0; i < 12; ++i)
            names.append(QStringLiteral("live/p%1").arg(i));
        RepositoryFolder folder(names);
        int planned = 0;
        for (int index = 0; index < 3; ++index) {
            const Ran ran =
                folder.planlens({"projects", "plan", "-out=results", "-shard=auto"},
                                {{"CIRCLE_NODE_INDEX", QString::number(index)}, {"CIRCLE_NODE_TOTAL", "3"}});
            COMPARE_EXIT(ran, 0);
            QVERIFY2(ran.out.contains("4 projects: 4 planned"), ran.out.constData());
            planned += 4;
        }
        QCOMPARE(planned, 12);
        QCOMPARE(folder.results("planned").size(), 12);
    }

    /// Machines initialize what they plan: the lists must not depend on it, nor on results that others have written.
    void listsOfShardsAreWhatTheyPlan() {
        QStringList names;
        for (int i = 0; i < 6; ++i)
            names.append(QStringLiteral("live/p%1").arg(i));
        RepositoryFolder folder(names);
        QStringList listed;
        for (const char* shard : {"-shard=1/2", "-shard=2/2"}) {
            const Ran list = folder.planlens({"projects", "list", "-json", shard, "-out=results"});
            COMPARE_EXIT(list, 0);
            QStringList share;
            const QJsonArray projects = QJsonDocument::fromJson(list.out)["projects"].toArray();
            for (const QJsonValue& project : projects)
                share.append(project["dir"].toString());
            QCOMPARE(share.size(), 3);
            listed += share;
            folder.write(share.front() + "/.terraform.lock.hcl", "# by init\n");
            COMPARE_EXIT(folder.planlens({"projects", "plan", shard, "-out=results"}), 0);
            listed.sort();
            QCOMPARE(folder.results("planned"), listed);
        }
        QCOMPARE(listed, names);
    }

    void invalidOptionsAreErrors_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("shard of a list without results") << QStringList{"list", "-shard=1/2"};
        QTest::newRow("shard of a list") << QStringList{"list", "-shard=x", "-out=r"};
        QTest::newRow("no results") << QStringList{"plan"};
        QTest::newRow("object store") << QStringList{"plan", "-out=s3://bucket/x"};
        QTest::newRow("mode") << QStringList{"plan", "-out=r", "-mode=x"};
        QTest::newRow("jobs") << QStringList{"plan", "-out=r", "-jobs=0"};
        QTest::newRow("shard") << QStringList{"plan", "-out=r", "-shard=5/4"};
        QTest::newRow("order") << QStringList{"plan", "-out=r", "-order=x"};
        QTest::newRow("timeout") << QStringList{"plan", "-out=r", "-timeout=x"};
        QTest::newRow("directory") << QStringList{"plan", "-out=r", "none"};
        QTest::newRow("no approvals") << QStringList{"apply", "r"};
        QTest::newRow("missing approvals") << QStringList{"apply", "-approvals=none", "r"};
        QTest::newRow("no directory of results") << QStringList{"report"};
        QTest::newRow("limit") << QStringList{"report", "-limit=0", "r"};
    }
    void invalidOptionsAreErrors() {
        QFETCH(QStringList, arguments);
        const RepositoryFolder folder({"live/a"});
        const Ran ran = folder.planlens(QStringList{"projects"} + arguments);
        COMPARE_EXIT(ran, 1);
        QVERIFY(ran.all().contains("Error"));
        QVERIFY(!folder.has("r"));
    }
};

QTEST_GUILESS_MAIN(TestProjects)
#include "tst_projects.moc"

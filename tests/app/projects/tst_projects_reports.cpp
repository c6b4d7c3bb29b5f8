// SPDX-License-Identifier: MPL-2.0
#include "tests/app/projects/repository_folder.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace planlens::testing;

/// Reports about planned projects, and which secrets they and the results have.
class TestProjectsReports final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Only the planning itself knows which diagnostics report checks.
    void reportsFailedChecksOnce_data() {
        QTest::addColumn<QByteArray>("configuration");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<int>("diagnostics");
        const QByteArray assertion =
            "  assert {\n    condition = var.n == 2\n    error_message = \"n is wrong\"\n  }\n";
        const QByteArray condition =
            "    precondition {\n      condition = var.n == 2\n      error_message = \"n is wrong\"\n    }\n";
        QTest::newRow("assertion") << QByteArray("check \"c\" {\n" + assertion + "}\n") << 0 << 1;
        QTest::newRow("data source of a check")
            << QByteArray("check \"c\" {\n  data \"terraform_remote_state\" \"s\" {\n    backend = \"local\"\n"
                          "    config = {\n      path = \"missing\"\n    }\n  }\n"
                          "  assert {\n    condition = data.terraform_remote_state.s.outputs != null\n    "
                          "error_message = \"e\"\n  }\n}\n")
            << 0 << 2;
        QTest::newRow("precondition") << QByteArray("resource \"terraform_data\" \"r\" {\n  lifecycle {\n" + condition +
                                                    "  }\n}\n")
                                      << 1 << 1;
    }
    void reportsFailedChecksOnce() {
        QFETCH(QByteArray, configuration);
        QFETCH(int, exitCode);
        QFETCH(int, diagnostics);
        RepositoryFolder folder({});
        folder.add("live/a", rootModule("variable \"n\" {\n  default = 1\n}\n" + configuration));
        COMPARE_EXIT(folder.planlens({"projects", "plan", "-out=results"}), exitCode);
        for (const char* format : {"sarif", "junit"}) {
            const Ran report = folder.planlens({"projects", "report", QString("-format=") + format, "results"});
            const qsizetype count = QByteArray(format) == "sarif"
                                        ? report.out.count("\"ruleIndex\"")
                                        : report.out.count("<failure") + report.out.count("<error");
            QVERIFY2(count == diagnostics, report.out.constData());
            QVERIFY2(report.out.contains("live/a/main.tf") || exitCode == 1, report.out.constData());
        }
    }

    /// The groups of one project are few or many; pairs of them would be too many for the memory.
    void reportsAProjectWithManyChanges() {
        RepositoryFolder folder({"live/a", "live/b"});
        folder.add("live/large", rootModule("resource \"terraform_data\" \"r\" {\n  count = 10000\n"
                                            "  input = \"${count.index} of large\"\n}\n"));
        COMPARE_EXIT(folder.planlens({"projects", "plan", "-out=results"}), 0);
        const Ran report = folder.program(
            "prlimit", {"--as=2000000000", PLANLENS_CLI, "projects", "report", "-format=prometheus", "results"});
        COMPARE_EXIT(report, 0);
        QVERIFY2(report.out.contains("live/large\",action=\"create\"} 10001"), report.out.constData());
    }

    void listsOwnValuesOfAProjectOnce() {
        RepositoryFolder folder({});
        for (const QByteArray environment : {"blue", "green"})
            folder.add("live/" + environment, rootModule("variable \"environment\" {\n  default = \"" + environment +
                                                         "\"\n}\nresource \"terraform_data\" \"r\" {\n  count = 3\n"
                                                         "  input = \"${var.environment}-x\"\n}\n"));
        COMPARE_EXIT(folder.planlens({"projects", "plan", "-out=results"}), 0);
        const Ran report = folder.planlens({"projects", "report", "-format=markdown", "results"});
        COMPARE_EXIT(report, 0);
        for (const char* row : {"| live/blue | input", "| live/green | input"})
            QVERIFY2(report.out.count(row) == 1, report.out.constData());
    }

    void namesTheSelectedWorkspace() {
        RepositoryFolder folder({"live/a", "live/b"});
        folder.write("live/a/.terraform/environment", "staging");
        const auto workspaces = [](const QJsonArray& list) {
            QStringList all;
            for (const QJsonValue& project : list)
                all.append(project["workspace"].toString());
            return all;
        };
        const QStringList expected{"staging", ""};
        COMPARE_EXIT(folder.planlens({"projects", "plan", "-out=results"}), 0);
        QCOMPARE(workspaces(
                     QJsonDocument::fromJson(folder.planlens({"projects", "list", "-json"}).out)["projects"].toArray()),
                 expected);
        QCOMPARE(workspaces(QJsonDocument::fromJson(
                                folder.planlens({"projects", "report", "-format=json", "results"}).out)["projects"]
                                .toArray()),
                 expected);
        const Ran report = folder.planlens({"projects", "report", "-format=markdown", "results"});
        QVERIFY2(report.out.contains("live/a in workspace staging"), report.out.constData());
    }

    void keepsTheHistoryOfAProject() {
        RepositoryFolder folder({"live/a"});
        const QStringList plan{"projects", "plan", "-out=results", "-mode=refresh-only"};
        COMPARE_EXIT(folder.planlens(plan), 0);
        folder.write("live/a/broken.tf", "output \"o\" { value = var.missing }\n");
        COMPARE_EXIT(folder.planlens(plan), 1);
        QFile::remove(folder.path("live/a/broken.tf"));
        COMPARE_EXIT(folder.planlens(plan), 0);
        const Ran ran = folder.planlens({"projects", "report", "-format=json", "results"});
        COMPARE_EXIT(ran, 0);
        const QJsonArray trend = QJsonDocument::fromJson(ran.out)["trend"].toArray();
        QCOMPARE(trend.size(), 3);
        for (const QJsonValue& point : trend)
            QCOMPARE(point["projects"].toInt(), 1); // the last drift that is known counts after a failure
    }

    void reportsGroupTheSameChange() {
        RepositoryFolder folder({"live/a", "live/b", "live/c"});
        folder.add("live/d", rootModule("resource \"terraform_data\" \"own\" {\n}\n"));
        COMPARE_EXIT(folder.planlens({"projects", "plan", "-out=results"}), 0);
        const Ran json = folder.planlens({"projects", "report", "-format=json", "results"});
        COMPARE_EXIT(json, 0);
        const QJsonArray groups = QJsonDocument::fromJson(json.out)["groups"].toArray();
        QCOMPARE(groups.size(), 2);
        QStringList titles;
        for (const QJsonValue& group : groups)
            titles.append(group["title"].toString());
        QVERIFY2(titles.contains("4 projects: terraform_data.bucket create"), qPrintable(titles.join('\n')));
        QVERIFY(json.out.contains("also creates 1"));
        for (const char* format : {"html", "markdown", "sarif", "junit", "prometheus"}) {
            const Ran ran =
                folder.planlens({"projects", "report", QString("-format=") + format, "-out=report", "results"});
            COMPARE_EXIT(ran, 0);
            QVERIFY(!folder.read("report").isEmpty());
        }
        COMPARE_EXIT(folder.planlens({"projects", "report", "-format=pdf", "results"}), 1);
        COMPARE_EXIT(folder.planlens({"projects", "report", "none"}), 1);
        COMPARE_EXIT(folder.planlens({"projects", "report", "s3://bucket/results"}), 1);
    }

    void secretsAreOnlyInPlans() {
        const QByteArray secret = "hunter2-swordfish";
        RepositoryFolder folder({});
        folder.add("live/a", rootModule("variable \"password\" {\n  sensitive = true\n  default = \"" + secret +
                                        "\"\n}\nresource \"terraform_data\" \"x\" {\n  input = var.password\n}\n"
                                        "resource \"terraform_data\" \"y\" {\n  input = nonsensitive(var.password)\n}\n"
                                        "locals {\n  f = fileexists(\"${nonsensitive(var.password)}.txt\")\n}\n"
                                        "output \"f\" {\n  value = local.f\n}\n"
                                        "output \"o\" {\n  value = var.password\n  sensitive = true\n}\n"));
        COMPARE_EXIT(folder.planlens({"projects", "plan", "-out=results"}), 0);
        const QString name = QDir(folder.path("results")).entryList({"live-a*"}, QDir::Dirs)[0];
        for (const QFileInfo& file : QDir(folder.path("results/" + name)).entryInfoList(QDir::Files))
            if (file.fileName() != "plan" && file.fileName() != "plan.json")
                QVERIFY2(!folder.read("results/" + name + "/" + file.fileName()).contains(secret),
                         qPrintable(file.fileName()));
        for (const char* format : {"html", "markdown", "json", "sarif", "junit", "prometheus"})
            QVERIFY(!folder.planlens({"projects", "report", QString("-format=") + format, "results"})
                         .all()
                         .contains(secret));
    }

    void credentialsOfOtherStatesAreOnlyInPlans() {
        const RepositoryFolder folder({});
        QByteArray more = "resource \"terraform_data\" \"url\" {\n  input = \"db.internal\"\n}\n";
        for (const auto& [type, config] :
             {std::pair("http", "address = \"http://127.0.0.1:1/x?token=planted-query\", password = \"planted-word\""),
              std::pair("pg", "conn_str = \"postgres://u:planted-conn@127.0.0.1/x\""),
              std::pair("s3", "bucket = \"b\", key = \"k\", region = \"us-east-1\", access_key = \"planted-id\", "
                              "secret_key = \"planted-key\"")})
            more += QByteArray("data \"terraform_remote_state\" \"") + type + "\" {\n  backend = \"" + type +
                    "\"\n  config = { " + config + " }\n  depends_on = [terraform_data.url]\n}\n";
        folder.add("live/a", rootModule(more));
        COMPARE_EXIT(folder.planlens({"projects", "plan", "-out=results", "-project=live/a"}), 0);
        const QString results = "results/" + QDir(folder.path("results")).entryList({"live-a*"}, QDir::Dirs)[0];
        for (const char* file : {"review.json", "result.json", "diagnostics.json", "history.json"})
            QVERIFY2(!folder.read(results + "/" + file).contains("planted"), folder.read(results + "/" + file));
        for (const char* format : {"html", "markdown", "json"})
            for (const QStringList& report :
                 {QStringList{"projects", "report", "results"}, {"report", results + "/plan"}}) {
                const Ran ran = folder.planlens(report + QStringList{QString("-format=") + format});
                COMPARE_EXIT(ran, 0);
                QVERIFY2(ran.all().contains("db.internal") && !ran.all().contains("planted"), ran.all());
            }
    }

    void outputsOfOtherStatesAreOnlyInPlans() {
        const RepositoryFolder folder({});
        folder.add("live/b", rootModule("output \"o\" {\n  value = \"planted-output\"\n  sensitive = true\n}\n"));
        COMPARE_EXIT(folder.planlensIn("live/b", {"apply", "-auto-approve"}), 0);
        folder.add("live/a",
                   rootModule("data \"terraform_remote_state\" \"b\" {\n  backend = \"local\"\n  config = { path "
                              "= \"../b/terraform.tfstate\" }\n}\nresource \"terraform_data\" \"x\" {\n  input "
                              "= \"host ${data.terraform_remote_state.b.outputs.o}\"\n}\n"));
        COMPARE_EXIT(folder.planlens({"projects", "plan", "-out=results", "-project=live/a"}), 0);
        const QString results = "results/" + QDir(folder.path("results")).entryList({"live-a*"}, QDir::Dirs)[0];
        QVERIFY(!folder.read(results + "/review.json").contains("planted"));
        const Ran ran = folder.planlens({"report", "-format=markdown", results + "/plan"});
        COMPARE_EXIT(ran, 0);
        QVERIFY2(ran.all().contains("input = (sensitive value)") && !ran.all().contains("planted"), ran.all());
    }

    void unseenDifferencesMakeOtherChanges_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QByteArray>("other"); // of the third project
        const QByteArray replaced = "  triggers_replace = \"%1\"\n  lifecycle {\n    create_before_destroy = %2\n  }\n";
        const auto with = [](QByteArray text, const char* one, const char* two) {
            return text.replace("%1", one).replace("%2", two);
        };
        QTest::newRow("order of replacing")
            << with(replaced, "1", "true") << with(replaced, "2", "true") << with(replaced, "2", "false");
        const QByteArray secret = "  input = { a = \"%1\", password = %2 }\n";
        QTest::newRow("a secret that is not sensitive any more")
            << with(secret, "1", "sensitive(\"hidden\")") << with(secret, "2", "sensitive(\"hidden\")")
            << with(secret, "2", "\"hidden\"");
    }
    void unseenDifferencesMakeOtherChanges() {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QByteArray, other);
        const RepositoryFolder folder({});
        const auto write = [&](const QString& project, const QByteArray& body) {
            folder.add(project, rootModule("resource \"terraform_data\" \"r\" {\n" + body + "}\n"));
        };
        for (const char* const project : {"live/a", "live/b", "live/c"}) {
            write(project, before);
            COMPARE_EXIT(folder.planlens({QStringLiteral("-chdir=") + project, "apply", "-auto-approve"}), 0);
            write(project, project == QByteArrayView("live/c") ? other : after);
        }
        COMPARE_EXIT(folder.planlens({"projects", "plan", "-out=results"}), 0);
        const Ran report = folder.planlens({"projects", "report", "-format=markdown", "results"});
        COMPARE_EXIT(report, 0);
        QVERIFY2(report.out.contains("**Differs from 2 other projects**"), report.out.constData());
    }
};

QTEST_GUILESS_MAIN(TestProjectsReports)
#include "tst_projects_reports.moc"

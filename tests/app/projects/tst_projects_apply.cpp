// SPDX-License-Identifier: MPL-2.0
#include "tests/app/projects/repository_folder.h"
#include "tests/support/big_folders.h"

#include <QFile>
#include <QTest>

#include <csignal>

using namespace planlens::testing;

namespace {

/// Five projects: d depends on a, a on b, b on c. Applying a project fails while the file fail-NAME exists, and waits
/// while wait-NAME exists.
class DependentProjects : public RepositoryFolder {
public:
    DependentProjects()
        : RepositoryFolder(QStringList()) {
        for (const char* name : {"a", "b", "c", "d", "e"})
            add(QStringLiteral("live/") + QLatin1String(name),
                rootModule(
                    "resource \"terraform_data\" \"x\" {\n  provisioner \"local-exec\" {\n    command = \"echo " +
                    QByteArray(name) + " >> ../../log; while test -e ../../wait-" + name +
                    "; do sleep 0.1; done; test ! -e ../../fail-" + name + "\"\n  }\n}\n"));
        write(QStringLiteral("planlens.yaml"), "projects:\n- dir: live/a\n  depends_on: [live/b]\n- dir: live/b\n  "
                                               "depends_on: [live/c]\n- dir: live/d\n  depends_on: [live/a]\n");
    }
    /// Plans and approves all projects.
    Ran plan() const {
        Ran ran = planlens({"projects", "plan", "-out=results"});
        const QDir results(path(QStringLiteral("results")));
        write(QStringLiteral("approvals.json"), approvals(results.entryList(QDir::Dirs | QDir::NoDotAndDotDot)));
        return ran;
    }
    QStringList applied() const {
        QStringList names = QString::fromUtf8(read(QStringLiteral("log"))).split(u'\n', Qt::SkipEmptyParts);
        return names;
    }
};

const QStringList applyAll{"projects", "apply", "-approvals=approvals.json", "results"},
    applyOn{"projects", "apply", "-keep-going", "-approvals=approvals.json", "results"};

} // namespace

/// `projects apply`, run as a process.
class TestProjectsApply final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void appliesApprovedPlansOnly() {
        RepositoryFolder folder({"live/a", "live/b"});
        COMPARE_EXIT(folder.planlens({"projects", "plan", "-out=results"}), 0);
        const QString name = QDir(folder.path("results")).entryList({"live-a*"}, QDir::Dirs)[0];
        folder.write("approvals.json", folder.approvals({name}));
        const QStringList apply{"projects", "apply", "-approvals=approvals.json", "results"};
        Ran ran = folder.planlens(apply);
        COMPARE_EXIT(ran, 0);
        QVERIFY2(ran.out.contains("live/a: applied") && ran.out.contains("1 applied"), ran.out.constData());
        QVERIFY(folder.has("live/a/terraform.tfstate"));
        QVERIFY(!folder.has("live/b/terraform.tfstate"));
        ran = folder.planlens(apply); // after an interrupted apply
        COMPARE_EXIT(ran, 0);
        QVERIFY2(ran.out.contains("live/a: already applied"), ran.out.constData());
    }

    void listedFilesThatStayAreNoChange() {
        RepositoryFolder folder({});
        folder.add("live/a", rootModule("output \"o\" {\n  value = fileset(\"${path.module}/src\", \"**\")\n}\n"));
        folder.write("live/a/src/b/one.txt", "one");
        COMPARE_EXIT(folder.planlens({"projects", "plan", "-out=results"}), 0);
        const QString result = QDir(folder.path("results")).entryList({"live-a*"}, QDir::Dirs)[0];
        folder.write("approvals.json", folder.approvals({result}));
        const Ran ran = folder.planlens({"projects", "apply", "-approvals=approvals.json", "results"});
        COMPARE_EXIT(ran, 0);
    }

    void stalePlansAreRejected_data() {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QByteArray>("why");
        QTest::newRow("state") << "state" << QByteArray("its state has changed");
        QTest::newRow("files") << "files" << QByteArray("its files have changed");
        QTest::newRow("module") << "module" << QByteArray("its files have changed");
        QTest::newRow("file with a computed path") << "read" << QByteArray("its files have changed");
        QTest::newRow("file outside of the repository")
            << "outside" << QByteArray("/pol.txt, which it reads, has changed");
        QTest::newRow("another plan") << "plan" << QByteArray("another plan was approved");
        QTest::newRow("unknown project") << "project" << QByteArray("there is no project of this name");
    }
    void stalePlansAreRejected() {
        QFETCH(QString, change);
        QFETCH(QByteArray, why);
        RepositoryFolder folder({"live/b"});
        QTemporaryDir outside;
        folder.add("live/a", rootModule("locals {\n  f = \"${terraform.workspace == \"x\" ? \"x\" : \"pol\"}.txt\"\n}\n"
                                        "output \"o\" {\n  value = file(local.f)\n}\n"
                                        "output \"p\" {\n  value = file(\"" +
                                        outside.path().toUtf8() + "/pol.txt\")\n}\n"));
        planlens::writeFile(outside.filePath("pol.txt"), "one");
        folder.write("live/a/pol.txt", "one");
        COMPARE_EXIT(folder.planlens({"projects", "plan", "-out=results"}), 0);
        const QDir results(folder.path("results"));
        const QString a = results.entryList({"live-a*"}, QDir::Dirs)[0],
                      b = results.entryList({"live-b*"}, QDir::Dirs)[0];
        QByteArray approvals = folder.approvals({a, b});
        if (change == "state")
            COMPARE_EXIT(folder.planlensIn("live/a", {"apply", "-auto-approve"}), 0);
        if (change == "files")
            folder.write("live/a/main.tf", rootModule("locals {}\n"));
        if (change == "read")
            folder.write("live/a/pol.txt", "two");
        if (change == "outside")
            planlens::writeFile(outside.filePath("pol.txt"), "two");
        if (change == "module")
            folder.write("modules/logs/more.tf", "locals {}\n");
        if (change == "plan")
            approvals.replace(folder.result(a)["plan_hash"].toString().toUtf8(), QByteArray(64, '0'));
        if (change == "project")
            approvals.replace("live/a", "live/z");
        folder.write("approvals.json", approvals);
        const Ran ran = folder.planlens({"projects", "apply", "-approvals=approvals.json", "results"});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.err.simplified().contains(why), ran.err.constData());
        QVERIFY(!folder.has("live/b/terraform.tfstate")); // nothing is applied
    }

    /// A review shows what the apply would refuse.
    void exchangedPlansAreReported() {
        const RepositoryFolder folder({"live/a"});
        folder.add("live/b", rootModule("output \"o\" {\n  value = 1\n}\n")); // otherwise the plans can be the same
        COMPARE_EXIT(folder.planlens({"projects", "plan", "-out=results"}), 0);
        QCOMPARE(folder.planlens({"projects", "report", "-format=markdown", "results"}).exitCode, 0);
        const QStringList names = QDir(folder.path("results")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        const QString a = folder.path("results/" + names[0] + "/plan"),
                      b = folder.path("results/" + names[1] + "/plan");
        QVERIFY(QFile::rename(a, a + "2") && QFile::rename(b, a) && QFile::rename(a + "2", b));
        const Ran ran = folder.planlens({"projects", "report", "-format=markdown", "results"});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.out.contains("/plan is that of the project live/a") &&
                     ran.out.contains("/plan is that of the project live/b"),
                 ran.out.constData());
    }

    void destroyedProjectsComeLast_data() {
        QTest::addColumn<QByteArray>("failing");
        QTest::addColumn<QStringList>("log");
        QTest::newRow("in reversed order") << QByteArray() << QStringList{"web", "app", "net"};
        QTest::newRow("what a failed project needs stays") << QByteArray("app") << QStringList{"web", "app"};
    }
    /// web depends on app, app on net.
    void destroyedProjectsComeLast() {
        QFETCH(QByteArray, failing);
        QFETCH(QStringList, log);
        RepositoryFolder folder({});
        for (const QByteArray& name : {QByteArray("net"), QByteArray("app"), QByteArray("web")})
            folder.add("live/" + name,
                       rootModule("resource \"terraform_data\" \"x\" {\n  provisioner \"local-exec\" {\n    when = "
                                  "destroy\n    command = \"echo " +
                                  name + " >> ../../log; test ! -e ../../fail-" + name + "\"\n  }\n}\n"));
        folder.write("planlens.yaml", "projects:\n- dir: live/app\n  depends_on: [live/net]\n- dir: live/web\n  "
                                      "depends_on: [live/app]\n");
        for (const char* mode : {"normal", "destroy"}) {
            COMPARE_EXIT(folder.planlens({"projects", "plan", QString("-mode=") + mode, "-out=results"}), 0);
            const QDir results(folder.path("results"));
            folder.write("approvals.json", folder.approvals(results.entryList(QDir::Dirs | QDir::NoDotAndDotDot)));
            const bool fails = mode == QByteArray("destroy") && !failing.isEmpty();
            if (fails)
                folder.write("fail-" + failing, "");
            COMPARE_EXIT(folder.planlens(applyOn), fails ? 1 : 0);
        }
        QCOMPARE(QString::fromUtf8(folder.read("log")).split(u'\n', Qt::SkipEmptyParts), log);
    }

    void dependenciesAreAppliedFirst_data() {
        QTest::addColumn<bool>("keepsGoing");
        QTest::newRow("stops at the first failure") << false;
        QTest::newRow("-keep-going") << true;
    }
    /// Applying the first project fails. The second one depends on it, the third one does not.
    void dependenciesAreAppliedFirst() {
        QFETCH(bool, keepsGoing);
        RepositoryFolder folder({"live/b", "live/c"});
        folder.add("live/z",
                   rootModule("resource \"terraform_data\" \"x\" {\n  provisioner \"local-exec\" {\n    command = "
                              "\"exit 1\"\n  }\n}\n"));
        folder.write("planlens.yaml", "projects:\n- dir: live/b\n  depends_on: [live/z]\n");
        COMPARE_EXIT(folder.planlens({"projects", "plan", "-out=results", "-order=dependencies", "-jobs=1"}), 0);
        const QDir results(folder.path("results"));
        folder.write("approvals.json", folder.approvals(results.entryList(QDir::Dirs | QDir::NoDotAndDotDot)));
        QStringList arguments{"projects", "apply", "-approvals=approvals.json", "results"};
        if (keepsGoing)
            arguments.insert(2, "-keep-going");
        const Ran ran = folder.planlens(arguments);
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.out.contains("live/z: failed") && ran.out.contains("live/b: not applied"), ran.out.constData());
        QVERIFY(!folder.has("live/b/terraform.tfstate"));
        if (keepsGoing)
            QVERIFY2(ran.out.contains("live/c: applied"), ran.out.constData());
    }

    /// The second command refuses the failed project, and still does not apply those that depend on it.
    void dependantsOfRefusedProjectsAreNotApplied() {
        const DependentProjects folder;
        COMPARE_EXIT(folder.plan(), 0);
        folder.write("fail-b", "");
        Ran ran = folder.planlens(applyOn);
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.out.contains("b: failed") && ran.out.contains("2 applied, 1 failed, 2 not applied"),
                 ran.out.constData());
        QFile::remove(folder.path("fail-b"));
        ran = folder.planlens(applyOn);
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.out.contains("0 applied, 0 failed, 1 refused, 2 not applied"), ran.out.constData());
        QVERIFY2(ran.err.simplified().contains("applying it was interrupted or failed after it had changed the state"),
                 ran.err.constData());
        QVERIFY(!folder.has("live/a/terraform.tfstate") && !folder.has("live/d/terraform.tfstate"));
    }

    /// Also if the project between them has no approved plan.
    void dependantsThroughOthersAreNotApplied() {
        const DependentProjects folder;
        COMPARE_EXIT(folder.plan(), 0);
        QStringList names = QDir(folder.path("results")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        names = names.filter("live-b") + names.filter("live-d");
        folder.write("approvals.json", folder.approvals(names));
        folder.write("fail-b", "");
        const Ran ran = folder.planlens(applyOn);
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.out.contains("live/d: not applied"), ran.out.constData());
    }

    void continuesAfterAnInterruption_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("interrupted") << SIGINT;
        QTest::newRow("killed") << SIGKILL;
    }
    void continuesAfterAnInterruption() {
        QFETCH(int, signal);
        const DependentProjects folder;
        COMPARE_EXIT(folder.plan(), 0);
        folder.write("wait-b", "");
        QProcess process;
        folder.startPlanlens(process, applyAll);
        QTRY_VERIFY_WITH_TIMEOUT(folder.applied().contains("b"), 60000);
        ::kill(pid_t(process.processId()), signal);
        if (signal == SIGINT)
            QTest::qWait(500);
        QFile::remove(folder.path("wait-b"));
        process.waitForFinished();
        // The process that applies b ends by itself.
        QTRY_VERIFY_WITH_TIMEOUT(
            folder.has("live/b/terraform.tfstate") && !folder.has("live/b/.terraform.tfstate.lock.info"), 60000);
        QTest::qWait(500);
        const Ran ran = folder.planlens(applyAll);
        QVERIFY2(ran.out.contains("live/c: already applied") && ran.out.contains("live/e: applied"),
                 ran.all().constData());
        const bool isWhole = ran.out.contains("live/b: already applied");
        if (isWhole) {
            COMPARE_EXIT(ran, 0);
            QVERIFY2(ran.out.contains("live/a: applied") && ran.out.contains("live/d: applied"), ran.out.constData());
        } else {
            COMPARE_EXIT(ran, 1);
            QVERIFY2(ran.err.simplified().contains("Plan the project again"), ran.err.constData());
            QVERIFY2(ran.out.contains("live/a: not applied") && ran.out.contains("live/d: not applied"),
                     ran.out.constData());
        }
        if (signal == SIGKILL)
            QVERIFY(isWhole);
        QCOMPARE(folder.applied().count("b"), 1); // never twice
    }

    void secondApplyIsRefused_data() {
        QTest::addColumn<QString>("timeout");
        QTest::newRow("at once") << QString();
        QTest::newRow("after the timeout") << QStringLiteral("300ms");
    }
    /// A second command for the same results names the first one.
    void secondApplyIsRefused() {
        QFETCH(QString, timeout);
        const DependentProjects folder;
        COMPARE_EXIT(folder.plan(), 0);
        folder.write("wait-b", "");
        QProcess first;
        folder.startPlanlens(first, applyAll);
        QTRY_VERIFY_WITH_TIMEOUT(folder.applied().contains("b"), 60000);
        QStringList second = applyAll;
        if (!timeout.isEmpty())
            second.insert(2, "-lock-timeout=" + timeout);
        const Ran ran = folder.planlens(second);
        COMPARE_EXIT(ran, 1);
        const QByteArray message = ran.err.simplified();
        QVERIFY2(message.contains("The results are being applied") && message.contains("-lock-timeout=DURATION"),
                 message.constData());
        QVERIFY2(message.contains("@" + QSysInfo::machineHostName().toUtf8() + ", process " +
                                  QByteArray::number(first.processId()) + ", since 20"),
                 message.constData());
        QCOMPARE(message.contains("Waiting for another command"), !timeout.isEmpty());
        QVERIFY2(ran.out.isEmpty(), ran.out.constData());
        QFile::remove(folder.path("wait-b"));
        QVERIFY(first.waitForFinished());
        QCOMPARE(first.exitCode(), 0);
        QCOMPARE(folder.applied().count("b"), 1);
    }

    /// It continues when the first one has ended, also if that was killed.
    void secondApplyWaits_data() {
        QTest::addColumn<bool>("isKilled");
        QTest::newRow("until the first one has ended") << false;
        QTest::newRow("until the first one is killed") << true;
    }
    void secondApplyWaits() {
        QFETCH(bool, isKilled);
        const DependentProjects folder;
        COMPARE_EXIT(folder.plan(), 0);
        folder.write("wait-b", "");
        QProcess first, second;
        folder.startPlanlens(first, applyAll);
        QTRY_VERIFY_WITH_TIMEOUT(folder.applied().contains("b"), 60000);
        QStringList waiting = applyAll;
        waiting.insert(2, "-lock-timeout=5m");
        second.setProcessChannelMode(QProcess::MergedChannels);
        folder.startPlanlens(second, waiting);
        QTRY_VERIFY_WITH_TIMEOUT(second.peek(10000).contains("Waiting for another command"), 60000);
        if (isKilled)
            first.kill(); // the process that applies b ends by itself
        QFile::remove(folder.path("wait-b"));
        QVERIFY(first.waitForFinished(60000) && second.waitForFinished(60000));
        const QByteArray text = second.readAll();
        QVERIFY2(text.contains("live/c: already applied"), text.constData());
        if (!isKilled) {
            QCOMPARE(second.exitCode(), 0);
            QVERIFY2(text.contains("live/d: already applied") && text.contains("0 applied, 0 failed"),
                     text.constData());
        }
        QCOMPARE(folder.applied().count("b"), 1); // never twice
    }

    void cyclesAreErrors_data() {
        QTest::addColumn<QByteArray>("projects");
        QTest::addColumn<QByteArray>("cycle");
        QTest::newRow("three") << QByteArray("- dir: live/a\n  depends_on: [live/b]\n- dir: live/b\n  depends_on: "
                                             "[live/c]\n- dir: live/c\n  depends_on: [live/a]\n")
                               << QByteArray("live/a → live/b → live/c → live/a");
        QTest::newRow("itself") << QByteArray("- dir: live/b\n  depends_on: [live/b]\n")
                                << QByteArray("live/b → live/b");
    }
    void cyclesAreErrors() {
        QFETCH(QByteArray, projects);
        QFETCH(QByteArray, cycle);
        const DependentProjects folder;
        COMPARE_EXIT(folder.plan(), 0);
        folder.write("planlens.yaml", "projects:\n" + projects);
        for (const QStringList& arguments :
             {QStringList{"projects", "list"}, QStringList{"projects", "list", "-json"},
              QStringList{"projects", "plan", "-order=dependencies", "-out=r"}, applyAll}) {
            const Ran ran = folder.planlens(arguments);
            COMPARE_EXIT(ran, 1);
            QVERIFY2(ran.err.simplified().contains(cycle), ran.err.constData());
        }
        QVERIFY(folder.applied().isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestProjectsApply)
#include "tst_projects_apply.moc"

// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"

#include <QDir>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QtTest>

#include <csignal>

using namespace planlens::testing;

namespace {

/// Returns the status of each object in the state: "tainted" or "".
QMap<QString, QString> statuses(const ProjectFolder& folder) {
    QMap<QString, QString> found;
    for (const QJsonValue resource : parseJson(folder.read("terraform.tfstate")).toObject()["resources"].toArray())
        for (const QJsonValue instance : resource["instances"].toArray())
            found.insert(resource["name"].toString(), instance["status"].toString());
    return found;
}

void interrupt(const QProcess& process) {
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
}

/// Whether the process with the PID in a file has ended.
bool isGone(const ProjectFolder& folder, const char* file) {
    const int pid = folder.read(file).trimmed().toInt();
    return pid > 0 && ::kill(pid, 0) != 0;
}

/// An apply whose provisioner is running a command that waits. The command has written its PID to the file "waits".
struct Waiting {
    const ProjectFolder& folder;
    QProcess process;
    explicit Waiting(const ProjectFolder& where, const QStringList& arguments = {"apply", "-auto-approve", "-no-color"},
                     const Environment& environment = {})
        : folder(where) {
        process.setStandardOutputFile(folder.path("out"));
        folder.startPlanlens(process, arguments, environment);
    }
    bool isReached() const { return appears(folder.path("waits")); }
    /// Waits for the end of the process, which must come soon.
    bool ends() { return process.waitForFinished(30000) && process.exitStatus() == QProcess::NormalExit; }
};

/// The shell replaces itself with the waiting command, so that this receives signals directly.
const QByteArray waits = "echo $$ > waits.new; mv waits.new waits; exec sleep 120";

QByteArray resource(const QByteArray& name, const QByteArray& command, const QByteArray& more = {}) {
    return "resource \"terraform_data\" \"" + name + "\" {\n  provisioner \"local-exec\" {\n    command = \"" +
           command + "\"\n" + more + "  }\n}\n";
}

} // namespace

/// Provisioners as seen from outside of the process.
class TestProvisioners : public QObject {
    Q_OBJECT
private slots:
    void printsOutputLineByLine() {
        const ProjectFolder folder(resource("a", "echo; echo one; printf '1%%\\\\r2%%\\\\n'; echo ' two ' >&2"));
        const Ran ran = folder.planlens({"apply", "-auto-approve", "-no-color"});
        COMPARE_EXIT(ran, 0);
        const QByteArray out = ran.out.mid(ran.out.indexOf("terraform_data.a: Creating"));
        const QByteArray wanted = "terraform_data.a: Creating...\n"
                                  "terraform_data.a: Provisioning with 'local-exec'...\n"
                                  "terraform_data.a (local-exec): Executing: [\"/bin/sh\" \"-c\" \"echo; echo one; "
                                  "printf '1%%\\\\r2%%\\\\n'; echo ' two ' >&2\"]\n"
                                  "\n"
                                  "terraform_data.a (local-exec): one\n"
                                  "terraform_data.a (local-exec): 1%\n"
                                  "terraform_data.a (local-exec): 2%\n"
                                  "terraform_data.a (local-exec):  two\n"
                                  "terraform_data.a: Creation complete after 0s [id=";
        QCOMPARE(QString::fromUtf8(out.left(wanted.size())), QString::fromUtf8(wanted));
    }

    void reportsRunningOperationsEveryTenSeconds() {
        const ProjectFolder folder(resource("a", "sleep 11"));
        const Ran ran = folder.planlens({"apply", "-auto-approve", "-no-color"});
        COMPARE_EXIT(ran, 0);
        QVERIFY2(ran.out.contains("\nterraform_data.a: Still creating... [10s elapsed]\nterraform_data.a: Creation "
                                  "complete after 11s [id="),
                 ran.out.constData());
    }

    void keepsToThePlanWhereItIsConcise() {
        const ProjectFolder folder(resource("a", "echo out"));
        const Ran ran = folder.planlens({"apply", "-auto-approve", "-no-color", "-concise"});
        COMPARE_EXIT(ran, 0);
        QVERIFY2(!ran.out.contains("Provisioning") && !ran.out.contains("(local-exec)"), ran.out.constData());
    }

    /// Relative to the folder of the configuration, regardless of where the program was started.
    void runsInTheFolderOfTheConfiguration() {
        const ProjectFolder folder;
        folder.write("deep/main.tf", resource("a", "echo here > made"));
        COMPARE_EXIT(folder.planlens({"-chdir=deep", "apply", "-auto-approve"}), 0);
        QVERIFY(folder.has("deep/made"));
    }

    void completesConnectionsByThatOfTheResource() {
        const ProjectFolder folder("resource \"terraform_data\" \"a\" {\n  connection {\n    host    = \"nowhere\"\n   "
                                   " port    = 1\n    timeout = \"1ms\"\n  }\n"
                                   "  provisioner \"remote-exec\" {\n    inline = [\"true\"]\n    connection {\n      "
                                   "host = \"::1\"\n    }\n  }\n}\n");
        const Ran ran = folder.planlens({"apply", "-auto-approve", "-no-color"});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.out.contains("terraform_data.a (remote-exec):   Host: [::1]\n"), ran.all().constData());
        QVERIFY2(ran.err.contains("timeout - last error"), ran.err.constData());
    }

    /// Neither the output nor the saved files contain secrets.
    void printsNoSecrets_data() {
        QTest::addColumn<QByteArray>("variable");
        QTest::addColumn<QString>("instead");
        QTest::newRow("sensitive") << QByteArray("sensitive = true")
                                   << "(output suppressed due to sensitive value in config)";
        QTest::newRow("ephemeral") << QByteArray("ephemeral = true")
                                   << "(output suppressed due to ephemeral value in config)";
    }
    void printsNoSecrets() {
        QFETCH(QByteArray, variable);
        QFETCH(QString, instead);
        const ProjectFolder folder("variable \"s\" {\n  " + variable + "\n}\n" +
                                   resource("a", "echo ${var.s}; exit 1"));
        for (const char* json : {"-json", "-no-color"}) {
            const Ran ran = folder.planlens({"apply", "-auto-approve", json}, {{"TF_VAR_s", "hunter2"}});
            COMPARE_EXIT(ran, 1);
            QVERIFY2(!ran.all().contains("hunter2"), ran.all().constData());
            QVERIFY2(ran.out.contains(instead.toUtf8()) &&
                         ran.all().simplified().contains("exit status 1. Output: (output suppressed"),
                     ran.all().constData());
            QVERIFY(!folder.read("terraform.tfstate").contains("hunter2"));
        }
    }

    void rejectsUnsupportedFeaturesBeforeAnythingIsChanged() {
        const ProjectFolder folder(
            resource("b", "true") +
            "resource \"terraform_data\" \"a\" {\n  provisioner \"remote-exec\" {\n    inline = [\"dir\"]\n"
            "    connection {\n      type = \"winrm\"\n      host = \"h\"\n    }\n  }\n}\n");
        const Ran ran = folder.planlens({"apply", "-auto-approve", "-no-color"});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.err.contains("Connection type is not supported") && ran.err.contains("on main.tf line 10"),
                 ran.err.constData());
        QVERIFY(statuses(folder).isEmpty());
    }

    /// A running command is interrupted and reported, nothing new is started, and the state is complete.
    void endsWhenInterruptedOnce_data() {
        QTest::addColumn<QByteArray>("more");
        QTest::newRow("plain") << QByteArray();
        QTest::newRow("may fail") << QByteArray("    on_failure = continue\n");
    }
    void endsWhenInterruptedOnce() {
        QFETCH(QByteArray, more);
        const ProjectFolder folder(resource("a", waits, more) +
                                   "resource \"terraform_data\" \"b\" {\n  input = terraform_data.a.id\n}\n");
        Waiting apply(folder);
        QVERIFY(apply.isReached());
        interrupt(apply.process);
        QVERIFY(apply.ends());
        QCOMPARE(apply.process.exitCode(), 1);
        const QByteArray err = apply.process.readAllStandardError();
        QVERIFY2(err.contains("signal: interrupt"), err.constData());
        QVERIFY(isGone(folder, "waits"));
        QCOMPARE(statuses(folder), (QMap<QString, QString>{{"a", "tainted"}}));
        QVERIFY(!folder.has("terraform.tfstate.planlens-journal"));
        QVERIFY(!folder.has(".terraform.tfstate.lock.info"));
    }

    /// No file can be larger than a limit, as on a full disk: neither the journal nor the state can be written. The
    /// state is larger than that before, so that it does not depend on the number of created objects.
    void incompleteJournalsAreReported() {
        const QByteArray large =
            "resource \"terraform_data\" \"before\" {\n  input = join(\"\", [for i in range(800) : "
            "\"0123456789\"])\n}\n";
        const ProjectFolder folder(large);
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        QVERIFY(folder.read("terraform.tfstate").size() > 11'000);
        folder.write("main.tf", large + "resource \"terraform_data\" \"a\" {\n  count = 10\n  input = "
                                        "join(\"\", [for i in range(100) : \"0123456789\"])\n  provisioner "
                                        "\"local-exec\" {\n    command = \"true\"\n  }\n}\n");
        const Ran apply = folder.program("prlimit", {"--fsize=11000", PLANLENS_CLI, "apply", "-auto-approve"});
        COMPARE_EXIT(apply, 1);
        QVERIFY2(apply.err.contains("The journal of the apply is incomplete") &&
                     apply.err.contains("terraform.tfstate.planlens-journal lacks"),
                 apply.err.constData());
        // What the message says to do.
        const qsizetype start = apply.err.indexOf("{\n  \"version\""), end = apply.err.indexOf("\n}\n", start) + 3;
        QVERIFY2(start >= 0 && end > start, apply.err.constData());
        const QByteArray printed = apply.err.mid(start, end - start);
        folder.write("errored.tfstate", printed);
        COMPARE_EXIT(folder.planlens({"state", "push", "-force", "errored.tfstate"}), 0);
        QCOMPARE(folder.read("terraform.tfstate").count("tainted"), printed.count("tainted"));
        QCOMPARE(folder.read("terraform.tfstate").count("\"index_key\""), printed.count("\"index_key\""));
        QVERIFY(!folder.has("terraform.tfstate.planlens-journal"));
    }

    /// Kills all started processes at once. The object is tainted afterwards.
    void killsAllWhenInterruptedTwice() {
        const ProjectFolder folder(
            resource("a", "trap '' INT TERM; sleep 120 & echo $! > child; echo $$ > waits; wait; sleep 120"));
        Waiting apply(folder);
        QVERIFY(apply.isReached());
        interrupt(apply.process);
        QVERIFY(!apply.process.waitForFinished(500));
        interrupt(apply.process);
        QVERIFY(apply.ends());
        QCOMPARE(apply.process.exitCode(), 1);
        QTRY_VERIFY(isGone(folder, "waits") && isGone(folder, "child"));
        const Ran plan = folder.planlens({"plan", "-no-color"});
        COMPARE_EXIT(plan, 0);
        QVERIFY2(plan.out.contains("terraform_data.a is tainted, so it must be replaced"), plan.out.constData());
    }

    void taintsObjectsWhoseProvisionersWereKilled() {
        const ProjectFolder folder(resource("a", waits));
        Waiting apply(folder);
        QVERIFY(apply.isReached());
        apply.process.kill();
        QVERIFY(apply.process.waitForFinished());
        ::kill(folder.read("waits").trimmed().toInt(), SIGKILL);
        const Ran plan = folder.planlens({"plan", "-no-color"});
        COMPARE_EXIT(plan, 0);
        QVERIFY2(plan.out.contains("terraform_data.a is tainted, so it must be replaced"), plan.out.constData());
    }

    void keepsObjectsWhoseDestroyWasInterrupted() {
        const ProjectFolder folder(resource("a", waits, "    when = destroy\n    on_failure = continue\n"));
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        Waiting destroy(folder, {"destroy", "-auto-approve", "-no-color"});
        QVERIFY(destroy.isReached());
        interrupt(destroy.process);
        QVERIFY(destroy.ends());
        QCOMPARE(destroy.process.exitCode(), 1);
        QCOMPARE(statuses(folder), (QMap<QString, QString>{{"a", ""}}));
        QVERIFY(!folder.read("out").contains("Destruction complete"));
    }

    /// A program in place of ssh runs all commands locally.
    void reachesOtherMachinesBySsh() {
        if (QStandardPaths::findExecutable("scp").isEmpty())
            QSKIP("scp is not installed");
        const ProjectFolder folder(
            "resource \"terraform_data\" \"a\" {\n  input = \"machine\"\n  connection {\n    host        = "
            "self.input\n    user        = \"me\"\n    agent       = false\n"
            "    script_path = \"" +
            QDir::tempPath().toUtf8() +
            "/planlens-test-%RAND%.sh\"\n"
            "    private_key = \"-----BEGIN OPENSSH PRIVATE KEY-----\\nhunter2\\n-----END OPENSSH PRIVATE KEY-----\"\n "
            " }\n"
            "  provisioner \"file\" {\n    content     = \"hello ${self.input}\\n\"\n    destination = \"sent\"\n  }\n"
            "  provisioner \"remote-exec\" {\n    inline = [\"cat sent\", \"rm $0\"]\n  }\n}\n");
        folder.write("bin/ssh", "#!/bin/sh\necho \"$@\" >> called\neval \"c=\\${$#}\"\nexec sh -c \"$c\"\n");
        QFile::setPermissions(folder.path("bin/ssh"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QVERIFY(QDir(folder.path()).mkdir("tmp"));
        const Environment environment{{"PATH", folder.path("bin") + ':' + QString::fromLocal8Bit(qgetenv("PATH"))},
                                      {"TMPDIR", folder.path("tmp")}};
        const Ran ran = folder.planlens({"apply", "-auto-approve", "-no-color"}, environment);
        COMPARE_EXIT(ran, 0);
        QVERIFY2(
            ran.out.contains(
                "terraform_data.a: Provisioning with 'file'...\nterraform_data.a: Provisioning with 'remote-exec'...\n"
                "terraform_data.a (remote-exec): Connecting to remote host via SSH...\nterraform_data.a (remote-exec): "
                "  Host: machine\n"
                "terraform_data.a (remote-exec):   User: me\nterraform_data.a (remote-exec):   Password: "
                "false\nterraform_data.a (remote-exec):   Private key: true\n"),
            ran.out.constData());
        QVERIFY2(ran.out.contains(
                     "terraform_data.a (remote-exec): Connected!\nterraform_data.a (remote-exec): hello machine\n"),
                 ran.out.constData());
        QVERIFY2(!ran.all().contains("hunter2") && !folder.read("called").contains("hunter2"), ran.all().constData());
        QCOMPARE(QDir(folder.path("tmp")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
        QCOMPARE(statuses(folder), (QMap<QString, QString>{{"a", ""}}));
    }

    void leavesNoKeysWhenInterruptedTwice() {
        const ProjectFolder folder(
            "resource \"terraform_data\" \"a\" {\n  provisioner \"remote-exec\" {\n    inline = [\"true\"]\n    "
            "connection {\n      host        = \"h\"\n      agent       = false\n"
            "      private_key = \"-----BEGIN OPENSSH PRIVATE KEY-----\\nhunter2\\n-----END OPENSSH PRIVATE "
            "KEY-----\"\n    }\n  }\n}\n");
        folder.write(
            "bin/ssh",
            "#!/bin/sh\ntrap '' INT TERM\ngrep -rq hunter2 \"$TMPDIR\" && touch found\necho $$ > waits\nsleep 120\n");
        QFile::setPermissions(folder.path("bin/ssh"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QVERIFY(QDir(folder.path()).mkdir("tmp"));
        Waiting apply(folder, {"apply", "-auto-approve", "-no-color"},
                      {{"PATH", folder.path("bin") + ':' + QString::fromLocal8Bit(qgetenv("PATH"))},
                       {"TMPDIR", folder.path("tmp")}});
        QVERIFY(apply.isReached());
        QVERIFY(folder.has("found"));
        interrupt(apply.process);
        QVERIFY(!apply.process.waitForFinished(300));
        interrupt(apply.process);
        QVERIFY(apply.ends());
        QCOMPARE(QDir(folder.path("tmp")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
        QTRY_VERIFY(isGone(folder, "waits"));
    }
};

QTEST_GUILESS_MAIN(TestProvisioners)
#include "tst_provisioners.moc"

// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"
#include "tests/app/support/waiting_steps.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QRandomGenerator>
#include <QtTest>

#include <algorithm>
#include <csignal>
#include <sys/stat.h>
#include <unistd.h>

using namespace planlens::testing;

namespace {

/// Returns address and input of each object in a state file.
QMap<QString, QJsonValue> inputs(const QByteArray& state) {
    QMap<QString, QJsonValue> found;
    for (const QJsonValue resource : parseJson(state).toObject()["resources"].toArray()) {
        for (const QJsonValue instance : resource["instances"].toArray()) {
            if (resource["mode"] != QJsonValue("managed"))
                continue;
            QString address = resource["type"].toString() + '.' + resource["name"].toString();
            if (const QJsonValue key = instance["index_key"]; key.isDouble())
                address += '[' + QString::number(key.toInt()) + ']';
            found.insert(address, instance["attributes"]["input"]["value"].isUndefined()
                                      ? instance["attributes"]["input"]
                                      : instance["attributes"]["input"]["value"]);
        }
    }
    return found;
}

void signalTo(const QProcess& process, int signal) {
    ::kill(static_cast<pid_t>(process.processId()), signal);
}

constexpr int groupedObjects = 300; // in the groups of this configuration
const QByteArray threeGroups =
    "variable \"round\" {}\nvariable \"gate\" {\n  default = \"open\"\n}\n"
    "resource \"terraform_data\" \"start\" {\n  input = var.round\n}\n"
    "data \"terraform_remote_state\" \"gate\" {\n  backend = \"local\"\n  config = { path = var.gate }\n  "
    "depends_on = [terraform_data.start]\n}\n"
    "resource \"terraform_data\" \"a\" {\n  count = 150\n  input = var.round\n}\n"
    "resource \"terraform_data\" \"b\" {\n  count = 75\n  input = \"${var.round}\"\n  "
    "triggers_replace = terraform_data.a[count.index].output\n}\n"
    "resource \"terraform_data\" \"c\" {\n  count = 75\n  input = \"${var.round}\"\n  "
    "triggers_replace = terraform_data.a[75 + count.index].output\n  "
    "depends_on = [data.terraform_remote_state.gate]\n}\n";

/// Returns the last operation on each object of the groups that an apply reported as complete.
QMap<QString, QString> completedIn(const ProjectFolder& folder) {
    static const QRegularExpression done(
        "^(terraform_data\\.[abc]\\[\\d+\\]): (Creation|Modifications|Destruction) complete",
        QRegularExpression::MultilineOption);
    QMap<QString, QString> last;
    const QString output = QString::fromUtf8(folder.read("out"));
    for (auto matches = done.globalMatch(output); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        last[match.captured(1)] = match.captured(2);
    }
    return last;
}

/// Each reported completion is in the state. An object of "b" or "c" may be missing, because it is deleted before it is
/// created.
void checkObjects(const QByteArray& state, const QMap<QString, QString>& completed, const QString& round) {
    QVERIFY2(parseJson(state).isObject(), state.left(300).constData());
    const auto held = inputs(state);
    for (auto it = completed.cbegin(); it != completed.cend(); ++it) {
        if (it.value() == "Destruction")
            continue;
        QVERIFY2(held.contains(it.key()), qPrintable(it.key() + " is lost in round " + round));
        QCOMPARE(held.value(it.key()).toString(), round);
    }
    for (int i = 0; i < 150; ++i)
        QVERIFY2(held.contains(QStringLiteral("terraform_data.a[%1]").arg(i)), qPrintable(QString::number(i)));
}

} // namespace

class TestInterruption : public QObject {
    Q_OBJECT
private slots:
    /// An apply whose output is not read any more ends its work, and then says that the output is incomplete.
    void closedOutputDoesNotEndAnApply() {
        const ProjectFolder folder("resource \"terraform_data\" \"a\" {\n  count = 6\n  provisioner \"local-exec\" {\n"
                                   "    command = \"sleep 0.1\"\n  }\n}\n");
        QProcess shell;
        shell.setWorkingDirectory(folder.path());
        shell.start(QStringLiteral("/bin/sh"),
                    {QStringLiteral("-c"),
                     QStringLiteral("(\"$0\" apply -auto-approve -parallelism=2; echo $? > status) | head -n1"),
                     QStringLiteral(PLANLENS_CLI)});
        QVERIFY(shell.waitForFinished(60000));
        QCOMPARE(folder.read("status").trimmed(), QByteArray("1"));
        QCOMPARE(inputs(folder.read("terraform.tfstate")).size(), 6);
        QVERIFY2(shell.readAllStandardError().contains("broken pipe"), "the message");
    }

    /// Kills applies, half of them at random moments, and half of them while the instances of "c" wait for a data
    /// source that reads a FIFO, so that they are in the middle for sure. Afterwards the state contains every operation
    /// that was reported as complete, and the next apply can continue.
    void losesNothingWhenKilled() {
        constexpr int rounds = 30;
        QRandomGenerator random(11);
        const ProjectFolder folder(threeGroups);
        folder.write("open", R"({"version":4,"serial":1,"lineage":"other","outputs":{},"resources":[]})");
        QCOMPARE(::mkfifo(QFile::encodeName(folder.path("closed")).constData(), 0600), 0);
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve", "-var=round=first"}), 0);
        QElapsedTimer timer;
        timer.start();
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve", "-var=round=second"}), 0);
        const auto whole = static_cast<int>(timer.elapsed());
        int killed = 0, midway = 0;
        for (int round = 0; round < rounds; ++round) {
            const QString word = QString::number(round);
            const auto before = inputs(folder.read("terraform.tfstate"));
            QProcess process;
            process.setStandardOutputFile(folder.path("out"));
            const bool waits = round % 2 == 0;
            folder.startPlanlens(process, {"apply", "-auto-approve", "-no-color", "-var=round=" + word,
                                           waits ? "-var=gate=closed" : "-var=gate=open"});
            QVERIFY(process.waitForStarted());
            // Right after the first operation, most can be lost.
            if (waits) {
                while (completedIn(folder).isEmpty() && process.state() == QProcess::Running)
                    QTest::qWait(1);
                QThread::usleep(random.bounded(30000));
            } else {
                QThread::msleep(random.bounded(whole + whole / 4));
            }
            signalTo(process, SIGKILL);
            QVERIFY(process.waitForFinished());
            killed += process.exitStatus() == QProcess::CrashExit ? 1 : 0;

            // The lock of the previous run does not block the next one, which recovers its operations.
            COMPARE_EXIT(folder.planlens({"plan", "-no-color", "-refresh=false", "-var=round=" + word}), 0);
            QVERIFY(!folder.has("terraform.tfstate.planlens-journal"));
            const QMap<QString, QString> completed = completedIn(folder);
            const auto destroyed = std::count(completed.cbegin(), completed.cend(), QStringLiteral("Destruction"));
            const bool isMidway = !completed.isEmpty() && completed.size() - destroyed < groupedObjects;
            midway += isMidway;
            QVERIFY(isMidway || !waits);
            checkObjects(folder.read("terraform.tfstate"), completed, word);
            if (QTest::currentTestFailed())
                return;
            QVERIFY2(before.size() - inputs(folder.read("terraform.tfstate")).size() <= 150, "objects are lost");
        }
        qInfo("%d of %d applies killed, %d of them midway", killed, rounds, midway);
        QVERIFY(killed >= rounds / 2 && midway >= rounds / 2);
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve", "-var=round=last"}), 0);
        COMPARE_EXIT(folder.planlens({"plan", "-detailed-exitcode", "-var=round=last"}), 0);
        QCOMPARE(inputs(folder.read("terraform.tfstate")).size(), groupedObjects + 1); // with terraform_data.start
        if (haveTofu())
            COMPARE_EXIT(folder.tofu({"plan", "-detailed-exitcode", "-var=round=last"}), 0);
    }

    /// Running operations are finished and saved, no new ones are started.
    void finishesRunningOperationsAfterTheFirstInterrupt() {
        const ProjectFolder folder;
        WaitingSteps steps(folder, 2);
        QProcess process;
        process.setStandardOutputFile(folder.path("out"));
        folder.startPlanlens(process, {"apply", "-auto-approve", "-no-color"});
        QVERIFY(steps.release(0));
        QVERIFY(steps.isReached(1));
        signalTo(process, SIGINT);
        QVERIFY(!process.waitForFinished(500));
        QVERIFY(process.readAllStandardError().contains("Interrupt received."));
        QVERIFY(steps.release(1));
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(!folder.has("terraform.tfstate.planlens-journal"));
        QVERIFY(!folder.has(".terraform.tfstate.lock.info"));
        QCOMPARE(inputs(folder.read("terraform.tfstate")).keys(),
                 (QStringList{"terraform_data.after0", "terraform_data.start"}));
        steps.replaceByFiles();
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve", "-no-color"}), 0);
        COMPARE_EXIT(folder.planlens({"plan", "-detailed-exitcode", "-no-color"}), 0);
    }

    /// The second interrupt does not wait. Completed operations are saved.
    void endsAtOnceWhenInterruptedTwice() {
        const ProjectFolder folder;
        WaitingSteps steps(folder, 2);
        QProcess process;
        process.setStandardOutputFile(folder.path("out"));
        folder.startPlanlens(process, {"apply", "-auto-approve", "-no-color"});
        QVERIFY(steps.release(0));
        QVERIFY(steps.isReached(1));
        signalTo(process, SIGINT);
        QVERIFY(!process.waitForFinished(500));
        signalTo(process, SIGINT);
        QVERIFY(process.waitForFinished(10000));
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().contains("Two interrupts received."));
        steps.replaceByFiles();
        COMPARE_EXIT(folder.planlens({"plan", "-detailed-exitcode", "-no-color"}), 2);
        QCOMPARE(inputs(folder.read("terraform.tfstate")).keys(),
                 (QStringList{"terraform_data.after0", "terraform_data.start"}));
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve", "-no-color"}), 0);
        COMPARE_EXIT(folder.planlens({"plan", "-detailed-exitcode", "-no-color"}), 0);
    }

    /// If the state can no longer be written, it is saved beside the configuration.
    void keepsTheStateElsewhereWhereItsFolderIsGone() {
        const ProjectFolder folder;
        WaitingSteps steps(folder, 1);
        QVERIFY(QDir(folder.path()).mkdir("deep"));
        QProcess process;
        process.setStandardOutputFile(folder.path("out"));
        folder.startPlanlens(process, {"apply", "-auto-approve", "-no-color", "-state=deep/s.tfstate"});
        QVERIFY(steps.isReached(0));
        QVERIFY(QDir(folder.path("deep")).removeRecursively());
        QVERIFY(steps.release(0));
        QVERIFY(process.waitForFinished(60000));
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(process.exitCode() == 1, said.constData());
        QVERIFY2(said.contains("Failed to save state") || said.contains("Failed to persist state"), said.constData());
        QVERIFY2(folder.has("errored.tfstate"), said.constData());
        QCOMPARE(inputs(folder.read("errored.tfstate")).keys(),
                 (QStringList{"terraform_data.after0", "terraform_data.start"}));
    }

    /// The old state stays in place, and the new one is kept twice: beside the configuration and in the
    /// journal.
    void keepsTheStateElsewhereWhereItsFolderCannotBeWritten() {
        const ProjectFolder folder;
        WaitingSteps steps(folder, 1);
        QVERIFY(QDir(folder.path()).mkdir("deep"));
        const QByteArray deep = QFile::encodeName(folder.path("deep"));
        // Root ignores file modes, so a capability is dropped.
        const bool isRoot = ::geteuid() == 0;
        if (isRoot && QProcess::execute("setpriv", {"--bounding-set=-dac_override", "true"}) != 0)
            QSKIP("root cannot give up writing everywhere");
        const QStringList apply{PLANLENS_CLI, "apply", "-auto-approve", "-no-color", "-state=deep/s.tfstate"};
        QProcess process;
        process.setWorkingDirectory(folder.path());
        process.setStandardOutputFile(folder.path("out"));
        if (isRoot)
            process.start("setpriv", QStringList{"--bounding-set=-dac_override"} + apply);
        else
            process.start(apply[0], apply.mid(1));
        QVERIFY(steps.isReached(0));
        const QByteArray before = folder.read("deep/s.tfstate");
        QVERIFY(::chmod(deep.constData(), 0500) == 0);
        const auto writable = qScopeGuard([&] { ::chmod(deep.constData(), 0700); });
        QVERIFY(steps.release(0));
        QVERIFY(process.waitForFinished(60000));
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(process.exitCode() == 1, said.constData());
        for (const char* part : {"Failed to save state", "permission denied", "Failed to persist state to backend",
                                 "use the following command: tofu state push errored.tfstate"})
            QVERIFY2(said.simplified().contains(part), said.constData());
        const QStringList done{"terraform_data.after0", "terraform_data.start"};
        QCOMPARE(inputs(folder.read("errored.tfstate")).keys(), done);
        QCOMPARE(folder.read("deep/s.tfstate"), before);
        if (haveTofu())
            COMPARE_EXIT(folder.tofu({"show", "errored.tfstate"}), 0);

        QVERIFY(::chmod(deep.constData(), 0700) == 0);
        steps.replaceByFiles();
        COMPARE_EXIT(folder.planlens({"plan", "-detailed-exitcode", "-state=deep/s.tfstate"}), 0);
        QCOMPARE(inputs(folder.read("deep/s.tfstate")).keys(), done);
    }

    /// The state is on a separate file system, which is too small.
    void keepsTheStateElsewhereWhereItsDiskIsFull() {
        const ProjectFolder folder("resource \"terraform_data\" \"a\" {\n  count = 50\n  input = \"" +
                                   QByteArray(4000, 'x') + "\"\n}\n");
        QVERIFY(QDir(folder.path()).mkdir("disk"));
        folder.write("steps", "mount -t tmpfs -o size=64k none disk || exit 99\n"
                              "$0 apply -auto-approve -no-color -state=disk/s.tfstate; test $? = 1 || exit 1\n"
                              "mount -o remount,size=8m disk\n"
                              "cp disk/s.tfstate kept\n"
                              "cp errored.tfstate disk/s.tfstate\n"
                              "$0 plan -detailed-exitcode -no-color -state=disk/s.tfstate\n");
        QProcess process;
        process.setWorkingDirectory(folder.path());
        process.start("unshare", {"-m", "sh", "-c", ". ./steps", PLANLENS_CLI});
        QVERIFY(process.waitForFinished(60000));
        if (process.error() == QProcess::FailedToStart || process.exitCode() == 99 || !folder.has("errored.tfstate"))
            if (const QByteArray said = process.readAllStandardError();
                said.contains("unshare") || said.contains("mount"))
                QSKIP("no disk can be made here");
        const QByteArray said = process.readAllStandardError().simplified();
        QVERIFY2(process.exitCode() == 0, said.constData());
        for (const char* part : {"no space left on device", "Failed to persist state to backend",
                                 "use the following command: tofu state push errored.tfstate"})
            QVERIFY2(said.contains(part), said.constData());
        QCOMPARE(inputs(folder.read("errored.tfstate")).size(), 50);
        const QByteArray kept = folder.read("kept");
        QVERIFY2(kept.isEmpty() || parseJson(kept).isObject(), kept.left(300).constData());
    }

    /// Conditions that were true when planning must be true when applying.
    void checksConditionsAgainWhenApplying() {
        const ProjectFolder folder(
            "variable \"flag\" {\n  default = \"flag\"\n}\n"
            "resource \"terraform_data\" \"a\" {\n  lifecycle {\n    precondition {\n      condition     = "
            "fileexists(var.flag)\n      error_message = \"No flag.\"\n    }\n  }\n}\n"
            "resource \"terraform_data\" \"b\" {\n  input = terraform_data.a.id\n}\n");
        folder.write("flag", "");
        COMPARE_EXIT(folder.planlens({"plan", "-out=saved"}), 0);
        folder.remove("flag");
        const Ran own = folder.planlens({"apply", "-no-color", "saved"});
        COMPARE_EXIT(own, 1);
        QVERIFY2(own.err.contains("Error: Resource precondition failed") && own.err.contains("No flag."),
                 own.err.constData());
        QVERIFY(inputs(folder.read("terraform.tfstate")).isEmpty());
        if (!haveTofu())
            return;
        const ProjectFolder other;
        other.write("main.tf", folder.read("main.tf"));
        other.write("flag", "");
        COMPARE_EXIT(other.tofu({"plan", "-out=saved"}), 0);
        other.remove("flag");
        const Ran reference = other.tofu({"apply", "-no-color", "saved"});
        COMPARE_EXIT(reference, 1);
        QCOMPARE(own.err, reference.err);
    }

    /// A full disk is simulated by a limit on the file size.
    void reportsAFullDisk() {
        const ProjectFolder folder("resource \"terraform_data\" \"a\" {\n  count = 2\n  input = \"small\"\n}\n");
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve", "-no-color"}), 0);
        const QByteArray before = folder.read("terraform.tfstate");
        folder.write("main.tf", "resource \"terraform_data\" \"a\" {\n  count = 50\n  input = \"" +
                                    QByteArray(4000, 'x') + "\"\n}\n");
        QProcess process;
        process.setWorkingDirectory(folder.path());
        // The output is a pipe, because the limit applies to files.
        process.start("bash", {"-c", "ulimit -f 16; \"$0\" apply -auto-approve -no-color", PLANLENS_CLI});
        QVERIFY(process.waitForFinished(60000));
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 1, said.constData());
        QVERIFY2(said.contains("Failed to save state"), said.left(3000).constData());
        // There is no space for errored.tfstate either, so the state is printed.
        QVERIFY(!folder.has("errored.tfstate"));
        QVERIFY2(said.contains("Failed to create local state file") && said.contains("tofu state push errored.tfstate"),
                 said.right(3000).constData());
        const auto first = said.indexOf("{\n"), last = said.indexOf("\n}\n");
        QVERIFY2(first >= 0 && last > first && last < said.indexOf("Failed to persist state to backend"),
                 said.left(3000).constData());
        QCOMPARE(inputs(said.mid(first, last - first + 3)).size(), 50);
        // The previous state is still there.
        const Ran next = folder.planlens({"show", "-json"});
        COMPARE_EXIT(next, 0);
        const auto kept = inputs(folder.read("terraform.tfstate"));
        QVERIFY2(kept.size() >= inputs(before).size(), folder.read("terraform.tfstate").left(200).constData());
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve", "-no-color"}), 0);
        COMPARE_EXIT(folder.planlens({"plan", "-detailed-exitcode", "-no-color"}), 0);
    }
};

QTEST_GUILESS_MAIN(TestInterruption)
#include "tst_interruption.moc"

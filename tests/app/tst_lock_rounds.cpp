// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"

#include <QJsonObject>
#include <QProcess>
#include <QRandomGenerator>
#include <QtTest>

#include <array>
#include <csignal>

using namespace planlens::testing;

namespace {

enum Engine { Own, Reference, Window };

int roundCount() {
    bool isNumber = false;
    const int count = qEnvironmentVariableIntValue("PLANLENS_LOCK_ROUNDS", &isNumber);
    return isNumber ? count : 5;
}

/// Starts an apply of the value. The window plans first, and approves its plan.
void startApply(Engine engine, const ProjectFolder& folder, QProcess& process, const QString& value) {
    const QStringList arguments{"apply", "-auto-approve", "-no-color", "-input=false", "-var=v=" + value};
    if (engine == Window)
        folder.startProgram(
            process, PLANLENS_WINDOW_APPLY, {folder.path()},
            {{"TF_VAR_v", value}, {"XDG_STATE_HOME", folder.path("home")}, {"XDG_CONFIG_HOME", folder.path("home")}});
    else if (engine == Own)
        folder.startPlanlens(process, arguments);
    else
        folder.startTofu(process, arguments);
}

void start(Engine engine, const ProjectFolder& folder, QProcess& process, const QStringList& arguments) {
    if (engine == Own)
        folder.startPlanlens(process, arguments);
    else
        folder.startTofu(process, arguments);
}

Ran run(Engine engine, const ProjectFolder& folder, const QStringList& arguments) {
    return engine == Own ? folder.planlens(arguments) : folder.tofu(arguments);
}

QJsonObject stateOf(const ProjectFolder& folder) {
    return parseJson(folder.read("terraform.tfstate")).toObject();
}

void addPairs() {
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("second");
    QTest::newRow("own, own") << int(Own) << int(Own);
    QTest::newRow("own, the reference") << int(Own) << int(Reference);
    QTest::newRow("the reference, own") << int(Reference) << int(Own);
}

} // namespace

/// Concurrent applies, and locks left by a killed process. PLANLENS_LOCK_ROUNDS sets the number of rounds.
class TestLockRounds : public QObject {
    Q_OBJECT
private slots:
    void oneOfTwoAppliesWins_data() {
        addPairs();
        if (QByteArray(PLANLENS_WINDOW_APPLY).isEmpty())
            return;
        QTest::newRow("window, window") << int(Window) << int(Window);
        QTest::newRow("window, own") << int(Window) << int(Own);
        QTest::newRow("own, window") << int(Own) << int(Window);
        QTest::newRow("window, the reference") << int(Window) << int(Reference);
        QTest::newRow("the reference, window") << int(Reference) << int(Window);
    }
    void oneOfTwoAppliesWins() {
        QFETCH(int, first);
        QFETCH(int, second);
        if (first == Reference || second == Reference)
            SKIP_WITHOUT_TOFU();
        const ProjectFolder folder("variable \"v\" {}\nresource \"terraform_data\" \"a\" {\n  input = var.v\n}\noutput "
                                   "\"v\" {\n  value = terraform_data.a.output\n}\n");
        QRandomGenerator random(4711);
        double serial = -1;
        int refused = 0, stale = 0;
        const int rounds = roundCount();
        for (int round = 0; round < rounds; ++round) {
            const std::array engines{static_cast<Engine>(first), static_cast<Engine>(second)};
            const std::array values{QString("first-%1").arg(round), QString("second-%1").arg(round)};
            std::array<QProcess, 2> processes;
            QStringList written; // by the successful applies
            for (std::size_t i = 0; i < 2; ++i) {
                startApply(engines[i], folder, processes[i], values[i]);
                // OpenTofu and the window take longer to acquire the lock.
                QThread::msleep(static_cast<unsigned long>(random.bounded(engines[i] == Own      ? 40
                                                                          : engines[i] == Window ? 900
                                                                                                 : 400)));
            }
            for (std::size_t i = 0; i < 2; ++i) {
                QVERIFY(processes[i].waitForFinished(60000));
                const QByteArray said = processes[i].readAllStandardOutput() + processes[i].readAllStandardError();
                QCOMPARE(processes[i].exitStatus(), QProcess::NormalExit);
                // The window holds no lock between planning and applying, and refuses a plan for another state.
                const bool isStale = engines[i] == Window && said.contains("The state has changed");
                if (processes[i].exitCode() == 0)
                    written += values[i];
                else
                    QVERIFY2(isStale || said.contains("Error acquiring the state lock"), said.constData());
                stale += isStale ? 1 : 0;
                refused += processes[i].exitCode() != 0 ? 1 : 0;
            }
            QVERIFY(!written.isEmpty());
            const QJsonObject state = stateOf(folder);
            QVERIFY2(written.contains(state["outputs"]["v"]["value"].toString()),
                     folder.read("terraform.tfstate").constData());
            QVERIFY(state["serial"].toDouble() > serial);
            serial = state["serial"].toDouble();
            QVERIFY(!folder.has(".terraform.tfstate.lock.info"));
            QVERIFY(!folder.has("terraform.tfstate.planlens-journal"));
        }
        qInfo("%d rounds: %d applies refused, because the other one had the lock, %d of them after it had changed the "
              "state",
              rounds, refused, stale);
    }

    void waitingForTheLockIsTold_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("told");
        QTest::newRow("text") << QStringList() << QByteArray("Acquiring state lock. This may take a few moments...\n");
        QTest::newRow("JSON") << QStringList{"-json"}
                              << QByteArray(
                                     R"("Acquiring state lock. This may take a few moments...","@module":"tofu.ui")");
        QTest::newRow("without waiting") << QStringList{"-lock-timeout=0s"} << QByteArray();
    }
    void waitingForTheLockIsTold() {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, told);
        const ProjectFolder folder("resource \"terraform_data\" \"a\" {\n  input = 1\n}\n");
        QProcess holder;
        folder.startPlanlens(holder, {"apply", "-no-color"}); // waits for approval
        QVERIFY(appears(folder.path(".terraform.tfstate.lock.info")));
        const Ran ran = folder.planlens(QStringList{"plan", "-no-color", "-lock-timeout=1s"} + options);
        COMPARE_EXIT(ran, 1);
        QCOMPARE(ran.out.contains("Acquiring state lock"), !told.isEmpty());
        QVERIFY2(ran.out.contains(told), ran.out.constData());
        holder.kill();
        QVERIFY(holder.waitForFinished(10000));
    }

    /// Programs read its output.
    void waitingForTheLockDoesNotChangeDocuments() {
        const ProjectFolder folder("resource \"terraform_data\" \"a\" {\n  input = 1\n}\n");
        QProcess holder;
        folder.startPlanlens(holder, {"apply", "-no-color"}); // waits for approval
        QVERIFY(appears(folder.path(".terraform.tfstate.lock.info")));
        const Ran ran = folder.planlens({"why", "-json", "-lock-timeout=1s"});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.err.contains("Acquiring state lock. This may take a few moments...\n") &&
                     ran.err.contains("Error acquiring the state lock"),
                 ran.err.constData());
        QVERIFY2(!ran.out.contains("Acquiring"), ran.out.constData());
        holder.kill();
        QVERIFY(holder.waitForFinished(10000));
    }

    /// The lock itself ends with the process. Only its information file is left.
    void killedHolderDoesNotExclude_data() { addPairs(); }
    void killedHolderDoesNotExclude() {
        QFETCH(int, first);
        QFETCH(int, second);
        if (first == Reference || second == Reference)
            SKIP_WITHOUT_TOFU();
        const Engine holder = static_cast<Engine>(first), other = static_cast<Engine>(second);
        for (int round = 0; round < std::max(1, roundCount() / 5); ++round) {
            const ProjectFolder folder("resource \"terraform_data\" \"a\" {\n  input = 1\n}\n");
            COMPARE_EXIT(run(holder, folder, {"apply", "-auto-approve"}), 0);
            folder.write("main.tf", "resource \"terraform_data\" \"a\" {\n  input = 2\n}\n");
            QProcess process;
            start(holder, folder, process, {"apply", "-no-color"}); // waits for approval
            QVERIFY(appears(folder.path(".terraform.tfstate.lock.info")));
            QTRY_VERIFY(!parseJson(folder.read(".terraform.tfstate.lock.info")).toObject()["ID"].toString().isEmpty());
            const QString id = parseJson(folder.read(".terraform.tfstate.lock.info")).toObject()["ID"].toString();
            ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
            QVERIFY(process.waitForFinished(10000));
            QVERIFY(folder.has(".terraform.tfstate.lock.info"));
            const Ran wrong = folder.planlens({"force-unlock", "-force", "00000000-0000-0000-0000-000000000000"});
            COMPARE_EXIT(wrong, 1);
            QVERIFY2(wrong.err.contains("Error"), wrong.all().constData());
            if (round % 2 == 1)
                COMPARE_EXIT(folder.planlens({"force-unlock", "-force", id}), 0);
            COMPARE_EXIT(run(other, folder, {"apply", "-auto-approve"}), 0);
            QVERIFY(!folder.has(".terraform.tfstate.lock.info"));
            COMPARE_EXIT(run(holder, folder, {"plan", "-detailed-exitcode"}), 0);
        }
    }
};

QTEST_GUILESS_MAIN(TestLockRounds)
#include "tst_lock_rounds.moc"

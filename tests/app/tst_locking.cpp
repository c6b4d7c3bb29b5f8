// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"
#include "tests/app/support/waiting_steps.h"

#include <QProcess>
#include <QtTest>

using namespace planlens::testing;

namespace {

enum Engine { Own, Reference };

void start(Engine engine, const ProjectFolder& folder, QProcess& process, const QStringList& arguments) {
    if (engine == Own)
        folder.startPlanlens(process, arguments);
    else
        folder.startTofu(process, arguments);
}

Ran run(Engine engine, const ProjectFolder& folder, const QStringList& arguments) {
    return engine == Own ? folder.planlens(arguments) : folder.tofu(arguments);
}

/// Reads the output of a process until it contains the text.
bool says(QProcess& process, const QByteArray& text, QByteArray& said) {
    while (!said.contains(text)) {
        if (!process.waitForReadyRead(60000))
            return false;
        said += process.readAllStandardOutput();
    }
    return true;
}

} // namespace

/// A process that waits for approval holds the lock. All others are refused and report its holder.
class TestLocking : public QObject {
    Q_OBJECT
private slots:
    void keepsOthersAway_data() {
        QTest::addColumn<int>("holder");
        QTest::addColumn<int>("other");
        QTest::newRow("own against own") << int(Own) << int(Own);
        QTest::newRow("own against the reference") << int(Own) << int(Reference);
        QTest::newRow("the reference against own") << int(Reference) << int(Own);
    }

    void keepsOthersAway() {
        QFETCH(int, holder);
        QFETCH(int, other);
        if (holder == Reference || other == Reference)
            SKIP_WITHOUT_TOFU();
        const Engine holding = static_cast<Engine>(holder), excluded = static_cast<Engine>(other);
        const ProjectFolder folder("resource \"terraform_data\" \"a\" {\n  input = 1\n}\n");
        COMPARE_EXIT(run(holding, folder, {"apply", "-auto-approve"}), 0);
        folder.write("main.tf", "resource \"terraform_data\" \"a\" {\n  input = 2\n}\n");
        const QByteArray before = folder.read("terraform.tfstate");

        QProcess process;
        start(holding, folder, process, {"apply", "-no-color"});
        QByteArray said;
        QVERIFY2(says(process, "Enter a value", said), said.constData());
        for (const QStringList& arguments : {QStringList{"plan", "-no-color"},
                                             {"apply", "-auto-approve", "-no-color"},
                                             {"destroy", "-auto-approve", "-no-color"}}) {
            const Ran kept = run(excluded, folder, arguments);
            COMPARE_EXIT(kept, 1);
            QVERIFY2(kept.err.contains("Error acquiring the state lock"), kept.all().constData());
            for (const char* part : {"Lock Info:", "Path:", "Operation: OperationTypeApply", "Who:", "@"})
                QVERIFY2(kept.err.contains(part), kept.all().constData());
        }
        // Reading is possible without a lock.
        COMPARE_EXIT(run(excluded, folder, {"plan", "-lock=false", "-detailed-exitcode"}), 2);
        QCOMPARE(folder.read("terraform.tfstate"), before);

        // A process that waits long enough gets the lock.
        QProcess waiting;
        start(excluded, folder, waiting, {"plan", "-lock-timeout=60s", "-no-color", "-detailed-exitcode"});
        QVERIFY(!waiting.waitForFinished(1500));
        process.write("yes\n");
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished(60000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
        QVERIFY(waiting.waitForFinished(60000));
        const QByteArray waited = waiting.readAll();
        QVERIFY2(waiting.exitCode() == 0 || waiting.exitCode() == 2, waited.constData());
        QVERIFY2(waited.startsWith("Acquiring state lock. This may take a few moments...\n"), waited.constData());
        COMPARE_EXIT(run(excluded, folder, {"plan", "-detailed-exitcode"}), 0);
        QVERIFY(!folder.has(".terraform.tfstate.lock.info"));
    }

    /// The lock is on the state file, and must survive repeated writes to it.
    void locksAfterManySaves() {
        SKIP_WITHOUT_TOFU();
        const ProjectFolder folder;
        WaitingSteps steps(folder, 12);
        QProcess process;
        process.setStandardOutputFile(folder.path("out"));
        folder.startPlanlens(process, {"apply", "-auto-approve", "-no-color"});
        QByteArray last;
        int saves = 0;
        for (int i = 0; i < 12; ++i) {
            QThread::msleep(1100); // snapshots are one second apart
            QVERIFY2(steps.release(i), process.readAllStandardError().constData());
            const QByteArray text = folder.read("terraform.tfstate");
            saves += text != last ? 1 : 0;
            last = text;
            if (i < 11) {
                for (const Engine engine : {Own, Reference}) {
                    const Ran kept = run(engine, folder, {"plan", "-no-color", "-refresh=false"});
                    QVERIFY2(kept.exitCode == 1 && kept.err.contains("Error acquiring the state lock"),
                             kept.all().constData());
                }
            }
        }
        QVERIFY(process.waitForFinished(60000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
        QVERIFY2(saves >= 10, QByteArray::number(saves).constData());
        steps.replaceByFiles();
        for (const Engine engine : {Own, Reference})
            COMPARE_EXIT(run(engine, folder, {"plan", "-detailed-exitcode"}), 0);
    }
};

QTEST_GUILESS_MAIN(TestLocking)
#include "tst_locking.moc"

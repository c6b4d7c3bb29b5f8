// SPDX-License-Identifier: MPL-2.0
#include "tests/core/provisioners/requests.h"
#include "tests/support/scoped_environment.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <thread>

using namespace planlens::testing;
using planlens::values::Type;
using planlens::values::Value;

/// Commands on the local machine.
class TestLocalExec : public QObject {
    Q_OBJECT

private slots:
    void reportsWhatIsRunAndWritten_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QStringList>("output");
        QTest::addColumn<QString>("errors");

        const auto executing = [](const char* command) {
            return QStringLiteral("Executing: [\"/bin/sh\" \"-c\" \"%1\"]").arg(command);
        };
        const auto error = [](const char* detail) {
            return QStringLiteral("local-exec provisioner error: Error running command ") + detail;
        };
        QTest::newRow("quiet") << "true" << QStringList{executing("true")} << QString();
        QTest::newRow("lines of both streams")
            << "echo a; echo >&2; echo 'b '" << QStringList{executing("echo a; echo >&2; echo 'b '"), "a", "", "b "}
            << QString();
        QTest::newRow("quotes and line breaks")
            << "echo \"a\"\necho b" << QStringList{executing("echo \\\"a\\\"\\necho b"), "a", "b"} << QString();
        QTest::newRow("reads nothing") << "cat" << QStringList{executing("cat")} << QString();
        QTest::newRow("fails") << "echo why; exit 3" << QStringList{executing("echo why; exit 3"), "why"}
                               << error("'echo why; exit 3': exit status 3. Output: why\n");
        QTest::newRow("killed") << "kill -9 $$" << QStringList{executing("kill -9 $$")}
                                << error("'kill -9 $$': signal: killed. Output: ");
    }
    void reportsWhatIsRunAndWritten() {
        QFETCH(QString, command);
        Run run("local-exec", {{"command", Value::string(command.toStdString())}});
        QTEST(run.errors(), "errors");
        QTEST(run.output, "output");
    }

    void takesInterpreterFolderAndEnvironment() {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("deep"));
        const ScopedEnvironment a("PLANLENS_TEST_A", "own"), b("PLANLENS_TEST_B", "own");
        Run run("local-exec", {{"command", text("basename \"$PWD\"; echo $PLANLENS_TEST_A $PLANLENS_TEST_B $1")},
                               {"interpreter", texts({"sh", "-c"})},
                               {"working_dir", text("deep")},
                               {"environment", Value::map({{"PLANLENS_TEST_A", text("given=1")}})}});
        run.request.directory = folder.path().toStdString();
        QCOMPARE(run.errors(), QString());
        QCOMPARE(run.output.mid(1), (QStringList{"deep", "given=1 own"}));
        QVERIFY(run.output.value(0).startsWith("Executing: [\"sh\" \"-c\" \"basename"));
    }

    void printsOnlyWhatIsRequestedWhenQuiet() {
        Run run("local-exec", {{"command", text("echo a")}, {"quiet", Value::boolean(true)}});
        QCOMPARE(run.errors(), QString());
        QCOMPARE(run.output, (QStringList{"local-exec: Executing: Suppressed by quiet=true", "a"}));
    }

    void reportsWhyItDidNotStart_data() {
        QTest::addColumn<QString>("interpreter");
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("problem");

        QTest::newRow("no such program") << "no-such-program"
                                         << ""
                                         << "exec: \"no-such-program\": executable file not found in $PATH";
        QTest::newRow("no such file") << "/nonexistent/sh"
                                      << ""
                                      << "fork/exec /nonexistent/sh: no such file or directory";
        QTest::newRow("no program") << "/tmp"
                                    << ""
                                    << "fork/exec /tmp: permission denied";
        QTest::newRow("no such folder") << "sh"
                                        << "nonexistent"
                                        << "chdir nonexistent: no such file or directory";
    }
    void reportsWhyItDidNotStart() {
        QFETCH(QString, interpreter);
        QFETCH(QString, folder);
        QFETCH(QString, problem);
        Arguments arguments{{"command", text("x")}, {"interpreter", texts({interpreter})}};
        if (!folder.isEmpty())
            arguments.emplace_back("working_dir", Value::string(folder.toStdString()));
        Run run("local-exec", arguments);
        QCOMPARE(run.errors(), "local-exec provisioner error: Error running command 'x': " + problem + ". Output: ");
    }

    void keepsTheEndOfLongOutput() {
        Run run("local-exec", {{"command", text("seq 3000; exit 1")}});
        const QString errors = run.errors();
        QVERIFY(errors.endsWith("\n2999\n3000\n"));
        QCOMPARE(errors.section("Output: ", 1).size(), 8 * 1024);
        QCOMPARE(run.output.size(), 3001);
    }

    /// The error contains neither the command nor its output.
    void keepsSecretsOutOfErrors() {
        Run run("local-exec", {{"command", text("echo hunter2; exit 1")}});
        run.request.concealment = "(hidden)";
        QCOMPARE(run.errors(),
                 QString("local-exec provisioner error: Error running command: exit status 1. Output: (hidden)"));
    }

    void isInterruptedByAStop() {
        std::stop_source stop;
        Run run("local-exec", {{"command", text("trap 'echo bye; exit 1' INT; echo ready; sleep 60 & wait")}});
        run.request.limits.stop = stop.get_token();
        run.request.output = [&](const std::string& told) {
            run.output.append(QString::fromStdString(told));
            if (told == "ready")
                stop.request_stop();
        };
        QCOMPARE(run.errors().section(": ", -3),
                 QString("exit status 1. Output: ready\nbye\n")
                     .prepend("Error running command 'trap 'echo bye; exit 1' INT; echo ready; sleep 60 & wait': "));
        Run late("local-exec", {{"command", text("echo never")}});
        late.request.limits.stop = stop.get_token();
        QCOMPARE(late.errors(), QString("local-exec provisioner error: Error running command 'echo never': interrupted "
                                        "before it was started. Output: "));
        QCOMPARE(late.output.size(), 1);
    }

    void rejectsAMissingCommand() {
        Run run("local-exec", {{"command", text("")}});
        QCOMPARE(run.errors(),
                 QString("Invalid local-exec provisioner command: The command must be a non-empty string."));
    }
};

QTEST_APPLESS_MAIN(TestLocalExec)
#include "tst_local_exec.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/system/environment.h"
#include "core/system/line_splitter.h"
#include "core/system/private_directory.h"
#include "core/system/run_program.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cerrno>
#include <csignal>
#include <sys/wait.h>
#include <thread>

using namespace planlens::system;
using namespace std::chrono_literals;

namespace {

Command shell(const char* script, std::vector<std::string> environment = ownEnvironment()) {
    return {"/bin/sh", std::move(environment), {}, {"sh", "-c", script}};
}

/// The output and exit status of a program.
struct Told {
    std::string output, error;
    QString ending;
};

Told tell(const Command& command, const Limits& limits = {}) {
    Told told;
    Exchange exchange;
    exchange.output = [&](std::string_view bytes) { told.output += bytes; };
    exchange.error = [&](std::string_view bytes) { told.error += bytes; };
    const auto exitStatus = runProgram(command, exchange, limits);
    told.ending = exitStatus ? QString::fromStdString(exitStatus->toString())
                             : QStringLiteral("errno %1").arg(exitStatus.error());
    return told;
}

bool isRunning(const QByteArray& pid) {
    return !pid.isEmpty() && ::kill(pid.trimmed().toInt(), 0) == 0;
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// Programs that run until they exit or are stopped.
class TestRunProgram : public QObject {
    Q_OBJECT

private slots:
    void reportsWhatItWritesAndHowItEnds_data() {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QByteArray>("output");
        QTest::addColumn<QByteArray>("error");
        QTest::addColumn<QString>("ending");

        QTest::newRow("nothing") << QByteArray(":") << QByteArray() << QByteArray() << "exit status 0";
        QTest::newRow("both streams") << QByteArray("echo a; echo b >&2; echo c; exit 3") << QByteArray("a\nc\n")
                                      << QByteArray("b\n") << "exit status 3";
        QTest::newRow("killed") << QByteArray("echo a; kill -9 $$") << QByteArray("a\n") << QByteArray()
                                << "signal: killed";
        QTest::newRow("reads nothing") << QByteArray("cat; echo end") << QByteArray("end\n") << QByteArray()
                                       << "exit status 0";
        QTest::newRow("closes its streams")
            << QByteArray("exec >&- 2>&-; sleep 0.2; exit 5") << QByteArray() << QByteArray() << "exit status 5";
        QTest::newRow("leads its session")
            << QByteArray("set -- $(cat /proc/$$/stat); test $5 = $$ && test $6 = $$ && echo yes")
            << QByteArray("yes\n") << QByteArray() << "exit status 0";
        QTest::newRow("takes interrupts")
            << QByteArray("kill -INT $$; sleep 5") << QByteArray() << QByteArray() << "signal: interrupt";
    }
    void reportsWhatItWritesAndHowItEnds() {
        QFETCH(QByteArray, script);
        ::signal(SIGINT, SIG_IGN); // as in shells that start a process in the background
        const Told told = tell(shell(script.constData()));
        ::signal(SIGINT, SIG_DFL);
        QTEST(QByteArray::fromStdString(told.output), "output");
        QTEST(QByteArray::fromStdString(told.error), "error");
        QTEST(told.ending, "ending");
    }

    void keepsTheOrderOfBothStreamsWhereTheyGoTogether() {
        std::string all;
        Exchange exchange;
        exchange.output = [&](std::string_view bytes) { all += bytes; };
        QVERIFY(runProgram(shell("for i in 1 2 3; do echo o$i; echo e$i >&2; done"), exchange, {}));
        QCOMPARE(QByteArray::fromStdString(all), QByteArray("o1\ne1\no2\ne2\no3\ne3\n"));
    }

    void takesFloods() {
        const Told told = tell(shell("head -c 5000000 /dev/zero; head -c 3000000 /dev/zero >&2"));
        QCOMPARE(told.output.size(), std::size_t(5000000));
        QCOMPARE(told.error.size(), std::size_t(3000000));
    }

    void reportsPausesSoThatUnfinishedLinesAreSeen() {
        std::vector<std::string> lines;
        LineSplitter splitter([&](std::string_view line) { lines.emplace_back(line); });
        Exchange exchange;
        exchange.output = [&](std::string_view bytes) { splitter.add(bytes); };
        exchange.paused = [&] { splitter.finish(); };
        QVERIFY(runProgram(shell("printf 'wait... '; sleep 0.5; echo done"), exchange, {}));
        QCOMPARE(lines, (std::vector<std::string>{"wait... ", "done"}));
    }

    /// Each piece of input is sent after the output for the previous piece.
    void converses() {
        int answered = 0, sent = 0;
        std::string all;
        Exchange exchange;
        exchange.output = [&](std::string_view bytes) {
            all += bytes;
            answered += static_cast<int>(std::count(bytes.begin(), bytes.end(), '\n'));
        };
        exchange.input = [&]() -> std::optional<std::string> {
            if (sent == 3)
                return {};
            if (sent > answered)
                return std::string();
            return "line " + std::to_string(++sent) + "\n";
        };
        const auto exitStatus = runProgram(shell("while read x; do echo \"got $x\"; done; echo end"), exchange, {});
        QVERIFY(exitStatus && exitStatus->isSuccess());
        QCOMPARE(QByteArray::fromStdString(all), QByteArray("got line 1\ngot line 2\ngot line 3\nend\n"));
    }

    void sendsLargeRequests() {
        int pieces = 0;
        std::size_t back = 0;
        Exchange exchange;
        exchange.output = [&](std::string_view bytes) { back += bytes.size(); };
        exchange.input = [&]() -> std::optional<std::string> {
            return ++pieces > 40 ? std::nullopt : std::optional<std::string>(std::string(100000, 'x'));
        };
        const auto exitStatus = runProgram({"/bin/cat", ownEnvironment()}, exchange, {});
        QVERIFY(exitStatus && exitStatus->isSuccess());
        QCOMPARE(back, std::size_t(4000000));
    }

    /// A program that closes its standard input is not ended.
    void survivesWhoDoesNotRead() {
        Exchange exchange;
        exchange.output = [](std::string_view) {};
        exchange.input = [] { return std::optional<std::string>(std::string(100000, 'x')); };
        const auto exitStatus = runProgram(shell("exec <&-; sleep 0.3; exit 4"), exchange, {});
        QVERIFY(exitStatus);
        QCOMPARE(exitStatus->code(), 4);
    }

    /// As in OpenTofu, background processes of the program can still write.
    void waitsForWhoHasInheritedTheOutput() {
        QCOMPARE(QByteArray::fromStdString(tell(shell("(sleep 0.5; echo late) & echo early")).output),
                 QByteArray("early\nlate\n"));
    }

    void interruptsOnAStop() {
        std::stop_source stop;
        const std::jthread stopper([&] {
            QThread::msleep(300);
            stop.request_stop();
        });
        QElapsedTimer timer;
        timer.start();
        const Told told =
            tell(shell("trap 'echo cleaning; exit 7' INT; echo ready; sleep 30 & wait"), {stop.get_token()});
        QCOMPARE(QByteArray::fromStdString(told.output), QByteArray("ready\ncleaning\n"));
        QCOMPARE(told.ending, QString("exit status 7"));
        QVERIFY(timer.elapsed() < 10000);
    }

    /// A program that ignores the stop is waited for; its child processes are killed afterwards.
    void waitsForProgramsThatIgnoreTheStop() {
        const QTemporaryDir folder;
        std::stop_source stop;
        const std::jthread stopper([&] {
            QThread::msleep(300);
            stop.request_stop();
        });
        Command command = shell("trap '' INT; sleep 60 & echo $! > child; sleep 1; echo done");
        command.workingDirectory = folder.path().toStdString();
        const Told told = tell(command, {stop.get_token()});
        QCOMPARE(QByteArray::fromStdString(told.output), QByteArray("done\n"));
        QCOMPARE(told.ending, QString("exit status 0"));
        QTRY_VERIFY(!isRunning(contentOf(folder.filePath("child"))));
    }

    /// The processes are killed before request_stop() returns, because this process may exit next.
    void killsAllWhenForced() {
        const QTemporaryDir folder;
        std::stop_source forced;
        const std::jthread stopper([&] {
            while (contentOf(folder.filePath("child")).isEmpty())
                QThread::msleep(5);
            forced.request_stop();
        });
        Command command = shell("trap '' INT TERM; sleep 60 & echo $! > child; wait; sleep 60");
        command.workingDirectory = folder.path().toStdString();
        QCOMPARE(tell(command, {{}, forced.get_token()}).ending, QString("signal: killed"));
        QTRY_VERIFY(!isRunning(contentOf(folder.filePath("child"))));
    }

    void killsAtTheDeadline() {
        QElapsedTimer timer;
        timer.start();
        Limits limits;
        limits.deadline = std::chrono::steady_clock::now() + 300ms;
        QCOMPARE(tell(shell("trap '' INT TERM; sleep 60 & sleep 60"), limits).ending, QString("signal: killed"));
        QVERIFY(timer.elapsed() < 10000);
    }

    void stopsByItselfWithoutItsReader_data() {
        QTest::addColumn<bool>("stopsWithThread");
        QTest::newRow("stops by a signal") << true;
        QTest::newRow("killed") << false;
    }
    /// Closed output must not end a program before it gets the signal to stop.
    void stopsByItselfWithoutItsReader() {
        QFETCH(bool, stopsWithThread);
        Limits limits;
        limits.lifetime = stopsWithThread ? Lifetime::StopsWithThread : Lifetime::EndsWithThread;
        const Told told = tell(shell("grep SigIgn /proc/self/status"), limits);
        const qulonglong ignored =
            QByteArray::fromStdString(told.output).simplified().split(' ').value(1).toULongLong(nullptr, 16);
        QCOMPARE((ignored >> (SIGPIPE - 1) & 1U) != 0, stopsWithThread);
    }

    void leavesNoZombies() {
        for (int i = 0; i < 20; ++i)
            tell(shell("exit 1"));
        int status = 0;
        QCOMPARE(::waitpid(-1, &status, WNOHANG), -1);
        QCOMPARE(errno, ECHILD);
    }

    void reportsWhyItDidNotStart() {
        QCOMPARE(tell({"/nonexistent/program"}).ending, QStringLiteral("errno %1").arg(ENOENT));
        QCOMPARE(tell({"/tmp"}).ending, QStringLiteral("errno %1").arg(EACCES));
    }

    void replacesVariables() {
        QCOMPARE(withVariables({"A=1", "B=2", "AB=3"}, {{"A", "x=y"}, {"C", ""}}),
                 (std::vector<std::string>{"B=2", "AB=3", "A=x=y", "C="}));
    }

    void findsPrograms() {
        QCOMPARE(findProgram("./sh")->string(), std::string("./sh"));
        QVERIFY(findProgram("sh")->is_absolute());
        const auto missing = findProgram("no-such-program");
        QVERIFY(!missing);
        QCOMPARE(missing.error(), std::string("exec: \"no-such-program\": executable file not found in $PATH"));
    }

    void keepsFilesToThisUserAndTakesThemAway() {
        QString path;
        {
            const PrivateDirectory directory;
            path = QString::fromStdString(directory.path().string());
            QVERIFY(QDir(path).exists());
            QVERIFY(!(QFile::permissions(path) &
                      (QFile::ReadGroup | QFile::ReadOther | QFile::ExeGroup | QFile::ExeOther)));
            QFile file(path + "/file");
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        QVERIFY(!QDir(path).exists());
    }
};

QTEST_APPLESS_MAIN(TestRunProgram)
#include "tst_run_program.moc"

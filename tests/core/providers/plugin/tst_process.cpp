// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/process/process.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <cerrno>
#include <csignal>
#include <sys/wait.h>

using namespace planlens::providers::plugin;
using namespace std::chrono_literals;

/// Child processes with unusual behavior.
class TestProcess : public QObject {
    Q_OBJECT

private slots:
    void reportsWhatItWritesAndHowItEnds_data();
    void reportsWhatItWritesAndHowItEnds();
    void takesFloods();
    void doesNotWaitForWhoInheritsItsOutput();
    void killsProcessesThatDoNotExit();
    void inheritsNothingElse();
    void leavesNoZombies();
    void reportsWhyItDidNotStart_data();
    void reportsWhyItDidNotStart();

private:
    QTemporaryDir m_folder;
    /// Writes an executable shell script.
    std::filesystem::path script(const QByteArray& text, QFile::Permissions more = QFile::ExeOwner) {
        static int number = 0;
        QFile file(m_folder.filePath(QString::number(++number)));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) < 0)
            return {};
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | more);
        return file.fileName().toStdString();
    }
};

namespace {

struct Running {
    std::vector<std::string> output, error;
    std::atomic<bool> ended = false;
    std::unique_ptr<Process> process;
    int failed = 0;

    explicit Running(const std::filesystem::path& program, std::vector<std::string> environment = {}) {
        auto started = Process::start({program, std::move(environment)},
                                      {[this](std::string_view line) { output.emplace_back(line); },
                                       [this](std::string_view line) { error.emplace_back(line); },
                                       [this](planlens::system::ExitStatus) { ended = true; }});
        if (started)
            process = *std::move(started);
        else
            failed = started.error();
    }
};

} // namespace

void TestProcess::reportsWhatItWritesAndHowItEnds_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("ending");
    QTest::addColumn<QStringList>("output");
    QTest::addColumn<QStringList>("error");

    QTest::newRow("nothing") << QByteArray("#!/bin/sh\n") << "exit status 0" << QStringList{} << QStringList{};
    QTest::newRow("both") << QByteArray("#!/bin/sh\necho a; echo b >&2; echo c; exit 3\n") << "exit status 3"
                          << QStringList{"a", "c"} << QStringList{"b"};
    QTest::newRow("no line break") << QByteArray("#!/bin/sh\nprintf a; printf b >&2\n") << "exit status 0"
                                   << QStringList{"a"} << QStringList{"b"};
    QTest::newRow("killed") << QByteArray("#!/bin/sh\necho a; kill -9 $$\n") << "signal: killed" << QStringList{"a"}
                            << QStringList{};
    QTest::newRow("closes its output") << QByteArray("#!/bin/sh\nexec >&- 2>&-; exit 5\n") << "exit status 5"
                                       << QStringList{} << QStringList{};
    QTest::newRow("reads its input") << QByteArray("#!/bin/sh\nread x || echo none\n") << "exit status 0"
                                     << QStringList{"none"} << QStringList{};
}

void TestProcess::reportsWhatItWritesAndHowItEnds() {
    QFETCH(QByteArray, text);
    Running running(script(text));
    QVERIFY(running.process);
    const auto ending = running.process->waitFor(20s);
    QVERIFY(ending);
    QTEST(QString::fromStdString(ending->toString()), "ending");
    const auto list = [](const std::vector<std::string>& lines) {
        QStringList result;
        for (const std::string& line : lines)
            result.push_back(QString::fromStdString(line));
        return result;
    };
    QTEST(list(running.output), "output");
    QTEST(list(running.error), "error");
    running.process.reset();
    QVERIFY(running.ended);
}

void TestProcess::takesFloods() {
    Running running(script("#!/bin/sh\nhead -c 30000000 /dev/zero >&2; echo done\n"));
    QVERIFY(running.process->waitFor(60s));
    QCOMPARE(running.output, std::vector<std::string>{"done"});
    std::size_t bytes = 0;
    for (const std::string& line : running.error)
        bytes += line.size();
    QCOMPARE(bytes, std::size_t(30000000));
}

void TestProcess::doesNotWaitForWhoInheritsItsOutput() {
    Running running(script("#!/bin/sh\nsleep 100 & echo $!\n"));
    QVERIFY(running.process->waitFor(20s));
    QCOMPARE(running.output.size(), std::size_t(1));
    ::kill(std::stoi(running.output.front()), SIGKILL);
}

void TestProcess::killsProcessesThatDoNotExit() {
    Running running(script("#!/bin/sh\ntrap '' TERM INT HUP\nwhile :; do sleep 1; done\n"));
    QVERIFY(!running.process->waitFor(50ms));
    running.process->kill();
    const auto ending = running.process->waitFor(20s);
    QVERIFY(ending);
    QCOMPARE(ending->toString(), std::string("signal: killed"));
    running.process->kill(); // the process has already ended
}

void TestProcess::inheritsNothingElse() {
    int open[2];
    QCOMPARE(::pipe(open), 0); // without O_CLOEXEC
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    Running running(
        script("#!/bin/sh\nls /proc/self/fd | tr '\\n' ' '; grep SigBlk /proc/self/status; echo \"$ONLY\"\n"),
        {"ONLY=this", "PATH=/usr/bin:/bin"});
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    QVERIFY(running.process->waitFor(20s));
    ::close(open[0]);
    ::close(open[1]);
    QCOMPARE(running.output.size(), std::size_t(2));
    QCOMPARE(running.output[0], std::string("0 1 2 3 SigBlk:\t0000000000000000")); // 3 is the directory that ls reads
    QCOMPARE(running.output[1], std::string("this"));
}

void TestProcess::leavesNoZombies() {
    const std::filesystem::path quick = script("#!/bin/sh\n"), slow = script("#!/bin/sh\nsleep 100\n");
    for (int i = 0; i < 20; ++i)
        Running(i % 2 ? quick : slow);
    QCOMPARE(::waitpid(-1, nullptr, WNOHANG), -1);
    QCOMPARE(errno, ECHILD);
}

void TestProcess::reportsWhyItDidNotStart_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("executable");
    QTest::addColumn<int>("error");

    QTest::newRow("not executable") << QByteArray("#!/bin/sh\n") << false << EACCES;
    QTest::newRow("no program") << QByteArray("some text\n") << true << ENOEXEC;
    QTest::newRow("empty") << QByteArray() << true << ENOEXEC;
    QTest::newRow("cut off") << QByteArray("\x7f"
                                           "ELF\x02\x01\x01",
                                           7)
                             << true << ENOEXEC;
    QByteArray elf("\x7f"
                   "ELF\x02\x01\x01",
                   7);
    elf.resize(64, '\0');
    elf[16] = 2; // an executable
    elf[18] = 8; // for MIPS
    elf[20] = 1;
    elf[54] = 56;
    QTest::newRow("another architecture") << elf << true << ENOEXEC;
    QTest::newRow("interpreter is missing") << QByteArray("#!/none/such\n") << true << ENOENT;
}

void TestProcess::reportsWhyItDidNotStart() {
    QFETCH(QByteArray, text);
    QFETCH(bool, executable);
    QFETCH(int, error);
    if (error == EACCES && ::geteuid() == 0 && executable)
        QSKIP("root may");
    Running running(script(text, executable ? QFile::ExeOwner : QFile::Permissions()));
    QVERIFY(!running.process);
    QCOMPARE(running.failed, error);
}

QTEST_APPLESS_MAIN(TestProcess)
#include "tst_process.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/states/manager.h"

#include "state_samples.h"

#include <QtTest>

#include <fcntl.h>
#include <functional>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace planlens;
using namespace planlens::states;
using namespace planlens::states::samples;
namespace fs = std::filesystem;

namespace {

/// Runs a step in a child process and returns its exit code.
int inAnotherProcess(const std::function<int()>& step) {
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(step());
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Takes a record lock, as OpenTofu does. Returns 0 on success.
int recordLock(const fs::path& path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT, 0666);
    struct flock region {};
    region.l_type = F_WRLCK;
    region.l_whence = SEEK_SET;
    return ::fcntl(file, F_SETLK, &region) == 0 ? 0 : 1;
}

struct Tofu {
    int exitCode = -1;
    QString output;
};
Tofu runTofu(const QString& folder, const QStringList& arguments) {
    QProcess process;
    process.setWorkingDirectory(folder);
    process.setProcessChannelMode(QProcess::MergedChannels);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("TF_CLI_CONFIG_FILE", "/dev/null");
    environment.insert("CHECKPOINT_DISABLE", "1");
    process.setProcessEnvironment(environment);
    process.start("tofu", arguments);
    process.waitForFinished(60000);
    return {process.exitCode(), QString::fromUtf8(process.readAll())};
}

} // namespace

class TestLock : public QObject {
    Q_OBJECT
private slots:
    void excludesAnother() {
        const QTemporaryDir folder;
        const StatePaths paths = localStatePaths(folder.path().toStdString(), {});
        LocalManager manager(paths);
        QVERIFY(manager.lock("OperationTypePlan").isEmpty());
        QVERIFY(manager.isLocked());
        QVERIFY(manager.lock("OperationTypePlan").hasErrors());
        // Within the process, from another process, and against a record lock.
        LocalManager second(paths);
        QVERIFY(second.lock("OperationTypePlan").hasErrors());
        const auto lockHere = [&] { return LocalManager(paths).lock("OperationTypePlan").hasErrors() ? 1 : 0; };
        QCOMPARE(inAnotherProcess(lockHere), 1);
        QCOMPARE(inAnotherProcess([&] { return recordLock(paths.state); }), 1);
        for (int i = 1; i <= 10; ++i) {
            QVERIFY(manager.save(stateOf(i)).isOk());
            QVERIFY(manager.read().isOk());
            (void)readText(paths.state); // opening and closing the file elsewhere must not release the lock
        }
        QCOMPARE(inAnotherProcess(lockHere), 1);
        QCOMPARE(inAnotherProcess([&] { return recordLock(paths.state); }), 1);
        QVERIFY(manager.unlock().isEmpty());
        QCOMPARE(inAnotherProcess(lockHere), 0);
        QCOMPARE(inAnotherProcess([&] { return recordLock(paths.state); }), 0);
        QVERIFY(!fs::exists(paths.state.parent_path() / ".terraform.tfstate.lock.info"));
    }

    void isExcludedByARecordLockAndReportsTheHolder() {
        const QTemporaryDir folder;
        const StatePaths paths = localStatePaths(folder.path().toStdString(), {});
        int ready[2], done[2];
        QVERIFY(::pipe(ready) == 0 && ::pipe(done) == 0);
        const pid_t child = ::fork();
        if (child == 0) {
            char byte = static_cast<char>(recordLock(paths.state));
            if (::write(ready[1], &byte, 1) == 1 && ::read(done[0], &byte, 1) == 1)
                ::_exit(0);
            ::_exit(1);
        }
        char byte = 1;
        QVERIFY(::read(ready[0], &byte, 1) == 1 && byte == 0);

        LocalManager manager(paths);
        const auto anonymous = manager.lock("OperationTypePlan");
        QVERIFY(anonymous[0].detail.starts_with(
            "Error message: 2 errors occurred:\n\t* resource temporarily unavailable\n\t* "
            "open " +
            folder.path().toStdString() + "/.terraform.tfstate.lock.info: no such file or directory\n\n"));
        writeText(paths.state.parent_path() / ".terraform.tfstate.lock.info",
                  R"({"ID":"5bd1","Operation":"OperationTypeApply","Info":"","Who":"ada@host","Version":"1.12.6",)"
                  R"("Created":"2024-01-02T03:04:05.12Z","Path":"terraform.tfstate"})");
        const auto named = manager.lock("OperationTypePlan");
        QCOMPARE(named[0].summary, std::string("Error acquiring the state lock"));
        QCOMPARE(
            QString::fromStdString(named[0].detail),
            QString(
                "Error message: resource temporarily unavailable\nLock Info:\n  ID:        5bd1\n  Path:      "
                "terraform.tfstate\n  Operation: OperationTypeApply\n  Who:       ada@host\n  Version:   1.12.6\n  "
                "Created:   2024-01-02 03:04:05.12 +0000 UTC\n  Info:      \n\n\nOpenTofu acquires a state lock to "
                "protect the state from being written\nby multiple users at the same time. Please resolve the issue "
                "above and try\nagain. For most commands, you can disable locking with the \"-lock=false\"\nflag, but "
                "this is not recommended."));

        // Waiting ends when the lock is released and when a stop is requested.
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(manager.lock("OperationTypePlan", std::chrono::seconds(60), stop.get_token()).hasErrors());
        std::thread releasing([&] {
            ::usleep(200000);
            (void)!::write(done[1], &byte, 1);
        });
        QElapsedTimer timer;
        timer.start();
        const auto waited = manager.lock("OperationTypePlan", std::chrono::seconds(60));
        releasing.join();
        QVERIFY2(waited.isEmpty(), waited.toString().c_str());
        QVERIFY(timer.elapsed() < 20000);
        int status = 0;
        ::waitpid(child, &status, 0);
    }

    void waitsNoLongerThanAsked() {
        const QTemporaryDir folder;
        const StatePaths paths = localStatePaths(folder.path().toStdString(), {});
        LocalManager holder(paths), waiting(paths);
        QVERIFY(holder.lock("OperationTypePlan").isEmpty());
        QElapsedTimer timer;
        timer.start();
        std::vector<std::string> holders;
        const auto diagnostics =
            waiting.lock("OperationTypePlan", std::chrono::milliseconds(300), {},
                         [&](const LockInfo& found) { holders.push_back(found.operation + " of " + found.who); });
        QVERIFY(diagnostics.hasErrors());
        QVERIFY(timer.elapsed() >= 290);
        QVERIFY(diagnostics[0].detail.find("Info:      held by Planlens") != std::string::npos);
        QVERIFY(!holders.empty());
        QCOMPARE(holders.front().substr(0, 21), std::string("OperationTypePlan of "));
    }

    void writesWhoHoldsTheLock() {
        const QTemporaryDir folder;
        const StatePaths paths = localStatePaths(folder.path().toStdString(), {});
        LocalManager manager(paths);
        QVERIFY(manager.lock("OperationTypeApply").isEmpty());
        const fs::path path = paths.state.parent_path() / ".terraform.tfstate.lock.info";
        QVERIFY((fs::status(path).permissions() & fs::perms::all) == (fs::perms::owner_read | fs::perms::owner_write));
        const QString text = QString::fromStdString(readText(path));
        const QRegularExpression expected(
            R"(^\{"ID":"[0-9a-f-]{36}","Operation":"OperationTypeApply","Info":"[^"]*","Who":"[^"]+@[^"]*","Version":"1\.12\.6",)"
            R"("Created":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z","Path":"[^"]+terraform\.tfstate"\}$)");
        QVERIFY2(expected.match(text).hasMatch(), qPrintable(text));
    }

    void excludesTheReferenceAndIsExcludedByIt() {
        if (QStandardPaths::findExecutable("tofu").isEmpty())
            QSKIP("no tofu here");
        const QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        writeText(root / "main.tf", "resource \"terraform_data\" \"a\" {\n  input = 1\n}\n");
        const StatePaths paths = localStatePaths(root, {});
        LocalManager manager(paths);
        QVERIFY(manager.lock("OperationTypePlan").isEmpty());
        Tofu run = runTofu(folder.path(), {"plan", "-no-color"});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.output.contains("Error acquiring the state lock"), qPrintable(run.output));
        QVERIFY2(run.output.contains("held by Planlens"), qPrintable(run.output));
        for (int i = 1; i <= 10; ++i)
            QVERIFY(manager.save(stateOf(i)).isOk());
        run = runTofu(folder.path(), {"apply", "-auto-approve", "-no-color"});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.output.contains("Error acquiring the state lock"), qPrintable(run.output));
        QVERIFY(manager.save(std::make_shared<const State>()).isOk());
        QVERIFY(manager.unlock().isEmpty());

        run = runTofu(folder.path(), {"apply", "-auto-approve", "-no-color"});
        QVERIFY2(run.exitCode == 0, qPrintable(run.output));
        const auto file = manager.read();
        QVERIFY2(file.isOk(), file.diagnostics.toString().c_str());
        QCOMPARE(file->serial, std::uint64_t(12));
        QCOMPARE(QString::fromStdString(firstDifference(writeFile(*file), readText(paths.state))), QString());

        writeText(root / "main.tf",
                  "resource \"terraform_data\" \"b\" {\n  provisioner \"local-exec\" {\n    command = \"touch "
                  "started; sleep 3\"\n  }\n}\n");
        QProcess slow;
        slow.setWorkingDirectory(folder.path());
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("TF_CLI_CONFIG_FILE", "/dev/null");
        slow.setProcessEnvironment(environment);
        slow.start("tofu", {"apply", "-auto-approve", "-no-color"});
        QVERIFY(slow.waitForStarted());
        for (int i = 0; i < 300 && !fs::exists(root / "started"); ++i)
            ::usleep(100000);
        QVERIFY(fs::exists(root / "started"));
        const auto held = manager.lock("OperationTypePlan");
        QVERIFY2(held.hasErrors() && held[0].detail.find("Operation: OperationTypeApply") != std::string::npos,
                 held.toString().c_str());
        const auto waited = manager.lock("OperationTypePlan", std::chrono::seconds(60));
        QVERIFY2(waited.isEmpty(), waited.toString().c_str());
        QVERIFY(manager.read().isOk());
        slow.waitForFinished(60000);
        QCOMPARE(slow.exitCode(), 0);
    }
};

QTEST_APPLESS_MAIN(TestLock)
#include "tst_lock.moc"

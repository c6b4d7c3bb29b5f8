// SPDX-License-Identifier: MPL-2.0
#include "core/states/manager.h"

#include "state_samples.h"

#include <QtTest>

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace planlens;
using namespace planlens::states;
using namespace planlens::states::samples;
namespace fs = std::filesystem;

namespace {

struct Folder {
    QTemporaryDir directory;
    StatePaths paths = localStatePaths(directory.path().toStdString(), "default");
    fs::path recovery() const { return paths.state.string() + ".planlens-recovery"; }
    ino_t inode() const {
        struct stat status {};
        ::stat(paths.state.c_str(), &status);
        return status.st_ino;
    }
};

std::string textOf(const diags::Diagnostics& diagnostics) {
    return diagnostics.toString();
}

} // namespace

#define QVERIFY_EMPTY(diagnostics)                                                                                     \
    do {                                                                                                               \
        const diags::Diagnostics found = diagnostics;                                                                  \
        QVERIFY2(found.isEmpty(), textOf(found).c_str());                                                              \
    } while (false)

class TestManager : public QObject {
    Q_OBJECT
private slots:
    void pathsFollowTheWorkspace() {
        QCOMPARE(localStatePaths({}, "default").state, fs::path("terraform.tfstate"));
        QCOMPARE(localStatePaths("w", "").backup, fs::path("w/terraform.tfstate.backup"));
        QCOMPARE(localStatePaths("w", "dev").state, fs::path("w/terraform.tfstate.d/dev/terraform.tfstate"));
    }

    void aMissingFileIsAnEmptyState() {
        const Folder folder;
        LocalManager manager(folder.paths);
        const auto file = manager.read();
        QVERIFY(file.isOk());
        QVERIFY(file->state->isEmpty());
        QCOMPARE(file->serial, std::uint64_t(0));
        QVERIFY(file->lineage.empty());
    }

    void leavesNoEmptyFileBehind() {
        const Folder folder;
        LocalManager manager(folder.paths);
        QVERIFY_EMPTY(manager.lock("OperationTypePlan"));
        QVERIFY(fs::exists(folder.paths.state));
        QVERIFY_EMPTY(manager.unlock());
        QVERIFY(fs::is_empty(folder.directory.path().toStdString()));
    }

    void serialsCountChangesOnly() {
        const Folder folder;
        LocalManager manager(folder.paths);
        QVERIFY_EMPTY(manager.lock("OperationTypeApply"));
        const auto first = manager.save(stateOf(1));
        QVERIFY2(first.isOk(), textOf(first.diagnostics).c_str());
        QCOMPARE(first->serial, std::uint64_t(1));
        QVERIFY(!first->lineage.empty());
        QCOMPARE(manager.save(stateOf(1))->serial, std::uint64_t(1));
        QCOMPARE(manager.save(stateOf(2))->serial, std::uint64_t(2));
        QVERIFY_EMPTY(manager.unlock());

        LocalManager again(folder.paths);
        const auto file = again.read();
        QVERIFY(file.isOk());
        QCOMPARE(file->serial, std::uint64_t(2));
        QCOMPARE(file->lineage, first->lineage);
        QCOMPARE(readText(folder.paths.state), writeFile(*file));
        QVERIFY(!fs::exists(folder.recovery()));
    }

    void anEmptyStateIsWrittenToo() {
        const Folder folder;
        LocalManager manager(folder.paths);
        QVERIFY_EMPTY(manager.lock("OperationTypeApply"));
        QCOMPARE(manager.save(std::make_shared<const State>())->serial, std::uint64_t(1));
        QVERIFY(readText(folder.paths.state).find("\"resources\": []") != std::string::npos);
    }

    void backsUpTheFirstState() {
        const Folder folder;
        const std::string original = writeFile({{}, 7, "line", stateOf(1)});
        writeText(folder.paths.state, original);
        const ino_t inode = folder.inode();
        LocalManager manager(folder.paths);
        QVERIFY_EMPTY(manager.lock("OperationTypeApply"));
        QCOMPARE(manager.save(stateOf(1))->serial, std::uint64_t(7));
        QVERIFY(!fs::exists(folder.paths.backup));
        QCOMPARE(manager.save(stateOf(2))->serial, std::uint64_t(8));
        QCOMPARE(manager.save(stateOf(3))->serial, std::uint64_t(9));
        QCOMPARE(readText(folder.paths.backup), original);
        QCOMPARE(folder.inode(), inode);
        QCOMPARE(manager.read()->lineage, std::string("line"));
    }

    void replacesALinkAtTheDefaultNameOfTheBackup_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isFollowed");
        QTest::newRow("default") << "terraform.tfstate.backup" << false;
        QTest::newRow("given") << "given.backup" << true;
    }
    void replacesALinkAtTheDefaultNameOfTheBackup() {
        QFETCH(QString, name);
        QFETCH(bool, isFollowed);
        Folder folder;
        folder.paths.backup = folder.paths.state.parent_path() / name.toStdString();
        const fs::path other = folder.paths.state.parent_path() / "other";
        writeText(other, "of the user");
        fs::create_symlink(other, folder.paths.backup);
        const std::string original = writeFile({{}, 7, "line", stateOf(1)});
        writeText(folder.paths.state, original);
        LocalManager manager(folder.paths);
        QVERIFY_EMPTY(manager.lock("OperationTypeApply"));
        QVERIFY(manager.save(stateOf(2)).isOk());
        QCOMPARE(readText(folder.paths.backup), original);
        QCOMPARE(fs::is_symlink(folder.paths.backup), isFollowed);
        QCOMPARE(readText(other), isFollowed ? original : std::string("of the user"));
    }

    /// A backup in the place of the state would leave the new state in a file without a name.
    void keepsTheStateIfItIsTheBackup_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("same path") << "terraform.tfstate";
        QTest::newRow("other path") << "./terraform.tfstate";
        QTest::newRow("symbolic link") << "link";
    }
    void keepsTheStateIfItIsTheBackup() {
        QFETCH(QString, name);
        Folder folder;
        const fs::path directory = folder.paths.state.parent_path();
        writeText(folder.paths.state, writeFile({{}, 7, "line", stateOf(1)}));
        if (name == "link")
            fs::create_symlink("terraform.tfstate", directory / "link");
        folder.paths.backup = directory / name.toStdString();
        const ino_t inode = folder.inode();
        LocalManager manager(folder.paths);
        QVERIFY_EMPTY(manager.lock("OperationTypeApply"));
        QCOMPARE(manager.save(stateOf(2))->serial, std::uint64_t(8));
        QVERIFY_EMPTY(manager.unlock());
        QCOMPARE(folder.inode(), inode);
        QCOMPARE(readFile(readText(folder.paths.state)).value->serial, std::uint64_t(8));
    }

    void reportsAStateThatWasReplaced_data() {
        QTest::addColumn<bool>("isReplaced");
        QTest::newRow("removed") << false;
        QTest::newRow("replaced") << true;
    }
    void reportsAStateThatWasReplaced() {
        QFETCH(bool, isReplaced);
        const Folder folder;
        const std::string original = writeFile({{}, 7, "line", stateOf(1)});
        writeText(folder.paths.state, original);
        LocalManager manager(folder.paths);
        QVERIFY_EMPTY(manager.lock("OperationTypeApply"));
        fs::remove(folder.paths.state);
        if (isReplaced)
            writeText(folder.paths.state, original);
        const auto saved = manager.save(stateOf(2));
        QVERIFY(saved.hasErrors());
        QVERIFY(saved.diagnostics.toString().find("was removed or replaced while it was in use") != std::string::npos);
    }

    void writesElsewhereWhereAsked() {
        Folder folder;
        folder.paths.stateOut = folder.paths.state.parent_path() / "deep/out.tfstate";
        folder.paths.backup.clear();
        const std::string original = writeFile({{}, 7, "line", stateOf(1)});
        writeText(folder.paths.state, original);
        LocalManager manager(folder.paths);
        QVERIFY_EMPTY(manager.lock("OperationTypeApply"));
        QCOMPARE(manager.read()->serial, std::uint64_t(7));
        QCOMPARE(manager.save(stateOf(2))->serial, std::uint64_t(8));
        QCOMPARE(readText(folder.paths.state), original);
        QCOMPARE(manager.read()->serial, std::uint64_t(8));
        QVERIFY(fs::exists(folder.paths.stateOut));
    }

    void overwritesWithGivenSerialAndLineage() {
        const Folder folder;
        LocalManager manager(folder.paths);
        QVERIFY(manager.overwrite({{}, 3, "l", stateOf(1)}).hasErrors());
        QVERIFY_EMPTY(manager.lock("push"));
        QVERIFY_EMPTY(manager.overwrite({{}, 30, "l", stateOf(1)}));
        QCOMPARE(manager.save(stateOf(2))->serial, std::uint64_t(31));
        QCOMPARE(manager.read()->lineage, std::string("l"));
    }

    void savesOnlyWithTheLock() {
        const Folder folder;
        LocalManager manager(folder.paths);
        QVERIFY(manager.save(stateOf(1)).hasErrors());
        QVERIFY(!fs::exists(folder.paths.state));
        QVERIFY_EMPTY(manager.openWithoutLock());
        QVERIFY(manager.save(stateOf(1)).isOk());
    }

    void healsAnInterruptedWrite_data() {
        QTest::addColumn<QByteArray>("state");
        const std::string before = writeFile({{}, 5, "line", stateOf(3)});
        const std::string after = writeFile({{}, 6, "line", stateOf(9)});
        const auto row = [](const char* name, const std::string& text) {
            QTest::newRow(name) << QByteArray::fromStdString(text);
        };
        row("not begun", before);
        row("blanked", " " + before.substr(1));
        for (const std::size_t written : {std::size_t(2), before.size() / 2, before.size() - 1})
            row(("half " + std::to_string(written)).c_str(),
                " " + after.substr(1, written) + before.substr(written + 1));
        row("grown", " " + after.substr(1, before.size() + 20));
        row("all but the first byte", " " + after.substr(1));
        row("nothing left", "");
        row("done", after);
    }
    void healsAnInterruptedWrite() {
        QFETCH(QByteArray, state);
        const std::string after = writeFile({{}, 6, "line", stateOf(9)});
        const Folder folder;
        writeText(folder.paths.state, state.toStdString());
        writeText(folder.recovery(), after);
        {
            LocalManager reader(folder.paths);
            QCOMPARE(reader.read()->serial, std::uint64_t(6));
            QCOMPARE(readText(folder.paths.state), state.toStdString());
        }
        LocalManager manager(folder.paths);
        const auto diagnostics = manager.lock("OperationTypePlan");
        QVERIFY2(!diagnostics.hasErrors(), textOf(diagnostics).c_str());
        QCOMPARE(diagnostics.isEmpty(), state.toStdString() == after);
        QCOMPARE(manager.read()->serial, std::uint64_t(6));
        QCOMPARE(readText(folder.paths.state), after);
        QVERIFY(!fs::exists(folder.recovery()));
    }

    void passesOverATornRecoveryFile() {
        const Folder folder;
        const std::string before = writeFile({{}, 5, "line", stateOf(3)});
        writeText(folder.paths.state, before);
        writeText(folder.recovery(), writeFile({{}, 6, "line", stateOf(9)}).substr(0, 200));
        LocalManager manager(folder.paths);
        QVERIFY_EMPTY(manager.lock("OperationTypePlan"));
        QCOMPARE(readText(folder.paths.state), before);
        QVERIFY(!fs::exists(folder.recovery()));
    }

    void keepsWhatOthersWroteSince() {
        const Folder folder;
        const std::string newer = writeFile({{}, 6, "line", stateOf(4)});
        writeText(folder.paths.state, newer);
        writeText(folder.recovery(), writeFile({{}, 6, "line", stateOf(9)}));
        LocalManager manager(folder.paths);
        const auto diagnostics = manager.lock("OperationTypePlan");
        QCOMPARE(diagnostics.size(), std::size_t(1));
        QCOMPARE(readText(folder.paths.state), newer);
        QVERIFY(fs::exists(folder.recovery().string() + ".old"));
    }

    /// While the state file is torn, the recovery file is the only copy of the state: no failure may remove it.
    void keepsTheRecoveryFileWhereTheDiskIsFull() {
        const Folder folder;
        const std::string after = writeFile({{}, 6, "line", stateOf(9)});
        writeText(folder.paths.state, " " + after.substr(1, 300));
        writeText(folder.recovery(), after);
        rlimit before{};
        QVERIFY(::getrlimit(RLIMIT_FSIZE, &before) == 0);
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        rlimit limit = before;
        limit.rlim_cur = 400;
        QVERIFY(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
        const auto failed = LocalManager(folder.paths).lock("OperationTypePlan");
        QVERIFY(::setrlimit(RLIMIT_FSIZE, &before) == 0);
        std::signal(SIGXFSZ, handler);
        QVERIFY(failed.hasErrors());
        QCOMPARE(readText(folder.recovery()), after);
        LocalManager manager(folder.paths);
        QVERIFY(!manager.lock("OperationTypePlan").hasErrors());
        QCOMPARE(readText(folder.paths.state), after);
    }

    void keepsTheRecoveryFileThatCannotBeOpened() {
        const Folder folder;
        const std::string after = writeFile({{}, 6, "line", stateOf(9)});
        writeText(folder.paths.state, " " + after.substr(1, 300));
        writeText(folder.recovery(), after);
        rlimit before{};
        QVERIFY(::getrlimit(RLIMIT_NOFILE, &before) == 0);
        const int firstFree = ::dup(STDIN_FILENO);
        QVERIFY(firstFree >= 0);
        ::close(firstFree);
        rlimit limit = before;
        limit.rlim_cur = static_cast<rlim_t>(firstFree) + 1; // for the state file only
        QVERIFY(::setrlimit(RLIMIT_NOFILE, &limit) == 0);
        const auto failed = LocalManager(folder.paths).lock("OperationTypePlan");
        QVERIFY(::setrlimit(RLIMIT_NOFILE, &before) == 0);
        QVERIFY2(textOf(failed).find("planlens-recovery: too many open files") != std::string::npos,
                 textOf(failed).c_str());
        QCOMPARE(readText(folder.recovery()), after);
        LocalManager manager(folder.paths);
        QVERIFY(!manager.lock("OperationTypePlan").hasErrors());
        QCOMPARE(readText(folder.paths.state), after);
    }

    void reportsWhatIsWrongWithAFileThatCannotBeRead() {
        const Folder folder;
        writeText(folder.paths.state, R"({"version": 9})");
        LocalManager manager(folder.paths);
        const auto diagnostics = manager.lock("OperationTypePlan");
        QCOMPARE(diagnostics[0].summary, std::string("Error acquiring the state lock"));
        QVERIFY(diagnostics[0].detail.starts_with(
            "Error message: failed to write backup file: Unsupported state file format: "
            "The state file uses format version 9, which is not supported by OpenTofu "
            "1.12.6."));
        QVERIFY(!manager.isLocked());
        QVERIFY(manager.read().hasErrors());
    }

    void givesAdviceIfNothingCanBeWritten() {
        const Folder folder;
        writeText(folder.paths.state, writeFile({{}, 5, "line", stateOf(3)}));
        ::chmod(folder.directory.path().toLocal8Bit().constData(), 0555);
        const auto restore = qScopeGuard([&] { ::chmod(folder.directory.path().toLocal8Bit().constData(), 0755); });
        ::chmod(folder.paths.state.c_str(), 0666);
        int ends[2];
        QVERIFY(::pipe(ends) == 0);
        const pid_t child = ::fork();
        if (child == 0) {
            if (::geteuid() == 0 && ::setuid(65534) != 0)
                ::_exit(2);
            LocalManager manager(folder.paths);
            std::string message = textOf(manager.lock("OperationTypeApply"));
            if (manager.openWithoutLock().isEmpty()) {
                message += "\n";
                message += textOf(manager.save(stateOf(4)).diagnostics);
            }
            const auto written = ::write(ends[1], message.data(), message.size());
            ::_exit(written > 0 ? 0 : 1);
        }
        ::close(ends[1]);
        QByteArray message(1 << 16, '\0');
        const ssize_t length = ::read(ends[0], message.data(), static_cast<std::size_t>(message.size()));
        ::close(ends[0]);
        int status = 0;
        ::waitpid(child, &status, 0);
        if (WEXITSTATUS(status) == 2)
            QSKIP("cannot become another user");
        message.truncate(static_cast<int>(length));
        QVERIFY2(message.contains("could not write lock info for"), message.constData());
        QVERIFY2(message.contains("permission denied"), message.constData());
        QVERIFY2(message.contains("its directory must be writable"), message.constData());
        QCOMPARE(readText(folder.paths.state), writeFile({{}, 5, "line", stateOf(3)}));
    }

    void savesToErroredStateAsALastResort() {
        const QTemporaryDir folder;
        diags::Diagnostics causes;
        causes.error("Failed to save state", "Error saving state: no space");
        const auto saved = saveErroredState({{}, 4, "l", stateOf(2)}, folder.path().toStdString(), causes);
        QVERIFY(saved.value.has_value());
        QVERIFY(saved.hasErrors());
        QCOMPARE(saved.diagnostics[1].summary, std::string("Failed to persist state to backend"));
        QCOMPARE(readFile(readText(*saved))->serial, std::uint64_t(4));
        const auto failed = saveErroredState({{}, 4, "l", stateOf(2)}, "/proc/none", causes);
        QVERIFY(!failed.value.has_value());
        QCOMPARE(failed.diagnostics.size(), std::size_t(3));
        QVERIFY(saved.diagnostics[1].detail.ends_with("    tofu state push errored.tfstate\n"));
        causes = diags::Diagnostic::error("Failed to save state", "Another program has written it.")
                     .withCode(diags::ErrorCode::StateChanged);
        const auto forked = saveErroredState({{}, 4, "l", stateOf(2)}, folder.path().toStdString(), causes);
        QVERIFY(forked.diagnostics[1].detail.starts_with("Another program has written the state since it was read"));
        QVERIFY(forked.diagnostics[1].detail.ends_with("    tofu state push -force errored.tfstate\n"));
    }

    /// Kills a process that saves repeatedly. The last snapshot it reported, or a later one, must be readable.
    void survivesBeingKilled() {
        QRandomGenerator random(42);
        const Folder folder;
        std::uint64_t reported = 0;
        for (int round = 0; round < 40; ++round) {
            int ends[2];
            QVERIFY(::pipe(ends) == 0);
            const pid_t child = ::fork();
            if (child == 0) {
                LocalManager manager(folder.paths);
                if (manager.lock("OperationTypeApply").hasErrors())
                    ::_exit(1);
                for (int i = 0; i < 10000; ++i) {
                    const auto saved = manager.save(stateOf(1 + i % 500));
                    if (!saved.isOk() || ::write(ends[1], &saved->serial, sizeof saved->serial) < 0)
                        ::_exit(1);
                }
                ::_exit(0);
            }
            ::close(ends[1]);
            ::usleep(static_cast<useconds_t>(random.bounded(1000, 40000)));
            ::kill(child, SIGKILL);
            int status = 0;
            ::waitpid(child, &status, 0);
            std::uint64_t serial = 0;
            while (::read(ends[0], &serial, sizeof serial) == sizeof serial)
                reported = std::max(reported, serial);
            ::close(ends[0]);

            LocalManager manager(folder.paths);
            const auto diagnostics = manager.lock("OperationTypePlan");
            QVERIFY2(!diagnostics.hasErrors(), textOf(diagnostics).c_str());
            const auto file = manager.read();
            QVERIFY2(file.isOk(), textOf(file.diagnostics).c_str());
            QVERIFY(file->serial >= reported);
        }
        QVERIFY(reported > 0);
    }
};

QTEST_APPLESS_MAIN(TestManager)
#include "tst_manager.moc"

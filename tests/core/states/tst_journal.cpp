// SPDX-License-Identifier: MPL-2.0
#include "core/states/journal/journal.h"

#include "core/states/manager.h"
#include "journal_folder.h"

#include <QtTest>

#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace planlens;
using namespace planlens::states;
using namespace planlens::states::samples;
namespace fs = std::filesystem;

namespace {

std::string nameOf(int i) {
    return "made" + std::to_string(i);
}

/// Simulates an apply that will be killed: runs several operations concurrently and saves from time to time. Reports
/// each operation after its record was appended.
[[noreturn]] void applyForever(const StatePaths& paths, int report) {
    LocalManager manager(paths);
    if (manager.lock("OperationTypeApply").hasErrors())
        ::_exit(1);
    const auto file = manager.read();
    if (!file.isOk())
        ::_exit(1);
    auto journal = Journal::create(paths.state, file->lineage, file->serial);
    if (!journal.isOk())
        ::_exit(1);
    int first = 0;
    while (file->state->current(thing(nameOf(first))))
        ++first;
    auto state = std::make_shared<State>(*file->state);
    for (int i = first;; ++i) {
        (*journal)->append(record(Kind::Started, thing(nameOf(i))));
        (*journal)->append(record(Kind::Started, thing(nameOf(i + 1000000))));
        if (i % 7 == 0 && (*journal)->sync().hasErrors())
            ::_exit(1);
        (*journal)->append(record(Kind::Finished, thing(nameOf(i)), object(nameOf(i))));
        if (::write(report, &i, sizeof i) < 0)
            ::_exit(1);
        (*journal)->append(record(Kind::Removed, thing(nameOf(i + 1000000))));
        state->setCurrent(thing(nameOf(i)), object(nameOf(i)), provider());
        if (i % 50 == 0 && !manager.save(std::make_shared<const State>(*state)).isOk())
            ::_exit(1);
    }
}

} // namespace

class TestJournal : public QObject {
    Q_OBJECT
private slots:
    void replaysWhatWasFinishedAndNamesWhatWasNot() {
        const Folder folder;
        const auto journal = folder.journal();
        QVERIFY(journal);
        journal->append(record(Kind::Started, thing("a")));
        journal->append(record(Kind::Started, thing("b", std::string("k"))));
        journal->append(record(Kind::Finished, thing("a"), object("made")));
        journal->append(record(Kind::Started, thing("n0")));
        journal->append(record(Kind::Removed, thing("n0")));
        QVERIFY(journal->sync().isEmpty());
        const auto mode = fs::status(Journal::path(folder.paths.state)).permissions();
        QVERIFY((mode & fs::perms::all) == (fs::perms::owner_read | fs::perms::owner_write));

        const auto replay = Journal::replay(folder.paths.state, folder.file);
        QVERIFY2(replay.isOk() && *replay, replay.diagnostics.toString().c_str());
        QCOMPARE((*replay)->records, std::size_t(5));
        QCOMPARE(idOf((*replay)->state, thing("a")), std::string("made"));
        QVERIFY(!(*replay)->state.current(thing("n0")));
        QCOMPARE((*replay)->inFlight, std::vector{thing("b", std::string("k"))});
        QCOMPARE(replay.diagnostics.size(), std::size_t(1));
        QVERIFY(replay.diagnostics[0].detail.find("creating test_thing.b[\"k\"]") != std::string::npos);
    }

    void keepsDeposedObjects() {
        const Folder folder;
        const auto journal = folder.journal();
        journal->append(record(Kind::Finished, thing("n0"), object("n0"), "00000001"));
        journal->append(record(Kind::Started, thing("n0")));
        journal->append(record(Kind::Finished, thing("n0"), object("new")));
        auto replay = Journal::replay(folder.paths.state, folder.file);
        QVERIFY(replay.isOk() && *replay);
        QCOMPARE(idOf((*replay)->state, thing("n0")), std::string("new"));
        QVERIFY((*replay)->state.instance(thing("n0"))->deposed.contains("00000001"));
        journal->append(record(Kind::Removed, thing("n0"), {}, "00000001"));
        replay = Journal::replay(folder.paths.state, folder.file);
        QVERIFY((*replay)->state.instance(thing("n0"))->deposed.empty());
    }

    /// Objects end up where the last records put them, no matter how many records a snapshot includes.
    void keepsObjectsThatMakeRoomForOthers_data() {
        QTest::addColumn<int>("records");
        QTest::addColumn<QString>("expected");
        QTest::newRow("none") << 0 << "n0";
        QTest::newRow("deposed") << 1 << "gone, deposed n0";
        QTest::newRow("the other one begun") << 2 << "gone, deposed n0, in flight";
        QTest::newRow("the other one made") << 3 << "new, deposed n0";
        QTest::newRow("deletion begun") << 4 << "new, deposed n0, in flight";
        QTest::newRow("deleted") << 5 << "new";
    }
    void keepsObjectsThatMakeRoomForOthers() {
        QFETCH(int, records);
        QFETCH(QString, expected);
        const addrs::DeposedKey key = "00000001";
        const std::vector<JournalRecord> all{
            record(Kind::Deposed, thing("n0"), object("n0"), key), record(Kind::Started, thing("n0")),
            record(Kind::Finished, thing("n0"), object("new")), record(Kind::Started, thing("n0"), {}, key),
            record(Kind::Removed, thing("n0"), {}, key)};
        // The state after each record.
        std::vector<State> snapshots{*stateOf(1)};
        snapshots.push_back(snapshots.back());
        snapshots.back().depose(thing("n0"), key);
        snapshots.push_back(snapshots.back());
        snapshots.push_back(snapshots.back());
        snapshots.back().setCurrent(thing("n0"), object("new"), provider());
        snapshots.push_back(snapshots.back());
        snapshots.push_back(snapshots.back());
        snapshots.back().setDeposed(thing("n0"), key, nullptr, provider());
        const Folder folder;
        const auto journal = folder.journal();
        for (int i = 0; i < records; ++i)
            journal->append(all[static_cast<std::size_t>(i)]);
        for (int saved = 0; saved <= records; ++saved) {
            File file = folder.file;
            file.state = std::make_shared<const State>(snapshots[static_cast<std::size_t>(saved)]);
            const auto replay = Journal::replay(folder.paths.state, file);
            QVERIFY2(replay.isOk() && *replay, replay.diagnostics.toString().c_str());
            const State& state = (*replay)->state;
            QString found =
                state.current(thing("n0")) ? QString::fromStdString(idOf(state, thing("n0"))) : QString("gone");
            if (const ResourceInstance* instance = state.instance(thing("n0"));
                instance && instance->deposed.contains(key))
                found += QString(", deposed ") + (*instance->deposed.at(key) == *object("n0") ? "n0" : "another");
            found += (*replay)->inFlight.empty() ? "" : ", in flight";
            QCOMPARE(found, expected);
        }
    }

    void restoresDeposedObjectsWithoutReplacement() {
        const Folder folder;
        const auto journal = folder.journal();
        journal->append(record(Kind::Deposed, thing("n0"), object("n0"), "00000001"));
        journal->append(record(Kind::Started, thing("n0")));
        journal->append(record(Kind::Removed, thing("n0")));
        journal->append(record(Kind::Restored, thing("n0"), object("n0"), "00000001"));
        const auto replay = Journal::replay(folder.paths.state, folder.file);
        QVERIFY(replay.isOk() && *replay);
        QCOMPARE((*replay)->state, *folder.file.state);
        QVERIFY((*replay)->inFlight.empty());
    }

    void namesDeposedObjectsInFlight() {
        const Folder folder;
        folder.journal()->append(record(Kind::Started, thing("n0"), {}, "00000001"));
        const auto replay = Journal::replay(folder.paths.state, folder.file);
        QCOMPARE(replay.diagnostics.size(), std::size_t(1));
        QVERIFY2(replay.diagnostics[0].detail.find("creating test_thing.n0 (deposed object 00000001). The outcome") !=
                     std::string::npos,
                 replay.diagnostics[0].detail.c_str());
    }

    /// Simulates a full disk with a limit on the file size.
    void goesOnAfterARecordThatCouldNotBeWritten() {
        const Folder folder;
        const auto journal = folder.journal();
        journal->append(record(Kind::Finished, thing("a"), object("made")));
        rlimit before{};
        QVERIFY(::getrlimit(RLIMIT_FSIZE, &before) == 0);
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        rlimit limit = before;
        limit.rlim_cur = fs::file_size(Journal::path(folder.paths.state)) + 20;
        QVERIFY(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
        journal->append(record(Kind::Finished, thing("b"), object("lost")));
        QVERIFY(::setrlimit(RLIMIT_FSIZE, &before) == 0);
        std::signal(SIGXFSZ, handler);
        journal->append(record(Kind::Finished, thing("c"), object("made")));
        QVERIFY(journal->sync().hasErrors());
        const auto replay = Journal::replay(folder.paths.state, folder.file);
        QVERIFY(replay.isOk() && *replay);
        QCOMPARE(idOf((*replay)->state, thing("a")), std::string("made"));
        QCOMPARE(idOf((*replay)->state, thing("c")), std::string("made"));
        QVERIFY(!(*replay)->state.current(thing("b")));
    }

    void saveWarnsIfJournalCannotBeWritten() {
        const Folder folder;
        const auto journal = folder.journal();
        JournalRecord update = record(Kind::Started, thing("a"));
        update.action = "Update"; // so that the journal is removed, which fails below, instead of set aside
        journal->append(update);
        LocalManager manager(folder.paths);
        QVERIFY(manager.openWithoutLock().isEmpty());
        const auto file = manager.read();
        QVERIFY(file.isOk());
        fs::remove(Journal::path(folder.paths.state));
        fs::create_directory(Journal::path(folder.paths.state)); // prevents opening it for writing
        State state(*file->state);
        state.setCurrent(thing("b"), object("made"), provider());
        const auto saved = manager.save(std::make_shared<const State>(state));
        QVERIFY(saved.isOk());
        QCOMPARE(saved.diagnostics.size(), std::size_t(1));
        QVERIFY(saved.diagnostics.toString().find("is a directory") != std::string::npos);
        const auto read = LocalManager(folder.paths).read();
        QVERIFY(read.value && read->state->current(thing("b")));
    }

    /// A process killed before it released the lock may not have reported the warnings.
    void reportsAgainWhatIsInFlightAfterAKill() {
        const Folder folder;
        {
            const auto journal = folder.journal();
            journal->append(record(Kind::Finished, thing("a"), object("made")));
            journal->append(record(Kind::Started, thing("b")));
        }
        const pid_t child = ::fork();
        if (child == 0) {
            LocalManager manager(folder.paths);
            ::_exit(manager.lock("OperationTypePlan").isEmpty() && manager.read().diagnostics.size() == 1 ? 0 : 1);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        QCOMPARE(WEXITSTATUS(status), 0);
        for (const std::size_t expected : {std::size_t(1), std::size_t(0)}) {
            LocalManager manager(folder.paths);
            QVERIFY(manager.lock("OperationTypePlan").isEmpty());
            const auto file = manager.read();
            QVERIFY2(file.isOk() && file.diagnostics.size() == expected, file.diagnostics.toString().c_str());
            QCOMPARE(file->serial, std::uint64_t(6));
            QCOMPARE(idOf(*file->state, thing("a")), std::string("made"));
        }
    }

    void keepsAllOfAnObject() {
        const Folder folder;
        auto full = std::make_shared<StoredObject>(*object("x"));
        full->privateData = std::string("\x00\xff private", 10);
        full->status = ObjectStatus::Tainted;
        full->schemaVersion = 9;
        full->dependencies = {thing("n0").config()};
        full->createBeforeDestroy = full->skipDestroy = true;
        full->sensitivePaths = {{values::Path().attribute("id"), values::MarkSet(values::Mark::sensitive())}};
        full->identityJson = "{\"a\":\"<b>\"}";
        full->identitySchemaVersion = 2;
        folder.journal()->append(record(Kind::Finished, thing("a"), full));
        const auto replay = Journal::replay(folder.paths.state, folder.file);
        QVERIFY(replay.isOk() && *replay);
        QVERIFY(*(*replay)->state.current(thing("a")) == *full);
    }

    void passesOverATornRecord() {
        const Folder folder;
        const auto journal = folder.journal();
        journal->append(record(Kind::Finished, thing("a"), object("made")));
        const std::string whole = readText(Journal::path(folder.paths.state));
        journal->append(record(Kind::Finished, thing("b"), object("made")));
        const std::string both = readText(Journal::path(folder.paths.state));
        for (std::size_t length = whole.size(); length < both.size(); length += 9) {
            writeText(Journal::path(folder.paths.state), both.substr(0, length) + std::string(length % 2 * 30, '\0'));
            const auto replay = Journal::replay(folder.paths.state, folder.file);
            QVERIFY(replay.isOk() && *replay);
            QCOMPARE(idOf((*replay)->state, thing("a")), std::string("made"));
            QVERIFY(!(*replay)->state.current(thing("b")));
        }
    }

    void keepsDamagedJournals_data() {
        QTest::addColumn<QStringList>("damaged"); // objects whose records are changed
        QTest::addColumn<QString>("restored");
        QTest::newRow("one of two") << QStringList{"a"} << "b";
        QTest::newRow("all") << QStringList{"a", "b"} << "";
    }
    void keepsDamagedJournals() {
        QFETCH(QStringList, damaged);
        QFETCH(QString, restored);
        const Folder folder;
        {
            const auto journal = folder.journal();
            for (const char* name : {"a", "b"})
                journal->append(record(Kind::Finished, thing(name), object(std::string("made-") + name)));
        }
        const fs::path path = Journal::path(folder.paths.state);
        QString text = QString::fromStdString(readText(path));
        for (const QString& name : damaged)
            text.replace("made-" + name, "lost-" + name);
        writeText(path, text.toStdString());

        LocalManager manager(folder.paths);
        QVERIFY(manager.lock("OperationTypePlan").isEmpty());
        const auto file = manager.read();
        QVERIFY(file.isOk());
        QCOMPARE(file.diagnostics.size(), std::size_t(1));
        const QString detail = QString::fromStdString(file.diagnostics[0].detail);
        QVERIFY2(detail.startsWith(QString("%1 of the records in").arg(damaged.size())), qPrintable(detail));
        for (const char* name : {"a", "b"})
            QCOMPARE(file->state->current(thing(name)) != nullptr, restored == name);
        manager.discardJournal();
        QVERIFY(!fs::exists(path));
        QCOMPARE(readText(path.string() + ".old").find("lost-a") != std::string::npos, true);
    }

    /// A backend can be changed, and its state moved, while a journal waits for the next plan.
    void isAppliedIfTheFirstSnapshotWasNotWritten() {
        const Folder folder;
        (*Journal::create(folder.paths.state, "line", 1))->append(record(Kind::Finished, thing("a"), object("made")));
        const auto replay = Journal::replay(folder.paths.state, File{{}, 0, {}, std::make_shared<const State>()});
        QVERIFY(replay.value && *replay && replay.diagnostics.isEmpty());
        QCOMPARE(idOf((*replay)->state, thing("a")), std::string("made"));
        QCOMPARE((*replay)->lineage, std::string("line"));
        // A later state that was deleted from the store is another one.
        const Folder other;
        (*Journal::create(other.paths.state, "line", 7))->append(record(Kind::Finished, thing("a"), object("made")));
        const auto unfit = Journal::replay(other.paths.state, File{{}, 0, {}, std::make_shared<const State>()});
        QVERIFY(unfit.value && !*unfit && unfit.diagnostics.size() == 1);
    }

    void isGoneWhenFinished() {
        const Folder folder;
        const auto journal = folder.journal();
        QVERIFY(!folder.journal());
        journal->finish();
        QVERIFY(!fs::exists(Journal::path(folder.paths.state)));
        const auto replay = Journal::replay(folder.paths.state, folder.file);
        QVERIFY(replay.isOk() && !*replay);
    }

    void isTakenOverWhenTheStateIsRead() {
        const Folder folder;
        folder.journal()->append(record(Kind::Finished, thing("a"), object("made")));
        LocalManager manager(folder.paths);
        QCOMPARE(idOf(*manager.read()->state, thing("a")), std::string("made"));
        QCOMPARE(readText(folder.paths.state), writeFile(folder.file));
        QVERIFY(manager.lock("OperationTypePlan").isEmpty());
        const auto file = manager.read();
        QVERIFY2(file.isOk(), file.diagnostics.toString().c_str());
        QCOMPARE(file->serial, std::uint64_t(6));
        QVERIFY(!fs::exists(Journal::path(folder.paths.state)));
        const auto onDisk = readFile(readText(folder.paths.state));
        QCOMPARE(idOf(*onDisk->state, thing("a")), std::string("made"));
        QCOMPARE(file->textHash, onDisk->textHash); // a plan of it is not outdated
        QCOMPARE(manager.read()->textHash, onDisk->textHash);
    }

    void syncsForManyThreads() {
        const Folder folder;
        const auto journal = folder.journal();
        std::vector<std::thread> threads;
        for (int t = 0; t < 8; ++t) {
            threads.emplace_back([&journal, t] {
                for (int i = 0; i < 25; ++i) {
                    journal->append(record(Kind::Finished, thing(nameOf(t * 100 + i)), object("x")));
                    (void)journal->sync();
                }
            });
        }
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE((*Journal::replay(folder.paths.state, folder.file))->records, std::size_t(200));
    }

    /// Kills an apply at random times. Every operation reported as finished must be in the state afterwards.
    void losesNothingFinishedWhenKilled() {
        QRandomGenerator random(7);
        const Folder folder;
        int last = -1;
        std::size_t unknown = 0;
        for (int round = 0; round < 40; ++round) {
            int ends[2];
            QVERIFY(::pipe(ends) == 0);
            const pid_t child = ::fork();
            if (child == 0)
                applyForever(folder.paths, ends[1]);
            ::close(ends[1]);
            // The kill may hit before the first record, during records or during a save.
            ::usleep(static_cast<useconds_t>(random.bounded(500, 60000)));
            ::kill(child, SIGKILL);
            int status = 0;
            ::waitpid(child, &status, 0);
            QVERIFY(WIFSIGNALED(status));
            for (int i = 0; ::read(ends[0], &i, sizeof i) == sizeof i;)
                last = std::max(last, i);
            ::close(ends[0]);

            LocalManager manager(folder.paths);
            const auto locked = manager.lock("OperationTypePlan");
            QVERIFY2(!locked.hasErrors(), locked.toString().c_str());
            const auto file = manager.read();
            QVERIFY2(file.isOk(), file.diagnostics.toString().c_str());
            for (int i = 0; i <= last; ++i)
                QVERIFY2(file->state->current(thing(nameOf(i))), nameOf(i).c_str());
            QVERIFY2(file.diagnostics.size() <= 2, file.diagnostics.toString().c_str());
            unknown += file.diagnostics.size();
            QVERIFY(manager.unlock().isEmpty());
            QVERIFY(!fs::exists(Journal::path(folder.paths.state)));
            // Operations in flight may be in the state too, but none that was never started.
            QVERIFY(!file->state->current(thing(nameOf(last + 2))));
        }
        QVERIFY(last > 100);
        qInfo("%d operations finished, %zu of unknown outcome after 40 kills", last + 1, unknown);
    }
};

QTEST_APPLESS_MAIN(TestJournal)
#include "tst_journal.moc"

// SPDX-License-Identifier: MPL-2.0
#include "journal_folder.h"

#include <QtTest>

#include <unistd.h>

using namespace planlens;
using namespace planlens::states;
using namespace planlens::states::samples;
namespace fs = std::filesystem;

/// Journals of other states, of other users, and of applies that are running.
class TestOtherJournals : public QObject {
    Q_OBJECT
private slots:
    void journalsOfOtherUsersAreErrorsWithAdvice() {
        if (::geteuid() == 0)
            QSKIP("root can read all files");
        const Folder folder;
        folder.journal()->append(record(Kind::Started, thing("b")));
        fs::permissions(Journal::path(folder.paths.state), fs::perms::none);
        LocalManager manager(folder.paths);
        QVERIFY(manager.lock("OperationTypePlan").isEmpty());
        const std::string found = manager.read().diagnostics.toString();
        QVERIFY2(found.find("Run the command as that user") != std::string::npos, found.c_str());
    }

    void journalsOfOtherStatesAreDescribed() {
        const Folder folder;
        const fs::path directory = folder.paths.state.parent_path();
        auto journal = folder.journal();
        journal->append(record(Kind::Finished, thing("a"), object("made")));
        journal->append(record(Kind::Started, thing("b")));
        journal.reset();
        QVERIFY(Journal::describeOthers(directory, folder.paths.state).isEmpty());
        const diags::Diagnostics found = Journal::describeOthers(directory, directory / "s3-0.tfstate");
        QCOMPARE(found.size(), std::size_t(1));
        QVERIFY(!found.hasErrors());
        for (const std::string& part :
             {Journal::path(folder.paths.state).string(), thing("a").toString(), thing("b").toString()})
            QVERIFY2(found[0].detail.find(part) != std::string::npos, found[0].detail.c_str());
    }

    /// A reader without a lock sees the journal of an apply that is running, which was not interrupted.
    void reportsThatTheApplyIsRunning() {
        const Folder folder;
        auto journal = folder.journal();
        journal->append(record(Kind::Finished, thing("a"), object("made")));
        journal->append(record(Kind::Started, thing("b")));
        File other = folder.file;
        other.serial = 6;
        const auto textOf = [&](const File& file) {
            return QString::fromStdString(Journal::replay(folder.paths.state, file).diagnostics.toString());
        };
        const auto others = [&] {
            return Journal::describeOthers(folder.directory.path().toStdString(),
                                           folder.paths.state.parent_path() / "s3");
        };
        for (const File& file : {folder.file, other})
            QVERIFY2(textOf(file).contains("An apply to this state is running.") &&
                         !textOf(file).contains("interrupted"),
                     qPrintable(textOf(file)));
        QVERIFY(textOf(folder.file).contains("creating test_thing.b"));
        QVERIFY(others().isEmpty());
        journal.reset();
        for (const File& file : {folder.file, other})
            QVERIFY2(textOf(file).contains("interrupted") && !textOf(file).contains("running"),
                     qPrintable(textOf(file)));
        QCOMPARE(others().size(), std::size_t(1));
    }

    void isNotAppliedToAnotherState() {
        const Folder folder;
        folder.journal()->append(record(Kind::Finished, thing("a"), object("made")));
        File other = folder.file;
        other.lineage = "other";
        auto replay = Journal::replay(folder.paths.state, other);
        QVERIFY(replay.value && !*replay);
        QVERIFY(replay.diagnostics[0].detail.find("test_thing.a") != std::string::npos);
        other = folder.file;
        other.serial = 6;
        replay = Journal::replay(folder.paths.state, other);
        QVERIFY(replay.value && !*replay && replay.diagnostics.size() == 1);
        QVERIFY(Journal::announceSave(folder.paths.state, other));
        replay = Journal::replay(folder.paths.state, other);
        QVERIFY(replay.value && *replay);
    }

    /// Another program may have written the serial that the apply could not write.
    void isNotAppliedToAnotherSnapshotOfTheSameSerial_data() {
        QTest::addColumn<QString>("lineage"); // of the state at the start
        QTest::newRow("known lineage") << "line";
        QTest::newRow("new state") << "";
    }
    void isNotAppliedToAnotherSnapshotOfTheSameSerial() {
        QFETCH(QString, lineage);
        const Folder folder;
        const std::uint64_t serial = lineage.isEmpty() ? 0 : 1;
        auto journal = Journal::create(folder.paths.state, lineage.toStdString(), serial);
        (*journal)->append(record(Kind::Finished, thing("a"), object("made")));
        journal->reset();
        State made;
        made.setCurrent(thing("a"), object("made"), provider());
        const File announced{{}, serial + 1, "line", std::make_shared<const State>(made)};
        QVERIFY(Journal::announceSave(folder.paths.state, announced));
        QVERIFY(Journal::isAnnounced(folder.paths.state, announced));
        auto replay = Journal::replay(folder.paths.state, announced);
        QVERIFY(replay.value && *replay && replay.diagnostics.isEmpty());
        QCOMPARE((*replay)->lineage, std::string("line"));
        made.setCurrent(thing("b"), object("of another program"), provider());
        File other = announced;
        other.state = std::make_shared<const State>(made);
        QVERIFY(!Journal::isAnnounced(folder.paths.state, other));
        replay = Journal::replay(folder.paths.state, other);
        QVERIFY(replay.value && !*replay && replay.diagnostics.size() == 1);
        other.state = announced.state; // pushed by OpenTofu
        other.lineage = "another";
        other.serial = 1;
        replay = Journal::replay(folder.paths.state, other);
        QVERIFY(replay.value && *replay && replay.diagnostics.isEmpty());
        other.state = std::make_shared<const State>();
        replay = Journal::replay(folder.paths.state, other);
        QVERIFY(replay.value && !*replay && replay.diagnostics.size() == 1);
    }

    void setsAsideWhatDoesNotFit() {
        const Folder folder;
        (void)*Journal::create(folder.paths.state, "other", 1);
        LocalManager manager(folder.paths);
        QVERIFY(manager.lock("OperationTypePlan").isEmpty());
        const auto file = manager.read();
        QVERIFY(file.isOk());
        QCOMPARE(file.diagnostics.size(), std::size_t(1));
        QVERIFY(!fs::exists(Journal::path(folder.paths.state)));
    }

    /// What is set aside is reported until the file is deleted, and never overwritten.
    void reportsJournalsThatWereSetAsideAgain() {
        const Folder folder;
        const fs::path directory = folder.paths.state.parent_path();
        std::vector<fs::path> aside;
        for (const char* name : {"a", "b"}) {
            auto journal = folder.journal();
            journal->append(record(Kind::Finished, thing(name), object("made")));
            journal.reset();
            aside.push_back(Journal::setAside(folder.paths.state));
        }
        for (const bool isAgain : {false, true}) {
            Q_UNUSED(isAgain)
            const diags::Diagnostics found = Journal::describeOthers(directory, folder.paths.state);
            QCOMPARE(found.size(), aside.size());
            const std::string text = found.toString();
            for (const std::string& part :
                 {aside[0].string() + ".", aside[1].string() + ".", thing("a").toString(), thing("b").toString()})
                QVERIFY2(text.find(part) != std::string::npos, text.c_str());
        }
        fs::remove(aside[0]);
        QCOMPARE(Journal::describeOthers(directory, folder.paths.state).size(), std::size_t(1));
    }

    /// A refresh finds what happened to objects of the state, but not an object that was created and is not in it.
    void reportsWhatMayHaveBeenCreatedAgain_data() {
        QTest::addColumn<QString>("action");
        QTest::addColumn<bool>("isFinished");
        QTest::addColumn<bool>("isReported");
        QTest::newRow("created") << "Create" << true << false;
        QTest::newRow("being created") << "Create" << false << true;
        QTest::newRow("being updated") << "Update" << false << false;
        QTest::newRow("being destroyed") << "Delete" << false << false;
    }
    void reportsWhatMayHaveBeenCreatedAgain() {
        QFETCH(QString, action);
        QFETCH(bool, isFinished);
        QFETCH(bool, isReported);
        const Folder folder;
        auto journal = folder.journal();
        journal->append(record(Kind::Finished, thing("a"), object("made")));
        JournalRecord started = record(Kind::Started, thing("b"));
        started.action = action.toStdString();
        journal->append(started);
        if (isFinished)
            journal->append(record(Kind::Finished, thing("b"), object("made")));
        journal.reset();
        {
            LocalManager manager(folder.paths);
            QVERIFY(manager.lock("OperationTypePlan").isEmpty());
            const auto file = manager.read();
            QVERIFY(file.isOk());
            QCOMPARE(file.diagnostics.size(), std::size_t(isFinished ? 0 : 1));
        }
        QVERIFY(!fs::exists(Journal::path(folder.paths.state)));
        const diags::Diagnostics found = Journal::describeOthers(folder.paths.state.parent_path(), folder.paths.state);
        QCOMPARE(found.size(), std::size_t(isReported ? 1 : 0));
        if (isReported) {
            QCOMPARE(found[0].summary, std::string("Unknown outcome of an operation"));
            QVERIFY(found[0].detail.ends_with(".planlens-journal.old.\n  - test_thing.b"));
        }
    }
};

QTEST_GUILESS_MAIN(TestOtherJournals)
#include "tst_other_journals.moc"

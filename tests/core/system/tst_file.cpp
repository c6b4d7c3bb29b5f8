// SPDX-License-Identifier: MPL-2.0
#include "core/system/file.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace planlens::system;

/// Reading whole files, and the errors of failed reads.
class TestFile : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::string pathOf(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)).toStdString(); }

private slots:
    void readsWholeContent_data() {
        QTest::addColumn<int>("size");
        for (const int size : {0, 1, 65535, 65536, 65537, 5 * 1024 * 1024})
            QTest::addRow("%d bytes", size) << size;
    }
    void readsWholeContent() {
        QFETCH(int, size);
        const std::string text(static_cast<std::size_t>(size), 'x');
        QVERIFY(writeNewSynced(pathOf("sized"), text, 0600));
        const auto read = readFile(pathOf("sized"));
        QVERIFY(read);
        QVERIFY(*read == text);
    }

    void readsPipe() {
        const std::string path = pathOf("pipe");
        QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
        std::thread writer([&path] {
            QFile file(QString::fromStdString(path));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray(200'000, 'p'));
        });
        const auto read = readFile(path);
        writer.join();
        QVERIFY(read);
        QCOMPARE(read->size(), std::size_t(200'000));
    }

    /// A folder of somebody else may contain one.
    void doesNotWaitForeverForTheWriterOfAPipe() {
        const std::string path = pathOf("silent");
        QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
        const auto read = readFile(path);
        QVERIFY(!read);
        QCOMPARE(read.error().number, ETIMEDOUT);
        const auto file = FileHandle::open(path, O_RDONLY);
        QVERIFY(file);
        QVERIFY(!file->readAll(path));
    }

    /// Many of them wait no longer than one.
    void doesNotAddUpTheWaitsForWriters() {
        QElapsedTimer clock;
        clock.start();
        for (int i = 0; i < 20; ++i) {
            const std::string path = pathOf(("silent-" + std::to_string(i)).c_str());
            QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
            const auto read = readFile(path);
            QVERIFY(!read);
            QCOMPARE(read.error().number, ETIMEDOUT);
        }
        QVERIFY2(clock.elapsed() < 10000, qPrintable(QString::number(clock.elapsed())));
    }

    /// A terminal is such a device.
    void doesNotWaitForeverForADevice() {
        const FileHandle terminal(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
        if (!terminal.isOpen() || ::grantpt(terminal.descriptor()) != 0 || ::unlockpt(terminal.descriptor()) != 0)
            QSKIP("no terminal can be created");
        const auto read = readFile(::ptsname(terminal.descriptor()));
        QVERIFY(!read);
        QCOMPARE(read.error().number, ETIMEDOUT);
    }

    void readsNoMoreThanMemoryHolds_data() {
        QTest::addColumn<std::string>("path");
        QTest::newRow("device without an end") << std::string("/dev/zero");
        const std::string sparse = pathOf("sparse");
        QFile file(QString::fromStdString(sparse));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(qint64(1) << 40));
        QTest::newRow("sparse file") << sparse;
    }
    void readsNoMoreThanMemoryHolds() {
        QFETCH(std::string, path);
        const auto read = readFile(path);
        QVERIFY(!read);
        QCOMPARE(read.error().number, EFBIG);
    }

    void namesCallAndReason_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("call");
        QTest::addColumn<QString>("reason");
        QTest::newRow("missing") << m_folder.filePath("none") << "open"
                                 << "no such file or directory";
        QTest::newRow("folder") << m_folder.path() << "read"
                                << "is a directory";
        QTest::newRow("input/output error") << "/proc/self/mem"
                                            << "read"
                                            << "input/output error";
        QTest::newRow("folder is a file") << m_folder.filePath("sized/x") << "open"
                                          << "not a directory";
        if (::geteuid() != 0) {
            QVERIFY(writeNewSynced(pathOf("secret"), "x", 0));
            QTest::newRow("not readable") << m_folder.filePath("secret") << "open"
                                          << "permission denied";
        }
    }
    void namesCallAndReason() {
        QFETCH(QString, path);
        const auto read = readFile(path.toStdString());
        QVERIFY(!read);
        QTEST(QString::fromStdString(std::string(read.error().call)), "call");
        QTEST(QString::fromStdString(read.error().reason()), "reason");
        QCOMPARE(read.error().isMissing(), read.error().number == ENOENT);
        QCOMPARE(read.error().toString(),
                 std::string(read.error().call) + " " + path.toStdString() + ": " + read.error().reason());
        const auto optional = readFileIfExists(path.toStdString());
        QCOMPARE(optional.hasValue(), read.error().isMissing());
    }

    void readsPartOfFile() {
        QVERIFY(writeNewSynced(pathOf("part"), "0123456789", 0600));
        const auto file = FileHandle::open(pathOf("part"), O_RDONLY);
        QVERIFY(file);
        std::string buffer(4, '\0');
        QCOMPARE(file->readAt(buffer, 3).value(), std::size_t(4));
        QCOMPARE(buffer, std::string("3456"));
        QCOMPARE(file->readAt(buffer, 8).value(), std::size_t(2));
        QCOMPARE(file->readAt(buffer, 20).value(), std::size_t(0));
        QVERIFY(!FileHandle().readAt(buffer, 0));
    }

    void replacesFileOrLeavesIt() {
        QVERIFY(replaceFile(pathOf("kept"), "old", 0600));
        QVERIFY(replaceFile(pathOf("kept"), "new", 0600));
        QCOMPARE(readFile(pathOf("kept")).value(), std::string("new"));
        QVERIFY(::mkdir(pathOf("taken").c_str(), 0700) == 0);
        const IoOutcome failed = replaceFile(pathOf("taken"), "x", 0600);
        QVERIFY(!failed);
        QVERIFY(QString::fromStdString(failed.error()).startsWith(QLatin1String("rename ")));
        QVERIFY(!QFile::exists(m_folder.filePath("taken.new")));
    }

    void followsNoPlantedLink_data() {
        QTest::addColumn<QString>("planted");
        QTest::newRow("temporary file") << "linked.new";
        QTest::newRow("file") << "linked";
    }
    void followsNoPlantedLink() {
        QFETCH(QString, planted);
        QVERIFY(writeNewSynced(pathOf("victim"), "untouched", 0644));
        const std::string link = m_folder.filePath(planted).toStdString();
        ::unlink(link.c_str());
        QCOMPARE(::symlink(pathOf("victim").c_str(), link.c_str()), 0);
        QVERIFY(replaceFile(pathOf("linked"), "secret", 0600));
        QCOMPARE(readFile(pathOf("victim")).value(), std::string("untouched"));
        struct stat status {};
        QCOMPARE(::lstat(pathOf("linked").c_str(), &status), 0);
        QVERIFY(S_ISREG(status.st_mode));
        QCOMPARE(status.st_mode & 0777, mode_t(0600));
        QCOMPARE(readFile(pathOf("linked")).value(), std::string("secret"));
    }
};

QTEST_APPLESS_MAIN(TestFile)
#include "tst_file.moc"

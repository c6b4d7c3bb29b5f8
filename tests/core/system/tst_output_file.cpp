// SPDX-License-Identifier: MPL-2.0
#include "core/system/file.h"
#include "core/system/output_file.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <thread>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace planlens::system;

/// Output files that users specify.
class TestOutputFile : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::string pathOf(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)).toStdString(); }
    static mode_t typeOf(const std::string& path) {
        struct stat status {};
        return ::lstat(path.c_str(), &status) == 0 ? status.st_mode : 0;
    }
    void link(const char* target, const char* name) const {
        ::unlink(pathOf(name).c_str());
        QCOMPARE(::symlink(target, pathOf(name).c_str()), 0);
    }

private slots:
    void initTestCase() {
        ::umask(022);
        QVERIFY(writeNewSynced(pathOf("regular"), "old and longer than the new text", 0640));
        QVERIFY(writeNewSynced(pathOf("target"), "old", 0644));
        QVERIFY(writeNewSynced(pathOf("chained"), "old", 0644));
        link("target", "link");
        link("chained", "second");
        link((m_folder.path() + "/second").toUtf8().constData(), "first");
        link("made", "dangling");
        QCOMPARE(::mkdir(pathOf("folder").c_str(), 0755), 0);
        link("self", "self");
    }

    void writesRegularFiles_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("written");
        QTest::addColumn<bool>("isLink");
        QTest::addColumn<int>("mode");
        QTest::newRow("regular file, with its permissions") << "regular"
                                                            << "regular" << false << 0640;
        QTest::newRow("new file, by the mask") << "new"
                                               << "new" << false << 0644;
        QTest::newRow("link to a file") << "link"
                                        << "target" << true << 0644;
        QTest::newRow("link to a link") << "first"
                                        << "chained" << true << 0644;
        QTest::newRow("link to a missing file") << "dangling"
                                                << "made" << true << 0644;
    }
    void writesRegularFiles() {
        QFETCH(QString, name);
        QFETCH(QString, written);
        const std::string path = m_folder.filePath(name).toStdString();
        const std::string target = m_folder.filePath(written).toStdString();
        QVERIFY(writeOutputFile(path, "new"));
        QCOMPARE(readFile(target).value(), std::string("new"));
        QVERIFY(S_ISREG(typeOf(target)));
        QTEST(int(typeOf(target) & 0777), "mode");
        QTEST(bool(S_ISLNK(typeOf(path))), "isLink");
    }

    void narrowsPermissionsOfSecretFile() {
        QVERIFY(writeNewSynced(pathOf("readable"), "old", 0644));
        QVERIFY(writeOutputFile(pathOf("readable"), "secret", {.mode = 0600}));
        QCOMPARE(int(typeOf(pathOf("readable")) & 0777), 0600);
    }

    /// The limit on file sizes kills the program in the middle of the write.
    void leavesNothingWhenKilled_data() {
        QTest::addColumn<bool>("exists");
        QTest::newRow("new file") << false;
        QTest::newRow("existing file") << true;
    }
    void leavesNothingWhenKilled() {
        QFETCH(bool, exists);
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("file")).toStdString();
        if (exists)
            QVERIFY(writeNewSynced(path, "old", 0644));
        const pid_t child = ::fork();
        if (child == 0) {
            const rlimit limit{1000, 1000}, none{};
            ::setrlimit(RLIMIT_CORE, &none);
            ::setrlimit(RLIMIT_FSIZE, &limit);
            ::signal(SIGXFSZ, SIG_DFL);
            (void)writeOutputFile(path, std::string(5000, 'x'));
            ::_exit(0);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFSIGNALED(status));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden),
                 exists ? QStringList{"file"} : QStringList());
        if (exists)
            QCOMPARE(readFile(path).value(), std::string("old"));
    }

    void writesIntoFifo() {
        const std::string path = pathOf("fifo");
        QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
        std::string got;
        std::thread reader([&] { got = readFile(path).value(); });
        const std::string text(200'000, 'x');
        QVERIFY(writeOutputFile(path, text));
        reader.join();
        QVERIFY(got == text);
        QVERIFY(S_ISFIFO(typeOf(path)));
    }

    void writesIntoOpenPipeByItsName() {
        int ends[2];
        QCOMPARE(::pipe(ends), 0);
        const FileHandle read(ends[0]), write(ends[1]);
        QVERIFY(writeOutputFile("/proc/self/fd/" + std::to_string(ends[1]), "text"));
        std::string got(4, ' ');
        QCOMPARE(::read(ends[0], got.data(), got.size()), ssize_t(4));
        QCOMPARE(got, std::string("text"));
    }

    void writesIntoDevice() {
        std::string device = "/dev/null";
        if (::geteuid() == 0 && ::mknod(pathOf("null").c_str(), S_IFCHR | 0666, makedev(1, 3)) == 0)
            device = pathOf("null");
        const auto written = writeOutputFile(device, "text");
        if (!written && written.error().number == EACCES)
            QSKIP("file systems of this machine have no devices");
        QVERIFY(written);
        QVERIFY(S_ISCHR(typeOf(device)));
    }

    void reportsFailure_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("error");
        QTest::newRow("full device") << "/dev/full"
                                     << "write /dev/full: no space left on device";
        QTest::newRow("folder") << m_folder.filePath("folder")
                                << "open " + m_folder.filePath("folder") + ": is a directory";
        const QString missing = m_folder.filePath("missing/file");
        QTest::newRow("missing folder") << missing << "open " + missing + ": no such file or directory";
        const QString loop = m_folder.filePath("self");
        QTest::newRow("link to itself") << loop << "open " + loop + ": too many levels of symbolic links";
        if (::geteuid() != 0) {
            QVERIFY(writeNewSynced(pathOf("read-only"), "old", 0444));
            const QString readOnly = m_folder.filePath("read-only");
            QTest::newRow("no permission") << readOnly << "open " + readOnly + ": permission denied";
        } else { // root ignores permissions
            QTest::newRow("no permission") << "/proc/version"
                                           << "open /proc/version: permission denied";
        }
    }
    void reportsFailure() {
        QFETCH(QString, path);
        const auto written = writeOutputFile(path.toStdString(), "text");
        QVERIFY(!written);
        if (path == QStringLiteral("/proc/version"))
            QVERIFY(written.error().call == "open");
        else
            QTEST(QString::fromStdString(written.error().toString()), "error");
    }

    void failsIfFifoHasNoReader_data() {
        QTest::addColumn<int>("missingReader");
        QTest::newRow("at once") << int(MissingReader::Fail);
        QTest::newRow("after a while") << int(MissingReader::Wait);
    }
    void failsIfFifoHasNoReader() {
        QFETCH(int, missingReader);
        const std::string path = pathOf("silent") + std::to_string(missingReader);
        QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
        QElapsedTimer timer;
        timer.start();
        const auto written = writeOutputFile(path, "text", {.missingReader = MissingReader(missingReader)});
        QVERIFY(timer.elapsed() < 20000);
        QVERIFY(!written);
        QCOMPARE(written.error().number, ENXIO);
        QVERIFY(S_ISFIFO(typeOf(path)));
    }

    void opensForWritingInParts() {
        const std::string path = pathOf("parts");
        QVERIFY(writeOutputFile(path, "a longer text"));
        {
            const auto file = openOutputFile(path, 0600);
            QVERIFY(file);
            QVERIFY(file->append("first, ", path));
            QVERIFY(file->append("second", path));
        }
        QCOMPARE(readFile(path).value(), std::string("first, second"));
        const auto created = openOutputFile(pathOf("private"), 0600);
        QVERIFY(created);
        struct stat status {};
        QCOMPARE(::fstat(created->descriptor(), &status), 0);
        QCOMPARE(int(status.st_mode & 0777), 0600);
        QCOMPARE(::fcntl(created->descriptor(), F_GETFL) & O_NONBLOCK, 0);
    }
    void opensNoFifoWithoutReader() {
        const std::string path = pathOf("unread");
        QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
        const auto file = openOutputFile(path, 0600);
        QVERIFY(!file);
        QCOMPARE(file.error().number, ENXIO);
    }

    void keepsOldFileAndLeavesNothingIfItFails() {
        QCOMPARE(::mkdir(pathOf("kept").c_str(), 0755), 0);
        QVERIFY(writeNewSynced(pathOf("kept/file"), "old", 0644));
        // A limit on the file size makes writing fail. The signal is ignored, as in the programs.
        std::signal(SIGXFSZ, SIG_IGN);
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        rlimit limit = before;
        limit.rlim_cur = 1000;
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &limit), 0);
        const auto written = writeOutputFile(pathOf("kept/file"), std::string(2000, 'x'));
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
        QVERIFY(!written);
        QCOMPARE(written.error().number, EFBIG);
        QCOMPARE(readFile(pathOf("kept/file")).value(), std::string("old"));
        QCOMPARE(QDir(m_folder.filePath("kept")).entryList(QDir::Files | QDir::Hidden), QStringList{"file"});
    }
};

QTEST_APPLESS_MAIN(TestOutputFile)
#include "tst_output_file.moc"

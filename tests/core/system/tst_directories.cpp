// SPDX-License-Identifier: MPL-2.0
#include "core/system/directories/listing.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>

#include <sys/fsuid.h>
#include <sys/stat.h>

using namespace planlens::system;
namespace fs = std::filesystem;

/// Listings of directories.
class TestDirectories : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path pathOf(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)).toStdString(); }

private slots:
    void initTestCase() {
        for (const char* name : {"all/b/c", "all/a", "locked/nested"})
            QVERIFY(QDir(m_folder.path()).mkpath(QString::fromLatin1(name)));
        for (const char* name : {"all/z", "all/a/2", "all/a/1", "all/b/c/3", "locked/file"})
            QVERIFY(QFile(m_folder.filePath(QString::fromLatin1(name))).open(QIODevice::WriteOnly));
        fs::create_directory_symlink("b", pathOf("all/link"));
        fs::create_symlink("z", pathOf("all/y"));
    }

    void listsFilesOfSubdirectories() {
        const auto files = listFiles(pathOf("all"));
        QVERIFY(files);
        std::vector<fs::path> expected;
        for (const char* name : {"all/a/1", "all/a/2", "all/b/c/3", "all/y", "all/z"})
            expected.push_back(pathOf(name));
        QCOMPARE(*files, expected);
    }

    void reportsSubdirectoriesThatCannotBeRead() {
        QCOMPARE(::chmod(m_folder.path().toUtf8().constData(), 0755), 0);
        QCOMPARE(::chmod(pathOf("locked/nested").c_str(), 0), 0);
        ::setfsuid(1); // root reads everything
        const auto files = listFiles(pathOf("locked"));
        ::setfsuid(::geteuid());
        QVERIFY(!files);
        QCOMPARE(files.error().number, EACCES);
        QCOMPARE(files.error().path, pathOf("locked/nested"));
    }

    void missingDirectoriesAreNamed_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isMissing");
        QTest::newRow("nothing") << "none" << true;
        QTest::newRow("file") << "all/z" << true;
        QTest::newRow("below a file") << "all/z/a" << true;
        QTest::newRow("too long") << QString(300, QLatin1Char('x')) << false;
    }
    void missingDirectoriesAreNamed() {
        QFETCH(QString, name);
        const auto listed = listDirectory(m_folder.filePath(name).toStdString());
        QVERIFY(!listed);
        QTEST(listed.error().isMissingDirectory(), "isMissing");
    }
};

QTEST_APPLESS_MAIN(TestDirectories)
#include "tst_directories.moc"

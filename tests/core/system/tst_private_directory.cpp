// SPDX-License-Identifier: MPL-2.0
#include "core/system/private_directory.h"
#include "tests/support/scoped_environment.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

using namespace planlens;

/// Temporary folders, also those of killed processes.
class TestPrivateDirectory : public QObject {
    Q_OBJECT

    /// Creates a folder with a file, last changed an hour ago.
    static QString createOld(const QTemporaryDir& base, const char* name, mode_t mode = 0700) {
        const QString path = base.filePath(QString::fromLatin1(name));
        ::mkdir(QFile::encodeName(path).constData(), 0700);
        QFile file(path + "/secret");
        if (!file.open(QIODevice::WriteOnly) || file.write("x") != 1)
            qFatal("the file cannot be written");
        file.close();
        ::chmod(QFile::encodeName(path).constData(), mode);
        const std::array<timespec, 2> times{timespec{std::time(nullptr) - 3600, 0}, {std::time(nullptr) - 3600, 0}};
        ::utimensat(AT_FDCWD, QFile::encodeName(path).constData(), times.data(), 0);
        return path;
    }

private slots:
    /// A process does this once.
    void removesFoldersOfKilledProcesses() {
        const QTemporaryDir base;
        const testing::ScopedEnvironment environment("TMPDIR", QFile::encodeName(base.path()));
        const QString killed = createOld(base, "planlens-killed"), running = createOld(base, "planlens-runnin"),
                      open = createOld(base, "planlens-opened", 0755), other = createOld(base, "planlens-of-others");
        const QString fresh = base.filePath("planlens-freshx");
        QVERIFY(QDir().mkdir(fresh));
        QVERIFY(QFile::setPermissions(fresh, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        QVERIFY(QFile::link(killed, base.filePath("planlens-linked")));
        const int lock = ::open(QFile::encodeName(running).constData(), O_RDONLY | O_DIRECTORY);
        QCOMPARE(::flock(lock, LOCK_EX | LOCK_NB), 0);
        QString own;
        {
            const system::PrivateDirectory directory;
            own = QString::fromStdString(directory.path().string());
            QVERIFY(own.startsWith(base.path()) && QFileInfo(own).isDir());
            QVERIFY(!QFileInfo::exists(killed));
            for (const QString& kept : {running, open, other, fresh, own})
                QVERIFY2(QFileInfo::exists(kept), qPrintable(kept));
            QVERIFY(QFile::exists(running + "/secret"));
            // Other processes see that this one is running.
            const int second = ::open(QFile::encodeName(own).constData(), O_RDONLY | O_DIRECTORY);
            QVERIFY(::flock(second, LOCK_EX | LOCK_NB) != 0);
            ::close(second);
        }
        QVERIFY(!QFileInfo::exists(own));
        ::close(lock);
    }
};

QTEST_GUILESS_MAIN(TestPrivateDirectory)
#include "tst_private_directory.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/system/environment.h"
#include "tests/support/scoped_environment.h"

#include <QtTest>

using namespace planlens;

class TestEnvironment : public QObject {
    Q_OBJECT
private slots:
    void removesRelativeProgramFolders_data() {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("kept"); // null: PATH is not set
        QTest::newRow("absolute") << QByteArray("/usr/bin:/bin") << QByteArray("/usr/bin:/bin");
        QTest::newRow("current folder") << QByteArray(".:/usr/bin:./:..") << QByteArray("/usr/bin");
        QTest::newRow("empty entries") << QByteArray(":/usr/bin::/bin:") << QByteArray("/usr/bin:/bin");
        QTest::newRow("relative folder") << QByteArray("bin:/usr/bin") << QByteArray("/usr/bin");
        QTest::newRow("only relative") << QByteArray(".:bin") << QByteArray();
        QTest::newRow("empty") << QByteArray("") << QByteArray();
    }
    void removesRelativeProgramFolders() {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, kept);
        const testing::ScopedEnvironment environment("PATH", path);
        system::removeRelativeProgramFolders();
        QCOMPARE(qEnvironmentVariableIsSet("PATH"), !kept.isNull());
        QCOMPARE(qgetenv("PATH"), kept);
    }
};

QTEST_GUILESS_MAIN(TestEnvironment)
#include "tst_environment.moc"

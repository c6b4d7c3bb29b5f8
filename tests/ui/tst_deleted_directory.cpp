// SPDX-License-Identifier: MPL-2.0
#include "tests/support/windows.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

/// The window in a deleted working directory.
class TestDeletedDirectory final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        theme::apply(*qApp, theme::Scheme::Light);
        const QString before = QDir::currentPath();
        {
            const QTemporaryDir deleted;
            QVERIFY(QDir::setCurrent(deleted.path()));
        }
        QVERIFY(QDir::currentPath() != before);
    }

    void plansFolder_data() {
        QTest::addColumn<QByteArray>("configuration");
        QTest::addColumn<bool>("hasPlan");
        QTest::newRow("resource") << QByteArray("resource \"terraform_data\" \"a\" {}\n") << true;
        QTest::newRow("path.cwd") << QByteArray("output \"o\" {\n  value = path.cwd\n}\n") << true;
        QTest::newRow("abspath") << QByteArray("output \"o\" {\n  value = abspath(\"x\")\n}\n") << true;
        QTest::newRow("invalid") << QByteArray("resource \"terraform_data\" {}\n") << false;
    }
    void plansFolder() {
        QFETCH(QByteArray, configuration);
        const QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), configuration));
        MainWindow window;
        window.show();
        window.openFolder(folder.path(), session::Trust::Given);
        QVERIFY(settle(window));
        QTEST(window.result() && window.result()->plan, "hasPlan");
    }
};

QTEST_MAIN(TestDeletedDirectory)
#include "tst_deleted_directory.moc"

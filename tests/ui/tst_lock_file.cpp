// SPDX-License-Identifier: MPL-2.0
#include "core/providers/packages/installed_packages.h"
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

/// Diagnostics about dependency lock files in the window and on the command line.
class TestLockFile final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }

    void reportsMixedRegistries_data() {
        QTest::addColumn<QStringList>("hosts");
        QTest::addColumn<bool>("isMixed");
        const QString openTofu = QStringLiteral("registry.opentofu.org"),
                      terraform = QStringLiteral("registry.terraform.io");
        QTest::newRow("of OpenTofu") << QStringList{openTofu} << false;
        QTest::newRow("of Terraform") << QStringList{terraform} << false;
        QTest::newRow("of both") << QStringList{openTofu, terraform} << true;
        QTest::newRow("of another registry") << QStringList{openTofu, QStringLiteral("example.com")} << false;
    }
    void reportsMixedRegistries() {
        QFETCH(QStringList, hosts);
        const QTemporaryDir folder;
        QByteArray locks;
        for (const QString& host : hosts) {
            locks += "provider \"" + host.toUtf8() + "/tests/test\" {\n  version = \"1.0.0\"\n}\n";
            QVERIFY(QDir(folder.path())
                        .mkpath(QStringLiteral(".terraform/providers/%1/tests/test/1.0.0/%2")
                                    .arg(host, QString::fromUtf8(providers::platform().data()))));
        }
        QVERIFY(write(folder.filePath(QStringLiteral(".terraform.lock.hcl")), locks));
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" \"a\" {}\n"));
        MainWindow window;
        window.show();
        window.openFolder(folder.path(), session::Trust::Given);
        QVERIFY(settle(window));
        QVERIFY(window.result() && window.result()->plan);
        const auto& found = window.result()->diagnostics;
        const bool isMixed = std::any_of(found.begin(), found.end(), [](const auto& one) {
            return one.summary == QStringLiteral("Folder of both OpenTofu and Terraform");
        });
        QTEST(isMixed, "isMixed");
    }

    void reportsUnreadableFile() {
        const QTemporaryDir folder;
        QVERIFY(QFile::link(QStringLiteral("/proc/self/mem"), folder.filePath(QStringLiteral(".terraform.lock.hcl"))));
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" \"a\" {}\n"));
        MainWindow window;
        window.show();
        window.openFolder(folder.path(), session::Trust::Given);
        QVERIFY(settle(window));
        QVERIFY(window.result() && !window.result()->plan && !window.result()->diagnostics.isEmpty());
        const auto& found = window.result()->diagnostics.first();
        QVERIFY(QString(found.summary + found.detail).contains(QStringLiteral(".terraform.lock.hcl")));
        QVERIFY(QString(found.summary + found.detail).contains(QStringLiteral("input/output error")));
    }
};

QTEST_MAIN(TestLockFile)
#include "tst_lock_file.moc"

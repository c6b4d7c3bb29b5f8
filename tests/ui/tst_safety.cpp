// SPDX-License-Identifier: MPL-2.0
#include "core/states/file.h"
#include "tests/support/windows.h"
#include "ui/dialogs/unsaved_state.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/config_watch.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

namespace {

/// During the apply, folders are created in place of the recovery file and errored.tfstate: the state cannot be saved.
constexpr const char* blocking =
    "resource \"terraform_data\" \"a\" {\n  provisioner \"local-exec\" {\n"
    "    command = \"mkdir -p terraform.tfstate.planlens-recovery/x errored.tfstate/x\"\n  }\n}\n"
    "resource \"terraform_data\" \"b\" {\n  depends_on = [terraform_data.a]\n}\n";

} // namespace

/// Protects users from losing a state, and from approving a plan that is out of date.
class TestSafety final : public QObject {
    Q_OBJECT

    /// Applies a configuration that blocks its own state file.
    static bool applyUnsaved(MainWindow& window, const QTemporaryDir& folder) {
        if (!write(folder.filePath(QStringLiteral("main.tf")), blocking))
            return false;
        window.show();
        window.openFolder(folder.path(), session::Trust::Given);
        if (!settle(window))
            return false;
        window.approve();
        if (!window.reviewPage())
            return false;
        QSignalSpy settled(&window, &MainWindow::settled);
        QTest::mouseClick(window.reviewPage()->findChild<QPushButton*>(QStringLiteral("apply")), Qt::LeftButton);
        return settled.wait(30000);
    }

private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }

    void offersAStateThatCouldBeWrittenNowhere() {
        QTemporaryDir folder, elsewhere;
        MainWindow window;
        QVERIFY(applyUnsaved(window, folder));
        auto* bar = named<widgets::UnsavedState>(window, "unsaved-state");
        QVERIFY(bar->isVisible());
        QVERIFY(window.hasUnsavedState());
        QVERIFY(named<QLabel>(window, "unsaved-state-text")->text().contains(QStringLiteral("only in this window")));
        // Further applies are blocked.
        window.approve();
        QVERIFY(!window.reviewPage());

        // Closing asks first. Escape keeps the window open.
        window.close();
        QVERIFY(window.isVisible());
        QPointer<QMessageBox> question = named<QMessageBox>(window, "unsaved-state-question");
        QVERIFY(question && question->isVisible());
        QTest::keyClick(question, Qt::Key_Escape);
        QTRY_VERIFY(!question);
        QVERIFY(window.isVisible() && bar->isUnsaved());

        // If it cannot be saved, it stays in memory.
        QVERIFY(!bar->saveTo(folder.filePath(QStringLiteral("no/such/folder/state"))).isEmpty());
        QVERIFY(bar->isUnsaved());
        // Saved through the dialog, it is complete and readable only by its owner.
        QTest::mouseClick(named<QPushButton>(window, "unsaved-state-save"), Qt::LeftButton);
        auto* dialog = named<QFileDialog>(window, "unsaved-state-file");
        QVERIFY(dialog && dialog->isVisible());
        dialog->hide();
        const QString file = elsewhere.filePath(QStringLiteral("kept.tfstate"));
        Q_EMIT dialog->fileSelected(file);
        QVERIFY(!bar->isUnsaved() && bar->isVisible());
        QVERIFY(named<QLabel>(window, "unsaved-state-text")->text().contains(QStringLiteral("state push")));
        QFile saved(file);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        QCOMPARE(saved.permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther | QFileDevice::WriteGroup |
                                        QFileDevice::WriteOther),
                 QFileDevice::Permissions());
        const QByteArray text = saved.readAll();
        const diags::Result<states::File> state = states::readFile({text.constData(), std::size_t(text.size())});
        QVERIFY(state.isOk());
        QCOMPARE(state->state->resources().size(), std::size_t(2));
        QTest::mouseClick(named<QPushButton>(window, "unsaved-state-dismiss"), Qt::LeftButton);
        QVERIFY(!bar->isVisible());
        window.close();
        QVERIFY(!window.isVisible());
    }

    void reportsHowToPutAStateInItsPlace_data() {
        QTest::addColumn<QString>("name");    // the folder and the file
        QTest::addColumn<QString>("command"); // %1 is the path of both
        QTest::newRow("plain") << QStringLiteral("net")
                               << QStringLiteral("tofu -chdir=%1/net state push %1/net.tfstate");
        QTest::newRow("a space") << QStringLiteral("my net")
                                 << QStringLiteral("tofu '-chdir=%1/my net' state push '%1/my net.tfstate'");
        QTest::newRow("a quote") << QStringLiteral("it's")
                                 << QStringLiteral("tofu '-chdir=%1/it'\\''s' state push '%1/it'\\''s.tfstate'");
    }
    void reportsHowToPutAStateInItsPlace() {
        QFETCH(QString, name);
        QFETCH(QString, command);
        QTemporaryDir folder;
        widgets::UnsavedState bar;
        bar.take("{}", folder.filePath(name));
        QCOMPARE(bar.saveTo(folder.filePath(name + QStringLiteral(".tfstate"))), QString());
        const QString text = named<QLabel>(bar, "unsaved-state-text")->text();
        QVERIFY2(text.endsWith(QStringLiteral(": ") + command.arg(folder.path())), qPrintable(text));
    }

    void losesAStateOnlyWhenToldTo() {
        QTemporaryDir folder;
        MainWindow window;
        QVERIFY(applyUnsaved(window, folder));
        window.close();
        QPointer<QMessageBox> question = named<QMessageBox>(window, "unsaved-state-question");
        QVERIFY(question);
        QVERIFY(question->defaultButton()->objectName() == QStringLiteral("save"));
        window.close(); // asks once
        QCOMPARE(window.findChildren<QMessageBox*>().size(), 1);
        QTest::mouseClick(question->findChild<QPushButton*>(QStringLiteral("lose")), Qt::LeftButton);
        QTRY_VERIFY(!window.isVisible());
    }

    void filesThatFunctionsReadAreWatched_data() {
        QTest::addColumn<QString>("change"); // the file that is written
        QTest::addColumn<QString>("told");
        QTest::newRow("file()") << QStringLiteral("greeting.txt") << QStringLiteral("greeting.txt");
        QTest::newRow("templatefile() in a folder") << QStringLiteral("parts/t.tpl") << QStringLiteral("parts/t.tpl");
        QTest::newRow("filesha256()") << QStringLiteral("code.zip") << QStringLiteral("code.zip");
        QTest::newRow("fileexists() of a missing file")
            << QStringLiteral("later/maybe") << QStringLiteral("later/maybe");
        QTest::newRow("fileset() matches one more")
            << QStringLiteral("conf/deep/new.json") << QStringLiteral("conf/**/*.json");
        QTest::newRow("file that is not read") << QStringLiteral("conf/other.txt") << QString();
    }

    void filesThatFunctionsReadAreWatched() {
        QFETCH(QString, change);
        QFETCH(QString, told);
        QTemporaryDir folder;
        const QDir root(folder.path());
        for (const char* path : {"parts", "later", "conf/deep"})
            QVERIFY(root.mkpath(QLatin1String(path)));
        QVERIFY(write(folder.filePath(QStringLiteral("greeting.txt")), "hello"));
        QVERIFY(write(folder.filePath(QStringLiteral("parts/t.tpl")), "${x}"));
        QVERIFY(write(folder.filePath(QStringLiteral("code.zip")), "PK"));
        QVERIFY(write(folder.filePath(QStringLiteral("conf/a.json")), "{}"));
        QVERIFY(write(folder.filePath(QStringLiteral("conf/deep/b.json")), "{}"));
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")),
                      "resource \"terraform_data\" \"a\" {\n  input = [file(\"greeting.txt\"), "
                      "templatefile(\"${path.module}/parts/t.tpl\", { x = 1 }), filesha256(\"code.zip\"),\n"
                      "    fileexists(\"later/maybe\"), fileset(\"conf\", \"**/*.json\")]\n}\n"));
        MainWindow window;
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        auto* approve = named<QPushButton>(window, "approve");
        auto* watch = window.findChild<session::ConfigWatch*>();
        QVERIFY(approve->isEnabled() && watch->changed().isEmpty());
        const auto check = [&] {
            const auto isChecked = std::make_shared<bool>(false);
            watch->check([isChecked] { *isChecked = true; });
            return QTest::qWaitFor([&] { return *isChecked; }, 10000);
        };
        QVERIFY(check()); // the planned contents are known
        QVERIFY(write(folder.filePath(change), "something else"));
        if (told.isEmpty()) {
            QVERIFY(check());
            QVERIFY(watch->changed().isEmpty() && approve->isEnabled());
            return;
        }
        QTRY_COMPARE_WITH_TIMEOUT(watch->changed(), QStringList{told}, 10000);
        QVERIFY(!approve->isEnabled());
        QVERIFY(approve->toolTip().contains(told));
        QTest::mouseClick(named<QPushButton>(window, "banner-offer"), Qt::LeftButton);
        QVERIFY(settle(window));
        QTRY_VERIFY(approve->isEnabled() && watch->changed().isEmpty());
    }
};

QTEST_MAIN(TestSafety)
#include "tst_safety.moc"

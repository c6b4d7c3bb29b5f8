// SPDX-License-Identifier: MPL-2.0
#include "core/plans/changes.h"
#include "tests/support/windows.h"
#include "tests/ui/approval/approved_window.h"
#include "ui/dialogs/variables_dialog.h"
#include "ui/models/apply_model.h"
#include "ui/pages/apply/apply_page.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/config_watch.h"
#include "ui/session/planning_session.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/theme/tint.h"
#include "ui/window/main_window.h"

#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

namespace {

QByteArray stateWithSerial(int serial) {
    return R"({"version":4,"terraform_version":"1.9.0","serial":)" + QByteArray::number(serial) +
           R"(,"lineage":"l","outputs":{},"resources":[]})";
}

/// Returns the tint of the number of created objects.
theme::Tint tintOf(const MainWindow& window) {
    const auto name = QStringLiteral("verdict-%1").arg(int(theme::ActionKind::Create));
    return theme::Tint(window.findChild<QToolButton*>(name)->property("tint").toInt());
}

} // namespace

/// Plans that are no longer valid when they are approved.
class TestOutdatedPlan final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }

    void failedPlanningKeepsThePlanUnderReview() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("main.tf"));
        QVERIFY(write(file, configuration));
        MainWindow window;
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        const auto good = window.result()->plan;
        auto* plan = window.findChild<QPushButton*>(QStringLiteral("plan"));
        const auto* approve = window.findChild<QPushButton*>(QStringLiteral("approve"));
        const auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
        listByModule(window);
        const auto* banner = window.findChild<QLabel*>(QStringLiteral("banner-text"));
        for (const char* broken : {"resource \"terraform_data\" {", "output \"a\" {\n  value = var.missing\n}\n"}) {
            QVERIFY(write(file, broken));
            QTest::mouseClick(plan, Qt::LeftButton);
            QVERIFY(settle(window));
            QCOMPARE(window.result()->plan, good);
            QVERIFY(window.result()->hasErrors());
            QCOMPARE(tree->model()->rowCount(), 2);
            QVERIFY2(banner->text().startsWith(QStringLiteral("This is the plan of ")), qPrintable(banner->text()));
            QVERIFY(!approve->isEnabled());
            QCOMPARE(tintOf(window), theme::Tint::DimText);
        }
        QVERIFY(write(file, configuration));
        QTest::mouseClick(plan, Qt::LeftButton);
        QVERIFY(settle(window));
        QVERIFY(!window.result()->hasErrors());
        QCOMPARE(tintOf(window), theme::Tint::None);
        QVERIFY(banner->text().isEmpty());
        QVERIFY(approve->isEnabled());
    }

    void missingVariableKeepsThePlanUnderReview() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("main.tf"));
        QVERIFY(write(file, configuration));
        MainWindow window;
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        const auto good = window.result()->plan;
        auto* plan = window.findChild<QPushButton*>(QStringLiteral("plan"));
        const auto* approve = window.findChild<QPushButton*>(QStringLiteral("approve"));
        QVERIFY(write(file, QByteArray(configuration) + "variable \"must\" {}\n"));
        QTest::mouseClick(plan, Qt::LeftButton);
        QVERIFY(settle(window));
        QCOMPARE(window.result()->plan, good);
        const auto* banner = window.findChild<QLabel*>(QStringLiteral("banner-text"));
        QVERIFY2(banner->text().startsWith(QStringLiteral("This is the plan of ")) &&
                     banner->text().endsWith(QStringLiteral("needs a value for: must")),
                 qPrintable(banner->text()));
        QVERIFY(!approve->isEnabled());
        auto* offer = window.findChild<QPushButton*>(QStringLiteral("banner-offer"));
        QCOMPARE(offer->text(), QStringLiteral("Enter values…"));
        QTRY_VERIFY(window.findChild<widgets::VariablesDialog*>());
        window.findChild<widgets::VariablesDialog*>()->reject();
        QTRY_VERIFY(!window.findChild<widgets::VariablesDialog*>());
        QTest::mouseClick(offer, Qt::LeftButton);
        QTRY_VERIFY(window.findChild<widgets::VariablesDialog*>());
        window.findChild<widgets::VariablesDialog*>()->reject();
        QVERIFY(write(file, "resource \"terraform_data\" {"));
        QTest::mouseClick(plan, Qt::LeftButton);
        QVERIFY(settle(window));
        QCOMPARE(window.result()->plan, good);
    }

    /// Otherwise, it would be noticed only by the apply.
    void stateChangedByOthersIsReported_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::newRow("a state") << stateWithSerial(1);
        QTest::newRow("no state yet") << QByteArray();
    }

    void stateChangedByOthersIsReported() {
        QFETCH(QByteArray, before);
        QTemporaryDir folder;
        const QString state = folder.filePath(QStringLiteral("terraform.tfstate"));
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), configuration));
        QVERIFY(before.isEmpty() || write(state, before));
        MainWindow window;
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        const auto* approve = window.findChild<QPushButton*>(QStringLiteral("approve"));
        const auto* banner = window.findChild<QLabel*>(QStringLiteral("banner-text"));
        const QString changed = QStringLiteral("The state has changed since this plan was made.");
        QVERIFY(approve->isEnabled() && !banner->text().startsWith(changed));
        window.approve();
        QVERIFY(write(state, stateWithSerial(2)));
        QTRY_VERIFY2(banner->text().startsWith(changed) && banner->isVisible(), qPrintable(banner->text()));
        QVERIFY(!approve->isEnabled());
        QVERIFY(!window.reviewPage()->findChild<QPushButton*>(QStringLiteral("apply"))->isEnabled());
        if (before.isEmpty())
            QVERIFY(QFile::remove(state));
        else
            QVERIFY(write(state, before));
        QTRY_VERIFY2(!banner->isVisible() && approve->isEnabled(), qPrintable(banner->text()));
        QVERIFY(write(state, stateWithSerial(3)));
        QTRY_VERIFY(banner->isVisible());
        auto* again = window.findChild<QPushButton*>(QStringLiteral("banner-offer"));
        QCOMPARE(again->text(), QStringLiteral("Plan again"));
        QTest::mouseClick(again, Qt::LeftButton);
        QVERIFY(settle(window));
        QVERIFY(!banner->isVisible() && approve->isEnabled());
        QCOMPARE(window.result()->stateSource.serial, quint64(3));
    }

    /// "No changes" would hide what was planned before the error.
    void incompletePlanReplacesOneWithoutChanges() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("main.tf"));
        const QByteArray protectedObject =
            "resource \"terraform_data\" \"a\" {\n  triggers_replace = 1\n  lifecycle {\n"
            "    prevent_destroy = true\n  }\n}\n";
        QVERIFY(write(file, protectedObject));
        MainWindow window;
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        window.approve();
        QSignalSpy settled(&window, &MainWindow::settled);
        QTest::mouseClick(window.reviewPage()->findChild<QPushButton*>(QStringLiteral("apply")), Qt::LeftButton);
        QVERIFY(settled.wait(30000));
        auto* plan = window.findChild<QPushButton*>(QStringLiteral("plan"));
        QTest::mouseClick(plan, Qt::LeftButton);
        QVERIFY(settle(window));
        QVERIFY(window.result()->changes().isEmpty());
        QVERIFY(write(file, QByteArray(protectedObject).replace("= 1", "= 2")));
        QTest::mouseClick(plan, Qt::LeftButton);
        QVERIFY(settle(window));
        QVERIFY(window.result()->hasErrors());
        QVERIFY(!window.result()->changes().isEmpty());
        QVERIFY(!window.findChild<QPushButton*>(QStringLiteral("approve"))->isEnabled());
    }

    void changedFilesBlockApproving() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("main.tf"));
        QVERIFY(write(file, configuration));
        MainWindow window;
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        auto* approve = window.findChild<QPushButton*>(QStringLiteral("approve"));
        auto* watch = window.findChild<session::ConfigWatch*>();
        QVERIFY(approve->isEnabled() && watch);
        window.approve();
        auto* apply = window.reviewPage()->findChild<QPushButton*>(QStringLiteral("apply"));
        QVERIFY(apply->isEnabled());

        QSignalSpy changed(watch, &session::ConfigWatch::changedFiles);
        QVERIFY(write(file, QByteArray(configuration) + "# more\n"));
        QVERIFY(changed.wait(10000));
        QCOMPARE(watch->changed(), QStringList{QStringLiteral("main.tf")});
        QVERIFY(!apply->isEnabled());
        QVERIFY(text(*window.reviewPage(), "blocker").contains(QStringLiteral("main.tf")));
        QVERIFY(!approve->isEnabled());
        window.reviewPage()->reject();
        QVERIFY(window.findChild<QPushButton*>(QStringLiteral("banner-offer"))->isVisible());

        // A file with its old content counts as unchanged, however often it was saved.
        QVERIFY(write(file, configuration));
        QTRY_VERIFY_WITH_TIMEOUT(watch->changed().isEmpty(), 10000);
        QVERIFY(approve->isEnabled());
        QVERIFY(!window.findChild<QPushButton*>(QStringLiteral("banner-offer"))->isVisible());

        // A new file is a change too. Planning again resolves it.
        QVERIFY(write(folder.filePath(QStringLiteral("more.tf")), "output \"a\" {\n  value = 1\n}\n"));
        QTRY_COMPARE_WITH_TIMEOUT(watch->changed(), QStringList{QStringLiteral("more.tf")}, 10000);
        QVERIFY(!approve->isEnabled());
        QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("banner-offer")), Qt::LeftButton);
        QVERIFY(settle(window));
        QVERIFY(approve->isEnabled());

        // A file that is replaced, as editors do, and an unrelated file.
        QVERIFY(write(folder.filePath(QStringLiteral("notes.txt")), "x"));
        QVERIFY(write(folder.filePath(QStringLiteral("more.new")), "output \"a\" {\n  value = 2\n}\n"));
        QCOMPARE(std::rename(qPrintable(folder.filePath(QStringLiteral("more.new"))),
                             qPrintable(folder.filePath(QStringLiteral("more.tf")))),
                 0);
        QTRY_COMPARE_WITH_TIMEOUT(watch->changed(), QStringList{QStringLiteral("more.tf")}, 10000);
        QVERIFY(!approve->isEnabled());
    }

    void rejectsAFileThatChangedRightBeforeEnter() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("main.tf"));
        QVERIFY(write(file, configuration));
        MainWindow window;
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        window.approve();
        auto* apply = window.reviewPage()->findChild<QPushButton*>(QStringLiteral("apply"));
        QVERIFY(apply->isEnabled());
        // Without events in between, the watch cannot have noticed the file.
        QVERIFY(write(file, QByteArray(configuration) + "# more\n"));
        apply->setFocus();
        QTest::keyClick(apply, Qt::Key_Space);
        QTRY_VERIFY(text(*window.reviewPage(), "blocker").contains(QStringLiteral("main.tf")));
        QVERIFY(!apply->isEnabled());
        QVERIFY(!window.findChild<session::PlanningSession*>()->isBusy());
        QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("terraform.tfstate"))));

        QVERIFY(write(file, configuration));
        QTRY_VERIFY_WITH_TIMEOUT(apply->isEnabled(), 10000);
        QSignalSpy settled(&window, &MainWindow::settled);
        QTest::mouseClick(apply, Qt::LeftButton);
        QVERIFY(settled.wait(30000));
        QVERIFY(QFile::exists(folder.filePath(QStringLiteral("terraform.tfstate"))));
    }

    void rejectsWhenTheStateMovedOn_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("serial") << QByteArray("\"serial\": ") << QByteArray("\"serial\": 9");
        QTest::newRow("lineage") << QByteArray("\"lineage\": \"") << QByteArray("\"lineage\": \"another-");
    }

    void rejectsWhenTheStateMovedOn() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), configuration));
        MainWindow window;
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        QVERIFY(applyAll(window));
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")),
                      QByteArray(configuration).replace("input = 1", "input = 2")));
        QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("plan")), Qt::LeftButton);
        QVERIFY(settle(window));
        QFile state(folder.filePath(QStringLiteral("terraform.tfstate")));
        QVERIFY(state.open(QIODevice::ReadOnly));
        const QByteArray before = state.readAll();
        state.close();
        QByteArray moved = before;
        moved.replace(from, to);
        QVERIFY(moved != before);
        QVERIFY(write(state.fileName(), moved));
        QVERIFY(applyAll(window));
        QVERIFY(state.open(QIODevice::ReadOnly));
        QCOMPARE(state.readAll(), moved);
        const auto* page = window.findChild<widgets::ApplyPage*>();
        QVERIFY(text(*page, "apply-text").contains(QStringLiteral("The state has changed")));
        QCOMPARE(int(page->outcome().outcome), int(history::Run::Outcome::Refused));
        QCOMPARE(page->model().index(0, models::ApplyModel::StatusColumn).data().toString(),
                 QStringLiteral("– not started"));
    }
};

QTEST_MAIN(TestOutdatedPlan)
#include "tst_outdated_plan.moc"

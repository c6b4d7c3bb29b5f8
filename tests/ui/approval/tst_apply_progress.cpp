// SPDX-License-Identifier: MPL-2.0
#include "tests/support/windows.h"
#include "tests/ui/approval/approved_window.h"
#include "ui/controls/wrapping_table.h"
#include "ui/dialogs/force_quit_dialog.h"
#include "ui/models/apply_model.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/pages/apply/apply_page.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/session_result.h"
#include "ui/theme/action_style.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QHeaderView>
#include <QJsonArray>
#include <QLabel>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

/// The order of operations, and their progress while a plan is applied.
class TestApplyProgress final : public QObject {
    Q_OBJECT

    /// Applies a folder with a provisioner that runs until the file "go" exists, and with an object that depends on
    /// it. `before` is a command of the provisioner; `others` are other resources.
    static bool startLongApply(MainWindow& window, const QTemporaryDir& folder, const QByteArray& before = "true",
                               const QByteArray& others = {}) {
        if (!write(folder.filePath(QStringLiteral("main.tf")),
                   "resource \"terraform_data\" \"a\" {\n  provisioner \"local-exec\" {\n    command = \"" + before +
                       "; echo started; while [ ! -e go ]; do sleep 0.05; done; echo ended > ended\"\n  }\n}\n"
                       "resource \"terraform_data\" \"b\" {\n  depends_on = [terraform_data.a]\n}\n" +
                       others))
            return false;
        window.resize(1280, 800);
        window.show();
        window.openFolder(folder.path(), session::Trust::Given);
        if (!settle(window))
            return false;
        window.approve();
        QTest::mouseClick(window.reviewPage()->findChild<QPushButton*>(QStringLiteral("apply")), Qt::LeftButton);
        const auto* table = window.findChild<QTableView*>(QStringLiteral("applied"));
        return QTest::qWaitFor(
            [&] { return cell(*table, 0, models::ApplyModel::MessageColumn) == QStringLiteral("started"); }, 20000);
    }

private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }

    void listsOperationsInTheirOrder() {
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), configuration));
        MainWindow window;
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        auto* table = window.findChild<QTableView*>(QStringLiteral("order"));
        QTRY_COMPARE(table->model()->rowCount(), 2);
        using Model = models::ApplyModel;
        QCOMPARE(cell(*table, 0, Model::StepColumn) + cell(*table, 0, Model::ActionColumn) +
                     cell(*table, 0, Model::AddressColumn),
                 QStringLiteral("1+ createterraform_data.base"));
        QCOMPARE(cell(*table, 1, Model::StepColumn) + cell(*table, 1, Model::ActionColumn) +
                     cell(*table, 1, Model::AddressColumn),
                 QStringLiteral("2+ createterraform_data.user"));
        QCOMPARE(table->model()->index(0, Model::ActionColumn).data(Qt::ForegroundRole).value<QColor>(),
                 theme::color(theme::ActionKind::Create, theme::Scheme::Light));
        // Clicking on a row selects its change.
        window.showView(QStringLiteral("order"));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(1, Model::AddressColumn)).center());
        auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
        QCOMPARE(tree->currentIndex().siblingAtColumn(0).data(models::AddressRole).toString(),
                 QStringLiteral("terraform_data.user"));
    }

    void doubleClickOnStopDoesNotKill_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("common") << QSize(1280, 800);
        QTest::newRow("small") << QSize(960, 600);
    }

    void doubleClickOnStopDoesNotKill() {
        QFETCH(QSize, size);
        QTemporaryDir folder;
        MainWindow window;
        QVERIFY(startLongApply(window, folder));
        window.resize(size);
        QCoreApplication::processEvents();
        const auto& page = *window.findChild<widgets::ApplyPage*>();
        auto* stop = page.findChild<QPushButton*>(QStringLiteral("apply-stop"));
        const QPoint at = stop->mapTo(&window, stop->rect().center());
        const QRect stopped(stop->mapTo(&window, QPoint(0, 0)), stop->size());
        // Through the window system, which delivers the second press to the button that is below the pointer then.
        QTest::mouseDClick(window.windowHandle(), Qt::LeftButton, {}, at);
        QVERIFY(page.isStopping());
        QCoreApplication::processEvents(); // lays out the buttons
        const auto* kill = page.findChild<QPushButton*>(QStringLiteral("apply-kill"));
        QVERIFY(kill->isVisible());
        const auto* interrupt = page.findChild<QPushButton*>(QStringLiteral("apply-interrupt"));
        for (const QPushButton* button : {kill, interrupt})
            QVERIFY(!stopped.intersects(QRect(button->mapTo(&window, QPoint(0, 0)), button->size())));
        // What stays below the pointer does nothing.
        QCOMPARE(stop->text(), QStringLiteral("Stopping…"));
        QVERIFY(stop->isVisible() && !stop->isEnabled());
        QVERIFY(!kill->hasFocus() && !interrupt->hasFocus());
        QVERIFY(!window.forceQuitDialog());
        QVERIFY(!page.findChild<QMessageBox*>(QStringLiteral("interrupt-question")));
        QSignalSpy settled(&window, &MainWindow::settled);
        QVERIFY(write(folder.filePath(QStringLiteral("go")), "x"));
        QVERIFY(settled.wait(20000));
    }

    void showsProgressAndStopsGracefully() {
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")),
                      "resource \"terraform_data\" \"a\" {\n  provisioner \"local-exec\" {\n    command = \"echo "
                      "working hard; while [ ! -e go ]; do sleep 0.05; done\"\n  }\n}\n"
                      "resource \"terraform_data\" \"b\" {\n  depends_on = [terraform_data.a]\n}\n"));
        MainWindow window;
        window.show();
        window.openFolder(folder.path(), session::Trust::Given);
        QVERIFY(settle(window));
        auto* table = window.findChild<QTableView*>(QStringLiteral("applied"));
        auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
        listByModule(window);
        QAbstractItemModelTester tester(table->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto* order = window.findChild<QTableView*>(QStringLiteral("order"));
        QTRY_COMPARE(order->model()->rowCount(), 2);
        window.approve();
        QTest::mouseClick(window.reviewPage()->findChild<QPushButton*>(QStringLiteral("apply")), Qt::LeftButton);
        using Model = models::ApplyModel;
        QTRY_COMPARE_WITH_TIMEOUT(cell(*table, 0, Model::MessageColumn), QStringLiteral("working hard"), 20000);
        QCOMPARE(cell(*table, 0, Model::StatusColumn), QStringLiteral("running…"));
        QCOMPARE(cell(*table, 1, Model::StatusColumn), QStringLiteral("waiting"));
        QVERIFY(cell(*table, 0, Model::ElapsedColumn).endsWith(QStringLiteral(" s")));
        auto* page = window.findChild<widgets::ApplyPage*>();
        QVERIFY(page->isVisible() && page->isApplying());
        QVERIFY2(text(*page, "apply-text").startsWith(QStringLiteral("Applying: 0 of 2 done")),
                 qPrintable(text(*page, "apply-text")));
        QVERIFY2(text(*page, "apply-now").startsWith(QStringLiteral("Running now: terraform_data.a (")),
                 qPrintable(text(*page, "apply-now")));
        // The tree shows the same status and keeps updating.
        QTRY_VERIFY_WITH_TIMEOUT(tree->model()
                                     ->index(0, models::ChangeTreeModel::BeforeColumn)
                                     .data()
                                     .toString()
                                     .startsWith(QStringLiteral("running, ")),
                                 10000);

        QSignalSpy settled(&window, &MainWindow::settled);
        auto* stop = window.findChild<QPushButton*>(QStringLiteral("apply-stop"));
        QVERIFY(write(folder.filePath(QStringLiteral("go")), ""));
        QTest::mouseClick(stop, Qt::LeftButton);
        QVERIFY(!stop->isEnabled());
        QVERIFY(settled.wait(30000));
        QVERIFY(!stop->isVisible());
        QVERIFY(!page->isApplying());
        QVERIFY(!window.findChild<QPushButton*>(QStringLiteral("apply-export"))->isHidden());
        QVERIFY(text(*page, "apply-facts").startsWith(QStringLiteral("took ")));
    }

    void stopLetsRunningOperationsFinish() {
        QTemporaryDir folder;
        MainWindow window;
        QVERIFY(startLongApply(window, folder));
        auto* page = window.findChild<widgets::ApplyPage*>();
        QTest::mouseClick(page->findChild<QPushButton*>(QStringLiteral("apply-stop")), Qt::LeftButton);
        QVERIFY(page->findChild<QPushButton*>(QStringLiteral("apply-interrupt"))->isVisible());
        QVERIFY2(text(*page, "apply-text").startsWith(QStringLiteral("Stopping: 0 of 2 done")),
                 qPrintable(text(*page, "apply-text")));
        // The focus does not move into the table, which would select another change.
        QVERIFY(!page->findChild<QTableView*>()->hasFocus() &&
                !page->findChild<QTableView*>()->currentIndex().isValid());
        QSignalSpy settled(&window, &MainWindow::settled);
        QVERIFY(write(folder.filePath(QStringLiteral("go")), ""));
        QVERIFY(settled.wait(30000));
        QVERIFY(QFile::exists(folder.filePath(QStringLiteral("ended"))));
        QVERIFY2(text(window, "banner-text").startsWith(QStringLiteral("Stopped by you: 1 done, 1 not started – ")),
                 qPrintable(text(window, "banner-text")));
        QVERIFY(text(*page, "apply-text").startsWith(QStringLiteral("■ Stopped by you: ")));
        QCOMPARE(text(*page, "apply-now"), QStringLiteral("Next: plan again to see the remaining changes."));
        // The banner would repeat the headline of the page.
        QVERIFY(!window.findChild<QLabel*>(QStringLiteral("banner-text"))->isVisible());
        QVERIFY(window.select(QStringLiteral("terraform_data.a")));
        window.findChild<QTabWidget*>(QStringLiteral("pages"))->setCurrentIndex(0);
        QVERIFY(window.findChild<QLabel*>(QStringLiteral("banner-text"))->isVisible());
        const QJsonArray resources = stateIn(folder.path())[QStringLiteral("resources")].toArray();
        QCOMPARE(resources.size(), 1);
        QVERIFY(!resources[0][QStringLiteral("instances")][0].toObject().contains(QStringLiteral("status")));
    }

    void allColumnsAreInView() {
        QTemporaryDir folder;
        MainWindow window;
        QVERIFY(startLongApply(window, folder, "echo x; sleep 0.3",
                               "resource \"terraform_data\" \"made\" {\n  count = 12\n}\n"));
        auto* table = window.findChild<QTableView*>(QStringLiteral("applied"));
        using Model = models::ApplyModel;
        const bool areInView = QTest::qWaitFor([&] {
            return !table->isColumnHidden(Model::ObjectColumn) &&
                   table->columnWidth(Model::MessageColumn) >=
                       table->horizontalHeader()->sectionSizeHint(Model::MessageColumn) &&
                   table->horizontalScrollBar()->maximum() == 0;
        });
        QString shown = QStringLiteral("columns have");
        for (int column = 0; column < table->model()->columnCount(); ++column)
            shown += QStringLiteral(" %1").arg(table->columnWidth(column));
        shown += QStringLiteral(" of %1").arg(table->viewport()->width());
        QSignalSpy settled(&window, &MainWindow::settled);
        QVERIFY(write(folder.filePath(QStringLiteral("go")), ""));
        QVERIFY(settled.wait(30000));
        QVERIFY2(areInView, qPrintable(shown));
    }

    void runningOperationsAreInterruptedAfterAQuestion() {
        QTemporaryDir folder;
        MainWindow window;
        QVERIFY(startLongApply(window, folder));
        auto* page = window.findChild<widgets::ApplyPage*>();
        QTest::mouseClick(page->findChild<QPushButton*>(QStringLiteral("apply-stop")), Qt::LeftButton);
        QTest::mouseClick(page->findChild<QPushButton*>(QStringLiteral("apply-interrupt")), Qt::LeftButton);
        auto* question = page->findChild<QMessageBox*>(QStringLiteral("interrupt-question"));
        QVERIFY(question);
        QVERIFY(page->isApplying());
        QSignalSpy settled(&window, &MainWindow::settled);
        QTest::mouseClick(question->findChild<QPushButton*>(QStringLiteral("interrupt")), Qt::LeftButton);
        QVERIFY(settled.wait(30000));
        QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("ended"))));
        QCOMPARE(page->outcome().outcome, history::Run::Outcome::Stopped);
        // The interruption is not an error to fix.
        QVERIFY2(text(*page, "apply-text").startsWith(QStringLiteral("■ Stopped by you: ")),
                 qPrintable(text(*page, "apply-text")));
        QCOMPARE(text(*page, "apply-now"), QStringLiteral("Next: plan again to see the remaining changes."));
        QVERIFY2(text(window, "banner-text").startsWith(QStringLiteral("Stopped by you: 1 failed, 1 not started – ")),
                 qPrintable(text(window, "banner-text")));
        const QJsonArray resources = stateIn(folder.path())[QStringLiteral("resources")].toArray();
        QCOMPARE(resources.size(), 1);
        QCOMPARE(resources[0][QStringLiteral("instances")][0][QStringLiteral("status")].toString(),
                 QStringLiteral("tainted"));
    }

    void operationsThatDoNotEndAreKilledAfterAQuestion() {
        QTemporaryDir folder;
        MainWindow window;
        QVERIFY(startLongApply(window, folder, "trap '' INT TERM"));
        auto* page = window.findChild<widgets::ApplyPage*>();
        auto* kill = page->findChild<QPushButton*>(QStringLiteral("apply-kill"));
        QVERIFY(!kill->isVisible());
        QTest::mouseClick(page->findChild<QPushButton*>(QStringLiteral("apply-stop")), Qt::LeftButton);
        QVERIFY(kill->isVisible());
        QTest::mouseClick(kill, Qt::LeftButton);
        const auto* question = window.forceQuitDialog();
        QVERIFY(question);
        QVERIFY(page->isApplying());
        QSignalSpy settled(&window, &MainWindow::settled);
        QTest::mouseClick(question->findChild<QPushButton*>(QStringLiteral("kill")), Qt::LeftButton);
        QVERIFY(settled.wait(30000));
        QCOMPARE(text(*page, "apply-now"), QStringLiteral("Next: plan again to see the remaining changes."));
        // The window stays, with the result.
        QVERIFY(window.isVisible() && page->isVisible() && !page->isApplying() && !kill->isVisible());
        QVERIFY2(text(window, "banner-text").startsWith(QStringLiteral("Stopped by you: 1 failed, 1 not started – ")),
                 qPrintable(text(window, "banner-text")));
        // The next plan and apply work as before.
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" \"a\" {}\n"));
        QTest::mouseClick(page->findChild<QPushButton*>(QStringLiteral("apply-plan-again")), Qt::LeftButton);
        QVERIFY(settled.wait(30000));
        QVERIFY(!window.result()->hasErrors());
        QVERIFY(applyAll(window));
        QVERIFY2(text(*page, "apply-text").startsWith(QStringLiteral("✓ ")), qPrintable(text(*page, "apply-text")));
    }

    void showsWhatAFailureStops() {
        QTemporaryDir folder;
        QVERIFY(
            write(folder.filePath(QStringLiteral("main.tf")),
                  "resource \"terraform_data\" \"bad\" {\n  provisioner \"local-exec\" {\n    command = \"exit 3\"\n"
                  "  }\n}\n"
                  "resource \"terraform_data\" \"after\" {\n  input = terraform_data.bad.id\n}\n"
                  "resource \"terraform_data\" \"last\" {\n  input = terraform_data.after.id\n}\n"
                  "resource \"terraform_data\" \"slow\" {\n  provisioner \"local-exec\" {\n    command = \"while [ "
                  "! -e go ]; do sleep 0.05; done\"\n  }\n}\n"));
        MainWindow window;
        window.show();
        window.openFolder(folder.path(), session::Trust::Given);
        QVERIFY(settle(window));
        listByModule(window);
        window.approve();
        QTest::mouseClick(window.reviewPage()->findChild<QPushButton*>(QStringLiteral("apply")), Qt::LeftButton);
        const auto* page = window.findChild<widgets::ApplyPage*>();
        const auto* table = window.findChild<QTableView*>(QStringLiteral("applied"));
        using Model = models::ApplyModel;
        const auto statusOf = [&](const char* address) {
            for (int row = 0; row < table->model()->rowCount(); ++row)
                if (cell(*table, row, Model::AddressColumn) == QLatin1String(address))
                    return cell(*table, row, Model::StatusColumn);
            return QString();
        };
        QTRY_COMPARE_WITH_TIMEOUT(statusOf("terraform_data.bad"), QStringLiteral("✗ failed"), 20000);
        for (const char* address : {"terraform_data.after", "terraform_data.last"})
            QTRY_COMPARE(statusOf(address), QStringLiteral("– not started"));
        QCOMPARE(statusOf("terraform_data.slow"), QStringLiteral("running…"));
        QVERIFY(page->isApplying());
        // The failure is not progress.
        auto* bar = page->findChild<QProgressBar*>();
        QCOMPARE(bar->value(), 0);
        const QImage drawn = bar->grab().toImage();
        QCOMPARE(drawn.pixelColor(drawn.width() / 8, drawn.height() / 2),
                 theme::surfaces(theme::currentScheme()).error);
        // List and table have the same time.
        const auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
        const auto noteOf = [&](int row) {
            return tree->model()->index(row, models::ChangeTreeModel::BeforeColumn).data().toString();
        };
        int listRow = 0, tableRow = 0;
        QTRY_VERIFY([&] {
            for (listRow = 0; listRow < tree->model()->rowCount(); ++listRow)
                if (noteOf(listRow).startsWith(QStringLiteral("running, ")))
                    return true;
            return false;
        }());
        while (cell(*table, tableRow, Model::AddressColumn) != QStringLiteral("terraform_data.slow"))
            ++tableRow;
        QCOMPARE(noteOf(listRow), QString(QStringLiteral("running, ") + cell(*table, tableRow, Model::ElapsedColumn)));
        QSignalSpy settled(&window, &MainWindow::settled);
        QVERIFY(write(folder.filePath(QStringLiteral("go")), ""));
        QVERIFY(settled.wait(30000));
    }

    void reportsHowMuchOfAnApplyFailed() {
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")),
                      "resource \"terraform_data\" \"good\" {}\n"
                      "resource \"terraform_data\" \"bad\" {\n  depends_on = [terraform_data.good]\n  provisioner "
                      "\"local-exec\" {\n    command = \"exit 3\"\n  }\n}\n"
                      "resource \"terraform_data\" \"after\" {\n  depends_on = [terraform_data.bad]\n}\n"));
        MainWindow window;
        window.resize(1280, 800);
        window.show();
        window.openFolder(folder.path(), session::Trust::Given);
        QVERIFY(settle(window));
        QVERIFY(applyAll(window));
        QVERIFY2(
            text(window, "banner-text").startsWith(QStringLiteral("Apply failed: 1 failed, 1 done, 1 not started – ")),
            qPrintable(text(window, "banner-text")));
        const auto* page = window.findChild<widgets::ApplyPage*>();
        QVERIFY2(text(*page, "apply-now").startsWith(QStringLiteral("Next: fix the cause of the first error")),
                 qPrintable(text(*page, "apply-now")));
        const auto* table = window.findChild<QTableView*>(QStringLiteral("applied"));
        using Model = models::ApplyModel;
        const int needed = table->sizeHintForIndex(table->model()->index(0, Model::ObjectColumn)).width();
        QTRY_VERIFY(table->columnWidth(Model::ObjectColumn) > needed ||
                    (2 * table->columnWidth(Model::ObjectColumn) > needed && table->rowHeight(0) > theme::rowHeight));
        QVERIFY(table->columnWidth(Model::AddressColumn) >=
                widgets::WrappingTable::widthOf(int(qstrlen("terraform_data.after")))); // on one line
        QVERIFY(page->isVisible()); // the result stays until the user leaves it
        named<QTabWidget>(window, "pages")->setCurrentIndex(0);
        QVERIFY(!page->isVisible());
        QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("banner-show")), Qt::LeftButton);
        QVERIFY(page->isVisible());
    }

    /// Imported, moved and forgotten objects are done, although the providers do nothing.
    void changesOfTheStateAreDone() {
        QTemporaryDir folder;
        const QString main = folder.filePath(QStringLiteral("main.tf"));
        QVERIFY(write(main, "resource \"terraform_data\" \"gone\" {}\nresource \"terraform_data\" \"one\" {}\n"));
        MainWindow window;
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        QVERIFY(applyAll(window));
        QVERIFY(write(main, "removed {\n  from = terraform_data.gone\n  lifecycle {\n    destroy = false\n  }\n}\n"
                            "moved {\n  from = terraform_data.one\n  to   = terraform_data.two\n}\n"
                            "import {\n  to = terraform_data.imp\n  id = \"i-1\"\n}\n"
                            "resource \"terraform_data\" \"two\" {}\nresource \"terraform_data\" \"imp\" {}\n"
                            "resource \"terraform_data\" \"new\" {}\n"));
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        window.approve();
        const auto* lost = named<QTableView>(*window.reviewPage(), "destroyed");
        QVERIFY(lost);
        QCOMPARE(lost->model()->rowCount(), 1);
        QCOMPARE(lost->model()->index(0, 0).data().toString(), QStringLiteral("⊘ forget"));
        QCOMPARE(lost->model()->index(0, 1).data().toString(), QStringLiteral("terraform_data.gone"));
        QVERIFY(applyAll(window));
        const auto& list = *window.findChild<models::ChangeTreeModel*>();
        for (const char* name : {"gone", "two", "imp", "new"}) {
            const QModelIndex row = list.indexOf(QStringLiteral("terraform_data.") + QLatin1String(name));
            QVERIFY2(row.isValid(), name);
            QCOMPARE(models::ApplyStatus(row.data(models::StatusRole).toInt()), models::ApplyStatus::Done);
        }
        const auto* table = window.findChild<QTableView*>(QStringLiteral("applied"));
        using Model = models::ApplyModel;
        for (int row = 0; row < table->model()->rowCount(); ++row)
            QCOMPARE(cell(*table, row, Model::StatusColumn), QStringLiteral("✓ done"));
    }

    void exportsWhatWasDone() {
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), configuration));
        MainWindow window;
        window.show();
        const auto* page = window.findChild<widgets::ApplyPage*>();
        QVERIFY(!page->writeTo(folder.filePath(QStringLiteral("none.md"))).isEmpty());
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        QVERIFY(applyAll(window));
        QCOMPARE(page->writeTo(folder.filePath(QStringLiteral("result.md"))), QString());
        QFile file(folder.filePath(QStringLiteral("result.md")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY2(text.startsWith("# Applied: 2 added. State serial"), text.constData());
        QVERIFY2(text.contains("| done | create | terraform\\_data.base |"), text.constData());
        QVERIFY(!page->writeTo(folder.filePath(QStringLiteral("no/such/folder.md"))).isEmpty());
    }
};

QTEST_MAIN(TestApplyProgress)
#include "tst_apply_progress.moc"

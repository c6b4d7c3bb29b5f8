// SPDX-License-Identifier: MPL-2.0
#include "core/plans/plan.h"
#include "tests/support/windows.h"
#include "ui/models/apply_model.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/pages/apply/apply_page.h"
#include "ui/pages/apply/time_line.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/drawer/diagnostics_page.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QTextEdit>
#include <QTreeView>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

namespace {

constexpr auto configuration = "variable \"token\" {\n  default = \"hush-hush\"\n  sensitive = true\n}\n"
                               "resource \"terraform_data\" \"good\" {\n  input = \"<b>one</b>\"\n}\n"
                               "output \"name\" {\n  value = terraform_data.good.output\n}\n"
                               "output \"token\" {\n  value = var.token\n  sensitive = true\n}\n";
constexpr auto failing = "resource \"terraform_data\" \"bad\" {\n  provisioner \"local-exec\" {\n"
                         "    command = \"echo the reason; exit 3\"\n  }\n}\n";

} // namespace

/// The window after an apply.
class TestApplyResult final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void outputsAreShownAndCopied();
    void outputsTakeNoMoreHeightThanTheyNeed();
    void failuresAreShownAsAWhole();
    void timeLineShowsWhenOperationsRan();
    void failuresAreShownFirst();
    void failuresAreShownEverywhere();
    void failuresLeadToTheirPlace();
    void skippedChangesSaySo();
    void warningsOfPlanAndApplyAreShownOnce();
    void progressIsShownOnce();
    void pageSaysWhatToDoNext();
    void firstFailureIsShownWhileOthersRun();
    void manyEventsAreShownInParts();
    void addressesAreWholeWhereThereIsSpace_data();
    void addressesAreWholeWhereThereIsSpace();

private:
    void applyIn(const QByteArray& text);
    QTextBrowser& result() const { return *named<QTextBrowser>(*m_window, "apply-result"); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestApplyResult::applyIn(const QByteArray& text) {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(write(m_folder->filePath(QStringLiteral("main.tf")), text));
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    m_window->openFolder(m_folder->path(), session::Trust::Given);
    QVERIFY(settle(*m_window));
    m_window->approve();
    QVERIFY(m_window->reviewPage());
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    QTest::mouseClick(m_window->reviewPage()->findChild<QPushButton*>(QStringLiteral("apply")), Qt::LeftButton);
    QVERIFY(settled.wait(20000));
}

void TestApplyResult::outputsAreShownAndCopied() {
    applyIn(configuration);
    QVERIFY(result().isVisible());
    const QString text = result().toPlainText();
    QVERIFY2(text.contains(QStringLiteral("\"<b>one</b>\"")), qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("token")));
    QVERIFY(!text.contains(QStringLiteral("hush-hush")));
    QVERIFY(result().toHtml().contains(QStringLiteral("copy:0")));
    QVERIFY(!result().toHtml().contains(QStringLiteral("copy:1"))); // the sensitive one
    const QAbstractItemModel& drawer = *named<QTableView>(*m_window, "outputs")->model();
    QCOMPARE(drawer.index(0, 3).data().toString(), QStringLiteral("\"<b>one</b>\"")); // it was known after apply
    QVERIFY(!drawer.index(1, 3).data().toString().contains(QStringLiteral("hush-hush")));
    Q_EMIT result().anchorClicked(QUrl(QStringLiteral("copy:0")));
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("\"<b>one</b>\""));
}

/// The table gets the rest, also if the window grows.
void TestApplyResult::outputsTakeNoMoreHeightThanTheyNeed() {
    applyIn(configuration);
    const auto spare = [this] { return result().height() - result().document()->size().height(); };
    for (const QSize size : {QSize(960, 600), QSize(1400, 1300), QSize(1920, 1080)}) {
        m_window->resize(size);
        QTRY_VERIFY2(spare() < 2 * theme::grid, qPrintable(QString::number(spare())));
    }
}

void TestApplyResult::progressIsShownOnce() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(
        write(m_folder->filePath(QStringLiteral("main.tf")),
              "resource \"terraform_data\" \"a\" {\n  provisioner \"local-exec\" {\n    command = \"while [ ! -e go "
              "]; do sleep 0.05; done\"\n  }\n}\nresource \"terraform_data\" \"b\" {\n  depends_on = "
              "[terraform_data.a]\n}\nresource \"terraform_data\" \"failing\" {\n  provisioner \"local-exec\" {\n    "
              "command = \"exit 3\"\n  }\n}\n"));
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    m_window->openFolder(m_folder->path(), session::Trust::Given);
    QVERIFY(settle(*m_window));
    m_window->approve();
    QTest::mouseClick(m_window->reviewPage()->findChild<QPushButton*>(QStringLiteral("apply")), Qt::LeftButton);
    const auto& model = *named<QTableView>(*m_window, "applied")->model();
    QTRY_COMPARE_WITH_TIMEOUT(model.index(0, models::ApplyModel::StatusColumn).data().toString(),
                              QStringLiteral("running…"), 20000);
    int bars = 0, stops = 0;
    for (const QProgressBar* bar : m_window->findChildren<QProgressBar*>())
        bars += bar->isVisible() && bar->objectName() != QStringLiteral("review-bar");
    for (const QPushButton* button : m_window->findChildren<QPushButton*>())
        stops += button->isVisible() && button->text().startsWith(QStringLiteral("Stop"));
    QCOMPARE(bars, 1);
    QCOMPARE(stops, 1);
    const auto tabs = [this] {
        QStringList texts;
        for (const QTabBar* bar : m_window->findChildren<QTabBar*>())
            for (int i = 0; i < bar->count(); ++i)
                texts.append(bar->tabText(i));
        return texts;
    };
    QTRY_COMPARE_WITH_TIMEOUT(model.index(1, models::ApplyModel::StatusColumn).data().toString(),
                              QStringLiteral("✗ failed"), 20000);
    // Failures are not done.
    QVERIFY2(tabs().contains(QStringLiteral("Apply 0 / 3")), qPrintable(tabs().join(u'|')));
    // The first operation says nothing about the rest.
    QVERIFY(!named<QLabel>(*m_window, "apply-facts")->text().contains(QStringLiteral("left")));
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    QVERIFY(write(m_folder->filePath(QStringLiteral("go")), "x"));
    QVERIFY(settled.wait(20000));
    QVERIFY(tabs().contains(QStringLiteral("Apply")));
    int again = 0;
    for (const QPushButton* button : m_window->findChildren<QPushButton*>())
        again += button->isVisible() && button->text() == QStringLiteral("Plan again");
    QCOMPARE(again, 2); // on the page and in the top row
    // New objects have their identifier.
    QCOMPARE(model.index(0, models::ApplyModel::ObjectColumn).data().toString(),
             stateIn(m_folder->path())[QStringLiteral("resources")][0][QStringLiteral("instances")][0]
                                      [QStringLiteral("attributes")][QStringLiteral("id")]
                                          .toString());
}

void TestApplyResult::pageSaysWhatToDoNext() {
    const auto text = [this](const char* name) { return named<QLabel>(*m_window, name)->text(); };
    applyIn(configuration);
    QVERIFY2(text("apply-text").startsWith(QStringLiteral("✓ Applied: ")), qPrintable(text("apply-text")));
    QVERIFY(!named<QLabel>(*m_window, "apply-now")->isVisible());
    applyIn(QByteArray(configuration) + failing);
    QVERIFY2(text("apply-text").startsWith(QStringLiteral("✗ Apply failed: ")), qPrintable(text("apply-text")));
    QVERIFY(named<QLabel>(*m_window, "apply-now")->isVisible());
    QVERIFY2(text("apply-now").startsWith(QStringLiteral("Next: fix the cause of the first error, then plan again.")),
             qPrintable(text("apply-now")));
    // The errors are whole, and the table gets the rest.
    QTRY_VERIFY(result().verticalScrollBar()->maximum() == 0);
    QVERIFY(named<QTableView>(*m_window, "applied")->height() > result().height() / 2);
}

void TestApplyResult::firstFailureIsShownWhileOthersRun() {
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(write(m_folder->filePath(QStringLiteral("main.tf")),
                  QByteArray(failing) + "resource \"terraform_data\" \"slow\" {\n  provisioner \"local-exec\" {\n"
                                        "    command = \"while [ ! -e go ]; do sleep 0.05; done\"\n  }\n}\n"));
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    m_window->openFolder(m_folder->path(), session::Trust::Given);
    QVERIFY(settle(*m_window));
    m_window->approve();
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    QTest::mouseClick(m_window->reviewPage()->findChild<QPushButton*>(QStringLiteral("apply")), Qt::LeftButton);
    const auto& failure = *named<QLabel>(*m_window, "apply-failure");
    QTRY_VERIFY_WITH_TIMEOUT(failure.isVisible(), 20000);
    QCOMPARE(failure.text(), QStringLiteral("First failure: terraform_data.bad"));
    QCOMPARE(named<QLabel>(*m_window, "apply-text")->text(), QStringLiteral("Applying: 0 of 2 done  ·  1 failed"));
    const QString now = named<QLabel>(*m_window, "apply-now")->text();
    QVERIFY2(now.startsWith(QStringLiteral("Running now: terraform_data.slow (")), qPrintable(now));
    QVERIFY(write(m_folder->filePath(QStringLiteral("go")), "x"));
    QVERIFY(settled.wait(20000));
    QVERIFY(!failure.isVisible());
}

/// The window responds between two parts. The result is shown with all events, however early the apply ends.
void TestApplyResult::manyEventsAreShownInParts() {
    constexpr int many = 250;
    using Event = session::ApplyEvent;
    std::vector<models::ApplyModel::Operation> operations;
    QVector<Event> events;
    for (int i = 0; i < many; ++i) {
        const QString address = QStringLiteral("terraform_data.x[%1]").arg(i);
        operations.push_back({0, address, {}, QStringLiteral("Create"), {}, models::ApplyStatus::None, -1, -1, {}});
        events.append({Event::Kind::Started, address, {}, QStringLiteral("Create"), {}, 0});
    }
    for (int i = 0; i < many; ++i)
        events.append({Event::Kind::Finished, events[i].address, {}, QStringLiteral("Create"), {}, 1});
    for (const bool isEndedEarly : {false, true}) {
        widgets::ApplyPage page;
        QSignalSpy shown(&page, &widgets::ApplyPage::statusesChanged);
        page.begin(session::Result(), operations);
        page.take(events);
        QCOMPARE(shown.size(), 0);
        if (isEndedEarly) {
            session::ApplyReport report;
            report.hasStarted = true;
            page.finish(report, QStringLiteral("Applied."));
            QCOMPARE(page.model().doneCount(), many);
            continue;
        }
        QTRY_COMPARE(page.model().doneCount(), many);
        QVERIFY(shown.size() >= 5);
        for (const QVariantList& arguments : shown)
            QVERIFY(arguments.first().value<QVector<models::InstanceStatus>>().size() <= 100);
    }
}

void TestApplyResult::addressesAreWholeWhereThereIsSpace_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("1280x800") << QSize(1280, 800);
    QTest::newRow("1440x900") << QSize(1440, 900);
    QTest::newRow("1920x1080") << QSize(1920, 1080);
}

void TestApplyResult::addressesAreWholeWhereThereIsSpace() {
    QFETCH(QSize, size);
    applyIn("resource \"terraform_data\" \"an_object_with_quite_a_long_name\" {\n  for_each = toset([\"eu-1\"])\n}\n");
    m_window->resize(size);
    QCoreApplication::processEvents();
    const auto& table = *named<QTableView>(*m_window, "applied");
    using Model = models::ApplyModel;
    QVERIFY(table.isColumnHidden(Model::MessageColumn)); // it is empty
    const auto needed = [&](int column) { return table.sizeHintForIndex(table.model()->index(0, column)).width(); };
    // Addresses and identifiers are whole: they wrap if other columns need the space.
    for (const int column : {int(Model::AddressColumn), int(Model::ObjectColumn)}) {
        const int lines = 1 + needed(column) / table.columnWidth(column);
        QVERIFY2(table.columnWidth(column) >= needed(column) ||
                     table.rowHeight(0) >= lines * QFontMetrics(theme::monospaceFont()).lineSpacing(),
                 qPrintable(QStringLiteral("%1 of %2").arg(table.columnWidth(column)).arg(needed(column))));
    }
    QVERIFY2(table.columnWidth(Model::TimeLineColumn) >= 96,
             qPrintable(QString::number(table.columnWidth(Model::TimeLineColumn))));
    for (const QString& status : Model::statusTexts())
        QVERIFY2(table.fontMetrics().horizontalAdvance(status) < table.columnWidth(Model::StatusColumn),
                 qPrintable(status));
    QVERIFY(table.horizontalScrollBar()->maximum() == 0);
}

void TestApplyResult::timeLineShowsWhenOperationsRan() {
    applyIn(
        "resource \"terraform_data\" \"first\" {\n  provisioner \"local-exec\" {\n    command = \"sleep 0.6\"\n  }\n}\n"
        "resource \"terraform_data\" \"bad\" {\n  input = terraform_data.first.id\n  provisioner \"local-exec\" {\n    "
        "command = \"sleep 0.6; exit 3\"\n  }\n}\n"
        "resource \"terraform_data\" \"after\" {\n  input = terraform_data.bad.id\n}\n");
    const auto& table = *named<QTableView>(*m_window, "applied");
    const auto& model = *qobject_cast<models::ApplyModel*>(table.model());
    const auto barOf = [&](const char* address) {
        for (int row = 0; row < model.rowCount(); ++row)
            if (const QModelIndex index = model.index(row, models::ApplyModel::TimeLineColumn);
                index.data(models::AddressRole).toString() == QLatin1String(address))
                return widgets::TimeLineDelegate::bar(table.visualRect(index), index);
        return QRect();
    };
    const QRect first = barOf("terraform_data.first"), bad = barOf("terraform_data.bad");
    QVERIFY(!first.isEmpty() && !bad.isEmpty());
    QVERIFY(barOf("terraform_data.after").isEmpty());                        // not started
    QVERIFY(bad.left() > first.center().x() && bad.right() > first.right()); // after it
    QVERIFY(first.left() - table.visualRect(model.index(0, models::ApplyModel::TimeLineColumn)).left() < first.width());
    QVERIFY(table.visualRect(model.index(0, models::ApplyModel::TimeLineColumn)).right() - bad.right() < bad.width());
    QVERIFY(model.index(0, models::ApplyModel::TimeLineColumn)
                .data(Qt::AccessibleTextRole)
                .toString()
                .startsWith(QStringLiteral("started after ")));
}

void TestApplyResult::failuresAreShownAsAWhole() {
    applyIn(QByteArray(configuration) + failing);
    const QString text = result().toPlainText();
    QVERIFY2(text.startsWith(QStringLiteral("Error: local-exec provisioner error – terraform_data.bad")),
             qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("exit status 3")), qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("Outputs")));
    Q_EMIT result().anchorClicked(QUrl(QStringLiteral("#terraform_data.bad")));
    QVERIFY(whyText(*m_window).contains(QStringLiteral("terraform_data.bad")));
}

/// Above the warnings, and in the part of the table that is in view, however high the diagnostics are.
void TestApplyResult::failuresAreShownFirst() {
    constexpr int many = 60, bad = 40;
    std::vector<models::ApplyModel::Operation> operations;
    QVector<session::ApplyEvent> events;
    for (int i = 0; i < many; ++i) {
        using Kind = session::ApplyEvent::Kind;
        const QString address = QStringLiteral("terraform_data.x[%1]").arg(i);
        operations.push_back({0, address, {}, QStringLiteral("Create"), {}, models::ApplyStatus::None, -1, -1, {}});
        events.append({Kind::Started, address, {}, QStringLiteral("Create"), {}, 0});
        events.append({i == bad ? Kind::Failed : Kind::Finished, address, {}, QStringLiteral("Create"), {}, 1});
    }
    session::ApplyReport report;
    report.hasStarted = report.hasFailed = true;
    session::DiagnosticText warning, error;
    warning.isError = false;
    warning.summary = QStringLiteral("Check block assertion failed");
    error.summary = QStringLiteral("Quota exceeded");
    error.address = events[2 * bad].address;
    report.diagnostics = {warning, error};
    for (int i = 0; i < 10; ++i)
        error.detail += QStringLiteral("line %1\n").arg(i);
    report.diagnostics.append(error);
    widgets::ApplyPage page;
    page.resize(900, 500);
    page.show();
    session::Result result;
    result.plan = std::make_shared<plans::Plan>();
    page.begin(result, operations);
    page.take(events);
    page.finish(report, QStringLiteral("Apply failed."));
    const QString text = page.findChild<QTextBrowser*>(QStringLiteral("apply-result"))->toPlainText();
    QVERIFY2(text.startsWith(QStringLiteral("Error: Quota exceeded")), qPrintable(text));
    QVERIFY2(text.endsWith(QStringLiteral("Warning: Check block assertion failed")), qPrintable(text));
    const auto& table = *page.findChild<QTableView*>(QStringLiteral("applied"));
    const auto inView = [&] { return table.visualRect(table.model()->index(bad, models::ApplyModel::AddressColumn)); };
    QTRY_VERIFY2(table.viewport()->rect().contains(inView()), qPrintable(QString::number(inView().top())));
}

void TestApplyResult::failuresAreShownEverywhere() {
    applyIn(QByteArray(configuration) + failing);
    const auto& diagnostics = *m_window->findChild<widgets::DiagnosticsPage*>();
    const auto* drawer = m_window->findChild<widgets::DetailPanel*>();
    QCOMPARE(drawer->tabText(int(widgets::DetailPanel::Page::Diagnostics)), QStringLiteral("Diagnostics (1)"));
    QVERIFY(named<QTextEdit>(diagnostics, "diagnostic")->toPlainText().contains(QStringLiteral("the reason")));
    QVERIFY(m_window->select(QStringLiteral("terraform_data.bad")));
    QString text = whyText(*m_window);
    QVERIFY2(text.startsWith(QStringLiteral("✗ The apply of this change failed.")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("the reason")), qPrintable(text));
    const QModelIndex row = named<QTreeView>(*m_window, "changes")->currentIndex();
    QVERIFY(row.siblingAtColumn(models::ChangeTreeModel::BeforeColumn)
                .data()
                .toString()
                .startsWith(QStringLiteral("✗ failed")));
    QVERIFY(m_window->select(QStringLiteral("terraform_data.good")));
    text = whyText(*m_window);
    QVERIFY2(text.startsWith(QStringLiteral("✓ This change was applied.")), qPrintable(text));
    const QString status = named<QLabel>(*m_window, "status")->text();
    QVERIFY2(status.contains(QStringLiteral("state serial")) && !status.contains(QStringLiteral("no state")),
             qPrintable(status));
}

void TestApplyResult::failuresLeadToTheirPlace() {
    applyIn(QByteArray(configuration) + failing);
    const QString text = result().toPlainText();
    QVERIFY2(text.contains(QStringLiteral("main.tf:16\nin resource \"terraform_data\" \"bad\"\n  16 │ ")),
             qPrintable(text));
    QSignalSpy chosen(m_window->findChild<widgets::ApplyPage*>(), &widgets::ApplyPage::placeChosen);
    QVERIFY2(result().toHtml().contains(QStringLiteral("edit:main.tf#16")), qPrintable(result().toHtml()));
    Q_EMIT result().anchorClicked(QUrl(QStringLiteral("edit:main.tf#16")));
    QCOMPARE(chosen.value(0), (QVariantList{QStringLiteral("main.tf"), 16}));
}

void TestApplyResult::skippedChangesSaySo() {
    applyIn(QByteArray(failing) + "resource \"terraform_data\" \"after\" {\n  input = terraform_data.bad.id\n}\n");
    QVERIFY(m_window->select(QStringLiteral("terraform_data.after")));
    QCOMPARE(named<QTreeView>(*m_window, "changes")
                 ->currentIndex()
                 .siblingAtColumn(models::ChangeTreeModel::BeforeColumn)
                 .data()
                 .toString(),
             QStringLiteral("– not started"));
}

void TestApplyResult::warningsOfPlanAndApplyAreShownOnce() {
    applyIn(QByteArray(configuration) + "check \"c\" {\n  assert {\n    condition = terraform_data.good.input == 2\n   "
                                        " error_message = \"no\"\n  }\n}\n");
    QCOMPARE(m_window->findChild<widgets::DetailPanel*>()->tabText(int(widgets::DetailPanel::Page::Diagnostics)),
             QStringLiteral("Diagnostics (1)"));
}

QTEST_MAIN(TestApplyResult)
#include "tst_apply_result.moc"

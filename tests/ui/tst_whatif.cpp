// SPDX-License-Identifier: MPL-2.0
#include "core/diff/plan_difference.h"
#include "core/formats/plan_json.h"
#include "core/plans/plan.h"
#include "tests/support/difference_rows.h"
#include "tests/support/state_of_three.h"
#include "tests/support/windows.h"
#include "ui/bars/partial_banner.h"
#include "ui/graph/graph_view.h"
#include "ui/models/difference_model.h"
#include "ui/models/roles.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/drawer/difference_page.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/what_if.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <unistd.h>

using namespace planlens;
using namespace planlens::testing;
using models::DifferenceModel;
using session::Request;
using widgets::MainWindow;
using widgets::WhatIf;

namespace {

/// Existing objects; `user` refers to the id of `base`, `free` is independent.
constexpr const char* configuration = R"(
variable "size" {
  type    = number
  default = 1
}
resource "terraform_data" "base" { input = "base ${var.size}" }
resource "terraform_data" "user" { input = terraform_data.base.id }
resource "terraform_data" "free" { input = "as before" }
)";

/// A window with such a folder.
struct Opened {
    explicit Opened(const QByteArray& text = configuration) {
        write(folder.filePath(QStringLiteral("main.tf")), text);
        write(folder.filePath(QStringLiteral("terraform.tfstate")), stateOfThree);
        window.show();
        window.openFolder(folder.path());
        settle();
        whatIf = window.findChild<WhatIf*>();
        tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
    }
    bool settle() { return testing::settle(window); }
    /// Selects a change and presses a key in the tree.
    void press(const char* address, Qt::Key key) {
        QApplication::setActiveWindow(&window);
        window.select(QString::fromUtf8(address));
        tree->setFocus();
        QTest::keyClick(tree, key, Qt::AltModifier);
    }
    QStringList rows() const { return differenceRows(whatIf->page().model()); }

    QTemporaryDir folder;
    MainWindow window;
    WhatIf* whatIf = nullptr;
    QTreeView* tree = nullptr;
};

} // namespace

class TestWhatIf final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void describesSteps_data();
    void describesSteps();
    void historyGoesBothWays();
    void undoesAndRedoes();
    void listsTheDifference();
    void everyRowSelectsItsResource();
    void estimatesAtOnce();
    void triesOtherValues();
    void copiesTheCommand();
    void bannerListsWhatIsLeftOut();
    void bannerListsNothingWithoutACompletePlan();
    void comparesWithAChosenPlan();
    void comparesWithAFile();
    void memoryStaysFlat();
};

void TestWhatIf::initTestCase() {
    theme::apply(*qApp, theme::Scheme::Light);
}

void TestWhatIf::describesSteps_data() {
    QTest::addColumn<QStringList>("before"); // replace, exclude, target, file, variable
    QTest::addColumn<QStringList>("after");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const QStringList& before, const QStringList& after, const char* expected) {
        QTest::newRow(name) << before << after << QString::fromUtf8(expected);
    };
    row("replaced", {}, {QStringLiteral("r:t.a")}, "replace t.a");
    row("replaced no more", {QStringLiteral("r:t.a")}, {}, "do not replace t.a");
    row("several", {}, {QStringLiteral("r:t.a"), QStringLiteral("r:t.b"), QStringLiteral("r:t.c")},
        "replace t.a and 2 more");
    row("left out", {}, {QStringLiteral("x:module.m")}, "exclude module.m");
    row("aimed at instead of left out", {QStringLiteral("x:t.a")}, {QStringLiteral("o:t.b")},
        "target t.b, include t.a");
    row("a file", {}, {QStringLiteral("f:a.tfvars")}, "variable file a.tfvars");
    row("a value, of which nothing is told", {QStringLiteral("v:secret=1")}, {QStringLiteral("v:secret=2")},
        "value of secret");
    row("a value gone", {QStringLiteral("v:a=1")}, {}, "value of a");
    row("mode", {}, {QStringLiteral("m:2")}, "destroy mode");
    row("not refreshed", {}, {QStringLiteral("n:")}, "do not refresh");
    row("refreshed again", {QStringLiteral("n:")}, {}, "refresh");
    row("workspace", {}, {QStringLiteral("w:prod")}, "workspace prod");
}

namespace {
Request requestOf(const QStringList& list) {
    Request request;
    for (const QString& text : list) {
        const QString value = text.mid(2);
        switch (text[0].unicode()) {
        case 'r':
            request.replace.append(value);
            break;
        case 'x':
            request.exclude.append(value);
            break;
        case 'o':
            request.target.append(value);
            break;
        case 'f':
            request.variableFiles.append(value);
            break;
        case 'v':
            request.variables.insert(value.section(u'=', 0, 0), value.section(u'=', 1));
            break;
        case 'm':
            request.mode = session::PlanMode(value.toInt());
            break;
        case 'n':
            request.reading = session::Reading::None;
            break;
        case 'w':
            request.workspace = value;
            break;
        default:
            break;
        }
    }
    return request;
}
} // namespace

void TestWhatIf::describesSteps() {
    QFETCH(QStringList, before);
    QFETCH(QStringList, after);
    QFETCH(QString, expected);
    QCOMPARE(session::describeStep(requestOf(before), requestOf(after)), expected);
}

void TestWhatIf::historyGoesBothWays() {
    session::RequestHistory history;
    QVERIFY(!history.canUndo() && !history.canRedo());
    history.add(requestOf({}));
    QVERIFY(!history.canUndo());
    history.add(requestOf({QStringLiteral("r:t.a")}));
    history.add(requestOf({QStringLiteral("r:t.a")})); // planning again adds no step
    history.add(requestOf({QStringLiteral("r:t.a"), QStringLiteral("x:t.b")}));
    QCOMPARE(history.undoText(), QStringLiteral("exclude t.b"));
    Request now = requestOf({});
    now.trust = session::Trust::Given;
    Request back = history.undo(now);
    QCOMPARE(back.replace, QStringList(QStringLiteral("t.a")));
    QVERIFY(back.exclude.isEmpty());
    QCOMPARE(back.trust, session::Trust::Given);
    QCOMPARE(history.redoText(), QStringLiteral("exclude t.b"));
    history.add(back); // planning after undo adds no step
    QVERIFY(history.canRedo());
    history.add(requestOf({QStringLiteral("o:t.c")}));
    QVERIFY(!history.canRedo());
    Request elsewhere = requestOf({});
    elsewhere.folder = QStringLiteral("/other");
    history.add(elsewhere);
    QVERIFY(!history.canUndo());
}

void TestWhatIf::undoesAndRedoes() {
    Opened opened;
    QVERIFY(opened.window.result()->plan);
    QVERIFY(!opened.whatIf->undoAction()->isEnabled());
    opened.press("terraform_data.free", Qt::Key_R);
    QVERIFY(opened.settle());
    QCOMPARE(opened.window.result()->request.replace, QStringList(QStringLiteral("terraform_data.free")));
    QCOMPARE(opened.whatIf->undoAction()->text(), QStringLiteral("Undo: replace terraform_data.free"));
    QTest::keyClick(opened.tree, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(opened.settle());
    QVERIFY(opened.window.result()->request.replace.isEmpty());
    QCOMPARE(opened.whatIf->redoAction()->text(), QStringLiteral("Redo: replace terraform_data.free"));
    QVERIFY(!opened.whatIf->undoAction()->isEnabled());
    QTest::keyClick(opened.tree, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(opened.settle());
    QCOMPARE(opened.window.result()->request.replace, QStringList(QStringLiteral("terraform_data.free")));
    QCOMPARE(opened.window.result()
                 ->plan->changes.resource(*addrs::readAbsResourceInstance("terraform_data.free"))
                 ->change.action,
             plans::Action::DeleteThenCreate);
}

void TestWhatIf::listsTheDifference() {
    Opened opened;
    const QAbstractItemModelTester tester(&opened.whatIf->page().model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(opened.rows(), QStringList());
    write(opened.folder.filePath(QStringLiteral("terraform.tfvars")),
          "size = 2\n"); // base is updated, so it can be chosen
    QTest::keyClick(opened.tree, Qt::Key_R, Qt::ControlModifier);
    QVERIFY(opened.settle());
    QTRY_COMPARE(opened.rows(), QStringList(QStringLiteral("● new | terraform_data.base | nothing | update | ")));
    opened.press("terraform_data.base", Qt::Key_R);
    QVERIFY(opened.settle());
    QTRY_COMPARE(opened.rows(), (QStringList{QStringLiteral("▲ worse | terraform_data.base | update | replace | id"),
                                             QStringLiteral("● new | terraform_data.user | nothing | update | ")}));
    auto* details = opened.window.findChild<widgets::DetailPanel*>();
    QCOMPARE(details->tabText(details->indexOf(&opened.whatIf->page())), QStringLiteral("Difference (2)"));
    const auto* summary = opened.window.findChild<QLabel*>(QStringLiteral("difference-summary"));
    QVERIFY2(summary->text().endsWith(QStringLiteral("1 worse, 1 new, 1 unchanged")), qPrintable(summary->text()));
    QTest::keyClick(opened.tree, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(opened.settle());
    QTRY_COMPARE(opened.rows(), (QStringList{QStringLiteral("▼ better | terraform_data.base | replace | update | id"),
                                             QStringLiteral("○ removed | terraform_data.user | update | nothing | ")}));
}

void TestWhatIf::everyRowSelectsItsResource() {
    Opened opened;
    write(opened.folder.filePath(QStringLiteral("terraform.tfvars")), "size = 2\n");
    QTest::keyClick(opened.tree, Qt::Key_R, Qt::ControlModifier);
    QVERIFY(opened.settle());
    QTRY_COMPARE(opened.whatIf->page().model().rowCount(), 1);
    opened.window.select(QStringLiteral("terraform_data.free"));
    QVERIFY(opened.window.showView(QStringLiteral("difference")));
    auto* table = opened.whatIf->page().findChild<QTableView*>();
    QVERIFY(!table->accessibleName().isEmpty());
    QTRY_VERIFY(table->isVisible());
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(0, 1)).center());
    QCOMPARE(opened.tree->currentIndex().siblingAtColumn(0).data(models::AddressRole).toString(),
             QStringLiteral("terraform_data.base"));
    QTRY_COMPARE(opened.window.graphView().selectedInstances(), QStringList(QStringLiteral("terraform_data.base")));
}

void TestWhatIf::estimatesAtOnce() {
    // Enough other resources that planning takes some time.
    Opened opened(QByteArray(configuration).replace("default = 1", "default = 2") +
                  "resource \"terraform_data\" \"many\" { count = 3000 }\n");
    struct Seen {
        int count = 0;
        bool base = false, free = false, wasBusy = false;
        QString status;
    } seen;
    graph::GraphView& graph = opened.window.graphView();
    const auto* status = opened.window.findChild<QLabel*>(QStringLiteral("status"));
    connect(opened.whatIf, &WhatIf::estimated, this, [&](const QSet<QString>& addresses) {
        if (const QString pictures = qEnvironmentVariable("PLANLENS_PICTURES");
            !pictures.isEmpty() && addresses.size() == 2)
            opened.window.grab().save(pictures + QStringLiteral("/estimate.png"));
        if (!addresses.isEmpty())
            seen = {int(addresses.size()), graph.isEstimated(QStringLiteral("terraform_data.base")),
                    graph.isEstimated(QStringLiteral("terraform_data.free")), opened.window.isBusy(), status->text()};
    });
    QTRY_VERIFY(!graph.isDrawing());
    opened.press("terraform_data.base", Qt::Key_R);
    QVERIFY(opened.settle());
    QCOMPARE(seen.count, 2); // and the one that depends on it, which had no change before
    QVERIFY(seen.base && !seen.free && seen.wasBusy);
    QVERIFY2(seen.status.contains(QStringLiteral("estimated to affect 2")), qPrintable(seen.status));
    QVERIFY(!graph.isEstimated(QStringLiteral("terraform_data.base"))); // the result of the engine is there
    QVERIFY(!status->text().contains(QStringLiteral("estimated to affect")));
    // Undo affects the same objects.
    seen = {};
    QTest::keyClick(opened.tree, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(opened.settle());
    QCOMPARE(seen.count, 2);
    // Targeting one object affects all others.
    seen = {};
    opened.press("terraform_data.free", Qt::Key_T);
    QVERIFY(opened.settle());
    if (seen.count > 0) {           // planning one resource can be faster than the estimate
        QCOMPARE(seen.count, 3001); // not the one without a change
        QVERIFY(seen.base && !seen.free);
    }
}

void TestWhatIf::triesOtherValues() {
    Opened opened(QByteArray(configuration) +
                  "variable \"tags\" {\n  type    = map(string)\n  default = { a = \"$${x}\" }\n}\n"
                  "variable \"key\" {\n  default   = \"hunter2hunter2\"\n  sensitive = true\n}\n");
    opened.window.findChild<QAction*>(QStringLiteral("try-values"))->trigger();
    auto* size = opened.window.findChild<QLineEdit*>(QStringLiteral("variable-size"));
    QVERIFY(size);
    QCOMPARE(size->text(), QStringLiteral("1"));
    QCOMPARE(opened.window.findChild<QPlainTextEdit*>(QStringLiteral("variable-tags"))->toPlainText(),
             QStringLiteral("{\"a\":\"$${x}\"}"));
    QCOMPARE(opened.window.findChild<QLineEdit*>(QStringLiteral("variable-key"))->text(), QString());
    size->setText(QStringLiteral("2"));
    QTest::keyClick(size, Qt::Key_Return);
    QVERIFY(opened.settle());
    const QHash<QString, QString> typed{{QStringLiteral("size"), QStringLiteral("2")}};
    QCOMPARE(opened.window.result()->request.variables, typed); // unchanged values are not stored as entered
    QTRY_COMPARE(opened.rows(), QStringList(QStringLiteral("● new | terraform_data.base | nothing | update | ")));
    QCOMPARE(opened.whatIf->undoAction()->text(), QStringLiteral("Undo: value of size"));
    opened.whatIf->undoAction()->trigger();
    QVERIFY(opened.settle());
    QTRY_COMPARE(opened.rows(), QStringList(QStringLiteral("○ removed | terraform_data.base | update | nothing | ")));
}

void TestWhatIf::copiesTheCommand() {
    Opened opened(QByteArray(configuration) +
                  "variable \"key\" {\n  type = string\n  sensitive = true\n}\nvariable \"label\" { type = string }\n");
    QLineEdit* field = nullptr;
    QTRY_VERIFY((field = opened.window.findChild<QLineEdit*>(QStringLiteral("variable-key"))) != nullptr);
    field->setText(QStringLiteral("hunter2hunter2"));
    auto* label = opened.window.findChild<QLineEdit*>(QStringLiteral("variable-label"));
    label->setText(QStringLiteral("it's"));
    QTest::keyClick(label, Qt::Key_Return);
    QVERIFY(opened.settle());
    opened.press("terraform_data.free", Qt::Key_X);
    QVERIFY(opened.settle());
    QSignalSpy told(opened.whatIf, &WhatIf::messageShown);
    QTest::keyClick(opened.tree, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    const QString command = QApplication::clipboard()->text();
    QCOMPARE(command, QStringLiteral("TF_VAR_key=\"${TF_VAR_key:?is sensitive: set it first}\" tofu -chdir=%1 plan "
                                     "-exclude=terraform_data.free -var 'label=it'\\''s'")
                          .arg(opened.folder.path()));
    QCOMPARE(told.size(), 1);
    QVERIFY(told[0][0].toString().contains(QStringLiteral("key")) &&
            !told[0][0].toString().contains(QStringLiteral("hunter2")));
    QVERIFY(!opened.whatIf->undoAction()->text().contains(QStringLiteral("hunter2")));
}

void TestWhatIf::bannerListsWhatIsLeftOut() {
    Opened opened(QByteArray(configuration).replace("default = 1", "default = 2"));
    const widgets::PartialBanner& banner = opened.whatIf->banner();
    QVERIFY(!banner.isVisible());
    opened.press("terraform_data.base", Qt::Key_T);
    QVERIFY(opened.settle());
    QTRY_VERIFY(banner.isVisible());
    const auto* text = banner.findChild<QLabel*>(QStringLiteral("partial-text"));
    QCOMPARE(text->text(), QStringLiteral("Partial plan: 1 of 2 change(s) will be applied. Not applied: 1 update."));
    const auto* list = banner.findChild<QListWidget*>(QStringLiteral("partial-list"));
    QVERIFY(!list->isVisible());
    QTest::mouseClick(banner.findChild<QPushButton*>(QStringLiteral("partial-list-button")), Qt::LeftButton);
    QVERIFY(list->isVisible());
    QCOMPARE(list->count(), 1);
    QVERIFY2(list->item(0)->text().contains(QStringLiteral("terraform_data.free  will be updated")),
             qPrintable(list->item(0)->text()));
    QVERIFY(opened.whatIf->everythingAction()->isEnabled());
    QTest::mouseClick(banner.findChild<QPushButton*>(QStringLiteral("partial-undo")), Qt::LeftButton);
    QVERIFY(opened.settle());
    QVERIFY(!banner.isVisible());
    QVERIFY(opened.window.result()->request.target.isEmpty());
    QCOMPARE(opened.whatIf->undoAction()->text(), QStringLiteral("Undo: remove target terraform_data.base"));
    QTest::keyClick(opened.tree, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(opened.settle());
    QTRY_VERIFY(banner.isVisible());
}

void TestWhatIf::bannerListsNothingWithoutACompletePlan() {
    Opened opened(QByteArray(configuration).replace("default = 1", "default = 2"));
    Request request = opened.window.result()->request;
    request.mode = session::PlanMode::RefreshOnly; // for which no complete plan was made
    request.exclude = {QStringLiteral("terraform_data.free")};
    Q_EMIT opened.whatIf->requested(request);
    QVERIFY(opened.settle());
    const widgets::PartialBanner& banner = opened.whatIf->banner();
    QTRY_VERIFY(banner.isVisible());
    const auto* list = banner.findChild<QListWidget*>(QStringLiteral("partial-list"));
    QCOMPARE(list->count(), 1);
    QCOMPARE(list->item(0)->text(), QStringLiteral("terraform_data.free"));
    QVERIFY(banner.findChild<QLabel*>(QStringLiteral("partial-text"))
                ->text()
                .contains(QStringLiteral("may also need changes")));
}

void TestWhatIf::comparesWithAChosenPlan() {
    Opened opened;
    for (int size = 2; size <= 13; ++size) {
        write(opened.folder.filePath(QStringLiteral("terraform.tfvars")),
              QByteArray("size = ") + QByteArray::number(size));
        QTest::keyClick(opened.tree, Qt::Key_R, Qt::ControlModifier);
        QVERIFY(opened.settle());
    }
    QCOMPARE(opened.whatIf->recentPlans().plans().size(), session::RecentPlans::mostPlans);
    QTRY_COMPARE(opened.rows(),
                 QStringList(QStringLiteral("◆ different | terraform_data.base | update | update | input")));
    QMenu* menu = opened.whatIf->compareMenu();
    Q_EMIT menu->aboutToShow();
    QCOMPARE(menu->actions().size(), 13); // the previous plan, a separator, nine others, a separator, a file
    QVERIFY(menu->actions().first()->isChecked());
    QAction* last = menu->actions().at(10);
    QVERIFY2(last->text().contains(QStringLiteral("2 update")), qPrintable(last->text()));
    const std::shared_ptr<const plans::Plan> oldest = opened.whatIf->recentPlans().plans().back().plan;
    last->trigger();
    const auto* summary = opened.window.findChild<QLabel*>(QStringLiteral("difference-summary"));
    QTRY_VERIFY2(summary->text().startsWith(QStringLiteral("Compared with the plan of ")), qPrintable(summary->text()));
    const auto& difference = opened.whatIf->page().model().difference();
    QCOMPARE(difference->changes[0].before.get(),
             oldest->changes.resource(*addrs::readAbsResourceInstance("terraform_data.base")));
    // This comparison is kept for later plans, until the previous plan is selected again.
    QTest::keyClick(opened.tree, Qt::Key_R, Qt::ControlModifier);
    QVERIFY(opened.settle());
    QTRY_COMPARE(opened.whatIf->page().model().rowCount(), 1);
    Q_EMIT menu->aboutToShow();
    menu->actions().first()->trigger();
    QTRY_COMPARE(opened.whatIf->page().model().rowCount(), 0);
    QVERIFY2(summary->text().contains(QStringLiteral("no difference, 2 unchanged")), qPrintable(summary->text()));
}

void TestWhatIf::comparesWithAFile() {
    Opened opened(QByteArray(configuration).replace("default = 1", "default = 2"));
    const QString file = opened.folder.filePath(QStringLiteral("plan.json"));
    const diags::Result<std::string> json =
        formats::planJson(*opened.window.result()->plan, *opened.window.result()->config);
    write(file, QByteArray::fromStdString(*json.value));
    opened.whatIf->compareWithFile(file);
    const auto* summary = opened.window.findChild<QLabel*>(QStringLiteral("difference-summary"));
    QTRY_VERIFY2(summary->text().endsWith(QStringLiteral("plan.json:  no difference, 2 unchanged")),
                 qPrintable(summary->text() + opened.rows().join(u'\n')));
    opened.press("terraform_data.base", Qt::Key_R);
    QVERIFY(opened.settle());
    QTRY_COMPARE(opened.rows(), (QStringList{QStringLiteral("▲ worse | terraform_data.base | update | replace | id"),
                                             QStringLiteral("● new | terraform_data.user | nothing | update | ")}));
    // A file that is not a plan is reported, and nothing else changes.
    QSignalSpy told(opened.whatIf, &WhatIf::messageShown);
    opened.whatIf->compareWithFile(opened.folder.filePath(QStringLiteral("main.tf")));
    QTRY_COMPARE(told.size(), 1);
    QVERIFY(told[0][0].toString().startsWith(QStringLiteral("main.tf: ")));
    QCOMPARE(opened.rows().size(), 2);
}

/// Memory use is constant: after a hundred plans only those that are kept on purpose are alive.
void TestWhatIf::memoryStaysFlat() {
    Opened opened(QByteArray(configuration) + "resource \"terraform_data\" \"many\" { count = 200 }\n");
    std::vector<std::weak_ptr<const plans::Plan>> plans;
    const auto resident = [] {
        QFile file(QStringLiteral("/proc/self/statm"));
        return file.open(QIODevice::ReadOnly)
                   ? file.readAll().split(' ').value(1).toLongLong() * sysconf(_SC_PAGESIZE) / 1024
                   : 0;
    };
    qint64 early = 0;
    for (int i = 0; i < 100; ++i) {
        opened.press("terraform_data.free", Qt::Key_R);
        QVERIFY(opened.settle());
        plans.push_back(opened.window.result()->plan);
        if (i == 30)
            early = resident();
    }
    const auto alive = [&] {
        return std::count_if(plans.begin(), plans.end(), [](const auto& plan) { return !plan.expired(); });
    };
    QTRY_VERIFY2(alive() <= qsizetype(session::RecentPlans::mostPlans), qPrintable(QString::number(alive())));
    qInfo("resident after 30 and 100 re-plans: %lld and %lld KiB", early, resident());
    QVERIFY(resident() < early + 48 * 1024);
}

QTEST_MAIN(TestWhatIf)
#include "tst_whatif.moc"

// SPDX-License-Identifier: MPL-2.0
#include "tests/support/windows.h"
#include "ui/basics/text.h"
#include "ui/controls/elided_label.h"
#include "ui/models/roles.h"
#include "ui/models/state_tree_model.h"
#include "ui/models/value_tree_model.h"
#include "ui/pages/state_page.h"
#include "ui/session/reading/read_state.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileInfo>
#include <QFontMetrics>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QTreeView>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;
using widgets::StatePage;

namespace {

/// Returns a state with a module, a data source, a tainted and a deposed object, a sensitive value that also occurs
/// elsewhere, outputs and a check.
QByteArray sampleState() {
    return read(QStringLiteral(PLANLENS_SOURCE_DIR "/tests/ui/data/sample.tfstate"));
}

session::StateSnapshotPtr snapshotOfText(const QByteArray& text) {
    diags::Result<states::File> file = states::readFile({text.constData(), std::size_t(text.size())});
    return file.value ? session::snapshotOf(*std::move(file.value), {}, {}, QStringLiteral("sample")) : nullptr;
}

QStringList printed(const QAbstractItemModel& model, const QList<int>& columns, const QModelIndex& parent = {},
                    const QString& indent = {}) {
    QStringList lines;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        QStringList cells;
        for (const int column : columns)
            if (const QString text = model.index(row, column, parent).data().toString(); !text.isEmpty())
                cells.append(text);
        lines.append(indent + cells.join(QStringLiteral(" | ")));
        lines.append(printed(model, columns, model.index(row, 0, parent), indent + QStringLiteral("  ")));
    }
    return lines;
}

/// Returns all texts and tool tips of the page, with everything expanded.
QString allTexts(QWidget& page) {
    QStringList texts;
    for (QTreeView* view : page.findChildren<QTreeView*>()) {
        view->expandAll();
        for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole)}) {
            const std::function<void(const QModelIndex&)> walk = [&](const QModelIndex& parent) {
                for (int row = 0; row < view->model()->rowCount(parent); ++row) {
                    for (int column = 0; column < view->model()->columnCount(parent); ++column)
                        texts.append(view->model()->index(row, column, parent).data(role).toString());
                    walk(view->model()->index(row, 0, parent));
                }
            };
            walk({});
        }
    }
    for (const QLabel* label : page.findChildren<QLabel*>())
        texts.append(label->text() + label->toolTip());
    for (const QTextBrowser* text : page.findChildren<QTextBrowser*>())
        texts.append(text->toPlainText());
    return texts.join(u'\n');
}

bool shows(MainWindow& window) {
    QSignalSpy shown(&window, &MainWindow::stateShown);
    return shown.wait(20000);
}

} // namespace

class TestState final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void modelHoldsModulesTypesAndObjects();
    void filtersByAddress();
    void valuesUnfoldWhenAsked();
    void showsTheStateOfAnUntrustedFolder();
    void masksSecretsEverywhere();
    void followsDependencies();
    void opensStateFiles_data();
    void opensStateFiles();
    void reportsThatThereIsNoState();
    void columnsFitTheirContents();
    void readsAgainAfterAnApply();
    void tenThousandResourcesAreFoundQuickly();

private:
    /// Makes a folder with the sample as its state, and a program that planning would start.
    QString untrustedFolder(const QTemporaryDir& place);
};

QString TestState::untrustedFolder(const QTemporaryDir& place) {
    write(place.filePath(QStringLiteral("main.tf")),
          "terraform {\n  required_providers {\n    test = { source = \"acme/test\" }\n  }\n}\n"
          "resource \"terraform_data\" \"a\" {\n  provisioner \"local-exec\" { command = \"touch started\" }\n}\n");
    write(place.filePath(QStringLiteral("terraform.tfstate")), sampleState());
    return place.path();
}

void TestState::initTestCase() {
    theme::apply(*qApp, theme::Scheme::Light);
}

void TestState::modelHoldsModulesTypesAndObjects() {
    models::StateTreeModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSnapshot(snapshotOfText(sampleState()));
    using Model = models::StateTreeModel;
    const QStringList expected{QStringLiteral("data.test_zone | 1 object(s)"),
                               QStringLiteral("  z | zone-1"),
                               QStringLiteral("test_server | 3 object(s)"),
                               QStringLiteral("  web[0] | srv-0 | ! tainted"),
                               QStringLiteral("  web[1] | srv-1"),
                               QStringLiteral("  web[1] | srv-old | ◌ deposed 0123abcd"),
                               QStringLiteral("module.net | 1 object(s)"),
                               QStringLiteral("  test_disk | 1 object(s)"),
                               QStringLiteral("    main | disk-1"),
                               QStringLiteral("Outputs | 2"),
                               QStringLiteral("  key | (sensitive value) | sensitive"),
                               QStringLiteral("  url | \"https://example.test\""),
                               QStringLiteral("Checks | 1"),
                               QStringLiteral("  check.health | no answer | ✗ failed")};
    QCOMPARE(printed(model, {Model::NameColumn, Model::IdColumn, Model::StatusColumn}), expected);
    const QModelIndex disk = model.indexOf(QStringLiteral("module.net.test_disk.main"));
    QCOMPARE(disk.data(models::AddressRole).toString(), QStringLiteral("module.net.test_disk.main"));
    QCOMPARE(disk.siblingAtColumn(Model::ProviderColumn).data().toString(), QStringLiteral("test · acme"));
    QVERIFY(model.indexOf(QStringLiteral("test_server.web")).isValid()); // any instance of it
    QVERIFY(!model.indexOf(QStringLiteral("test_server.other")).isValid());
    model.setSnapshot(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestState::filtersByAddress() {
    models::StateTreeModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSnapshot(snapshotOfText(sampleState()));
    model.setQuery(models::AddressQuery(QStringLiteral("NET*disk")));
    QCOMPARE(printed(model, {0}),
             (QStringList{QStringLiteral("module.net"), QStringLiteral("  test_disk"), QStringLiteral("    main")}));
    QCOMPARE(model.shownCount(), 1);
    QCOMPARE(model.count(), 8);
    model.setQuery(models::AddressQuery(QStringLiteral("nothing")));
    QCOMPARE(model.rowCount(), 0);
    model.setQuery({});
    QCOMPARE(model.shownCount(), 8);
}

void TestState::valuesUnfoldWhenAsked() {
    models::ValueTreeModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    tester.setUseFetchMore(false); // the test fetches at defined times
    const session::StateSnapshotPtr snapshot = snapshotOfText(sampleState());
    model.setValue(snapshot->valueOf(snapshot->entries[1]), snapshot->secrets);
    QCOMPARE(printed(model, {0, 1}),
             (QStringList{QStringLiteral("id | \"srv-0\""), QStringLiteral("note | (sensitive value)"),
                          QStringLiteral("size | 3"),
                          QStringLiteral("tags | {name = \"web\", password = (sensitive value)}"),
                          QStringLiteral("1 attribute(s) not set")}));
    const QModelIndex tags = model.index(3, 0);
    QVERIFY(model.hasChildren(tags) && model.canFetchMore(tags));
    model.fetchMore(tags);
    QCOMPARE(printed(model, {0, 1}, tags),
             (QStringList{QStringLiteral("name | \"web\""), QStringLiteral("password | (sensitive value)")}));
    QVERIFY(!model.canFetchMore(tags));
    QVERIFY(!model.hasChildren(model.index(1, 0, tags)));
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

void TestState::showsTheStateOfAnUntrustedFolder() {
    QTemporaryDir place;
    MainWindow window;
    window.resize(1280, 800);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QSignalSpy settled(&window, &MainWindow::settled);
    window.openFolder(untrustedFolder(place));
    QVERIFY(settled.wait(20000));
    QVERIFY(!window.result()->programs.untrusted.isEmpty());
    const QByteArray before = read(place.filePath(QStringLiteral("terraform.tfstate")));
    // The key opens the page and closes it.
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(window.isStateShown());
    QVERIFY(shows(window));
    auto* tree = named<QTreeView>(window, "state-tree");
    QVERIFY(tree->isVisible() && tree->hasFocus());
    const QString facts = named<QLabel>(window, "state-facts")->text();
    for (const char* fact : {"terraform.tfstate", "serial 7", "lineage 0b1c2d3e", "1.12.6"})
        QVERIFY2(facts.contains(QLatin1String(fact)), qPrintable(facts));
    QCOMPARE(named<QLabel>(window, "state-shown")->text(), QStringLiteral("8 in all"));
    // A path that is too long is elided and does not widen the window.
    const auto* line = window.findChild<widgets::ElidedLabel*>(QStringLiteral("state-facts"));
    const int narrow = window.minimumSizeHint().width();
    window.resize(narrow, 600);
    QCOMPARE(window.width(), narrow);
    QVERIFY(line->isElided() && line->width() < line->sizeHint().width());
    window.resize(1280, 800);
    QVERIFY(!named<QAction>(window, "show-state")->text().isEmpty());
    // Typing filters the list. Keys select in the results.
    QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
    auto* filter = named<QLineEdit>(window, "state-filter");
    QVERIFY(filter->hasFocus());
    QTest::keyClicks(filter, QStringLiteral("web[1]"));
    QCOMPARE(named<QLabel>(window, "state-shown")->text(), QStringLiteral("2 of 8"));
    QTest::keyClick(filter, Qt::Key_Return);
    QVERIFY(tree->hasFocus());
    QVERIFY(window.select(QStringLiteral("test_server.web[1]")));
    QTest::keyClick(tree, Qt::Key_Down);
    auto* about = named<QTextBrowser>(window, "state-about");
    QVERIFY2(about->toPlainText().contains(QStringLiteral("Deposed object 0123abcd")),
             qPrintable(about->toPlainText()));
    QTest::keyClick(&window, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("test_server.web[1]"));
    // Nothing was started, planned, locked or written.
    QVERIFY(!window.isBusy());
    QVERIFY(!QFile::exists(place.filePath(QStringLiteral("started"))));
    QVERIFY(!QFile::exists(place.filePath(QStringLiteral(".terraform.tfstate.lock.info"))));
    QCOMPARE(read(place.filePath(QStringLiteral("terraform.tfstate"))), before);
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(!window.isStateShown());
    // Opened by the button beside the question for trust, and closed by its own button.
    auto* button = named<QPushButton>(window, "message-state");
    QVERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(shows(window));
    QTest::mouseClick(named<QPushButton>(window, "state-back"), Qt::LeftButton);
    QVERIFY(!window.isStateShown());
}

void TestState::masksSecretsEverywhere() {
    QTemporaryDir place;
    MainWindow window;
    window.show();
    window.openFolder(untrustedFolder(place));
    window.showState();
    QVERIFY(shows(window));
    auto& page = window.statePage();
    QVERIFY(window.select(QStringLiteral("test_server.web[0]")));
    QString texts = allTexts(page);
    QVERIFY(texts.contains(QStringLiteral("srv-0")));
    QVERIFY(texts.contains(QStringLiteral("Tainted")));
    for (const states::OutlineEntry& entry : page.snapshot()->entries) {
        QVERIFY(page.select(qstring(entry.address)));
        texts += allTexts(page);
    }
    QVERIFY(texts.contains(QStringLiteral("(sensitive value)")));
    for (const char* secret : {"s3cr3t-of-mine", "hunter2"})
        QVERIFY2(!texts.contains(QLatin1String(secret)), secret);
}

void TestState::followsDependencies() {
    QTemporaryDir place;
    MainWindow window;
    window.show();
    window.openFolder(untrustedFolder(place));
    window.showState();
    QVERIFY(shows(window));
    QVERIFY(window.select(QStringLiteral("test_server.web[0]")));
    auto* about = named<QTextBrowser>(window, "state-about");
    QVERIFY(about->toPlainText().contains(QStringLiteral("Depends on data.test_zone.z, module.net.test_disk.main")));
    Q_EMIT about->anchorClicked(QUrl(QStringLiteral("#module.net.test_disk.main")));
    QCOMPARE(
        named<QTreeView>(window, "state-tree")->currentIndex().siblingAtColumn(0).data(models::AddressRole).toString(),
        QStringLiteral("module.net.test_disk.main"));
    QVERIFY(about->toPlainText().contains(QStringLiteral("created before it is destroyed")));
}

void TestState::opensStateFiles_data() {
    QTest::addColumn<QString>("name");
    QTest::newRow("by its ending") << QStringLiteral("terraform.tfstate");
    QTest::newRow("backup") << QStringLiteral("terraform.tfstate.backup");
    QTest::newRow("any name") << QStringLiteral("pulled.json");
}

void TestState::opensStateFiles() {
    QFETCH(QString, name);
    QTemporaryDir place;
    write(place.filePath(name), sampleState());
    MainWindow window;
    window.show();
    QSignalSpy settled(&window, &MainWindow::settled);
    window.open(place.filePath(name));
    QVERIFY(settled.wait(20000));
    QVERIFY(window.isStateShown());
    QVERIFY(window.result()->state && !window.result()->plan);
    QVERIFY(window.windowTitle().startsWith(name));
    QVERIFY(named<QTreeView>(window, "state-tree")->isVisible());
    QVERIFY(!named<QPushButton>(window, "state-back")->isVisible()); // there is no plan to return to
    QVERIFY(!named<QPushButton>(window, "approve")->isEnabled());
    // The key does not close it, but opening a folder does.
    QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(window.isStateShown());
    QTemporaryDir other;
    write(other.filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" \"a\" {}\n");
    window.open(other.path());
    QVERIFY(!window.isStateShown());
    QVERIFY(settled.wait(20000));
    QVERIFY(window.result()->plan);
}

/// A column without statuses leaves its width to the provider.
void TestState::columnsFitTheirContents() {
    const QByteArray state =
        R"({"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"l","outputs":{},"resources":[
        {"mode":"managed","type":"terraform_data","name":"gone","provider":"provider[\"terraform.io/builtin/terraform\"]",
         "instances":[{"index_key":0,"schema_version":0,"attributes":{"id":"838a74b2-0000-0000-0000-d44108fc702"}}]}]})";
    StatePage page;
    page.resize(1100, 600);
    page.setSnapshot(snapshotOfText(state));
    page.show();
    const auto* tree = named<QTreeView>(page, "state-tree");
    const QModelIndex object = tree->indexBelow(tree->model()->index(0, 0));
    const QFontMetrics words(tree->font()), code(theme::monospaceFont());
    const auto text = [&](int column) { return object.siblingAtColumn(column).data().toString(); };
    const QHeaderView* header = tree->header();
    QCOMPARE(text(models::StateTreeModel::NameColumn), QStringLiteral("gone[0]"));
    QVERIFY(header->sectionSize(models::StateTreeModel::NameColumn) >
            code.horizontalAdvance(QStringLiteral("terraform_data")) + tree->indentation());
    QVERIFY(header->sectionSize(models::StateTreeModel::ProviderColumn) >
            words.horizontalAdvance(text(models::StateTreeModel::ProviderColumn)));
    QVERIFY(header->sectionSize(models::StateTreeModel::StatusColumn) < 96);
    // The identifier is whole in the smallest width with space for all columns.
    StatePage narrow;
    narrow.resize(1100, 600);
    narrow.show();
    auto* splitter = narrow.findChild<QSplitter*>();
    splitter->setSizes({header->sectionSize(models::StateTreeModel::NameColumn) +
                            header->sectionSize(models::StateTreeModel::StatusColumn) +
                            words.horizontalAdvance(text(models::StateTreeModel::ProviderColumn)) +
                            code.horizontalAdvance(text(models::StateTreeModel::IdColumn)) + 4 * theme::grid,
                        400});
    QCoreApplication::processEvents();
    narrow.setSnapshot(snapshotOfText(state));
    QVERIFY(named<QTreeView>(narrow, "state-tree")->header()->sectionSize(models::StateTreeModel::IdColumn) >=
            code.horizontalAdvance(text(models::StateTreeModel::IdColumn)) + theme::grid);
}

void TestState::reportsThatThereIsNoState() {
    QTemporaryDir place;
    write(place.filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" \"a\" {}\n");
    MainWindow window;
    window.show();
    QSignalSpy settled(&window, &MainWindow::settled);
    window.openFolder(place.path());
    QVERIFY(settled.wait(20000)); // otherwise its end could read the state at any time
    window.showState();
    QVERIFY(shows(window));
    QVERIFY(named<QLabel>(window, "state-empty")->isVisible());
    QVERIFY(named<QLabel>(window, "state-empty")->text().contains(QStringLiteral("no state yet")));
    QVERIFY(!named<QLineEdit>(window, "state-filter")->isEnabled());
    // Invalid states are distinguished from missing ones.
    write(place.filePath(QStringLiteral("terraform.tfstate")), "{\"version\": 4, \"ser");
    QTest::mouseClick(named<QPushButton>(window, "state-again"), Qt::LeftButton);
    QVERIFY(shows(window));
    QVERIFY2(!named<QLabel>(window, "state-empty")->text().contains(QStringLiteral("no state yet")),
             qPrintable(named<QLabel>(window, "state-empty")->text()));
}

void TestState::readsAgainAfterAnApply() {
    QTemporaryDir place;
    write(place.filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" \"a\" { input = 1 }\n");
    MainWindow window;
    window.show();
    QSignalSpy settled(&window, &MainWindow::settled);
    window.openFolder(place.path());
    QVERIFY(settled.wait(20000));
    window.showState();
    QVERIFY(shows(window));
    QVERIFY(!window.statePage().snapshot()->isThere);
    write(place.filePath(QStringLiteral("terraform.tfstate")), sampleState());
    // A plan that is made while the state is shown does not hide it, but updates it.
    QSignalSpy shown(&window, &MainWindow::stateShown);
    QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
    QVERIFY(settled.wait(20000));
    QTRY_VERIFY(!shown.isEmpty());
    QVERIFY(window.isStateShown());
    QVERIFY(window.statePage().snapshot()->isThere);
}

void TestState::tenThousandResourcesAreFoundQuickly() {
    states::File file;
    file.lineage = "l";
    const auto state = std::make_shared<states::State>();
    for (int i = 0; i < 10000; ++i) {
        auto object = std::make_shared<states::StoredObject>();
        object->attributesJson = "{\"id\":\"i" + std::to_string(i) + "\"}";
        addrs::AbsResourceInstance address{
            addrs::ModuleInstance().child("m", std::int64_t(i % 20)),
            {addrs::ResourceMode::Managed, "test_thing" + std::to_string(i % 7), "n" + std::to_string(i)},
            {}};
        state->setCurrent(address, object, {{{}, {"registry.opentofu.org", "acme", "test"}, {}}, {}});
    }
    file.state = state;
    StatePage page;
    page.resize(1200, 800);
    page.show();
    page.setSnapshot(session::snapshotOf(file, {}, {}, QStringLiteral("big")));
    auto* tree = named<QTreeView>(page, "state-tree");
    QCOMPARE(tree->model()->rowCount(), 20); // modules are folded: their contents have no rows yet
    QVERIFY(!tree->isExpanded(tree->model()->index(1, 0)) || tree->model()->rowCount(tree->model()->index(1, 0)) < 50);
    auto* filter = named<QLineEdit>(page, "state-filter");
    QTest::keyClicks(filter, QStringLiteral("n99"));
    QCOMPARE(named<QLabel>(page, "state-shown")->text(), QStringLiteral("111 of 10000")); // n99, n990…n999, n9900…n9999
    QVERIFY(page.select(QStringLiteral("module.m[15].test_thing6.n9995")));
    filter->clear();
    QVERIFY(page.select(QStringLiteral("module.m[19].test_thing3.n9999")));
    QCOMPARE(tree->currentIndex().siblingAtColumn(models::StateTreeModel::IdColumn).data().toString(),
             QStringLiteral("i9999"));
}

QTEST_MAIN(TestState)
#include "tst_state.moc"

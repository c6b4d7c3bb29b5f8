// SPDX-License-Identifier: MPL-2.0
#include "tests/support/windows.h"
#include "tests/ui/window/example_folder.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/roles.h"
#include "ui/pages/change/change_delegate.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeView>

using namespace planlens;
using namespace planlens::testing;
using models::NodeType;
using widgets::MainWindow;

namespace {

constexpr auto configuration = "resource \"terraform_data\" \"r10\" {\n  input = 1\n}\n"
                               "resource \"terraform_data\" \"r2\" {\n  input = 1\n}\n"
                               "resource \"terraform_data\" \"kept\" {\n  input = \"new\"\n}\n"
                               "resource \"terraform_data\" \"swapped\" {\n  triggers_replace = 2\n}\n"
                               "module \"m\" {\n  source = \"./m\"\n}\n";
constexpr auto child = "resource \"terraform_data\" \"inner\" {\n  input = 2\n}\n";
/// With @ instead of \", which moc cannot read in raw strings.
constexpr auto state = R"({"version":4,"terraform_version":"1.9.0","serial":1,"lineage":"l","outputs":{},"resources":[
{"mode":"managed","type":"terraform_data","name":"kept","provider":"provider[@terraform.io/builtin/terraform@]",
"instances":[{"schema_version":0,"attributes":{"id":"k","input":{"value":"old","type":"string"},
"output":{"value":"old","type":"string"},"triggers_replace":null},"sensitive_attributes":[]}]},
{"mode":"managed","type":"terraform_data","name":"swapped","provider":"provider[@terraform.io/builtin/terraform@]",
"instances":[{"schema_version":0,"attributes":{"id":"s","input":null,"output":null,
"triggers_replace":{"value":1,"type":"number"}},"sensitive_attributes":[]}]},
{"mode":"managed","type":"terraform_data","name":"gone","provider":"provider[@terraform.io/builtin/terraform@]",
"instances":[{"schema_version":0,"attributes":{"id":"g","input":null,"output":null,"triggers_replace":null},
"sensitive_attributes":[]}]}]})";

/// Returns the sections with their rows: "Destroy (1): terraform_data.gone".
QStringList sections(const QTreeView& tree) {
    QStringList found;
    const QAbstractItemModel& model = *tree.model();
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex section = model.index(row, 0);
        if (NodeType(section.data(models::NodeTypeRole).toInt()) != NodeType::Section)
            continue;
        QStringList rows;
        for (int i = 0; i < model.rowCount(section); ++i)
            rows.append(model.index(i, 0, section).data(models::AddressRole).toString());
        found.append(QStringLiteral("%1: %2").arg(section.data().toString(), rows.join(u' ')));
    }
    return found;
}

} // namespace

/// The list of changes: its sections, its keys, and the reviewed marks.
class TestChangeList final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void init();
    void cleanup() { m_window.reset(); }
    void sectionsAreOfTheOrder_data();
    void sectionsAreOfTheOrder();
    void countsAreOfTheShownRows();
    void findingsAboutThePlanHaveRows();
    void typingJumpsToTheNextMatchingAddress();
    void tickBoxMarksAsReviewed();
    void spaceMarksTheSelectionButPressesButtons();
    void keysGoToWhatIsNotReviewed();
    void previousChangeIsTheOnlySelectedOne();
    void clicksBesideTheRowsKeepTheSelection();
    void undoBringsBackTheMarks();
    void newSectionsAreUnfolded();
    void attributesAreInTheListOnRequest();
    void attributesStandBetweenSummaryAndReasons();
    void modulesShowTheirChanges();
    void rowsOfTheListNameTheirAction();
    void deposedObjectsHaveRowsOfTheirOwn();

private:
    QModelIndex row(const char* address) const;
    QString current() const { return m_tree->currentIndex().data(models::AddressRole).toString(); }
    QString reviewed() const { return named<QLabel>(*m_window, "reviewed")->text(); }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
    QTreeView* m_tree = nullptr;
};

void TestChangeList::init() {
    QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("m")));
    QVERIFY(write(m_folder.filePath(QStringLiteral("main.tf")), configuration));
    QVERIFY(write(m_folder.filePath(QStringLiteral("m/main.tf")), child));
    QVERIFY(write(m_folder.filePath(QStringLiteral("terraform.tfstate")), QByteArray(state).replace('@', "\\\"")));
    QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral(".terraform/modules")));
    QVERIFY(write(m_folder.filePath(QStringLiteral(".terraform/modules/modules.json")),
                  R"({"Modules":[{"Key":"","Source":"","Dir":"."},{"Key":"m","Source":"./m","Dir":"m"}]})"));
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    m_window->openFolder(m_folder.path());
    QVERIFY(settle(*m_window));
    m_tree = named<QTreeView>(*m_window, "changes");
    QApplication::setActiveWindow(m_window.get());
    QCoreApplication::processEvents();
}

QModelIndex TestChangeList::row(const char* address) const {
    for (int i = 0; i < m_tree->model()->rowCount(); ++i) {
        const QModelIndex section = m_tree->model()->index(i, 0);
        for (int j = 0; j < m_tree->model()->rowCount(section); ++j)
            if (const QModelIndex index = m_tree->model()->index(j, 0, section);
                index.data(models::AddressRole).toString() == QLatin1String(address))
                return index;
    }
    return {};
}

void TestChangeList::sectionsAreOfTheOrder_data() {
    QTest::addColumn<QString>("action");
    QTest::addColumn<QStringList>("expected");
    const QStringList byAction{QStringLiteral("Destroy (1): terraform_data.gone"),
                               QStringLiteral("Replace (1): terraform_data.swapped"),
                               QStringLiteral("Update (1): terraform_data.kept"),
                               QStringLiteral("Create (3): module.m.terraform_data.inner terraform_data.r2 "
                                              "terraform_data.r10")};
    QTest::newRow("worst first") << "order-worst-first" << byAction;
    QTest::newRow("by action") << "order-action" << byAction;
    QTest::newRow("by type") << "order-type"
                             << QStringList{QStringLiteral(
                                    "terraform_data (6): module.m.terraform_data.inner terraform_data.gone "
                                    "terraform_data.kept terraform_data.r2 terraform_data.r10 terraform_data.swapped")};
    QTest::newRow("by file") << "order-file"
                             << QStringList{QStringLiteral("Not in the configuration (1): terraform_data.gone"),
                                            QStringLiteral(
                                                "main.tf (4): terraform_data.r10 terraform_data.r2 terraform_data.kept "
                                                "terraform_data.swapped"),
                                            QStringLiteral("m/main.tf (1): module.m.terraform_data.inner")};
    QTest::newRow("by module") << "order-module" << QStringList();
}

void TestChangeList::sectionsAreOfTheOrder() {
    QFETCH(QString, action);
    QFETCH(QStringList, expected);
    auto* order = m_window->findChild<QAction*>(action);
    order->trigger();
    QCOMPARE(sections(*m_tree), expected);
    QVERIFY(order->isChecked());
    QCOMPARE(named<QToolButton>(*m_window, "change-order")->text(), QString(order->text() + QStringLiteral(" ▾")));
    if (expected.isEmpty())
        QCOMPARE(m_tree->model()->index(5, 0).data(models::AddressRole).toString(), QStringLiteral("module.m"));
}

void TestChangeList::countsAreOfTheShownRows() {
    named<QToolButton>(*m_window, "verdict-4")->click(); // creates only
    QCOMPARE(sections(*m_tree).size(), 1);
    m_window->findChild<QAction*>(QStringLiteral("order-type"))->trigger();
    QVERIFY2(sections(*m_tree).first().startsWith(QStringLiteral("terraform_data (3): ")),
             qPrintable(sections(*m_tree).join(u'\n')));
}

void TestChangeList::findingsAboutThePlanHaveRows() {
    QByteArray instances;
    for (int i = 0; i < 10; ++i)
        instances += (i ? ",{@index_key@:" : "{@index_key@:") + QByteArray::number(i) +
                     ",@schema_version@:0,"
                     "@attributes@:{@id@:@g@,@input@:null,@output@:null,@triggers_replace@:null}}";
    QVERIFY(write(m_folder.filePath(QStringLiteral("terraform.tfstate")),
                  QByteArray("{@version@:4,@terraform_version@:@1.9.0@,@serial@:2,@lineage@:@l@,@outputs@:{},"
                             "@resources@:[{@mode@:@managed@,@type@:@terraform_data@,@name@:@gone@,@provider@:"
                             "@provider[#terraform.io/builtin/terraform#]@,@instances@:[" +
                             instances + "]}]}")
                      .replace('@', '"')
                      .replace('#', "\\\"")));
    m_window->openFolder(m_folder.path());
    QVERIFY(settle(*m_window));
    const QModelIndex section = m_tree->model()->index(0, 0), finding = section.model()->index(0, 0, section);
    QCOMPARE(section.data().toString(), QStringLiteral("High risk (1)"));
    QCOMPARE(section.data(Qt::AccessibleTextRole).toString(), QStringLiteral("High risk, 1 finding(s)"));
    QCOMPARE(finding.data(Qt::AccessibleTextRole).toString(), QStringLiteral("Many objects destroyed, 10 objects"));
    QVERIFY(m_tree->isExpanded(section));
    QTest::mouseClick(m_tree->viewport(), Qt::LeftButton, {}, m_tree->visualRect(finding).center());
    QVERIFY2(whyText(*m_window).contains(QStringLiteral("Many objects destroyed")), qPrintable(whyText(*m_window)));
    // The filter of its severity shows it, and that of an action hides and counts it.
    named<QToolButton>(*m_window, "findings-0")->click();
    QCOMPARE(sections(*m_tree), QStringList{QStringLiteral("High risk (1): ")});
    named<QToolButton>(*m_window, "findings-0")->click();
    named<QToolButton>(*m_window, "verdict-4")->click();
    QVERIFY2(sections(*m_tree).first().startsWith(QStringLiteral("Create (")), qPrintable(sections(*m_tree).first()));
    QVERIFY2(named<QLabel>(*m_window, "shown-count")->text().contains(QStringLiteral("1 finding(s) hidden")),
             qPrintable(named<QLabel>(*m_window, "shown-count")->text()));
}

void TestChangeList::typingJumpsToTheNextMatchingAddress() {
    m_tree->setFocus();
    QTest::keyClicks(m_tree, QStringLiteral("r1"));
    QCOMPARE(current(), QStringLiteral("terraform_data.r10"));
    QVERIFY(whyText(*m_window).contains(QStringLiteral("terraform_data.r10")));
}

void TestChangeList::tickBoxMarksAsReviewed() {
    QCOMPARE(reviewed(), QStringLiteral("Reviewed 0 / 6"));
    const QModelIndex gone = row("terraform_data.gone");
    m_tree->scrollTo(gone);
    QStyleOptionViewItem option;
    option.rect = m_tree->visualRect(gone);
    QTest::mouseClick(m_tree->viewport(), Qt::LeftButton, {}, widgets::ChangeDelegate::tickRect(option).center());
    QCOMPARE(Qt::CheckState(gone.data(Qt::CheckStateRole).toInt()), Qt::Checked);
    QCOMPARE(reviewed(), QStringLiteral("Reviewed 1 / 6"));
    QCOMPARE(named<QProgressBar>(*m_window, "review-bar")->value(), 1);
    QCOMPARE(current(), QString()); // this does not select the row
}

void TestChangeList::spaceMarksTheSelectionButPressesButtons() {
    QVERIFY(m_window->select(QStringLiteral("terraform_data.kept")));
    m_tree->setFocus();
    QTest::keyClick(m_tree, Qt::Key_Space);
    QCOMPARE(reviewed(), QStringLiteral("Reviewed 1 / 6"));
    auto* button = named<QToolButton>(*m_window, "verdict-4");
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
    QVERIFY(button->isChecked());
    QCOMPARE(reviewed(), QStringLiteral("Reviewed 0 / 3")); // of the shown changes
    QTest::keyClick(button, Qt::Key_Space);
    QCOMPARE(reviewed(), QStringLiteral("Reviewed 1 / 6"));
}

void TestChangeList::keysGoToWhatIsNotReviewed() {
    QVERIFY(m_window->select(QStringLiteral("terraform_data.gone")));
    m_window->findChild<QAction*>(QStringLiteral("review"))->trigger();
    QVERIFY(m_window->select(QStringLiteral("terraform_data.swapped")));
    QTest::keyClick(m_window.get(), Qt::Key_F8, Qt::ShiftModifier);
    QCOMPARE(current(), QStringLiteral("terraform_data.r10")); // wraps at the end and skips the reviewed one
    QTest::keyClick(m_window.get(), Qt::Key_F8);
    QCOMPARE(current(), QStringLiteral("terraform_data.swapped"));
    QTest::keyClick(m_window.get(), Qt::Key_F7, Qt::ShiftModifier);
    QCOMPARE(current(), QStringLiteral("terraform_data.gone"));
}

void TestChangeList::previousChangeIsTheOnlySelectedOne() {
    QVERIFY(m_window->select(QStringLiteral("terraform_data.swapped")));
    // Through the window system, which remembers the held modifier.
    QTest::keyClick(m_window->windowHandle(), Qt::Key_F7, Qt::ShiftModifier);
    QCOMPARE(current(), QStringLiteral("terraform_data.gone"));
    QCOMPARE(m_tree->selectionModel()->selectedRows().size(), 1);
}

void TestChangeList::clicksBesideTheRowsKeepTheSelection() {
    QVERIFY(m_window->select(QStringLiteral("terraform_data.swapped")));
    const QModelIndexList before = m_tree->selectionModel()->selectedRows();
    const QPoint beside = m_tree->viewport()->rect().bottomLeft() + QPoint(8, -4);
    QVERIFY(!m_tree->indexAt(beside).isValid());
    QTest::mouseClick(m_tree->viewport(), Qt::LeftButton, {}, beside);
    QCOMPARE(m_tree->selectionModel()->selectedRows(), before);
    QCOMPARE(current(), QStringLiteral("terraform_data.swapped"));
}

void TestChangeList::undoBringsBackTheMarks() {
    QVERIFY(m_window->select(QStringLiteral("terraform_data.gone")));
    QTest::keyClick(m_tree, Qt::Key_Space);
    QCOMPARE(reviewed(), QStringLiteral("Reviewed 1 / 6"));
    QTest::keyClick(m_tree, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(m_tree, Qt::Key_Space);
    QCOMPARE(reviewed(), QStringLiteral("Reviewed 6 / 6"));
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(reviewed(), QStringLiteral("Reviewed 1 / 6"));
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(reviewed(), QStringLiteral("Reviewed 6 / 6"));
}

void TestChangeList::newSectionsAreUnfolded() {
    const auto section = [&](const QString& title) {
        for (int row = 0; row < m_tree->model()->rowCount(); ++row)
            if (const QModelIndex index = m_tree->model()->index(row, 0);
                index.data(models::TitleRole).toString() == title)
                return index;
        return QModelIndex();
    };
    m_tree->collapse(section(QStringLiteral("Create")));
    QVERIFY(!section(QStringLiteral("Forget")).isValid());
    QVERIFY(write(m_folder.filePath(QStringLiteral("more.tf")),
                  "removed {\n  from = terraform_data.gone\n  lifecycle {\n    destroy = false\n  }\n}\n"));
    QTest::mouseClick(named<QPushButton>(*m_window, "plan"), Qt::LeftButton);
    QVERIFY(settle(*m_window));
    QVERIFY(m_tree->isExpanded(section(QStringLiteral("Forget"))));
    QVERIFY(!m_tree->isExpanded(section(QStringLiteral("Create")))); // as the user left it
    QFile::remove(m_folder.filePath(QStringLiteral("more.tf")));
}

void TestChangeList::attributesAreInTheListOnRequest() {
    m_tree->setCurrentIndex(row("terraform_data.swapped"));
    QTest::keyClick(m_tree, Qt::Key_Right);
    QVERIFY(!m_tree->isExpanded(row("terraform_data.swapped")));
    QVERIFY(named<QTreeView>(*m_window, "attributes")->isVisible());
    m_window->findChild<QAction*>(QStringLiteral("list-values"))->setChecked(true);
    QTest::keyClick(m_tree, Qt::Key_Right);
    QVERIFY(m_tree->isExpanded(row("terraform_data.swapped")));
    m_window->findChild<QAction*>(QStringLiteral("list-values"))->setChecked(false);
    QVERIFY(!m_tree->isExpanded(row("terraform_data.swapped")));
    QVERIFY(m_tree->isExpanded(row("terraform_data.swapped").parent()));
}

void TestChangeList::attributesStandBetweenSummaryAndReasons() {
    m_tree->setCurrentIndex(row("terraform_data.swapped"));
    const auto* summary = named<QTextBrowser>(*m_window, "why-summary");
    const auto* attributes = named<QTreeView>(*m_window, "attributes");
    const auto* reasons = named<QTextBrowser>(*m_window, "why");
    QVERIFY(summary->toPlainText().startsWith(QStringLiteral("± terraform_data.swapped\nReplaced because")));
    QVERIFY(summary->geometry().bottom() < attributes->geometry().top());
    QVERIFY(attributes->geometry().bottom() < reasons->geometry().top());
    // All rows are visible without scrolling.
    const QModelIndex last = attributes->model()->index(attributes->model()->rowCount(attributes->rootIndex()) - 1, 0,
                                                        attributes->rootIndex());
    QVERIFY(attributes->viewport()->rect().contains(attributes->visualRect(last).center()));
    QVERIFY(summary->verticalScrollBar()->maximum() == 0);
}

void TestChangeList::modulesShowTheirChanges() {
    QVERIFY(m_window->select(QStringLiteral("module.m")));
    const QString text = whyText(*m_window);
    QVERIFY2(text.startsWith(QStringLiteral("module.m\n1 change(s). No object is destroyed.")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("+ module.m.terraform_data.inner")), qPrintable(text));
}

void TestChangeList::rowsOfTheListNameTheirAction() {
    QTemporaryDir place;
    MainWindow window;
    window.show();
    window.openFolder(makeFolder(place, QStringLiteral("apple")));
    QVERIFY(settle(window));
    auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
    listByModule(window);
    QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(tree);
    QVERIFY(interface && interface->tableInterface());
    QCOMPARE(interface->role(), QAccessible::Tree);
    QAccessibleInterface* cell = interface->tableInterface()->cellAt(0, 0);
    QVERIFY(cell);
    QCOMPARE(cell->role(), QAccessible::TreeItem);
    QCOMPARE(cell->text(QAccessible::Name), QStringLiteral("terraform_data.apple[0] will be created"));
}

void TestChangeList::deposedObjectsHaveRowsOfTheirOwn() {
    QByteArray deposed;
    for (const char* key : {"0a1b2c3d", "1a1b2c3d"})
        deposed += QByteArray(",{\"deposed\":\"") + key +
                   "\",\"schema_version\":0,\"attributes\":{\"id\":\"left-over " + key +
                   "\",\"input\":null,\"output\":null,\"triggers_replace\":null}}";
    QByteArray text = QByteArray(state).replace('@', "\\\"");
    text.replace(text.indexOf("]},"), 3, QByteArray(deposed + "]},")); // of the first resource
    QVERIFY(write(m_folder.filePath(QStringLiteral("terraform.tfstate")), text));
    m_window->openFolder(m_folder.path());
    QVERIFY(settle(*m_window));
    const auto why = [this](const char* name) { return named<QTextBrowser>(*m_window, name)->toPlainText(); };
    const auto mark = [this](const char* key) { return row(key).data(Qt::CheckStateRole).toInt(); };
    constexpr auto first = "terraform_data.kept (deposed object 0a1b2c3d)";
    constexpr auto second = "terraform_data.kept (deposed object 1a1b2c3d)";

    const QModelIndex left = row(first); // among the destroyed objects, which are first
    QCOMPARE(left.data(models::DeposedRole).toString(), QStringLiteral("0a1b2c3d"));
    QCOMPARE(left.data().toString(), QStringLiteral("terraform_data.kept"));
    m_tree->setCurrentIndex(left);
    const auto* attributes = named<QTreeView>(*m_window, "attributes");
    const QModelIndex id = attributes->model()->index(0, 0, attributes->rootIndex());
    QCOMPARE(id.siblingAtColumn(models::ChangeTreeModel::BeforeColumn).data().toString(),
             QStringLiteral("\"left-over 0a1b2c3d\""));
    QVERIFY(why("why-summary").contains(QStringLiteral("0a1b2c3d")));
    QVERIFY(why("why").contains(QStringLiteral("Updated because")));

    // A mark is for one object, although the page has the reasons of all.
    QCOMPARE(reviewed(), QStringLiteral("Reviewed 0 / 8"));
    m_tree->setFocus();
    QTest::keyClick(m_tree, Qt::Key_Space);
    QCOMPARE(reviewed(), QStringLiteral("Reviewed 1 / 8"));
    QCOMPARE(mark(first), int(Qt::Checked));
    QCOMPARE(mark(second), int(Qt::Unchecked));
    QCOMPARE(mark("terraform_data.kept"), int(Qt::Unchecked));

    // Keys go to each of them.
    QTest::keyClick(m_window.get(), Qt::Key_F7);
    QCOMPARE(current(), QString::fromLatin1(second));
    QVERIFY(why("why-summary").contains(QStringLiteral("1a1b2c3d")));

    // A filter counts the objects that it shows.
    QTest::mouseClick(named<QToolButton>(*m_window, "verdict-0"), Qt::LeftButton);
    QCOMPARE(reviewed(), QStringLiteral("Reviewed 1 / 3"));
    QCOMPARE(m_tree->model()->rowCount(m_tree->model()->index(0, 0)), 3);
}

QTEST_MAIN(TestChangeList)
#include "tst_change_list.moc"

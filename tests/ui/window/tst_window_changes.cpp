// SPDX-License-Identifier: MPL-2.0
#include "core/plans/changes.h"
#include "tests/support/windows.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/roles.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/first_selection.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QFontMetrics>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace planlens;
using namespace planlens::testing;
using models::NodeType;
using widgets::MainWindow;

namespace {

QByteArray instance(const QByteArray& key, const QByteArray& input) {
    const QByteArray value = "{\"type\":\"string\",\"value\":\"" + input + "\"}";
    return "{" + (key.isEmpty() ? QByteArray() : "\"index_key\":\"" + key + "\",") +
           "\"schema_version\":0,\"attributes\":{\"id\":\"i" + key + "\",\"input\":" + value + ",\"output\":" + value +
           ",\"triggers_replace\":null},\"sensitive_attributes\":[]}";
}

QByteArray resource(const QByteArray& name, const QByteArray& each, const QByteArray& instances) {
    return "{\"mode\":\"managed\",\"type\":\"terraform_data\",\"name\":\"" + name + "\"," + each +
           "\"provider\":\"provider[\\\"terraform.io/builtin/terraform\\\"]\",\"instances\":[" + instances + "]}";
}

/// Makes a policy that changes in one place, and four instances with the same change.
void makeFolder(const QTemporaryDir& folder) {
    write(folder.filePath(QStringLiteral("main.tf")),
          "resource \"terraform_data\" \"policy\" {\n  input = jsonencode({ Version = \"2012\", Statement = [{ Sid = "
          "\"read\", Effect = \"Deny\" }] })\n}\n"
          "resource \"terraform_data\" \"many\" {\n  for_each = toset([\"a\", \"b\", \"c\", \"d\"])\n  input    = "
          "\"new\"\n}\n"
          "resource \"terraform_data\" \"user\" {\n  input = \"of ${terraform_data.fresh.id}\"\n}\nresource "
          "\"terraform_data\" \"fresh\" {}\n");
    const QByteArray many =
        instance("a", "old") + "," + instance("b", "old") + "," + instance("c", "old") + "," + instance("d", "old");
    write(folder.filePath(QStringLiteral("terraform.tfstate")),
          "{\"version\":4,\"terraform_version\":\"1.12.6\",\"serial\":1,\"lineage\":\"l\",\"outputs\":{},\"resources\":"
          "[" +
              resource(
                  "policy", {},
                  instance({}, R"({\"Version\":\"2012\",\"Statement\":[{\"Sid\":\"read\",\"Effect\":\"Allow\"}]})")) +
              "," + resource("many", "\"each\":\"map\",", many) + "," +
              resource("user", {}, instance({}, "of nobody")) + "]}");
}

} // namespace

class TestWindowChanges final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void longTextsComeToTheFront();
    void sameChangesAreReachedOneByOne();
    void unknownValuesNameTheirResource();
    void namesOfNestedAttributesAreWhole();
    void longNamesGetTheSpaceThatValuesDoNotNeed_data();
    void longNamesGetTheSpaceThatValuesDoNotNeed();
    void valuesGetTheSpaceOfAnEmptyColumn();
    void notesLeaveTheSpaceToTheValues();
    void notesAreWholeIfThereIsSpace();
    void firstPlanSelectsTheGivenAddress();
    void listOfManyChangesIsUnfolded();
    void destroyedObjectsCannotBeReplaced();

private:
    static void open(MainWindow& window, const QTemporaryDir& folder) {
        makeFolder(folder);
        window.resize(1200, 800);
        window.show();
        QSignalSpy settled(&window, &MainWindow::settled);
        window.openFolder(folder.path());
        QVERIFY(settled.wait(20000));
        QVERIFY(window.result()->plan && !window.result()->hasErrors());
    }
    /// Plans the creation of an object and selects it.
    static void createObject(MainWindow& window, const QByteArray& input) {
        const QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")),
                      "resource \"terraform_data\" \"a\" {\n  input = " + input + "\n}\n"));
        window.resize(1280, 800);
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        QVERIFY(window.select(QStringLiteral("terraform_data.a")));
        QCoreApplication::processEvents();
    }
};

void TestWindowChanges::longTextsComeToTheFront() {
    QTemporaryDir folder;
    MainWindow window;
    open(window, folder);
    QVERIFY(window.select(QStringLiteral("terraform_data.policy")));
    auto* view = window.findChild<QWidget*>(QStringLiteral("text"));
    QVERIFY(!view->isVisible());
    auto* tree = window.findChild<QTreeView*>(QStringLiteral("attributes"));
    tree->setFocus();
    for (int i = 0; i < 6 && tree->currentIndex().data().toString() != QStringLiteral("input"); ++i)
        QTest::keyClick(tree, Qt::Key_Down);
    QCOMPARE(tree->currentIndex().data().toString(), QStringLiteral("input"));
    QVERIFY(view->isVisible());
    QCOMPARE(window.findChild<QLabel*>(QStringLiteral("text-title"))->text(), QStringLiteral("input  \u00b7  JSON"));
    auto* lines = window.findChild<QPlainTextEdit*>(QStringLiteral("text-lines"));
    QVERIFY2(lines->toPlainText().contains(
                 QStringLiteral("\u2212       \"Effect\": \"Allow\"\n+       \"Effect\": \"Deny\"")) ||
                 lines->toPlainText().contains(QStringLiteral("\"Effect\": \"Allow\",\n+")),
             qPrintable(lines->toPlainText()));
    // Words that differ are marked by more than color.
    QTextCursor cursor = lines->document()->find(QStringLiteral("Deny"));
    QVERIFY(cursor.charFormat().fontUnderline());
    cursor = lines->document()->find(QStringLiteral("Sid"));
    QVERIFY(!cursor.charFormat().fontUnderline());
    QTest::mouseClick(window.findChild<QToolButton*>(QStringLiteral("text-raw")), Qt::LeftButton);
    QCOMPARE(lines->blockCount(), 2);
    QVERIFY(lines->toPlainText().contains(QStringLiteral("{\"Statement\":[{\"Effect\":\"Deny\"")));
    // Leaving the text shows the previous content again.
    QVERIFY(window.select(QStringLiteral("terraform_data.user")));
    QVERIFY(!view->isVisible());
}

void TestWindowChanges::sameChangesAreReachedOneByOne() {
    QTemporaryDir folder;
    MainWindow window;
    open(window, folder);
    auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
    listByModule(window);
    const auto countOf = [&](NodeType type) {
        int count = 0;
        for (int row = 0; row < tree->model()->rowCount(); ++row)
            count += NodeType(tree->model()->index(row, 0).data(models::NodeTypeRole).toInt()) == type;
        return count;
    };
    QCOMPARE(countOf(NodeType::Same), 1);
    QCOMPARE(countOf(NodeType::Resource), 3);
    // Each of them is counted, can be selected, and is shown.
    QCOMPARE(window.result()->changes().resources().size(), std::size_t(7));
    QVERIFY(window.select(QStringLiteral("terraform_data.many[\"c\"]")));
    QCOMPARE(tree->currentIndex().data(models::AddressRole).toString(), QStringLiteral("terraform_data.many[\"c\"]"));
    QVERIFY(tree->isExpanded(tree->currentIndex().parent()));
    QVERIFY(tree->visualRect(tree->currentIndex()).isValid());
    window.findChild<QAction*>(QStringLiteral("group-identical"))->trigger();
    QCOMPARE(countOf(NodeType::Same), 0);
    QCOMPARE(countOf(NodeType::Resource), 7);
    QCOMPARE(tree->currentIndex().data(models::AddressRole).toString(), QStringLiteral("terraform_data.many[\"c\"]"));
}

void TestWindowChanges::unknownValuesNameTheirResource() {
    QTemporaryDir folder;
    MainWindow window;
    open(window, folder);
    auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
    QVERIFY(window.select(QStringLiteral("terraform_data.user")));
    const QModelIndex user = tree->currentIndex();
    tree->expand(user);
    QStringList names;
    for (int row = 0; row < tree->model()->rowCount(user); ++row)
        names.append(tree->model()->index(row, 0, user).data().toString());
    // Values without a reference are computed by the provider, and grouped in a row of their own.
    QCOMPARE(names, (QStringList{QStringLiteral("id"), QStringLiteral("input"),
                                 QStringLiteral("1 computed attribute: output")}));
    QCOMPARE(tree->model()->index(1, 3, user).data(models::BadgesRole).toStringList(),
             QStringList{QStringLiteral("from terraform_data.fresh.id")});
}

void TestWindowChanges::namesOfNestedAttributesAreWhole() {
    MainWindow window;
    createObject(window, "{ outer = { a_longer_name = { an_even_longer_name = 1 } } }");
    const auto& tree = *named<QTreeView>(window, "attributes");
    const QFontMetrics metrics(theme::monospaceFont());
    int deepest = 0;
    for (QModelIndex row = tree.model()->index(0, 0, tree.rootIndex()); row.isValid(); row = tree.indexBelow(row)) {
        const QString name = row.data().toString();
        QVERIFY2(tree.visualRect(row).width() >= metrics.horizontalAdvance(name),
                 qPrintable(QStringLiteral("%1: %2").arg(name).arg(tree.visualRect(row).width())));
        deepest += name == QStringLiteral("an_even_longer_name");
    }
    QCOMPARE(deepest, 1);
}

void TestWindowChanges::longNamesGetTheSpaceThatValuesDoNotNeed_data() {
    QTest::addColumn<int>("length"); // of the value
    QTest::addColumn<bool>("isWhole");
    QTest::newRow("short values") << 4 << true;
    QTest::newRow("values that need more than their share") << 400 << false;
}

void TestWindowChanges::longNamesGetTheSpaceThatValuesDoNotNeed() {
    QFETCH(int, length);
    QFETCH(bool, isWhole);
    const QByteArray name = "the_maximum_number_of_unavailable_instances_during_an_update";
    MainWindow window;
    createObject(window, "{ " + name + " = \"" + QByteArray(length, 'v') + "\" }");
    const auto& tree = *named<QTreeView>(window, "attributes");
    using Model = models::ChangeTreeModel;
    const QModelIndex row = tree.model()->index(0, 0, tree.model()->index(0, 0, tree.rootIndex()));
    QCOMPARE(row.data().toString(), QString::fromLatin1(name));
    const int needed = QFontMetrics(theme::monospaceFont()).horizontalAdvance(QString::fromLatin1(name));
    QVERIFY2((tree.visualRect(row).width() >= needed) == isWhole,
             qPrintable(QStringLiteral("%1 of %2").arg(tree.visualRect(row).width()).arg(needed)));
    // The values keep their space.
    QVERIFY(tree.columnWidth(Model::AfterColumn) >= 160);
    QVERIFY(isWhole || tree.columnWidth(Model::ChangeColumn) <= tree.width() / 3 + 1);
}

void TestWindowChanges::valuesGetTheSpaceOfAnEmptyColumn() {
    using Model = models::ChangeTreeModel;
    MainWindow updating;
    const QTemporaryDir folder;
    open(updating, folder);
    updating.select(QStringLiteral("terraform_data.user"));
    QCoreApplication::processEvents();
    const auto& updated = *named<QTreeView>(updating, "attributes");
    QVERIFY(std::abs(updated.columnWidth(Model::BeforeColumn) - updated.columnWidth(Model::AfterColumn)) <= 1);

    MainWindow creating;
    createObject(creating, "\"a value\"");
    const auto& created = *named<QTreeView>(creating, "attributes");
    const int after = created.columnWidth(Model::AfterColumn);
    QVERIFY2(created.columnWidth(Model::BeforeColumn) < 100 && after > created.viewport()->width() / 2,
             qPrintable(QString::number(after)));
    named<QAction>(creating, "unified")->trigger();
    QVERIFY(created.columnWidth(Model::BeforeColumn) > after); // both values are in this column
    named<QAction>(creating, "unified")->trigger();
    QCOMPARE(created.columnWidth(Model::AfterColumn), after);
}

void TestWindowChanges::notesLeaveTheSpaceToTheValues() {
    const QByteArray name(90, 'n');
    const QTemporaryDir folder;
    QVERIFY(write(folder.filePath(QStringLiteral("main.tf")),
                  "resource \"terraform_data\" \"" + name +
                      "\" {}\nresource \"terraform_data\" \"user\" {\n  input = terraform_data." + name +
                      ".id\n  triggers_replace = \"" + QByteArray(100, 'v') + "\"\n}\n"));
    MainWindow window;
    window.resize(1280, 800);
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    QVERIFY(window.select(QStringLiteral("terraform_data.user")));
    QCoreApplication::processEvents();
    const auto& tree = *named<QTreeView>(window, "attributes");
    using Model = models::ChangeTreeModel;
    QVERIFY2(tree.columnWidth(Model::NotesColumn) <= tree.width() / 4,
             qPrintable(QStringLiteral("%1 of %2").arg(tree.columnWidth(Model::NotesColumn)).arg(tree.width())));
    QVERIFY(tree.columnWidth(Model::AfterColumn) > tree.columnWidth(Model::NotesColumn));
    // The whole note is in the tooltip.
    QModelIndex row = tree.model()->index(0, 0, tree.rootIndex());
    while (row.isValid() && row.data().toString() != QStringLiteral("input"))
        row = tree.indexBelow(row);
    QVERIFY(
        row.siblingAtColumn(Model::NotesColumn).data(Qt::ToolTipRole).toString().contains(QString::fromLatin1(name)));
}

void TestWindowChanges::notesAreWholeIfThereIsSpace() {
    const QByteArray name(28, 'n');
    const QTemporaryDir folder;
    QVERIFY(write(folder.filePath(QStringLiteral("main.tf")),
                  "resource \"terraform_data\" \"" + name +
                      "\" {}\nresource \"terraform_data\" \"user\" {\n  input = terraform_data." + name + ".id\n}\n"));
    MainWindow window;
    window.resize(1440, 900);
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    QVERIFY(window.select(QStringLiteral("terraform_data.user")));
    QCoreApplication::processEvents();
    const auto& tree = *named<QTreeView>(window, "attributes");
    using Model = models::ChangeTreeModel;
    QVERIFY2(tree.columnWidth(Model::NotesColumn) >=
                 static_cast<const QAbstractItemView&>(tree).sizeHintForColumn(Model::NotesColumn),
             qPrintable(QString::number(tree.columnWidth(Model::NotesColumn))));
}

/// As on the command line.
void TestWindowChanges::firstPlanSelectsTheGivenAddress() {
    const QTemporaryDir folder;
    makeFolder(folder);
    MainWindow window;
    widgets::selectInFirstPlan(window, QStringLiteral("terraform_data.policy"));
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    const auto* list = named<QTreeView>(window, "changes");
    const auto selected = [&] { return list->currentIndex().data(models::AddressRole).toString(); };
    QTRY_COMPARE(selected(), QStringLiteral("terraform_data.policy"));
    QVERIFY(window.select(QStringLiteral("terraform_data.user")));
    QTest::mouseClick(named<QPushButton>(window, "plan"), Qt::LeftButton);
    QVERIFY(settle(window));
    QCoreApplication::processEvents();
    QCOMPARE(selected(), QStringLiteral("terraform_data.user")); // only the first plan
}

/// A list of one large section would look empty.
void TestWindowChanges::listOfManyChangesIsUnfolded() {
    const QTemporaryDir folder;
    QByteArrayList changes;
    for (int i = 0; i < 1200; ++i)
        changes.append(QByteArray(R"({"address":"x_host.h[@]","mode":"managed","type":"x_host","name":"h","index":@,)"
                                  R"("provider_name":"registry.opentofu.org/a/x",)"
                                  R"("change":{"actions":["delete"],"before":{"id":"@"},"after":null}})")
                           .replace('@', QByteArray::number(i)));
    QVERIFY(write(folder.filePath(QStringLiteral("plan.json")),
                  R"({"format_version":"1.2","terraform_version":"1.9.0","configuration":{},"resource_changes":[)" +
                      changes.join(',') + "]}"));
    MainWindow window;
    window.show();
    window.open(folder.filePath(QStringLiteral("plan.json")));
    QVERIFY(settle(window));
    const auto* list = window.findChild<QTreeView*>(QStringLiteral("changes"));
    const QModelIndex section = list->model()->index(1, 0); // after the finding that many objects are destroyed
    QCOMPARE(list->model()->rowCount(section), 1200);
    QVERIFY(list->isExpanded(section));
    // A finished plan has no options, and can be compared in the drawer.
    QVERIFY(!named<QToolButton>(window, "what-if")->isVisible());
}

void TestWindowChanges::destroyedObjectsCannotBeReplaced() {
    const QTemporaryDir folder;
    makeFolder(folder);
    QVERIFY(write(folder.filePath(QStringLiteral("main.tf")),
                  "resource \"terraform_data\" \"many\" {\n  for_each = toset([\"a\"])\n  input    = \"new\"\n}\n"));
    MainWindow window;
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    const auto* replace = window.findChild<QAction*>(QStringLiteral("replace"));
    for (const auto& [address, isPossible] : {std::pair("terraform_data.many[\"a\"]", true), // updated
                                              std::pair("terraform_data.policy", false)}) {  // destroyed
        QVERIFY(window.select(QString::fromLatin1(address)));
        QVERIFY2(replace->isEnabled() == isPossible, address);
    }
}

QTEST_MAIN(TestWindowChanges)
#include "tst_window_changes.moc"

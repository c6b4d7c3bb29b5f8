// SPDX-License-Identifier: MPL-2.0
#include "tests/ui/window/example_folder.h"
#include "ui/bars/filter_popup.h"
#include "ui/graph/graph_view.h"
#include "ui/models/search/fuzzy.h"
#include "ui/pages/shortcuts_page.h"
#include "ui/theme/theme.h"
#include "ui/window/command_palette.h"
#include "ui/window/main_window.h"

#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>
#include <QTreeWidget>

#include <algorithm>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

/// The command palette, its search, and the list of shortcuts.
class TestCommandPalette final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void matchesFuzzily_data();
    void matchesFuzzily();
    void sortsBestMatchesFirst();
    void paletteRunsActionsAndFindsResources();
    void longNamesAreWhole();
    void paletteSaysThatNothingMatches();
    void menusMarkWhatIsInEffect_data();
    void menusMarkWhatIsInEffect();
    void shortcutsPageListsAllActions();

private:
    QTemporaryDir m_settings;
};

void TestCommandPalette::initTestCase() {
    QCoreApplication::setOrganizationName(QStringLiteral("planlens-test"));
    QCoreApplication::setApplicationName(QStringLiteral("planlens-test"));
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.path());
    theme::apply(*qApp, theme::Scheme::Light);
}

void TestCommandPalette::init() {
    QSettings().clear();
}

void TestCommandPalette::matchesFuzzily_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<bool>("fits");
    QTest::newRow("first letters of words") << QStringLiteral("uall") << true;
    QTest::newRow("in any case") << QStringLiteral("UNF") << true;
    QTest::newRow("with a space") << QStringLiteral("un all") << true;
    QTest::newRow("in another order") << QStringLiteral("all unfold") << false;
    QTest::newRow("letters that are not there") << QStringLiteral("unfoldz") << false;
}

void TestCommandPalette::matchesFuzzily() {
    QFETCH(QString, typed);
    QFETCH(bool, fits);
    QCOMPARE(models::fuzzyScore(typed, QStringLiteral("Unfold all")).has_value(), fits);
}

void TestCommandPalette::sortsBestMatchesFirst() {
    const auto score = [](const char* typed, const char* text) {
        return *models::fuzzyScore(QString::fromLatin1(typed), QString::fromLatin1(text));
    };
    QVERIFY(score("fa", "Fold all") > score("fa", "Unfold all"));
    QVERIFY(score("db", "aws_db.main") > score("db", "aws_disk_a.bucket"));
    QVERIFY(score("replace", "Replace") > score("replace", "Do not replace"));
}

void TestCommandPalette::paletteRunsActionsAndFindsResources() {
    QTemporaryDir place;
    MainWindow window;
    window.show();
    window.openFolder(makeFolder(place, QStringLiteral("apple")));
    QVERIFY(settle(window));
    const auto open = [&]() -> widgets::CommandPalette* {
        press(window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        return window.findChild<widgets::CommandPalette*>(QStringLiteral("command-palette"));
    };
    QPointer<widgets::CommandPalette> palette = open();
    QVERIFY(palette);
    // The most useful commands come first, filters last.
    const auto* list = palette->findChild<QListWidget*>();
    QVERIFY(list->count() > 10);
    QCOMPARE(list->item(0)->text(), QStringLiteral("Plan now"));
    QVERIFY(list->item(1)->text().startsWith(QStringLiteral("Review & apply")));
    QCOMPARE(list->item(2)->text(), QStringLiteral("Find"));
    QCOMPARE(list->item(3)->text(), QStringLiteral("Filter"));
    const QVector<widgets::Command> commands = widgets::commandsOf(window);
    QCOMPARE(std::ranges::count_if(commands,
                                   [](const widgets::Command& command) {
                                       return command.text.contains(QStringLiteral("diagnostics"), Qt::CaseInsensitive);
                                   }),
             1);
    const auto isCount = [](const widgets::Command& command) { return command.text.front().isDigit(); };
    QVERIFY(isCount(commands.last()));
    QVERIFY(std::is_partitioned(commands.rbegin(), commands.rend(), isCount));
    QTest::keyClicks(palette->findChild<QLineEdit*>(), QStringLiteral("apple[1]"));
    QCOMPARE(palette->findChild<QListWidget*>()->currentItem()->text(), QStringLiteral("terraform_data.apple[1]"));
    QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
    QTRY_VERIFY(!palette);
    auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
    QTRY_COMPARE(tree->currentIndex().siblingAtColumn(0).data().toString(), QStringLiteral("terraform_data.apple[1]"));
    // Down moves in the list while the field keeps the focus; Escape closes the palette.
    palette = open();
    QVERIFY(palette);
    QTest::keyClicks(palette->findChild<QLineEdit*>(), QStringLiteral("fold all"));
    QCOMPARE(palette->findChild<QListWidget*>()->currentItem()->text(), QStringLiteral("Fold all"));
    QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Down);
    QCOMPARE(palette->findChild<QListWidget*>()->currentItem()->text(), QStringLiteral("Unfold all"));
    QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
    QTRY_VERIFY(!palette);
    QTRY_VERIFY(tree->isExpanded(tree->model()->index(0, 0)));
    palette = open();
    QVERIFY(palette);
    QTest::keyClick(palette, Qt::Key_Escape);
    QTRY_VERIFY(!palette);
}

void TestCommandPalette::longNamesAreWhole() {
    const QString key(80, u'k');
    QVector<widgets::Command> commands;
    for (const char* middle : {"blue", "green"})
        commands.append({QStringLiteral("module.m[\"%1%2%1\"]").arg(key.left(40), QLatin1String(middle)), {}, [] {}});
    QWidget window;
    window.resize(1280, 800);
    widgets::CommandPalette palette(commands, &window);
    palette.setAttribute(Qt::WA_DeleteOnClose, false);
    const auto* list = palette.findChild<QListWidget*>();
    palette.show();
    QTRY_VERIFY(list->viewport()->width() > list->fontMetrics().horizontalAdvance(commands[1].text));
    // So are those in the filter.
    widgets::FilterPopup popup(&window);
    models::ChangeFacts::Counts counts;
    for (const widgets::Command& command : commands)
        counts.modules.insert(command.text, 1);
    popup.setCounts(counts);
    window.show();
    popup.openBelow(window);
    auto* names = popup.findChild<QTreeWidget*>(QStringLiteral("filter-list"));
    QTRY_VERIFY(names->columnWidth(0) >
                names->fontMetrics().horizontalAdvance(commands[1].text) + 2 * names->indentation());
}

void TestCommandPalette::paletteSaysThatNothingMatches() {
    widgets::CommandPalette palette({{QStringLiteral("Plan now"), {}, [] {}}}, nullptr);
    QTest::keyClicks(palette.findChild<QLineEdit*>(), QStringLiteral("zzz"));
    const auto* list = palette.findChild<QListWidget*>();
    QCOMPARE(list->count(), 1);
    QCOMPARE(list->item(0)->text(), QStringLiteral("No matching command."));
    QTest::keyClick(palette.findChild<QLineEdit*>(), Qt::Key_Return); // runs nothing
    palette.findChild<QLineEdit*>()->setText(QStringLiteral("plan"));
    QCOMPARE(list->item(0)->text(), QStringLiteral("Plan now"));
}

void TestCommandPalette::menusMarkWhatIsInEffect_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("command");
    QTest::newRow("mode") << QStringLiteral("mode-normal") << QStringLiteral("mode-destroy");
    QTest::newRow("scope") << QStringLiteral("graph-everything") << QStringLiteral("graph-around");
    QTest::newRow("unchanged") << QString() << QStringLiteral("graph-unchanged");
}

void TestCommandPalette::menusMarkWhatIsInEffect() {
    QFETCH(QString, before);
    QFETCH(QString, command);
    QTemporaryDir place;
    MainWindow window;
    window.show();
    window.openFolder(makeFolder(place, QStringLiteral("apple")));
    QVERIFY(settle(window));
    QTRY_VERIFY(!window.graphView().isDrawing());
    auto* action = window.findChild<QAction*>(command);
    const auto* other = before.isEmpty() ? nullptr : window.findChild<QAction*>(before);
    QVERIFY(!action->isChecked() && (!other || other->isChecked()));
    action->trigger();
    QTRY_VERIFY(action->isChecked() && (!other || !other->isChecked()));
    const auto isInMenu = [action](const QAction* menu) { return menu->menu()->actions().contains(action); };
    QVERIFY(std::ranges::any_of(window.menuBar()->actions(), isInMenu));
}

void TestCommandPalette::shortcutsPageListsAllActions() {
    MainWindow window;
    window.show();
    press(window, Qt::Key_F1);
    const QPointer<widgets::ShortcutsPage> page =
        window.findChild<widgets::ShortcutsPage*>(QStringLiteral("shortcuts"));
    QVERIFY(page && page->isVisible());
    const auto* table = page->findChild<QTableWidget*>();
    QStringList keys;
    for (int row = 0; row < table->rowCount(); ++row) {
        QVERIFY(!table->item(row, 0)->text().isEmpty());
        keys.append(table->item(row, 1)->text());
    }
    for (const QAction* action : window.findChildren<QAction*>())
        if (!action->shortcut().isEmpty())
            QVERIFY2(keys.contains(action->shortcut().toString(QKeySequence::NativeText)), qPrintable(action->text()));
    const qsizetype plan = keys.indexOf(QKeySequence(Qt::CTRL | Qt::Key_R).toString(QKeySequence::NativeText));
    QVERIFY(plan >= 0);
    QCOMPARE(table->item(int(plan), 2)->text(), QStringLiteral("Plan"));
    QTest::keyClick(page, Qt::Key_Escape);
    QTRY_VERIFY(!page);
    press(window, Qt::Key_Question);
    QVERIFY(window.findChild<widgets::ShortcutsPage*>(QStringLiteral("shortcuts")));
}

QTEST_MAIN(TestCommandPalette)
#include "tst_command_palette.moc"

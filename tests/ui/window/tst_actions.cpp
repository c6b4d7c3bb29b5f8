// SPDX-License-Identifier: MPL-2.0
#include "tests/support/windows.h"
#include "ui/bars/verdict_bar.h"
#include "ui/basics/recent_folders.h"
#include "ui/models/search/fuzzy.h"
#include "ui/pages/shortcuts_page.h"
#include "ui/session/session_result.h"
#include "ui/theme/desktop_scheme.h"
#include "ui/theme/theme.h"
#include "ui/theme/tint.h"
#include "ui/window/command_palette.h"
#include "ui/window/main_window.h"
#include "ui/window/tabbed_window.h"
#include "ui/window/window_set.h"

#include <QAccessible>
#include <QApplication>
#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDir>
#include <QDropEvent>
#include <QFrame>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>
#include <QUrl>

#include <algorithm>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

Q_DECLARE_METATYPE(planlens::theme::Scheme)

namespace {

QString makeFolder(const QTemporaryDir& in, const QString& name) {
    QDir(in.path()).mkdir(name);
    write(in.filePath(name + QStringLiteral("/main.tf")),
          "resource \"terraform_data\" \"" + name.toLatin1() + "\" {\n  count = 2\n}\n");
    return in.filePath(name);
}

/// Sends a key to the active window.
void press(MainWindow& window, Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QTest::keyClick(&window, key, modifiers);
}

} // namespace

/// Responds like the settings portal of a desktop.
class FakePortal final : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")
public:
    uint colorScheme = 0, contrast = 0;

public Q_SLOTS:
    QDBusVariant Read(const QString& group, const QString& key) { // NOLINT: the portal's name
        if (group != QStringLiteral("org.freedesktop.appearance"))
            return {};
        return QDBusVariant(
            QVariant::fromValue(QDBusVariant(key == QStringLiteral("contrast") ? contrast : colorScheme)));
    }
};

class TestHabits final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void scoresWhatFits_data();
    void scoresWhatFits();
    void bestFitComesFirst();
    void paletteRunsActionsAndFindsResources();
    void shortcutsPageTellsKeysOfAllActions();
    void remembersRecentFolders();
    void takesDroppedFolders();
    void saysWhatIsDraggedOverIt();
    void opensAndRestoresSeveralWindows();
    void followsTheDesktop();
    void showsWhereTheFocusIs_data();
    void showsWhereTheFocusIs();
    void handlesStandOut_data() { showsWhereTheFocusIs_data(); }
    void handlesStandOut();
    void disabledButtonsLookDisabled_data() { showsWhereTheFocusIs_data(); }
    void disabledButtonsLookDisabled();
    void checkedButtonsKeepTheirOutline();
    void redrawsInOtherColours_data();
    void redrawsInOtherColours();
    void rowsOfTheTreeSayWhatHappens();

private:
    QTemporaryDir m_settings;
};

void TestHabits::initTestCase() {
    qRegisterMetaType<theme::Scheme>("planlens::theme::Scheme");
    QCoreApplication::setOrganizationName(QStringLiteral("planlens-test"));
    QCoreApplication::setApplicationName(QStringLiteral("planlens-test"));
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.path());
    theme::apply(*qApp, theme::Scheme::Light);
}

void TestHabits::init() {
    QSettings().clear();
}

void TestHabits::scoresWhatFits_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<bool>("fits");
    QTest::newRow("first letters of words") << QStringLiteral("uall") << true;
    QTest::newRow("in any case") << QStringLiteral("UNF") << true;
    QTest::newRow("with a space") << QStringLiteral("un all") << true;
    QTest::newRow("in another order") << QStringLiteral("all unfold") << false;
    QTest::newRow("letters that are not there") << QStringLiteral("unfoldz") << false;
}

void TestHabits::scoresWhatFits() {
    QFETCH(QString, typed);
    QFETCH(bool, fits);
    QCOMPARE(models::fuzzyScore(typed, QStringLiteral("Unfold all")).has_value(), fits);
}

void TestHabits::bestFitComesFirst() {
    const auto score = [](const char* typed, const char* text) {
        return *models::fuzzyScore(QString::fromLatin1(typed), QString::fromLatin1(text));
    };
    QVERIFY(score("fa", "Fold all") > score("fa", "Unfold all"));
    QVERIFY(score("db", "aws_db.main") > score("db", "aws_disk_a.bucket"));
    QVERIFY(score("replace", "Replace") > score("replace", "Do not replace"));
}

void TestHabits::paletteRunsActionsAndFindsResources() {
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
    QVERIFY(list->item(1)->text().startsWith(QStringLiteral("Approve")));
    QCOMPARE(list->item(2)->text(), QStringLiteral("Find"));
    QCOMPARE(list->item(3)->text(), QStringLiteral("Filter"));
    const QVector<widgets::Command> commands = widgets::commandsOf(window);
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

void TestHabits::shortcutsPageTellsKeysOfAllActions() {
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
    QVERIFY(keys.contains(QKeySequence(Qt::CTRL | Qt::Key_R).toString(QKeySequence::NativeText)));
    QTest::keyClick(page, Qt::Key_Escape);
    QTRY_VERIFY(!page);
    press(window, Qt::Key_Question);
    QVERIFY(window.findChild<widgets::ShortcutsPage*>(QStringLiteral("shortcuts")));
}

void TestHabits::remembersRecentFolders() {
    QTemporaryDir place;
    const QString first = makeFolder(place, QStringLiteral("one"));
    const QString second = makeFolder(place, QStringLiteral("two"));
    MainWindow window;
    window.show();
    window.openFolder(first);
    QVERIFY(settle(window));
    window.openFolder(second);
    QVERIFY(settle(window));
    QCOMPARE(widgets::recentFolders(), (QStringList{second, first}));
    QMenu* menu = window.findChild<QToolButton*>(QStringLiteral("recent"))->menu();
    Q_EMIT menu->aboutToShow();
    QCOMPARE(menu->actions().size(), 6); // three actions, a separator and two folders
    menu->actions()[5]->trigger();
    QVERIFY(settle(window));
    QCOMPARE(window.folder(), first);
    QVERIFY(QDir(second).removeRecursively());
    QCOMPARE(widgets::recentFolders(), QStringList{first});
}

void TestHabits::takesDroppedFolders() {
    QTemporaryDir place;
    const QString first = makeFolder(place, QStringLiteral("one"));
    const QString second = makeFolder(place, QStringLiteral("two"));
    MainWindow window;
    window.show();
    QSignalSpy others(&window, &MainWindow::windowRequested);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(first), QUrl::fromLocalFile(second)});
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction | Qt::LinkAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(50, 50), Qt::CopyAction | Qt::LinkAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &drop);
    QVERIFY(settle(window));
    QCOMPARE(window.folder(), first);
    QCOMPARE(others.size(), 1);
    QCOMPARE(others[0][0].toString(), second);
    QMimeData text;
    text.setText(QStringLiteral("no folder"));
    QDragEnterEvent other(QPoint(50, 50), Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &other);
    QVERIFY(!other.isAccepted());
}

void TestHabits::saysWhatIsDraggedOverIt() {
    QTemporaryDir place;
    MainWindow window;
    window.show();
    const auto* note = window.findChild<QWidget*>(QStringLiteral("drop-note"));
    const auto drag = [&](const QList<QUrl>& urls) {
        QMimeData data;
        data.setUrls(urls);
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &enter);
        QDragMoveEvent move(QPoint(60, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &move);
        return move.isAccepted();
    };
    const QUrl one = QUrl::fromLocalFile(makeFolder(place, QStringLiteral("one"))),
               two = QUrl::fromLocalFile(makeFolder(place, QStringLiteral("two")));
    const QUrl gone = QUrl::fromLocalFile(place.filePath(QStringLiteral("gone.json")));
    QVERIFY(drag({one}));
    QVERIFY(note->isVisible());
    QCOMPARE(note->size(), window.size());
    QCOMPARE(note->accessibleName(), QStringLiteral("Drop to open one"));
    QDragLeaveEvent leave;
    QApplication::sendEvent(&window, &leave);
    QVERIFY(!note->isVisible());
    QVERIFY(drag({one, gone, two}));
    QCOMPARE(note->accessibleName(), QStringLiteral("Drop to open one and 1 more"));
    QVERIFY(!drag({gone}));
    QVERIFY2(note->isVisible() && note->accessibleName().startsWith(QStringLiteral("gone.json cannot be opened")),
             qPrintable(note->accessibleName()));
    QVERIFY(!drag({QUrl(QStringLiteral("https://example.com/plan.json"))}));
    QVERIFY2(note->accessibleName().contains(QStringLiteral("not on this machine")),
             qPrintable(note->accessibleName()));
}

void TestHabits::showsWhereTheFocusIs_data() {
    QTest::addColumn<theme::Scheme>("scheme");
    QTest::newRow("light") << theme::Scheme::Light;
    QTest::newRow("dark") << theme::Scheme::Dark;
    QTest::newRow("high contrast") << theme::Scheme::HighContrast;
}

void TestHabits::showsWhereTheFocusIs() {
    QFETCH(theme::Scheme, scheme);
    theme::apply(*qApp, scheme);
    QTemporaryDir place;
    MainWindow window;
    window.resize(1280, 800);
    window.show();
    window.openFolder(makeFolder(place, QStringLiteral("apple")));
    QVERIFY(settle(window));
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QSet<QWidget*> seen;
    QStringList unseen;
    for (int step = 0; step < 100; ++step) {
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : &window, Qt::Key_Tab);
        QWidget* focused = QApplication::focusWidget();
        QVERIFY(focused);
        if (seen.contains(focused))
            break;
        seen.insert(focused);
        const QRect around =
            QRect(focused->mapTo(&window, QPoint()), focused->size()).adjusted(-2, -2, 2, 2) & window.rect();
        const QImage with = window.grab(around).toImage();
        focused->clearFocus();
        const QImage without = window.grab(around).toImage();
        focused->setFocus(Qt::TabFocusReason);
        int clear = 0; // pixels with the contrast that is required for a focus indicator
        for (int y = 0; y < with.height(); ++y)
            for (int x = 0; x < with.width(); ++x)
                clear += theme::contrast(with.pixelColor(x, y), without.pixelColor(x, y)) >= 3;
        if (clear <
            std::min(focused->width(), 160)) // shorter than one of its sides, or than a ring around one of its tabs
            unseen.append(QStringLiteral("%1 %2 “%3”: %4")
                              .arg(QString::fromLatin1(focused->metaObject()->className()), focused->objectName(),
                                   focused->accessibleName())
                              .arg(clear));
    }
    theme::apply(*qApp, theme::Scheme::Light);
    QVERIFY2(unseen.isEmpty(), qPrintable(unseen.join(u'\n')));
    QVERIFY2(seen.size() > 12, qPrintable(QString::number(seen.size())));
}

void TestHabits::handlesStandOut() {
    QFETCH(theme::Scheme, scheme);
    theme::apply(*qApp, scheme);
    for (const Qt::Orientation orientation : {Qt::Vertical, Qt::Horizontal}) {
        QScrollBar bar(orientation);
        bar.setRange(0, 100);
        bar.setPageStep(100);
        bar.resize(orientation == Qt::Vertical ? QSize(16, 400) : QSize(400, 16));
        const QImage shown = bar.grab().toImage();
        // Half of it is the handle, half the groove.
        const auto at = [&](int along) {
            return orientation == Qt::Vertical ? shown.pixelColor(8, along) : shown.pixelColor(along, 8);
        };
        const double apart = theme::contrast(at(120), at(300));
        QVERIFY2(apart >= 3, qPrintable(QStringLiteral("%1 on %2: %3").arg(at(120).name(), at(300).name()).arg(apart)));
    }
    theme::apply(*qApp, theme::Scheme::Light);
}

/// Their border differs, not only their text color.
void TestHabits::disabledButtonsLookDisabled() {
    QFETCH(theme::Scheme, scheme);
    theme::apply(*qApp, scheme);
    const auto mostOfARow = [&](bool isEnabled) { // pixels of the upper border
        QWidget window;
        QPushButton button(&window);
        button.setEnabled(isEnabled);
        window.resize(220, 50);
        button.setGeometry(10, 10, 200, 24);
        const QImage shown = window.grab().toImage();
        int most = 0;
        for (int y = 10; y < 14; ++y) {
            int clear = 0;
            for (int x = 20; x < 200; ++x)
                clear += theme::contrast(shown.pixelColor(x, y), theme::surfaces(scheme).window) >= 3;
            most = std::max(most, clear);
        }
        return most;
    };
    const int enabled = mostOfARow(true), disabled = mostOfARow(false);
    theme::apply(*qApp, theme::Scheme::Light);
    QCOMPARE(enabled, 180);
    QVERIFY2(disabled > 60 && disabled < 150, qPrintable(QString::number(disabled)));
}

void TestHabits::checkedButtonsKeepTheirOutline() {
    QWidget window;
    QToolButton button(&window);
    button.setProperty("flat", QStringLiteral("segment"));
    button.setCheckable(true);
    button.setChecked(true);
    button.setFocusPolicy(Qt::NoFocus);
    button.setGeometry(40, 40, 120, 32);
    window.resize(220, 120);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const auto outline = [&] { return button.grab().toImage().pixelColor(button.width() / 2, 0).name(); };
    QTest::mouseMove(&window, QPoint(2, 2));
    QCOMPARE(outline(), theme::surfaces(theme::Scheme::Light).accent.name());
    QTest::mouseMove(&button, button.rect().center());
    QTRY_VERIFY(button.underMouse());
    QCOMPARE(outline(), theme::surfaces(theme::Scheme::Light).accent.name());
}

void TestHabits::opensAndRestoresSeveralWindows() {
    QTemporaryDir place;
    const QString first = makeFolder(place, QStringLiteral("one"));
    const QString second = makeFolder(place, QStringLiteral("two"));
    {
        widgets::WindowSet windows;
        QVERIFY(!windows.restore());
        MainWindow& window = *windows.add().current();
        window.window()->show();
        window.openFolder(first);
        QVERIFY(settle(window));
        press(window, Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(windows.windows().size(), std::size_t(2));
        MainWindow& other = *windows.pages()[1];
        QVERIFY(other.isVisible() && other.folder().isEmpty());
        other.openFolder(second);
        QVERIFY(settle(other));
        // Quitting closes both windows, and the next start opens both.
        press(window, Qt::Key_Q, Qt::ControlModifier);
        QTRY_VERIFY(windows.windows().empty());
    }
    {
        widgets::WindowSet windows;
        QVERIFY(windows.restore());
        QCOMPARE(windows.windows().size(), std::size_t(2));
        QCOMPARE(windows.pages()[0]->folder(), first);
        QCOMPARE(windows.pages()[1]->folder(), second);
        QVERIFY(settle(*windows.pages()[1]));
        QTRY_VERIFY(!windows.pages()[0]->isBusy());
        // A window that was closed before quitting is not opened again.
        windows.pages()[0]->close();
        QTRY_COMPARE(windows.windows().size(), std::size_t(1));
    }
    widgets::WindowSet windows;
    QVERIFY(windows.restore());
    QCOMPARE(windows.windows().size(), std::size_t(1));
    QCOMPARE(windows.pages()[0]->folder(), second);
    QVERIFY(settle(*windows.pages()[0]));
}

void TestHabits::followsTheDesktop() {
    const QString daemon = QStandardPaths::findExecutable(QStringLiteral("dbus-daemon"));
    if (daemon.isEmpty())
        QSKIP("dbus-daemon is not installed");
    QProcess bus;
    bus.start(daemon, {QStringLiteral("--session"), QStringLiteral("--nofork"), QStringLiteral("--print-address")});
    QVERIFY(bus.waitForReadyRead(10000));
    const QString address = QString::fromLocal8Bit(bus.readLine()).trimmed();
    {
        QDBusConnection desktop = QDBusConnection::connectToBus(address, QStringLiteral("desktop"));
        QVERIFY(desktop.registerService(QStringLiteral("org.freedesktop.portal.Desktop")));
        FakePortal portal;
        portal.colorScheme = 1;
        QVERIFY(desktop.registerObject(QStringLiteral("/org/freedesktop/portal/desktop"), &portal,
                                       QDBusConnection::ExportAllSlots));
        theme::DesktopScheme scheme(QDBusConnection::connectToBus(address, QStringLiteral("application")),
                                    theme::Scheme::Light);
        QCOMPARE(scheme.scheme(), theme::Scheme::Light);
        QTRY_COMPARE(scheme.scheme(), theme::Scheme::Dark); // the scheme when the program started
        QSignalSpy changed(&scheme, &theme::DesktopScheme::changed);
        const auto tell = [&](const char* group, const char* key, uint value) {
            QDBusMessage message = QDBusMessage::createSignal(QStringLiteral("/org/freedesktop/portal/desktop"),
                                                              QStringLiteral("org.freedesktop.portal.Settings"),
                                                              QStringLiteral("SettingChanged"));
            message << QString::fromLatin1(group) << QString::fromLatin1(key)
                    << QVariant::fromValue(QDBusVariant(value));
            QVERIFY(desktop.send(message));
            // A blocking call, so that the signals have been sent.
            QVERIFY(desktop.interface()->isServiceRegistered(QStringLiteral("org.freedesktop.portal.Desktop")));
        };
        tell("org.freedesktop.appearance", "color-scheme", 2);
        QTRY_COMPARE(scheme.scheme(), theme::Scheme::Light);
        tell("org.freedesktop.appearance", "contrast", 1);
        QTRY_COMPARE(scheme.scheme(), theme::Scheme::HighContrast);
        tell("org.gnome.desktop.interface", "contrast", 0); // another setting of the same name
        tell("org.freedesktop.appearance", "contrast", 0);
        tell("org.freedesktop.appearance", "color-scheme", 0);
        QTRY_COMPARE(changed.size(), 3); // "no preference" is the same light scheme
        QCOMPARE(scheme.scheme(), theme::Scheme::Light);
    }
    QDBusConnection::disconnectFromBus(QStringLiteral("application"));
    QDBusConnection::disconnectFromBus(QStringLiteral("desktop"));
    bus.kill();
    bus.waitForFinished();
}

void TestHabits::redrawsInOtherColours_data() {
    QTest::addColumn<theme::Scheme>("scheme");
    QTest::newRow("dark") << theme::Scheme::Dark;
    QTest::newRow("high contrast") << theme::Scheme::HighContrast;
}

void TestHabits::redrawsInOtherColours() {
    QFETCH(theme::Scheme, scheme);
    QTemporaryDir place;
    MainWindow window;
    QWidget stripe(&window);
    theme::setTint(stripe, theme::Tint::WarningGround);
    window.setAttribute(Qt::WA_ShowWithoutActivating); // the focus is visible, and only one of two windows can have it
    window.resize(1200, 800);
    window.show();
    window.openFolder(makeFolder(place, QStringLiteral("apple")));
    QVERIFY(settle(window));
    QVERIFY(window.select(QStringLiteral("terraform_data.apple[0]")));
    theme::apply(*qApp, scheme);
    QTest::qWait(50);
    QCOMPARE(QColor(stripe.grab().toImage().pixel(1, 1)), theme::surfaces(scheme).beforeTint);
    auto* line = window.findChild<QFrame*>(QStringLiteral("line"));
    QCOMPARE(QColor(line->grab().toImage().pixel(0, line->height() / 2)), theme::surfaces(scheme).border);
    const QImage switched = window.grab().toImage();
    MainWindow fresh;
    fresh.setAttribute(Qt::WA_ShowWithoutActivating);
    fresh.resize(1200, 800);
    fresh.show();
    fresh.openFolder(window.folder());
    QVERIFY(settle(fresh));
    QVERIFY(fresh.select(QStringLiteral("terraform_data.apple[0]")));
    QTest::qWait(50);
    const QImage made = fresh.grab().toImage();
    theme::apply(*qApp, theme::Scheme::Light);
    QCOMPARE(switched.size(), made.size());
    // The status line contains times. Everything above it looks as if created with these colors.
    int differing = 0;
    for (int y = 0; y < made.height() - 48; ++y)
        for (int x = 0; x < made.width(); ++x)
            differing += std::abs(qGray(switched.pixel(x, y)) - qGray(made.pixel(x, y))) > 64;
    QVERIFY2(differing < 600, qPrintable(QString::number(differing)));
}

void TestHabits::rowsOfTheTreeSayWhatHappens() {
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

QTEST_MAIN(TestHabits)
#include "tst_actions.moc"

// SPDX-License-Identifier: MPL-2.0
#include "tests/ui/window/example_folder.h"
#include "ui/basics/recent_folders.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/tabbed_window.h"
#include "ui/window/window_set.h"

#include <QApplication>
#include <QDir>
#include <QDropEvent>
#include <QListWidget>
#include <QMenu>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUrl>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

/// Folders: recent ones, dropped ones, and those of several windows.
class TestOpenFolders final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void remembersRecentFolders();
    void namesFoldersOfResults();
    void opensDroppedFolders();
    void namesDraggedFiles();
    void opensAndRestoresSeveralWindows();

private:
    QTemporaryDir m_settings;
};

void TestOpenFolders::initTestCase() {
    QCoreApplication::setOrganizationName(QStringLiteral("planlens-test"));
    QCoreApplication::setApplicationName(QStringLiteral("planlens-test"));
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.path());
    theme::apply(*qApp, theme::Scheme::Light);
}

void TestOpenFolders::init() {
    QSettings().clear();
}

void TestOpenFolders::remembersRecentFolders() {
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

void TestOpenFolders::namesFoldersOfResults() {
    QTemporaryDir place;
    const QString project = makeFolder(place, QStringLiteral("one")), results = place.filePath(QStringLiteral("r&d"));
    QVERIFY(QDir(results).mkpath(QStringLiteral("live-prod")));
    QVERIFY(write(results + QStringLiteral("/live-prod/result.json"), "{}"));
    widgets::addRecentFolder(project);
    widgets::addRecentFolder(results);
    MainWindow window;
    const auto last = [](const QMenu& menu, int fromEnd) {
        return menu.actions()[menu.actions().size() - fromEnd]->text();
    };
    QMenu* menu = window.findChild<QToolButton*>(QStringLiteral("recent"))->menu();
    Q_EMIT menu->aboutToShow();
    QVERIFY2(last(*menu, 2).endsWith(QStringLiteral("r&&d  –  results of projects")), qPrintable(last(*menu, 2)));
    QVERIFY2(last(*menu, 1).endsWith(QStringLiteral("/one")), qPrintable(last(*menu, 1)));
    for (QMenu* submenu : window.findChildren<QMenu*>())
        if (submenu->title() == QStringLiteral("Open recent")) {
            Q_EMIT submenu->aboutToShow();
            QVERIFY2(last(*submenu, 2).endsWith(QStringLiteral("results of projects")), qPrintable(last(*submenu, 2)));
        }
    const auto* folders = window.findChild<QListWidget*>(QStringLiteral("start-folders"));
    QCOMPARE(folders->item(0)->data(Qt::AccessibleTextRole).toString(),
             QString(results + QStringLiteral(", results of projects")));
}

void TestOpenFolders::opensDroppedFolders() {
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

void TestOpenFolders::namesDraggedFiles() {
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

void TestOpenFolders::opensAndRestoresSeveralWindows() {
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

QTEST_MAIN(TestOpenFolders)
#include "tst_open_folders.moc"

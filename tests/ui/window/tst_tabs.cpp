// SPDX-License-Identifier: MPL-2.0
#include "core/plans/changes.h"
#include "tests/support/scoped_environment.h"
#include "tests/support/windows.h"
#include "ui/graph/graph_view.h"
#include "ui/graph/motion.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/command_palette.h"
#include "ui/window/main_window.h"
#include "ui/window/tab_mark.h"
#include "ui/window/tabbed_window.h"
#include "ui/window/window_set.h"

#include <QApplication>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;
using widgets::TabbedWindow;

namespace {

/// Makes a folder whose plan creates this many objects.
QString makeFolder(const QTemporaryDir& in, const QString& name, int objects = 1) {
    QDir(in.path()).mkpath(name);
    const QString folder = in.filePath(name);
    return write(folder + QStringLiteral("/main.tf"),
                 QByteArray("resource \"terraform_data\" \"a\" {\n  count = ") + QByteArray::number(objects) + "\n}\n")
               ? folder
               : QString();
}

constexpr const char* waiting = "resource \"terraform_data\" \"a\" {\n  provisioner \"local-exec\" {\n    command = "
                                "\"while [ ! -e go ]; do sleep 0.05; done\"\n  }\n}\n";

void press(QWidget& widget, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QApplication::setActiveWindow(widget.window());
    QTest::keyClick(&widget, key, modifiers);
}

bool isSettled(MainWindow& page) {
    return !page.isBusy() && page.result() && page.result()->request.folder == page.folder() &&
           !page.graphView().isDrawing();
}

} // namespace

/// Several folders in one window.
class TestTabs final : public QObject {
    Q_OBJECT

    QTemporaryDir m_settings;
    const ScopedEnvironment m_environment{"XDG_STATE_HOME", m_settings.filePath(QStringLiteral("state")).toLocal8Bit()};

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("planlens-test"));
        QCoreApplication::setApplicationName(QStringLiteral("planlens-tabs"));
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.path());
        theme::apply(*qApp, theme::Scheme::Light);
    }
    void init() { QSettings().clear(); }

    void keysMakeSwitchAndCloseTabs() {
        QPointer<TabbedWindow> window = new TabbedWindow;
        MainWindow& first = window->addPage();
        window->show();
        QVERIFY(QTest::qWaitForWindowActive(window));
        QVERIFY(!window->tabBar()->isVisible()); // a single folder has no tab
        press(first, Qt::Key_T, Qt::ControlModifier);
        QCOMPARE(window->count(), 2);
        QVERIFY(window->tabBar()->isVisible());
        MainWindow* const second = window->current();
        QVERIFY(second != &first && second->isVisible() && !first.isVisible());
        press(*second, Qt::Key_PageDown, Qt::ControlModifier); // wraps around
        QCOMPARE(window->current(), &first);
        press(first, Qt::Key_PageUp, Qt::ControlModifier);
        QCOMPARE(window->current(), second);
        // They are also found by name.
        const QVector<widgets::Command> commands = widgets::commandsOf(*second);
        for (const char* name : {"New tab", "Close tab", "Next tab", "Previous tab", "Close window", "Open folder"})
            QVERIFY2(std::any_of(
                         commands.begin(), commands.end(),
                         [&](const widgets::Command& command) { return command.text.startsWith(QLatin1String(name)); }),
                     name);
        press(*second, Qt::Key_W, Qt::ControlModifier);
        QTRY_COMPARE(window->count(), 1);
        QCOMPARE(window->current(), &first);
        press(first, Qt::Key_W, Qt::ControlModifier);
        QTRY_VERIFY(!window); // the window closes with its last tab
    }

    void eachTabHasASessionOfItsOwn() {
        QTemporaryDir place;
        TabbedWindow window;
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.addPage();
        window.show();
        window.open(makeFolder(place, QStringLiteral("one"), 2));
        window.open(makeFolder(place, QStringLiteral("two"), 3));
        QCOMPARE(window.count(), 2); // the empty tab was reused
        MainWindow &one = *window.pages()[0], &two = *window.pages()[1];
        QCOMPARE(window.current(), &two);
        QTRY_VERIFY_WITH_TIMEOUT(isSettled(one) && isSettled(two), 20000);
        QCOMPARE(one.result()->changes().resources().size(), std::size_t(2));
        QCOMPARE(two.result()->changes().resources().size(), std::size_t(3));
        QCOMPARE(window.windowTitle(), QStringLiteral("two – Planlens"));
        QVERIFY(window.tabText(0).startsWith(QStringLiteral("one")) &&
                window.tabText(1).startsWith(QStringLiteral("two")));
        // A key only affects the visible tab.
        const auto oneBefore = one.result(), twoBefore = two.result();
        press(two, Qt::Key_R, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(isSettled(two) && two.result() != twoBefore, 20000);
        QCOMPARE(one.result(), oneBefore);
        QVERIFY(!one.isBusy());
        // A hidden graph is not animated.
        QCOMPARE(graph::motionDuration(one.graphView()), 0);
    }

    void tabsShowTheirStatus() {
        QTemporaryDir place;
        TabbedWindow window;
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        MainWindow& page = window.addPage();
        window.show();
        const QString folder = makeFolder(place, QStringLiteral("net & more"), 2);
        window.open(folder);
        QCOMPARE(page.mark().words, QStringLiteral("planning"));
        QVERIFY(window.tabText(0).contains(QStringLiteral("net && more   …")));
        QTRY_VERIFY_WITH_TIMEOUT(isSettled(page), 20000);
        QCOMPARE(window.tabText(0), QString(QStringLiteral("net && more   ") + theme::glyph(theme::ActionKind::Create) +
                                            QStringLiteral(" 2")));
        QVERIFY(window.tabToolTip(0).contains(folder));
        QVERIFY(window.tabBar()->accessibleTabName(0).startsWith(QStringLiteral("net & more, ")));

        page.approve();
        QVERIFY(page.reviewPage());
        QCOMPARE(page.mark().words, QStringLiteral("awaiting approval"));
        QVERIFY(window.tabText(0).endsWith(u'?'));
        QStringList seen; // marks
        connect(&page, &MainWindow::markChanged, &window, [&] { seen.append(window.tabText(0).right(1)); });
        QTest::mouseClick(page.reviewPage()->findChild<QPushButton*>(QStringLiteral("apply")), Qt::LeftButton);
        QTRY_VERIFY(!window.tabText(0).endsWith(u'?')); // the files are compared first
        QVERIFY(seen.contains(QStringLiteral("▶")));
        QTRY_COMPARE_WITH_TIMEOUT(page.mark().words, QStringLiteral("applied"), 30000);
        QVERIFY(window.tabText(0).endsWith(QStringLiteral("✓")));
        press(page, Qt::Key_R, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(page.mark().words, QStringLiteral("nothing changes"), 30000);
        QVERIFY(window.tabText(0).endsWith(QStringLiteral("✓")));

        // Fewer objects than exist: one is destroyed.
        QVERIFY(write(folder + QStringLiteral("/main.tf"), "resource \"terraform_data\" \"a\" {\n  count = 1\n}\n"));
        press(page, Qt::Key_R, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(
            window.tabText(0).endsWith(theme::glyph(theme::ActionKind::Delete) + QStringLiteral(" 1")), 20000);
        QVERIFY(write(folder + QStringLiteral("/main.tf"), "resource \"terraform_data\" {\n"));
        press(page, Qt::Key_R, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(window.tabText(0).endsWith(QStringLiteral("✗")), 20000);
        QVERIFY(write(folder + QStringLiteral("/main.tf"), "variable \"x\" {}\n"));
        press(page, Qt::Key_R, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(page.mark().words, QStringLiteral("variables have no value"), 20000);
        window.open(folder); // already open
        QCOMPARE(window.count(), 1);
        const QString untrusted = makeFolder(place, QStringLiteral("untrusted"));
        QVERIFY(write(untrusted + QStringLiteral("/main.tf"), waiting));
        window.open(untrusted);
        QTRY_VERIFY_WITH_TIMEOUT(window.count() == 2 && isSettled(*window.current()), 20000);
        QCOMPARE(window.current()->mark().words, QStringLiteral("not trusted yet"));
    }

    void anApplyIsNotLostWithItsWindow() {
        QTemporaryDir place;
        const QString folder = makeFolder(place, QStringLiteral("busy"));
        QVERIFY(write(folder + QStringLiteral("/main.tf"), waiting));
        TabbedWindow window;
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        MainWindow& busy = window.addPage();
        window.show();
        window.open(folder, session::Trust::Given);
        QTRY_VERIFY_WITH_TIMEOUT(isSettled(busy), 20000);
        busy.approve();
        QTest::mouseClick(busy.reviewPage()->findChild<QPushButton*>(QStringLiteral("apply")), Qt::LeftButton);
        QTRY_VERIFY(busy.isBusy());
        window.open(makeFolder(place, QStringLiteral("idle")));
        QPointer<MainWindow> idle = window.current();
        QTRY_VERIFY_WITH_TIMEOUT(isSettled(*idle), 20000);
        // Closing the window shows the running tab, and keeps everything open until it is done.
        window.close();
        QVERIFY(window.isVisible());
        QCOMPARE(window.current(), &busy);
        QVERIFY(busy.isClosing() && idle);
        QSignalSpy settled(&busy, &MainWindow::settled);
        QVERIFY(write(folder + QStringLiteral("/go"), ""));
        QVERIFY(settled.wait(30000));
        QVERIFY(window.isVisible() && idle); // the result is shown first
        QVERIFY(QFile::exists(folder + QStringLiteral("/terraform.tfstate")));
        // Closing only the tab keeps the other one.
        QTest::mouseClick(window.tabBar()->tabButton(0, QTabBar::RightSide)
                              ? window.tabBar()->tabButton(0, QTabBar::RightSide)
                              : window.tabBar()->tabButton(0, QTabBar::LeftSide),
                          Qt::LeftButton);
        QTRY_COMPARE(window.count(), 1);
        QVERIFY(window.isVisible());
        window.close();
        QVERIFY(!window.isVisible());
    }

    void droppingOnAUsedTabOpensAnother() {
        QTemporaryDir place;
        TabbedWindow window;
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        MainWindow& first = window.addPage();
        window.show();
        const auto drop = [](MainWindow& on, const QStringList& paths) {
            QMimeData data;
            QList<QUrl> urls;
            for (const QString& path : paths)
                urls.append(QUrl::fromLocalFile(path));
            data.setUrls(urls);
            QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction | Qt::LinkAction, &data, Qt::LeftButton,
                                  Qt::NoModifier);
            QApplication::sendEvent(&on, &enter);
            QDropEvent event(QPointF(50, 50), Qt::CopyAction | Qt::LinkAction, &data, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(&on, &event);
            return event.isAccepted();
        };
        const QString one = makeFolder(place, QStringLiteral("one")), two = makeFolder(place, QStringLiteral("two"));
        QVERIFY(drop(first, {one, two}));
        QCOMPARE(window.paths(), (QStringList{one, two}));
        QTRY_VERIFY_WITH_TIMEOUT(isSettled(first), 20000);
        const auto before = first.result();
        const QString plan = casePlan(QStringLiteral("actions-deposed"));
        window.setCurrentWidget(&first);
        QVERIFY(drop(first, {plan}));
        QCOMPARE(window.paths(), (QStringList{one, QDir::cleanPath(plan), two})); // next to the tab it was dropped on
        QTRY_VERIFY_WITH_TIMEOUT(window.current()->result() && window.current()->result()->finished, 20000);
        QCOMPARE(first.result(), before);
        QVERIFY(drop(first, {plan})); // it is open
        QCOMPARE(window.paths(), (QStringList{one, QDir::cleanPath(plan), two}));
        QCOMPARE(window.current()->path(), QDir::cleanPath(plan));
    }

    void tabsAreMovedByTheMouseAndRemembered() {
        QTemporaryDir place;
        const QString one = makeFolder(place, QStringLiteral("one")), two = makeFolder(place, QStringLiteral("two")),
                      three = makeFolder(place, QStringLiteral("three"));
        {
            widgets::WindowSet windows;
            TabbedWindow& window = windows.add();
            window.show();
            for (const QString& folder : {one, two, three})
                window.open(folder);
            QTRY_VERIFY_WITH_TIMEOUT(isSettled(*window.current()), 20000);
            QTabBar& bar = *window.tabBar();
            const QPoint from = bar.tabRect(0).center(),
                         to = bar.tabRect(1).center() + QPoint(bar.tabRect(1).width() / 2 - 2, 0);
            QTest::mousePress(&bar, Qt::LeftButton, {}, from);
            for (int part = 1; part <= 4; ++part)
                QTest::mouseMove(&bar, from + (to - from) * part / 4);
            QTest::mouseRelease(&bar, Qt::LeftButton, {}, to);
            QTRY_COMPARE(window.paths(), (QStringList{two, one, three}));
            window.setCurrentIndex(1);
            for (const MainWindow* page : windows.pages())
                QTRY_VERIFY_WITH_TIMEOUT(!page->isBusy(), 20000);
            press(*window.current(), Qt::Key_Q, Qt::ControlModifier);
            QTRY_VERIFY(windows.windows().empty());
        }
        widgets::WindowSet windows;
        QVERIFY(windows.restore());
        QCOMPARE(windows.windows().size(), std::size_t(1));
        TabbedWindow& window = *windows.windows().front();
        QCOMPARE(window.paths(), (QStringList{two, one, three}));
        QCOMPARE(window.current()->folder(), one);
        QTRY_VERIFY_WITH_TIMEOUT(isSettled(*window.current()), 20000);
        // The others wait until they are shown.
        MainWindow& third = *window.pages()[2];
        QVERIFY(!third.result() && !third.isBusy() && third.folder().isEmpty());
        QVERIFY(window.tabText(2).startsWith(QStringLiteral("three")));
        press(*window.current(), Qt::Key_PageDown, Qt::ControlModifier);
        QCOMPARE(window.current(), &third);
        QTRY_VERIFY_WITH_TIMEOUT(isSettled(third), 20000);
        // Tabs that are closed one by one are not restored, except for the last one, which closes with the window.
        press(third, Qt::Key_W, Qt::ControlModifier);
        QTRY_COMPARE(window.count(), 2);
        press(*window.current(), Qt::Key_W, Qt::ControlModifier);
        QTRY_COMPARE(window.count(), 1);
        const QString last = window.current()->path();
        QTRY_VERIFY_WITH_TIMEOUT(!window.current()->isBusy(), 20000);
        press(*window.current(), Qt::Key_W, Qt::ControlModifier);
        QTRY_VERIFY(windows.windows().empty());
        widgets::WindowSet again;
        QVERIFY(again.restore());
        QCOMPARE(again.windows().front()->paths(), QStringList{last.isEmpty() ? two : last});
    }
};

QTEST_MAIN(TestTabs)
#include "tst_tabs.moc"

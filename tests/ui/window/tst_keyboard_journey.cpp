// SPDX-License-Identifier: MPL-2.0
#include "core/plans/changes.h"
#include "tests/support/windows.h"
#include "ui/bars/search_field.h"
#include "ui/controls/change_list.h"
#include "ui/graph/graph_view.h"
#include "ui/models/roles.h"
#include "ui/pages/apply/apply_page.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/session_result.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QJsonArray>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

/// From the plan to the result of the apply, with keys that are sent to the focused widget.
class TestKeyboardJourney final : public QObject {
    Q_OBJECT

    static void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QVERIFY2(QApplication::focusWidget(), "nothing has the focus");
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    }
    static void type(const QString& text) {
        QVERIFY2(QApplication::focusWidget(), "nothing has the focus");
        QTest::keyClicks(QApplication::focusWidget(), text);
    }
    /// Returns the names of the regions in the order of the focus.
    static QStringList regions(const MainWindow& window, Qt::KeyboardModifiers modifiers, int count) {
        QStringList names;
        for (int i = 0; i < count; ++i) {
            press(Qt::Key_F6, modifiers);
            const QWidget* const focused = QApplication::focusWidget();
            const QWidget* const graph = &window.graphView();
            names.append(qobject_cast<const widgets::ChangeList*>(focused)               ? QStringLiteral("list")
                         : focused == graph || (focused && graph->isAncestorOf(focused)) ? QStringLiteral("graph")
                         : focused                                                       ? focused->objectName()
                                                                                         : QString());
        }
        return names;
    }

private Q_SLOTS:
    void reviewsAndAppliesWithoutAMouse() {
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")),
                      "resource \"terraform_data\" \"one\" {\n  input = 1\n}\n"
                      "resource \"terraform_data\" \"two\" {\n  input = terraform_data.one.output\n}\n"));
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.openFolder(folder.path(), session::Trust::Given);
        QVERIFY(settle(window));

        // To the first change, to the other regions and back.
        press(Qt::Key_F7);
        QVERIFY(window.select(QStringLiteral("terraform_data.one")));
        press(Qt::Key_F6);
        QCOMPARE(regions(window, {}, 3).size(), 3);
        while (!qobject_cast<widgets::ChangeList*>(QApplication::focusWidget()))
            press(Qt::Key_F6);
        const QStringList forth = regions(window, {}, 3);
        QCOMPARE(forth.last(), QStringLiteral("list"));
        QCOMPARE(forth[1], QStringLiteral("graph"));
        const QStringList back = regions(window, Qt::ShiftModifier, 3);
        QCOMPARE(back, (QStringList{forth[1], forth[0], forth[2]}));

        // What-if: exclude a change, and undo that.
        press(Qt::Key_F7);
        press(Qt::Key_X, Qt::AltModifier);
        QVERIFY(settle(window));
        const std::size_t excluded = window.result()->changes().resources().size();
        press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(settle(window));
        QVERIFY(window.result()->changes().resources().size() > excluded);

        // Review and apply; nothing is destroyed, so Enter on the button is enough.
        press(Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(window.reviewPage());
        QCOMPARE(QApplication::focusWidget()->objectName(), QStringLiteral("keep"));
        press(Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget()->objectName(), QStringLiteral("apply"));
        press(Qt::Key_Return);
        QVERIFY(settle(window));
        QCOMPARE(stateIn(folder.path())[QStringLiteral("resources")].toArray().size(), 2);
        QVERIFY(window.findChild<widgets::ApplyPage*>()->isVisible());

        // One object is removed: the typed word and Enter apply.
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")),
                      "resource \"terraform_data\" \"one\" {\n  input = 1\n}\n"));
        press(Qt::Key_R, Qt::ControlModifier);
        QVERIFY(settle(window));
        press(Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(window.reviewPage());
        QCOMPARE(QApplication::focusWidget()->objectName(), QStringLiteral("word"));
        press(Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget()->objectName(), QStringLiteral("keep"));
        press(Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(QApplication::focusWidget()->objectName(), QStringLiteral("word"));
        press(Qt::Key_Escape);
        QVERIFY(!window.reviewPage());
        press(Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(window.reviewPage());
        type(window.reviewPage()->word());
        press(Qt::Key_Return);
        QVERIFY(settle(window));
        QCOMPARE(stateIn(folder.path())[QStringLiteral("resources")].toArray().size(), 1);
    }

    void startsInTheList() {
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" \"one\" {}\n"));
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.openFolder(folder.path(), session::Trust::Given);
        QVERIFY(settle(window));
        const auto* list = qobject_cast<widgets::ChangeList*>(QApplication::focusWidget());
        QVERIFY(list);
        QVERIFY(!list->selectionModel()->hasSelection()); // the overview is seen first
        type(QStringLiteral("one"));
        QCOMPARE(list->currentIndex().data(models::AddressRole).toString(), QStringLiteral("terraform_data.one"));
        QVERIFY(list->selectionModel()->hasSelection());
    }

    void trustsWithReturn() {
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")),
                      "resource \"terraform_data\" \"one\" {\n  provisioner \"local-exec\" {\n    command = "
                      "\"true\"\n  }\n}\n"));
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        QCOMPARE(QApplication::focusWidget()->objectName(), QStringLiteral("message-action"));
        press(Qt::Key_Return);
        QVERIFY(settle(window));
        QVERIFY(window.result()->plan);
    }

    void tabFollowsTheEye() {
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" \"one\" {}\n"));
        MainWindow window;
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.openFolder(folder.path(), session::Trust::Given);
        QVERIFY(settle(window));
        for (const bool isSelected : {false, true}) {
            if (isSelected)
                QVERIFY(window.select(QStringLiteral("terraform_data.one")));
            QWidget* const first = window.findChild<widgets::SearchField*>();
            first->setFocus();
            QVector<const QWidget*> order;
            do {
                order.append(QApplication::focusWidget());
                press(Qt::Key_Tab);
            } while (QApplication::focusWidget() != first && order.size() < 100);
            QCOMPARE(QApplication::focusWidget(), first); // Tab is never trapped
            QList<qsizetype> places{order.indexOf(window.findChild<widgets::ChangeList*>())};
            if (isSelected)
                places += {order.indexOf(named<QCheckBox>(window, "change-reviewed")),
                           order.indexOf(named<QTreeView>(window, "attributes"))};
            places += {order.indexOf(named<QTextBrowser>(window, "why")),
                       order.indexOf(named<QToolButton>(window, "graph-scope")), order.indexOf(&window.graphView()),
                       order.indexOf(window.findChild<widgets::DetailPanel*>()->tabBar()),
                       order.indexOf(named<QPushButton>(window, "approve"))};
            QVERIFY(!places.contains(-1));
            QVERIFY(std::ranges::is_sorted(places));
            QVERIFY(order.indexOf(named<QToolButton>(window, "list-menu")) < places.first());
        }
    }

    void spaceMarksTheChangeThatF7Selects() {
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" \"one\" {}\n"));
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.openFolder(folder.path(), session::Trust::Given);
        QVERIFY(settle(window));
        named<QPushButton>(window, "plan")->setFocus(); // a button, which Space would press
        press(Qt::Key_F7);
        press(Qt::Key_Space);
        QVERIFY(named<QCheckBox>(window, "change-reviewed")->isChecked());
        QVERIFY(!window.isBusy());
        QTest::mouseClick(named<QCheckBox>(window, "change-reviewed"), Qt::LeftButton, {}, QPoint(8, 8));
        QVERIFY(!window.findChild<QAction*>(QStringLiteral("review"))->isChecked());
    }
};

QTEST_MAIN(TestKeyboardJourney)
#include "tst_keyboard_journey.moc"

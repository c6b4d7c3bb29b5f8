// SPDX-License-Identifier: MPL-2.0
#include "tests/support/windows.h"
#include "ui/graph/graph_view.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/what_if.h"

#include <QApplication>
#include <QEnterEvent>
#include <QFocusEvent>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;
using widgets::WhatIf;

/// The buttons that replace, exclude and target say what they do before they do it.
class TestOverridePreview final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }

    void effectIsHatched_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<bool>("isByFocus");
        QTest::addColumn<QStringList>("affected");
        const QStringList both{QStringLiteral("terraform_data.base"), QStringLiteral("terraform_data.user")};
        QTest::newRow("replace, mouse") << QStringLiteral("replace") << false << both;
        QTest::newRow("replace, focus") << QStringLiteral("replace") << true << both;
        QTest::newRow("exclude, mouse") << QStringLiteral("exclude") << false << both;
        QTest::newRow("target only, focus")
            << QStringLiteral("target-only") << true
            << QStringList{QStringLiteral("terraform_data.free"), QStringLiteral("terraform_data.user")};
    }

    void effectIsHatched() {
        QFETCH(QString, command);
        QFETCH(bool, isByFocus);
        QFETCH(QStringList, affected);
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")),
                      "resource \"terraform_data\" \"base\" {}\nresource \"terraform_data\" \"free\" {}\n"
                      "resource \"terraform_data\" \"user\" {\n  input = terraform_data.base.id\n}\n"));
        MainWindow window;
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        graph::GraphView& graph = window.graphView();
        QTRY_VERIFY(!graph.isDrawing());
        QVERIFY(window.select(QStringLiteral("terraform_data.base")));
        auto* action = window.findChild<QAction*>(command);
        QVERIFY2(action->toolTip().startsWith(QStringLiteral("Plans again with")) &&
                     action->toolTip().endsWith(
                         QStringLiteral("(%1)").arg(action->shortcut().toString(QKeySequence::NativeText))),
                 qPrintable(action->toolTip()));
        QToolButton* button = nullptr;
        for (QToolButton* one : window.findChildren<QToolButton*>())
            if (one->defaultAction() == action)
                button = one;
        QVERIFY(button && button->isVisible());
        QEnterEvent enter({}, {}, {});
        QEvent leave(QEvent::Leave);
        QFocusEvent focusIn(QEvent::FocusIn), focusOut(QEvent::FocusOut);
        QSignalSpy estimated(window.findChild<WhatIf*>(), &WhatIf::estimated);
        QApplication::sendEvent(button, isByFocus ? static_cast<QEvent*>(&focusIn) : &enter);
        QTRY_COMPARE(estimated.count(), 1);
        for (const char* name : {"base", "free", "user"}) {
            const QString address = QStringLiteral("terraform_data.") + QLatin1String(name);
            QCOMPARE(graph.isEstimated(address), affected.contains(address));
        }
        QApplication::sendEvent(button, isByFocus ? static_cast<QEvent*>(&focusOut) : &leave);
        for (const QString& address : affected)
            QVERIFY(!graph.isEstimated(address));
        QVERIFY(!window.isBusy());
    }

    void excludedObjectsCanBeIncludedAgain() {
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")),
                      "resource \"terraform_data\" \"base\" {}\nresource \"terraform_data\" \"free\" {}\n"));
        MainWindow window;
        window.show();
        window.openFolder(folder.path());
        QVERIFY(settle(window));
        QVERIFY(window.select(QStringLiteral("terraform_data.base")));
        auto* exclude = window.findChild<QAction*>(QStringLiteral("exclude"));
        QCOMPARE(exclude->text(), QStringLiteral("Exclude"));
        exclude->trigger();
        QVERIFY(settle(window));
        QVERIFY(window.showView(QStringLiteral("difference")));
        auto* table = window.findChild<QWidget*>(QStringLiteral("difference"))->findChild<QTableView*>();
        QTRY_COMPARE(table->model()->rowCount(), 1);
        table->selectRow(0);
        QCOMPARE(exclude->text(), QStringLiteral("Include again"));
        QVERIFY(exclude->isEnabled());
        exclude->trigger();
        QVERIFY(settle(window));
        QVERIFY(window.result()->request.exclude.isEmpty());
        QCOMPARE(exclude->text(), QStringLiteral("Exclude"));
    }
};

QTEST_MAIN(TestOverridePreview)
#include "tst_override_preview.moc"

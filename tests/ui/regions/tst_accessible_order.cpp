// SPDX-License-Identifier: MPL-2.0
#include "tests/support/windows.h"
#include "tests/ui/window/checked_configuration.h"
#include "ui/graph/graph_view.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QApplication>
#include <QTabBar>
#include <QTemporaryDir>

#include <algorithm>
#include <vector>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

namespace {

/// Adds the visible widgets below an object, in the order in which assistive technology walks them.
void addWidgets(QAccessibleInterface& parent, std::vector<const QWidget*>& found) {
    for (int i = 0; i < parent.childCount(); ++i) {
        QAccessibleInterface* child = parent.child(i);
        if (!child || !child->object() || !child->object()->isWidgetType())
            continue;
        const auto* widget = static_cast<const QWidget*>(child->object());
        if (!widget->isVisible())
            continue;
        found.push_back(widget);
        addWidgets(*child, found);
    }
}

} // namespace

/// Assistive technology walks the window as the eye does.
class TestAccessibleOrder final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }

    void childrenFollowTheScreen_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("graph below the change") << QSize(1280, 800);
        QTest::newRow("graph beside the change") << QSize(1920, 1080);
        QTest::newRow("filters in a second row") << QSize(960, 700);
    }

    void childrenFollowTheScreen() {
        QFETCH(QSize, size);
        QTemporaryDir folder;
        MainWindow window;
        QVERIFY(openConfiguration(window, folder, configuration));
        window.resize(size);
        QVERIFY(window.select(QStringLiteral("terraform_data.base")));
        QVERIFY(window.showView(QStringLiteral("order")));
        QCoreApplication::processEvents();
        std::vector<const QWidget*> order;
        addWidgets(*QAccessible::queryAccessibleInterface(&window), order);
        QStringList expected{QStringLiteral("plan"),    QStringLiteral("verdict-4"),  QStringLiteral("search"),
                             QStringLiteral("changes"), QStringLiteral("attributes"), QStringLiteral("why")};
        if (window.graphView().isVisible())
            expected.append(QStringLiteral("graph"));
        expected +=
            {QStringLiteral("order"), QStringLiteral("status"), QStringLiteral("what-if"), QStringLiteral("approve")};
        QStringList found;
        for (const QWidget* widget : order)
            if (expected.contains(widget->objectName()) && !found.contains(widget->objectName()))
                found.append(widget->objectName());
        QCOMPARE(found, expected);
        // Siblings are in the order of reading, unless one is beside the other.
        QStringList wrong;
        for (std::size_t i = 1; i < order.size(); ++i) {
            const QWidget *before = order[i - 1], *after = order[i];
            if (before->parentWidget() != after->parentWidget())
                continue;
            const QRect a(before->geometry()), b(after->geometry());
            const bool isAbove = b.bottom() < a.top(),
                       isLeft = b.right() < a.left() && b.top() <= a.bottom() && a.top() <= b.bottom();
            if (isAbove || isLeft)
                wrong.append(QStringLiteral("%1 %2 after %3 %4")
                                 .arg(QLatin1String(after->metaObject()->className()), after->objectName(),
                                      QLatin1String(before->metaObject()->className()), before->objectName()));
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QStringLiteral(", "))));
    }
};

QTEST_MAIN(TestAccessibleOrder)
#include "tst_accessible_order.moc"

// SPDX-License-Identifier: MPL-2.0
#include "tests/support/windows.h"
#include "tests/ui/window/checked_configuration.h"
#include "ui/controls/pane.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/review/review_page.h"

#include <QAction>
#include <QLabel>
#include <QSettings>
#include <QSplitter>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>

#include <cstdlib>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

/// Which regions of the window are shown.
class TestShownRegions final : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;

    bool open(const QByteArray& text) {
        m_window = std::make_unique<MainWindow>();
        return openConfiguration(*m_window, m_folder, text) && m_window->select(QStringLiteral("terraform_data.base"));
    }
    QTreeView& list() const { return *named<QTreeView>(*m_window, "changes"); }
    bool areVisible(bool isList, bool isChange, bool isGraph) const {
        return list().isVisible() == isList && named<QTreeView>(*m_window, "attributes")->isVisible() == isChange &&
               m_window->graphView().isVisible() == isGraph;
    }
    /// Returns whether the command is checked then.
    bool run(const char* name) const {
        auto* action = m_window->findChild<QAction*>(QLatin1String(name));
        action->trigger();
        return action->isChecked();
    }

private Q_SLOTS:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("planlens-test"));
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
    }
    void cleanup() { m_window.reset(); }

    void oneRegionIsShownAlone() {
        QVERIFY(open(configuration));
        list().setFocus();
        run("maximize-region");
        QVERIFY(areVisible(true, false, false));
        QVERIFY(!m_window->findChild<widgets::DetailPanel*>()->isVisible());
        QTRY_VERIFY(list().width() > m_window->width() * 9 / 10);
        run("maximize-region");
        QVERIFY(areVisible(true, true, true));
        for (QLabel* title : m_window->findChildren<QLabel*>(widgets::paneTitleName()))
            if (title->text() == QStringLiteral("Graph"))
                QTest::mouseDClick(title, Qt::LeftButton);
        QVERIFY(areVisible(false, false, true));
        m_window->approve(); // needs the region of the change
        QVERIFY(areVisible(true, false, false) && m_window->reviewPage()->isVisible());
        m_window->reviewPage()->reject();
        QTRY_VERIFY(areVisible(true, true, true));
    }

    void hiddenRegionsAreRemembered() {
        QVERIFY(open(configuration));
        QVERIFY(!run("show-graph"));
        QVERIFY(areVisible(true, true, false));
        m_window->resize(1600, 900); // the graph would be beside the change
        QVERIFY(areVisible(true, true, false));
        QVERIFY(!run("show-list"));
        QVERIFY(areVisible(false, true, false));
        QVERIFY(!run("show-change"));
        QVERIFY(areVisible(true, false, false)); // one region always stays
        QTRY_VERIFY(list().width() > m_window->width() * 9 / 10);
        m_window->approve();
        QVERIFY(m_window->reviewPage()->isVisible());
        m_window->reviewPage()->reject();
        QTRY_VERIFY(areVisible(true, false, false));
        QVERIFY(run("show-change"));
        m_window->close();
        QVERIFY(open(configuration)); // the same folder
        QVERIFY(areVisible(true, true, false));
        QVERIFY(run("show-graph"));
        QVERIFY(areVisible(true, true, true));
    }

    void tabReachesTheButtonOfTheGraphAfterTheChange() {
        QVERIFY(open(configuration));
        const auto* button = named<QToolButton>(*m_window, "fold-graph");
        const auto* attributes = named<QTreeView>(*m_window, "attributes");
        int change = -1, fold = -1, graph = -1, at = 0;
        for (const QWidget* next = &list(); next && at < 500; next = next->nextInFocusChain(), ++at) {
            change = next == attributes ? at : change;
            fold = next == button ? at : fold;
            graph = next == &m_window->graphView() ? at : graph;
            if (next == &list() && at > 0)
                break;
        }
        QVERIFY2(0 < change && change < fold && fold < graph,
                 qPrintable(QStringLiteral("%1, %2, %3").arg(change).arg(fold).arg(graph)));
    }

    /// The choice of the user is kept for the folder.
    void graphOfALowWindowIsShownByTheButtonInItsTitle() {
        QTemporaryDir folder;
        const auto openLow = [&] {
            m_window = std::make_unique<MainWindow>();
            const bool isOpen = openConfiguration(*m_window, folder, configuration);
            m_window->resize(1280, 720);
            return isOpen && m_window->select(QStringLiteral("terraform_data.base"));
        };
        QVERIFY(openLow());
        const auto button = [this] { return named<QToolButton>(*m_window, "fold-graph"); };
        const auto* command = m_window->findChild<QAction*>(QStringLiteral("show-graph"));
        QVERIFY(areVisible(true, true, false));
        QVERIFY(button()->isVisible());
        QVERIFY(!command->isChecked());
        QCOMPARE(button()->accessibleName(), QStringLiteral("Show the graph (Alt+3)"));
        QVERIFY(!run("show-list"));
        QVERIFY(run("show-list"));
        m_window->close();
        QVERIFY(openLow());
        m_window->resize(1280, 800); // the user has hidden no graph
        QVERIFY(areVisible(true, true, true));
        m_window->resize(1280, 720);
        QVERIFY(areVisible(true, true, false));
        command = m_window->findChild<QAction*>(QStringLiteral("show-graph"));
        QTest::mouseClick(button(), Qt::LeftButton);
        QVERIFY(areVisible(true, true, true) && command->isChecked());
        const graph::GraphView& graph = m_window->graphView();
        const auto isWhole = [&] {
            const layout::Rect& bounds = graph.data()->scene.bounds;
            return !graph.isDrawing() && !graph.isMoving() &&
                   graph.mapToScene(graph.viewport()->rect())
                       .boundingRect()
                       .contains(QRectF(bounds.x, bounds.y, bounds.width, bounds.height));
        };
        QTRY_VERIFY2(graph.height() > 80 && graph.zoomFactor() > 0.6 && isWhole(),
                     qPrintable(QStringLiteral("%1, %2").arg(graph.height()).arg(graph.zoomFactor())));
        QCOMPARE(button()->accessibleName(), QStringLiteral("Hide the graph (Alt+3)"));
        m_window->close();
        QVERIFY(openLow());
        QVERIFY(areVisible(true, true, true));
        QTest::mouseClick(button(), Qt::LeftButton);
        QVERIFY(areVisible(true, true, false) && button()->isVisible());
        m_window->resize(1280, 800); // now the user's choice
        QVERIFY(areVisible(true, true, false) && button()->isVisible());
        m_window->resize(1600, 900); // beside the change, the title would only take space
        QVERIFY(areVisible(true, true, false) && !button()->isVisible());
        QVERIFY(run("show-graph"));
        QVERIFY(areVisible(true, true, true));
    }

    void chipsOfAWhatIfMoveNothing() {
        QVERIFY(open(configuration));
        m_window->resize(1440, 800); // the name of the folder is long
        QCoreApplication::processEvents();
        const auto top = [this] { return list().mapTo(m_window.get(), QPoint()).y(); };
        const int before = top();
        const auto chip = [this] {
            for (auto* button : m_window->findChildren<QToolButton*>())
                if (button->isVisible() && button->property("flat").toString() == QStringLiteral("chip"))
                    return button;
            return static_cast<QToolButton*>(nullptr);
        };
        QVERIFY(!chip());
        run("replace");
        QVERIFY(chip()); // while the plan is made
        QCOMPARE(top(), before);
        QVERIFY(settle(*m_window));
        QTRY_VERIFY(chip() && chip()->text() == QStringLiteral("Replace terraform_data.base  ✕"));
        QCOMPARE(top(), before);
        QTest::mouseClick(chip(), Qt::LeftButton);
        QVERIFY(settle(*m_window));
        QVERIFY(!chip());
        QCOMPARE(top(), before);
        // Without space in the row, they are below it.
        m_window->resize(960, 800);
        run("replace");
        QVERIFY(settle(*m_window));
        QTRY_VERIFY(chip() && chip()->text() == QStringLiteral("Replace terraform_data.base  ✕"));
    }

    void listGetsAShareOfWideWindows() {
        QVERIFY(open(configuration));
        const auto widthIn = [this](int window) {
            m_window->resize(window, 1000);
            QCoreApplication::processEvents();
            return list().width();
        };
        QVERIFY(widthIn(1280) <= 420);
        QVERIFY(widthIn(2560) >= 600);
        // The user's own width stays.
        QWidget* region = &list();
        while (!qobject_cast<QSplitter*>(region->parentWidget()))
            region = region->parentWidget();
        QSplitterHandle* handle = static_cast<QSplitter*>(region->parentWidget())->handle(1);
        QTest::mousePress(handle, Qt::LeftButton, {}, handle->rect().center());
        QTest::mouseMove(handle, handle->rect().center() - QPoint(200, 0));
        QTest::mouseRelease(handle, Qt::LeftButton, {}, handle->rect().center());
        const int chosen = list().width();
        QVERIFY(chosen < 600);
        widthIn(2400);
        QVERIFY2(std::abs(widthIn(2560) - chosen) <= 1, qPrintable(QString::number(list().width())));
    }
};

QTEST_MAIN(TestShownRegions)
#include "tst_shown_regions.moc"

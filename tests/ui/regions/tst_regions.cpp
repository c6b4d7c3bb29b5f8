// SPDX-License-Identifier: MPL-2.0
#include "core/plans/plan.h"
#include "tests/support/scoped_environment.h"
#include "tests/support/windows.h"
#include "tests/ui/window/checked_configuration.h"
#include "tests/ui/window/drawn_texts.h"
#include "ui/bars/session_bar.h"
#include "ui/basics/recent_folders.h"
#include "ui/controls/elided_label.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/history/records.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/review/review_page.h"
#include "ui/pages/start_page.h"
#include "ui/session/session_result.h"
#include "ui/theme/tint.h"

#include <QAction>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSplitter>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeView>

using namespace planlens;
using namespace planlens::testing;
using models::ChangeTreeModel;
using widgets::DetailPanel;
using widgets::MainWindow;

namespace {

QStringList namesIn(const QTreeView& tree) {
    QStringList names;
    for (int row = 0; row < tree.model()->rowCount(tree.rootIndex()); ++row)
        names.append(tree.model()->index(row, 0, tree.rootIndex()).data().toString());
    return names;
}

} // namespace

/// The regions of a window: the list of changes, the selected change, the graph, and the drawer.
class TestRegions final : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;

    bool open(const QByteArray& text) {
        m_window = std::make_unique<MainWindow>();
        return openConfiguration(*m_window, m_folder, text);
    }
    DetailPanel& drawer() const { return *m_window->findChild<DetailPanel*>(); }
    QTreeView& list() const { return *named<QTreeView>(*m_window, "changes"); }
    QTreeView& attributes() const { return *named<QTreeView>(*m_window, "attributes"); }
    QString why() const { return whyText(*m_window); }

private Q_SLOTS:
    void cleanup() { m_window.reset(); }

    void withoutSelectionShowTheOverview() {
        QVERIFY(open(configuration));
        QVERIFY2(why().contains(QStringLiteral("2 change(s). No object is destroyed.")), qPrintable(why()));
        QVERIFY2(why().contains(QStringLiteral("Alt+R")), qPrintable(why()));
        QVERIFY2(why().contains(QStringLiteral("check.c no")), qPrintable(why())); // with its message
        QVERIFY(attributes().isHidden());
    }

    void overviewSaysWhetherTheConfigurationIsUpToDate() {
        QVERIFY(open("locals {\n  a = 1\n}\n"));
        QVERIFY2(why().startsWith(QStringLiteral("No changes. The real objects match the configuration.")),
                 qPrintable(why()));
        QVERIFY(write(m_folder.filePath(QStringLiteral("main.tf")), "output \"o\" {\n  value = 1\n}\n"));
        m_window->openFolder(m_folder.path());
        QVERIFY(settle(*m_window));
        QVERIFY2(why().startsWith(QStringLiteral("No resource changes.")), qPrintable(why()));
        QVERIFY2(why().contains(QStringLiteral("o: 1")), qPrintable(why()));
    }

    void wholeExampleIsReadable() {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 800);
        m_window->show();
        m_window->findChild<QPushButton*>(QStringLiteral("start-example"))->click();
        QVERIFY(settle(*m_window));
        QCOMPARE(named<QTextBrowser>(*m_window, "why")->verticalScrollBar()->maximum(), 0); // the overview
        const graph::GraphView& graph = m_window->graphView();
        QTRY_VERIFY(!graph.isDrawing() && !graph.isMoving());
        QTRY_VERIFY2(graph.zoomFactor() > 0.7, qPrintable(QString::number(graph.zoomFactor()))); // after the last fit
        const layout::Rect& bounds = graph.data()->scene.bounds;
        QVERIFY(graph.mapToScene(graph.viewport()->rect())
                    .boundingRect()
                    .contains(QRectF(bounds.x, bounds.y, bounds.width, bounds.height)));
        const int shown = int(std::ranges::count(graph.data()->scene.nodes, true, &layout::SceneNode::visible));
        m_window->showView(QStringLiteral("graph")); // has space for the resources of more modules
        QTRY_VERIFY(!graph.isDrawing() &&
                    std::ranges::count(graph.data()->scene.nodes, true, &layout::SceneNode::visible) > shown);
        m_window->showView(QStringLiteral("graph-modules"));
        QTRY_VERIFY(!graph.isDrawing() && std::ranges::all_of(graph.data()->boxes, &graph::GraphBox::isFolded));
        QVERIFY(graph.zoomFactor() > 0.7);
    }

    /// The bar of the requested actions takes a part of its height.
    void graphStaysWholeWhileAnActionIsRequested() {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 800);
        m_window->show();
        m_window->findChild<QPushButton*>(QStringLiteral("start-example"))->click();
        QVERIFY(settle(*m_window));
        const graph::GraphView& graph = m_window->graphView();
        QTRY_VERIFY(!graph.isDrawing() && !graph.isMoving());
        QVERIFY(m_window->select(QStringLiteral("terraform_data.load_balancer"))); // it unfolds no module
        m_window->findChild<QAction*>(QStringLiteral("replace"))->trigger();
        QVERIFY(settle(*m_window));
        const auto isWhole = [&] {
            const layout::Rect& bounds = graph.data()->scene.bounds;
            return !graph.isDrawing() && !graph.isMoving() && graph.zoomFactor() > 0.6 &&
                   graph.mapToScene(graph.viewport()->rect())
                       .boundingRect()
                       .contains(QRectF(bounds.x, bounds.y, bounds.width, bounds.height));
        };
        QTRY_VERIFY2(isWhole(), qPrintable(QString::number(graph.zoomFactor())));
        m_window->resize(1280, 960);
        m_window->showView(QStringLiteral("order")); // in the drawer
        QTRY_VERIFY2(isWhole(), qPrintable(QString::number(graph.zoomFactor())));
    }

    void selectionShowsAttributesAtFullWidth() {
        QVERIFY(open(configuration));
        QVERIFY(m_window->select(QStringLiteral("terraform_data.base")));
        QVERIFY(attributes().isVisible());
        QVERIFY(namesIn(attributes()).contains(QStringLiteral("input")));
        QVERIFY2(why().startsWith(QStringLiteral("+ terraform_data.base")), qPrintable(why()));
        QVERIFY(attributes().columnWidth(ChangeTreeModel::AfterColumn) > 200);
        QVERIFY(m_window->select(QStringLiteral("terraform_data.user")));
        QVERIFY2(why().startsWith(QStringLiteral("+ terraform_data.user")), qPrintable(why()));
    }

    void unifiedDiffShowsBothValuesInOneColumn() {
        QByteArray state =
            R"({"version":4,"terraform_version":"1.12.0","serial":1,"lineage":"a","outputs":{},"resources":[
                          {"mode":"managed","type":"terraform_data","name":"base",
                           "provider":"provider['terraform.io/builtin/terraform']","instances":[{"schema_version":0,
                           "attributes":{"id":"1","input":{"value":"two","type":"string"},
                                         "output":{"value":"two","type":"string"},"triggers_replace":null}}]}]})";
        QVERIFY(write(m_folder.filePath(QStringLiteral("terraform.tfstate")), state.replace("'", "\\\"")));
        QVERIFY(open("terraform {}\nresource \"terraform_data\" \"base\" {\n  input = \"one\"\n}\n"));
        QVERIFY(m_window->select(QStringLiteral("terraform_data.base")));
        const auto heightOfInput = [this] {
            QTreeView& tree = attributes();
            for (int row = 0; row < tree.model()->rowCount(tree.rootIndex()); ++row)
                if (const QModelIndex name = tree.model()->index(row, 0, tree.rootIndex());
                    name.data().toString() == QStringLiteral("input"))
                    return tree.visualRect(name).height();
            return 0;
        };
        const int beside = heightOfInput();
        auto* unified = m_window->findChild<QAction*>(QStringLiteral("unified"));
        QVERIFY(unified->isEnabled());
        unified->trigger();
        QVERIFY(attributes().isColumnHidden(ChangeTreeModel::AfterColumn));
        QTRY_COMPARE(heightOfInput(), 2 * beside);
        const QString drawn = drawnTextOf(*attributes().viewport()); // signs, beside the colors
        QVERIFY2(drawn.contains(QStringLiteral("−\"two\"")) && drawn.contains(QStringLiteral("+\"one\"")),
                 qPrintable(drawn));
        unified->trigger();
        QTRY_COMPARE(heightOfInput(), beside);
        QFile::remove(m_folder.filePath(QStringLiteral("terraform.tfstate")));
    }

    /// In a low window, the diff needs the height more than the graph.
    void changeGetsTheHeightOfLowWindows() {
        QVERIFY(open(configuration));
        QVERIFY(m_window->select(QStringLiteral("terraform_data.base")));
        auto& regions = *named<QSplitter>(*m_window, "regions");
        const auto sizes = [&] { return QStringLiteral("%1, %2").arg(regions.sizes()[0]).arg(regions.sizes()[1]); };
        const QWidget& graph = m_window->graphView();
        for (const auto& [window, change] : {std::pair(QSize(960, 600), 350), std::pair(QSize(1280, 720), 470)}) {
            m_window->resize(window);
            QTRY_VERIFY2(regions.sizes()[0] >= change && regions.sizes()[1] < 50, qPrintable(sizes()));
            QVERIFY(!graph.isVisible());
        }
        m_window->resize(1280, 800);
        QTRY_VERIFY2(graph.isVisible() && regions.sizes()[0] >= 370 && regions.sizes()[1] >= 180, qPrintable(sizes()));
        m_window->resize(1280, 1000);
        QTRY_VERIFY(std::abs(regions.sizes()[1] * 5 - regions.height() * 2) < 50);
        // Unless the user moves the divider.
        const QSplitterHandle* handle = regions.handle(1);
        QTest::mousePress(regions.handle(1), Qt::LeftButton, {}, handle->rect().center());
        QTest::mouseMove(regions.handle(1), handle->rect().center() - QPoint(0, 200));
        QTest::mouseRelease(regions.handle(1), Qt::LeftButton, {}, handle->rect().center());
        QVERIFY(regions.sizes()[1] * 2 > regions.height());
        m_window->resize(1280, 1040);
        QTRY_VERIFY(regions.sizes()[1] * 2 > regions.height());
        m_window->resize(1280, 720);
        QTRY_VERIFY2(regions.sizes()[1] < 50, qPrintable(sizes()));
        m_window->resize(1280, 1040);
        QTRY_VERIFY2(regions.sizes()[1] * 2 > regions.height(), qPrintable(sizes()));
    }

    void listIsWideEnoughForAddressesInNarrowWindows() {
        QVERIFY(open(configuration));
        m_window->resize(960, 600);
        QTRY_VERIFY2(list().width() >= 340, qPrintable(QString::number(list().width())));
        auto* title = named<widgets::ElidedLabel>(*m_window, "pane-title");
        title->setFixedWidth(title->sizeHint().width() - 1);
        const QImage shown = title->grab().toImage();
        for (int y = 0; y < shown.height(); ++y) // a part of a title is not shown
            for (int x = 0; x < shown.width(); ++x)
                QCOMPARE(shown.pixel(x, y), shown.pixel(0, 0));
    }

    void anotherPlanKeepsTheSelection() {
        QVERIFY(open(configuration));
        QVERIFY(m_window->select(QStringLiteral("terraform_data.base")));
        QVERIFY(write(m_folder.filePath(QStringLiteral("main.tf")),
                      QByteArray(configuration).replace("\"one\"", "[\"one\"]")));
        m_window->openFolder(m_folder.path());
        QVERIFY(settle(*m_window));
        QVERIFY(attributes().isVisible());
        QVERIFY(namesIn(attributes()).contains(QStringLiteral("input[0]")));
    }

    void withoutItsRowTheAttributesAreHidden() {
        QVERIFY(open(configuration));
        QVERIFY(m_window->select(QStringLiteral("terraform_data.base")));
        QVERIFY(write(m_folder.filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" \"other\" {}\n"));
        m_window->openFolder(m_folder.path());
        QVERIFY(settle(*m_window));
        QVERIFY(attributes().isHidden());
        QVERIFY2(why().contains(QStringLiteral("1 change(s)")), qPrintable(why()));
    }

    void listShowsAddressesOrValues() {
        QVERIFY(open(configuration));
        QVERIFY(list().isColumnHidden(ChangeTreeModel::AfterColumn));
        QVERIFY(list().width() <= 420);
        for (QAction* action : m_window->actions())
            if (action->text() == QStringLiteral("Values in the list"))
                action->trigger();
        QVERIFY(!list().isColumnHidden(ChangeTreeModel::AfterColumn));
        QTRY_VERIFY(list().width() > 600);
    }

    void drawerIsClosedUntilItIsNeeded() {
        QVERIFY(open(configuration));
        QVERIFY(!drawer().isOpen());
        QVERIFY(drawer().height() <= drawer().tabBar()->sizeHint().height());
        const auto click = [this](const QString& name) {
            QTabBar& tabs = *drawer().tabBar();
            for (int tab = 0; tab < tabs.count(); ++tab)
                if (tabs.tabText(tab).startsWith(name))
                    QTest::mouseClick(&tabs, Qt::LeftButton, {}, tabs.tabRect(tab).center());
        };
        click(QStringLiteral("Checks"));
        QVERIFY(drawer().isOpen());
        QTRY_VERIFY(drawer().height() >= 110); // of one row
        click(QStringLiteral("Checks"));
        QVERIFY(!drawer().isOpen());
        QTRY_VERIFY(drawer().height() <= drawer().tabBar()->sizeHint().height());
    }

    void errorsOpenTheDrawer() {
        QVERIFY(open("resource \"terraform_data\" \"a\" {\n  input = var.missing\n}\n"));
        QVERIFY(drawer().isOpen());
        QCOMPARE(drawer().currentIndex(), int(DetailPanel::Page::Diagnostics));
    }

    void graphIsBesideTheChangeInWideWindows() {
        QVERIFY(open(configuration));
        const auto* regions = named<QSplitter>(*m_window, "regions");
        QVERIFY(regions);
        QCOMPARE(regions->orientation(), Qt::Vertical);
        m_window->resize(1600, 800);
        QTRY_COMPARE(regions->orientation(), Qt::Horizontal);
    }

    void menusHaveEveryCommandOnce() {
        QVERIFY(open(configuration));
        QStringList named, inMenus;
        for (const QAction* action : m_window->actions())
            named.append(action->objectName() + QStringLiteral(": ") + action->text());
        QList<QAction*> left = m_window->menuBar()->actions();
        while (!left.isEmpty()) {
            const QMenu* menu = left.takeFirst()->menu();
            QVERIFY(!menu->isEmpty());
            for (QAction* action : menu->actions())
                if (action->menu())
                    left.append(action);
                else if (!action->objectName().isEmpty()) // neither a separator nor a folder or format
                    inMenus.append(action->objectName() + QStringLiteral(": ") + action->text());
        }
        named.sort();
        inMenus.sort();
        QCOMPARE(inMenus, named);
    }

    void menusExportAndShowPages() {
        QVERIFY(open(configuration));
        QMenu* file = nullptr;
        for (const QAction* menu : m_window->menuBar()->actions())
            if (menu->text() == QStringLiteral("&File"))
                file = menu->menu();
        QVERIFY(file);
        const QList<QAction*> commands = file->actions();
        const auto formats = std::ranges::find(commands, QStringLiteral("Export"), &QAction::text);
        QVERIFY(formats != commands.end() && (*formats)->isEnabled());
        const QList<QAction*> entries = (*formats)->menu()->actions();
        QVERIFY(std::ranges::any_of(
            entries, [](const QAction* action) { return action->text().contains(QStringLiteral("SARIF")); }));
        QVERIFY(!drawer().isOpen());
        m_window->findChild<QAction*>(QStringLiteral("page-providers"))->trigger();
        QVERIFY(drawer().isOpen());
        m_window->findChild<QAction*>(QStringLiteral("drawer"))->trigger();
        QSignalSpy settled(m_window.get(), &MainWindow::settled);
        m_window->findChild<QAction*>(QStringLiteral("mode-destroy"))->trigger();
        QVERIFY(settled.wait(20000));
        QCOMPARE(m_window->result()->plan->options.mode, plans::Mode::Destroy);
    }

    /// Nothing that needs a plan is shown before something is open.
    void startPageHasNoDeadControls() {
        QCoreApplication::setOrganizationName(QStringLiteral("planlens-test"));
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
        QTemporaryDir recent;
        QVERIFY(write(recent.filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" \"r\" {}\n"));
        widgets::addRecentFolder(recent.path());
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        for (const char* name : {"what-if", "search"})
            QVERIFY2(!named<QWidget>(*m_window, name)->isVisible(), name);
        for (const char* name : {"plan", "approve", "export", "variables", "filter"})
            for (const QWidget* control : m_window->findChildren<QWidget*>(QLatin1String(name)))
                QVERIFY2(!control->isVisible() || control->isEnabled(), name);
        QVERIFY(!named<QPushButton>(*m_window, "plan")->isVisible());
        QVERIFY(!named<QPushButton>(*m_window, "approve")->isVisible());
        QVERIFY(named<QPushButton>(*m_window, "start-plan")->isVisible());
        QVERIFY(named<QLabel>(*m_window, "start-limit")->isVisible());
        auto* folders = named<QListWidget>(*m_window, "start-folders");
        QVERIFY(folders->isVisible());
        QCOMPARE(folders->item(0)->text(), recent.path());
        history::Run run;
        run.at = QDateTime::currentDateTime();
        run.counts = QStringLiteral("2 delete, 1 update");
        m_window->findChild<widgets::StartPage*>()->showRuns(recent.path(), {run});
        const QString described = folders->item(0)->data(Qt::AccessibleTextRole).toString();
        QVERIFY2(described.contains(QStringLiteral("2 destroy, 1 update")), qPrintable(described));
        QVERIFY2(described.endsWith(QStringLiteral(" ago")), qPrintable(described));
        QTest::mouseClick(folders->viewport(), Qt::LeftButton, {}, folders->visualItemRect(folders->item(0)).center());
        QVERIFY(settle(*m_window));
        QVERIFY(m_window->select(QStringLiteral("terraform_data.r")));
        for (const char* name : {"approve", "what-if", "search"})
            QVERIFY2(named<QWidget>(*m_window, name)->isVisible(), name);
        m_window.reset();
        QCoreApplication::setOrganizationName({});
    }

    /// The errors are all there is to see.
    void errorsWithoutAPlanGetTheSpaceOfTheRegions() {
        QVERIFY(open("resource \"terraform_data\" {}\n"));
        const auto areRegionsVisible = [this] {
            return list().isVisible() && named<QWidget>(*m_window, "pages")->isVisible();
        };
        QVERIFY(drawer().isOpen() && !areRegionsVisible());
        QVERIFY(drawer().height() > m_window->height() / 2);
        QVERIFY(!named<QWidget>(*m_window, "search")->isVisible());
        drawer().setOpen(false);
        QVERIFY(areRegionsVisible());
        drawer().setOpen(true);
        QVERIFY(!areRegionsVisible());
        QVERIFY(write(m_folder.filePath(QStringLiteral("main.tf")), configuration));
        m_window->findChild<QPushButton*>(QStringLiteral("plan"))->click();
        QVERIFY(settle(*m_window));
        QVERIFY(areRegionsVisible() && named<QWidget>(*m_window, "search")->isVisible());
    }

    void missingVariablesAreNamed() {
        QVERIFY(open("variable \"region\" {}\nvariable \"zone\" {}\n"));
        QStringList texts;
        for (const QLabel* label : m_window->findChildren<QLabel*>())
            if (label->isVisible())
                texts.append(label->text());
        QVERIFY2(texts.join(u'|').contains(QStringLiteral("region, zone")), qPrintable(texts.join(u'|')));
    }

    void lineSeparatesFindingsFromActions() {
        constexpr auto check =
            "variable \"n\" {\n  default = 1\n}\ncheck \"n\" {\n  assert {\n    condition = var.n > 1\n"
            "    error_message = \"No.\"\n  }\n}\n";
        QVERIFY(open(check));
        QVERIFY(named<QToolButton>(*m_window, "checks")->isVisible());
        QVERIFY(!named<QFrame>(*m_window, "line")->isVisible());
        QVERIFY(open(QByteArray(configuration) + check));
        QVERIFY(named<QFrame>(*m_window, "line")->isVisible());
    }

    void exampleIsPlannedFromACopy() {
        const QTemporaryDir data;
        const ScopedEnvironment environment("XDG_DATA_HOME", data.path().toLocal8Bit());
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        auto* example = named<QPushButton>(*m_window, "start-example");
        QVERIFY(example->isVisible());
        QTest::mouseClick(example, Qt::LeftButton);
        QVERIFY(settle(*m_window));
        QVERIFY(m_window->folder().startsWith(data.path()));
        QVERIFY(m_window->select(QStringLiteral("terraform_data.certificate")));
        QVERIFY2(named<QPushButton>(*m_window, "approve")->isEnabled(),
                 qPrintable(named<QPushButton>(*m_window, "approve")->toolTip()));
        QVERIFY(QFileInfo(m_window->folder() + QStringLiteral("/terraform.tfstate")).isWritable());
        m_window.reset();
    }

    void f7GoesThroughTheChanges() {
        QVERIFY(open(configuration));
        const auto selected = [this] { return why().section(u'\n', 0, 0); };
        QTest::keyClick(m_window.get(), Qt::Key_F7);
        QCOMPARE(selected(), QStringLiteral("+ terraform_data.base"));
        QTest::keyClick(m_window.get(), Qt::Key_F7);
        QCOMPARE(selected(), QStringLiteral("+ terraform_data.user"));
        QTest::keyClick(m_window.get(), Qt::Key_F7);
        QCOMPARE(selected(), QStringLiteral("+ terraform_data.base"));
        QTest::keyClick(m_window.get(), Qt::Key_F7, Qt::ShiftModifier);
        QCOMPARE(selected(), QStringLiteral("+ terraform_data.user"));
    }

    void otherModesAreNamedAndTinted() {
        QVERIFY(open(configuration));
        auto& bar = *m_window->findChild<widgets::SessionBar*>();
        const auto& text = *named<QLabel>(*m_window, "mode-text");
        QVERIFY(text.text().isEmpty());
        QCOMPARE(bar.property("tint").toInt(), int(theme::Tint::None));
        m_window->resize(1280, 800);
        for (const auto& [name, words, tint] :
             {std::tuple{"Destroy", "Destroys all managed objects.", theme::Tint::WarningGround},
              std::tuple{"Refresh only", "Updates the state and changes no object.", theme::Tint::NoticeGround}}) {
            for (QToolButton* button : bar.findChildren<QToolButton*>())
                if (button->text() == QLatin1String(name))
                    button->click();
            // Meanwhile, the plan of the other mode is not taken for the requested one.
            const auto* banner = named<QLabel>(*m_window, "banner-text");
            QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest); // not the result of the plan
            for (const char* label : {"mode-text", "progress-text"})
                if (const auto* shown = named<widgets::ElidedLabel>(*m_window, label); shown->isVisible())
                    QVERIFY2(!shown->isElided(), label);
            QVERIFY(banner->isVisible() && banner->text().startsWith(QStringLiteral("This is still the plan of ")));
            QVERIFY(settle(*m_window));
            QVERIFY(!banner->isVisible());
            QCOMPARE(text.text(), QLatin1String(words));
            QCOMPARE(bar.property("tint").toInt(), int(tint));
            QVERIFY2(!why().contains(QStringLiteral("Alt+R")), qPrintable(why()));
        }
    }

    void countsOfZeroAreNotShown() {
        QVERIFY(open(configuration));
        QVERIFY(named<QToolButton>(*m_window, "drift")->isHidden());
        QVERIFY(!named<QToolButton>(*m_window, "checks")->isHidden());
        for (const theme::ActionKind kind : {theme::ActionKind::Delete, theme::ActionKind::Replace})
            QVERIFY(m_window->findChild<QToolButton*>(QStringLiteral("verdict-%1").arg(int(kind)))->isHidden());
    }
};

QTEST_MAIN(TestRegions)
#include "tst_regions.moc"

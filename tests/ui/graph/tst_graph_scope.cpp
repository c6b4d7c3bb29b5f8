// SPDX-License-Identifier: MPL-2.0
#include "tests/support/windows.h"
#include "ui/graph/bars/legend.h"
#include "ui/graph/data/neighborhood.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/graph/level.h"
#include "ui/graph/node_item.h"
#include "ui/theme/theme.h"

#include <QActionGroup>
#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace planlens;
using namespace planlens::testing;
using graph::BoxItem;
using graph::GraphView;
using graph::NodeItem;
using graph::Scope;
using widgets::MainWindow;

namespace {

/// Returns c0 ← c1 ← c2 ← c3 ← hub ← leaf0 … leaf29 and module.part; the others have no edges.
QByteArray configuration(int others) {
    QByteArray text = "resource \"terraform_data\" \"c0\" { input = 0 }\n";
    for (int i = 1; i < 4; ++i)
        text += "resource \"terraform_data\" \"c" + QByteArray::number(i) + "\" { input = terraform_data.c" +
                QByteArray::number(i - 1) + ".id }\n";
    text += "resource \"terraform_data\" \"hub\" {\n  input = terraform_data.c3.id\n"
            "  triggers_replace = terraform_data.c3.output\n}\n";
    for (int i = 0; i < 30; ++i)
        text += "resource \"terraform_data\" \"leaf" + QByteArray::number(i) + "\" { input = terraform_data.hub.id }\n";
    for (int i = 0; i < others; ++i)
        text += "resource \"terraform_data\" \"other" + QByteArray::number(i) + "\" { input = 1 }\n";
    return text + "module \"part\" {\n  source = \"./part\"\n  given  = terraform_data.hub.id\n}\n";
}
const char* const part = "variable \"given\" {}\nresource \"terraform_data\" \"inner\" { input = var.given }\n";
const char* const manifest =
    R"({"Modules":[{"Key":"","Source":"","Dir":"."},{"Key":"part","Source":"./part","Dir":"part"}]})";
constexpr int few = 20, many = 160;

QString address(const QString& name) {
    return QStringLiteral("terraform_data.") + name;
}

} // namespace

/// The part of a plan that the graph shows.
class TestGraphScope final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void largePlansShowTheSurroundingsOfTheSelection_data();
    void largePlansShowTheSurroundingsOfTheSelection();
    void mapHasOneCardForEachModule();
    void mapJoinsTheInstancesOfACall();
    void selectionIsInTheMiddle_data();
    void selectionIsInTheMiddle();
    void depthLimitsSteps_data();
    void depthLimitsSteps();
    void handlesShowTheRest();
    void pathLeadsBack();
    void legendHidesActions();
    void groupsResources_data();
    void groupsResources();
    void edgeTipNamesAttributes_data();
    void edgeTipNamesAttributes();
    void expandedNodesIncludeAllNeighbors();
    void namesStayReadableUntilTheWholeGraphIsWanted();
    void surroundingsAreRatherSmallerThanCutOff();
    void numbersOfTheSelectionAreNeverElided();

private:
    void open(int others) {
        m_window.reset();
        m_folder = std::make_unique<QTemporaryDir>();
        const QDir folder(m_folder->path());
        folder.mkpath(QStringLiteral("part"));
        folder.mkpath(QStringLiteral(".terraform/modules"));
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), configuration(others)));
        QVERIFY(write(folder.filePath(QStringLiteral("part/main.tf")), part));
        QVERIFY(write(folder.filePath(QStringLiteral(".terraform/modules/modules.json")), manifest));
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1440, 900);
        m_window->show();
        m_window->openFolder(m_folder->path(), session::Trust::Given);
        QVERIFY(settle(*m_window));
        waitForDrawing();
    }
    void waitForDrawing() {
        QVERIFY(QTest::qWaitFor([&] { return !view().isDrawing() && !view().isMoving(); }, 20000));
    }
    GraphView& view() { return m_window->graphView(); }
    QStringList shown() {
        QStringList names;
        for (const graph::GraphNode& node : view().data()->nodes)
            names.append(node.name);
        names.sort();
        return names;
    }
    void trigger(const char* button, const QString& group, int value) {
        const QMenu* menu = named<QToolButton>(*m_window, button)->menu();
        for (QAction* action : menu->actions())
            if (action->actionGroup() && action->actionGroup()->objectName() == group &&
                action->data().toInt() == value)
                action->trigger();
        waitForDrawing();
    }
    void click(const QString& at) {
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, view().nodeRect(at).center());
        waitForDrawing();
    }
    bool isInTheMiddle(const QString& at) {
        const QPoint away = view().nodeRect(at).center() - view().viewport()->rect().center();
        return away.manhattanLength() < 12;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestGraphScope::largePlansShowTheSurroundingsOfTheSelection_data() {
    QTest::addColumn<int>("others");
    QTest::addColumn<bool>("isAround");
    QTest::newRow("56 resources") << few << false;
    QTest::newRow("196 resources") << many << true;
}

void TestGraphScope::largePlansShowTheSurroundingsOfTheSelection() {
    QFETCH(int, others);
    QFETCH(bool, isAround);
    open(others);
    QCOMPARE(view().scope(), isAround ? Scope::AroundSelection : Scope::Everything);
    m_window->select(address(QStringLiteral("c1")));
    waitForDrawing();
    QCOMPARE(view().data()->center.has_value(), isAround);
    QCOMPARE(int(view().data()->nodes.size()), isAround ? 4 : 36 + others); // c0, c2 and c3
    QVERIFY(named<QToolButton>(*m_window, "graph-depth")->isVisible() == isAround);
    // The scope that the user chose is kept.
    trigger("graph-scope", QStringLiteral("scope"), int(isAround ? Scope::Everything : Scope::AroundSelection));
    QCOMPARE(int(view().data()->nodes.size()), isAround ? 36 + others : 4);
    m_window->select(address(QStringLiteral("c2")));
    waitForDrawing();
    QCOMPARE(view().data()->center.has_value(), !isAround);
}

void TestGraphScope::mapHasOneCardForEachModule() {
    open(many);
    QVERIFY(view().data()->isMap);
    QStringList cards;
    for (const graph::GraphBox& box : view().data()->boxes) {
        QVERIFY(box.isFolded);
        cards.append(box.label);
    }
    cards.sort();
    QCOMPARE(cards, QStringList({QStringLiteral("module.part"), QStringLiteral("root module")}));
    QCOMPARE(int(view().data()->scene.edges.size()), 1); // one edge between both
    for (const layout::SceneNode& node : view().data()->scene.nodes)
        QVERIFY(!node.visible);
}

/// 160 modules are one card for each call with many instances, which unfolds to their cards in natural order.
void TestGraphScope::mapJoinsTheInstancesOfACall() {
    QTemporaryDir folder;
    QDir(folder.path()).mkpath(QStringLiteral("team"));
    QDir(folder.path()).mkpath(QStringLiteral(".terraform/modules"));
    QVERIFY(
        write(folder.filePath(QStringLiteral("main.tf")),
              "module \"team\" {\n  source = \"./team\"\n  for_each = toset([for i in range(158) : \"t-${i}\"])\n}\n"
              "module \"other\" {\n  source = \"./team\"\n  count = 2\n}\n"));
    QVERIFY(write(folder.filePath(QStringLiteral("team/main.tf")), "resource \"terraform_data\" \"a\" {}\n"));
    QVERIFY(write(folder.filePath(QStringLiteral(".terraform/modules/modules.json")),
                  R"({"Modules":[{"Key":"","Source":"","Dir":"."},{"Key":"team","Source":"./team","Dir":"team"},)"
                  R"({"Key":"other","Source":"./team","Dir":"team"}]})"));
    m_window = std::make_unique<MainWindow>();
    m_window->resize(1440, 900);
    m_window->show();
    m_window->openFolder(folder.path(), session::Trust::Given);
    QVERIFY(settle(*m_window));
    waitForDrawing();
    const auto cards = [this] {
        QStringList labels;
        for (std::size_t i = 0; i < view().data()->boxes.size(); ++i)
            if (view().data()->scene.boxes[i].visible)
                labels.append(view().data()->boxes[i].label);
        return labels;
    };
    QVERIFY(view().data()->isMap);
    QCOMPARE(cards(), (QStringList{QStringLiteral("module.other[0]"), QStringLiteral("module.other[1]"),
                                   QStringLiteral("module.team ×158")}));
    QVERIFY(m_window->graphView().sceneRect().height() < 900);
    view().toggleFolding(QStringLiteral("group module.team"));
    waitForDrawing();
    const QStringList unfolded = cards();
    QCOMPARE(unfolded.size(), 161);
    QCOMPARE(unfolded.mid(2, 4),
             (QStringList{QStringLiteral("module.team ×158"), QStringLiteral("module.team[\"t-0\"]"),
                          QStringLiteral("module.team[\"t-1\"]"), QStringLiteral("module.team[\"t-2\"]")}));
    QVERIFY(m_window->select(QStringLiteral("module.team[\"t-10\"].terraform_data.a")));
}

void TestGraphScope::selectionIsInTheMiddle_data() {
    QTest::addColumn<int>("scope");
    QTest::addColumn<QString>("by");
    for (const auto& [name, scope] :
         {std::pair("everything", Scope::Everything), std::pair("around selection", Scope::AroundSelection)})
        for (const char* by : {"list", "keys"})
            QTest::addRow("%s, by %s", name, by) << int(scope) << QString::fromLatin1(by);
}

void TestGraphScope::selectionIsInTheMiddle() {
    QFETCH(int, scope);
    QFETCH(QString, by);
    open(many);
    view().setScope(Scope(scope));
    waitForDrawing();
    m_window->select(address(QStringLiteral("c2")));
    waitForDrawing();
    QString expected = address(QStringLiteral("hub"));
    if (by == QStringLiteral("list")) {
        m_window->select(expected);
    } else {
        QTest::keyClick(&view(), Qt::Key_Plus); // zooms in as a user does
        QTest::keyClick(&view(), Qt::Key_Right, Qt::ControlModifier);
        expected = address(QStringLiteral("c3"));
    }
    waitForDrawing();
    QVERIFY(isInTheMiddle(expected) ||
            (Scope(scope) == Scope::AroundSelection && view().viewport()->rect().contains(view().nodeRect(expected))));
    QVERIFY(view().zoomFactor() >= 0.6);
}

void TestGraphScope::depthLimitsSteps_data() {
    QTest::addColumn<int>("upstream");
    QTest::addColumn<int>("downstream");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("1 and 1") << 1 << 1
                             << QStringList({QStringLiteral("c1"), QStringLiteral("c2"), QStringLiteral("c3")});
    QTest::newRow("2 and 1") << 2 << 1
                             << QStringList({QStringLiteral("c0"), QStringLiteral("c1"), QStringLiteral("c2"),
                                             QStringLiteral("c3")});
    QTest::newRow("5 and 1") << 5 << 1
                             << QStringList({QStringLiteral("c0"), QStringLiteral("c1"), QStringLiteral("c2"),
                                             QStringLiteral("c3")});
    QTest::newRow("1 and 2") << 1 << 2
                             << QStringList({QStringLiteral("c1"), QStringLiteral("c2"), QStringLiteral("c3"),
                                             QStringLiteral("hub")});
}

void TestGraphScope::depthLimitsSteps() {
    QFETCH(int, upstream);
    QFETCH(int, downstream);
    QFETCH(QStringList, expected);
    open(many);
    m_window->select(address(QStringLiteral("c2")));
    waitForDrawing();
    trigger("graph-depth", QStringLiteral("upstream"), upstream);
    trigger("graph-depth", QStringLiteral("downstream"), downstream);
    QCOMPARE(shown(), expected);
}

void TestGraphScope::handlesShowTheRest() {
    open(many);
    m_window->select(address(QStringLiteral("hub")));
    waitForDrawing();
    const auto hub = [&] {
        return static_cast<NodeItem*>(
            view().elementItem(std::size_t(view().data()->nodeOf.value(address(QStringLiteral("hub"))))));
    };
    const int before = int(shown().size());
    QCOMPARE(hub()->node().moreDownstream, 31 - 12); // 30 leaves and the module
    QCOMPARE(hub()->node().moreUpstream, 0);
    std::optional<QPoint> at;
    const QRect rect = view().nodeRect(address(QStringLiteral("hub")));
    for (int x = rect.right(); x > rect.left() && !at; x -= 4)
        for (int y = rect.bottom(); y > rect.top() && !at; y -= 4)
            if (hub()->handleAt(hub()->mapFromScene(view().mapToScene(x, y))))
                at = QPoint(x, y);
    QVERIFY(at && view().viewport()->rect().contains(*at));
    QVERIFY(view().toolTipAt(*at).startsWith(QStringLiteral("19 more dependents")));
    QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, *at);
    waitForDrawing();
    QCOMPARE(int(shown().size()), before + 19);
    QCOMPARE(hub()->node().moreDownstream, 0);
    // The upstream end has hidden nodes too: keys expand the node that they reach.
    QVERIFY(!shown().contains(QStringLiteral("c1")));
    QTest::keyClick(&view(), Qt::Key_Left, Qt::ControlModifier); // c3
    waitForDrawing();
    QCOMPARE(view().selectedInstances(), QStringList(address(QStringLiteral("c3"))));
}

void TestGraphScope::pathLeadsBack() {
    open(many);
    const auto steps = [&] {
        QStringList texts;
        QCoreApplication::processEvents(); // layouts show added widgets in a later event
        for (const QToolButton* button : named<QWidget>(*m_window, "graph-path")->findChildren<QToolButton*>())
            if (button->isVisible())
                texts.append(button->toolTip());
        return texts;
    };
    const auto press = [&](const QString& tip) {
        for (QToolButton* button : named<QWidget>(*m_window, "graph-path")->findChildren<QToolButton*>())
            if (button->isVisible() && button->toolTip() == tip) {
                QTest::mouseClick(button, Qt::LeftButton);
                return waitForDrawing();
            }
        QFAIL(qPrintable(tip));
    };
    const QString map = QStringLiteral("Show all modules"), first = address(QStringLiteral("c1")),
                  second = address(QStringLiteral("c3"));
    QCOMPARE(steps(), QStringList({map}));
    m_window->select(first);
    waitForDrawing();
    click(second);
    QCOMPARE(view().selectedInstances(), QStringList(second));
    QCOMPARE(steps(), QStringList({map, first, second}));
    press(first);
    QCOMPARE(view().selectedInstances(), QStringList(first));
    QCOMPARE(steps(), QStringList({map, first}));
    press(map);
    QVERIFY(view().data()->isMap);
    QCOMPARE(steps(), QStringList({map}));
}

void TestGraphScope::legendHidesActions() {
    open(few);
    auto* create =
        named<QToolButton>(*m_window, qPrintable(QStringLiteral("legend-%1").arg(int(theme::ActionKind::Create))));
    QVERIFY(create && create->isVisible() && create->isChecked());
    QCOMPARE(create->text(), QStringLiteral("create"));
    QTest::mouseClick(create, Qt::LeftButton);
    waitForDrawing();
    QCOMPARE(shown(), QStringList());
    QVERIFY(create->isVisible() && !create->isChecked() && create->font().strikeOut());
    QTest::mouseClick(create, Qt::LeftButton);
    waitForDrawing();
    QCOMPARE(shown().size(), 56);
}

void TestGraphScope::groupsResources_data() {
    QTest::addColumn<int>("grouping");
    QTest::addColumn<QStringList>("labels");
    QTest::newRow("by module") << int(graph::Grouping::Modules) << QStringList({QStringLiteral("module.part")});
    QTest::newRow("by type") << int(graph::Grouping::Types) << QStringList({QStringLiteral("terraform_data")});
    QTest::newRow("not at all") << int(graph::Grouping::None) << QStringList();
}

void TestGraphScope::groupsResources() {
    QFETCH(int, grouping);
    QFETCH(QStringList, labels);
    open(few);
    trigger("graph-grouping", QStringLiteral("grouping"), (grouping + 1) % 3);
    trigger("graph-grouping", QStringLiteral("grouping"), grouping);
    QStringList found;
    for (const graph::GraphBox& box : view().data()->boxes)
        found.append(box.label);
    QCOMPARE(found, labels);
    QCOMPARE(shown().size(), 56);
}

void TestGraphScope::edgeTipNamesAttributes_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QStringList>("lines");
    QTest::newRow("an attribute") << address(QStringLiteral("c0")) << address(QStringLiteral("c1"))
                                  << QStringList({QStringLiteral("terraform_data.c1 depends on terraform_data.c0"),
                                                  QStringLiteral("    input ← terraform_data.c0.id")});
    QTest::newRow("two attributes") << address(QStringLiteral("c3")) << address(QStringLiteral("hub"))
                                    << QStringList({QStringLiteral("terraform_data.hub depends on terraform_data.c3"),
                                                    QStringLiteral("    input ← terraform_data.c3.id"),
                                                    QStringLiteral("    triggers_replace ← terraform_data.c3.output")});
    QTest::newRow("through a variable")
        << address(QStringLiteral("hub")) << QStringLiteral("module.part.terraform_data.inner")
        << QStringList({QStringLiteral("module.part.terraform_data.inner depends on terraform_data.hub"),
                        QStringLiteral("    input ← module.part.var.given ← terraform_data.hub.id")});
}

void TestGraphScope::edgeTipNamesAttributes() {
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QStringList, lines);
    open(few);
    m_window->select(from);
    trigger("graph-scope", QStringLiteral("scope"), int(Scope::AroundSelection));
    trigger("graph-depth", QStringLiteral("downstream"), 1);
    if (view().data()->nodeOf.value(to, -1) < 0) {
        view().expand(from, graph::Way::Downstream);
        waitForDrawing();
    }
    const graph::GraphData& data = *view().data();
    const auto edge = std::find_if(data.scene.edges.begin(), data.scene.edges.end(), [&](const auto& one) {
        return int(one.from) == data.nodeOf.value(from) && int(one.to) == data.nodeOf.value(to);
    });
    QVERIFY(edge != data.scene.edges.end());
    // The middle of the last segment, away from nodes and other edges.
    const layout::Point &a = edge->points[edge->points.size() - 2], &b = edge->points.back();
    const QPointF middle((a.x + b.x) / 2, (a.y + b.y) / 2);
    view().lookAt(middle);
    const QString tip = view().toolTipAt(view().mapFromScene(middle));
    QCOMPARE(tip.split(u'\n'), lines);
}

void TestGraphScope::expandedNodesIncludeAllNeighbors() {
    // 0 → 1 … 20, and each of these → 21.
    std::vector<layout::InputEdge> edges;
    for (layout::Index i = 1; i <= 20; ++i) {
        edges.push_back({0, i});
        edges.push_back({i, 21});
    }
    std::vector<int> ranks(22, 5);
    ranks[17] = 0; // the most severe one is shown first
    graph::NeighborhoodOptions options;
    options.mostNeighbors = 3;
    const auto count = [](const graph::Neighborhood& around) {
        return std::count(around.isIncluded.begin(), around.isIncluded.end(), true);
    };
    graph::Neighborhood around = neighborhoodOf(ranks, edges, options);
    QCOMPARE(count(around), 5); // the center, three nodes and the last one
    QVERIFY(around.isIncluded[17]);
    QCOMPARE(around.moreDownstream[0], 17);
    QCOMPARE(around.moreUpstream[21], 0); // not upstream of the center
    options.expandedDownstream = {0};
    around = neighborhoodOf(ranks, edges, options);
    QCOMPARE(count(around), 22);
    QCOMPARE(around.moreDownstream[0], 0);
    options = {};
    options.most = 4;
    QCOMPARE(count(neighborhoodOf(ranks, edges, options)), 4);
}

/// A graph that is larger than its view shows the selection, or else the worst change, at a scale with readable names.
void TestGraphScope::namesStayReadableUntilTheWholeGraphIsWanted() {
    open(few);
    view().setScope(Scope::Everything);
    waitForDrawing();
    m_window->resize(1000, 640);
    QVERIFY(view().zoomFactor() >= graph::fittingScale);
    m_window->findChild<QAction*>(QStringLiteral("fit-graph"))->trigger();
    QVERIFY(view().zoomFactor() < graph::fittingScale);
    const QRectF seen = view().mapToScene(view().viewport()->rect()).boundingRect();
    const layout::Rect& bounds = view().data()->scene.bounds;
    QVERIFY(seen.contains(QRectF(bounds.x, bounds.y, bounds.width, bounds.height)));
    m_window->resize(1010, 640);
    QVERIFY(view().zoomFactor() < graph::fittingScale); // stays whole
    QTest::keyClick(&view(), Qt::Key_D);
    waitForDrawing();
    m_window->select(address(QStringLiteral("leaf29")));
    QVERIFY(view().viewport()->rect().contains(view().nodeRect(address(QStringLiteral("leaf29"))).center()));
    QVERIFY(view().zoomFactor() >= graph::readableScale);
}

void TestGraphScope::surroundingsAreRatherSmallerThanCutOff() {
    open(many);
    m_window->resize(1600, 900);
    const auto choose = [&](const char* name) {
        m_window->select(address(QLatin1String(name)));
        waitForDrawing();
    };
    choose("c2");
    const QRectF whole(view().data()->scene.bounds.x, view().data()->scene.bounds.y, view().data()->scene.bounds.width,
                       view().data()->scene.bounds.height);
    auto& regions = *named<QSplitter>(*m_window, "regions");
    const int more = int((whole.width() + 2 * graph::sceneMargin) * 0.65) - view().viewport()->width();
    regions.setSizes({regions.sizes()[0] - more, regions.sizes()[1] + more});
    choose("c1");
    choose("c2");
    QVERIFY2(view().zoomFactor() < graph::fittingScale, qPrintable(QString::number(view().zoomFactor())));
    QVERIFY(view().mapToScene(view().viewport()->rect()).boundingRect().contains(whole));
}

void TestGraphScope::numbersOfTheSelectionAreNeverElided() {
    open(few);
    const auto* numbers = named<QLabel>(*m_window, "cone");
    for (const QString& name : {QStringLiteral("hub"), QStringLiteral("other1")}) {
        QVERIFY(m_window->select(address(name)));
        waitForDrawing();
        for (const int width : {1440, 960}) {
            m_window->resize(width, 800);
            QCoreApplication::processEvents();
            QVERIFY(!numbers->text().isEmpty());
            QVERIFY2(numbers->fontMetrics().horizontalAdvance(numbers->text()) <= numbers->contentsRect().width(),
                     qPrintable(numbers->text()));
        }
    }
    QCOMPARE(numbers->accessibleName(), QStringLiteral("no edges"));
}

QTEST_MAIN(TestGraphScope)
#include "tst_graph_scope.moc"

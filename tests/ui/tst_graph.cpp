// SPDX-License-Identifier: MPL-2.0
#include "tests/support/windows.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/graph/minimap.h"
#include "ui/graph/node_details.h"
#include "ui/graph/node_item.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QAccessible>
#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

using namespace planlens;
using namespace planlens::testing;
using graph::BoxItem;
using graph::EdgeLayer;
using graph::GraphView;
using graph::Minimap;
using graph::NodeItem;
using graph::Reach;
using widgets::MainWindow;

namespace {

const char* const rootModule = R"(
resource "terraform_data" "base" { input = "b" }
resource "terraform_data" "left" { input = terraform_data.base.id }
resource "terraform_data" "right" { input = terraform_data.base.id }
resource "terraform_data" "end" {
  input      = [terraform_data.left.id, terraform_data.right.id]
  depends_on = [terraform_data.base]
}
resource "terraform_data" "waits" { depends_on = [terraform_data.end] }
resource "terraform_data" "many" {
  count = 3
  input = count.index
}
module "source" { source = "./part" }
module "target" {
  source = "./part"
  first  = module.source.first
  second = module.source.second
}
)";
const char* const partModule = R"(
variable "first" { default = "" }
variable "second" { default = "" }
resource "terraform_data" "one" { input = var.first }
resource "terraform_data" "two" { input = var.second }
resource "terraform_data" "three" { input = [var.first, terraform_data.one.id] }
output "first" { value = terraform_data.one.id }
output "second" { value = terraform_data.two.id }
)";
const char* const manifest =
    R"({"Modules":[{"Key":"","Source":"","Dir":"."},{"Key":"source","Source":"./part","Dir":"part"},{"Key":"target","Source":"./part","Dir":"part"}]})";

QString address(const char* name) {
    return QStringLiteral("terraform_data.") + QString::fromLatin1(name);
}

} // namespace

class TestGraph final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void countsAndMarksReachableNodes();
    void keysFollowEdges();
    void switchesDirection();
    void remembersDirection();
    void dashesEdgesOfDependsOn();
    void bundlesEdgesBetweenFoldedModules();
    void levelOfDetailFollowsTheScale();
    void namesChangedAttributes();
    void minimapFollowsAndMovesTheView();
    void minimapHidesIfEverythingIsVisible();
    void togglingAReplacementKeepsPositions();
    void foldingMovesOnlySiblings();
    void isAccessible();

private:
    GraphView& view() { return m_window->graphView(); }
    void waitForDrawing() {
        QVERIFY(QTest::qWaitFor([&] { return !view().isDrawing() && !view().isMoving(); }, 20000));
    }
    void clickNode(const QString& name) {
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, view().nodeRect(name).center());
    }
    void fold(const QString& module) {
        view().select(module);
        QTest::keyClick(&view(), Qt::Key_Space);
        waitForDrawing();
    }
    void wheel(QWidget* widget, const QPointF& at, int delta) {
        QWheelEvent event(at, widget->mapToGlobal(at), {}, QPoint(0, delta), Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(widget, &event);
    }
    void wheelTo(double scale) {
        const QPointF middle = QRectF(view().viewport()->rect()).center();
        for (int i = 0; i < 100 && std::abs(view().transform().m11() / scale - 1) > 0.1; ++i)
            wheel(view().viewport(), middle, view().transform().m11() < scale ? 60 : -60);
        QVERIFY(std::abs(view().transform().m11() / scale - 1) <= 0.1);
    }
    const layout::Scene& scene() { return view().data()->scene; }
    std::size_t nodeIndex(const QString& id) {
        for (std::size_t i = 0; i < view().data()->nodes.size(); ++i)
            if (view().data()->nodes[i].id == id)
                return i;
        return std::size_t(-1);
    }
    std::size_t boxIndex(const QString& id) {
        for (std::size_t i = 0; i < view().data()->boxes.size(); ++i)
            if (view().data()->boxes[i].id == id)
                return i;
        return std::size_t(-1);
    }
    /// Returns the edge between two nodes in the picture; -1 if there is none.
    int edgeBetween(std::size_t from, std::size_t to) {
        for (std::size_t i = 0; i < scene().edges.size(); ++i)
            if (scene().edges[i].from == from && scene().edges[i].to == to)
                return int(i);
        return -1;
    }
    QHash<QString, QRectF> rects() {
        QHash<QString, QRectF> result;
        for (std::size_t i = 0; i < view().data()->nodes.size(); ++i) {
            const layout::Rect& rect = scene().nodes[i].rect;
            result.insert(view().data()->nodes[i].id, {rect.x, rect.y, rect.width, rect.height});
        }
        return result;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestGraph::initTestCase() {
    theme::apply(*qApp, theme::Scheme::Light);
}

void TestGraph::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    const QDir folder(m_folder->path());
    folder.mkpath(QStringLiteral("part"));
    folder.mkpath(QStringLiteral(".terraform/modules"));
    write(folder.filePath(QStringLiteral("main.tf")), rootModule);
    write(folder.filePath(QStringLiteral("part/main.tf")), partModule);
    write(folder.filePath(QStringLiteral(".terraform/modules/modules.json")), manifest);
    m_window = std::make_unique<MainWindow>();
    m_window->resize(1400, 900);
    m_window->show();
    QVERIFY(m_window->showView(QStringLiteral("graph")));
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    m_window->openFolder(m_folder->path());
    QVERIFY(settled.wait(20000));
    waitForDrawing();
    for (const char* module : {"module.source", "module.target"})
        if (view().isFolded(QString::fromLatin1(module)))
            fold(QString::fromLatin1(module));
    view().select({});
    view().fit();
}

void TestGraph::cleanup() {
    m_window.reset();
    m_folder.reset();
}

void TestGraph::countsAndMarksReachableNodes() {
    const auto* cone = m_window->findChild<QLabel*>(QStringLiteral("cone"));
    QVERIFY(cone);
    QCOMPARE(cone->text(), QString());
    clickNode(address("left"));
    QCOMPARE(cone->text(), QStringLiteral("1 upstream · 2 downstream resource(s)"));
    const auto reach = [&](const char* name) {
        return static_cast<NodeItem*>(view().elementItem(nodeIndex(address(name))))->reach();
    };
    QCOMPARE(reach("left"), Reach::Selected);
    QCOMPARE(reach("base"), Reach::Upstream);
    QCOMPARE(reach("end"), Reach::Downstream);
    QCOMPARE(reach("waits"), Reach::Downstream);
    QCOMPARE(reach("right"), Reach::Apart);
    const auto tone = [&](const char* from, const char* to) {
        return view().edgeLayer()->tone(std::size_t(edgeBetween(nodeIndex(address(from)), nodeIndex(address(to)))));
    };
    QCOMPARE(tone("base", "left"), EdgeLayer::Tone::AtSelection);
    QCOMPARE(tone("end", "waits"), EdgeLayer::Tone::Cone);
    QCOMPARE(tone("right", "end"), EdgeLayer::Tone::Pale);

    // The reach of a module contains its neighbors, but not the module itself.
    view().select(QStringLiteral("module.source"));
    QCOMPARE(cone->text(), QStringLiteral("0 upstream · 3 downstream resource(s)"));
    QCOMPARE(static_cast<BoxItem*>(
                 view().elementItem(view().data()->nodes.size() + boxIndex(QStringLiteral("module.target"))))
                 ->reach(),
             Reach::Downstream);
    clickNode(address("many[0]"));
    QCOMPARE(cone->text(), QStringLiteral("no edges"));
    view().select({});
    QCOMPARE(cone->text(), QString());
    QCOMPARE(reach("base"), Reach::NoSelection);
}

void TestGraph::keysFollowEdges() {
    QSignalSpy selected(&view(), &GraphView::selected);
    const auto last = [&] { return selected.isEmpty() ? QString() : selected.takeLast()[0].toString(); };
    clickNode(address("base"));
    last();
    QTest::keyClick(&view(), Qt::Key_Right, Qt::ControlModifier);
    const QString first = last();
    QStringList seen{first};
    for (int i = 0; i < 2; ++i) { // the other ends of the same step
        QTest::keyClick(&view(), Qt::Key_Down, Qt::ControlModifier);
        seen.append(last());
    }
    seen.sort();
    QCOMPARE(seen, QStringList({address("end"), address("left"), address("right")}));
    QTest::keyClick(&view(), Qt::Key_Down, Qt::ControlModifier);
    QCOMPARE(last(), first); // the cycle is complete
    clickNode(address("waits"));
    last();
    QTest::keyClick(&view(), Qt::Key_Left, Qt::ControlModifier);
    QCOMPARE(last(), address("end"));
    QTest::keyClick(&view(), Qt::Key_Right, Qt::ControlModifier);
    QCOMPARE(last(), address("waits"));
    QTest::keyClick(&view(), Qt::Key_Right, Qt::ControlModifier); // there are no more nodes
    QVERIFY(selected.isEmpty());
}

void TestGraph::switchesDirection() {
    auto* button = m_window->findChild<QToolButton*>(QStringLiteral("direction"));
    QVERIFY(button);
    const auto place = [&](const char* name) { return view().nodeRect(address(name)).center(); };
    QVERIFY(place("base").x() < place("left").x());
    QTest::mouseClick(button, Qt::LeftButton);
    waitForDrawing();
    QVERIFY(place("base").y() < place("left").y());
    QVERIFY(place("left").y() < place("end").y());
    QCOMPARE(button->accessibleName(), QStringLiteral("Top to bottom"));
    clickNode(address("base")); // the keys follow the new direction
    QTest::keyClick(&view(), Qt::Key_Down, Qt::ControlModifier);
    QCOMPARE(static_cast<NodeItem*>(view().elementItem(nodeIndex(address("base"))))->reach(), Reach::Upstream);
    QTest::keyClick(&view(), Qt::Key_D);
    waitForDrawing();
    QVERIFY(place("base").x() < place("left").x());
}

void TestGraph::remembersDirection() {
    const QTemporaryDir settings;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    QCoreApplication::setOrganizationName(QStringLiteral("planlens-test"));
    {
        MainWindow window;
        QTest::keyClick(&window.graphView(), Qt::Key_D);
    }
    {
        const MainWindow window;
        QCOMPARE(window.graphView().direction(), layout::Direction::TopToBottom);
    }
    QCoreApplication::setOrganizationName({});
}

void TestGraph::dashesEdgesOfDependsOn() {
    const auto isDashed = [&](const char* from, const char* to) {
        const int edge = edgeBetween(nodeIndex(address(from)), nodeIndex(address(to)));
        return edge >= 0 && view().edgeLayer()->isDashed(std::size_t(edge));
    };
    QVERIFY(isDashed("base", "end"));
    QVERIFY(isDashed("end", "waits"));
    QVERIFY(!isDashed("left", "end"));
    QVERIFY(!isDashed("base", "left"));
}

void TestGraph::bundlesEdgesBetweenFoldedModules() {
    fold(QStringLiteral("module.source"));
    fold(QStringLiteral("module.target"));
    const std::size_t nodes = view().data()->nodes.size();
    const int edge = edgeBetween(nodes + boxIndex(QStringLiteral("module.source")),
                                 nodes + boxIndex(QStringLiteral("module.target")));
    QVERIFY(edge >= 0);
    QCOMPARE(view().edgeLayer()->bundled(std::size_t(edge)), 3); // one → one, one → three, two → two
    const int single = edgeBetween(nodeIndex(address("base")), nodeIndex(address("left")));
    QCOMPARE(view().edgeLayer()->bundled(std::size_t(single)), 1);
}

void TestGraph::levelOfDetailFollowsTheScale() {
    const std::size_t nodes = view().data()->nodes.size();
    const auto* box = static_cast<BoxItem*>(view().elementItem(nodes + boxIndex(QStringLiteral("module.source"))));
    const QString inside = QStringLiteral("module.source.terraform_data.one");
    wheelTo(0.6);
    QCOMPARE(graph::levelAt(view().transform().m11()), graph::Level::Resources);
    QCOMPARE(box->form(), BoxItem::Form::Open);
    wheelTo(0.2);
    QCOMPARE(graph::levelAt(view().transform().m11()), graph::Level::Modules);
    QCOMPARE(box->form(), BoxItem::Form::Card);
    // Resources of the root module are framed, and nothing else.
    const graph::GraphData& data = *view().data();
    QVERIFY(!data.rootFrames.empty());
    const auto framesAround = [&](const layout::Rect& rect) {
        return std::count_if(data.rootFrames.begin(), data.rootFrames.end(),
                             [&](const layout::Rect& frame) { return frame.intersects(rect); });
    };
    for (std::size_t i = 0; i < data.nodes.size(); ++i)
        QCOMPARE(framesAround(data.scene.nodes[i].rect), data.nodes[i].box ? 0 : 1);
    for (const layout::SceneBox& module : data.scene.boxes)
        QCOMPARE(framesAround(module.rect), 0);
    // A click on the card selects the module, not the node below it.
    QSignalSpy selected(&view(), &GraphView::selected);
    view().lookAt(box->sceneBoundingRect().center());
    QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, view().nodeRect(inside).center());
    QCOMPARE(selected.size(), 1);
    QCOMPARE(selected[0][0].toString(), QStringLiteral("module.source"));
    wheelTo(2);
    QCOMPARE(graph::levelAt(view().transform().m11()), graph::Level::Instances);
    QCOMPARE(box->form(), BoxItem::Form::Open);
    view().lookAt(view().elementItem(nodeIndex(inside))->sceneBoundingRect().center());
    clickNode(inside);
    QCOMPARE(selected.last()[0].toString(), inside);
}

void TestGraph::namesChangedAttributes() {
    const graph::Details group = graph::detailsOf(view().data()->nodes[nodeIndex(address("many"))], 2);
    QCOMPARE(group.lines.size(), std::size_t(2));
    QCOMPARE(group.left, 1);
    QCOMPARE(group.lines[0].text, QStringLiteral("[0]"));
    QCOMPARE(group.lines[0].kind, theme::ActionKind::Create);
    QCOMPARE(group.lines[0].note, QStringLiteral("input, id, output"));
    const graph::Details one = graph::detailsOf(view().data()->nodes[nodeIndex(address("base"))], 5);
    QCOMPARE(one.lines.size(), std::size_t(3));
    QCOMPARE(one.lines[0].text, QStringLiteral("input"));
    QCOMPARE(one.lines[1].text, QStringLiteral("id"));
    QCOMPARE(one.lines[1].note, QStringLiteral("known after apply"));
    QCOMPARE(one.lines[1].kind, theme::ActionKind::Create); // the object is new
    QCOMPARE(one.left, 0);
}

void TestGraph::minimapFollowsAndMovesTheView() {
    Minimap& map = view().minimap();
    wheelTo(2.8);
    QVERIFY(map.isVisible());
    const auto middle = [&] { return view().mapToScene(view().viewport()->rect()).boundingRect().center(); };
    const QRectF whole = view().sceneRect().adjusted(200, 200, -200, -200);
    const double pixel = 1 / (map.toMap({1, 0}).x() - map.toMap({0, 0}).x()); // scene units per map pixel

    // A click moves this place to the center.
    const QPoint place = map.toMap(whole.topLeft() + QPointF(whole.width() * 0.15, whole.height() * 0.15)).toPoint();
    QVERIFY(!map.frame().contains(place));
    QTest::mouseClick(&map, Qt::LeftButton, {}, place);
    QVERIFY((middle() - map.toScene(place)).manhattanLength() < 4);
    QVERIFY(map.frame().contains(place));

    // Dragging keeps the grabbed point of the frame under the pointer.
    const QPoint grip = map.frame().center().toPoint() + QPoint(3, 2);
    const QPointF before = middle();
    QTest::mousePress(&map, Qt::LeftButton, {}, grip);
    QVERIFY((middle() - before).manhattanLength() < 4);
    for (int step = 1; step <= 8; ++step) {
        QMouseEvent move(QEvent::MouseMove, grip + QPoint(step, 0), map.mapToGlobal(grip + QPoint(step, 0)),
                         Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(&map, &move);
    }
    QTest::mouseRelease(&map, Qt::LeftButton, {}, grip + QPoint(8, 0));
    QVERIFY(std::abs((middle() - before).x() - 8 * pixel) < 4);
    QVERIFY(std::abs((middle() - before).y()) < 4);

    // The frame follows the view.
    const QPointF frame = map.frame().center();
    view().horizontalScrollBar()->setValue(view().horizontalScrollBar()->value() - 200);
    QVERIFY(map.frame().center().x() < frame.x());

    map.setFocus();
    const QPointF start = middle();
    QTest::keyClick(&map, Qt::Key_Left);
    QVERIFY(middle().x() < start.x());
    const double scale = view().transform().m11();
    wheel(&map, QPointF(20, 20), -120);
    QVERIFY(view().transform().m11() < scale);
}

void TestGraph::minimapHidesIfEverythingIsVisible() {
    wheelTo(2);
    QVERIFY(view().minimap().isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_F);
    QVERIFY(!view().minimap().isVisible());
}

void TestGraph::togglingAReplacementKeepsPositions() {
    // Applied once, so that a replacement causes further changes.
    write(m_folder->filePath(QStringLiteral("main.tf")), rootModule);
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    const QHash<QString, QRectF> before = rects();
    clickNode(address("left"));
    for (int toggle = 0; toggle < 2; ++toggle) {
        QTest::keyClick(m_window.get(), Qt::Key_R, Qt::AltModifier);
        QVERIFY(settled.wait(20000));
        settled.clear();
        waitForDrawing();
        const QHash<QString, QRectF> after = rects();
        QCOMPARE(after.size(), before.size());
        for (auto it = before.cbegin(); it != before.cend(); ++it)
            QVERIFY2((after[it.key()].topLeft() - it->topLeft()).manhattanLength() <= 8, qPrintable(it.key()));
    }
}

void TestGraph::foldingMovesOnlySiblings() {
    const QHash<QString, QRectF> before = rects();
    fold(QStringLiteral("module.target"));
    fold(QStringLiteral("module.target"));
    QVERIFY(!view().isFolded(QStringLiteral("module.target")));
    const QHash<QString, QRectF> after = rects();
    for (auto it = before.cbegin(); it != before.cend(); ++it)
        if (!it.key().startsWith(QStringLiteral("module.")))
            QVERIFY2((after[it.key()].topLeft() - it->topLeft()).manhattanLength() <= 8, qPrintable(it.key()));
}

void TestGraph::isAccessible() {
    QAccessibleInterface* graph = QAccessible::queryAccessibleInterface(&view());
    QVERIFY(graph);
    QCOMPARE(graph->role(), QAccessible::List);
    QCOMPARE(graph->text(QAccessible::Name), QStringLiteral("Dependency graph"));
    QCOMPARE(graph->childCount(), int(view().data()->nodes.size() + view().data()->boxes.size()));
    QStringList names;
    QAccessibleInterface* base = nullptr;
    for (int i = 0; i < graph->childCount(); ++i) {
        QAccessibleInterface* child = graph->child(i);
        QVERIFY(child && child->isValid());
        QCOMPARE(child->parent(), graph);
        QCOMPARE(graph->indexOfChild(child), i);
        QCOMPARE(child->role(), QAccessible::ListItem);
        QVERIFY(!child->rect().isEmpty());
        names.append(child->text(QAccessible::Name));
        if (names.last().startsWith(address("base")))
            base = child;
    }
    QVERIFY(names.contains(QStringLiteral("terraform_data.base, will be created")));
    QVERIFY(names.contains(QStringLiteral("terraform_data.end, will be created, depends on terraform_data.base, "
                                          "terraform_data.left, terraform_data.right")));
    QVERIFY(names.filter(QStringLiteral("module.source, module: 3 will be created")).size() == 1);
    QVERIFY(names.filter(QStringLiteral("terraform_data.many, 3 instances: 3 will be created")).size() == 1);
    QVERIFY(base);
    QCOMPARE(graph->childAt(base->rect().center().x(), base->rect().center().y()), base);
    base->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QVERIFY(base->state().selected);
    QCOMPARE(graph->focusChild(), base);
    QCOMPARE(view().selectedInstances(), QStringList(address("base")));

    // Folds it through its accessible action. The old items are not used afterwards.
    const auto item = [&](const QString& begin) -> QAccessibleInterface* {
        for (int i = 0; i < graph->childCount(); ++i)
            if (graph->child(i)->text(QAccessible::Name).startsWith(begin))
                return graph->child(i);
        return nullptr;
    };
    QAccessibleInterface* module = item(QStringLiteral("module.target, "));
    QVERIFY(module->state().expanded);
    module->actionInterface()->doAction(QAccessibleActionInterface::toggleAction());
    waitForDrawing();
    module = item(QStringLiteral("module.target, "));
    QVERIFY(module->state().collapsed);
    QVERIFY(module->text(QAccessible::Name).contains(QStringLiteral("folded module")));
    QVERIFY(
        module->text(QAccessible::Name)
            .contains(QStringLiteral("depends on module.source.terraform_data.one, module.source.terraform_data.two")));
    QVERIFY(!item(QStringLiteral("module.target.terraform_data.one")));
}

QTEST_MAIN(TestGraph)
#include "tst_graph.moc"

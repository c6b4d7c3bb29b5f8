// SPDX-License-Identifier: MPL-2.0
#include "core/plans/plan.h"
#include "tests/support/recorded_texts.h"
#include "tests/support/scoped_environment.h"
#include "tests/ui/made_changes.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/item_painting.h"
#include "ui/graph/motion.h"
#include "ui/graph/node_item.h"
#include "ui/graph/root_frames.h"
#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QGraphicsRectItem>
#include <QGraphicsScene>
#include <QImage>
#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <QTest>
#include <QWidget>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <random>

using namespace planlens;
using namespace planlens::testing;

namespace {

/// Compares each rectangle with all others. rootFrames() is faster.
std::vector<layout::Rect> simpleFrames(std::vector<layout::Rect> outside, const std::vector<layout::Rect>& taken) {
    std::sort(outside.begin(), outside.end(),
              [](const layout::Rect& a, const layout::Rect& b) { return std::pair(a.x, a.y) < std::pair(b.x, b.y); });
    std::vector<layout::Rect> frames;
    for (const layout::Rect& rect : outside) {
        const layout::Rect joined = frames.empty() ? rect : frames.back().united(rect);
        const auto isFree = [&](const layout::Rect& other) { return !other.intersects(joined); };
        if (!frames.empty() && std::all_of(taken.begin(), taken.end(), isFree) &&
            std::all_of(frames.begin(), frames.end() - 1, isFree))
            frames.back() = joined;
        else
            frames.push_back(rect);
    }
    return frames;
}

/// Returns a resource whose current objects have these actions, and deposed objects of the first instance.
std::shared_ptr<const graph::PlanContents> contentsWith(const QList<int>& current, int deposed) {
    plans::Plan plan;
    const auto add = [&](int instance, plans::Action action, const std::string& key) {
        plans::ResourceInstanceChange made = change("aws_launch_template.web[" + std::to_string(instance) + "]", action,
                                                    object({{"id", text("1")}}), object({{"id", text("2")}}));
        made.deposed = key;
        plan.changes.add(std::make_shared<const plans::ResourceInstanceChange>(std::move(made)));
    };
    for (int i = 0; i < int(current.size()); ++i)
        add(i, plans::Action(current[i]), {});
    for (int i = 0; i < deposed; ++i)
        add(0, plans::Action::Delete, "a1b2c3d" + std::to_string(i));
    return graph::contentsOf(plan, {});
}

} // namespace

/// Parts of the graph that need no window: frames, labels and motion of items.
class TestGraphItems final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void framesAreThoseOfTheSimpleAlgorithm_data();
    void framesAreThoseOfTheSimpleAlgorithm();
    void titlesOfModulesKeepBothEnds();
    void namesKeepTheirKeys_data();
    void namesKeepTheirKeys();
    void motionIsShort();
    void countsOfEdgesDoNotCoverEachOther();
    void nodesShowCurrentActionsAndDeposedObjects_data();
    void nodesShowCurrentActionsAndDeposedObjects();
    void countsAreLegibleInTheColorsOfActions();
    void skippedChangesLoseTheColorOfTheirAction_data();
    void skippedChangesLoseTheColorOfTheirAction();
};

void TestGraphItems::framesAreThoseOfTheSimpleAlgorithm_data() {
    QTest::addColumn<int>("modules");
    QTest::addColumn<int>("resources");
    QTest::newRow("nothing") << 0 << 0;
    QTest::newRow("no modules") << 0 << 200;
    QTest::newRow("one of each") << 1 << 1;
    QTest::newRow("few modules, long frames") << 20 << 3000;
    QTest::newRow("thousands of both") << 5000 << 5000;
}

void TestGraphItems::framesAreThoseOfTheSimpleAlgorithm() {
    QFETCH(int, modules);
    QFETCH(int, resources);
    // Columns as the layout makes them, with modules and resources in an order that is the same in every run.
    std::vector<bool> isModule(std::size_t(modules + resources), false);
    std::fill_n(isModule.begin(), modules, true);
    std::mt19937 random(7);
    std::shuffle(isModule.begin(), isModule.end(), random);
    std::vector<layout::Rect> outside, taken;
    for (std::size_t i = 0; i < isModule.size(); ++i) {
        const double width = isModule[i] ? 200.0 + double(random() % 120) : 208.0;
        (isModule[i] ? taken : outside).push_back({double(i / 100) * 400, double(i % 100) * 60, width, 48.0});
    }
    const std::vector<layout::Rect> frames = graph::rootFrames(outside, taken);
    QCOMPARE(frames.empty(), resources == 0);
    QVERIFY(frames == simpleFrames(outside, taken));
    // Anywhere, even overlapping.
    for (std::vector<layout::Rect>* rects : {&outside, &taken})
        for (layout::Rect& rect : *rects)
            rect = {double(random() % 20000), double(random() % 20000), rect.width, rect.height};
    QVERIFY(graph::rootFrames(outside, taken) == simpleFrames(outside, taken));
}

void TestGraphItems::titlesOfModulesKeepBothEnds() {
    const QFontMetricsF metrics(theme::monospaceFont());
    const QString sign = QStringLiteral("▸ "),
                  name = QStringLiteral("region[\"a-region-that-is-much-longer-than-the-others\"]");
    const auto title = [&](const QString& label, double width) {
        return graph::moduleTitle(sign, label, metrics, width);
    };
    QCOMPARE(title(QStringLiteral("module.region[\"eu\"]"), 1000), QString(sign + QStringLiteral("region[\"eu\"]")));
    const double width = metrics.horizontalAdvance(sign + name) / 2;
    const QString cut = title(QStringLiteral("module.") + name, width);
    QVERIFY2(cut.startsWith(sign + QStringLiteral("region[")), qPrintable(cut));
    QVERIFY2(cut.endsWith(QStringLiteral("others\"]")), qPrintable(cut));
    QVERIFY(metrics.horizontalAdvance(cut) <= width);
}

void TestGraphItems::namesKeepTheirKeys_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("start");
    QTest::addColumn<QString>("end");
    QTest::newRow("no key") << "a_long_name_of_one"
                            << "a_"
                            << "one";
    QTest::newRow("key stays") << R"(application_servers["eu"])"
                               << "app"
                               << R"(…["eu"])";
    QTest::newRow("number stays") << "application_servers[12]"
                                  << "app"
                                  << "…[12]";
    QTest::newRow("key too long") << R"(web["a-region-with-a-long-name"])"
                                  << R"(web["…)"
                                  << R"(me"])";
}

void TestGraphItems::namesKeepTheirKeys() {
    QFETCH(QString, name);
    QFETCH(QString, start);
    QFETCH(QString, end);
    const QFontMetricsF metrics(theme::monospaceFont());
    QCOMPARE(graph::elidedName(name, metrics, metrics.horizontalAdvance(name) + 1), name);
    const double width = metrics.horizontalAdvance(QString(12, u'x'));
    const QString cut = graph::elidedName(name, metrics, width);
    QVERIFY2(cut.startsWith(start) && cut.endsWith(end), qPrintable(cut));
    QVERIFY(metrics.horizontalAdvance(cut) <= width);
}

void TestGraphItems::motionIsShort() {
    const QWidget widget;
    QVERIFY(graph::motionDuration(widget) <= 150);
    ScopedEnvironment environment("PLANLENS_REDUCED_MOTION", "1");
    QCOMPARE(graph::motionDuration(widget), 0);
    environment.set("PLANLENS_REDUCED_MOTION", "0");
    QCOMPARE(graph::motionDuration(widget), 150);

    QGraphicsRectItem item(0, 0, 10, 10);
    graph::ItemMotion motion;
    QList<double> shares;
    motion.start({{&item, QPointF(100, 0), QPointF(0, 50)}}, 150, [&](double share) { shares.append(share); });
    QVERIFY(motion.isRunning());
    QCOMPARE(item.pos(), QPointF(100, 0));
    QVERIFY(QTest::qWaitFor([&] { return !motion.isRunning(); }, 5000));
    QCOMPARE(item.pos(), QPointF(0, 50));
    QCOMPARE(shares.last(), 1.0);
    motion.start({{&item, QPointF(100, 0), QPointF(0, 50)}}, 0, {});
    QVERIFY(!motion.isRunning());
    QCOMPARE(item.pos(), QPointF(0, 50));
}

void TestGraphItems::countsOfEdgesDoNotCoverEachOther() {
    std::vector<graph::DrawnEdge> edges;
    for (int i = 0; i < 5; ++i) { // to the same end
        graph::DrawnEdge& edge = edges.emplace_back();
        edge.path.moveTo(0, 40 * i);
        edge.path.lineTo(300, 80);
        edge.tip = QPointF(300, 80);
        edge.heading = QPointF(1, 0);
        edge.count = i + 1;
    }
    graph::placeCounts(edges);
    QVERIFY(edges[0].countBadge.isEmpty()); // of a single edge
    for (std::size_t i = 1; i < edges.size(); ++i) {
        QVERIFY(!edges[i].countBadge.isEmpty());
        QVERIFY(edges[i].bounds.contains(edges[i].countBadge));
        for (std::size_t k = 1; k < i; ++k)
            QVERIFY(!edges[i].countBadge.intersects(edges[k].countBadge));
    }
}

void TestGraphItems::nodesShowCurrentActionsAndDeposedObjects_data() {
    QTest::addColumn<QList<int>>("current");
    QTest::addColumn<int>("deposed"); // objects
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("aside");
    using plans::Action;
    using theme::ActionKind;
    const int update = int(Action::Update), destroy = int(Action::Delete), none = int(Action::NoOp);
    QTest::newRow("one") << QList{update} << 0 << int(ActionKind::Update) << QString();
    QTest::newRow("same action") << QList{update, update} << 0 << int(ActionKind::Update) << QString();
    QTest::newRow("different actions") << QList{update, destroy, update} << 0 << int(ActionKind::Delete)
                                       << QStringLiteral("1- 2~");
    QTest::newRow("some unchanged") << QList{update, none} << 0 << int(ActionKind::Update) << QStringLiteral("1~");
    QTest::newRow("deposed object of an updated one")
        << QList{update} << 1 << int(ActionKind::Update) << QStringLiteral("1- deposed");
    QTest::newRow("deposed objects of different ones")
        << QList{update, destroy} << 2 << int(ActionKind::Delete) << QStringLiteral("1- 1~ · 2- deposed");
    QTest::newRow("only a deposed object")
        << QList{none} << 1 << int(ActionKind::Delete) << QStringLiteral("1- deposed");
}

void TestGraphItems::nodesShowCurrentActionsAndDeposedObjects() {
    QFETCH(QList<int>, current);
    QFETCH(int, deposed);
    QFETCH(int, kind);
    QFETCH(QString, aside);
    const std::shared_ptr<const graph::PlanContents> contents = contentsWith(current, deposed);
    QCOMPARE(contents->nodes.size(), std::size_t(1));
    QCOMPARE(int(contents->nodes.front().kind), kind);
    QCOMPARE(graph::asideText(contents->nodes.front()), aside.replace(u'-', theme::glyph(theme::ActionKind::Delete)));
}

/// In small pictures, the glyphs keep a size in which they differ.
void TestGraphItems::countsAreLegibleInTheColorsOfActions() {
    graph::Look look;
    look.small = theme::smallFont();
    look.name = look.glyph = theme::monospaceFont();
    look.glyph.setBold(true);
    const auto data = graph::drawContents(contentsWith({int(plans::Action::Update)}, 1), {});
    QGraphicsScene scene;
    auto* item = new graph::NodeItem(data, 0, look);
    scene.addItem(item);
    constexpr double scale = 0.7;
    const QSize size = (item->boundingRect().size() * scale).toSize();
    const auto paint = [&](QPaintDevice& device) {
        QPainter painter(&device);
        painter.scale(scale, scale);
        QStyleOptionGraphicsItem option;
        item->paint(&painter, &option, nullptr);
    };
    TextRecorder recorder(size);
    paint(recorder);
    const auto isGlyph = [](const PaintedText& text) {
        return text.text == theme::glyph(theme::ActionKind::Delete) && text.height >= 10;
    };
    QVERIFY(std::ranges::any_of(recorder.texts(), isGlyph)); // of the deposed object

    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::white);
    paint(image);
    const QColor red = theme::color(theme::ActionKind::Delete, theme::Scheme::Light);
    int found = 0; // the frame has the color of the update
    for (int y = 0; y < image.height(); ++y)
        for (int x = image.width() / 2; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            found += std::abs(pixel.red() - red.red()) + std::abs(pixel.green() - red.green()) +
                         std::abs(pixel.blue() - red.blue()) <
                     60;
        }
    QVERIFY2(found >= 3, qPrintable(QString::number(found)));
}

void TestGraphItems::skippedChangesLoseTheColorOfTheirAction_data() {
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("hasColor");
    QTest::newRow("before the apply") << int(graph::NodeStatus::None) << true;
    QTest::newRow("about to be applied") << int(graph::NodeStatus::Waiting) << true;
    QTest::newRow("not applied after a failure") << int(graph::NodeStatus::Skipped) << false;
}

void TestGraphItems::skippedChangesLoseTheColorOfTheirAction() {
    QFETCH(int, status);
    QFETCH(bool, hasColor);
    graph::Look look;
    look.small = theme::smallFont();
    look.name = look.glyph = theme::monospaceFont();
    const auto data = graph::drawContents(contentsWith({int(plans::Action::Delete)}, 0), {});
    QGraphicsScene scene;
    auto* item = new graph::NodeItem(data, 0, look);
    scene.addItem(item);
    item->setStatus(graph::NodeStatus(status), {});
    QImage image(item->boundingRect().size().toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    QStyleOptionGraphicsItem option;
    item->paint(&painter, &option, nullptr);
    painter.end();
    const QColor red = theme::color(theme::ActionKind::Delete, theme::Scheme::Light);
    int found = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            found += image.pixelColor(x, y) == red;
    QVERIFY2((found > 20) == hasColor && (found > 0) == hasColor, qPrintable(QString::number(found)));
}

QTEST_MAIN(TestGraphItems)
#include "tst_graph_items.moc"

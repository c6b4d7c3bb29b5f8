// SPDX-License-Identifier: MPL-2.0
#include "core/layout/layout.h"
#include "tests/support/layout_checks.h"
#include "tests/support/layout_graphs.h"

#include <QTest>

#include <chrono>
#include <set>

using namespace planlens;
using layout::Folding;
using layout::Input;
using layout::Options;
using layout::Scene;

Q_DECLARE_METATYPE(planlens::layout::Input)

namespace {

bool equal(const Scene& a, const Scene& b) {
    for (std::size_t i = 0; i < a.nodes.size(); ++i) {
        if (a.nodes[i].rect != b.nodes[i].rect) {
            return false;
        }
    }
    for (std::size_t i = 0; i < a.boxes.size(); ++i) {
        if (a.boxes[i].rect != b.boxes[i].rect) {
            return false;
        }
    }
    for (std::size_t i = 0; i < a.edges.size(); ++i) {
        if (a.edges[i].points != b.edges[i].points) {
            return false;
        }
    }
    return a.bounds == b.bounds;
}

/// Returns a graph with folded boxes and nodes of many sizes.
Input foldedGraph(unsigned seed) {
    Input input = support::nestedGraph(120, 14, 2, seed);
    for (std::size_t b = 0; b < input.boxes.size(); b += 3) {
        input.boxes[b].folding = Folding::Folded;
        input.boxes[b].foldedWidth = 200;
        input.boxes[b].foldedHeight = 56;
    }
    std::mt19937 random(seed);
    for (auto& node : input.nodes) {
        node.width = 40 + support::drawNumber(random, 300);
        node.height = 20 + support::drawNumber(random, 60);
    }
    return input;
}

Input cyclicGraph() {
    Input input = support::flatGraph(40, 2, 10, 3);
    for (unsigned i = 0; i + 7 < 40; i += 5) {
        input.edges.push_back({i + 7, i});
    }
    input.edges.push_back({4, 4});
    return input;
}

/// Returns a box whose parts are not connected, beside a box that edges enter.
Input looseGraph() {
    Input input;
    input.boxes = {{.id = "loose", .label = "module.loose"},
                   {.id = "mixed", .label = "module.mixed"},
                   {.id = "empty", .label = "module.empty"},
                   {.id = "inner", .parent = 1, .label = "module.mixed.module.inner"}};
    for (unsigned i = 0; i < 60; ++i) {
        layout::InputNode node{.id = "n" + std::to_string(i)};
        if (i < 50) {
            node.box = i % 2;
        } else if (i < 54) {
            node.box = 3;
        }
        input.nodes.push_back(node);
    }
    input.edges = {{1, 3}, {3, 58}, {58, 59}, {59, 5}, {50, 51}};
    return input;
}

} // namespace

class TestScene : public QObject {
    Q_OBJECT

private slots:
    void everySceneIsSound_data() {
        QTest::addColumn<Input>("input");
        QTest::newRow("nothing") << Input{};
        QTest::newRow("one node") << support::flatGraph(1, 0, 1, 1);
        QTest::newRow("chain") << support::flatGraph(20, 1, 1, 1);
        QTest::newRow("near") << support::flatGraph(150, 2, 15, 1);
        QTest::newRow("random") << support::flatGraph(150, 3, 150, 2);
        QTest::newRow("forest") << support::flatGraph(150, 1, 150, 3);
        QTest::newRow("isolated") << support::flatGraph(500, 0, 1, 4);
        QTest::newRow("cycles") << cyclicGraph();
        QTest::newRow("loose parts in boxes") << looseGraph();
        for (unsigned seed = 1; seed <= 8; ++seed) {
            QTest::addRow("nested %u", seed) << support::nestedGraph(30 * seed, 3 * seed, 1 + seed % 3, seed);
            QTest::addRow("folded %u", seed) << foldedGraph(seed);
        }
        QTest::newRow("nested 1000") << support::nestedGraph(1000, 50, 2, 1);
    }

    void everySceneIsSound() {
        QFETCH(Input, input);
        for (const auto direction : {layout::Direction::LeftToRight, layout::Direction::TopToBottom}) {
            const Options options{.direction = direction};
            const Scene scene = layout::layout(input, options);
            QCOMPARE(support::errorIn(input, scene), QString());
            if (direction == layout::Direction::LeftToRight) {
                QVERIFY2(equal(scene, layout::layout(input, options)), "another run gave another scene");
            }
        }
    }

    void forwardEdgesOfAnAcyclicGraphGoRight() {
        for (const auto& edge : layout::layout(support::nestedGraph(300, 15, 2, 9)).edges) {
            QVERIFY(!edge.againstDirection);
        }
    }

    void edgesBetweenTheSameEndsShareARoute() {
        Input input;
        input.nodes = {{.id = "a"}, {.id = "b"}};
        input.edges = {{0, 1, 1}, {0, 1, 2}, {0, 1, 1}};
        const Scene scene = layout::layout(input);
        QCOMPARE(scene.edges.size(), std::size_t(1));
        QCOMPARE(scene.edges[0].edges, (std::vector<layout::Index>{0, 1, 2}));
    }

    void foldedBoxTakesTheEdgesOfWhatItHides() {
        Input input;
        input.boxes = {{.id = "m"}, {.id = "m.k", .parent = 0}};
        input.nodes = {{.id = "a"}, {.id = "b", .box = 0}, {.id = "c", .box = 1}, {.id = "d"}};
        input.edges = {{0, 1}, {1, 2}, {0, 2}, {2, 3}};
        input.boxes[0].folding = Folding::Folded;
        const Scene scene = layout::layout(input);
        QVERIFY(!scene.nodes[1].visible && !scene.nodes[2].visible && !scene.boxes[1].visible);
        QCOMPARE(scene.nodes[2].rect, scene.boxes[0].rect);
        QCOMPARE(scene.edges.size(), std::size_t(2));
        QCOMPARE(scene.edges[0].edges, (std::vector<layout::Index>{0, 2}));
        QCOMPARE(scene.edges[0].to, layout::Index(4));
        QCOMPARE(scene.edges[1].from, layout::Index(4));
    }

    void edgesGoAroundBoxes() {
        Input input;
        input.nodes = {{.id = "a"}, {.id = "b"}};
        for (layout::Index box = 0; box < 12; ++box) {
            const auto first = static_cast<layout::Index>(input.nodes.size());
            input.boxes.push_back({.id = "m" + std::to_string(box), .label = "module.m"});
            for (layout::Index i = 0; i < 3; ++i) {
                input.nodes.push_back({.id = std::to_string(first + i), .box = box});
            }
            input.edges.push_back({first, first + 1});
            input.edges.push_back({first + 1, first + 2});
            input.edges.push_back({box % 2, first + box % 3});
            input.edges.push_back({1, first + 2});
        }
        for (const auto direction : {layout::Direction::LeftToRight, layout::Direction::TopToBottom}) {
            for (const int longest : {0, 8, 3}) {
                const Scene scene = layout::layout(input, {.direction = direction, .longestLayer = longest});
                QCOMPARE(support::errorIn(input, scene), QString());
                QCOMPARE(support::edgesThroughBoxes(input, scene), 0);
            }
        }
    }

    void longestLayerMovesVerticesWithoutSuccessors() {
        Input input;
        for (unsigned i = 0; i < 8; ++i) {
            input.nodes.push_back({.id = "n" + std::to_string(i)});
            if (i > 0) {
                input.edges.push_back({0, i});
            }
        }
        input.edges.push_back({1, 7});
        const Scene tall = layout::layout(input);
        const Scene wide = layout::layout(input, {.longestLayer = 3});
        QCOMPARE(support::errorIn(input, wide), QString());
        QVERIFY(wide.bounds.height < tall.bounds.height);
        QVERIFY(wide.bounds.width > tall.bounds.width);
        QCOMPARE(wide.nodes[1].layer, 1); // n7 follows it
        for (int layer = 1; layer < 4; ++layer) {
            QVERIFY(std::ranges::count(wide.nodes, layer, &layout::SceneNode::layer) <= 3);
        }
    }

    void isolatedNodesFormACalmGrid() {
        const Scene scene = layout::layout(support::flatGraph(500, 0, 1, 1));
        std::set<double> columns;
        std::set<double> rows;
        for (const auto& node : scene.nodes) {
            columns.insert(node.rect.x);
            rows.insert(node.rect.y);
        }
        QVERIFY(columns.size() * rows.size() < 500 + columns.size());
        const double ratio = scene.bounds.width / scene.bounds.height;
        QVERIFY2(ratio > 1.2 && ratio < 2.1, qPrintable(QString::number(ratio)));
    }

    void partsArePackedTowardsTheAspectRatio() {
        Input input;
        for (unsigned part = 0; part < 60; ++part) {
            for (unsigned i = 0; i < 3 + part % 4; ++i) {
                const auto node = static_cast<layout::Index>(input.nodes.size());
                if (i > 0) {
                    input.edges.push_back({node - 1 - i % 2 * (i > 1 ? 1 : 0), node});
                }
                input.nodes.push_back({.id = std::to_string(node)});
            }
        }
        const Scene scene = layout::layout(input);
        QCOMPARE(support::errorIn(input, scene), QString());
        const double ratio = scene.bounds.width / scene.bounds.height;
        QVERIFY2(ratio > 1 && ratio < 2.6, qPrintable(QString::number(ratio)));
    }

    void looseContentsOfABoxAreNoTallColumn() {
        Input input;
        input.boxes = {{.id = "m", .label = "module.m"}};
        for (unsigned i = 0; i < 200; ++i) {
            input.nodes.push_back({.id = "n" + std::to_string(i), .box = 0});
        }
        input.nodes.push_back({.id = "outside"});
        input.edges = {{200, 0}};
        const Scene scene = layout::layout(input);
        QCOMPARE(support::errorIn(input, scene), QString());
        QVERIFY(scene.boxes[0].rect.height < scene.boxes[0].rect.width);
    }

    void positionsAreOnTheGrid() {
        for (const auto& node : layout::layout(support::nestedGraph(120, 8, 2, 5)).nodes) {
            QCOMPARE(std::fmod(node.rect.x, 8), 0.0);
            QCOMPARE(std::fmod(node.rect.y, 8), 0.0);
        }
    }

    void straightChainIsStraight() {
        const Scene scene = layout::layout(support::flatGraph(12, 1, 1, 1));
        for (const auto& node : scene.nodes) {
            QCOMPARE(node.rect.y, scene.nodes[0].rect.y);
        }
    }

    void twoThousandNodesTakeNoSeconds() {
        const Input input = support::nestedGraph(2000, 100, 2, 1);
        const auto begin = std::chrono::steady_clock::now();
        QVERIFY(layout::layout(input).bounds.width > 0);
        // Far more than needed, for slow and instrumented runs.
        QVERIFY(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
    }
};

QTEST_APPLESS_MAIN(TestScene)
#include "tst_scene.moc"

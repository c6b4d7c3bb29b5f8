// SPDX-License-Identifier: MPL-2.0
#include "core/layout/layer_sort.h"
#include "core/layout/layers.h"
#include "core/layout/rank.h"

#include <QTest>

#include <random>

using namespace planlens::layout;

namespace {

/// Makes two layers of `size` items with random segments between them.
Layers twoLayers(int size, int segments, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<std::pair<int, int>> pairs;
    for (int i = 0; i < segments; ++i) {
        pairs.emplace_back(static_cast<int>(random() % static_cast<unsigned>(size)),
                           size + static_cast<int>(random() % static_cast<unsigned>(size)));
    }
    Layers layers;
    layers.vertexCount = 2 * size;
    layers.frames.resize(1);
    layers.order.resize(2);
    for (int i = 0; i < 2 * size; ++i) {
        layers.layer.push_back(i / size);
        layers.frame.push_back(0);
        layers.position.push_back(i % size);
        layers.order[static_cast<std::size_t>(i / size)].push_back(i);
    }
    layers.after = Adjacency(2 * size, [&](auto add) {
        for (const auto& [a, b] : pairs) {
            add(a, b);
        }
    });
    layers.before = Adjacency(2 * size, [&](auto add) {
        for (const auto& [a, b] : pairs) {
            add(b, a);
        }
    });
    return layers;
}

long crossingsByDefinition(const Layers& layers) {
    long result = 0;
    for (int a = 0; a < layers.itemCount(); ++a) {
        for (int b = 0; b < layers.itemCount(); ++b) {
            for (const int x : layers.after[a]) {
                for (const int y : layers.after[b]) {
                    result += at(layers.position, a) < at(layers.position, b) &&
                              at(layers.position, x) > at(layers.position, y);
                }
            }
        }
    }
    return result;
}

int cost(const std::vector<int>& rank, const std::vector<RankEdge>& edges) {
    int sum = 0;
    for (const auto& edge : edges) {
        sum += edge.weight * (at(rank, edge.to) - at(rank, edge.from));
    }
    return sum;
}

} // namespace

class TestCrossings : public QObject {
    Q_OBJECT

private slots:
    void countsAsDefined() {
        for (unsigned seed = 1; seed < 20; ++seed) {
            const Layers layers = twoLayers(12, 30, seed);
            QCOMPARE(countCrossings(layers), crossingsByDefinition(layers));
        }
    }

    void reducingNeverMakesItWorse() {
        for (unsigned seed = 1; seed < 10; ++seed) {
            Layers layers = twoLayers(20, 40, seed);
            const long before = countCrossings(layers);
            reduceCrossings(layers);
            QVERIFY(countCrossings(layers) <= before);
            QCOMPARE(countCrossings(layers), crossingsByDefinition(layers));
        }
    }

    void findsADrawingWithoutCrossings() {
        Layers layers = twoLayers(10, 0, 1);
        layers.after = Adjacency(20, [](auto add) {
            for (int i = 0; i < 10; ++i) {
                add(i, 10 + (i * 7) % 10);
            }
        });
        layers.before = Adjacency(20, [](auto add) {
            for (int i = 0; i < 10; ++i) {
                add(10 + (i * 7) % 10, i);
            }
        });
        reduceCrossings(layers);
        QCOMPARE(countCrossings(layers), 0L);
    }

    void framesStayTogetherAndInSequence() {
        Layers layers = twoLayers(12, 30, 4);
        layers.frames.resize(4);
        for (int f = 1; f < 4; ++f) {
            at(layers.frames, f) = {0, 1, 0, 1, f};
        }
        for (int i = 0; i < 24; ++i) {
            at(layers.frame, i) = i % 4;
        }
        reduceCrossings(layers);
        std::vector<std::vector<int>> sequences;
        for (const auto& items : layers.order) {
            std::vector<int> runs;
            for (const int item : items) {
                const int frame = at(layers.frame, item);
                if (runs.empty() || runs.back() != frame) {
                    runs.push_back(frame);
                }
            }
            std::erase(runs, 0);
            QCOMPARE(runs.size(), std::size_t(3));
            sequences.push_back(runs);
        }
        QCOMPARE(sequences[0], sequences[1]);
    }

    void ranksAreShortest_data() {
        QTest::addColumn<int>("vertices");
        QTest::addColumn<QString>("edges");
        QTest::addColumn<int>("least");
        QTest::newRow("chain") << 3 << "0>1 1>2" << 2;
        QTest::newRow("source near its target") << 4 << "0>1 1>2 3>2" << 3;
        QTest::newRow("long edge") << 5 << "0>1 1>2 2>3 0>4 4>3" << 6;
        QTest::newRow("apart") << 4 << "0>1 2>3" << 2;
    }

    void ranksAreShortest() {
        QFETCH(int, vertices);
        QFETCH(QString, edges);
        QFETCH(int, least);
        std::vector<RankEdge> list;
        for (const QString& word : edges.split(' ')) {
            list.push_back({word.split('>')[0].toInt(), word.split('>')[1].toInt()});
        }
        const auto rank = assignRanks(vertices, list, 1'000'000);
        for (const auto& edge : list) {
            QVERIFY(at(rank, edge.to) > at(rank, edge.from));
        }
        QCOMPARE(cost(rank, list), least);
    }

    void noExchangeOfASingleVertexShortensRanks() {
        std::mt19937 random(3);
        std::vector<RankEdge> edges;
        for (int v = 1; v < 200; ++v) {
            for (int k = 0; k < 3; ++k) {
                edges.push_back({static_cast<int>(random() % static_cast<unsigned>(v)), v});
            }
        }
        auto rank = assignRanks(200, edges, 100'000'000);
        const int least = cost(rank, edges);
        for (int v = 0; v < 200; ++v) {
            for (const int step : {-1, 1}) {
                at(rank, v) += step;
                const bool feasible = std::all_of(edges.begin(), edges.end(), [&](const RankEdge& edge) {
                    return at(rank, edge.to) - at(rank, edge.from) >= edge.length;
                });
                QVERIFY(!feasible || cost(rank, edges) >= least);
                at(rank, v) -= step;
            }
        }
    }

    void reversingLeavesNoCycle() {
        const std::vector<RankEdge> edges{{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 1}};
        const auto reverse = edgesToReverse(4, edges);
        auto turned = edges;
        for (std::size_t e = 0; e < edges.size(); ++e) {
            if (reverse[e]) {
                std::swap(turned[e].from, turned[e].to);
            }
        }
        QCOMPARE(topologicalOrder(4, turned).size(), std::size_t(4));
    }
};

QTEST_APPLESS_MAIN(TestCrossings)
#include "tst_crossings.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/graph/acyclic_edges.h"
#include "core/graph/graph.h"

#include <QTest>

#include <algorithm>

using namespace planlens::graph;

namespace {

Vertex v(unsigned i) {
    return static_cast<Vertex>(i);
}

std::vector<Edge> edgesOf(const QString& text) {
    std::vector<Edge> edges;
    for (const QString& word : text.split(' ', Qt::SkipEmptyParts)) {
        const auto ends = word.split('>');
        edges.push_back({v(ends[0].toUInt()), v(ends[1].toUInt())});
    }
    return edges;
}

QString print(const std::vector<Vertex>& vertices) {
    QStringList words;
    for (const Vertex vertex : vertices) {
        words << QString::number(index(vertex));
    }
    return words.join(' ');
}

QString print(const std::vector<std::vector<Vertex>>& lists) {
    QStringList words;
    for (const auto& list : lists) {
        words << print(list);
    }
    return words.join(" | ");
}

} // namespace

class TestGraph : public QObject {
    Q_OBJECT

private slots:
    void ordersAndReportsCycles_data() {
        QTest::addColumn<int>("vertices");
        QTest::addColumn<QString>("edges");
        QTest::addColumn<QString>("order");
        QTest::addColumn<QString>("cycles");
        QTest::addColumn<QString>("messages");

        QTest::newRow("empty") << 0 << ""
                               << ""
                               << ""
                               << "";
        QTest::newRow("no edges") << 3 << ""
                                  << "0 1 2"
                                  << ""
                                  << "";
        QTest::newRow("chain") << 3 << "0>1 1>2"
                               << "2 1 0"
                               << ""
                               << "";
        QTest::newRow("diamond") << 4 << "3>1 3>2 1>0 2>0"
                                 << "0 1 2 3"
                                 << ""
                                 << "";
        QTest::newRow("edge given twice") << 2 << "0>1 0>1"
                                          << "1 0"
                                          << ""
                                          << "";
        QTest::newRow("two in a ring") << 3 << "0>1 1>0 2>0"
                                       << "-"
                                       << "0 1"
                                       << "Cycle: v0, v1";
        QTest::newRow("two rings") << 6 << "5>4 4>5 0>1 1>2 2>0 3>0 5>3"
                                   << "-"
                                   << "0 1 2 | 4 5"
                                   << "Cycle: v0, v1, v2; Cycle: v4, v5";
        QTest::newRow("self") << 2 << "1>1"
                              << "-"
                              << ""
                              << "Self reference: v1";
        QTest::newRow("cross edge is not a ring") << 4 << "0>1 0>2 1>3 2>3 2>1"
                                                  << "3 1 2 0"
                                                  << ""
                                                  << "";
    }

    void ordersAndReportsCycles() {
        QFETCH(int, vertices);
        QFETCH(QString, edges);
        QFETCH(QString, order);
        QFETCH(QString, cycles);
        QFETCH(QString, messages);
        const Graph graph(static_cast<std::size_t>(vertices), edgesOf(edges));
        const auto sorted = graph.topologicalOrder();
        QCOMPARE(sorted ? print(*sorted) : QString("-"), order);
        QCOMPARE(print(graph.cycles()), cycles);
        QStringList found;
        for (const auto& diagnostic :
             graph.validate([](Vertex vertex) { return "v" + std::to_string(index(vertex)); })) {
            found << QString::fromStdString(diagnostic.summary);
        }
        QCOMPARE(found.join("; "), messages);
    }

    void keepsBothDirections() {
        const Graph graph(4, edgesOf("3>1 3>2 3>2 1>0 2>0"));
        QCOMPARE(graph.edgeCount(), std::size_t(4));
        const auto toList = [](std::span<const Vertex> s) { return print(std::vector<Vertex>(s.begin(), s.end())); };
        QCOMPARE(toList(graph.dependencies(v(3))), QString("1 2"));
        QCOMPARE(toList(graph.dependents(v(0))), QString("1 2"));
        QCOMPARE(toList(graph.reversed().dependencies(v(0))), QString("1 2"));
        QVERIFY(graph.hasEdge(v(3), v(1)) && !graph.hasEdge(v(1), v(3)));
    }

    void reachesInOneDirection() {
        const Graph graph(5, edgesOf("3>1 1>0 4>2"));
        const std::vector<Vertex> start{v(1)};
        QCOMPARE(graph.reachable(start, Direction::Dependencies), (std::vector<bool>{true, true, false, false, false}));
        QCOMPARE(graph.reachable(start, Direction::Dependents), (std::vector<bool>{false, true, false, true, false}));
    }

    void addsEdgesThatCloseNoCycle() {
        const std::vector<Fan> fans{{v(3), {v(0), v(1)}}, {v(4), {v(2)}}};
        QCOMPARE(print(withoutCycles(5, edgesOf("3>2"), fans)), QString("0 1 | 2"));
        // 3 depends on 1 already; 4 on 2 through the edge that is added first.
        QCOMPARE(print(withoutCycles(5, edgesOf("3>1 4>0 3>2"), fans)), QString("0 | "));
        QCOMPARE(print(withoutCycles(5, edgesOf("4>0 3>2"), fans)), QString("0 1 | "));
    }

    void longChainNeedsNoDeepStack() {
        GraphBuilder builder;
        for (unsigned i = 0; i < 300'000; ++i) {
            builder.addVertex();
            builder.addEdge(v(i), v((i + 1) % 300'000));
        }
        const auto cycles = builder.build().cycles();
        QCOMPARE(cycles.size(), std::size_t(1));
        QCOMPARE(cycles.front().size(), std::size_t(300'000));
    }
};

QTEST_APPLESS_MAIN(TestGraph)
#include "tst_graph.moc"

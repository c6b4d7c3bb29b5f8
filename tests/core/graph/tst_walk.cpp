// SPDX-License-Identifier: MPL-2.0
#include "core/graph/walk.h"

#include "core/system/threads/thread.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <mutex>
#include <random>
#include <stdexcept>
#include <thread>

using namespace planlens::graph;
using namespace std::chrono_literals;

namespace {

Vertex v(std::size_t i) {
    return static_cast<Vertex>(i);
}

/// Makes a graph in which each vertex depends on up to `degree` earlier vertices.
Graph randomGraph(std::size_t count, std::size_t degree, unsigned seed) {
    std::mt19937 random(seed);
    GraphBuilder builder;
    for (std::size_t i = 0; i < count; ++i) {
        builder.addVertex();
        for (std::size_t k = 0; i > 0 && k < degree; ++k) {
            builder.addEdge(v(i), v(random() % i));
        }
    }
    return builder.build();
}

Graph chain(std::size_t count) {
    GraphBuilder builder;
    for (std::size_t i = 0; i < count; ++i) {
        builder.addVertex();
        if (i > 0) {
            builder.addEdge(v(i), v(i - 1));
        }
    }
    return builder.build();
}

class Peak {
public:
    void enter() {
        const int now = ++m_now;
        int seen = m_peak;
        while (now > seen && !m_peak.compare_exchange_weak(seen, now)) {
        }
    }
    void leave() { --m_now; }
    int peak() const { return m_peak; }

private:
    std::atomic<int> m_now{0};
    std::atomic<int> m_peak{0};
};

QString print(const WalkResult& result) {
    QString text;
    for (const auto status : result.status) {
        text += "ndfs"[static_cast<int>(status)];
    }
    return text;
}

} // namespace

class TestWalk : public QObject {
    Q_OBJECT

private slots:
    void visitsAfterDependencies_data() {
        QTest::addColumn<unsigned>("threads");
        QTest::addColumn<bool>("inOrder");
        QTest::newRow("in order") << 1U << true;
        QTest::newRow("1 thread") << 1U << false;
        QTest::newRow("2 threads") << 2U << false;
        QTest::newRow("8 threads") << 8U << false;
    }

    void visitsAfterDependencies() {
        QFETCH(unsigned, threads);
        QFETCH(bool, inOrder);
        const Graph graph = randomGraph(3000, 3, 7);
        std::vector<std::atomic<int>> visited(graph.vertexCount());
        std::atomic<int> early{0};
        const auto result =
            walk(graph,
                 [&](Vertex vertex, WorkContext&) {
                     for (const Vertex dependency : graph.dependencies(vertex)) {
                         early += visited[index(dependency)] != 1;
                     }
                     ++visited[index(vertex)];
                     return Visit::Done;
                 },
                 {.threads = threads, .scheduling = inOrder ? Scheduling::InOrder : Scheduling::Parallel});
        QCOMPARE(early.load(), 0);
        QVERIFY(result.isComplete());
        for (const auto& times : visited) {
            QCOMPARE(times.load(), 1);
        }
    }

    void worksWithFewerThreads_data() {
        QTest::addColumn<int>("limit");
        for (const int limit : {0, 1, 2, 5})
            QTest::addRow("%d besides the caller", limit) << limit;
    }
    void worksWithFewerThreads() {
        QFETCH(int, limit);
        const planlens::system::ThreadLimit threads(limit);
        std::atomic<int> pieces = 0, calls = 0;
        const auto result = walk(randomGraph(300, 3, 7),
                                 [&](Vertex, WorkContext& work) {
                                     work.parallelFor(4, [&](std::size_t) {
                                         ++pieces;
                                         return work.parallelFor(2, [&](std::size_t) { return Visit::Done; }).outcome();
                                     });
                                     work.blocked([&] { ++calls; });
                                     return Visit::Done;
                                 },
                                 {.threads = 8, .blockedCalls = 3});
        QVERIFY(result.isComplete());
        QCOMPARE(pieces.load(), 1200);
        QCOMPARE(calls.load(), 300);
    }

    void emptyGraphEnds() {
        QVERIFY(walk(Graph(), [](Vertex, WorkContext&) { return Visit::Done; }).isComplete());
    }

    void inOrderTakesTheLowestReadyVertex() {
        const std::vector<Edge> edges{{v(0), v(3)}, {v(1), v(4)}};
        std::vector<std::size_t> order;
        (void)walk(Graph(5, edges),
                   [&](Vertex vertex, WorkContext&) {
                       order.push_back(index(vertex));
                       return Visit::Done;
                   },
                   {.scheduling = Scheduling::InOrder});
        QCOMPARE(order, (std::vector<std::size_t>{2, 3, 0, 4, 1}));
    }

    void skipsWhatDependsOnFailure() {
        // 1 fails; 2 and 3 depend on it, 4 does not.
        const std::vector<Edge> edges{{v(1), v(0)}, {v(2), v(1)}, {v(3), v(2)}, {v(3), v(0)}, {v(4), v(0)}};
        for (const auto scheduling : {Scheduling::InOrder, Scheduling::Parallel}) {
            const auto result =
                walk(Graph(5, edges),
                     [](Vertex vertex, WorkContext&) { return vertex == v(1) ? Visit::Failed : Visit::Done; },
                     {.threads = 4, .scheduling = scheduling});
            QCOMPARE(print(result), QString("dfssd"));
            QVERIFY(!result.stopped);
        }
    }

    void exceptionsBecomeFailures() {
        const auto result = walk(chain(3), [](Vertex vertex, WorkContext& context) -> Visit {
            if (vertex == v(0)) {
                return context.parallelFor(4,
                                           [](std::size_t i) -> Visit {
                                               if (i == 2) {
                                                   throw std::runtime_error("piece");
                                               }
                                               return Visit::Done;
                                           })
                                   .failed == 1
                           ? Visit::Done
                           : Visit::Failed;
            }
            throw 42;
        });
        QCOMPARE(print(result), QString("dfs"));
        QCOMPARE(result.exceptions, (std::vector<WalkException>{{v(0), {"piece"}}, {v(1), {"unknown exception"}}}));
    }

    void verticesOfACycleAreNotStarted() {
        const std::vector<Edge> edges{{v(0), v(1)}, {v(1), v(0)}, {v(2), v(1)}};
        const auto result = walk(Graph(4, edges), [](Vertex, WorkContext&) { return Visit::Done; });
        QCOMPARE(print(result), QString("nnnd"));
        QVERIFY(!result.stopped);
    }

    void stopLetsRunningFinishAndStartsNothing() {
        for (const auto scheduling : {Scheduling::InOrder, Scheduling::Parallel}) {
            std::stop_source source;
            std::atomic<int> finished{0};
            const auto result = walk(chain(100),
                                     [&](Vertex vertex, WorkContext& context) {
                                         if (vertex == v(10)) {
                                             source.request_stop();
                                             std::this_thread::sleep_for(5ms);
                                             const auto pieces =
                                                 context.parallelFor(5, [](std::size_t) { return Visit::Done; });
                                             if (pieces.notStarted != 5) {
                                                 return Visit::Failed;
                                             }
                                             if (context.blocked([] {}) != Call::NotMade ||
                                                 context.blocked([] {}, WhenStopped::CallAnyway) != Call::Made) {
                                                 return Visit::Failed;
                                             }
                                         }
                                         ++finished;
                                         return Visit::Done;
                                     },
                                     {.threads = 2, .stop = source.get_token(), .scheduling = scheduling});
            QCOMPARE(finished.load(), 11);
            QVERIFY(result.stopped);
            QCOMPARE(result.count(VertexStatus::Done), std::size_t(11));
            QCOMPARE(result.count(VertexStatus::NotStarted), std::size_t(89));
        }
    }

    void stopReleasesThoseWaitingToCall() {
        std::stop_source source;
        std::atomic<int> refused{0};
        const auto result = walk(randomGraph(20, 0, 1),
                                 [&](Vertex, WorkContext& context) {
                                     const auto call = context.blocked([&] {
                                         std::this_thread::sleep_for(10ms);
                                         source.request_stop();
                                     });
                                     refused += call == Call::NotMade;
                                     return Visit::Done;
                                 },
                                 {.threads = 4, .blockedCalls = 1, .stop = source.get_token()});
        QVERIFY(refused > 0);
        QVERIFY(result.stopped);
    }

    void stopAtAnyMomentEnds() {
        const Graph graph = randomGraph(500, 2, 3);
        for (int round = 0; round < 200; ++round) {
            std::stop_source source;
            std::jthread stopper([&] {
                std::this_thread::sleep_for(std::chrono::microseconds(round * 5));
                source.request_stop();
            });
            const auto result = walk(graph,
                                     [](Vertex, WorkContext& context) {
                                         (void)context.blocked([] {});
                                         return Visit::Done;
                                     },
                                     {.threads = 3, .blockedCalls = 2, .stop = source.get_token()});
            QCOMPARE(result.count(VertexStatus::Done) + result.count(VertexStatus::NotStarted), graph.vertexCount());
        }
    }

    void stoppedBeforehandVisitsNothing() {
        std::stop_source source;
        source.request_stop();
        const auto result =
            walk(chain(3), [](Vertex, WorkContext&) { return Visit::Done; }, {.stop = source.get_token()});
        QCOMPARE(print(result), QString("nnn"));
    }

    void subWorkRunsEachPieceOnce_data() { visitsAfterDependencies_data(); }

    void subWorkRunsEachPieceOnce() {
        QFETCH(unsigned, threads);
        QFETCH(bool, inOrder);
        std::vector<std::atomic<int>> pieces(8 * 50 * 20);
        const auto result =
            walk(randomGraph(8, 1, 5),
                 [&](Vertex vertex, WorkContext& context) {
                     return context
                         .parallelFor(50,
                                      [&](std::size_t i) {
                                          return context
                                              .parallelFor(20,
                                                           [&](std::size_t k) {
                                                               (void)context.blocked([] {});
                                                               ++pieces[(index(vertex) * 50 + i) * 20 + k];
                                                               return Visit::Done;
                                                           })
                                              .outcome();
                                      })
                         .outcome();
                 },
                 {.threads = threads,
                  .blockedCalls = 3,
                  .scheduling = inOrder ? Scheduling::InOrder : Scheduling::Parallel});
        QVERIFY(result.isComplete());
        for (const auto& piece : pieces) {
            QCOMPARE(piece.load(), 1);
        }
    }

    void instancesOfOneVertexRunSideBySide() {
        Peak peak;
        const auto result = walk(chain(1),
                                 [&](Vertex, WorkContext& context) {
                                     return context
                                         .parallelFor(40,
                                                      [&](std::size_t) {
                                                          (void)context.blocked([&] {
                                                              peak.enter();
                                                              std::this_thread::sleep_for(10ms);
                                                              peak.leave();
                                                          });
                                                          return Visit::Done;
                                                      })
                                         .outcome();
                                 },
                                 {.threads = 2, .blockedCalls = 10});
        QVERIFY(result.isComplete());
        QVERIFY(peak.peak() > 2 && peak.peak() <= 10); // above the compute limit, within the call limit
    }

    void computingStaysWithinItsThreads() {
        Peak peak;
        (void)walk(randomGraph(60, 0, 1),
                   [&](Vertex, WorkContext&) {
                       peak.enter();
                       std::this_thread::sleep_for(1ms);
                       peak.leave();
                       return Visit::Done;
                   },
                   {.threads = 3});
        QVERIFY(peak.peak() <= 3);
    }

    void hundredThousandTrivialVertices_data() {
        QTest::addColumn<std::size_t>("degree");
        QTest::addColumn<unsigned>("threads");
        QTest::newRow("independent") << std::size_t(0) << 2U;
        QTest::newRow("two edges a vertex") << std::size_t(2) << 2U;
        QTest::newRow("8 threads") << std::size_t(2) << 8U;
    }

    void hundredThousandTrivialVertices() {
        QFETCH(std::size_t, degree);
        QFETCH(unsigned, threads);
        const Graph graph = randomGraph(100'000, degree, 11);
        WalkResult result;
        QBENCHMARK_ONCE {
            result = walk(graph, [](Vertex, WorkContext&) { return Visit::Done; }, {.threads = threads});
        }
        QVERIFY(result.isComplete());
    }
};

QTEST_APPLESS_MAIN(TestWalk)
#include "tst_walk.moc"

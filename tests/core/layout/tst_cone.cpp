// SPDX-License-Identifier: MPL-2.0
#include "core/layout/cone.h"
#include "tests/support/layout_graphs.h"

#include <QTest>

#include <set>

using namespace planlens;
using layout::Cone;
using layout::Index;
using layout::InputEdge;

class TestCone : public QObject {
    Q_OBJECT

private slots:
    void followsEdgesBothWays_data() {
        QTest::addColumn<QString>("edges");
        QTest::addColumn<QString>("selection");
        QTest::addColumn<QString>("upstream");
        QTest::addColumn<QString>("downstream");
        QTest::newRow("alone") << ""
                               << "1"
                               << ""
                               << "";
        QTest::newRow("chain") << "0>1 1>2 2>3"
                               << "1"
                               << "0"
                               << "2 3";
        QTest::newRow("two ways to the same") << "0>1 0>2 1>3 2>3"
                                              << "3"
                                              << "0 1 2"
                                              << "";
        QTest::newRow("siblings are not included") << "0>1 0>2"
                                                   << "1"
                                                   << "0"
                                                   << "";
        QTest::newRow("several together, without themselves") << "0>1 1>2 2>3 4>2"
                                                              << "1 2"
                                                              << "0 4"
                                                              << "3";
        QTest::newRow("nodes between two selected ones") << "0>1 1>2"
                                                         << "0 2"
                                                         << "1"
                                                         << "1";
        QTest::newRow("cycle") << "0>1 1>2 2>0"
                               << "1"
                               << "0 2"
                               << "0 2";
    }
    void followsEdgesBothWays() {
        QFETCH(QString, edges);
        QFETCH(QString, selection);
        QFETCH(QString, upstream);
        QFETCH(QString, downstream);
        std::vector<InputEdge> list;
        for (const QString& word : edges.split(' ', Qt::SkipEmptyParts)) {
            list.push_back({word.split('>')[0].toUInt(), word.split('>')[1].toUInt(), 0});
        }
        std::vector<Index> selected;
        for (const QString& word : selection.split(' ')) {
            selected.push_back(word.toUInt());
        }
        const auto text = [](const std::vector<Index>& nodes) {
            QStringList words;
            for (const Index node : nodes) {
                words.append(QString::number(node));
            }
            return words.join(' ');
        };
        const Cone cone = layout::coneOf(5, list, selected);
        QCOMPARE(text(cone.upstream), upstream);
        QCOMPARE(text(cone.downstream), downstream);
    }

    void upstreamOfOneIsDownstreamOfTheOther() {
        const layout::Input input = support::nestedGraph(60, 5, 2, 9);
        std::vector<std::set<Index>> upstream;
        for (Index node = 0; node < 60; ++node) {
            const auto cone = layout::coneOf(60, input.edges, std::vector<Index>{node});
            upstream.emplace_back(cone.upstream.begin(), cone.upstream.end());
        }
        for (Index node = 0; node < 60; ++node) {
            const auto cone = layout::coneOf(60, input.edges, std::vector<Index>{node});
            const std::set<Index> downstream(cone.downstream.begin(), cone.downstream.end());
            for (Index other = 0; other < 60; ++other) {
                QCOMPARE(downstream.contains(other), upstream[other].contains(node));
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestCone)
#include "tst_cone.moc"

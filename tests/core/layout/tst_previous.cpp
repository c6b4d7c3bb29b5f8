// SPDX-License-Identifier: MPL-2.0
#include "core/layout/layout.h"
#include "tests/support/layout_checks.h"
#include "tests/support/layout_graphs.h"

#include <QTest>

#include <map>
#include <set>

using namespace planlens;
using layout::Input;
using layout::Scene;

Q_DECLARE_METATYPE(planlens::layout::Input)

namespace {

std::map<std::string, layout::Rect> nodeRects(const Scene& scene) {
    std::map<std::string, layout::Rect> rects;
    for (const auto& node : scene.nodes) {
        rects[node.id] = node.rect;
    }
    return rects;
}

/// Counts the nodes in both scenes that moved by more than a grid step.
int movedNodes(const Scene& before, const Scene& after) {
    const auto were = nodeRects(before);
    int moved = 0;
    for (const auto& [id, rect] : nodeRects(after)) {
        const auto was = were.find(id);
        moved += was != were.end() && (std::abs(was->second.x - rect.x) > 8 || std::abs(was->second.y - rect.y) > 8);
    }
    return moved;
}

Input without(const Input& input, layout::Index node) {
    Input result = input;
    result.nodes.erase(result.nodes.begin() + node);
    result.edges.clear();
    for (auto edge : input.edges) {
        if (edge.from == node || edge.to == node) {
            continue;
        }
        edge.from -= edge.from > node;
        edge.to -= edge.to > node;
        result.edges.push_back(edge);
    }
    return result;
}

void graphRows() {
    QTest::addColumn<Input>("input");
    QTest::newRow("near") << support::flatGraph(80, 2, 15, 1);
    QTest::newRow("random") << support::flatGraph(80, 2, 80, 2);
    QTest::newRow("forest") << support::flatGraph(80, 1, 20, 3);
    QTest::newRow("isolated") << support::flatGraph(80, 0, 1, 4);
    for (unsigned seed = 1; seed <= 6; ++seed) {
        QTest::addRow("nested %u", seed) << support::nestedGraph(30 * seed, 2 * seed, 1 + seed % 2, seed);
    }
}

} // namespace

class TestPrevious : public QObject {
    Q_OBJECT

private slots:
    void sameGraphStaysExactly_data() { graphRows(); }
    void sameGraphStaysExactly() {
        QFETCH(Input, input);
        for (const auto direction : {layout::Direction::LeftToRight, layout::Direction::TopToBottom}) {
            const layout::Options options{.direction = direction};
            const Scene before = layout::layout(input, options);
            const Scene after = layout::layout(input, options, &before);
            QCOMPARE(movedNodes(before, after), 0);
            QCOMPARE(nodeRects(after), nodeRects(before));
            for (std::size_t b = 0; b < before.boxes.size(); ++b) {
                QCOMPARE(after.boxes[b].rect, before.boxes[b].rect);
            }
            QCOMPARE(after.edges.size(), before.edges.size());
            for (std::size_t e = 0; e < before.edges.size(); ++e) {
                QCOMPARE(after.edges[e].points, before.edges[e].points);
            }
        }
    }

    void orderOfTheInputDoesNotMatter() {
        const Input input = support::nestedGraph(90, 6, 2, 8);
        const Scene before = layout::layout(input);
        Input turned = input;
        std::reverse(turned.nodes.begin(), turned.nodes.end());
        for (auto& edge : turned.edges) {
            edge.from = static_cast<layout::Index>(input.nodes.size()) - 1 - edge.from;
            edge.to = static_cast<layout::Index>(input.nodes.size()) - 1 - edge.to;
        }
        QCOMPARE(nodeRects(layout::layout(turned, {}, &before)), nodeRects(before));
    }

    void removingANodeMovesHardlyAny_data() { graphRows(); }
    void removingANodeMovesHardlyAny() {
        QFETCH(Input, input);
        const Scene before = layout::layout(input);
        for (layout::Index node = 0; node < input.nodes.size(); node += 17) {
            const Input less = without(input, node);
            const Scene after = layout::layout(less, {}, &before);
            QCOMPARE(support::errorIn(less, after), QString());
            QVERIFY2(movedNodes(before, after) * 20 <= static_cast<int>(input.nodes.size()),
                     qPrintable(QString::number(movedNodes(before, after))));
        }
    }

    void addingANodeMovesFewOthers_data() { graphRows(); }
    void addingANodeMovesFewOthers() {
        QFETCH(Input, input);
        int moved = 0;
        int kept = 0;
        for (layout::Index node = 0; node < input.nodes.size(); node += 17) {
            const Input less = without(input, node);
            const Scene before = layout::layout(less);
            const Scene after = layout::layout(input, {}, &before);
            QCOMPARE(support::errorIn(input, after), QString());
            moved += movedNodes(before, after);
            kept += static_cast<int>(less.nodes.size());
        }
        // A node moves only if edges require a later layer, parts are joined, or its box has to grow.
        QVERIFY2(moved * 5 < kept * 2, qPrintable(QString("%1 of %2 moved").arg(moved).arg(kept)));
    }

    void addingALeafMovesNothing() {
        Input input = support::flatGraph(60, 2, 12, 5);
        const Scene before = layout::layout(input);
        for (layout::Index parent = 0; parent < 60; parent += 5) {
            Input more = input;
            more.nodes.push_back({.id = "new"});
            more.edges.push_back({parent, 60});
            const Scene after = layout::layout(more, {}, &before);
            QCOMPARE(support::errorIn(more, after), QString());
            QCOMPARE(movedNodes(before, after), 0);
        }
    }

    void addingAnIsolatedNodeMovesNothing() {
        const Scene before = layout::layout(support::flatGraph(50, 0, 1, 1));
        const Scene after = layout::layout(support::flatGraph(53, 0, 1, 1), {}, &before);
        QCOMPARE(movedNodes(before, after), 0);
        QCOMPARE(support::errorIn(support::flatGraph(53, 0, 1, 1), after), QString());
    }

    void changesAddUpSoundly() {
        Input input = support::nestedGraph(60, 6, 2, 3);
        Scene scene = layout::layout(input);
        std::mt19937 random(1);
        for (int step = 0; step < 60; ++step) {
            if (step % 3 == 0 && input.nodes.size() > 30) {
                input = without(input, support::drawNumber(random, input.nodes.size()));
            } else if (step % 3 == 1) {
                const auto node = static_cast<layout::Index>(input.nodes.size());
                layout::InputNode added{.id = "added" + std::to_string(step)};
                if (step % 2 == 0) {
                    added.box = support::drawNumber(random, input.boxes.size());
                }
                input.edges.push_back({support::drawNumber(random, node), node});
                input.nodes.push_back(added);
            } else {
                auto& box = input.boxes[support::drawNumber(random, input.boxes.size())];
                box.folding =
                    box.folding == layout::Folding::Folded ? layout::Folding::Unfolded : layout::Folding::Folded;
            }
            scene = layout::layout(input, {}, &scene);
            QVERIFY2(support::errorIn(input, scene).isEmpty(),
                     qPrintable(QString("step %1: %2").arg(step).arg(support::errorIn(input, scene))));
        }
    }
};

QTEST_APPLESS_MAIN(TestPrevious)
#include "tst_previous.moc"

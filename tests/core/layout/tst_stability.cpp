// SPDX-License-Identifier: MPL-2.0
#include "core/layout/cone.h"
#include "core/layout/extension/extend.h"
#include "core/layout/layout.h"
#include "tests/support/layout_checks.h"
#include "tests/support/layout_graphs.h"

#include <QTest>

#include <map>
#include <random>
#include <set>

using namespace planlens;
using layout::Folding;
using layout::Index;
using layout::Input;
using layout::Rect;
using layout::Scene;

Q_DECLARE_METATYPE(planlens::layout::Input)

namespace {

constexpr double grid = 8;

bool moved(const Rect& before, const Rect& after) {
    return std::abs(before.x - after.x) > grid || std::abs(before.y - after.y) > grid;
}

/// Returns the changed nodes of a graph, as the window shows them: edges pass through omitted nodes.
Input changedOnly(const Input& all, const std::set<Index>& changed) {
    Input result;
    result.boxes = all.boxes;
    std::map<Index, Index> place;
    for (const Index node : changed) {
        place[node] = static_cast<Index>(result.nodes.size());
        result.nodes.push_back(all.nodes[node]);
    }
    std::vector<std::vector<Index>> next(all.nodes.size());
    for (const auto& edge : all.edges) {
        next[edge.from].push_back(edge.to);
    }
    for (const Index node : changed) {
        std::vector<Index> pending = next[node];
        std::set<Index> seen;
        while (!pending.empty()) {
            const Index at = pending.back();
            pending.pop_back();
            if (!seen.insert(at).second || at == node) {
                continue;
            }
            if (const auto found = place.find(at); found != place.end()) {
                result.edges.push_back({place[node], found->second, 0});
            } else {
                pending.insert(pending.end(), next[at].begin(), next[at].end());
            }
        }
    }
    return result;
}

/// Lays out as the window does: in place if possible.
Scene next(const Input& input, const Scene& previous, int* anew) {
    if (auto scene = layout::extend(input, {}, previous)) {
        return *scene;
    }
    ++*anew;
    return layout::layout(input, {}, &previous);
}

/// Returns errors of positions. Routes that are not better than the simplest ones are not errors.
QString wrongPlace(const Input& input, const Scene& scene) {
    const QString wrong = support::errorIn(input, scene);
    return wrong.contains("turns back") || wrong.contains("runs through") ? QString() : wrong;
}

int movedNodes(const Scene& before, const Scene& after) {
    std::map<std::string, Rect> were;
    for (const auto& node : before.nodes) {
        were[node.id] = node.rect;
    }
    int count = 0;
    for (const auto& node : after.nodes) {
        const auto was = were.find(node.id);
        count += was != were.end() && moved(was->second, node.rect);
    }
    return count;
}

bool isInside(const Input& input, std::optional<Index> box, Index outer) {
    for (; box; box = input.boxes[*box].parent) {
        if (*box == outer) {
            return true;
        }
    }
    return false;
}

} // namespace

/// Positions that must not change when the user changes a plan or folds a module.
class TestStability : public QObject {
    Q_OBJECT

private slots:
    void replacingOneMovesNothingThatIsShownAnyway_data() { rows(); }
    void replacingOneMovesNothingThatIsShownAnyway() {
        QFETCH(Input, input);
        // All nodes are shown, so the graph is the same: a replacement only changes their appearance.
        for (const auto direction : {layout::Direction::LeftToRight, layout::Direction::TopToBottom}) {
            const layout::Options options{.direction = direction};
            const Scene before = layout::layout(input, options);
            Scene after = before;
            for (int toggles = 0; toggles < 3; ++toggles) {
                after = layout::layout(input, options, &after);
            }
            QCOMPARE(movedNodes(before, after), 0);
        }
    }

    void replacingOneAddsItsConeAndMovesNothing_data() { rows(); }
    void replacingOneAddsItsConeAndMovesNothing() {
        QFETCH(Input, input);
        std::mt19937 random(7);
        std::set<Index> changed; // closed downstream, as replacements are
        while (changed.size() * 4 < input.nodes.size()) {
            add(changed, input, support::drawNumber(random, input.nodes.size()));
        }
        const Input shown = changedOnly(input, changed);
        const Scene before = layout::layout(shown);
        int toggles = 0;
        int anew = 0;
        int worseRoutes = 0;
        int split = 0;
        for (Index node = 0; node < input.nodes.size(); node += 3) {
            std::set<Index> more = changed;
            add(more, input, node);
            if (more.size() == changed.size() || more.size() > 2 * changed.size()) {
                continue;
            }
            ++toggles;
            const Input grown = changedOnly(input, more);
            int anewNow = 0;
            const Scene after = next(grown, before, &anewNow);
            QCOMPARE(wrongPlace(grown, after), QString());
            worseRoutes += !support::errorIn(grown, after).isEmpty();
            anew += anewNow;
            QCOMPARE(movedNodes(before, after), 0);
            split +=
                std::any_of(after.boxes.begin(), after.boxes.end(), [](const auto& box) { return !box.more.empty(); });
            const auto back = layout::extend(shown, {}, after); // undone
            QVERIFY(back);
            QCOMPARE(wrongPlace(shown, *back), QString());
            QCOMPARE(movedNodes(after, *back), 0);
            QVERIFY(
                std::all_of(back->boxes.begin(), back->boxes.end(), [](const auto& box) { return box.more.empty(); }));
            const auto again = layout::extend(grown, {}, after); // planned again
            QVERIFY(again);
            QCOMPARE(wrongPlace(grown, *again), QString());
            QCOMPARE(movedNodes(after, *again), 0);
        }
        qInfo("%d toggles, %d drawn anew, %d with modules in several frames, %d with a route over something", toggles,
              anew, split, worseRoutes);
        QVERIFY(toggles > 0);
        QCOMPARE(anew, 0);
    }

    void foldingAndUnfoldingMoveNothingElse_data() { rows(); }
    void foldingAndUnfoldingMoveNothingElse() {
        QFETCH(Input, input);
        const Scene before = layout::layout(input);
        int anew = 0;
        for (Index box = 0; box < input.boxes.size(); ++box) {
            Input folded = input;
            folded.boxes[box].folding = Folding::Folded;
            const Scene after = next(folded, before, &anew);
            QCOMPARE(wrongPlace(folded, after), QString());
            const Scene back = next(input, after, &anew);
            QCOMPARE(wrongPlace(input, back), QString());
            for (std::size_t n = 0; n < input.nodes.size(); ++n) {
                if (!isInside(input, input.nodes[n].box, box)) {
                    QVERIFY2(!moved(before.nodes[n].rect, after.nodes[n].rect),
                             qPrintable(QString("folding %1 moves %2").arg(box).arg(n)));
                }
                QVERIFY2(!moved(before.nodes[n].rect, back.nodes[n].rect),
                         qPrintable(QString("unfolding %1 again moves %2").arg(box).arg(n)));
            }
        }
        QCOMPARE(anew, 0);
    }

private:
    static void rows() {
        QTest::addColumn<Input>("input");
        for (unsigned seed = 1; seed <= 5; ++seed) {
            QTest::addRow("nested %u", seed) << support::nestedGraph(60 * seed, 4 * seed, 1 + seed % 2, seed);
        }
    }
    static void add(std::set<Index>& changed, const Input& input, Index node) {
        changed.insert(node);
        const auto cone = layout::coneOf(input.nodes.size(), input.edges, std::vector<Index>{node});
        changed.insert(cone.downstream.begin(), cone.downstream.end());
    }
};

QTEST_APPLESS_MAIN(TestStability)
#include "tst_stability.moc"

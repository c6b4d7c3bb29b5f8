// SPDX-License-Identifier: MPL-2.0
#include "core/explain/estimated_impact.h"
#include "core/formats/reading/plan_reader.h"
#include "core/plans/plan.h"
#include "ui/basics/text.h"
#include "ui/graph/graph_data.h"

#include <QDirIterator>
#include <QTest>

#include <cmath>
#include <set>

using namespace planlens;
using graph::GraphData;

namespace {

constexpr double grid = 8;

/// Returns the plan with one more object replaced, including the changes that follow from this.
std::shared_ptr<const plans::Plan> replacing(const plans::Plan& plan, const addrs::AbsResourceInstance& address) {
    auto made = std::make_shared<plans::Plan>(plan);
    const auto set = [&](const addrs::AbsResourceInstance& which, plans::Action action) {
        const plans::ResourceInstanceChange* change = made->changes.resource(which);
        if (!change)
            return;
        auto changed = std::make_shared<plans::ResourceInstanceChange>(*change);
        changed->change.action = action;
        made->changes.add(std::move(changed));
    };
    const diags::Result<addrs::Target> target = addrs::parseTargetText(address.toString());
    if (!target.value)
        return nullptr;
    for (const addrs::AbsResourceInstance& touched :
         explain::estimatedImpact(plan, explain::PlanningOverride::Replace, {target.value->subject}))
        if (const plans::ResourceInstanceChange* change = plan.changes.resource(touched);
            change && change->change.action == plans::Action::NoOp)
            set(touched, plans::Action::Update);
    set(address, plans::Action::DeleteThenCreate);
    made->changes.sort();
    return made;
}

/// Returns the names of the nodes in both graphs whose position differs.
QStringList moved(const GraphData& before, const GraphData& after) {
    QHash<QString, layout::Rect> were;
    for (std::size_t i = 0; i < before.nodes.size(); ++i)
        if (before.scene.nodes[i].visible)
            were.insert(before.nodes[i].id, before.scene.nodes[i].rect);
    QStringList names;
    for (std::size_t i = 0; i < after.nodes.size(); ++i)
        if (const auto was = were.constFind(after.nodes[i].id); was != were.cend() && after.scene.nodes[i].visible)
            if (const layout::Rect& is = after.scene.nodes[i].rect;
                std::abs(is.x - was->x) > grid || std::abs(is.y - was->y) > grid)
                names.append(after.nodes[i].id);
    return names;
}

} // namespace

/// Nodes that the user has seen keep their positions, in every recorded plan.
class TestToggles final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void replacingOneMovesNothingInAnyRecording();
};

void TestToggles::replacingOneMovesNothingInAnyRecording() {
    int plans = 0, toggles = 0, grown = 0;
    QStringList wrong;
    for (const QString& root : {QStringLiteral(PLANLENS_SOURCE_DIR "/tests/cases"),
                                QStringLiteral(PLANLENS_SHARED_DIR "/conformance/cases")}) {
        QDirIterator files(root, {QStringLiteral("plan.json")}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const diags::Result<formats::FinishedPlan> read = formats::readPlanJson(file.readAll().toStdString());
            if (!read.value || !read.value->plan)
                continue;
            const plans::Plan& plan = *read.value->plan;
            ++plans;
            const graph::GraphOptions options;
            const auto before = graph::drawPlan(plan, options);
            for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources()) {
                if (!change->deposed.empty() || change->change.before.isNull() ||
                    change->change.action == plans::Action::Delete)
                    continue; // no object to replace
                const auto next = replacing(plan, change->address);
                if (!next)
                    continue;
                ++toggles;
                const auto after = graph::drawPlan(*next, options, &before->scene);
                grown += !before->nodes.empty() && after->nodes.size() > before->nodes.size();
                const auto back = graph::drawPlan(plan, options, &after->scene);
                if (const QStringList names = moved(*before, *after) + moved(*after, *back) + moved(*before, *back);
                    !names.isEmpty())
                    wrong.append(QStringLiteral("%1: replacing %2 moves %3")
                                     .arg(file.fileName(), qstring(change->address.toString()),
                                          names.join(QStringLiteral(", "))));
            }
        }
    }
    qInfo("%d plans, %d toggles, %d of them with new nodes beside others: %lld move something", plans, toggles, grown,
          static_cast<long long>(wrong.size()));
    QVERIFY(toggles > 50);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
}

QTEST_APPLESS_MAIN(TestToggles)
#include "tst_toggles.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/explain/estimated_impact.h"
#include "core/plans/plan.h"

#include <QTest>

using namespace planlens;
using explain::PlanningOverride;

namespace {

addrs::AbsResourceInstance at(const char* address) {
    return *addrs::readAbsResourceInstance(address);
}

/// base ◀ local.l ◀ middle ◀ end, alone and unchanged; base has two instances, one of which unchanged depends on.
plans::Plan chain() {
    plans::Plan plan;
    for (const char* address : {"t.alone", "t.base[0]", "t.base[1]", "module.m.t.middle", "t.end", "t.unchanged"}) {
        plans::ResourceInstanceChange change;
        change.address = change.previousAddress = at(address);
        if (std::string_view(address) != "t.unchanged")
            change.change.action = plans::Action::Update;
        plan.changes.add(std::make_shared<const plans::ResourceInstanceChange>(std::move(change)));
    }
    const plans::NamedValue local{plans::NamedValue::Kind::Local, {}, "l"};
    plan.dependencies.add({local, {}, at("t.base[0]"), {}, {}, {}});
    plan.dependencies.add({at("module.m.t.middle"), {}, local, {}, {}, {}});
    plan.dependencies.add({at("t.end"), {}, at("module.m.t.middle"), {}, plans::Dependency::Kind::DependsOn, {}});
    plan.dependencies.add({at("t.unchanged"), {}, at("t.base[1]"), {}, {}, {}});
    plan.dependencies.add({at("t.base[0]"), {}, at("data.d.not_shown"), {}, {}, {}});
    plan.dependencies.finish();
    return plan;
}

} // namespace

class TestTouched final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsTheCone_data();
    void findsTheCone();
};

void TestTouched::findsTheCone_data() {
    QTest::addColumn<int>("wish");
    QTest::addColumn<QString>("subjects");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, PlanningOverride wish, const char* subjects, const char* expected) {
        QTest::newRow(name) << int(wish) << QString::fromUtf8(subjects) << QString::fromUtf8(expected);
    };
    row("replaced, through a local value", PlanningOverride::Replace, "t.base[0]", "t.base[0] t.end module.m.t.middle");
    row("another instance has an unchanged dependent", PlanningOverride::Replace, "t.base[1]", "t.base[1] t.unchanged");
    row("the last one", PlanningOverride::Replace, "t.end", "t.end");
    row("left out as a resource", PlanningOverride::LeaveOut, "t.base", "t.base[0] t.base[1] t.end module.m.t.middle");
    row("left out as an instance, dependents of the resource", PlanningOverride::LeaveOut, "t.base[1]",
        "t.base[1] t.end module.m.t.middle");
    row("left out as a module", PlanningOverride::LeaveOut, "module.m", "t.end module.m.t.middle");
    row("left out, unchanged", PlanningOverride::LeaveOut, "t.unchanged", "");
    row("only the last one, with all instances it may read", PlanningOverride::OnlyThis, "t.end", "t.alone");
    row("only one instance", PlanningOverride::OnlyThis, "t.base[0]", "t.alone t.base[1] t.end module.m.t.middle");
    row("two at once", PlanningOverride::Replace, "t.alone t.end", "t.alone t.end");
    row("not in the plan", PlanningOverride::Replace, "t.other", "");
}

void TestTouched::findsTheCone() {
    QFETCH(int, wish);
    QFETCH(QString, subjects);
    QFETCH(QString, expected);
    std::vector<addrs::TargetSubject> list;
    for (const QString& subject : subjects.split(u' '))
        list.push_back(addrs::parseTargetText(subject.toStdString()).value->subject);
    QStringList found;
    for (const addrs::AbsResourceInstance& address : explain::estimatedImpact(chain(), PlanningOverride(wish), list))
        found.append(QString::fromStdString(address.toString()));
    QCOMPARE(found.join(u' '), expected);
}

QTEST_APPLESS_MAIN(TestTouched)
#include "tst_touched.moc"

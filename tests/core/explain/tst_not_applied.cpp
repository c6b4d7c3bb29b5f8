// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/target.h"
#include "core/explain/explanation.h"
#include "core/explain/plan_values.h"
#include "core/plans/plan.h"

#include <QTest>

using namespace planlens;
using plans::Action;
using plans::ActionReason;
using values::Value;

class TestNotApplied final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void explainsChangesThatAreNotApplied_data();
    void explainsChangesThatAreNotApplied();
    void explainsWhatIsOnlyDestroyed();
};

/// The explanation begins with why targets or exclusions leave out a planned change.
void TestNotApplied::explainsChangesThatAreNotApplied_data() {
    QTest::addColumn<QString>("excludes");
    QTest::addColumn<bool>("isApplied");
    QTest::addColumn<QString>("expected");
    const QString planned = QStringLiteral("Destroyed because `t.a` is not in the configuration.");
    QTest::newRow("applied") << QStringLiteral("t.b") << true << planned;
    QTest::newRow("excluded") << QStringLiteral("t.a") << false
                              << QStringLiteral("Not applied, because it is excluded. Planned: ") + planned;
    QTest::newRow("one of several excluded")
        << QStringLiteral("t.x t.a t.b") << false
        << QStringLiteral("Not applied, because it is excluded. Planned: ") + planned;
    QTest::newRow("after the excluded one")
        << QStringLiteral("t.x[1]") << false
        << QStringLiteral("Not applied, because it depends on `t.x[1]`, which is excluded. Planned: ") + planned;
    QTest::newRow("refers to one of several")
        << QStringLiteral("t.x t.b") << false
        << QStringLiteral("Not applied, because it depends on `t.b`, which is excluded. Planned: ") + planned;
    QTest::newRow("after one of several")
        << QStringLiteral("t.x t.y") << false
        << QStringLiteral("Not applied, because it depends on an excluded object. Planned: ") + planned;
    QTest::newRow("targets") << QString() << false
                             << QStringLiteral("Not applied, because no target with changes depends on it. Planned: ") +
                                    planned;
}

void TestNotApplied::explainsWhatIsOnlyDestroyed() {
    plans::Plan plan;
    plans::ResourceInstanceChange change;
    change.address = change.previousAddress = *addrs::readAbsResourceInstance("t.a");
    change.change.action = Action::DeleteThenCreate;
    plan.changes.add(std::make_shared<const plans::ResourceInstanceChange>(change));
    plan.onlyDestroyed.push_back(change.address);
    const explain::Explanation why = explain::explanation(explain::PlanValues(plan), *plan.changes.resources().front());
    QVERIFY2(why.summary.starts_with("Destroyed and not created again, because of an exclusion. Planned: "),
             why.summary.c_str());
}

void TestNotApplied::explainsChangesThatAreNotApplied() {
    QFETCH(QString, excludes);
    QFETCH(bool, isApplied);
    QFETCH(QString, expected);
    plans::Plan plan;
    plans::ResourceInstanceChange change;
    change.address = change.previousAddress = *addrs::readAbsResourceInstance("t.a");
    change.change.action = Action::Delete;
    change.reason = ActionReason::DeleteBecauseNoResourceConfig;
    change.change.before = Value::object({{"id", Value::string("1")}});
    plan.changes.add(std::make_shared<const plans::ResourceInstanceChange>(change));
    plans::Dependency dependency;
    dependency.dependent = change.address;
    dependency.dependency = *addrs::readAbsResourceInstance("t.b");
    plan.dependencies.add(std::move(dependency));
    plan.dependencies.finish();
    for (const QString& address : excludes.split(u' ', Qt::SkipEmptyParts))
        plan.options.excludes.push_back(addrs::parseTargetText(address.toStdString()).value->subject);
    if (!isApplied)
        plan.notApplied.push_back(change.address);
    const explain::Explanation why = explain::explanation(explain::PlanValues(plan), *plan.changes.resources().front());
    QCOMPARE(QString::fromStdString(why.summary), expected);
}

QTEST_APPLESS_MAIN(TestNotApplied)
#include "tst_not_applied.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/engine/operations.h"
#include "core/plans/plan.h"
#include "tests/core/engine/planning.h"
#include "tests/core/engine/things.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::testing;

namespace {

std::string print(const Setup& setup) {
    const Planned planned = makePlan(setup);
    if (!planned.outcome.plan || !planned.config)
        return planned.print();
    const auto found = engine::applyOrder(*planned.config, *planned.outcome.plan);
    if (!found.value)
        return "no order";
    std::string text;
    for (const engine::ApplyOperation& operation : *found.value) {
        text += std::to_string(operation.step) + " " + std::string(plans::name(operation.action)) + " " +
                operation.change->address.toString();
        if (operation.after)
            text += " after " + (*found.value)[*operation.after].change->address.toString();
        text += "\n";
    }
    return text;
}

} // namespace

/// The order of operations as a list.
class TestOperations final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void createsWaitForWhatTheyReferTo() {
        Setup setup;
        setup.files = {{"main.tf", "resource \"test_thing\" \"c\" {\n  needs = test_thing.b.id\n}\nresource "
                                   "\"test_thing\" \"b\" {\n  needs = local.a\n}\n"
                                   "locals {\n  a = test_thing.a.id\n}\nresource \"test_thing\" \"a\" {}\nresource "
                                   "\"test_thing\" \"z\" {}\n"}};
        setup.registry = registryWith(thingScript());
        QCOMPARE(print(setup), std::string("1 Create test_thing.a\n1 Create test_thing.z\n2 Create test_thing.b after "
                                           "test_thing.a\n3 Create test_thing.c after test_thing.b\n"));
    }

    void replacingIsTwoOperationsAndDestroysGoBackwards() {
        Setup setup;
        setup.files = {{"main.tf", "resource \"test_thing\" \"a\" {\n  kind = \"new\"\n}\n"}};
        setup.state = stateWith(
            {{"a", R"({"id":"x","kind":"OLD","size":1,"stamp":5})"}, {"gone", R"({"id":"y","size":1,"stamp":5})"}});
        setup.registry = registryWith(thingScript());
        QCOMPARE(
            print(setup),
            std::string("1 Delete test_thing.a\n1 Delete test_thing.gone\n2 Create test_thing.a after test_thing.a\n"));
    }

    void leavesOutUntargetedObjects_data() {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("leftOut");
        QTest::addColumn<QString>("order");
        QTest::newRow("no target")
            << ""
            << ""
            << "1 Update test_thing.a\n1 Update test_thing.d\n2 Update test_thing.e after test_thing.d\n";
        QTest::newRow("the target stays") << "-target=test_thing.b"
                                          << "test_thing.a"
                                          << "";
        QTest::newRow("one stays, one is changed") << "-target=test_thing.b\n-target=test_thing.d"
                                                   << "test_thing.a"
                                                   << "1 Update test_thing.d\n";
        QTest::newRow("what stays is a target too") << "-target=test_thing.b\n-target=test_thing.a"
                                                    << ""
                                                    << "1 Update test_thing.a\n";
        QTest::newRow("the target changes") << "-target=test_thing.e"
                                            << ""
                                            << "1 Update test_thing.d\n2 Update test_thing.e after test_thing.d\n";
        QTest::newRow("excluded") << "-exclude=test_thing.d"
                                  << ""
                                  << "1 Update test_thing.a\n";
    }
    /// As in OpenTofu (R7): b depends on a, and e on d; only b has no change.
    void leavesOutUntargetedObjects() {
        QFETCH(QString, options);
        QFETCH(QString, leftOut);
        QFETCH(QString, order);
        Setup setup;
        setup.files = {{"main.tf", "resource \"test_thing\" \"a\" {\n  size = 2\n}\nresource \"test_thing\" \"b\" {\n  "
                                   "needs = test_thing.a.id\n}\n"
                                   "resource \"test_thing\" \"d\" {\n  size = 2\n}\nresource \"test_thing\" \"e\" {\n  "
                                   "needs = test_thing.d.id\n  size  = 2\n}\n"}};
        setup.state = stateWith({{"a", R"({"id":"x","size":1,"stamp":1})"},
                                 {"b", R"({"id":"y","needs":"x","stamp":1})"},
                                 {"d", R"({"id":"z","size":1,"stamp":1})"},
                                 {"e", R"({"id":"w","needs":"z","size":1,"stamp":1})"}});
        setup.registry = registryWith(thingScript());
        setup.options = planOptions(options.toStdString());
        QCOMPARE(QString::fromStdString(print(setup)), order);
        const Planned planned = makePlan(setup);
        QStringList left;
        for (const addrs::AbsResourceInstance& address : planned.outcome.plan->notApplied)
            left.append(QString::fromStdString(address.toString()));
        QCOMPARE(left.join(u' '), leftOut);

        engine::Listener silent;
        engine::StateSink sink;
        const engine::ApplyOutcome applied = engine::apply(applyRequest(planned), silent, sink, {});
        QVERIFY(!applied.diagnostics.hasErrors());
        QCOMPARE(qsizetype(applied.counts.changed), order.count(u'\n'));
    }

    void nothingToDoIsAnEmptyList() {
        Setup setup;
        setup.files = {{"main.tf", "locals {\n  a = 1\n}\n"}};
        setup.registry = registryWith(thingScript());
        QCOMPARE(print(setup), std::string());
    }
};

QTEST_APPLESS_MAIN(TestOperations)
#include "tst_operations.moc"

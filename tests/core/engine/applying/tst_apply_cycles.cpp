// SPDX-License-Identifier: MPL-2.0
#include "core/plans/plan.h"
#include "tests/core/engine/planning.h"
#include "tests/core/engine/things.h"

#include <QRegularExpression>
#include <QtTest>

#include <regex>

using namespace planlens;
using namespace planlens::testing;

namespace {

const char* const stored = R"({"id":"x","kind":"k","size":1,"stamp":5})";

/// Returns `dependencies` of a state, and further members of the object.
std::string with(const std::string& dependency, const std::string& more = {}) {
    return R"(,"dependencies":["test_thing.)" + dependency + "\"]" + more;
}
std::string thing(const std::string& name, const std::string& body) {
    return "resource \"test_thing\" \"" + name + "\" {\n" + body + "\n}\n";
}
std::string provisioned(int count, const std::string& value) {
    return thing("a", "count = " + std::to_string(count) + "\nprovisioner \"local-exec\" {\ncommand = \"echo ${" +
                          value + "}\"\n}");
}
const std::string createBeforeDestroy = "\nlifecycle {\ncreate_before_destroy = true\n}";
const char* const deposed = R"(},{"schema_version":0,"deposed":"0000000d","attributes":{"id":"z"})";

std::string printed(const diags::Diagnostics& diagnostics) {
    std::string text;
    for (const diags::Diagnostic& diagnostic : diagnostics)
        text += (text.empty() ? "" : "\n") + diagnostic.summary;
    // Keys of objects that are not deposed yet are random.
    return std::regex_replace(text, std::regex("deposed [0-9a-f]{7}[^d]\\)"), "deposed)");
}

} // namespace

/// Cycles in the graph of an apply are errors of the plan.
class TestApplyCycles final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reportsCycle_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const std::string& configuration, const std::string& state,
                            const char* expected, const char* options = "") {
            QTest::newRow(name) << QString::fromStdString(configuration) << QString::fromStdString(state)
                                << QString::fromUtf8(options) << QString::fromUtf8(expected);
        };
        const std::string each = stateWith({{"a", stored, with("b")}, {"b", stored, with("a")}, {"c", stored}});
        const char* const both = "Cycle: test_thing.a (destroy), test_thing.b (destroy)";
        row("objects that depend on each other", thing("c", ""), each, both);
        row("one of them stays", thing("a", "kind = \"k\"\nsize = 1") + thing("c", ""), each, "");
        row("one of them is forgotten",
            thing("c", "") + "removed {\nfrom = test_thing.a\nlifecycle {\ndestroy = false\n}\n}\n", each, "");
        row("everything is destroyed", thing("a", "") + thing("b", "") + thing("c", ""), each, both, "-destroy");
        row("everything is destroyed without refreshing", "", each, both, "-destroy\n-refresh=false");
        row("a target beside them", thing("c", "size = 2"), each, "", "-target=test_thing.c");
        row("one of them as target", thing("c", ""), each, "", "-target=test_thing.a");
        row("both excluded", thing("c", ""), each, "", "-exclude=test_thing.a\n-exclude=test_thing.b");
        row("through a third one", "",
            stateWith({{"a", stored, with("b")}, {"b", stored, with("c")}, {"c", stored, with("a")}}),
            "Cycle: test_thing.a (destroy), test_thing.b (destroy), test_thing.c (destroy)");
        row("an object that depends on its own address", "", stateWith({{"a", stored, with("a")}}),
            "Self reference: test_thing.a (destroy)");

        const std::string onB = stateWith({{"a", stored, with("b")}, {"b", stored}});
        row("create_before_destroy of what depended on another object",
            thing("a", "kind = \"new\"" + createBeforeDestroy) + thing("b", "kind = \"new\""), onB,
            "Cycle: test_thing.a, test_thing.a (destroy deposed), test_thing.b, test_thing.b (destroy)");
        row("create_before_destroy of both",
            thing("a", "kind = \"new\"" + createBeforeDestroy) + thing("b", "kind = \"new\"" + createBeforeDestroy),
            onB, "");
        row("create_before_destroy of the dependency",
            thing("a", "kind = \"new\"") + thing("b", "kind = \"new\"" + createBeforeDestroy), onB, "");
        row("create_before_destroy of neither", thing("a", "kind = \"new\"") + thing("b", "kind = \"new\""), onB, "");
        row("the other is only updated",
            thing("a", "kind = \"new\"" + createBeforeDestroy) + thing("b", "kind = \"k\"\nsize = 2"), onB, "");
        row("a deposed object waits as the current one", "",
            stateWith({{"a", stored, with("b") + deposed}, {"b", stored, with("a")}}),
            "Cycle: test_thing.a (destroy), test_thing.a (destroy deposed 0000000d), test_thing.b (destroy)");
        row("a deposed object alone", thing("a", "kind = \"k\"\nsize = 1") + thing("b", "kind = \"k\"\nsize = 1"),
            stateWith({{"a", stored, with("b") + deposed}, {"b", stored}}), "");

        row("all instances", provisioned(2, "length(test_thing.a)"), {}, "Cycle: test_thing.a[0], test_thing.a[1]");
        row("the only instance", provisioned(1, "length(test_thing.a)"), {}, "");
        row("one of the instances", provisioned(2, "test_thing.a[0].size"), {}, "");
        row("some of the instances", provisioned(3, "test_thing.a[0].size + test_thing.a[2].size"), {},
            "Cycle: test_thing.a[0], test_thing.a[2]");
        row("an instance that is not there", provisioned(2, "try(test_thing.a[7].size, 0)"), {},
            "Cycle: test_thing.a[0], test_thing.a[1]");
        row("what is left of more instances", provisioned(1, "length(test_thing.a)"),
            stateWith({{"a", stored, R"(,"index_key":0},{"schema_version":0,"index_key":1,"attributes":{"id":"y"})"}}),
            "Cycle: test_thing.a[0], test_thing.a[1] (orphan)");
        row("of a resource that is destroyed",
            thing("a", "count = 2\nprovisioner \"local-exec\" {\nwhen = destroy\ncommand = self.id\n}"), {}, "");
    }
    void reportsCycle() {
        QFETCH(QString, configuration);
        QFETCH(QString, state);
        QFETCH(QString, options);
        QFETCH(QString, expected);
        Setup setup;
        setup.files = {{"main.tf", configuration.toStdString()}};
        setup.state = state.toStdString();
        setup.options = planOptions(options.toStdString());
        setup.registry = registryWith(thingScript());
        const Planned planned = makePlan(setup);
        diags::Diagnostics errors;
        for (const diags::Diagnostic& diagnostic : planned.outcome.diagnostics)
            if (diagnostic.severity == diags::Severity::Error)
                errors.append(diagnostic);
        // The keys of objects that a plan deposes are random.
        static const QRegularExpression key(QStringLiteral(" deposed [0-9a-f]{8}"));
        QCOMPARE(QString::fromStdString(printed(errors)).replace(key, QStringLiteral(" deposed")),
                 QString(expected).replace(key, QStringLiteral(" deposed")));
    }

    void keepsPlanThatOnlyCannotBeApplied() {
        Setup setup;
        setup.state = stateWith({{"a", stored, with("b")}, {"b", stored, with("a")}});
        setup.files = {{"main.tf", ""}};
        setup.registry = registryWith(thingScript());
        const Planned planned = makePlan(setup);
        QVERIFY(planned.outcome.plan && !planned.outcome.plan->errored);
        QCOMPARE(planned.outcome.plan->changes.resources().size(), std::size_t(2));
        setup.options = planOptions("-destroy");
        QVERIFY(!makePlan(setup).outcome.plan);
    }
};

QTEST_GUILESS_MAIN(TestApplyCycles)
#include "tst_apply_cycles.moc"

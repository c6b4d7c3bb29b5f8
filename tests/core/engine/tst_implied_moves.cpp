// SPDX-License-Identifier: MPL-2.0
#include "tests/core/engine/planning.h"
#include "tests/core/engine/things.h"

#include <QtTest>

#include <sstream>

using namespace planlens;
using namespace planlens::testing;

namespace {

/// Returns an object in a state file: module instance, mode and type as in the state, the name, and the instance keys,
/// separated by spaces ("-" for no key).
std::string object(const std::string& module, const std::string& mode, const std::string& type, const std::string& name,
                   const std::string& keys) {
    std::string instances;
    std::istringstream words(keys);
    for (std::string key; words >> key;) {
        const std::string attributes = mode == "data" ? "{}" : R"({"id":"x","kind":"k","size":1,"stamp":5})";
        instances += std::string(instances.empty() ? "" : ",") + R"({"schema_version":0,"attributes":)" + attributes +
                     (key == "-" ? "}" : R"(,"index_key":)" + key + "}");
    }
    return "{" + (module.empty() ? std::string() : R"("module":")" + module + "\",") + R"("mode":")" + mode +
           R"(","type":")" + type + R"(","name":")" + name +
           R"(","provider":"provider[\"registry.opentofu.org/hashicorp/test\"]","instances":[)" + instances + "]}";
}
std::string managed(const std::string& name, const std::string& keys, const std::string& module = {}) {
    return object(module, "managed", "test_thing", name, keys);
}
std::string data(const std::string& name, const std::string& keys) {
    return object({}, "data", "test_lookup", name, keys);
}
std::string state(const std::vector<std::string>& objects) {
    std::string all;
    for (const std::string& one : objects)
        all += (all.empty() ? "" : ",") + one;
    return R"({"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"moves","outputs":{},"resources":[)" +
           all + "]}";
}

std::string thing(const std::string& body, const std::string& name = "a") {
    return "resource \"test_thing\" \"" + name + "\" {\nkind = \"k\"\nsize = 1\n" + body + "\n}\n";
}
std::string call(const std::string& body) {
    return "module \"m\" {\nsource = \"./m\"\n" + body + "\n}\n";
}

} // namespace

/// Moves without a moved block, caused by adding or removing count.
class TestImpliedMoves final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void movesBetweenSingleAndFirst_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("stored");
        QTest::addColumn<QString>("moved");   // "new was old", separated by commas
        QTest::addColumn<QString>("blocked"); // lines of the warning; empty: no warning
        const auto row = [](const char* name, const std::string& configuration, const std::vector<std::string>& stored,
                            const char* moved, const char* blocked = "") {
            QTest::newRow(name) << QString::fromStdString(configuration) << QString::fromStdString(state(stored))
                                << QString::fromUtf8(moved) << QString::fromUtf8(blocked);
        };
        row("count comes", thing("count = 2"), {managed("a", "-")}, "test_thing.a[0] was test_thing.a");
        row("count goes", thing(""), {managed("a", "0 1")}, "test_thing.a was test_thing.a[0]");
        row("count goes for enabled", thing("lifecycle {\nenabled = true\n}"), {managed("a", "0")},
            "test_thing.a was test_thing.a[0]");
        row("count goes for for_each", thing("for_each = toset([\"x\"])"), {managed("a", "0")}, "");
        row("count comes where its first instance is", thing("count = 2"), {managed("a", "- 0")}, "",
            "  - test_thing.a could not move to test_thing.a[0]");
        row("count goes where a single instance is", thing(""), {managed("a", "- 0")}, "",
            "  - test_thing.a[0] could not move to test_thing.a");
        row("a moved block goes before", thing("count = 2") + "moved {\nfrom = test_thing.a\nto = test_thing.a[1]\n}\n",
            {managed("a", "-")}, "test_thing.a[1] was test_thing.a");
        row("count of a module comes", call("count = 1"), {managed("a", "-", "module.m")},
            "module.m[0].test_thing.a was module.m.test_thing.a");
        row("count of a module goes", call(""), {managed("a", "-", "module.m[0]")},
            "module.m.test_thing.a was module.m[0].test_thing.a");
        row("count of a module goes for enabled", call("lifecycle {\nenabled = true\n}"),
            {managed("a", "-", "module.m[0]")}, "module.m.test_thing.a was module.m[0].test_thing.a");
        row("count of a module goes for for_each", call("for_each = toset([\"x\"])"),
            {managed("a", "-", "module.m[0]")}, "");
        row("count of a module comes where its first instance is", call("count = 1"),
            {managed("a", "-", "module.m"), managed("a", "-", "module.m[0]")}, "",
            "  - module.m could not move to module.m[0]");
        row("a moved block for another key of the module",
            call("count = 2") + "moved {\nfrom = module.m\nto = module.m[1]\n}\n", {managed("a", "-", "module.m")},
            "module.m[1].test_thing.a was module.m.test_thing.a");
        row("a module that has only modules", call("count = 1"), {managed("b", "-", "module.m.module.n")}, "");
        row("count of a module and of its resource comes", call("count = 1"), {managed("c", "-", "module.m")},
            "module.m[0].test_thing.c[0] was module.m.test_thing.c");
        row("data where something is", "data \"test_lookup\" \"d\" {\ncount = 1\n}\n", {data("d", "- 0")}, "",
            "  - data.test_lookup.d could not move to data.test_lookup.d[0]");
    }
    void movesBetweenSingleAndFirst() {
        QFETCH(QString, configuration);
        QFETCH(QString, stored);
        QFETCH(QString, moved);
        QFETCH(QString, blocked);
        Setup setup;
        setup.files = {{"main.tf", configuration.toStdString()},
                       {"m/main.tf", thing("") + thing("count = 1", "c") + "module \"n\" {\nsource = \"./n\"\n}\n"},
                       {"m/n/main.tf", thing("", "b")}};
        setup.state = stored.toStdString();
        setup.registry = registryWith(thingScript());
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan && !planned.outcome.diagnostics.hasErrors(), planned.print().c_str());
        QStringList found;
        for (const plans::ResourceInstanceChangePtr& change : planned.changes().resources())
            if (change->isMoved())
                found.append(
                    QString::fromStdString(change->address.toString() + " was " + change->previousAddress.toString()));
        QCOMPARE(found.join(u", "_qs), moved);
        QString warning;
        for (const diags::Diagnostic& diagnostic : planned.outcome.diagnostics)
            if (diagnostic.summary == "Unresolved resource instance address changes")
                warning = QString::fromStdString(diagnostic.detail);
        QVERIFY2(warning.isEmpty() == blocked.isEmpty() && warning.contains(blocked), qPrintable(warning));
    }

    void reportsBlockedMovesOnceInEveryMode_data() {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("lifecycle");
        QTest::addColumn<int>("warnings");
        const auto row = [](const char* options, const char* lifecycle = "", int warnings = 1) {
            QTest::addRow("%s %s", options, *lifecycle ? "refused" : "") << options << lifecycle << warnings;
        };
        row("");
        row("-refresh=false");
        row("-refresh-only");
        row("-destroy");
        row("-destroy\n-refresh=false");
        row("-destroy\n-target=test_thing.a");
        row("-destroy\n-exclude=test_thing.a");
        row("-target=data.test_lookup.d");
        row("-destroy", "lifecycle {\nprevent_destroy = true\n}", 0);
    }
    void reportsBlockedMovesOnceInEveryMode() {
        QFETCH(QString, options);
        QFETCH(QString, lifecycle);
        QFETCH(int, warnings);
        Setup setup;
        setup.files = {{"main.tf", thing("count = 2\n" + lifecycle.toStdString()) +
                                       "data \"test_lookup\" \"d\" {\ncount = 1\n}\n"}};
        setup.state = state({managed("a", "- 0"), data("d", "- 0")});
        setup.options = planOptions(options.toStdString());
        setup.registry = registryWith(thingScript());
        const Planned planned = makePlan(setup);
        int found = 0;
        for (const diags::Diagnostic& diagnostic : planned.outcome.diagnostics)
            found += diagnostic.summary == "Unresolved resource instance address changes";
        QVERIFY2(found == warnings, planned.print().c_str());
    }

    void reportsTargetsThatLeaveOutMovedData() {
        Setup setup;
        setup.files = {{"main.tf", thing("") + "data \"test_lookup\" \"d\" {\ncount = 1\n}\n"}};
        setup.state = state({managed("a", "-"), data("d", "-")});
        setup.options = planOptions("-target=test_thing.a");
        setup.registry = registryWith(thingScript());
        const std::string shown = makePlan(setup).print();
        QVERIFY2(shown.find("Moved resource instances excluded by targeting") != std::string::npos, shown.c_str());
        QVERIFY2(shown.find("-target=\"data.test_lookup.d\"") != std::string::npos, shown.c_str());
    }
};

QTEST_GUILESS_MAIN(TestImpliedMoves)
#include "tst_implied_moves.moc"

// SPDX-License-Identifier: MPL-2.0
#include "tests/core/engine/planning.h"
#include "tests/core/engine/things.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::testing;

namespace {

/// "far" changes; "near" depends on it and does not change.
const char* const resources = R"(
resource "test_thing" "far" {
  size = 2
}
resource "test_thing" "near" {
  depends_on = [test_thing.far]
}
)";
const char* const stored = R"({"id":"x","size":1,"stamp":5})";
const char* const storedNear = R"({"id":"y","stamp":5})";

const char* const module = "data \"test_lookup\" \"d\" {}\n";

std::string data(const std::string& body) {
    return "data \"test_lookup\" \"d\" {\n" + body + "\n}\n";
}
std::string call(const std::string& body) {
    return "module \"m\" {\n  source = \"./m\"\n" + body + "\n}\n";
}

} // namespace

/// A data source is read during apply if its block refers to anything with pending changes.
class TestDeferredReads final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void defersReadBehindPendingChange_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("options");
        QTest::addColumn<bool>("deferred");
        const auto row = [](const char* name, const std::string& configuration, bool deferred,
                            const char* options = "") {
            QTest::newRow(name) << QString::fromStdString(configuration) << QString::fromUtf8(options) << deferred;
        };
        row("count", data("count = length([test_thing.far])"), true);
        row("count of an instance", data("count = length([test_thing.far.size])"), true);
        row("for_each", data("for_each = toset([for t in [test_thing.far] : \"a\"])"), true);
        row("enabled", data("lifecycle {\nenabled = test_thing.far.size == 2\n}"), true);
        row("argument", data("needs = test_thing.far.size == 2 ? \"a\" : \"b\""), true);
        row("only a deposed object changes", data("count = length([test_thing.near])"), false);
        row("nothing is planned", data("count = length([test_thing.far])"), false, "-refresh-only");
        row("under -target", data("count = length([test_thing.far])"), true, "-target=data.test_lookup.d");
        row("through a local value", "locals {\n  n = length([test_thing.far])\n}\n" + data("count = local.n"), false);
        row("through a local value in a condition",
            "locals {\n  n = length([test_thing.far])\n}\n" +
                data("lifecycle {\nprecondition {\ncondition = local.n == 1\nerror_message = \"no\"\n}\n}"),
            true);
        row("depends_on goes no further than it says", data("depends_on = [test_thing.near]"), false);
        row("depends_on of a module reaches everything behind", call("depends_on = [test_thing.near]"), true);
        row("depends_on of a module with an instance key",
            "resource \"test_thing\" \"keyed\" {\n  count = 1\n}\n" + call("depends_on = [test_thing.keyed[0]]"),
            false);
        row("depends_on of a module without the instance key",
            "resource \"test_thing\" \"keyed\" {\n  count = 1\n}\n" + call("depends_on = [test_thing.keyed]"), true);
        row("count of a module", call("count = length([test_thing.far])"), false);
    }
    void defersReadBehindPendingChange() {
        QFETCH(QString, configuration);
        QFETCH(QString, options);
        QFETCH(bool, deferred);
        Setup setup;
        setup.files = {{"main.tf", resources + configuration.toStdString()}, {"m/main.tf", module}};
        const std::string deposed = R"(},{"schema_version":0,"deposed":"00000001","attributes":{"id":"z"})";
        setup.state =
            stateWith({{"far", stored}, {"near", storedNear, R"(,"dependencies":["test_thing.far"])" + deposed}});
        setup.options = planOptions(options.toStdString());
        setup.registry = registryWith(thingScript());
        const Planned planned = makePlan(setup);
        const std::string shown = planned.print();
        QVERIFY2(planned.outcome.plan && !planned.outcome.diagnostics.hasErrors(), shown.c_str());
        QVERIFY2((shown.find("(read_because_dependency_pending)") != std::string::npos) == deferred, shown.c_str());
    }
};

QTEST_GUILESS_MAIN(TestDeferredReads)
#include "tst_deferred_reads.moc"

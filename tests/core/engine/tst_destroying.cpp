// SPDX-License-Identifier: MPL-2.0
#include "tests/core/engine/planning.h"
#include "tests/core/engine/things.h"

#include "core/formats/plan_json.h"
#include "core/plans/plan.h"
#include "core/values/json/json.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::testing;
using values::Value;

namespace {

/// In schema version 1 "kind" replaces "sort" of version 0. An object with the sort "bad" cannot be upgraded.
std::shared_ptr<Script> script() {
    std::shared_ptr<Script> made = thingScript();
    ResourceRules& thing = made->managed["test_thing"];
    thing.schema =
        resourceSchema({{"id", computed(values::Type::string())}, {"kind", optional(values::Type::string())}}, 1);
    thing.unknownOnUpdate.clear();
    thing.upgrade = [type = thing.schema->type](const providers::UpgradeRequest& request) {
        providers::UpgradeResponse response;
        std::string json = request.rawJson;
        if (const auto sort = json.find("\"sort\""); sort != std::string::npos)
            json.replace(sort, 6, "\"kind\"");
        if (json.find("bad") != std::string::npos)
            response.diagnostics.push_back(providerError("Too old"));
        else
            response.upgraded = *values::fromJson(json, type);
        return response;
    };
    made->data["test_lookup"].schema = resourceSchema({{"found", computed(values::Type::string())}}, 0);
    return made;
}

std::string state(const char* mode, const char* type, const char* name, const std::string& instances,
                  const char* alias = "") {
    return std::string(
               R"({"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"l","outputs":{},"resources":[{"mode":")") +
           mode + R"(","type":")" + type + R"(","name":")" + name +
           R"(","provider":"provider[\"registry.opentofu.org/hashicorp/test\"])" + alias + R"(","instances":[)" +
           instances + "]}]}";
}

const char* const oldThing = R"({"schema_version":0,"attributes":{"id":"x","sort":"k"}})";
const char* const oldDeposed =
    R"({"schema_version":1,"attributes":{"id":"x","kind":"k"}},{"schema_version":0,"deposed":"00000001","attributes":{"id":"y","sort":"k"}})";
const char* const present = R"({"schema_version":1,"attributes":{"id":"x","kind":"k"}})";
const char* const deposed = R"({"schema_version":1,"deposed":"00000001","attributes":{"id":"y","kind":"k"}})";
const char* const badDeposed = R"({"schema_version":0,"deposed":"00000001","attributes":{"id":"y","sort":"bad"}})";

/// Returns a state with these objects of test_thing.a, and test_thing.b, which depends on it.
std::string stateWithDependent(const std::string& objects) {
    std::string all = state("managed", "test_thing", "a", objects);
    const std::string dependent =
        state("managed", "test_thing", "b",
              R"({"schema_version":1,"attributes":{"id":"z","kind":"x"},"dependencies":["test_thing.a"]})");
    const std::string_view start = "\"resources\":[";
    all.resize(all.size() - 2);
    return all + "," + dependent.substr(dependent.find(start) + start.size());
}

const char* const thing = "resource \"test_thing\" \"a\" {\n  kind = \"k\"\n}\n";

} // namespace

/// Destroy plans, with and without refreshing.
class TestDestroying final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void upgradesObjectsOfOlderSchemas_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("options");
        QTest::addColumn<QStringList>("expected"); // lines of the printed plan; after "!": lines that must be missing
        const auto row = [](const char* name, const std::string& configuration, const std::string& stateText,
                            const char* options, const QStringList& expected) {
            QTest::newRow(name) << QString::fromStdString(configuration) << QString::fromStdString(stateText)
                                << QString::fromLatin1(options) << expected;
        };
        const QString deletes = QStringLiteral("delete test_thing.a"), noError = QStringLiteral("!errored");
        const std::string managed = state("managed", "test_thing", "a", oldThing);
        row("refreshed", thing, managed, "-destroy", {deletes, noError});
        row("not refreshed", thing, managed, "-destroy\n-refresh=false", {deletes, noError});
        row("not refreshed, not configured", "", managed, "-destroy\n-refresh=false", {deletes, noError});
        row("not refreshed, deposed", thing, state("managed", "test_thing", "a", oldDeposed),
            "-destroy\n-refresh=false", {deletes, QStringLiteral("deposed"), noError});
        row("not refreshed, moved", "moved {\n  from = test_thing.b\n  to = test_thing.a\n}\n" + std::string(thing),
            state("managed", "test_thing", "b", oldThing), "-destroy\n-refresh=false", {deletes, noError});
        row("not refreshed, target", thing, managed, "-destroy\n-refresh=false\n-target=test_thing.a",
            {deletes, noError});
        row("not refreshed, instance without a key in the configuration", thing,
            state("managed", "test_thing", "a",
                  R"({"index_key":1,"schema_version":0,"attributes":{"id":"x","sort":"k"}})"),
            "-destroy\n-refresh=false", {QStringLiteral("delete test_thing.a[1]"), noError});
        row("cannot be upgraded", thing,
            state("managed", "test_thing", "a", R"({"schema_version":0,"attributes":{"id":"x","sort":"bad"}})"),
            "-destroy\n-refresh=false", {QStringLiteral("Too old"), QLatin1Char('!') + deletes});
        row("data that does not fit its schema", "data \"test_lookup\" \"d\" {}\n",
            state("data", "test_lookup", "d", R"({"schema_version":0,"attributes":{"gone":"x"}})"),
            "-destroy\n-refresh=false", {noError});
        row("data of a type that the provider does not have", "", state("data", "test_gone", "d", present),
            "-destroy\n-refresh=false", {QStringLiteral("provider does not support resource type \"test_gone\"")});
        row("data of a type that the provider does not have, refreshed", "", state("data", "test_gone", "d", present),
            "-destroy", {noError});
        const std::string west = "resource \"test_thing\" \"a\" {\n  provider = test.west\n}\nterraform {\n  "
                                 "required_providers {\n    test = {\n      source = \"hashicorp/test\"\n      "
                                 "configuration_aliases = [test.west]\n    }\n  }\n}\n";
        const QString missing = QStringLiteral("Provider configuration not present");
        row("missing provider, nothing to destroy", west, "", "-destroy", {QLatin1Char('!') + missing});
        row("missing provider, nothing to destroy, not refreshed", west, "", "-destroy\n-refresh=false",
            {QLatin1Char('!') + missing});
        row("missing provider", west, managed, "-destroy",
            {missing, QStringLiteral("test_thing.a (expand)"), QLatin1Char('!') + deletes});
        row("missing provider, deposed", west, state("managed", "test_thing", "a", deposed), "-destroy",
            {missing, QStringLiteral("test_thing.a (expand)"), QStringLiteral("test_thing.a (deposed 00000001)")});
        row("missing provider, not refreshed", west, managed, "-destroy\n-refresh=false",
            {missing, QStringLiteral("test_thing.a (destroy)"), QLatin1Char('!') + deletes});
        row("missing provider, not refreshed, deposed", west, state("managed", "test_thing", "a", deposed),
            "-destroy\n-refresh=false", {missing, QStringLiteral("test_thing.a (deposed 00000001)")});
        row("the provider of the configuration, not of the state",
            "provider \"test\" {}\nprovider \"test\" {\n  alias = \"new\"\n}\nresource \"test_thing\" \"a\" {\n  "
            "provider = test.new\n}\n",
            state("managed", "test_thing", "a", oldThing, ".old"), "-destroy\n-refresh=false", {deletes, noError});
    }
    void upgradesObjectsOfOlderSchemas() {
        QFETCH(QString, configuration);
        QFETCH(QString, state);
        QFETCH(QString, options);
        QFETCH(QStringList, expected);
        Setup setup;
        setup.files = {{"main.tf", configuration.toStdString()}};
        setup.state = state.toStdString();
        setup.options = planOptions(options.toStdString());
        setup.registry = registryWith(script());
        const QString printed = QString::fromStdString(makePlan(setup).print());
        for (const QString& part : expected) {
            const bool absent = part.startsWith(QLatin1Char('!'));
            QVERIFY2(printed.contains(absent ? part.mid(1) : part) != absent,
                     qPrintable(part + QLatin1Char('\n') + printed));
        }
    }

    /// Only present objects wait for the destruction of their dependents.
    void destroysDeposedObjectsBehindErrors_data() {
        QTest::addColumn<QString>("objects"); // of a, on which b depends
        QTest::addColumn<QString>("dependent");
        QTest::addColumn<QString>("options");
        QTest::addColumn<QStringList>("expected"); // destroyed objects and errors
        const QString both = QStringLiteral("%1,%2").arg(present, deposed),
                      bad = QStringLiteral("%1,%2").arg(present, badDeposed),
                      isProtected = "  lifecycle {\n    prevent_destroy = true\n  }\n",
                      cannot = "Resource instance cannot be destroyed";
        for (const QString& options : {QStringLiteral("-destroy"), QStringLiteral("-destroy\n-refresh=false")}) {
            const auto row = [&](const char* name, const QString& objects, const QString& dependent,
                                 const QStringList& expected, const QString& targets = {}) {
                QTest::addRow("%s, %s", name, qPrintable(options.simplified()))
                    << objects << dependent << options + targets << expected;
            };
            row("protected dependent", both, isProtected, {cannot, "test_thing.a deposed", "test_thing.b"});
            row("protected dependent, without deposed objects", present, isProtected, {cannot, "test_thing.b"});
            row("protected dependent, target", both, isProtected, {cannot, "test_thing.a deposed", "test_thing.b"},
                "\n-target=test_thing.a");
            row("protected dependent, excluded", both, isProtected, {"test_thing.a deposed"},
                "\n-exclude=test_thing.b");
            row("dependent", both, {}, {"test_thing.a", "test_thing.a deposed", "test_thing.b"});
            if (!options.contains("refresh"))
                continue; // refreshing plans other actions, or fails
            row("protected dependent, only a deposed object", deposed, isProtected,
                {cannot, "test_thing.a deposed", "test_thing.b"});
            row("deposed object that cannot be upgraded", bad, {}, {"Too old", "test_thing.a", "test_thing.b"});
        }
    }
    void destroysDeposedObjectsBehindErrors() {
        QFETCH(QString, objects);
        QFETCH(QString, dependent);
        QFETCH(QString, options);
        QFETCH(QStringList, expected);
        Setup setup;
        setup.files = {
            {"main.tf",
             thing +
                 ("resource \"test_thing\" \"b\" {\n  kind = test_thing.a.id\n" + dependent + "}\n").toStdString()}};
        setup.state = stateWithDependent(objects.toStdString());
        setup.options = planOptions(options.toStdString());
        setup.registry = registryWith(script());
        const Planned planned = makePlan(setup);
        QStringList found;
        for (const plans::ResourceInstanceChangePtr& change : planned.outcome.plan->changes.resources())
            found << QString::fromStdString(change->address.toString() + (change->deposed.empty() ? "" : " deposed"));
        for (const diags::Diagnostic& diagnostic : planned.outcome.diagnostics)
            if (diagnostic.severity == diags::Severity::Error)
                found << QString::fromStdString(diagnostic.summary);
        found.sort();
        QCOMPARE(found, expected);
    }

    /// Destroys are planned in their order, and not at all behind errors.
    void plansNoDestroyBehindErrors_data() {
        QTest::addColumn<QString>("objects"); // of a, on which b depends
        QTest::addColumn<QString>("first");   // lifecycle of a
        QTest::addColumn<QString>("dependent");
        QTest::addColumn<QString>("targets");
        QTest::addColumn<int>("calls");
        const QString one = present, both = QStringLiteral("%1,%2").arg(present, deposed),
                      isProtected = "  lifecycle {\n    prevent_destroy = true\n  }\n",
                      invalid = "  lifecycle {\n    prevent_destroy = null\n  }\n";
        QTest::newRow("no error") << one << ""
                                  << ""
                                  << "" << 2;
        QTest::newRow("protected dependent") << one << "" << isProtected << "" << 1;
        QTest::newRow("invalid argument of the dependent") << one << "" << invalid << "" << 1;
        QTest::newRow("protected dependency") << one << isProtected << ""
                                              << "" << 2;
        QTest::newRow("both protected") << one << isProtected << isProtected << "" << 1;
        QTest::newRow("protected dependent, deposed object") << both << "" << isProtected << "" << 2;
        QTest::newRow("protected dependent, target") << one << "" << isProtected << "\n-target=test_thing.a" << 1;
        QTest::newRow("protected dependent, excluded") << one << "" << isProtected << "\n-exclude=test_thing.b" << 0;
    }
    void plansNoDestroyBehindErrors() {
        QFETCH(QString, objects);
        QFETCH(QString, first);
        QFETCH(QString, dependent);
        QFETCH(QString, targets);
        QFETCH(int, calls);
        const std::shared_ptr<Script> rules = script();
        rules->plansDestroy = true;
        Setup setup;
        setup.files = {
            {"main.tf", ("resource \"test_thing\" \"a\" {\n" + first +
                         "}\nresource \"test_thing\" \"b\" {\n  kind = test_thing.a.id\n" + dependent + "}\n")
                            .toStdString()}};
        setup.state = stateWithDependent(objects.toStdString());
        setup.options = planOptions("-destroy\n-refresh=false" + targets.toStdString());
        setup.registry = registryWith(rules);
        makePlan(setup);
        QCOMPARE(rules->count("plan test_thing"), calls);
    }

    void keepsResultsOfWhatDestroyingEvaluates_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QStringList>("expected"); // text in the JSON of the plan; after "!": text that must be missing
        const std::string validated = "variable \"v\" {\n  default = \"x\"\n  validation {\n    condition = var.v != "
                                      "\"\"\n    error_message = \"No.\"\n  }\n}\n";
        const std::string call = "module \"m\" {\n  source = \"./m\"\n  v = \"y\"\n}\n";
        const auto row = [](const char* name, const std::string& configuration, const QStringList& expected) {
            QTest::newRow(name) << QString::fromStdString(configuration) << expected;
        };
        const QString root = QStringLiteral(R"({"to_display":"var.v","kind":"var","name":"v"},"status":"pass")");
        const QString inModule =
            QStringLiteral(R"("module":"module.m","name":"v","to_display":"module.m.var.v"},"status":"pass")");
        const QString relevant = QStringLiteral(R"("relevant_attributes")");
        row("nothing refers to it", validated + call + thing, {QStringLiteral("!pass"), QLatin1Char('!') + relevant});
        row("a provider refers to a module",
            validated + call + thing + "provider \"test\" {\n  region = module.m.v\n}\n", {inModule});
        row("a provider refers to a resource of a module",
            validated + call + thing + "provider \"test\" {\n  alias = \"p\"\n  region = test_thing.a.kind\n}\n",
            {QStringLiteral("!pass")});
        row("prevent_destroy refers to it",
            validated +
                "resource \"test_thing\" \"a\" {\n  lifecycle {\n    prevent_destroy = var.v == \"y\"\n  }\n}\n",
            {QStringLiteral("\"status\":\"pass\"")});
        row("a provider of something that is not in the state",
            validated + call + thing + "provider \"test\" {\n  alias = \"p\"\n  region = module.m.v\n}\n",
            {QStringLiteral("!pass")});
    }
    void keepsResultsOfWhatDestroyingEvaluates() {
        QFETCH(QString, configuration);
        QFETCH(QStringList, expected);
        for (const char* options : {"-destroy", "-destroy\n-refresh=false"}) {
            Setup setup;
            setup.files = {{"main.tf", configuration.toStdString()},
                           {"m/main.tf", "variable \"v\" {\n  validation {\n    condition = var.v != \"\"\n    "
                                         "error_message = \"No.\"\n  }\n}\noutput \"v\" {\n  value = var.v\n}\n"}};
            setup.state = state("managed", "test_thing", "a", oldThing);
            setup.options = planOptions(options);
            setup.registry = registryWith(script());
            const Planned planned = makePlan(setup);
            QVERIFY2(planned.outcome.plan, planned.print().c_str());
            const QString json =
                QString::fromStdString(*formats::planJson(*planned.outcome.plan, *planned.config).value);
            for (const QString& part : expected) {
                const bool absent = part.startsWith(QLatin1Char('!'));
                QVERIFY2(json.contains(absent ? part.mid(1) : part) != absent,
                         qPrintable(part + QLatin1Char('\n') + json));
            }
        }
    }

    void givesUpgradedObjectsAndNewProvidersToThePriorState_data() {
        QTest::addColumn<QString>("options");
        QTest::newRow("destroying without a refresh") << QStringLiteral("-destroy\n-refresh=false");
        QTest::newRow("without a refresh") << QStringLiteral("-refresh=false");
        QTest::newRow("refreshing only") << QStringLiteral("-refresh-only");
    }
    void givesUpgradedObjectsAndNewProvidersToThePriorState() {
        QFETCH(QString, options);
        Setup setup;
        setup.files = {{"main.tf", "provider \"test\" {\n  alias = \"new\"\n}\nresource \"test_thing\" \"a\" {\n  "
                                   "provider = test.new\n  kind = \"k\"\n}\n"}};
        setup.state = state("managed", "test_thing", "a", oldThing);
        setup.options = planOptions(options.toStdString());
        setup.registry = registryWith(script());
        const Planned planned = makePlan(setup);
        for (const auto& states : {planned.outcome.plan->priorState, planned.outcome.plan->previousRunState}) {
            const auto& [address, resource] = *states->resources().begin();
            QCOMPARE(QString::fromStdString(resource.provider.alias), QStringLiteral("new"));
            QCOMPARE(QString::fromStdString(resource.instances.begin()->second.current->attributesJson),
                     QStringLiteral(R"({"id":"x","kind":"k"})"));
        }
    }
};

QTEST_APPLESS_MAIN(TestDestroying)
#include "tst_destroying.moc"

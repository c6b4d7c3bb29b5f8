// SPDX-License-Identifier: MPL-2.0
#include "core/plans/plan.h"
#include "tests/core/engine/planning.h"
#include "tests/core/engine/things.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::testing;

namespace {

/// test_thing.a, test_thing.a["k"] or module.m.test_thing.a with a deposed object beside the current one, and
/// test_thing.b.
std::string stateOf(const std::string& module, const std::string& key) {
    const std::string provider = R"("provider":"provider[\"registry.opentofu.org/hashicorp/test\"]")";
    const std::string index = key.empty() ? std::string() : R"("index_key":)" + key + ",";
    const std::string in = module.empty() ? std::string() : R"("module":"module.)" + module + R"(",)";
    return R"({"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"l","outputs":{},"resources":[{)" + in +
           R"("mode":"managed","type":"test_thing","name":"a",)" + provider + R"(,"instances":[{)" + index +
           R"("schema_version":0,"attributes":{"id":"x","size":1}},{)" + index +
           R"("deposed":"00000001","schema_version":0,"attributes":{"id":"y","size":1}}]},{"mode":"managed","type":"test_thing","name":"b",)" +
           provider + R"(,"instances":[{"schema_version":0,"attributes":{"id":"z","size":1}}]}]})";
}

const char* const failing = "resource \"test_thing\" \"b\" {\n  size = 1\n  lifecycle {\n    postcondition {\n"
                            "      condition = self.size == 2\n      error_message = \"No.\"\n    }\n  }\n}\n";
const char* const ofModule = "resource \"test_thing\" \"b\" {\n  size = 1\n}\n";

} // namespace

/// Planning of deposed objects, which depend only on their provider and the expansion of their module.
class TestDeposed final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Except when they are planned to be destroyed, which OpenTofu does concurrently with the evaluation.
    void haveUnknownValuesIfNothingElseIsStored_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("instances"); // of terraform_data.a
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("expected"); // of the output
        const QString counted = "count = 2", each = "for_each = toset([\"k\", \"l\"])", list = "terraform_data.a[*].id",
                      map = "{ for k, v in terraform_data.a : k => v.id }",
                      first = "try(terraform_data.a[0].id, \"none\")";
        const auto row = [](const char* name, const QString& repetition, const QString& value,
                            const QStringList& instances, const QString& options, const QString& expected) {
            const QString body = "resource \"terraform_data\" \"a\" {\n  %1\n}\noutput \"o\" {\n  value = %2\n}\n"
                                 "resource \"terraform_data\" \"other\" {\n}\n";
            QTest::newRow(name) << body.arg(repetition, value) << instances.join(u' ') << options << expected;
        };
        row("all of count", counted, list, {"0-", "1-"}, "-refresh-only", "[null,null] unknown [true,true]");
        row("one of count", counted, list, {"0-", "1"}, "-refresh-only", "[null,\"1\"] unknown [true,false]");
        row("one of count, named", counted, first, {"0-", "1"}, "-refresh-only", "(unknown)");
        row("key beyond count", counted, list, {"0", "1", "3-"}, "-refresh-only",
            "[\"0\",\"1\",null,null] unknown [false,false,true,true]");
        row("all of for_each", each, map, {"k-", "l-"}, "-refresh-only", "{} unknown {\"k\":true,\"l\":true}");
        const QString unknownK = "{\"l\":\"l\"} unknown {\"k\":true}",
                      unknownZ = "{\"k\":\"k\",\"l\":\"l\"} unknown {\"z\":true}";
        row("one of for_each", each, map, {"k-", "l"}, "-refresh-only", unknownK);
        row("key beyond for_each", each, map, {"k", "l", "z-"}, "-refresh-only", unknownZ);
        row("beside a current object", each, map, {"k", "k-", "l"}, "-refresh-only", "{\"k\":\"k\",\"l\":\"l\"}");
        row("not in the state", each, map, {"l"}, "-refresh-only", "{\"l\":\"l\"}");
        row("target is another instance", each, map, {"k-", "l"}, "-refresh-only\n-target=terraform_data.a[\"l\"]",
            unknownK);
        row("left out by a target", each, map, {"k-", "l"}, "-target=terraform_data.a[\"l\"]", unknownK);
        row("left out by a target, not refreshed", each, map, {"k", "l", "z-"},
            "-refresh=false\n-target=terraform_data.a[\"l\"]", unknownZ);
        row("another resource is excluded", each, map, {"k-", "l"}, "-refresh-only\n-exclude=terraform_data.other",
            unknownK);
    }
    void haveUnknownValuesIfNothingElseIsStored() {
        QFETCH(QString, configuration);
        QFETCH(QString, instances);
        QFETCH(QString, options);
        QFETCH(QString, expected);
        QStringList objects;
        for (const QString& instance : instances.split(u' ')) {
            const QString key = instance.chopped(instance.endsWith(u'-') ? 1 : 0);
            bool isNumber = false;
            (void)key.toInt(&isNumber);
            objects << QStringLiteral("{\"index_key\":%1,%2\"schema_version\":0,\"attributes\":{\"id\":\"%3\","
                                      "\"input\":null,\"output\":null,\"triggers_replace\":null}}")
                           .arg(isNumber ? key : "\"" + key + "\"",
                                instance.endsWith(u'-') ? "\"deposed\":\"00000001\"," : "", key);
        }
        Setup setup;
        setup.files = {{"main.tf", configuration.toStdString()}};
        setup.state =
            QStringLiteral(
                "{\"version\":4,\"terraform_version\":\"1.12.6\",\"serial\":1,\"lineage\":\"l\",\"outputs\":{},"
                "\"resources\":[{\"mode\":\"managed\",\"type\":\"terraform_data\",\"name\":\"a\",\"provider\":"
                "\"provider[\\\"terraform.io/builtin/terraform\\\"]\",\"instances\":[%1]}]}")
                .arg(objects.join(u','))
                .toStdString();
        setup.options = planOptions(options.toStdString());
        setup.registry = registryWith(thingScript());
        const QString printed = QString::fromStdString(makePlan(setup).print());
        QVERIFY2(QString(u'\n' + printed).contains("\noutput o: create null -> " + expected + "\n"),
                 qPrintable(printed));
    }

    /// Attributes that the provider has added since, and another order of the attributes, are not a change.
    void otherFormsAreNoChange() {
        Setup setup;
        setup.files = {{"main.tf", "resource \"test_thing\" \"a\" {\n  size = 1\n}\n" + std::string(ofModule)}};
        setup.state = stateOf({}, {});
        setup.options = planOptions("-refresh-only");
        setup.registry = registryWith(thingScript());
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan && !planned.outcome.diagnostics.hasErrors(), planned.print().c_str());
        QVERIFY(!planned.outcome.plan->canApply());
    }

    void plansDestroyBesideOtherFailures_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("module"); // of test_thing.a
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("error"); // part of it
        QTest::addColumn<bool>("isPlanned");
        const auto row = [](const char* name, const std::string& configuration, const char* module, const char* key,
                            const char* error, bool isPlanned, const char* options = "") {
            QTest::newRow(name) << QString::fromStdString(configuration) << QString::fromLatin1(module)
                                << QString::fromLatin1(key) << QString::fromLatin1(options)
                                << QString::fromLatin1(error) << isPlanned;
        };
        const std::string after = "resource \"test_thing\" \"a\" {\n  needs = test_thing.b.id\n  size = 1\n}\n";
        row("a dependency fails", failing + after, "", "", "postcondition", true);
        row("a dependency fails, not refreshed", failing + after, "", "", "postcondition", true, "-refresh=false");
        row("a dependency fails, targeted", failing + after, "", "", "postcondition", true, "-target=test_thing.a");
        row("the count fails",
            std::string(ofModule) + "resource \"test_thing\" \"a\" {\n  count = test_thing.b.size - 3\n}\n", "", "0",
            "Invalid count", true);
        row("for_each is not known",
            "resource \"test_thing\" \"b\" {\n  size = 2\n}\n"
            "resource \"test_thing\" \"a\" {\n  for_each = toset([\"n${test_thing.b.stamp}\"])\n}\n",
            "", "\"k\"", "Invalid for_each", true);
        row("a precondition of the current object fails",
            std::string(ofModule) +
                "resource \"test_thing\" \"a\" {\n  size = 1\n  lifecycle {\n    precondition {\n"
                "      condition = test_thing.b.size == 2\n      error_message = \"No.\"\n    }\n  }\n}\n",
            "", "", "precondition", true);
        row("a dependency of the module call fails",
            std::string(failing) + "module \"m\" {\n  source = \"./m\"\n"
                                   "  needs = test_thing.b.id\n}\n",
            "m", "", "postcondition", true);
        row("a dependency in depends_on of the module call fails",
            std::string(failing) + "module \"m\" {\n  source = \"./m\"\n  depends_on = [test_thing.b]\n}\n", "m", "",
            "postcondition", false);
        row("the expansion of the module fails",
            std::string(ofModule) + "module \"m\" {\n  source = \"./m\"\n  count = test_thing.b.size - 3\n}\n", "m", "",
            "Invalid count", false);
        row("a dependency of the expansion of the module fails",
            std::string(failing) + "module \"m\" {\n  source = \"./m\"\n  count = test_thing.b.size\n}\n", "m", "",
            "postcondition", false);
        row("a dependency of the provider fails",
            std::string(failing) + "provider \"test\" {\n  alias = \"o\"\n  region = test_thing.b.id\n}\n"
                                   "resource \"test_thing\" \"a\" {\n  provider = test.o\n  size = 1\n}\n",
            "", "", "postcondition", false);
    }
    void plansDestroyBesideOtherFailures() {
        QFETCH(QString, configuration);
        QFETCH(QString, module);
        QFETCH(QString, key);
        QFETCH(QString, options);
        QFETCH(QString, error);
        QFETCH(bool, isPlanned);
        Setup setup;
        setup.files = {{"main.tf", configuration.toStdString()},
                       {"m/main.tf", "variable \"needs\" {\n  default = null\n}\nresource \"test_thing\" \"a\" {\n  "
                                     "needs = var.needs\n  size = 1\n}\n"}};
        setup.state = stateOf(module.toStdString(), key.toStdString());
        setup.options = planOptions(options.toStdString());
        setup.registry = registryWith(thingScript());
        const QString printed = QString::fromStdString(makePlan(setup).print());
        QVERIFY2(printed.contains(error), qPrintable(printed));
        const QString change = QStringLiteral("delete %1test_thing.a%2 deposed 00000001")
                                   .arg(module.isEmpty() ? QString() : QStringLiteral("module.%1.").arg(module),
                                        key.isEmpty() ? QString() : QStringLiteral("[%1]").arg(key));
        QVERIFY2(printed.contains(change) == isPlanned, qPrintable(printed));
    }

    void destroysAfterTheCurrentObject_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("options");
        QTest::addColumn<bool>("isDestroyed");
        const auto row = [](const char* name, const std::string& configuration, const char* key, bool isDestroyed,
                            const char* options = "") {
            QTest::newRow(name) << QString::fromStdString(ofModule + configuration) << QString::fromLatin1(key)
                                << QString::fromLatin1(options) << isDestroyed;
        };
        const auto thing = [](const char* arguments, const char* condition) {
            return std::string("resource \"test_thing\" \"a\" {\n") + arguments +
                   "\n  lifecycle {\n    postcondition {\n      condition = " + condition +
                   "\n      error_message = \"No.\"\n    }\n  }\n}\n";
        };
        const char* const isSeven = "self.stamp != 7"; // not known before the apply
        row("replaced, succeeds", thing("size = 2", "self.size == 2"), "", true, "-replace=test_thing.a");
        row("replaced, fails", thing("size = 2", isSeven), "", false, "-replace=test_thing.a");
        row("updated, fails", thing("size = 2", isSeven), "", false);
        row("an instance with a key fails", thing("for_each = toset([\"k\"])\n  size = 2", isSeven), "\"k\"", false);
        row("another instance fails",
            thing("for_each = toset([\"k\", \"l\"])\n  size = 1", "each.key == \"k\" || self.stamp != 7"), "\"k\"",
            true);
        row("unchanged, without conditions", "resource \"test_thing\" \"a\" {\n  size = 1\n}\n", "", true);
        row("create before destroy, fails",
            "resource \"test_thing\" \"a\" {\n  size = 2\n  lifecycle {\n    create_before_destroy = true\n    "
            "postcondition "
            "{\n      condition = self.stamp != 7\n      error_message = \"No.\"\n    }\n  }\n}\n",
            "", false, "-replace=test_thing.a");
    }
    void destroysAfterTheCurrentObject() {
        QFETCH(QString, configuration);
        QFETCH(QString, key);
        QFETCH(QString, options);
        QFETCH(bool, isDestroyed);
        const std::shared_ptr<Script> script = thingScript();
        script->managed["test_thing"].computedValues["stamp"] = [](const values::Value&) {
            return values::Value::number(7);
        };
        Setup setup;
        setup.files = {{"main.tf", configuration.toStdString()}};
        setup.state = stateOf({}, key.toStdString());
        setup.options = planOptions(options.toStdString());
        setup.registry = registryWith(script);
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan && !planned.outcome.diagnostics.hasErrors(), planned.print().c_str());
        engine::Listener listener;
        engine::StateSink sink;
        const engine::ApplyOutcome applied = engine::apply(applyRequest(planned), listener, sink, {});
        bool isLeft = false;
        for (const auto& [address, resource] : applied.state->resources())
            for (const auto& [each, instance] : resource.instances)
                isLeft |= instance.deposed.contains("00000001");
        QCOMPARE(!isLeft, isDestroyed);
    }
};

QTEST_APPLESS_MAIN(TestDeposed)
#include "tst_deposed.moc"

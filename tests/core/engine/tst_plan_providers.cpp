// SPDX-License-Identifier: MPL-2.0
#include "tests/core/engine/planning.h"
#include "tests/core/engine/print_plan.h"
#include "tests/core/engine/things.h"

#include "core/formats/plan_json.h"
#include "core/plans/plan.h"
#include "core/values/json/json.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::testing;
using values::Value;

/// The responses of providers and what planning makes of them.
class TestPlanProviders : public QObject {
    Q_OBJECT
private slots:
    void refreshesDeprecationOfOutputs_data() {
        QTest::addColumn<QString>("argument");
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("expected");
        QTest::newRow("deprecated") << "deprecated = \"Use p.\""
                                    << ""
                                    << "Use p.";
        QTest::newRow("deprecated, refresh only") << "deprecated = \"Use p.\""
                                                  << "-refresh-only"
                                                  << "Use p.";
        QTest::newRow("deprecated, without refresh") << "deprecated = \"Use p.\""
                                                     << "-refresh=false"
                                                     << "Use p.";
        QTest::newRow("not deprecated") << "sensitive = false"
                                        << ""
                                        << "";
    }
    void refreshesDeprecationOfOutputs() {
        QFETCH(QString, argument);
        QFETCH(QString, options);
        Setup setup = thingSetup("output \"o\" {\n  value = 1\n  " + argument.toStdString() + "\n}\n", thingScript(),
                                 stateWith({}));
        setup.options = planOptions(options.toStdString());
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan, planned.print().c_str());
        QTEST(QString::fromStdString(planned.outcome.plan->priorState->outputs.at("o").deprecated), "expected");
    }

    void storesDataWithoutSchemaVersion_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<int>("versions"); // how often the JSON has the version of a managed resource
        QTest::newRow("data that is read") << "data \"test_lookup\" \"l\" {}\n" << 0;
        QTest::newRow("data that is deferred")
            << "data \"test_lookup\" \"l\" {\n  needs = test_thing.a.id\n}\nresource \"test_thing\" \"a\" {}\n"
            << 2;
        QTest::newRow("data with instances") << "data \"test_lookup\" \"l\" {\n  count = 2\n}\n" << 0;
        QTest::newRow("managed resource alone") << "resource \"test_thing\" \"a\" {}\n" << 2;
    }
    void storesDataWithoutSchemaVersion() {
        QFETCH(QString, configuration);
        QFETCH(int, versions);
        const std::shared_ptr<Script> script = thingScript();
        for (ResourceRules* rules : {&script->managed["test_thing"], &script->data["test_lookup"]})
            rules->schema = schemas::ResourceSchema::make(rules->schema->block, 4);
        const Planned planned = makePlan(thingSetup(configuration.toStdString(), script));
        QVERIFY2(planned.outcome.plan, planned.print().c_str());
        const diags::Result<std::string> json = formats::planJson(*planned.outcome.plan, *planned.config);
        QVERIFY2(json.value, json.diagnostics.toString().c_str());
        QCOMPARE(QString::fromStdString(*json).count("\"schema_version\":4"), versions);
        for (const auto& [address, resource] : planned.outcome.plan->priorState->resources())
            for (const auto& [key, instance] : resource.instances)
                QCOMPARE(instance.current ? instance.current->schemaVersion : 0, 0u);
    }

    void reportsProviderErrors_data() {
        QTest::addColumn<std::function<void(Script&)>>("change");
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("expected");
        using Change = std::function<void(Script&)>;
        const QString twoThings = "resource \"test_thing\" \"a\" {\n  kind = \"bad\"\n}\n"
                                  "resource \"test_thing\" \"b\" {\n  needs = test_thing.a.id\n}\n"
                                  "resource \"test_thing\" \"c\" {}\n";
        QTest::newRow("planning: what does not depend on it is planned")
            << Change([](Script& script) {
                   script.managed["test_thing"].adjustPlan = [](const auto& request, auto& response) {
                       if (!request.config.isNull() && request.config.attribute("kind") == Value::string("bad"))
                           response.diagnostics.push_back(providerError("Bad kind", "There is no such kind.", "kind"));
                   };
               })
            << twoThings
            << "create test_thing.c\n    id: (unknown)\n    stamp: (unknown)\nerrored\n"
               "error main.tf:2,10: Bad kind; There is no such kind.\n";
        QTest::newRow("validating: nothing is planned") << Change([](Script& script) {
            script.managed["test_thing"].validate = [](const Value& config) {
                return config.attribute("kind") == Value::string("bad")
                           ? providers::ProviderDiagnostics{providerError("Bad kind", "Not this one.", "kind")}
                           : providers::ProviderDiagnostics();
            };
        }) << twoThings << "error main.tf:2,10: Bad kind; Not this one.\n";
        QTest::newRow("configuring: nothing of it is planned")
            << Change([](Script& script) {
                   script.configure = [](const Value&) {
                       return providers::ProviderDiagnostics{
                           providerError("No such region", "Choose another.", "region")};
                   };
               })
            << "provider \"test\" {\n  region = \"nowhere\"\n}\nresource \"test_thing\" \"a\" {}\n"
            << "errored\nerror main.tf:2,12: No such region; Choose another.\n";
        QTest::newRow("configuring without a block: that one is needed")
            << Change([](Script& script) {
                   script.configure = [](const Value&) {
                       return providers::ProviderDiagnostics{providerError("No such region")};
                   };
               })
            << "resource \"test_thing\" \"a\" {}\n"
            << "errored\nerror provider[\"registry.opentofu.org/hashicorp/test\"] with no configuration:1,1: No such "
               "region; \n"
               "error: Invalid provider configuration; Provider \"registry.opentofu.org/hashicorp/test\" requires "
               "explicit configuration. Add a provider block to the root module "
               "and configure the provider's required arguments as described in the provider documentation.\n    \n";
        const Change needsRegion = [](Script& script) {
            script.config = resourceSchema({{"region", required(values::Type::string())}});
        };
        QTest::newRow("required configuration, no block")
            << needsRegion << "resource \"test_thing\" \"a\" {}\n"
            << "errored\nerror provider[\"registry.opentofu.org/hashicorp/test\"] with no configuration:1,1: Missing "
               "required attribute; The attribute \"region\" is required, but "
               "no definition was found.\n";
        QTest::newRow("required configuration, empty block: reported when planning")
            << needsRegion << "provider \"test\" {}\nresource \"test_thing\" \"a\" {}\n"
            << "errored\nerror main.tf:1,17: Missing required argument; The argument \"region\" is required, but no "
               "definition was found.\n";
        QTest::newRow("reading data") << Change([](Script& script) {
            script.data["test_lookup"].readData = [](const auto&) {
                providers::ReadDataResponse response;
                response.diagnostics.push_back(providerError("Not found", "Nothing has this name."));
                return response;
            };
        }) << "data \"test_lookup\" \"l\" {}\nresource \"test_thing\" \"a\" {\n  needs = data.test_lookup.l.found\n}\n"
                                      << "errored\nerror main.tf:1,24: Not found; Nothing has this name.\n";
    }

    void reportsProviderErrors() {
        QFETCH(std::function<void(Script&)>, change);
        QFETCH(QString, configuration);
        QFETCH(QString, expected);
        const auto script = thingScript();
        change(*script);
        const Planned planned = makePlan(thingSetup(configuration.toStdString(), script));
        QCOMPARE(QString::fromStdString(planned.print()), expected);
        if (planned.outcome.plan)
            QVERIFY(!planned.outcome.plan->canApply());
    }

    void movesObjectsToOtherTypes() {
        const auto script = thingScript();
        script->managed["test_old"].schema =
            resourceSchema({{"id", computed(values::Type::string())}, {"title", optional(values::Type::string())}}, 3);
        providers::MoveRequest asked;
        script->managed["test_thing"].move = [&asked](const providers::MoveRequest& request) {
            asked = request;
            providers::MoveResponse response;
            response.target = Value::object({{"id", Value::string("1")},
                                             {"kind", Value::string("k")},
                                             {"needs", Value::null(values::Type::string())},
                                             {"size", Value::number(1)},
                                             {"stamp", Value::number(1)}});
            return response;
        };
        std::string state = stateWith({{"b", R"({"id":"1","title":"k"})", R"(,"private":"cHJpdmF0ZQ==")"}});
        state.replace(state.find("test_thing"), 10, "test_old");
        state.replace(state.find("\"schema_version\":0"), 18, "\"schema_version\":3");
        const Planned planned =
            makePlan(thingSetup(oneThing + "moved {\n  from = test_old.b\n  to   = test_thing.a\n}\n", script, state));
        QCOMPARE(planned.outcome.diagnostics.size(), std::size_t(0));
        QCOMPARE(asked.sourceProvider, std::string("registry.opentofu.org/hashicorp/test"));
        QCOMPARE(asked.sourceType, std::string("test_old"));
        QCOMPARE(asked.sourceSchemaVersion, std::int64_t(3));
        QCOMPARE(asked.sourceJson, std::string(R"({"id":"1","title":"k"})"));
        QCOMPARE(asked.sourcePrivate, std::string("private"));
        QCOMPARE(script->count("upgrade"), std::size_t(0));
        QCOMPARE(planned.outcome.plan->changes.resources().size(), std::size_t(1));
        QCOMPARE(planned.outcome.plan->changes.resources()[0]->change.action, plans::Action::NoOp);
    }

    void ignoresStoredAttributesWithoutSchema() {
        const auto script = thingScript();
        const Planned planned = makePlan(
            thingSetup(oneThing, script,
                       stateWith({{"a", R"({"id":"1","kind":"k","needs":null,"size":1,"stamp":1,"gone":[1]})"}})));
        QCOMPARE(QString::fromStdString(planned.print()), QString("no-op test_thing.a\n"));
    }

    void rejectsPlansThatDifferFromTheConfiguration() {
        const auto script = thingScript();
        script->managed["test_thing"].adjustPlan = [](const auto&, auto& response) {
            response.planned = Value::object({{"id", Value::string("x")},
                                              {"kind", Value::string("other")},
                                              {"needs", Value::null(values::Type::string())},
                                              {"size", Value::number(1)},
                                              {"stamp", Value::number(1)}});
        };
        const Planned planned = makePlan(thingSetup(oneThing, script));
        QCOMPARE(planned.outcome.diagnostics.size(), std::size_t(1));
        const diags::Diagnostic& diagnostic = planned.outcome.diagnostics[0];
        QCOMPARE(diagnostic.summary, std::string("Provider produced invalid plan"));
        QVERIFY(
            QString::fromStdString(diagnostic.detail)
                .contains("planned an invalid value for test_thing.a.kind: planned value cty.StringVal(\"other\") does "
                          "not match config value cty.StringVal(\"k\")"));
        QVERIFY(planned.outcome.plan->changes.resources().empty());
    }

    void reportsTheErrorOfARead() {
        const auto script = thingScript();
        script->managed["test_thing"].read = [](const auto& request) {
            providers::ReadResponse response;
            response.newState = request.prior;
            response.diagnostics.push_back(providerError("No answer", "The service is down."));
            return response;
        };
        const Planned planned =
            makePlan(thingSetup(oneThing, script, stateWith({{"a", R"({"id":"1","kind":"k","size":1})"}})));
        QCOMPARE(QString::fromStdString(planned.print()),
                 "errored\nerror main.tf:2,27: No answer; The service is down.\n");
    }

    void detectsDrift() {
        const auto script = thingScript();
        script->managed["test_thing"].read = [](const providers::ReadRequest& request) {
            providers::ReadResponse response;
            response.newState = request.prior.attribute("id") == Value::string("gone")
                                    ? Value::null(request.prior.type())
                                    : Value::object({{"id", request.prior.attribute("id")},
                                                     {"kind", Value::string("k")},
                                                     {"needs", Value::null(values::Type::string())},
                                                     {"size", Value::number(9)},
                                                     {"stamp", Value::number(1)}});
            return response;
        };
        const Planned planned =
            makePlan(thingSetup(oneThing + "resource \"test_thing\" \"b\" {}\n", script,
                                stateWith({{"a", R"({"id":"1","kind":"k","needs":null,"size":1,"stamp":1})"},
                                           {"b", R"({"id":"gone","kind":null,"needs":null,"size":null,"stamp":1})"}})));
        QCOMPARE(QString::fromStdString(planned.print()),
                 "drift: delete test_thing.b\n"
                 "drift: update test_thing.a\n    size: 1 -> 9\n"
                 "update test_thing.a\n    size: 9 -> 1\n    stamp: 1 -> (unknown)\n"
                 "create test_thing.b\n    id: (unknown)\n    stamp: (unknown)\n");
    }

    void warnsOfDeprecatedAttributes_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("expected");
        const QString thing = "resource \"test_thing\" \"a\" {\n  kind = \"k\"\n}\n";
        const QString derived = "Value derived from a deprecated source; ";
        QTest::newRow("attribute") << thing + "output \"o\" { value = test_thing.a.kind }\n"
                                   << "warning main.tf:4,22: " + derived +
                                          "This value is derived from test_thing.a.kind, which is deprecated with the "
                                          "following message:\n    Use size.\n";
        QTest::newRow("in an argument") << thing + "resource \"test_thing\" \"b\" {\n  needs = test_thing.a.kind\n}\n"
                                        << "warning main.tf:4,27: " + derived +
                                               "This value is derived from test_thing.a.kind, which is deprecated with "
                                               "the following message:\n    Use size.\n";
        QTest::newRow("whole object") << thing + "output \"o\" { value = test_thing.a }\n"
                                      << "warning main.tf:4,22: " + derived +
                                             "This value's attribute kind is derived from test_thing.a.kind, which is "
                                             "deprecated with the following message:\n    Use size.\n";
        QTest::newRow("other attribute") << thing + "output \"o\" { value = test_thing.a.size }\n"
                                         << "";
        QTest::newRow("set in its own block") << thing << "";
        QTest::newRow("in a data source") << thing + "data \"test_lookup\" \"b\" {\n  needs = test_thing.a.kind\n}\n"
                                          << "warning main.tf:5,11: " + derived +
                                                 "This value is derived from test_thing.a.kind, which is deprecated "
                                                 "with the following message:\n    Use size.\n";
    }
    void warnsOfDeprecatedAttributes() {
        QFETCH(QString, configuration);
        const auto script = thingScript();
        schemas::Block block = script->managed["test_thing"].schema->block;
        block.attributes.at("kind").deprecated = true;
        block.attributes.at("kind").deprecationMessage = "Use size.";
        script->managed["test_thing"].schema = schemas::ResourceSchema::make(std::move(block));
        const Planned planned = makePlan(thingSetup(configuration.toStdString(), script));
        // Both validation and planning report it.
        std::set<std::string> told;
        const std::string user = configuration.contains("data \"")                ? "data.test_lookup.b"
                                 : configuration.contains("\"test_thing\" \"b\"") ? "test_thing.b"
                                                                                  : "";
        for (const diags::Diagnostic& diagnostic : planned.outcome.diagnostics) {
            told.insert(printDiagnostics(diags::Diagnostics{diagnostic}));
            QCOMPARE(diagnostic.address, user);
        }
        QString text;
        for (const std::string& each : told)
            text += QString::fromStdString(each);
        QTEST(text, "expected");
    }

    void callsFunctionsOfConfiguredProviders_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("expected");
        const QString configured = "provider \"test\" {\n  alias = \"west\"\n  region = \"w\"\n}\nprovider \"test\" { "
                                   "region = \"${test_thing.z.kind}st\" }\n"
                                   "resource \"test_thing\" \"z\" {\n  provider = test.west\n  kind = \"ea\"\n}\n";
        QTest::newRow("configured") << configured + "output \"o\" { value = provider::test::region() }\n"
                                    << "\"east\"";
        QTest::newRow("by alias") << configured + "output \"o\" { value = provider::test::west::region() }\n"
                                  << "\"w\"";
        QTest::newRow("in a local") << configured +
                                           "locals { l = provider::test::region() }\noutput \"o\" { value = local.l }\n"
                                    << "\"east\"";
        QTest::newRow("only the configured one has it")
            << configured + "output \"o\" { value = provider::test::late() }\n"
            << "\"late\"";
        QTest::newRow("not configured") << "output \"o\" { value = provider::test::region() }\n"
                                        << "\"none\"";
        QTest::newRow("not there without configuration") << "output \"o\" { value = provider::test::late() }\n"
                                                         << "Function not found in provider";
    }
    void callsFunctionsOfConfiguredProviders() {
        QFETCH(QString, configuration);
        const auto script = thingScript();
        schemas::FunctionSignature text;
        text.returnType = values::Type::string();
        const auto answer = [](Value value) {
            providers::CallFunctionResponse response;
            response.result = std::move(value);
            return response;
        };
        FunctionRules& region = script->functions["region"];
        region.signature = text;
        region.callConfigured = [answer](const Value& config) {
            return answer(config.isNull() ? Value::string("none") : config.attribute("region"));
        };
        FunctionRules& late = script->functionsOnceConfigured["late"];
        late.signature = text;
        late.callConfigured = [answer](const Value&) { return answer(Value::string("late")); };
        const Planned planned = makePlan(thingSetup(
            "terraform {\n  required_providers {\n    test = {}\n  }\n}\n" + configuration.toStdString(), script));
        const plans::OutputChange* output =
            planned.outcome.plan ? planned.outcome.plan->changes.output({}, "o") : nullptr;
        if (output)
            QTEST(QString::fromStdString(*values::toJson(output->change.after, values::Type::string())), "expected");
        else
            QTEST(QString::fromStdString(planned.outcome.diagnostics[0].summary), "expected");
    }

    void unknownValuesReachOnlyDependents() {
        const Planned planned =
            makePlan(thingSetup(R"(
resource "test_thing" "a" { size = 2 }
resource "test_thing" "b" { needs = "stamp ${test_thing.a.stamp}" }
resource "test_thing" "c" { needs = "id ${test_thing.a.id}" }
data "test_lookup" "late" { needs = test_thing.b.needs }
data "test_lookup" "early" { needs = test_thing.c.needs }
output "stamp" { value = test_thing.a.stamp }
)",
                                thingScript(),
                                stateWith({{"a", R"({"id":"1","kind":null,"needs":null,"size":1,"stamp":7})"},
                                           {"b", R"({"id":"2","kind":null,"needs":"stamp 7","size":null,"stamp":8})"},
                                           {"c", R"({"id":"3","kind":null,"needs":"id 1","size":null,"stamp":9})"}})));
        QCOMPARE(
            QString::fromStdString(planned.print()),
            QString(
                "read data.test_lookup.late (read_because_config_unknown)\n    found: (unknown)\n    needs: (unknown)\n"
                "update test_thing.a\n    size: 1 -> 2\n    stamp: 7 -> (unknown)\n"
                "update test_thing.b\n    needs: \"stamp 7\" -> (unknown)\n    stamp: 8 -> (unknown)\n"
                "no-op test_thing.c\n"
                "output stamp: create null -> (unknown)\n"
                "relevant test_thing.a: [\"stamp\"]\n"
                "relevant test_thing.b: [\"needs\"]\n"));
    }

    void createBeforeDestroyExtendsToDependencies() {
        const Planned planned = makePlan(
            thingSetup(R"(
resource "test_thing" "base" { kind = "new" }
resource "test_thing" "top" {
  kind  = "new"
  needs = test_thing.base.kind
  lifecycle { create_before_destroy = true }
}
resource "test_thing" "beside" {
  kind  = "new"
  needs = test_thing.top.kind
}
)",
                       thingScript(),
                       stateWith({{"base", R"({"id":"1","kind":"old","needs":null,"size":null,"stamp":1})"},
                                  {"top", R"({"id":"2","kind":"old","needs":"old","size":null,"stamp":2})"},
                                  {"beside", R"({"id":"3","kind":"old","needs":"old","size":null,"stamp":3})"}})));
        std::map<std::string, std::string> actions;
        for (const plans::ResourceInstanceChangePtr& change : planned.outcome.plan->changes.resources())
            actions[change->address.toString()] = std::string(plans::name(change->change.action));
        const std::map<std::string, std::string> expected{{"test_thing.base", "CreateThenDelete"},
                                                          {"test_thing.top", "CreateThenDelete"},
                                                          {"test_thing.beside", "DeleteThenCreate"}};
        QCOMPARE(actions, expected);
    }
};

QTEST_APPLESS_MAIN(TestPlanProviders)
#include "tst_plan_providers.moc"

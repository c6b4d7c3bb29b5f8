// SPDX-License-Identifier: MPL-2.0
#include "core/plans/plan.h"
#include "tests/core/engine/planning.h"
#include "tests/core/engine/things.h"

#include <QtTest>

#include <algorithm>

using namespace planlens;
using namespace planlens::testing;
using values::Value;

namespace {

/// Objects are read with size 99, except "gone", which does not exist, and "same"; their kind is sensitive.
std::shared_ptr<Script> script() {
    std::shared_ptr<Script> made = thingScript();
    ResourceRules& thing = made->managed["test_thing"];
    schemas::Block block = thing.schema->block;
    block.attributes.at("kind").sensitive = true;
    thing.schema = schemas::ResourceSchema::make(block);
    thing.read = [](const providers::ReadRequest& request) {
        providers::ReadResponse response;
        response.newState = request.prior;
        if (request.prior.attribute("id") == Value::string("gone"))
            response.newState = Value::null(request.prior.type());
        else if (request.prior.attribute("id") != Value::string("same"))
            response.newState = values::transform(request.prior, [](const values::Path& path, const Value& value) {
                return path == values::Path().attribute("size") ? Value::number(99) : value;
            });
        return response;
    };
    return made;
}

/// Converts JSON with ' instead of ".
std::string json(std::string text) {
    std::ranges::replace(text, '\'', '"');
    return text;
}

std::string state(const char* mode, const char* type, const std::string& instances) {
    return json(
        std::string(
            "{'version':4,'terraform_version':'1.12.6','serial':1,'lineage':'l','outputs':{},'resources':[{'mode':'") +
        mode + "','type':'" + type +
        "','name':'a','provider':'provider[\\'registry.opentofu.org/hashicorp/test\\']','instances':[" + instances +
        "]}]}");
}

const char* const kindPath = "[{'type':'get_attr','value':'kind'}]";
const char* const needsPath = "[{'type':'get_attr','value':'kind'}],[{'type':'get_attr','value':'needs'}]";

std::string object(const std::string& key, const char* id) {
    return "{'schema_version':0,'index_key':" + key + ",'attributes':{'id':'" + id +
           "','kind':'k','size':1},'sensitive_attributes':[" + kindPath + "]}";
}

std::string single(const char* attributes, const char* sensitive) {
    return std::string("{'schema_version':0,'attributes':") + attributes + ",'sensitive_attributes':[" + sensitive +
           "]}";
}

} // namespace

/// The results of refreshing, and their values in references.
class TestRefreshing final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsDrift_data() {
        QTest::addColumn<QString>("state");
        QTest::addColumn<bool>("isDrift");
        const auto row = [](const char* name, const std::string& stateText, bool isDrift) {
            QTest::newRow(name) << QString::fromStdString(stateText) << isDrift;
        };
        const char* const same = "{'id':'same','kind':'k','needs':'n'}";
        row("nothing changed", state("managed", "test_thing", single(same, kindPath)), false);
        row("sensitive by the schema since", state("managed", "test_thing", single(same, "")), true);
        row("sensitive by the configuration only", state("managed", "test_thing", single(same, needsPath)), false);
        row("a value changed", state("managed", "test_thing", single("{'id':'x','kind':'k'}", kindPath)), true);
        row("gone", state("managed", "test_thing", single("{'id':'gone','kind':'k'}", kindPath)), true);
    }
    void findsDrift() {
        QFETCH(QString, state);
        QFETCH(bool, isDrift);
        for (const char* options : {"", "-refresh-only"}) {
            Setup setup;
            setup.files = {{"main.tf", "resource \"test_thing\" \"a\" {\n  kind = \"k\"\n  needs = \"n\"\n}\n"}};
            setup.state = state.toStdString();
            setup.options = planOptions(options);
            setup.registry = registryWith(script());
            const Planned planned = makePlan(setup);
            QVERIFY2(planned.outcome.plan, planned.print().c_str());
            QCOMPARE(!planned.outcome.plan->drift.empty(), isDrift);
        }
    }

    void showsWhatRefreshingLeaves_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("value"); // of the output
        const auto row = [](const char* name, const char* configuration, const std::string& stateText,
                            const char* value) {
            QTest::newRow(name) << QString::fromLatin1(configuration) << QString::fromStdString(stateText)
                                << QString::fromLatin1(value);
        };
        const std::string counted = object("0", "x") + "," + object("1", "y") + "," + object("2", "gone");
        const std::string data = "{'schema_version':0,'index_key':0,'attributes':{'found':'old'}},{'schema_version':0,'"
                                 "index_key':1,'attributes':{'found':'old'}}";
        row("instances beyond the count, refreshed",
            "resource \"test_thing\" \"a\" {\n  count = 1\n}\noutput \"o\" {\n  value = test_thing.a[*].size\n}\n",
            state("managed", "test_thing", counted), "[99,99]");
        row("an instance without a key in for_each, refreshed",
            "resource \"test_thing\" \"a\" {\n  for_each = toset([\"k\"])\n}\noutput \"o\" {\n  value = [for v in "
            "test_thing.a : v.size]\n}\n",
            state("managed", "test_thing", object("'k'", "same") + "," + object("'l'", "x")), "[1,99]");
        row("no removed data",
            "data \"test_lookup\" \"a\" {\n  count = 1\n}\noutput \"o\" {\n  value = data.test_lookup.a[*].found\n}\n",
            state("data", "test_lookup", data), "[\"something\"]");
        row("an object of an older schema, upgraded",
            "resource \"test_thing\" \"a\" {\n  count = 0\n}\noutput \"o\" {\n  value = test_thing.a[*].size\n}\n",
            state("managed", "test_thing",
                  "{'schema_version':0,'index_key':0,'attributes':{'id':'x','removed':true,'size':1}}"),
            "[99]");
    }
    void showsWhatRefreshingLeaves() {
        QFETCH(QString, configuration);
        QFETCH(QString, state);
        QFETCH(QString, value);
        Setup setup;
        setup.files = {{"main.tf", configuration.toStdString()}};
        setup.state = state.toStdString();
        setup.options = planOptions("-refresh-only");
        setup.registry = registryWith(script());
        const QString printed = QString::fromStdString(makePlan(setup).print());
        QVERIFY2(printed.contains(QStringLiteral("null -> ") + value) || printed.contains(value), qPrintable(printed));
    }

    void callsOnlyFunctionsThatTheModeNeeds_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<int>("calls");
        const auto row = [](const char* name, const std::string& configuration, int calls) {
            QTest::newRow(name) << QString::fromStdString(configuration) << calls;
        };
        const std::string call = "provider::test::same(data.test_lookup.d.found)";
        const auto thing = [](const std::string& body) { return "resource \"test_thing\" \"a\" {\n" + body + "}\n"; };
        row("an argument", thing("  kind = " + call + "\n"), 0);
        row("a part of an argument", thing("  kind = try(upper(" + call + "), \"none\")\n"), 0);
        row("for_each", thing("  for_each = toset([" + call + "])\n"), 1);
        row("a local value that an argument refers to",
            "locals {\n  l = " + call + "\n}\n" + thing("  kind = local.l\n"), 1);
        row("a precondition",
            thing("  lifecycle {\n    precondition {\n      condition = " + call +
                  " != \"\"\n      error_message = \"No.\"\n    }\n  }\n"),
            1);
    }
    void callsOnlyFunctionsThatTheModeNeeds() {
        QFETCH(QString, configuration);
        QFETCH(int, calls);
        const std::shared_ptr<Script> made = script();
        made->functions["same"] = {{{{.name = "text", .type = values::Type::string(), .description = {}}},
                                    {},
                                    values::Type::string(),
                                    {},
                                    {},
                                    {}},
                                   [](const std::vector<Value>& arguments) {
                                       return providers::CallFunctionResponse{arguments[0], {}, {}};
                                   }};
        Setup setup;
        setup.files = {{"main.tf", "terraform {\n  required_providers {\n    test = { source = \"hashicorp/test\" }\n  "
                                   "}\n}\ndata \"test_lookup\" \"d\" {}\n" +
                                       configuration.toStdString()}};
        setup.state = state("managed", "test_thing", single("{'id':'same','kind':'k','size':1}", kindPath));
        setup.options = planOptions("-refresh-only");
        setup.registry = registryWith(made);
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan, planned.print().c_str());
        QCOMPARE(static_cast<int>(made->count("call")), calls);
    }
};

QTEST_APPLESS_MAIN(TestRefreshing)
#include "tst_refreshing.moc"

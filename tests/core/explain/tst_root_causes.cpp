// SPDX-License-Identifier: MPL-2.0
#include "tests/core/engine/planning.h"
#include "tests/core/engine/things.h"

#include "core/explain/reason.h"

#include <QTest>

using namespace planlens;
using namespace planlens::testing;
using values::Type;

namespace {

std::shared_ptr<Script> taggedScript() {
    std::shared_ptr<Script> script = thingScript();
    script->managed["test_thing"].schema = resourceSchema({{"id", computed(Type::string())},
                                                           {"kind", optional(Type::string())},
                                                           {"size", optional(Type::number())},
                                                           {"needs", optional(Type::string())},
                                                           {"tags", optional(Type::map(Type::string()))},
                                                           {"zones", optional(Type::list(Type::string()))},
                                                           {"stamp", computed(Type::number())}});
    return script;
}

std::string subjectOf(const explain::Link& link) {
    const auto* instance = std::get_if<addrs::AbsResourceInstance>(&link.subject);
    std::string text = instance ? instance->toString() : std::get<plans::NamedValue>(link.subject).toString();
    return link.part.empty() ? text : link.part;
}

std::string placeOf(const explain::Link& link) {
    const diags::SourceRange& place = link.place.isEmpty() ? link.range : link.place;
    return place.isEmpty() ? "" : " " + place.filename.str() + ":" + std::to_string(place.start.line);
}

/// Prints one line for each chain: its subjects, and the position of the root.
QString print(const std::vector<explain::Chain>& chains) {
    std::string text;
    for (const explain::Chain& chain : chains) {
        text += text.empty() ? "" : "\n";
        for (const explain::Link& link : chain)
            text += (&link == &chain.front() ? "" : " < ") + subjectOf(link);
        if (chain.back().oneOf.empty()) {
            text += placeOf(chain.back());
            continue;
        }
        text += " < one of";
        for (const explain::Link& root : chain.back().oneOf)
            text += " " + subjectOf(root) + placeOf(root);
    }
    return QString::fromStdString(text);
}

} // namespace

/// The root causes of changes of a planned folder. Expectations follow from the configuration and the previous state.
class TestRootCauses final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areThePartsThatCanHaveChanged_data();
    void areThePartsThatCanHaveChanged();
    void nameTheOriginOfVariables_data();
    void nameTheOriginOfVariables();
    void areThoseOfAllTriggers();
    void goThroughModules();
    void ofNewInstancesAreTheirCollections_data();
    void ofNewInstancesAreTheirCollections();
};

void TestRootCauses::areThePartsThatCanHaveChanged_data() {
    QTest::addColumn<QString>("configuration"); // of test_thing.a and what it refers to
    QTest::addColumn<QString>("attributes");    // of test_thing.a in the state
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* configuration, const char* attributes, const char* expected) {
        QTest::newRow(name) << configuration << attributes << expected;
    };
    const char* const env = "variable \"env\" {\n  default = \"prod\"\n}\n";
    const auto withEnv = [env](const char* rest) { return std::string(env) + rest; };
    row("unknown part of a template",
        withEnv("resource \"test_thing\" \"new\" {\n}\nresource \"test_thing\" \"a\" {\n  needs = "
                "\"${var.env}-${test_thing.new.id}\"\n}\n")
            .c_str(),
        R"("needs":"prod-1")", "test_thing.a < test_thing.new main.tf:4");
    row("variable in a template",
        withEnv("locals {\n  app = \"web\"\n}\nresource \"test_thing\" \"a\" {\n  needs = "
                "\"${var.env}-${local.app}\"\n}\n")
            .c_str(),
        R"("needs":"dev-web")", "test_thing.a < var.env main.tf:2");
    row("local in a template",
        withEnv("locals {\n  app = \"web\"\n}\nresource \"test_thing\" \"a\" {\n  needs = "
                "\"${var.env}-${local.app}\"\n}\n")
            .c_str(),
        R"("needs":"prod-api")", "test_thing.a < local.app main.tf:5");
    row("both parts of a template",
        withEnv("locals {\n  app = \"web\"\n}\nresource \"test_thing\" \"a\" {\n  needs = "
                "\"${var.env}-${local.app}\"\n}\n")
            .c_str(),
        R"("needs":"dev-api")", "test_thing.a < var.env main.tf:2\ntest_thing.a < local.app main.tf:5");
    row("literal text of a template",
        withEnv("resource \"test_thing\" \"a\" {\n  needs = \"${var.env}-web\"\n}\n").c_str(), R"("needs":"prod-api")",
        "test_thing.a main.tf:5");
    row("literal argument", withEnv("resource \"test_thing\" \"a\" {\n  needs = \"x\"\n}\n").c_str(), R"("needs":"y")",
        "test_thing.a main.tf:5");
    row("literal of a merge",
        "variable \"tags\" {\n  default = { env = \"x\" }\n}\nresource \"test_thing\" \"a\" {\n  tags = "
        "merge(var.tags, "
        "{\n    team = \"b\"\n  })\n}\n",
        R"("tags":{"env":"x","team":"a"})", "test_thing.a main.tf:6");
    row("variable of a merge",
        "variable \"tags\" {\n  default = { env = \"x\" }\n}\nresource \"test_thing\" \"a\" {\n  tags = "
        "merge(var.tags, "
        "{\n    team = \"b\"\n  })\n}\n",
        R"("tags":{"env":"w","team":"b"})", "test_thing.a < var.tags main.tf:2");
    row("attribute of an object",
        withEnv(
            "locals {\n  o = {\n    name = var.env\n    size = 4\n  }\n}\nresource \"test_thing\" \"a\" {\n  size = "
            "local.o.size\n}\n")
            .c_str(),
        R"("size":3)", "test_thing.a < local.o main.tf:7");
    row("other attribute of an object",
        withEnv(
            "locals {\n  o = {\n    name = var.env\n    size = 4\n  }\n}\nresource \"test_thing\" \"a\" {\n  needs = "
            "local.o.name\n}\n")
            .c_str(),
        R"("needs":"dev")", "test_thing.a < local.o < var.env main.tf:2");
    row("sum that cannot be decided",
        "variable \"a\" {\n  default = 1\n}\nvariable \"b\" {\n  default = 2\n}\nresource \"test_thing\" \"a\" {\n  "
        "size "
        "= var.a + var.b\n}\n",
        R"("size":2)", "test_thing.a < one of var.a main.tf:2 var.b main.tf:5");
    row("sum with a literal",
        "variable \"a\" {\n  default = 1\n}\nresource \"test_thing\" \"a\" {\n  size = var.a + 2\n}\n", R"("size":2)",
        "test_thing.a < one of var.a main.tf:2 test_thing.a main.tf:5");
    row("condition",
        "variable \"big\" {\n  default = true\n}\nresource \"test_thing\" \"a\" {\n  needs = var.big ? \"l\" : "
        "\"s\"\n}\n",
        R"("needs":"s")", "test_thing.a < var.big main.tf:2");
    row("branch taken",
        "variable \"big\" {\n  default = true\n}\nvariable \"x\" {\n  default = \"new\"\n}\nresource \"test_thing\" "
        "\"a\" "
        "{\n  needs = var.big ? var.x : \"s\"\n}\n",
        R"("needs":"old")", "test_thing.a < var.x main.tf:5");
    row("comparison in a condition",
        withEnv("resource \"test_thing\" \"a\" {\n  size = var.env == \"prod\" ? 3 : 1\n}\n").c_str(), R"("size":1)",
        "test_thing.a < one of var.env main.tf:2 test_thing.a main.tf:5");
    row("variable that became null",
        "variable \"maybe\" {\n  default = null\n}\nresource \"test_thing\" \"a\" {\n  needs = var.maybe\n}\n",
        R"("needs":"x")", "test_thing.a < var.maybe main.tf:2");
    row("condition that gives null",
        "variable \"on\" {\n  default = false\n}\nresource \"test_thing\" \"a\" {\n  needs = var.on ? \"x\" : "
        "null\n}\n",
        R"("needs":"x")", "test_thing.a < var.on main.tf:2");
    row("argument taken out", "\nresource \"test_thing\" \"a\" {\n}\n", R"("needs":"x")", "test_thing.a main.tf:2");
    row("key of encoded JSON",
        "variable \"n\" {\n  default = 5\n}\nvariable \"m\" {\n  default = 2\n}\nresource \"test_thing\" \"a\" {\n  "
        "needs "
        "= jsonencode({ a = var.n, b = var.m })\n}\n",
        R"("needs":"{\"a\":1,\"b\":2}")", "test_thing.a < var.n main.tf:2");
    row("argument of format",
        withEnv(
            "variable \"app\" {\n  default = \"web\"\n}\nresource \"test_thing\" \"a\" {\n  needs = format(\"%s/%s\", "
            "var.env, var.app)\n}\n")
            .c_str(),
        R"("needs":"prod/api")", "test_thing.a < var.app main.tf:5");
    row("element of join",
        withEnv("variable \"app\" {\n  default = \"web\"\n}\nresource \"test_thing\" \"a\" {\n  needs = join(\"-\", "
                "[var.env, var.app])\n}\n")
            .c_str(),
        R"("needs":"dev-web")", "test_thing.a < var.env main.tf:2");
    row("element of a list",
        withEnv("resource \"test_thing\" \"a\" {\n  zones = [\n    \"x\",\n    var.env,\n  ]\n}\n").c_str(),
        R"("zones":["x","dev"])", "test_thing.a < var.env main.tf:2");
    row("one of two lists",
        "variable \"p\" {\n  default = [\"a\"]\n}\nvariable \"q\" {\n  default = [\"c\"]\n}\nresource \"test_thing\" "
        "\"a\" "
        "{\n  zones = concat(var.p, var.q)\n}\n",
        R"("zones":["a","b"])", "test_thing.a < var.q main.tf:5");
    row("value of a for expression",
        withEnv(
            "variable \"m\" {\n  default = { k = \"v\" }\n}\nresource \"test_thing\" \"a\" {\n  tags = { for k, v in "
            "var.m : k => upper(v) }\n}\n")
            .c_str(),
        R"("tags":{"k":"W"})", "test_thing.a < var.m main.tf:5");
    row("function that differs each time",
        withEnv("resource \"test_thing\" \"a\" {\n  needs = \"${var.env} ${timestamp()}\"\n}\n").c_str(),
        R"("needs":"prod 1")", "test_thing.a < timestamp() main.tf:5");
    row("object that does not change",
        "variable \"n\" {\n  default = 1\n}\nresource \"test_thing\" \"b\" {\n  size = 7\n}\nresource \"test_thing\" "
        "\"a\" {\n  size = test_thing.b.size + var.n\n}\n",
        R"("size":9)", "test_thing.a < var.n main.tf:2");
    row("first usable argument",
        withEnv("variable \"o\" {\n  default = null\n}\nresource \"test_thing\" \"a\" {\n  needs = coalesce(var.env, "
                "\"none\")\n}\n")
            .c_str(),
        R"("needs":"none")", "test_thing.a < var.env main.tf:2");
}

void TestRootCauses::areThePartsThatCanHaveChanged() {
    QFETCH(QString, configuration);
    QFETCH(QString, attributes);
    QFETCH(QString, expected);
    Setup setup;
    setup.files = {{"main.tf", configuration.toStdString()}};
    setup.state = stateWith({{"a", "{\"id\":\"x\",\"stamp\":5," + attributes.toStdString() + "}"},
                             {"b", R"({"id":"y","size":7,"stamp":5})"}});
    setup.registry = registryWith(taggedScript());
    const Planned planned = makePlan(setup);
    QVERIFY2(planned.outcome.plan && !planned.outcome.diagnostics.hasErrors(), planned.print().c_str());
    const plans::ResourceInstanceChange* change =
        planned.changes().resource(*addrs::readAbsResourceInstance("test_thing.a"));
    QVERIFY(change);
    QCOMPARE(print(explain::chains(*planned.outcome.plan, *change)), expected);
}

void TestRootCauses::nameTheOriginOfVariables_data() {
    using Source = configs::GivenVariable::Source;
    QTest::addColumn<int>("source");
    QTest::addColumn<bool>("hasRange");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QString>("origin");
    QTest::newRow("variables file") << int(Source::AutoFile) << true << "test_thing.a < var.env terraform.tfvars:3"
                                    << "configuration";
    QTest::newRow("named file") << int(Source::NamedFile) << true << "test_thing.a < var.env terraform.tfvars:3"
                                << "operator";
    QTest::newRow("command line") << int(Source::CommandLine) << false << "test_thing.a < var.env main.tf:4"
                                  << "operator";
    QTest::newRow("environment") << int(Source::Environment) << false << "test_thing.a < var.env main.tf:4"
                                 << "operator";
}

void TestRootCauses::nameTheOriginOfVariables() {
    QFETCH(int, source);
    QFETCH(bool, hasRange);
    QFETCH(QString, expected);
    QFETCH(QString, origin);
    Setup setup;
    setup.files = {{"main.tf", "variable \"env\" {\n}\nresource \"test_thing\" \"a\" {\n  needs = var.env\n}\n"}};
    setup.state = stateWith({{"a", R"({"id":"x","needs":"dev","stamp":5})"}});
    setup.registry = registryWith(taggedScript());
    configs::GivenVariable given{configs::GivenVariable::Source(source), values::Value::string("prod"), {}};
    if (hasRange)
        given.range = {diags::InternedName("terraform.tfvars"), {3, 7, 40}, {3, 13, 46}};
    setup.variables.emplace("env", given);
    const Planned planned = makePlan(setup);
    QVERIFY2(planned.outcome.plan && !planned.outcome.diagnostics.hasErrors(), planned.print().c_str());
    const plans::Plan& plan = *planned.outcome.plan;
    const std::vector<explain::Chain> chains =
        explain::chains(plan, *planned.changes().resource(*addrs::readAbsResourceInstance("test_thing.a")));
    QCOMPARE(print(chains), expected);
    QCOMPARE(QString::fromUtf8(explain::name(chains.front().back().origin).data()), origin);
}

void TestRootCauses::areThoseOfAllTriggers() {
    Setup setup;
    setup.files = {{"main.tf",
                    "resource \"test_thing\" \"p\" {\n  size = 2\n}\nresource \"test_thing\" \"q\" {\n  size = 2\n}\n"
                    "resource \"test_thing\" \"a\" {\n  lifecycle {\n    replace_triggered_by = [test_thing.q, "
                    "test_thing.p.size]\n  }\n}\n"}};
    setup.state = stateWith({{"a", R"({"id":"x","stamp":5})"},
                             {"p", R"({"id":"p","size":1,"stamp":5})"},
                             {"q", R"({"id":"q","size":1,"stamp":5})"}});
    setup.registry = registryWith(taggedScript());
    const Planned planned = makePlan(setup);
    QVERIFY2(planned.outcome.plan && !planned.outcome.diagnostics.hasErrors(), planned.print().c_str());
    const plans::Plan& plan = *planned.outcome.plan;
    QCOMPARE(print(explain::chains(plan, *planned.changes().resource(*addrs::readAbsResourceInstance("test_thing.a")))),
             QStringLiteral("test_thing.a < test_thing.q main.tf:5\ntest_thing.a < test_thing.p main.tf:2"));
}

void TestRootCauses::goThroughModules() {
    Setup setup;
    setup.files = {
        {"main.tf",
         "module \"m\" {\n  source = \"./m\"\n  for_each = {\n    k = \"new\"\n  }\n  name = each.value\n}\n"},
        {"m/main.tf", "variable \"name\" {\n}\nmodule \"n\" {\n  source = \"./n\"\n  label = \"x-${var.name}\"\n}\n"},
        {"m/n/main.tf",
         "variable \"label\" {\n}\nlocals {\n  l = var.label\n}\nresource \"terraform_data\" \"a\" {\n  input = "
         "local.l\n}\n"}};
    setup.state =
        R"({"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"l","outputs":{},"resources":[{"module":"module.m[\"k\"].module.n","mode":"managed","type":"terraform_data","name":"a","provider":"provider[\"terraform.io/builtin/terraform\"]","instances":[{"schema_version":0,"attributes":{"id":"1","input":{"value":"x-old","type":"string"},"output":{"value":"x-old","type":"string"},"triggers_replace":null}}]}]})";
    setup.registry = registryWith(taggedScript());
    const Planned planned = makePlan(setup);
    QVERIFY2(planned.outcome.plan && !planned.outcome.diagnostics.hasErrors(), planned.print().c_str());
    const plans::Plan& plan = *planned.outcome.plan;
    const char* const address = "module.m[\"k\"].module.n.terraform_data.a";
    QCOMPARE(print(explain::chains(plan, *planned.changes().resource(*addrs::readAbsResourceInstance(address)))),
             QString::fromUtf8(address) +
                 QStringLiteral(" < module.m[\"k\"].module.n.local.l < module.m[\"k\"].module.n.var.label < "
                                "module.m[\"k\"].var.name < module.m main.tf:4"));
}

void TestRootCauses::ofNewInstancesAreTheirCollections_data() {
    QTest::addColumn<QString>("configuration");
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("expected"); // the last link of the chain
    QTest::newRow("key of a map")
        << "locals {\n  all = {\n    k = 1\n    n = 2\n  }\n}\nresource \"test_thing\" \"c\" {\n "
           " for_each = local.all\n}\n"
        << "test_thing.c[\"n\"]"
        << "local.all main.tf:4";
    QTest::newRow("element of a set of literals")
        << "resource \"test_thing\" \"c\" {\n  for_each = toset([\n    \"k\",\n    \"n\",\n  ])\n}\n"
        << "test_thing.c[\"n\"]"
        << "test_thing.c[\"n\"] main.tf:4";
    QTest::newRow("element of a variable")
        << "variable \"all\" {\n  type    = set(string)\n  default = [\"k\"]\n}\nresource \"test_thing\" \"c\" {\n  "
           "for_each = var.all\n}\n"
        << "test_thing.c[\"k\"]"
        << "var.all main.tf:3";
    QTest::newRow("count")
        << "variable \"n\" {\n  default = 2\n}\nresource \"test_thing\" \"c\" {\n  count = var.n\n}\n"
        << "test_thing.c[1]"
        << "var.n main.tf:2";
    QTest::newRow("condition of a count")
        << "variable \"on\" {\n  default = true\n}\nresource \"test_thing\" \"c\" {\n  count = var.on ? 1 : 0\n}\n"
        << "test_thing.c[0]"
        << "var.on main.tf:2";
}

void TestRootCauses::ofNewInstancesAreTheirCollections() {
    QFETCH(QString, configuration);
    QFETCH(QString, address);
    QFETCH(QString, expected);
    Setup setup;
    setup.files = {{"main.tf", configuration.toStdString()}};
    setup.state = stateWith({{"user", R"({"id":"x","stamp":5})", R"(,"dependencies":["test_thing.c"])"}});
    setup.registry = registryWith(taggedScript());
    const Planned planned = makePlan(setup);
    QVERIFY2(planned.outcome.plan && !planned.outcome.diagnostics.hasErrors(), planned.print().c_str());
    const plans::Plan& plan = *planned.outcome.plan;
    const plans::ResourceInstanceChange* change =
        planned.changes().resource(*addrs::readAbsResourceInstance(address.toStdString()));
    QVERIFY(change);
    const explain::Chain chain = explain::chain(plan, *change);
    QVERIFY(!chain.empty());
    QCOMPARE(QString::fromStdString(subjectOf(chain.back()) + placeOf(chain.back())), expected);
}

QTEST_APPLESS_MAIN(TestRootCauses)
#include "tst_root_causes.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/engine/apply.h"
#include "core/plans/plan.h"
#include "tests/core/engine/planning.h"
#include "tests/core/engine/print_plan.h"
#include "tests/core/engine/things.h"

#include <QtTest>
#include <fmt/format.h>

#include <algorithm>

using namespace planlens;
using namespace planlens::testing;
using values::Value;

using Files = std::map<std::string, std::string>;

namespace {

const char* const storedThing = "{\"id\":\"x\",\"kind\":\"k\",\"needs\":null,\"size\":1,\"stamp\":5}";

const char* word(states::CheckStatus status) {
    switch (status) {
    case states::CheckStatus::Pass:
        return "pass";
    case states::CheckStatus::Fail:
        return "fail";
    case states::CheckStatus::Error:
        return "error";
    case states::CheckStatus::Unknown:
        break;
    }
    return "unknown";
}

/// Objects of kind "bad" can be neither created nor destroyed; objects of kind "half" are only partly created.
std::shared_ptr<Script> script() {
    std::shared_ptr<Script> made = thingScript();
    made->managed["test_thing"].adjustApply = [](const providers::ApplyRequest& request,
                                                 providers::ApplyResponse& response) {
        const Value& object = request.planned.isNull() ? request.prior : request.planned;
        const bool isHalf = object.attribute("kind") == Value::string("half");
        if (!isHalf && object.attribute("kind") != Value::string("bad"))
            return;
        if (!isHalf)
            response.newState = request.prior;
        response.diagnostics.push_back(providerError("Refused", "It is bad."));
    };
    return made;
}

std::string stateWithOutput(std::string state, const std::string& name, const std::string& value) {
    const std::string none = "\"outputs\":{}";
    return state.replace(state.find(none), none.size(),
                         "\"outputs\":{\"" + name + "\":{\"value\":" + value + ",\"type\":\"string\"}}");
}

std::string badThing(const std::string& argument, const std::string& condition) {
    return "resource \"test_thing\" \"a\" {\n" + argument +
           "\n  kind = \"bad\"\n  lifecycle {\n    postcondition {\n      condition     = " + condition +
           "\n      error_message = \"Not so.\"\n    }\n  }\n}\n";
}

/// In the first of two module instances an object is deposed; in the second one its dependency is tainted.
const char* const stateOfTwoModules =
    "{\"version\":4,\"terraform_version\":\"1.12.6\",\"serial\":1,\"lineage\":\"l\",\"outputs\":{},\"resources\":[{"
    "\"module\":\"module.m[0]\",\"mode\":\"managed\",\"type\":\"test_thing\",\"name\":\"e\",\"provider\":\"provider["
    "\\\"registry.opentofu.org/hashicorp/"
    "test\\\"]\",\"instances\":[{\"schema_version\":0,\"attributes\":{\"id\":\"x\"}}]},{\"module\":\"module.m[0]\","
    "\"mode\":\"managed\",\"type\":\"test_thing\",\"name\":\"f\",\"provider\":\"provider[\\\"registry.opentofu.org/"
    "hashicorp/"
    "test\\\"]\",\"instances\":[{\"schema_version\":0,\"attributes\":{\"id\":\"y\",\"needs\":\"x\"},\"dependencies\":["
    "\"module.m.test_thing.e\"]},{\"schema_version\":0,\"deposed\":\"00000001\",\"attributes\":{\"id\":\"z\"},"
    "\"dependencies\":[\"module.m.test_thing.e\"]}]},{\"module\":\"module.m[1]\",\"mode\":\"managed\",\"type\":\"test_"
    "thing\",\"name\":\"e\",\"provider\":\"provider[\\\"registry.opentofu.org/hashicorp/"
    "test\\\"]\",\"instances\":[{\"schema_version\":0,\"status\":\"tainted\",\"attributes\":{\"id\":\"x\"}}]},{"
    "\"module\":\"module.m[1]\",\"mode\":\"managed\",\"type\":\"test_thing\",\"name\":\"f\",\"provider\":\"provider["
    "\\\"registry.opentofu.org/hashicorp/"
    "test\\\"]\",\"instances\":[{\"schema_version\":0,\"attributes\":{\"id\":\"y\",\"needs\":\"x\"},\"dependencies\":["
    "\"module.m.test_thing.e\"]}]}]}";
const char* const heldThing = "{\"id\":\"x\",\"kind\":\"bad\",\"needs\":null,\"size\":1,\"stamp\":5}";
const char* const withKey = ",\"index_key\":\"z\"";

engine::ApplyOutcome applied(const Planned& planned) {
    engine::Listener silent;
    engine::StateSink sink;
    return engine::apply(applyRequest(planned), silent, sink, {});
}

/// Returns the addresses of all objects, without the type, after an apply with an error.
QStringList storedAfterFailure(Setup setup) {
    setup.registry = registryWith(script());
    const Planned planned = makePlan(setup);
    if (!planned.outcome.plan || planned.outcome.diagnostics.hasErrors())
        return {QString::fromStdString(planned.print())};
    const engine::ApplyOutcome outcome = applied(planned);
    if (printDiagnostics(outcome.diagnostics).find("Refused") == std::string::npos)
        return {QString::fromStdString("no failure: " + printDiagnostics(outcome.diagnostics))};
    QStringList found;
    for (const auto& [address, resource] : outcome.state->resources())
        for (const auto& [key, instance] : resource.instances)
            if (instance.current)
                found << QString::fromStdString(address.instance(key).toString()).remove("test_thing.");
    found.sort();
    return found;
}

} // namespace

/// Outputs and check results after an apply. Each row is a rule.
class TestApplyRules final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A planned create-before-destroy replacement counts even if the resource that forced it has no instances.
    void storesCreateBeforeDestroyOfWhatReplacementsNeed_data() {
        QTest::addColumn<QString>("things");
        QTest::addColumn<QStringList>("expected"); // objects that are created before they are destroyed
        const QString a = "resource \"test_thing\" \"a\" {\n  kind = \"k\"\n  size = 2\n}\n",
                      b = "resource \"test_thing\" \"b\" {\n  kind = \"new\"\n  needs = test_thing.a.id\n}\n",
                      unchangedKind =
                          "resource \"test_thing\" \"b\" {\n  kind = \"k\"\n  needs = test_thing.a.stamp\n}\n",
                      c = "resource \"test_thing\" \"c\" {\n  for_each = toset([%1])\n  needs = test_thing.b.id\n"
                          "  lifecycle {\n    create_before_destroy = true\n  }\n}\n";
        QTest::newRow("forced by a resource without instances")
            << a + b + c.arg("") << QStringList{"test_thing.a", "test_thing.b"};
        QTest::newRow("forced by an instance that is created")
            << a + b + c.arg("\"x\"") << QStringList{"test_thing.a", "test_thing.b", "test_thing.c[\"x\"]"};
        QTest::newRow("update instead of a replacement") << a + unchangedKind + c.arg("") << QStringList();
        QTest::newRow("not forced") << a + b << QStringList();
        const QString keyed = "resource \"test_thing\" \"k\" {\n  for_each = toset([\"x\", \"y\"])\n}\n",
                      first = "resource \"test_thing\" \"c\" {\n  needs = %1\n"
                              "  lifecycle {\n    create_before_destroy = true\n  }\n}\n";
        QTest::newRow("forced for the instance with this key only")
            << keyed + first.arg("test_thing.k[\"x\"].id") << QStringList{"test_thing.c", "test_thing.k[\"x\"]"};
        QTest::newRow("forced for all instances")
            << keyed + first.arg("join(\",\", keys(test_thing.k))")
            << QStringList{"test_thing.c", "test_thing.k[\"x\"]", "test_thing.k[\"y\"]"};
        QTest::newRow("forced by one instance through another resource")
            << keyed + "resource \"test_thing\" \"between\" {\n  needs = test_thing.k[\"y\"].id\n}\n" +
                   first.arg("test_thing.between.id")
            << QStringList{"test_thing.between", "test_thing.c", "test_thing.k[\"y\"]"};
    }
    void storesCreateBeforeDestroyOfWhatReplacementsNeed() {
        QFETCH(QString, things);
        Setup setup;
        setup.files = {{"main.tf", things.toStdString()}};
        setup.state = stateWith({{"a", storedThing}, {"b", storedThing}});
        setup.registry = registryWith(script());
        const engine::ApplyOutcome outcome = applied(makePlan(setup));
        QStringList found;
        for (const auto& [address, resource] : outcome.state->resources())
            for (const auto& [key, instance] : resource.instances)
                if (instance.current && instance.current->createBeforeDestroy)
                    found << QString::fromStdString(address.instance(key).toString());
        QTEST(found, "expected");
    }

    void leaves_data() {
        QTest::addColumn<Files>("files");
        QTest::addColumn<std::string>("stored");
        QTest::addColumn<std::string>("options");
        QTest::addColumn<QStringList>("expected"); // expected lines; after "!": lines that must be missing
        const auto row = [](const char* name, const Files& files, const std::string& stored, const char* options,
                            const QStringList& expected) {
            QTest::newRow(name) << files << stored << std::string(options) << expected;
        };
        row("postconditions of what has failed are looked at", {{"main.tf", badThing("", "path.module != \"\"")}}, {},
            "", {"error Refused", "check test_thing.a: pass"});
        row("and may fail too",
            {{"main.tf", "resource \"test_thing\" \"b\" {\n}\n" + badThing("", "test_thing.b.stamp < 0")}}, {}, "",
            {"error Refused", "error Resource postcondition failed", "check test_thing.a: fail"});
        row("self is unknown where nothing was made", {{"main.tf", badThing("", "self.id != \"\"")}}, {}, "",
            {"check test_thing.a: unknown", "!error Invalid index"});
        row("self is not among the others where it has a key", {{"main.tf", badThing("count = 1", "self.id != \"\"")}},
            {}, "", {"error Refused", "error Invalid index", "check test_thing.a[0]: error"});
        row("self is the old object where that is kept", {{"main.tf", badThing("size = 2", "self.stamp == 5")}},
            stateWith({{"a", heldThing}}), "", {"error Refused", "check test_thing.a: pass"});
        const auto replaced = [](const std::string& kind, const std::string& condition) {
            return fmt::format("resource \"test_thing\" \"b\" {{\n}}\nresource \"test_thing\" \"a\" {{\n  kind = "
                               "\"{}\"\n  lifecycle {{\n    create_before_destroy = true\n    precondition {{\n      "
                               "condition     = {}\n      error_message = \"Not so.\"\n    }}\n  }}\n}}\n",
                               kind, condition);
        };
        row("the deposed object stays deposed if its replacement cannot be planned again",
            {{"main.tf", replaced("new", "test_thing.b.stamp < 0")}}, stateWith({{"a", storedThing}}), "",
            {"error Resource precondition failed", "deposed test_thing.a", "!stored test_thing.a"});
        row("it is current again if the replacement fails", {{"main.tf", replaced("bad", "test_thing.b.id != \"\"")}},
            stateWith({{"a", storedThing}}), "", {"error Refused", "stored test_thing.a", "!deposed test_thing.a"});
        row("it is destroyed after the replacement is created",
            {{"main.tf", replaced("new", "test_thing.b.id != \"\"")}}, stateWith({{"a", storedThing}}), "",
            {"!error", "stored test_thing.a", "!deposed test_thing.a"});
        const std::string kept = "\n  lifecycle {\n    destroy = false\n  }\n}\n";
        row("what is made is kept from destruction", {{"main.tf", "resource \"test_thing\" \"a\" {" + kept}}, {}, "",
            {"stored test_thing.a kept from destruction"});
        row("what is made in part is not", {{"main.tf", "resource \"test_thing\" \"a\" {\n  kind = \"half\"" + kept}},
            {}, "", {"tainted test_thing.a", "!tainted test_thing.a kept from destruction"});
        row("outputs go first when all is destroyed",
            {{"main.tf", "output \"o\" {\n  value = \"v\"\n}\nresource \"test_thing\" \"a\" {\n  kind = \"bad\"\n}\n"}},
            stateWithOutput(stateWith({{"a", heldThing}}), "o", "\"v\""), "-destroy", {"error Refused", "!output o"});
        const QString leftBehind = QStringLiteral("error Destroy was successful but left behind forgotten instances");
        const std::string forgetting = "resource \"test_thing\" \"b\" {\n  needs = \"n\"\n}\nresource \"test_thing\" "
                                       "\"a\" {\n  needs = test_thing.b.id" +
                                       kept;
        const auto bothStored = [](const char* ofB) {
            return stateWith({{"a", storedThing, ",\"skip_destroy\":true"}, {"b", ofB}});
        };
        row("forgotten objects are an error when destroying", {{"main.tf", forgetting}}, bothStored(storedThing),
            "-destroy", {leftBehind});
        row("also if -exclude leaves them out of the apply", {{"main.tf", forgetting}}, bothStored(storedThing),
            "-destroy\n-exclude=test_thing.b", {leftBehind});
        row("but not beside other errors", {{"main.tf", forgetting}}, bothStored(heldThing), "-destroy",
            {"error Refused", '!' + leftBehind});
        row("nor in other modes",
            {{"main.tf", "removed {\n  from = test_thing.a\n}\nresource \"test_thing\" \"b\" {}\n"}},
            bothStored(storedThing), "", {'!' + leftBehind});
        const std::string reader = "module \"d\" {\n  source = \"./d\"\n}\nresource \"test_thing\" \"new\" "
                                   "{\n}\nresource \"test_thing\" \"a\" {\n  kind       = \"k\"\n  size       = 1\n"
                                   "  depends_on = [module.d]\n  lifecycle {\n    postcondition {\n      condition     "
                                   "= self.id != \"\"\n      error_message = \"No.\"\n    }\n  }\n}\n";
        const std::string within = "module \"e\" {\n  source = \"../e\"\n}\nlocals {\n  l = module.e.o\n}\n";
        const std::string checked = "output \"o\" {\n  value = 1\n  precondition {\n    condition     = path.module != "
                                    "\"\"\n    error_message = \"No.\"\n  }\n}\n";
        row("who refers to a module refers to nothing in it but outputs",
            {{"main.tf", reader}, {"d/d.tf", within}, {"e/e.tf", checked}}, stateWith({{"a", storedThing}}), "",
            {"check module.d.module.e.output.o: unknown", "check test_thing.a: pass"});
        row("and to these",
            {{"main.tf", reader}, {"d/d.tf", within + "output \"o\" {\n  value = local.l\n}\n"}, {"e/e.tf", checked}},
            stateWith({{"a", storedThing}}), "",
            {"check module.d.module.e.output.o: pass", "check test_thing.a: pass"});
        row("what only goes leaves the outputs of its resource alone",
            {{"main.tf", "resource \"test_thing\" \"a\" {\n}\noutput \"o\" {\n  value = test_thing.a.id\n}\n"}},
            stateWithOutput(stateWith({{"a", storedThing, withKey}}), "o", "\"before\""), "-target=test_thing.a[\"z\"]",
            {"output o \"before\""});
        const auto unchanged = [](const std::string& rest) {
            return "resource \"test_thing\" \"b\" {\n  kind = \"k\"\n  size = 1\n}\nresource \"test_thing\" \"a\" {\n  "
                   "for_each = toset([test_thing.b.kind])\n  kind     = \"k\"\n  size     = 1\n}\nresource "
                   "\"test_thing\" \"other\" {}\n" +
                   rest;
        };
        const std::string ofUnchanged = stateWith({{"b", storedThing}, {"a", storedThing, ",\"index_key\":\"k\""}});
        const std::string counted = "output \"o\" {\n  value = tostring(length(test_thing.a))\n}\n";
        row("for_each of a target without changes is not evaluated", {{"main.tf", unchanged(counted)}}, ofUnchanged,
            "-target=test_thing.a", {"!error"});
        row("nor that of its instance", {{"main.tf", unchanged(counted)}}, ofUnchanged, "-target=test_thing.a[\"k\"]",
            {"!error"});
        row("nor beside an exclusion", {{"main.tf", unchanged(counted)}}, ofUnchanged, "-exclude=test_thing.other",
            {"!error", "!stored test_thing.other"});
        row("nor without users", {{"main.tf", unchanged({})}}, ofUnchanged, "-target=test_thing.a", {"!error"});
        const auto failing = [](const char* message) {
            return fmt::format(
                "  precondition {{\n    condition     = var.v == \"\"\n    error_message = \"{}\"\n  }}\n", message);
        };
        const std::string output = "variable \"v\" {\n  default = \"v\"\n}\noutput \"o\" {\n  value = \"v\"\n" +
                                   failing("Not so.") + failing("Also not.") + "}\n";
        row("the failed precondition of an output is an error when a refresh is applied", {{"main.tf", output}}, {},
            "-refresh-only",
            {"error Module output value precondition failed", "check output.o: fail (Also not.; Not so.)"});
        row("also of an output of a module",
            {{"main.tf", "module \"m\" {\n  source = \"./m\"\n}\noutput \"p\" {\n  value = module.m.o\n}\n"},
             {"m/m.tf", output}},
            {}, "-refresh-only",
            {"error Module output value precondition failed", "check module.m.output.o: fail (Also not.; Not so.)"});
        row("postconditions of objects are not checked again when a refresh is applied",
            {{"main.tf", badThing("", "self.stamp == 0")}}, stateWith({{"a", heldThing}}), "-refresh-only",
            {"!error", "check test_thing.a: fail (Not so.)"});
    }
    void leaves() {
        QFETCH(Files, files);
        QFETCH(std::string, stored);
        QFETCH(std::string, options);
        QFETCH(QStringList, expected);
        Setup setup;
        setup.files = files;
        setup.state = stored;
        setup.options = planOptions(options);
        setup.registry = registryWith(script());
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan && !planned.outcome.diagnostics.hasErrors(), planned.print().c_str());
        const engine::ApplyOutcome outcome = applied(planned);
        QVERIFY(outcome.state);
        QStringList lines;
        for (const diags::Diagnostic& diagnostic : outcome.diagnostics)
            if (diagnostic.severity == diags::Severity::Error)
                lines += QString::fromStdString("error " + diagnostic.summary);
        for (const auto& [name, output] : outcome.state->outputs)
            lines += QString::fromStdString("output " + name + " \"" + output.value.asString() + "\"");
        if (outcome.state->checkResults)
            for (const auto& [address, result] : *outcome.state->checkResults)
                for (const auto& [object, one] : result.objects)
                    lines += QString::fromStdString(fmt::format("check {}: {} ({})", object, word(one.status),
                                                                fmt::join(one.failureMessages, "; ")));
        for (const auto& [address, resource] : outcome.state->resources())
            for (const auto& [key, instance] : resource.instances) {
                if (!instance.deposed.empty())
                    lines += QString::fromStdString("deposed " + address.instance(key).toString());
                if (instance.current)
                    lines += QString::fromStdString(
                        (instance.current->status == states::ObjectStatus::Tainted ? "tainted " : "stored ") +
                        address.instance(key).toString() +
                        (instance.current->skipDestroy ? " kept from destruction" : ""));
            }
        for (const QString& part : std::as_const(expected)) {
            const bool isThere = std::ranges::any_of(lines, [&](const QString& line) {
                return line.startsWith(part.startsWith(u'!') ? part.mid(1) : part);
            });
            QVERIFY2(isThere != part.startsWith(u'!'), qPrintable(part + "\nin:\n" + lines.join('\n')));
        }
    }

    /// The steps that are still taken after one instance has failed.
    void dependsOnInstancesThatReferencesName_data() {
        QTest::addColumn<std::string>("root");
        QTest::addColumn<std::string>("module"); // called with for_each
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char* name, const std::string& root, const std::string& module,
                            const QStringList& expected) { QTest::newRow(name) << root << module << expected; };
        const auto thing = [](const char* name, const std::string& body) {
            return fmt::format("resource \"test_thing\" \"{}\" {{\n{}\n}}\n", name, body);
        };
        const auto kind = [](const std::string& failing) { return "kind = " + failing + " ? \"bad\" : \"good\""; };
        const std::string r = thing("r", "for_each = toset([\"a\", \"b\"])\n" + kind("each.key == \"b\""));
        row("the other instance", r + thing("s", "needs = test_thing.r[\"a\"].id"), "", {"r[\"a\"]", "s"});
        row("the failed instance", r + thing("s", "needs = test_thing.r[\"b\"].id"), "", {"r[\"a\"]"});
        row("both instances", r + thing("s", "needs = \"${test_thing.r[\"a\"].id}${test_thing.r[\"b\"].id}\""), "",
            {"r[\"a\"]"});
        row("all instances", r + thing("s", "needs = join(\"\", [for t in test_thing.r : t.id])"), "", {"r[\"a\"]"});
        row("an unknown key", r + thing("s", "for_each = toset([\"a\"])\nneeds = test_thing.r[each.key].id"), "",
            {"r[\"a\"]"});
        row("through a local value", r + "locals {\n  l = test_thing.r[\"a\"].id\n}\n" + thing("s", "needs = local.l"),
            "", {"r[\"a\"]", "s"});
        row("depends_on", r + thing("s", "depends_on = [test_thing.r[\"a\"]]"), "", {"r[\"a\"]", "s"});
        row("an index", thing("r", "count = 2\n" + kind("count.index == 1")) + thing("s", "needs = test_thing.r[0].id"),
            "", {"r[0]", "s"});
        row("instances of both resources", r + thing("s", "count = 2\nneeds = test_thing.r[\"a\"].id"), "",
            {"r[\"a\"]", "s[0]", "s[1]"});
        const std::string a = thing("a", kind("var.k == \"x\"")),
                          two = thing("a", "for_each = toset([\"p\", \"q\"])\n" +
                                               kind("var.k == \"x\" && each.key == \"q\""));
        row("another module instance", "", a + thing("b", "needs = test_thing.a.id"),
            {"module.m[\"y\"].a", "module.m[\"y\"].b"});
        row("another module instance, through a local value", "",
            a + "locals {\n  l = test_thing.a.id\n}\n" + thing("b", "needs = local.l"), {"module.m[\"y\"].a"});
        row("another module instance, with repetition", "",
            a + thing("b", "for_each = toset([\"p\"])\nneeds = \"${test_thing.a.id}${each.key}\""),
            {"module.m[\"y\"].a", "module.m[\"y\"].b[\"p\"]"});
        row("a key in another module instance", "", two + thing("b", "needs = test_thing.a[\"p\"].id"),
            {"module.m[\"x\"].a[\"p\"]", "module.m[\"x\"].b", "module.m[\"y\"].a[\"p\"]", "module.m[\"y\"].a[\"q\"]",
             "module.m[\"y\"].b"});
        row("all instances in another module instance", "",
            two + thing("b", "needs = join(\"\", [for t in test_thing.a : t.id])"),
            {"module.m[\"x\"].a[\"p\"]", "module.m[\"y\"].a[\"p\"]", "module.m[\"y\"].a[\"q\"]", "module.m[\"y\"].b"});
        const std::string b = thing("b", "count = 2\nneeds = test_thing.a.id");
        const QStringList ofB{"module.m[\"y\"].a", "module.m[\"y\"].b[0]", "module.m[\"y\"].b[1]"};
        row("indirectly, all instances in another module instance", "",
            a + b + thing("c", "needs = join(\"\", test_thing.b[*].id)"), ofB);
        row("indirectly, a key in another module instance", "", a + b + thing("c", "needs = test_thing.b[0].id"),
            ofB + QStringList{"module.m[\"y\"].c"});
        row("indirectly, a single instance in another module instance", "",
            a + thing("b", "needs = test_thing.a.id") + thing("c", "needs = test_thing.b.id"),
            {"module.m[\"y\"].a", "module.m[\"y\"].b"});
        row("the output of another module instance", thing("s", "needs = module.m[\"y\"].o"),
            a + "output \"o\" {\n  value = test_thing.a.id\n}\n", {"module.m[\"y\"].a"});
        row("the output of an instance with a key", thing("s", "needs = module.m[\"y\"].o"),
            two + "output \"o\" {\n  value = test_thing.a[\"p\"].id\n}\n",
            {"module.m[\"x\"].a[\"p\"]", "module.m[\"y\"].a[\"p\"]", "module.m[\"y\"].a[\"q\"]", "s"});
    }
    void dependsOnInstancesThatReferencesName() {
        QFETCH(std::string, root);
        QFETCH(std::string, module);
        Setup setup;
        setup.files = {{"main.tf", root}};
        if (!module.empty()) {
            setup.files["main.tf"] += "module \"m\" {\n  source   = \"./m\"\n  for_each = toset([\"x\", \"y\"])\n"
                                      "  k        = each.key\n}\n";
            setup.files["m/m.tf"] = "variable \"k\" {}\n" + module;
        }
        QTEST(storedAfterFailure(std::move(setup)), "expected");
    }

    /// As in OpenTofu, an instance without a step represents all instances.
    void dependsOnAllInstancesWhereTheNamedOneHasNoStep_data() {
        QTest::addColumn<std::string>("lifecycle");
        QTest::addColumn<std::string>("size");
        QTest::addColumn<QStringList>("expected");
        const std::string condition = "\n  lifecycle {\n    postcondition {\n      condition     = self.id != \"\"\n"
                                      "      error_message = \"No.\"\n    }\n  }";
        QTest::newRow("unchanged") << std::string() << std::string("1") << QStringList{"r[\"a\"]"};
        QTest::newRow("unchanged, with a condition") << condition << std::string("1") << QStringList{"r[\"a\"]", "s"};
        QTest::newRow("updated") << std::string() << std::string("2") << QStringList{"r[\"a\"]", "s"};
    }
    void dependsOnAllInstancesWhereTheNamedOneHasNoStep() {
        QFETCH(std::string, lifecycle);
        QFETCH(std::string, size);
        Setup setup;
        setup.files = {{"main.tf", "resource \"test_thing\" \"r\" {\n  for_each = toset([\"a\", \"b\"])\n  kind = "
                                   "each.key == \"b\" ? \"bad\" : \"k\"\n  size = " +
                                       size + lifecycle +
                                       "\n}\nresource \"test_thing\" \"s\" {\n  needs = test_thing.r[\"a\"].id\n}\n"}};
        setup.state = stateWith({{"r", storedThing, ",\"index_key\":\"a\""}});
        QTEST(storedAfterFailure(std::move(setup)), "expected");
    }

    /// Objects in one module instance do not wait for those in another one.
    void ordersInstancesOfModulesApart() {
        Setup setup;
        setup.files = {
            {"main.tf", "module \"m\" {\n  source = \"./m\"\n  count  = 2\n}\n"},
            {"m/m.tf",
             "resource \"test_thing\" \"e\" {\n}\nresource \"test_thing\" \"f\" {\n  needs = test_thing.e.id\n}\n"}};
        setup.state = stateOfTwoModules;
        setup.registry = registryWith(script());
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan && !planned.outcome.diagnostics.hasErrors(), planned.print().c_str());
        const engine::ApplyOutcome outcome = applied(planned);
        QCOMPARE(QString::fromStdString(printDiagnostics(outcome.diagnostics)), QString());
    }

    /// Marks can depend on values that were not known while planning.
    void outputsThatBecomeSensitiveAreErrors_data() {
        QTest::addColumn<QString>("more");
        QTest::addColumn<bool>("isError");
        QTest::newRow("not declared") << "" << true;
        QTest::newRow("declared") << "  sensitive = true\n" << false;
    }
    void outputsThatBecomeSensitiveAreErrors() {
        QFETCH(QString, more);
        QFETCH(bool, isError);
        Setup setup;
        setup.files = {{"main.tf", "resource \"terraform_data\" \"a\" {}\noutput \"o\" {\n  value = "
                                   "nonsensitive(try([sensitive(terraform_data.a.id)], \"x\"))\n" +
                                       more.toStdString() + "}\n"}};
        setup.registry = registryWith(script());
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan && planned.outcome.diagnostics.isEmpty(), planned.print().c_str());
        const engine::ApplyOutcome outcome = applied(planned);
        QCOMPARE(QString::fromStdString(printDiagnostics(outcome.diagnostics))
                     .contains(QStringLiteral("Output refers to sensitive values")),
                 isError);
        QCOMPARE(outcome.state->outputs.contains("o"), !isError);
    }

    /// A module variable is validated when all of its values are known.
    void listsNoChecksOfVariablesThatFail() {
        Setup setup;
        setup.files = {
            {"main.tf", "module \"m\" {\n  source   = \"./m\"\n  for_each = toset([\"a\", \"1\"])\n  v        = "
                        "tonumber(each.key)\n}\n"},
            {"m/m.tf",
             "variable \"v\" {\n  validation {\n    condition     = var.v > 0\n    error_message = \"No.\"\n  }\n}\n"}};
        setup.registry = registryWith(script());
        const Planned planned = makePlan(setup);
        QVERIFY(planned.outcome.plan);
        const states::CheckResult& result = planned.outcome.plan->checks.at("module.m.var.v");
        QVERIFY(!result.objectsKnown);
        QVERIFY(result.objects.empty());
        QVERIFY(result.status == states::CheckStatus::Unknown);
    }
};

QTEST_APPLESS_MAIN(TestApplyRules)
#include "tst_apply_rules.moc"

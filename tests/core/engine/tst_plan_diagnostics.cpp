// SPDX-License-Identifier: MPL-2.0
#include "tests/core/engine/planning.h"
#include "tests/core/engine/things.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::testing;
using values::Number;
using values::Value;

namespace {

const Value infinite = Value::number(Number::infinity(false));

Setup setupOf(const std::string& configuration, const std::shared_ptr<Script>& script, const std::string& state,
              const QString& options = {}) {
    Setup setup;
    setup.files = {{"main.tf", configuration}};
    setup.state = state;
    setup.options = planOptions(options.toStdString());
    setup.registry = registryWith(script);
    return setup;
}

/// Returns "error: summary; detail" for each diagnostic, sorted by text.
QStringList diagnosticsOf(const Planned& planned) {
    QStringList found;
    for (const diags::Diagnostic& diagnostic : planned.outcome.diagnostics)
        found << QString::fromStdString((diagnostic.severity == diags::Severity::Error ? "error: " : "warning: ") +
                                        diagnostic.summary + "; " + diagnostic.detail);
    found.sort();
    return found;
}

/// Returns a provider that reads an infinite size.
std::shared_ptr<Script> scriptReadingInfinity() {
    const std::shared_ptr<Script> script = thingScript();
    script->managed["test_thing"].read = [](const providers::ReadRequest& request) {
        providers::ReadResponse response;
        response.newState = values::transform(request.prior, [](const values::Path& path, const Value& value) {
            return path == values::Path().attribute("size") ? infinite : value;
        });
        return response;
    };
    script->managed["test_thing"].import = [](const providers::ImportRequest& request) {
        const Value none = Value::null(values::Type::string()), noNumber = Value::null(values::Type::number());
        providers::ImportResponse response;
        response.resources.push_back({"test_thing",
                                      Value::object({{"id", Value::string(request.id)},
                                                     {"kind", none},
                                                     {"needs", none},
                                                     {"size", noNumber},
                                                     {"stamp", noNumber}}),
                                      {},
                                      {}});
        return response;
    };
    script->data["test_lookup"].schema =
        resourceSchema({{"needs", optional(values::Type::string())}, {"found", computed(values::Type::number())}});
    script->data["test_lookup"].readData = [](const providers::ReadDataRequest& request) {
        providers::ReadDataResponse response;
        response.state = Value::object({{"needs", request.config.attribute("needs")}, {"found", infinite}});
        return response;
    };
    return script;
}

const std::string whole = R"({"id":"x","kind":null,"size":1,"needs":null,"stamp":5})";

} // namespace

/// Diagnostics of plans about invalid objects and arguments, with OpenTofu's text.
class TestPlanDiagnostics final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rejectsValuesThatStatesCannotHold_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<bool>("hasState");
        QTest::addColumn<QString>("options");
        QTest::addColumn<QStringList>("addresses");
        const QString thing = "resource \"test_thing\" \"a\" {}\n";
        QTest::newRow("read while refreshing") << thing << true << "" << QStringList{"test_thing.a"};
        QTest::newRow("read in refresh-only mode") << thing << true << "-refresh-only" << QStringList{"test_thing.a"};
        QTest::newRow("read before destroying") << thing << true << "-destroy" << QStringList{"test_thing.a"};
        QTest::newRow("read of an undeclared object") << "" << true << "" << QStringList{"test_thing.a"};
        QTest::newRow("imported") << thing + "import {\n  to = test_thing.a\n  id = \"i\"\n}\n"
                                  << false << "" << QStringList{"test_thing.a", "test_thing.a"};
        QTest::newRow("data") << "data \"test_lookup\" \"d\" {}\n" << false << "" << QStringList{"data.test_lookup.d"};
        QTest::newRow("planned") << "resource \"test_thing\" \"a\" {\n  size = 1/0\n}\n"
                                 << false << "" << QStringList{"test_thing.a"};
        QTest::newRow("not read") << thing << true << "-refresh=false" << QStringList{};
    }
    void rejectsValuesThatStatesCannotHold() {
        QFETCH(QString, configuration);
        QFETCH(bool, hasState);
        QFETCH(QString, options);
        QFETCH(QStringList, addresses);
        const Planned planned = makePlan(setupOf(configuration.toStdString(), scriptReadingInfinity(),
                                                 hasState ? stateWith({{"a", whole}}) : std::string(), options));
        QStringList expected;
        for (const QString& address : addresses)
            expected << "error: failed to encode " + address + " in state: cannot serialize infinity as JSON; ";
        QCOMPARE(diagnosticsOf(planned), expected);
    }

    /// As in OpenTofu, validation does not report the cause of an unknown for_each value. Planning does, in addition to
    /// the other changes.
    void reportsErrorsOfUnknownForEachWhilePlanning_data() {
        QTest::addColumn<QString>("forEach");
        QTest::addColumn<QStringList>("summaries");
        QTest::addColumn<bool>("plansOthers");
        const QString invalid = "Invalid for_each argument", function = "Call to unknown function";
        const auto row = [](const char* name, const char* forEach, const QStringList& summaries, bool plansOthers) {
            QTest::newRow(name) << QString::fromLatin1(forEach) << summaries << plansOthers;
        };
        row("unknown function", "none()", {function, invalid}, true);
        row("unknown function in a set", "toset([none()])", {function, invalid}, true);
        row("unknown function in a for expression", "{ for k in none() : k => k }", {function, invalid}, true);
        row("unknown function in a key", "{ for k in [1] : none(k) => k }", {function, invalid}, true);
        row("unknown function in a condition", "{ for k in [\"a\"] : k => k if none() }", {function, invalid}, true);
        row("iteration over a number", "{ for k in 5 : k => k }", {invalid, "Iteration over non-iterable value"}, true);
        row("iteration over null", "{ for k in null : k => k }", {invalid, "Iteration over null value"}, true);
        row("too many arguments", "toset([upper(1, 2)])", {invalid, "Too many function arguments"}, true);
        row("null as a key", "{ for k in [null] : k => k }", {invalid, "Invalid object key"}, true);
        row("unknown function in a value", "{ a = none() }", {function}, false);
        row("undeclared name", "toset([local.none])", {"Reference to undeclared local value"}, false);
        row("number", "5", {invalid}, false);
        row("null", "null", {invalid}, false);
    }
    void reportsErrorsOfUnknownForEachWhilePlanning() {
        QFETCH(QString, forEach);
        QFETCH(QStringList, summaries);
        QFETCH(bool, plansOthers);
        const std::string text = "resource \"test_thing\" \"a\" {\n  for_each = " + forEach.toStdString() +
                                 "\n}\nresource \"test_thing\" \"b\" {}\n";
        const Planned planned = makePlan(setupOf(text, thingScript(), {}));
        QStringList found;
        for (const diags::Diagnostic& diagnostic : planned.outcome.diagnostics)
            found << QString::fromStdString(diagnostic.summary);
        found.sort();
        summaries.sort();
        QCOMPARE(found, summaries);
        QCOMPARE(planned.outcome.plan && !planned.changes().resources().empty(), plansOthers);
    }

    void warnsOfObjectsThatDoNotFitTheirSchema_data() {
        QTest::addColumn<QString>("a"); // the planned object
        QTest::addColumn<QString>("options");
        QTest::addColumn<QStringList>("texts");
        const QString same = QString::fromStdString(whole),
                      drifted = R"({"id":"drifted","kind":null,"size":1,"needs":null,"stamp":5})";
        const QString drops =
            R"(warning: Failed to decode resource from state; Error decoding "test_thing.b" from prior state: unsupported attribute "old")";
        const QString type =
            R"(warning: Failed to decode resource from state; Error decoding "test_thing.c" from prior state: a number is required)";
        QTest::newRow("beside a target that drifted") << drifted << "-target=test_thing.a" << QStringList{drops, type};
        QTest::newRow("beside a target that did not") << same << "-target=test_thing.a" << QStringList{};
        QTest::newRow("the same value in another order")
            << R"({"stamp":5,"size":1.0,"needs":null,"kind":null,"id":"x"})"
            << "-target=test_thing.a" << QStringList{};
        QTest::newRow("excluded") << drifted << "-exclude=test_thing.b\n-exclude=test_thing.c"
                                  << QStringList{drops, type};
        QTest::newRow("refresh-only") << drifted << "-refresh-only\n-target=test_thing.a" << QStringList{drops, type};
        QTest::newRow("no refresh") << drifted << "-refresh=false\n-target=test_thing.a" << QStringList{};
    }
    void warnsOfObjectsThatDoNotFitTheirSchema() {
        QFETCH(QString, a);
        QFETCH(QString, options);
        QFETCH(QStringList, texts);
        const std::shared_ptr<Script> script = thingScript();
        script->managed["test_thing"].read = [](const providers::ReadRequest& request) {
            providers::ReadResponse response;
            response.newState =
                request.prior.attribute("id") != Value::string("drifted")
                    ? request.prior
                    : values::transform(request.prior, [](const values::Path& path, const Value& value) {
                          return path == values::Path().attribute("size") ? Value::number(2) : value;
                      });
            return response;
        };
        const std::string state =
            stateWith({{"a", a.toStdString()}, {"b", R"({"id":"y","old":1})"}, {"c", R"({"id":"z","size":"many"})"}});
        const std::string configuration = "resource \"test_thing\" \"a\" {\n  size = 1\n}\nresource \"test_thing\" "
                                          "\"b\" {}\nresource \"test_thing\" \"c\" {}\n";
        const Planned planned = makePlan(setupOf(configuration, script, state, options));
        QStringList found = diagnosticsOf(planned);
        found.removeIf([](const QString& text) { return text.startsWith("warning: Resource targeting is in effect"); });
        QCOMPARE(found, texts);
    }

    void suggestsTargetsForImportsForEachOfUnknown_data() {
        QTest::addColumn<QString>("forEach");
        QTest::addColumn<QString>("kind");
        QTest::newRow("set") << "toset([test_thing.a.id])"
                             << "The \"for_each\" set includes values derived";
        QTest::newRow("keys of a map") << "{ (test_thing.a.id) = 1 }"
                                       << "The \"for_each\" value includes keys or set values";
        QTest::newRow("tuple") << "test_thing.a.id == \"\" ? [1] : [2]"
                               << "The \"for_each\" tuple includes values derived";
        QTest::newRow("of any type") << "jsondecode(test_thing.a.id)"
                                     << "The \"for_each\" value includes keys or set values";
        QTest::newRow("map of unknown keys") << "tomap(jsondecode(test_thing.a.id))"
                                             << "The \"for_each\" map includes keys derived";
    }
    void suggestsTargetsForImportsForEachOfUnknown() {
        QFETCH(QString, forEach);
        QFETCH(QString, kind);
        const std::string configuration = "resource \"test_thing\" \"a\" {}\nresource \"test_thing\" \"b\" {\n  count "
                                          "= 1\n}\nimport {\n  for_each = " +
                                          forEach.toStdString() + "\n  to = test_thing.b[each.key]\n  id = \"i\"\n}\n";
        const QStringList found = diagnosticsOf(makePlan(setupOf(configuration, thingScript(), {})));
        QCOMPARE(found.size(), 1);
        QVERIFY2(found[0].startsWith("error: Invalid for_each argument; " + kind), qPrintable(found[0]));
        QVERIFY2(found[0].endsWith("Alternatively, you could use the -target option to first apply only the resources "
                                   "that for_each depends on, and then apply normally to converge."),
                 qPrintable(found[0]));
    }

    /// The provider does not have the type of an object in the state.
    void reportsObjectsOfMissingTypes_data() {
        QTest::addColumn<QString>("more"); // of the instance
        QTest::addColumn<QString>("arguments");
        for (const char* arguments : {"", "-refresh-only", "-destroy", "-destroy\n-refresh=false", "-refresh=false"}) {
            QTest::newRow(qPrintable(QStringLiteral("current %1").arg(QLatin1String(arguments))))
                << QString() << QString(arguments);
            QTest::newRow(qPrintable(QStringLiteral("deposed %1").arg(QLatin1String(arguments))))
                << QStringLiteral(",\"deposed\":\"0a1b2c3d\"") << QString(arguments);
        }
    }
    void reportsObjectsOfMissingTypes() {
        QFETCH(QString, more);
        QFETCH(QString, arguments);
        QString state = QString::fromStdString(stateWith({{"a", R"({"id":"x"})", more.toStdString()}}));
        state.replace(QLatin1String("test_thing"), QLatin1String("test_gone"));
        Setup setup = setupOf("resource \"test_thing\" \"b\" {}\n", thingScript(), state.toStdString());
        setup.options = planOptions(arguments.toStdString());
        const Planned planned = makePlan(setup);
        QStringList errors;
        for (const diags::Diagnostic& diagnostic : planned.outcome.diagnostics)
            errors.append(QString::fromStdString(diagnostic.summary));
        QCOMPARE(errors, QStringList{QStringLiteral("no schema available for test_gone.a while reading state; this is "
                                                    "a bug in OpenTofu and should be reported")});
    }

    /// Objects that a failed destroy plan could not read may not conform to the schema.
    void warnsAboutUndecodableObjectsOfFailedDestroyPlans() {
        const auto script = thingScript();
        script->managed["test_thing"].read = [](const providers::ReadRequest& request) {
            providers::ReadResponse response;
            std::vector<std::pair<std::string, values::Value>> attributes;
            for (const values::ObjectAttribute& attribute : request.prior.type().attributes())
                attributes.emplace_back(attribute.name, attribute.name == "size"
                                                            ? values::Value::number(7)
                                                            : request.prior.attribute(attribute.name));
            response.newState = values::Value::object(std::move(attributes));
            return response;
        };
        std::string state = stateWith(
            {{"a", R"({"id":"a","old":1})"}, {"b", R"({"id":"b","kind":null,"needs":null,"size":5,"stamp":null})"}});
        state.replace(state.find("\"schema_version\":0"), 18, "\"schema_version\":9");
        Setup setup = setupOf("resource \"test_thing\" \"a\" {}\nresource \"test_thing\" \"b\" {}\n", script, state);
        setup.options = planOptions("-destroy");
        const Planned planned = makePlan(setup);
        QStringList found;
        for (const diags::Diagnostic& diagnostic : planned.outcome.diagnostics)
            found.append(QString::fromStdString(diagnostic.summary));
        found.sort();
        QCOMPARE(found, (QStringList{"Failed to decode resource from state",
                                     "Resource instance managed by newer provider version"}));
    }

    /// Functions that a provider does not have are errors of the references, also where they are not called.
    void reportsMissingProviderFunctionsThatAreNotCalled_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QStringList>("summaries");
        const QString missing = "Function not found in provider";
        const auto validated = [](const QString& condition, const QString& message) {
            return QStringLiteral("variable \"v\" {\n  default = \"a\"\n  validation {\n    condition = %1\n    "
                                  "error_message = %2\n  }\n  validation {\n    condition = var.v == \"b\"\n    "
                                  "error_message = \"Second.\"\n  }\n}\n")
                .arg(condition, message);
        };
        const auto postcondition = [](const QString& condition, const QString& message) {
            return QStringLiteral(
                       "resource \"test_thing\" \"a\" {\n  kind = \"k\"\n  lifecycle {\n    postcondition {\n      "
                       "condition = %1\n      error_message = %2\n    }\n  }\n}\n")
                .arg(condition, message);
        };
        const auto output = [](const QString& value) {
            return QStringLiteral("output \"o\" {\n  value = %1\n}\n").arg(value);
        };
        const auto row = [](const char* name, const QString& configuration, const QStringList& summaries) {
            QTest::newRow(name) << configuration << summaries;
        };
        row("for without elements", output("[for x in [] : provider::test::none(x)]"), {missing});
        row("for without elements in an argument",
            "resource \"test_thing\" \"a\" {\n  kind = join(\"\", [for x in [] : provider::test::none(x)])\n}\n",
            {missing});
        row("other branch", output("true ? 1 : provider::test::none(1)"), {missing});
        row("other branch of a template", output("\"%{ if true }a%{ else }${provider::test::none(1)}%{ endif }\""),
            {missing});
        row("several times", output("[can(provider::test::none(1)), can(provider::test::none(2))]"),
            {missing, missing});
        row("count", "resource \"test_thing\" \"a\" {\n  count = try(provider::test::none(1), 1)\n}\n", {missing});
        row("validation of a variable", validated("can(provider::test::none(var.v))", "\"First.\""), {missing});
        row("other branch of a validation", validated("var.v == \"a\" ? true : provider::test::none(1)", "\"First.\""),
            {missing});
        row("message of a validation", validated("var.v == \"a\"", "\"First${try(provider::test::none(1), 1)}.\""),
            {missing});
        row("validation without", validated("var.v == \"a\"", "\"First.\""), {"Invalid value for variable"});
        row("postcondition", postcondition("can(provider::test::none(self.id))", "\"M.\""), {missing});
        row("other branch of a postcondition",
            postcondition("true ? self.kind == \"x\" : provider::test::none(1)", "\"M.\""), {missing});
        row("message of a postcondition",
            postcondition("self.kind == \"x\"", "\"M${try(provider::test::none(1), 1)}.\""), {missing});
        row("call in a postcondition", postcondition("provider::test::none(self.kind) == 1", "\"M.\""),
            {missing, "Call to unknown function"});
        row("postcondition without", postcondition("self.kind == \"x\"", "\"M.\""), {"Resource postcondition failed"});
        row("prevent_destroy",
            "resource \"test_thing\" \"a\" {\n  lifecycle {\n    prevent_destroy = try(provider::test::none(1), "
            "false)\n  }\n}\n",
            {missing});
    }
    void reportsMissingProviderFunctionsThatAreNotCalled() {
        QFETCH(QString, configuration);
        QFETCH(QStringList, summaries);
        const Planned planned = makePlan(
            setupOf("terraform {\n  required_providers {\n    test = {}\n  }\n}\n" + configuration.toStdString(),
                    thingScript(), {}));
        QStringList found;
        for (const diags::Diagnostic& diagnostic : planned.outcome.diagnostics)
            found.append(QString::fromStdString(diagnostic.summary));
        QCOMPARE(found, summaries);
    }

    /// Other values in a call are not read before the provider function is found.
    void showsNoValuesBesideMissingProviderFunctions_data() {
        QTest::addColumn<QString>("call");
        QTest::addColumn<QString>("summary");
        QTest::addColumn<bool>("hasValues");
        QTest::newRow("function") << "provider::test::nosuch(local.v)"
                                  << "Function not found in provider" << false;
        QTest::newRow("in a larger expression") << "provider::test::nosuch(1) > local.v"
                                                << "Function not found in provider" << false;
        QTest::newRow("in try") << "try(provider::test::nosuch(local.v), 1)"
                                << "Function not found in provider" << false;
        QTest::newRow("in can") << "can(provider::test::nosuch(local.v))"
                                << "Function not found in provider" << false;
        QTest::newRow("name that cannot be parsed") << "provider::test(local.v)"
                                                    << "Unable to parse provider function" << false;
        QTest::newRow("provider that is not required") << "provider::other::nosuch(local.v)"
                                                       << "Unknown function provider" << false;
        QTest::newRow("function of a namespace") << "core::nosuch(local.v)"
                                                 << "Call to unknown function" << true;
        QTest::newRow("built-in function") << "nosuch(local.v)"
                                           << "Call to unknown function" << true;
    }
    void showsNoValuesBesideMissingProviderFunctions() {
        QFETCH(QString, call);
        QFETCH(QString, summary);
        QFETCH(bool, hasValues);
        const std::string configuration = "terraform {\n  required_providers {\n    test = {}\n  }\n}\n"
                                          "locals {\n  v = 1\n}\noutput \"o\" {\n  value = " +
                                          call.toStdString() + "\n}\n";
        const Planned planned = makePlan(setupOf(configuration, thingScript(), {}));
        QVERIFY(!planned.outcome.diagnostics.isEmpty());
        const diags::Diagnostic& found = planned.outcome.diagnostics[0];
        QCOMPARE(QString::fromStdString(found.summary), summary);
        QCOMPARE(!found.values.empty(), hasValues);
    }

    void allowsOnlyStaticKeysInReplaceTriggers_data() {
        QTest::addColumn<QString>("reference");
        QTest::addColumn<QString>("expected"); // empty: allowed
        const auto row = [](const char* reference, const char* expected) {
            QTest::newRow(reference) << reference << expected;
        };
        constexpr const char* calculated =
            "Invalid expression; A single static variable reference is required: only "
            "attribute access and indexing with constant keys. No calculations, function "
            "calls, template expressions, etc are allowed here.";
        row("test_thing.each[each.key]", "");
        row("test_thing.each[each.key].size", "");
        row("test_thing.each[\"a\"].size", "");
        row("test_thing.each[lower(each.key)]", calculated);
        row("test_thing.each[lower(\"a\")]", calculated);
        row("test_thing.each[\"${each.key}\"].size", calculated);
        row("test_thing.each[each.key == \"a\" ? \"a\" : \"b\"]", calculated);
        row("test_thing.counted[length(each.key)].size", calculated);
        row("test_thing.counted[nosuch(1)]", calculated);
        row("test_thing.each[each.key.name]", "Invalid index expression; Only constant values, count.index or each.key "
                                              "are allowed in index expressions.");
        row("test_thing.counted[count.index]", "Reference to \"count\" in non-counted context; The \"count\" object "
                                               "can only be used in \"resource\" blocks "
                                               "when the \"count\" argument is set.");
        row("test_thing.none[each.key]",
            "Undeclared resource in replace_triggered_by; Resource test_thing.x refers to test_thing.none in "
            "replace_triggered_by, but it is not declared in this module.");
    }
    void allowsOnlyStaticKeysInReplaceTriggers() {
        QFETCH(QString, reference);
        QFETCH(QString, expected);
        const std::string configuration =
            "resource \"test_thing\" \"each\" {\n  for_each = toset([\"a\", \"b\"])\n}\n"
            "resource \"test_thing\" \"counted\" {\n  count = 2\n}\n"
            "resource \"test_thing\" \"x\" {\n  for_each = toset([\"a\"])\n  lifecycle {\n"
            "    replace_triggered_by = [" +
            reference.toStdString() + "]\n  }\n}\n";
        const QStringList found = diagnosticsOf(makePlan(setupOf(configuration, thingScript(), {})));
        QCOMPARE(found, expected.isEmpty() ? QStringList() : QStringList{"error: " + expected});
    }
};

QTEST_APPLESS_MAIN(TestPlanDiagnostics)
#include "tst_plan_diagnostics.moc"

// SPDX-License-Identifier: MPL-2.0
#include "tests/core/engine/planning.h"
#include "tests/core/engine/things.h"

#include "core/explain/reason.h"
#include "core/explain/unknown_values.h"
#include "core/plans/plan.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::testing;
using plans::Cause;
using plans::UnchangedReason;
using values::Value;

namespace {

const char* nameOf(Cause::Kind kind) {
    switch (kind) {
    case Cause::Kind::Declared:
        return "declared";
    case Cause::Kind::Undeclared:
        return "undeclared";
    case Cause::Kind::Argument:
        return "argument";
    case Cause::Kind::Unset:
        return "unset";
    case Cause::Kind::Unknown:
        return "unknown";
    case Cause::Kind::Sensitive:
        return "sensitive";
    case Cause::Kind::Pending:
        return "pending";
    case Cause::Kind::Checked:
        return "checked";
    case Cause::Kind::Moved:
        return "moved";
    case Cause::Kind::Imported:
        return "imported";
    case Cause::Kind::Trigger:
        return "trigger";
    case Cause::Kind::CannotUpdate:
        return "cannot update";
    case Cause::Kind::Decided:
        return "decided";
    case Cause::Kind::Drift:
        return "drift";
    case Cause::Kind::Incomplete:
        return "incomplete";
    case Cause::Kind::Requested:
        return "requested";
    case Cause::Kind::Mode:
        return "mode";
    }
    return "";
}
const char* nameOf(plans::Origin origin) {
    return origin == plans::Origin::Configuration ? "configuration"
           : origin == plans::Origin::Provider    ? "provider"
                                                  : "operator";
}
std::string at(const values::Path& path, const diags::SourceRange& range) {
    return path.toString() +
           (range.isEmpty() ? "" : " " + range.filename.str() + ":" + std::to_string(range.start.line));
}
std::string print(const UnchangedReason& kept) {
    const char* why = kept.why == UnchangedReason::Why::Ignored      ? "ignored"
                      : kept.why == UnchangedReason::Why::Normalised ? "normalised"
                                                                     : "left out";
    const std::string wanted =
        kept.configured.type().isString() && !kept.configured.isNull() ? " " + kept.configured.asString() : "";
    return std::string("  keeps ") + at(kept.path, kept.range) + " " + why + wanted +
           (kept.ignored.isEmpty() ? "" : " by " + kept.ignored.toString()) + " (" + nameOf(kept.origin()) + ")\n";
}

/// Prints all recorded causes, change by change.
std::string print(const plans::Plan& plan) {
    std::string text;
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources()) {
        text += change->address.toString() + " " + std::string(plans::name(change->change.action)) + "\n";
        for (const Cause& cause : change->causes)
            text += std::string("  ") + nameOf(cause.kind) +
                    (cause.path.isEmpty() && cause.range.isEmpty() ? ""
                     : cause.path.isEmpty()                        ? at({}, cause.range)
                                                                   : " " + at(cause.path, cause.range)) +
                    " (" + nameOf(cause.origin()) + ")\n";
        for (const UnchangedReason& kept : change->unchanged)
            text += print(kept);
    }
    for (const auto& [address, all] : plan.recorded.unchangedByMode) {
        text += address.toString() + "\n";
        for (const UnchangedReason& kept : all)
            text += print(kept);
    }
    for (const addrs::ConfigResource& resource : plan.recorded.resourcesLeftOut)
        text += "left out: " + resource.toString() + "\n";
    for (const addrs::AbsResourceInstance& instance : plan.recorded.instancesLeftOut)
        text += "left out: " + instance.toString() + "\n";
    return text;
}

std::string print(const std::vector<explain::Link>& chain) {
    std::string text;
    for (const explain::Link& link : chain) {
        const auto* instance = std::get_if<addrs::AbsResourceInstance>(&link.subject);
        text += instance ? instance->toString() : std::get<plans::NamedValue>(link.subject).toString();
        if (link.cause)
            text += std::string(" ") + nameOf(link.cause->kind) + link.cause->path.toString();
        text += link.range.isEmpty()
                    ? "\n"
                    : " " + link.range.filename.str() + ":" + std::to_string(link.range.start.line) + "\n";
    }
    return text;
}

/// Returns a provider that reads objects with another size than was applied, and treats kinds that differ only in case
/// as equal.
std::shared_ptr<Script> wilfulScript() {
    std::shared_ptr<Script> script = thingScript();
    ResourceRules& thing = script->managed["test_thing"];
    thing.read = [](const providers::ReadRequest& request) {
        providers::ReadResponse response;
        response.newState = request.prior;
        const Value id = request.prior.attribute("id");
        if (id == Value::string("drifted"))
            response.newState = values::transform(request.prior, [](const values::Path& path, const Value& value) {
                return path == values::Path().attribute("size") ? Value::number(99) : value;
            });
        else if (id == Value::string("gone"))
            response.newState = Value::null(request.prior.type());
        return response;
    };
    thing.adjustPlan = [](const providers::PlanRequest& request, providers::PlanResponse& response) {
        if (request.prior.isNull() || !(request.prior.attribute("needs") == Value::string("A")))
            return;
        response.planned = request.prior;
        response.legacyTypeSystem = true;
    };
    return script;
}

} // namespace

/// The causes that the engine records for changes.
class TestCauses final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areNoted_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("option");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* configuration, const std::string& state, const char* option,
                            const char* expected) {
            QTest::newRow(name) << QString::fromUtf8(configuration) << QString::fromStdString(state)
                                << QString::fromUtf8(option) << QString::fromUtf8(expected);
        };
        const std::string a = stateWith({{"a", R"({"id":"x","kind":"k","size":1,"stamp":5})"}});
        row("create", "resource \"test_thing\" \"a\" {\n}\n", {}, "",
            "test_thing.a Create\n  declared main.tf:1 (configuration)\n");
        row("create an instance", "resource \"test_thing\" \"a\" {\n  for_each = toset([\"n\"])\n}\n", {}, "",
            "test_thing.a[\"n\"] Create\n  declared main.tf:2 (configuration)\n");
        row("create what was deleted outside", "resource \"test_thing\" \"a\" {\n}\n",
            stateWith({{"a", R"({"id":"gone"})"}}), "", "test_thing.a Create\n  drift main.tf:1 (provider)\n");
        row("update", "resource \"test_thing\" \"a\" {\n  kind = \"k\"\n  size = 2\n}\n", a, "",
            "test_thing.a Update\n  argument .size main.tf:3 (configuration)\n  decided .stamp (provider)\n");
        row("undo what was changed outside", "resource \"test_thing\" \"a\" {\n  kind = \"k\"\n  size = 2\n}\n",
            stateWith({{"a", R"({"id":"drifted","kind":"k","size":2,"stamp":5})"}}), "",
            "test_thing.a Update\n  drift .size main.tf:3 (provider)\n  decided .stamp (provider)\n");
        row("replace", "resource \"test_thing\" \"a\" {\n  kind = \"other\"\n  size = 1\n}\n", a, "",
            "test_thing.a DeleteThenCreate\n  argument .kind main.tf:2 (configuration)\n  decided .stamp (provider)\n  "
            "cannot update .kind main.tf:2 (provider)\n");
        row("replace as asked", "resource \"test_thing\" \"a\" {\n  kind = \"k\"\n  size = 1\n}\n", a,
            "-replace=test_thing.a", "test_thing.a DeleteThenCreate\n  requested (operator)\n");
        row("replace what is tainted", "resource \"test_thing\" \"a\" {\n  kind = \"k\"\n  size = 1\n}\n",
            stateWith({{"a", R"({"id":"x","kind":"k","size":1,"stamp":5})", R"(,"status":"tainted")"}}), "",
            "test_thing.a DeleteThenCreate\n  incomplete (provider)\n");
        row("replace by a trigger",
            "resource \"test_thing\" \"a\" {\n  kind = \"k\"\n  size = 3\n}\nresource \"test_thing\" \"b\" {\n  "
            "lifecycle {\n    replace_triggered_by = [test_thing.a.size]\n  }\n}\n",
            stateWith({{"a", R"({"id":"x","kind":"k","size":1,"stamp":5})"}, {"b", R"({"id":"y","stamp":5})"}}), "",
            "test_thing.a Update\n  argument .size main.tf:3 (configuration)\n  decided .stamp (provider)\n"
            "test_thing.b DeleteThenCreate\n  trigger main.tf:7 (configuration)\n");
        row("destroy what is gone from the configuration", "", a, "",
            "test_thing.a Delete\n  undeclared (configuration)\n");
        row("destroy by a removed block",
            "removed {\n  from = test_thing.a\n  lifecycle {\n    destroy = true\n  }\n}\n", a, "",
            "test_thing.a Delete\n  undeclared main.tf:1 (configuration)\n");
        row("destroy what is disabled", "resource \"test_thing\" \"a\" {\n  lifecycle {\n    enabled = false\n  }\n}\n",
            a, "", "test_thing.a Delete\n  undeclared main.tf:3 (configuration)\n");
        row("destroy everything", "resource \"test_thing\" \"a\" {\n}\n", a, "-destroy",
            "test_thing.a Delete\n  mode (operator)\n");
        row("ignored",
            "resource \"test_thing\" \"a\" {\n  kind = \"k\"\n  size = 7\n  needs = \"v\"\n  lifecycle {\n    "
            "ignore_changes = [size, needs]\n  }\n}\n",
            a, "",
            "test_thing.a NoOp\n  keeps .needs main.tf:6 ignored v by .needs (configuration)\n  keeps .size main.tf:6 "
            "ignored by .size (configuration)\n");
        row("all ignored",
            "resource \"test_thing\" \"a\" {\n  kind = \"other\"\n  lifecycle {\n    ignore_changes = all\n  }\n}\n", a,
            "", "test_thing.a NoOp\n  keeps .kind main.tf:2 ignored other (configuration)\n");
        row("normalised by the provider", "resource \"test_thing\" \"a\" {\n  needs = \"a\"\n}\n",
            stateWith({{"a", R"({"id":"x","needs":"A","stamp":5})"}}), "",
            "test_thing.a NoOp\n  keeps .needs main.tf:2 normalised a (provider)\n");
        row("left out by the mode", "resource \"test_thing\" \"a\" {\n  kind = \"other\"\n}\n", a, "-refresh-only",
            "test_thing.a\n  keeps .kind main.tf:2 left out other (operator)\n");
        row("left out by a target",
            "resource \"test_thing\" \"a\" {\n}\nresource \"test_thing\" \"b\" {\n  count = 2\n}\n", {},
            "-target=test_thing.b[0]",
            "test_thing.b[0] Create\n  declared main.tf:4 (configuration)\nleft out: test_thing.a\nleft out: "
            "test_thing.b[1]\n");
    }
    void areNoted() {
        QFETCH(QString, configuration);
        QFETCH(QString, state);
        QFETCH(QString, option);
        QFETCH(QString, expected);
        Setup setup = thingSetup(configuration.toStdString(), wilfulScript(), state.toStdString());
        setup.options = planOptions(option.toStdString());
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan && !planned.outcome.diagnostics.hasErrors(), planned.print().c_str());
        QCOMPARE(QString::fromStdString(print(*planned.outcome.plan)), expected);
    }

    void referencesAreNamedByTheirArguments() {
        Setup setup;
        setup.files = {{"main.tf",
                        "resource \"terraform_data\" \"a\" {}\nresource \"terraform_data\" \"c\" {}\n"
                        "resource \"terraform_data\" \"b\" {\n  input = {\n    x = terraform_data.a.id\n    y = \"n "
                        "${terraform_data.c.id}\"\n  }\n"
                        "  triggers_replace = terraform_data.c.id\n  lifecycle {\n    precondition {\n      condition  "
                        "   = terraform_data.a.id != \"\"\n      error_message = \"m\"\n    }\n  }\n}\n"}};
        setup.registry = registryWith(thingScript());
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan, planned.print().c_str());
        const plans::Plan& plan = *planned.outcome.plan;
        const addrs::AbsResourceInstance b = *addrs::readAbsResourceInstance("terraform_data.b");
        std::string text;
        for (const plans::Dependency* dependency : plan.dependencies.of(b))
            if (!dependency->dependentPath.isEmpty())
                text += std::to_string(dependency->range.start.line) + dependency->dependentPath.toString() + " " +
                        std::get<addrs::AbsResourceInstance>(dependency->dependency).toString() +
                        dependency->dependencyPath.toString() + "\n";
        QCOMPARE(
            QString::fromStdString(text),
            QStringLiteral(
                "5.input terraform_data.a.id\n6.input terraform_data.c.id\n8.triggers_replace terraform_data.c.id\n"));
        const std::vector<explain::UnknownSource> sources =
            explain::unknownSources(plan, b, values::Path().attribute("triggers_replace"));
        QCOMPARE(sources.size(), std::size_t(1));
        QCOMPARE(sources[0].address.toString() + sources[0].path.toString(), std::string("terraform_data.c.id"));
    }

    void namesPartsOfUnknownValues_data() {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QString>("literals"); // after the source
        const auto row = [](const char* name, const char* input, const char* literals) {
            QTest::newRow(name) << QByteArray(input) << QString(literals);
        };
        row("reference", "terraform_data.a.id", "");
        row("interpolation only", "\"${terraform_data.a.id}\"", "");
        row("template", "\"role/${terraform_data.a.id}-${upper(\"x\")}\"", "\"x\", \"role/…-…\"");
        row("escapes", "\"q\\\"${terraform_data.a.id}\\n\"", "\"q\\\"…\\n\"");
        row("arguments", "format(\"%s/%d\", terraform_data.a.id, 12)", "\"%s/%d\", 12");
        row("comment", "[ # don\"t\n  \"first\", terraform_data.a.id\n][1]", "\"first\"");
        row("key", "\"${local.m[\"k\"]}-${terraform_data.a.id}\"", "\"k\", \"…-…\"");
        row("heredoc", "<<-EOT\n    one\n    ${terraform_data.a.id}\n  EOT", "\"one\\n…\\n\"");
    }
    void namesPartsOfUnknownValues() {
        QFETCH(QByteArray, input);
        QFETCH(QString, literals);
        Setup setup;
        setup.files = {{"main.tf", "locals {\n  m = { k = \"v\" }\n}\nresource \"terraform_data\" \"a\" {}\n"
                                   "resource \"terraform_data\" \"b\" {\n  input = " +
                                       input.toStdString() + "\n}\n"}};
        setup.registry = registryWith(thingScript());
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan, planned.print().c_str());
        const plans::Plan& plan = *planned.outcome.plan;
        const auto* change = plan.changes.resource(*addrs::readAbsResourceInstance("terraform_data.b"));
        QStringList parts;
        for (const std::string& part : explain::unknownParts(plan, *change, values::Path().attribute("input")))
            parts.append(QString::fromStdString(part));
        QCOMPARE(parts.join(QStringLiteral(", ")),
                 QString("terraform_data.a.id" + QString(literals.isEmpty() ? "" : ", ") + literals));
    }

    /// Each element evaluates the references again. One element refers to another object than the others.
    void referencesInForExpressionsAreRecordedOnce() {
        const Planned planned = makePlan(thingSetup(
            "variable \"kind\" {\n  default = \"x\"\n}\nvariable \"other\" {\n  default = \"y\"\n}\nlocals {\n"
            "  kinds = [for i in range(20) : i == 7 ? var.other : \"${var.kind}-${i}\"]\n}\n"
            "resource \"test_thing\" \"a\" {\n  kind = local.kinds[3]\n}\n"));
        QVERIFY2(planned.outcome.plan, planned.print().c_str());
        QStringList found;
        for (const plans::Dependency* dependency :
             planned.outcome.plan->dependencies.of(plans::NamedValue{plans::NamedValue::Kind::Local, {}, "kinds"}))
            found << QString::fromStdString(std::get<plans::NamedValue>(dependency->dependency).name);
        QCOMPARE(found, QStringList({QStringLiteral("other"), QStringLiteral("kind")}));
    }

    void leadBackToTheirRoot() {
        // The size of one object comes from a variable through a local. The object is replaced, so its id is unknown;
        // objects that refer to it are updated.
        const Planned planned = makePlan(thingSetup(
            "variable \"kind\" {\n  default = \"new\"\n}\nlocals {\n  kind = upper(var.kind)\n}\n"
            "resource \"test_thing\" \"a\" {\n  kind = local.kind\n}\n"
            "resource \"test_thing\" \"b\" {\n  needs = test_thing.a.id\n}\n",
            thingScript(),
            stateWith({{"a", R"({"id":"x","kind":"OLD","stamp":5})"}, {"b", R"({"id":"y","needs":"x","stamp":5})"}})));
        QVERIFY2(planned.outcome.plan, planned.print().c_str());
        const auto address = addrs::parseAbsResourceInstance("test_thing.b");
        QCOMPARE(QString::fromStdString(print(
                     explain::chain(*planned.outcome.plan, *planned.outcome.plan->changes.resource(*address.value)))),
                 QStringLiteral("test_thing.b unknown.needs main.tf:11\ntest_thing.a argument.kind "
                                "main.tf:8\nlocal.kind main.tf:8\nvar.kind main.tf:5\n"));
    }
};

QTEST_APPLESS_MAIN(TestCauses)
#include "tst_causes.moc"

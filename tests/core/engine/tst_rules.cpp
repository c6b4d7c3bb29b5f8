// SPDX-License-Identifier: MPL-2.0
#include "tests/core/engine/planning.h"
#include "tests/core/engine/things.h"

#include "core/formats/plan_json.h"
#include "core/plans/plan.h"
#include "core/report/text/plan_text.h"

#include <QtTest>

#include <algorithm>

using namespace planlens;
using namespace planlens::testing;
using values::Value;

namespace {

/// Forms in which a plan is checked.
const char* const inWords = "words";
const char* const asJson = "json";
const char* const asText = "text";

std::string thing(const std::string& name, const std::string& body) {
    return "resource \"test_thing\" \"" + name + "\" {\n" + body + "\n}\n";
}
const std::string no = "variable \"no\" {\n  default = false\n}\n";
const std::string stored = R"({"id":"x","kind":"k","size":1,"stamp":5})";
std::string state(const std::string& name = "a", const std::string& more = {}) {
    return stateWith({{name, stored, more}});
}

const char* const tainted = R"(,"status":"tainted")";
const char* const driftedThing = R"({"id":"drifted","kind":"k","size":1,"stamp":5})";
const char* const goneThing = R"({"id":"gone"})";
const char* const driftedAndDeposed =
    R"({"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"l","outputs":{},"resources":[{"mode":"managed","type":"test_thing","name":"a","provider":"provider[\"registry.opentofu.org/hashicorp/test\"]","instances":[{"schema_version":0,"attributes":{"id":"x","kind":"k","size":1,"stamp":5}},{"schema_version":0,"deposed":"00000001","attributes":{"id":"drifted"}}]}]})";
const char* const onlyDeposed =
    R"({"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"l","outputs":{},"resources":[{"mode":"managed","type":"test_thing","name":"a","provider":"provider[\"registry.opentofu.org/hashicorp/test\"]","instances":[{"schema_version":0,"deposed":"00000001","attributes":{"id":"y"}}]}]})";
const char* const deposedAndNeeded =
    R"({"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"l","outputs":{},"resources":[{"mode":"managed","type":"test_thing","name":"a","provider":"provider[\"registry.opentofu.org/hashicorp/test\"]","instances":[{"schema_version":0,"attributes":{"id":"x"}},{"schema_version":0,"deposed":"00000001","attributes":{"id":"y"}}]},{"mode":"managed","type":"test_thing","name":"b","provider":"provider[\"registry.opentofu.org/hashicorp/test\"]","instances":[{"schema_version":0,"attributes":{"id":"z"},"dependencies":["test_thing.a"]}]}]})";
const char* const keptFromDestruction = R"(,"skip_destroy":true)";
const char* const asYaml = R"("after":"\"a\":\n- 1\n\"b\": \"x\"\n")";
const char* const formatted = R"([1] \"a\" 002.0)";

std::string thingsWithBlocks() {
    return stateWith({{"a", R"({"id":"x","size":1,"stamp":5})"},
                      {"b", R"({"id":"y","size":1,"stamp":5,"disk":[{"label":"x"}],"only":{"label":"l"}})"}});
}

/// Reads "gone" as deleted and "drifted" with another size.
std::shared_ptr<Script> script() {
    std::shared_ptr<Script> made = thingScript();
    made->managed["test_thing"].read = [](const providers::ReadRequest& request) {
        providers::ReadResponse response;
        response.newState = request.prior;
        const Value id = request.prior.attribute("id");
        if (id == Value::string("gone"))
            response.newState = Value::null(request.prior.type());
        if (id == Value::string("drifted"))
            response.newState = values::transform(request.prior, [](const values::Path& path, const Value& value) {
                return path == values::Path().attribute("size") ? Value::number(99) : value;
            });
        return response;
    };
    return made;
}

/// Returns the same objects, with optional blocks "disk" and a single "only".
std::shared_ptr<Script> scriptWithBlocks() {
    std::shared_ptr<Script> made = thingScript();
    schemas::Block block = made->managed["test_thing"].schema->block;
    schemas::NestedBlock disk;
    disk.nesting = schemas::NestingMode::List;
    disk.block.attributes.emplace("label", optional(values::Type::string()));
    block.blockTypes.emplace("disk", disk);
    disk.nesting = schemas::NestingMode::Single;
    block.blockTypes.emplace("only", disk);
    made->managed["test_thing"].schema = schemas::ResourceSchema::make(block);
    return made;
}

} // namespace

/// At least one row for each planning rule that does not follow directly from the language's documentation. Names start
/// with the number of the rule: R1 order, R2 reasons, R3 single instances, R4 provider responses, R5 drift and data, R6
/// order of replacements, deposed and forgotten objects, R7 moves, imports, modes, targets and checks, R8 JSON, R9
/// options, R10 the diff as text, R11 values as text.
class TestRules final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void followsTheRuleOfTheReference_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("stored");
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("view");
        QTest::addColumn<QStringList>("expected"); // lines that must exist; after "!": lines that must be missing
        const auto row = [](const char* name, const std::string& configuration, const std::string& stateText,
                            const char* options, const char* view, const std::vector<std::string>& expected) {
            QStringList parts;
            for (const std::string& part : expected)
                parts.append(QString::fromStdString(part));
            QTest::newRow(name) << QString::fromStdString(configuration) << QString::fromStdString(stateText)
                                << QString::fromUtf8(options) << QString::fromUtf8(view) << parts;
        };
        const std::string a = state();

        row("R1 a cycle is told with its members",
            thing("a", "needs = test_thing.b.id") + thing("b", "needs = test_thing.a.id"), {}, "", inWords,
            {"Cycle: test_thing.a, test_thing.b"});
        row("R1 a destroy plan visits no configuration",
            thing("a", "size = length(var.v)") + "variable \"v\" { default = \"a\" }\n", a, "-destroy", inWords,
            {"delete test_thing.a"});

        row("R2 tainted wins over -replace", thing("a", "kind = \"k\"\nsize = 1"), state("a", tainted),
            "-replace=test_thing.a", inWords, {"delete/create test_thing.a (replace_because_tainted)"});
        row("R2 -replace wins over cannot update, and the paths stay", thing("a", "kind = \"new\"\nsize = 1"), a,
            "-replace=test_thing.a", inWords,
            {"delete/create test_thing.a (replace_by_request) because of [[\"kind\"]]"});
        row("R2 triggers win over all, of a create too",
            thing("a", "size = 2\nkind = \"k\"") + thing("b", "lifecycle {\nreplace_triggered_by = [test_thing.a]\n}"),
            a, "", inWords, {"create test_thing.b (replace_by_triggers)"});
        row("R2 no resource config, also where the module call is gone", "", a, "", inWords,
            {"delete test_thing.a (delete_because_no_resource_config)"});
        row("R2 no move target", "moved {\n  from = test_thing.a\n  to = test_thing.b\n}\n", a, "", inWords,
            {"delete test_thing.b (delete_because_no_move_target) was test_thing.a"});
        row("R2 enabled", thing("a", "lifecycle {\n  enabled = false\n}"), a, "", inWords,
            {"delete test_thing.a (delete_because_enabled_false)"});
        row("R2 wrong repetition", thing("a", "for_each = toset([])"), a, "", inWords,
            {"delete test_thing.a (delete_because_wrong_repetition)"});
        row("R2 no reasons in destroy mode", thing("a", ""), a, "-destroy", inWords, {"delete test_thing.a\n"});
        row("R2 a removed block forgets for want of a resource",
            "removed {\n  from = test_thing.a\n  lifecycle {\n    destroy = false\n  }\n}\n", a, "", inWords,
            {"forget test_thing.a (delete_because_no_resource_config)"});
        row("R2 data is read late where its configuration is unknown",
            thing("a", "") + "data \"test_lookup\" \"d\" {\n  needs = test_thing.a.id\n}\n", {}, "", inWords,
            {"read data.test_lookup.d (read_because_config_unknown)"});
        row("R2 data is read late where what it depends on changes",
            thing("a", "") + "data \"test_lookup\" \"d\" {\n  depends_on = [test_thing.a]\n}\n", {}, "", inWords,
            {"read data.test_lookup.d (read_because_dependency_pending)"});
        row("R2 data nested in a check is planned to be read again",
            "check \"c\" {\n  data \"test_lookup\" \"d\" {}\n  assert {\n    condition = data.test_lookup.d.found != "
            "\"\"\n"
            "    error_message = \"no\"\n  }\n}\n",
            {}, "", inWords, {"read data.test_lookup.d (read_because_check_nested)"});

        row("R3 a failed precondition comes before the configuration",
            "variable \"text\" { default = \"x\" }\n" + no +
                thing("a", "size = tonumber(var.text)\nlifecycle {\n  precondition {\n    condition = var.no\n    "
                           "error_message = \"first\"\n  }\n}"),
            {}, "", inWords, {"Resource precondition failed", "!Invalid function argument"});
        row("R3 ignore_changes edits the configuration",
            thing("a", "kind = \"other\"\nsize = 2\nlifecycle {\n  ignore_changes = [kind]\n}"), a, "", inWords,
            {"update test_thing.a\n    size: 1 -> 2", "!kind"});
        row("R3 ignore_changes does nothing to a create",
            thing("a", "size = 2\nlifecycle {\n  ignore_changes = all\n}"), {}, "", inWords,
            {"create test_thing.a\n", "size: 2"});
        row("R3 a replacement is planned without ignore_changes",
            thing("a", "kind = \"new\"\nsize = 2\nlifecycle {\n  ignore_changes = [size]\n}"), a, "", inWords,
            {"delete/create test_thing.a (replace_because_cannot_update)", "size: 1 -> 2"});
        row("R3 a change of sensitivity alone is an update", thing("a", "kind = \"k\"\nsize = sensitive(1)"), a, "",
            inWords, {"update test_thing.a\n    size: 1 -> 1 sensitive"});
        row("R3 what is kept from destruction is forgotten and made anew",
            thing("a", "kind = \"new\"\nlifecycle {\n  destroy = false\n}"), a, "", inWords,
            {"forget/create test_thing.a"});
        row("R3 -replace without a key only warns", thing("a", "count = 1"), {}, "-replace=test_thing.a", inWords,
            {"Incompletely-matched force-replace resource instance", "create test_thing.a[0]"});
        row("R3 a changed attribute triggers",
            thing("a", "size = 2\nkind = \"k\"") +
                thing("b", "lifecycle {\nreplace_triggered_by = [test_thing.a.size]\n}"),
            stateWith({{"a", stored}, {"b", stored}}), "", inWords,
            {"delete/create test_thing.b (replace_by_triggers)"});
        row("R3 another attribute does not",
            thing("a", "size = 2\nkind = \"k\"") +
                thing("b", "kind = \"k\"\nsize = 1\nlifecycle {\nreplace_triggered_by = [test_thing.a.kind]\n}"),
            stateWith({{"a", stored}, {"b", stored}}), "", inWords, {"no-op test_thing.b", "!replace_by_triggers"});
        row("R3 prevent_destroy is told beside the change",
            thing("a", "kind = \"new\"\nlifecycle {\n  prevent_destroy = true\n}"), a, "", inWords,
            {"delete/create test_thing.a (replace_because_cannot_update)", "Resource instance cannot be destroyed"});
        row("R3 prevent_destroy does not keep from forgetting",
            thing("a", "kind = \"new\"\nlifecycle {\n  prevent_destroy = true\n  destroy = false\n}"), a, "", inWords,
            {"forget/create test_thing.a", "!Resource instance cannot be destroyed"});

        row("R5 drift is what reading found", thing("a", "size = 99\nkind = \"k\""), stateWith({{"a", driftedThing}}),
            "", inWords, {"drift: update test_thing.a"});
        row("R5 an object that is gone drifted and is made again", thing("a", ""), stateWith({{"a", goneThing}}), "",
            inWords, {"drift: delete test_thing.a", "create test_thing.a"});
        row("R5 deposed objects do not drift", thing("a", "kind = \"k\"\nsize = 1"), driftedAndDeposed, "", inWords,
            {"delete test_thing.a deposed 00000001", "!drift:"});
        row("R5 attributes that matter follow locals",
            thing("a", "kind = \"k\"\nsize = 1") + "locals {\n  l = test_thing.a.stamp\n}\n" +
                thing("b", "size = local.l"),
            a, "", asJson, {"\"relevant_attributes\":[{\"resource\":\"test_thing.a\",\"attribute\":[\"stamp\"]}]"});
        row("R5 data that is read while planning is not a change", "data \"test_lookup\" \"d\" {\n}\n", {}, "", asJson,
            {"\"prior_state\"", "!\"resource_changes\":[{\"address\":\"data"});
        row("R5 -refresh=false finds no drift", thing("a", "size = 1\nkind = \"k\""), stateWith({{"a", driftedThing}}),
            "-refresh=false", inWords, {"no-op test_thing.a", "!drift:"});

        row("R6 create_before_destroy is forced on what it depends on",
            thing("a", "kind = \"new\"") +
                thing("b", "needs = test_thing.a.id\nlifecycle {\n  create_before_destroy = true\n}"),
            a, "", inWords, {"create/delete test_thing.a"});
        row("R6 also where that says false",
            thing("a", "kind = \"new\"\nlifecycle {\n  create_before_destroy = false\n}") +
                thing("b", "needs = test_thing.a.id\nlifecycle {\n  create_before_destroy = true\n}"),
            a, "", inWords, {"create/delete test_thing.a"});
        row("R6 through a local value",
            thing("a", "kind = \"new\"") + "locals {\n  l = test_thing.a.id\n}\n" +
                thing("b", "needs = local.l\nlifecycle {\n  create_before_destroy = true\n}"),
            a, "", inWords, {"create/delete test_thing.a"});
        row("R6 deposed objects stay out of planned values", thing("a", "kind = \"k\"\nsize = 1"), onlyDeposed, "",
            asJson, {"\"deposed\":\"00000001\"", "\"deposed_key\":\"00000001\""});
        row("R6 what the state keeps from destruction is forgotten", "", state("a", keptFromDestruction), "", inWords,
            {"forget test_thing.a (forgot_because_lifecycle_destroy_in_state)"});
        row("R6 a removed block that destroys wins over the state",
            "removed {\n  from = test_thing.a\n  lifecycle {\n    destroy = true\n  }\n}\n",
            state("a", keptFromDestruction), "", inWords, {"delete test_thing.a (delete_because_no_resource_config)"});
        row("R6 a removed block says nothing to a destroy plan",
            "removed {\n  from = test_thing.a\n  lifecycle {\n    destroy = false\n  }\n}\n", a, "-destroy", inWords,
            {"delete test_thing.a\n"});
        row("R6 what is forgotten stays in planned values without any",
            "removed {\n  from = test_thing.a\n  lifecycle {\n    destroy = false\n  }\n}\n", a, "", asJson,
            {"\"address\":\"test_thing.a\"", "\"sensitive_values\":false"});

        row("R7 count that comes is a move", thing("a", "count = 1\nkind = \"k\"\nsize = 1"), a, "", inWords,
            {"no-op test_thing.a[0] was test_thing.a"});
        row("R7 an explicit move keeps that away",
            thing("a", "count = 2\nkind = \"k\"\nsize = 1") +
                "moved {\n  from = test_thing.a\n  to = test_thing.a[1]\n}\n",
            a, "", inWords, {"no-op test_thing.a[1] was test_thing.a", "create test_thing.a[0]"});
        row("R7 moves run in chains",
            thing("c", "kind = \"k\"\nsize = 1") + "moved {\n  from = test_thing.b\n  to = test_thing.c\n}\nmoved {\n  "
                                                   "from = test_thing.a\n  to = test_thing.b\n}\n",
            a, "", inWords, {"no-op test_thing.c was test_thing.a"});
        row("R7 what stands in the way of a move is told",
            thing("b", "kind = \"k\"\nsize = 1") + "moved {\n  from = test_thing.a\n  to = test_thing.b\n}\n",
            stateWith({{"a", stored}, {"b", stored}}), "", inWords,
            {"Unresolved resource instance address changes", "delete test_thing.a"});
        row("R7 also when destroying",
            thing("b", "kind = \"k\"\nsize = 1") + "moved {\n  from = test_thing.a\n  to = test_thing.b\n}\n",
            stateWith({{"a", stored}, {"b", stored}}), "-destroy", inWords,
            {"Unresolved resource instance address changes", "delete test_thing.a", "delete test_thing.b"});
        row("R7 what an excluded object depends on stays, but for deposed ones",
            thing("a", "") + thing("b", "needs = test_thing.a.id"), deposedAndNeeded, "-destroy\n-exclude=test_thing.b",
            inWords, {"delete test_thing.a deposed 00000001", "!delete test_thing.a\n", "!delete test_thing.b"});
        row("R7 a move of what is still there is refused",
            thing("a", "") + thing("b", "") + "moved {\n  from = test_thing.a\n  to = test_thing.b\n}\n", a, "",
            inWords, {"Moved object still exists"});
        row("R7 destroy mode does not tell moves",
            thing("b", "") + "moved {\n  from = test_thing.a\n  to = test_thing.b\n}\n", a, "-destroy", inWords,
            {"delete test_thing.b\n", "!was test_thing.a"});
        row("R7 refresh-only changes nothing", thing("a", "size = 7"), stateWith({{"a", driftedThing}}),
            "-refresh-only", inWords, {"drift: update test_thing.a", "!\nupdate test_thing.a"});
        row("R7 conditions only warn in refresh-only",
            no +
                thing("a", "lifecycle {\n  precondition {\n    condition = var.no\n    error_message = \"no\"\n  }\n}"),
            a, "-refresh-only", inWords, {"warning main.tf:7,17: Resource precondition failed"});
        row("R7 a target brings what it depends on",
            thing("a", "") + thing("b", "needs = test_thing.a.id") + thing("c", ""), {}, "-target=test_thing.b",
            inWords,
            {"create test_thing.a", "create test_thing.b", "Resource targeting is in effect", "!create test_thing.c"});
        row("R7 what is excluded takes what depends on it along",
            thing("a", "") + thing("b", "needs = test_thing.a.id") + thing("c", ""), {}, "-exclude=test_thing.a",
            inWords, {"create test_thing.c", "!create test_thing.a", "!create test_thing.b"});
        row("R7 the target of an instance leaves others out", thing("a", "count = 2"), {}, "-target=test_thing.a[1]",
            inWords, {"create test_thing.a[1]", "!create test_thing.a[0]"});
        row("R7 an unknown check has no diagnostic",
            thing(
                "a",
                "lifecycle {\n  postcondition {\n    condition = self.id != \"\"\n    error_message = \"no\"\n  }\n}"),
            {}, "", inWords, {"check test_thing.a: unknown", "!error:"});
        row("R7 a failed check warns",
            no + "check \"c\" {\n  assert {\n    condition = var.no\n    error_message = \"no\"\n  }\n}\n", {}, "",
            inWords, {"check check.c: fail", "warning main.tf:6,17: Check block assertion failed"});
        row("R7 enabled that is false gives null",
            thing("a", "lifecycle {\n  enabled = false\n}") + "output \"o\" { value = test_thing.a == null }\n", {}, "",
            inWords, {"output o: create null -> true"});

        row("R8 parts in order, planned values and errored always", "", {}, "", asJson,
            {"{\"format_version\":\"1.2\",\"terraform_version\":\"1.12.6\",\"planned_values\":{\"root_module\":{}}",
             "\"errored\":false", "!applyable", "!prior_state"});
        row("R8 unset variables have their defaults", "variable \"v\" { default = \"d\" }\n", {}, "", asJson,
            {"\"variables\":{\"v\":{\"value\":\"d\"}}"});
        row("R8 HTML is escaped", "output \"o\" { value = \"<&>\" }\n", {}, "", asJson, {"\\u003c\\u0026\\u003e"});
        row("R8 unknown attributes are left out of after", thing("a", ""), {}, "", asJson,
            {"\"after\":{\"kind\":null,\"needs\":null,\"size\":null}",
             "\"after_unknown\":{\"id\":true,\"stamp\":true}"});
        row("R8 known outputs are not unknown", "output \"o\" { value = 1 }\n", {}, "", asJson,
            {"\"after_unknown\":false", "\"before_sensitive\":false"});
        row("R8 planned resources are sorted as text", thing("a", "count = 11"), {}, "", asJson,
            {"\"address\":\"test_thing.a[1]\",\"mode\":\"managed\"", "\"index\":10"});
        row("R8 changes are sorted by number", thing("a", "count = 11"), {}, "", inWords, {"create test_thing.a[2]"});
        row("R8 references come with their prefixes", thing("a", "") + thing("b", "needs = test_thing.a.id"), {}, "",
            asJson, {"\"references\":[\"test_thing.a.id\",\"test_thing.a\"]"});
        row("R8 constants in the configuration", thing("a", "size = 1 + 1"), {}, "", asJson,
            {"\"size\":{\"constant_value\":2}"});

        row("R9 modes exclude each other's targets", thing("a", ""), a, "-refresh-only\n-target=test_thing.a", inWords,
            {"Resource targeting is in effect"});

        row("R10 unchanged attributes are hidden and counted", thing("a", "kind = \"k\"\nsize = 2"), a, "", asText,
            {"# (1 unchanged attribute hidden)", "~ size  = 1 -> 2"});
        row("R10 what forces a replacement says so", thing("a", "kind = \"new\"\nsize = 1"), a, "", asText,
            {"~ kind  = \"k\" -> \"new\" # forces replacement", "-/+ destroy and then create replacement"});
        row("R10 unknown", thing("a", ""), {}, "", asText, {"+ id    = (known after apply)"});
        row("R10 sensitive", thing("a", "size = sensitive(3)"), {}, "", asText,
            {"+ size  = (sensitive value)", "!= 3"});
        row("R10 null is told of what is deleted", "", a, "", asText, {"- kind  = \"k\" -> null"});
        row("R10 JSON in strings", "resource \"terraform_data\" \"j\" {\n  input = jsonencode({ a = 1 })\n}\n", {}, "",
            asText, {"jsonencode("});
        row("R10 lines of strings", "resource \"terraform_data\" \"j\" {\n  input = \"a\\nb\"\n}\n", {}, "", asText,
            {"<<-EOT"});
        row("R10 totals count a replacement twice", thing("a", "kind = \"new\"\nsize = 1"), a, "", asText,
            {"Plan: 1 to add, 0 to change, 1 to destroy."});
        row("R10 what is forgotten is counted apart",
            "removed {\n  from = test_thing.a\n  lifecycle {\n    destroy = false\n  }\n}\n", a, "", asText,
            {"1 to forget"});
        row("R10 maps are sorted", "output \"o\" { value = { b = 1, a = 2 } }\n", {}, "", asText,
            {"+ a = 2\n      + b = 1"});

        row("R11 numbers are exact", "output \"o\" { value = 123456789012345678901234567890 + 1 }\n", {}, "", asJson,
            {"123456789012345678901234567891"});
        row("R11 fractions print shortly", "output \"o\" { value = 0.1 + 0.2 }\n", {}, "", asJson, {"\"after\":0.3"});
        row("R11 minus zero is zero", "output \"o\" { value = -0 == 0 }\n", {}, "", inWords,
            {"output o: create null -> true"});
        row("R11 strings are normalised", "output \"o\" { value = \"e\\u0301\" == \"\\u00e9\" }\n", {}, "", inWords,
            {"output o: create null -> true"});
        row("R11 sets of objects have the order of their hashes",
            "output \"o\" { value = toset([{ n = 2 }, { n = 10 }]) }\n", {}, "", asJson,
            {"\"after\":[{\"n\":10},{\"n\":2}]"});
        row("R11 yamlencode quotes and sorts", "output \"o\" { value = yamlencode({ b = \"x\", a = [1] }) }\n", {}, "",
            asJson, {asYaml});
        row("R11 yamldecode makes text of a time", "output \"o\" { value = yamldecode(\"t: 2024-01-01\").t }\n", {}, "",
            asJson, {"2024-01-01T00:00:00Z"});
        row("R11 format follows Go", "output \"o\" { value = format(\"%v %q %05.1f\", [1], \"a\", 2) }\n", {}, "",
            asJson, {formatted});
        row("R11 timestamps are unknown while planning", "output \"o\" { value = timestamp() }\n", {}, "", inWords,
            {"output o: create null -> (unknown)"});
    }
    void followsTheRuleOfTheReference() {
        QFETCH(QString, configuration);
        QFETCH(QString, stored);
        QFETCH(QString, options);
        QFETCH(QString, view);
        QFETCH(QStringList, expected);
        Setup setup;
        setup.files = {{"main.tf", configuration.toStdString()}};
        setup.state = stored.toStdString();
        setup.options = planOptions(options.toStdString());
        setup.registry = registryWith(script());
        const Planned planned = makePlan(setup);
        std::string shown = planned.print();
        if (view != QLatin1String(inWords)) {
            QVERIFY2(planned.outcome.plan, shown.c_str());
            if (view == QLatin1String(asText)) {
                shown = report::planText(*planned.outcome.plan);
            } else {
                const diags::Result<std::string> json = formats::planJson(*planned.outcome.plan, *planned.config);
                QVERIFY(json.isOk());
                shown = *json.value;
            }
        }
        for (const QString& part : std::as_const(expected)) {
            const bool isThere =
                shown.find((part.startsWith(u'!') ? part.mid(1) : part).toStdString()) != std::string::npos;
            QVERIFY2(isThere != part.startsWith(u'!'), (part.toStdString() + "\nin:\n" + shown).c_str());
        }
    }

    /// R5: a reference to repeated blocks counts as a reference to everything that the resource refers to; a reference
    /// into one of the blocks counts as none.
    void findsAttributesBehindBlocks_data() {
        QTest::addColumn<QString>("reference");
        QTest::addColumn<QStringList>("attributes");
        QTest::newRow("blocks") << "length(test_thing.b.disk)"
                                << QStringList{".disk of test_thing.b", ".size of test_thing.a", ".id of test_thing.a",
                                               ".stamp of test_thing.a"};
        QTest::newRow("one of them") << "test_thing.b.disk[0].label" << QStringList{".disk[0].label of test_thing.b"};
        QTest::newRow("an attribute") << "test_thing.b.size"
                                      << QStringList{".size of test_thing.b", ".size of test_thing.a"};
        QTest::newRow("one block") << "test_thing.b.only"
                                   << QStringList{".only of test_thing.b", ".stamp of test_thing.a"};
        QTest::newRow("an attribute of one block")
            << "test_thing.b.only.label" << QStringList{".only.label of test_thing.b", ".stamp of test_thing.a"};
    }
    void findsAttributesBehindBlocks() {
        QFETCH(QString, reference);
        QFETCH(QStringList, attributes);
        Setup setup;
        setup.files = {
            {"main.tf",
             thing("a", "size = 1") +
                 thing("b", "size = test_thing.a.size\ndisk {\n  label = test_thing.a.id\n}\ndynamic \"only\" {\n  "
                            "for_each = [test_thing.a.stamp]\n  content {\n    label = \"l\"\n  }\n}") +
                 "output \"o\" { value = " + reference.toStdString() + " }\n"}};
        setup.state = thingsWithBlocks();
        setup.registry = registryWith(scriptWithBlocks());
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan && !planned.outcome.diagnostics.hasErrors(), planned.print().c_str());
        QStringList found;
        for (const plans::ResourceAttribute& attribute : planned.outcome.plan->relevantAttributes)
            found += QString::fromStdString(attribute.path.toString() + " of " + attribute.resource);
        attributes.sort();
        found.sort();
        QCOMPARE(found, attributes);
    }

    /// The content of a `dynamic` block is checked for each block that it generates.
    void looksAtContentOfMadeBlocks_data() {
        QTest::addColumn<QString>("forEach");
        QTest::addColumn<int>("errors");
        QTest::newRow("none") << QStringLiteral("[]") << 0;
        QTest::newRow("two") << QStringLiteral("[1, 2]") << 2;
        QTest::newRow("not known") << QStringLiteral("[for x in [1] : x if test_thing.a.id == \"x\"]") << 0;
    }
    void looksAtContentOfMadeBlocks() {
        QFETCH(QString, forEach);
        Setup setup;
        setup.files = {
            {"main.tf",
             "resource \"test_thing\" \"b\" {\n  dynamic \"disk\" {\n    for_each = " + forEach.toStdString() +
                 "\n    content {\n      label = local.nope\n    }\n  }\n}\n" + thing("a", "size = 1")}};
        setup.registry = registryWith(scriptWithBlocks());
        const Planned planned = makePlan(setup);
        const auto isAboutName = [](const diags::Diagnostic& diagnostic) {
            return diagnostic.summary == "Reference to undeclared local value";
        };
        QTEST(static_cast<int>(
                  std::count_if(planned.outcome.diagnostics.begin(), planned.outcome.diagnostics.end(), isAboutName)),
              "errors");
    }

    /// After an invalid reference, all `dynamic` blocks are expanded without any names.
    void expandsBlocksWithoutNames_data() {
        QTest::addColumn<QString>("forEach");
        QTest::addColumn<QStringList>("errors");
        const QString wrong = "Unsupported attribute", missing = "Unknown variable";
        QTest::newRow("invalid reference") << "tolist(test_thing.a.id.x)" << QStringList{wrong, missing};
        QTest::newRow("beside a valid one") << "[var.v, test_thing.a.id.x]" << QStringList{wrong, missing, missing};
        QTest::newRow("in a loop") << "[for x in var.v : test_thing.a.id.x]" << QStringList{wrong, missing};
        QTest::newRow("other branch") << "true ? [] : test_thing.a.id.x" << QStringList{wrong};
        QTest::newRow("try") << "try(test_thing.a.id.x, [])" << QStringList{wrong};
        QTest::newRow("missing resource")
            << "test_thing.none.id" << QStringList{"Reference to undeclared resource", missing};
        QTest::newRow("missing variable") << "var.none" << QStringList{"Reference to undeclared input variable"};
        QTest::newRow("valid") << "var.v" << QStringList{};
    }
    void expandsBlocksWithoutNames() {
        QFETCH(QString, forEach);
        Setup setup;
        setup.files = {{"main.tf", "variable \"v\" {\n  default = [1]\n}\n" + thing("a", "") +
                                       "resource \"test_thing\" \"b\" {\n  dynamic \"disk\" {\n    for_each = " +
                                       forEach.toStdString() + "\n    content {\n    }\n  }\n}\n"}};
        setup.registry = registryWith(scriptWithBlocks());
        QStringList errors;
        for (const diags::Diagnostic& diagnostic : makePlan(setup).outcome.diagnostics)
            errors += QString::fromStdString(diagnostic.summary);
        QTEST(errors, "errors");
    }

    // R4: responses of a faulty provider.
    void rejectsInvalidInput_data() {
        QTest::addColumn<int>("fault");
        QTest::addColumn<QString>("told");
        QTest::newRow("R4 another type") << 0 << QStringLiteral("Provider produced invalid plan");
        QTest::newRow("R4 another value than configured") << 1 << QStringLiteral("planned value");
        QTest::newRow("R4 a path that is not there") << 2 << QStringLiteral("non-existent attribute path");
    }
    void rejectsInvalidInput() {
        QFETCH(int, fault);
        QFETCH(QString, told);
        std::shared_ptr<Script> faulty = thingScript();
        faulty->managed["test_thing"].adjustPlan = [fault](const providers::PlanRequest& request,
                                                           providers::PlanResponse& response) {
            if (fault == 0)
                response.planned = Value::string("thing");
            else if (fault == 1)
                response.planned =
                    values::transform(response.planned, [](const values::Path& path, const Value& value) {
                        return path == values::Path().attribute("size") ? Value::number(8) : value;
                    });
            else if (!request.prior.isNull())
                response.requiresReplace.push_back(values::Path().attribute("none"));
        };
        Setup setup;
        setup.files = {{"main.tf", thing("a", "size = 2")}};
        setup.state = state();
        setup.registry = registryWith(faulty);
        const Planned planned = makePlan(setup);
        QVERIFY(planned.outcome.diagnostics.hasErrors());
        QVERIFY2(planned.print().find(told.toStdString()) != std::string::npos, planned.print().c_str());
    }
};

QTEST_APPLESS_MAIN(TestRules)
#include "tst_rules.moc"

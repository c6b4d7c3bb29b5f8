// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/target.h"
#include "core/explain/reason.h"
#include "core/plans/plan.h"
#include "tests/core/formats/read_plan.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::testing;

namespace {

const char* const twoModules = R"({"format_version":"1.2","terraform_version":"1.9.0",
"resource_changes":[
 {"address":"aws_subnet.s[0]","mode":"managed","type":"aws_subnet","name":"s","index":0,"provider_name":"registry.terraform.io/hashicorp/aws","change":{"actions":["create"],"before":null,"after":{},"after_unknown":{"id":true},"before_sensitive":false,"after_sensitive":{}}},
 {"address":"aws_subnet.s[1]","mode":"managed","type":"aws_subnet","name":"s","index":1,"provider_name":"registry.terraform.io/hashicorp/aws","change":{"actions":["create"],"before":null,"after":{},"after_unknown":{"id":true},"before_sensitive":false,"after_sensitive":{}}},
 {"address":"aws_instance.i[0]","mode":"managed","type":"aws_instance","name":"i","index":0,"provider_name":"registry.terraform.io/hashicorp/aws","change":{"actions":["create"],"before":null,"after":{}}},
 {"address":"aws_instance.i[1]","mode":"managed","type":"aws_instance","name":"i","index":1,"provider_name":"registry.terraform.io/hashicorp/aws","change":{"actions":["create"],"before":null,"after":{}}},
 {"address":"aws_lb.all","mode":"managed","type":"aws_lb","name":"all","provider_name":"registry.terraform.io/hashicorp/aws","change":{"actions":["create"],"before":null,"after":{}}},
 {"address":"module.m[\"a\"].aws_db.d","module_address":"module.m[\"a\"]","mode":"managed","type":"aws_db","name":"d","provider_name":"registry.terraform.io/hashicorp/aws","change":{"actions":["create"],"before":null,"after":{}}},
 {"address":"module.m[\"b\"].aws_db.d","module_address":"module.m[\"b\"]","mode":"managed","type":"aws_db","name":"d","provider_name":"registry.terraform.io/hashicorp/aws","change":{"actions":["create"],"before":null,"after":{}}},
 {"address":"aws_dns.r","mode":"managed","type":"aws_dns","name":"r","provider_name":"registry.terraform.io/hashicorp/aws","change":{"actions":["create"],"before":null,"after":{}}},
 {"address":"aws_log.after","mode":"managed","type":"aws_log","name":"after","provider_name":"registry.terraform.io/hashicorp/aws","change":{"actions":["create"],"before":null,"after":{}}}],
"configuration":{"provider_config":{"aws":{"name":"aws","expressions":{"region":{"references":["aws_dns.r.zone","aws_dns.r"]}}}},"root_module":{
 "resources":[
  {"address":"aws_subnet.s","mode":"managed","type":"aws_subnet","name":"s","expressions":{},"count_expression":{"constant_value":2}},
  {"address":"aws_instance.i","mode":"managed","type":"aws_instance","name":"i","expressions":{"net":[{"subnet":{"references":["aws_subnet.s","count.index"]}}]},"count_expression":{"constant_value":2}},
  {"address":"aws_lb.all","mode":"managed","type":"aws_lb","name":"all","provider_config_key":"aws","expressions":{"subnets":{"references":["aws_subnet.s"]},"first":{"references":["aws_instance.i[0].id","aws_instance.i[0]","aws_instance.i"]}}},
  {"address":"aws_dns.r","mode":"managed","type":"aws_dns","name":"r","expressions":{"target":{"references":["module.m[\"a\"].endpoint","module.m[\"a\"]","module.m"]}}},
  {"address":"aws_log.after","mode":"managed","type":"aws_log","name":"after","depends_on":["aws_lb.all"]}],
 "module_calls":{"m":{"source":"./m","for_each_expression":{"references":["var.names"]},"expressions":{"net":{"references":["aws_subnet.s[1].id","aws_subnet.s[1]","aws_subnet.s"]}},
  "module":{"variables":{"net":{}},"outputs":{"endpoint":{"expression":{"references":["aws_db.d.host","aws_db.d"]}}},
   "resources":[{"address":"aws_db.d","mode":"managed","type":"aws_db","name":"d","expressions":{"subnet":{"references":["var.net"]}}}]}}},
 "variables":{"names":{},"token":{"sensitive":true}}}},
"variables":{"token":{"value":"s3cr3t"},"names":{"value":["a","b"]}}})";

const char* const wrapped = "[command]/opt/terraform-bin show -json plan\n  "
                            "{\"format_version\":\"0.1\",\"resource_changes\":[{\"address\":\"null_resource.a\","
                            "\"mode\":\"managed\",\"type\":\"null_resource\",\"name\":\"a\","
                            "\"provider_name\":\"null\",\"change\":{\"actions\":[\"create\"],\"before\":null,\"after\":"
                            "{\"triggers\":null},\"after_unknown\":{\"id\":true}}}]}\n::set-output name=x::\n";

const char* const newer = "{\"format_version\":\"2.7\",\"resource_changes\":[{\"address\":\"a.b\",\"mode\":\"managed\","
                          "\"type\":\"a\",\"name\":\"b\",\"provider_name\":\"x/y/z\",\"future\":{\"a\":[1]},"
                          "\"change\":{\"actions\":[\"update\"],\"before\":{\"n\":1},\"after\":{\"n\":2},\"after_"
                          "unknown\":{},\"future\":true},\"action_reason\":\"because_of_tomorrow\"},"
                          "{\"address\":\"a.c\",\"mode\":\"managed\",\"type\":\"a\",\"name\":\"c\",\"change\":{"
                          "\"actions\":[\"teleport\"]}}],\"deferred_changes\":[{\"reason\":\"x\"}],\"future\":[{}]}";

const char* const ofTerraform =
    R"({"format_version":"1.2","terraform_version":"1.15.2","applyable":true,"complete":false,
"resource_changes":[
 {"address":"aws_instance.one","mode":"managed","type":"aws_instance","name":"one","provider_name":"registry.terraform.io/hashicorp/aws","change":{"actions":["update"],"before":{"id":"i-1","password_wo":null},"after":{"id":"i-1","password_wo":null,"v":2},"after_unknown":{},
  "importing":{"identity":{"id":"i-1"}},"before_identity":{"id":"i-1"},"after_identity":{"id":"i-1"}}},
 {"address":"list.aws_instance.all","mode":"list","type":"aws_instance","name":"all","change":{"actions":["read"],"before":null,"after":{},"after_identity":{"id":"i-2"}}}],
"resource_drift":[{"address":"data.aws_ami.a","mode":"data","type":"aws_ami","name":"a","provider_name":"registry.terraform.io/hashicorp/aws","change":{"actions":["update"],"before":{"id":"a"},"after":{"id":"b"}}}],
"deferred_changes":[
 {"reason":"instance_count_unknown","resource_change":{"address":"aws_instance.many[*]","mode":"managed","type":"aws_instance","name":"many","provider_name":"registry.terraform.io/hashicorp/aws","change":{"actions":["create"],"before":null,"after":{},"after_unknown":{"id":true}}}},
 {"resource_change":{"address":"aws_instance.two","mode":"managed","type":"aws_instance","name":"two","provider_name":"registry.terraform.io/hashicorp/aws","change":{"actions":["update"],"before":{},"after":{}}},"reason":"provider_config_unknown"},
 {"reason":"because_of_tomorrow","resource_change":{"address":"","mode":"managed"}}],
"action_invocations":[
 {"address":"action.aws_lambda_invoke.a","type":"aws_lambda_invoke","name":"a","config_values":{"function_name":"f","token":"t"},"config_sensitive":{"token":true},"config_unknown":{"id":true},"provider_name":"registry.terraform.io/hashicorp/aws",
  "lifecycle_action_trigger":{"triggering_resource_address":"aws_instance.one","action_trigger_event":"AfterCreate","action_trigger_block_index":0,"actions_list_index":0}},
 {"address":"action.aws_lambda_invoke.b","type":"aws_lambda_invoke","name":"b","invoke_action_trigger":{}}],
"deferred_action_invocations":[{"reason":"deferred_prereq","action_invocation":{"type":"aws_lambda_invoke","name":"c","lifecycle_action_trigger":{"triggering_resource_address":"aws_instance.one","action_trigger_event":"before_update"}}}]})";

} // namespace

class TestPlanReader final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void explainsByActionReasons();
    void rebuildsDependencies_data();
    void rebuildsDependencies();
    void followsReferencesThroughModules();
    void marksSensitiveVariables();
    void keepsEdgesLinear();
    void keepsEdgesBetweenModulesLinear();
    void readsPlansFromShellsAndWrappers();
    void ignoresNewerParts();
    void infersUnknownActions_data();
    void infersUnknownActions();
    void readsPartsOfTerraform();
    void recognizesTheProgramByFlags_data();
    void recognizesTheProgramByFlags();
    void readsResultsOfQueries();
    void namesOtherKindsOfFiles_data();
    void namesOtherKindsOfFiles();
    void survivesDamage();
    void limitsNesting();
};

void TestPlanReader::explainsByActionReasons() {
    const auto read = readBytes(
        contentOf(QStringLiteral(PLANLENS_SOURCE_DIR "/tests/cases/actions-replace-cannot-update/expect/plan.json")));
    const auto tainted = readBytes(
        contentOf(QStringLiteral(PLANLENS_SOURCE_DIR "/tests/cases/actions-replace-tainted/expect/plan.json")));
    QVERIFY(read.isOk() && tainted.isOk());
    QString sentences;
    for (const auto& plan : {read->plan, tainted->plan})
        for (const plans::ResourceInstanceChangePtr& change : plan->changes.resources())
            sentences += text(explain::sentence(*change)) + u'\n';
    QVERIFY2(sentences.contains(QStringLiteral("cannot be updated in place")), qPrintable(sentences));
    QVERIFY2(sentences.contains(QStringLiteral("because it is marked as tainted")), qPrintable(sentences));
}

void TestPlanReader::rebuildsDependencies_data() {
    QTest::addColumn<QString>("dependent");
    QTest::addColumn<QStringList>("behind");
    const auto row = [](const char* dependent, const QStringList& behind) {
        QTest::newRow(dependent) << QString::fromLatin1(dependent) << behind;
    };
    row("aws_subnet.s[0]", {});
    row("aws_instance.i[0]", {QStringLiteral("aws_subnet.s[0]")}); // by count.index
    row("aws_instance.i[1]", {QStringLiteral("aws_subnet.s[1]")});
    row("aws_lb.all", {QStringLiteral("aws_dns.r"), QStringLiteral("aws_instance.i[0]"),
                       QStringLiteral("aws_subnet.s[0]"), QStringLiteral("aws_subnet.s[1]")});
    row("module.m[\"a\"].aws_db.d", {QStringLiteral("aws_subnet.s[1]")}); // through the variable
    row("aws_dns.r", {QStringLiteral("module.m[\"a\"].aws_db.d")});       // through the output
    row("aws_log.after", {QStringLiteral("aws_lb.all")});
}

void TestPlanReader::rebuildsDependencies() {
    QFETCH(QString, dependent);
    QFETCH(QStringList, behind);
    const auto read = readBytes(twoModules);
    QVERIFY(read.isOk());
    QStringList found;
    for (const addrs::AbsResourceInstance& address :
         read->plan->dependencies.instancesBehind(*addrs::readAbsResourceInstance(dependent.toStdString())))
        found.append(text(address.toString()));
    found.sort();
    QCOMPARE(found, behind);
}

void TestPlanReader::followsReferencesThroughModules() {
    const auto read = readBytes(twoModules);
    const auto edges = read->plan->dependencies.of(*addrs::readAbsResourceInstance("aws_instance.i[1]"));
    QCOMPARE(edges.size(), std::size_t(1));
    QCOMPARE(text(edges[0]->dependentPath.toString()), QStringLiteral(".net[0].subnet"));
    const auto lb = read->plan->dependencies.of(*addrs::readAbsResourceInstance("aws_lb.all"));
    QVERIFY(std::any_of(lb.begin(), lb.end(),
                        [](const auto* edge) { return edge->kind == plans::Dependency::Kind::Provider; }));
    QVERIFY(
        std::any_of(lb.begin(), lb.end(), [](const auto* edge) { return edge->dependencyPath.toString() == ".id"; }));
    const auto after = read->plan->dependencies.of(*addrs::readAbsResourceInstance("aws_log.after"));
    QCOMPARE(after.size(), std::size_t(1));
    QVERIFY(after[0]->kind == plans::Dependency::Kind::DependsOn);
    QVERIFY(read->plan->program.kind == plans::Program::Kind::Terraform);
}

void TestPlanReader::marksSensitiveVariables() {
    const auto read = readBytes(twoModules);
    QVERIFY(read->plan->variables.at("token").value.isSensitive());
    QVERIFY(!read->plan->variables.at("names").value.isSensitive());
}

void TestPlanReader::keepsEdgesLinear() {
    constexpr int count = 1500;
    QByteArray json = "{\"format_version\":\"1.2\",\"resource_changes\":[";
    for (int i = 0; i < count; ++i)
        for (const char* type : {"a_x", "b_y"}) {
            if (i > 0 || *type == 'b')
                json += ',';
            json += QByteArray("{\"address\":\"") + type + ".r[" + QByteArray::number(i) +
                    "]\",\"change\":{\"actions\":[\"create\"]}}";
        }
    json += "],\"configuration\":{\"root_module\":{\"resources\":[{\"mode\":\"managed\",\"type\":\"a_x\",\"name\":"
            "\"r\"},{\"mode\":\"managed\",\"type\":\"b_y\",\"name\":\"r\","
            "\"expressions\":{\"all\":{\"references\":[\"a_x.r\"]}}}]}}}";
    const auto read = readBytes(json);
    QVERIFY(read.isOk());
    QCOMPARE(int(read->plan->changes.resources().size()), 2 * count);
    QCOMPARE(int(read->plan->dependencies.all().size()), count);
}

/// With depends_on in the call of a module, each of its resources waits for all resources of another one.
void TestPlanReader::keepsEdgesBetweenModulesLinear() {
    constexpr int count = 100;
    QByteArray changes, resources;
    for (int i = 0; i < count; ++i) {
        const QByteArray name = "r" + QByteArray::number(i);
        for (const char* module : {"module.a", "module.b"})
            changes += QByteArray(changes.isEmpty() ? "" : ",") + "{\"address\":\"" + module + ".t." + name +
                       "\",\"change\":{\"actions\":[\"create\"]}}";
        resources += QByteArray(i == 0 ? "" : ",") + "{\"mode\":\"managed\",\"type\":\"t\",\"name\":\"" + name + "\"}";
    }
    const QByteArray module = "{\"module\":{\"resources\":[" + resources + "]}";
    const auto read = readBytes("{\"format_version\":\"1.2\",\"resource_changes\":[" + changes +
                                "],\"configuration\":{\"root_module\":{\"module_calls\":{\"a\":" + module +
                                "},\"b\":" + module + ",\"depends_on\":[\"module.a\"]}}}}}");
    QVERIFY(read.isOk());
    const plans::Dependencies& dependencies = read->plan->dependencies;
    QCOMPARE(int(dependencies.all().size()), 2 * count);
    const auto dependent = addrs::readAbsResourceInstance("module.b.t.r7");
    QCOMPARE(int(dependencies.instancesBehind(*dependent).size()), count);
    for (const plans::Dependency& dependency : dependencies.all())
        QVERIFY(dependency.kind == plans::Dependency::Kind::DependsOn);
}

void TestPlanReader::readsPlansFromShellsAndWrappers() {
    QByteArray utf16("\xFF\xFE", 2);
    for (const char c : QByteArray(wrapped))
        utf16.append(c).append('\0');
    for (const QByteArray& json : {QByteArray(wrapped), QByteArray("\xEF\xBB\xBF") + wrapped, utf16}) {
        const auto read = readBytes(json);
        QVERIFY(read.isOk());
        QCOMPARE(read->plan->changes.resources().size(), std::size_t(1));
        const plans::ResourceInstanceChange& change = *read->plan->changes.resources().front();
        QCOMPARE(text(change.provider.config.provider.toString()),
                 QStringLiteral("registry.terraform.io/hashicorp/null"));
        QVERIFY(!change.change.after.find("id")->isKnown());
        QVERIFY(read->plan->program.kind == plans::Program::Kind::Terraform);
    }
}

void TestPlanReader::ignoresNewerParts() {
    const auto read = readBytes(newer);
    QVERIFY(read.isOk());
    QCOMPARE(read->plan->changes.resources().size(), std::size_t(1));
    QVERIFY(read->plan->changes.resources()[0]->reason == plans::ActionReason::None);
    QStringList summaries;
    for (std::size_t i = 0; i < read.diagnostics.size(); ++i)
        summaries.append(text(read.diagnostics[i].summary));
    QCOMPARE(summaries, (QStringList{QStringLiteral("Some changes are not shown"),
                                     QStringLiteral("The plan has a newer format")}));
    QCOMPARE(read->terraform->deferred.size(), std::size_t(1));
}

void TestPlanReader::infersUnknownActions_data() {
    QTest::addColumn<QString>("sides");
    QTest::addColumn<QStringList>("actions"); // of the changes that are shown
    QTest::addColumn<QString>("summary");
    const QString inferred = QStringLiteral("Some actions are not known");
    QTest::newRow("only after") << R"("before":null,"after":{"n":1})" << QStringList{"Create"} << inferred;
    QTest::newRow("only before") << R"("before":{"n":1},"after":null)" << QStringList{"Delete"} << inferred;
    QTest::newRow("without the other side") << R"("before":{"n":1})" << QStringList{"Delete"} << inferred;
    QTest::newRow("both") << R"("before":{"n":1},"after":{"n":2})" << QStringList{"Update"} << inferred;
    QTest::newRow("equal") << R"("before":{"n":1},"after":{"n":1})" << QStringList{"Update"} << inferred;
    QTest::newRow("neither") << R"("before":null,"after":null)" << QStringList()
                             << QStringLiteral("Some changes are not shown");
}

void TestPlanReader::infersUnknownActions() {
    QFETCH(QString, sides);
    const QByteArray json =
        R"({"format_version":"1.2","resource_changes":[{"address":"a.b","mode":"managed","type":"a",)"
        R"("name":"b","provider_name":"x/y/z","change":{"actions":["teleport"],)" +
        sides.toUtf8() + "}}]}";
    const auto read = readBytes(json);
    QVERIFY(read.isOk());
    QStringList actions;
    for (const plans::ResourceInstanceChangePtr& change : read->plan->changes.resources())
        actions.append(text(std::string(plans::name(change->change.action))));
    QTEST(actions, "actions");
    QCOMPARE(read.diagnostics.size(), std::size_t(1));
    QTEST(text(read.diagnostics[0].summary), "summary");
    QVERIFY(text(read.diagnostics[0].detail).contains(QStringLiteral("a.b (teleport)")));
}

void TestPlanReader::readsPartsOfTerraform() {
    const auto read = readBytes(ofTerraform);
    QVERIFY(read.isOk());
    QCOMPARE(read.diagnostics.size(), std::size_t(0));
    QCOMPARE(text(read->plan->program.toString()), QStringLiteral("Terraform 1.15.2"));
    const plans::TerraformParts& parts = *read->terraform;
    QVERIFY(parts.isApplyable && *parts.isApplyable && !parts.isComplete);
    QCOMPARE(parts.deferred.size(), std::size_t(3));
    QCOMPARE(text(parts.deferred[0].address), QStringLiteral("aws_instance.many[*]"));
    QCOMPARE(text(plans::describe(parts.deferred[0])),
             QStringLiteral("create, because the number of its instances is not known yet"));
    QCOMPARE(text(plans::describe(parts.deferred[1])),
             QStringLiteral("update, because the configuration of its provider is not known yet"));
    QVERIFY(parts.deferred[1].change);
    QCOMPARE(text(plans::describe(parts.deferred[2])), QStringLiteral("because the plan does not say why"));
    QCOMPARE(parts.actions.size(), std::size_t(3));
    QCOMPARE(text(parts.actions[0].address), QStringLiteral("action.aws_lambda_invoke.a"));
    QCOMPARE(text(plans::describe(parts.actions[0])), QStringLiteral("after create of aws_instance.one"));
    QVERIFY(parts.actions[0].config.find("token")->isSensitive());
    QVERIFY(!parts.actions[0].config.find("id")->isKnown());
    QCOMPARE(text(plans::describe(parts.actions[1])), QStringLiteral("invoked by the command line"));
    QCOMPARE(text(plans::describe(parts.actions[2])),
             QStringLiteral("before update of aws_instance.one; deferred, because it depends on a deferred change"));
    QCOMPARE(parts.queryResults.size(), std::size_t(1));
    QCOMPARE(text(parts.queryResults[0].list), QStringLiteral("list.aws_instance.all"));
    // Deferred changes and query results are not changes.
    QCOMPARE(read->plan->changes.resources().size(), std::size_t(1));
    const plans::Change& change = read->plan->changes.resources()[0]->change;
    QCOMPARE(text(change.importing->identity.find("id")->asString()), QStringLiteral("i-1"));
    QCOMPARE(text(change.afterIdentity.find("id")->asString()), QStringLiteral("i-1"));
    QVERIFY(change.after.find("password_wo")->isNull());
    QCOMPARE(read->plan->drift.size(), std::size_t(1));
    QCOMPARE(text(read->plan->drift[0]->address.toString()), QStringLiteral("data.aws_ami.a"));
    QStringList notes;
    for (const diags::Diagnostic& note : plans::terraformNotes(parts))
        notes.append(text(note.summary));
    QCOMPARE(notes, (QStringList{QStringLiteral("The plan is incomplete"), QStringLiteral("3 deferred changes"),
                                 QStringLiteral("3 actions are invoked")}));
}

void TestPlanReader::recognizesTheProgramByFlags_data() {
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<bool>("isTerraform");
    QTest::addColumn<bool>("hasParts");
    QTest::newRow("OpenTofu")
        << QByteArray(R"({"format_version":"1.2","terraform_version":"1.12.6","resource_changes":[],"errored":false})")
        << false << false;
    QTest::newRow("Terraform 1.5")
        << QByteArray(R"({"format_version":"1.2","terraform_version":"1.5.7","resource_changes":[]})") << true << false;
    QTest::newRow("Terraform 1.8")
        << QByteArray(
               R"({"format_version":"1.2","terraform_version":"1.8.5","resource_changes":[],"applyable":false,"complete":true})")
        << true << true;
    QTest::newRow("flags of another type")
        << QByteArray(
               R"({"format_version":"1.2","terraform_version":"1.8.5","resource_changes":[],"applyable":"yes","complete":1,"deferred_changes":{},"action_invocations":7})")
        << true << true;
}

void TestPlanReader::recognizesTheProgramByFlags() {
    QFETCH(QByteArray, json);
    QFETCH(bool, isTerraform);
    QFETCH(bool, hasParts);
    const auto read = readBytes(json);
    QVERIFY(read.isOk());
    QCOMPARE(read->plan->program.kind == plans::Program::Kind::Terraform, isTerraform);
    QCOMPARE(read->terraform != nullptr, hasParts);
    QVERIFY(!read->terraform || plans::terraformNotes(*read->terraform).isEmpty());
}

void TestPlanReader::readsResultsOfQueries() {
    const QByteArray log =
        R"({"@level":"info","@message":"Terraform 1.14.3","terraform":"1.14.3","type":"version","ui":"1.2"}
{"@level":"info","type":"list_start","list_start":{"address":"list.aws_instance.all","resource_type":"aws_instance"}}
{"@level":"info","type":"list_resource_found","list_resource_found":{"address":"list.aws_instance.all","display_name":"web","identity":{"id":"i-1"},"resource_type":"aws_instance"}}
{"@level":"info","type":"list_resource_found","list_resource_found":{"address":"list.aws_instance.all","display_name":"db","identity":{"id":"i-2"},"resource_type":"aws_instance"}}
{"@level":"info","type":"list_complete","list_complete":{"address":"list.aws_instance.all","resource_type":"aws_instance","total":2}}
)";
    const auto read = readBytes(log);
    QVERIFY2(read.isOk(), read.diagnostics.size() ? read.diagnostics[0].summary.c_str() : "");
    QCOMPARE(text(read->plan->program.toString()), QStringLiteral("Terraform 1.14.3"));
    QCOMPARE(read->terraform->queryResults.size(), std::size_t(2));
    QCOMPARE(text(read->terraform->queryResults[1].name), QStringLiteral("db"));
    QCOMPARE(text(read->terraform->queryResults[1].identity.find("id")->asString()), QStringLiteral("i-2"));
    for (int length = 0; length < log.size(); length += 7)
        (void)readBytes(log.left(length));
    QVERIFY(!readBytes(R"({"@level":"info","@message":""list_start"","type":"version"})").isOk());
}

void TestPlanReader::namesOtherKindsOfFiles_data() {
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("summary");
    const auto row = [](const char* name, const char* json, const char* summary) {
        QTest::newRow(name) << QByteArray(json) << QString::fromLatin1(summary);
    };
    row("nothing", "", "This is not a plan");
    row("text", "No changes.\nYour infrastructure matches.", "This is not a plan");
    row("other JSON", "{\"a\": 1}", "This is not a plan");
    row("state", "{\"format_version\":\"1.0\",\"terraform_version\":\"1.5.0\",\"values\":{\"root_module\":{}}}",
        "This is a state, not a plan");
    row("empty state", "{\"format_version\":\"1.0\",\"terraform_version\":\"1.5.0\"}", "This is a state, not a plan");
    row("state file",
        "{\"version\":4,\"terraform_version\":\"1.5.0\",\"serial\":1,\"lineage\":\"x\",\"outputs\":{},\"resources\":[]"
        "}",
        "This is a state file, not a plan");
    row("log", "{\"@level\":\"info\",\"@message\":\"x\",\"type\":\"version\"}\n{\"@level\":\"info\"}\n",
        "This is a log of planning, not a plan");
    row("schemas", "{\"format_version\":\"1.0\",\"provider_schemas\":{}}",
        "These are schemas of providers, not a plan");
    row("cut off", "{\"format_version\":\"1.2\",\"resource_changes\":[{\"address\":\"a.b\",\"change\":{\"acti",
        "The plan cannot be read");
}

void TestPlanReader::namesOtherKindsOfFiles() {
    QFETCH(QByteArray, json);
    QFETCH(QString, summary);
    const auto read = readBytes(json);
    QVERIFY(!read.value);
    QCOMPARE(read.diagnostics.size(), std::size_t(1));
    QCOMPARE(text(read.diagnostics[0].summary), summary);
    QVERIFY(text(read.diagnostics[0].detail).contains(QStringLiteral("show -json")));
}

void TestPlanReader::survivesDamage() {
    const QByteArray whole =
        contentOf(QStringLiteral(PLANLENS_SOURCE_DIR "/tests/cases/actions-deposed/expect/plan.json"));
    QVERIFY(!whole.isEmpty());
    int refused = 0;
    for (qsizetype length = 0; length < whole.size(); length += 7)
        refused += !readBytes(whole.left(length)).value;
    QVERIFY(refused > 0);
    // Replaces bytes: the result must be a plan or an error, without a crash.
    for (qsizetype at = 0; at < whole.size(); at += 3)
        for (const char c : {'{', ']', '"', '0', '\\', '\0'}) {
            QByteArray damaged = whole;
            damaged[at] = c;
            const auto read = readBytes(damaged);
            QVERIFY(read.value || read.diagnostics.hasErrors());
        }
}

void TestPlanReader::limitsNesting() {
    for (const int depth : {900, 5000, 200000}) {
        const QByteArray deep = QByteArray(depth, '[') + QByteArray(depth, ']');
        const QByteArray json = "{\"format_version\":\"1.2\",\"resource_changes\":[{\"address\":\"a.b\",\"change\":{"
                                "\"actions\":[\"update\"],\"before\":{\"x\":" +
                                deep +
                                "},\"after\":{\"x\":1}}}],\"configuration\":{\"root_module\":{\"resources\":[{\"type\":"
                                "\"a\",\"name\":\"b\",\"expressions\":{\"x\":" +
                                deep + "}}]}}}";
        const auto read = readBytes(json);
        if (depth == 900) {
            QVERIFY(read.isOk());
            QCOMPARE(read.diagnostics.size(), std::size_t(0));
        } else {
            QVERIFY(read.diagnostics.size() > 0);
        }
    }
}

QTEST_APPLESS_MAIN(TestPlanReader)
#include "tst_plan_reader.moc"

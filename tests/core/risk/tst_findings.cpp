// SPDX-License-Identifier: MPL-2.0
#include "tests/core/risk/rule_cases.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace planlens;
using namespace planlens::testing;
using plans::Action;
using values::Value;

namespace {

constexpr const char* everyone =
    "{'policy':'{^Statement^:[{^Effect^:^Allow^,^Principal^:^*^,^Action^:^s3:GetObject^}]}'}";
constexpr const char* everyoneInAList =
    "{'policy':'{^Statement^:{^Effect^:^Allow^,^Principal^:{^AWS^:[^123^,^*^]},^Action^:^s3:GetObject^}}'}";
constexpr const char* nobody = "{'policy':'{^Statement^:[{^Effect^:^Deny^,^Principal^:^*^,^Action^:^s3:GetObject^}]}'}";
constexpr const char* someone =
    "{'policy':'{^Statement^:[{^Effect^:^Allow^,^Principal^:{^AWS^:^123^},^Action^:^s3:GetObject^}]}'}";
constexpr const char* everything = "{'policy':'{^Statement^:[{^Effect^:^Allow^,^Action^:^*^,^Resource^:^*^}]}'}";
constexpr const char* allOfOne = "{'policy':'{^Statement^:[{^Effect^:^Allow^,^Action^:^s3:*^,^Resource^:^*^}]}'}";
constexpr const char* group443 = "{'ingress':[{'from_port':443,'cidr_blocks':['0.0.0.0/0']}],'tags':{'a':'1'}}";
constexpr const char* group443Tagged = "{'ingress':[{'from_port':443,'cidr_blocks':['0.0.0.0/0']}],'tags':{'a':'2'}}";
constexpr const char* group443And22 = "{'ingress':[{'from_port':443,'cidr_blocks':['0.0.0.0/"
                                      "0']},{'from_port':22,'cidr_blocks':['0.0.0.0/0']}],'tags':{'a':'1'}}";
constexpr const char* groupInside =
    "{'ingress':[{'from_port':443,'cidr_blocks':['10.0.0.0/8']}],'egress':[{'cidr_blocks':['0.0.0.0/0']}]}";

const RuleCase cases[] = {
    {"a database is destroyed", "aws_db_instance.a", Action::Delete, some, no, "database-lost"},
    {"a database is replaced", "aws_db_instance.a", Action::DeleteThenCreate, some, some, "database-lost"},
    {"a database is changed", "aws_db_instance.a", Action::Update, some, some, ""},
    {"a database is forgotten", "aws_db_instance.a", Action::Forget, some, no, ""},
    {"a database is created", "aws_db_instance.a", Action::Create, no, some, ""},
    {"its parameters are destroyed", "aws_db_parameter_group.a", Action::Delete, some, no, ""},
    {"a database without a snapshot", "aws_db_instance.a", Action::Delete, "{'skip_final_snapshot':true}", no,
     "database-lost final-snapshot-skipped"},
    {"a database with one", "aws_db_instance.a", Action::Delete, "{'skip_final_snapshot':false}", no, "database-lost"},
    {"Azure's database", "azurerm_postgresql_flexible_server.a", Action::Delete, some, no, "database-lost"},
    {"Azure's cosmos account", "azurerm_cosmosdb_account.a", Action::Delete, some, no, "database-lost"},
    {"Google's database", "google_sql_database_instance.a", Action::Delete, some, no, "database-lost"},
    {"Google's BigQuery", "google_bigquery_dataset.a", Action::DeleteThenCreate, some, some, "database-lost"},
    {"DigitalOcean's database", "digitalocean_database_cluster.a", Action::Delete, some, no, "database-lost"},
    {"DigitalOcean's firewall for it", "digitalocean_database_firewall.a", Action::Delete, some, no, ""},
    {"a volume", "aws_ebs_volume.a", Action::Delete, some, no, "volume-lost"},
    {"its attachment", "aws_volume_attachment.a", Action::Delete, some, no, ""},
    {"Azure's disk", "azurerm_managed_disk.a", Action::DeleteThenCreate, some, some, "volume-lost"},
    {"a claim", "kubernetes_persistent_volume_claim_v1.a", Action::Delete, some, no, "volume-lost"},
    {"DigitalOcean's volume", "digitalocean_volume.a", Action::Delete, some, no, "volume-lost"},
    {"a bucket", "aws_s3_bucket.a", Action::Delete, some, no, "bucket-lost"},
    {"a bucket with what is in it", "aws_s3_bucket.a", Action::Delete, "{'force_destroy':true}", no,
     "bucket-lost force-destroy"},
    {"an object in a bucket", "aws_s3_object.a", Action::Delete, some, no, ""},
    {"Google's bucket", "google_storage_bucket.a", Action::DeleteThenCreate, some, some, "bucket-lost"},
    {"a storage account", "azurerm_storage_account.a", Action::Delete, some, no, "bucket-lost"},
    {"a key", "aws_kms_key.a", Action::Delete, some, no, "key-lost"},
    {"a name of a key", "aws_kms_alias.a", Action::Delete, some, no, ""},
    {"a private key", "tls_private_key.a", Action::DeleteThenCreate, some, some, "key-lost"},
    {"a request for a certificate", "tls_cert_request.a", Action::DeleteThenCreate, some, some, ""},
    {"a password", "random_password.a", Action::DeleteThenCreate, some, some, "key-lost"},
    {"Azure's key", "azurerm_key_vault_key.a", Action::Delete, some, no, "key-lost"},
    {"Google's key", "google_kms_crypto_key.a", Action::Delete, some, no, "key-lost"},
    {"a secret", "kubernetes_secret.a", Action::DeleteThenCreate, some, some, "key-lost"},
    {"a zone", "aws_route53_zone.a", Action::Delete, some, no, "dns-zone-lost"},
    {"a cluster", "aws_eks_cluster.a", Action::Delete, some, no, "platform-lost"},
    {"a namespace", "kubernetes_namespace.a", Action::Delete, some, no, "platform-lost"},
    {"a resource group", "azurerm_resource_group.a", Action::Delete, some, no, "platform-lost"},
    {"a network", "azurerm_virtual_network.a", Action::Delete, some, no, "network-lost"},
    {"a network is replaced", "aws_vpc.a", Action::DeleteThenCreate, some, some, "network-lost"},
    {"a subnet", "aws_subnet.a", Action::Delete, some, no, ""},
    {"Oracle's bucket", "oci_objectstorage_bucket.a", Action::Delete, some, no, "bucket-lost"},
    {"a random name is rolled", "random_id.a", Action::DeleteThenCreate, some, some, "value-rolled"},
    {"a random name goes", "random_id.a", Action::Delete, some, no, ""},
    {"an instance", "aws_instance.a", Action::Delete, some, no, ""},
    {"data of a name like it", "data.aws_db_instance.a", Action::Delete, some, no, ""},

    {"a name is used twice", "aws_iam_role.a", Action::CreateThenDelete, "{'name':'n'}", "{'name':'n'}", "name-clash"},
    {"the name changes too", "aws_iam_role.a", Action::CreateThenDelete, "{'name':'n'}", "{'name':'m'}", ""},
    {"it is destroyed first", "aws_iam_role.a", Action::DeleteThenCreate, "{'name':'n'}", "{'name':'n'}", ""},
    {"no name is given", "aws_iam_role.a", Action::CreateThenDelete, "{'name':null}", "{'name':null}", ""},
    {"an empty name", "aws_iam_role.a", Action::CreateThenDelete, "{'name':''}", "{'name':''}", ""},
    {"names that are nowhere", "terraform_data.a", Action::CreateThenDelete, "{'name':'n'}", "{'name':'n'}", ""},
    {"a name in metadata", "kubernetes_config_map.a", Action::CreateThenDelete, "{'metadata':[{'name':'n'}]}",
     "{'metadata':[{'name':'n'}]}", "name-clash"},

    {"protection is taken off", "aws_db_instance.a", Action::Update, "{'deletion_protection':true}",
     "{'deletion_protection':false}", "protection-removed"},
    {"protection was never there", "aws_db_instance.a", Action::Update, "{'deletion_protection':false}",
     "{'deletion_protection':false,'x':1}", ""},
    {"protection comes", "aws_db_instance.a", Action::Update, "{'deletion_protection':false}",
     "{'deletion_protection':true}", ""},

    {"a group is open", "aws_security_group.a", Action::Create, no, group443, "open-to-everyone"},
    {"a group is open by IPv6", "aws_security_group.a", Action::Create, no,
     "{'ingress':[{'ipv6_cidr_blocks':['::/0']}]}", "open-to-everyone"},
    {"a group is open inside", "aws_security_group.a", Action::Create, no, groupInside, ""},
    {"an open group stays as it is", "aws_security_group.a", Action::Update, group443, group443Tagged, ""},
    {"an open group opens more", "aws_security_group.a", Action::Update, group443, group443And22, "open-to-everyone"},
    {"a group closes", "aws_security_group.a", Action::Update, group443And22, group443, ""},
    {"an open group goes", "aws_security_group.a", Action::Delete, group443, no, ""},
    {"a rule is open", "aws_security_group_rule.a", Action::Create, no,
     "{'type':'ingress','cidr_blocks':['0.0.0.0/0']}", "rule-open-to-everyone"},
    {"a rule lets out", "aws_security_group_rule.a", Action::Create, no,
     "{'type':'egress','cidr_blocks':['0.0.0.0/0']}", ""},
    {"half of all addresses", "aws_security_group_rule.a", Action::Create, no,
     "{'type':'ingress','cidr_blocks':['0.0.0.0/1']}", ""},
    {"an ingress rule", "aws_vpc_security_group_ingress_rule.a", Action::Create, no, "{'cidr_ipv4':'0.0.0.0/0'}",
     "ingress-open-to-everyone"},
    {"an egress rule", "aws_vpc_security_group_egress_rule.a", Action::Create, no, "{'cidr_ipv4':'0.0.0.0/0'}", ""},
    {"Azure's rule", "azurerm_network_security_rule.a", Action::Create, no,
     "{'source_address_prefix':'*','direction':'Inbound','access':'Allow'}", "ingress-open-to-everyone"},
    {"Azure's rule that denies", "azurerm_network_security_rule.a", Action::Create, no,
     "{'source_address_prefix':'*','direction':'Inbound','access':'Deny'}", ""},
    {"Azure's rule to the outside", "azurerm_network_security_rule.a", Action::Create, no,
     "{'source_address_prefix':'*','direction':'Outbound','access':'Allow'}", ""},
    {"Azure's group", "azurerm_network_security_group.a", Action::Create, no,
     "{'security_rule':[{'source_address_prefix':'Internet','direction':'Inbound','access':'Allow'}]}",
     "nested-rule-open-to-everyone"},
    {"Azure's group with two halves", "azurerm_network_security_group.a", Action::Create, no,
     "{'security_rule':[{'source_address_prefix':'*','direction':'Outbound','access':'Allow'},{'source_address_prefix':"
     "'10.0.0.0/8','direction':'Inbound','access':'Allow'}]}",
     ""},
    {"Google's firewall", "google_compute_firewall.a", Action::Create, no,
     "{'source_ranges':['0.0.0.0/0'],'direction':'INGRESS'}", "ingress-open-to-everyone"},
    {"Google's firewall to the outside", "google_compute_firewall.a", Action::Create, no,
     "{'source_ranges':['0.0.0.0/0'],'direction':'EGRESS'}", ""},
    {"Google's open firewall opens more", "google_compute_firewall.a", Action::Update,
     "{'source_ranges':['0.0.0.0/0'],'allow':[{'ports':['443']}]}",
     "{'source_ranges':['0.0.0.0/0'],'allow':[{'ports':['443','22']}]}", "ingress-open-to-everyone"},
    {"Google's open firewall is described", "google_compute_firewall.a", Action::Update,
     "{'source_ranges':['0.0.0.0/0'],'description':'a'}", "{'source_ranges':['0.0.0.0/0'],'description':'b'}", ""},
    {"DigitalOcean's firewall", "digitalocean_firewall.a", Action::Create, no,
     "{'inbound_rule':[{'source_addresses':['10.0.0.0/8']},{'source_addresses':['::/0']}]}",
     "ingress-open-to-everyone"},
    {"Oracle's rule", "oci_core_network_security_group_security_rule.a", Action::Create, no,
     "{'source':'0.0.0.0/0','direction':'INGRESS'}", "ingress-open-to-everyone"},
    {"Oracle's rule to the outside", "oci_core_network_security_group_security_rule.a", Action::Create, no,
     "{'source':'0.0.0.0/0','direction':'EGRESS'}", ""},
    {"Oracle's list", "oci_core_security_list.a", Action::Create, no,
     "{'ingress_security_rules':[{'source':'0.0.0.0/0','protocol':'6'}]}", "list-open-to-everyone"},
    {"Oracle's list for messages about routes", "oci_core_default_security_list.a", Action::Create, no,
     "{'ingress_security_rules':[{'source':'0.0.0.0/0','protocol':'1'},{'source':'10.0.0.0/8','protocol':'6'}]}", ""},
    {"Alibaba's rule", "alicloud_security_group_rule.a", Action::Create, no, "{'cidr_ip':'0.0.0.0/0','type':'ingress'}",
     "ingress-open-to-everyone"},
    {"Alibaba's rule to the outside", "alicloud_security_group_rule.a", Action::Create, no,
     "{'cidr_ip':'0.0.0.0/0','type':'egress'}", ""},
    {"a disk with the default of its provider", "azurerm_managed_disk.a", Action::Create, no,
     "{'public_network_access_enabled':true}", ""},
    {"an account with access from everywhere", "azurerm_cosmosdb_account.a", Action::Create, no,
     "{'public_network_access_enabled':true}", "cluster-open-to-everyone"},
    {"a database in the open", "aws_db_instance.a", Action::Update, "{'publicly_accessible':false}",
     "{'publicly_accessible':true}", "cluster-open-to-everyone"},
    {"a database stays in the open", "aws_db_instance.a", Action::Update, "{'publicly_accessible':true,'a':1}",
     "{'publicly_accessible':true,'a':2}", ""},

    {"a public bucket", "aws_s3_bucket_acl.a", Action::Create, no, "{'acl':'public-read'}", "public-acl"},
    {"a private bucket", "aws_s3_bucket_acl.a", Action::Create, no, "{'acl':'private'}", ""},
    {"public access is let in", "aws_s3_bucket_public_access_block.a", Action::Update, "{'block_public_acls':true}",
     "{'block_public_acls':false}", "public-access-allowed"},
    {"the block goes", "aws_s3_bucket_public_access_block.a", Action::Delete, "{'block_public_acls':true}", no,
     "public-access-block-destroyed"},
    {"a block that blocks nothing goes", "aws_s3_bucket_public_access_block.a", Action::Delete,
     "{'block_public_acls':false}", no, ""},
    {"logs go", "aws_cloudwatch_log_group.a", Action::Delete, some, no, "logs-lost"},
    {"a policy for everyone", "aws_s3_bucket_policy.a", Action::Create, no, everyone, "policy-for-everyone"},
    {"a policy for everyone in a list", "aws_s3_bucket_policy.a", Action::Create, no, everyoneInAList,
     "policy-for-everyone"},
    {"a policy that denies", "aws_s3_bucket_policy.a", Action::Create, no, nobody, ""},
    {"a policy for one account", "aws_s3_bucket_policy.a", Action::Create, no, someone, ""},
    {"a policy becomes one for everyone", "aws_s3_bucket_policy.a", Action::Update, someone, everyone,
     "policy-for-everyone"},
    {"a policy that allows everything", "aws_iam_policy.a", Action::Create, no, everything, "policy-allows-everything"},
    {"a policy that allows all of one service", "aws_iam_policy.a", Action::Create, no, allOfOne, ""},
    {"a policy that is no JSON", "aws_iam_policy.a", Action::Create, no, "{'policy':'*'}", ""},
    {"an administrator", "aws_iam_role_policy_attachment.a", Action::Create, no,
     "{'policy_arn':'arn:aws:iam::aws:policy/AdministratorAccess'}", "administrator"},
    {"a reader", "aws_iam_role_policy_attachment.a", Action::Create, no,
     "{'policy_arn':'arn:aws:iam::aws:policy/ReadOnlyAccess'}", ""},
    {"Azure's owner", "azurerm_role_assignment.a", Action::Create, no, "{'role_definition_name':'Owner'}",
     "administrator"},
    {"Google's everyone", "google_storage_bucket_iam_member.a", Action::Create, no,
     "{'role':'roles/storage.objectViewer','member':'allUsers'}", "member-everyone"},
    {"Google's somebody", "google_storage_bucket_iam_member.a", Action::Create, no,
     "{'role':'roles/storage.objectViewer','member':'user:a@b.c'}", ""},
    {"a role for everything", "kubernetes_cluster_role.a", Action::Create, no,
     "{'rule':[{'verbs':['*'],'resources':['*']}]}", "cluster-role-everything"},
    {"a role in two halves", "kubernetes_cluster_role.a", Action::Create, no,
     "{'rule':[{'verbs':['*'],'resources':['pods']},{'verbs':['get'],'resources':['*']}]}", ""},
};

} // namespace

class TestFindings final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void builtInRulesAreRight() {
        const diags::Result<risk::Rules> rules = risk::readRules(risk::builtInText(), "built-in");
        QVERIFY2(!rules.diagnostics.hasErrors(),
                 rules.diagnostics.isEmpty() ? "" : rules.diagnostics[0].toString().c_str());
        QVERIFY(rules.value->size() > 20);
        for (const risk::Rule& rule : *rules.value)
            QVERIFY2(!rule.detail.empty(), rule.id.c_str());
    }

    void findsWhatIsRisky_data() {
        QTest::addColumn<int>("number");
        for (int i = 0; i < int(std::size(cases)); ++i)
            QTest::newRow(cases[i].name) << i;
    }
    void findsWhatIsRisky() {
        QFETCH(int, number);
        const RuleCase& given = cases[number];
        QCOMPARE(findingsOf(given), QString::fromLatin1(given.rules));
    }

    void partialPlansCountAllObjects() {
        plans::Plan plan;
        states::State state;
        for (int i = 0; i < 20; ++i) {
            const plans::ResourceInstanceChangePtr one =
                change("aws_instance.a[" + std::to_string(i) + "]", Action::Delete, some, no);
            state.setCurrent(one->address, std::make_shared<const states::StoredObject>(), {});
            if (i < 7)
                plan.changes.add(one);
        }
        QCOMPARE(printed(risk::findings(plan, risk::builtInRules())), QStringLiteral("many-destroyed"));
        plan.priorState = std::make_shared<const states::State>(std::move(state));
        QCOMPARE(printed(risk::findings(plan, risk::builtInRules())), QString());
    }

    void findsManyDestroys_data() {
        QTest::addColumn<int>("destroyed");
        QTest::addColumn<int>("others");
        QTest::addColumn<bool>("isFound");
        QTest::newRow("ten of many") << 10 << 1000 << true;
        QTest::newRow("nine of many") << 9 << 1000 << false;
        QTest::newRow("half of ten") << 5 << 5 << true;
        QTest::newRow("less than half") << 5 << 6 << false;
        QTest::newRow("all of four") << 4 << 0 << false;
    }
    void findsManyDestroys() {
        QFETCH(int, destroyed);
        QFETCH(int, others);
        QFETCH(bool, isFound);
        plans::Plan plan;
        for (int i = 0; i < destroyed + others; ++i)
            plan.changes.add(change("aws_instance.a[" + std::to_string(i) + "]",
                                    i >= destroyed ? Action::NoOp
                                    : i % 2        ? Action::Delete
                                                   : Action::DeleteThenCreate,
                                    some, i % 2 ? no : some));
        const std::vector<risk::Finding> found = risk::findings(plan, risk::builtInRules());
        QCOMPARE(printed(found), QString::fromLatin1(isFound ? "many-destroyed" : ""));
        if (isFound) {
            QVERIFY(!found[0].address);
            QCOMPARE(found[0].count, std::size_t(destroyed));
        }
    }

    void countsOnlyObjectsThatAreGone_data() {
        QTest::addColumn<QString>("type");
        QTest::addColumn<int>("action");
        QTest::addColumn<bool>("isFound");
        const auto row = [](const char* name, const char* type, Action action, bool isFound) {
            QTest::newRow(name) << QString::fromLatin1(type) << int(action) << isFound;
        };
        row("instances destroyed first", "aws_instance", Action::DeleteThenCreate, true);
        row("instances replaced first", "aws_instance", Action::CreateThenDelete, false);
        row("forgotten instances", "aws_instance", Action::Forget, false);
        row("versions destroyed first", "aws_ecs_task_definition", Action::DeleteThenCreate, false);
        row("services destroyed first", "aws_ecs_service", Action::DeleteThenCreate, true);
    }
    void countsOnlyObjectsThatAreGone() {
        QFETCH(QString, type);
        QFETCH(int, action);
        QFETCH(bool, isFound);
        plans::Plan plan;
        for (int i = 0; i < 6; ++i)
            plan.changes.add(change(type.toStdString() + ".a[" + std::to_string(i) + "]", Action(action), some, some));
        QCOMPARE(printed(risk::findings(plan, risk::builtInRules())),
                 QString::fromLatin1(isFound ? "many-destroyed" : ""));
    }

    void findsProtectionThatWasTakenOff() {
        plans::Plan plan;
        plan.changes.add(change("aws_instance.a[0]", Action::NoOp, some, some));
        plan.changes.add(change("aws_instance.b", Action::NoOp, some, some));
        risk::Context context;
        context.unprotected.insert(addrs::readAbsResourceInstance("aws_instance.a")->config());
        const std::vector<risk::Finding> found = risk::findings(plan, risk::builtInRules(), context);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].rule, std::string("prevent-destroy-removed"));
        QCOMPARE(found[0].address->toString(), std::string("aws_instance.a[0]"));
    }

    /// Only rules of the user report changes that are not applied: they are not risks.
    void changesThatAreNotAppliedAreNoRisk() {
        plans::Plan plan;
        plan.changes.add(change("aws_instance.a", Action::Update, some, some));
        plan.changes.add(change("aws_s3_bucket.b", Action::Delete, some, no)); // no bucket is lost
        plan.notApplied.push_back(*addrs::readAbsResourceInstance("aws_s3_bucket.b"));
        QVERIFY(risk::findings(plan, risk::builtInRules()).empty());
        const auto rules = risk::readRules(
            R"({"rules":[{"id":"mine","title":"T","detail":"D","severity":"low","plan":{"notApplied":true}}]})", "r");
        QVERIFY(rules.value);
        const std::vector<risk::Finding> found = risk::findings(plan, *rules.value);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].rule, std::string("mine"));
        QCOMPARE(found[0].address->toString(), std::string("aws_s3_bucket.b"));
    }

    void replacementsThatOnlyDestroyAreARisk() {
        plans::Plan plan;
        plan.changes.add(change("aws_instance.a", Action::DeleteThenCreate, some, some));
        plan.onlyDestroyed.push_back(*addrs::readAbsResourceInstance("aws_instance.a"));
        const std::vector<risk::Finding> found = risk::findings(plan, risk::builtInRules());
        const auto isOfIt = [](const risk::Finding& one) { return one.rule == "not-created-again"; };
        QCOMPARE(std::ranges::count_if(found, isOfIt), std::ptrdiff_t(1));
        QCOMPARE(found.front().severity, risk::Severity::High);
    }

    void theWorstComesFirst() {
        plans::Plan plan;
        plan.changes.add(change("aws_iam_role.a", Action::CreateThenDelete, "{'name':'n'}", "{'name':'n'}"));
        plan.changes.add(change("aws_s3_bucket.b", Action::Delete, some, no));
        const std::vector<risk::Finding> found = risk::findings(plan, risk::builtInRules());
        QCOMPARE(found.size(), std::size_t(2));
        QCOMPARE(found[0].rule, std::string("bucket-lost"));
        QCOMPARE(found[1].severity, risk::Severity::Medium);
    }

    void unknownAndSensitiveValuesAreLookedThrough() {
        plans::Plan plan;
        auto made = std::make_shared<plans::ResourceInstanceChange>();
        made->address = *addrs::readAbsResourceInstance("aws_s3_bucket_acl.a");
        made->change.action = Action::Create;
        made->change.after = Value::object({{"acl", Value::string("public-read").withMark(values::Mark::sensitive())},
                                            {"id", Value::unknown(values::Type::string())}});
        plan.changes.add(made);
        QCOMPARE(printed(risk::findings(plan, risk::builtInRules())), QStringLiteral("public-acl"));
        made = std::make_shared<plans::ResourceInstanceChange>(*made);
        made->change.after = Value::object({{"acl", Value::unknown(values::Type::string())}});
        plan.changes.add(made);
        QVERIFY(risk::findings(plan, risk::builtInRules()).empty());
    }

    void badRulesAreTold_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("error");
        const auto rule = [](const char* rest) {
            return QByteArray("{'rules':[{'id':'a','title':'t','actions':['delete']") + rest + "}]}";
        };
        QTest::newRow("no JSON") << QByteArray("{") << QByteArray("the file is not JSON");
        QTest::newRow("no rules") << QByteArray("{}") << QByteArray("a list \"rules\"");
        QTest::newRow("right") << rule("") << QByteArray();
        QTest::newRow("no id") << QByteArray("{'rules':[{'title':'t','actions':['delete']}]}")
                               << QByteArray("needs an \"id\"");
        QTest::newRow("no actions") << QByteArray("{'rules':[{'id':'a','title':'t'}]}")
                                    << QByteArray("needs \"actions\"");
        QTest::newRow("unknown action") << QByteArray("{'rules':[{'id':'a','title':'t','actions':['explode']}]}")
                                        << QByteArray("must be one of create");
        QTest::newRow("unknown key") << rule(",'hide':true") << QByteArray("unknown member \"hide\"");
        QTest::newRow("kinds that are not a list")
            << rule(",'kinds':'aws_*'") << QByteArray("\"kinds\" must be a list");
        QTest::newRow("a path with a gap")
            << rule(",'when':[{'attribute':'a..b','is':['c']}]") << QByteArray("not an attribute path");
        QTest::newRow("an empty condition") << rule(",'when':[{'attribute':'a'}]") << QByteArray("a condition needs");
        QTest::newRow("a lower number") << rule(",'when':[{'attribute':'a','change':'less'}]") << QByteArray();
        QTest::newRow("fewer objects") << rule(",'change':'fewer'") << QByteArray("needs \"each\"");
        QTest::newRow("a rule is a number")
            << QByteArray("{'rules':[1]}") << QByteArray("rule 1: a rule must be an object");
        QTest::newRow("twice") << QByteArray("{'rules':[{'id':'a','title':'t','actions':['delete']},{'id':'a','title':'"
                                             "t','actions':['delete']}]}")
                               << QByteArray("the id \"a\" is already in use");
    }
    void badRulesAreTold() {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, error);
        const diags::Result<risk::Rules> rules = risk::readRules(json.replace('\'', '"').toStdString(), "own.json");
        QCOMPARE(rules.diagnostics.isEmpty(), error.isEmpty());
        if (!error.isEmpty())
            QVERIFY2(QByteArray::fromStdString(rules.diagnostics[0].detail).contains(error),
                     rules.diagnostics[0].detail.c_str());
    }

    void ownRulesAreAddedAndHideNothing() {
        QTemporaryDir folder, person;
        const auto write = [](const QString& path, const QByteArray& text) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
        };
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral(".planlens")));
        write(person.filePath(QStringLiteral("rules.json")),
              R"({"rules":[{"id":"mine","title":"t","actions":["create"],"kinds":["terraform_data"]}]})");
        write(
            folder.filePath(QStringLiteral(".planlens/rules.json")),
            R"({"rules":[{"id":"bucket-lost","title":"nothing","severity":"low","actions":["create"]},{"id":"ours","title":"t","actions":["create"],"when":[{"attribute":"input","is":["secret*"]}]}]})");
        const diags::Result<risk::Rules> rules =
            risk::rulesOf(folder.path().toStdString(), person.path().toStdString());
        QCOMPARE(rules.value->size(), risk::builtInRules().size() + 2);
        QCOMPARE(rules.diagnostics.size(), std::size_t(1));
        QVERIFY(rules.diagnostics[0].detail.find("bucket-lost") != std::string::npos);
        plans::Plan plan;
        plan.changes.add(change("terraform_data.a", Action::Create, no, "{'input':'secret plan'}"));
        plan.changes.add(change("aws_s3_bucket.a", Action::Delete, some, no));
        QCOMPARE(printed(risk::findings(plan, *rules.value)), QStringLiteral("bucket-lost mine ours"));
    }
};

QTEST_APPLESS_MAIN(TestFindings)
#include "tst_findings.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/providers/registry.h"
#include "core/providers/simulated/simulated_registry.h"
#include "core/values/json/json.h"

#include <QTest>

using namespace planlens;
using namespace planlens::providers;
using namespace planlens::providers::simulated;
using values::Value;

namespace {

const addrs::Provider alpha{"example.com", "corp", "alpha"};

constexpr auto schemaText =
    R"({"format_version":"1.0","provider_schemas":{"example.com/corp/alpha":{"resource_schemas":{"a_thing":{"version":1,"block":{
    "attributes":{"id":{"type":"string","computed":true},"name":{"type":"string","required":true},"size":{"type":"number","optional":true,"computed":true},
                  "secret":{"type":"string","optional":true,"write_only":true},
                  "parts":{"nested_type":{"nesting_mode":"list","attributes":{"kind":{"type":"string","optional":true},"serial":{"type":"string","computed":true}}},"optional":true}},
    "block_types":{"net":{"nesting_mode":"list","block":{"attributes":{"subnet":{"type":"string","optional":true},"address":{"type":"string","computed":true}}}}}}}}}}})";

schemas::ProviderSchemaPtr schema() {
    return readProviderSchemas(schemaText)->at(alpha);
}
values::Type type() {
    return schema()->managed.at("a_thing")->type;
}
Value object(const char* json) {
    return *values::fromJson(json, type());
}
/// Prints a value; unknown values as "?".
QString text(const Value& value) {
    if (!value.isKnown())
        return QStringLiteral("?");
    if (value.isNull())
        return QStringLiteral("null");
    if (value.type().isString())
        return QString::fromStdString(value.asString());
    if (value.type().isNumber())
        return QString::fromStdString(value.asNumber().toString());
    QStringList members;
    const bool named = value.type().isObject() || value.type().isMap();
    for (std::size_t i = 0; i < value.size(); ++i)
        members.append((named ? QString::fromStdString(value.key(i)) + u'=' : QString()) + text(value.element(i)));
    return (named ? QStringLiteral("{%1}") : QStringLiteral("[%1]")).arg(members.join(u' '));
}

} // namespace

class TestSimulatedProvider final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void plansByTheRulesOfTheProtocol_data() {
        QTest::addColumn<QByteArray>("prior");
        QTest::addColumn<QByteArray>("proposed");
        QTest::addColumn<QString>("planned");
        const QByteArray bare = R"({"id":null,"name":"n","size":null,"secret":null,"parts":null,"net":[]})";
        const QByteArray existing =
            R"({"id":"i","name":"n","size":3,"secret":null,"parts":[{"kind":"k","serial":"s"}],"net":[{"subnet":"a","address":"1"}]})";
        QTest::newRow("create: computed attributes are unknown")
            << QByteArray() << bare << "{id=? name=n net=[] parts=null secret=null size=?}";
        QTest::newRow("create: configured attributes are planned")
            << QByteArray() << QByteArray(bare).replace("\"size\":null", "\"size\":7")
            << "{id=? name=n net=[] parts=null secret=null size=7}";
        QTest::newRow("create: inside blocks and attributes")
            << QByteArray()
            << QByteArray(
                   R"({"id":null,"name":"n","size":null,"secret":null,"parts":[{"kind":"k","serial":null}],"net":[{"subnet":"a","address":null},{"subnet":null,"address":null}]})")
            << "{id=? name=n net=[{address=? subnet=a} {address=? subnet=null}] parts=[{kind=k serial=?}] secret=null "
               "size=?}";
        QTest::newRow("never write-only attributes")
            << QByteArray() << QByteArray(bare).replace("\"secret\":null", "\"secret\":\"x\"")
            << "{id=? name=n net=[] parts=null secret=null size=?}";
        QTest::newRow("update: computed attributes stay")
            << existing << QByteArray(existing).replace("\"n\"", "\"m\"")
            << "{id=i name=m net=[{address=1 subnet=a}] parts=[{kind=k serial=s}] secret=null size=3}";
        QTest::newRow("no change")
            << existing << existing
            << "{id=i name=n net=[{address=1 subnet=a}] parts=[{kind=k serial=s}] secret=null size=3}";
        QTest::newRow("destroy") << existing << QByteArray() << "null";
    }
    void plansByTheRulesOfTheProtocol() {
        QFETCH(QByteArray, prior);
        QFETCH(QByteArray, proposed);
        QFETCH(QString, planned);
        SimulatedProvider provider(alpha, schema(), {});
        PlanRequest request;
        request.typeName = "a_thing";
        request.prior = prior.isEmpty() ? Value::null(type()) : object(prior);
        request.proposed = request.config = proposed.isEmpty() ? Value::null(type()) : object(proposed);
        const PlanResponse response = provider.planResourceChange(request, {});
        QCOMPARE(text(response.planned), planned);
        QVERIFY(response.requiresReplace.empty());
        QVERIFY(!hasErrors(response.diagnostics));
    }

    void replacesByRules_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("paths");
        QTest::newRow("nothing changed") << QByteArray("x") << QByteArray("x") << "";
        QTest::newRow("no rule") << QByteArray("\"size\":3") << QByteArray("\"size\":4") << "";
        QTest::newRow("attribute") << QByteArray("\"n\"") << QByteArray("\"m\"") << ".name";
        QTest::newRow("in a block") << QByteArray("\"subnet\":\"a\"") << QByteArray("\"subnet\":\"b\"")
                                    << ".net[0].subnet";
        QTest::newRow("in a nested attribute")
            << QByteArray("\"kind\":\"k\"") << QByteArray("\"kind\":\"l\"") << ".parts[0].kind";
        QTest::newRow("two") << QByteArray("\"name\":\"n\",\"size\":3,\"secret\":null,\"parts\":[{\"kind\":\"k\"")
                             << QByteArray("\"name\":\"m\",\"size\":3,\"secret\":null,\"parts\":[{\"kind\":\"l\"")
                             << ".name .parts[0].kind";
    }
    void replacesByRules() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QString, paths);
        const auto rules = readReplacementRules(R"({"a_thing": ["name", "net.subnet", "parts.kind"], "a_other": []})");
        QVERIFY(rules.isOk());
        const QByteArray existing =
            R"({"id":"i","name":"n","size":3,"secret":null,"parts":[{"kind":"k","serial":"s"}],"net":[{"subnet":"a","address":"1"}]})";
        SimulatedProvider provider(alpha, schema(), *rules);
        PlanRequest request;
        request.typeName = "a_thing";
        request.prior = object(existing);
        request.proposed = request.config = object(QByteArray(existing).replace(from, to));
        QStringList found;
        for (const values::Path& path : provider.planResourceChange(request, {}).requiresReplace)
            found.append(QString::fromStdString(path.toString()));
        QCOMPARE(found.join(u' '), paths);
    }

    void rejectsRulesOfAnotherForm_data() {
        QTest::addColumn<QByteArray>("rules");
        QTest::newRow("no JSON") << QByteArray("x");
        QTest::newRow("list") << QByteArray("[]");
        QTest::newRow("no list") << QByteArray(R"({"a": "b"})");
        QTest::newRow("no names") << QByteArray(R"({"a": [1]})");
    }
    void rejectsRulesOfAnotherForm() {
        QFETCH(QByteArray, rules);
        QVERIFY(readReplacementRules(rules.toStdString()).hasErrors());
    }

    void upgradesFittingAttributesOfOtherVersions() {
        SimulatedProvider provider(alpha, schema(), {});
        UpgradeRequest request;
        request.typeName = "a_thing";
        request.rawJson = R"({"id":"i","name":"n","gone":true,"size":"many"})";
        const UpgradeResponse response = provider.upgradeResourceState(request, {});
        QVERIFY(!hasErrors(response.diagnostics));
        QCOMPARE(text(response.upgraded), QStringLiteral("{id=i name=n net=[] parts=null secret=null size=null}"));
        QVERIFY(response.upgraded.type() == type());
    }

    void neverApplies() {
        SimulatedProvider provider(alpha, schema(), {});
        QVERIFY(provider.isEstimate());
        ApplyRequest request;
        request.typeName = "a_thing";
        request.prior = Value::null(type());
        request.planned = request.config =
            object(R"({"id":null,"name":"n","size":null,"secret":null,"parts":null,"net":[]})");
        const ApplyResponse response = provider.applyResourceChange(request, {});
        QVERIFY(hasErrors(response.diagnostics));
        QVERIFY(response.newState.isNull());
    }

    void startsOnlyWhatHasASchema() {
        SimulatedRegistry registry({{alpha, schema()}}, {}, std::make_shared<DefaultRegistry>());
        QVERIFY((*registry.start(alpha, {}))->isEstimate());
        QVERIFY((*registry.schema(alpha, {}))->managed.contains("a_thing"));
        QVERIFY(!(*registry.start(addrs::Provider::builtIn("terraform"), {}))->isEstimate());
        QCOMPARE(registry.start({"example.com", "corp", "beta"}, {}).diagnostics[0].summary,
                 std::string("Provider without a schema"));
    }
};

QTEST_APPLESS_MAIN(TestSimulatedProvider)
#include "tst_simulated_provider.moc"

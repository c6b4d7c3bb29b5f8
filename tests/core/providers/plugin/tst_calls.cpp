// SPDX-License-Identifier: MPL-2.0
#include "test_plugin.h"

#include <algorithm>
#include <optional>
#include <thread>

using namespace planlens;
using namespace planlens::providers;
using values::Path;
using values::Type;
using values::Value;
using Json = nlohmann::json;

/// Each call of a provider with a real process, in both protocols.
class TestCalls : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void readsTheSchema_data() { protocols(); }
    void readsTheSchema();
    void usesAKnownSchema_data();
    void usesAKnownSchema();
    void validatesAndConfigures_data() { protocols(); }
    void validatesAndConfigures();
    void plansAppliesReadsAndDestroys_data() { protocols(); }
    void plansAppliesReadsAndDestroys();
    void plansDestroyOnlyIfSupported_data();
    void plansDestroyOnlyIfSupported();
    void upgradesStoredObjects_data() { protocols(); }
    void upgradesStoredObjects();
    void importsAndMoves_data() { protocols(); }
    void importsAndMoves();
    void readsData_data() { protocols(); }
    void readsData();
    void opensRenewsAndCloses_data() { protocols(); }
    void opensRenewsAndCloses();
    void callsFunctions_data() { protocols(); }
    void callsFunctions();
    void rejectsValuesOfWriteOnlyAttributes();
    void keepsPathsOfDiagnostics();
    void reportsDeferral();
    void readsValuesInJson();
    void makesNoCallForUnknownTypes();
    void runsCallsConcurrently();

private:
    void protocols() {
        QTest::addColumn<int>("protocol");
        QTest::addColumn<bool>("encrypted");
        QTest::newRow("5") << 5 << true;
        QTest::newRow("6") << 6 << true;
        QTest::newRow("5 without TLS") << 5 << false;
        QTest::newRow("6 without TLS") << 6 << false;
    }
    std::optional<testing::SocketFolder> m_sockets;
    testing::ScopedEnvironment m_environment;
};

namespace {

/// Returns a script that covers all kinds of schemas and values.
Json script(int protocol = 6) {
    const Json attributes = {{"id", {{"type", "string"}, {"computed", true}}},
                             {"name", {{"type", "string"}, {"required", true}}},
                             {"size", {{"type", "number"}, {"optional", true}}},
                             {"secret", {{"type", "string"}, {"optional", true}, {"write_only", true}}}};
    const Json thing = {{"version", 2}, {"block", {{"attributes", attributes}}}};
    const Json plain = {{"version", 0},
                        {"block",
                         {{"attributes",
                           {{"name", {{"type", "string"}, {"optional", true}}},
                            {"value", {{"type", "string"}, {"computed", true}}}}}}}};
    return {
        {"protocol", protocol},
        {"requires_configure", false},
        {"capabilities", {{"plan_destroy", true}}},
        {"schemas",
         {{"provider",
           {{"version", 0}, {"block", {{"attributes", {{"region", {{"type", "string"}, {"optional", true}}}}}}}}},
          {"provider_meta",
           {{"version", 0}, {"block", {{"attributes", {{"module", {{"type", "string"}, {"optional", true}}}}}}}}},
          {"resource_schemas", {{"test_thing", thing}, {"test_plain", plain}}},
          {"data_source_schemas", {{"test_plain", plain}}},
          {"ephemeral_resource_schemas", {{"test_plain", plain}}},
          {"functions",
           {{"shout",
             {{"summary", "s"},
              {"return_type", "string"},
              {"parameters", Json::array({{{"name", "text"}, {"type", "string"}}})}}}}},
          {"resource_identity_schemas",
           {{"test_thing",
             {{"version", 1}, {"attributes", {{"id", {{"type", "string"}, {"required_for_import", true}}}}}}}}}}},
        {"managed",
         {{"test_thing",
           {{"computed", {{"id", {{"$format", "id-{name}"}}}}},
            {"replace_on", {"name"}},
            {"private", {{"planned", "planned"}, {"stored", "stored"}}},
            {"upgrade", {{"1", {{"rename", Json::object({{"old", "name"}})}}}}},
            {"upgrade_identity", {{"0", {{"rename", Json::object({{"key", "id"}})}}}}},
            {"import",
             Json::array({{{"objects", Json::array({{{"set", {{"id", {{"$copy", "id"}}}, {"name", "imported"}}},
                                                     {"private", "p"}}})}}})},
            {"move_from", {{"other_thing", {{"rename", Json::object({{"title", "name"}})}, {"private", "moved"}}}}}}}}},
        {"data", {{"test_plain", {{"computed", {{"value", {{"$upper", "name"}}}}}}}}},
        {"ephemeral",
         {{"test_plain",
           {{"computed", {{"value", {{"$upper", "name"}}}}},
            {"private", "lease"},
            {"renewed_private", "lease2"},
            {"renew_after_ms", 60000}}}}},
        {"functions", {{"shout", {{"result", {{"$upper", "text"}}}}}}}};
}

Value thing(Value id, Value name, Value size = Value::null(Type::number()),
            Value secret = Value::null(Type::string())) {
    return Value::object(
        {{"id", std::move(id)}, {"name", std::move(name)}, {"size", std::move(size)}, {"secret", std::move(secret)}});
}
Value plain(Value name, Value value = Value::null(Type::string())) {
    return Value::object({{"name", std::move(name)}, {"value", std::move(value)}});
}
Value text(const char* t) {
    return Value::string(t);
}
const Value noText = Value::null(Type::string());
const Type thingType = Type::object(
    {{"id", Type::string()}, {"name", Type::string()}, {"secret", Type::string()}, {"size", Type::number()}});

QString print(const Value& value) {
    return QString::fromStdString(value.toGoString());
}
QString print(const ProviderDiagnostics& diagnostics) {
    QString result;
    for (const ProviderDiagnostic& d : diagnostics)
        result += QString::fromStdString((d.severity == diags::Severity::Error ? "error " : "warning ") +
                                         d.attribute.toString() + ": " + d.summary + "; " + d.detail + "\n");
    return result;
}

#define NO_PROBLEMS(...) QCOMPARE(print(__VA_ARGS__), QString())

} // namespace

void TestCalls::init() {
    m_sockets.emplace();
    const auto metaObjectRow = QTest::currentDataTag();
    if (metaObjectRow && QByteArray(metaObjectRow).endsWith("without TLS"))
        m_environment.set("TF_DISABLE_PLUGIN_TLS", "1");
}

void TestCalls::cleanup() {
    m_environment.restore();
    QVERIFY(testing::hasNoChildren());
    QCOMPARE(m_sockets->leftovers(), QStringList());
}

void TestCalls::readsTheSchema() {
    QFETCH(int, protocol);
    const testing::TestPlugin plugin(script(protocol));
    const auto provider = plugin.start();
    QVERIFY(provider);
    const auto schema = provider->schema({});
    QVERIFY2(schema.isOk(), schema.diagnostics.toString().c_str());
    const schemas::ProviderSchema& all = **schema;
    QVERIFY(all.planDestroy && all.moveResourceState && all.getProviderSchemaOptional);
    QVERIFY(all.provider->block.attributes.contains("region"));
    QVERIFY(all.providerMeta && all.providerMeta->block.attributes.contains("module"));
    QCOMPARE(all.managed.size(), std::size_t(2));
    QCOMPARE(all.managed.at("test_thing")->version, std::int64_t(2));
    QVERIFY(all.managed.at("test_thing")->type == thingType);
    QVERIFY(all.managed.at("test_thing")->block.attributes.at("secret").writeOnly);
    QVERIFY(all.managed.at("test_thing")->identity);
    QCOMPARE(all.managed.at("test_thing")->identityVersion, std::int64_t(1));
    QVERIFY(!all.managed.at("test_plain")->identity);
    QCOMPARE(all.data.size(), std::size_t(1));
    QCOMPARE(all.ephemeral.size(), std::size_t(1));
    QCOMPARE(all.functions.size(), std::size_t(1));
    QVERIFY(provider->schema({}).value == schema.value);
    QCOMPARE(plugin.calls("GetProviderSchema").size(), std::size_t(1));
    QCOMPARE(plugin.calls("GetProviderSchema")[0]["protocol"].get<int>(), protocol);
}

void TestCalls::usesAKnownSchema_data() {
    QTest::addColumn<bool>("optional");
    QTest::addColumn<int>("calls");
    QTest::newRow("schema is optional") << true << 1;
    QTest::newRow("schema must be requested") << false << 2;
}

void TestCalls::usesAKnownSchema() {
    QFETCH(bool, optional);
    Json json = script();
    json["capabilities"]["get_provider_schema_optional"] = optional;
    testing::TestPlugin plugin(json);
    const auto schema = plugin.start()->schema({});
    QVERIFY(schema.isOk());
    plugin.launch.schema = *schema;
    const auto second = plugin.start();
    QVERIFY(second->schema({}).value == schema.value);
    QVERIFY(second->schema({}).value == schema.value);
    QTEST(static_cast<int>(plugin.calls("GetProviderSchema").size()), "calls");
}

void TestCalls::validatesAndConfigures() {
    QFETCH(int, protocol);
    const testing::TestPlugin plugin(script(protocol));
    const auto provider = plugin.start();
    const Value config = Value::object({{"region", text("here")}});
    NO_PROBLEMS(provider->validateProviderConfig({"", config}, {}));
    NO_PROBLEMS(provider->configure({"1.2.3", config}, {}));
    NO_PROBLEMS(provider->validateResourceConfig(
        {"test_thing", thing(noText, text("n"), Value::unknown(Type::number()), text("s"))}, {}));
    NO_PROBLEMS(provider->validateDataResourceConfig({"test_plain", plain(text("n"))}, {}));
    NO_PROBLEMS(provider->validateEphemeralConfig({"test_plain", plain(text("n"))}, {}));
    QCOMPARE(plugin.calls("ConfigureProvider").size(), std::size_t(1));
    const Json arguments = plugin.calls("ConfigureProvider")[0]["arguments"];
    QVERIFY2(arguments.dump().find("1.2.3") != std::string::npos && arguments.dump().find("here") != std::string::npos,
             arguments.dump().c_str());
    const std::string validated = plugin.calls("ValidateResourceConfig")[0]["arguments"].dump();
    QVERIFY2(validated.find("$unknown") != std::string::npos, validated.c_str());
}

void TestCalls::plansAppliesReadsAndDestroys() {
    QFETCH(int, protocol);
    const testing::TestPlugin plugin(script(protocol));
    const auto provider = plugin.start();
    const Value meta = Value::object({{"module", text("m")}});
    const Value config = thing(noText, text("a"), Value::number(1), text("s"));
    const Value null = Value::null(thingType);

    const PlanResponse planned = provider->planResourceChange(
        {"test_thing", null, thing(Value::unknown(Type::string()), text("a"), Value::number(1)), config, "", meta,
         Value()},
        {});
    NO_PROBLEMS(planned.diagnostics);
    QCOMPARE(print(planned.planned), print(thing(Value::unknown(Type::string()), text("a"), Value::number(1))));
    QCOMPARE(planned.plannedPrivate, std::string("planned"));

    const ApplyResponse applied = provider->applyResourceChange(
        {"test_thing", null, planned.planned, config, planned.plannedPrivate, meta, planned.plannedIdentity}, {});
    NO_PROBLEMS(applied.diagnostics);
    QCOMPARE(print(applied.newState), print(thing(text("id-a"), text("a"), Value::number(1))));
    QCOMPARE(applied.privateData, std::string("stored"));
    QCOMPARE(print(applied.identity), print(Value::object({{"id", text("id-a")}})));

    const ReadResponse read =
        provider->readResource({"test_thing", applied.newState, applied.privateData, meta, applied.identity}, {});
    NO_PROBLEMS(read.diagnostics);
    QCOMPARE(print(read.newState), print(applied.newState));
    QCOMPARE(read.privateData, std::string("stored"));
    QCOMPARE(print(read.identity), print(applied.identity));

    const Value other = thing(text("id-a"), text("b"), Value::number(1));
    const PlanResponse replaced =
        provider->planResourceChange({"test_thing", applied.newState, other, thing(noText, text("b"), Value::number(1)),
                                      applied.privateData, meta, applied.identity},
                                     {});
    NO_PROBLEMS(replaced.diagnostics);
    QCOMPARE(replaced.requiresReplace.size(), std::size_t(1));
    QCOMPARE(replaced.requiresReplace[0].toString(), std::string(".name"));

    const PlanResponse destroyed = provider->planResourceChange(
        {"test_thing", applied.newState, null, null, applied.privateData, meta, applied.identity}, {});
    NO_PROBLEMS(destroyed.diagnostics);
    QCOMPARE(print(destroyed.planned), print(null));
    const ApplyResponse gone = provider->applyResourceChange(
        {"test_thing", applied.newState, null, null, destroyed.plannedPrivate, meta, Value()}, {});
    NO_PROBLEMS(gone.diagnostics);
    QCOMPARE(print(gone.newState), print(null));
    const std::string arguments = plugin.calls("ReadResource")[0]["arguments"].dump();
    QVERIFY2(arguments.find("\"m\"") != std::string::npos, arguments.c_str());
}

void TestCalls::plansDestroyOnlyIfSupported_data() {
    QTest::addColumn<bool>("known");
    QTest::newRow("known") << true;
    QTest::newRow("not known") << false;
}

void TestCalls::plansDestroyOnlyIfSupported() {
    QFETCH(bool, known);
    Json json = script();
    json["capabilities"]["plan_destroy"] = known;
    json["managed"]["test_thing"].erase("private");
    const testing::TestPlugin plugin(json);
    const auto provider = plugin.start();
    const PlanResponse planned = provider->planResourceChange(
        {"test_thing", thing(text("i"), text("a")), Value::null(thingType), Value(), "kept", Value(), Value()}, {});
    NO_PROBLEMS(planned.diagnostics);
    QCOMPARE(print(planned.planned), print(Value::null(thingType)));
    QCOMPARE(plugin.calls("PlanResourceChange").size(), std::size_t(known));
    if (!known)
        QCOMPARE(planned.plannedPrivate, std::string("kept"));
}

void TestCalls::upgradesStoredObjects() {
    QFETCH(int, protocol);
    const testing::TestPlugin plugin(script(protocol));
    const auto provider = plugin.start();
    const UpgradeResponse json =
        provider->upgradeResourceState({"test_thing", 1, "{ \"id\" : \"i\", \"old\":\"a\",\"size\":1.10 }", {}}, {});
    NO_PROBLEMS(json.diagnostics);
    QCOMPARE(print(json.upgraded), print(thing(text("i"), text("a"), Value::number(*values::Number::parse("1.1")))));
    const UpgradeResponse same =
        provider->upgradeResourceState({"test_thing", 2, "{\"id\":\"i\",\"name\":\"a\"}", {}}, {});
    NO_PROBLEMS(same.diagnostics);
    QCOMPARE(print(same.upgraded), print(thing(text("i"), text("a"))));
    provider->upgradeResourceState({"test_thing", 0, "", {{"id", "i"}, {"list.#", "0"}}}, {});
    const std::vector<Json> calls = plugin.calls("UpgradeResourceState");
    QVERIFY2(calls[0]["arguments"].dump().find("1.1") != std::string::npos, calls[0].dump().c_str());
    QVERIFY2(calls[2]["arguments"].dump().find("\"list.#\":\"0\"") != std::string::npos, calls[2].dump().c_str());

    const UpgradeResponse identity = provider->upgradeResourceIdentity({"test_thing", 0, "{\"key\":\"i\"}", {}}, {});
    NO_PROBLEMS(identity.diagnostics);
    QCOMPARE(print(identity.upgraded), print(Value::object({{"id", text("i")}})));
    QCOMPARE(
        print(provider->upgradeResourceIdentity({"test_plain", 0, "{}", {}}, {}).diagnostics),
        QString("error : No identity schema found; No identity schema available for resource type \"test_plain\".\n"));
}

void TestCalls::importsAndMoves() {
    QFETCH(int, protocol);
    const testing::TestPlugin plugin(script(protocol));
    const auto provider = plugin.start();
    const ImportResponse byId = provider->importResourceState({"test_thing", "x", Value()}, {});
    NO_PROBLEMS(byId.diagnostics);
    QCOMPARE(byId.resources.size(), std::size_t(1));
    QCOMPARE(byId.resources[0].typeName, std::string("test_thing"));
    QCOMPARE(print(byId.resources[0].state), print(thing(text("x"), text("imported"))));
    QCOMPARE(byId.resources[0].privateData, std::string("p"));
    const Value identity = Value::object({{"id", text("y")}});
    const ImportResponse byIdentity = provider->importResourceState({"test_thing", "", identity}, {});
    const std::vector<Json> calls = plugin.calls("ImportResourceState");
    QCOMPARE(calls.size(), std::size_t(2));
    QVERIFY2(calls[1]["arguments"].dump().find("\"y\"") != std::string::npos, calls[1].dump().c_str());
    QCOMPARE(
        print(provider->importResourceState({"test_plain", "", identity}, {}).diagnostics),
        QString("error : No identity schema found; No identity schema available for resource type \"test_plain\".\n"));

    MoveRequest move;
    move.sourceProvider = "example.com/tests/other";
    move.sourceType = "other_thing";
    move.targetType = "test_thing";
    move.sourceJson = "{\"id\":\"i\",\"title\":\"t\"}";
    const MoveResponse moved = provider->moveResourceState(move, {});
    NO_PROBLEMS(moved.diagnostics);
    QCOMPARE(print(moved.target), print(thing(text("i"), text("t"))));
    QCOMPARE(moved.targetPrivate, std::string("moved"));
}

void TestCalls::readsData() {
    QFETCH(int, protocol);
    const testing::TestPlugin plugin(script(protocol));
    const ReadDataResponse read =
        plugin.start()->readDataSource({"test_plain", plain(text("a")), Value::object({{"module", noText}})}, {});
    NO_PROBLEMS(read.diagnostics);
    QCOMPARE(print(read.state), print(plain(text("a"), text("A"))));
}

void TestCalls::opensRenewsAndCloses() {
    QFETCH(int, protocol);
    const testing::TestPlugin plugin(script(protocol));
    const auto provider = plugin.start();
    const auto before = Clock::now();
    const OpenEphemeralResponse opened = provider->openEphemeral({"test_plain", plain(text("a"))}, {});
    NO_PROBLEMS(opened.diagnostics);
    QCOMPARE(print(opened.result), print(plain(text("a"), text("A"))));
    QCOMPARE(opened.privateData, std::string("lease"));
    QVERIFY(opened.renewAt && *opened.renewAt > before + std::chrono::seconds(50) &&
            *opened.renewAt < before + std::chrono::seconds(100));
    const RenewEphemeralResponse renewed = provider->renewEphemeral({"test_plain", opened.privateData}, {});
    NO_PROBLEMS(renewed.diagnostics);
    QCOMPARE(renewed.privateData, std::string("lease2"));
    // An opened object is closed even after a stop request.
    std::stop_source stopped;
    stopped.request_stop();
    NO_PROBLEMS(provider->closeEphemeral({"test_plain", renewed.privateData}, stopped.get_token()));
    QCOMPARE(plugin.calls("CloseEphemeralResource").size(), std::size_t(1));
}

void TestCalls::callsFunctions() {
    QFETCH(int, protocol);
    const testing::TestPlugin plugin(script(protocol));
    const auto provider = plugin.start();
    const CallFunctionResponse called = provider->callFunction({"shout", {text("a")}}, {});
    QVERIFY2(!called.error, called.error.value_or("").c_str());
    QCOMPARE(print(called.result), print(text("A")));
    QCOMPARE(print(provider->callFunction({"shout", {Value::unknown(Type::string())}}, {}).result),
             print(Value::unknown(Type::string())));
    QCOMPARE(provider->callFunction({"none", {}}, {}).error.value_or(""),
             std::string("invalid CallFunctionRequest: function none not defined in provider schema"));
    QCOMPARE(provider->callFunction({"shout", {}}, {}).error.value_or(""),
             std::string("invalid CallFunctionRequest: function shout expected 1 parameters and got 0 instead"));
    QCOMPARE(provider->callFunction({"shout", {text("a"), text("b")}}, {}).error.value_or(""),
             std::string("invalid CallFunctionRequest: too many arguments passed to non-variadic function shout"));
    const CallFunctionResponse null = provider->callFunction({"shout", {noText}}, {});
    QCOMPARE(null.error.value_or(""), std::string("parameter text is null, which is not allowed for function shout"));
    QVERIFY(null.errorArgument && *null.errorArgument == 0);
}

void TestCalls::rejectsValuesOfWriteOnlyAttributes() {
    Json json = script();
    json["events"] = Json::array({{{"call", "ReadResource"}, {"set", {{"secret", "s"}}}}});
    const testing::TestPlugin plugin(json);
    const ReadResponse read =
        plugin.start()->readResource({"test_thing", thing(text("i"), text("a")), "stored", Value(), Value()}, {});
    QCOMPARE(print(read.diagnostics), QString("error : Invalid provider response; Resource type \"test_thing\" "
                                              "returned an actual value for the write-only attribute \".secret\" "
                                              "while it is meant to be nil. This is an issue in the provider SDK.\n"));
}

void TestCalls::keepsPathsOfDiagnostics() {
    Json json = script();
    json["events"] =
        Json::array({{{"call", "ValidateResourceConfig"},
                      {"diagnostics",
                       Json::array({{{"severity", "warning"}, {"summary", "w"}, {"detail", "d"}, {"attribute", "name"}},
                                    {{"severity", "error"}, {"summary", "e"}, {"detail", "d"}}})}}});
    const testing::TestPlugin plugin(json);
    QCOMPARE(print(plugin.start()->validateResourceConfig({"test_thing", thing(noText, text("a"))}, {})),
             QString("warning .name: w; d\nerror : e; d\n"));
}

void TestCalls::reportsDeferral() {
    Json json = script();
    json["events"] = Json::array({{{"call", "ReadDataSource"}, {"deferred", "absent_prereq"}}});
    const testing::TestPlugin plugin(json);
    const ReadDataResponse read = plugin.start()->readDataSource({"test_plain", plain(text("a")), Value()}, {});
    QVERIFY(read.deferred && read.deferred->reason == Deferred::Reason::AbsentPrerequisite);
}

void TestCalls::readsValuesInJson() {
    Json json = script();
    json["events"] = Json::array({{{"call", "ReadDataSource"}, {"json", true}}});
    const testing::TestPlugin plugin(json);
    QCOMPARE(print(plugin.start()->readDataSource({"test_plain", plain(text("a")), Value()}, {}).state),
             print(plain(text("a"), text("A"))));
}

void TestCalls::makesNoCallForUnknownTypes() {
    const testing::TestPlugin plugin(script());
    const auto provider = plugin.start();
    QCOMPARE(print(provider->readResource({"none", Value(), "", Value(), Value()}, {}).diagnostics),
             QString("error : unknown resource type \"none\"; \n"));
    QCOMPARE(print(provider->readDataSource({"none", Value(), Value()}, {}).diagnostics),
             QString("error : unknown data source \"none\"; \n"));
    QCOMPARE(print(provider->openEphemeral({"none", Value()}, {}).diagnostics),
             QString("error : unknown ephemeral resource \"none\"; \n"));
    QCOMPARE(print(provider->validateResourceConfig({"test_thing", text("a")}, {})).isEmpty(), false);
}

void TestCalls::runsCallsConcurrently() {
    Json json = script();
    json["events"] = Json::array({{{"call", "ReadDataSource"}, {"delay_ms", 20}}});
    const testing::TestPlugin plugin(json);
    const auto provider = plugin.start();
    std::atomic<int> right = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 16; ++i)
            threads.emplace_back([&, i] {
                const Value name = Value::string("n" + std::to_string(i));
                for (int k = 0; k < 10; ++k)
                    right += provider->readDataSource({"test_plain", plain(name), Value()}, {}).state ==
                             plain(name, Value::string("N" + std::to_string(i)));
            });
    }
    QCOMPARE(right.load(), 160);
    QCOMPARE(plugin.calls("GetProviderSchema").size(), std::size_t(1));
    int most = 0;
    for (const Json& call : plugin.calls("ReadDataSource"))
        most = std::max(most, call["running"].get<int>());
    QVERIFY2(most > 4, qPrintable(QString::number(most)));
}

QTEST_APPLESS_MAIN(TestCalls)
#include "tst_calls.moc"

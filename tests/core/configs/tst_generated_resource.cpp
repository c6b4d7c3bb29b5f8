// SPDX-License-Identifier: MPL-2.0
#include "core/configs/generated_resource.h"

#include <QtTest>

using namespace planlens;
using schemas::Attribute;
using schemas::Block;
using schemas::NestingMode;
using values::Mark;
using values::Type;
using values::Value;

namespace {

Attribute optional(Type type) {
    Attribute attribute;
    attribute.type = type;
    attribute.optional = true;
    return attribute;
}
Attribute secret(Attribute attribute) {
    attribute.sensitive = true;
    return attribute;
}
Attribute writeOnly(Attribute attribute) {
    attribute.writeOnly = true;
    return attribute;
}
Attribute computed(Attribute attribute) {
    attribute.computed = true;
    return attribute;
}
Attribute deprecated(Attribute attribute) {
    attribute.deprecated = true;
    return attribute;
}
Attribute readOnly() {
    Attribute attribute = computed(optional(Type::string()));
    attribute.optional = false;
    return attribute;
}
Attribute nested(NestingMode mode, std::map<std::string, Attribute, std::less<>> attributes) {
    Attribute attribute;
    attribute.optional = true;
    attribute.nested = std::make_shared<const schemas::ObjectType>(schemas::ObjectType{std::move(attributes), mode});
    return attribute;
}

Block arguments(std::map<std::string, Attribute, std::less<>> attributes) {
    Block block;
    block.attributes = std::move(attributes);
    return block;
}
Block withBlock(NestingMode mode) {
    Block block = arguments({{"value", optional(Type::string())}});
    schemas::NestedBlock inner;
    inner.nesting = mode;
    inner.block = arguments({{"inner", optional(Type::string())}});
    block.blockTypes.emplace("part", std::move(inner));
    return block;
}

Value text(const char* value) {
    return Value::string(value);
}
Value inner(const char* value) {
    return Value::object({{"inner", text(value)}});
}
Value sensitive(const Value& value) {
    return value.withMark(Mark::sensitive());
}

} // namespace

/// The configuration that OpenTofu generates for imported objects.
class TestGeneratedResource : public QObject {
    Q_OBJECT
private slots:
    void reportsWhatTheObjectIs_data() {
        QTest::addColumn<Block>("schema");
        QTest::addColumn<Value>("object");
        QTest::addColumn<QString>("expected");

        QTest::newRow("nothing to say") << arguments({{"id", readOnly()}}) << Value::object({{"id", text("x")}}) << "";
        QTest::newRow("computed and deprecated attributes are omitted")
            << arguments({{"id", computed(optional(Type::string()))},
                          {"seen", readOnly()},
                          {"old", deprecated(optional(Type::string()))},
                          {"name", computed(optional(Type::string()))}})
            << Value::object({{"id", text("x")}, {"seen", text("s")}, {"old", text("o")}, {"name", text("n")}})
            << "  name = \"n\"\n";
        QTest::newRow("values of all types, aligned")
            << arguments({{"bool", optional(Type::boolean())},
                          {"list", optional(Type::list(Type::number()))},
                          {"long_name", optional(Type::string())},
                          {"none", optional(Type::string())}})
            << Value::object({{"bool", Value::boolean(true)},
                              {"list", Value::list({Value::number(1), Value::number(-2)})},
                              {"long_name", text("")},
                              {"none", Value::null(Type::string())}})
            << "  bool      = true\n  list      = [1, -2]\n  long_name = \"\"\n  none      = null\n";
        QTest::newRow("maps separate aligned arguments")
            << arguments({{"a", optional(Type::string())},
                          {"map", optional(Type::map(Type::string()))},
                          {"z", optional(Type::string())}})
            << Value::object({{"a", text("1")},
                              {"map", Value::map({{"key", text("v")}, {"with space", text("w")}})},
                              {"z", text("2")}})
            << "  a = \"1\"\n  map = {\n    key          = \"v\"\n    \"with space\" = \"w\"\n  }\n  z = \"2\"\n";
        QTest::newRow("text is escaped") << arguments({{"t", optional(Type::string())}})
                                         << Value::object({{"t", text("${a} %{b} $c \"q\"\n\t\\ \x01 \u200b")}})
                                         << "  t = \"$${a} %%{b} $c \\\"q\\\"\\n\\t\\\\ \\u0001 \\u200b\"\n";
        QTest::newRow("JSON is written as an expression")
            << arguments({{"jsonarr", optional(Type::string())},
                          {"jsonobj", optional(Type::string())},
                          {"juststr", optional(Type::string())},
                          {"secret", secret(optional(Type::string()))}})
            << Value::object({{"jsonarr", text("[{\"a\": 1}]")},
                              {"jsonobj", text(" {\"SomeDate\":\"2012-10-17\"}")},
                              {"juststr", text("{a=b}")},
                              {"secret", text("{\"v\":\"mypass\"}")}})
            << "  jsonarr = jsonencode([{\n    a = 1\n  }])\n  jsonobj = jsonencode({\n    SomeDate = \"2012-10-17\"\n "
               " })\n  juststr = \"{a=b}\"\n"
               "  secret  = null # sensitive\n";
        QTest::newRow("secrets are omitted") << arguments({{"by_schema", secret(optional(Type::list(Type::string())))},
                                                           {"marked", optional(Type::string())},
                                                           {"deep", optional(Type::map(Type::string()))},
                                                           {"wo", writeOnly(optional(Type::string()))},
                                                           {"wos", writeOnly(secret(optional(Type::string())))}})
                                             << Value::object({{"by_schema", Value::list({text("s")})},
                                                               {"marked", sensitive(text("m"))},
                                                               {"deep", Value::map({{"k", sensitive(text("d"))}})},
                                                               {"wo", Value::null(Type::string())},
                                                               {"wos", Value::null(Type::string())}})
                                             << "  by_schema = null # sensitive\n  deep      = null # sensitive\n  "
                                                "marked    = null # sensitive\n  wo        = null # write-only\n"
                                                "  wos       = null # sensitive write-only\n";
        QTest::newRow("nested attributes")
            << arguments({{"list", nested(NestingMode::List, {{"inner", optional(Type::string())}})},
                          {"map", nested(NestingMode::Map, {{"inner", optional(Type::string())}})},
                          {"none", nested(NestingMode::Set, {{"inner", optional(Type::string())}})},
                          {"single", nested(NestingMode::Single, {{"inner", secret(optional(Type::string()))}})},
                          {"whole", secret(nested(NestingMode::List, {{"inner", optional(Type::string())}}))}})
            << Value::object({{"list", Value::list({inner("a"), inner("b")})},
                              {"map", Value::map({{"k", inner("c")}})},
                              {"none", Value::null(Type::set(inner("").type()))},
                              {"single", inner("d")},
                              {"whole", Value::list({inner("e")})}})
            << "  list = [\n    {\n      inner = \"a\"\n    },\n    {\n      inner = \"b\"\n    },\n  ]\n  map = {\n   "
               " k = {\n      inner = \"c\"\n    }\n  }\n  none = null\n"
               "  single = {\n    inner = null # sensitive\n  }\n  whole = [] # sensitive\n";
        QTest::newRow("single block") << withBlock(NestingMode::Single)
                                      << Value::object({{"value", text("v")}, {"part", inner("p")}})
                                      << "  value = \"v\"\n  part {\n    inner = \"p\"\n  }\n";
        QTest::newRow("no block") << withBlock(NestingMode::Single)
                                  << Value::object({{"value", text("v")}, {"part", Value::null(inner("").type())}})
                                  << "  value = \"v\"\n";
        QTest::newRow("list of blocks")
            << withBlock(NestingMode::List)
            << Value::object({{"value", text("v")}, {"part", Value::list({inner("p"), inner("q")})}})
            << "  value = \"v\"\n  part {\n    inner = \"p\"\n  }\n  part {\n    inner = \"q\"\n  }\n";
        QTest::newRow("map of blocks") << withBlock(NestingMode::Map)
                                       << Value::object(
                                              {{"value", text("v")}, {"part", Value::map({{"k", inner("p")}})}})
                                       << "  value = \"v\"\n  part \"k\" {\n    inner = \"p\"\n  }\n";
        QTest::newRow("secret block") << withBlock(NestingMode::Single)
                                      << Value::object({{"value", text("v")}, {"part", sensitive(inner("p"))}})
                                      << "  value = \"v\"\n  part {} # sensitive\n";
    }

    void reportsWhatTheObjectIs() {
        QFETCH(Block, schema);
        QFETCH(Value, object);
        QFETCH(QString, expected);
        const configs::GeneratedResource generated =
            configs::generateResource({addrs::ResourceMode::Managed, "test_thing", "it"}, schema, object, {});
        QCOMPARE(QString::fromStdString(generated.block), "resource \"test_thing\" \"it\" {\n" + expected + "}");
        QCOMPARE(QString::fromStdString(generated.body).trimmed(), expected.trimmed().replace("\n  ", "\n"));
    }

    void namesTheProvider() {
        const configs::GeneratedResource generated =
            configs::generateResource({addrs::ResourceMode::Managed, "test_thing", "it"},
                                      arguments({{"long_argument", optional(Type::string())}}),
                                      Value::object({{"long_argument", text("v")}}), "test.west");
        QCOMPARE(QString::fromStdString(generated.body), "provider      = test.west\nlong_argument = \"v\"\n");
    }
};

QTEST_APPLESS_MAIN(TestGeneratedResource)
#include "tst_generated_resource.moc"

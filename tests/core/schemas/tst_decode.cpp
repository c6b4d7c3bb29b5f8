// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/parser.h"
#include "core/schemas/decode.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::schemas;
using values::Type;
using values::Value;

namespace {

hcl::BodyPtr parsed(std::string_view text) {
    const auto file = hcl::parseNative(std::make_shared<const std::string>(text), "main.tf");
    if (!file.isOk())
        qFatal("%s", file.diagnostics.toString().c_str());
    return file->body;
}

Attribute optional(Type type) {
    Attribute attribute;
    attribute.type = type;
    attribute.optional = true;
    return attribute;
}

NestedBlock nested(NestingMode nesting, Block block) {
    NestedBlock result;
    result.nesting = nesting;
    result.block = std::move(block);
    return result;
}

Block namedBlock() {
    Block block;
    block.attributes["name"] = optional(Type::string());
    return block;
}

/// name, count = 3 known; what = unknown; items = ["x", "y"].
hcl::MapScope exampleScope() {
    return hcl::MapScope({{"items", Value::list({Value::string("x"), Value::string("y")})},
                          {"secret", Value::list({Value::string("x")}).withMark(values::Mark::sensitive())},
                          {"what", Value::unknown(Type::list(Type::string()))}});
}

std::string decoded(std::string_view text, const Block& schema) {
    const hcl::MapScope scope = exampleScope();
    const auto result = decodeBody(parsed(text), schema, &scope);
    return result.value->toGoString() + (result.diagnostics.isEmpty() ? "" : "\n" + result.diagnostics.toString());
}

std::string goString(const std::vector<std::pair<std::string, Value>>& attributes) {
    return Value::object(attributes).toGoString();
}

Value named(std::string_view name) {
    return Value::object({{"name", Value::string(name)}});
}

} // namespace

class DecodeTest : public QObject {
    Q_OBJECT

private slots:
    void convertsArgumentsAndFillsWithNull() {
        Block schema = namedBlock();
        schema.attributes["size"] = optional(Type::number());
        schema.attributes["id"].type = Type::string();
        schema.attributes["id"].computed = true;
        QCOMPARE(
            decoded("name = 5\nsize = \"7\"\n", schema),
            goString({{"name", Value::string("5")}, {"size", Value::number(7)}, {"id", Value::null(Type::string())}}));
    }

    void reportsUnsuitableValues() {
        Block schema;
        schema.attributes["size"] = optional(Type::number());
        const hcl::MapScope scope = exampleScope();
        const auto result = decodeBody(parsed("size = \"big\"\n"), schema, &scope);
        QCOMPARE(result.diagnostics.size(), std::size_t(1));
        QCOMPARE(result.diagnostics[0].summary, std::string("Incorrect attribute value type"));
        QCOMPARE(result.diagnostics[0].detail,
                 std::string("Inappropriate value for attribute \"size\": a number is required."));
        QVERIFY(!result.value->attribute("size").isKnown());
    }

    void nestsBlocks_data() {
        QTest::addColumn<int>("nesting");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("wanted");
        const auto row = [](const char* name, NestingMode mode, const char* text, const Value& wanted) {
            QTest::newRow(name) << static_cast<int>(mode) << QString(text)
                                << QString::fromStdString(goString({{"x", wanted}}));
        };
        const Type type = namedBlock().impliedType();
        const char* one = "x { name = \"a\" }\n";
        const char* two = "x {\n  name = \"a\"\n}\nx {\n  name = \"b\"\n}\n";
        row("single", NestingMode::Single, one, named("a"));
        row("no single", NestingMode::Single, "", Value::null(type));
        row("no group", NestingMode::Group, "", Value::object({{"name", Value::null(Type::string())}}));
        row("list", NestingMode::List, two, Value::list({named("a"), named("b")}));
        row("no list", NestingMode::List, "", Value::emptyList(type));
        row("set", NestingMode::Set, two, Value::set({named("a"), named("b")}));
        row("no set", NestingMode::Set, "", Value::emptySet(type));
        row("map", NestingMode::Map, "x \"k\" {\n  name = \"a\"\n}\n", Value::map({{"k", named("a")}}));
        row("no map", NestingMode::Map, "", Value::emptyMap(type));
        row("dynamic", NestingMode::List,
            "dynamic \"x\" {\n  for_each = items\n  content {\n    name = x.value\n  }\n}\n",
            Value::list({named("x"), named("y")}));
        row("dynamic beside written ones", NestingMode::List,
            "x { name = \"a\" }\ndynamic \"x\" {\n  for_each = items\n  iterator = i\n  content {\n    name = "
            "\"n${i.key}\"\n  }\n}\n",
            Value::list({named("a"), named("n0"), named("n1")}));
        row("unknown dynamic", NestingMode::List,
            "dynamic \"x\" {\n  for_each = what\n  content {\n    name = x.value\n  }\n}\n",
            Value::unknown(Type::list(type)));
    }
    void nestsBlocks() {
        QFETCH(int, nesting);
        QFETCH(QString, text);
        QFETCH(QString, wanted);
        Block schema;
        schema.blockTypes["x"] = nested(static_cast<NestingMode>(nesting), namedBlock());
        QCOMPARE(QString::fromStdString(decoded(text.toStdString(), schema)), wanted);
    }

    void countsBlocks() {
        Block schema;
        schema.blockTypes["x"] = nested(NestingMode::List, namedBlock());
        schema.blockTypes["x"].minItems = 1;
        schema.blockTypes["x"].maxItems = 1;
        const hcl::MapScope scope = exampleScope();
        const auto none = decodeBody(parsed(""), schema, &scope);
        QCOMPARE(none.diagnostics[0].summary, std::string("Insufficient x blocks"));
        QCOMPARE(none.diagnostics[0].detail, std::string("At least 1 \"x\" blocks are required."));
        const auto two = decodeBody(parsed("x {}\nx {}\n"), schema, &scope);
        QCOMPARE(two.diagnostics[0].summary, std::string("Too many x blocks"));
        QCOMPARE(two.diagnostics[0].detail, std::string("No more than 1 \"x\" blocks are allowed"));
    }

    void rejectsASecondSingleBlock() {
        Block schema;
        schema.blockTypes["x"] = nested(NestingMode::Single, namedBlock());
        const hcl::MapScope scope = exampleScope();
        const auto two = decodeBody(parsed("x {}\nx {}\n"), schema, &scope);
        QCOMPARE(two.diagnostics[0].summary, std::string("Duplicate x block"));
        QCOMPARE(two.diagnostics[0].detail,
                 std::string("Only one block of type \"x\" is allowed. Previous definition was at main.tf:1,1-2."));
    }

    void readsArgumentsWrittenAsBlocks_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("wanted");
        const Type type = Type::object({{"name", Type::string()}});
        const auto row = [](const char* name, const char* text, const Value& wanted) {
            QTest::newRow(name) << QString(text) << QString::fromStdString(goString({{"x", wanted}}));
        };
        row("argument", "x = [{ name = \"a\" }]\n", Value::set({named("a")}));
        row("blocks", "x { name = \"a\" }\nx { name = \"b\" }\n", Value::set({named("a"), named("b")}));
        row("dynamic", "dynamic \"x\" {\n  for_each = items\n  content {\n    name = x.value\n  }\n}\n",
            Value::set({named("x"), named("y")}));
        row("neither", "", Value::null(Type::set(type)));
        row("empty", "x = []\n", Value::emptySet(type));
    }
    void readsArgumentsWrittenAsBlocks() {
        QFETCH(QString, text);
        QFETCH(QString, wanted);
        Block schema;
        schema.attributes["x"] = optional(Type::set(Type::object({{"name", Type::string()}})));
        QCOMPARE(QString::fromStdString(decoded(text.toStdString(), schema)), wanted);
    }

    void carriesMarksOfForEach() {
        Block schema;
        schema.blockTypes["x"] = nested(NestingMode::List, namedBlock());
        const hcl::MapScope scope = exampleScope();
        const auto result = decodeBody(
            parsed("dynamic \"x\" {\n  for_each = secret\n  content {\n    name = \"a\"\n  }\n}\n"), schema, &scope);
        QVERIFY(result.diagnostics.isEmpty());
        QVERIFY(result.value->attribute("x").element(0).attribute("name").isSensitive());
    }

    void findsReferences() {
        Block schema = namedBlock();
        schema.blockTypes["x"] = nested(NestingMode::List, namedBlock());
        std::string found;
        const auto body =
            parsed("name = a.b\ndynamic \"x\" {\n  for_each = c\n  content {\n    name = \"${x.key}${d}\"\n  "
                   "}\n}\nx {\n  name = upper(e)\n}\nother = f\n");
        for (const hcl::Traversal& traversal : variablesInBody(body, schema))
            found += traversal.toString() + " ";
        QCOMPARE(found, std::string("a.b c d e "));
        QCOMPARE(functionsInBody(body, schema).size(), std::size_t(1));
    }

    void findsRangesOfPaths() {
        Block schema = namedBlock();
        schema.attributes["tags"] = optional(Type::map(Type::string()));
        schema.blockTypes["x"] = nested(NestingMode::List, namedBlock());
        const auto body = parsed("name = \"a\"\ntags = {\n  k = \"v\"\n}\nx {\n  name = \"b\"\n}\n");
        const auto range = [&](const values::Path& path) { return rangeOfPath(body, schema, path).toString(); };
        QCOMPARE(range(values::Path().attribute("name")), std::string("main.tf:1,8-11"));
        QCOMPARE(range(values::Path().attribute("tags").index("k")), std::string("main.tf:3,8-9"));
        QCOMPARE(range(values::Path().attribute("x").index(std::int64_t(0)).attribute("name")),
                 std::string("main.tf:6,10-13"));
    }
};

QTEST_APPLESS_MAIN(DecodeTest)
#include "tst_decode.moc"

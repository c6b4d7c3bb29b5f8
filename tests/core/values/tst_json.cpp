// SPDX-License-Identifier: MPL-2.0
#include "core/values/json/json.h"
#include "tests/support/table_values.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::values;
using tests::Json;
using tests::tableType;
using tests::tableValue;

namespace {

void addRows(const char* op) {
    QTest::addColumn<QByteArray>("json");
    const Json table = tests::readTable("ctyjson.json");
    if (table.is_null())
        QSKIP("the table is not there");
    for (const Json& row : table)
        if (row["op"] == op)
            QTest::newRow(row["id"].get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
}

} // namespace

class JsonTest : public QObject {
    Q_OBJECT

private slots:
    void writesValues_data() { addRows("marshal"); }
    void writesValues() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const auto written = toJson(tableValue(row["value"]), tableType(row["type"]));
        QVERIFY2(written, written ? "" : written.error().message.c_str());
        QCOMPARE(*written, row["json"].get<std::string>());
    }

    void readsValues_data() { addRows("unmarshal"); }
    void readsValues() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const auto read = fromJson(row["json"].get<std::string>(), tableType(row["type"]));
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->toGoString(), tableValue(row["want"]).toGoString());
        QVERIFY(*read == tableValue(row["want"]));
    }

    void seesTypes_data() { addRows("implied_type"); }
    void seesTypes() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const auto type = impliedTypeOfJson(row["json"].get<std::string>());
        QCOMPARE(type.hasValue(), !row.contains("error"));
        if (type)
            QCOMPARE(typeToJson(*type), typeToJson(tableType(row["want"])));
        else
            QCOMPARE(type.error().message, row["error"].get<std::string>());
    }

    void codesTypes_data() { addRows("type_json"); }
    void codesTypes() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const Type type = tableType(row["type"]);
        QCOMPARE(typeToJson(type), row["json"].get<std::string>());
        QVERIFY(typeFromJson(row["json"].get<std::string>()).value() == type);
    }

    void codesValuesWithoutType_data() { addRows("simple_json"); }
    void codesValuesWithoutType() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const Value value = tableValue(row["value"]);
        QCOMPARE(toJson(value, value.type()).value(), row["json"].get<std::string>());
        const auto read = fromSimpleJson(row["json"].get<std::string>());
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QVERIFY(*read == tableValue(row["want"]));
    }

    void escapesAsGoDoes() {
        std::string out;
        appendJsonString(out, "<a href=\"x\">&\b\f\n\r\t\x01\x7f\\ \xE2\x80\xA8\xE2\x80\xA9 \xC3\xA9 \xFF");
        QCOMPARE(out, std::string("\"\\u003ca href=\\\"x\\\"\\u003e\\u0026\\b\\f\\n\\r\\t\\u0001\x7f\\\\ "
                                  "\\u2028\\u2029 \xC3\xA9 \\ufffd\""));
    }

    void readsEscapes_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("plain") << QByteArray("\"a/b\"") << QByteArray("a/b");
        QTest::newRow("letters") << QByteArray("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"") << QByteArray("\"\\/\b\f\n\r\t");
        QTest::newRow("code point") << QByteArray("\"\\u00e9x\"") << QByteArray("\xC3\xA9x");
        QTest::newRow("surrogates") << QByteArray("\"\\ud83d\\ude00\"") << QByteArray("\xF0\x9F\x98\x80");
        QTest::newRow("lone surrogate") << QByteArray("\"\\ud83dx\"") << QByteArray("\xEF\xBF\xBDx");
        QTest::newRow("bad byte") << QByteArray("\"a\xFFz\"") << QByteArray("a\xEF\xBF\xBDz");
    }
    void readsEscapes() {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, text);
        const auto value = fromSimpleJson(json.toStdString());
        QVERIFY2(value, value ? "" : value.error().message.c_str());
        QCOMPARE(QByteArray::fromStdString(value->asString()), text);
    }

    void rejectsBadText_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* name, const char* json, const char* message) {
            QTest::newRow(name) << QByteArray(json) << QByteArray(message);
        };
        row("nothing", "", "EOF");
        row("open array", "[1", "EOF");
        row("open string", "\"abc", "unexpected EOF");
        row("word", "nope", "invalid character 'o' in literal null (expecting 'u')");
        row("letter", "aaaa", "invalid character 'a' looking for beginning of value");
        row("no comma", "[1 2]", "invalid character '2' after array element");
        row("trailing comma", "{\"a\":1,}", "invalid character '}' looking for beginning of object key string");
        row("no colon", "{\"a\" 1}", "invalid character '1' after object key");
        row("no comma in object", "{\"a\":1 \"b\":2}", "invalid character '\"' after object key:value pair");
        row("control character", "\"a\nb\"", "invalid character '\\n' in string literal");
        row("bad escape", "\"\\x\"", "invalid character 'x' in string escape code");
        row("bad hex", "\"\\u00g0\"", "invalid character 'g' in \\u hexadecimal character escape");
        row("bare point", "1.", "unexpected EOF");
        row("bad fraction", "[1.]", "invalid character ']' after decimal point in numeric literal");
        row("bad exponent", "[1ex]", "invalid character 'x' in exponent of numeric literal");
        row("minus", "[-]", "invalid character ']' in numeric literal");
        row("more", "1 2", "extraneous data after JSON object");
    }
    void rejectsBadText() {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, message);
        const auto value = fromSimpleJson(json.toStdString());
        QVERIFY(!value);
        QCOMPARE(QByteArray::fromStdString(value.error().message), message);
    }

    void reportsWhereReadingFailed_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* name, const char* json, const char* message) {
            QTest::newRow(name) << QByteArray(json) << QByteArray(message);
        };
        row("not an object", "[]", "missing expected {");
        row("unknown attribute", R"({"b":1})", "unsupported attribute \"b\"");
        row("wrong element", R"({"a":[1,"x"]})", ".a[1]: a number is required");
        row("syntax inside", R"({"a":[1,"x",}]})",
            ".a: failed to read object value: invalid character '}' looking for beginning of value");
        row("cut off", R"({"a":[1)", ".a: failed to read object value: unexpected EOF");
        row("no bool", R"({"c":1})", ".c: bool is required");
        row("bad bool", R"({"c":"maybe"})", ".c: a bool is required");
    }
    void reportsWhereReadingFailed() {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, message);
        const Type type = Type::object({{"a", Type::list(Type::number())}, {"c", Type::boolean()}});
        const auto value = fromJson(json.toStdString(), type);
        QVERIFY(!value);
        QCOMPARE(QByteArray::fromStdString(formatError(value.error())), message);
    }

    void rejectsWhatCannotBeWritten() {
        const Type type = Type::list(Type::string());
        const auto marked = toJson(Value::list({Value::string("x").withMark(Mark::sensitive())}), type);
        QVERIFY(!marked);
        QCOMPARE(formatError(marked.error()), std::string("[0]: value has marks, so it cannot be serialized as JSON"));
        const auto unknown = toJson(Value::unknown(type), type);
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().message, std::string("value is not known"));
    }

    void rejectsDeepNesting() {
        QCOMPARE(fromSimpleJson(std::string(100000, '[')).error().message, std::string("exceeded max depth"));
        QVERIFY(!fromJson("{\"a\":" + std::string(100000, '['), Type::object({{"a", Type::dynamic()}})));
    }
};

QTEST_APPLESS_MAIN(JsonTest)
#include "tst_json.moc"

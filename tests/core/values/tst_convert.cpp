// SPDX-License-Identifier: MPL-2.0
#include "core/values/conversion/convert.h"
#include "core/values/json/json.h"
#include "tests/support/table_values.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::values;
using tests::Json;
using tests::tableType;
using tests::tableValue;

namespace {

std::vector<Type> tableTypes(const Json& json) {
    std::vector<Type> types;
    for (const Json& type : json)
        types.push_back(tableType(type));
    return types;
}

void addRows(const char* op) {
    QTest::addColumn<QByteArray>("json");
    for (const Json& row : tests::readTable("convert.json"))
        if (row["op"] == op)
            QTest::newRow(row["id"].get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
}

} // namespace

class ConvertTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (tests::readTable("convert.json").is_null())
            QSKIP("the tables are not there");
    }

    void converts_data() { addRows("convert"); }
    void converts() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const auto result = convert(tableValue(row["value"]), tableType(row["type"]));
        if (row.contains("error")) {
            QVERIFY(!result);
            QCOMPARE(result.error().message, row["error"].get<std::string>());
            return;
        }
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QCOMPARE(result->toGoString(), tableValue(row["want"]).toGoString());
        QVERIFY(*result == tableValue(row["want"]));
    }

    void unifies_data() { addRows("unify"); }
    void unifies() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const auto result = unify(tableTypes(row["types"]));
        QCOMPARE(result.has_value(), !row["want"].is_null());
        if (!result)
            return;
        QCOMPARE(typeToJson(result->type), typeToJson(tableType(row["want"])));
        QCOMPARE(result->needsConversion, row["conversions"].get<std::vector<bool>>());
    }

    void comparesTypes_data() { addRows("compare_types"); }
    void comparesTypes() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        QCOMPARE(compareTypes(tableType(row["a"]), tableType(row["b"])), row["want"].get<int>());
    }

    void sortsTypes_data() { addRows("sort_types"); }
    void sortsTypes() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const auto types = tableTypes(row["types"]);
        std::string sorted;
        for (const std::size_t i : sortTypes(types))
            sorted += typeToJson(types[i]) + " ";
        std::string wanted;
        for (const Type type : tableTypes(row["want"]))
            wanted += typeToJson(type) + " ";
        QCOMPARE(sorted, wanted);
    }

    void explainsMismatches_data() { addRows("mismatch_message"); }
    void explainsMismatches() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        QCOMPARE(mismatchMessage(tableType(row["got_type"]), tableType(row["want_type"])),
                 row["want"].get<std::string>());
    }

    void reportsWhereConversionFailed() {
        const Value value = Value::object({{"a", Value::tuple({Value::string("1"), Value::string("x")})}});
        const Type type = Type::object({{"a", Type::list(Type::number())}});
        const auto result = convert(value, type);
        QVERIFY(!result);
        QCOMPARE(formatError(result.error()), std::string(".a[1]: a number is required"));
    }

    void unifiesThousandsOfElements() {
        std::vector<Type> types;
        for (int i = 0; i < 20000; ++i)
            types.push_back(i % 2 ? Type::string() : Type::number());
        const auto unified = unify(types);
        QVERIFY(unified);
        QVERIFY(unified->type.isString());
        QVERIFY(unified->needsConversion[0]);
        QVERIFY(!unified->needsConversion[1]);
    }
};

QTEST_APPLESS_MAIN(ConvertTest)
#include "tst_convert.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/schemas/values_by_schema.h"
#include "tests/support/table_schemas.h"

#include <QtTest>

#include <algorithm>
#include <map>

using namespace planlens;
using namespace planlens::schemas;
using tests::Json;
using tests::tableBlock;
using tests::tableType;
using tests::tableValue;
using values::Value;

namespace {

void addRows(const char* op) {
    QTest::addColumn<QByteArray>("json");
    for (const Json& row : tests::readTable("configschema.json"))
        if (row["op"] == op)
            QTest::newRow(row["id"].get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
}

std::vector<std::string> sorted(std::vector<std::string> texts) {
    std::sort(texts.begin(), texts.end());
    return texts;
}

/// Rows that our schemas cannot express, with the reason.
const std::map<std::string, const char*>& inexpressible() {
    constexpr const char* isValue = "blocks and attributes are values: there is no missing one";
    constexpr const char* hasType = "an attribute always has one type: that of `nested` where it is there, else `type`";
    static const std::map<std::string, const char*> all{
        {"configschema/internal_validate/nil", isValue},
        {"configschema/internal_validate/nil attr", isValue},
        {"configschema/internal_validate/nil block type", isValue},
        {"configschema/internal_validate/attribute with missing type", hasType},
        {"configschema/internal_validate/attribute with both type and nestedtype should not suppress other validation messages", hasType},
        {"configschema/value_marks/object with known values and nested attribute for an ephemeral schema",
         "whether a resource is ephemeral is not a matter of its block: the engine marks what is read of one"},
    };
    return all;
}

/// Skips the row where our schemas cannot express it.
#define SKIP_INEXPRESSIBLE(row)                                                                                        \
    if (const auto found = inexpressible().find((row)["id"].get<std::string>()); found != inexpressible().end())       \
        QSKIP(found->second)

} // namespace

class ConfigschemaTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (tests::readTable("configschema.json").is_null())
            QSKIP("the tables are not there");
    }

    void coerces_data() { addRows("coerce_value"); }
    void coerces() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const auto result = coerceValue(tableBlock(row["schema"]), tableValue(row["input"]));
        if (row.contains("error")) {
            QVERIFY(!result);
            QCOMPARE(values::formatError(result.error()), row["error"].get<std::string>());
            return;
        }
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QCOMPARE(result->toGoString(), tableValue(row["want"]).toGoString());
        QVERIFY(*result == tableValue(row["want"]));
    }

    void makesEmptyAndUnknownValues_data() { addRows("empty_and_unknown_value"); }
    void makesEmptyAndUnknownValues() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const Block block = tableBlock(row["schema"]);
        QCOMPARE(emptyValue(block).toGoString(), tableValue(row["want_empty"]).toGoString());
        QCOMPARE(unknownValue(block).toGoString(), tableValue(row["want_unknown"]).toGoString());
    }

    void impliesType_data() { addRows("implied_type"); }
    void impliesType() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        QVERIFY(tableBlock(row["schema"]).impliedType() == tableType(row["want"]));
    }

    void knowsWhetherItContainsSensitive_data() { addRows("contains_sensitive"); }
    void knowsWhetherItContainsSensitive() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        QCOMPARE(tableBlock(row["schema"]).containsSensitive(), row["want"].get<bool>());
    }

    void validatesSchemas_data() { addRows("internal_validate"); }
    void validatesSchemas() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        std::vector<std::string> wanted;
        for (const Json& error : row["want_errors"])
            wanted.push_back(error.get<std::string>());
        SKIP_INEXPRESSIBLE(row);
        QCOMPARE(sorted(internalValidate(tableBlock(row["schema"]))), sorted(wanted));
    }

    void findsSensitivePaths_data() { addRows("value_marks"); }
    void findsSensitivePaths() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        SKIP_INEXPRESSIBLE(row);
        const Value given = tableValue(row["given"]);
        const Value marked = given.withPathMarks(sensitivePaths(tableBlock(row["schema"]), given));
        QCOMPARE(marked.toGoString(), tableValue(row["want"]).toGoString());
        QVERIFY(marked == tableValue(row["want"]));
    }

    void factsDoNotOutliveChanges() {
        Block block;
        block.attributes["a"].type = values::Type::string();
        block.attributes["a"].optional = true;
        QCOMPARE(block.impliedType().attributes().size(), std::size_t(1));
        Block copy = block;
        copy.attributes["b"].type = values::Type::string();
        QCOMPARE(copy.impliedType().attributes().size(), std::size_t(2));
        QCOMPARE(block.impliedType().attributes().size(), std::size_t(1));
    }

    void takesWriteOnlyOut() {
        Block block;
        block.attributes["secret"].type = values::Type::string();
        block.attributes["secret"].optional = true;
        block.attributes["secret"].writeOnly = true;
        block.attributes["name"].type = values::Type::string();
        const Value value = Value::object(
            {{"secret", Value::string("x").withMark(values::Mark::sensitive()).withMark(values::Mark::ephemeral())}, {"name", Value::string("n")}});
        QCOMPARE(writeOnlyViolations(block, value).size(), std::size_t(1));
        const Value without = withoutWriteOnly(block, value);
        QVERIFY(without.attribute("secret").isNull());
        QVERIFY(without.attribute("secret").hasMark(values::Mark::sensitive()));
        QVERIFY(!without.attribute("secret").hasMark(values::Mark::ephemeral()));
        QCOMPARE(without.attribute("name").asString(), std::string("n"));
        QVERIFY(writeOnlyViolations(block, without).empty());
    }
};

QTEST_APPLESS_MAIN(ConfigschemaTest)
#include "tst_configschema.moc"

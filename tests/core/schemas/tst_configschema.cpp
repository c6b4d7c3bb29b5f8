// SPDX-License-Identifier: MPL-2.0
#include "core/providers/simulated/schema_json.h"
#include "core/schemas/values_by_schema.h"
#include "tests/support/table_schemas.h"

#include <QtTest>

#include <algorithm>
#include <optional>

using namespace planlens;
using namespace planlens::schemas;
using tests::Json;
using tests::tableBlock;
using tests::tableType;
using tests::tableValue;
using values::Value;

namespace {

/// Whether a row is about the mark of ephemeral resources, which tst_engine_ephemeral tests: it is not in schemas.
bool isOfEphemeral(const Json& row) {
    return row["op"] == "value_marks" && row["schema"].value("ephemeral", false);
}

void addRows(const char* op) {
    QTest::addColumn<QByteArray>("json");
    for (const Json& row : tests::readTable("configschema.json"))
        if (row["op"] == op && !isOfEphemeral(row))
            QTest::newRow(row["id"].get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
}

/// Returns the location of a null in a recorded schema. Schemas here are values and cannot be null; nulls are rejected
/// when schemas are read.
std::optional<std::string> placeOfNull(const Json& schema) {
    if (schema.is_null())
        return "";
    for (const char* kind : {"attributes", "block_types"})
        if (schema.contains(kind))
            for (const auto& [name, inner] : schema[kind].items())
                if (inner.is_null())
                    return "." + name;
    return {};
}

std::vector<std::string> sorted(std::vector<std::string> texts) {
    std::sort(texts.begin(), texts.end());
    return texts;
}

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

    void recognizesWhetherItContainsSensitive_data() { addRows("contains_sensitive"); }
    void recognizesWhetherItContainsSensitive() {
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
        if (const std::optional<std::string> place = placeOfNull(row["schema"])) {
            Json file{{"format_version", "1.0"}};
            file["provider_schemas"]["example.com/corp/alpha"]["resource_schemas"]["a_thing"]["block"] = row["schema"];
            const auto read = providers::simulated::readProviderSchemas(file.dump());
            QVERIFY(!read.isOk());
            const std::string problem = place->empty() ? ", \"block\" is not an object." : ", it is not an object.";
            QVERIFY2(read.diagnostics[0].detail.ends_with("at example.com/corp/alpha.a_thing" + *place + problem),
                     read.diagnostics[0].detail.c_str());
            return;
        }
        QCOMPARE(sorted(internalValidate(tableBlock(row["schema"]))), sorted(wanted));
    }

    void findsSensitivePaths_data() { addRows("value_marks"); }
    void findsSensitivePaths() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
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
            {{"secret", Value::string("x").withMark(values::Mark::sensitive()).withMark(values::Mark::ephemeral())},
             {"name", Value::string("n")}});
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

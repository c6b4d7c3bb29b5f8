// SPDX-License-Identifier: MPL-2.0
#include "core/plans/objchange/objchange.h"
#include "tests/support/table_schemas.h"

#include <QtTest>

#include <set>

using namespace planlens;
using namespace planlens::plans::objchange;
using tests::Json;
using tests::tableBlock;
using tests::tableValue;
using values::Value;

namespace {

void addRows(const char* test) {
    QTest::addColumn<QByteArray>("json");
    for (const Json& row : tests::readTable("objchange.json"))
        if (row["test"] == test)
            QTest::newRow(row["id"].get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
}

std::string printed(const std::multiset<std::string>& lines) {
    std::string out;
    for (const std::string& line : lines)
        out += line + "\n";
    return out;
}

std::string errorTexts(const std::vector<values::PathError>& errors) {
    std::multiset<std::string> texts;
    for (const values::PathError& error : errors)
        texts.insert(values::formatError(error));
    return printed(texts);
}

std::string wantedErrors(const Json& row) {
    std::multiset<std::string> texts;
    for (const Json& error : row["want_errors"])
        texts.insert(error.get<std::string>());
    return printed(texts);
}

} // namespace

class ObjchangeTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (tests::readTable("objchange.json").is_null())
            QSKIP("the tables are not there");
    }

    void proposesNew_data() { addRows("ProposedNew"); }
    void proposesNew() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const Value result =
            proposedNew(tableBlock(row["schema"]), tableValue(row["prior"]), tableValue(row["config"]));
        QCOMPARE(result.toGoString(), tableValue(row["want"]).toGoString());
        QVERIFY(result == tableValue(row["want"]));
    }

    void checksPlans_data() { addRows("AssertPlanValid"); }
    void checksPlans() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const Value prior = row["prior"].is_null() ? Value() : tableValue(row["prior"]);
        QCOMPARE(errorTexts(assertPlanValid(tableBlock(row["schema"]), prior, tableValue(row["config"]),
                                            tableValue(row["planned"]))),
                 wantedErrors(row));
    }

    void checksCompletion_data() { addRows("AssertObjectCompatible"); }
    void checksCompletion() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        QCOMPARE(errorTexts(assertObjectCompatible(tableBlock(row["schema"]), tableValue(row["planned"]),
                                                   tableValue(row["actual"]))),
                 wantedErrors(row));
    }

    void normalizes_data() { addRows("NormalizeObjectFromLegacySDK"); }
    void normalizes() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const Value result = normalizeObjectFromLegacySdk(tableValue(row["input"]), tableBlock(row["schema"]));
        QCOMPARE(result.toGoString(), tableValue(row["want"]).toGoString());
        QVERIFY(result == tableValue(row["want"]));
    }

    void leavesComputedOfDataSourcesUnknown() {
        schemas::Block schema;
        schema.attributes["id"].type = values::Type::string();
        schema.attributes["id"].computed = true;
        schema.attributes["name"].type = values::Type::string();
        schema.attributes["name"].optional = true;
        const Value config = Value::object({{"id", Value::null(values::Type::string())}, {"name", Value::string("a")}});
        const Value result = plannedDataResourceObject(schema, config);
        QVERIFY(!result.attribute("id").isKnown());
        QCOMPARE(result.attribute("name").asString(), std::string("a"));
    }
};

QTEST_APPLESS_MAIN(ObjchangeTest)
#include "tst_objchange.moc"

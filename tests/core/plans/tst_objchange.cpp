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
    const Json table = tests::readTable("objchange.json");
    if (table.is_null())
        QSKIP("the tables are not there");
    for (const Json& row : table)
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

    /// An unknown element is an object with unknown attributes if there is a prior element, and otherwise stays
    /// unknown.
    void proposesUnknownElements_data() {
        QTest::addColumn<int>("nesting");
        QTest::addColumn<bool>("hasPrior");
        QTest::addColumn<bool>("isObject");
        using schemas::NestingMode;
        const auto row = [](const char* name, NestingMode nesting, bool hasPrior, bool isObject) {
            QTest::newRow(name) << int(nesting) << hasPrior << isObject;
        };
        row("list", NestingMode::List, true, true);
        row("list, new", NestingMode::List, false, false);
        row("map", NestingMode::Map, true, true);
        row("map, new", NestingMode::Map, false, false);
        row("set", NestingMode::Set, true, true);
        row("set, new", NestingMode::Set, false, true); // compared with a null element
        row("single", NestingMode::Single, true, false);
        row("single, new", NestingMode::Single, false, false);
    }
    void proposesUnknownElements() {
        QFETCH(int, nesting);
        QFETCH(bool, hasPrior);
        QFETCH(bool, isObject);
        const auto mode = schemas::NestingMode(nesting);
        auto nested = std::make_shared<schemas::ObjectType>();
        nested->nesting = mode;
        nested->attributes["a"].type = nested->attributes["n"].type = values::Type::string();
        nested->attributes["a"].optional = nested->attributes["n"].optional = nested->attributes["n"].computed = true;
        schemas::Block schema;
        schema.attributes["items"].nested = nested;
        schema.attributes["items"].optional = true;
        const values::Type element =
            values::Type::object({{"a", values::Type::string()}, {"n", values::Type::string()}});
        const auto collection = [&](const Value& value) {
            switch (mode) {
            case schemas::NestingMode::List:
                return Value::list({value});
            case schemas::NestingMode::Map:
                return Value::map({{"k", value}});
            case schemas::NestingMode::Set:
                return Value::set({value});
            default:
                return value;
            }
        };
        const Value before = collection(Value::object({{"a", Value::string("x")}, {"n", Value::string("y")}}));
        const Value config = Value::object({{"items", collection(Value::unknown(element))}});
        const Value prior = Value::object({{"items", hasPrior ? before : Value::null(before.type())}});
        const Value items = proposedNew(schema, prior, config).attribute("items");
        const Value found = items.type().isObject() ? items : items.element(0);
        QCOMPARE(found.isKnown(), isObject);
        if (isObject)
            QVERIFY(!found.attribute("a").isKnown() && !found.attribute("n").isKnown());
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

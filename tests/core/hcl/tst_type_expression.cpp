// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/parser.h"
#include "core/hcl/type_expression.h"
#include "core/values/json/json.h"
#include "tests/support/table_values.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::hcl;
using tests::Json;
using tests::tableType;
using tests::tableValue;
using values::typeToJson;

namespace {

void addRows(const char* op) {
    QTest::addColumn<QByteArray>("json");
    const Json table = tests::readTable("typeexpr.json");
    if (table.is_null())
        QSKIP("the table is not there");
    for (const Json& row : table)
        if (row["op"] == op)
            QTest::newRow(row["id"].get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
}

std::shared_ptr<const TypeDefaults> tableDefaults(const Json& json) {
    if (json.is_null())
        return nullptr;
    auto defaults = std::make_shared<TypeDefaults>();
    defaults->type = tableType(json["type"]);
    for (const auto& [name, value] : json["default_values"].items())
        defaults->values.emplace(name, tableValue(value));
    for (const auto& [name, child] : json["children"].items())
        defaults->children.emplace(name, tableDefaults(child));
    return defaults;
}

std::string print(const TypeDefaults* defaults) {
    if (!defaults)
        return "none";
    std::string text = typeToJson(defaults->type) + "{";
    for (const auto& [name, value] : defaults->values)
        text += name + "=" + value.toGoString() + " ";
    for (const auto& [name, child] : defaults->children)
        text += name + ":" + print(child.get()) + " ";
    return text + "}";
}

void compareType(const Json& row, const diags::Result<values::Type>& got) {
    QVERIFY(got.value);
    QCOMPARE(typeToJson(*got), typeToJson(tableType(row["want"])));
    QCOMPARE(got.hasErrors(), row.contains("error"));
    if (got.hasErrors()) // others may follow; the table contains the first one
        QCOMPARE(got.diagnostics[0].detail, row["error"].get<std::string>());
}

} // namespace

class TypeExpressionTest : public QObject {
    Q_OBJECT

private slots:
    void readsTypes_data() { addRows("get_type"); }
    void readsTypes() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const auto expression = parseExpression(row["input"].get<std::string>(), "test.tf");
        compareType(row, row["constraint"].get<bool>() ? parseTypeConstraintWithoutDefaults(**expression)
                                                       : parseExactType(**expression));
    }

    void readsTypesOfJson_data() { addRows("get_type_json"); }
    void readsTypesOfJson() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const auto file = parseJson(std::make_shared<const std::string>(row["input"].get<std::string>()), "test.json");
        QVERIFY(file.isOk());
        const auto content = file->body->content({{{"expr", true}}, {}});
        QVERIFY(content.isOk());
        compareType(row, parseExactType(*content->attribute("expr")->expression));
    }

    void readsDefaults_data() { addRows("get_type_defaults"); }
    void readsDefaults() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const auto expression = parseExpression(row["input"].get<std::string>(), "test.tf");
        const auto constraint = parseTypeConstraint(**expression);
        if (row.contains("error")) {
            QCOMPARE(constraint.diagnostics.size(), 1u);
            QCOMPARE(constraint.diagnostics[0].detail, row["error"].get<std::string>());
            return;
        }
        QVERIFY2(constraint.isOk(), constraint.diagnostics.toString().c_str());
        QCOMPARE(print(constraint->defaults.get()), print(tableDefaults(row["want"]).get()));
    }

    void appliesDefaults_data() { addRows("defaults_apply"); }
    void appliesDefaults() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const auto result = tableDefaults(row["defaults"])->apply(tableValue(row["value"]));
        QCOMPARE(result.toGoString(), tableValue(row["want"]).toGoString());
        QVERIFY(result == tableValue(row["want"]));
    }

    void writesTypes_data() { addRows("type_string"); }
    void writesTypes() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        QCOMPARE(typeToHcl(tableType(row["type"])), row["want"].get<std::string>());
    }
};

QTEST_APPLESS_MAIN(TypeExpressionTest)
#include "tst_type_expression.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/traversal.h"
#include "tests/support/table_values.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::hcl;
using tests::Json;
using tests::tableValue;
using values::Value;

namespace {

void addRows(const char* op) {
    QTest::addColumn<QByteArray>("json");
    for (const Json& row : tests::readTable("value_ops.json"))
        if (row["op"] == op)
            QTest::newRow(row["id"].get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
}

Traversal traversalOf(const values::Path& path) {
    Traversal traversal;
    for (const values::PathStep& step : path) {
        if (const auto* attribute = std::get_if<values::AttributeStep>(&step))
            traversal.steps.push_back({TraversalStep::Kind::Attribute, attribute->name, {}, {}});
        else
            traversal.steps.push_back({TraversalStep::Kind::Index, {}, std::get<values::IndexStep>(step).key, {}});
    }
    return traversal;
}

} // namespace

class TraversalTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (tests::readTable("value_ops.json").is_null())
            QSKIP("the tables are not there");
    }

    void indexes_data() { addRows("hcl_index"); }
    void indexes() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const auto result = indexValue(tableValue(row["args"][0]), tableValue(row["args"][1]), {});
        if (row.contains("error")) {
            QCOMPARE(result.diagnostics.size(), 1u);
            QCOMPARE(result.diagnostics[0].summary, row["error"].get<std::string>());
            return;
        }
        QVERIFY2(result.isOk(), result.diagnostics.toString().c_str());
        QCOMPARE(result->toGoString(), tableValue(row["want"]).toGoString());
    }

    void followsPaths_data() { addRows("hcl_apply_path"); }
    void followsPaths() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const auto result = applyTraversal(tableValue(row["args"][0]), traversalOf(tests::tablePath(row["path"])));
        if (row.contains("error")) {
            QCOMPARE(result.diagnostics.size(), 1u);
            QCOMPARE(result.diagnostics[0].summary + ": " + result.diagnostics[0].detail,
                     row["error"].get<std::string>());
            return;
        }
        QVERIFY2(result.isOk(), result.diagnostics.toString().c_str());
        QCOMPARE(result->toGoString(), tableValue(row["want"]).toGoString());
    }
};

QTEST_APPLESS_MAIN(TraversalTest)
#include "tst_traversal.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/values/conversion/convert.h"
#include "core/values/equality.h"
#include "core/values/operations.h"
#include "tests/support/table_values.h"

#include <QtTest>

#include <algorithm>

using namespace planlens;
using namespace planlens::values;
using tests::Json;
using tests::tablePath;
using tests::tableType;
using tests::tableValue;

namespace {

using Unary = Value (*)(const Value&);
using Binary = Value (*)(const Value&, const Value&);

const std::map<std::string, Unary> unaryOperations = {
    {"absolute", absolute}, {"negate", negate}, {"not", logicalNot}, {"unknown_as_null", unknownAsNull}};
const std::map<std::string, Binary> binaryOperations = {
    {"add", add},
    {"and", logicalAnd},
    {"divide", divide},
    {"equals", equals},
    {"greater_than", greaterThan},
    {"greater_than_or_equal", greaterThanOrEqual},
    {"has_element", hasElement},
    {"has_index", hasIndex},
    {"index", index},
    {"less_than", lessThan},
    {"less_than_or_equal", lessThanOrEqual},
    {"modulo", modulo},
    {"multiply", multiply},
    {"or", logicalOr},
    {"subtract", subtract},
};

/// Evaluates predicates.
std::optional<bool> answer(const std::string& op, const Json& row) {
    const auto arg = [&](std::size_t i) { return tableValue(row["args"][i]); };
    const auto type = [&](std::size_t i) { return tableType(row["types"][i]); };
    if (op == "raw_equals")
        return arg(0) == arg(1);
    if (op == "contains_marked")
        return arg(0).containsMarked();
    if (op == "is_marked")
        return arg(0).isMarked();
    if (op == "has_wholly_known_type")
        return detail::hasWhollyKnownType(arg(0));
    if (op == "set_order_less")
        return setOrderLess(arg(0), arg(1));
    if (op == "type_has_dynamic")
        return type(0).hasDynamic();
    if (op == "type_equals")
        return type(0) == type(1);
    if (op == "type_is_primitive")
        return type(0).isPrimitive();
    if (op == "type_conforms") {
        // The required type comes first in the table.
        const bool conforms = detail::conforms(type(1), type(0));
        return testConformance(type(1), type(0)).empty() == conforms ? std::optional(conforms) : std::nullopt;
    }
    return std::nullopt;
}

std::optional<std::string> text(const std::string& op, const Json& row) {
    if (op == "go_string")
        return tableValue(row["args"][0]).toGoString();
    if (op == "type_go_string")
        return tableType(row["types"][0]).toGoString();
    if (op == "set_hash_bytes")
        return setHashBytes(tableValue(row["args"][0]));
    return std::nullopt;
}

MarkSet tableMarks(const Json& json) {
    MarkSet marks;
    for (const Json& mark : json)
        marks.insert(Mark(mark.get<std::string>()));
    return marks;
}

std::vector<std::pair<Value, Value>> elementsOf(const Value& value) {
    std::vector<std::pair<Value, Value>> result;
    for (std::size_t i = 0; i < value.size(); ++i) {
        Value key = Value::number(static_cast<std::int64_t>(i));
        if (value.type().isMap() || value.type().isObject())
            key = Value::string(value.key(i));
        else if (value.type().isSet())
            key = value.element(i);
        result.emplace_back(key, value.element(i));
    }
    return result;
}

/// Returns the details of OpenTofu's implementation that some rows test, with an explanation.
const std::map<std::string, const char*>& implementationDetails() {
    static const std::map<std::string, const char*> all{
        {"float64", "the reference keeps 53 bits of a number that was a float64; ours always have 512"},
        {"zero-singleton", "the reference knows one zero by its address; of any other one, and of ours, the product "
                           "with an unknown number is unknown"},
    };
    return all;
}

QByteArray goText(const Value& value) {
    return QByteArray::fromStdString(value.toGoString());
}

void addRows(const std::function<bool(const Json&)>& wanted) {
    QTest::addColumn<QByteArray>("json");
    for (const Json& row : tests::readTable("value_ops.json"))
        if (wanted(row))
            QTest::newRow(row["id"].get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
}

void addRows(std::initializer_list<const char*> ops) {
    addRows([&](const Json& row) { return std::ranges::any_of(ops, [&](const char* op) { return row["op"] == op; }); });
}

Json parsed(const QByteArray& json) {
    return Json::parse(json.toStdString());
}

/// Skips a row that tests a detail of OpenTofu's implementation.
#define SKIP_IMPLEMENTATION_DETAILS(row)                                                                               \
    if ((row).contains("requires"))                                                                                    \
    QSKIP(implementationDetails().at((row)["requires"].get<std::string>()))

} // namespace

class ValueOpsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (tests::readTable("value_ops.json").is_null())
            QSKIP("the tables are not there");
    }

    void computes_data() {
        addRows([](const Json& row) {
            const auto op = row["op"].get<std::string>();
            return unaryOperations.contains(op) || binaryOperations.contains(op);
        });
    }
    void computes() {
        QFETCH(QByteArray, json);
        const Json row = parsed(json);
        SKIP_IMPLEMENTATION_DETAILS(row);
        const auto op = row["op"].get<std::string>();
        const Value first = tableValue(row["args"][0]);
        const auto unary = unaryOperations.find(op);
        const Value result = unary != unaryOperations.end()
                                 ? unary->second(first)
                                 : binaryOperations.at(op)(first, tableValue(row["args"][1]));
        const Value want = tableValue(row["want"]);
        QVERIFY2(result == want, goText(result) + " where " + goText(want) + " is wanted");
    }

    void decidesAsTheReference_data() {
        addRows({"raw_equals", "contains_marked", "is_marked", "has_wholly_known_type", "set_order_less",
                 "type_has_dynamic", "type_equals", "type_is_primitive", "type_conforms"});
    }
    void decidesAsTheReference() {
        QFETCH(QByteArray, json);
        const Json row = parsed(json);
        const auto result = answer(row["op"].get<std::string>(), row);
        QVERIFY(result);
        QCOMPARE(*result, row["want"].get<bool>());
    }

    void prints_data() { addRows({"go_string", "type_go_string", "set_hash_bytes"}); }
    void prints() {
        QFETCH(QByteArray, json);
        const Json row = parsed(json);
        SKIP_IMPLEMENTATION_DETAILS(row);
        const auto result = text(row["op"].get<std::string>(), row);
        QVERIFY(result);
        QCOMPARE(QByteArray::fromStdString(*result), QByteArray::fromStdString(row["want"].get<std::string>()));
        if (row.contains("want_marks"))
            QVERIFY(tableValue(row["args"][0]).marksDeep() == tableMarks(row["want_marks"]));
    }

    void getsAttributes_data() { addRows({"get_attr"}); }
    void getsAttributes() {
        QFETCH(QByteArray, json);
        const Json row = parsed(json);
        const Value result = tableValue(row["args"][0]).attribute(row["attr"].get<std::string>());
        QCOMPARE(goText(result), goText(tableValue(row["want"])));
    }

    void iterates_data() { addRows({"elements", "for_each_element"}); }
    void iterates() {
        QFETCH(QByteArray, json);
        const Json row = parsed(json);
        auto elements = elementsOf(tableValue(row["args"][0]));
        if (row.contains("stopped")) {
            const auto stop = std::ranges::find(elements, Value::string("stop"), &std::pair<Value, Value>::second);
            QCOMPARE(stop != elements.end(), row["stopped"].get<bool>());
            if (stop != elements.end())
                elements.erase(stop + 1, elements.end());
        }
        QCOMPARE(elements.size(), row["want"].size());
        for (std::size_t i = 0; i < elements.size(); ++i) {
            QCOMPARE(goText(elements[i].first), goText(tableValue(row["want"][i][0])));
            QCOMPARE(goText(elements[i].second), goText(tableValue(row["want"][i][1])));
        }
    }

    void unmarks_data() { addRows({"unmark_deep", "unmark_deep_with_paths"}); }
    void unmarks() {
        QFETCH(QByteArray, json);
        const Json row = parsed(json);
        const Value value = tableValue(row["args"][0]);
        const Value bare = value.unmarkedDeep();
        QVERIFY(!bare.containsMarked());
        QCOMPARE(goText(bare), goText(tableValue(row["want"])));
        if (row.contains("want_marks"))
            QVERIFY(value.marksDeep() == tableMarks(row["want_marks"]));
        if (!row.contains("want_path_marks"))
            return;
        std::vector<PathMarks> wanted;
        for (const Json& each : row["want_path_marks"])
            wanted.push_back({tablePath(each["path"]), tableMarks(each["marks"])});
        QVERIFY(value.pathMarks() == wanted);
        QCOMPARE(goText(bare.withPathMarks(wanted)), goText(value));
    }

    void appliesPaths_data() { addRows({"path_apply"}); }
    void appliesPaths() {
        QFETCH(QByteArray, json);
        const Json row = parsed(json);
        const auto result = applyPath(tableValue(row["args"][0]), tablePath(row["path"]));
        if (row.contains("error")) {
            QVERIFY(!result);
            QCOMPARE(QByteArray::fromStdString(result.error().message),
                     QByteArray::fromStdString(row["error"].get<std::string>()));
            return;
        }
        QVERIFY2(result, result ? "" : result.error().message.c_str());
        QCOMPARE(goText(*result), goText(tableValue(row["want"])));
    }

    void comparesPaths_data() { addRows({"path_equals"}); }
    void comparesPaths() {
        QFETCH(QByteArray, json);
        const Json row = parsed(json);
        const Path a = tablePath(row["a"]);
        const Path b = tablePath(row["b"]);
        QCOMPARE(a == b, row["want"].get<bool>());
        QCOMPARE(a.hasPrefix(b), row["want_prefix"].get<bool>());
        if (a == b)
            QCOMPARE(a.hash(), b.hash());
    }

    void dropsOptionalAttributes_data() { addRows({"type_without_optional_attrs_deep"}); }
    void dropsOptionalAttributes() {
        QFETCH(QByteArray, json);
        const Json row = parsed(json);
        const Type result = tableType(row["types"][0]).withoutOptionalAttributes();
        QCOMPARE(QByteArray::fromStdString(result.toGoString()),
                 QByteArray::fromStdString(tableType(row["want"]).toGoString()));
        QVERIFY(result == tableType(row["want"]));
    }

    /// Whether elements can form a collection: all must have the same type, except dynamic ones.
    void makesCollections_data() { addRows({"can_list_val", "can_set_val", "can_map_val"}); }
    void makesCollections() {
        QFETCH(QByteArray, json);
        const Json row = parsed(json);
        std::vector<Value> elements;
        for (const Json& element : row["elements"])
            elements.push_back(tableValue(element));
        if (!row["want"].get<bool>() || elements.empty())
            return;
        const Value list = Value::list(elements);
        QCOMPARE(list.size(), elements.size());
        for (std::size_t i = 0; i < elements.size(); ++i)
            QVERIFY(list.element(i).type() == list.type().elementType());
    }
};

QTEST_APPLESS_MAIN(ValueOpsTest)
#include "tst_value_ops.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/values/json/json.h"
#include "core/values/msgpack/msgpack.h"
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
    const Json table = tests::readTable("msgpack.json");
    if (table.is_null())
        QSKIP("the table is not there");
    for (const Json& row : table)
        if (row["op"] == op)
            QTest::newRow(row["id"].get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
}

std::string bytes(const Json& row) {
    return QByteArray::fromHex(QByteArray::fromStdString(row["hex"].get<std::string>())).toStdString();
}

} // namespace

class MsgpackTest : public QObject {
    Q_OBJECT

private slots:
    void writesValues_data() { addRows("marshal"); }
    void writesValues() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const auto written = toMsgpack(tableValue(row["value"]), tableType(row["type"]));
        QVERIFY2(written, written ? "" : written.error().message.c_str());
        QCOMPARE(QByteArray::fromStdString(*written).toHex(), QByteArray::fromStdString(row["hex"].get<std::string>()));
    }

    void readsValues_data() { addRows("unmarshal"); }
    void readsValues() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const auto read = fromMsgpack(bytes(row), tableType(row["type"]));
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->toGoString(), tableValue(row["want"]).toGoString());
        QVERIFY(*read == tableValue(row["want"]));
    }

    void seesTypes_data() { addRows("implied_type"); }
    void seesTypes() {
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const auto type = impliedTypeOfMsgpack(bytes(row));
        QVERIFY2(type, type ? "" : type.error().message.c_str());
        QCOMPARE(typeToJson(*type), typeToJson(tableType(row["want"])));
    }

    /// Twenty bytes that would expand to 146 million digits.
    void rejectsNumbersOfEndlessDigits() {
        const auto packed = [](const std::string& text) { return std::string(1, char(0xa0 | text.size())) + text; };
        for (const char* text : {"4444E146168608", "1e-9000000", "1p+1000000"})
            QVERIFY2(!values::fromMsgpack(packed(text), values::Type::number()).hasValue(), text);
        for (const char* text : {"4444E146168", "1e-000000000009", "12345678901234567890"})
            QVERIFY2(values::fromMsgpack(packed(text), values::Type::number()).hasValue(), text);
    }

    void rejectsWhatIsCutOff() {
        const Type type = Type::object({{"a", Type::list(Type::string())}, {"b", Type::dynamic()}});
        const Value value = Value::object({{"a", Value::list({Value::string("x")})}, {"b", Value::number(300)}});
        const std::string whole = toMsgpack(value, type).value();
        QVERIFY(fromMsgpack(whole, type).value() == value);
        for (std::size_t size = 0; size < whole.size(); ++size)
            QVERIFY(!fromMsgpack(whole.substr(0, size), type));
    }

    void survivesAnyByte() {
        const Type type = Type::tuple({Type::number(), Type::list(Type::dynamic()), Type::map(Type::boolean())});
        std::uint32_t random = 1;
        for (int round = 0; round < 20000; ++round) {
            std::string noise(1, '\x93');
            for (int i = 0; i < 12; ++i) {
                random = random * 1664525 + 1013904223;
                noise += static_cast<char>(random >> 24);
            }
            (void)fromMsgpack(noise, type);
            (void)impliedTypeOfMsgpack(noise);
        }
    }
};

QTEST_APPLESS_MAIN(MsgpackTest)
#include "tst_msgpack.moc"

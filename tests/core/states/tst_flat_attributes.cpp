// SPDX-License-Identifier: MPL-2.0
#include "core/states/flat_attributes.h"
#include "core/values/json/json.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace planlens;

/// Objects saved by Terraform 0.11.
class TestFlatAttributes : public QObject {
    Q_OBJECT
private slots:
    void decodesByType_data() {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("attributes"); // JSON with single quotes
        QTest::addColumn<QByteArray>("expected");   // JSON, or the error
        const auto row = [](const char* name, const char* type, const char* attributes, const char* expected) {
            const auto json = [](const char* text) { return QByteArray(text).replace('\'', '"'); };
            QTest::newRow(name) << json(type) << json(attributes) << json(expected);
        };
        const char *const text = "['object',{'a':'string'}]", *const number = "['object',{'a':'number'}]",
                          *const list = "['object',{'a':['list','string']}]",
                          *const set = "['object',{'a':['set','string']}]",
                          *const map = "['object',{'a':['map','number']}]",
                          *const blocks = "['object',{'a':['list',['object',{'p':'number','q':'string'}]]}]",
                          *const setOfBlocks = "['object',{'a':['set',['object',{'p':'number'}]]}]",
                          *const tuple = "['object',{'a':['tuple',['string','bool']]}]";
        row("text", text, "{'a':'x'}", "{'a':'x'}");
        row("missing text", text, "{'b':'x'}", "{'a':null}");
        row("number", number, "{'a':'1.5'}", "{'a':1.5}");
        row("boolean", "['object',{'a':'bool'}]", "{'a':'true'}", "{'a':true}");
        row("wrong number", number, "{'a':'x'}", "invalid value for \"a\" in state: a number is required");
        row("list", list, "{'a.#':'2','a.0':'x','a.1':'y'}", "{'a':['x','y']}");
        row("list with a missing element", list, "{'a.#':'2','a.1':'y'}", "{'a':[null,'y']}");
        row("empty list", list, "{'a.#':'0'}", "{'a':[]}");
        row("no list", list, "{'b':'0'}", "{'a':null}");
        row("wrong count", list, "{'a.#':'x'}",
            "invalid count value for \"a.\" in state: strconv.Atoi: parsing \"x\": invalid syntax");
        row("set", set, "{'a.#':'2','a.17':'x','a.42':'y'}", "{'a':['x','y']}");
        row("empty set", set, "{'a.#':'0'}", "{'a':[]}");
        row("set with one element without values", setOfBlocks, "{'a.#':'1'}", "{'a':[{'p':null}]}");
        row("set of blocks", setOfBlocks, "{'a.#':'2','a.7.p':'1','a.9.p':'2'}", "{'a':[{'p':1},{'p':2}]}");
        row("map", map, "{'a.%':'2','a.x':'1','a.y.z':'2'}", "{'a':{'x':1,'y.z':2}}");
        row("empty map", map, "{'a.%':'0'}", "{'a':{}}");
        row("no map", map, "{'b':'0'}", "{'a':null}");
        row("blocks", blocks, "{'a.#':'2','a.0.p':'1','a.0.q':'x','a.1.p':'2'}",
            "{'a':[{'p':1,'q':'x'},{'p':2,'q':null}]}");
        row("tuple", tuple, "{'a.#':'2','a.0':'x','a.1':'false'}", "{'a':['x',false]}");
        row("tuple of another length", tuple, "{'a.#':'3'}",
            "wrong number of values for \"a.\" in state: got 3, but need 2");
        row("dynamic type", "['object',{'a':'dynamic'}]", "{'a':'x'}", "cannot decode dynamic from flatmap");
        row("count that is too large", list, "{'a.#':'99999999999'}",
            "invalid count value for \"a.\" in state: strconv.Atoi: parsing \"99999999999\": invalid syntax");
    }
    void decodesByType() {
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, attributes);
        QFETCH(QByteArray, expected);
        const auto parsed = values::typeFromJson(type.toStdString());
        QVERIFY(parsed);
        std::map<std::string, std::string> flat;
        const QJsonObject object = QJsonDocument::fromJson(attributes).object();
        for (auto it = object.begin(); it != object.end(); ++it)
            flat.emplace(it.key().toStdString(), it.value().toString().toStdString());
        const auto decoded = states::decodeFlatAttributes(flat, *parsed);
        QCOMPARE(decoded ? QByteArray::fromStdString(*values::toJson(*decoded, *parsed))
                         : QByteArray::fromStdString(decoded.error()),
                 expected);
    }

    void decodesUnknownValues() {
        const std::string unknown = "74D93920-ED26-11E3-AC10-0800200C9A66";
        const values::Type type =
            values::Type::object({{"a", values::Type::string()}, {"b", values::Type::list(values::Type::string())}});
        const auto decoded = states::decodeFlatAttributes({{"a", unknown}, {"b.#", unknown}}, type);
        QVERIFY(decoded);
        QVERIFY(!decoded->attribute("a").isKnown());
        QVERIFY(!decoded->attribute("b").isKnown());
    }
};

QTEST_APPLESS_MAIN(TestFlatAttributes)
#include "tst_flat_attributes.moc"

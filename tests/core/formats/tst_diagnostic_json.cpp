// SPDX-License-Identifier: MPL-2.0
#include "core/formats/diagnostic_json.h"

#include "core/formats/function_signature.h"
#include "core/values/comparison.h"

#include <QtTest>

using namespace planlens;
using values::Mark;
using values::Type;
using values::Value;

class TestDiagnosticJson : public QObject {
    Q_OBJECT
private slots:
    void hasTheDifferenceOfEqualities_data() {
        const Value one = Value::number(1);
        const Value two = Value::number(2);
        const Value secret = Value::string("hunter2").withMark(Mark::sensitive());
        const auto object = [](Value p, Value q) { return Value::object({{"p", std::move(p)}, {"q", std::move(q)}}); };
        QTest::addColumn<Value>("left");
        QTest::addColumn<Value>("right");
        QTest::addColumn<QString>("difference");
        QTest::newRow("primitives")
            << one << Value::string("1")
            << R"({"before":1,"after":"1","after_unknown":false,"before_sensitive":false,"after_sensitive":false})";
        QTest::newRow("null")
            << Value::null(Type::string()) << one
            << R"({"before":null,"after":1,"after_unknown":false,"before_sensitive":false,"after_sensitive":false})";
        QTest::newRow("unknown")
            << one << Value::unknown(Type::number())
            << R"({"before":1,"after_unknown":true,"before_sensitive":false,"after_sensitive":false})";
        QTest::newRow("an unknown part")
            << object(one, one) << object(two, Value::unknown(Type::number()))
            << R"({"before":{"p":1,"q":1},"after":{"p":2},"after_unknown":{"q":true},"before_sensitive":{},"after_sensitive":{}})";
        QTest::newRow("an unknown element")
            << Value::tuple({one, two}) << Value::tuple({two, Value::unknown(Type::number())})
            << R"({"before":[1,2],"after":[2,null],"after_unknown":[false,true],"before_sensitive":[false,false],"after_sensitive":[false,false]})";
        // OpenTofu includes them.
        QTest::newRow("secrets are left out")
            << secret << Value::string("x")
            << R"({"after":"x","after_unknown":false,"before_sensitive":true,"after_sensitive":false})";
        QTest::newRow("secret parts are left out")
            << object(one, secret) << object(two, secret)
            << R"({"before":{"p":1},"after":{"p":2},"after_unknown":false,"before_sensitive":{"q":true},"after_sensitive":{"q":true}})";
        QTest::newRow("secret elements are null")
            << Value::tuple({one, secret}) << Value::tuple({two, secret})
            << R"({"before":[1,null],"after":[2,null],"after_unknown":false,"before_sensitive":[false,true],"after_sensitive":[false,true]})";
    }
    void hasTheDifferenceOfEqualities() {
        QFETCH(Value, left);
        QFETCH(Value, right);
        QFETCH(QString, difference);
        diags::Diagnostic diagnostic = diags::Diagnostic::error("Failed", "No.");
        diagnostic.comparison = values::comparison(left, right);
        std::string text;
        formats::JsonWriter json(text);
        formats::writeDiagnostic(json, diagnostic, {});
        QCOMPARE(QString::fromStdString(text),
                 R"({"severity":"error","summary":"Failed","detail":"No.","difference":)" + difference + "}");
    }

    void writesSignaturesOfFunctions_data() {
        const auto parameter = [](const char* name, Type type) {
            hcl::Parameter made;
            made.name = name;
            made.type = type;
            return made;
        };
        const hcl::Parameter text = parameter("text", Type::string()),
                             parts = parameter("parts", Type::list(Type::string()));
        QTest::addColumn<hcl::Signature>("signature");
        QTest::addColumn<QString>("expected");
        QTest::newRow("no parameters") << hcl::Signature{"now", {}, {}, Type::string()}
                                       << R"({"name":"now","params":[],"return_type":"string"})";
        QTest::newRow("parameters")
            << hcl::Signature{"join", {text, parts}, {}, Type::string()}
            << R"({"name":"join","params":[{"name":"text","type":"string"},{"name":"parts","type":["list","string"]}],"return_type":"string"})";
        QTest::newRow("a variadic parameter")
            << hcl::Signature{"list", {}, text, Type::list(Type::string())}
            << R"({"name":"list","params":[],"variadic_param":{"name":"text","type":"string"},"return_type":["list","string"]})";
        QTest::newRow("a type that depends on the arguments")
            << hcl::Signature{"decode", {text}, {}, Type::dynamic()}
            << R"({"name":"decode","params":[{"name":"text","type":"string"}],"return_type":"dynamic"})";
    }
    void writesSignaturesOfFunctions() {
        QFETCH(hcl::Signature, signature);
        std::string text;
        formats::JsonWriter json(text);
        formats::writeFunctionSignature(json, signature);
        QTEST(QString::fromStdString(text), "expected");
    }
};

QTEST_APPLESS_MAIN(TestDiagnosticJson)
#include "tst_diagnostic_json.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/providers/builtin/terraform_provider.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::providers;
using values::Type;
using values::Value;

namespace {

CallFunctionResponse call(std::string name, Value argument) {
    return TerraformProvider().callFunction({std::move(name), {std::move(argument)}}, {});
}

Value text(std::string_view value) {
    return Value::string(value);
}

Value number(std::int64_t value) {
    return Value::number(value);
}

/// Returns a value with all kinds of layout.
Value sample(std::string oddKey) {
    const Value nested = Value::object({{"b", Value::tuple({number(1), text("two"), Value()})},
                                        {"c", Value::emptyObject()},
                                        {"d", Value::emptyTuple()},
                                        {"esc", text("q\"\\ ${x} %{y} \n\t\xC2\xA0\xC3\xA4")}});
    const Value inner = Value::object({{"c", Value::tuple({Value::object({{"d", number(1)}})})}});
    return Value::object({{"a", number(1)},
                          {"longer", text("x")},
                          {std::move(oddKey), Value::boolean(true)},
                          {"nested", nested},
                          {"z", Value::tuple({Value::object({{"a", number(1)}, {"bb", number(2)}}), inner})},
                          {"neg", Value::number(*values::Number::parse("-1.5"))},
                          {"s", Value::set({text("b"), text("a")})},
                          {"n", Value()}});
}

} // namespace

class TestTerraformFunctions : public QObject {
    Q_OBJECT
private slots:
    void declaresItsFunctions() {
        const auto schema = TerraformProvider().schema({});
        QVERIFY(schema.isOk());
        QCOMPARE((*schema)->functions.size(), std::size_t(3));
        QVERIFY((*schema)->functions.at("decode_tfvars").parameters[0].type == Type::string());
    }

    void laysExpressionsOut_data() {
        QTest::addColumn<Value>("value");
        QTest::addColumn<QString>("expected");
        QTest::newRow("string") << text("x") << "\"x\"";
        QTest::newRow("null") << Value() << "null";
        QTest::newRow("number") << Value::number(*values::Number::parse("1e21")) << "1000000000000000000000";
        QTest::newRow("empty") << Value::emptyObject() << "{}";
        QTest::newRow("template markers") << text("$${a} %% %{b") << "\"$$${a} %% %%{b\"";
        QTest::newRow("objects in a list")
            << Value::tuple({number(1), Value::object({{"a", number(1)}}),
                             Value::object({{"b", Value::object({{"c", number(2)}, {"dd", Value::emptyTuple()}})}})})
            << "[1, {\n  a = 1\n  }, {\n  b = {\n    c  = 2\n    dd = []\n  }\n}]";
        QTest::newRow("lists in a list") << Value::tuple({Value::tuple({Value::object({{"a", number(1)}})}),
                                                          Value::tuple({Value::object({{"b", number(1)}})})})
                                         << "[[{\n  a = 1\n  }], [{\n  b = 1\n}]]";
        QTest::newRow("everything") << sample("odd key")
                                    << "{\n  a      = 1\n  longer = \"x\"\n  n      = null\n  neg    = -1.5\n  nested "
                                       "= {\n    b   = [1, \"two\", null]\n"
                                       "    c   = {}\n    d   = []\n    esc = \"q\\\"\\\\ $${x} %%{y} "
                                       "\\n\\t\\u00a0\xC3\xA4\"\n  }\n  \"odd key\" = true\n"
                                       "  s         = [\"a\", \"b\"]\n  z = [{\n    a  = 1\n    bb = 2\n    }, {\n    "
                                       "c = [{\n      d = 1\n    }]\n  }]\n}";
    }
    void laysExpressionsOut() {
        QFETCH(Value, value);
        QFETCH(QString, expected);
        const auto response = call("encode_expr", value);
        QVERIFY(!response.error);
        QCOMPARE(QString::fromStdString(response.result.asString()), expected);
    }

    void laysVariablesOut() {
        const auto response = call("encode_tfvars", sample("odd_key"));
        QVERIFY(!response.error);
        QCOMPARE(
            QString::fromStdString(response.result.asString()),
            QString(
                "a      = 1\nlonger = \"x\"\nn      = null\nneg    = -1.5\nnested = {\n  b   = [1, \"two\", null]\n"
                "  c   = {}\n  d   = []\n  esc = \"q\\\"\\\\ $${x} %%{y} \\n\\t\\u00a0\xC3\xA4\"\n}\nodd_key = true\n"
                "s       = [\"a\", \"b\"]\nz = [{\n  a  = 1\n  bb = 2\n  }, {\n  c = [{\n    d = 1\n  }]\n}]\n"));
        QCOMPARE(call("encode_tfvars", Value::emptyObject()).result.asString(), std::string());
    }

    void readsVariables() {
        const auto response = call("decode_tfvars", text("a = 1\nb = [1, \"x\"]\n"));
        QVERIFY2(!response.error, response.error.value_or("").c_str());
        QVERIFY(response.result == Value::object({{"a", number(1)}, {"b", Value::tuple({number(1), text("x")})}}));
        QVERIFY(call("decode_tfvars", text("")).result == Value::emptyObject());
    }

    void readsWhatItWrites() {
        const Value plain = Value::object({{"a", Value::object({{"b", text("x\n${y}")}})}, {"c", number(-3)}});
        QVERIFY(call("decode_tfvars", call("encode_tfvars", plain).result).result == plain);
    }

    void reportsWhatIsWrong_data() {
        QTest::addColumn<QString>("function");
        QTest::addColumn<Value>("argument");
        QTest::addColumn<QString>("error");
        const QString failed = "failed to decode tfvars content\n";
        QTest::newRow("expression") << "decode_tfvars" << text("a = ")
                                    << failed +
                                           ":0,4-4: Missing expression; Expected the start of an expression, but found "
                                           "the end of the file.";
        QTest::newRow("block after") << "decode_tfvars" << text("a = b\nb {}")
                                     << failed + ":1,1-2: Unexpected \"b\" block; Blocks are not allowed here.";
        QTest::newRow("block") << "decode_tfvars" << text("b {}")
                               << failed + ":0,0-1: Unexpected \"b\" block; Blocks are not allowed here.";
        QTest::newRow("variable") << "decode_tfvars" << text("a = 1\nb = c\n")
                                  << failed + ":1,5-6: Variables not allowed; Variables may not be used here.";
        QTest::newRow("null") << "encode_tfvars" << Value() << "invalid input: must not be null";
        QTest::newRow("list") << "encode_tfvars" << Value::tuple({number(1)}) << "invalid input: must be an object";
        QTest::newRow("key") << "encode_tfvars" << Value::object({{"a b", number(1)}})
                             << "invalid input: object key: a b - must be a valid identifier";
        QTest::newRow("unknown") << "encode_expr" << Value::tuple({Value::unknown(Type::string())})
                                 << "input is not wholly known";
        QTest::newRow("no such function") << "nope" << Value() << "provider function \"nope\" not found";
    }
    void reportsWhatIsWrong() {
        QFETCH(QString, function);
        QFETCH(Value, argument);
        QFETCH(QString, error);
        const auto response = call(function.toStdString(), argument);
        QVERIFY(response.error.has_value());
        QCOMPARE(QString::fromStdString(*response.error), error);
    }
};

QTEST_APPLESS_MAIN(TestTerraformFunctions)
#include "tst_terraform_functions.moc"

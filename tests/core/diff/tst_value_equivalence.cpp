// SPDX-License-Identifier: MPL-2.0
#include "core/diff/value_equivalence.h"

#include <QTest>

using namespace planlens;
using values::Mark;
using values::Number;
using values::Type;
using values::Value;

/// Values that readers consider equal, and the text shown for them.
class TestValueEquivalence final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void valuesAndTextsAgree_data();
    void valuesAndTextsAgree();
};

void TestValueEquivalence::valuesAndTextsAgree_data() {
    QTest::addColumn<Value>("one");
    QTest::addColumn<Value>("other");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char* name, const Value& one, const Value& other, bool expected) {
        QTest::newRow(name) << one << other << expected;
    };
    const Value a = Value::string("a"), b = Value::string("b"), ab = Value::string("ab"), none = Value::string("");
    row("texts", a, a, true);
    row("other texts", a, b, false);
    row("a number and its text", Value::number(1), Value::string("1"), false);
    row("true and its text", Value::boolean(true), Value::string("true"), false);
    row("true and false", Value::boolean(true), Value::boolean(false), false);
    row("a text and nothing", none, Value::null(Type::string()), false);
    row("nothing of any type", Value::null(Type::string()), Value::null(Type::dynamic()), true);
    row("unknown of any type", Value::unknown(Type::string()), Value::dynamicUnknown(), true);
    row("unknown and nothing", Value::dynamicUnknown(), Value::null(Type::dynamic()), false);
    row("unknown and a question mark", Value::dynamicUnknown(), Value::string("?"), false);
    row("sensitive", a.withMark(Mark::sensitive()), a, true);
    row("sensitive inside", Value::object({{"x", a.withMark(Mark::sensitive())}}), Value::object({{"x", a}}), true);
    row("sensitive and another", a.withMark(Mark::sensitive()), b, false);
    row("a fraction as it was written", Value::number(Number::fromDouble(0.1)), Value::number(*Number::parse("0.1")),
        true);
    row("fractions", Value::number(*Number::parse("0.1")), Value::number(*Number::parse("0.10000000000000000001")),
        false);
    row("a list and a tuple", Value::list({a, b}), Value::tuple({a, b}), true);
    row("a set and a tuple", Value::set({a, b}), Value::tuple({a, b}), true);
    row("another order", Value::list({a, b}), Value::list({b, a}), false);
    row("one more", Value::list({a, b}), Value::list({a}), false);
    row("texts that are cut elsewhere", Value::list({ab, none}), Value::list({a, b}), false);
    row("nested elsewhere", Value::tuple({Value::tuple({a}), b}), Value::tuple({Value::tuple({a, b})}), false);
    row("a map and an object", Value::map({{"x", a}}), Value::object({{"x", a}}), true);
    row("another key", Value::map({{"x", a}}), Value::map({{"y", a}}), false);
    row("what is null may be missing", Value::object({{"x", a}, {"y", Value::null(Type::string())}}),
        Value::object({{"x", a}}), true);
    row("what is not may not", Value::object({{"x", a}, {"y", none}}), Value::object({{"x", a}}), false);
    row("an object and a tuple", Value::emptyObject(), Value::emptyTuple(), false);
}

void TestValueEquivalence::valuesAndTextsAgree() {
    QFETCH(Value, one);
    QFETCH(Value, other);
    QFETCH(bool, expected);
    QCOMPARE(diff::isEquivalent(one, other), expected);
    QCOMPARE(diff::isEquivalent(other, one), expected);
    QCOMPARE(diff::equivalenceKey(one) == diff::equivalenceKey(other), expected);
}

QTEST_APPLESS_MAIN(TestValueEquivalence)
#include "tst_value_equivalence.moc"

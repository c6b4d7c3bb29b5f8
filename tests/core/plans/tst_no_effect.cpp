// SPDX-License-Identifier: MPL-2.0
#include "core/plans/no_effect.h"

#include <QtTest>

using namespace planlens;
using values::Mark;
using values::Type;
using values::Value;

Q_DECLARE_METATYPE(planlens::values::Value)

/// Changes without effect, as planned by providers with the legacy SDK.
class TestNoEffect final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void emptyAndNoValueAreTheSame_data() {
        QTest::addColumn<Value>("before");
        QTest::addColumn<Value>("after");
        QTest::addColumn<bool>("hasNoEffect");
        const Value empty = Value::string(""), none = Value::null(Type::string());
        const Type map = Type::map(Type::string()), list = Type::list(Type::string()), set = Type::set(Type::string());
        QTest::newRow("empty text to null") << empty << none << true;
        QTest::newRow("null to empty text") << none << empty << true;
        QTest::newRow("empty map to null") << Value::map(map, {}) << Value::null(map) << true;
        QTest::newRow("null to empty map") << Value::null(map) << Value::map(map, {}) << true;
        QTest::newRow("empty list to null") << Value::emptyList(Type::string()) << Value::null(list) << true;
        QTest::newRow("empty set to null") << Value::emptySet(Type::string()) << Value::null(set) << true;
        QTest::newRow("empty object to null") << Value::object({}) << Value::null(Type::dynamic()) << true;
        QTest::newRow("text to null") << Value::string("x") << none << false;
        QTest::newRow("space to null") << Value::string(" ") << none << false;
        QTest::newRow("text to empty text") << Value::string("x") << empty << false;
        QTest::newRow("map to null") << Value::map(map, {{"k", empty}}) << Value::null(map) << false;
        QTest::newRow("map to empty map") << Value::map(map, {{"k", empty}}) << Value::map(map, {}) << false;
        QTest::newRow("zero to null") << Value::number(0) << Value::null(Type::number()) << false;
        QTest::newRow("false to null") << Value::boolean(false) << Value::null(Type::boolean()) << false;
        QTest::newRow("empty text to unknown") << empty << Value::unknown(Type::string()) << false;
        QTest::newRow("secret empty text to null") << empty.withMark(Mark::sensitive()) << none << false;
        QTest::newRow("null stays") << none << none << false;
        QTest::newRow("empty text stays") << empty << empty << false;
    }

    void emptyAndNoValueAreTheSame() {
        QFETCH(Value, before);
        QFETCH(Value, after);
        QFETCH(bool, hasNoEffect);
        QCOMPARE(plans::hasNoEffect(before, after), hasNoEffect);
    }

    void comparesWholeValues_data() {
        QTest::addColumn<Value>("before");
        QTest::addColumn<Value>("after");
        QTest::addColumn<bool>("isSame");
        const Value none = Value::null(Type::dynamic());
        const auto rule = [](const Value& ports, const char* name) {
            return Value::object({{"name", Value::string(name)}, {"ports", ports}});
        };
        const Value empty = Value::tuple({}), some = Value::tuple({Value::number(1)});
        QTest::newRow("in elements of lists")
            << Value::tuple({rule(none, "a")}) << Value::tuple({rule(empty, "a")}) << true;
        QTest::newRow("and another change")
            << Value::tuple({rule(none, "a")}) << Value::tuple({rule(empty, "b")}) << false;
        QTest::newRow("an element more") << Value::tuple({rule(none, "a")})
                                         << Value::tuple({rule(empty, "a"), rule(empty, "b")}) << false;
        QTest::newRow("a missing attribute")
            << Value::object({{"a", some}}) << Value::object({{"a", some}, {"b", empty}}) << true;
        QTest::newRow("an attribute more")
            << Value::object({{"a", some}}) << Value::object({{"a", some}, {"b", some}}) << false;
        QTest::newRow("an unknown value") << some << Value::dynamicUnknown() << false;
    }

    void comparesWholeValues() {
        QFETCH(Value, before);
        QFETCH(Value, after);
        QFETCH(bool, isSame);
        QCOMPARE(plans::isSameInEffect(before, after), isSame);
        QCOMPARE(plans::isSameInEffect(after, before), isSame);
    }
};

QTEST_APPLESS_MAIN(TestNoEffect)
#include "tst_no_effect.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/values/operations.h"

#include <QtTest>

#include <atomic>
#include <thread>

using namespace planlens::values;

namespace {

QByteArray goText(const Value& value) {
    return QByteArray::fromStdString(value.toGoString());
}
Value text(const char* content) {
    return Value::string(content);
}
Value number(std::int64_t content) {
    return Value::number(content);
}

} // namespace

class ValueTest : public QObject {
    Q_OBJECT

private slots:
    void typesThatAreTheSameAreOne() {
        const Type a = Type::object({{"b", Type::string()}, {"a", Type::list(Type::number())}});
        const Type b = Type::object({{"a", Type::list(Type::number())}, {"b", Type::string()}});
        QVERIFY(a == b);
        QVERIFY(!(a == Type::object({{"a", Type::list(Type::number()), true}, {"b", Type::string()}})));
        QVERIFY(Type::tuple({a}) == Type::tuple({b}));
        QVERIFY(!(Type::tuple({a}) == Type::tuple({a, a})));
        QCOMPARE(a.attributes()[0].name, std::string("a"));
        QVERIFY(a.attributeIndex("b") == 1);
        QVERIFY(!a.hasAttribute("c"));
        QCOMPARE(Type::set(Type::dynamic()).friendlyNameForConstraint(), std::string("set of any single type"));
        QCOMPARE(Type::map(a).friendlyName(), std::string("map of object"));
    }

    void typesAreOneForAllThreads() {
        std::vector<std::thread> threads;
        std::atomic<int> different = 0;
        const auto make = [](int i) {
            return Type::list(Type::tuple({Type::object({{"n" + std::to_string(i), Type::set(Type::boolean())}})}));
        };
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&] {
                for (int i = 0; i < 500; ++i)
                    if (!(make(i) == make(i)))
                        ++different;
            });
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(different.load(), 0);
    }

    void isTwoPointersBig() { QCOMPARE(sizeof(Value), 2 * sizeof(void*)); }

    void normalisesText() {
        QVERIFY(text("e\xCC\x81") == text("\xC3\xA9"));
        const Value map = Value::map({{"e\xCC\x81", number(1)}, {"\xC3\xA9", number(2)}});
        QCOMPARE(map.size(), std::size_t(1));
        QVERIFY(*map.find("\xC3\xA9") == number(2));
        QCOMPARE(text("a\xFFz").asString(), std::string("a\xFFz"));
    }

    void ordersSets() {
        QCOMPARE(goText(Value::set({text("b"), text("a"), text("b")})),
                 "cty.SetVal([]cty.Value{cty.StringVal(\"a\"), cty.StringVal(\"b\")})");
        const Value numbers = Value::set({number(10), Value::null(Type::number()), number(9),
                                          Value::unknown(Type::number()), Value::unknown(Type::number()), number(-1)});
        QCOMPARE(goText(numbers), "cty.SetVal([]cty.Value{cty.NumberIntVal(-1), cty.NumberIntVal(9), "
                                  "cty.NumberIntVal(10), cty.UnknownVal(cty.Number), cty.UnknownVal(cty.Number), "
                                  "cty.NullVal(cty.Number)})");
        // Other keys are sorted by bytes: "10" comes before "9".
        const auto object = [](std::int64_t n) { return Value::object({{"n", number(n)}}); };
        const Value objects = Value::set({object(9), object(10), object(9)});
        QCOMPARE(objects.size(), std::size_t(2));
        QVERIFY(objects.element(0) == object(10));
    }

    void movesMarksOfElementsToTheSet() {
        const Value set = Value::set({text("a").withMark(Mark::sensitive()), text("b")});
        QVERIFY(set.isSensitive());
        QVERIFY(!set.unmarked().containsMarked());
        QCOMPARE(set.pathMarks().size(), std::size_t(1));
    }

    void retypesDynamicElements() {
        const Value list = Value::list({Value::dynamicUnknown(), text("a")});
        QVERIFY(list.type() == Type::list(Type::string()));
        QVERIFY(list.element(0) == Value::unknown(Type::string()));
        const Type declared = Type::object({{"a", Type::string()}, {"b", Type::dynamic()}});
        const Value object = Value::object(declared, {Value::null(Type::dynamic()), number(1)});
        QVERIFY(object.attribute("a") == Value::null(Type::string()));
        QVERIFY(object.type().attributeType("b") == Type::number());
    }

    void becomesKnownWhereOneValueIsLeft() {
        Refinement five;
        five.notNull = true;
        five.lower = Refinement::Bound{Number(5), true};
        five.upper = five.lower;
        QVERIFY(Value::unknown(Type::number(), five) == number(5));
        Refinement none;
        none.notNull = true;
        none.maxLength = 0;
        QVERIFY(Value::unknown(Type::map(Type::boolean()), none) == Value::emptyMap(Type::boolean()));
        Refinement two = none;
        two.minLength = 2;
        two.maxLength = 2;
        QCOMPARE(goText(Value::unknown(Type::list(Type::boolean()), two)),
                 "cty.ListVal([]cty.Value{cty.UnknownVal(cty.Bool), cty.UnknownVal(cty.Bool)})");
        QVERIFY(Value::unknown(Type::dynamic(), none) == Value::dynamicUnknown());
    }

    void refinesFurther() {
        Refinement prefix;
        prefix.prefix = "ami-";
        const Value value = refineNotNull(refine(Value::unknown(Type::string()).withMark(Mark::sensitive()), prefix));
        QVERIFY(value.isSensitive());
        QVERIFY(value.isKnownNotNull());
        QCOMPARE(value.refinement()->prefix, std::string("ami-"));
        QVERIFY(equals(value.unmarked(), text("i-1")) == Value::boolean(false));
        QVERIFY(!equals(value.unmarked(), text("ami-1")).isKnown());
        QVERIFY(refineNotNull(text("a")) == text("a"));
    }

    void putsMarksBack() {
        const Value value = Value::object(
            {{"a", Value::list({text("x"), text("y").withMark(Mark::sensitive())})},
             {"m", Value::map({{"k", number(1).withMark(Mark("other"))}})},
             {"t", Value::tuple({Value::null(Type::string()).withMark(Mark::ephemeral())}).withMark(Mark("outer"))}});
        const auto marks = value.pathMarks();
        QCOMPARE(marks.size(), std::size_t(4));
        QCOMPARE(marks[0].path.toString(), std::string(".a[1]"));
        QCOMPARE(marks[1].path.toString(), std::string(".m[\"k\"]"));
        QVERIFY(value.unmarkedDeep().withPathMarks(marks) == value);
        QVERIFY(!(value.unmarkedDeep() == value));
        QVERIFY(value.containsMark(Mark::ephemeral()));
        QVERIFY(!value.isMarked());
        const std::vector<PathMarks> astray = {{Path().attribute("nope").index(3), Mark::sensitive()}};
        QVERIFY(value.withPathMarks(astray) == value);
    }

    void equalValuesHaveOneHash() {
        const auto make = [] {
            return Value::object(
                {{"s", Value::set({number(1), number(1000000)})}, {"m", Value::map({{"a", text("b")}})}});
        };
        QVERIFY(make() == make());
        QCOMPARE(make().hash(), make().hash());
    }

    void walksParentsFirst() {
        const Value value = Value::object({{"b", Value::list({number(7)})}, {"a", Value::null(Type::string())}});
        QStringList paths;
        walk(value, [&paths](const Path& path, const Value&) {
            paths << QString::fromStdString(path.toString());
            return true;
        });
        QCOMPARE(paths, QStringList({"", ".a", ".b", ".b[0]"}));
    }

    void transformsBottomUp() {
        const Value value = Value::object({{"b", Value::list({number(7), number(8)})}, {"a", text("x")}});
        const Value changed = transform(value, [](const Path&, const Value& each) {
            return each.type().isNumber() ? Value::string(each.asNumber().toString()) : each;
        });
        QCOMPARE(goText(changed), "cty.ObjectVal(map[string]cty.Value{\"a\":cty.StringVal(\"x\"), "
                                  "\"b\":cty.ListVal([]cty.Value{cty.StringVal(\"7\"), cty.StringVal(\"8\")})})");
    }

    void boundsUnknownLengths() {
        QVERIFY(length(Value::set({text("a"), text("b")})) == number(2));
        QVERIFY(length(Value::set({Value::unknown(Type::string())})) == number(1));
        const Value uncertain = length(Value::set({text("a"), Value::unknown(Type::string())}));
        QCOMPARE(goText(uncertain),
                 "cty.UnknownVal(cty.Number).Refine().NotNull().NumberLowerBound(cty.NumberIntVal(1), "
                 "true).NumberUpperBound(cty.NumberIntVal(2), true).NewValue()");
        QVERIFY(length(Value::unknown(Type::tuple({Type::string()}))) == number(1));
    }

    void ordersPathsLikeThePathSet() {
        std::vector<Path> paths = {Path(),
                                   Path().attribute("ami"),
                                   Path().attribute("availability_zone"),
                                   Path().attribute("id"),
                                   Path().attribute("tags").index("x"),
                                   Path().attribute("user_data")};
        sortLikePathSet(paths);
        QStringList texts;
        for (const Path& path : paths)
            texts << QString::fromStdString(path.toString());
        QCOMPARE(texts, QStringList({".availability_zone", "", ".id", ".ami", ".tags[\"x\"]", ".user_data"}));
    }
};

QTEST_APPLESS_MAIN(ValueTest)
#include "tst_value.moc"

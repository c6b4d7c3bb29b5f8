// SPDX-License-Identifier: MPL-2.0
#include "core/values/number/number.h"

#include <QtTest>

#include <limits>

using planlens::values::Number;

namespace {

QByteArray text(const Number& number) {
    return QByteArray::fromStdString(number.toString());
}
Number parsed(const char* text) {
    return Number::parse(text).value();
}

} // namespace

class NumberTest : public QObject {
    Q_OBJECT

private slots:
    void printsWhatItReads_data() {
        QTest::addColumn<QByteArray>("written");
        QTest::addColumn<QByteArray>("plain");
        QTest::addColumn<QByteArray>("general");
        QTest::addColumn<QByteArray>("hashed");
        const auto row = [](const char* written, const char* plain, const char* general, const char* hashed) {
            QTest::newRow(written) << QByteArray(written) << QByteArray(plain) << QByteArray(general)
                                   << QByteArray(hashed);
        };
        row("0", "0", "0", "0");
        row("-0", "-0", "-0", "-0");
        row("1.50", "1.5", "1.5", "1.5");
        row("0.1", "0.1", "0.1", "0.1");
        row("1000000", "1000000", "1e+06", "1000000");
        row("10000000000", "10000000000", "1e+10", "1e+10");
        row("12345678915", "12345678915", "1.2345678915e+10", "1.234567892e+10");
        row("0.00012345", "0.00012345", "0.00012345", "0.00012345");
        row("1e-5", "0.00001", "1e-05", "1e-05");
        row("1e21", "1000000000000000000000", "1e+21", "1e+21");
        row("9223372036854775808", "9223372036854775808", "9.223372036854775808e+18", "9.223372037e+18");
        row("0.5p3", "4", "4", "4");
        row("-Inf", "-Inf", "-Inf", "-Inf");
    }
    void printsWhatItReads() {
        QFETCH(QByteArray, written);
        QFETCH(QByteArray, plain);
        QFETCH(QByteArray, general);
        QFETCH(QByteArray, hashed);
        const Number number = parsed(written.constData());
        QCOMPARE(text(number), plain);
        QCOMPARE(QByteArray::fromStdString(number.toGeneralString()), general);
        QCOMPARE(QByteArray::fromStdString(number.toHashString()), hashed);
    }

    void rejectsOtherText_data() {
        QTest::addColumn<QByteArray>("written");
        for (const char* written : {"", "-", ".", "1e", "1e+", "0x10", "1_000", " 1", "1 ", "Infinity", "NaN", "1.2.3"})
            QTest::newRow(*written ? written : "empty") << QByteArray(written);
    }
    void rejectsOtherText() {
        QFETCH(QByteArray, written);
        QVERIFY(!Number::parse(written.toStdString()));
    }

    void staysExactBeyond64Bits() {
        const Number greatest(std::numeric_limits<std::int64_t>::max());
        const Number smallest(std::numeric_limits<std::int64_t>::min());
        QCOMPARE(text(greatest + Number(1)), "9223372036854775808");
        QCOMPARE(text(greatest * greatest), "85070591730234615847396907784232501249");
        QCOMPARE(text(-smallest), "9223372036854775808");
        QCOMPARE(text(smallest / Number(-1)), "9223372036854775808");
        QVERIFY((greatest + Number(1)) - Number(1) == greatest);
        QVERIFY(((greatest + Number(1)) - Number(1)).toInt64());
    }

    void dividesIn512Bits() {
        const Number third = Number(1) / Number(3);
        QCOMPARE(third.toString(), "0." + std::string(154, '3') + "5");
        QVERIFY(third * Number(3) == Number(1));
        QVERIFY((Number(1) / Number(0)).isInfinite());
        QVERIFY(!Number::canDivide(Number(0), Number(0)));
    }

    void takesTheSignOfTheDividend() {
        QCOMPARE(text(Number::modulo(Number(-7), Number(3))), "-1");
        QCOMPARE(text(Number::modulo(Number(7), Number(-3))), "1");
        QCOMPARE(text(Number::modulo(Number(7), Number(0))), "7");
        QCOMPARE(text(Number::modulo(parsed("5.5"), Number(2))), "1.5");
    }

    /// Providers send doubles. In configuration files the same digits have more precision.
    void comparesFractionsByTheirDigits() {
        const Number sent = Number::fromDouble(0.1);
        const Number written = parsed("0.1");
        QCOMPARE(text(sent), "0.1");
        QVERIFY(sent == written);
        QCOMPARE(sent.hash(), written.hash());
        QVERIFY(sent.isExactDouble());
        QVERIFY(!written.isExactDouble());
        QVERIFY(!(parsed("0.1") == parsed("0.10000000000000000000000000000001")));
    }

    void keepsMinusZeroEqualToZero() {
        QVERIFY(parsed("-0") == Number(0));
        QCOMPARE(parsed("-0").hash(), Number(0).hash());
        QVERIFY(!parsed("-0").isNegative());
        QVERIFY(parsed("-0").toInt64() == 0);
        QCOMPARE(text(Number(0) * Number(-5)), "-0");
    }

    void rounds() {
        QCOMPARE(text(parsed("-1.5").floor()), "-2");
        QCOMPARE(text(parsed("-1.5").ceil()), "-1");
        QCOMPARE(text(parsed("-1.5").truncated()), "-1");
        QCOMPARE(text(parsed("-1.5").absolute()), "1.5");
    }

    void readsAndWritesOtherBases() {
        QCOMPARE(text(*Number::parseInteger("-ff", 16)), "-255");
        QCOMPARE(text(*Number::parseInteger("Z", 62)), "61");
        QCOMPARE(text(*Number::parseInteger("z", 62)), "35");
        QCOMPARE(text(*Number::parseInteger("123456789012345678901234567890", 10)), "123456789012345678901234567890");
        QVERIFY(!Number::parseInteger("12", 2));
        QVERIFY(!Number::parseInteger("", 10));
        QCOMPARE(Number(255).toString(16), std::string("ff"));
        QCOMPARE(Number(61).toString(62), std::string("Z"));
    }

    void reportsWhichTypesFit() {
        QVERIFY(parsed("18446744073709551615").toUint64() == std::numeric_limits<std::uint64_t>::max());
        QVERIFY(!parsed("18446744073709551616").toUint64());
        QVERIFY(!Number(-1).toUint64());
        QVERIFY(!parsed("1.5").toInt64());
        QVERIFY(!Number(9007199254740993).isExactDouble());
    }
};

QTEST_APPLESS_MAIN(NumberTest)
#include "tst_number.moc"

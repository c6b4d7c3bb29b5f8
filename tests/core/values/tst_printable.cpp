// SPDX-License-Identifier: MPL-2.0
#include "core/values/text/printable.h"

#include <QTest>

using namespace planlens::values;

class TestPrintable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void escapesWhatIsNotPrintable_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("letters") << QByteArray("a ü→") << QByteArray("a ü→");
        QTest::newRow("controls") << QByteArray("a\x1b[31mb\t") << QByteArray("a\\x1b[31mb\\x09");
        QTest::newRow("half a character") << QByteArray("ü\xc3") << QByteArray("ü\\xc3");
        QTest::newRow("right-to-left override") << QByteArray("a\u202eb") << QByteArray("a\\xe2\\x80\\xaeb");
        QTest::newRow("long") << QByteArray(1000, 'x') << QByteArray(300, 'x') + "…";
    }
    void escapesWhatIsNotPrintable() {
        QFETCH(QByteArray, text);
        QTEST(QByteArray::fromStdString(printable(text.toStdString())), "expected");
    }
    void keepsLines() {
        QCOMPARE(printableLines("\r\n a\tb \r\n\n\x1b[0mc\n"), std::string("a\\x09b\n\\x1b[0mc"));
        QCOMPARE(printableLines(" \n"), std::string());
        QCOMPARE(printableLines("abc\ndef\nghi", 5), std::string("abc\nde…\n…"));
    }
};

QTEST_APPLESS_MAIN(TestPrintable)
#include "tst_printable.moc"

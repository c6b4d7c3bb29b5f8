// SPDX-License-Identifier: MPL-2.0
#include "core/values/random.h"

#include <QRegularExpression>
#include <QTest>

using namespace planlens::values;

class TestRandom : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void uuidsHaveTheirFormAndDiffer() {
        const std::string uuid = randomUuid();
        QVERIFY(QRegularExpression("^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
                    .match(QString::fromStdString(uuid))
                    .hasMatch());
        QVERIFY(randomUuid() != uuid);
    }
    /// More bytes than getrandom() returns at once if a signal arrives.
    void everyDigitComesUp() {
        const std::string digits = randomHex(4096);
        QCOMPARE(int(digits.size()), 4096);
        for (const char digit : std::string("0123456789abcdef"))
            QVERIFY(digits.find(digit) != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestRandom)
#include "tst_random.moc"

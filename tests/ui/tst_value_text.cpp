// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/change/value_text.h"
#include "ui/theme/theme.h"

#include <QFontMetrics>
#include <QImage>
#include <QPainter>
#include <QtTest>

using namespace planlens;

class TestValueText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void wrapsLongValues_data() {
        QTest::addColumn<int>("characters");
        QTest::addColumn<int>("lines");
        QTest::newRow("empty") << 0 << 1;
        QTest::newRow("short") << 10 << 1;
        QTest::newRow("as long as the column") << 40 << 1;
        QTest::newRow("a little longer") << 41 << 2;
        QTest::newRow("some lines") << 160 << 4;
        QTest::newRow("very long") << 4000 << 6;
    }
    void cutValuesEndInAnEllipsis_data() {
        QTest::addColumn<int>("width");
        for (const int width : {101, 137, 160, 203})
            QTest::addRow("%d pixels", width) << width;
    }
    void cutValuesEndInAnEllipsis() {
        QFETCH(int, width);
        const QFont font = theme::monospaceFont();
        const auto drawn = [&](const QString& text) {
            QImage image(width, widgets::valueHeight(text, font, width), QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            widgets::drawValue(painter, image.rect(), text, {}, font, Qt::red);
            return image;
        };
        const QImage image = drawn(QString(4000, u'M'));
        const int spacing = QFontMetrics(font).lineSpacing();
        const int lastLine = image.height() - (theme::rowHeight - spacing) / 2 - spacing / 2;
        const auto inkRight = [&](int above) {
            for (int x = width - 1; x >= 0; --x)
                if (image.pixelColor(x, above) != Qt::white)
                    return x;
            return 0;
        };
        // An M has ink at half its height, an ellipsis has none.
        QVERIFY(inkRight(lastLine) + 2 < inkRight(lastLine - spacing));
    }
    void wrapsLongValues() {
        QFETCH(int, characters);
        QFETCH(int, lines);
        const QFont font = theme::monospaceFont();
        const QFontMetrics metrics(font);
        const int width = metrics.horizontalAdvance(QString(40, u'x'));
        const int height = widgets::valueHeight(QString(characters, u'x'), font, width);
        QCOMPARE(qRound(double(height - theme::rowHeight) / metrics.lineSpacing()) + 1, lines);
    }

    void highlightsWhatDiffers_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("other");
        QTest::addColumn<int>("first"); // highlighted character; -1: none
        QTest::addColumn<int>("count");
        QTest::newRow("in the middle") << QStringLiteral("\"eu-west-1b\"") << QStringLiteral("\"eu-east-1b\"") << 4
                                       << 2;
        QTest::newRow("at the end") << QStringLiteral("\"version 12\"") << QStringLiteral("\"version 7\"") << 9 << 2;
        QTest::newRow("more here") << QStringLiteral("\"abcd\"") << QStringLiteral("\"ad\"") << 2 << 2;
        QTest::newRow("less here") << QStringLiteral("\"ad\"") << QStringLiteral("\"abcd\"") << -1 << 0;
        QTest::newRow("repeated") << QStringLiteral("\"aaa\"") << QStringLiteral("\"aa\"") << 3 << 1;
        QTest::newRow("nothing in common") << QStringLiteral("12") << QStringLiteral("345") << -1 << 0;
        QTest::newRow("the same") << QStringLiteral("\"a\"") << QStringLiteral("\"a\"") << -1 << 0;
        QTest::newRow("a boolean") << QStringLiteral("true") << QStringLiteral("false") << -1 << 0;
        QTest::newRow("a number") << QStringLiteral("100") << QStringLiteral("200") << -1 << 0;
        QTest::newRow("a number in a list") << QStringLiteral("[100, 7]") << QStringLiteral("[200, 7]") << 1 << 3;
        QTest::newRow("a number in a text")
            << QStringLiteral("\"port 80\"") << QStringLiteral("\"port 8080\"") << 6 << 2;
        QTest::newRow("a boolean in an object")
            << QStringLiteral("{on = false}") << QStringLiteral("{on = true}") << 6 << 5;
        QTest::newRow("a version") << QStringLiteral("\"1.10.2\"") << QStringLiteral("\"1.11.2\"") << 4 << 1;
        QTest::newRow("nothing to compare with") << QStringLiteral("\"a\"") << QString() << -1 << 0;
    }
    void highlightsWhatDiffers() {
        QFETCH(QString, text);
        QFETCH(QString, other);
        QFETCH(int, first);
        QFETCH(int, count);
        const QFont font = theme::monospaceFont();
        const QFontMetrics metrics(font);
        QImage image(400, theme::rowHeight, QImage::Format_RGB32);
        image.fill(Qt::white);
        {
            QPainter painter(&image);
            painter.setPen(Qt::white);
            widgets::drawValue(painter, image.rect(), text, other, font, Qt::red);
        }
        int left = -1, right = -1;
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, theme::rowHeight / 2) == Qt::red) {
                left = left < 0 ? x : left;
                right = x;
            }
        if (count == 0) {
            QCOMPARE(left, -1);
            return;
        }
        const double character = metrics.horizontalAdvance(QString(100, u'x')) / 100.0;
        QCOMPARE(qRound(left / character), first);
        QCOMPARE(qRound((right + 1 - left) / character), count);
    }
};

QTEST_MAIN(TestValueText)
#include "tst_value_text.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/values/text/text_scan.h"

#include <QTest>

#include <string>

using namespace planlens::values;

class TestTextScan : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Each character at each position of texts of about a machine word, starting from each position.
    void stopsWhereOneByOneWould() {
        const auto plain = [](char c) { return c != '"' && c != '\\' && static_cast<unsigned char>(c) >= 0x20; };
        const auto ascii = [&](char c) { return plain(c) && static_cast<unsigned char>(c) < 0x80; };
        const auto space = [](char c) { return c == ' '; };
        const auto oneByOne = [](std::string_view text, std::size_t from, auto goesOn) {
            while (from < text.size() && goesOn(text[from]))
                ++from;
            return from;
        };
        for (std::size_t size = 0; size <= 19; ++size)
            for (const char ground : {'a', ' ', '\x7f', '\xc3'})
                for (std::size_t place = 0; place < std::max<std::size_t>(size, 1); ++place)
                    for (int code = 0; code < 256; ++code) {
                        std::string text(size, ground);
                        if (place < size)
                            text[place] = static_cast<char>(code);
                        for (std::size_t from = 0; from <= size; ++from) {
                            QCOMPARE(endOfPlainText(text, from), oneByOne(text, from, plain));
                            QCOMPARE(endOfPlainAscii(text, from), oneByOne(text, from, ascii));
                            QCOMPARE(endOfSpaces(text, from), oneByOne(text, from, space));
                        }
                    }
    }
    /// Characters adjacent to the searched ones, in the same machine word.
    void distinguishesNeighbors() {
        for (int first = 0; first < 256; ++first)
            for (int second = 0; second < 256; ++second) {
                const std::string text =
                    std::string("ab") + static_cast<char>(first) + static_cast<char>(second) + "cdefgh";
                std::size_t expected = 2;
                const auto stops = [](int c) { return c == '"' || c == '\\' || c < 0x20; };
                if (!stops(first))
                    expected = stops(second) ? 3 : text.size();
                QCOMPARE(endOfPlainText(text, 0), expected);
            }
    }
};

QTEST_APPLESS_MAIN(TestTextScan)
#include "tst_text_scan.moc"

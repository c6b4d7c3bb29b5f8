// SPDX-License-Identifier: MPL-2.0
#include "core/report/escape.h"
#include "core/report/text/terminal_text.h"

#include <QTest>

using namespace planlens;

namespace {

using Escape = std::string (*)(std::string_view text);

} // namespace
Q_DECLARE_METATYPE(Escape)

class TestEscapes final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// With U+202E, a name is displayed as another one.
    void replacesControlCharacters_data() {
        QTest::addColumn<Escape>("escape");
        QTest::addColumn<QByteArray>("quote");
        QTest::newRow("HTML") << &report::inHtml << QByteArray();
        QTest::newRow("Markdown") << &report::inMarkdown << QByteArray();
        QTest::newRow("code block") << &report::withoutControls << QByteArray();
        QTest::newRow("DOT") << &report::inDot << QByteArray("\"");
        QTest::newRow("Mermaid") << &report::inMermaid << QByteArray("\"");
    }
    void replacesControlCharacters() {
        QFETCH(Escape, escape);
        QFETCH(QByteArray, quote);
        const auto check = [&](const QByteArray& text, const QByteArray& expected) {
            QCOMPARE(QByteArray::fromStdString(escape(text.toStdString())), quote + expected + quote);
        };
        for (const char* control : {"\u202a", "\u202e", "\u2066", "\u2069", "\u0080", "\u009b", "\x1b", "\x01", "\x7f"})
            check(QByteArray("a") + control + "b", "a\ufffdb");
        for (const char* plain : {"\u00a0", "\u00e9", "\u2014", "\u202f", "\u2070", "\u65e5"})
            check(QByteArray("a") + plain + "b", QByteArray("a") + plain + "b");
        check("a\xe2", "a\xe2"); // incomplete
        check("a\xc2", "a\xc2");
    }

    void terminalsShowControlCharacters() {
        QCOMPARE(report::withVisibleControls("a\u202eb\u2066c\u009bd"), std::string("a\\u202eb\\u2066c\\u009bd"));
        QCOMPARE(report::withVisibleControls("a\u2014b\u2070"), std::string("a\u2014b\u2070"));
    }
};

QTEST_APPLESS_MAIN(TestEscapes)
#include "tst_escapes.moc"

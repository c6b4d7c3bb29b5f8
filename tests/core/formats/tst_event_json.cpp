// SPDX-License-Identifier: MPL-2.0
#include "core/formats/event_json.h"

#include <QtTest>

using namespace planlens;
using values::Value;

class TestEventJson : public QObject {
    Q_OBJECT
private slots:
    /// Like OpenTofu's logger. Values keep their usual escapes.
    void escapesForHtmlOnlyInValues_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* name, const std::string& line, const char* part) {
            QTest::newRow(name) << QString::fromStdString(line) << part;
        };
        const diags::Diagnostic diagnostic = diags::Diagnostic::error("a < b && c > \"d\"", "\\u003c \u2028");
        row("message", formats::events::diagnostic(diagnostic, {}), "\"@message\":\"Error: a < b && c > \\\"d\\\"\"");
        row("summary", formats::events::diagnostic(diagnostic, {}), "\"summary\":\"a < b && c > \\\"d\\\"\"");
        row("backslash before a code", formats::events::diagnostic(diagnostic, {}), "\"detail\":\"\\\\u003c \\u2028\"");
        const addrs::AbsResourceInstance address{
            {}, {addrs::ResourceMode::Managed, "test_thing", "t"}, std::string("<&>")};
        const std::string hook = formats::events::hook({"refresh_start", "m", address});
        row("address", hook, "\"addr\":\"test_thing.t[\\\"<&>\\\"]\"");
        row("instance key", hook, "\"resource_key\":\"\\u003c\\u0026\\u003e\"");
        row("value of an output", formats::events::outputs({{"o", {Value::string("<&>"), false, {}}}}),
            "\"value\":\"\\u003c\\u0026\\u003e\"");
        row("deprecated output", formats::events::outputs({{"o", {Value::string("x"), false, "why"}}}),
            "\"outputs\":{\"o\":{\"sensitive\":false,\"deprecated\":\"why\",\"type\":\"string\",\"value\":\"x\"}}");
    }
    void escapesForHtmlOnlyInValues() {
        QFETCH(QString, line);
        QFETCH(QString, part);
        QVERIFY2(line.contains(part), qPrintable(line));
    }
};

QTEST_APPLESS_MAIN(TestEventJson)
#include "tst_event_json.moc"

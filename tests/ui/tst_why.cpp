// SPDX-License-Identifier: MPL-2.0
#include "ui/widgets/why_text.h"

#include "tests/core/engine/planning.h"
#include "tests/core/engine/things.h"

#include <QApplication>
#include <QPalette>
#include <QTextDocument>
#include <QtTest>

using namespace planlens;
using namespace planlens::testing;

namespace {

const char* const storedThings[] = {R"({"id":"x","kind":"OLD","size":1,"stamp":5})", R"({"id":"y","needs":"x","size":1,"stamp":5})"};

} // namespace

/// What the page "Why" says of a change that the engine planned.
class TestWhy final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsWhoDecidedAndWhatStays() {
        Setup setup;
        setup.files = {{"main.tf", "variable \"kind\" {\n  default = \"new\"\n}\nlocals {\n  kind = upper(var.kind)\n}\n"
                                   "resource \"test_thing\" \"a\" {\n  kind = local.kind\n}\n"
                                   "resource \"test_thing\" \"b\" {\n  needs = test_thing.a.id\n  size = 2\n  lifecycle {\n    ignore_changes = [size]\n  }\n}\n"}};
        setup.state = stateWith({{"a", storedThings[0]}, {"b", storedThings[1]}});
        setup.registry = registryWith(thingScript());
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan, planned.print().c_str());
        const plans::ResourceInstanceChange* change = planned.outcome.plan->changes.resource(*addrs::parseAbsResourceInstance("test_thing.b").value);
        QVERIFY(change);
        const QString html = widgets::whyHtml(*planned.outcome.plan, *change, QApplication::palette());
        QTextDocument document;
        document.setHtml(html);
        QCOMPARE(document.toPlainText(), QStringLiteral("~ test_thing.b\n"
                                                        "It will be updated in place because the configuration differs from the object.\n"
                                                        "Who decided it:\n"
                                                        "configuration: needs is configured to another value (main.tf:11)\n"
                                                        "provider: stamp gets another value, which nothing configures\n"
                                                        "It goes back to:\n"
                                                        "◀ ± test_thing.a, kind is configured to another value (main.tf:8)\n"
                                                        "◀ local.kind (main.tf:8)\n"
                                                        "◀ var.kind (main.tf:5)\n"
                                                        "It refers to what changes too:\n"
                                                        "◀ ± test_thing.a must be replaced (main.tf:11)\n"
                                                        "Configured otherwise, but left as it is:\n"
                                                        "configuration: size stays as it is: ignore_changes names it (main.tf:14)"));
        QVERIFY(html.contains(QStringLiteral("href='#test_thing.a'"))); // each step leads to its change
    }
};

QTEST_MAIN(TestWhy)
#include "tst_why.moc"

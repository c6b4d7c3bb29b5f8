// SPDX-License-Identifier: MPL-2.0
#include "core/report/text/applied_text.h"

#include <QtTest>

using namespace planlens::report;
using namespace std::chrono_literals;

namespace {

AppliedPlan example() {
    AppliedPlan applied;
    applied.outcome = "Applying failed in part: 1 added.";
    applied.folder = "/srv/infra";
    applied.workspace = "default";
    applied.planHash = "abc";
    applied.stateSerial = 7;
    applied.elapsed = 61'500ms;
    applied.operations = {{"a.b[\"<x>|y\"]", "create", "", "done", "", 1250ms},
                          {"a.c", "delete", "i-1", "failed", "no\nway", 20ms}};
    applied.problems = {"Error: <b> & more"};
    return applied;
}

} // namespace

/// The text of the result of an apply.
class TestAppliedText final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void text() {
        QCOMPARE(appliedText(example(), AppliedForm::Text),
                 std::string("Applying failed in part: 1 added.\n\n"
                             "Folder       /srv/infra\nWorkspace    default\nPlan         abc\n"
                             "Took         1 min 1 s\nState serial 7\n\n"
                             "done      create        1.2 s  a.b[\"<x>|y\"]\n"
                             "failed    delete        0.0 s  a.c [i-1]\n"
                             "                               no way\n"
                             "\nError: <b> & more\n"));
    }
    void markdownKeepsToItsCells() {
        const std::string text = appliedText(example(), AppliedForm::Markdown);
        QVERIFY(text.find("| done | create | a.b\\[\"\\<x\\>\\|y\"\\] |  | 1.2 s |  |\n") != std::string::npos);
        QVERIFY(text.find("| failed | delete | a.c | i-1 | 0.0 s | no way |\n") != std::string::npos);
    }
    void htmlEscapesAndNeedsNothingFromOutside() {
        const std::string text = appliedText(example(), AppliedForm::Html);
        QVERIFY(text.find("a.b[&quot;&lt;x&gt;|y&quot;]") != std::string::npos);
        QVERIFY(text.find("Error: &lt;b&gt; &amp; more") != std::string::npos);
        QVERIFY(text.find("<tr class=\"failed\"><td>failed</td>") != std::string::npos);
        QVERIFY(text.find("http") == std::string::npos && text.find("<script") == std::string::npos);
    }
    void durations() {
        QCOMPARE(durationText(-5ms), std::string("0.0 s"));
        QCOMPARE(durationText(59'999ms), std::string("59.9 s"));
        QCOMPARE(durationText(60'000ms), std::string("1 min 0 s"));
        QCOMPARE(durationText(7'500'000ms), std::string("2 h 5 min"));
    }
    void estimatesTheRemainingTimeOnlyWithAPace() {
        QVERIFY(!remaining(2, 100, 60s));
        QVERIFY(!remaining(50, 100, 1s));
        QVERIFY(!remaining(100, 100, 60s));
        QCOMPARE(*remaining(10, 40, 20s), 61s);
    }
};

QTEST_APPLESS_MAIN(TestAppliedText)
#include "tst_applied_text.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/diags/diagnostic.h"
#include "core/diags/suggestion.h"

#include <QtTest>

using namespace planlens::diags;

namespace {

SourceRange range(SourcePos start, SourcePos end) {
    return {InternedName("main.tf"), start, end};
}

} // namespace

class DiagnosticsTest : public QObject {
    Q_OBJECT

private slots:
    void printsRanges() {
        QCOMPARE(range({14, 3, 20}, {14, 20, 37}).toString(), std::string("main.tf:14,3-20"));
        QCOMPARE(range({14, 3, 20}, {15, 2, 60}).toString(), std::string("main.tf:14,3-15,2"));
        QVERIFY(SourceRange().isEmpty());
    }

    void fileNamesAreOneByText() {
        QVERIFY(InternedName("a.tf") == InternedName(std::string("a") + ".tf"));
        QVERIFY(InternedName("a.tf") < InternedName("b.tf"));
        QVERIFY(InternedName().isEmpty());
        QVERIFY(InternedName() == InternedName(""));
    }

    void printsDiagnostics() {
        const auto subject = range({1, 1, 0}, {1, 4, 3});
        QCOMPARE(Diagnostic::error("Bad", "It is.", subject).toString(), std::string("main.tf:1,1-4: Bad; It is."));
        QCOMPARE(Diagnostic::warning("Odd", "").toString(), std::string("Odd"));
        QCOMPARE(Diagnostics({Diagnostic::error("A", "b"), Diagnostic::warning("C", "d")}).toString(),
                 std::string("A; b\nC; d\n"));
    }

    void warningsAreNoErrors() {
        Diagnostics all;
        all.warning("Odd", "");
        QVERIFY(!all.hasErrors());
        Diagnostics more;
        more.error("Bad", "");
        all.append(more);
        QVERIFY(all.hasErrors());
        QCOMPARE(all.size(), std::size_t(2));
        QVERIFY(all[0].severity == Severity::Warning);
    }

    void resultsHandOnTheirDiagnostics() {
        Diagnostics all;
        Result<int> result(3, Diagnostic::warning("Odd", ""));
        QVERIFY(result.isOk());
        QVERIFY(std::move(result).into(all) == 3);
        QCOMPARE(all.size(), std::size_t(1));
    }

    void suggestsCloseNames() {
        QCOMPARE(nearestName("regoin", {"name", "region"}), std::string("region"));
        QCOMPARE(nearestName("zzzzzz", {"name", "region"}), std::string());
    }
};

QTEST_APPLESS_MAIN(DiagnosticsTest)
#include "tst_diagnostics.moc"

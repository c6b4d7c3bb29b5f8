// SPDX-License-Identifier: MPL-2.0
#include "core/diags/deprecation_key.h"
#include "core/hcl/function.h"
#include "core/report/text/diagnostic_groups.h"
#include "core/report/text/diagnostic_text.h"
#include "core/values/comparison.h"

#include <QTest>

using namespace planlens;

namespace {

diags::SourceRange rangeOf(std::uint32_t line, std::uint32_t startByte, std::uint32_t endByte,
                           const char* file = "main.tf") {
    return {diags::InternedName(file), {line, 1, startByte}, {line, 1, endByte}};
}

diags::Sources sources() {
    diags::Sources all;
    all.add("main.tf", std::make_shared<const std::string>("output \"o\" {\n  value = var.x\n}\n"),
            {{0, 31, "output \"o\""}});
    return all;
}

diags::Diagnostic sample() {
    diags::Diagnostic diagnostic =
        diags::Diagnostic::error("Bad reference", "There is no such thing.", rangeOf(2, 23, 28));
    diagnostic.values.push_back({"var.x", "is \"1\""});
    return diagnostic;
}

} // namespace

class DiagnosticTextTest : public QObject {
    Q_OBJECT

private slots:
    void showsTheSource() {
        QCOMPARE(report::diagnosticText(sample(), sources()), std::string("\nError: Bad reference\n\n"
                                                                          "  on main.tf line 2, in output \"o\":\n"
                                                                          "   2:   value = var.x\n"
                                                                          "    ├────────────────\n"
                                                                          "    │ var.x is \"1\"\n"
                                                                          "\n"
                                                                          "There is no such thing.\n"));
    }
    void showsTheCalledFunction() {
        diags::Diagnostic diagnostic = sample();
        diagnostic.values.clear();
        hcl::Parameter path, more;
        path.name = "path";
        more.name = "more";
        diagnostic.functionCall = diags::FunctionCallNote{
            "file", std::make_shared<const hcl::Signature>(hcl::Signature{"file", {path}, more, {}})};
        QVERIFY(report::diagnosticText(diagnostic, sources()).find("    │ while calling file(path, more...)\n") !=
                std::string::npos);
    }
    void showsTheDifferenceOfEqualities() {
        using values::Value;
        const auto object = [](std::int64_t x, const char* y) {
            return Value::object({{"x", Value::number(x)},
                                  {"y", Value::string(y).withMark(values::Mark::sensitive())},
                                  {"z", Value::boolean(true)}});
        };
        diags::Diagnostic diagnostic = sample();
        diagnostic.comparison = values::comparison(object(1, "one"), object(2, "two"));
        QVERIFY(report::diagnosticText(diagnostic, sources())
                    .find("    │ var.x is \"1\"\n"
                          "    ├────────────────\n"
                          "    │ Diff: \n"
                          "    │     {\n"
                          "    │       ~ x = 1 -> 2\n"
                          "    │       ~ y = (sensitive value)\n"
                          "    │         # (1 unchanged attribute hidden)\n"
                          "    │     }\n"
                          "\n") != std::string::npos);
        diagnostic.values.clear();
        diagnostic.comparison = values::comparison(Value::string("a"), Value::null(values::Type::string()));
        QVERIFY(report::diagnosticText(diagnostic, sources())
                    .find("var.x\n    ├────────────────\n    │ Diff: \n    │     \"a\" -> null\n\n") !=
                std::string::npos);
        QVERIFY(report::diagnosticText(diagnostic, {}).find("Diff") == std::string::npos);
    }
    void doesWithoutASource() {
        QVERIFY(report::diagnosticText(sample(), {}).find("  on main.tf line 2:\n  (source code not available)\n\n") !=
                std::string::npos);
    }
    void putsSimilarOnesTogether() {
        diags::Diagnostics all;
        all.warning("Old", "First.", rangeOf(1, 0, 1));
        all.warning("Old", "Second.", rangeOf(2, 0, 1));
        all.error("Bad", "", rangeOf(3, 0, 1));
        all.error("Bad", "", rangeOf(4, 0, 1));
        all.warning("Old", "Of no place.");
        all.warning("Old", "Third.", rangeOf(5, 0, 1));
        diags::Diagnostic check = diags::Diagnostic::warning("Old", "Of a check.", rangeOf(6, 0, 1));
        check.extra.neverConsolidate = true;
        all.append(check);
        const auto told = [&](const report::Consolidation& consolidation) {
            std::string text;
            for (const report::DiagnosticGroup& group : report::grouped(all, consolidation))
                text += group.toDiagnostic().detail + "|";
            return text;
        };
        using Similar = report::Consolidation::Similar;
        QCOMPARE(told({}),
                 std::string("First.\n\n(and 2 more similar warnings elsewhere)|||Of no place.|Of a check.|"));
        QCOMPARE(told({Similar::Apart, Similar::Together}),
                 std::string("First.|Second.|(and one more similar error elsewhere)|Of no place.|Third.|Of a check.|"));
        QCOMPARE(report::compactWarnings(report::grouped(diags::Diagnostics{all[0], all[1], all[4]})),
                 std::string("\nWarnings:\n\n- Old\n  on main.tf line 1 (and 1 more)\n- Old\n\nTo see the full warning "
                             "notes, run Planlens without -compact-warnings.\n"));
    }
    void leavesOutDeprecations_data() {
        using Deprecations = report::Consolidation::Deprecations;
        QTest::addColumn<Deprecations>("deprecations");
        QTest::addColumn<std::string>("expected");
        QTest::newRow("all, each cause once") << Deprecations::All << std::string("own|own twice|elsewhere|other|");
        QTest::newRow("local") << Deprecations::Local << std::string("own|own twice|other|");
        QTest::newRow("none") << Deprecations::None << std::string("other|");
    }
    void leavesOutDeprecations() {
        QFETCH(report::Consolidation::Deprecations, deprecations);
        diags::Diagnostics all;
        const auto add = [&](const char* detail, const std::string& key) {
            diags::Diagnostic diagnostic = diags::Diagnostic::warning("Old", detail, rangeOf(1, 0, 1));
            diagnostic.extra.consolidationKey = key;
            all.append(std::move(diagnostic));
        };
        add("own", diags::deprecationKey + "module.m.a");
        add("own again", diags::deprecationKey + "module.m.a");
        add("own twice", diags::deprecationKey + "module.m.b");
        add("elsewhere", diags::remoteDeprecationKey + "module.r.a");
        add("other", {});
        report::Consolidation consolidation;
        consolidation.warnings = report::Consolidation::Similar::Apart;
        consolidation.deprecations = deprecations;
        std::string text;
        for (const report::DiagnosticGroup& group : report::grouped(all, consolidation))
            text += group.toDiagnostic().detail + "|";
        QTEST(text, "expected");
    }
    /// Warnings about blocks are consolidated with each other, those about expressions by their causes.
    void consolidatesDeprecationsOfBlocks() {
        diags::Diagnostics all;
        const auto add = [&](const char* detail, const std::string& key) {
            diags::Diagnostic diagnostic = diags::Diagnostic::warning("Old", detail, rangeOf(1, 0, 1));
            diagnostic.extra.consolidationKey = diags::deprecationKey + key;
            all.append(std::move(diagnostic));
        };
        add("block", "a.b.c" + diags::blockDeprecationKey);
        add("expression", "a.d.c");
        add("same cause in an expression", "a.b.c");
        add("other block", "a.e.c" + diags::blockDeprecationKey);
        add("other expression", "a.f.c");
        std::string text;
        for (const report::DiagnosticGroup& group : report::grouped(all))
            text += fmt::format("{} +{}|", group.first.detail, group.more);
        QCOMPARE(text, std::string("block +1|expression +0|other expression +0|"));
    }
    void drawsARuleWithColor() {
        report::TextOptions options;
        options.color = report::Color::On;
        const std::string text = report::diagnosticText(diags::Diagnostic::warning("Old", "Do not."), {}, options);
        QCOMPARE(text, std::string("\033[33m╷\033[0m\033[0m\n"
                                   "\033[33m│\033[0m \033[0m\033[1m\033[33mWarning: \033[0m\033[0m\033[1mOld\033[0m\n"
                                   "\033[33m│\033[0m \033[0m\n"
                                   "\033[33m│\033[0m \033[0m\033[0mDo not.\n"
                                   "\033[33m╵\033[0m\033[0m\n"));
    }
    void keepsIndentedLinesWhole() {
        report::TextOptions options;
        options.width = 12;
        const auto diagnostic = diags::Diagnostic::error("S", "one two three\n  one two three");
        QCOMPARE(report::diagnosticText(diagnostic, {}, options),
                 std::string("\nError: S\n\none two\nthree\n  one two three\n"));
    }
    void sortsWarningsAndPlaceless() {
        diags::Diagnostics all;
        all.append(diags::Diagnostic::error("d", "", rangeOf(2, 9, 10, "a/b.tf")));
        all.append(diags::Diagnostic::error("c", "", rangeOf(2, 9, 10, "z.tf")));
        all.append(diags::Diagnostic::error("b", ""));
        all.append(diags::Diagnostic::warning("a", "", rangeOf(2, 9, 10, "z.tf")));
        std::string order;
        for (const diags::Diagnostic& diagnostic : report::sortedForPrinting(all))
            order += diagnostic.summary;
        QCOMPARE(order, std::string("abcd"));
    }
};

QTEST_APPLESS_MAIN(DiagnosticTextTest)
#include "tst_diagnostic_text.moc"

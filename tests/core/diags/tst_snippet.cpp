// SPDX-License-Identifier: MPL-2.0
#include "core/diags/sources.h"

#include <QtTest>

using namespace planlens::diags;

namespace {

// Byte offsets as OpenTofu reports them for the same file.
const std::string text =
    "locals {\n  a = 1\n}\n\nresource \"terraform_data\" \"x\" {\n  input = merge(\n    local.nope,\n\n"
    "    local.a,\n  )\n}\n\noutput \"o\" {\n  value = local.\xC3\xA9\xC3\xA9 + 1\n}\n";

Sources sources() {
    Sources result;
    result.add("main.tf", std::make_shared<const std::string>(text),
               {{0, 18, "locals"}, {20, 104, "resource \"terraform_data\" \"x\""}, {106, 145, "output \"o\""}});
    result.add("crlf.tf", std::make_shared<const std::string>("a = 1\r\nb = 2\r\n"));
    return result;
}

SourceRange range(const char* file, SourcePos start, SourcePos end) {
    return {InternedName(file), start, end};
}

std::optional<Snippet> cut(const SourceRange& subject, std::optional<SourceRange> context = {}) {
    Diagnostic diagnostic = Diagnostic::error("Bad", "", subject);
    diagnostic.context = context;
    return snippet(diagnostic, sources());
}

} // namespace

class SnippetTest : public QObject {
    Q_OBJECT

private slots:
    void showsTheLineAndItsBlock() {
        const auto result = cut(range("main.tf", {7, 5, 73}, {7, 15, 83}));
        QVERIFY(result);
        QCOMPARE(result->context.value_or(""), std::string("resource \"terraform_data\" \"x\""));
        QCOMPARE(result->code, std::string("    local.nope,"));
        QCOMPARE(result->startLine, 7u);
        QCOMPARE(result->highlightStart, std::size_t(4));
        QCOMPARE(result->highlightEnd, std::size_t(14));
    }

    void countsBytes() {
        const auto result = cut(range("main.tf", {14, 11, 129}, {14, 19, 139}));
        QVERIFY(result);
        QCOMPARE(result->context.value_or(""), std::string("output \"o\""));
        QCOMPARE(result->highlightStart, std::size_t(10));
        QCOMPARE(result->highlightEnd, std::size_t(20));
    }

    /// Empty lines are skipped, as in OpenTofu.
    void showsTheContext() {
        const auto result = cut(range("main.tf", {7, 5, 73}, {7, 15, 83}), range("main.tf", {6, 11, 62}, {10, 4, 102}));
        QVERIFY(result);
        QCOMPARE(result->code, std::string("  input = merge(\n    local.nope,\n    local.a,\n  )"));
        QCOMPARE(result->startLine, 6u);
        QCOMPARE(result->code.substr(result->highlightStart, result->highlightEnd - result->highlightStart),
                 std::string("local.nope"));
    }

    void pointsAtTheByteAfterAnEmptyRange() {
        const auto subject = range("main.tf", {7, 5, 73}, {7, 5, 73});
        const auto result = cut(subject);
        QVERIFY(result);
        QCOMPARE(result->highlightEnd - result->highlightStart, std::size_t(1));
        const auto highlight = highlightRange(Diagnostic::error("Bad", "", subject));
        QVERIFY(highlight);
        QCOMPARE(highlight->end.column, 6u);
        QCOMPARE(highlight->end.byte, 74u);
    }

    void staysInsideTheCode() {
        const auto result = cut(range("main.tf", {7, 16, 84}, {8, 1, 85}));
        QVERIFY(result);
        QVERIFY(result->highlightStart <= result->code.size());
        QVERIFY(result->highlightEnd <= result->code.size());
        const auto beyond = cut(range("main.tf", {90, 1, 5000}, {90, 2, 5001}));
        QVERIFY(beyond);
        QCOMPARE(beyond->code, std::string());
        QCOMPARE(beyond->highlightEnd, std::size_t(0));
    }

    void leavesCarriageReturnsOut() {
        const auto result = cut(range("crlf.tf", {2, 1, 7}, {2, 2, 8}));
        QVERIFY(result);
        QCOMPARE(result->code, std::string("b = 2"));
        QVERIFY(!result->context);
    }

    /// The block is looked up by the byte before the subject, so the first word of a block is outside it.
    void isInNoBlockAtItsStart() {
        const auto result = cut(range("main.tf", {1, 1, 0}, {1, 7, 6}));
        QVERIFY(result);
        QVERIFY(!result->context);
    }

    void pointsAtLineBreaks() {
        const auto result = cut(range("main.tf", {2, 8, 16}, {3, 1, 17}));
        QVERIFY(result);
        QCOMPARE(result->code, std::string("  a = 1\n}"));
        QCOMPARE(result->context.value_or(""), std::string("locals"));
    }

    /// A line is found without scanning the file from its start.
    void findsEachOfManyLines() {
        constexpr std::uint32_t count = 20000;
        std::string many;
        std::vector<BlockHeader> blocks;
        for (std::uint32_t i = 0; i < count; ++i) {
            blocks.push_back({i * 10, i * 10 + 9, "b" + std::to_string(i)});
            many += std::to_string(100000000 + i) + "\n";
        }
        Sources all;
        all.add("many.tf", std::make_shared<const std::string>(many), blocks);
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto result = snippet(
                Diagnostic::error("Bad", "", range("many.tf", {i + 1, 3, i * 10 + 2}, {i + 1, 4, i * 10 + 3})), all);
            QVERIFY(result);
            QCOMPARE(result->code, std::to_string(100000000 + i));
            QCOMPARE(result->context.value_or(""), blocks[i].header);
        }
    }

    void needsARangeAndItsFile() {
        QVERIFY(!snippet(Diagnostic::error("Bad", ""), sources()));
        QVERIFY(!cut(range("other.tf", {1, 1, 0}, {1, 2, 1})));
    }
};

QTEST_APPLESS_MAIN(SnippetTest)
#include "tst_snippet.moc"

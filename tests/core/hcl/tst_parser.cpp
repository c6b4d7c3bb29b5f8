// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/parser.h"
#include "tests/core/hcl/print_tree.h"

#include <QRegularExpression>
#include <QtTest>

#include <fstream>

using namespace planlens;
using namespace planlens::hcl;
using tests::printProblems;
using tests::printTree;

namespace {

struct Case {
    std::string kind, name, text, result;
};

std::string unescape(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            out += text[i];
        } else if (text[++i] == 'n') {
            out += '\n';
        } else if (text[i] == 'x') {
            out += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

std::vector<Case> readCases() {
    std::ifstream file(PLANLENS_SOURCE_DIR "/tests/core/hcl/parser_cases.txt");
    std::vector<Case> cases;
    bool isInside = false;
    for (std::string line; std::getline(file, line);) {
        if (line.empty()) {
            isInside = false;
        } else if (isInside) {
            cases.back().result += line + "\n";
        } else if (!line.starts_with('#')) {
            const std::size_t first = line.find(" | ");
            const std::size_t second = line.find(" | ", first + 3);
            cases.push_back({line.substr(0, first),
                             line.substr(first + 3, second - first - 3),
                             unescape(std::string_view(line).substr(second + 3)),
                             {}});
            isInside = true;
        }
    }
    return cases;
}

std::string parsed(const std::string& kind, const std::string& text) {
    if (kind == "config") {
        const auto file = parseNative(std::make_shared<const std::string>(text), "t");
        return printProblems(file.diagnostics) + printTree(*file->body);
    }
    if (kind == "identifier")
        return isValidIdentifier(text) ? "true\n" : "false\n";
    if (kind == "traversal" || kind == "partial") {
        const auto traversal = kind == "partial" ? parseTraversalPartial(text, "t") : parseTraversal(text, "t");
        return printProblems(traversal.diagnostics) + printTree(*traversal);
    }
    const auto expression = kind == "template" ? parseTemplate(text, "t") : parseExpression(text, "t");
    return printProblems(expression.diagnostics) + printTree(**expression);
}

std::string repeated(std::string_view text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

} // namespace

class ParserTest : public QObject {
    Q_OBJECT

private slots:
    void parses_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("result");
        for (const Case& row : readCases())
            QTest::newRow((row.kind + ": " + row.name).c_str())
                << QByteArray::fromStdString(row.kind) << QByteArray::fromStdString(row.text)
                << QByteArray::fromStdString(row.result);
    }
    void parses() {
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, result);
        QCOMPARE(QString::fromStdString(parsed(kind.toStdString(), text.toStdString())), QString::fromUtf8(result));
    }

    void startsWhereItIsTold() {
        const auto expression = parseExpression("a +\n b", "t", {3, 5, 100});
        QCOMPARE((*expression)->range().toString(), std::string("t:3,5-4,3"));
        QCOMPARE((*expression)->range().end.byte, 106u);
    }

    void recognizesTheBlocksAtTheTop() {
        const std::string text = "a = 1\nb \"c\" d {\n  e {\n  }\n}\nf \"\\\"\" {}\n";
        const auto file = parseNative(std::make_shared<const std::string>(text), "t");
        QCOMPARE(file->blocks.size(), 2u);
        QCOMPARE(file->blocks[0].header, std::string("b \"c\" \"d\""));
        QCOMPARE(text.substr(file->blocks[0].startByte, file->blocks[0].endByte - file->blocks[0].startByte),
                 std::string("b \"c\" d {\n  e {\n  }\n}"));
        QCOMPARE(file->blocks[1].header, std::string("f \"\\\"\""));
    }

    void readsLargeFilesAsIfInOnePiece_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("problems");
        const auto row = [](const char* name, const std::string& text, int problems) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << problems;
        };
        // 1 MB, most of it comments, which are quick to print.
        const std::string comment = "# " + std::string(500, 'x') + '\n';
        std::string blocks;
        for (int i = 0; i < 2000; ++i)
            blocks += "resource \"a\" \"b" + std::to_string(i) + "\" {\n  c = { d = e.f[" + std::to_string(i) +
                      "], \"ü\" = 1 }\n}\n" + comment;
        const std::string texts = repeated("a {\n  b = <<-EOT\n    { \n}\nc = 1\nd {\n}\n  EOT\n}\n" + comment, 2000);
        row("blocks", blocks, 0);
        row("without a line break at the end", blocks + "a = 1", 0);
        row("with a byte order mark", "\xEF\xBB\xBF" + blocks, 0);
        row("arguments between blocks", "a = 1\n" + blocks + "b = [\n  1,\n]\n", 0);
        row("an argument in two parts", "a = 1\n" + blocks + "a = 2\n", 1);
        row("texts that look like ends of blocks", texts, 0);
        row("a comment over most of it", "a {\n}\n/*\n" + blocks + "*/\nb {\n}\n", 0);
        row("a comment that does not end", "/*\n" + blocks, 1);
        row("a block that does not end", "a {\n" + blocks, 1);
        row("a text that does not end", "a = <<EOT\n" + blocks, 1);
        row("a mistake at the start", "a = = 1\n" + blocks, 1);
        row("a mistake at the end", blocks + "a = = 1\n", 1);
        row("mistakes everywhere", blocks + "a = = 1\n" + blocks + "b {\n  = 1\n}\n" + blocks + "c = \"\n", 3);
        row("a closing brace too many", blocks + "}\n" + blocks, 1);
    }
    /// If nothing looks like the end of a top-level block, a file is never divided. The result is the same except for
    /// byte offsets.
    void readsLargeFilesAsIfInOnePiece() {
        QFETCH(QByteArray, text);
        QFETCH(int, problems);
        const auto print = [](QByteArray source) {
            const auto file = parseNative(std::make_shared<const std::string>(source.toStdString()), "t");
            QString result = QString::fromStdString(printProblems(file.diagnostics) + printTree(*file->body));
            for (const diags::BlockHeader& block : file->blocks)
                result += QString::fromStdString(block.header) + u'\n';
            static const QRegularExpression bytes(QStringLiteral("/\\d+"));
            return std::pair(result.remove(bytes).replace(QLatin1String("} \\x0a"), QLatin1String("}\\x0a")),
                             int(file.diagnostics.size()));
        };
        QByteArray whole = text;
        whole.replace("\n}\n", "\n} \n");
        const auto [result, count] = print(text);
        const auto [expected, expectedCount] = print(whole);
        QCOMPARE(count, expectedCount);
        QVERIFY((count > 0) == (problems > 0));
        QVERIFY2(result == expected, qPrintable(result.left(2000) + QLatin1String("\n---\n") + expected.left(2000)));
    }

    void keepsTheText() {
        const auto text = std::make_shared<const std::string>("a = 1\n");
        QCOMPARE(parseNative(text, "t")->text, text);
    }

    void rejectsTooDeepNesting_data() {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* name, const std::string& text) {
            QTest::newRow(name) << QByteArray::fromStdString(text);
        };
        constexpr int times = 100000;
        row("parentheses", repeated("(", times) + "a" + repeated(")", times));
        row("open parentheses", repeated("(", times));
        row("tuples", repeated("[", times));
        row("objects", repeated("{a=", times));
        row("calls", repeated("f(", times));
        row("templates", repeated("\"${", times));
        row("negations", repeated("-", times) + "1");
        row("sum", repeated("1 + ", times) + "1");
        row("conditionals", repeated("a ? b : ", times) + "c");
        row("splats", "a" + repeated("[*]", times));
        row("attribute splats", "a" + repeated(".*[0]", times));
        row("indexes", "a" + repeated("[b]", times));
        row("nested indexes", repeated("a[", times));
        row("loops", repeated("[for a in ", times));
        row("sums in parentheses", repeated("(", 400) + "1" + repeated(repeated(" + 1", 50) + ")", 400));
    }
    void rejectsTooDeepNesting() {
        QFETCH(QByteArray, text);
        const auto expression = parseExpression(text.toStdString(), "t");
        QVERIFY(expression.value);
        QCOMPARE(expression.diagnostics.size(), 1u);
        QCOMPARE(expression.diagnostics[0].summary, std::string("Too many levels of nesting"));
    }

    /// A failed search is not repeated.
    void readsManyOpenComments() {
        const auto result = parseExpression(repeated("/* ", 500000), "t");
        QVERIFY(result.hasErrors());
    }

    void rejectsTooDeepBlocks() {
        const auto text = std::make_shared<const std::string>(repeated("a {\n", 100000));
        const auto file = parseNative(text, "t");
        QCOMPARE(file.diagnostics.size(), 1u);
        QCOMPARE(file.diagnostics[0].summary, std::string("Too many levels of nesting"));
    }

    void rejectsTooDeepDirectives() {
        const auto result = parseTemplate(repeated("%{ if a }", 10000) + repeated("%{ endif }", 10000), "t");
        QCOMPARE(result.diagnostics.size(), 1u);
        QCOMPARE(result.diagnostics[0].summary, std::string("Too many levels of nesting"));
    }

    void rejectsTooDeepJson() {
        for (const char* start : {"[", "{\"a\":"}) {
            const auto file = parseJson(std::make_shared<const std::string>(repeated(start, 100000)), "t");
            QCOMPARE(file.diagnostics[0].summary, std::string("Too many levels of nesting"));
        }
    }

    void evaluatesTheDeepestThatItParses_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("parentheses") << QByteArray::fromStdString(repeated("(", 490) + "1" + repeated(")", 490));
        QTest::newRow("templates") << QByteArray::fromStdString(repeated("\"x${", 490) + "1" + repeated("}\"", 490));
        QTest::newRow("sum") << QByteArray::fromStdString(repeated("1 + ", 1490) + "1");
        QTest::newRow("tuples") << QByteArray::fromStdString(repeated("[", 490) + repeated("]", 490));
        QTest::newRow("objects") << QByteArray::fromStdString(repeated("{a=", 490) + "1" + repeated("}", 490));
        QTest::newRow("loops") << QByteArray::fromStdString(repeated("[for x in ", 490) + "[]" +
                                                            repeated(" : x]", 490));
        QTest::newRow("conditionals") << QByteArray::fromStdString(repeated("true ? ", 490) + "1" +
                                                                   repeated(" : 2", 490));
    }
    void evaluatesTheDeepestThatItParses() {
        QFETCH(QByteArray, text);
        const auto expression = parseExpression(text.toStdString(), "t");
        QVERIFY2(expression.isOk(), expression.diagnostics.toString().c_str());
        QVERIFY((*expression)->evaluate(nullptr).isOk());
    }

    void allowsNestingThatPeopleWrite() {
        QVERIFY(parseExpression(repeated("(", 200) + "a" + repeated(")", 200), "t").isOk());
        QVERIFY(parseExpression(repeated("1 + ", 1000) + "1", "t").isOk());
        QVERIFY(parseExpression("a" + repeated(".b", 10000), "t").isOk());
    }

    void readsLongBodiesInLinearTime() {
        std::string text;
        for (int i = 0; i < 100000; ++i)
            text += "a" + std::to_string(i) + " = 1\n";
        text += "a5 = 2\n";
        const auto file = parseNative(std::make_shared<const std::string>(text), "t");
        QCOMPARE(file.diagnostics.size(), 1u);
        QCOMPARE(file.diagnostics[0].detail,
                 std::string("The argument \"a5\" was already set at t:6,1-3. Each argument may be set only once."));
    }
};

QTEST_APPLESS_MAIN(ParserTest)
#include "tst_parser.moc"

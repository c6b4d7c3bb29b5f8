// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/expression.h"
#include "core/hcl/syntax/parser.h"
#include "core/lang/files_read.h"
#include "core/lang/functions.h"
#include "tests/support/scoped_environment.h"

#include <QtTest>

#include <filesystem>
#include <fstream>
#include <span>
#include <thread>

using namespace planlens;
using values::Value;

namespace {

class FunctionScope final : public hcl::Scope {
public:
    explicit FunctionScope(const lang::FunctionTable& table)
        : m_table(table) {}
    diags::Result<Value> resolve(const hcl::Traversal&) const override { return {Value::dynamicUnknown()}; }
    const hcl::Function* function(std::string_view name) const override { return m_table.find(name); }

private:
    const lang::FunctionTable& m_table;
};

/// Returns the value of an expression in Go syntax, or its diagnostics.
QString evaluate(const QString& text, const lang::FunctionOptions& options = {}) {
    const auto expression = hcl::parseExpression(text.toStdString(), "test.hcl");
    if (!expression.isOk())
        return QString::fromStdString(expression.diagnostics.toString());
    const auto table = lang::makeFunctionTable(options);
    const FunctionScope scope(*table);
    const auto result = (*expression)->evaluate(&scope);
    return QString::fromStdString(result.hasErrors() ? result.diagnostics.toString() : result->toGoString());
}

void writeFile(const QString& path, const char* content) {
    std::ofstream(path.toStdString()) << content;
}

} // namespace

class FunctionsTest : public QObject {
    Q_OBJECT

private slots:
    /// Nesting that would exhaust the stack is rejected in every form.
    void rejectsTooDeepNesting_data() {
        QTest::addColumn<QString>("function");
        QTest::addColumn<QByteArray>("text");
        QByteArray aliases = "a0: &a0 [x]\n";
        for (int i = 0; i < 20000; ++i)
            aliases += QString("a%1: &a%1 [*a%2]\n").arg(i + 1).arg(i).toUtf8();
        QTest::newRow("YAML sequences") << "yamldecode" << QByteArray(20000, '[') + QByteArray(20000, ']');
        QTest::newRow("open YAML sequences") << "yamldecode" << QByteArray(20000, '[');
        QTest::newRow("YAML mappings") << "yamldecode" << QByteArray("{a: ").repeated(20000) + QByteArray(20000, '}');
        QTest::newRow("YAML dashes") << "yamldecode" << QByteArray("- ").repeated(20000);
        QTest::newRow("YAML aliases") << "yamldecode" << aliases;
        QTest::newRow("JSON arrays") << "jsondecode" << QByteArray(20000, '[') + QByteArray(20000, ']');
    }
    void rejectsTooDeepNesting() {
        QFETCH(QString, function);
        QFETCH(QByteArray, text);
        const auto table = lang::makeFunctionTable({});
        const Value argument = Value::string(text.toStdString());
        const auto result = hcl::invoke(*table->find(function.toStdString()), std::span(&argument, 1));
        QVERIFY(!result);
        QVERIFY2(QString::fromStdString(result.error().message).contains("exceeded max depth"),
                 result.error().message.c_str());
    }

    void reportsWhichFilesAreAskedFor() {
        const QTemporaryDir folder;
        const auto at = [&](const char* name) { return folder.filePath(name).toStdString(); };
        writeFile(folder.filePath("a.txt"), "a");
        writeFile(folder.filePath("t.tpl"), "${file(\"in.txt\")}");
        writeFile(folder.filePath("in.txt"), "b");
        lang::FunctionOptions options;
        options.baseDirectory = folder.path().toStdString();
        options.filesRead = std::make_shared<lang::FilesRead>();
        for (const char* text :
             {"file(\"a.txt\")", "file(\"./a.txt\")", "filesha256(\"in.txt\")", "fileexists(\"none\")",
              "fileset(\".\", \"sub/**/*.json\")", "file(sensitive(\"hush\"))"})
            evaluate(text, options);
        QCOMPARE(evaluate("templatefile(\"t.tpl\", {})", options), evaluate("\"b\""));
        QCOMPARE(options.filesRead->files(),
                 (std::vector<std::string>{at("a.txt"), at("in.txt"), at("none"), at("t.tpl")}));
        QCOMPARE(options.filesRead->patterns(), std::vector<std::string>{at("sub/**/*.json")});
        QCOMPARE(lang::folderOfPattern(at("sub/**/*.json")), at("sub"));
        QCOMPARE(lang::folderOfPattern("/*"), std::string("/"));
        QCOMPARE(lang::matchesOf(at("*.txt")), (std::vector<std::string>{at("a.txt"), at("in.txt")}));
        for (std::size_t i = 0; i < 2 * lang::FilesRead::most; ++i)
            options.filesRead->addFile(at(("many" + std::to_string(i)).c_str()));
        QCOMPARE(options.filesRead->files().size(), lang::FilesRead::most);
    }

    void rejectsManyColumnsOfOneName() {
        const auto table = lang::makeFunctionTable({});
        std::string text = "c0";
        for (int i = 1; i < 50000; ++i)
            text += ",c" + std::to_string(i);
        const Value argument = Value::string(text + ",c0\n");
        const auto result = hcl::invoke(*table->find("csvdecode"), std::span(&argument, 1));
        QVERIFY(!result);
        QCOMPARE(result.error().message, std::string("duplicate column name \"c0\""));
    }

    /// Results recorded with OpenTofu.
    void matchesTheReference_data() {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("want");
        QTest::newRow("gzip of many blocks")
            << R"~(sha256(base64gzip(join(",", [for i in range(1000) : "line ${i} of ${pow(i, 2)}"]))))~"
            << R"~(cty.StringVal("bded4cd6cf7625952e1c483cf3bec6cf4d7b80ddee37d5cf3e7e2783e100abfe"))~";
        QTest::newRow("gzip of nothing") << R"~(base64gzip(""))~"
                                         << R"~(cty.StringVal("H4sIAAAAAAAA/wAAAP//AQAA//8AAAAAAAAAAA=="))~";
        QTest::newRow("gzip of a run") << R"~(base64gzip("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"))~"
                                       << R"~(cty.StringVal("H4sIAAAAAAAA/0okAgAAAAD//wEAAP//wnx2xCQAAAA="))~";
        QTest::newRow("fractional power") << R"~(pow(2.5, 3.7))~"
                                          << R"~(cty.NumberFloatVal(29.67413253642086))~";
        QTest::newRow("logarithm") << R"~(log(10, 3))~"
                                   << R"~(cty.NumberFloatVal(2.095903274289385))~";
        QTest::newRow("numbers in formats") << R"~(format("%.2f|%-6d|%+08.3e|%#x", 2.675, 42, -1234.5, 255))~"
                                            << R"~(cty.StringVal("2.67|42    |-1.234e+03|0xff"))~";
        QTest::newRow("open block in YAML") << R"~(yamlencode(["x\n\n"]))~"
                                            << R"~(cty.StringVal("- |+\n  x\n\n"))~";
        QTest::newRow("single-byte encoding") << R"~(textencodebase64("é€", "windows-1252"))~"
                                              << R"~(cty.StringVal("6YA="))~";
        QTest::newRow("named groups")
            << R"~(regex("(?<y>\\d{4})-(?<month>\\d\\d)?", "2024-"))~"
            << R"~(cty.ObjectVal(map[string]cty.Value{"month":cty.NullVal(cty.String), "y":cty.StringVal("2024")}))~";
        QTest::newRow("replaced matches") << R"~(replace("a1b22", "/[0-9]+/", "<$0>"))~"
                                          << R"~(cty.StringVal("a<1>b<22>"))~";
        QTest::newRow("subnet of a negative number") << R"~(cidrsubnet("10.0.0.0/16", 8, -1))~"
                                                     << R"~(cty.StringVal("0.0.1.0/24"))~";
        QTest::newRow("time before year zero") << R"~(timeadd("0000-01-01T00:00:00Z", "-1h"))~"
                                               << R"~(cty.StringVal("-0001-12-31T23:00:00Z"))~";
    }
    void matchesTheReference() {
        QFETCH(QString, expression);
        QFETCH(QString, want);
        QCOMPARE(evaluate(expression), want);
    }

    void findsFunctionsInTheCoreNamespace() {
        const auto table = lang::makeFunctionTable({});
        QVERIFY(table->find("upper"));
        QCOMPARE(table->find("core::upper"), table->find("upper"));
        QVERIFY(!table->find("core::core::upper"));
        QVERIFY(!table->find("type"));
    }

    void leavesUnpredictableResultsOpenWherePure_data() {
        QTest::addColumn<QString>("expression");
        for (const char* expression : {"timestamp()", "uuid()", "bcrypt(\"a\")"})
            QTest::newRow(expression) << QString(expression);
    }
    void leavesUnpredictableResultsOpenWherePure() {
        QFETCH(QString, expression);
        lang::FunctionOptions options;
        options.pure = true;
        QCOMPARE(evaluate(expression, options), QString("cty.UnknownVal(cty.String).RefineNotNull()"));
        QVERIFY(evaluate(expression).startsWith("cty.StringVal("));
    }

    void hasThePlanTimestampOnlyWherePlanned() {
        QCOMPARE(evaluate("plantimestamp()"), QString("cty.UnknownVal(cty.String)"));
        lang::FunctionOptions options;
        options.planTimestamp = "2024-01-02T03:04:05Z";
        QCOMPARE(evaluate("plantimestamp()", options), QString("cty.StringVal(\"2024-01-02T03:04:05Z\")"));
    }

    void readsFilesFromTheBaseDirectory() {
        const QTemporaryDir folder;
        std::filesystem::create_directories(folder.filePath("sub").toStdString());
        writeFile(folder.filePath("a.txt"), "a");
        writeFile(folder.filePath("sub/b.txt"), "b");
        lang::FunctionOptions options;
        options.baseDirectory = folder.path().toStdString();
        QCOMPARE(evaluate("file(\"a.txt\")", options), QString("cty.StringVal(\"a\")"));
        QCOMPARE(evaluate("join(\",\", fileset(\".\", \"**/*.txt\"))", options),
                 QString("cty.StringVal(\"a.txt,sub/b.txt\")"));
        QCOMPARE(evaluate("join(\",\", fileset(\".\", \"{a,sub/?}.t*\"))", options),
                 QString("cty.StringVal(\"a.txt,sub/b.txt\")"));
    }

    /// Other programs write temporary files beside those of a configuration.
    void listsFilesWhileOthersAreRemoved() {
        const QTemporaryDir folder;
        writeFile(folder.filePath("a.txt"), "a");
        lang::FunctionOptions options;
        options.baseDirectory = folder.path().toStdString();
        std::jthread other([&folder](const std::stop_token& stop) {
            const std::string path = folder.filePath("b.new").toStdString();
            while (!stop.stop_requested()) {
                std::ofstream(path) << 'b';
                std::filesystem::remove(path);
            }
        });
        for (int i = 0; i < 3000; ++i) {
            const QString files = evaluate("contains(fileset(\".\", \"**\"), \"a.txt\")", options);
            if (files != QString("cty.True"))
                QCOMPARE(files, QString("cty.True"));
        }
    }

    void rendersTemplatesInTemplates() {
        const QTemporaryDir folder;
        writeFile(folder.filePath("outer"), "<${templatefile(\"inner\", {x = x})}>");
        writeFile(folder.filePath("inner"), "%{for i in x}${i};%{endfor}");
        lang::FunctionOptions options;
        options.baseDirectory = folder.path().toStdString();
        QCOMPARE(evaluate("templatefile(\"outer\", {x = [1, 2]})", options), QString("cty.StringVal(\"<1;2;>\")"));
    }

    void endsEndlessTemplates() {
        const QTemporaryDir folder;
        writeFile(folder.filePath("t"), "${templatefile(\"t\", {})}");
        lang::FunctionOptions options;
        options.baseDirectory = folder.path().toStdString();
        const testing::ScopedEnvironment environment("TF_TEMPLATE_RECURSION_DEPTH", "20");
        const QString answer = evaluate("templatefile(\"t\", {})", options);
        QVERIFY2(answer.contains("maximum recursion depth 20 reached in t:1,3-16, t:1,3-16 ... "), qPrintable(answer));
    }
};

QTEST_APPLESS_MAIN(FunctionsTest)
#include "tst_functions.moc"

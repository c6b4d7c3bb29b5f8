// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/expression.h"
#include "core/hcl/syntax/parser.h"
#include "core/lang/functions.h"
#include "tests/support/table_values.h"

#include <QtTest>

#include <filesystem>
#include <fstream>
#include <map>

using namespace planlens;
using tests::Json;
using values::Value;

namespace {

/// A scope with functions only.
class FunctionScope final : public hcl::Scope {
public:
    explicit FunctionScope(const lang::FunctionTable& table)
        : m_table(table) {}
    diags::Result<Value> resolve(const hcl::Traversal&) const override { return {Value::dynamicUnknown()}; }
    const hcl::Function* function(std::string_view name) const override { return m_table.find(name); }

private:
    const lang::FunctionTable& m_table;
};

QString print(const Value& value) {
    return QString::fromStdString(value.toGoString());
}

QString print(const hcl::FunctionError& error) {
    return QString::fromStdString((error.argument ? "argument " + std::to_string(*error.argument) + ": " : "") +
                                  error.message);
}

std::string bytesOf(const std::string& hex) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    return bytes;
}

} // namespace

/// Compares the built-in functions with recorded calls.
class FunctionsTableTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        m_cases = tests::readTable("functions.json");
        if (m_cases.is_null())
            QSKIP("the tables are not here");
        for (const Json& fixture : tests::readTable("function_fixtures.json")) {
            const std::filesystem::path path =
                folderOf(fixture.at("fixtures").get<std::string>()) / fixture.at("path").get<std::string>();
            std::filesystem::create_directories(path.parent_path());
            std::ofstream(path, std::ios::binary) << bytesOf(fixture.at("hex").get<std::string>());
        }
    }

    void calls_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < m_cases.size(); ++i)
            QTest::newRow(m_cases[i].at("id").get<std::string>().c_str()) << static_cast<int>(i);
    }

    void calls() {
        QFETCH(int, index);
        const Json& row = m_cases[static_cast<std::size_t>(index)];
        if (!row.at("function").is_string())
            QSKIP(("no function of the language is " + row.at("impl").get<std::string>() +
                   ": only the reference's libraries have it")
                      .c_str());
        const lang::FunctionTable& table = tableFor(row.value("fixtures", ""));
        if (row.at("kind") == "expression")
            evaluate(row, table);
        else
            call(row, table);
    }

private:
    std::filesystem::path folderOf(const std::string& fixtures) const {
        return fixtures.empty() ? "." : std::filesystem::path(m_folder.path().toStdString()) / fixtures;
    }

    const lang::FunctionTable& tableFor(const std::string& fixtures) {
        auto& table = m_tables[fixtures];
        if (!table) {
            // Paths in messages are relative to the folder.
            lang::FunctionOptions options;
            options.planTimestamp = "2004-04-25T15:00:00Z";
            table = lang::makeFunctionTable(options);
        }
        if (!fixtures.empty())
            std::filesystem::current_path(folderOf(fixtures));
        return *table;
    }

    static void evaluate(const Json& row, const lang::FunctionTable& table) {
        const auto expression = hcl::parseExpression(row.at("expression").get<std::string>(), "test.hcl");
        QVERIFY2(expression.isOk(), expression.diagnostics.toString().c_str());
        const FunctionScope scope(table);
        const auto result = (*expression)->evaluate(&scope);
        QVERIFY2(!result.hasErrors(), result.diagnostics.toString().c_str());
        QCOMPARE(print(*result), print(tests::tableValue(row.at("want"))));
    }

    static void call(const Json& row, const lang::FunctionTable& table) {
        const hcl::Function* function = table.find(row.at("function").get<std::string>());
        QVERIFY(function);
        std::vector<Value> arguments;
        for (const Json& argument : row.at("args"))
            arguments.push_back(argument.is_null() ? Value() : tests::tableValue(argument));
        const auto result = hcl::invoke(*function, arguments);
        const QString text = result ? print(*result) : print(result.error());
        if (row.contains("error")) {
            std::optional<std::size_t> argument;
            if (row.contains("error_arg") && !row.at("error_arg").is_null())
                argument = row.at("error_arg").get<std::size_t>();
            QCOMPARE(text, print(hcl::FunctionError{row.at("error").get<std::string>(), argument, {}}));
            return;
        }
        const Value want = tests::tableValue(row.at("want"));
        QCOMPARE(text, print(want));
        QVERIFY(result && *result == want);
    }

    Json m_cases;
    QTemporaryDir m_folder;
    std::map<std::string, std::shared_ptr<const lang::FunctionTable>> m_tables;
};

QTEST_APPLESS_MAIN(FunctionsTableTest)
#include "tst_functions_table.moc"

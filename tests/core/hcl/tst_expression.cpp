// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/parser.h"
#include "tests/core/hcl/expression_functions.h"
#include "tests/support/table_values.h"

#include <QtTest>

#include <map>

using namespace planlens;
using namespace planlens::hcl;
using diags::Diagnostic;
using diags::Result;
using tests::Json;
using values::Value;

namespace {

/// The variables and functions of a case, both optional.
class CaseScope final : public Scope {
public:
    explicit CaseScope(const Json& row)
        : m_hasFunctions(row.contains("functions"))
        , m_variables(variablesOf(row)) {
        if (m_hasFunctions)
            for (const auto& [name, implementation] : row["functions"].items())
                m_functions[name] = tests::tableFunction(implementation.get<std::string>());
        m_hasVariables = row["variables"].is_object() && !row["variables"].empty();
    }

    const Scope* scope() const {
        if (m_hasFunctions)
            return this;
        return m_hasVariables ? &m_variables : nullptr;
    }
    Result<Value> resolve(const Traversal& traversal) const override {
        if (m_hasVariables)
            return m_variables.resolve(traversal);
        return {Value::dynamicUnknown(), Diagnostic::error("Variables not allowed", "Variables may not be used here.",
                                                           traversal.steps.front().range)};
    }
    const Function* function(std::string_view name) const override {
        const auto it = m_functions.find(name);
        return it == m_functions.end() ? nullptr : it->second.get();
    }

private:
    static MapScope variablesOf(const Json& row) {
        std::vector<std::pair<std::string, Value>> variables;
        for (const auto& [name, value] : row["variables"].items())
            variables.emplace_back(name, tests::tableValue(value));
        return MapScope(std::move(variables));
    }

    bool m_hasFunctions;
    bool m_hasVariables = false;
    MapScope m_variables;
    std::map<std::string, std::shared_ptr<const Function>, std::less<>> m_functions;
};

std::string print(const Diagnostic& diagnostic) {
    const auto [filename, start, end] = *diagnostic.subject;
    return (diagnostic.severity == diags::Severity::Error ? "error" : "warning") +
           Json{start.line, start.column, start.byte, end.line, end.column, end.byte}.dump() + " " +
           diagnostic.summary + ": " + diagnostic.detail;
}
std::string print(const Json& diagnostic) {
    return diagnostic["severity"].get<std::string>() + diagnostic["subject"].dump() + " " +
           diagnostic["summary"].get<std::string>() + ": " + diagnostic["detail"].get<std::string>();
}

/// Evaluates text in native syntax with some variables.
Result<Value> evaluate(const std::string& text, const Scope* scope) {
    return (*parseExpression(text, "test.tf"))->evaluate(scope);
}

const MapScope& sample() {
    static const MapScope scope({{"name", Value::string("web")},
                                 {"secret", Value::string("hush").withMark(values::Mark::sensitive())},
                                 {"later", Value::unknown(values::Type::string())},
                                 {"list", Value::tuple({Value::string("a"), Value::string("b")})},
                                 {"object", Value::object({{"id", Value::string("i-1")}})}});
    return scope;
}

/// Has single instances, and fails if the collection of all of them is requested.
class InstanceScope final : public Scope {
public:
    Result<Value> resolve(const Traversal& traversal) const override {
        if (traversal.rootName() == "key")
            return m_key;
        return Value::string("value of " + traversal.toString());
    }
    bool indexSelectsInstance(const Traversal& traversal) const override { return traversal.toString() == "thing.a"; }
    const Function* function(std::string_view) const override { return nullptr; }
    Value m_key = Value::string("x");
};

} // namespace

class ExpressionTest : public QObject {
    Q_OBJECT

private slots:
    /// Each level would double the work if the types of failed expressions were found by evaluating them again.
    void splatsInSplatsFailInTime() {
        std::string text = "null[0]";
        for (int depth = 0; depth < 100; ++depth)
            text = "[1][*][" + text + "]";
        const auto parsed = parseExpression(text, "test.hcl");
        QVERIFY(parsed.diagnostics.isEmpty());
        const auto evaluated = (*parsed)->evaluate(nullptr);
        QVERIFY(evaluated.diagnostics.size() >= 1);
        QVERIFY(evaluated->type().isTuple());
    }

    void evaluatesAsReference_data() {
        QTest::addColumn<QByteArray>("json");
        for (const Json& row : tests::readTable("expressions.json"))
            QTest::newRow(row["id"].get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
    }
    void evaluatesAsReference() {
        if (!QTest::currentDataTag())
            QSKIP("the table is not there");
        QFETCH(QByteArray, json);
        const Json row = Json::parse(json.toStdString());
        const CaseScope scope(row);
        const std::string input = row["input"].get<std::string>();
        const auto parsed =
            row["kind"] == "template" ? parseTemplate(input, "test.hcl") : parseExpression(input, "test.hcl");
        const auto evaluated = (*parsed)->evaluate(scope.scope());
        diags::Diagnostics all = parsed.diagnostics;
        all.append(evaluated.diagnostics);

        if (row.contains("want_error")) {
            QCOMPARE(all.size(), 1u);
            QCOMPARE(all[0].summary, row["want_error"]["summary"].get<std::string>());
            QCOMPARE(all[0].detail, row["want_error"]["detail"].get<std::string>());
            return;
        }
        if (row.contains("want_error_text")) {
            QCOMPARE(all.size(), 1u);
            QCOMPARE(all[0].toString(), row["want_error_text"].get<std::string>());
            return;
        }
        std::string got;
        std::string want;
        for (const Diagnostic& diagnostic : all)
            got += print(diagnostic) + "\n";
        if (row.contains("diags"))
            for (const Json& diagnostic : row["diags"])
                want += print(diagnostic) + "\n";
        else
            want = got;
        QCOMPARE(got, want);
        QCOMPARE(all.size(), row["diag_count"].get<std::size_t>());
        if (row.contains("want") && !row["want"].is_null())
            QCOMPARE(evaluated->toGoString(), tests::tableValue(row["want"]).toGoString());
    }

    void reportsTheVariablesOfErrors_data() {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("values");
        QTest::newRow("string") << "name + 1"
                                << "name is \"web\"\n";
        QTest::newRow("longest beginning that exists") << "object.nope"
                                                       << "object is object with 1 attribute \"id\"\n";
        QTest::newRow("index") << "list[5]"
                               << "list is tuple with 2 elements\n";
        QTest::newRow("nothing of secrets") << "[secret, name] + 1"
                                            << "name is \"web\"\n";
        QTest::newRow("type of unknown ones") << "later.x"
                                              << "later is a string\n";
        QTest::newRow("names of for") << "[for v in list : v + 1 if v != \"b\"]"
                                      << "v is \"a\"\n";
        QTest::newRow("only of the operand at fault") << "1 + name"
                                                      << "name is \"web\"\n";
        QTest::newRow("each once, sorted") << "{ (name) = 1, (list[name][name]) = 2 }"
                                           << "list is tuple with 2 elements\nname is \"web\"\n";
    }
    void reportsTheVariablesOfErrors() {
        QFETCH(QString, expression);
        QFETCH(QString, values);
        const auto result = evaluate(expression.toStdString(), &sample());
        QVERIFY(result.hasErrors());
        QString told;
        for (const diags::ExpressionValue& value : result.diagnostics[0].values)
            told += QString::fromStdString(value.traversal + " " + value.statement + "\n");
        QCOMPARE(told, values);
    }

    void reportsTheFunctionOfErrors() {
        const CaseScope scope(Json{{"variables", Json::object()}, {"functions", {{"upper", "cty.UpperFunc"}}}});
        const auto direct = evaluate("upper([])", &scope);
        QVERIFY(direct.diagnostics[0].functionCall);
        QCOMPARE(direct.diagnostics[0].functionCall->calledAs, std::string("upper"));
        QVERIFY(direct.diagnostics[0].functionCall->signature);
        QCOMPARE(direct.diagnostics[0].functionCall->signature->parameters.at(0).name, std::string("str"));
        const auto inFor = evaluate("[for v in [1] : upper([])]", &scope);
        QVERIFY(!inFor.diagnostics[0].functionCall->signature);
    }

    void reportsTheSidesOfEqualities_data() {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<bool>("told");
        QTest::newRow("values") << "a == 2" << true;
        QTest::newRow("an equality compared") << "a == 2 == true" << true;
        QTest::newRow("an unknown part on the right") << "[1, a] == [1, unknown]" << true;
        QTest::newRow("an unknown part on the left") << "[1, unknown] == [1, a]" << false;
        QTest::newRow("sensitive") << "secret == a" << true;
        QTest::newRow("ephemeral") << "a == passing" << false;
        QTest::newRow("an ephemeral part") << "[passing] == [a]" << false;
        QTest::newRow("infinite") << "a / 0 == 1" << false;
        QTest::newRow("an infinite part") << "[a] == [1 / 0]" << false;
        QTest::newRow("in parentheses") << "(a == 2)" << false;
        QTest::newRow("in a template") << "\"${a == 2}\"" << false;
        QTest::newRow("unequal") << "a != 1" << false;
    }
    void reportsTheSidesOfEqualities() {
        QFETCH(QString, expression);
        const MapScope scope({{"a", Value::number(1)},
                              {"unknown", Value::unknown(values::Type::number())},
                              {"secret", Value::number(2).withMark(values::Mark::sensitive())},
                              {"passing", Value::number(2).withMark(values::Mark::ephemeral())}});
        const ExpressionPtr parsed = *parseExpression(expression.toStdString(), "main.tf").value;
        QTEST(withExpressionValues(Diagnostic::error("Failed", "", parsed->range()), *parsed, &scope).comparison !=
                  nullptr,
              "told");
    }

    void looksInstancesUpByKey_data() {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("value");
        QTest::newRow("index") << "thing.a[key]"
                               << "value of thing.a[\"x\"]";
        QTest::newRow("with following steps") << "thing.a[key].id"
                                              << "value of thing.a[\"x\"].id";
        QTest::newRow("in for") << "[for k in [\"y\"] : thing.a[k].id][0]"
                                << "value of thing.a[\"y\"].id";
        QTest::newRow("hidden by for") << "[for thing in [{a = {x = \"own\"}}] : thing.a[key]][0]"
                                       << "own";
    }
    void looksInstancesUpByKey() {
        QFETCH(QString, expression);
        QFETCH(QString, value);
        const InstanceScope scope;
        const auto result = evaluate(expression.toStdString(), &scope);
        QVERIFY2(result.isOk(), result.diagnostics.toString().c_str());
        QCOMPARE(result->toGoString(), Value::string(value.toStdString()).toGoString());
    }

    void collectsReferences() {
        const auto expression =
            parseExpression("f(a.b[0], [for k, v in c.d : v.x if k != e], g::h(i)[*].j, { k = l })", "t");
        QVERIFY(expression.isOk());
        std::string names;
        for (const Traversal& traversal : (*expression)->variables())
            names += traversal.toString() + " ";
        QCOMPARE(names, std::string("a.b[0] c.d e i l "));
        std::string functions;
        for (const FunctionReference& function : (*expression)->functions())
            functions += function.name + " ";
        QCOMPARE(functions, std::string("f g::h "));
    }

    void analysesWhatIsWritten() {
        const auto written = [](const char* text) { return *parseExpression(text, "t"); };
        QCOMPARE(written("a.b[\"c\"]")->asTraversal()->toString(), std::string("a.b[\"c\"]"));
        QCOMPARE(written("a.b")->asRelativeTraversal()->toString(), std::string(".a.b"));
        QVERIFY(!written("(a.b)")->asTraversal());
        QVERIFY(!written("\"${a}\"")->asTraversal());
        QCOMPARE(written("null")->asKeyword(), std::string("null"));
        QCOMPARE(written("any")->asKeyword(), std::string("any"));
        QCOMPARE(written("any.b")->asKeyword(), std::string());
        QCOMPARE(written("[a, b]")->asList()->size(), 2u);
        QCOMPARE(written("{ a = b }")->asMap()->front().key->asKeyword(), std::string("a"));
        QCOMPARE(written("list(string)")->asCall()->name, std::string("list"));
        QCOMPARE(written("\"text\"")->asLiteral()->toGoString(), Value::string("text").toGoString());
        QVERIFY(!written("\"${1}\"")->asLiteral());
    }
};

QTEST_APPLESS_MAIN(ExpressionTest)
#include "tst_expression.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/parser.h"
#include "core/values/text/quoted.h"
#include "tests/core/hcl/json_body_rows.h"

#include <QtTest>

#include <algorithm>

using namespace planlens;
using namespace planlens::hcl;
using values::Value;

namespace {

/// Known variables, and a scope that may have functions, so that strings are templates.
class SampleScope final : public Scope {
public:
    diags::Result<Value> resolve(const Traversal& traversal) const override { return m_variables.resolve(traversal); }
    const Function* function(std::string_view) const override { return nullptr; }

private:
    MapScope m_variables{{{"x", Value::string("ex")}, {"u", Value::unknown(values::Type::string())}, {"n", Value()}}};
};

std::string print(const diags::SourcePos& position) {
    return std::to_string(position.line) + ":" + std::to_string(position.column) + "/" + std::to_string(position.byte);
}
std::string print(const diags::SourceRange& range) {
    return print(range.start) + "-" + print(range.end);
}

std::string print(const diags::Diagnostics& diagnostics) {
    std::string text;
    for (const diags::Diagnostic& diagnostic : diagnostics)
        text += "! " + print(*diagnostic.subject) + (diagnostic.context ? " in " + print(*diagnostic.context) : "") +
                " " + diagnostic.summary + ": " + diagnostic.detail + "\n";
    return text;
}

std::string print(const std::vector<std::string>& labels) {
    std::string text = "[";
    for (const std::string& label : labels)
        text += (text.size() > 1 ? " " : "") + values::quoted(label);
    return text + "]";
}

/// Prints everything about a body.
std::string print(const Body& body, const std::string& indent, const Scope& scope) {
    static const BodySchema schema{{{"name"}, {"value"}},
                                   {{"plain", {}}, {"one", {"type"}}, {"two", {"type", "name"}}}};
    const auto content = body.content(schema);
    std::string text = print(content.diagnostics);
    for (const Attribute& attribute : content->attributes) {
        const auto value = attribute.expression->evaluate(&scope);
        text += indent + attribute.name + " " + print(attribute.range) + " name " + print(attribute.nameRange) +
                " start " + print(attribute.expression->startRange()) + " = " + value->toGoString() + "\n" +
                print(value.diagnostics);
    }
    for (const Block& block : content->blocks) {
        text += indent + block.type + " " + print(block.labels) + " def " + print(block.defRange) + " type " +
                print(block.typeRange);
        for (const diags::SourceRange& label : block.labelRanges)
            text += " label " + print(label);
        text += " missing " + print(block.body->missingItemRange()) + "\n" + print(*block.body, indent + "  ", scope);
    }
    return text;
}

/// Parses a file in which single quotes replace double quotes.
diags::Result<File> parse(std::string text) {
    std::replace(text.begin(), text.end(), '\'', '"');
    return parseJson(std::make_shared<const std::string>(std::move(text)), "t.json");
}

} // namespace

class JsonBodyTest : public QObject {
    Q_OBJECT

private slots:
    void readsAsReference_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("printed");
        for (const tests::JsonBodyRow& row : tests::jsonBodyRows())
            QTest::newRow(row.name) << QString::fromUtf8(row.json) << QString::fromUtf8(row.printed);
    }
    void readsAsReference() {
        QFETCH(QString, json);
        QFETCH(QString, printed);
        const auto file = parseJson(std::make_shared<const std::string>(json.toStdString()), "t.json");
        QCOMPARE(QString::fromStdString(print(file.diagnostics) + print(*file->body, "", SampleScope())), printed);
    }

    void keepsTheRest() {
        const auto file = parse("{'a': 1, 'plain': {}, 'b': 2, '//': 'comment'}");
        const auto first = file->body->partialContent({{{"a"}}, {{"plain", {}}}});
        QVERIFY(first.isOk());
        QCOMPARE(first->first.attributes.size(), 1u);
        QCOMPARE(first->first.blocks.size(), 1u);
        const auto rest = first->second->justAttributes();
        QVERIFY(rest.isOk());
        QCOMPARE(rest->size(), 1u);
        QCOMPARE(rest->begin()->first, std::string("b"));
    }

    void leavesStringsAloneWithoutScope() {
        const auto file = parse("{'a': '${x}'}");
        const auto attributes = file->body->justAttributes();
        QCOMPARE(attributes->at("a").expression->evaluate(nullptr)->toGoString(), Value::string("${x}").toGoString());
    }

    void analysesWhatIsWritten() {
        const auto file =
            parse("{'reference': 'a.b[0]', 'call': 'list(string)', 'list': ['a', 'b'], 'map': {'k': 'v'}, "
                  "'template': '${a.b} ${f(c)}'}");
        const auto attributes = file->body->justAttributes();
        const auto written = [&](const char* name) -> const Expression& { return *attributes->at(name).expression; };
        QCOMPARE(written("reference").asTraversal()->toString(), std::string("a.b[0]"));
        QCOMPARE(written("call").asCall()->name, std::string("list"));
        QCOMPARE(written("list").asList()->size(), 2u);
        QCOMPARE(written("map").asMap()->front().key->asKeyword(), std::string("k"));
        QCOMPARE(written("template").variables().size(), 2u);
        QCOMPARE(written("template").functions().front().name, std::string("f"));
        QVERIFY(!written("template").asTraversal());
    }

    void outlinesTheFile() {
        const auto file = parse("{'resource': {'thing': {'x': {'a': [1, {'b': 2}]}, 'y': {}}}}");
        const std::string& text = *file->text;
        const auto pathAt = [&](const char* place) {
            const std::size_t at = text.find(place);
            for (const diags::BlockHeader& block : file->blocks)
                if (block.startByte <= at && at < block.endByte)
                    return block.header;
            return std::string();
        };
        QCOMPARE(pathAt("\"resource\""), std::string());
        QCOMPARE(pathAt("\"x\""), std::string("resource.thing"));
        QCOMPARE(pathAt("\"a\""), std::string("resource.thing.x"));
        QCOMPARE(pathAt("1,"), std::string("resource.thing.x.a"));
        QCOMPARE(pathAt("\"b\""), std::string("resource.thing.x.a[1]"));
        QCOMPARE(pathAt("\"y\""), std::string("resource.thing"));
    }
};

QTEST_APPLESS_MAIN(JsonBodyTest)
#include "tst_json_body.moc"

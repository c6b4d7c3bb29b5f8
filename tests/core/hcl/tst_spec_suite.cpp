// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/parser.h"
#include "core/hcl/type_expression.h"
#include "core/values/conversion/convert.h"
#include "core/values/json/json.h"

#include <QtTest>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

using namespace planlens;
using namespace planlens::hcl;
using values::Type;
using values::Value;

namespace {

BodyPtr parse(const std::string& path, diags::Diagnostics& diagnostics) {
    std::ifstream stream(path, std::ios::binary);
    const auto text =
        std::make_shared<const std::string>(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    auto file = path.ends_with(".json") ? parseJson(text, path) : parseNative(text, path);
    diagnostics.append(std::move(file.diagnostics));
    return file.value ? file->body : emptyBody({});
}

BodyPtr parse(const std::string& path) {
    diags::Diagnostics diagnostics;
    return parse(path, diagnostics);
}

std::vector<Block> blocksOf(const Body& body, const std::vector<BlockSchema>& types) {
    return body.partialContent({{}, types})->first.blocks;
}

ExpressionPtr argument(const Body& body, const std::string& name) {
    const auto content = body.partialContent({{{name}}, {}});
    const Attribute* found = content->first.attribute(name);
    return found ? found->expression : nullptr;
}

/// The expected content of a body: the part of the suite's description language that its tests use.
struct Wanted {
    std::string kind, name;
    Type type;
    Value literal;
    std::vector<Wanted> parts;
};

Wanted readWanted(const Block& block) {
    Wanted wanted;
    wanted.kind = block.type;
    wanted.name = block.labels.empty() ? std::string() : block.labels[0];
    if (const ExpressionPtr type = argument(*block.body, "type"))
        wanted.type = parseTypeConstraint(*type)->type;
    if (const ExpressionPtr name = argument(*block.body, "block_type"))
        wanted.name = name->evaluate(nullptr)->asString();
    if (const ExpressionPtr value = argument(*block.body, "value"))
        wanted.literal = *value->evaluate(nullptr);
    std::vector<BlockSchema> types{{"object", {}}, {"literal", {}}};
    if (block.type == "object")
        types = {{"attr", {"name"}}, {"block", {"name"}}, {"block_map", {"name"}}, {"block_list", {"name"}}};
    for (const Block& part : blocksOf(*block.body, types))
        wanted.parts.push_back(readWanted(part));
    return wanted;
}

Value decode(const Wanted& wanted, const Body& body, const Scope& scope, diags::Diagnostics& diagnostics);

Value decodePart(const Wanted& wanted, const BodyContent& content, const Scope& scope,
                 diags::Diagnostics& diagnostics) {
    if (wanted.kind == "attr") {
        const Attribute* found = content.attribute(wanted.name);
        if (!found)
            return Value::null(wanted.type);
        auto value = found->expression->evaluate(&scope);
        diagnostics.append(std::move(value.diagnostics));
        const auto converted = values::convert(*value.value, wanted.type);
        return converted ? *converted : Value();
    }
    std::vector<Value> list;
    std::vector<std::pair<std::string, Value>> map;
    for (const Block& block : content.blocks) {
        if (block.type != wanted.name)
            continue;
        list.push_back(decode(wanted.parts[0], *block.body, scope, diagnostics));
        map.emplace_back(block.labels.empty() ? "" : block.labels[0], list.back());
    }
    if (wanted.kind == "block_map")
        return Value::map(std::move(map));
    if (wanted.kind == "block_list")
        return Value::tuple(std::move(list));
    return list.empty() ? Value() : list[0];
}

Value decode(const Wanted& wanted, const Body& body, const Scope& scope, diags::Diagnostics& diagnostics) {
    const std::vector<Wanted> self{wanted};
    const std::vector<Wanted>& parts = wanted.kind == "object" || wanted.kind == "literal" ? wanted.parts : self;
    BodySchema schema;
    for (const Wanted& part : parts) {
        if (part.kind == "attr")
            schema.attributes.push_back({part.name});
        else
            schema.blocks.push_back(
                {part.name, part.kind == "block_map" ? std::vector<std::string>{"key"} : std::vector<std::string>{}});
    }
    auto content = body.content(schema);
    diagnostics.append(std::move(content.diagnostics));
    if (wanted.kind == "literal")
        return wanted.literal;
    if (wanted.kind != "object")
        return decodePart(wanted, *content, scope, diagnostics);
    std::vector<std::pair<std::string, Value>> attributes;
    for (const Wanted& part : parts)
        attributes.emplace_back(part.name, decodePart(part, *content, scope, diagnostics));
    return Value::object(std::move(attributes));
}

QByteArray place(const char* severity, const Value& from, const Value& to) {
    const auto number = [](const Value& position, const char* name) {
        return QByteArray::fromStdString(position.attribute(name).asNumber().toString());
    };
    return QByteArray(severity) + " " + number(from, "line") + ":" + number(from, "column") + ":" +
           number(from, "byte") + "-" + number(to, "line") + ":" + number(to, "column") + ":" + number(to, "byte");
}

Value position(const Body& body, const std::string& type) {
    std::vector<std::pair<std::string, Value>> attributes;
    const std::vector<Block> blocks = blocksOf(body, {{type, {}}});
    const auto all = blocks[0].body->justAttributes();
    for (const auto& [name, attribute] : *all)
        attributes.emplace_back(name, *attribute.expression->evaluate(nullptr));
    return Value::object(std::move(attributes));
}

Value position(const diags::SourcePos& at) {
    const auto number = [](auto n) { return Value::number(static_cast<std::int64_t>(n)); };
    return Value::object({{"line", number(at.line)}, {"column", number(at.column)}, {"byte", number(at.byte)}});
}

} // namespace

/// The tests of HCL's own specification, if PLANLENS_HCL_SPECIFICATION contains the path of their folder.
class SpecificationTest : public QObject {
    Q_OBJECT

private slots:
    void meetsTheSpecification_data() {
        QTest::addColumn<QString>("input");
        const std::string folder = qgetenv("PLANLENS_HCL_SPECIFICATION").toStdString();
        if (folder.empty())
            QSKIP("PLANLENS_HCL_SPECIFICATION is not set");
        std::set<std::string> inputs;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
            if (const std::string path = entry.path().string(); path.ends_with(".hcl") || path.ends_with(".hcl.json"))
                inputs.insert(path);
        for (const std::string& input : inputs)
            QTest::newRow(input.c_str() + folder.size()) << QString::fromStdString(input);
    }

    void meetsTheSpecification() {
        QFETCH(QString, input);
        const std::string path = input.toStdString();
        const std::string base = path.substr(0, path.rfind(".hcl"));
        const BodyPtr description = parse(base + ".hcldec");
        const BodyPtr expected = parse(base + ".t");

        MapScope scope({});
        for (const Block& block : blocksOf(*description, {{"variables", {}}})) {
            std::vector<std::pair<std::string, Value>> variables;
            const auto all = block.body->justAttributes();
            for (const auto& [name, attribute] : *all)
                variables.emplace_back(name, *attribute.expression->evaluate(nullptr));
            scope = MapScope(std::move(variables));
        }
        const std::vector<Block> roots =
            blocksOf(*description, {{"object", {}}, {"block", {}}, {"block_list", {}}, {"literal", {}}});
        QCOMPARE(roots.size(), 1u);

        diags::Diagnostics diagnostics;
        const BodyPtr body = parse(path, diagnostics);
        Value value;
        if (!diagnostics.hasErrors())
            value = decode(readWanted(roots[0]), *body, scope, diagnostics);

        std::set<QByteArray> wantedPlaces, places;
        for (const Block& block : blocksOf(*expected, {{"diagnostics", {}}}))
            for (const Block& each : blocksOf(*block.body, {{"error", {}}, {"warning", {}}}))
                wantedPlaces.insert(place(each.type.c_str(), position(*each.body, "from"), position(*each.body, "to")));
        for (const diags::Diagnostic& diagnostic : diagnostics)
            places.insert(place(diagnostic.severity == diags::Severity::Error ? "error" : "warning",
                                position(diagnostic.subject->start), position(diagnostic.subject->end)));
        QCOMPARE(QByteArrayList(places.begin(), places.end()),
                 QByteArrayList(wantedPlaces.begin(), wantedPlaces.end()));

        for (const Block& block : blocksOf(*expected, {{"traversals", {}}})) {
            QVERIFY(block.body->justAttributes()->empty()); // the suite uses no more of it
            std::vector<Traversal> variables;
            body->collectVariables(variables);
            QCOMPARE(variables.size(), 0u);
        }
        const ExpressionPtr result = argument(*expected, "result");
        if (!result || !wantedPlaces.empty())
            return;
        const ExpressionPtr resultType = argument(*expected, "result_type");
        const Type type = resultType ? parseTypeConstraint(*resultType)->type : Type::dynamic();
        const auto wanted = values::convert(*result->evaluate(nullptr), type);
        QVERIFY(wanted);
        // Numbers as text, as in the suite's own harness.
        const auto text = values::toJson(value, type);
        QVERIFY2(text, text ? "" : text.error().message.c_str());
        QCOMPARE(QByteArray::fromStdString(*text), QByteArray::fromStdString(values::toJson(*wanted, type).value()));
    }
};

QTEST_APPLESS_MAIN(SpecificationTest)
#include "tst_spec_suite.moc"

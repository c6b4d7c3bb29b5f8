// SPDX-License-Identifier: MPL-2.0
#include "core/diff/diff.h"
#include "core/diff/lines.h"

#include <QTest>

using namespace planlens;
using plans::Action;
using values::Type;
using values::Value;

namespace {

std::string scalarText(const diff::Scalar& scalar) {
    if (const auto* truth = std::get_if<bool>(&scalar))
        return *truth ? "true" : "false";
    if (const auto* number = std::get_if<diff::NumberText>(&scalar))
        return number->digits;
    const auto* text = std::get_if<std::string>(&scalar);
    return text ? '"' + *text + '"' : "null";
}

std::string printed(const diff::Diff& diff);

std::string printed(const std::vector<diff::Member>& members) {
    std::string out;
    for (const diff::Member& member : members)
        out += (out.empty() ? "" : " ") + member.name + ":" + printed(member.diff);
    return out;
}

std::string printed(const std::vector<diff::Diff>& elements) {
    std::string out;
    for (const diff::Diff& element : elements)
        out += (out.empty() ? "" : " ") + printed(element);
    return out;
}

struct ContentPrinter {
    std::string operator()(const diff::Primitive& c) const { return scalarText(c.before) + ">" + scalarText(c.after); }
    std::string operator()(const diff::Unknown& c) const {
        return c.before ? "unknown(" + printed(*c.before) + ")" : "unknown";
    }
    std::string operator()(const diff::Sensitive& c) const { return "sensitive(" + printed(*c.inner) + ")"; }
    std::string operator()(const diff::SensitiveBlock& c) const { return "sensitive-block(" + printed(*c.inner) + ")"; }
    std::string operator()(const diff::WriteOnly&) const { return "write-only"; }
    std::string operator()(const diff::TypeChange& c) const {
        return "types(" + printed(*c.before) + " " + printed(*c.after) + ")";
    }
    std::string operator()(const diff::Object& c) const { return "object(" + printed(c.members) + ")"; }
    std::string operator()(const diff::Map& c) const { return "map(" + printed(c.members) + ")"; }
    std::string operator()(const diff::List& c) const { return "list(" + printed(c.elements) + ")"; }
    std::string operator()(const diff::Set& c) const { return "set(" + printed(c.elements) + ")"; }
    std::string operator()(const diff::Block& c) const {
        std::string out = "block(" + printed(c.attributes);
        for (const diff::BlockGroup& group : c.groups)
            out += " | " + group.name + " " + printed(group.blocks);
        return out + ")";
    }
};

/// Prints one line: symbol of the action, `!` if it forces replacement, content.
std::string printed(const diff::Diff& diff) {
    return std::string(plans::rune(diff.action)) + (diff.forcesReplacement ? "!" : "") +
           std::visit(ContentPrinter{}, diff.content);
}

schemas::Attribute attribute(Type type) {
    schemas::Attribute result;
    result.type = type;
    result.optional = true;
    return result;
}

/// Returns the tree of a block with one attribute `a`.
std::string attributeTree(const Value& before, const Value& after, schemas::Attribute schema,
                          std::vector<values::Path> replace = {}) {
    schemas::Block block;
    block.attributes.emplace("a", std::move(schema));
    plans::ResourceInstanceChange change;
    change.change.before = Value::object({{"a", before}});
    change.change.after = Value::object({{"a", after}});
    change.requiredReplace = std::move(replace);
    return printed(diff::ofResource(change, *schemas::ResourceSchema::make(std::move(block))));
}

Value strings(std::vector<std::string> texts) {
    std::vector<Value> elements;
    for (const std::string& text : texts)
        elements.push_back(Value::string(text));
    return Value::list(std::move(elements));
}

} // namespace

class DiffTreeTest : public QObject {
    Q_OBJECT

private slots:
    void comparesAttributes_data() {
        QTest::addColumn<QString>("got");
        QTest::addColumn<QString>("wanted");
        const auto row = [](const char* name, const std::string& got, const char* wanted) {
            QTest::newRow(name) << QString::fromStdString(got) << wanted;
        };
        const Value a = Value::string("a");
        const Value b = Value::string("b");
        const Type string = Type::string();
        row("kept", attributeTree(a, a, attribute(string)), " block(a: \"a\">\"a\")");
        row("updated", attributeTree(a, b, attribute(string)), "~block(a:~\"a\">\"b\")");
        row("set", attributeTree(Value::null(string), b, attribute(string)), "~block(a:+null>\"b\")");
        row("unset", attributeTree(a, Value::null(string), attribute(string)), "~block(a:-\"a\">null)");
        row("empty text is null", attributeTree(Value::string(""), Value::null(string), attribute(string)), " block()");
        row("unknown", attributeTree(Value::null(string), Value::unknown(string), attribute(string)),
            "~block(a:+unknown)");
        row("becomes unknown", attributeTree(a, Value::unknown(string), attribute(string)),
            "~block(a:~unknown(-\"a\">null))");
        row("sensitive",
            attributeTree(a.withMark(values::Mark::sensitive()), b.withMark(values::Mark::sensitive()),
                          attribute(string)),
            "~block(a:~sensitive(~\"a\">\"b\"))");
        row("becomes sensitive", attributeTree(a, a.withMark(values::Mark::sensitive()), attribute(string)),
            "~block(a:~sensitive( \"a\">\"a\"))");
        row("forces replacement", attributeTree(a, b, attribute(string), {values::Path{values::AttributeStep{"a"}}}),
            "~block(a:~!\"a\">\"b\")");
        row("list", attributeTree(strings({"a", "b", "c"}), strings({"a", "x", "c"}), attribute(Type::list(string))),
            "~block(a:~list( \"a\">\"a\" -\"b\">null +null>\"x\"  \"c\">\"c\"))");
        row("set elements", attributeTree(Value::set({a}), Value::set({a, b}), attribute(Type::set(string))),
            "~block(a:~set( \"a\">\"a\" +null>\"b\"))");
        row("map", attributeTree(Value::map({{"k", a}}), Value::map({{"l", a}}), attribute(Type::map(string))),
            "~block(a:~map(k:-\"a\">null l:+null>\"a\"))");
        row("types", attributeTree(a, Value::number(1), attribute(Type::dynamic())),
            "~block(a:~types(-\"a\">null +null>1))");
        schemas::Attribute writeOnly = attribute(string);
        writeOnly.writeOnly = true;
        row("write-only", attributeTree(Value::null(string), Value::null(string), writeOnly), " block(a: write-only)");
    }
    void comparesAttributes() {
        QFETCH(QString, got);
        QFETCH(QString, wanted);
        QCOMPARE(got, wanted);
    }

    void pairsObjectsOfLists() {
        const auto listOf = [](std::int64_t n) {
            return Value::list({Value::object({{"n", Value::number(n)}, {"m", Value::number(0)}})});
        };
        QCOMPARE(QString::fromStdString(printed(diff::ofValues(listOf(1), listOf(2)))),
                 QStringLiteral("~list(~object(m: 0>0 n:~1>2))"));
    }

    void looksIntoJsonTexts() {
        const diff::Primitive text{diff::Primitive::Type::String, std::string("{\"a\":1.50}"),
                                   std::string("{\"a\":[]}")};
        const auto inner = diff::ofJsonText(text, Action::Update);
        QVERIFY(inner);
        QCOMPARE(QString::fromStdString(printed(*inner)), QStringLiteral("~object(a:~types(-1.50>null +list()))"));
        QVERIFY(
            !diff::ofJsonText({diff::Primitive::Type::String, std::string("{"), std::string("{}")}, Action::Update));
    }

    void comparesLines() {
        const std::vector<diff::Line> wanted{
            {Action::NoOp, "a"}, {Action::Delete, "b"}, {Action::Create, "x"}, {Action::NoOp, "c"}};
        QVERIFY(diff::compareLines("a\nb\nc", "a\nx\nc") == wanted);
    }

    void leavesOutDriftThatTookNoPart() {
        schemas::Block block;
        block.attributes.emplace("a", attribute(Type::string()));
        block.attributes.emplace("b", attribute(Type::string()));
        const auto schema = schemas::ResourceSchema::make(std::move(block));
        plans::ResourceInstanceChange change;
        change.address.resource = {addrs::ResourceMode::Managed, "t", "x"};
        change.change.before = Value::object({{"a", Value::string("1")}, {"b", Value::string("1")}});
        change.change.after = Value::object({{"a", Value::string("2")}, {"b", Value::string("2")}});
        const plans::ResourceAttribute ofOther{"t.y", {}};
        QVERIFY(!diff::ofDrift(change, *schema, std::span(&ofOther, 1), plans::Mode::Normal));
        const plans::ResourceAttribute relevant{"t.x", values::Path{values::AttributeStep{"a"}}};
        QCOMPARE(QString::fromStdString(
                     printed(*diff::ofDrift(change, *schema, std::span(&relevant, 1), plans::Mode::Normal))),
                 QStringLiteral("~block(a:~\"1\">\"2\" b: \"1\">\"1\")"));
        QCOMPARE(QString::fromStdString(printed(*diff::ofDrift(change, *schema, {}, plans::Mode::RefreshOnly))),
                 QStringLiteral("~block(a:~\"1\">\"2\" b:~\"1\">\"2\")"));
    }
};

QTEST_APPLESS_MAIN(DiffTreeTest)
#include "tst_tree.moc"

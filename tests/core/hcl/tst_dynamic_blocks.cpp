// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/dynamic_blocks.h"
#include "core/hcl/syntax/parser.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::hcl;
using values::Mark;
using values::Type;
using values::Value;

namespace {

BodyPtr parse(const char* text) {
    const auto file = parseNative(std::make_shared<const std::string>(text), "test.tf");
    if (!file.isOk())
        qFatal("%s", file.diagnostics.toString().c_str());
    return file->body;
}

const BodySchema plain{{}, {{"b", {}}}};
const BodySchema labelled{{}, {{"b", {"name"}}}};
const BodySchema inside{{{"val", false}}, {{"c", {}}}};

/// Prints the blocks of a body: labels, value of `val`, nested `c` blocks.
std::string print(const Body& body, const BodySchema& schema, const Scope& scope) {
    const auto content = body.content(schema);
    std::string text;
    for (const auto& diagnostic : content.diagnostics)
        text += diagnostic.summary + "; " + diagnostic.detail + "\n";
    if (!content.value)
        return text;
    for (const Block& block : content->blocks) {
        text += block.type;
        for (const std::string& label : block.labels)
            text += " " + label;
        if (isUnknownBlock(*block.body))
            text += " unknown";
        if (!blockMarks(*block.body).isEmpty())
            text += " marked";
        const auto inner = block.body->content(inside);
        if (const Attribute* val = inner->attribute("val")) {
            const auto value = val->expression->evaluate(&scope);
            text += " " + value->toGoString();
        }
        if (!inner->blocks.empty())
            text += " {" + print(*block.body, inside, scope) + "}";
        text += "\n";
    }
    return text;
}

std::string expand(const char* text, const Value& list, const BodySchema& schema = plain) {
    const MapScope scope({{"list", list}});
    return print(*expandDynamicBlocks(parse(text), &scope), schema, scope);
}

const char* const simple = R"(
dynamic "b" {
  for_each = list
  content {
    val = "${b.key}=${b.value}"
  }
}
)";

std::string go(const char* text) {
    return Value::string(text).toGoString();
}

} // namespace

class DynamicBlocksTest : public QObject {
    Q_OBJECT

private slots:
    void makesOneBlockPerElement() {
        const Value map = Value::map({{"x", Value::string("1")}, {"y", Value::string("2")}});
        QCOMPARE(expand(simple, map), "b " + go("x=1") + "\nb " + go("y=2") + "\n");
        const Value list = Value::tuple({Value::string("p"), Value::string("q")});
        QCOMPARE(expand(simple, list), "b " + go("0=p") + "\nb " + go("1=q") + "\n");
        const Value set = Value::set({Value::string("p")});
        QCOMPARE(expand(simple, set), "b " + go("p=p") + "\n");
        QCOMPARE(expand(simple, Value::emptyMap(Type::string())), std::string());
    }

    void staysUnknownWithForEach() {
        QCOMPARE(expand(simple, Value::unknown(Type::list(Type::string()))),
                 "b unknown " + Value::dynamicUnknown().toGoString() + "\n");
    }

    void marksWhatMarkedForEachMakes() {
        const Value list = Value::list({Value::string("p")}).withMark(Mark::sensitive());
        QCOMPARE(expand(simple, list),
                 "b marked " + Value::string("0=p").withMark(Mark::sensitive()).toGoString() + "\n");
    }

    void rejectsWhatCannotBeIterated() {
        QCOMPARE(expand(simple, Value::string("a")),
                 std::string("Invalid dynamic for_each value; Cannot use a string value in for_each. An iterable "
                             "collection is required.\n"));
        QCOMPARE(expand(simple, Value::null(Type::list(Type::string()))),
                 std::string("Invalid dynamic for_each value; Cannot use a null value in for_each.\n"));
    }

    void evaluatesLabelsForEachBlock() {
        const char* text = R"(
b "static" {
  val = "s"
}
dynamic "b" {
  for_each = list
  iterator = it
  labels   = ["n-${it.value}"]
  content {
    val = it.value
  }
}
)";
        QCOMPARE(expand(text, Value::tuple({Value::string("p")}), labelled),
                 "b static " + go("s") + "\nb n-p " + go("p") + "\n");
    }

    void nestsIterators() {
        const char* text = R"(
dynamic "b" {
  for_each = list
  content {
    dynamic "c" {
      for_each = [b.value, "z"]
      content {
        val = "${b.value}${c.value}"
      }
    }
  }
}
)";
        QCOMPARE(expand(text, Value::tuple({Value::string("p")})), "b {c " + go("pp") + "\nc " + go("pz") + "\n}\n");
    }

    void explainsWhatIsMissing() {
        QCOMPARE(expand("dynamic \"b\" {\n  for_each = list\n}\n", Value::emptyTuple()),
                 std::string("Missing dynamic content block; A dynamic block must have a nested block of type "
                             "\"content\" to describe the body of each generated block.\n"));
        QCOMPARE(expand("dynamic \"x\" {\n  for_each = list\n  content {}\n}\n", Value::emptyTuple()),
                 std::string("Unsupported block type; Blocks of type \"x\" are not expected here.\n"));
    }

    void keepsTheRestForLater() {
        const MapScope scope({{"list", Value::tuple({Value::string("p")})}});
        const auto body =
            expandDynamicBlocks(parse("a = 1\nb {\n}\ndynamic \"d\" {\n  for_each = list\n  content {}\n}\n"), &scope);
        const auto first = body->partialContent({{{"a", true}}, {{"b", {}}}});
        QVERIFY(first.isOk());
        QCOMPARE(first->first.blocks.size(), 1u);
        const auto rest = first->second->content({{}, {{"d", {}}}});
        QVERIFY2(rest.isOk(), rest.diagnostics.toString().c_str());
        QCOMPARE(rest->attributes.size(), 0u);
        QCOMPARE(rest->blocks.size(), 1u);
    }

    void collectsReferencesButIterators() {
        const BodyPtr body = parse(R"(
dynamic "b" {
  for_each = one
  iterator = it
  content {
    val = "${it.value} ${two} ${b}"
    dynamic "c" {
      for_each = it.value[three]
      content {
        val = "${c.key} ${it.key} ${four}"
      }
    }
  }
}
)");
        const auto names = [&](ReferenceWalk::Scope scope) {
            std::string text;
            std::vector<FunctionReference> functions;
            const std::function<void(const ReferenceWalk&, const BodySchema&)> visit = [&](const ReferenceWalk& walk,
                                                                                           const BodySchema& schema) {
                std::vector<Traversal> variables;
                BodySchema withDynamic = schema;
                withDynamic.blocks.push_back({"dynamic", {"type"}});
                const auto children = walk.visit(withDynamic, variables, functions);
                for (const Traversal& traversal : variables)
                    text += traversal.rootName() + " ";
                for (const auto& child : children)
                    visit(child.walk, inside);
            };
            visit(ReferenceWalk(body, scope), plain);
            return text;
        };
        QCOMPARE(names(ReferenceWalk::Scope::Everything), std::string("one two b three four "));
        QCOMPARE(names(ReferenceWalk::Scope::ExpansionOnly), std::string("one three "));
    }
};

QTEST_APPLESS_MAIN(DynamicBlocksTest)
#include "tst_dynamic_blocks.moc"

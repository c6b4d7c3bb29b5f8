// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/syntax/parser.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::hcl;

namespace {

BodyPtr parse(std::string text, const char* filename = "t.tf") {
    return parseNative(std::make_shared<const std::string>(std::move(text)), filename)->body;
}

std::string print(const diags::Diagnostics& diagnostics) {
    std::string text;
    for (const diags::Diagnostic& diagnostic : diagnostics)
        text +=
            diagnostic.toString() + (diagnostic.context ? " (in " + diagnostic.context->toString() + ")" : "") + "\n";
    return text;
}

const BodySchema& schema() {
    static const BodySchema schema{{{"name"}, {"value", true}},
                                   {{"plain", {}}, {"one", {"type"}}, {"two", {"type", "name"}}}};
    return schema;
}

} // namespace

class NativeBodyTest : public QObject {
    Q_OBJECT

private slots:
    void reportsAsReference_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("printed");
        QTest::newRow("right") << "name = 1\nvalue = 2\nplain {}\none \"a\" {}\n"
                               << "";
        QTest::newRow("missing argument") << "name = 1\n"
                                          << "t.tf:1,1-1: Missing required argument; The argument \"value\" is "
                                             "required, but no definition was found.\n";
        QTest::newRow("similar argument") << "value = 1\nnane = 1\n"
                                          << "t.tf:2,1-5: Unsupported argument; An argument named \"nane\" is not "
                                             "expected here. Did you mean \"name\"?\n";
        QTest::newRow("similar argument that is set")
            << "value = 1\nname = 1\nnane = 1\n"
            << "t.tf:3,1-5: Unsupported argument; An argument named \"nane\" is not expected here.\n";
        QTest::newRow("argument for a block") << "value = 1\nplain = 1\n"
                                              << "t.tf:2,1-6: Unsupported argument; An argument named \"plain\" is not "
                                                 "expected here. Did you mean to define a "
                                                 "block of type \"plain\"?\n";
        QTest::newRow("similar block") << "value = 1\nplian {}\n"
                                       << "t.tf:2,1-6: Unsupported block type; Blocks of type \"plian\" are not "
                                          "expected here. Did you mean \"plain\"?\n";
        QTest::newRow("block for an argument")
            << "value = 1\nname {}\n"
            << "t.tf:2,1-5: Unsupported block type; Blocks of type \"name\" are not expected here. Did you mean to "
               "define "
               "argument \"name\"? If so, use the equals sign to assign it a value.\n";
        QTest::newRow("unexpected label")
            << "value = 1\nplain \"a\" {}\n"
            << "t.tf:2,7-10: Extraneous label for plain; No labels are expected for plain blocks. (in t.tf:2,1-12)\n";
        QTest::newRow("one label too many") << "value = 1\none \"a\" \"b\" {\n}\n"
                                            << "t.tf:2,9-12: Extraneous label for one; Only 1 labels (type) are "
                                               "expected for one blocks. (in t.tf:2,1-14)\n";
        QTest::newRow("missing label")
            << "value = 1\ntwo \"a\" { x = 1 }\n"
            << "t.tf:2,9-10: Missing name for two; All two blocks must have 2 labels (type, name). (in t.tf:2,1-10)\n";
    }
    void reportsAsReference() {
        QFETCH(QString, text);
        QFETCH(QString, printed);
        QCOMPARE(QString::fromStdString(print(parse(text.toStdString())->content(schema()).diagnostics)), printed);
    }

    void givesTheRest() {
        const BodyPtr body = parse("name = 1\nvalue = 2\nother = a.b\nplain {}\nmore { x = c.d }\n");
        const auto first = body->partialContent(schema());
        QVERIFY(first.isOk());
        QCOMPARE(first->first.attributes.size(), 2u);
        QCOMPARE(first->first.blocks.size(), 1u);
        const auto second = first->second->partialContent({{{"other"}}, {}});
        QCOMPARE(second->first.attributes.size(), 1u);
        std::vector<Traversal> variables;
        second->second->collectVariables(variables);
        QCOMPARE(variables.size(), 1u);
        QCOMPARE(variables.front().toString(), std::string("c.d"));
        const auto rest = second->second->content({{}, {{"more", {}}}});
        QVERIFY(rest.isOk());
        QCOMPARE(rest->blocks.size(), 1u);
    }

    void acceptsArgumentsOnly() {
        const auto attributes = parse("name = 1\nplain {}\n")->justAttributes();
        QCOMPARE(print(attributes.diagnostics),
                 std::string("t.tf:2,1-6: Unexpected \"plain\" block; Blocks are not allowed here.\n"));
        QCOMPARE(attributes->size(), 1u);
    }

    void mergesBodies() {
        const BodyPtr merged =
            mergeBodies({parse("name = 1\nplain {}\n", "a.tf"), parse("name = 2\nplain {}\n", "b.tf")});
        const auto content = merged->content(schema());
        QCOMPARE(print(content.diagnostics),
                 std::string("b.tf:1,1-5: Duplicate argument; Argument \"name\" was already set at a.tf:1,1-5\n"
                             "Missing required argument; The argument \"value\" is required, but was not set.\n"));
        QCOMPARE(content->blocks.size(), 2u);
        QCOMPARE(merged->missingItemRange().filename.str(), std::string("a.tf"));
        QVERIFY(mergeBodies({})->content({}).isOk());
    }

    void reportsMissingItemsInAnEmptyBody() {
        QCOMPARE(print(emptyBody("nothing written")->content(schema()).diagnostics),
                 std::string("nothing written:1,1-1: Missing required attribute; The attribute \"value\" is required, "
                             "but no definition was found.\n"));
    }
};

QTEST_APPLESS_MAIN(NativeBodyTest)
#include "tst_native_body.moc"

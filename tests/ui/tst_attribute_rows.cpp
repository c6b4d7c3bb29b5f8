// SPDX-License-Identifier: MPL-2.0
#include "core/plans/plan.h"
#include "tests/ui/made_changes.h"
#include "ui/models/attribute_rows.h"
#include "ui/models/text_lines.h"

#include <QTest>

using namespace planlens;
using namespace planlens::testing;
using models::AttributeRow;
using plans::Action;
using values::Value;

namespace {

QString printedRows(const AttributeRow& row, int depth = 0) {
    QString all;
    for (const AttributeRow& child : row.children) {
        all += QString(depth * 2, u' ') + child.name;
        if (!child.isGap)
            all += QStringLiteral(" | %1 | %2").arg(child.before, child.after);
        if (!child.textNote.isEmpty())
            all += QStringLiteral(" <%1>").arg(child.textNote);
        all += u'\n' + printedRows(child, depth + 1);
    }
    if (row.hiddenUnchanged)
        all += QString(depth * 2, u' ') + QStringLiteral("(%1 hidden)\n").arg(row.hiddenUnchanged);
    return all;
}

QString rowsOf(Value before, Value after, const models::Secrets& secrets = {}) {
    return printedRows(models::attributeRows(
        change("x_a.b", Action::Update, object({{"a", std::move(before)}}), object({{"a", std::move(after)}})),
        secrets));
}

Value list(std::vector<Value> elements) {
    return Value::list(std::move(elements));
}
Value setOf(std::vector<Value> elements) {
    return Value::set(std::move(elements));
}
Value tag(const char* key, const char* value) {
    return object({{"key", text(key)}, {"value", text(value)}});
}

QString printed(const QVector<models::TextLine>& lines) {
    QString all;
    for (const models::TextLine& line : lines) {
        QString marked = line.text;
        for (qsizetype i = line.marks.size(); i-- > 0;)
            marked.insert(line.marks[i].start + line.marks[i].length, u'>').insert(line.marks[i].start, u'<');
        const char16_t signs[] = {u' ', u'-', u'+', u'.'};
        all += QChar(signs[int(line.kind)]) + marked + u'\n';
    }
    return all;
}

} // namespace

/// The differences of attributes: elements of collections, structures in texts, and lines.
class TestAttributeRows final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void unchangedElementsOfListsAreHidden();
    void elementsOfSetsAreMatchedByIdentity();
    void orderAndWhitespaceAreNamed_data();
    void orderAndWhitespaceAreNamed();
    void structuresInTextsAreShown_data();
    void structuresInTextsAreShown();
    void textsThatBecomeUnknownAreDecoded_data();
    void textsThatBecomeUnknownAreDecoded();
    void secretsInBase64StayHidden();
    void linesShowThatSecretsChange_data();
    void linesShowThatSecretsChange();
    void linesOfTextsAreMarked();
    void rawTextsAreComparedByLines();
    void longTextsOmitUnchangedLines();
};

void TestAttributeRows::unchangedElementsOfListsAreHidden() {
    QCOMPARE(rowsOf(list({text("a"), text("b"), text("c")}), list({text("x"), text("a"), text("b"), text("c")})),
             QStringLiteral("a |  | \n  [0] |  | \"x\"\n  (3 hidden)\n"));
    QCOMPARE(rowsOf(list({tag("a", "1"), tag("b", "1")}), list({tag("n", "0"), tag("a", "2"), tag("b", "1")})),
             QStringLiteral("a |  | \n  [0: key = \"n\"] |  | \n    key |  | \"n\"\n    value |  | \"0\"\n  [0 \u2192 "
                            "1: key = \"a\"] |  | \n    "
                            "value | \"1\" | \"2\"\n    (1 hidden)\n  (1 hidden)\n"));
    QCOMPARE(
        rowsOf(list({text("a"), text("b"), text("c")}), list({text("c"), text("a"), text("b")})),
        QStringLiteral("a |  |  <only the order changes>\n  [2 \u2192 0] | \"c\" | \"c\" <moved>\n  (2 hidden)\n"));
}

void TestAttributeRows::elementsOfSetsAreMatchedByIdentity() {
    QCOMPARE(rowsOf(setOf({tag("a", "1"), tag("b", "1"), tag("c", "1")}),
                    setOf({tag("a", "2"), tag("b", "1"), tag("d", "1")})),
             QStringLiteral("a |  | \n  key = \"a\" |  | \n    value | \"1\" | \"2\"\n    (1 hidden)\n  key = \"c\" |  "
                            "| \n    key | \"c\" | \n    value | \"1\" | \n"
                            "  key = \"d\" |  | \n    key |  | \"d\"\n    value |  | \"1\"\n  (1 hidden)\n"));
    QCOMPARE(rowsOf(setOf({text("a"), text("b")}), setOf({text("b"), text("c")})),
             QStringLiteral("a |  | \n  – | \"a\" | \n  + |  | \"c\"\n  (1 hidden)\n"));
    // A sensitive value is never used as a name.
    const Value secret = text("hunter2").withMark(values::Mark::sensitive());
    const QString all = rowsOf(list({object({{"name", secret}, {"v", text("1")}})}),
                               list({object({{"name", secret}, {"v", text("2")}})}));
    QVERIFY2(!all.contains(QStringLiteral("hunter2")), qPrintable(all));
}

void TestAttributeRows::orderAndWhitespaceAreNamed_data() {
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("note");
    QTest::newRow("a blank") << QByteArray("a b") << QByteArray("a  b") << QStringLiteral("only whitespace changes");
    QTest::newRow("lines") << QByteArray("a\nb\nc") << QByteArray("a\nb \nc")
                           << QStringLiteral("lines −1 +1, only whitespace changes");
    QTest::newRow("order of lines") << QByteArray("a\nb\nc") << QByteArray("c\na\nb")
                                    << QStringLiteral("lines −1 +1, only the order changes");
    QTest::newRow("JSON laid out") << QByteArray("{\"a\":1}") << QByteArray("{ \"a\": 1 }")
                                   << QStringLiteral("JSON, only whitespace changes");
    QTest::newRow("order in JSON") << QByteArray("{\"a\":[1,2]}") << QByteArray("{\"a\":[2,1]}")
                                   << QStringLiteral("JSON, only the order changes");
    QTest::newRow("order at the top of JSON")
        << QByteArray("[1,2]") << QByteArray("[2,1]") << QStringLiteral("JSON, only the order changes");
    QTest::newRow("comments in YAML") << QByteArray("# x\na: 1\nb: 2\n") << QByteArray("a: 1\nb: 2\n")
                                      << QStringLiteral("YAML, only the notation changes");
    QTest::newRow("nothing of the kind") << QByteArray("a") << QByteArray("b") << QString();
}

void TestAttributeRows::orderAndWhitespaceAreNamed() {
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QString, note);
    const AttributeRow row = models::attributeRows(change(
        "x_a.b", Action::Update, object({{"a", text(before.constData())}}), object({{"a", text(after.constData())}})));
    QCOMPARE(row.children.at(0).textNote, note);
}

void TestAttributeRows::structuresInTextsAreShown_data() {
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("rows");
    QTest::newRow("YAML") << QByteArray("port: 80\nhosts:\n  - a\n  - b\n") << QByteArray("port: 443\nhosts:\n  - b\n")
                          << QStringLiteral(
                                 "a | \"port: 80\\nhosts:\\n  - a\\n  - b\\n\" | \"port: 443\\nhosts:\\n  - b\\n\" "
                                 "<YAML>\n  hosts |  | \n    [0] | \"a\" | \n    (1 hidden)\n  port | 80 | 443\n");
    QTest::newRow("JSON in base64") << QByteArray("eyJhIjoxLCJiIjpbMSwyXX0=") << QByteArray("eyJhIjoxLCJiIjpbMSwzXX0=")
                                    << QStringLiteral(
                                           "a | \"eyJhIjoxLCJiIjpbMSwyXX0=\" | \"eyJhIjoxLCJiIjpbMSwzXX0=\" <JSON in "
                                           "base64>\n  b |  | \n    [1] | 2 | 3\n    (1 hidden)\n  (1 hidden)\n");
    QTest::newRow("a line in base64")
        << QByteArray("aGVsbG8gd29ybGQsIGhvdyBhcmUgeW91") << QByteArray("aGVsbG8gd29ybGQsIGhvdyBhcmUgd2Ug")
        << QStringLiteral("a | \"aGVsbG8gd29ybGQsIGhvdyBhcmUgeW91\" | \"aGVsbG8gd29ybGQsIGhvdyBhcmUgd2Ug\" <text in "
                          "base64>\n  decoded | \"hello world, how are you\" | \"hello world, how are we \"\n");
    QTest::newRow("a statement by its Sid")
        << QByteArray(R"([{"Sid":"a","E":1},{"Sid":"b","E":1}])")
        << QByteArray(R"([{"Sid":"n","E":1},{"Sid":"a","E":1},{"Sid":"b","E":2}])")
        << QStringLiteral("a | \"[{\\\"Sid\\\":\\\"a\\\",\\\"E\\\":1},{\\\"Sid\\\":\\\"b\\\",\\\"E\\\":1}]\" | "
                          "\"[{\\\"Sid\\\":\\\"n\\\",\\\"E\\\":1},{\\\"Sid\\\":\\\"a\\\",\\\"E\\\":1},{\\\"Sid\\\":"
                          "\\\"b\\\",\\\"E\\\":2}]\" <JSON>\n"
                          "  [0: Sid = \"n\"] |  | \n    E |  | 1\n    Sid |  | \"n\"\n  [1 \u2192 2: Sid = \"b\"] |  "
                          "| \n    E | 1 | 2\n    (1 "
                          "hidden)\n  (1 hidden)\n");
}

void TestAttributeRows::structuresInTextsAreShown() {
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QString, rows);
    QCOMPARE(rowsOf(text(before.constData()), text(after.constData())), rows);
}

void TestAttributeRows::textsThatBecomeUnknownAreDecoded_data() {
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QString>("rows"); // below the row of the attribute
    QTest::newRow("JSON") << QByteArray(R"({"a":1,"b":["x"]})")
                          << QStringLiteral("  a | 1 | (known after apply)\n  b |  | \n    [0] | \"x\" | (known after "
                                            "apply)\n");
    QTest::newRow("lines") << QByteArray("one\ntwo\n") << QStringLiteral("  line 1 | one | \n  line 2 | two | \n");
    QTest::newRow("base64") << QByteArray("aGVsbG8gd29ybGQsIGhvdyBhcmUgeW91")
                            << QStringLiteral("  decoded | \"hello world, how are you\" | \n");
    QTest::newRow("one line") << QByteArray("x") << QString();
}

void TestAttributeRows::textsThatBecomeUnknownAreDecoded() {
    QFETCH(QByteArray, before);
    QFETCH(QString, rows);
    const AttributeRow all =
        models::attributeRows(change("x_a.b", Action::Update, object({{"a", text(before.constData())}}),
                                     object({{"a", Value::unknown(values::Type::string())}})));
    QCOMPARE(all.children.at(0).after, QStringLiteral("(known after apply)"));
    QCOMPARE(printedRows(all.children.at(0), 1), rows);
    for (const AttributeRow& part : all.children.at(0).children) // it may stay
        QVERIFY(part.state != AttributeRow::State::Removed);
    QCOMPARE(all.children.at(0).texts != nullptr, !rows.isEmpty()); // all lines are in the view of texts
}

void TestAttributeRows::secretsInBase64StayHidden() {
    plans::Plan plan;
    plan.variables["s"].value = text("hunter2hunter2").withMark(values::Mark::sensitive());
    const models::Secrets secrets = models::secretsOf(plan);
    // The secret is not aligned to a base64 group, so its own base64 form does not occur in this one.
    const QByteArray coded = QByteArray("a: xhunter2hunter2\nb: 2\n").toBase64();
    for (const QByteArray& before : {QByteArray("plain"), QByteArray("YTogeApiOiAyCmM6IDMKZDogNAo=")}) {
        const QString all = rowsOf(text(before.constData()), text(coded.constData()), secrets);
        QVERIFY2(!all.contains(QStringLiteral("hunter")) && !all.contains(QString::fromLatin1(coded.mid(4, 12))),
                 qPrintable(all));
        QVERIFY(all.contains(QStringLiteral("(sensitive value)")));
    }
}

void TestAttributeRows::linesShowThatSecretsChange_data() {
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("lines");
    QTest::newRow("only the secret")
        << QByteArray("{'b':'hunter2hunter2','c':1}") << QByteArray("{'b':'pw of another length','c':1}")
        << QStringLiteral(" {\n-  \"b\": \"<(sensitive value)>\",\n+  \"b\": \"<(sensitive value)>\", (changed)\n   "
                          "\"c\": 1\n }\n");
    QTest::newRow("the same secret beside a difference")
        << QByteArray("{'b':'hunter2hunter2','c':1}") << QByteArray("{'b':'hunter2hunter2','c':2}")
        << QStringLiteral(" {\n   \"b\": \"(sensitive value)\",\n-  \"c\": <1>\n+  \"c\": <2>\n }\n");
    QTest::newRow("other text on the line")
        << QByteArray("{'b':'u1:hunter2hunter2'}") << QByteArray("{'b':'u2:pw of another length'}")
        << QStringLiteral(" {\n-  \"b\": \"<u1>:<(sensitive value)>\"\n+  \"b\": \"<u2>:<(sensitive value)>\"\n }\n");
    QTest::newRow("secrets that change places")
        << QByteArray("{'b':['hunter2hunter2','pw of another length']}")
        << QByteArray("{'b':['pw of another length','hunter2hunter2']}")
        << QStringLiteral(" {\n   \"b\": [\n-    \"<(sensitive value)>\",\n-    \"<(sensitive value)>\"\n+    "
                          "\"<(sensitive value)>\", (changed)\n+    \"<(sensitive value)>\" (changed)\n   ]\n }\n");
    QTest::newRow("secrets as names")
        << QByteArray("{'b':{'hunter2hunter2':1}}") << QByteArray("{'b':{'pw of another length':1}}")
        << QStringLiteral(" {\n-  \"b\": {\n+  \"b\": { (changed)\n     \"(sensitive value)\": 1\n   }\n }\n");
}

void TestAttributeRows::linesShowThatSecretsChange() {
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const AttributeRow all = models::attributeRows(change("x_a.b", Action::Update,
                                                          object({{"a", text(before.replace('\'', '"').constData())}}),
                                                          object({{"a", text(after.replace('\'', '"').constData())}})),
                                                   {"hunter2hunter2", "pw of another length"});
    QVERIFY(all.children.at(0).texts);
    const models::TextDifference difference(*all.children.at(0).texts);
    const QString lines = printed(difference.lines(models::TextDifference::Form::Read));
    QTEST(lines, "lines");
    QVERIFY(!printed(difference.lines(models::TextDifference::Form::Raw)).contains(QChar(0xe000)));
}

void TestAttributeRows::linesOfTextsAreMarked() {
    const models::TextDifference difference({std::string(R"({"b":{"size":"10 größer","same":1},"a":1})"),
                                             std::string(R"({"a":1,"b":{"same":1,"size":"20 größer"}})")});
    QCOMPARE(difference.formName(), QStringLiteral("JSON"));
    QVERIFY(difference.isRead());
    QCOMPARE(printed(difference.lines(models::TextDifference::Form::Read)),
             QStringLiteral(" {\n   \"a\": 1,\n   \"b\": {\n     \"same\": 1,\n-    \"size\": \"<10> größer\"\n+    "
                            "\"size\": \"<20> größer\"\n   }\n }\n"));
    QCOMPARE(difference.lines(models::TextDifference::Form::Raw).size(), 2);
}

void TestAttributeRows::rawTextsAreComparedByLines() {
    const models::TextDifference difference({std::string("one two\nthree"), std::string("one 2\nthree\nfour")});
    QVERIFY(!difference.isRead());
    QCOMPARE(printed(difference.lines(models::TextDifference::Form::Raw)),
             QStringLiteral("-one <two>\n+one <2>\n three\n+four\n"));
    const models::TextDifference converted({std::string("a\r\nb\r\n"), std::string("a\nx\n")});
    QCOMPARE(printed(converted.lines(models::TextDifference::Form::Raw)), QStringLiteral(" a\n-b\n+x\n"));
    QCOMPARE(converted.differenceName(), QStringLiteral("line ends CRLF → LF"));
    const models::TextDifference mixed({std::string("a\r\nb\n"), std::string("a\nb\n")});
    QCOMPARE(printed(mixed.lines(models::TextDifference::Form::Raw)), QStringLiteral("-a<␍>\n+a\n b\n"));
    const models::TextDifference created({std::nullopt, std::string("a\nb\n")});
    QCOMPARE(printed(created.lines(models::TextDifference::Form::Raw)), QStringLiteral("+a\n+b\n"));
}

void TestAttributeRows::longTextsOmitUnchangedLines() {
    std::string before, after;
    for (int i = 0; i < 100; ++i) {
        before += std::to_string(i) + "\n";
        after += (i == 50 ? std::string("fifty") : std::to_string(i)) + "\n";
    }
    const models::TextDifference difference({before, after});
    const auto lines = difference.lines(models::TextDifference::Form::Raw);
    QCOMPARE(printed(lines),
             QStringLiteral(".47 unchanged lines\n 47\n 48\n 49\n-50\n+fifty\n 51\n 52\n 53\n.46 unchanged lines\n"));
    QCOMPARE(lines[1].before, 48);
    QCOMPARE(lines[5].after, 51);
}

QTEST_MAIN(TestAttributeRows)
#include "tst_attribute_rows.moc"

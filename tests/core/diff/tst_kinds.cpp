// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/target.h"
#include "core/diff/pairing.h"
#include "core/diff/same_changes.h"
#include "core/diff/sequence.h"
#include "core/diff/text_form.h"
#include "core/plans/changes.h"

#include <QFile>
#include <QTest>

using namespace planlens;
using diff::JsonNode;
using plans::Action;
using values::Value;

namespace {

/// Returns the rows of a table in this folder as cells.
QVector<QStringList> rowsOf(const char* name) {
    QFile file(QStringLiteral(PLANLENS_SOURCE_DIR "/tests/core/diff/%1").arg(QLatin1String(name)));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QVector<QStringList> rows;
    for (const QString& line : QString::fromUtf8(file.readAll()).split(u'\n'))
        if (!line.isEmpty() && !line.startsWith(u'#'))
            rows.append(line.split(QStringLiteral(" ¦ ")));
    return rows;
}

std::string unescaped(const QString& text) {
    std::string result;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != u'\\') {
            result += QString(text[i]).toStdString();
            continue;
        }
        switch (text[++i].unicode()) {
        case u'n':
            result += '\n';
            break;
        case u'r':
            result += '\r';
            break;
        case u't':
            result += '\t';
            break;
        case u'x':
            result += char(text.mid(i + 1, 2).toInt(nullptr, 16));
            i += 2;
            break;
        default:
            result += QString(text[i]).toStdString();
        }
    }
    return result;
}

QString kindOf(const diff::TextForm& form) {
    const QString kinds[] = {QStringLiteral("line"), QStringLiteral("lines"), QStringLiteral("json"),
                             QStringLiteral("yaml"), QStringLiteral("pem")};
    const QString codings[] = {QString(), QStringLiteral("base64:"), QStringLiteral("gzip:")};
    return codings[int(form.coding)] + kinds[int(form.kind)];
}

QString printed(const std::vector<diff::Pair>& pairs) {
    QStringList parts;
    const auto place = [](std::size_t at) {
        return at == diff::Pair::nowhere ? QStringLiteral("-") : QString::number(at);
    };
    for (const diff::Pair& pair : pairs)
        parts.append(place(pair.before) + u':' + place(pair.after));
    return parts.join(u' ');
}

diff::TextDifference difference(const std::string& before, const std::string& after) {
    return diff::differenceOf(diff::formsOf(&before, &after));
}

Value object(std::vector<std::pair<std::string, Value>> attributes) {
    return Value::object(std::move(attributes));
}

void add(plans::Changes& changes, const char* address, Action action, Value before, Value after) {
    plans::ResourceInstanceChange made;
    made.address = made.previousAddress = *addrs::readAbsResourceInstance(address);
    made.change = {action, std::move(before), std::move(after), {}, {}, {}, {}};
    changes.add(std::make_shared<const plans::ResourceInstanceChange>(std::move(made)));
}

} // namespace

class TestKinds final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void textsAreWhatTheyAre_data();
    void textsAreWhatTheyAre();
    void compressedTextsAreRead();
    void elementsBelongTogether_data();
    void elementsBelongTogether();
    void bothSidesHaveOneForm();
    void differencesHaveNames_data();
    void differencesHaveNames();
    void orderOfListsIsSeen();
    void longSequencesKeepCommonElements();
    void wordsAreMarked();
    void hostileTextsStayText();
    void sameChangesAreFound();
    void replacementsAreTheSameWithOtherOldComputedValues();
    void whatEndsObjectsIsNeverAmongOthers();
};

void TestKinds::textsAreWhatTheyAre_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QByteArray>("text");
    const auto rows = rowsOf("text_kinds.txt");
    QVERIFY(rows.size() >= 100);
    for (const QStringList& row : rows)
        QTest::newRow(qPrintable(row[0])) << row[1] << QByteArray::fromStdString(unescaped(row.value(2)));
}

void TestKinds::textsAreWhatTheyAre() {
    QFETCH(QString, kind);
    QFETCH(QByteArray, text);
    QCOMPARE(kindOf(diff::formOf(text.toStdString())), kind);
}

void TestKinds::compressedTextsAreRead() {
    // printf '#cloud-config\npackages:\n  - curl\n' | gzip -n | base64
    const diff::TextForm form =
        diff::formOf("H4sIAAAAAAAAA1NOzskvTdFNzs9Ly0znKkhMzk5MTy224lJQ0FVILi3K4QIAcT6Q4iEAAAA=");
    QCOMPARE(kindOf(form), QStringLiteral("gzip:yaml"));
    QCOMPARE(form.text, std::string("#cloud-config\npackages:\n  - curl\n"));
}

void TestKinds::elementsBelongTogether_data() {
    QTest::addColumn<QString>("how");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("pairs");
    const auto rows = rowsOf("pairs.txt");
    QVERIFY(rows.size() >= 70);
    for (const QStringList& row : rows)
        QTest::newRow(qPrintable(row[0])) << row[1] << row[2] << row[3] << row.value(4).trimmed();
}

void TestKinds::elementsBelongTogether() {
    QFETCH(QString, how);
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QString, pairs);
    const auto from = diff::parseWholeJsonText(before.toStdString());
    const auto to = diff::parseWholeJsonText(after.remove(u'¦').toStdString());
    QVERIFY(from && to);
    QCOMPARE(printed(how == QStringLiteral("set")         ? diff::pairSet(from->elements, to->elements)
                     : how == QStringLiteral("unordered") ? diff::pairUnordered(from->elements, to->elements)
                     : how == QStringLiteral("array")     ? diff::pairArray(from->elements, to->elements)
                                                          : diff::pairList(from->elements, to->elements)),
             pairs);
}

void TestKinds::bothSidesHaveOneForm() {
    const std::string json = R"({"a":1})", yaml = "a: 1\nb: 2\n", coded = "eyJhIjoxLCJiIjpbMSwyXX0=", word = "x";
    diff::TextForms forms = diff::formsOf(&json, &yaml);
    QCOMPARE(forms.kind, diff::TextKind::Lines);
    QVERIFY(!forms.before->data);
    forms = diff::formsOf(&json, &coded);
    QCOMPARE(forms.kind, diff::TextKind::Line);
    QCOMPARE(forms.after->text, coded);
    forms = diff::formsOf(nullptr, &coded);
    QCOMPARE(forms.kind, diff::TextKind::Json);
    QCOMPARE(forms.coding, diff::TextCoding::Base64);
    forms = diff::formsOf(&word, &word);
    QCOMPARE(forms.kind, diff::TextKind::Line);
}

void TestKinds::differencesHaveNames_data() {
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<int>("expected");
    using enum diff::TextDifference;
    const auto row = [](const char* name, const char* before, const char* after, diff::TextDifference expected) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(after) << int(expected);
    };
    row("another word", "a", "b", Substance);
    row("a space at the end", "a", "a ", Whitespace);
    row("line ends", "a\nb\n", "a\r\nb\r\n", Whitespace);
    row("indentation of text", "if x\n  y", "if x\n    y", Whitespace);
    row("indentation of JSON", R"({"a":[1]})", "{\n \"a\": [ 1 ]\n}", Whitespace);
    row("a space in a value of JSON", R"({"a":"xy"})", R"({"a":"x y"})", Substance);
    row("indentation of YAML that means something", "a:\n  b:\n    c: 1\n", "a:\n  b:\n  c: 1\n", Substance);
    row("indentation of YAML that means nothing", "a:\n  b: 1\n", "a:\n    b: 1\n", Whitespace);
    row("members in another order", R"({"a":1,"b":2})", R"({"b":2,"a":1})", Notation);
    row("escapes", R"({"a":"\u0041"})", R"({"a":"A"})", Notation);
    row("comments of YAML", "# x\na: 1\nb: 2\n", "# y\na: 1\nb: 2\n", Notation);
    row("elements in another order", R"({"a":["x","y"]})", R"({"a":["y","x"]})", Order);
    row("statements in another order", R"([{"a":1},{"a":2}])", R"([{"a":2},{"a":1}])", Order);
    row("elements in another order and one more", R"(["x","y"])", R"(["y","x","z"])", Substance);
    row("lines in another order", "a\nb\nc\n", "c\na\nb\n", Order);
    row("lines in another order, one twice", "a\nb\n", "b\na\na\n", Substance);
    row("base64 of other whitespace", "IyEvYmluL3NoCmVjaG8gaGkK", "IyEvYmluL3NoCmVjaG8gaGkKCg==", Whitespace);
    row("base64 broken elsewhere", "aGVsbG8gd29ybGQsIGhvdyBhcmUgeW91", "aGVsbG8gd29ybGQs\nIGhvdyBhcmUgeW91", None);
    row("a number is not its text", R"({"a":1})", R"({"a":"1"})", Substance);
}

void TestKinds::differencesHaveNames() {
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(int, expected);
    QCOMPARE(int(difference(before.toStdString(), after.toStdString())), expected);
}

void TestKinds::orderOfListsIsSeen() {
    const auto list = [](const char* text) { return diff::parseWholeJsonText(text)->elements; };
    QVERIFY(diff::differInOrderOnly(list("[1,2,3]"), list("[3,1,2]")));
    QVERIFY(!diff::differInOrderOnly(list("[1,2,3]"), list("[1,2,3]")));
    QVERIFY(!diff::differInOrderOnly(list("[1,1,2]"), list("[1,2,2]")));
}

void TestKinds::longSequencesKeepCommonElements() {
    // Too long for a table of all pairs: elements that occur once on both sides are used as anchors.
    std::vector<std::uint32_t> before, after;
    for (std::uint32_t i = 0; i < 20000; ++i) {
        before.push_back(i);
        if (i % 10 != 3)
            after.push_back(i % 10 == 7 ? 100000 + i : i);
    }
    before.insert(before.begin(), 500001);
    after.push_back(500002);
    const std::vector<diff::Match> matches = diff::commonSequence(before, after);
    QCOMPARE(matches.size(), std::size_t(16000));
    QVERIFY(std::all_of(matches.begin(), matches.end(),
                        [&](const diff::Match& match) { return before[match.before] == after[match.after]; }));
    QVERIFY(std::is_sorted(matches.begin(), matches.end(), [](const diff::Match& a, const diff::Match& b) {
        return a.before < b.before && a.after < b.after;
    }));
    // If no element occurs only once, at least the common prefix and suffix are found.
    std::vector<std::uint32_t> ones(3000, 1), twos(3000, 1);
    ones[1500] = twos[1200] = 2;
    QVERIFY(diff::commonSequence(ones, twos).size() >= 2700);
}

void TestKinds::wordsAreMarked() {
    const auto texts = [](std::string_view text, const std::vector<diff::Span>& spans) {
        QStringList parts;
        for (const diff::Span& span : spans)
            parts.append(QString::fromStdString(std::string(text.substr(span.start, span.length))));
        return parts.join(u'|');
    };
    const std::string before = "listen 80 default_server; # größe", after = "listen 8080 default_server ssl; # größer";
    const diff::WordDifference words = diff::compareWords(before, after);
    QCOMPARE(texts(before, words.before), QStringLiteral("80|größe"));
    QCOMPARE(texts(after, words.after), QStringLiteral("8080| ssl|größer"));
    // If hardly any words are common, everything counts as different.
    QCOMPARE(diff::compareWords("one two three", "alpha beta gamma"), diff::WordDifference());
}

void TestKinds::hostileTextsStayText() {
    const std::string deep = std::string(100000, '[') + std::string(100000, ']');
    QCOMPARE(diff::formOf(deep).kind, diff::TextKind::Line);
    std::string laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 10; ++i) {
        laughs += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
        for (int k = 0; k < 10; ++k)
            laughs += (k ? ", *a" : "*a") + std::to_string(i - 1);
        laughs += "]\n";
    }
    QCOMPARE(diff::formOf(laughs).kind, diff::TextKind::Lines);
    QCOMPARE(diff::formOf(std::string(3 << 20, 'a')).kind, diff::TextKind::Line);
}

void TestKinds::sameChangesAreFound() {
    plans::Changes changes;
    const auto tagged = [](const char* id, const char* environment) {
        return object({{"id", Value::string(id)},
                       {"tags", Value::map(values::Type::map(values::Type::string()),
                                           {{"env", Value::string(environment)}, {"Name", Value::string(id)}})}});
    };
    for (const char* key : {"a", "b", "c"})
        add(changes, ("x_thing." + std::string(key)).c_str(), Action::Update, tagged(key, "test"), tagged(key, "prod"));
    add(changes, "x_thing.other", Action::Update, tagged("o", "test"), tagged("o", "stage"));
    add(changes, "y_thing.a", Action::Update, tagged("a", "test"), tagged("a", "prod"));
    const values::Type type = tagged("", "").type();
    for (const char* key : {"n[0]", "n[1]", "n[2]", "n[3]"})
        add(changes, ("x_thing." + std::string(key)).c_str(), Action::Create, Value::null(type),
            object({{"id", Value::unknown(values::Type::string())}, {"tags", tagged("n", "prod").element(1)}}));
    // New objects with different names are for different things.
    for (const char* key : {"net", "host", "disk"})
        add(changes, ("x_thing." + std::string(key)).c_str(), Action::Create, Value::null(type),
            object({{"id", Value::unknown(values::Type::string())}, {"tags", tagged("m", "prod").element(1)}}));
    const std::vector<diff::SameChange> found = diff::sameChanges(changes);
    QCOMPARE(found.size(), std::size_t(2));
    QCOMPARE(found[0].changes.size(), std::size_t(3));
    QCOMPARE(found[0].attributes, std::vector<std::string>{"tags.env"});
    QCOMPARE(found[1].changes.size(), std::size_t(4));
    QVERIFY(found[1].attributes.empty());
}

void TestKinds::replacementsAreTheSameWithOtherOldComputedValues() {
    plans::Changes changes;
    const auto disk = [](Value id, const char* image, Value device) {
        return object(
            {{"id", std::move(id)},
             {"image", Value::string(image)},
             {"network", Value::tuple({object({{"device", std::move(device)}, {"zone", Value::string("a")}})})}});
    };
    const Value unknown = Value::unknown(values::Type::string());
    for (const char* key : {"a[0]", "a[1]", "a[2]", "b[0]"})
        add(changes, ("x_disk." + std::string(key)).c_str(), Action::DeleteThenCreate,
            disk(Value::string(std::string("id of ") + key), "old", Value::string(std::string("device of ") + key)),
            disk(unknown, "new", unknown));
    // Its old configuration differs.
    add(changes, "x_disk.a[3]", Action::DeleteThenCreate, disk(Value::string("id"), "older", Value::string("device")),
        disk(unknown, "new", unknown));
    // In-place updates too may have new computed values.
    for (const char* key : {"a[4]", "a[5]", "b[1]"})
        add(changes, ("x_disk." + std::string(key)).c_str(), Action::Update,
            disk(Value::string("i"), "old", Value::string(std::string("device of ") + key)),
            disk(Value::string("i"), "new", unknown));
    const std::vector<diff::SameChange> found = diff::sameChanges(changes);
    QCOMPARE(found.size(), std::size_t(2));
    QCOMPARE(found[0].changes.size(), std::size_t(3));
    QCOMPARE(found[0].attributes, (std::vector<std::string>{"image", "id", "network[0].device"}));
    QCOMPARE(found[1].changes.size(), std::size_t(3));
    QCOMPARE(found[1].attributes, (std::vector<std::string>{"image", "network[0].device"}));
}

void TestKinds::whatEndsObjectsIsNeverAmongOthers() {
    plans::Changes changes;
    const Value one = object({{"a", Value::string("1")}}), two = object({{"a", Value::string("2")}});
    for (const Action action : {Action::Delete, Action::Forget, Action::ForgetThenCreate, Action::NoOp})
        for (int i = 0; i < 4; ++i)
            add(changes, ("x_" + std::to_string(int(action)) + ".a[" + std::to_string(i) + "]").c_str(), action, one,
                action == Action::Delete || action == Action::Forget ? Value::null(one.type()) : two);
    QVERIFY(diff::sameChanges(changes).empty());
}

QTEST_APPLESS_MAIN(TestKinds)
#include "tst_kinds.moc"

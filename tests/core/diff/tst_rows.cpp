// SPDX-License-Identifier: MPL-2.0
#include "core/diff/rows/attribute_row.h"
#include "core/plans/plan.h"

#include <QFile>
#include <QTest>

using namespace planlens;
using diff::AttributeRow;
using values::Value;

namespace {

using Members = std::vector<std::pair<std::string, Value>>;

Value object(Members members) {
    return Value::object(std::move(members));
}
Value text(std::string_view content) {
    return Value::string(std::string(content));
}

plans::ResourceInstanceChange update(Value before, Value after) {
    plans::ResourceInstanceChange made;
    made.address = made.previousAddress = *addrs::readAbsResourceInstance("aws_security_group.web");
    made.change.action = plans::Action::Update;
    made.change.before = object({{"a", std::move(before)}});
    made.change.after = object({{"a", std::move(after)}});
    return made;
}

enum class Names { Short, Displayed };

QString printed(const AttributeRow& row, int depth = 0, Names names = Names::Short) {
    QString all;
    for (const AttributeRow& child : row.children) {
        all += QString(depth * 2, u' ') +
               QString::fromStdString(names == Names::Displayed ? displayName(child) : child.name);
        if (child.before || child.after)
            all += QStringLiteral(" | %1 | %2")
                       .arg(QString::fromStdString(child.before.value_or("")),
                            QString::fromStdString(child.after.value_or("")));
        if (child.onlyOrderChanges)
            all += QStringLiteral(" <order>");
        if (child.hasMoved)
            all += QStringLiteral(" <moved>");
        if (child.orderChanges)
            all += QStringLiteral(" <also order>");
        if (!child.lineEnds.empty())
            all += QStringLiteral(" <%1>").arg(QString::fromStdString(child.lineEnds));
        all += u'\n' + printed(child, depth + 1, names);
    }
    if (row.hiddenUnchanged)
        all += QString(depth * 2, u' ') + QStringLiteral("(%1 hidden)\n").arg(row.hiddenUnchanged);
    return all;
}

QString rowsOf(Value before, Value after) {
    return printed(diff::attributeRows(plans::Plan(), update(std::move(before), std::move(after)), {}));
}

Value rule(const char* description, int port, const char* block) {
    return object({{"cidr_blocks", Value::tuple({text(block)})},
                   {"description", text(description)},
                   {"from_port", Value::number(port)},
                   {"ipv6_cidr_blocks", Value::tuple({})},
                   {"prefix_list_ids", Value::tuple({})},
                   {"protocol", text("tcp")},
                   {"security_groups", Value::tuple({})},
                   {"self", Value::boolean(false)},
                   {"to_port", Value::number(port)}});
}

std::string file(const char* name) {
    QFile opened(QStringLiteral(PLANLENS_SOURCE_DIR "/tests/core/diff/data/") + QLatin1String(name));
    return opened.open(QIODevice::ReadOnly) ? opened.readAll().toStdString() : std::string();
}

} // namespace

Q_DECLARE_METATYPE(planlens::values::Value)

/// Rows of changes as in plan JSON: sets are lists, and there is no schema.
class TestRows final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void finalLineBreakIsNoLine() {
        const Value none = Value::null(values::Type::string());
        for (const auto& [before, after] : {std::pair(none, text("one\ntwo\n")), {text("one\ntwo\n"), none}}) {
            const AttributeRow root = diff::attributeRows(plans::Plan(), update(before, after), {});
            QCOMPARE(root.children.size(), 1);
            QCOMPARE(root.children[0].linesAdded + root.children[0].linesRemoved, 2);
        }
    }

    void hidesRulesThatOnlyChangePlaces() {
        const AttributeRow root =
            diff::attributeRows(plans::Plan(),
                                update(Value::tuple({rule("https", 443, "0.0.0.0/0"), rule("http", 80, "0.0.0.0/0"),
                                                     rule("ssh", 22, "10.0.0.0/8")}),
                                       Value::tuple({rule("ssh", 22, "10.0.0.0/8"), rule("https", 443, "0.0.0.0/0"),
                                                     rule("http", 80, "0.0.0.0/0")})),
                                {});
        QCOMPARE(root.children.size(), std::size_t(1));
        QVERIFY(root.children[0].onlyOrderChanges);
        QVERIFY(root.children[0].children.empty());
    }

    void pairsARuleThatChangesAndMoves() {
        QCOMPARE(rowsOf(Value::tuple({rule("https", 443, "0.0.0.0/0"), rule("ssh", 22, "0.0.0.0/0")}),
                        Value::tuple({rule("ssh", 22, "10.0.0.0/8"), rule("https", 443, "0.0.0.0/0")})),
                 QStringLiteral("a\n  [1 → 0]\n    cidr_blocks\n      [0] | \"0.0.0.0/0\" | \"10.0.0.0/8\"\n    (8 "
                                "hidden)\n  (1 hidden)\n"));
    }

    /// Unchanged parts are kept in changed elements and objects only.
    void keepsUnchangedPartsOfElements_data() {
        QTest::addColumn<Value>("before");
        QTest::addColumn<Value>("after");
        QTest::addColumn<QString>("expected");
        const auto one = [](const char* id, int port, Value blocks) {
            return object({{"blocks", std::move(blocks)},
                           {"id", text(id)},
                           {"none", Value::null(values::Type::string())},
                           {"port", Value::number(port)}});
        };
        const Value ab = Value::tuple({text("a"), text("b")});
        const QString kept =
            QStringLiteral("%1blocks | [\"a\", \"b\"] | [\"a\", \"b\"]\n%1id | \"x\" | \"x\"\n%1port | 1 | 3\n");
        QTest::newRow("list")
            << Value::tuple({one("x", 1, ab), one("y", 2, ab)}) << Value::tuple({one("x", 3, ab), one("y", 2, ab)})
            << QStringLiteral("a\n  id = \"x\"\n%1  (1 hidden)\n").arg(kept.arg(QStringLiteral("    ")));
        QTest::newRow("object") << one("x", 1, ab) << one("x", 3, ab)
                                << QStringLiteral("a\n%1").arg(kept.arg(QStringLiteral("  ")));
        QTest::newRow("object in a list") << Value::tuple({object({{"id", text("o")}, {"to", one("x", 1, ab)}})})
                                          << Value::tuple({object({{"id", text("o")}, {"to", one("x", 3, ab)}})})
                                          << QStringLiteral("a\n  id = \"o\"\n    id | \"o\" | \"o\"\n    to\n%1")
                                                 .arg(kept.arg(QStringLiteral("      ")));
        const auto json = [](const char* effect) {
            const QString policy = QStringLiteral("{'Version':'1','Statement':[{'Action':['s3:Get',{'x':1}],"
                                                  "'Effect':'%1'},{'Action':'kms:Decrypt'}]}");
            return text(policy.arg(QLatin1String(effect)).replace(u'\'', u'"').toStdString());
        };
        QTest::newRow("JSON") << json("Deny") << json("Allow")
                              << "a\n  Statement\n    [0]\n      Action | [\"s3:Get\", {x = 1}] | [\"s3:Get\", {x = "
                                 "1}]\n      Effect | \"Deny\" | \"Allow\"\n    (1 hidden)\n  (1 hidden)\n";
    }
    void keepsUnchangedPartsOfElements() {
        QFETCH(Value, before);
        QFETCH(Value, after);
        diff::RowTexts texts;
        texts.hasUnchangedParts = true;
        QFETCH(QString, expected);
        AttributeRow root = diff::attributeRows(plans::Plan(), update(before, after), {}, texts);
        root.children[0].before = root.children[0].after = {}; // the whole text
        QCOMPARE(printed(root), expected);
    }

    void labelsElements_data() {
        QTest::addColumn<Value>("before");
        QTest::addColumn<Value>("after");
        QTest::addColumn<QString>("expected");
        const auto json = [](QString content) { return text(content.replace(u'\'', u'"').toStdString()); };
        const Value other = rule("https", 443, "b");
        QTest::newRow("a firewall rule that moves")
            << Value::tuple({rule("ssh", 22, "a"), other}) << Value::tuple({other, rule("ssh", 22, "c")})
            << QStringLiteral(
                   "a\n  [0 → 1: tcp 22 \"ssh\"]\n    cidr_blocks\n      [0] | \"a\" | \"c\"\n    (8 hidden)\n"
                   "  (1 hidden)\n");
        const auto range = [](const char* block) {
            return object({{"cidr", text(block)},
                           {"description", text("")},
                           {"from_port", Value::number(80)},
                           {"protocol", text("udp")},
                           {"to_port", Value::number(90)}});
        };
        QTest::newRow("a range of ports without a description")
            << Value::tuple({range("a"), range("b")}) << Value::tuple({range("a"), range("c")})
            << QStringLiteral("a\n  [1: udp 80–90]\n    cidr | \"b\" | \"c\"\n    (4 hidden)\n  (1 hidden)\n");
        QTest::newRow("a firewall rule of a set")
            << Value::set({rule("ssh", 22, "a"), other}) << Value::set({rule("ssh", 22, "c"), other})
            << QStringLiteral("a\n  tcp 22 \"ssh\"\n    cidr_blocks\n      [0] | \"a\" | \"c\"\n    (8 hidden)\n  (1 "
                              "hidden)\n");
        const auto route = [](const char* block, const char* gateway) {
            return object({{"cidr_block", text(block)}, {"gateway_id", text(gateway)}, {"nat_id", text("")}});
        };
        QTest::newRow("a route") << Value::tuple({route("0/0", "a"), route("10/8", "b")})
                                 << Value::tuple({route("10/8", "b"), route("0/0", "c")})
                                 << QStringLiteral(
                                        "a\n  [0 → 1: cidr_block = \"0/0\"]\n    gateway_id | \"a\" | \"c\"\n"
                                        "    (2 hidden)\n  (1 hidden)\n");
        const auto action = [](const char* target, int weight) {
            return object({{"order", Value::number(7)}, {"target", text(target)}, {"weight", Value::number(weight)}});
        };
        QTest::newRow("a member that differs in each element")
            << Value::tuple({action("blue", 90), action("green", 10)})
            << Value::tuple({action("blue", 10), action("green", 90)})
            << QStringLiteral("a\n  [0: target = \"blue\"]\n    weight | 90 | 10\n    (2 hidden)\n  [1: target = "
                              "\"green\"]\n    weight | 10 | 90\n    (2 hidden)\n");
        QTest::newRow("a statement in JSON")
            << json(QStringLiteral("{'S':[{'Sid':'A','Effect':'Allow','R':1},{'Sid':'B','Effect':'Deny','R':1}]}"))
            << json(QStringLiteral("{'S':[{'Sid':'B','Effect':'Deny','R':2},{'Sid':'C','Effect':'Allow','R':1}]}"))
            << QStringLiteral("a\n  S\n    [0: Sid = \"A\"]\n      Effect | \"Allow\" | \n      R | 1 | \n      Sid | "
                              "\"A\" | \n    [1 → 0: Sid = \"B\"]\n      R | 1 | 2\n      (2 hidden)\n    [1: Sid = "
                              "\"C\"]\n      Effect |  | \"Allow\"\n      R |  | 1\n      Sid |  | \"C\"\n");
        QTest::newRow("a block that occurs once")
            << Value::tuple({object({{"min", Value::number(3)}})})
            << Value::tuple({object({{"min", Value::number(0)}})}) << QStringLiteral("a\n  [0]\n    min | 3 | 0\n");
        QTest::newRow("principals in another order")
            << json(QStringLiteral("{'P':['a','b','c','d']}")) << json(QStringLiteral("{'P':['d','c','b','a','x']}"))
            << QStringLiteral("a\n  P <also order>\n    [4] |  | \"x\"\n    (4 hidden)\n");
        QTest::newRow("statements in another order")
            << json(QStringLiteral("{'S':[{'Sid':'A','R':1},{'Sid':'B','R':[1]}]}"))
            << json(QStringLiteral("{'S':[{'Sid':'B','R':[1]},{'Sid':'A','R':1}]}"))
            << QStringLiteral("a\n  S | [Sid = \"A\", Sid = \"B\"] | [Sid = \"B\", Sid = \"A\"] <order>\n");
        QTest::newRow("one action becomes several")
            << json(QStringLiteral("{'Action':'s3:*'}")) << json(QStringLiteral("{'Action':['s3:Get','s3:Put']}"))
            << QStringLiteral("a\n  Action | \"s3:*\" | [\"s3:Get\", \"s3:Put\"]\n");
    }
    void labelsElements() {
        QFETCH(Value, before);
        QFETCH(Value, after);
        QFETCH(QString, expected);
        AttributeRow root = diff::attributeRows(plans::Plan(), update(before, after), {});
        root.children[0].before = root.children[0].after = {}; // the whole text
        QCOMPARE(printed(root, 0, Names::Displayed), expected);
    }

    void showsElementsThatMoveInLists_data() {
        QTest::addColumn<Value>("before");
        QTest::addColumn<Value>("after");
        QTest::addColumn<QString>("expected");
        const auto texts = [](const char* letters) {
            std::vector<Value> all;
            for (; *letters; ++letters)
                all.push_back(text(std::string_view(letters, 1)));
            return Value::list(std::move(all));
        };
        QTest::newRow("only the order") << texts("abcd") << texts("dabc")
                                        << QStringLiteral(
                                               "a <order>\n  [3 → 0] | \"d\" | \"d\" <moved>\n  (3 hidden)\n");
        QTest::newRow("also a new element")
            << texts("abcd") << texts("dabcx")
            << QStringLiteral("a <also order>\n  [3 → 0] | \"d\" | \"d\" <moved>\n  [4] |  | \"x\"\n  (3 hidden)\n");
        QTest::newRow("only a new element")
            << texts("ab") << texts("xab") << QStringLiteral("a\n  [0] |  | \"x\"\n  (2 hidden)\n");
        const auto block = [](const char* name, const char* image) {
            return object({{"image", text(image)}, {"name", text(name)}});
        };
        const auto blocks = [&](const char* last, bool isLastFirst) {
            const Value moved = block("last", last);
            return Value::list(isLastFirst ? std::vector{moved, block("a", "1"), block("b", "1")}
                                           : std::vector{block("a", "1"), block("b", "1"), moved});
        };
        QTest::newRow("block") << blocks("1", false) << blocks("1", true)
                               << QStringLiteral(
                                      "a <order>\n  [2 → 0: name = \"last\"] | {image = \"1\", name = \"last\"} | "
                                      "{image = \"1\", name = \"last\"} <moved>\n  (2 hidden)\n");
        const Value none = Value::null(values::Type::string());
        QTest::newRow("unknown element") << Value::tuple({none, text("a"), text("b")})
                                         << Value::tuple({text("a"), text("b"), Value::unknown(values::Type::string())})
                                         << QStringLiteral("a\n  [2] |  | (known after apply)\n  (2 hidden)\n");
    }
    /// In lists with a schema, which are not sets.
    void showsElementsThatMoveInLists() {
        QFETCH(Value, before);
        QFETCH(Value, after);
        const plans::ResourceInstanceChange change = update(before, after);
        QTEST(printed(diff::attributeRows(change.change, {}, false, {}), 0, Names::Displayed), "expected");
    }

    void showsWhatChangesInLineEnds_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QString>("expected");
        QTest::newRow("all lines") << QByteArray("a\r\nb\r\nc\r\n") << QByteArray("a\nb\nc\n")
                                   << QStringLiteral("a <CRLF → LF>\n gap 3\n");
        QTest::newRow("all lines and a word") << QByteArray("a\nb\n") << QByteArray("a\r\nx\r\n")
                                              << QStringLiteral("a <LF → CRLF>\n unchanged a a\n line b x\n");
        QTest::newRow("one line") << QByteArray("a\r\nb\nc\n") << QByteArray("a\nb\nc\n")
                                  << QStringLiteral("a\n line a␍ a\n unchanged b b\n unchanged c c\n");
    }
    void showsWhatChangesInLineEnds() {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        const AttributeRow root =
            diff::attributeRows(plans::Plan(), update(text(before.toStdString()), text(after.toStdString())), {});
        const AttributeRow& row = root.children[0];
        QString rows = QStringLiteral("a");
        if (!row.lineEnds.empty())
            rows += QStringLiteral(" <%1>").arg(QString::fromStdString(row.lineEnds));
        for (const AttributeRow& line : row.children)
            rows += QStringLiteral("\n %1").arg(
                line.isGap() ? QStringLiteral("gap %1").arg(line.count)
                             : QStringLiteral("%1 %2 %3")
                                   .arg(line.state == AttributeRow::State::Unchanged ? QStringLiteral("unchanged")
                                                                                     : QStringLiteral("line"),
                                        QString::fromStdString(line.before.value_or("")),
                                        QString::fromStdString(line.after.value_or(""))));
        QTEST(QString(rows + u'\n'), "expected");
    }

    void doesNotPairAnotherRule() {
        const QString rows =
            rowsOf(Value::tuple({rule("https", 443, "0.0.0.0/0")}), Value::tuple({rule("ssh", 22, "0.0.0.0/0")}));
        QVERIFY2(rows.contains(QStringLiteral("description |  | \"ssh\"")), qPrintable(rows));
        QVERIFY2(rows.contains(QStringLiteral("description | \"https\" | ")), qPrintable(rows));
    }

    void pairsBlocksThatOccurOnce() {
        const auto pod = [](const char* name, const char* image) {
            return Value::tuple({object({{"container", Value::tuple({object({{"image", text("i")}})})},
                                         {"name", text(name)},
                                         {"policy", text(image)}})});
        };
        QCOMPARE(rowsOf(pod("a", "1"), pod("b", "2")),
                 QStringLiteral("a\n  [0]\n    name | \"a\" | \"b\"\n    policy | \"1\" | \"2\"\n    (1 hidden)\n"));
    }

    void pairsBlocksByName() {
        const auto block = [](const char* name, int size) {
            return object({{"name", text(name)}, {"size", Value::number(size)}});
        };
        QCOMPARE(
            rowsOf(Value::tuple({block("a", 1), block("b", 1)}), Value::tuple({block("b", 2), block("c", 1)})),
            QStringLiteral("a\n  name = \"a\"\n    name | \"a\" | \n    size | 1 | \n  name = \"b\"\n    size | 1 | "
                           "2\n    (1 hidden)\n  name = \"c\"\n    name |  | \"c\"\n    size |  | 1\n"));
    }

    void showsWhereOnlyTheSensitivityChanges_data() {
        QTest::addColumn<bool>("becomes");
        QTest::newRow("becomes sensitive") << true;
        QTest::newRow("no longer sensitive") << false;
    }
    void showsWhereOnlyTheSensitivityChanges() {
        QFETCH(bool, becomes);
        const Value plain = object({{"key", text("s3cret")}, {"other", text("b")}});
        const Value marked =
            object({{"key", text("s3cret").withMark(values::Mark::sensitive())}, {"other", text("b")}});
        const plans::ResourceInstanceChange change = update(becomes ? plain : marked, becomes ? marked : plain);
        const AttributeRow root = diff::attributeRows(plans::Plan(), change, {});
        QCOMPARE(printed(root), QStringLiteral("a\n  key | (sensitive value) | (sensitive value)\n  (1 hidden)\n"));
        const AttributeRow& key = root.children[0].children[0];
        QCOMPARE(key.becomesSensitive, becomes);
        QCOMPARE(key.endsSensitive, !becomes);
        QVERIFY(key.sensitive);
    }

    void keepsTheOrderOfListsWhoseTypeIsKnown() {
        const auto named = [](const char* name, const char* value) {
            return object({{"name", text(name)}, {"v", text(value)}});
        };
        plans::ResourceInstanceChange change =
            update(Value::list({named("a", "1"), named("b", "1")}), Value::list({named("b", "2"), named("a", "2")}));
        const QString rows = printed(diff::attributeRows(change.change, change.requiredReplace, false, {}));
        QVERIFY2(rows.contains(QStringLiteral("  [0 → 1]\n")), qPrintable(rows));
        QVERIFY2(!rows.contains(QStringLiteral("[1 → 0]")), qPrintable(rows));
    }

    void readsCertificates() {
        const QString rows = rowsOf(text(file("certificate.pem")), text(file("renewed.pem")));
        QVERIFY2(rows.contains(QStringLiteral("  Not after | \"2027-11-24T17:00:32Z\" | \"2028-11-23T17:00:32Z\"\n")),
                 qPrintable(rows));
        QVERIFY2(rows.contains(QStringLiteral("  Alternative names\n    [1] | \"DNS:b.example.org\" | "
                                              "\"DNS:c.example.org\"\n    (1 hidden)\n")),
                 qPrintable(rows));
        QVERIFY2(!rows.contains(QStringLiteral("  Subject")), qPrintable(rows)); // unchanged
    }

    void namesSubjectAndIssuerOfANewCertificate() {
        const QString rows = rowsOf(Value::null(values::Type::string()), text(file("certificate.pem")));
        for (const char* name : {"Subject", "Issuer"})
            QVERIFY2(
                rows.contains(QStringLiteral("  %1 |  | \"CN=a.example.org,O=Example\"\n").arg(QLatin1String(name))),
                qPrintable(rows));
        QVERIFY2(rows.contains(QStringLiteral("  Public key |  | \"EC 256 bits\"\n")), qPrintable(rows));
    }

    void masksSecretsWithinJson_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QString>("expected");
        const QString hidden = QStringLiteral("a | (sensitive value) | (sensitive value)\n");
        QTest::newRow("beside a difference") << QByteArray("{'Action':'a','Name':'x-secret-name-1'}")
                                             << QByteArray("{'Action':'b','Name':'x-secret-name-1'}")
                                             << QStringLiteral("\n  Action | \"a\" | \"b\"\n  (1 hidden)\n");
        QTest::newRow("only the secret") << QByteArray("{'Name':'secret-name-1'}")
                                         << QByteArray("{'Name':'secret-name-2'}")
                                         << QStringLiteral("\n  Name | (sensitive value) | (sensitive value)\n");
        QTest::newRow("a difference and another secret")
            << QByteArray("{'Action':'a','Name':'secret-name-1'}")
            << QByteArray("{'Action':'b','Name':'secret-name-2'}")
            << QStringLiteral("\n  Action | \"a\" | \"b\"\n  Name | (sensitive value) | (sensitive value)\n");
        QTest::newRow("a difference and another secret within a text")
            << QByteArray("{'Action':'a','Cmd':['x --pw=secret-name-1']}")
            << QByteArray("{'Action':'b','Cmd':['x --pw=secret-name-2']}")
            << QStringLiteral("\n  Action | \"a\" | \"b\"\n  Cmd\n    [0] | \"x --pw=(sensitive value)\" | \"x "
                              "--pw=(sensitive value)\"\n");
        QTest::newRow("another secret as a name")
            << QByteArray("{'Action':'a','M':{'secret-name-1':1}}")
            << QByteArray("{'Action':'b','M':{'secret-name-2':1}}")
            << QStringLiteral("\n  Action | \"a\" | \"b\"\n  M | {(sensitive value) = 1} | {(sensitive value) = 1}\n");
        QTest::newRow("other text") << QByteArray("user:secret-name-1") << QByteArray("admin:secret-name-1") << hidden;
    }
    void masksSecretsWithinJson() {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QString, expected);
        const masking::Secrets secrets{"secret-name-1", "secret-name-2"};
        const Value from = text(before.replace('\'', '"').toStdString()),
                    to = text(after.replace('\'', '"').toStdString());
        const QString rows = printed(diff::attributeRows(plans::Plan(), update(from, to), secrets));
        QVERIFY2(rows.endsWith(expected) && !rows.contains(QStringLiteral("secret-name")), qPrintable(rows));
    }

    /// Reviewers of a replaced object look for the reason first.
    void showsFirstWhatForcesReplacement_data() {
        QTest::addColumn<Value>("before");
        QTest::addColumn<Value>("after");
        QTest::addColumn<QVector<values::Path>>("required");
        QTest::addColumn<QString>("expected");
        const auto of = [](const char* name, Value zone, Value id) {
            return object({{"ami", text("a")}, {"id", std::move(id)}, {"name", text(name)}, {"zone", std::move(zone)}});
        };
        const Value id = text("i-1"), unknown = Value::unknown(values::Type::string());
        const values::Path zone = values::Path().attribute("zone");
        QTest::newRow("attribute") << of("x", text("a"), id) << of("y", text("b"), id) << QVector<values::Path>{zone}
                                   << QStringLiteral("zone!\nname\nid\n");
        QTest::newRow("attribute that becomes empty")
            << of("x", text(""), id) << of("y", Value::null(values::Type::string()), id) << QVector<values::Path>{zone}
            << QStringLiteral("zone!\nname\nid\n");
        const auto block = [](const char* first, const char* second) {
            return Value::tuple({object({{"name", text("x")}, {"size", text(first)}, {"subnet", text(first)}}),
                                 object({{"name", text("y")}, {"size", text(second)}, {"subnet", text(second)}})});
        };
        QTest::newRow("attribute of a block")
            << of("x", block("a", "b"), id) << of("y", block("c", "d"), unknown)
            << QVector<values::Path>{zone.index(std::int64_t(1)).attribute("subnet")}
            << QStringLiteral("zone\n name = \"y\"\n  subnet!\n  size\n name = \"x\"\n  size\n  subnet\nid\nname\n");
        QTest::newRow("part of an unknown value")
            << of("x", block("a", "b"), id) << of("y", unknown, unknown)
            << QVector<values::Path>{zone.index(std::int64_t(1)).attribute("subnet")}
            << QStringLiteral("zone!\nid\nname\n");
        QTest::newRow("nothing") << of("x", text("a"), id) << of("y", text("b"), id) << QVector<values::Path>()
                                 << QStringLiteral("id\nname\nzone\n");
    }
    void showsFirstWhatForcesReplacement() {
        QFETCH(Value, before);
        QFETCH(Value, after);
        QFETCH(QVector<values::Path>, required);
        plans::ResourceInstanceChange change = update(text("a"), text("a"));
        change.change.action = plans::Action::DeleteThenCreate;
        change.change.before = before;
        change.change.after = after;
        change.requiredReplace = {required.begin(), required.end()};
        QString names;
        const auto add = [&](const auto& self, const AttributeRow& row, int depth) -> void {
            for (const AttributeRow& child : row.children) {
                names += QString(depth, u' ') + QString::fromStdString(child.name) +
                         (child.forcesReplacement ? QStringLiteral("!\n") : QStringLiteral("\n"));
                self(self, child, depth + 1);
            }
        };
        add(add, diff::attributeRows(plans::Plan(), change, {}), 0);
        QTEST(names, "expected");
    }

    void masksWhatTheSchemaDeclaresSensitive() {
        plans::ResourceInstanceChange change = update(text("a"), text("b")); // shorter than any masked secret
        change.provider.config.provider = *addrs::parseProviderSource("hashicorp/aws").value;
        schemas::ResourceSchema schema;
        schemas::Attribute attribute;
        attribute.type = values::Type::string();
        attribute.optional = attribute.sensitive = true;
        schema.block.attributes.emplace("a", attribute);
        plans::Plan plan;
        auto provider = std::make_shared<schemas::ProviderSchema>();
        provider->managed["aws_security_group"] = std::make_shared<const schemas::ResourceSchema>(schema);
        plan.schemas[change.provider.config.provider] = provider;
        QCOMPARE(printed(diff::attributeRows(plan, change, {})),
                 QStringLiteral("a | (sensitive value) | (sensitive value)\n"));
    }
};

QTEST_APPLESS_MAIN(TestRows)
#include "tst_rows.moc"

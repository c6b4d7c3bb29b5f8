// SPDX-License-Identifier: MPL-2.0
#include "core/explain/drift.h"
#include "core/plans/plan.h"

#include <QTest>

using namespace planlens;
using explain::DriftItem;
using explain::DriftTier;
using plans::Action;
using values::Value;

namespace {

Value thing(const char* size, const char* tag) {
    return Value::object(
        {{"size", Value::string(size)},
         {"tags", Value::map(values::Type::map(values::Type::string()), {{"team", Value::string(tag)}})}});
}

std::shared_ptr<plans::ResourceInstanceChange> change(const char* address, Action action, Value before, Value after) {
    auto made = std::make_shared<plans::ResourceInstanceChange>();
    made->address = made->previousAddress = *addrs::readAbsResourceInstance(address);
    made->change.action = action;
    made->change.before = std::move(before);
    made->change.after = std::move(after);
    return made;
}

const Value nothing = Value::null(values::Type::dynamic());

QString shown(const std::vector<DriftItem>& items) {
    static const char* const tiers[] = {"undone",     "replaced",   "destroyed", "feeding",
                                        "taken over", "irrelevant", "no effect", "ignored"};
    QStringList lines;
    for (const DriftItem& item : items)
        lines.append(QStringLiteral("%1 %2 %3")
                         .arg(QString::fromStdString(item.drift->address.toString()),
                              item.isGone() ? QStringLiteral("gone") : QString::fromStdString(item.pathText()),
                              QLatin1String(tiers[std::size_t(item.tier)])));
    return lines.join(QStringLiteral("; "));
}

} // namespace

class TestDrift final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void classifiesDriftByItsEffect_data();
    void classifiesDriftByItsEffect();
    void emptyAndNoValueAreTheSame_data();
    void emptyAndNoValueAreTheSame();
    void rulesNeverHideADestroy_data();
    void rulesNeverHideADestroy();
    void readsAndWritesRules();
    void matchesPatterns_data();
    void matchesPatterns();
    void sensitiveValuesAreOneThing();
};

void TestDrift::classifiesDriftByItsEffect_data() {
    QTest::addColumn<int>("situation");
    QTest::addColumn<QString>("expected");
    QTest::newRow("nothing is planned") << 0
                                        << QStringLiteral("x_y.a size irrelevant; x_y.a tags[\"team\"] irrelevant");
    QTest::newRow("one attribute is changed back")
        << 1 << QStringLiteral("x_y.a size undone; x_y.a tags[\"team\"] irrelevant");
    QTest::newRow("the object is replaced") << 2 << QStringLiteral("x_y.a size undone; x_y.a tags[\"team\"] undone");
    QTest::newRow("the object is replaced, and the attributes stay as they are")
        << 11 << QStringLiteral("x_y.a size irrelevant; x_y.a tags[\"team\"] irrelevant");
    QTest::newRow("the object is destroyed")
        << 12 << QStringLiteral("x_y.a size destroyed; x_y.a tags[\"team\"] destroyed");
    QTest::newRow("one attribute gets a third value")
        << 13 << QStringLiteral("x_y.a size replaced; x_y.a tags[\"team\"] irrelevant");
    QTest::newRow("something refers to it")
        << 3 << QStringLiteral("x_y.a size irrelevant; x_y.a tags[\"team\"] feeding");
    QTest::newRow("ignore_changes names it")
        << 4 << QStringLiteral("x_y.a size ignored; x_y.a tags[\"team\"] irrelevant");
    QTest::newRow("the object is gone and made again") << 5 << QStringLiteral("x_y.a gone undone");
    QTest::newRow("the object is gone and stays so") << 6 << QStringLiteral("x_y.a gone irrelevant");
    QTest::newRow("only the state is refreshed")
        << 7 << QStringLiteral("x_y.a size taken over; x_y.a tags[\"team\"] taken over");
    QTest::newRow("only moved") << 8 << QString();
    QTest::newRow("a changed attribute depends on it")
        << 9 << QStringLiteral("x_y.a size irrelevant; x_y.a tags[\"team\"] feeding");
    QTest::newRow("an unchanged attribute depends on it")
        << 10 << QStringLiteral("x_y.a size irrelevant; x_y.a tags[\"team\"] irrelevant");
}

void TestDrift::classifiesDriftByItsEffect() {
    QFETCH(int, situation);
    QFETCH(QString, expected);
    const Value was = thing("small", "red"), is = thing("large", "blue");
    plans::Plan plan;
    const bool isGone = situation == 5 || situation == 6;
    plan.drift.push_back(change("x_y.a",
                                isGone           ? Action::Delete
                                : situation == 8 ? Action::NoOp
                                                 : Action::Update,
                                was, isGone ? nothing : is));
    switch (situation) {
    case 1:
        plan.changes.add(change("x_y.a", Action::Update, is, thing("small", "blue")));
        break;
    case 2:
        plan.changes.add(change("x_y.a", Action::DeleteThenCreate, is, was));
        break;
    case 11:
        plan.changes.add(change("x_y.a", Action::DeleteThenCreate, is, is));
        break;
    case 12:
        plan.changes.add(change("x_y.a", Action::Delete, is, nothing));
        break;
    case 13:
        plan.changes.add(change("x_y.a", Action::Update, is, thing("tiny", "blue")));
        break;
    case 3:
        plan.relevantAttributes.push_back({"x_y.a", values::Path().attribute("tags")});
        break;
    case 4: {
        auto kept = change("x_y.a", Action::NoOp, is, is);
        kept->unchanged.push_back({plans::UnchangedReason::Why::Ignored,
                                   values::Path().attribute("size"),
                                   Value::string("small"),
                                   values::Path().attribute("size"),
                                   {}});
        plan.changes.add(kept);
        break;
    }
    case 9:
    case 10: {
        plan.relevantAttributes.push_back({"x_y.a", values::Path().attribute("tags")});
        plan.changes.add(change("x_y.b", Action::Update, thing("small", "red"), thing("large", "red")));
        plans::Dependency use;
        use.dependent = plan.changes.resources().front()->address;
        use.dependentPath = values::Path().attribute(situation == 9 ? "size" : "tags");
        use.dependency = plan.drift.front()->address;
        use.dependencyPath = values::Path().attribute("tags");
        plan.dependencies.add(std::move(use));
        plan.dependencies.finish();
        break;
    }
    case 5:
        plan.changes.add(change("x_y.a", Action::Create, nothing, was));
        break;
    case 7:
        plan.options.mode = plans::Mode::RefreshOnly;
        break;
    default:
        break;
    }
    QCOMPARE(shown(explain::driftItems(plan)), expected);
    QCOMPARE(shown(explain::driftItemsOf(plan, plan.drift[0]->address)), expected);
    QVERIFY(explain::driftItemsOf(plan, *addrs::readAbsResourceInstance("x_y.other")).empty());
}

void TestDrift::emptyAndNoValueAreTheSame_data() {
    QTest::addColumn<int>("situation");
    QTest::addColumn<QString>("expected");
    QTest::newRow("nothing is planned") << 0
                                        << QStringLiteral(
                                               "x_y.a note no effect; x_y.a size irrelevant; x_y.a tags no effect");
    QTest::newRow("changed back") << 1
                                  << QStringLiteral("x_y.a note no effect; x_y.a size undone; x_y.a tags no effect");
    QTest::newRow("the object is replaced")
        << 2 << QStringLiteral("x_y.a note undone; x_y.a size undone; x_y.a tags undone");
    QTest::newRow("others follow from it")
        << 3 << QStringLiteral("x_y.a note no effect; x_y.a size irrelevant; x_y.a tags feeding");
}

void TestDrift::emptyAndNoValueAreTheSame() {
    QFETCH(int, situation);
    QFETCH(QString, expected);
    const values::Type map = values::Type::map(values::Type::string());
    const Value was =
        Value::object({{"note", Value::string("")}, {"size", Value::string("small")}, {"tags", Value::null(map)}});
    const Value is = Value::object({{"note", Value::null(values::Type::string())},
                                    {"size", Value::string("large")},
                                    {"tags", Value::map(map, {})}});
    plans::Plan plan;
    plan.drift.push_back(change("x_y.a", Action::Update, was, is));
    if (situation == 1 || situation == 2)
        plan.changes.add(change("x_y.a", situation == 1 ? Action::Update : Action::DeleteThenCreate, is, was));
    if (situation == 3)
        plan.relevantAttributes.push_back({"x_y.a", values::Path().attribute("tags")});
    QCOMPARE(shown(explain::driftItems(plan)), expected);
}

void TestDrift::rulesNeverHideADestroy_data() {
    QTest::addColumn<int>("action");
    QTest::addColumn<bool>("isGone");
    QTest::addColumn<bool>("isIgnored");
    QTest::newRow("stays") << int(Action::NoOp) << false << true;
    QTest::newRow("updated") << int(Action::Update) << false << true;
    QTest::newRow("destroyed") << int(Action::Delete) << false << false;
    QTest::newRow("replaced") << int(Action::DeleteThenCreate) << false << false;
    QTest::newRow("replaced, the new one first") << int(Action::CreateThenDelete) << false << false;
    QTest::newRow("gone") << int(Action::Create) << true << false;
}

void TestDrift::rulesNeverHideADestroy() {
    QFETCH(int, action);
    QFETCH(bool, isGone);
    QFETCH(bool, isIgnored);
    plans::Plan plan;
    plan.drift.push_back(change("x_y.a", isGone ? Action::Delete : Action::Update, thing("small", "red"),
                                isGone ? nothing : thing("large", "red")));
    plan.changes.add(change("x_y.a", Action(action), thing("large", "red"), thing("small", "red")));
    const std::vector<DriftItem> items = explain::driftItems(plan, {{"*", "*"}});
    QCOMPARE(items.size(), std::size_t(1));
    QCOMPARE(items[0].tier == DriftTier::Ignored, isIgnored);
    QCOMPARE(items[0].byRule, isIgnored);
}

void TestDrift::readsAndWritesRules() {
    const std::vector<explain::DriftRule> rules = explain::parseDriftRules(
        "# a comment\n x_y.*   size # why\n\nalone\nthree words here\nmodule.m.x_y.a[*] tags[\"x\"]\r\n");
    QCOMPARE(rules, (std::vector<explain::DriftRule>{{"x_y.*", "size"}, {"module.m.x_y.a[*]", "tags[\"x\"]"}}));
    const explain::DriftRule odd{"x_y.a[\"a b#c\"]", "tags[\"x y\"]"};
    const std::vector<explain::DriftRule> back = explain::parseDriftRules(explain::toLine(odd));
    QCOMPARE(back.size(), std::size_t(1));
    QVERIFY(explain::matchesPattern(back[0].address, odd.address) && explain::matchesPattern(back[0].path, odd.path));
}

void TestDrift::matchesPatterns_data() {
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("matches");
    const auto row = [](const char* pattern, const char* text, bool matches) {
        QTest::addRow("%s on %s", pattern, text) << QByteArray(pattern) << QByteArray(text) << matches;
    };
    row("a.*", "a.b", true);
    row("a.*", "b.a.b", false);
    row("*.a.*", "module.m.a.b[0]", true);
    row("a?c", "abc", true);
    row("a?c", "ac", false);
    row("*", "", true);
    row("a*b*c", "aXbYbZc", true);
    row("a*b*c", "aXcYb", false);
    row("", "a", false);
}

void TestDrift::matchesPatterns() {
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, text);
    QFETCH(bool, matches);
    QCOMPARE(explain::matchesPattern(pattern.toStdString(), text.toStdString()), matches);
}

void TestDrift::sensitiveValuesAreOneThing() {
    const auto secret = [](const char* text) {
        return Value::object(
            {{"login", Value::object({{"password", Value::string(text)}}).withMark(values::Mark::sensitive())}});
    };
    plans::Plan plan;
    plan.drift.push_back(change("x_y.a", Action::Update, secret("one"), secret("two")));
    const std::vector<DriftItem> items = explain::driftItems(plan);
    QCOMPARE(shown(items), QStringLiteral("x_y.a login irrelevant"));
    QVERIFY(items[0].before.isSensitive() && items[0].after.isSensitive());
}

QTEST_APPLESS_MAIN(TestDrift)
#include "tst_drift.moc"

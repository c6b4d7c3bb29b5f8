// SPDX-License-Identifier: MPL-2.0
#include "core/diff/plan_difference.h"
#include "core/plans/plan.h"

#include <QTest>

using namespace planlens;
using plans::Action;
using values::Value;

namespace {

struct Given {
    std::string address;
    Action action = Action::NoOp;
    std::string input;    // the planned value of the argument; "?" is unknown
    std::string previous; // empty: the same address
    std::string deposed;
    std::string import;
};

plans::Plan planOf(const std::vector<Given>& list) {
    plans::Plan plan;
    for (const Given& given : list) {
        plans::ResourceInstanceChange change;
        change.address = *addrs::readAbsResourceInstance(given.address);
        change.previousAddress =
            given.previous.empty() ? change.address : *addrs::readAbsResourceInstance(given.previous);
        change.deposed = given.deposed;
        change.change.action = given.action;
        if (!given.import.empty())
            change.change.importing = plans::Importing{given.import, {}, false};
        change.change.after = Value::object(
            {{"id", Value::string("1")},
             {"input", given.input == "?" ? Value::unknown(values::Type::string()) : Value::string(given.input)}});
        plan.changes.add(std::make_shared<const plans::ResourceInstanceChange>(std::move(change)));
    }
    return plan;
}

const char* word(diff::DifferenceKind kind) {
    switch (kind) {
    case diff::DifferenceKind::Worse:
        return "worse";
    case diff::DifferenceKind::New:
        return "new";
    case diff::DifferenceKind::Different:
        return "different";
    case diff::DifferenceKind::Better:
        return "better";
    case diff::DifferenceKind::NotApplied:
        return "not applied";
    case diff::DifferenceKind::Gone:
        return "gone";
    }
    return "";
}

QString print(const diff::PlanDifference& difference) {
    std::string text;
    const auto actionOf = [](const plans::ResourceInstanceChangePtr& change) {
        return change ? std::string(plans::name(change->change.action)) : "-";
    };
    for (const diff::ChangeDifference& change : difference.changes) {
        text += std::string(word(change.kind)) + ' ' + change.address.toString() + ' ' + change.deposed +
                (change.deposed.empty() ? "" : " ") + actionOf(change.before) + " > " + actionOf(change.after);
        for (const std::string& argument : change.arguments)
            text += ' ' + argument;
        text += '\n';
    }
    for (const diff::OutputDifference& output : difference.outputs)
        text += std::string(word(output.kind)) + " output " + output.name + ' ' +
                std::string(plans::name(output.before)) + " > " + std::string(plans::name(output.after)) + '\n';
    return QString::fromStdString(text + std::to_string(difference.unchanged) + " unchanged");
}

} // namespace

class TestPlanDifference final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void classifiesChanges_data();
    void classifiesChanges();
    void listsWorseChangesFirst();
    void followsMoves();
    void keepsDeposedObjectsApart();
    void comparesOutputs();
    void takesPlansFromJsonForTheSame();
    void isEmptyForTheSamePlan();
    void staysLinear();
    void reportsChangesThatOnlyTheWholePlanHas();
    void reportsChangesThatThePlanRecordsAsLeftOut();
    void comparesAppliedChanges_data();
    void comparesAppliedChanges();
    void omitsPlannedChangesThatAreNotApplied();
};

void TestPlanDifference::classifiesChanges_data() {
    QTest::addColumn<int>("before");
    QTest::addColumn<QString>("inputBefore");
    QTest::addColumn<int>("after");
    QTest::addColumn<QString>("inputAfter");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, Action before, const char* inputBefore, Action after, const char* inputAfter,
                        const char* expected) {
        QTest::newRow(name) << int(before) << QString::fromUtf8(inputBefore) << int(after)
                            << QString::fromUtf8(inputAfter) << QString::fromUtf8(expected);
    };
    row("nothing, nothing", Action::NoOp, "a", Action::NoOp, "b", "0 unchanged");
    row("the same", Action::Update, "a", Action::Update, "a", "1 unchanged");
    row("the same, unknown", Action::Update, "?", Action::Update, "?", "1 unchanged");
    row("created", Action::NoOp, "a", Action::Create, "a", "new terraform_data.a - > Create\n0 unchanged");
    row("destroyed", Action::NoOp, "a", Action::Delete, "a", "new terraform_data.a - > Delete\n0 unchanged");
    row("not updated any more", Action::Update, "a", Action::NoOp, "a",
        "gone terraform_data.a Update > -\n0 unchanged");
    row("update to replace", Action::Update, "a", Action::DeleteThenCreate, "a",
        "worse terraform_data.a Update > DeleteThenCreate\n0 unchanged");
    row("replace to destroy", Action::CreateThenDelete, "a", Action::Delete, "a",
        "worse terraform_data.a CreateThenDelete > Delete\n0 unchanged");
    row("destroy to forget", Action::Delete, "a", Action::Forget, "a",
        "better terraform_data.a Delete > Forget\n0 unchanged");
    row("replace to update", Action::DeleteThenCreate, "a", Action::Update, "b",
        "better terraform_data.a DeleteThenCreate > Update input\n0 unchanged");
    row("the other order", Action::DeleteThenCreate, "a", Action::CreateThenDelete, "a",
        "different terraform_data.a DeleteThenCreate > CreateThenDelete\n0 unchanged");
    row("another value", Action::Update, "a", Action::Update, "b",
        "different terraform_data.a Update > Update input\n0 unchanged");
    row("not known any more", Action::Create, "a", Action::Create, "?",
        "different terraform_data.a Create > Create input\n0 unchanged");
    row("create to update", Action::Create, "a", Action::Update, "a",
        "worse terraform_data.a Create > Update\n0 unchanged");
    row("read to create", Action::Read, "a", Action::Create, "a", "worse terraform_data.a Read > Create\n0 unchanged");
}

void TestPlanDifference::classifiesChanges() {
    QFETCH(int, before);
    QFETCH(QString, inputBefore);
    QFETCH(int, after);
    QFETCH(QString, inputAfter);
    QFETCH(QString, expected);
    const plans::Plan one = planOf({{"terraform_data.a", Action(before), inputBefore.toStdString(), {}, {}, {}}});
    const plans::Plan other = planOf({{"terraform_data.a", Action(after), inputAfter.toStdString(), {}, {}, {}}});
    QCOMPARE(print(diff::difference(one, other)), expected);
}

void TestPlanDifference::listsWorseChangesFirst() {
    const plans::Plan one = planOf({{"t.gone_create", Action::Create, "", {}, {}, {}},
                                    {"t.gone_delete", Action::Delete, "", {}, {}, {}},
                                    {"t.other", Action::Update, "a", {}, {}, {}},
                                    {"t.to_replace", Action::Update, "", {}, {}, {}}});
    const plans::Plan other = planOf({{"t.new_create", Action::Create, "", {}, {}, {}},
                                      {"t.new_delete", Action::Delete, "", {}, {}, {}},
                                      {"t.other", Action::Update, "b", {}, {}, {}},
                                      {"t.to_replace", Action::DeleteThenCreate, "", {}, {}, {}}});
    const diff::PlanDifference difference = diff::difference(one, other);
    QCOMPARE(
        print(difference),
        QStringLiteral(
            "new t.new_delete - > Delete\nworse t.to_replace Update > DeleteThenCreate\nnew t.new_create - > Create\n"
            "different t.other Update > Update input\n"
            "gone t.gone_delete Delete > -\ngone t.gone_create Create > -\n0 unchanged"));
    QCOMPARE(difference.count(diff::DifferenceKind::New), std::size_t(2));
    QCOMPARE(difference.count(diff::DifferenceKind::Better), std::size_t(0));
    QCOMPARE(difference.size(), std::size_t(6));
}

void TestPlanDifference::followsMoves() {
    const plans::Plan one = planOf({{"t.old", Action::Update, "a", {}, {}, {}}});
    const plans::Plan moved = planOf({{"t.new", Action::Update, "a", "t.old", {}, {}}});
    QCOMPARE(print(diff::difference(one, moved)), QStringLiteral("different t.new Update > Update\n0 unchanged"));
    const plans::Plan onlyMoved = planOf({{"t.new", Action::NoOp, "a", "t.old", {}, {}}});
    QCOMPARE(print(diff::difference(one, onlyMoved)), QStringLiteral("better t.new Update > NoOp\n0 unchanged"));
    // An object that stays at an address is compared with the one before, even if others are moved there.
    const plans::Plan both =
        planOf({{"t.new", Action::Create, "a", "t.old", {}, {}}, {"t.old", Action::Update, "a", {}, {}, {}}});
    QCOMPARE(print(diff::difference(one, both)), QStringLiteral("new t.new - > Create\n1 unchanged"));
    const plans::Plan imported = planOf({{"t.i", Action::NoOp, "a", {}, {}, "id-1"}});
    QCOMPARE(print(diff::difference(planOf({}), imported)), QStringLiteral("new t.i - > NoOp\n0 unchanged"));
}

void TestPlanDifference::keepsDeposedObjectsApart() {
    const plans::Plan one =
        planOf({{"t.a", Action::Update, "a", {}, {}, {}}, {"t.a", Action::Delete, "a", {}, "0badcafe", {}}});
    const plans::Plan other = planOf({{"t.a", Action::Update, "a", {}, {}, {}}});
    QCOMPARE(print(diff::difference(one, other)), QStringLiteral("gone t.a 0badcafe Delete > -\n1 unchanged"));
}

void TestPlanDifference::comparesOutputs() {
    plans::Plan one, other;
    const auto add = [](plans::Plan& plan, const char* name, Action action, const char* after) {
        plans::OutputChange output;
        output.name = name;
        output.change.action = action;
        output.change.after = Value::string(after);
        plan.changes.add(std::move(output));
    };
    add(one, "gone", Action::Create, "x");
    add(one, "same", Action::Update, "x");
    add(one, "still", Action::NoOp, "x");
    add(one, "value", Action::Update, "x");
    add(other, "new", Action::Create, "x");
    add(other, "same", Action::Update, "x");
    add(other, "still", Action::NoOp, "y");
    add(other, "value", Action::Update, "y");
    QCOMPARE(print(diff::difference(one, other)),
             QStringLiteral("gone output gone Create > NoOp\nnew output new NoOp > Create\ndifferent output value "
                            "Update > Update\n1 unchanged"));
}

/// In JSON a list is a tuple, a map an object, unknown values have no type, and nulls may be missing.
void TestPlanDifference::takesPlansFromJsonForTheSame() {
    using values::Type;
    const auto planWith = [](values::Value after) {
        plans::Plan plan;
        plans::ResourceInstanceChange change;
        change.address = change.previousAddress = *addrs::readAbsResourceInstance("t.a");
        change.change.action = Action::Update;
        change.change.after = std::move(after);
        plan.changes.add(std::make_shared<const plans::ResourceInstanceChange>(std::move(change)));
        return plan;
    };
    const plans::Plan live =
        planWith(Value::object({{"id", Value::unknown(Type::string())},
                                {"none", Value::null(Type::string())},
                                {"list", Value::sequence(Type::list(Type::string()), {Value::string("x")})},
                                {"map", Value::map(Type::map(Type::string()), {{"k", Value::string("v")}})}}));
    const auto read = [](const char* listed, const char* mapped) {
        return Value::object({{"id", Value::unknown(Type::dynamic())},
                              {"list", Value::sequence(Type::tuple({Type::string()}), {Value::string(listed)})},
                              {"map", Value::object({{"k", Value::string(mapped)}})}});
    };
    QCOMPARE(print(diff::difference(live, planWith(read("x", "v")))), QStringLiteral("1 unchanged"));
    QCOMPARE(print(diff::difference(planWith(read("x", "v")), live)), QStringLiteral("1 unchanged"));
    QCOMPARE(print(diff::difference(live, planWith(read("y", "v")))),
             QStringLiteral("different t.a Update > Update list\n0 unchanged"));
    QCOMPARE(print(diff::difference(live, planWith(read("x", "w")))),
             QStringLiteral("different t.a Update > Update map\n0 unchanged"));
}

void TestPlanDifference::isEmptyForTheSamePlan() {
    const plans::Plan plan = planOf({{"t.a", Action::Update, "a", {}, {}, {}},
                                     {"t.b", Action::NoOp, "", {}, {}, {}},
                                     {"t.c", Action::Delete, "", {}, {}, {}}});
    const diff::PlanDifference difference = diff::difference(plan, plan);
    QCOMPARE(difference.size(), std::size_t(0));
    QCOMPARE(difference.unchanged, std::size_t(2));
}

/// Not a measurement: anything quadratic would exceed the time limit of the test.
void TestPlanDifference::staysLinear() {
    constexpr int count = 100000;
    std::vector<Given> list;
    for (int i = 0; i < count; ++i)
        list.push_back({"t.a[" + std::to_string(i) + "]", Action::Create, "x", {}, {}, {}});
    const plans::Plan one = planOf(list);
    for (Given& given : list)
        given.input = "y";
    const diff::PlanDifference difference = diff::difference(one, planOf(list));
    QCOMPARE(difference.changes.size(), std::size_t(count));
    QVERIFY(difference.changes.front().address < difference.changes.back().address);
}

void TestPlanDifference::reportsChangesThatOnlyTheWholePlanHas() {
    const plans::Plan whole = planOf({{"t.a", Action::Create, "", {}, {}, {}},
                                      {"t.b", Action::Update, "", {}, {}, {}},
                                      {"t.c", Action::Delete, "", {}, {}, {}},
                                      {"t.d", Action::NoOp, "", {}, {}, {}}});
    plans::Plan partial = planOf({{"t.b", Action::Update, "", {}, {}, {}}});
    partial.recorded.resourcesLeftOut = {*addrs::readConfigResource("t.a")}; // the changes are more precise
    const std::vector<diff::OmittedChange> list = diff::omittedChanges(partial, &whole);
    QCOMPARE(list.size(), std::size_t(2));
    QCOMPARE(list[0].address, std::string("t.c"));
    QCOMPARE(list[0].change->change.action, Action::Delete);
    QCOMPARE(list[1].address, std::string("t.a"));
}

void TestPlanDifference::reportsChangesThatThePlanRecordsAsLeftOut() {
    plans::Plan partial;
    partial.recorded.resourcesLeftOut = {*addrs::readConfigResource("module.m.t.a")};
    partial.recorded.instancesLeftOut = {*addrs::readAbsResourceInstance("t.b[1]")};
    const std::vector<diff::OmittedChange> list = diff::omittedChanges(partial, nullptr);
    QCOMPARE(list.size(), std::size_t(2));
    QCOMPARE(list[0].address, std::string("module.m.t.a"));
    QVERIFY(!list[0].change);
    QCOMPARE(list[1].address, std::string("t.b[1]"));
}

/// Targets and exclusions leave some planned changes out, and do not plan others.
void TestPlanDifference::comparesAppliedChanges_data() {
    QTest::addColumn<QString>("notAppliedBefore");
    QTest::addColumn<QString>("notAppliedAfter");
    QTest::addColumn<QString>("expected");
    QTest::newRow("same plan") << QString() << QString() << QStringLiteral("3 unchanged");
    QTest::newRow("no longer applied, most severe first")
        << QString() << QStringLiteral("t.a t.b")
        << QStringLiteral("not applied t.b Delete > -\nnot applied t.a Update > -\n1 unchanged");
    QTest::newRow("applied now") << QStringLiteral("t.a") << QString()
                                 << QStringLiteral("new t.a - > Update\n2 unchanged");
    QTest::newRow("never applied") << QStringLiteral("t.a") << QStringLiteral("t.a") << QStringLiteral("2 unchanged");
    QTest::newRow("no longer planned") << QString() << QStringLiteral("!t.a")
                                       << QStringLiteral("not applied t.a Update > -\n2 unchanged");
}

void TestPlanDifference::comparesAppliedChanges() {
    QFETCH(QString, notAppliedBefore);
    QFETCH(QString, notAppliedAfter);
    QFETCH(QString, expected);
    const auto planWithout = [](const QString& addresses) {
        std::vector<Given> changes{{"t.b", Action::Delete, "", {}, {}, {}}, {"t.c", Action::Create, "", {}, {}, {}}};
        if (!addresses.startsWith(u'!'))
            changes.push_back({"t.a", Action::Update, "", {}, {}, {}});
        plans::Plan plan = planOf(changes);
        if (addresses.startsWith(u'!'))
            plan.recorded.resourcesLeftOut = {*addrs::readConfigResource(addresses.mid(1).toStdString())};
        else
            for (const QString& address : addresses.split(u' ', Qt::SkipEmptyParts))
                plan.notApplied.push_back(*addrs::readAbsResourceInstance(address.toStdString()));
        return plan;
    };
    QCOMPARE(print(diff::difference(planWithout(notAppliedBefore), planWithout(notAppliedAfter))), expected);
}

void TestPlanDifference::omitsPlannedChangesThatAreNotApplied() {
    plans::Plan partial = planOf({{"t.a", Action::Update, "", {}, {}, {}},
                                  {"t.b", Action::Update, "", {}, {}, {}},
                                  {"t.d", Action::Delete, "", {}, {}, {}},
                                  {"t.n", Action::NoOp, "", {}, {}, {}}});
    partial.notApplied = {*addrs::readAbsResourceInstance("t.b"), *addrs::readAbsResourceInstance("t.d"),
                          *addrs::readAbsResourceInstance("t.n")};
    partial.recorded.instancesLeftOut = {*addrs::readAbsResourceInstance("t.d"),
                                         *addrs::readAbsResourceInstance("t.e")};
    const plans::Plan whole =
        planOf({{"t.b", Action::Update, "", {}, {}, {}}, {"t.e", Action::DeleteThenCreate, "", {}, {}, {}}});
    const auto addresses = [](const std::vector<diff::OmittedChange>& list) {
        QStringList texts;
        for (const diff::OmittedChange& omitted : list)
            texts.append(QString::fromStdString(omitted.address + (omitted.change ? "" : "?")));
        return texts.join(u' ');
    };
    QCOMPARE(addresses(diff::omittedChanges(partial, &whole)), QStringLiteral("t.d t.e t.b"));
    QCOMPARE(addresses(diff::omittedChanges(partial, nullptr)), QStringLiteral("t.d t.b t.e?"));
}

QTEST_APPLESS_MAIN(TestPlanDifference)
#include "tst_plan_difference.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/explain/reason.h"

#include <QTest>

using namespace planlens;
using plans::Action;
using plans::ActionReason;
using values::Value;

class TestReason final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysWhy_data();
    void saysWhy();
    void saysWhatBecomesOfDeposedObjects();
    void namesWhatDiffers();
    void saysWhatIsImported_data();
    void saysWhatIsImported();
    void findsCausesThroughNamedValues();
    void leadsBackInPlansFromFiles();
};

void TestReason::saysWhy_data() {
    QTest::addColumn<int>("action");
    QTest::addColumn<int>("reason");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, Action action, ActionReason reason, const char* text) {
        QTest::newRow(name) << int(action) << int(reason) << QString::fromUtf8(text);
    };
    row("created", Action::Create, ActionReason::None, "It will be created because it is in the configuration and not in the state.");
    row("asked for", Action::DeleteThenCreate, ActionReason::ReplaceByRequest, "It must be replaced because replacement was requested.");
    row("cannot update", Action::CreateThenDelete, ActionReason::ReplaceBecauseCannotUpdate,
        "It must be replaced because `triggers_replace` changed and cannot be updated in place. The new object is created before the old "
        "one is destroyed.");
    row("not configured", Action::Delete, ActionReason::DeleteBecauseNoResourceConfig,
        "It will be destroyed because `module.m.terraform_data.a` is not in the configuration.");
    row("no module", Action::Delete, ActionReason::DeleteBecauseNoModule,
        "It will be destroyed because `module.m[\"k\"]` is not in the configuration.");
    row("index", Action::Delete, ActionReason::DeleteBecauseCountIndex,
        "It will be destroyed because index `[2]` is out of range for `count`.");
    row("triggered where nothing is yet", Action::Create, ActionReason::ReplaceByTriggers, "It will be created because it is in the configuration and not in the state.");
    row("forgotten", Action::Forget, ActionReason::ForgotBecauseLifecycleDestroyInConfig,
        "It will be removed from the state without being destroyed because `lifecycle.destroy` is false in the configuration.");
}

void TestReason::saysWhy() {
    QFETCH(int, action);
    QFETCH(int, reason);
    QFETCH(QString, expected);
    plans::ResourceInstanceChange change;
    change.address = change.previousAddress = *addrs::readAbsResourceInstance("module.m[\"k\"].terraform_data.a[2]");
    change.change.action = Action(action);
    change.reason = ActionReason(reason);
    if (change.reason == ActionReason::ReplaceBecauseCannotUpdate)
        change.requiredReplace = {values::Path().attribute("triggers_replace")};
    QCOMPARE(QString::fromStdString(explain::sentence(change)), expected);
}

void TestReason::saysWhatBecomesOfDeposedObjects() {
    plans::ResourceInstanceChange change;
    change.address = change.previousAddress = *addrs::readAbsResourceInstance("terraform_data.a");
    change.deposed = "0000000a";
    change.change.action = Action::Delete;
    QCOMPARE(explain::sentence(change), "Its deposed object 0000000a will be destroyed because it was left over from an interrupted replacement.");
}

void TestReason::namesWhatDiffers() {
    plans::ResourceInstanceChange change;
    change.address = change.previousAddress = *addrs::readAbsResourceInstance("terraform_data.a");
    change.change.action = Action::Update;
    change.change.before = Value::object({{"id", Value::string("1")}, {"input", Value::string("a")}, {"output", Value::string("a")}});
    change.change.after = Value::object(
        {{"id", Value::string("1")}, {"input", Value::string("b")}, {"output", Value::unknown(values::Type::string())}});
    QCOMPARE(explain::sentence(change), "It will be updated in place because `input` differs from the object.");
}

void TestReason::saysWhatIsImported_data() {
    QTest::addColumn<int>("action");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("generated");
    QTest::addColumn<QString>("expected");
    QTest::newRow("as it is") << int(Action::NoOp) << "i-1" << "" << "It will be imported. The existing object `i-1` is added to the state.";
    QTest::newRow("by identity") << int(Action::NoOp) << "" << "" << "It will be imported. The existing object with `name` `n` and `zone` `3` is added to the state.";
    QTest::newRow("generated") << int(Action::NoOp) << "i-1" << "resource {}" << "It will be imported. The existing object `i-1` is added to the state. Its configuration is generated.";
    QTest::newRow("updated") << int(Action::Update) << "i-1" << ""
                             << "It will be updated in place because the configuration differs from the object. The existing object `i-1` is imported first.";
    QTest::newRow("replaced") << int(Action::DeleteThenCreate) << "i-1" << "" << "It must be replaced. The existing object `i-1` is imported first. That object is destroyed.";
}

void TestReason::saysWhatIsImported() {
    QFETCH(int, action);
    QFETCH(QString, id);
    QFETCH(QString, generated);
    QFETCH(QString, expected);
    plans::ResourceInstanceChange change;
    change.address = change.previousAddress = *addrs::readAbsResourceInstance("terraform_data.a");
    change.change.action = Action(action);
    change.change.generatedConfig = generated.toStdString();
    const Value identity = Value::object({{"empty", Value::null(values::Type::string())}, {"name", Value::string("n")}, {"zone", Value::number(3)}});
    change.change.importing = plans::Importing{id.toStdString(), id.isEmpty() ? identity : Value(), false};
    QCOMPARE(QString::fromStdString(explain::sentence(change)), expected);
}

void TestReason::findsCausesThroughNamedValues() {
    plans::Plan plan;
    const auto add = [&](const char* address, Action action) {
        plans::ResourceInstanceChange change;
        change.address = change.previousAddress = *addrs::readAbsResourceInstance(address);
        change.change.action = action;
        plan.changes.add(std::make_shared<const plans::ResourceInstanceChange>(std::move(change)));
    };
    add("terraform_data.a", Action::Update);
    add("terraform_data.quiet", Action::NoOp);
    add("module.m.terraform_data.b", Action::Update);
    const plans::NamedValue variable{plans::NamedValue::Kind::Variable, *addrs::readModuleInstance("module.m"), "x"};
    const auto b = *addrs::readAbsResourceInstance("module.m.terraform_data.b");
    plan.dependencies.add({b, values::Path().attribute("input"), variable, {}, plans::Dependency::Kind::Reference, {}});
    plan.dependencies.add({variable, {}, *addrs::readAbsResourceInstance("terraform_data.a"), {}, plans::Dependency::Kind::Reference, {}});
    plan.dependencies.add({variable, {}, *addrs::readAbsResourceInstance("terraform_data.quiet"), {}, plans::Dependency::Kind::Reference, {}});
    plan.dependencies.finish();
    const std::vector<explain::Cause> causes = explain::causes(plan, b);
    QCOMPARE(causes.size(), std::size_t(1));
    QCOMPARE(causes[0].address.toString(), "terraform_data.a");
    QCOMPARE(causes[0].path.toString(), ".input");
}

/// Where nothing but values, reasons and references are known.
void TestReason::leadsBackInPlansFromFiles() {
    plans::Plan plan;
    const auto at = [](const char* address) { return *addrs::readAbsResourceInstance(address); };
    const auto object = [](Value input, Value trigger) { return Value::object({{"id", Value::string("1")}, {"input", std::move(input)}, {"trigger", std::move(trigger)}}); };
    const Value unknown = Value::unknown(values::Type::string());
    const auto add = [&](const char* address, Action action, Value before, Value after, ActionReason reason = ActionReason::None) {
        auto change = std::make_shared<plans::ResourceInstanceChange>();
        change->address = change->previousAddress = at(address);
        change->change.action = action;
        change->change.before = std::move(before);
        change->change.after = std::move(after);
        change->reason = reason;
        if (reason == ActionReason::ReplaceBecauseCannotUpdate)
            change->requiredReplace = {values::Path().attribute("trigger")};
        plan.changes.add(std::move(change));
    };
    const Value x = Value::string("x"), y = Value::string("y");
    add("t.root", Action::DeleteThenCreate, object(x, x), object(x, y), ActionReason::ReplaceBecauseCannotUpdate);
    add("t.middle", Action::Update, object(x, x), object(unknown, x));
    add("t.end", Action::DeleteThenCreate, object(x, x), object(y, unknown), ActionReason::ReplaceBecauseCannotUpdate);
    add("t.drifted", Action::Update, object(x, x), object(y, x));
    auto drift = std::make_shared<plans::ResourceInstanceChange>();
    drift->address = at("t.drifted");
    drift->change = {Action::Update, object(y, x), object(x, x), {}, {}, {}, {}};
    plan.drift.push_back(std::move(drift));
    const auto refer = [&](const char* from, const char* argument, const char* to) {
        plan.dependencies.add({at(from), values::Path().attribute(argument), at(to), values::Path().attribute("id"), plans::Dependency::Kind::Reference, {}});
    };
    refer("t.middle", "input", "t.root");
    refer("t.end", "input", "t.drifted");
    refer("t.end", "trigger", "t.middle");
    plan.dependencies.finish();
    const auto printed = [&](const char* address) {
        std::string text;
        for (const explain::Link& link : explain::chain(plan, *plan.changes.resource(at(address))))
            text += std::get<addrs::AbsResourceInstance>(link.subject).toString() + ": " + explain::phrase(*link.cause) + "\n";
        return QString::fromStdString(text);
    };
    QCOMPARE(printed("t.end"), QStringLiteral("t.end: `trigger` is not known until other changes are applied\n"
                                              "t.middle: `input` is not known until other changes are applied\n"
                                              "t.root: the configured value of `trigger` changed\n"));
    QCOMPARE(printed("t.drifted"), QStringLiteral("t.drifted: `input` was changed outside OpenTofu\n"));
}

QTEST_APPLESS_MAIN(TestReason)
#include "tst_reason.moc"

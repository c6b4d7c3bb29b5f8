// SPDX-License-Identifier: MPL-2.0
#include "core/explain/reason.h"

#include "core/explain/inferred_causes.h"
#include "core/plans/plan.h"

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
    void describesDeposedObjects();
    void namesWhatDiffers();
    void saysThatNoKnownValueDiffers_data();
    void saysThatNoKnownValueDiffers();
    void describesImports_data();
    void describesImports();
    void findsCausesThroughNamedValues();
    void leadsBackInPlansFromFiles();
    void infersCausesThatMayHaveDecided_data();
    void infersCausesThatMayHaveDecided();
    void infersDriftThatIsUndone_data();
    void infersDriftThatIsUndone();
    void followsTheAttributeThatIsReferredTo_data();
    void followsTheAttributeThatIsReferredTo();
};

void TestReason::saysWhy_data() {
    QTest::addColumn<int>("action");
    QTest::addColumn<int>("reason");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, Action action, ActionReason reason, const char* text) {
        QTest::newRow(name) << int(action) << int(reason) << QString::fromUtf8(text);
    };
    row("created", Action::Create, ActionReason::None,
        "It will be created because it is in the configuration and not in the state.");
    row("asked for", Action::DeleteThenCreate, ActionReason::ReplaceByRequest, "Replaced, as requested.");
    row("cannot update", Action::CreateThenDelete, ActionReason::ReplaceBecauseCannotUpdate,
        "It must be replaced because `triggers_replace` changed and cannot be updated in place. The new object is "
        "created before the old "
        "one is destroyed.");
    row("not configured", Action::Delete, ActionReason::DeleteBecauseNoResourceConfig,
        "It will be destroyed because `module.m.terraform_data.a` is not in the configuration.");
    row("no module", Action::Delete, ActionReason::DeleteBecauseNoModule,
        "It will be destroyed because `module.m[\"k\"]` is not in the configuration.");
    row("index", Action::Delete, ActionReason::DeleteBecauseCountIndex,
        "It will be destroyed because index `[2]` is out of range for `count`.");
    row("triggered where nothing is yet", Action::Create, ActionReason::ReplaceByTriggers,
        "It will be created because it is in the configuration and not in the state.");
    row("forgotten", Action::Forget, ActionReason::ForgotBecauseLifecycleDestroyInConfig,
        "It will be removed from the state without being destroyed because `lifecycle.destroy` is false in the "
        "configuration.");
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

void TestReason::describesDeposedObjects() {
    plans::ResourceInstanceChange change;
    change.address = change.previousAddress = *addrs::readAbsResourceInstance("terraform_data.a");
    change.deposed = "0000000a";
    change.change.action = Action::Delete;
    QCOMPARE(explain::sentence(change),
             "Its deposed object 0000000a will be destroyed because it was left over from an interrupted replacement.");
    QCOMPARE(explain::reasonSentence(change),
             "Destroyed (deposed object 0000000a) because it was left over from an interrupted replacement.");
}

void TestReason::namesWhatDiffers() {
    plans::ResourceInstanceChange change;
    change.address = change.previousAddress = *addrs::readAbsResourceInstance("terraform_data.a");
    change.change.action = Action::Update;
    change.change.before =
        Value::object({{"id", Value::string("1")}, {"input", Value::string("a")}, {"output", Value::string("a")}});
    change.change.after = Value::object({{"id", Value::string("1")},
                                         {"input", Value::string("b")},
                                         {"output", Value::unknown(values::Type::string())}});
    QCOMPARE(explain::sentence(change), "It will be updated in place because `input` differs from the object.");
    change.change.before =
        Value::object({{"id", Value::string("1")}, {"input", Value::string("a")}, {"output", Value::string("")}});
    change.change.after = Value::object(
        {{"id", Value::string("1")}, {"input", Value::string("b")}, {"output", Value::null(values::Type::string())}});
    QCOMPARE(explain::sentence(change), "It will be updated in place because `input` differs from the object.");
}

void TestReason::saysThatNoKnownValueDiffers_data() {
    QTest::addColumn<Value>("after");
    QTest::addColumn<QString>("expected");
    const Value id = Value::string("1"), name = Value::string("a");
    const Value unknown = Value::unknown(values::Type::string());
    const auto object = [](const Value& first, const Value& second, const Value& third) {
        return Value::object({{"id", first}, {"name", second}, {"tags", Value::object({{"by", third}})}});
    };
    QTest::newRow("one is computed again")
        << object(unknown, name, name)
        << "It will be updated in place because the provider computes `id` again; no known value differs.";
    QTest::newRow("several are computed again")
        << Value::object({{"id", unknown}, {"name", name}, {"tags", unknown}})
        << "It will be updated in place because the provider computes `id` and `tags` again; no known value differs.";
    QTest::newRow("sensitive now") << object(id, name.withMark(values::Mark::sensitive()), name)
                                   << "It will be updated in place because other values are sensitive now.";
    QTest::newRow("the same") << object(id, name, name)
                              << "It will be updated in place, but no value differs; the provider gives no reason.";
}
void TestReason::saysThatNoKnownValueDiffers() {
    QFETCH(Value, after);
    QFETCH(QString, expected);
    plans::ResourceInstanceChange change;
    change.address = change.previousAddress = *addrs::readAbsResourceInstance("test_thing.a");
    change.change.action = Action::Update;
    change.change.before = Value::object({{"id", Value::string("1")},
                                          {"name", Value::string("a")},
                                          {"tags", Value::object({{"by", Value::string("a")}})}});
    change.change.after = after;
    QCOMPARE(QString::fromStdString(explain::sentence(change)), expected);
}

void TestReason::describesImports_data() {
    QTest::addColumn<int>("action");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("generated");
    QTest::addColumn<QString>("expected");
    QTest::newRow("as it is") << int(Action::NoOp) << "i-1"
                              << ""
                              << "It will be imported. The existing object `i-1` is added to the state.";
    QTest::newRow("by identity")
        << int(Action::NoOp) << ""
        << ""
        << "It will be imported. The existing object with `name` `n` and `zone` `3` is added to the state.";
    QTest::newRow("generated")
        << int(Action::NoOp) << "i-1"
        << "resource {}"
        << "It will be imported. The existing object `i-1` is added to the state. Its configuration is generated.";
    QTest::newRow("updated") << int(Action::Update) << "i-1"
                             << ""
                             << "It will be updated in place, but no value differs; the provider gives no reason. The "
                                "existing object `i-1` is imported first.";
    QTest::newRow("replaced")
        << int(Action::DeleteThenCreate) << "i-1"
        << ""
        << "It must be replaced. The existing object `i-1` is imported first. That object is destroyed.";
}

void TestReason::describesImports() {
    QFETCH(int, action);
    QFETCH(QString, id);
    QFETCH(QString, generated);
    QFETCH(QString, expected);
    plans::ResourceInstanceChange change;
    change.address = change.previousAddress = *addrs::readAbsResourceInstance("terraform_data.a");
    change.change.action = Action(action);
    change.change.generatedConfig = generated.toStdString();
    const Value identity = Value::object(
        {{"empty", Value::null(values::Type::string())}, {"name", Value::string("n")}, {"zone", Value::number(3)}});
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
    plan.dependencies.add({variable,
                           {},
                           *addrs::readAbsResourceInstance("terraform_data.a"),
                           {},
                           plans::Dependency::Kind::Reference,
                           {}});
    plan.dependencies.add({variable,
                           {},
                           *addrs::readAbsResourceInstance("terraform_data.quiet"),
                           {},
                           plans::Dependency::Kind::Reference,
                           {}});
    plan.dependencies.finish();
    const std::vector<explain::Cause> causes = explain::causes(plan, b);
    QCOMPARE(causes.size(), std::size_t(1));
    QCOMPARE(causes[0].address.toString(), "terraform_data.a");
    QCOMPARE(causes[0].path.toString(), ".input");
}

/// Plans that contain only values, reasons and references.
void TestReason::leadsBackInPlansFromFiles() {
    plans::Plan plan;
    const auto at = [](const char* address) { return *addrs::readAbsResourceInstance(address); };
    const auto object = [](Value input, Value trigger) {
        return Value::object(
            {{"id", Value::string("1")}, {"input", std::move(input)}, {"trigger", std::move(trigger)}});
    };
    const Value unknown = Value::unknown(values::Type::string());
    const auto add = [&](const char* address, Action action, Value before, Value after,
                         ActionReason reason = ActionReason::None) {
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
    const Value replaced = Value::object({{"id", unknown}, {"input", x}, {"trigger", y}});
    add("t.root", Action::DeleteThenCreate, object(x, x), replaced, ActionReason::ReplaceBecauseCannotUpdate);
    add("t.middle", Action::Update, object(x, x), object(unknown, x));
    add("t.end", Action::DeleteThenCreate, object(x, x), object(y, unknown), ActionReason::ReplaceBecauseCannotUpdate);
    add("t.drifted", Action::Update, object(x, x), object(y, x));
    auto drift = std::make_shared<plans::ResourceInstanceChange>();
    drift->address = at("t.drifted");
    drift->change = {Action::Update, object(y, x), object(x, x), {}, {}, {}, {}};
    plan.drift.push_back(std::move(drift));
    const auto refer = [&](const char* from, const char* argument, const char* to, const char* attribute) {
        plan.dependencies.add({at(from),
                               values::Path().attribute(argument),
                               at(to),
                               values::Path().attribute(attribute),
                               plans::Dependency::Kind::Reference,
                               {}});
    };
    refer("t.middle", "input", "t.root", "id");
    refer("t.end", "input", "t.drifted", "input");
    refer("t.end", "trigger", "t.middle", "input");
    plan.dependencies.finish();
    const auto printed = [&](const char* address) {
        std::string text;
        for (const explain::Link& link : explain::chain(plan, *plan.changes.resource(at(address))))
            text += std::get<addrs::AbsResourceInstance>(link.subject).toString() + ": " +
                    explain::phrase(*link.cause, plan.program) + "\n";
        return QString::fromStdString(text);
    };
    QCOMPARE(printed("t.end"), QStringLiteral("t.end: `trigger` is not known until other changes are applied\n"
                                              "t.middle: `input` is not known until other changes are applied\n"
                                              "t.root: the configured value of `trigger` changed\n"));
    QCOMPARE(printed("t.drifted"), QStringLiteral("t.drifted: `input` was changed outside of OpenTofu\n"));
    plan.program.kind = plans::Program::Kind::Terraform;
    QCOMPARE(printed("t.drifted"), QStringLiteral("t.drifted: `input` was changed outside of Terraform\n"));
}

namespace {

/// A plan read from a file, with `x_database.a`, whose schema and configured arguments are known, a role that it may
/// refer to, and a grant that refers to it.
struct DatabasePlan {
    plans::Plan plan;

    static addrs::AbsResourceInstance at(const char* address) { return *addrs::readAbsResourceInstance(address); }
    static Value text(const QString& value) {
        return value == QLatin1String("?") ? Value::unknown(values::Type::string())
                                           : Value::string(value.toStdString());
    }
    /// Parses "name=a owner=b". Attributes that are not named are null.
    static Value object(const QString& attributes) {
        std::vector<std::pair<std::string, Value>> all;
        for (const char* name : {"etag", "id", "name", "note", "owner"})
            all.emplace_back(name, Value::null(values::Type::string()));
        for (const QString& attribute : attributes.split(QLatin1Char(' ')))
            for (auto& [name, value] : all)
                if (QString::fromStdString(name) == attribute.section(QLatin1Char('='), 0, 0))
                    value = text(attribute.section(QLatin1Char('='), 1));
        return Value::object(std::move(all));
    }

    DatabasePlan() {
        schemas::Block block;
        block.attributes["etag"] = block.attributes["id"] = computed();
        block.attributes["name"] = block.attributes["note"] = block.attributes["owner"] = computed();
        block.attributes["name"].optional = block.attributes["note"].optional = block.attributes["owner"].optional =
            true;
        auto schema = std::make_shared<schemas::ProviderSchema>();
        schema->managed["x_database"] = schemas::ResourceSchema::make(block);
        plan.schemas[addrs::Provider::implied("x")] = schema;
    }
    static schemas::Attribute computed() {
        schemas::Attribute attribute;
        attribute.type = values::Type::string();
        attribute.computed = true;
        return attribute;
    }
    void add(const char* address, Action action, const QString& before, const QString& after,
             const QString& forcing = {}) {
        auto change = std::make_shared<plans::ResourceInstanceChange>();
        change->address = change->previousAddress = at(address);
        change->provider.config.provider = addrs::Provider::implied("x");
        change->change.action = action;
        change->change.before = object(before);
        change->change.after = object(after);
        if (!forcing.isEmpty()) {
            change->reason = ActionReason::ReplaceBecauseCannotUpdate;
            change->requiredReplace = {values::Path().attribute(forcing.toStdString())};
        }
        plan.changes.add(std::move(change));
    }
    void refer(const char* from, const char* argument, const char* to, const char* attribute) {
        plan.dependencies.add({at(from),
                               values::Path().attribute(argument),
                               at(to),
                               values::Path().attribute(attribute),
                               plans::Dependency::Kind::Reference,
                               {}});
    }
};

} // namespace

void TestReason::infersCausesThatMayHaveDecided_data() {
    QTest::addColumn<QString>("after"); // of name=a owner=b etag=1
    QTest::addColumn<QString>("forcing");
    QTest::addColumn<QString>("configured");
    QTest::addColumn<QString>(
        "role"); // the planned name of the role, to which the owner refers; if empty, it refers to nothing
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* after, const char* forcing, const char* configured,
                        const char* role, const char* expected) {
        QTest::newRow(name) << after << forcing << configured << role << expected;
    };
    row("one argument", "name=c owner=b etag=1", "", "name owner", "", "the configured value of `name` changed");
    row("two arguments", "name=c owner=d etag=1", "", "name owner", "",
        "the configured value of `name` changed | the configured value of `owner` changed");
    row("two arguments, one of which forces", "name=c owner=d etag=1", "name", "name owner", "",
        "the configured value of `name` changed");
    row("the other of which forces", "name=c owner=d etag=1", "owner", "name owner", "",
        "the configured value of `owner` changed");
    row("what the provider works out follows", "name=c owner=b etag=2", "", "name owner", "",
        "the configured value of `name` changed");
    row("what the provider will work out follows", "name=c owner=b etag=?", "", "name owner", "",
        "the configured value of `name` changed");
    row("what only the provider changes", "name=a owner=b etag=2", "", "name owner", "",
        "`etag` is computed by the provider");
    row("an optional one that is not configured", "name=c owner=d etag=1", "", "name", "",
        "the configured value of `name` changed");
    row("an optional one that is not configured, unknown", "name=c owner=? etag=1", "", "name", "",
        "the configured value of `name` changed");
    row("unknown, but refers to what is known", "name=c owner=? etag=1", "", "name owner", "b",
        "the configured value of `name` changed | `owner` is not known until other changes are applied");
    row("unknown, and refers to what is unknown", "name=c owner=? etag=1", "", "name owner", "?",
        "the configured value of `name` changed | `owner` is not known until other changes are applied");
    row("unknown, and does not force", "name=c owner=? etag=1", "name", "name owner", "?",
        "the configured value of `name` changed");
    row("what forces is unknown without a reference", "name=? owner=? etag=1", "name", "owner", "?",
        "`name` is not known until other changes are applied");
    row("one changes in form only", "name=c owner=b etag=1 note=", "", "name owner note", "",
        "the configured value of `name` changed");
    row("all that changes does in form only", "name=a owner=b etag=1 note=", "", "name owner note", "",
        "the configured value of `note` changed");
    row("what forces is worked out", "name=a owner=d etag=2", "etag", "name owner", "",
        "the configured value of `etag` changed");
}

void TestReason::infersCausesThatMayHaveDecided() {
    QFETCH(QString, after);
    QFETCH(QString, forcing);
    QFETCH(QString, configured);
    QFETCH(QString, role);
    QFETCH(QString, expected);
    DatabasePlan made;
    made.add("x_database.a", forcing.isEmpty() ? Action::Update : Action::DeleteThenCreate, "name=a owner=b etag=1",
             after, forcing);
    if (!role.isEmpty()) {
        made.add("x_role.r", Action::Update, "name=b", QStringLiteral("name=") + role);
        made.refer("x_database.a", "owner", "x_role.r", "name");
    }
    plans::Dependencies::Arguments arguments;
    for (const QString& name : configured.split(QLatin1Char(' ')))
        arguments[name.toStdString()] = {};
    made.plan.dependencies.setArguments(DatabasePlan::at("x_database.a").config(), arguments);
    made.plan.dependencies.finish();
    QStringList said;
    for (const plans::Cause& cause : explain::inferredCauses(
             explain::PlanValues(made.plan), *made.plan.changes.resource(DatabasePlan::at("x_database.a"))))
        said.append(QString::fromStdString(explain::phrase(cause, {})));
    QCOMPARE(said.join(QStringLiteral(" | ")), expected);
}

void TestReason::infersDriftThatIsUndone_data() {
    QTest::addColumn<QString>("stored");
    QTest::addColumn<QString>("found");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* stored, const char* found, const char* after,
                        const char* expected) { QTest::newRow(name) << stored << found << after << expected; };
    row("undone", "name=a", "name=z", "name=a", "`name` was changed outside of OpenTofu");
    row("the configuration has another value", "name=a", "name=z", "name=c", "the configured value of `name` changed");
    row("drift in form only", "name=a", "name=a note=", "name=a note=x", "the configured value of `note` changed");
    row("drift of another attribute", "name=a owner=b", "name=a owner=z", "name=c owner=z",
        "the configured value of `name` changed");
}

void TestReason::infersDriftThatIsUndone() {
    QFETCH(QString, stored);
    QFETCH(QString, found);
    QFETCH(QString, after);
    QFETCH(QString, expected);
    DatabasePlan made;
    made.add("x_database.a", Action::Update, found, after);
    made.plan.dependencies.setArguments(DatabasePlan::at("x_database.a").config(),
                                        {{"name", {}}, {"note", {}}, {"owner", {}}});
    made.plan.dependencies.finish();
    auto drift = std::make_shared<plans::ResourceInstanceChange>(*made.plan.changes.resources().front());
    drift->change.before = DatabasePlan::object(stored);
    drift->change.after = DatabasePlan::object(found);
    made.plan.drift.push_back(std::move(drift));
    QStringList said;
    for (const plans::Cause& cause :
         explain::inferredCauses(explain::PlanValues(made.plan), *made.plan.changes.resources().front()))
        said.append(QString::fromStdString(explain::phrase(cause, {})));
    QCOMPARE(said.join(QStringLiteral(" | ")), expected);
}

void TestReason::followsTheAttributeThatIsReferredTo_data() {
    QTest::addColumn<QString>("referredTo");
    QTest::addColumn<QString>("forcing"); // of the database
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* referredTo, const char* forcing, const char* expected) {
        QTest::newRow(name) << referredTo << forcing << expected;
    };
    const char* const role = "x_database.a: `owner` is not known until other changes are applied, x_role.r: it is "
                             "declared and has no object yet";
    row("one that is known beside one that is not", "name", "", "x_role.r: it is declared and has no object yet");
    row("another one that changes", "owner", "", role);
    row("what is worked out", "id", "", "x_database.a: the configured value of `name` changed");
    row("what is worked out of a replacement", "id", "name", "x_database.a: the configured value of `name` changed");
    row("one that changes with a replacement", "owner", "name", role);
}

void TestReason::followsTheAttributeThatIsReferredTo() {
    QFETCH(QString, referredTo);
    QFETCH(QString, forcing);
    QFETCH(QString, expected);
    DatabasePlan made;
    made.add("x_database.a", forcing.isEmpty() ? Action::Update : Action::DeleteThenCreate, "id=1 name=a owner=b",
             "id=? name=c owner=?", forcing);
    made.add("x_role.r", Action::Create, "", "name=?");
    made.add("x_grant.g", Action::Update, "name=a", "name=?");
    made.refer("x_database.a", "owner", "x_role.r", "name");
    made.plan.dependencies.add({DatabasePlan::at("x_grant.g"),
                                values::Path().attribute("name"),
                                DatabasePlan::at("x_database.a"),
                                values::Path().attribute(referredTo.toStdString()),
                                plans::Dependency::Kind::Reference,
                                {}});
    if (referredTo == QLatin1String("name")) // this makes it unknown
        made.refer("x_grant.g", "name", "x_role.r", "name");
    made.plan.dependencies.setArguments(DatabasePlan::at("x_database.a").config(),
                                        {{"name", {plans::Dependencies::ArgumentForm::Kind::Constant}}, {"owner", {}}});
    made.plan.dependencies.finish();
    std::vector<explain::Link> chain =
        explain::chain(made.plan, *made.plan.changes.resource(DatabasePlan::at("x_grant.g")));
    QVERIFY(!chain.empty());
    chain.erase(chain.begin()); // the grant
    QStringList links;
    for (const explain::Link& link : chain) {
        QStringList causes;
        for (const plans::Cause& cause : link.cause ? std::vector{*link.cause} : link.candidates)
            causes.append(QString::fromStdString(explain::phrase(cause, {})));
        links.append(QString::fromStdString(std::get<addrs::AbsResourceInstance>(link.subject).toString()) +
                     QStringLiteral(": ") + causes.join(QStringLiteral(" or ")));
    }
    QCOMPARE(links.join(QStringLiteral(", ")), expected);
}

QTEST_APPLESS_MAIN(TestReason)
#include "tst_reason.moc"

// SPDX-License-Identifier: MPL-2.0
#include "tests/core/plans/plan_samples.h"

#include "core/plans/plan.h"
#include "core/values/json/json.h"

namespace planlens::plans::samples {

using values::Mark;
using values::Type;
using values::Value;

namespace {

Type thingType() {
    return Type::object({{"id", Type::string()}, {"name", Type::string()}, {"tags", Type::map(Type::string())}});
}

schemas::Attribute attribute(Type type) {
    schemas::Attribute made;
    made.type = type;
    made.optional = made.computed = true;
    return made;
}

Value thing(Value id, Value name, Value tags = Value::null(Type::map(Type::string()))) {
    return Value::object(thingType(), {std::move(id), std::move(name), std::move(tags)});
}

addrs::AbsResourceInstance address(std::string_view text) {
    return *addrs::parseAbsResourceInstance(text);
}

addrs::AbsProviderInstance provider(std::string alias = {}) {
    return {{{}, addrs::Provider::implied("test"), std::move(alias)}, {}};
}

ResourceInstanceChange changeOf(std::string_view name, Action action, ActionReason reason = ActionReason::None) {
    ResourceInstanceChange made;
    made.address = made.previousAddress = address(name);
    made.provider = provider();
    made.reason = reason;
    made.change.action = action;
    const Value before = thing(Value::string("1"), Value::string("a")), nothing = Value::null(thingType());
    const Value after = thing(
        Value::unknown(Type::string()), Value::string("b"),
        Value::map(Type::map(Type::string()), {{"k", Value::string("v")}, {"new", Value::unknown(Type::string())}}));
    const bool isRemoved = action == Action::Delete || action == Action::Forget;
    made.change.before = action == Action::Create || action == Action::Read ? nothing : before;
    made.change.after = isRemoved ? nothing : action == Action::NoOp ? before : after;
    return made;
}

std::vector<values::PathMarks> sensitiveAt(values::Path path) {
    return {{std::move(path), Mark::sensitive()}};
}

std::string print(const Value& value) {
    std::string text;
    for (const values::PathMarks& marks : value.pathMarks())
        text += " " + (marks.path.isEmpty() ? "all" : marks.path.toString()) + " marked";
    const Value plain = value.unmarkedDeep();
    if (!plain.isWhollyKnown()) {
        std::string parts;
        if (!plain.isKnown())
            return "unknown" + text;
        for (std::size_t i = 0; i < plain.size(); ++i)
            parts += (i == 0 ? "" : ", ") +
                     (plain.type().isTuple() || plain.type().isList() ? "" : plain.key(i) + "=") +
                     print(plain.element(i));
        return "(" + parts + ")" + text;
    }
    const values::Outcome<std::string> json = values::toJson(plain, plain.type());
    return (json ? *json : "no JSON") + text;
}

std::string print(const std::string& prefix, const Change& change) {
    std::string text =
        prefix + std::string(name(change.action)) + ": " + print(change.before) + " -> " + print(change.after);
    if (change.importing)
        text += " imported as " + change.importing->id +
                (change.importing->identity.isNull() ? "" : print(change.importing->identity));
    if (!change.beforeIdentity.isNull())
        text += " known as " + print(change.beforeIdentity);
    if (!change.afterIdentity.isNull())
        text += " to be known as " + print(change.afterIdentity);
    if (!change.generatedConfig.empty())
        text += " generated " + change.generatedConfig;
    return text + "\n";
}

std::string print(const std::string& prefix, const ResourceInstanceChange& change) {
    std::string text = prefix + change.address.toString();
    if (change.isMoved())
        text += " was " + change.previousAddress.toString();
    if (!change.deposed.empty())
        text += " deposed " + change.deposed;
    text += " by " + change.provider.toString();
    if (change.reason != ActionReason::None)
        text += " (" + std::string(jsonName(change.reason)) + ")";
    for (const values::Path& path : change.requiredReplace)
        text += " because of " + path.toString();
    if (!change.privateData.empty())
        text += " private bytes " + std::to_string(change.privateData.size()) + " " +
                std::to_string(std::hash<std::string>()(change.privateData));
    return text + "\n" + print("    ", change.change);
}

} // namespace

Schemas schemas() {
    schemas::Block block;
    block.attributes = {{"id", attribute(Type::string())},
                        {"name", attribute(Type::string())},
                        {"tags", attribute(Type::map(Type::string()))}};
    auto provider = std::make_shared<schemas::ProviderSchema>();
    provider->provider = schemas::ResourceSchema::make({});
    provider->managed["test_thing"] = schemas::ResourceSchema::make(block);
    provider->data["test_thing"] = schemas::ResourceSchema::make(block);
    return {{addrs::Provider::implied("test"), provider}};
}

namespace {

void add(Plan& plan, ResourceInstanceChange change) {
    plan.changes.add(std::make_shared<const ResourceInstanceChange>(std::move(change)));
}

void addActionsAndReasons(Plan& plan) {
    add(plan, changeOf("test_thing.no_op", Action::NoOp));
    add(plan, changeOf("test_thing.create", Action::Create));
    add(plan, changeOf("test_thing.delete", Action::Delete, ActionReason::DeleteBecauseNoResourceConfig));
    add(plan, changeOf("test_thing.forget", Action::Forget, ActionReason::ForgotBecauseLifecycleDestroyInState));
    add(plan, changeOf("test_thing.forget_create", Action::ForgetThenCreate, ActionReason::ReplaceByRequest));
    add(plan, changeOf("data.test_thing.read", Action::Read, ActionReason::ReadBecauseDependencyPending));
    for (const ActionReason reason : {ActionReason::ReplaceBecauseTainted, ActionReason::ReplaceByTriggers,
                                      ActionReason::DeleteBecauseWrongRepetition, ActionReason::DeleteBecauseCountIndex,
                                      ActionReason::DeleteBecauseEnabledFalse, ActionReason::DeleteBecauseEachKey,
                                      ActionReason::DeleteBecauseNoModule, ActionReason::DeleteBecauseNoMoveTarget,
                                      ActionReason::ReadBecauseConfigUnknown, ActionReason::ReadBecauseCheckNested,
                                      ActionReason::ForgotBecauseLifecycleDestroyInConfig})
        add(plan, changeOf("test_thing." + std::string(jsonName(reason)), Action::Update, reason));
}

/// Changes with more than an action: deposed, moved, replaced, with secrets, imported, with an identity, drifted.
void addSpecialChanges(Plan& plan) {
    ResourceInstanceChange deposed = changeOf("test_thing.no_op", Action::Delete);
    deposed.deposed = "0badcafe";
    add(plan, deposed);
    ResourceInstanceChange moved = changeOf("module.m[\"a b\"].test_thing.new[3]", Action::Update);
    moved.previousAddress = address("test_thing.old");
    moved.provider = provider("west");
    moved.privateData = std::string("bytes\0\xff", 7);
    add(plan, moved);
    ResourceInstanceChange replaced =
        changeOf("test_thing.replace[0]", Action::DeleteThenCreate, ActionReason::ReplaceBecauseCannotUpdate);
    replaced.requiredReplace = {values::Path().attribute("name"), values::Path().attribute("tags").index("k")};
    add(plan, replaced);
    ResourceInstanceChange secret =
        changeOf("test_thing.secret", Action::CreateThenDelete, ActionReason::ReplaceByTriggers);
    secret.change.before = secret.change.before.withPathMarks(sensitiveAt(values::Path().attribute("name")));
    secret.change.after = secret.change.after.withPathMarks(sensitiveAt(values::Path().attribute("tags").index("k")));
    add(plan, secret);
    ResourceInstanceChange imported = changeOf("test_thing.imported", Action::Update);
    imported.change.importing = Importing{"real-id", Value::null(Type::dynamic()), false};
    imported.change.generatedConfig = "resource {}\n";
    add(plan, imported);
    ResourceInstanceChange identified = changeOf("test_thing.identified", Action::Update);
    const auto identity = [](const char* region) {
        return Value::object({{"number", Value::number(7)}, {"region", Value::string(region)}});
    };
    identified.change.importing = Importing{"", identity("north"), false};
    identified.change.beforeIdentity = identity("west");
    identified.change.afterIdentity = identity("east");
    add(plan, identified);
    plan.drift.push_back(std::make_shared<const ResourceInstanceChange>(changeOf("test_thing.no_op", Action::Update)));
}

void addOutputs(Plan& plan) {
    const auto output = [&](std::string name, Action action, Value before, Value after, bool sensitive) {
        OutputChange change;
        change.name = std::move(name);
        change.sensitive = sensitive;
        change.change.action = action;
        change.change.before = std::move(before);
        change.change.after = std::move(after);
        plan.changes.add(std::move(change));
    };
    const Value nothing = Value::null(Type::dynamic());
    output("created", Action::Create, nothing, Value::number(1), false);
    output("deleted", Action::Delete, Value::string("x"), nothing, false);
    output("updated", Action::Update, Value::string("x"), Value::unknown(Type::dynamic()), true);
}

void addOptions(Plan& plan) {
    plan.options.mode = Mode::Destroy;
    plan.options.targets = {addrs::parseTargetText("module.m[\"a b\"]")->subject,
                            addrs::parseTargetText("test_thing.a")->subject};
    plan.options.excludes = {addrs::parseTargetText("test_thing.b[1]")->subject};
    plan.options.forceReplace = {address("test_thing.forget_create"), address("test_thing.c[\"k\"]")};
    plan.variables["given"] = {Value::tuple({Value::number(1), Value::string("two"), Value::boolean(true)}), false,
                               false};
    plan.variables["secret_given"] = {Value::string("s"), false, false};
    plan.variables["passing"] = {Value(), false, true};
    plan.backend.workspace = "other";
}

void addChecks(Plan& plan) {
    plan.checks["check.health"] = {states::CheckableKind::Check,
                                   states::CheckStatus::Fail,
                                   true,
                                   {{"check.health", {states::CheckStatus::Fail, {"It is ill.", "Very."}}}}};
    plan.checks["output.o"] = {states::CheckableKind::OutputValue,
                               states::CheckStatus::Pass,
                               true,
                               {{"output.o", {states::CheckStatus::Pass, {}}}}};
    plan.checks["test_thing.a"] = {states::CheckableKind::Resource, states::CheckStatus::Unknown, false, {}};
    plan.checks["var.v"] = {states::CheckableKind::InputVariable,
                            states::CheckStatus::Error,
                            true,
                            {{"var.v", {states::CheckStatus::Error, {}}}}};
}

void addStates(Plan& plan) {
    auto prior = std::make_shared<states::State>();
    auto object = std::make_shared<states::StoredObject>();
    object->attributesJson = R"({"id":"1","name":"a","tags":null})";
    object->sensitivePaths = {{values::Path().attribute("name"), Mark::sensitive()}};
    prior->setCurrent(address("test_thing.no_op"), object, provider());
    plan.previousRunState = std::make_shared<states::State>(*prior);
    prior->setCurrent(address("module.m[\"a b\"].test_thing.new[3]"), object, provider("west"));
    plan.priorState = prior;
    plan.stateLineage = "of-samples";
    plan.stateSerial = 7;
}

} // namespace

Plan everything() {
    Plan plan;
    plan.schemas = schemas();
    addActionsAndReasons(plan);
    addSpecialChanges(plan);
    addOutputs(plan);
    plan.changes.sort();
    addOptions(plan);
    addChecks(plan);
    addStates(plan);
    plan.errored = true;
    plan.quality = Quality::Incomplete;
    plan.relevantAttributes = {{"test_thing.no_op", values::Path().attribute("name")},
                               {"module.m.test_thing.a", values::Path().attribute("tags").index("k")}};
    plan.timestampText = "2024-05-06T07:08:09Z";
    return plan;
}

std::string describe(const Plan& plan) {
    std::string text = "mode " + std::to_string(static_cast<int>(plan.options.mode)) +
                       (plan.errored ? " errored" : "") + " at " + plan.timestampText + " for " + plan.stateLineage +
                       " " + std::to_string(plan.stateSerial) + " in " + plan.backend.type + "/" +
                       plan.backend.workspace + (plan.canApply() ? ", can be applied\n" : "\n");
    for (const ResourceInstanceChangePtr& change : plan.changes.resources())
        text += print("", *change);
    for (const ResourceInstanceChangePtr& change : plan.drift)
        text += print("drift ", *change);
    for (const OutputChange& output : plan.changes.outputs())
        text += print("output " + output.name + (output.sensitive ? " sensitive " : " "), output.change);
    for (const auto& [name, variable] : plan.variables)
        text += "variable " + name + (variable.ephemeral ? " ephemeral" : ": " + print(variable.value)) + "\n";
    for (const addrs::TargetSubject& target : plan.options.targets)
        text += "target " + addrs::Target{target, {}}.toString() + "\n";
    for (const addrs::TargetSubject& exclude : plan.options.excludes)
        text += "exclude " + addrs::Target{exclude, {}}.toString() + "\n";
    for (const addrs::AbsResourceInstance& forced : plan.options.forceReplace)
        text += "replace " + forced.toString() + "\n";
    for (const ResourceAttribute& relevant : plan.relevantAttributes)
        text += "relevant " + relevant.resource + relevant.path.toString() + "\n";
    for (const auto& [name, check] : plan.checks) {
        text += "check " + name + " " + std::to_string(static_cast<int>(check.kind)) + " " +
                std::to_string(static_cast<int>(check.status)) + (check.objectsKnown ? "\n" : " of unknown objects\n");
        for (const auto& [object, result] : check.objects) {
            text += "    " + object + " " + std::to_string(static_cast<int>(result.status));
            for (const std::string& message : result.failureMessages)
                text += " " + message;
            text += "\n";
        }
    }
    text += states::writeFile({"", plan.stateSerial, plan.stateLineage, plan.priorState});
    return text + states::writeFile({"", plan.stateSerial, plan.stateLineage, plan.previousRunState});
}

} // namespace planlens::plans::samples

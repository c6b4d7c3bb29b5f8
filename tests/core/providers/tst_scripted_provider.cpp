// SPDX-License-Identifier: MPL-2.0
#include "tests/support/scripted_provider.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::providers;
using namespace planlens::testing;
using values::Type;
using values::Value;

namespace {

std::shared_ptr<Script> script() {
    auto made = std::make_shared<Script>();
    ResourceRules& thing = made->managed["test_thing"];
    thing.schema = resourceSchema({{"id", computed(Type::string())},
                                   {"name", optional(Type::string())},
                                   {"size", optional(Type::number())},
                                   {"stamp", optionalComputed(Type::number())}});
    thing.replaceOn = {"name"};
    thing.unknownOnUpdate = {"stamp"};
    made->data["test_data"].schema = resourceSchema({{"id", computed(Type::string())}});
    return made;
}

Value thing(Value id, std::string_view name, std::int64_t size, Value stamp) {
    return Value::object({{"id", std::move(id)},
                          {"name", Value::string(name)},
                          {"size", Value::number(size)},
                          {"stamp", std::move(stamp)}});
}

const Value noId = Value::null(Type::string());
const Value noStamp = Value::null(Type::number());

} // namespace

class TestScriptedProvider : public QObject {
    Q_OBJECT
private slots:
    void behavesLikeAWellMadeProvider() {
        const auto rules = script();
        ScriptedProvider provider(rules);
        PlanRequest request;
        request.typeName = "test_thing";
        request.prior = Value();
        request.config = request.proposed = thing(noId, "a", 1, Value::number(5));
        const auto planned = provider.planResourceChange(request, {});
        QVERIFY(planned.planned == thing(Value::unknown(Type::string()), "a", 1, Value::number(5)));

        ApplyRequest apply;
        apply.typeName = "test_thing";
        apply.planned = planned.planned;
        const auto applied = provider.applyResourceChange(apply, {});
        QVERIFY(applied.newState == thing(Value::string("test_thing.id-1"), "a", 1, Value::number(5)));

        request.prior = applied.newState;
        request.config = thing(noId, "b", 2, noStamp);
        request.proposed = thing(Value::string("test_thing.id-1"), "b", 2, Value::number(5));
        const auto changed = provider.planResourceChange(request, {});
        QCOMPARE(changed.requiresReplace.size(), std::size_t(1));
        QVERIFY(changed.planned.attribute("stamp") == Value::unknown(Type::number()));
        QCOMPARE(rules->count("plan"), std::size_t(2));
        QCOMPARE(rules->calls(), (std::vector<std::string>{"plan test_thing", "apply test_thing", "plan test_thing"}));
    }

    void followsItsRules() {
        const auto rules = script();
        rules->managed["test_thing"].read = [](const ReadRequest& request) {
            ReadResponse response;
            response.newState = Value::null(request.prior.type());
            return response;
        };
        rules->managed["test_thing"].adjustApply = [](const ApplyRequest& request, ApplyResponse& response) {
            response.newState = request.prior;
            response.diagnostics.push_back(providerError("Out of stock", "No more things.", "size"));
        };
        rules->managed["test_thing"].computedValues["id"] = [](const Value& planned) {
            return planned.attribute("name");
        };
        ScriptedProvider provider(rules);
        ReadRequest read;
        read.typeName = "test_thing";
        read.prior = thing(noId, "a", 1, noStamp);
        QVERIFY(provider.readResource(read, {}).newState.isNull());
        ApplyRequest apply;
        apply.typeName = "test_thing";
        apply.planned = thing(Value::unknown(Type::string()), "a", 1, noStamp);
        QVERIFY(hasErrors(provider.applyResourceChange(apply, {}).diagnostics));
    }

    void delaysEndWhenAsked() {
        const auto rules = script();
        rules->managed["test_thing"].delay = std::chrono::minutes(5);
        std::stop_source stop;
        stop.request_stop();
        ReadRequest read;
        read.typeName = "test_thing";
        QVERIFY(hasErrors(ScriptedProvider(rules).readResource(read, stop.get_token()).diagnostics));
    }

    void rejectsUnknownProviders() {
        ScriptedRegistry registry;
        const addrs::Provider address{"registry.opentofu.org", "hashicorp", "test"};
        QVERIFY(!registry.isAvailable(address));
        QVERIFY(registry.start(address, {}).hasErrors());
        registry.add(address, script());
        const auto provider = registry.start(address, {});
        QVERIFY(provider.isOk());
        QVERIFY((*registry.schema(address, {}))->managed.contains("test_thing"));
        OpenEphemeralRequest open;
        open.typeName = "test_secret";
        QVERIFY(hasErrors((*provider)->openEphemeral(open, {}).diagnostics));
        QVERIFY((*provider)->callFunction({"f", {}}, {}).error.has_value());
        MoveRequest move;
        move.targetType = "test_thing";
        QVERIFY(hasErrors((*provider)->moveResourceState(move, {}).diagnostics));
    }
};

QTEST_APPLESS_MAIN(TestScriptedProvider)
#include "tst_scripted_provider.moc"

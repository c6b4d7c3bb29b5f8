// SPDX-License-Identifier: MPL-2.0
#include "tests/core/engine/planning.h"
#include "tests/core/engine/things.h"

#include "core/formats/plan_json.h"
#include "core/plans/plan.h"

#include <QtTest>

#include <regex>
#include <thread>

using namespace planlens;
using namespace planlens::testing;
using values::Value;

namespace {

/// Returns the JSON of a plan without its timestamp.
std::string timelessJson(const Planned& planned) {
    const diags::Result<std::string> json = formats::planJson(*planned.outcome.plan, *planned.config);
    return json.value ? std::regex_replace(*json.value, std::regex(R"("timestamp":"[^"]*")"), "") : "";
}

/// Sixty objects in layers that refer to each other; one fails and one is replaced.
std::string manyThings() {
    std::string text;
    for (int i = 0; i < 60; ++i) {
        const std::string needs = i < 10 ? "null" : "test_thing.t" + std::to_string(i - 10) + ".id";
        text += "resource \"test_thing\" \"t" + std::to_string(i) + "\" {\n  kind = \"" + (i == 17 ? "bad" : "new") +
                "\"\n  needs = " + needs + "\n}\n";
    }
    return text + "resource \"test_thing\" \"counted\" {\n  count = 8\n  size = count.index\n}\n"
                  "output \"all\" { value = test_thing.counted[*].id }\n";
}

/// Requests a stop after the first planned change.
class StopAtFirst final : public engine::Listener {
public:
    explicit StopAtFirst(std::stop_source source)
        : m_source(std::move(source)) {}
    void planned(const plans::ResourceInstanceChange&) override { m_source.request_stop(); }

private:
    std::stop_source m_source;
};

} // namespace

/// Which calls of providers planning makes, how many at once, and how a stop ends them.
class TestProviderCalls : public QObject {
    Q_OBJECT
private slots:
    void stopEndsPlanningEarly() {
        const auto script = thingScript();
        script->managed["test_thing"].delay = std::chrono::milliseconds(5);
        std::stop_source source;
        StopAtFirst listener(source);
        Setup setup = thingSetup(manyThings(), script);
        setup.options.parallelism = 1;
        const Planned planned = makePlan(setup, listener, source.get_token());
        QVERIFY(planned.outcome.diagnostics.hasErrors());
        QVERIFY(planned.outcome.plan);
        QVERIFY(planned.outcome.plan->errored);
        QCOMPARE(planned.outcome.plan->quality, plans::Quality::Incomplete);
        QVERIFY(script->count("plan ") < 20);
    }

    void stopCancelsWaitingCalls() {
        const auto script = thingScript();
        script->managed["test_thing"].delay = std::chrono::minutes(10);
        std::stop_source source;
        std::jthread stopper([&] {
            while (script->count("plan ") == 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            source.request_stop();
        });
        const Planned planned = makePlan(thingSetup(manyThings(), script), source.get_token());
        QVERIFY(planned.outcome.diagnostics.hasErrors());
        QVERIFY(planned.outcome.plan && planned.outcome.plan->errored);
    }

    void planDoesNotDependOnParallelism() {
        const auto failing = [](const std::shared_ptr<Script>& script) {
            script->managed["test_thing"].adjustPlan = [](const auto& request, auto& response) {
                // Responses arrive in a different order than the calls.
                const bool isEven = request.config.attribute("size").isNull();
                std::this_thread::sleep_for(std::chrono::microseconds(isEven ? 900 : 100));
                if (request.config.attribute("kind") == Value::string("bad"))
                    response.diagnostics.push_back(providerError("Bad kind", "There is no such kind.", "kind"));
            };
            return script;
        };
        std::vector<std::string> plans, said;
        for (const unsigned parallelism : {1U, 10U, 10U, 3U}) {
            Setup setup = thingSetup(manyThings(), failing(thingScript()));
            setup.options.parallelism = parallelism;
            setup.options.threads = parallelism == 1 ? 1 : 4;
            const Planned planned = makePlan(setup);
            QVERIFY(planned.outcome.plan);
            plans.push_back(timelessJson(planned));
            said.push_back(planned.outcome.diagnostics.toString());
        }
        QVERIFY(plans[0].size() > 10'000);
        for (std::size_t i = 1; i < plans.size(); ++i) {
            QCOMPARE(plans[i], plans[0]);
            QCOMPARE(said[i], said[0]);
        }
    }

    void reusesResponsesOfThePreviousPlan() {
        const auto script = thingScript();
        Setup setup = thingSetup(oneThing + "data \"test_lookup\" \"l\" {}\n", script,
                                 stateWith({{"a", R"({"id":"1","kind":"k","needs":null,"size":1,"stamp":1})"}}));
        const Planned first = makePlan(setup);
        QCOMPARE(script->count("read "), std::size_t(2));
        QCOMPARE(engine::readCount(*first.outcome.readCache), std::size_t(3));
        script->forgetCalls();
        setup.readCache = first.outcome.readCache;
        setup.options.forceReplace = {*addrs::parseAbsResourceInstance("test_thing.a")};
        const Planned second = makePlan(setup);
        QCOMPARE(script->count("read "), std::size_t(0));
        QCOMPARE(
            QString::fromStdString(second.print()),
            "delete/create test_thing.a (replace_by_request)\n    id: \"1\" -> (unknown)\n    stamp: 1 -> (unknown)\n");
    }

    void reusesObjectsMovedByProviders() {
        const auto script = thingScript();
        script->managed["test_other"].schema = script->managed["test_thing"].schema;
        script->managed["test_other"].move = [](const providers::MoveRequest&) {
            providers::MoveResponse response;
            response.target = Value::object({{"id", Value::string("1")},
                                             {"kind", Value::string("k")},
                                             {"needs", Value::null(values::Type::string())},
                                             {"size", Value::number(1)},
                                             {"stamp", Value::number(7)}});
            return response;
        };
        Setup setup =
            thingSetup("resource \"test_other\" \"b\" {\n  kind = \"k\"\n  size = 1\n}\nmoved {\n  from = "
                       "test_thing.a\n  to = test_other.b\n}",
                       script, stateWith({{"a", R"({"id":"1","kind":"k","needs":null,"size":1,"stamp":1})"}}));
        const Planned planned = makePlan(setup);
        QCOMPARE(QString::fromStdString(planned.print()), QStringLiteral("no-op test_other.b was test_thing.a\n"));
        QCOMPARE(
            planned.outcome.plan->priorState->current(*addrs::parseAbsResourceInstance("test_other.b"))->attributesJson,
            R"({"id":"1","kind":"k","needs":null,"size":1,"stamp":7})");
        setup.readCache = planned.outcome.readCache;
        makePlan(setup);
        QCOMPARE(script->count("move "), std::size_t(1));
    }

    /// Validation and the first configuration share one instance.
    void startsOneProcessPerConfiguration() {
        const auto script = thingScript();
        Setup setup =
            thingSetup(manyThings() + "provider \"test\" {}\nprovider \"test\" {\n  alias = \"other\"\n}\nresource "
                                      "\"test_thing\" \"o\" {\n  provider = test.other\n}\n",
                       script);
        QVERIFY(makePlan(setup).outcome.plan);
        QCOMPARE(script->count("configure"), std::size_t(2));
        QCOMPARE(script->count("start"), std::size_t(2));
    }

    /// Without objects to destroy, no provider is configured.
    void destroyPlanConfiguresOnlyProvidersOfObjects_data() {
        QTest::addColumn<std::string>("state");
        QTest::addColumn<std::size_t>("configured");
        QTest::newRow("nothing is there") << std::string() << std::size_t(0);
        QTest::newRow("one thing is there")
            << stateWith({{"a", R"({"id":"1","kind":"k","needs":null,"size":1,"stamp":1})"}}) << std::size_t(1);
    }
    void destroyPlanConfiguresOnlyProvidersOfObjects() {
        QFETCH(std::string, state);
        const auto script = thingScript();
        Setup setup = thingSetup(oneThing, script, state);
        setup.options.mode = plans::Mode::Destroy;
        QVERIFY(makePlan(setup).outcome.plan);
        QTEST(script->count("configure"), "configured");
    }

    void doesNotReadWithoutRefresh() {
        const auto script = thingScript();
        Setup setup = thingSetup(oneThing, script,
                                 stateWith({{"a", R"({"id":"1","kind":"k","needs":null,"size":1,"stamp":1})"}}));
        setup.options.refresh = engine::Refresh::No;
        const Planned planned = makePlan(setup);
        QCOMPARE(QString::fromStdString(planned.print()), "no-op test_thing.a\n");
        QCOMPARE(script->count("read "), std::size_t(0));
    }
};

QTEST_APPLESS_MAIN(TestProviderCalls)
#include "tst_provider_calls.moc"

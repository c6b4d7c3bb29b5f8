// SPDX-License-Identifier: MPL-2.0
#include "core/backends/types.h"
#include "core/engine/state_keeper.h"
#include "tests/core/engine/planning.h"
#include "tests/core/engine/things.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>

using namespace planlens;
using namespace planlens::testing;

namespace {

class NotingSink final : public engine::StateSink {
public:
    void started(const addrs::AbsResourceInstance& address, const addrs::DeposedKey&, plans::Action,
                 const addrs::AbsProviderInstance&) override {
        events += QString::fromStdString("started " + address.toString());
    }
    void finished(const addrs::AbsResourceInstance& address, const addrs::DeposedKey&, plans::Action,
                  const states::StoredObjectPtr&, const addrs::AbsProviderInstance&) override {
        events += QString::fromStdString("finished " + address.toString());
    }
    void leftUnknown() override { events += "left unknown"; }

    QStringList events;
};

} // namespace

/// Operations whose outcome is not known because their plugin was killed.
class TestUnknownOutcomes : public QObject {
    Q_OBJECT
private slots:
    /// A plugin that is killed has perhaps done what it was asked to do: only an answer is recorded.
    void recordsOnlyResponsesAfterAForcedStop_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<bool>("hasObject");
        QTest::addColumn<bool>("isForced");
        QTest::addColumn<bool>("hasFailed");
        QTest::addColumn<bool>("returnsObject");
        QTest::addColumn<QStringList>("events");
        const QString create = "resource \"test_thing\" \"a\" {}";
        const QString update = "resource \"test_thing\" \"a\" {\n  size = 2\n}";
        const QString destroy = "";
        const QString started = "started test_thing.a";
        const QStringList unknown{started, "left unknown"};
        const QStringList recorded{started, "finished test_thing.a"};
        QTest::newRow("create, no answer") << create << false << true << true << false << unknown;
        QTest::newRow("update, no answer") << update << true << true << true << false << unknown;
        QTest::newRow("destroy, no answer") << destroy << true << true << true << false << unknown;
        QTest::newRow("create, failed with an object") << create << false << true << true << true << recorded;
        QTest::newRow("update, failed with an object") << update << true << true << true << true << recorded;
        QTest::newRow("create, done") << create << false << true << false << true << recorded;
        QTest::newRow("destroy, done") << destroy << true << true << false << false << recorded;
        QTest::newRow("create, failed without a forced stop") << create << false << false << true << false << recorded;
        QTest::newRow("destroy, failed without a forced stop") << destroy << true << false << true << false << recorded;
    }
    void recordsOnlyResponsesAfterAForcedStop() {
        QFETCH(QString, configuration);
        QFETCH(bool, hasObject);
        QFETCH(bool, isForced);
        QFETCH(bool, hasFailed);
        QFETCH(bool, returnsObject);
        std::stop_source forced;
        const auto script = thingScript();
        script->managed["test_thing"].adjustApply = [&](const providers::ApplyRequest& request,
                                                        providers::ApplyResponse& response) {
            if (isForced)
                forced.request_stop();
            if (!returnsObject)
                response.newState = values::Value::null(request.config.type());
            if (hasFailed)
                response.diagnostics.push_back(providerError("Plugin did not respond", {}));
        };
        const std::string state =
            hasObject ? stateWith({{"a", R"({"id":"1","kind":null,"needs":null,"size":1,"stamp":1})"}}) : std::string();
        Setup setup;
        setup.files = {{"main.tf", configuration.toStdString()}};
        setup.state = state;
        setup.registry = registryWith(script);
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan && !planned.outcome.diagnostics.hasErrors(), planned.print().c_str());
        engine::ApplyRequest request = applyRequest(planned);
        request.forced = forced.get_token();
        engine::Listener silent;
        NotingSink sink;
        const engine::ApplyOutcome outcome = engine::apply(request, silent, sink, {});
        QTEST(sink.events, "events");
        QCOMPARE(outcome.diagnostics.hasErrors(), hasFailed);
        QCOMPARE(outcome.state->instance(*addrs::readAbsResourceInstance("test_thing.a")) != nullptr,
                 hasFailed ? hasObject || returnsObject : returnsObject);
    }

    /// An operation whose plugin was killed in the window stays named, although the state was saved afterwards.
    void keepsTheJournalOfUnknownOutcomes_data() {
        QTest::addColumn<bool>("isUnknown");
        QTest::addColumn<QStringList>("named");
        QTest::newRow("known") << false << QStringList();
        QTest::newRow("unknown") << true << QStringList("test_thing.second");
    }
    void keepsTheJournalOfUnknownOutcomes() {
        QFETCH(bool, isUnknown);
        const QTemporaryDir directory;
        const std::filesystem::path root = directory.path().toStdString();
        const auto open = [&] {
            return (*backends::findBackendType("local")->make({.arguments = {}, .directory = root}).value)
                ->state("default");
        };
        const addrs::AbsResourceInstance first = *addrs::readAbsResourceInstance("test_thing.first");
        const addrs::AbsResourceInstance second = *addrs::readAbsResourceInstance("test_thing.second");
        const addrs::AbsProviderInstance provider{{{}, addrs::Provider::implied("test"), {}}, {}};
        states::StoredObject stored;
        stored.attributesJson = "{}";
        const auto object = std::make_shared<const states::StoredObject>(std::move(stored));
        {
            const auto state = open();
            QVERIFY(state->lock("apply", {}, {}).isEmpty());
            engine::StateKeeper keeper(*state, state->read({}).value->file);
            for (const addrs::AbsResourceInstance& address : {first, second})
                keeper.started(address, {}, plans::Action::Create, provider);
            keeper.finished(first, {}, plans::Action::Create, object, provider);
            if (isUnknown)
                keeper.leftUnknown();
            states::State now;
            now.setCurrent(first, object, provider);
            keeper.snapshot(std::make_shared<const states::State>(std::move(now)));
            QVERIFY(keeper.finish(root).diagnostics.isEmpty());
        }
        QCOMPARE(std::filesystem::exists(states::Journal::path(root / "terraform.tfstate")), isUnknown);
        const auto state = open();
        const diags::Diagnostics locked = state->lock("apply", {}, {});
        QVERIFY2(locked.isEmpty(), locked.toString().c_str());
        const auto read = state->read({});
        QVERIFY(read.value && read->file.state->current(first) && !read->file.state->current(second));
        QStringList named;
        for (const auto& address : {first, second})
            if (read.diagnostics.toString().find(address.toString()) != std::string::npos)
                named.append(QString::fromStdString(address.toString()));
        QTEST(named, "named");
    }

    /// Snapshots of an apply must not remove its journal instead of that of the interrupted apply before it.
    void keepsTheJournalAfterAnInterruptedApply() {
        const QTemporaryDir directory;
        const std::filesystem::path root = directory.path().toStdString();
        const addrs::AbsProviderInstance provider{{{}, addrs::Provider::implied("test"), {}}, {}};
        for (const char* address : {"test_thing.first", "test_thing.second", "test_thing.third"}) {
            const auto state = (*backends::findBackendType("local")->make({.arguments = {}, .directory = root}).value)
                                   ->state("default");
            QVERIFY(state->lock("apply", {}, {}).isEmpty());
            const auto read = state->read({});
            const std::string named = read.diagnostics.toString();
            QCOMPARE(named.find("test_thing.first") != std::string::npos, std::string(address) == "test_thing.second");
            QCOMPARE(named.find("test_thing.second") != std::string::npos, std::string(address) == "test_thing.third");
            engine::StateKeeper keeper(*state, read->file); // never finished
            keeper.started(*addrs::readAbsResourceInstance(address), {}, plans::Action::Create, provider);
            states::State now;
            now.outputs[address].value = values::Value::string("x");
            keeper.snapshot(std::make_shared<const states::State>(std::move(now)));
            QVERIFY(std::filesystem::exists(states::Journal::path(root / "terraform.tfstate")));
        }
        // What may have been created without being in the state is reported until the files are deleted.
        QCOMPARE(QDir(directory.path()).entryList({"*.old*"}, QDir::Files | QDir::Hidden).size(), 2);
    }
};

QTEST_GUILESS_MAIN(TestUnknownOutcomes)
#include "tst_unknown_outcomes.moc"

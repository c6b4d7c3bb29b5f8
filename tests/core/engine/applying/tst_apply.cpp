// SPDX-License-Identifier: MPL-2.0
#include "core/engine/apply.h"
#include "tests/core/engine/planning.h"
#include "tests/core/engine/print_plan.h"
#include "tests/core/engine/things.h"

#include <QtTest>

#include <chrono>
#include <mutex>
#include <thread>

using namespace planlens;
using namespace planlens::testing;
using values::Value;

namespace {

/// Records calls as text.
class NotingSink final : public engine::StateSink {
public:
    void started(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key, plans::Action,
                 const addrs::AbsProviderInstance&) override {
        const std::scoped_lock lock(m_mutex);
        startedObjects.push_back(address.toString());
        note("started", address, key);
        mostUnderWay = std::max(mostUnderWay, startedObjects.size() - finishedObjects.size());
    }
    void finished(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key, plans::Action,
                  const states::StoredObjectPtr& object, const addrs::AbsProviderInstance&) override {
        const std::scoped_lock lock(m_mutex);
        finishedObjects.push_back(address.toString() + (object ? "" : " gone"));
        note("finished", address, key);
    }
    void deposed(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key,
                 const states::StoredObjectPtr& object, const addrs::AbsProviderInstance&) override {
        const std::scoped_lock lock(m_mutex);
        note(object ? "deposed" : "deposed nothing of", address, key);
    }
    void restored(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key,
                  const states::StoredObjectPtr& object, const addrs::AbsProviderInstance&) override {
        const std::scoped_lock lock(m_mutex);
        note(object ? "restored" : "restored nothing of", address, key);
    }
    diags::Diagnostics settle() override {
        return isBroken ? diags::Diagnostics(diags::Diagnostic::error("Records are not durable", {}))
                        : diags::Diagnostics();
    }
    void snapshot(const std::shared_ptr<const states::State>& state) override { last = state; }

    bool isBroken = false; // settle() fails

    std::vector<std::string> startedObjects, finishedObjects;
    QStringList events;
    std::size_t mostUnderWay = 0;
    std::shared_ptr<const states::State> last;

private:
    void note(const char* what, const addrs::AbsResourceInstance& address, const addrs::DeposedKey& key) {
        events +=
            QString("%1 %2%3").arg(what, QString::fromStdString(address.toString()), key.empty() ? "" : " deposed");
    }
    std::mutex m_mutex;
};

struct Applied {
    engine::ApplyOutcome outcome;
    NotingSink sink;
    QString print() const {
        return QString::fromStdString(printState(*outcome.state) + printDiagnostics(outcome.diagnostics));
    }
};

void planAndApply(Applied& applied, const std::string& configuration, const std::shared_ptr<Script>& script,
                  const std::string& state = {}, std::stop_token stop = {}, unsigned parallelism = 10) {
    Setup setup;
    setup.files = {{"main.tf", configuration}};
    setup.state = state;
    setup.registry = registryWith(script);
    const Planned planned = makePlan(setup);
    QVERIFY2(planned.outcome.plan && !planned.outcome.diagnostics.hasErrors(), planned.print().c_str());
    engine::ApplyRequest request = applyRequest(planned);
    request.parallelism = parallelism;
    engine::Listener silent;
    applied.outcome = engine::apply(request, silent, applied.sink, std::move(stop));
    QVERIFY(applied.outcome.state);
}

/// Returns a script in which applying objects of one kind fails. `left` returns the remaining object.
std::shared_ptr<Script> failingScript(const std::function<Value(const providers::ApplyRequest&)>& left) {
    auto script = thingScript();
    script->managed["test_thing"].computedValues["id"] = [](const Value& planned) {
        return planned.attribute("kind").isNull() ? Value::string("id") : planned.attribute("kind");
    };
    script->managed["test_thing"].computedValues["stamp"] = [](const Value&) { return Value::number(2); };
    script->managed["test_thing"].adjustApply = [left](const providers::ApplyRequest& request,
                                                       providers::ApplyResponse& response) {
        const Value& object = request.planned.isNull() ? request.prior : request.planned;
        if (object.attribute("kind") != Value::string("bad"))
            return;
        response.newState = left(request);
        response.diagnostics.push_back(providerError("It broke", "While doing it."));
    };
    return script;
}

Value nothingLeft(const providers::ApplyRequest& request) {
    return Value::null(request.config.type());
}
Value priorLeft(const providers::ApplyRequest& request) {
    return request.prior;
}

const char* const chain = R"(
resource "test_thing" "first" { kind = "good" }
resource "test_thing" "second" {
  kind  = "bad"
  needs = test_thing.first.id
}
resource "test_thing" "third" { needs = test_thing.second.id }
resource "test_thing" "apart" { kind = "other" }
output "out" { value = test_thing.first.id }
)";

} // namespace

class TestApply : public QObject {
    Q_OBJECT
private slots:
    void appliesWhatWasPlanned() {
        Applied applied;
        planAndApply(applied, R"(
resource "test_thing" "changed" { size = 2 }
resource "test_thing" "new" { needs = test_thing.changed.id }
)",
                     failingScript(nothingLeft),
                     stateWith({{"changed", R"({"id":"1","kind":null,"needs":null,"size":1,"stamp":1})"},
                                {"gone", R"({"id":"3","kind":null,"needs":null,"size":1,"stamp":1})"}}));
        QCOMPARE(applied.print(),
                 QString("test_thing.changed {\"id\":\"1\",\"kind\":null,\"needs\":null,\"size\":2,\"stamp\":2}\n"
                         "test_thing.new {\"id\":\"id\",\"kind\":null,\"needs\":\"1\",\"size\":null,\"stamp\":2}\n"));
        QCOMPARE(applied.outcome.counts.added, std::size_t(1));
        QCOMPARE(applied.outcome.counts.changed, std::size_t(1));
        QCOMPARE(applied.outcome.counts.destroyed, std::size_t(1));
        QVERIFY(applied.sink.last && *applied.sink.last == *applied.outcome.state);
    }

    void callsNoProviderIfRecordsAreNotDurable_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<bool>("hasObject");
        QTest::addColumn<QStringList>("events");
        QTest::newRow("create") << "resource \"test_thing\" \"a\" {}" << false
                                << QStringList{"started test_thing.a", "finished test_thing.a"};
        QTest::newRow("update") << "resource \"test_thing\" \"a\" {\n  size = 2\n}" << true
                                << QStringList{"started test_thing.a", "finished test_thing.a"};
        QTest::newRow("destroy") << "" << true << QStringList{"started test_thing.a", "finished test_thing.a"};
        QTest::newRow("replace") << "resource \"test_thing\" \"a\" {\n  kind = \"new\"\n}" << true
                                 << QStringList{"started test_thing.a", "finished test_thing.a"};
        QTest::newRow("replace, create before destroy")
            << "resource \"test_thing\" \"a\" {\n  kind = \"new\"\n  lifecycle {\n    create_before_destroy = true\n  "
               "}\n}"
            << true
            << QStringList{"deposed test_thing.a deposed", "started test_thing.a", "finished test_thing.a",
                           "restored test_thing.a deposed"};
    }
    void callsNoProviderIfRecordsAreNotDurable() {
        QFETCH(QString, configuration);
        QFETCH(bool, hasObject);
        const auto script = thingScript();
        int calls = 0;
        script->managed["test_thing"].adjustApply = [&calls](const providers::ApplyRequest&,
                                                             providers::ApplyResponse&) { ++calls; };
        Applied applied;
        applied.sink.isBroken = true;
        planAndApply(applied, configuration.toStdString(), script,
                     hasObject ? stateWith({{"a", R"({"id":"1","kind":null,"needs":null,"size":1,"stamp":1})"}})
                               : std::string());
        QCOMPARE(calls, 0);
        QVERIFY2(applied.outcome.diagnostics.toString().find("Records are not durable") != std::string::npos,
                 applied.print().toUtf8().constData());
        QCOMPARE(QString::fromStdString(printState(*applied.outcome.state)),
                 hasObject
                     ? QString("test_thing.a {\"id\":\"1\",\"kind\":null,\"needs\":null,\"size\":1,\"stamp\":1}\n")
                     : QString());
        QTEST(applied.sink.events, "events");
    }

    /// Unchanged objects are neither read nor evaluated again.
    void needsNoApprovalWithoutChanges_data() {
        QTest::addColumn<QString>("more");
        QTest::addColumn<QStringList>("calls");
        QTest::newRow("outputs that planning knew")
            << "output \"o\" { value = provider::test::twice(test_thing.a.id) }" << QStringList();
        QTest::newRow("locals") << "locals { l = test_thing.a.id }\noutput \"o\" { value = local.l }" << QStringList();
        QTest::newRow("conditions are looked at again")
            << "resource \"test_thing\" \"b\" {\n  lifecycle {\n    postcondition {\n      condition     = self.id != "
               "\"\"\n      error_message = \"No.\"\n    }\n  }\n}"
            << QStringList{QStringLiteral("start"), QStringLiteral("schema"), QStringLiteral("validate provider"),
                           QStringLiteral("configure")};
    }
    void needsNoApprovalWithoutChanges() {
        QFETCH(QString, more);
        const auto script = thingScript();
        script->functions["twice"] = {{{{.name = "text", .type = values::Type::string(), .description = {}}},
                                       {},
                                       values::Type::string(),
                                       {},
                                       {},
                                       {}},
                                      [](const std::vector<Value>& arguments) {
                                          return providers::CallFunctionResponse{
                                              Value::string(arguments[0].asString() + arguments[0].asString()), {}, {}};
                                      }};
        Setup setup;
        setup.files = {{"main.tf", "terraform {\n  required_providers {\n    test = { source = \"hashicorp/test\" }\n  "
                                   "}\n}\nresource \"test_thing\" \"a\" { size = 1 }\n" +
                                       more.toStdString()}};
        setup.state = stateWith({{"a", R"({"id":"1","kind":null,"needs":null,"size":1,"stamp":1})"},
                                 {"b", R"({"id":"2","kind":null,"needs":null,"size":null,"stamp":1})"}});
        if (!more.contains(QStringLiteral("\"b\"")))
            setup.state = stateWith({{"a", R"({"id":"1","kind":null,"needs":null,"size":1,"stamp":1})"}});
        setup.registry = registryWith(script);
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan && planned.outcome.diagnostics.isEmpty(), planned.print().c_str());
        engine::ApplyRequest request = applyRequest(planned);
        request.providers = engine::makeProviderPool(setup.registry); // as in another process
        script->forgetCalls();
        engine::Listener silent;
        NotingSink sink;
        const engine::ApplyOutcome outcome = engine::apply(request, silent, sink, {});
        QCOMPARE(QString::fromStdString(printDiagnostics(outcome.diagnostics)), QString());
        QStringList calls;
        for (const std::string& call : script->calls())
            calls.append(QString::fromStdString(call));
        QTEST(calls, "calls");
        if (const auto output = outcome.state->outputs.find("o"); output != outcome.state->outputs.end())
            QCOMPARE(output->second.value, Value::string(more.contains(QStringLiteral("twice")) ? "11" : "1"));
    }

    /// Values of attributes that are sensitive by schema stay sensitive in derived values, including new ones.
    void keepsWhatIsSensitiveBySchema() {
        const auto script = thingScript();
        schemas::Attribute secret = computed(values::Type::string());
        secret.sensitive = true;
        script->managed["test_thing"].schema = resourceSchema({{"id", secret},
                                                               {"kind", optional(values::Type::string())},
                                                               {"size", optional(values::Type::number())},
                                                               {"needs", optional(values::Type::string())},
                                                               {"stamp", computed(values::Type::number())}});
        Applied applied;
        planAndApply(applied,
                     "resource \"test_thing\" \"a\" {}\nresource \"test_thing\" \"b\" { needs = test_thing.a.id }\n",
                     script);
        const states::ResourceInstance* instance =
            applied.outcome.state->instance(*addrs::readAbsResourceInstance("test_thing.b"));
        QVERIFY(instance && instance->current);
        QStringList paths;
        for (const values::PathMarks& marked : instance->current->sensitivePaths)
            paths.append(QString::fromStdString(marked.path.toString()));
        QCOMPARE(paths, QStringList({QStringLiteral(".id"), QStringLiteral(".needs")}));
    }

    void failureKeepsTheRest() {
        Applied applied;
        planAndApply(applied, chain, failingScript(nothingLeft));
        QCOMPARE(
            applied.print(),
            QString("test_thing.apart {\"id\":\"other\",\"kind\":\"other\",\"needs\":null,\"size\":null,\"stamp\":2}\n"
                    "test_thing.first {\"id\":\"good\",\"kind\":\"good\",\"needs\":null,\"size\":null,\"stamp\":2}\n"
                    "error main.tf:3,32: It broke; While doing it.\n"));
        QCOMPARE(applied.outcome.counts.added, std::size_t(2));
        QVERIFY(applied.sink.last && *applied.sink.last == *applied.outcome.state);
        QCOMPARE(applied.outcome.state->outputs.at("out").value, Value::string("good"));
    }

    void objectThatWasHalfMadeIsTainted() {
        Applied applied;
        planAndApply(applied, "resource \"test_thing\" \"a\" { kind = \"bad\" }",
                     failingScript([](const providers::ApplyRequest&) {
                         return Value::object({{"id", Value::string("half")},
                                               {"kind", Value::string("bad")},
                                               {"needs", Value::null(values::Type::string())},
                                               {"size", Value::null(values::Type::number())},
                                               {"stamp", Value::null(values::Type::number())}});
                     }));
        QCOMPARE(
            applied.print(),
            QString(
                "test_thing.a tainted {\"id\":\"half\",\"kind\":\"bad\",\"needs\":null,\"size\":null,\"stamp\":null}\n"
                "error main.tf:1,29: It broke; While doing it.\n"));
    }

    void failedUpdateKeepsTheObject() {
        Applied applied;
        planAndApply(applied, "resource \"test_thing\" \"a\" {\n  kind = \"bad\"\n  size = 2\n}",
                     failingScript(priorLeft),
                     stateWith({{"a", R"({"id":"1","kind":"bad","needs":null,"size":1,"stamp":1})"}}));
        QCOMPARE(applied.print(),
                 QString("test_thing.a {\"id\":\"1\",\"kind\":\"bad\",\"needs\":null,\"size\":1,\"stamp\":1}\n"
                         "error main.tf:1,27: It broke; While doing it.\n"));
    }

    void failedDeletionKeepsTheObject() {
        Applied applied;
        planAndApply(applied, "", failingScript(priorLeft),
                     stateWith({{"a", R"({"id":"1","kind":"bad","needs":null,"size":1,"stamp":1})"}}));
        QCOMPARE(applied.print(),
                 QString("test_thing.a {\"id\":\"1\",\"kind\":\"bad\",\"needs\":null,\"size\":1,\"stamp\":1}\n"
                         "error: It broke; While doing it.\n"));
    }

    void failedReplacementAfterDeletionLeavesNothing() {
        Applied applied;
        planAndApply(applied, "resource \"test_thing\" \"a\" { kind = \"bad\" }", failingScript(nothingLeft),
                     stateWith({{"a", R"({"id":"1","kind":"old","needs":null,"size":null,"stamp":1})"}}));
        QCOMPARE(applied.print(), QString("error main.tf:1,29: It broke; While doing it.\n"));
    }

    void failedReplacementBeforeDeletionKeepsTheOldObjectCurrent() {
        Applied applied;
        planAndApply(
            applied,
            "resource \"test_thing\" \"a\" {\n  kind = \"bad\"\n  lifecycle { create_before_destroy = true }\n}",
            failingScript(nothingLeft),
            stateWith({{"a", R"({"id":"1","kind":"old","needs":null,"size":null,"stamp":1})"}}));
        QCOMPARE(applied.print(),
                 QString("test_thing.a {\"id\":\"1\",\"kind\":\"old\",\"needs\":null,\"size\":null,\"stamp\":1}\n"
                         "error main.tf:1,27: It broke; While doing it.\n"));
    }

    /// A journal of these events contains each existing object, whatever the last event is.
    void reportsObjectsThatMakeRoom_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QStringList>("events");
        QTest::newRow("replaced") << "new"
                                  << QStringList{"deposed test_thing.a deposed", "started test_thing.a",
                                                 "finished test_thing.a", "started test_thing.a deposed",
                                                 "finished test_thing.a deposed"};
        QTest::newRow("not replaced") << "bad"
                                      << QStringList{"deposed test_thing.a deposed", "started test_thing.a",
                                                     "finished test_thing.a", "restored test_thing.a deposed"};
    }
    void reportsObjectsThatMakeRoom() {
        QFETCH(QString, kind);
        QFETCH(QStringList, events);
        Applied applied;
        planAndApply(applied,
                     "resource \"test_thing\" \"a\" {\n  kind = \"" + kind.toStdString() +
                         "\"\n  lifecycle { create_before_destroy = true }\n}",
                     failingScript(nothingLeft),
                     stateWith({{"a", R"({"id":"1","kind":"old","needs":null,"size":null,"stamp":1})"}}));
        QCOMPARE(applied.sink.events, events);
    }

    void hasNoMoreUnderWayThanAsked() {
        const auto script = thingScript();
        script->managed["test_thing"].adjustApply = [](const providers::ApplyRequest&, providers::ApplyResponse&) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        };
        Applied applied;
        planAndApply(applied, "resource \"test_thing\" \"a\" {\n  count = 60\n}", script, {}, {}, 3);
        QCOMPARE(applied.outcome.counts.added, std::size_t(60));
        QCOMPARE(applied.sink.mostUnderWay, std::size_t(3));
    }

    /// Operations still queued at a stop request are not started and not reported as done.
    void stopSkipsWaitingOperations() {
        std::stop_source source;
        const auto script = thingScript();
        script->managed["test_thing"].adjustApply = [source](const providers::ApplyRequest&,
                                                             providers::ApplyResponse&) mutable {
            std::this_thread::sleep_for(std::chrono::milliseconds(50)); // the other operations are queued by now
            source.request_stop();
        };
        Applied applied;
        planAndApply(applied, "resource \"test_thing\" \"a\" {\n  count = 3\n}", script, {}, source.get_token(), 1);
        QCOMPARE(applied.outcome.counts.added, std::size_t(1));
        QCOMPARE(applied.sink.startedObjects.size(), std::size_t(1));
        QCOMPARE(applied.sink.finishedObjects.size(), std::size_t(1));
        QVERIFY(applied.outcome.stopped);
        QVERIFY2(applied.outcome.diagnostics.hasErrors(), "it is not said that something was left out");
    }

    void failedDeletionAfterReplacementStaysDeposed() {
        Applied applied;
        planAndApply(
            applied,
            "resource \"test_thing\" \"a\" {\n  kind = \"new\"\n  lifecycle { create_before_destroy = true }\n}",
            failingScript(priorLeft),
            stateWith({{"a", R"({"id":"1","kind":"bad","needs":null,"size":null,"stamp":1})"}}));
        const QString text = applied.print();
        QVERIFY2(
            text.startsWith("test_thing.a {\"id\":\"new\",\"kind\":\"new\",\"needs\":null,\"size\":null,\"stamp\":2}\n"
                            "test_thing.a deposed {\"id\":\"1\",\"kind\":\"bad\""),
            qPrintable(text));
        QVERIFY(applied.outcome.diagnostics.hasErrors());
    }

    void stopStartsNothingNewAndKeepsWhatIsDone() {
        std::stop_source source;
        const auto script = failingScript(nothingLeft);
        script->managed["test_thing"].adjustApply = [source](const providers::ApplyRequest&,
                                                             providers::ApplyResponse&) mutable {
            source.request_stop(); // while the first object is being created
        };
        Applied applied;
        planAndApply(applied, R"(
resource "test_thing" "first" { kind = "good" }
resource "test_thing" "second" { needs = test_thing.first.id }
)",
                     script, {}, source.get_token());
        QCOMPARE(
            QString::fromStdString(printState(*applied.outcome.state)),
            QString("test_thing.first {\"id\":\"good\",\"kind\":\"good\",\"needs\":null,\"size\":null,\"stamp\":2}\n"));
        QVERIFY(applied.outcome.stopped);
        QCOMPARE(script->count("apply "), std::size_t(1));
    }

    void destroysInReverse() {
        const std::string needsBase = R"(,"dependencies":["test_thing.base"])";
        const std::string needsTop = R"(,"dependencies":["test_thing.base","test_thing.top"])";
        Applied applied;
        planAndApply(applied, "", thingScript(),
                     stateWith({{"base", R"({"id":"1","kind":null,"needs":null,"size":null,"stamp":1})"},
                                {"top", R"({"id":"2","kind":null,"needs":"1","size":null,"stamp":1})", needsBase},
                                {"roof", R"({"id":"3","kind":null,"needs":"2","size":null,"stamp":1})", needsTop}}));
        QCOMPARE(applied.print(), QString());
        QCOMPARE(applied.sink.finishedObjects,
                 (std::vector<std::string>{"test_thing.roof gone", "test_thing.top gone", "test_thing.base gone"}));
        QCOMPARE(applied.sink.startedObjects,
                 (std::vector<std::string>{"test_thing.roof", "test_thing.top", "test_thing.base"}));
    }

    void rejectsResponsesThatDifferFromThePlan() {
        const auto script = thingScript();
        script->managed["test_thing"].adjustApply = [](const providers::ApplyRequest& request,
                                                       providers::ApplyResponse& response) {
            response.newState = Value::object({{"id", Value::string("1")},
                                               {"kind", Value::string("other")},
                                               {"needs", request.planned.attribute("needs")},
                                               {"size", request.planned.attribute("size")},
                                               {"stamp", Value::number(1)}});
        };
        Applied applied;
        planAndApply(applied, "resource \"test_thing\" \"a\" { kind = \"k\" }", script);
        QCOMPARE(applied.outcome.diagnostics.size(), std::size_t(1));
        QCOMPARE(applied.outcome.diagnostics[0].summary,
                 std::string("Provider produced inconsistent result after apply"));
        // Existing objects are kept even if their value is unexpected.
        QVERIFY(QString::fromStdString(printState(*applied.outcome.state)).contains("\"kind\":\"other\""));
    }
};

QTEST_APPLESS_MAIN(TestApply)
#include "tst_apply.moc"

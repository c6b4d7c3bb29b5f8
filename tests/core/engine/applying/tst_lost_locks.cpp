// SPDX-License-Identifier: MPL-2.0
#include "core/engine/apply.h"
#include "tests/core/engine/planning.h"
#include "tests/core/engine/print_plan.h"
#include "tests/core/engine/things.h"

#include <QtTest>

#include <atomic>

using namespace planlens;
using namespace planlens::testing;

namespace {

enum class Lost { Never, WhileWaiting, AfterTheFirstOperation, AfterThreeStarted };

/// Counts operations and snapshots, and loses the lock.
class Sink final : public engine::StateSink, public engine::Listener {
public:
    explicit Sink(Lost lost)
        : m_lost(lost) {}

    diags::Diagnostics confirm() override { return m_lost == Lost::WhileWaiting ? loss() : diags::Diagnostics(); }
    diags::Diagnostics checkLock() override {
        const bool isLost =
            m_lost == Lost::AfterTheFirstOperation ? stored > 0 : m_lost == Lost::AfterThreeStarted && announced >= 3;
        return isLost ? loss() : diags::Diagnostics();
    }
    /// Called before each provider and each provisioner.
    diags::Diagnostics settle() override {
        if (m_lost == Lost::AfterThreeStarted)
            (void)QTest::qWaitFor([&] { return announced >= 3; });
        return {};
    }
    void finished(const addrs::AbsResourceInstance&, const addrs::DeposedKey&, plans::Action,
                  const states::StoredObjectPtr&, const addrs::AbsProviderInstance&) override {
        ++stored;
    }
    void snapshot(const std::shared_ptr<const states::State>&) override { ++snapshots; }
    void applyStarted(const addrs::AbsResourceInstance&, const addrs::DeposedKey&, plans::Action, const std::string&,
                      const std::string&) override {
        ++announced;
    }

    std::atomic<int> announced = 0, stored = 0, snapshots = 0;

private:
    static diags::Diagnostics loss() { return diags::Diagnostic::error("Lock lost", {}); }
    Lost m_lost;
};

} // namespace

/// Applies whose lock of the state is lost.
class TestLostLocks : public QObject {
    Q_OBJECT
private slots:
    void nothingElseStarts_data() {
        QTest::addColumn<QString>("resource");
        QTest::addColumn<bool>("destroys");
        QTest::addColumn<bool>("isWaiting");
        for (const char* resource : {"test_thing", "terraform_data"})
            for (const bool destroys : {false, true})
                for (const bool isWaiting : {true, false})
                    QTest::addRow("%s, %s, lost %s", resource, destroys ? "destroying" : "creating",
                                  isWaiting ? "before the apply" : "after the first operation")
                        << QString(resource) << destroys << isWaiting;
    }
    void nothingElseStarts() {
        QFETCH(QString, resource);
        QFETCH(bool, destroys);
        QFETCH(bool, isWaiting);
        Setup setup;
        setup.files = {{"main.tf", QString("resource \"%1\" \"a\" {}\nresource \"%1\" \"b\" {\n  depends_on = "
                                           "[%1.a]\n}\nresource \"%1\" \"c\" {\n  depends_on = [%1.b]\n}\n")
                                       .arg(resource)
                                       .toStdString()}};
        setup.registry = registryWith(thingScript());
        Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan && planned.outcome.diagnostics.isEmpty(), planned.print().c_str());
        if (destroys) {
            Sink sink(Lost::Never);
            setup.state =
                states::writeFile({"lineage", 1, {}, engine::apply(applyRequest(planned), sink, sink, {}).state});
            QCOMPARE(sink.announced.load(), 3);
            setup.options.mode = plans::Mode::Destroy;
            planned = makePlan(setup);
            QVERIFY2(planned.outcome.plan && planned.outcome.diagnostics.isEmpty(), planned.print().c_str());
        }
        Sink sink(isWaiting ? Lost::WhileWaiting : Lost::AfterTheFirstOperation);
        const engine::ApplyOutcome outcome = engine::apply(applyRequest(planned), sink, sink, {});
        QCOMPARE(sink.announced.load(), isWaiting ? 0 : 1);
        QCOMPARE(sink.stored.load(), isWaiting ? 0 : 1);
        QCOMPARE(sink.snapshots.load(), isWaiting ? 0 : 1);
        QCOMPARE(outcome.stopped, !isWaiting);
        QCOMPARE(QString::fromStdString(printDiagnostics(outcome.diagnostics)).count("Lock lost"), 1);
    }
    void provisionersReportItOnce() {
        Setup setup;
        setup.files = {{"main.tf",
                        "resource \"terraform_data\" \"a\" {\n  count = 3\n  provisioner \"local-exec\" {\n   "
                        " command = \"exit 1\"\n  }\n}\n"}};
        setup.registry = registryWith(thingScript());
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan && planned.outcome.diagnostics.isEmpty(), planned.print().c_str());
        Sink sink(Lost::AfterThreeStarted);
        const engine::ApplyOutcome outcome = engine::apply(applyRequest(planned), sink, sink, {});
        QCOMPARE(sink.announced.load(), 3);
        QCOMPARE(printDiagnostics(outcome.diagnostics), std::string("error: Lock lost; \n"));
    }
};

QTEST_APPLESS_MAIN(TestLostLocks)
#include "tst_lost_locks.moc"

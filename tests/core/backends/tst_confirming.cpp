// SPDX-License-Identifier: MPL-2.0
#include "core/backends/remote/remote_state.h"
#include "tests/core/backends/stored_states.h"

#include <QTest>

#include <vector>

using namespace planlens;
using backends::Client;
using backends::LockStatus;
using testing::stateWith;

namespace {

enum class Change { None, LockRemoved, LockTaken, Written, Deleted, Unreachable };

struct Store {
    std::optional<std::string> text;
    LockStatus status = LockStatus::Held;
    bool isReachable = true;
    int requests = 0;
    std::optional<backends::LockFailure> lockFailure = {};
};

/// Stores a state in memory.
class MemoryClient final : public Client {
public:
    explicit MemoryClient(Store& store)
        : m_store(store) {}
    diags::Expected<std::optional<std::string>, std::string> get(const std::stop_token&) override {
        ++m_store.requests;
        if (!m_store.isReachable)
            return diags::Unexpected{std::string("unreachable")};
        return m_store.text;
    }
    system::IoOutcome put(const std::string& text) override {
        m_store.text = text;
        return true;
    }
    bool guardsWrites() const override { return true; }
    std::optional<backends::LockFailure> lock(const states::LockInfo&, const std::stop_token& stop) override {
        return stop.stop_requested() ? backends::LockFailure{"stopped"} : m_store.lockFailure;
    }
    system::IoOutcome unlock(const std::string&) override { return true; }
    LockStatus lockStatus() override {
        ++m_store.requests;
        return m_store.status;
    }

private:
    Store& m_store;
};

QString summaries(const diags::Diagnostics& diagnostics) {
    QStringList list;
    for (const diags::Diagnostic& one : diagnostics)
        list.append(QString::fromStdString(one.summary));
    return list.join(QStringLiteral("; "));
}

struct Case {
    const char* name;
    Change change;
    bool isLocked;
    const char* expected;
};

const std::vector<Case> cases{{"unchanged", Change::None, true, ""},
                              {"unchanged, without a lock", Change::None, false, ""},
                              {"lock removed", Change::LockRemoved, true, "State lock lost"},
                              {"lock taken", Change::LockTaken, true, "State lock lost"},
                              {"written", Change::Written, true, "State changed"},
                              {"written, without a lock", Change::Written, false, "State changed"},
                              {"deleted", Change::Deleted, true, "State changed"},
                              {"unreachable", Change::Unreachable, true, "unreachable"}};

void carryOut(Change change, Store& store) {
    switch (change) {
    case Change::None:
        break;
    case Change::LockRemoved:
        store.status = LockStatus::Removed;
        break;
    case Change::LockTaken:
        store.status = LockStatus::Taken;
        break;
    case Change::Written: {
        const auto other = backends::makeRemoteState(std::make_unique<MemoryClient>(store), "other", {});
        QVERIFY(other->openWithoutLock().isEmpty() && other->read({}).isOk());
        QVERIFY(other->write(stateWith("y")).isOk());
        break;
    }
    case Change::Deleted:
        store.text.reset();
        break;
    case Change::Unreachable:
        store.isReachable = false;
        break;
    }
}

} // namespace

/// What is found of others when an apply starts after its approval.
class TestConfirming final : public QObject {
    Q_OBJECT

    struct Opened {
        Store store;
        std::unique_ptr<backends::WorkspaceState> state;
    };
    std::vector<Opened> m_opened{cases.size()};

private Q_SLOTS:
    /// All wait for approval at the same time.
    void initTestCase() {
        for (std::size_t i = 0; i < cases.size(); ++i) {
            auto& [store, state] = m_opened[i];
            state = backends::makeRemoteState(std::make_unique<MemoryClient>(store), "journal", {});
            QVERIFY((cases[i].isLocked ? state->lock("apply", {}, {}) : state->openWithoutLock()).isEmpty());
            QVERIFY(state->read({}).isOk() && state->write(stateWith("x")).isOk() && state->read({}).isOk());
            store.requests = 0;
            QVERIFY(state->confirm().isEmpty());
            QCOMPARE(store.requests, 0); // it was read a moment ago
            carryOut(cases[i].change, store);
            store.requests = 0;
        }
        QTest::qSleep(2100);
    }

    /// It may have had objects, which would be created again.
    void emptyStatesAreErrors() {
        Store store;
        store.text = "";
        const auto state = backends::makeRemoteState(std::make_unique<MemoryClient>(store), "journal", {});
        QCOMPARE(summaries(state->read({}).diagnostics), QStringLiteral("error loading state: no state"));
    }

    void stoppedWaitsNameTheHolder() {
        states::LockInfo holder = states::newLockInfo("OperationTypePlan", {});
        holder.who = "somebody@else";
        Store store;
        store.lockFailure = backends::LockFailure{"locked", holder};
        const auto state = backends::makeRemoteState(std::make_unique<MemoryClient>(store), "journal", {});
        std::stop_source stop;
        state->setLockHolderHandler([&](const states::LockInfo&) { stop.request_stop(); });
        const diags::Diagnostics found = state->lock("OperationTypeApply", std::chrono::minutes(1), stop.get_token());
        QCOMPARE(found.size(), std::size_t(1));
        for (const std::string& part : {holder.id, holder.who})
            QVERIFY2(found[0].detail.find(part) != std::string::npos, found[0].detail.c_str());
    }

    void othersAreFound_data() {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::newRow(cases[i].name) << int(i);
    }
    void othersAreFound() {
        QFETCH(int, number);
        const Case& given = cases[std::size_t(number)];
        auto& [store, state] = m_opened[std::size_t(number)];
        QCOMPARE(summaries(state->confirm()), QString(given.expected));
        QVERIFY(store.requests > 0);
        const bool isLockLost = given.change != Change::None && given.change != Change::Unreachable;
        QCOMPARE(state->checkLock().hasErrors(), isLockLost);
        if (given.change == Change::None) { // nothing is asked again
            store.requests = 0;
            QVERIFY(state->confirm().isEmpty());
            QCOMPARE(store.requests, 0);
        }
    }
};

QTEST_GUILESS_MAIN(TestConfirming)
#include "tst_confirming.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/backends/types.h"
#include "core/engine/state_keeper.h"

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>

using namespace planlens;

class TestStateKeeper : public QObject {
    Q_OBJECT
private slots:
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
};

QTEST_GUILESS_MAIN(TestStateKeeper)
#include "tst_state_keeper.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/plans/changes.h"

#include <QtTest>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <random>

using namespace planlens;
using namespace planlens::plans;

namespace {

int allocationsLeft = -1; // until the next allocation fails; negative: none fails

} // namespace

void* operator new(std::size_t size) {
    if (allocationsLeft == 0) {
        allocationsLeft = -1;
        throw std::bad_alloc();
    }
    if (allocationsLeft > 0)
        --allocationsLeft;
    if (void* const memory = std::malloc(size ? size : 1))
        return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace {

ResourceInstanceChangePtr change(addrs::AbsResourceInstance address, addrs::DeposedKey deposed, Action action) {
    auto made = std::make_shared<ResourceInstanceChange>();
    made->address = std::move(address);
    made->deposed = std::move(deposed);
    made->change.action = action;
    return made;
}

QString print(const ResourceInstanceChange* change) {
    return !change ? QStringLiteral("-")
                   : QString::fromStdString(change->address.toString() +
                                            (change->deposed.empty() ? "" : "~" + change->deposed)) +
                         QStringLiteral(" %1").arg(int(change->change.action));
}
QStringList print(const std::vector<const ResourceInstanceChange*>& changes) {
    QStringList lines;
    for (const ResourceInstanceChange* one : changes)
        lines.append(print(one));
    lines.sort();
    return lines;
}

/// Objects of two types in several module instances, with count; some are deposed.
std::vector<std::pair<addrs::AbsResourceInstance, addrs::DeposedKey>> objects() {
    std::vector<std::pair<addrs::AbsResourceInstance, addrs::DeposedKey>> all;
    const addrs::ModuleInstance root, a = root.child("m", std::int64_t(0)), b = root.child("m", std::int64_t(1)),
                                      inner = a.child("n", std::string("k"));
    for (const addrs::ModuleInstance& module : {root, a, b, inner})
        for (const char* type : {"test_thing", "test_other"})
            for (std::int64_t i = 0; i < 3; ++i)
                for (const char* deposed : {"", "0badcafe"})
                    all.emplace_back(addrs::AbsResourceInstance{module, {addrs::ResourceMode::Managed, type, "x"}, i},
                                     deposed);
    return all;
}

} // namespace

class TestChanges : public QObject {
    Q_OBJECT
private slots:
    void emptyChange_data() {
        QTest::addColumn<int>("action");
        QTest::addColumn<bool>("isMoved");
        QTest::addColumn<bool>("isImported");
        QTest::addColumn<bool>("isEmpty");
        QTest::newRow("unchanged") << int(Action::NoOp) << false << false << true;
        QTest::newRow("updated") << int(Action::Update) << false << false << false;
        QTest::newRow("read") << int(Action::Read) << false << false << false;
        QTest::newRow("moved") << int(Action::NoOp) << true << false << false;
        QTest::newRow("imported") << int(Action::NoOp) << false << true << false;
    }
    void emptyChange() {
        QFETCH(int, action);
        QFETCH(bool, isMoved);
        QFETCH(bool, isImported);
        QFETCH(bool, isEmpty);
        ResourceInstanceChange one;
        one.address = objects().front().first;
        one.previousAddress = isMoved ? objects().back().first : one.address;
        one.change.action = Action(action);
        if (isImported)
            one.change.importing.emplace();
        QCOMPARE(one.isEmpty(), isEmpty);
        Changes changes;
        changes.add(std::make_shared<ResourceInstanceChange>(one));
        QCOMPARE(changes.isEmpty(), isEmpty);
    }

    /// After any additions, replacements, removals and sorting, lookups give the same results as a plain list.
    void findsStoredChanges() {
        const auto all = objects();
        std::mt19937 random(7);
        Changes changes;
        std::vector<ResourceInstanceChangePtr> plain;
        for (int step = 0; step < 400; ++step) {
            const auto& [address, deposed] = all[random() % all.size()];
            const auto known = std::ranges::find_if(
                plain, [&](const auto& one) { return one->address == address && one->deposed == deposed; });
            if (random() % 4 == 0) {
                changes.remove(address, deposed);
                if (known != plain.end())
                    plain.erase(known);
            } else {
                const ResourceInstanceChangePtr made =
                    change(address, deposed, random() % 2 ? Action::Update : Action::Delete);
                changes.add(made);
                if (known != plain.end())
                    *known = made;
                else
                    plain.push_back(made);
            }
            if (step % 50 == 0)
                changes.sort();
            const Changes copy = changes;
            for (const auto& [soughtAddress, soughtDeposed] : all) {
                const auto expected = std::ranges::find_if(plain, [&](const auto& one) {
                    return one->address == soughtAddress && one->deposed == soughtDeposed;
                });
                QCOMPARE(print(copy.resource(soughtAddress, soughtDeposed)),
                         print(expected == plain.end() ? nullptr : expected->get()));
                std::vector<const ResourceInstanceChange*> current, configured;
                for (const ResourceInstanceChangePtr& one : plain) {
                    if (one->deposed.empty() && one->address.containing() == soughtAddress.containing())
                        current.push_back(one.get());
                    if (one->address.config() == soughtAddress.config())
                        configured.push_back(one.get());
                }
                QCOMPARE(print(copy.instancesOf(soughtAddress.containing())), print(current));
                QCOMPARE(print(copy.instancesOf(soughtAddress.config())), print(configured));
            }
        }
        QVERIFY(plain.size() > 10);
        changes.sort();
        QVERIFY(std::ranges::is_sorted(changes.resources(), [](const auto& a, const auto& b) {
            return std::tie(a->address, a->deposed) < std::tie(b->address, b->deposed);
        }));
    }

    /// If memory runs out, a change is added to no index, and the other changes are not modified.
    void addsWhollyOrNotAtAll() {
        const auto all = objects();
        int failures = 0;
        for (int allocation = 0;; ++allocation) {
            Changes changes;
            std::size_t added = 0;
            allocationsLeft = allocation;
            try {
                for (; added < all.size(); ++added)
                    changes.add(change(all[added].first, all[added].second, Action::Update));
            } catch (const std::bad_alloc&) {
                ++failures;
            }
            const bool isDone = allocationsLeft >= 0;
            allocationsLeft = -1;
            QCOMPARE(changes.resources().size(), added);
            changes.sort();
            for (std::size_t i = 0; i < all.size(); ++i) {
                const auto& [address, deposed] = all[i];
                QCOMPARE(changes.resource(address, deposed) != nullptr, i < added);
                const auto expected = std::ranges::count_if(
                    changes.resources(), [&](const auto& one) { return one->address.config() == address.config(); });
                QCOMPARE(std::ptrdiff_t(changes.instancesOf(address.config()).size()), expected);
            }
            changes.add(change(all[0].first, all[0].second, Action::Delete));
            QCOMPARE(changes.resource(all[0].first, all[0].second)->change.action, Action::Delete);
            if (isDone)
                break;
        }
        QVERIFY(failures > 100);
    }
};

QTEST_GUILESS_MAIN(TestChanges)
#include "tst_changes.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/states/edit/lookup.h"
#include "core/states/edit/move.h"
#include "core/states/edit/replace_provider.h"
#include "core/states/edit/successor.h"
#include "core/states/edit/taint.h"

#include "state_samples.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::states;
using namespace planlens::states::samples;

namespace {

addrs::AbsResourceInstance at(const char* text) {
    return *addrs::parseAbsResourceInstance(text);
}

/// An object with the dependencies.
StoredObjectPtr dependent(std::string_view id, const std::vector<const char*>& dependencies) {
    StoredObject changed = *object(id);
    std::vector<addrs::ConfigResource> resources;
    for (const char* text : dependencies)
        resources.push_back(*addrs::readConfigResource(text));
    changed.dependencies = resources;
    return std::make_shared<const StoredObject>(std::move(changed));
}

State sample() {
    State state;
    for (const char* text : {"test_thing.a", "test_thing.b[0]", "test_thing.b[1]", "module.m.test_thing.in",
                             "module.m.module.n.test_thing.deep", "module.k[0].test_thing.z"})
        state.setCurrent(at(text), object(text), provider());
    state.setCurrent(at("test_thing.user"), dependent("user", {"test_thing.a", "module.m.test_thing.in"}), provider());
    return state;
}

/// "ADDRESS=ID" for each object, with a star if it has dependencies.
QString print(const State& state) {
    QStringList words;
    for (const addrs::AbsResourceInstance& address : allInstances(state)) {
        const StoredObjectPtr current = state.current(address);
        words << QString::fromStdString(address.toString() + "=" + idOf(state, address) +
                                        (current && !current->dependencies.empty() ? "*" : ""));
    }
    return words.join(u' ');
}

MoveRequest request(const QString& from, const QString& to) {
    return {addrs::parseTargetText(from.toStdString())->subject, addrs::parseTargetText(to.toStdString())->subject,
            to.toStdString()};
}

} // namespace

class TestEdit : public QObject {
    Q_OBJECT
private slots:
    void findsInstances_data() {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("found");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* address, const char* found, const char* problem = "") {
            QTest::newRow(address) << QString(address) << QString(found) << QString(problem);
        };
        row("test_thing.a", "test_thing.a");
        row("test_thing.b", "test_thing.b[0] test_thing.b[1]");
        row("test_thing.b[1]", "test_thing.b[1]");
        row("module.m", "module.m.test_thing.in module.m.module.n.test_thing.deep");
        row("module.k[0]", "module.k[0].test_thing.z");
        row("test_thing.none", "", "Unknown resource");
        row("test_thing.b[9]", "", "Unknown resource instance");
        row("module.none", "", "Unknown module");
    }
    void findsInstances() {
        QFETCH(QString, address);
        QFETCH(QString, found);
        QFETCH(QString, problem);
        const addrs::TargetSubject subject = addrs::parseTargetText(address.toStdString())->subject;
        const auto result = instancesAt(sample(), subject, Missing::IsError);
        QStringList names;
        for (const addrs::AbsResourceInstance& instance : *result)
            names << QString::fromStdString(instance.toString());
        QCOMPARE(names.join(u' '), found);
        QCOMPARE(result.hasErrors() ? QString::fromStdString(result.diagnostics[0].summary) : QString(), problem);
        QVERIFY(!instancesAt(sample(), subject, Missing::IsIgnored).hasErrors());
    }

    void moves_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("object");       // that exists afterwards
        QTest::addColumn<bool>("keepsDependents"); // whether test_thing.user keeps its dependencies
        const auto row = [](const char* name, const char* from, const char* to, const char* object, bool keeps) {
            QTest::newRow(name) << QString(from) << QString(to) << QString(object) << keeps;
        };
        row("instance", "test_thing.a", "test_thing.c", "test_thing.c=test_thing.a", false);
        row("to a key", "test_thing.a", "test_thing.b[7]", "test_thing.b[7]=test_thing.a", false);
        row("resource", "test_thing.b", "test_thing.c", "test_thing.c[1]=test_thing.b[1]", true);
        row("module", "module.m", "module.x[0]",
            "module.x[0].module.n.test_thing.deep=module.m.module.n.test_thing.deep", false);
        row("inner module", "module.m.module.n", "module.y",
            "module.y.test_thing.deep=module.m.module.n.test_thing.deep", true);
    }
    void moves() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, object);
        QFETCH(bool, keepsDependents);
        const auto outcome = move(sample(), {}, request(from, to));
        QVERIFY2(!outcome.hasErrors(), outcome.diagnostics.toString().c_str());
        QVERIFY(!outcome->moved.empty());
        const QStringList objects = print(outcome->source).split(u' ');
        QVERIFY2(objects.contains(object), qPrintable(objects.join(u'\n')));
        QCOMPARE(objects.size(), print(sample()).split(u' ').size());
        QCOMPARE(objects.contains(QStringLiteral("test_thing.user=user*")), keepsDependents);
    }

    void movesToAnotherState() {
        const auto outcome = move(sample(), State(), request("test_thing.b", "test_thing.c"));
        QVERIFY(!outcome.hasErrors());
        QVERIFY(!print(outcome->source).contains(QStringLiteral("test_thing.b")));
        QCOMPARE(print(*outcome->destination),
                 QStringLiteral("test_thing.c[0]=test_thing.b[0] test_thing.c[1]=test_thing.b[1]"));
    }

    void rejectsMoves_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* from, const char* to, const char* problem) {
            QTest::addRow("%s to %s", from, to) << QString(from) << QString(to) << QString(problem);
        };
        row("test_thing.none", "test_thing.x", "does not match anything in the current state");
        row("test_thing.b[9]", "test_thing.x", "The current state does not contain test_thing.b[9]");
        row("module.k", "module.x", "does not match anything in the current state");
        row("module.m", "test_thing.x", "the target must also be a module");
        row("module.m", "module.k[0]", "Your existing states are untouched");
        row("test_thing.b", "test_thing.x[0]", "the target must also be a whole resource");
        row("test_thing.a", "module.x", "the target must also be a resource instance");
        row("test_thing.a", "test_thing.b[0]", "there is already a resource instance at that address");
        row("test_thing.a", "other_thing.a", "resource types don't match");
        row("test_thing.a", "data.test_thing.a", "can be moved only to another managed resource address");
    }
    void rejectsMoves() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, problem);
        const auto outcome = move(sample(), {}, request(from, to));
        QVERIFY(outcome.hasErrors());
        QVERIFY2(QString::fromStdString(outcome.diagnostics.toString()).contains(problem),
                 outcome.diagnostics.toString().c_str());
    }

    void replacesProviders() {
        const addrs::Provider from = provider().config.provider, to("example.com", "acme", "test");
        const std::vector<addrs::AbsResource> resources = resourcesOf(sample(), from);
        QCOMPARE(resources.size(), sample().resources().size());
        const State changed = withProvider(sample(), resources, to);
        QVERIFY(resourcesOf(changed, from).empty());
        QCOMPARE(resourcesOf(changed, to).size(), resources.size());
        QCOMPARE(print(changed), print(sample()));
    }

    void taintsAndUntaints() {
        const addrs::AbsResourceInstance address = at("test_thing.a");
        const auto tainted = withTaint(sample(), address, Taint::Add);
        QVERIFY(tainted.isOk());
        QVERIFY(tainted->current(address)->status == ObjectStatus::Tainted);
        const auto untainted = withTaint(*tainted, address, Taint::Remove);
        QVERIFY(untainted.isOk());
        QVERIFY(*untainted == sample());
        QVERIFY(withTaint(sample(), address, Taint::Remove).hasErrors());
        State deposed = sample();
        deposed.depose(address, "0a1b2c3d");
        QVERIFY(withTaint(deposed, address, Taint::Add).hasErrors());
    }

    void acceptsSuccessors_data() {
        QTest::addColumn<QString>("lineage");
        QTest::addColumn<int>("serial");
        QTest::addColumn<bool>("isChanged");
        QTest::addColumn<bool>("isAccepted");
        QTest::newRow("newer") << "l" << 6 << true << true;
        QTest::newRow("the same") << "l" << 5 << false << true;
        QTest::newRow("other content") << "l" << 5 << true << false;
        QTest::newRow("older") << "l" << 4 << false << false;
        QTest::newRow("other lineage") << "m" << 6 << true << false;
        QTest::newRow("no lineage") << "" << 1 << true << true;
    }
    void acceptsSuccessors() {
        QFETCH(QString, lineage);
        QFETCH(int, serial);
        QFETCH(bool, isChanged);
        QFETCH(bool, isAccepted);
        const File current{"1.12.6", 5, "l", std::make_shared<const State>(sample())};
        State content = sample();
        if (isChanged)
            content.forget(at("test_thing.a"));
        const File next{"1.12.6", static_cast<std::uint64_t>(serial), lineage.toStdString(),
                        std::make_shared<const State>(content)};
        QCOMPARE(!whyNotSuccessor(next, current).has_value(), isAccepted);
        const File empty{"1.12.6", 5, "l", std::make_shared<const State>()};
        QVERIFY(!whyNotSuccessor(next, empty));
    }
};

QTEST_APPLESS_MAIN(TestEdit)
#include "tst_edit.moc"

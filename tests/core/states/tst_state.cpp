// SPDX-License-Identifier: MPL-2.0
#include "core/states/state.h"

#include "state_samples.h"

#include <QtTest>

#include <map>

using namespace planlens;
using namespace planlens::states;
using namespace planlens::states::samples;
using values::Type;
using values::Value;

namespace {

/// Returns "test_thing.a[0]=id (deposed)", one word for each object.
QString print(const State& state) {
    QStringList words;
    for (const auto& [address, resource] : state.resources()) {
        for (const auto& [key, instance] : resource.instances) {
            const std::string name = address.instance(key).toString();
            if (instance.current)
                words << QString::fromStdString(name + "=" + idOf(state, address.instance(key)));
            for (const auto& [deposed, object] : instance.deposed)
                words << QString::fromStdString(name + "~" + deposed);
        }
        if (resource.instances.empty())
            words << QString::fromStdString(address.toString() + "!");
    }
    return words.join(' ');
}

std::shared_ptr<const schemas::ResourceSchema> schema() {
    schemas::Block block;
    schemas::Attribute text;
    text.type = Type::string();
    text.optional = true;
    schemas::Attribute any = text;
    any.type = Type::dynamic();
    schemas::Attribute map = text;
    map.type = Type::map(Type::string());
    block.attributes = {{"id", text}, {"any", any}, {"tags", map}};
    return schemas::ResourceSchema::make(block, 7);
}

} // namespace

class TestState : public QObject {
    Q_OBJECT
private slots:
    /// For objects added and removed in any order, also in copies.
    void findsStoredObjects() {
        State state, copy;
        std::map<std::string, std::string> expected, expectedOfCopy; // ids by name
        std::uint32_t random = 1;
        const auto next = [&](std::uint32_t limit) {
            return (random = random * 1664525U + 1013904223U) / 65536U % limit;
        };
        const auto addressOf = [](const std::string& name) { return thing(name, 0); };
        for (int i = 0; i < 3000; ++i) {
            const std::string name = "n" + std::to_string(next(40)), other = "n" + std::to_string(next(40)),
                              id = std::to_string(i);
            switch (next(6)) {
            case 0:
                state.forget(addressOf(name));
                expected.erase(name);
                break;
            case 1:
                state.removeResource(addressOf(name).containing());
                expected.erase(name);
                break;
            case 2:
                if (expected.contains(name) && !expected.contains(other)) {
                    state.move(addressOf(name).containing(), addressOf(other).containing());
                    expected[other] = expected.extract(name).mapped();
                }
                break;
            case 3:
                std::swap(state, copy);
                std::swap(expected, expectedOfCopy);
                break;
            case 4:
                if (i % 20 == 0) {
                    copy = state;
                    expectedOfCopy = expected;
                }
                break;
            default:
                state.setCurrent(addressOf(name), object(id), provider());
                expected[name] = id;
            }
            QCOMPARE(state.resources().size(), expected.size());
            for (int j = 0; j < 40; ++j) {
                const std::string each = "n" + std::to_string(j);
                QCOMPARE(state.instance(addressOf(each)) != nullptr, expected.contains(each));
                if (expected.contains(each))
                    QCOMPARE(idOf(state, addressOf(each)), expected[each]);
            }
        }
    }
    void removesEmptyResources() {
        State state;
        state.setCurrent(thing("a", 0), object("x"), provider());
        state.setCurrent(thing("a", 1), object("y"), provider());
        QVERIFY(state.hasManagedResources());
        state.setCurrent(thing("a", 0), nullptr, provider());
        QCOMPARE(print(state), QString("test_thing.a[1]=y"));
        state.forget(thing("a", 1));
        QVERIFY(state.isEmpty());
        state.setCurrent(thing("a", 1), nullptr, provider());
        QVERIFY(state.isEmpty());
    }

    void deposesAndRestores() {
        State state;
        state.setCurrent(thing("a"), object("old"), provider());
        state.depose(thing("a"), "00000001");
        QCOMPARE(print(state), QString("test_thing.a~00000001"));
        state.setCurrent(thing("a"), object("new"), provider());
        QVERIFY(!state.restoreDeposed(thing("a"), "00000001"));
        QCOMPARE(print(state), QString("test_thing.a=new test_thing.a~00000001"));
        state.setCurrent(thing("a"), nullptr, provider());
        QVERIFY(state.restoreDeposed(thing("a"), "00000001"));
        QCOMPARE(print(state), QString("test_thing.a=old"));
        state.setDeposed(thing("a"), "00000002", object("z"), provider());
        state.setDeposed(thing("a"), "00000002", nullptr, provider());
        QCOMPARE(print(state), QString("test_thing.a=old"));
    }

    void movesInstancesAndResources() {
        State state;
        state.setCurrent(thing("a"), object("x"), provider("one"));
        state.move(thing("a"), thing("b", std::string("k")));
        QCOMPARE(print(state), QString("test_thing.b[\"k\"]=x"));
        QCOMPARE(state.resource(thing("b").containing())->provider.provider.type(), std::string("one"));
        addrs::AbsResource inModule = thing("c").containing();
        inModule.module = addrs::ModuleInstance().child("m", 1);
        state.move(thing("b").containing(), inModule);
        QCOMPARE(print(state), QString("module.m[1].test_thing.c[\"k\"]=x"));
    }

    void copiesAreIndependent() {
        State first;
        first.setCurrent(thing("a"), object("x"), provider());
        State second = first;
        second.setCurrent(thing("a"), object("y"), provider());
        QCOMPARE(print(first), QString("test_thing.a=x"));
        QVERIFY(!(first == second));
    }

    void deposedKeysAreNew() {
        State state;
        const addrs::DeposedKey key = newDeposedKey(state, thing("a"));
        QVERIFY(QRegularExpression("^[0-9a-f]{8}$").match(QString::fromStdString(key)).hasMatch());
    }

    void codesObjectsByTheirSchema() {
        Object given;
        const values::Mark other("Deprecated: x");
        given.value =
            Value::object({{"any", Value::number(3)},
                           {"id", Value::unknown(Type::string())},
                           {"tags", Value::map({{"k", Value::string("<secret>").withMark(values::Mark::sensitive())},
                                                {"l", Value::string("l").withMark(other)}})}});
        given.dependencies = {thing("z").config(), thing("b").config()};
        given.identity = Value::object({{"id", Value::string("i")}});
        given.privateData = "p";
        given.status = ObjectStatus::Tainted;
        const StoredObjectPtr stored = encode(given, *schema());
        QCOMPARE(stored->attributesJson,
                 std::string("{\"any\":{\"value\":3,\"type\":\"number\"},\"id\":null,\"tags\":{\"k\":"
                             "\"\\u003csecret\\u003e\",\"l\":\"l\"}}"));
        QCOMPARE(stored->schemaVersion, std::uint64_t(7));
        QCOMPARE(stored->sensitivePaths.size(), std::size_t(1));
        QCOMPARE(stored->otherMarks.size(), std::size_t(1));
        QCOMPARE(stored->dependencies[0].toString(), std::string("test_thing.b"));
        QCOMPARE(stored->identityJson, std::string("{\"id\":\"i\"}"));

        const auto back = decode(*stored, *schema());
        QVERIFY2(back.isOk(), back.diagnostics.toString().c_str());
        QVERIFY(back->value.attribute("any") == Value::number(3));
        QVERIFY(back->value.attribute("id").isNull());
        QVERIFY(back->value.attribute("tags").find("k")->isSensitive());
        QVERIFY(back->value.attribute("tags").find("l")->hasMark(other));
        QVERIFY(back->identity == given.identity);
        QVERIFY(back->status == ObjectStatus::Tainted);
    }

    void reportsWhyAnObjectCannotBeDecoded() {
        StoredObject stored;
        stored.attributesJson = "{\"id\":[]}";
        const auto result = decode(stored, *schema());
        QVERIFY(!result.isOk());
        stored.attributesJson.clear();
        QVERIFY(!decode(stored, *schema()).isOk());
    }
};

QTEST_APPLESS_MAIN(TestState)
#include "tst_state.moc"

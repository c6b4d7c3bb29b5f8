// SPDX-License-Identifier: MPL-2.0
#include "core/plans/plan.h"
#include "core/plans/shown/hidden_values.h"
#include "core/values/unclassified.h"

#include <QTest>

using namespace planlens;
using plans::Action;
using values::Value;

namespace {

Value objectWith(Value value) {
    return Value::object({{"a", std::move(value)}});
}
Value hidden(const char* text) {
    return Value::string(text).withMark(values::Mark::sensitive()).withMark(values::unclassified());
}

plans::ResourceInstanceChangePtr change(const char* address, Action action, Value before, Value after) {
    auto made = std::make_shared<plans::ResourceInstanceChange>();
    made->address = made->previousAddress = *addrs::readAbsResourceInstance(address);
    made->change.action = action;
    made->change.before = std::move(before);
    made->change.after = std::move(after);
    made->requiredReplace = {values::Path().attribute("a")};
    return made;
}

} // namespace

/// The values of a saved plan without schemas, and those of its JSON.
class TestHiddenValues final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void valuesAndMarksOfJsonReplaceHiddenOnes() {
        plans::Plan plan, json;
        const Value secret = objectWith(Value::string("s").withMark(values::Mark::sensitive()));
        plan.changes.add(change("x_y.a", Action::Update, objectWith(hidden("1")), objectWith(hidden("2"))));
        plan.changes.add(change("x_y.b", Action::Update, objectWith(Value::string("3")), secret));
        plan.drift.push_back(change("x_y.a", Action::Update, objectWith(hidden("4")), objectWith(hidden("5"))));
        auto ofJson = std::make_shared<plans::ResourceInstanceChange>(
            *change("x_y.a", Action::Update, objectWith(Value::string("1")), secret));
        ofJson->requiredReplace.clear();
        json.changes.add(ofJson);
        json.changes.add(change("x_y.b", Action::Update, objectWith(Value::string("other")), secret));
        json.drift.push_back(change("x_y.a", Action::Update, secret, objectWith(Value::string("5"))));
        QVERIFY(plans::replaceHiddenValues(plan, json));
        const plans::ResourceInstanceChange& first = *plan.changes.resources()[0];
        QVERIFY(first.change.before == objectWith(Value::string("1")) && first.change.after == secret);
        QCOMPARE(first.requiredReplace.size(), std::size_t(1));                                // everything else stays
        QVERIFY(plan.changes.resources()[1]->change.before == objectWith(Value::string("3"))); // was not hidden
        QVERIFY(plan.drift[0]->change.before == secret);
    }

    void staysHiddenWithoutTheSameChange_data() {
        QTest::addColumn<QByteArray>("address");
        QTest::addColumn<Action>("action");
        QTest::newRow("another object") << QByteArray("x_y.b") << Action::Update;
        QTest::newRow("another action") << QByteArray("x_y.a") << Action::DeleteThenCreate;
    }
    void staysHiddenWithoutTheSameChange() {
        QFETCH(QByteArray, address);
        QFETCH(Action, action);
        plans::Plan plan, json;
        plan.changes.add(change("x_y.a", Action::Update, objectWith(hidden("1")), objectWith(hidden("2"))));
        json.changes.add(change(address.constData(), action, objectWith(Value::string("1")), Value()));
        QVERIFY(!plans::replaceHiddenValues(plan, json));
        QVERIFY(plans::hasHiddenValues(*plan.changes.resources()[0]));
    }
};

QTEST_APPLESS_MAIN(TestHiddenValues)
#include "tst_hidden_values.moc"

// SPDX-License-Identifier: MPL-2.0
#include "core/diff/changed_attributes.h"

#include <QTest>

using namespace planlens;
using diff::ChangedAttribute;
using values::Type;
using values::Value;

class TestChangedAttributes : public QObject {
    Q_OBJECT

private slots:
    void namesWhatDiffers() {
        plans::ResourceInstanceChange change;
        change.change.before = Value::object({{"id", Value::string("i")},
                                              {"name", Value::string("a")},
                                              {"gone", Value::string("x")},
                                              {"same", Value::string("s")},
                                              {"zone", Value::string("1")},
                                              {"none", Value::null(Type::string())}});
        change.change.after = Value::object({{"id", Value::unknown(Type::string())},
                                             {"name", Value::string("b")},
                                             {"made", Value::string("y")},
                                             {"gone", Value::null(Type::string())},
                                             {"same", Value::string("s")},
                                             {"zone", Value::string("2")},
                                             {"none", Value::null(Type::string())}});
        change.requiredReplace = {values::Path().attribute("zone").index(0)};
        const std::vector<ChangedAttribute> expected{
            {"zone", ChangedAttribute::How::Changed, true},        {"gone", ChangedAttribute::How::Removed, false},
            {"made", ChangedAttribute::How::Added, false},         {"name", ChangedAttribute::How::Changed, false},
            {"id", ChangedAttribute::How::KnownAfterApply, false},
        };
        QVERIFY(diff::changedAttributes(change) == expected);
    }

    void namesAllAttributesOfNewAndDestroyedObjects() {
        plans::ResourceInstanceChange change;
        const Value object = Value::object({{"a", Value::string("1")}, {"b", Value::null(Type::string())}});
        change.change.before = Value::null(object.type());
        change.change.after = object;
        QVERIFY((diff::changedAttributes(change) ==
                 std::vector<ChangedAttribute>{{"a", ChangedAttribute::How::Added, false}}));
        std::swap(change.change.before, change.change.after);
        QVERIFY((diff::changedAttributes(change) ==
                 std::vector<ChangedAttribute>{{"a", ChangedAttribute::How::Removed, false}}));
    }

    void looksThroughMarks() {
        plans::ResourceInstanceChange change;
        change.change.before = Value::object({{"secret", Value::string("x").withMarks({values::Mark::sensitive()})}});
        change.change.after = Value::object({{"secret", Value::string("x")}});
        QVERIFY(diff::changedAttributes(change).empty());
    }
};

QTEST_APPLESS_MAIN(TestChangedAttributes)
#include "tst_changed_attributes.moc"

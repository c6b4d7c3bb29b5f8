// SPDX-License-Identifier: MPL-2.0
#include "core/formats/value_json.h"

#include <QtTest>

using namespace planlens;
using values::Mark;
using values::Type;
using values::Value;

namespace {

schemas::Attribute attribute(Type type, bool sensitive = false) {
    schemas::Attribute made;
    made.type = type;
    made.optional = true;
    made.sensitive = sensitive;
    return made;
}

/// Returns a schema with name, a set of "user" and a list of "admin", whose passwords are sensitive.
schemas::Block schema() {
    schemas::Block user;
    user.attributes = {{"name", attribute(Type::string())}, {"password", attribute(Type::string(), true)}};
    schemas::Block block;
    block.attributes = {{"name", attribute(Type::string())}};
    block.blockTypes["user"].block = user;
    block.blockTypes["user"].nesting = schemas::NestingMode::Set;
    block.blockTypes["admin"].block = user;
    block.blockTypes["admin"].nesting = schemas::NestingMode::List;
    return block;
}

Value user(const char* name, const char* password) {
    return Value::object({{"name", Value::string(name)}, {"password", Value::string(password)}});
}

Value thing(Value users) {
    return Value::object(
        {{"name", Value::string("n")}, {"user", std::move(users)}, {"admin", Value::list({user("c", "3")})}});
}

std::string maskOf(const Value& value) {
    std::string text;
    formats::JsonWriter json(text);
    formats::writeSensitiveMask(json, value, schema());
    return text;
}

} // namespace

class TestValueJson : public QObject {
    Q_OBJECT
private slots:
    void masksTheSensitivePartsOfSetElements() {
        QCOMPARE(maskOf(thing(Value::set({user("a", "1"), user("b", "2")}))),
                 std::string(R"({"admin":[{"password":true}],"user":[{"password":true},{"password":true}]})"));
    }

    void masksMarksOfValuesToo() {
        QCOMPARE(maskOf(thing(Value::set({user("a", "1")}).withMark(Mark::sensitive()))),
                 std::string(R"({"admin":[{"password":true}],"user":true})"));
    }

    void masksNoPartsOfNullAndEmptyValues() {
        QCOMPARE(maskOf(Value::null(thing(Value::set({user("a", "1")})).type())), std::string("false"));
        QCOMPARE(maskOf(thing(Value::emptySet(user("a", "1").type()))),
                 std::string(R"({"admin":[{"password":true}],"user":[]})"));
    }
};

QTEST_APPLESS_MAIN(TestValueJson)
#include "tst_value_json.moc"

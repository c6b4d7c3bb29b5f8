// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/function.h"
#include "core/values/operations.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::hcl;
using values::Mark;
using values::Type;
using values::Value;

namespace {

Parameter taking(Type type) {
    Parameter made;
    made.name = "x";
    made.type = type;
    return made;
}

/// Joins strings and refines the result as not null.
class Join final : public Function {
public:
    explicit Join(Parameter variadic)
        : Function("join", {taking(Type::string())}, std::move(variadic)) {}
    FunctionOutcome<Type> returnType(std::span<const Value>) const override { return Type::string(); }
    FunctionOutcome<Value> call(std::span<const Value> arguments, Type) const override {
        std::string text;
        for (const Value& argument : arguments)
            text += argument.isNull() ? "-" : argument.asString();
        return Value::string(text);
    }
    Value refineResult(Value result) const override { return values::refineNotNull(result); }
};

std::string print(const FunctionOutcome<Value>& outcome) {
    if (outcome)
        return outcome->toGoString();
    return (outcome.error().argument ? std::to_string(*outcome.error().argument) + ": " : "") + outcome.error().message;
}

} // namespace

class FunctionTest : public QObject {
    Q_OBJECT

private slots:
    void countsArguments() {
        QCOMPARE(print(invoke(Join(taking(Type::string())), {})),
                 std::string("wrong number of arguments (at least 1 required; 0 given)"));
    }

    void rejectsNullUnlessAllowed() {
        const std::vector<Value> arguments{Value::string("a"), Value::null(Type::string())};
        QCOMPARE(print(invoke(Join(taking(Type::string())), arguments)), std::string("1: argument must not be null"));
        Parameter nullable = taking(Type::string());
        nullable.allowNull = true;
        QCOMPARE(print(invoke(Join(nullable), arguments)), Value::string("a-").toGoString());
    }

    void rejectsOtherTypes() {
        const std::vector<Value> arguments{Value::boolean(true)};
        QCOMPARE(print(invoke(Join(taking(Type::string())), arguments)),
                 std::string("0: string required, but received bool"));
    }

    void returnsWhatIsCertainForUnknown() {
        const std::vector<Value> arguments{Value::unknown(Type::string())};
        QCOMPARE(print(invoke(Join(taking(Type::string())), arguments)),
                 values::refineNotNull(Value::unknown(Type::string())).toGoString());
    }

    void returnsDynamicForDynamic() {
        const std::vector<Value> arguments{Value::dynamicUnknown()};
        QCOMPARE(print(invoke(Join(taking(Type::string())), arguments)), Value::dynamicUnknown().toGoString());
    }

    void carriesMarks() {
        const std::vector<Value> arguments{Value::string("a"), Value::string("b").withMark(Mark::sensitive())};
        QCOMPARE(print(invoke(Join(taking(Type::string())), arguments)),
                 Value::string("ab").withMark(Mark::sensitive()).toGoString());
    }
};

QTEST_APPLESS_MAIN(FunctionTest)
#include "tst_function.moc"

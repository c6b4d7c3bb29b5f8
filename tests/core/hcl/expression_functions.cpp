// SPDX-License-Identifier: MPL-2.0
#include "tests/core/hcl/expression_functions.h"

#include "core/hcl/expression.h"
#include "core/values/operations.h"

#include <algorithm>
#include <functional>

namespace planlens::tests {
namespace {

using hcl::FunctionError;
using hcl::FunctionOutcome;
using hcl::Parameter;
using values::Type;
using values::Value;
using Arguments = std::span<const Value>;
using Body = std::function<FunctionOutcome<Value>(Arguments)>;
using LazyBody = std::function<FunctionOutcome<Value>(std::span<const hcl::LazyArgument>)>;

Parameter parameter(std::string name, Type type) {
    Parameter made;
    made.name = std::move(name);
    made.type = type;
    return made;
}
Parameter lazy(std::string name) {
    Parameter made = parameter(std::move(name), Type::dynamic());
    made.takes = Parameter::Takes::Expression;
    return made;
}

class TestFunction final : public hcl::Function {
public:
    TestFunction(std::vector<Parameter> parameters, std::optional<Parameter> variadic, Type type, Body body)
        : Function("test", std::move(parameters), std::move(variadic))
        , m_type(type)
        , m_body(std::move(body)) {}
    FunctionOutcome<Type> returnType(Arguments) const override { return m_type; }
    FunctionOutcome<Value> call(Arguments arguments, Type) const override { return m_body(arguments); }
    Value refineResult(Value result) const override { return values::refineNotNull(result); }

private:
    Type m_type;
    Body m_body;
};

class LazyFunction final : public hcl::Function {
public:
    LazyFunction(std::vector<Parameter> parameters, std::optional<Parameter> variadic, LazyBody body)
        : Function("lazy", std::move(parameters), std::move(variadic))
        , m_body(std::move(body)) {}
    FunctionOutcome<Type> returnType(Arguments) const override { return Type::dynamic(); }
    FunctionOutcome<Value> call(Arguments, Type) const override {
        return diags::Unexpected{FunctionError{"called with values", {}, {}}};
    }
    FunctionOutcome<Value> callLazily(std::span<const hcl::LazyArgument> arguments) const override {
        return m_body(arguments);
    }

private:
    LazyBody m_body;
};

FunctionOutcome<Value> fail(std::string message, std::optional<std::size_t> argument = {}) {
    return diags::Unexpected{FunctionError{std::move(message), argument, {}}};
}

FunctionOutcome<Value> tryAll(std::span<const hcl::LazyArgument> arguments) {
    if (arguments.empty())
        return fail("at least one argument is required");
    std::string errors = "no expression succeeded:\n";
    for (const hcl::LazyArgument& argument : arguments) {
        const auto result = argument.expression->evaluate(argument.scope);
        if (!result.hasErrors())
            return result->isWhollyKnown() ? *result : Value::dynamicUnknown();
        for (const diags::Diagnostic& diagnostic : result.diagnostics)
            errors += "- " + diagnostic.summary + " (at " + diagnostic.subject->toString() + ")\n  " +
                      diagnostic.detail + "\n";
    }
    return fail(errors + "\nAt least one expression must produce a successful result");
}

FunctionOutcome<Value> canEvaluate(std::span<const hcl::LazyArgument> arguments) {
    const auto result = arguments[0].expression->evaluate(arguments[0].scope);
    if (result.hasErrors())
        return Value::boolean(false);
    return result->isWhollyKnown() ? Value::boolean(true) : Value::unknown(Type::boolean());
}

Value upper(const Value& text) {
    std::string result = text.asString();
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return Value::string(result);
}

Value concat(Arguments lists) {
    std::vector<Value> elements;
    for (const Value& list : lists)
        for (std::size_t i = 0; i < list.size(); ++i)
            elements.push_back(list.element(i));
    return Value::tuple(std::move(elements));
}

Value smallest(Arguments numbers) {
    Value result = numbers[0];
    for (const Value& number : numbers)
        if (number.asNumber() < result.asNumber())
            result = number;
    return result;
}

} // namespace

std::shared_ptr<const hcl::Function> tableFunction(const std::string& implementation) {
    const auto make = [](std::vector<Parameter> parameters, std::optional<Parameter> variadic, Type type, Body body) {
        return std::make_shared<TestFunction>(std::move(parameters), std::move(variadic), type, std::move(body));
    };
    if (implementation == "cty.UpperFunc")
        return make({parameter("str", Type::string())}, {}, Type::string(), [](Arguments a) { return upper(a[0]); });
    if (implementation == "cty.NegateFunc")
        return make({parameter("num", Type::number())}, {}, Type::number(),
                    [](Arguments a) { return values::negate(a[0]); });
    if (implementation == "cty.MinFunc")
        return make({}, parameter("numbers", Type::number()), Type::number(), [](Arguments a) { return smallest(a); });
    if (implementation == "cty.ConcatFunc")
        return make({}, parameter("seqs", Type::dynamic()), Type::dynamic(), [](Arguments a) { return concat(a); });
    if (implementation == "test.misbehave_noparam")
        return make({}, {}, Type::string(), [](Arguments) { return fail("out of range", 1); });
    if (implementation == "test.misbehave_varparam")
        return make({}, parameter("foo", Type::string()), Type::string(),
                    [](Arguments) { return fail("out of range", 1); });
    if (implementation == "test.argerrorexpand")
        return make({}, parameter("foo", Type::string()), Type::string(),
                    [](Arguments) { return fail("blah blah", 1); });
    if (implementation == "hcl.try")
        return std::make_shared<LazyFunction>(std::vector<Parameter>{}, lazy("expressions"), tryAll);
    if (implementation == "hcl.can")
        return std::make_shared<LazyFunction>(std::vector<Parameter>{lazy("expression")}, std::nullopt, canEvaluate);
    return nullptr;
}

} // namespace planlens::tests

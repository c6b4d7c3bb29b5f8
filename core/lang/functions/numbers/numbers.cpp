// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/builtins.h"
#include "core/lang/functions/numbers/go_math.h"
#include "core/values/operations.h"

#include <fmt/format.h>

#include <cmath>

namespace planlens::lang {
namespace {

/// Returns a result computed with doubles.
ValueOutcome fromDouble(double value) {
    if (std::isnan(value))
        return fail("panic in function implementation: Float.SetFloat64(NaN)");
    return Value::number(std::isinf(value) ? Number::infinity(value < 0) : Number::fromDouble(value));
}

void addDoubleFunction(FunctionList& functions, const char* name, const char* second,
                       double (*function)(double, double)) {
    add(functions, {.name = name,
                    .parameters = {parameter("num", Type::number()), parameter(second, Type::number())},
                    .type = always(Type::number()),
                    .call = [function](Arguments arguments, Type) -> ValueOutcome {
                        const auto first = toDouble(arguments[0]);
                        if (!first)
                            return Failure{first.error()};
                        const auto other = toDouble(arguments[1]);
                        if (!other)
                            return Failure{other.error()};
                        return fromDouble(function(*first, *other));
                    }});
}

void addRounding(FunctionList& functions, const char* name, Number (Number::*function)() const) {
    add(functions, {.name = name,
                    .parameters = {parameter("num", Type::number())},
                    .type = always(Type::number()),
                    .call = [function](Arguments arguments, Type) -> ValueOutcome {
                        return Value::number((arguments[0].asNumber().*function)());
                    }});
}

/// Adds a function that selects the best of its numbers.
void addChoice(FunctionList& functions, const char* name, bool (*isBetter)(const Number&, const Number&)) {
    add(functions, {.name = name,
                    .variadic = parameter("numbers", Type::number(), {Allow::DynamicType}),
                    .type = always(Type::number()),
                    .call = [isBetter](Arguments arguments, Type) -> ValueOutcome {
                        if (arguments.empty())
                            return fail("must pass at least one number");
                        const Value* best = &arguments[0];
                        for (const Value& argument : arguments.subspan(1)) {
                            if (isBetter(argument.asNumber(), best->asNumber()))
                                best = &argument;
                        }
                        return *best;
                    }});
}

ValueOutcome signum(Arguments arguments, Type) {
    const auto number = toInteger(arguments[0]);
    if (!number)
        return Failure{number.error()};
    return Value::number(*number < 0 ? -1 : *number > 0 ? 1 : 0);
}

TypeOutcome parsedType(Arguments arguments) {
    if (!arguments[0].type().isString())
        return failAt(0, fmt::format("first argument must be a string, not {}", arguments[0].type().friendlyName()));
    return Type::number();
}

ValueOutcome parseInt(Arguments arguments, Type) {
    const std::string text = arguments[0].unmarked().asString();
    const auto base = toInteger(arguments[1].unmarked());
    if (!base)
        return failAt(1, base.error().message);
    if (*base < 2 || *base > 62)
        return failAt(1, "base must be a whole number between 2 and 62 inclusive");
    constexpr std::size_t mostDigits = 1'000'000;
    if (text.size() > mostDigits)
        return failAt(0, fmt::format("the number has more than {} digits", mostDigits));
    auto number = Number::parseInteger(text, static_cast<int>(*base));
    if (!number) {
        return failAt(0, fmt::format("cannot parse {} as a base {} integer", redacted(text, arguments[0].marks()),
                                     redacted(*base, arguments[1].marks())));
    }
    return Value::number(*std::move(number)).withMarks(arguments[0].marks()).withMarks(arguments[1].marks());
}

} // namespace

void addNumbers(FunctionList& functions) {
    add(functions, {.name = "abs",
                    .parameters = {parameter("num", Type::number(), {Allow::DynamicType, Allow::Marked})},
                    .type = always(Type::number()),
                    .call = [](Arguments arguments, Type) -> ValueOutcome { return values::absolute(arguments[0]); }});
    addRounding(functions, "ceil", &Number::ceil);
    addRounding(functions, "floor", &Number::floor);
    addChoice(functions, "min", [](const Number& a, const Number& b) { return a < b; });
    addChoice(functions, "max", [](const Number& a, const Number& b) { return a > b; });
    addDoubleFunction(functions, "log", "base",
                      [](double number, double base) { return logarithm(number) / logarithm(base); });
    addDoubleFunction(functions, "pow", "power", power);
    add(functions, {.name = "signum",
                    .parameters = {parameter("num", Type::number())},
                    .type = always(Type::number()),
                    .call = signum});
    add(functions, {.name = "parseint",
                    .parameters = {parameter("number", Type::dynamic(), {Allow::Marked}),
                                   parameter("base", Type::number(), {Allow::Marked})},
                    .type = parsedType,
                    .call = parseInt});
}

} // namespace planlens::lang

// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/definition.h"

#include "core/values/conversion/convert.h"
#include "core/values/operations.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace planlens::lang {
namespace {

class DefinedFunction final : public hcl::Function {
public:
    explicit DefinedFunction(Definition definition)
        : Function(std::move(definition.name), std::move(definition.parameters), std::move(definition.variadic))
        , m_nullness(definition.nullness)
        , m_type(std::move(definition.type))
        , m_call(std::move(definition.call)) {}

    TypeOutcome returnType(Arguments arguments) const override { return m_type(arguments); }
    ValueOutcome call(Arguments arguments, Type returnType) const override { return m_call(arguments, returnType); }
    Value refineResult(Value result) const override {
        return m_nullness == Nullness::NeverNull ? values::refineNotNull(result) : result;
    }

private:
    Nullness m_nullness;
    std::function<TypeOutcome(Arguments)> m_type;
    std::function<ValueOutcome(Arguments, Type)> m_call;
};

std::optional<std::string> redaction(const MarkSet& marks) {
    const bool ephemeral = marks.contains(values::Mark::ephemeral());
    const bool sensitive = marks.contains(values::Mark::sensitive());
    if (!ephemeral && !sensitive)
        return std::nullopt;
    return ephemeral && sensitive ? "(ephemeral sensitive value)"
           : ephemeral            ? "(ephemeral value)"
                                  : "(sensitive value)";
}

} // namespace

Parameter parameter(std::string name, Type type, std::initializer_list<Allow> allowed) {
    Parameter result;
    result.name = std::move(name);
    result.type = type;
    for (const Allow what : allowed) {
        switch (what) {
        case Allow::Null:
            result.allowNull = true;
            break;
        case Allow::Unknown:
            result.allowUnknown = true;
            break;
        case Allow::DynamicType:
            result.allowDynamicType = true;
            break;
        case Allow::Marked:
            result.allowMarked = true;
            break;
        }
    }
    return result;
}

std::function<TypeOutcome(Arguments)> always(Type type) {
    return [type](Arguments) -> TypeOutcome { return type; };
}

void add(FunctionList& functions, Definition definition) {
    functions.push_back(std::make_unique<const DefinedFunction>(std::move(definition)));
}

Failure fail(std::string message) {
    return {FunctionError{std::move(message), {}, {}}};
}
Failure failAt(std::size_t argument, std::string message) {
    return {FunctionError{std::move(message), argument, {}}};
}

ValueOutcome unknown(Type type) {
    return Value::unknown(type);
}

hcl::FunctionOutcome<std::int64_t> toInteger(const Value& number) {
    if (const auto integer = number.asNumber().toInt64())
        return *integer;
    return fail("value must be a whole number, between -9223372036854775808 and 9223372036854775807");
}

hcl::FunctionOutcome<double> toDouble(const Value& number) {
    const double value = number.asNumber().toDouble();
    if (!std::isinf(value) || number.asNumber().isInfinite())
        return value;
    const std::string greatest = fmt::format("{:f}", std::numeric_limits<double>::max());
    return fail(fmt::format("value must be between -{} and {} inclusive", greatest, greatest));
}

std::string redacted(const std::string& text, const MarkSet& marks) {
    return redaction(marks).value_or(values::quoted(text));
}
std::string redacted(std::int64_t number, const MarkSet& marks) {
    return redaction(marks).value_or(std::to_string(number));
}

std::optional<Type> unifiedType(const std::vector<Type>& types) {
    const auto unified = values::unify(types, values::Safety::UnsafeAllowed);
    return unified ? std::optional(unified->type) : std::nullopt;
}

std::vector<Value> elementsOf(const Value& sequence) {
    std::vector<Value> elements;
    elements.reserve(sequence.size());
    for (std::size_t i = 0; i < sequence.size(); ++i)
        elements.push_back(sequence.element(i));
    return elements;
}

bool isSequence(Type type) {
    return type.isList() || type.isSet() || type.isTuple();
}

bool isLengthKnown(const Value& sequence) {
    if (sequence.type().isTuple() || sequence.type().isObject())
        return true;
    return sequence.isKnown() && !(sequence.type().isSet() && sequence.size() > 1 && !sequence.isWhollyKnown());
}

} // namespace planlens::lang

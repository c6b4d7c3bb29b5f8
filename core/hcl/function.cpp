// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/function.h"

#include "core/values/conversion/convert.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace planlens::hcl {
namespace {

using values::Type;
using values::Value;

diags::Unexpected<FunctionError> failAt(std::size_t argument, std::string message, values::Path path = {}) {
    return {FunctionError{std::move(message), argument, std::move(path)}};
}

diags::Unexpected<FunctionError> wrongCount(const Function& function, std::size_t given) {
    return {FunctionError{fmt::format("wrong number of arguments ({}{} required; {} given)",
                                      function.variadic() ? "at least " : "", function.parameters().size(), given),
                          {},
                          {}}};
}

/// The arguments as passed to the function, and facts about the result that are known before the call.
struct Prepared {
    std::vector<Value> arguments;
    values::MarkSet marks;
    bool isDynamic = false; // the type of an argument is unknown
    bool isUnknown = false; // the value of an argument is unknown
};

FunctionOutcome<Prepared> prepare(const Function& function, std::span<const Value> arguments) {
    Prepared prepared;
    prepared.arguments.assign(arguments.begin(), arguments.end());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Parameter& parameter = *function.parameter(i);
        Value& argument = prepared.arguments[i];
        if (!parameter.allowMarked && argument.containsMarked()) {
            prepared.marks.insert(argument.marksDeep());
            argument = argument.unmarkedDeep();
        }
        if (!argument.isKnown() && !parameter.allowUnknown)
            prepared.isUnknown = true;
        if (prepared.isDynamic)
            continue; // the reference checks no further, except for marks
        if (argument.isNull() && !parameter.allowNull)
            return failAt(i, "argument must not be null");
        if (argument.type().isDynamic()) {
            prepared.isDynamic = !parameter.allowDynamicType;
        } else if (argument.type() != parameter.type) {
            auto problems = values::testConformance(argument.type(), parameter.type);
            if (!problems.empty())
                return failAt(i, std::move(problems.front().message), std::move(problems.front().path));
        }
    }
    return prepared;
}

Value refined(const Function& function, const Value& result) {
    if (!result.isKnown() && result.type().isDynamic())
        return result;
    return result.isMarked() ? function.refineResult(result.unmarked()).withMarks(result.marks())
                             : function.refineResult(result);
}

} // namespace

const Parameter* Function::parameter(std::size_t i) const {
    return i < m_parameters.size() ? &m_parameters[i] : variadic();
}

FunctionOutcome<Value> Function::callLazily(std::span<const LazyArgument>) const {
    assert(!isLazy());
    return diags::Unexpected{FunctionError{"arguments must be evaluated before the call", {}, {}}};
}

bool Function::isLazy() const {
    const auto lazy = [](const Parameter& parameter) { return parameter.takes != Parameter::Takes::Value; };
    return std::any_of(m_parameters.begin(), m_parameters.end(), lazy) || (m_variadic && lazy(*m_variadic));
}

Signature signatureOf(const Function& function) {
    Signature signature{function.name(), {}, {}, Type::dynamic()};
    signature.parameters.assign(function.parameters().begin(), function.parameters().end());
    if (const Parameter* variadic = function.variadic())
        signature.variadic = *variadic;
    if (function.isLazy())
        return signature;
    std::vector<Value> arguments;
    const std::size_t count = signature.parameters.size() + (signature.variadic ? 1 : 0);
    for (std::size_t i = 0; i < count; ++i) {
        const Parameter& parameter = *function.parameter(i);
        if (parameter.type.isDynamic() && !parameter.allowDynamicType)
            return signature;
        arguments.push_back(Value::unknown(parameter.type));
    }
    if (const auto type = function.returnType(arguments))
        signature.returnType = *type;
    return signature;
}

FunctionOutcome<Value> invoke(const Function& function, std::span<const Value> arguments) {
    const std::size_t required = function.parameters().size();
    if (function.variadic() ? arguments.size() < required : arguments.size() != required)
        return wrongCount(function, arguments.size());
    auto prepared = prepare(function, arguments);
    if (!prepared)
        return diags::Unexpected{std::move(prepared).error()};
    if (prepared->isDynamic)
        return Value::dynamicUnknown().withMarks(prepared->marks);
    const auto type = function.returnType(prepared->arguments);
    if (!type)
        return diags::Unexpected{type.error()};
    if (prepared->isUnknown)
        return refined(function, Value::unknown(*type)).withMarks(prepared->marks);
    auto result = function.call(prepared->arguments, *type);
    if (!result)
        return result;
    assert(values::testConformance(result->type(), *type).empty());
    return refined(function, *result).withMarks(prepared->marks);
}

} // namespace planlens::hcl

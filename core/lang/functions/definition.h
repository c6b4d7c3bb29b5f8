// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/function.h"
#include "core/values/value.h"

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// How built-in functions are written down: a name, parameters and two small functions each.
namespace planlens::lang {

using hcl::FunctionError;
using hcl::Parameter;
using values::MarkSet;
using values::Number;
using values::Type;
using values::Value;

using Arguments = std::span<const Value>;
using TypeOutcome = hcl::FunctionOutcome<Type>;
using ValueOutcome = hcl::FunctionOutcome<Value>;
using Failure = diags::Unexpected<FunctionError>;

/// What a parameter takes that functions are spared otherwise.
enum class Allow { Null, Unknown, DynamicType, Marked };
Parameter parameter(std::string name, Type type, std::initializer_list<Allow> allowed = {});

/// Whether a result may be null: where it may not, unknown ones are known not to be.
enum class Nullness { NeverNull, MayBeNull };

struct Definition {
    std::string name = {};
    std::vector<Parameter> parameters = {};
    std::optional<Parameter> variadic = {};
    Nullness nullness = Nullness::NeverNull;
    std::function<TypeOutcome(Arguments)> type = {};
    std::function<ValueOutcome(Arguments, Type)> call = {};
};

/// A rule for functions whose result is always of one type.
std::function<TypeOutcome(Arguments)> always(Type type);

using FunctionList = std::vector<std::unique_ptr<const hcl::Function>>;
void add(FunctionList& functions, Definition definition);

/// An error about the call as a whole, or about one of its arguments.
Failure fail(std::string message);
Failure failAt(std::size_t argument, std::string message);

/// A result that is not known; the frame adds what is certain of it.
ValueOutcome unknown(Type type);

// What the reference's conversion of numbers to machine types accepts, with its messages.
hcl::FunctionOutcome<std::int64_t> toInteger(const Value& number);
hcl::FunctionOutcome<double> toDouble(const Value& number);

/// A value as messages may show it: quoted, or only the words that it is sensitive or ephemeral.
std::string redacted(const std::string& text, const MarkSet& marks);
std::string redacted(std::int64_t number, const MarkSet& marks);

/// The type that all convert to, unsafe conversions included; nothing where there is none.
std::optional<Type> unifiedType(const std::vector<Type>& types);

/// Elements of a list, set or tuple (values only), in iteration order.
std::vector<Value> elementsOf(const Value& sequence);
bool isSequence(Type type);
/// Whether the number of elements is certain: not that of sets with unknown elements.
bool isLengthKnown(const Value& sequence);

} // namespace planlens::lang

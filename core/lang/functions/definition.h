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

/// The definition of built-in functions: a name, parameters and two small functions each.
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

/// Arguments that a parameter accepts and that are not passed to functions by default.
enum class Allow { Null, Unknown, DynamicType, Marked };
Parameter parameter(std::string name, Type type, std::initializer_list<Allow> allowed = {});

/// Whether a result may be null; if not, unknown results are refined as not null.
enum class Nullness { NeverNull, MayBeNull };

struct Definition {
    std::string name = {};
    std::vector<Parameter> parameters = {};
    std::optional<Parameter> variadic = {};
    Nullness nullness = Nullness::NeverNull;
    std::function<TypeOutcome(Arguments)> type = {};
    std::function<ValueOutcome(Arguments, Type)> call = {};
};

/// Returns the type rule of functions whose result is always of one type.
std::function<TypeOutcome(Arguments)> always(Type type);

using FunctionList = std::vector<std::unique_ptr<const hcl::Function>>;
void add(FunctionList& functions, Definition definition);

/// Returns an error about the whole call, or about one of its arguments.
Failure fail(std::string message);
Failure failAt(std::size_t argument, std::string message);

/// Returns an unknown result; invoke() refines it.
ValueOutcome unknown(Type type);

// Convert numbers to machine types with the limits and messages of the reference.
hcl::FunctionOutcome<std::int64_t> toInteger(const Value& number);
hcl::FunctionOutcome<double> toDouble(const Value& number);

/// Returns a value for messages: quoted, or only a text that it is sensitive or ephemeral.
std::string redacted(const std::string& text, const MarkSet& marks);
std::string redacted(std::int64_t number, const MarkSet& marks);

/// Returns the type to which all convert, including unsafe conversions; nothing if there is none.
std::optional<Type> unifiedType(const std::vector<Type>& types);

/// Returns the elements of a list, set or tuple (values only), in iteration order.
std::vector<Value> elementsOf(const Value& sequence);
bool isSequence(Type type);
/// Whether the number of elements is known: not for sets with unknown elements.
bool isLengthKnown(const Value& sequence);

} // namespace planlens::lang

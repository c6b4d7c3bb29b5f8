// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/path.h"

#include <span>

namespace planlens::values {

/// Converts to a type constraint (optional attributes and dynamic parts allowed), unsafe conversions included.
/// The error's path is where inside the value it failed. Marks and refinements are kept as the reference keeps them.
Outcome<Value> convert(const Value& value, Type to);
/// Whether values of one type can be converted to the other, unsafe conversions included.
bool hasConversion(Type from, Type to);
/// The type all given types convert to, or nothing; only safe conversions unless asked otherwise.
enum class Safety { SafeOnly, UnsafeAllowed };
struct Unified {
    Type type;
    std::vector<bool> needsConversion; // by input
};
std::optional<Unified> unify(std::span<const Type> types, Safety safety = Safety::SafeOnly);
/// The i-th of the values that were unified, as its type became. Where dynamic values met collections or structures
/// all of them become dynamic unknowns.
Outcome<Value> convertUnified(const Unified& unified, std::size_t i, const Value& value);
/// Why a value of one type is not of the other, in the reference's words.
std::string mismatchMessage(Type got, Type want);
/// -1, 0, 1: which of the types is preferred as the target of conversion (the reference's compareTypes).
int compareTypes(Type a, Type b);
/// Indices of the types in the order of preference as conversion targets.
std::vector<std::size_t> sortTypes(std::span<const Type> types);
/// Problems that keep a type from being assignable to another without conversion (cty's Type.TestConformance),
/// by path.
std::vector<PathError> testConformance(Type given, Type wanted);

} // namespace planlens::values

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/path.h"

#include <span>

namespace planlens::values {

/// Converts to a type constraint (optional attributes and dynamic parts allowed), including unsafe conversions. The
/// path of an error is that of the part which failed. Marks and refinements are preserved as in the reference.
Outcome<Value> convert(const Value& value, Type to);
/// Whether values of one type can be converted to the other, including unsafe conversions.
bool hasConversion(Type from, Type to);
/// For unify(), which returns the type to which all given types can be converted, or nothing.
enum class Safety { SafeOnly, UnsafeAllowed };
struct Unified {
    Type type;
    std::vector<bool> needsConversion; // by input
};
std::optional<Unified> unify(std::span<const Type> types, Safety safety = Safety::SafeOnly);
/// Converts the i-th of the unified values to its result type. If dynamic values were unified with collections or
/// structures, all of them become dynamic unknowns.
Outcome<Value> convertUnified(const Unified& unified, std::size_t i, const Value& value);
/// Returns the reason why a value of one type is not of the other, in the words of the reference.
std::string mismatchMessage(Type got, Type want);
/// -1, 0, 1: which type is preferred as conversion target (the reference's compareTypes).
int compareTypes(Type a, Type b);
/// Returns the indices of the types, the preferred conversion target first.
std::vector<std::size_t> sortTypes(std::span<const Type> types);
/// Returns the reasons, by path, why a type cannot be assigned to another without conversion
/// (cty's Type.TestConformance).
std::vector<PathError> testConformance(Type given, Type wanted);

} // namespace planlens::values

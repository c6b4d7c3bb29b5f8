// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/reason.h"

#include <vector>

namespace planlens::explain {

/// Adds the text of the last reference in a chain to the possible roots, if it may have read another value: another
/// element of the same collection, or another variable, local value or output of the same module, has the previous
/// value. Whether the text or the value was edited is undecided then.
void addSwitchedReferences(const PlanValues& values, std::vector<Chain>& chains);

/// Adds the default of an attribute in the type of a variable to possible roots with the variable's value, if that does
/// not have the attribute.
void addDefaultsOfTypes(const PlanValues& values, std::vector<Chain>& chains);

} // namespace planlens::explain

// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/expression.h"

#include <string_view>

namespace planlens::configs {

enum class UnknownForEach { Refused, Allowed };
enum class TupleForEach { Refused, Allowed };

/// The remedy for an unknown for_each of a block that has no address for -exclude.
inline constexpr std::string_view targetDependenciesFirst =
    "Alternatively, you could use the -target option to first apply only the resources that for_each depends on, and "
    "then apply normally to converge.";

/// Checks the value of a for_each argument. Returns it if it is a map, an object, a set of valid instance keys or (in
/// import blocks) a tuple, or unknown if that is allowed. The remedy is the last sentence of the message about an
/// unknown value.
diags::Result<values::Value> checkForEach(const hcl::Expression& expression, const values::Value& value,
                                          const hcl::Scope& scope, UnknownForEach unknowns, std::string_view remedy,
                                          TupleForEach tuples = TupleForEach::Refused);

} // namespace planlens::configs

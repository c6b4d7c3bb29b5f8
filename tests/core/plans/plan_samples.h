// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/schemas.h"

#include <string>

/// A plan that uses all features, and descriptions of plans as text.
namespace planlens::plans {
struct Plan;
}

namespace planlens::plans::samples {

/// Returns schemas of the provider "test" with test_thing: id, name and tags.
Schemas schemas();
/// Returns a plan with each action and each reason, marks, unknown values, states, outputs, checks and options.
Plan everything();

/// Returns the complete content of a plan as text, including the marks of values.
std::string describe(const Plan& plan);

} // namespace planlens::plans::samples
